"""Many turns at once: compiled code gives exactly what the plain solver gives, and no line of a long input is lost."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba")

from standoff.lines import answering, blocks, board_words, canonical, wording
from standoff.lines.answering import BlockAnswers, answer_block, answer_lines, turn_in
from standoff.lines.blocks import Work, answer_blocks
from standoff.map import (
    ARMY,
    FLEET,
    Board,
    Phase,
    PhaseType,
    Position,
    PositionError,
    StandoffError,
    Unit,
    load_board,
    starting_position,
)
from standoff.map.masks import bits
from standoff.solver import (
    Hold,
    Move,
    Order,
    Retreat,
    RulebookError,
    Support,
    UnitName,
    adjudicate,
    rulebook,
)
from standoff.solver.law.equations import MOVES, YES, decide, rests_on
from standoff.turn.codec import result_object
from standoff.turn.turn import Turn
from tests.helpers.deadly import KILLER, dying, dying_while_it_answers
from tests.helpers.paths import written
from tests.helpers.turns import movements

np = pytest.importorskip("numpy")
batch = pytest.importorskip("standoff.solver.arrays.batch")


def lines_of(turns: list[Turn]) -> list[str]:
    lines: list[str] = []
    for number, turn in enumerate(turns):
        units = {power: list(map(str, units)) for power, units in turn.position.by_power().items()}
        orders: dict[str, list[str]] = {}
        for order in turn.orders:
            orders.setdefault(order.power, []).append(str(order))
        lines.append(json.dumps({"id": number, "units": units, "orders": orders}))
    return lines


def drawn(count: int, board: Board | None = None) -> list[tuple[Position, tuple[Order, ...]]]:
    """Return random movement phases, each as position and orders."""
    return [(one.position, one.orders) for one in movements(count, board or load_board())]


def test_outcomes_are_told_as_results_tell_them() -> None:
    """The numbers themselves are compared by `tools.agree`."""
    pairs = drawn(150)
    turns, left_out = batch.encode(pairs)
    out = batch.adjudicate_batch(turns)
    kept = [pair for number, pair in enumerate(pairs) if number not in left_out]
    for n, (position, orders) in enumerate(kept):
        result = adjudicate(position, orders)
        table, units = result.table, range(len(position.units))
        record = out.record(n)
        assert out.moved(n) == [result.moved(unit) for unit in units]
        assert [record.fault(unit) for unit in units] == [
            table.illegal[order] if order >= 0 else None for order in table.order_of
        ]
        assert [record.account(unit) for unit in units] == [result.record.account(unit) for unit in units]
        assert out.contested_provinces(n) == result.after.contested
    for (position, orders), result in zip(pairs, batch.results_of(pairs), strict=True):
        plain = adjudicate(position, orders)
        assert result_object(result, [], load_board()) == result_object(plain, [], load_board())


def test_what_arrays_cannot_hold_is_left_out() -> None:
    start = starting_position()
    paris, marseilles = UnitName("PAR", ARMY), UnitName("MAR", ARMY)
    move = Move("FRANCE", paris, "BUR")
    for orders in (
        [move, Hold("FRANCE", paris)],  # two orders to one unit
        [Move("GERMANY", paris, "BUR")],  # by another power
        [Move("FRANCE", UnitName("PAR", FLEET), "BUR")],  # the wrong type
        [Move("FRANCE", UnitName("PAR"), "BUR")],  # none
        [Retreat("FRANCE", paris, "BUR")],
        [Support("FRANCE", marseilles, UnitName("GAS", ARMY), "BUR")],  # nobody there
        [Move("FRANCE", marseilles, "SPA/NC")],  # a coast for an army
        [Move("FRANCE", paris, "BUR", False, ("ENG",))],
    ):
        assert batch.encode([(start, orders)])[1] == [0]
        (result,) = batch.results_of([(start, orders)])
        assert list(result) == list(adjudicate(start, orders))
    assert batch.encode([(start, [move])])[1] == []
    foreign = Support("GERMANY", UnitName("MUN", ARMY), paris, "BUR")
    named = rulebook(missing_nationality="invalid")
    assert batch.encode([(start, [foreign])])[1] == []
    assert batch.encode([(start, [foreign])], rules=named)[1] == [0]


HELGOLAND = Position((Unit(ARMY, "HOL", "GERMANY"),), board="czech1962")
"""A board on which armies enter Helgoland."""

TO_HELGOLAND = Move("GERMANY", UnitName("HOL", ARMY), "HEL")


def test_turns_are_on_the_board_that_their_position_names() -> None:
    given = [(HELGOLAND, [TO_HELGOLAND])]
    turns, left_out = batch.encode(given)
    assert (turns.board, left_out) == (load_board("czech1962"), [])
    assert batch.adjudicate_batch(turns).success(0) == [True]
    on_standard, _ = batch.encode(given, board=load_board())
    assert batch.adjudicate_batch(on_standard).success(0) == [False]
    assert batch.encode([])[0].board is load_board()
    elsewhere = replace(HELGOLAND, board="standard")
    mixed = [*given, (elsewhere, [TO_HELGOLAND]), *given]
    with pytest.raises(PositionError, match="position 1 is on board standard, those before it on czech1962"):
        batch.encode(mixed)
    for board in (None, load_board(), load_board("czech1962")):
        together = batch.results_of(mixed, board=board)
        alone = [adjudicate(position, orders, board=board) for position, orders in mixed]
        assert [list(one) for one in together] == [list(one) for one in alone]
        assert [one.after for one in together] == [one.after for one in alone]


def test_only_movement_phases_are_taken() -> None:
    later = replace(starting_position(), phase=Phase("S", 1901, PhaseType.RETREAT))
    for take in (batch.encode, batch.results_of):
        with pytest.raises(PositionError, match="S1901R is not a movement phase"):
            take([(later, [])])


def allied(*options: str) -> list[Order]:
    """Return orders of which the support of a foreign unit names its power, or leaves it out."""
    return [
        Move("ITALY", UnitName("PIE", ARMY), "MAR"),
        Support("FRANCE", UnitName("SPA", ARMY), UnitName("PIE", ARMY, *options), "MAR"),
        Hold("GERMANY", UnitName("MAR", ARMY)),
    ]


MARSEILLES = Position((Unit(ARMY, "PIE", "ITALY"), Unit(ARMY, "SPA", "FRANCE"), Unit(ARMY, "MAR", "GERMANY")))


@pytest.mark.parametrize("choice", ["valid", "invalid", "valid-unless-other"])
def test_a_batch_handed_to_plain_code_names_the_powers(choice: str) -> None:
    """DATC 4.C.5."""
    rules = rulebook(missing_nationality=choice)
    own = rules.with_rule("as usual", cut=lambda cut: cut.default)
    turns, left_out = batch.encode([(MARSEILLES, allied("ITALY"))], rules=rules)
    assert left_out == []
    assert turns.given(0) == allied("ITALY")
    for under in (rules, own):
        out = batch.adjudicate_batch(turns, rules=under)
        assert (out.success(0), out.handed_over) == ([True, True, False], int(under is own))
        assert next(iter(adjudicate(turns.position(0), turns.given(0), rules=under))).success


def test_a_batch_is_refused_under_a_rulebook_by_which_its_orders_are_others() -> None:
    """DATC 4.C.5, 4.E.3: what was left out is filled in when orders become arrays."""
    position = Position((Unit(ARMY, "PAR", "FRANCE"), Unit(ARMY, "BUR", "FRANCE")))
    presumes = Support("FRANCE", UnitName("BUR", ARMY), UnitName("PAR", ARMY), "GAS")
    for turn, options, moved in (
        ((MARSEILLES, allied()), {"missing_nationality": "invalid"}, [True, False, False]),
        ((position, [presumes]), {"implicit_orders": "allowed"}, [False, False]),
    ):
        turns, _ = batch.encode([turn])
        assert batch.adjudicate_batch(turns).moved(0) == moved
        with pytest.raises(RulebookError, match=f"read by {next(iter(options))}="):
            batch.adjudicate_batch(turns, rules=rulebook(**options))
        with pytest.raises(RulebookError, match=f"read by {next(iter(options))}="):
            batch.adjudicate_batch(turns, rules=rulebook(**options).with_rule("mine", cut=lambda cut: cut.default))
    presumes_nothing = replace(presumes, destination=None)
    turns, _ = batch.encode([(position, [presumes_nothing]), (MARSEILLES, allied("ITALY"))])
    assert turns.read_by == {}
    implied, _ = batch.encode([(position, [presumes])], rules=rulebook(implicit_orders="allowed"))
    assert batch.adjudicate_batch(implied, rules=rulebook(implicit_orders="allowed")).moved(0) == [True, False]


def test_long_circles_are_settled_in_compiled_code() -> None:
    """One guess settles a circle, however long it is."""
    short = ["NTH", "NWG", "NAO", "IRI", "ENG"]
    circle = ["NTH", "NWG", "NAO", "IRI", "ENG", "BEL", "HOL", "HEL", "DEN", "SKA"]
    longer = ["NTH", "NWG", "NAO", "LVP", "WAL", "ENG", "BEL", "HOL", "HEL", "DEN", "SKA"]
    for places in (short, circle, longer):
        units = tuple(Unit(FLEET, place, "ENGLAND") for place in places)
        goals = [*places[1:], places[0]]
        orders = [Move("ENGLAND", UnitName(place, FLEET), goal) for place, goal in zip(places, goals, strict=True)]
        plain = adjudicate(Position(units), orders)
        turns, _ = batch.encode([(Position(units), orders)])
        out = batch.adjudicate_batch(turns)
        assert plain.solution.paradoxes
        assert (out.how.tolist(), out.handed_over) == ([1], 0)
        assert out.moved(0) == [True] * len(places)
        assert [out.record(0).account(unit) for unit in range(len(places))] == [
            plain.record.account(unit) for unit in range(len(places))
        ]
        assert out.answers["place"].tolist() == [load_board().location_number[goal] for goal in goals]


BURGUNDY = [Move("FRANCE", UnitName("PAR", ARMY), "BUR")]


def test_numbers_that_mean_nothing_are_refused() -> None:
    turns, _ = batch.encode([(starting_position(), BURGUNDY)])
    for column, value, words in (
        (("units", 0), 2, "1 for a fleet"),
        (("units", 1), 900, "a location"),
        (("units", 2), -1, "a power"),
        (("orders", 0), 4, "a kind"),
        (("orders", 1), 22, "a unit of the turn"),
        (("orders", 2), 81, "a location, or -1"),
        (("orders", 3), 3, "via convoy"),
    ):
        array = getattr(turns, column[0]).copy()
        array[5, column[1]] = value
        arrays = {"units": turns.units, "orders": turns.orders, column[0]: array}
        with pytest.raises(ValueError, match=words):
            batch.adjudicate_batch(batch.Batch(turns.board, turns.start, arrays["units"], arrays["orders"]))
    bad = turns.orders.copy()
    bad[0, 0], bad[0, 2] = MOVES, -1
    with pytest.raises(ValueError, match="without destination"):
        batch.adjudicate_batch(batch.Batch(turns.board, turns.start, turns.units, bad))


def test_arrays_that_are_no_turns_are_refused() -> None:
    """Compiled code does not look whether there is what a number points at."""
    turns, _ = batch.encode([(starting_position(), BURGUNDY)] * 3)
    nothing = np.zeros((0, 3), dtype=np.int16), np.zeros((0, 4), dtype=np.int16)

    def refused(words: str, start: object = None, units: object = None, orders: object = None) -> None:
        given = [
            old if new is None else new
            for old, new in zip((turns.start, turns.units, turns.orders), (start, units, orders), strict=True)
        ]
        with pytest.raises(ValueError, match=words):
            batch.adjudicate_batch(batch.Batch(turns.board, *given))

    refused("turn 1 has -5 units", np.array([0, 5, 0]), *nothing)
    refused("turn 1 has -10 units", np.array([0, 30, 20, 66]))
    refused("turn 0 has 66 units", np.array([0, 66]))
    refused("start goes from 0", np.array([], dtype=np.int64))
    refused("start must be an array of signed integers", turns.start.tolist())
    refused("start must be an array of signed integers with 1 dim", turns.start.reshape(-1, 1))
    refused("units must be an array of signed integers", None, turns.units.astype(float))
    refused("orders must be an array of signed integers", None, None, turns.orders.tolist())


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        ((0, "NTH"), "A NTH cannot stand there"),
        ((0, "STP/NC"), "A STP/NC cannot stand there"),
        ((1, "BOH"), "F BOH cannot stand there"),
        ((1, "SPA"), "F SPA cannot stand there"),
        ((0, "PAR"), "turn 1: two units stand in one province"),
    ],
)
def test_units_that_cannot_stand_so_are_refused(unit: tuple[int, str], words: str) -> None:
    turns, _ = batch.encode([(starting_position(), [])] * 3)
    fleet, place = unit
    turns.units[22, :2] = fleet, turns.board.location_number[place]
    with pytest.raises(ValueError, match=words):
        batch.adjudicate_batch(turns)


def test_an_army_bound_for_a_coast_is_refused() -> None:
    """Whether that is illegal is for an option to say; arrays have no word for it."""
    army, fleet = UnitName("GAS", ARMY), UnitName("MAR", FLEET)
    units = (Unit(ARMY, "GAS", "FRANCE"), Unit(FLEET, "MAR", "FRANCE"))
    orders: list[Order] = [Move("FRANCE", army, "SPA"), Support("FRANCE", fleet, army, "SPA")]
    for row in (0, 1):
        turns, _ = batch.encode([(starting_position(), []), (Position(units), orders)])
        turns.orders[22 + row, 2] = turns.board.location_number["SPA/SC"]
        with pytest.raises(ValueError, match=f"unit {22 + row}: the destination of an army is a province"):
            batch.adjudicate_batch(turns)


def test_impossible_positions_are_no_surprise() -> None:
    for unit in (Unit(ARMY, "XXX", "FRANCE"), Unit(ARMY, "PAR", "BURGUNDY")):
        for read in (batch.results_of, batch.encode):
            with pytest.raises(PositionError):
                read([(Position((unit,)), [])])


def test_what_nothing_comes_against_succeeds_whatever_else_does() -> None:
    unopposed = opposed = 0
    for turn in drawn(120):
        table = adjudicate(*turn).table
        for order in bits(table.live):
            sure = decide(table.rows, order, 0, 0) == YES
            needed = rests_on(table.rows, order)
            assert sure or not table.unopposed >> order & 1
            unopposed += table.unopposed >> order & 1
            opposed += not sure and needed != 0
        assert not table.unopposed & ~table.live
    assert unopposed > 200
    assert opposed > 200


# -- long inputs -----------------------------------------------------------------------------------------------------


def mixed_lines(count: int) -> list[str]:
    """Movement phases, retreats, blank lines, and lines that nobody can read."""
    chance = random.Random(5)
    lines: list[str] = []
    for line in lines_of(movements(count)):
        lines.append(line)
        if chance.random() < 0.1:
            lines.append(chance.choice(["", "nonsense", "[]", '{"id": 7, "units": {"FRANCE": ["A XXX"]}}']))
        if chance.random() < 0.1:
            lines.append('{"units": {"FRANCE": ["A PAR", "A PAR"]}}')
        if chance.random() < 0.1:
            lines.append('{"id": "r", "phase": "retreat", "dislodged": {"A BUR": {"power": "FRANCE"}}}')
        if chance.random() < 0.1:
            lines.append('{"id": "m", "rules": "1971", "map": "czech1962", "units": {"FRANCE": ["A PAR"]}}')
    return lines


def test_a_block_is_answered_as_its_lines_are() -> None:
    lines = mixed_lines(150)
    assert answer_block(lines) == list(answer_lines(lines))


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        '{"id": null, "units": {}, "orders": {}, "centers": {}}',
        '{"id": true, "units": {"FRANCE": ["A PAR"]}}',
        '{"id": -0, "units": {"FRANCE": ["A PAR"], "ITALY": []}, "orders": {"ITALY": []}}',
        '{"id": 123456789012345678901234567890}',
        '{"id": 1.0}',
        '{"id": [1]}',
        '{"id": "a\\u010d\\ud800"}',
        '{"id": 1, "id": 2}',
        '{"units": {"FRANCE": ["A PAR"]}, "units": {"FRANCE": ["A MAR"]}}',
        '{"units": {"FRANCE": ["A PAR"], "FRANCE": ["A MAR"]}}',
        '{"units": []}',
        '{"orders": 0}',
        '{"centers": ""}',
        '{"options": false}',
        '{"units": {"FRANCE": "A"}}',
        '{"units": {"FRANCE": ["A PAR", "A PAR"]}}',
        '{"units": {"FRANCE": ["F STP/SC"], "RUSSIA": ["A STP"]}}',
        '{"units": {"FRANCE": ["F STP"]}}',
        '{"units": {"FRANCE": ["A PAR H"]}, "orders": {"FRANCE": ["A PAR S A BUR", "A PAR - BUR"]}}',
        '{"units": {"A PAR H": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}',
        '{"units": {"FRANCE": ["A PAR"]}, "centers": {"FRANCE": ["A PAR H"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}',
        '{"units": {"FRANCE": ["A PAR "]}, "orders": {"FRANCE": ["a par-bur"]}}',
        '{"units": {"France": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}',
        '{"units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR", "A PAR - GAS"]}}',
        '{"units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR H", "A PAR H"]}}',
        '{"units": {"FRANCE": ["A PAR"]}, "orders": {"ITALY": ["A PAR - BUR"]}}',
        '{"units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A BUR S A PAR"]}}',
        '{"units": {"FRANCE": ["A PAR", "A BUR"]}, "orders": {"FRANCE": ["A BUR S GERMANY A PAR"]}}',
        '{"units": {"FRANCE": ["F MAO"]}, "orders": {"FRANCE": ["F MAO - SPA"]}}',
        '{"units": {"FRANCE": ["F MAO"]}, "orders": {"FRANCE": ["F MAO - SPA/EC"]}}',
        '{"units": {"FRANCE": ["A GAS"]}, "orders": {"FRANCE": ["A GAS - SPA/NC"]}}',
        '{"phase": "retreat", "units": {"FRANCE": ["A PAR"]}}',
        '{"phase": "movement", "season": "F1901R"}',
        '{"season": 7}',
        '{"season": "f1901m", "units": {"FRANCE": ["A BEL"]}, "centers": {"FRANCE": ["PAR"]}}',
        '{"centers": {"FRANCE": ["PAR"], "ITALY": ["PAR"]}}',
        '{"centers": {"FRANCE": ["BUR"]}}',
        '{"units": {"FRANCE": ["A PAR"]}, "terms": "datc"}',
        '{"units": {"FRANCE": ["A PAR"]}, "idle": ["FRANCE"], "contested": ["BUR"]}',
        '{"units": {"FRANCE": ["A PAR"]}, "options": {"implicit_orders": "allowed"}}',
        '{"units": {"FRANCE": ["A PAR"]}, "options": {"paradox_backup": "all-hold"}}',
        '{"rules": "no such"}',
        '{"map": "no such"}',
        '{"unit": {}}',
    ],
)
def test_what_is_unusual_in_a_line_is_answered_all_the_same(line: str) -> None:
    for brief in (False, True):
        assert answer_block([line], brief=brief) == list(answer_lines([line], brief=brief))


def left_to_codec(lines: list[str]) -> list[str]:
    block_lines = canonical.Lines("\n".join(lines).encode())
    looked_up = {number for block in block_lines.blocks() for number in block.numbers.tolist()}
    return [line for number, line in enumerate(lines) if number not in looked_up]


def read_singly(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which each line is added from now on that is read by itself."""
    read: list[str] = []

    def reading(line: str) -> object:
        read.append(line)
        return turn_in(line)

    monkeypatch.setattr(answering, "turn_in", reading)
    return read


