"""The front door: turns read from anywhere, results in orders and units, values that a notebook can work with."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import standoff
from standoff import (
    ARMY,
    Move,
    NotInTurnError,
    Outcome,
    Position,
    StandoffError,
    Turn,
    Unit,
    UnitName,
    adjudicate,
    load_board,
    read,
    rulebook,
    starting_position,
)
from standoff.cases.case import Case
from standoff.cases.course import play_case
from standoff.cases.turn_names import turn_of_case
from standoff.map import PhaseType
from standoff.random_turns import questions
from standoff.solver import adjudicate as adjudicate_movement
from tests.helpers.command import run
from tests.helpers.paths import ROOT
from tests.helpers.turns import library_cases

PARADOX = "ENGLAND\n  F LON S F WAL - ENG\n  F WAL - ENG\nFRANCE\n  A BRE - LON\n  F ENG C A BRE - LON\n"
START = starting_position()
PAR = "FRANCE: A PAR - BUR"
BOUNCE = "FRANCE: A PAR - BUR\nGERMANY: Army Munich to Burgundy"


# -- reading ----------------------------------------------------------------------------------------------------------


def test_one_turn_read_from_text_file_case_lines_and_values(tmp_path: Path) -> None:
    file = tmp_path / "turn.txt"
    file.write_text(PARADOX, encoding="utf-8")
    book = tmp_path / "book.txt"
    book.write_text(f"case one\n{PARADOX}\ncase two\nFRANCE: A PAR H\n", encoding="utf-8")
    turn = read(PARADOX)
    assert turn == read(file) == read(str(file)) == read(f"{book}#one")
    assert turn == read(turn.to_json()) == read(turn.to_dict()) == read(str(turn)) == read(turn)
    assert turn.orders == read("6.F.14").orders == read(" 6.F.14\t").orders
    assert len(read("6.F.14").orders) == 4
    with pytest.raises(StandoffError, match="2 cases"):
        read(book)


def test_a_position_in_many_forms() -> None:
    wanted = adjudicate(START, [Move("FRANCE", UnitName("PAR", ARMY), "BUR")])
    for position in ("start", str(START), START.to_dict()):
        assert adjudicate(position, PAR).after == wanted.after
    few = adjudicate({"FRANCE": ["A Paris"], "GERMANY": "A MUN, F KIE"}, {"FRANCE": ["A PAR - BUR"]})
    assert [str(unit) for unit in few.after.units] == ["A BUR", "A MUN", "F KIE"]


SAME: list[object] = [
    PAR,
    {"FRANCE": ["A PAR - BUR"]},
    {"France": "A PAR - BUR"},
    {"FRANCE": [Move("FRANCE", UnitName("PAR", ARMY), "BUR")]},
    [Move("FRANCE", UnitName("PAR", ARMY), "BUR")],
    {"units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}},
    f"standard S1901M FRANCE:APAR\n{PAR}",
    read(PAR),
]


@pytest.mark.parametrize("source", SAME, ids=str)
def test_read_and_adjudicate_take_the_same_things(source: object) -> None:
    assert read(source) == read(PAR)  # type: ignore[arg-type]
    assert adjudicate(source) == read(PAR).adjudicate()  # type: ignore[arg-type]
    assert adjudicate(source, rules="1982").rules == rulebook("1982")  # type: ignore[arg-type]


def test_a_position_with_orders_beside_it_in_both() -> None:
    units = {"FRANCE": ["A PAR"]}
    for orders in SAME[:5]:
        turn = read(units, orders, "1982", adjacent_convoy="explicit")  # type: ignore[arg-type]
        assert turn == adjudicate(units, orders, "1982", adjacent_convoy="explicit").turn  # type: ignore[arg-type]
        assert turn.orders == read(PAR).orders
        assert turn == read(orders, rules=turn.rules, position=units)  # type: ignore[arg-type]
    assert adjudicate(position="start", orders=PAR).units == adjudicate("start", PAR).units
    assert adjudicate(units).units == (Unit(ARMY, "PAR", "FRANCE"),)
    assert adjudicate("6.F.14", paradox_backup="all-hold").rules == rulebook(paradox_backup="all-hold")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (({"FRANCE": ["A PAR", "A MAR - SPA"]},), "units and orders among each other; expected"),
        (({"FRNACE": ["A PAR - BUR"]},), "no power 'FRNACE'"),
        (({"FRANCE": ["A PRA - BUR"]},), "FRANCE, order 1: .* cannot read 'PRA'"),
        (({"units": {}, "FRANCE": []},), "unknown key 'FRANCE'"),
        (({"phases": []},), "read as text or file"),
        ((["A PAR - BUR"],), "whose order is it"),
    ],
)
def test_what_is_neither_units_nor_orders_says_what_to_write(arguments: tuple[object, ...], message: str) -> None:
    for function in (read, adjudicate):
        with pytest.raises(StandoffError, match=message):
            function(*arguments)  # type: ignore[operator]
    with pytest.raises(StandoffError, match="expected a position once"):
        read("start", PAR, position="start")


def test_an_order_from_a_text() -> None:
    assert standoff.order("Army Paris to Burgundy", "France") == Move("FRANCE", UnitName("PAR", ARMY), "BUR")
    for arguments, message in (
        (("A PAR - BUR, A MAR H", "FRANCE"), "expected one order, not 2"),
        (("", "FRANCE"), "expected one order, not none"),
        (("A PAR - BRU", "FRANCE"), "cannot read 'BRU'"),
        (("A PAR H", "FRNACE"), "no power 'FRNACE'"),
        (("GERMANY: A MUN H", "FRANCE"), "below the name of GERMANY"),
        ((5, "FRANCE"), "expected the text of an order, not 5"),
        (("A PAR H", "FRANCE", "standrad"), "did you mean standard"),
    ):
        with pytest.raises(StandoffError, match=message):
            standoff.order(*arguments)  # type: ignore[arg-type]


def test_where_units_stand_may_be_said_elsewhere(tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text("PHASE F1902M\nUNITS\n  France: A PAR\n", encoding="utf-8")
    assert str(read("FRANCE: PAR - BUR", position=file).phase) == "F1902M"
    assert len(read("FRANCE: PAR - BUR", position="start").position.units) == 22


def test_the_rulebook_of_a_case_holds_unless_another_is_named() -> None:
    text = "case one\nrules: 1982\noptions: adjacent_convoy=explicit\nFRANCE: A PAR H\n"
    assert read(text).rules == rulebook("1982", adjacent_convoy="explicit")
    assert read(text, rules="2000").rules == rulebook("2000")
    assert read(text).adjudicate("1971").rules == rulebook("1971")


def test_a_case_of_several_phases_goes_on() -> None:
    first = read("6.H.1")
    second = first.next()
    assert (first.type, second.type) == (PhaseType.MOVEMENT, PhaseType.RETREAT)
    assert second == read("6.H.1", phase="retreat") == read("6.H.1", phase=str(second.phase))
    assert second.orders


LONGER = [case for case in library_cases("datc-*") if len(case.phases) > 1]


@pytest.mark.parametrize("case", LONGER, ids=lambda case: case.id)
def test_going_on_is_what_the_case_book_does(case: Case) -> None:
    turn = turn_of_case(case)
    played = [result for _, result, _ in play_case(case, turn.rules)]
    course = [*turn.course()]
    assert [result.after for result in course] == [result.after for result in played]
    assert [[r.outcome for r in result] for result in course] == [[r.outcome for r in result] for result in played]


# -- nonsense ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((START, ["A PAR - BUR"]), "expected an order, not 'A PAR - BUR'; whose order is it"),
        ((START, {"FRNCE": ["A PAR - BUR"]}), r"no power 'FRNCE' on board standard \(nearest known: France\)"),
        ((START, {"FRANCE": ["A PAR - BRU"]}), "FRANCE, order 1: .*nearest known: BUR"),
        ((START, {"FRANCE": [5]}), "expected an order or its text, not 5"),
        ((START, {"FRANCE": 5}), "expected a list of orders such as .*, not 5"),
        ((START, 5), "not 5"),
        (({"FRANCE": {"A PAR": "- BUR"}},), "FRANCE: expected a list of orders such as .*not {'A PAR': '- BUR'}"),
        ((START, {"FRANCE": {"PAR": ["A PAR H"]}}), "FRANCE: expected a list of orders"),
        (({"FRANCE": ["A PAR - BUR"]}, "start"), "the position comes first"),
        ((START, "1982"), "'1982' is a rulebook, not orders: rules='1982'"),
        (("FRANCE", {}), "FRANCE is a power, not a position; name one before it"),
        (("FRANCE",), "it is a power, whose orders stand behind it: 'FRANCE: "),
        ((START, [Move("FRNACE", UnitName("PAR", ARMY), "BUR")]), "no power 'FRNACE'"),
        ((START, [Move("FRANCE", UnitName("PRA", ARMY), "BUR")]), "no province 'PRA' .*nearest known: PAR"),
        ((START, [Move("FRANCE", UnitName("PAR", ARMY), "BRU")]), "no province 'BRU'"),
        ((START, {"GERMANY": [Move("FRANCE", UnitName("PAR", ARMY), "BUR")]}), "is an order of FRANCE"),
        ((START, {}, "1928"), "no rulebook named '1928'; did you mean 1982"),
        ((START, {}, 1982), "expected the name of a rulebook"),
        ((5, {}), "expected a position"),
        (({"FRANCE": ["F BUR"]}, {}), "a fleet cannot stand inland"),
        (({"FRNCE": ["A BUR"]}, {}), "no power 'FRNCE'"),
        ((Position(board="standrad"), {}), "no board named 'standrad'; did you mean standard"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(StandoffError, match=message):
        adjudicate(*arguments)  # type: ignore[arg-type]


# -- one way in -------------------------------------------------------------------------------------------------------


def test_sets_lasting_orders_and_proxies_come_along() -> None:
    turn = read("FRANCE\n SET 1\n  A PAR - BUR\n SET 2\n  A PAR - PIC\n")
    assert [len(one.orders) for one in turn.sets] == [1, 1]
    assert turn.adjudicate()["PAR"].order == turn.orders[1]
    assert {len(v.result) for v in turn.compare()} >= {1}
    assert pickle.loads(pickle.dumps(turn)) == turn


# -- results ----------------------------------------------------------------------------------------------------------


def test_a_result_is_found_by_province_location_unit_and_order() -> None:
    result = read("RUSSIA: F STP/SC - BOT\nFRANCE: A PAR - BUR\nGERMANY: Army Munich to Burgundy").adjudicate()
    move = result.turn.orders[2]
    for key in ("MUN", "Munich", "mun", "A MUN - BUR", "a mun - bur", "Army Munich to Burgundy", move):
        assert result[key].order == move
    for key in ("A MUN", "army Munich", "Munich A", "German A MUN", move.unit):
        assert result[key].order == move
    assert result[Unit(ARMY, "MUN", "GERMANY")].order == move
    for key in ("STP", "STP/SC", "St. Petersburg", "Saint Petersburg"):
        assert result[key].outcome is Outcome.MOVES
    assert "PAR" in result
    assert "LON" not in result
    for key, message in (
        ("LON", "no unit stands in LON"),
        ("A LON - WAL", "no order 'A LON - WAL'"),
        ("nonsense", "not a province, unit or order"),
        ("F MUN", "no unit F MUN in this turn"),
        ("French A MUN", "no unit A MUN of FRANCE in this turn"),
        (Move("FRANCE", UnitName("PAR", ARMY), "PIC"), "no order A PAR - PIC of FRANCE"),
        (7, "expected a province"),
    ):
        with pytest.raises(StandoffError, match=message):
            result[key]  # type: ignore[index]
    with pytest.raises(NotInTurnError):
        result["LON"]
    with pytest.raises(LookupError):
        result["LON"]


def test_of_several_orders_to_a_unit_the_one_that_counts_is_found() -> None:
    turn = read("FRANCE: A PAR - BUR, A PAR - PIC", rules=rulebook(multiple_orders="last"))
    assert turn.adjudicate()["PAR"].order == turn.orders[1]
    assert turn.adjudicate(multiple_orders="first")["PAR"].order == turn.orders[0]


@pytest.mark.slow
@given(st.integers(0, 300))
def test_every_unit_has_a_result_of_its_own(number: int) -> None:
    question = next(islice(questions(11, start=number), 1))
    turn = Turn(question.position, question.orders)
    result = turn.adjudicate()
    assert len(result) == len(list(result)) >= len(question.orders)
    if turn.type is PhaseType.MOVEMENT:
        for unit in question.position.units:
            assert result[unit].order.power == unit.power
            assert result[unit].dislodged == (unit in {d.unit for d in result.dislodged})
    for order in question.orders:
        assert result[order].order == order
    data = result.to_dict()
    assert json.loads(result.to_json()) == data
    assert Position.from_dict(data["after"]) == result.after
    assert Position.from_dict(data["before"]) == result.before
    named = {(entry["power"], entry["order"]) for entry in data["orders"]}
    for entry in data["orders"]:
        assert {(by["power"], by["order"]) for by in entry["by"]} <= named
    for paradox in data["paradoxes"]:
        assert {(core["power"], core["order"]) for core in paradox["core"]} <= named


def test_paradoxes_are_in_orders() -> None:
    """DATC 6.F.14."""
    result, resolutions = read(PARADOX).adjudicate(), read(PARADOX).resolutions()
    (paradox,) = result.paradoxes
    assert (paradox.kind, paradox.settled_by, paradox.fail) == ("convoy", "szykman", {result.turn.order("ENG")})
    assert {frozenset(map(str, each)) for each in paradox.resolutions} == {
        frozenset({"F LON S F WAL - ENG", "F WAL - ENG"}),
        frozenset({"F ENG C A BRE - LON"}),
    }
    assert resolutions.paradoxes == resolutions.components == result.paradoxes
    assert {*resolutions} == {*resolutions.resolutions}


def test_orders_are_told_as_written_and_in_one_notation() -> None:
    result = read(
        "GERMANY: Mun s Ruh to Bur; Ruhr - Burgundy", position="standard S1901M GERMANY:AMUN,ARUH"
    ).adjudicate()
    data = [(entry["written"], entry["order"]) for entry in result.to_dict()["orders"]]
    assert data == [("Mun s Ruh to Bur", "A MUN S A RUH - BUR"), ("Ruhr - Burgundy", "A RUH - BUR")]


def test_next_goes_on_through_a_year() -> None:
    turn = read("start")
    phases = []
    for _ in range(4):
        phases.append(str(turn.phase))
        turn = turn.next({"FRANCE": []})
    assert phases == ["S1901M", "F1901M", "S1902M", "F1902M"]
    build = read(
        {
            "season": "F1901M",
            "units": {"FRANCE": ["A GAS"]},
            "centers": {"FRANCE": ["PAR"]},
            "orders": {"FRANCE": ["A GAS - SPA"]},
        }
    ).next({"FRANCE": ["A PAR B"]})
    assert build.adjudicate()["PAR"].outcome is Outcome.BUILDS
    assert {str(order) for order in build.legal_orders()["FRANCE"]["PAR"]} == {"A PAR B", "WAIVE"}


def test_explanations_follow_rulebook_and_language() -> None:
    turn = read(PARADOX)
    assert "Szykman rule: the convoy fails" in str(turn.explain("ENG"))
    assert str(turn.explain("ENG", "1982")) != str(turn.explain("ENG"))
    said = run("explain", "6.F.14", "F Wales - English Channel", "--language", "cs").output
    assert str(read("6.F.14").explain("WAL", language="cs")) == said.rstrip()


# -- values -----------------------------------------------------------------------------------------------------------


SEARCHING = ("Forced", "Found", "FoundTurn", "find", "force")
"""What needs the extra ``fast``."""


def names() -> dict[str, object]:
    return {name: getattr(standoff, name) for name in standoff.__all__ if name not in SEARCHING} | vars(
        __import__("standoff.solver.orders.order_sets", fromlist=["OrderSet"])
    )


VALUES = [
    START,
    Position.parse("standard S1901R FRANCE:AGAS FRANCE:PAR FRANCE:ABUR<MUN,APIC<-~ BEL GERMANY SPA"),
    *START.units[:3],
    START.phase,
    ARMY,
    PhaseType.RETREAT,
    Outcome.MOVES,
    rulebook(),
    rulebook("1982", adjacent_convoy="explicit"),
    read(PARADOX),
    read(BOUNCE, rules="1982"),
    *(order for case in ("6.F.14", "6.H.1", "6.I.1", "6.J.3") for order in read(case).orders),
    *(order for order in read("6.H.1").next().orders),
    read("6.F.14").adjudicate("1971"),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_are_hashable_comparable_and_made_again_by_repr_and_pickle(value: object) -> None:
    assert len(repr(value)) <= 200
    again = value if repr(value).startswith("<") else eval(repr(value), names() | {"PhaseType": PhaseType})
    assert again == value
    assert hash(again) == hash(value)
    stored = pickle.loads(pickle.dumps(value))
    assert stored == value
    assert repr(stored) == repr(value)
    assert value != "something else"
    assert len({value, again, stored}) == 1


@given(st.integers(0, 400))
def test_any_turn_is_made_again_by_repr_and_by_str(number: int) -> None:
    question = next(islice(questions(3, start=number), 1))
    turn = Turn(question.position, question.orders)
    assert len(repr(turn)) <= 200
    assert repr(turn).startswith("<Turn ") or eval(repr(turn), names()) == turn
    again = read(str(turn))  # where the orders of a power stand together
    assert (again.position, {*again.orders}) == (turn.position, {*turn.orders})
    assert Position.parse(str(turn.position)) == turn.position
    assert Position.from_json(turn.position.to_json()) == turn.position


def test_a_position_is_the_same_in_whatever_order_it_is_listed() -> None:
    one = Position.parse("standard S1901M FRANCE:APAR,FBRE;GERMANY:AMUN FRANCE:PAR,BRE")
    two = Position.parse("standard S1901M GERMANY:AMUN;FRANCE:FBRE,APAR FRANCE:BRE,PAR")
    assert one == two
    assert hash(one) == hash(two)
    assert one != Position.parse("standard S1901M FRANCE:APAR,FBRE;GERMANY:ABER FRANCE:PAR,BRE")


def test_a_position_knows_its_board() -> None:
    board = load_board("czech1962")
    turn = read(starting_position(board))
    assert turn.board is board
    assert str(turn.position).startswith("czech1962 ")
    assert str(turn.adjudicate().after).startswith("czech1962 ")
    assert read("start", rules="czech1962").board is board
    plain = Position(starting_position().units)
    assert adjudicate_movement(plain, [], board=board).after.board == "czech1962"
    assert pickle.loads(pickle.dumps(board)) is board


def test_phases_come_one_after_the_other() -> None:
    phases = [standoff.Phase.parse(text) for text in ("S1901M", "S1901R", "F1901M", "F1901R", "W1901A", "S1902M")]
    assert sorted([phases[3], *phases[:3], *phases[4:]]) == phases
    assert phases[1] > phases[0]


def large_values() -> list[object]:
    """What the front door gives for a turn of many units, and for a paradox."""
    start = starting_position()
    by_power = Turn(start).legal_orders()
    chosen = enumerate((of_unit for places in by_power.values() for of_unit in places.values()), 7)
    orders = [of_unit[number % len(of_unit)] for number, of_unit in chosen]
    large, paradox = Turn(start, tuple(orders)), read(PARADOX)
    board = load_board()
    values: list[object] = [start, board, board.province("STP"), board.power("RUSSIA"), standoff.Game(large)]
    for turn in (large, paradox):
        result, checked, compared = turn.adjudicate(), turn.check(), turn.compare()
        values += [turn, turn.equations(), *turn.equations(), turn.explain(), standoff.draw(turn)]
        values += [result, *result, *result.paradoxes, result.units[0], checked, *checked, compared, *compared]
        values += [turn.resolutions(), *turn.resolutions().components, turn.counterfactuals("LON", seconds=1)]
        values += [*turn.counterfactuals("LON", seconds=1), *compared.outcomes[-1].changes, result.phase_result]
    own = rulebook(adjacent_convoy="explicit").with_rule(f"one {'x' * 100}", cut=lambda cut: True)
    return [*values, own, own.with_rule(f"two {'x' * 100}", settlement=lambda found: None)]


def test_no_repr_is_longer_than_two_lines() -> None:
    long = {type(value).__name__: repr(value) for value in large_values() if len(repr(value)) > 200}
    assert not long


def test_no_repr_of_what_is_searched_is_longer_either() -> None:
    pytest.importorskip("numba")
    found = standoff.find("differ(1971, 1982)", units=3)
    for value in (found, *found, standoff.force("start", "F LON - ENG", "ENGLAND")):
        assert len(repr(value)) <= 200


# -- in a notebook ----------------------------------------------------------------------------------------------------


class Printer:
    """What IPython hands to `_repr_pretty_`."""

    def __init__(self) -> None:
        self.shown = ""

    def text(self, text: str) -> None:
        self.shown = text


def test_what_a_notebook_shows() -> None:
    turn, printer = read(PARADOX), Printer()
    result = turn.adjudicate()
    for value in (turn, result, turn.explain(), turn.resolutions(), turn.compare(), turn.check()):
        value._repr_pretty_(printer, False)
        assert printer.shown == str(value)
    assert "<td>A PAR - BUR</td><td>moves</td>" in read(PAR).adjudicate()._repr_html_()
    assert "BRE" in result._ipython_key_completions_()


def test_the_package_offers_what_type_checkers_see() -> None:
    pytest.importorskip("numba")
    for name in standoff.__all__:
        assert getattr(standoff, name) is not None
    assert {"Turn", "find", "read", "rulebook"} <= {*standoff.__all__} <= {*dir(standoff)}
    with pytest.raises(AttributeError, match="nonsense"):
        standoff.nonsense  # noqa: B018
    assert standoff.__version__


NO_NUMPY = """
import sys
sys.modules["numpy"] = None
import standoff
print([name for name in sys.modules if name.startswith("standoff.")])
exec("from standoff import *")
assert "read" in globals() and "find" not in globals()
for code in ("standoff.find", "from standoff import find", "standoff.Found"):
    try:
        exec(code)
    except ImportError as fault:
        print(type(fault).__name__, fault, sep=": ")
print(standoff.read("FRANCE: A PAR - BUR").adjudicate())
"""


def test_importing_loads_nothing_behind_the_door_and_without_the_extra_what_needs_it_says_what_to_install() -> None:
    process = subprocess.run([sys.executable, "-c", NO_NUMPY], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded, *lines = process.stdout.splitlines()
    assert loaded == str(["standoff.map.lazy", "standoff.map", "standoff.map.errors", "standoff.map.values"])
    for line, name in zip(lines[:3], ("find", "find", "Found"), strict=True):
        assert line.startswith(f"ImportError: standoff.{name} needs the extra: pip install numba numpy (")
    assert "A PAR - BUR" in "".join(lines[3:])