IMPOSSIBLE = [
    '{"id": "i", "units": {"FRANCE": ["A PAR", "A PAR"]}, "orders": {"FRANCE": ["A PAR H"]}}',
    '{"id": "i", "units": {"FRANCE": ["F STP/SC"], "RUSSIA": ["A STP"]}}',
    '{"id": "i", "units": {"FRANCE": ["A XXX"]}, "orders": {"FRANCE": ["A XXX H"]}, "centers": {"FRANCE": ["PAR"]}}',
    '{"id": "i", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A BUR H", "A PAR - BUR"]}}',
    '{"id": "i", "units": {"FRANCE": [["A PAR"], "A BUR"]}, "centers": {"FRANCE": []}}',
    '{"id": "i", "units": {"FRANCE": ["A PAR"]}, "centers": {"FRANCE": ["PAR", "PAR", "XXX", {}]}}',
]


def test_an_impossible_position_leaves_its_neighbors_together(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = lines_of(movements(60))
    usual = [line for line in lines if line not in left_to_codec(lines)]
    mixed = [line for number, line in enumerate(usual) for line in (IMPOSSIBLE[number % len(IMPOSSIBLE)], line)]
    expected, read = list(answer_lines(mixed)), read_singly(monkeypatch)
    assert answer_block(mixed) == expected
    assert set(read) == set(IMPOSSIBLE)


def test_a_line_that_fails_leaves_its_neighbors_together(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = lines_of(movements(40))
    expected = list(answer_lines(lines))
    together = wording.answers

    def failing(block: canonical.Block, *, brief: bool) -> tuple[bytes, object]:
        if any(block.lines[number].decode().strip() == faulty for number in block.numbers.tolist()):
            raise StandoffError
        return together(block, brief=brief)

    left = left_to_codec(lines)
    faulty = next(line for line in lines[13:] if line not in left)
    monkeypatch.setattr(wording, "answers", failing)
    read = read_singly(monkeypatch)
    assert answer_block(lines) == expected
    assert sorted(read) == sorted([*left, faulty])


def test_a_fault_of_compiled_code_costs_no_answer_and_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    lines = lines_of(movements(10))

    def failing(*_: object, **__: object) -> list[str]:
        raise IndexError("out of the table")

    monkeypatch.setattr(wording, "answers", failing)
    assert answer_block(lines) == list(answer_lines(lines))
    assert "internal error" in caplog.text
    assert "out of the table" in caplog.text


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ('{"id": ' + "9" * 5000 + "}", "a number has too many digits"),
        ('{"id": ' + "[" * 5000 + "]" * 5000 + "}", "deeper than 100 times"),
        ('{"id": ' + "[" * 100 + "]" * 100 + "}", "deeper than 100 times"),
        ('{"units": ' + '{"a":' * 950 + "1" + "}" * 950 + "}", "deeper than 100 times"),
        ('{"id": NaN}', "no JSON: NaN"),
        ('{"id": [1e400]}', "id: JSON has no infinite numbers"),
        ('{"units": {"FRANCE": ["A PAR"], "FRANCE": ["A MAR"]}}', "key 'FRANCE' appears twice"),
        ('{"units": []}', "units: expected an object"),
        ('{"orders": 0}', "orders: expected an object"),
        ('{"options": {"name": "x"}}', "no option named 'name'"),
        ('{"options": {"self": "x"}}', "no option named 'self'"),
        ('{"map": "' + "x" * 5000 + '"}', "no board named"),
        ('{"map": "\\u0000"}', "no board named"),
        ('{"centers": {"FRANCE": ["PAR", "PAR"]}}', "centers of FRANCE: PAR is listed twice"),
        ('{"dislodged": {"A BUR": {"power": "FRANCE", "by_convoy": "no"}}}', "by_convoy is true or false"),
        ('{"dislodged": {"A BUR": {"power": "FRANCE", "form": "MUN"}}}', "unknown key 'form'"),
    ],
)
def test_what_cannot_be_meant_is_answered_with_an_error(line: str, error: str) -> None:
    (alone,) = answer_lines([line])
    assert answer_block([line]) == [alone]
    assert alone[1] is False
    assert error in json.loads(alone[0])["error"]


@pytest.mark.parametrize("content", ["5", '{"extends": 5}', "[" * 5000, '{"extends": "itself.json"}'])
def test_a_board_file_that_is_none_is_answered_with_an_error(
    content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ((text, good),) = answer_lines([json.dumps({"map": written(tmp_path / "itself.json", content)})])
    assert good is False
    assert "board" in json.loads(text)["error"]


def test_every_answer_can_be_written() -> None:
    """Half of a surrogate pair is allowed in JSON, and no character."""
    for line in ('{"id": "\\ud800é"}', '{"id": "\\udfff", "map": "\\ud800.json"}'):
        ((text, _),) = answer_lines([line])
        assert json.loads(text.encode("utf-8"))["id"] == json.loads(line)["id"]
        assert answer_block([line])[0][0] == text
    assert "é" in next(answer_lines(['{"id": "\\ud800é"}']))[0]


def test_centers_of_a_power_under_two_names_are_all_its_own() -> None:
    ((text, _),) = answer_lines(['{"centers": {"FRANCE": ["PAR"], "French": ["MAR"]}}'])
    assert json.loads(text)["centers"] == {"FRANCE": ["PAR", "MAR"]}


def answered(lines: Iterable[str], work: Work, *, together: int = 10) -> tuple[list[str], int]:
    """Return the answers to lines in blocks, and how many of them say ``error``."""
    each = iter(lines)
    some = iter(lambda: list(islice(each, together)), [])
    given = ("".join(f"{line}\n" for line in block).encode() for block in some)
    return unpacked(answer_blocks(given, jobs=2, work=work))


def unpacked(answers: Iterable[BlockAnswers]) -> tuple[list[str], int]:
    block_answers = list(answers)
    texts = b"".join(block.text for block in block_answers).decode().split("\n")
    assert sum(block.count for block in block_answers) == len(texts) - 1
    assert not texts.pop()
    return texts, sum(block.unreadable for block in block_answers)


DIED = {"id": "kill", "error": "the process that worked on this line died"}
def expected_of(lines: Sequence[str]) -> tuple[list[str], int]:
    answers = list(answer_lines(lines))
    return [text for text, _ in answers], sum(not good for _, good in answers)


def in_lanes(lines: Sequence[str], together: int = 40) -> tuple[list[str], int]:
    """Return what threads answer, and how many of that say ``error``."""
    given = ["".join(f"{line}\n" for line in lines[n : n + together]).encode() for n in range(0, len(lines), together)]
    return unpacked(blocks.answer_in_blocks(given, jobs=3, expected=1e9))


def test_threads_answer_in_order_and_as_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line once, in its place, also while the texts of orders are learned by all of them at once."""
    lines = mixed_lines(200)
    monkeypatch.setattr(canonical, "_settings", canonical._Settings())
    board_words._kept_words.cache_clear()
    assert in_lanes(lines, 15) == expected_of(lines)


@pytest.mark.slow
@pytest.mark.parametrize("work", [dying, dying_while_it_answers])
def test_a_process_that_dies_loses_no_line(work: Work) -> None:
    """Nor where what it wrote is half an answer: nobody may wait for the rest."""
    lines = lines_of(movements(40))
    answers, unreadable = answered([*lines[:14], KILLER, *lines[14:]], work)
    expected, others = expected_of(lines)
    assert json.loads(answers.pop(14)) == DIED
    assert (answers, unreadable) == (expected, others + 1)


def batch_command(*arguments: str, **settings: Any) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "standoff", "batch", *arguments]
    return subprocess.Popen(command, stderr=subprocess.PIPE, **settings)


@pytest.mark.slow
def test_lines_are_utf8_whatever_the_terminal_speaks(tmp_path: Path) -> None:
    """In both directions, and with the mark that some editors put before the first line."""
    file = tmp_path / "turns.jsonl"
    file.write_bytes(b'\xef\xbb\xbf{"id": "\xc5\x99\xff"}\r\n\r\n{"id": 2}')
    env = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    with batch_command(str(file), stdout=subprocess.PIPE, env=env) as process:
        output, errors = process.communicate(timeout=20)
    assert errors == b""
    assert [json.loads(line)["id"] for line in output.splitlines()] == ["ř\ufffd", 2]


# -- room for outcomes ------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_room_is_filled_anew_for_other_turns_of_the_same_size() -> None:
    """Nothing of what stood in it before is left: retreats and contested provinces among it."""
    pairs = drawn(300)
    turns, _ = batch.encode(pairs)
    backwards = batch.Batch(turns.board, turns.start, turns.units, turns.orders.copy())
    backwards.orders[:, 0] = np.where(backwards.orders[:, 0] == MOVES, MOVES, 0)
    room = batch.adjudicate_batch(turns)
    kept = {name: getattr(room, name).copy() for name in ("answers", "masks", "contested", "retreats", "decided_by")}
    again = batch.adjudicate_batch(backwards, room=room)
    fresh = batch.adjudicate_batch(backwards)
    assert again.answers is room.answers
    for name in kept:
        assert (getattr(again, name) == getattr(fresh, name)).all()
    once_more = batch.adjudicate_batch(turns, room=again, checked=True)
    for name, array in kept.items():
        assert (getattr(once_more, name) == array).all()
    with pytest.raises(ValueError, match="there is room for"):
        batch.adjudicate_batch(batch.encode(pairs[:3])[0], room=room)


def test_reasons_may_be_left_out() -> None:
    pairs = drawn(100)
    turns, _ = batch.encode(pairs)
    full, short = batch.adjudicate_batch(turns), batch.adjudicate_batch(turns, reasons=False)
    assert not len(short.decided_by)
    fields = ["reason", "attack", "hold", "prevent"]
    assert not any(short.answers[name].any() for name in fields)
    rest = [name for name in full.answers.dtype.names if name not in fields]
    assert (short.answers[rest] == full.answers[rest]).all()
    assert (short.retreats == full.retreats).all()


def test_an_order_for_nobody_in_arrays_is_given_for_an_empty_province() -> None:
    """A turn handed over to the plain solver may hold one."""
    turns, _ = batch.encode([(Position((Unit(ARMY, "PAR", "FRANCE"),)), [])])
    turns.orders[0] = 2, -1, 5, 0
    (order,) = turns.given(0)
    assert not adjudicate(turns.position(0), [order]).success(order)
