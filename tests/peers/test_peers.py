"""Peers: each adapter, what it says it cannot express, programs that misbehave, and standoff behind each protocol."""

from __future__ import annotations

import doctest
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standoff.cases.read import read_cases, read_text
from standoff.cases.run import counted_orders, play_case
from standoff.map import Board, Phase, PhaseType, Position, StandoffError, Unit, UnitType, load_board, starting_position
from standoff.peers.adapters import Answer, PeerError, PeerUnavailable, open_peer
from standoff.peers.adapters.cdippy import RULES, CdippyPeer, read_answer, unwritable, written
from standoff.peers.adapters.exchange import answer_of, request_of
from standoff.peers.adapters.folder import record as recorded
from standoff.peers.adapters.lines import LinesPeer
from standoff.peers.adapters.peer import NotExpressible
from standoff.peers.random_turns.generator import question as drawn
from standoff.peers.stand_ins import game as game_module
from standoff.peers.stand_ins.cdippy_server import CdippyError, CdippySession, cdippy_answers
from standoff.peers.stand_ins.game import Game
from standoff.solver import (
    Build,
    Disband,
    Order,
    Retreat,
    Rulebook,
    UnitName,
    Waive,
    adjudicate_phase,
    centers_after,
    following,
    rulebook,
)
from standoff.text.reading import read_order
from standoff.turn.codec import rules_object
from standoff.turn.turn import Turn
from tests.helpers.command import run
from tests.helpers.paths import LIBRARY, ROOT
from tests.helpers.turns import landings, turns

BOARD = load_board()
SERVE = [sys.executable, "-m", "standoff", "serve", "--as"]


def units_of(**by_power: list[str]) -> tuple[Unit, ...]:
    return tuple(Unit(UnitType(t[0]), t[2:], power) for power, texts in by_power.items() for t in texts)


def orders_of(**by_power: list[str]) -> tuple[Order, ...]:
    return tuple(read_order(text, power, BOARD) for power, texts in by_power.items() for text in texts)


ATTACK = Turn(
    Position(units_of(FRANCE=["A PAR", "A MAR"], GERMANY=["A BUR", "A MUN"])),
    orders_of(FRANCE=["A PAR - BUR", "A MAR S A PAR - BUR"], GERMANY=["A BUR H", "A MUN - RUH"]),
)


def own_answer(question: Turn, rules: Rulebook) -> Answer:
    """What standoff makes of a question, in the form of a peer's answer."""
    result = adjudicate_phase(question.position, question.orders, rules=rules, board=question.board)
    told: dict[Order, set[bool]] = {}
    for found in list(result)[: len(question.orders)]:
        told.setdefault(found.order, set()).add(found.success)
    success = {order: verdicts.pop() for order, verdicts in told.items() if len(verdicts) == 1}
    dislodged = None
    if question.type is PhaseType.MOVEMENT:
        dislodged = {d.unit: frozenset(result.retreats[d.unit.province]) for d in result.after.dislodged}
    centers = {center: power for power, owned in result.after.centers.items() for center in owned}  # of a winter
    return Answer(frozenset(result.after.units), dislodged, success, centers if question.position.centers else None)


def in_phase(position: Position, kind: PhaseType) -> Position:
    return replace(position, phase=Phase("W" if kind is PhaseType.ADJUSTMENT else "F", 1901, kind))


@st.composite
def questions(draw: st.DrawFn) -> Turn:
    """A movement phase; or the retreats that follow one, or the adjustments, with orders good and bad."""
    units, orders = draw(st.one_of(turns(), landings()))
    start = in_phase(Position(tuple(units)), PhaseType.MOVEMENT)
    question = Turn(start, tuple(orders), board=BOARD)
    kind = draw(st.sampled_from(list(PhaseType)))
    if kind is PhaseType.MOVEMENT:
        return question
    result = adjudicate_phase(start, orders, board=BOARD)
    after = result.after
    given: list[Order] = []
    if kind is PhaseType.RETREAT:
        for d in after.dislodged:
            places = [*result.retreats[d.unit.province], "NTH", "PAR"]
            named = UnitName(d.unit.location, d.unit.type)
            given.append(Retreat(d.unit.power, named, draw(st.sampled_from(places))))
            if draw(st.integers(0, 3)) == 0:
                given[-1] = Disband(d.unit.power, named)
    else:
        after = replace(after, dislodged=(), contested=frozenset())
        owned = {power: tuple(c for c in BOARD.powers[power].homes if draw(st.booleans())) for power in BOARD.powers}
        after = replace(after, centers=centers_after(BOARD, replace(after, centers=owned)))
        for power in ("ENGLAND", "FRANCE", "GERMANY"):
            standing = [unit for unit in after.units if unit.power == power]
            for unit in standing[: draw(st.integers(0, 2))]:
                given.append(Disband(power, UnitName(unit.location, unit.type)))
            for home in BOARD.powers[power].homes[: draw(st.integers(0, 2))]:
                given.append(Build(power, UnitName(home, draw(st.sampled_from(UnitType)))))
            given.extend([Waive(power)] * draw(st.integers(0, 2)))
    return Turn(in_phase(after, kind), tuple(given), board=BOARD)


# -- the interchange lines --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def itself() -> Iterator[LinesPeer]:
    peer = LinesPeer([*SERVE, "lines"], 20.0)
    yield peer
    peer.close()


@pytest.mark.slow
@given(question=questions(), preset=st.sampled_from(["2023", "1982", "2000", "webdiplomacy"]))
def test_standoff_behind_the_lines_agrees_with_itself(itself: LinesPeer, question: Turn, preset: str) -> None:
    itself.rules = rulebook(preset)
    assert itself.cannot(question) is None
    assert itself.answer(question) == own_answer(question, itself.rules)


def test_a_rulebook_with_options_is_asked_for_with_its_options() -> None:
    rules = rulebook("1982", adjacent_convoy="explicit", waiving="not-allowed")
    assert rules_object(rules) == {
        "rules": "1982",
        "options": {"adjacent_convoy": "explicit", "waiving": "not-allowed"},
    }
    assert rules_object(rulebook("2000")) == {"rules": "2000"}


def test_what_the_lines_cannot_express_is_said() -> None:
    peer = open_peer(f"lines:{sys.executable} -c pass")
    assert peer.cannot(ATTACK) is None
    peer.rules = rulebook(missing_nationality="invalid")
    foreign = replace(ATTACK, orders=orders_of(FRANCE=["A MAR S German A BUR"]))
    assert peer.cannot(foreign) == "the power of a unit that an order names"


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ({}, "expected 'units'"),
        ({"error": "bad line"}, "it says: bad line"),
        ({"units": {"FRANCE": ["A NOWHERE"]}}, "'F STP/SC', it says 'FRANCE: A NOWHERE'"),
        ({"units": {"MARS": ["A PAR"]}}, "expected one of the powers AUSTRIA, .*, TURKEY, it says 'MARS'"),
        ({"units": {"FRANCE": [7]}}, "units of FRANCE: expected a list of texts, found [[]7[]]"),
        ({"units": ["A PAR"]}, 'units: expected an object, found [[]"A PAR"[]]'),
        ({"units": {"FRANCE": "A PAR"}}, 'units of FRANCE: expected a list of texts, found "A PAR"'),
        ({"units": {}, "dislodged": {"A BUR": "GAS"}}, 'A BUR: expected an object, found "GAS"'),
        ({"units": {}, "dislodged": {"A BUR": {"power": 7, "retreats": []}}}, "expected 'power' and 'retreats'"),
        ({"units": {}, "orders": {"FRANCE": ["A PAR - BUR"]}}, "FRANCE: expected an object"),
        ({"units": {}, "dislodged": {"A BUR": {"power": "GERMANY"}}}, "retreats"),
        ({"units": {}, "dislodged": {"A BUR": {"power": "GERMANY", "retreats": ["XXX"]}}}, "to places on the board"),
        ({"units": {"FRANCE": ["A PAR", "A PAR"]}}, "A PAR of FRANCE is listed twice"),
        ({"units": {}, "orders": []}, "orders: expected an object, found"),
    ],
)
def test_a_nonsensical_answer_is_an_error(answer: dict[str, object], fault: str) -> None:
    with pytest.raises(PeerError, match=fault):
        answer_of(ATTACK, answer)


@pytest.mark.skipif(os.name != "posix", reason="files are executable by a flag")
def test_why_a_file_cannot_be_run_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").write_text("#!/bin/sh\n")
    (tmp_path / "folder").mkdir()
    for name, said in (
        ("./mine", "no program './mine' can be run: the file may not be executed (chmod +x)"),
        ("./folder", "no program './folder' can be run: it is a folder"),
        ("./none", "no program './none' can be run"),
    ):
        with pytest.raises(PeerUnavailable) as fault:
            open_peer(f"lines:{name}")
        assert str(fault.value) == said
    (tmp_path / "mine").chmod(0o755)
    with pytest.raises(PeerUnavailable, match=r"no program 'mine' can be run; expected \./mine$"):
        open_peer("lines:mine")


def test_an_error_that_is_null_is_none() -> None:
    assert answer_of(ATTACK, {"units": {}, "error": None}) == Answer(frozenset())


@pytest.mark.parametrize("power", ["FRANCE", "france", "France"])
def test_capitals_do_not_matter_in_an_answer(power: str) -> None:
    dislodged = {"a bur": {"power": power, "retreats": ["gas"]}}
    found = answer_of(ATTACK, {"units": {power: ["a par", "f stp/sc"]}, "dislodged": dislodged})
    par, stp = Unit(UnitType.ARMY, "PAR", "FRANCE"), Unit(UnitType.FLEET, "STP/SC", "FRANCE")
    assert found.units == {par, stp}
    assert found.dislodged == {Unit(UnitType.ARMY, "BUR", "FRANCE"): {"GAS"}}


def test_ids_of_a_board_may_have_small_letters() -> None:
    power = {"adjective": "Red", "units": []}
    board = Board(
        {
            "name": "small",
            "powers": {"Red": {**power, "name": "Reds", "homes": ["one"]}},
            "provinces": {
                "one": {"name": "First", "kind": "inland", "center": True},
                "two": {"name": "Second", "kind": "inland"},
            },
            "army": {"one": "two"},
            "fleet": {},
        }
    )
    unit = Unit(UnitType.ARMY, "one", "Red")
    question = Turn(Position((unit,), centers={"Red": ("one",)}), (), board=board)
    dislodged = {"A one": {"power": "Red", "retreats": ["two"]}}
    found = answer_of(question, {"units": {"Red": ["A one"]}, "dislodged": dislodged, "centers": {"Red": ["one"]}})
    assert (found.units, found.dislodged, found.centers) == ({unit}, {unit: {"two"}}, {"one": "Red"})


def test_what_is_wrong_with_all_answers_is_one_message() -> None:
    """It names what differs from one answer to the next, but is the same fault."""
    told: set[tuple[str, str]] = set()
    for units in ({"FRANCE": ["PAR"]}, {"ITALY": ["A ROM"], "TURKEY": ["F"]}):
        with pytest.raises(PeerError) as fault:
            answer_of(ATTACK, {"units": units})
        told.add((fault.value.message, str(fault.value)))
    assert len({message for message, _ in told}) == 1
    assert len(told) == 2


def test_a_byte_order_mark_before_the_first_answer_is_no_part_of_it(tmp_path: Path) -> None:
    script = tmp_path / "peer.py"
    script.write_text('input()\nprint("\\ufeff" + \'{"id": 1, "units": {"FRANCE": ["A PAR"]}}\')')
    peer = open_peer(f"lines:{sys.executable} -X utf8 {script}")
    assert peer.answer(ATTACK).units == {Unit(UnitType.ARMY, "PAR", "FRANCE")}
    peer.close()


def test_a_program_may_say_that_it_cannot(tmp_path: Path) -> None:
    script = tmp_path / "peer.py"
    script.write_text(
        "import json, sys\nfor line in sys.stdin:\n"
        '    print(json.dumps({"id": json.loads(line)["id"], "cannot": "no retreats here"}), flush=True)\n'
    )
    peer = open_peer(f"lines:{sys.executable} {script}")
    with pytest.raises(NotExpressible, match=r"^no retreats here$"):
        peer.answer(ATTACK)
    peer.close()


def test_a_peer_can_be_given_a_name_and_a_version() -> None:
    peer = open_peer(f"lines:{sys.executable} -c pass", name="mine", version="0.3")
    assert (peer.name, peer.version) == ("mine", "0.3")


def test_the_wording_of_a_question_is_what_the_peer_reads() -> None:
    lines = open_peer(f"lines:{sys.executable} -c pass")
    request = json.loads(lines.wording(ATTACK))
    assert request["orders"] == {
        "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"],
        "GERMANY": ["A BUR H", "A MUN - RUH"],
    }
    cdippy = CdippyPeer([sys.executable], 1.0)
    assert cdippy.wording(ATTACK).splitlines() == [
        *("PAR A France", "MAR A France", "BUR A Germany", "MUN A Germany", ""),
        *("PAR - BUR", "MAR S PAR - BUR", "MUN - RUH", ""),
    ]


def test_what_an_answer_leaves_out_is_not_told() -> None:
    assert answer_of(ATTACK, {"units": {"FRANCE": ["A BUR"]}}) == Answer(frozenset(units_of(FRANCE=["A BUR"])))


# -- programs that misbehave ------------------------------------------------------------------------

ONCE = """
import sys, time, os, pathlib
marker = pathlib.Path({marker!r})
if not marker.exists():
    marker.write_text("been here")
    {misdeed}
sys.argv = ["standoff", "serve", "--as", {protocol!r}]
from standoff.commands.cli import main
main()
"""
MISDEEDS = {
    "crash": ("sys.stdin.readline(); sys.exit('no memory left')", "ended with status 1: no memory left"),
    "killed": ("os.kill(os.getpid(), 9)", "died of signal 9"),
    "hang": ("time.sleep(600)", "no answer within 4 seconds"),
    "babble": ("print('Welcome! How are you?'); sys.stdout.flush()", "Welcome! How are you"),
    "flood": (
        "[sys.stdout.write('x' * 65536) for _ in range(10**4)]",
        "xxx",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("misdeed", MISDEEDS)
@pytest.mark.parametrize("protocol", ["lines", "cdippy"])
def test_a_program_that_misbehaves_spoils_one_question_only(protocol: str, misdeed: str, tmp_path: Path) -> None:
    code, fault = MISDEEDS[misdeed]
    script = tmp_path / "peer.py"
    script.write_text(ONCE.format(marker=str(tmp_path / "marker"), misdeed=code, protocol=protocol))
    peer = open_peer(f"{protocol}:{sys.executable} {script}", timeout_seconds=4.0 if misdeed == "hang" else 60.0)
    with pytest.raises(PeerError, match=fault):
        peer.answer(ATTACK)
    timed = peer._child if isinstance(peer, LinesPeer) else peer
    timed.timeout_seconds = 60.0  # type: ignore[union-attr]
    assert peer.answer(ATTACK) == own_answer(ATTACK, peer.rules)
    peer.close()


@pytest.mark.slow
@pytest.mark.parametrize("protocol", ["lines", "cdippy"])
def test_the_name_of_a_peer_names_it(protocol: str, tmp_path: Path) -> None:
    """With blanks and quotes in it, too: given again, the name opens the same peer."""
    script = tmp_path / "my peer's program.py"
    script.write_text(
        f"import sys\nsys.argv = ['standoff', 'serve', '--as', '{protocol}']\n"
        "from standoff.commands.cli import main\nmain()\n"
    )
    peer = open_peer(f'{protocol}:{sys.executable} "{script}"')
    again = open_peer(peer.name)
    assert again.name == peer.name
    assert again.answer(ATTACK) == own_answer(ATTACK, again.rules)
    again.close()


def test_an_answer_to_another_question_is_no_answer(tmp_path: Path) -> None:
    script = tmp_path / "peer.py"
    script.write_text('import sys\nfor line in sys.stdin: print(\'{"id": 99, "units": {}}\', flush=True)')
    peer = open_peer(f"lines:{sys.executable} {script}")
    with pytest.raises(PeerError, match="an answer with the id 1"):
        peer.answer(ATTACK)
    peer.close()


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        ("chess", "no peer 'chess'; expected one of diplomacy"),
        ("diplomacy:", "no peer"),
        ("cdippy:", "no peer"),
        ("cdippy:/no/such/cdippy", "no program '/no/such/cdippy' can be run"),
        ("lines:no-such-program at all", "no program 'no-such-program' can be run"),
        ("lines:'unfinished", "No closing quotation"),
        ("diplomacy:/no/such/python", "no program '/no/such/python' can be run"),
        ("folder:/no/such/folder", "not a folder with files"),
    ],
)
def test_a_peer_that_cannot_be_started_is_said(spec: str, fault: str) -> None:
    with pytest.raises(PeerUnavailable, match=fault):
        open_peer(spec)


# -- recorded answers -------------------------------------------------------------------------------


def record(folder: Path, question: Turn, rules: Rulebook, answer: dict[str, object]) -> None:
    line = json.dumps({"request": request_of(question, rules), "answer": answer})
    with (folder / "recorded.jsonl").open("a") as file:
        file.write(line + "\n")


def test_a_recorded_answer_is_found_by_what_was_asked(tmp_path: Path) -> None:
    rules = rulebook("2000", adjacent_convoy="explicit")
    record(tmp_path, ATTACK, rules, {"units": {"FRANCE": ["A MAR", "A PAR"], "GERMANY": ["A BUR", "A RUH"]}})
    peer = open_peer(f"folder:{tmp_path}")
    assert dict(peer.rules) == dict(rules)
    turned = replace(
        ATTACK,
        position=replace(ATTACK.position, units=ATTACK.position.units[::-1], phase=Phase.parse("F1904M")),
        orders=ATTACK.orders[::-1],
    )
    assert peer.cannot(turned) is None
    assert peer.answer(turned).units == frozenset(units_of(FRANCE=["A MAR", "A PAR"], GERMANY=["A BUR", "A RUH"]))
    other = replace(ATTACK, orders=ATTACK.orders[:-1])
    assert peer.cannot(other) == "no record of it"
    with pytest.raises(PeerError, match="not recorded"):
        peer.answer(other)


@pytest.mark.slow
def test_what_is_recorded_is_read_back(tmp_path: Path) -> None:
    """Of every kind of phase: each question is found, and its answer is what it was."""
    rules = rulebook("2000", adjacent_convoy="explicit")
    asked = [drawn(2, number) for number in range(150)]
    lines = [recorded(question, rules, own_answer(question, rules)) for question in asked]
    (tmp_path / "drawn.jsonl").write_text("\n".join(lines), encoding="utf-8")
    peer = open_peer(f"folder:{tmp_path}")
    assert dict(peer.rules) == dict(rules)
    for question in asked:
        assert peer.cannot(question) is None
        assert peer.answer(question) == own_answer(question, rules)
    units_only = replace(own_answer(ATTACK, rules), dislodged=None, success=None)
    (tmp_path / "drawn.jsonl").write_text(recorded(ATTACK, rules, units_only))
    assert open_peer(f"folder:{tmp_path}").answer(ATTACK) == units_only
    foreign = replace(ATTACK, orders=orders_of(FRANCE=["A MAR S German A BUR"]))
    with pytest.raises(PeerError, match="the power of a unit that an order names"):
        recorded(foreign, rulebook(missing_nationality="invalid"), units_only)


def test_adjustments_in_another_sequence_are_another_question(tmp_path: Path) -> None:
    builds = orders_of(FRANCE=["A PAR B", "A MAR B"])
    position = Position((), {"FRANCE": ("PAR", "MAR")}, phase=Phase.parse("W1901A"))
    question = Turn(position, builds, board=BOARD)
    record(tmp_path, question, rulebook(), {"units": {}})
    peer = open_peer(f"folder:{tmp_path}")
    assert peer.cannot(question) is None
    assert peer.cannot(replace(question, orders=builds[::-1])) == "no record of it"


def test_records_of_several_rulebooks_are_refused(tmp_path: Path) -> None:
    record(tmp_path, ATTACK, rulebook(), {"units": {}})
    record(tmp_path, ATTACK, rulebook("1982"), {"units": {}})
    with pytest.raises(PeerUnavailable, match="records of several rulebooks: 2023, 1982"):
        open_peer(f"folder:{tmp_path}")


@pytest.mark.parametrize("line", ["{", "[]", '{"request": {}}', '{"request": {"units": 3}, "answer": {}}'])
def test_a_line_that_is_no_record_is_shown(line: str, tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text("\n" + line)
    with pytest.raises(PeerUnavailable, match=r"bad\.jsonl, line 2: "):
        open_peer(f"folder:{tmp_path}")


# -- cdippy -----------------------------------------------------------------------------------------


def said(*lines: str, rules: Rulebook = RULES) -> list[str]:
    return list(cdippy_answers(lines, CdippySession(rules)))


@pytest.mark.slow
@given(turn=st.one_of(turns(), landings()))
def test_standoff_behind_the_protocol_of_cdippy_agrees_with_itself(turn: tuple[list[Unit], list[Order]]) -> None:
    question = Turn(Position(tuple(turn[0])), tuple(turn[1]), board=BOARD)
    why = unwritable(question)
    if why is not None:
        assert why in ("a coast in a support or convoy", "a support or convoy to where the unit stands")
        return
    text, orders = written(question)
    (answer,) = said(*text.splitlines())
    expected = own_answer(question, RULES)
    # cdippy names the province of a retreat only, and knows no order to hold: both are worked out from what it says
    assert read_answer(question, orders, answer) == expected


@pytest.mark.slow
def test_cdippy_is_talked_to_end_to_end() -> None:
    peer = CdippyPeer([*SERVE, "cdippy"], 20.0)
    assert peer.answer(ATTACK) == own_answer(ATTACK, peer.rules)
    assert peer.answer(ATTACK).dislodged == {
        Unit(UnitType.ARMY, "BUR", "GERMANY"): frozenset({"BEL", "GAS", "MUN", "PIC"})
    }


def test_the_protocol_of_cdippy_in_full() -> None:
    """The forms of its statements: both ways to write a coast, capitals or not, spaces or not, via convoy."""
    first = ("spa(nc) f france", "MAR A France", "LON A ENGLAND", "NTH F ENGLAND", "", "SPA-MAO", "MAR - SPA")
    assert said(*first, "lon-bel c", "NTH C LON-BEL", "") == [
        "0: SUCCEEDS\n1: SUCCEEDS\n2: SUCCEEDS\n3: SUCCEEDS\n\n\n"
    ]
    assert said("BUL NC F TURKEY", "", "BUL - RUM", "") == ["0: SUCCEEDS\n\n\n"]  # its name for the east coast
    assert said("RUM F RUSSIA", "", "RUM - BUL NC", "") == ["0: SUCCEEDS\n\n\n"]
    assert said("GAS F FRANCE", "", "GAS - SPA", "") == ["0: FAILS\n\n\n"]  # the coast is always required
    assert said("", "", "PAR A FRANCE", "", "PAR S MAR", "") == ["\n\n", "0: FAILS\n\n\n"]


def test_cdippy_keeps_the_board_and_forgets_the_orders() -> None:
    attack = ("PAR A FRANCE", "MAR A FRANCE", "BUR A GERMANY", "", "PAR - BUR", "MAR S PAR - BUR", "")
    dislodged = "0: SUCCEEDS\n1: SUCCEEDS\n\nBUR: BEL GAS MUN PIC RUH\n\n"
    assert said(*attack, *attack[3:]) == [dislodged, dislodged]
    assert said(*attack, "CLEAR BUR", *attack[3:])[1] == "0: SUCCEEDS\n1: SUCCEEDS\n\n\n"
    assert said(*attack, "CLEAR ALL", *attack[3:])[1] == "0: FAILS\n1: FAILS\n\n\n"
    # a second order to a unit takes the place of the first
    assert said(*attack[:-1], "PAR - GAS", "")[0] == "0: SUCCEEDS\n1: FAILS\n\n\n"


def test_what_cdippy_ignores_is_complained_of() -> None:
    complaints: list[str] = []
    session = CdippySession(complain=complaints.append)
    lines = ["SPA F FRANCE", "NTH A ENGLAND", "PAR A FRANCE", ""]
    everywhere = [province.id for province in BOARD.provinces][:35]
    (answer,) = cdippy_answers([*lines, *(f"{p} - PAR" for p in everywhere), ""], session)
    assert answer.count(":") == 34
    assert [text.split(";")[0] for text in complaints] == [
        "SPA F FRANCE: ignored",
        "NTH A ENGLAND: ignored",
        f"{everywhere[34]} - PAR: ignored",
    ]


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (["PAR FRANCE"], "line 1, 'PAR FRANCE': expected a unit or CLEAR, or an empty line"),
        (["", "PAR H"], "line 2, 'PAR H': expected an order, or an empty line"),
        (["", "PAR A FRANCE"], "expected an order"),
        (["PAR - BUR"], "expected a unit"),
        (["XYZ A FRANCE"], "no province 'XYZ'"),
        (["PAR A MARTIANS"], "no power 'MARTIANS'"),
        (["", "PAR - XYZ"], "no province 'XYZ'"),
        (["PAR A FRANCE", "", "PAR - BUR"], "line 3: the input ends before the empty line that ends 1 order$"),
        (["PAR A " + "F" * 10_000], "line 1: no power 'F{200}…'$"),
        (["PAR " * 10_000], "line 1, '(PAR ){50}…': expected a unit"),
    ],
)
def test_what_cdippy_could_not_read_ends_it(lines: list[str], fault: str) -> None:
    with pytest.raises(CdippyError, match=fault):
        said(*lines)


@pytest.mark.parametrize(
    ("question", "why"),
    [
        (replace(ATTACK, position=in_phase(ATTACK.position, PhaseType.RETREAT)), "a phase of retreats"),
        (replace(ATTACK, position=in_phase(ATTACK.position, PhaseType.ADJUSTMENT)), "a phase of adjustments"),
        (replace(ATTACK, board=load_board("czech1962")), "board czech1962; it knows the standard board only"),
        (
            replace(ATTACK, position=replace(ATTACK.position, civil_disorder=frozenset({"FRANCE"}))),
            "powers in civil disorder",
        ),
        (replace(ATTACK, orders=orders_of(GERMANY=["A PAR - BUR"])), "an order to a unit of another power"),
        (replace(ATTACK, orders=orders_of(FRANCE=["A PAR - BUR", "A PAR - GAS"])), "several orders to one unit"),
        (replace(ATTACK, orders=orders_of(FRANCE=["A PAR D"])), "an order of another phase"),
        (replace(ATTACK, orders=orders_of(FRANCE=["A MAR S F POR - SPA/NC"])), "a coast in a support or convoy"),
        (
            Turn(
                Position(tuple(Unit(UnitType.ARMY, p.id, "ITALY") for p in BOARD.provinces if p.kind != "sea")),
                tuple(read_order(f"A {p.id} - MUN", "ITALY", BOARD) for p in BOARD.provinces if p.kind != "sea"),
            ),
            "56 orders; it keeps 34",
        ),
    ],
)
def test_what_cdippy_cannot_express_is_said(question: Turn, why: str) -> None:
    assert unwritable(question) == why


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0: SUCCEEDS\n",
        "0: FAILS\n1: FAILS\n2: FAILS\n3: FAILS\n\n\n",
        "0: SUCCEEDS\n2: FAILS\n1: FAILS\n\n\n",
        "0: SUCCEEDS\n1: SUCCEEDS\n2: SUCCEEDS\n\nLON: YOR\n\n",
        "0: SUCCEEDS\n1: SUCCEEDS\n2: SUCCEEDS\n\nwhat?\n\n",
    ],
)
def test_what_cdippy_would_not_say_is_no_answer(text: str) -> None:
    _, orders = written(ATTACK)
    with pytest.raises(PeerError):
        read_answer(ATTACK, orders, text)


def test_the_retreats_of_a_fleet_are_the_coasts_that_it_reaches() -> None:
    question = Turn(Position(units_of(FRANCE=["F MAO", "F STP/SC"])), (), board=BOARD)
    answer = read_answer(question, [], "\nMAO: POR SPA\nStP: BAR BOT\n\n")
    # that a fleet on the south coast reaches the Barents Sea is the program's word, and kept
    assert answer.dislodged == {
        Unit(UnitType.FLEET, "MAO", "FRANCE"): frozenset({"POR", "SPA/NC", "SPA/SC"}),
        Unit(UnitType.FLEET, "STP/SC", "FRANCE"): frozenset({"BAR", "BOT"}),
    }


def test_serve_answers_as_asked() -> None:
    text = "PAR A FRANCE\n\nPAR - BUR\n\n"
    assert run("serve", "--as", "cdippy", stdin=text).output == "0: SUCCEEDS\n\n\n"
    swap = "NTH F ENGLAND\nNWY A ENGLAND\nSWE A FRANCE\nSKA F ENGLAND\n\nNWY - SWE\nSWE - NWY\nSKA C NWY - SWE\n\n"
    for rules, outcome in (("2023", "0: SUCCEEDS\n1: SUCCEEDS\n"), ("dptg", "0: FAILS\n1: FAILS\n")):
        found = run("serve", "--as", "cdippy", "--rules", rules, stdin=swap)
        assert found.output.startswith(outcome)
    changed = run("serve", "--as", "cdippy", "--rules", "2023", "--set", "adjacent_convoy=explicit", stdin=swap)
    assert changed.output.startswith("0: FAILS\n1: FAILS\n")
    assert "name the rulebook with --rules" in run("serve", "--as", "cdippy", "--set", "x=y").output
    assert "each line names its own rules" in run("serve", "--as", "lines", "--rules", "1982").output
    bad = run("serve", "--as", "cdippy", stdin="PAR\n")
    assert (bad.exit_code, "expected a unit" in bad.output) == (2, True)
    line = run("serve", "--as", "lines", stdin='{"id": 3}\n')
    assert json.loads(line.output)["id"] == 3


LINES_THAT_HURT = {
    "a list of lists of lists": "[" * 100_000,
    "a number without end": '{"id": ' + "9" * 10_000 + "}",
    "half a character": '{"id": "\\ud800"}',
    "no text": '{"id": "\xff"}',
}


@pytest.mark.slow
@pytest.mark.parametrize("line", LINES_THAT_HURT.values(), ids=LINES_THAT_HURT)
def test_serve_survives_every_line(line: str) -> None:
    """As in a place where Python reads the standard input as UTF-8 and nothing else."""
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    found = subprocess.run(
        [*SERVE, "lines"],
        check=False,
        input=f'{line}\n{{"id": 2}}\n'.encode("latin-1"),
        capture_output=True,
        env=environment,
    )
    answers = [json.loads(text) for text in found.stdout.splitlines()]
    assert (found.returncode, found.stderr, len(answers), answers[-1]["id"]) == ("error" in answers[0], b"", 2, 2)


@pytest.mark.parametrize("beginning", ["", '{"id": 1, "units": '])
def test_an_answer_nested_without_end_is_an_error(beginning: str, tmp_path: Path) -> None:
    script = tmp_path / "peer.py"
    script.write_text(f"input()\nprint({beginning!r} + '[' * 100_000)")
    peer = open_peer(f"lines:{sys.executable} {script}")
    with pytest.raises(PeerError, match="expected a JSON object"):
        peer.answer(ATTACK)
    peer.close()
    (tmp_path / "bad.jsonl").write_text("[" * 100_000)
    with pytest.raises(PeerUnavailable, match=r"bad\.jsonl, line 1: not a record: RecursionError"):
        open_peer(f"folder:{tmp_path}")


# -- the class of the package -----------------------------------------------------------------------


def test_the_examples_of_the_game_run() -> None:
    assert doctest.testmod(game_module).failed == 0


def test_a_game_goes_from_phase_to_phase() -> None:
    game = Game()
    game.set_orders("france", ["A PAR - BUR", "A MAR S PAR - BUR", ""])
    game.set_orders("GERMANY", "A MUN - BUR")
    assert game.get_orders("FRANCE") == ["A PAR - BUR", "A MAR S A PAR - BUR"]
    game.set_orders("FRANCE", "F BRE - GAS")
    assert game.get_orders("FRANCE")[-1] == "F BRE - GAS"
    game.clear_orders("FRANCE")
    game.set_orders("FRANCE", ["PAR - BUR", "A MAR S PAR - BUR"])
    assert game.powers["FRANCE"].orders == {"A PAR": "- BUR", "A MAR": "S A PAR - BUR"}
    spring = game.process()
    assert spring.results["A MUN"] == ["bounce"]
    assert game.get_order_status(loc="MUN") == ("A MUN", ["bounce"])
    assert game.get_order_status("GERMANY") == {"F KIE": [], "A BER": [], "A MUN": ["bounce"]}
    assert (game.phase, game.phase_type, game.get_orders("FRANCE")) == ("FALL 1901 MOVEMENT", "M", [])
    game.set_orders("FRANCE", ["A BUR - MUN", "A MAR - SPA"])
    game.set_orders("GERMANY", ["A MUN - RUH", "F KIE - HOL"])
    game.process()
    assert game.get_current_phase() == "W1901A"
    assert set(game.get_centers("FRANCE")) == {"BRE", "MAR", "PAR", "MUN", "SPA"}
    assert game.get_state()["builds"]["FRANCE"] == {"count": 2, "homes": ["MAR", "PAR"]}
    assert game.get_orderable_locations("FRANCE") == ["MAR", "PAR"]
    assert game.get_all_possible_orders()["MAR"] == ["A MAR B", "F MAR B", "WAIVE"]
    game.set_orders("FRANCE", ["WAIVE", "A PAR B", "F LON B"])
    winter = game.process()
    assert winter.results == {"A PAR": [""], "F LON": ["void"]}
    assert set(game.get_units("FRANCE")) == {"F BRE", "A MUN", "A SPA", "A PAR"}
    assert list(game.result_history) == ["S1901M", "F1901M", "W1901A"]
    assert game.state_history.first_value()["name"] == game.state_history.first_key() == "S1901M"
    assert [phase.to_dict() for phase in game.get_phase_history()][-1] == winter.to_dict()
    assert game.result_history.last_key() == "W1901A"


def test_retreats_are_made_where_they_are_legal() -> None:
    game = Game()
    game.clear_units()
    game.set_units("FRANCE", ["A PAR", "A MAR", "A PIC"], reset=True)
    game.set_units("GERMANY", ["A BUR", "A RUH"], reset=True)
    game.set_orders("FRANCE", ["A PAR - BUR", "A MAR S A PAR - BUR", "A PIC - BEL"])
    game.set_orders("GERMANY", ["A RUH - BEL"])
    assert game.process().results["A BUR"] == ["dislodged"]
    assert game.get_current_phase() == "S1901R"
    assert game.get_units("GERMANY") == ["A RUH", "*A BUR"]
    assert game.get_state()["retreats"]["GERMANY"] == {"A BUR": ["GAS", "MUN"]}  # Belgium is contested, Paris barred
    assert game.get_orderable_locations("GERMANY") == ["BUR"]
    assert game.get_all_possible_orders()["BUR"] == ["A BUR D", "A BUR R GAS", "A BUR R MUN"]
    game.set_orders("GERMANY", ["A BUR R BEL"])
    assert (game.get_orders("GERMANY"), game.error) == ([], ["A BUR R BEL: the unit may not retreat there"])
    saved = game.get_state()
    game.set_orders("GERMANY", ["A BUR R MUN"])
    assert game.process().results == {"A BUR": []}
    assert game.get_units("GERMANY") == ["A RUH", "A MUN"]
    game.set_state(saved)
    assert game.get_state() == saved
    game.set_orders("GERMANY", ["A BUR D"])
    assert game.process().results == {"A BUR": ["disband"]}
    assert game.get_units("GERMANY") == ["A RUH"]


def test_a_unit_without_a_retreat_is_gone_at_once() -> None:
    game = Game()
    game.clear_units()
    game.set_units("TURKEY", ["F NAP"])
    game.set_units("ITALY", ["A ROM", "A APU", "F TYS", "F ION"])
    game.set_orders("ITALY", ["A ROM - NAP", "A APU S A ROM - NAP"])
    assert game.process().results["F NAP"] == ["dislodged"]
    assert (game.get_current_phase(), game.get_units("TURKEY")) == ("F1901M", [])


def test_dislodged_units_can_be_put_on_the_board() -> None:
    game = Game()
    game.clear_units()
    game.set_current_phase("F1905R")
    game.set_units("FRANCE", ["A PAR", "*A BUR"])
    assert game.powers["FRANCE"].retreats == {"A BUR": ["BEL", "GAS", "MAR", "MUN", "PIC", "RUH"]}
    game.set_units("FRANCE", ["A GAS", "F LON", "F PAR"], reset=True)
    assert game.get_units("FRANCE") == ["A GAS", "F LON"]
    assert game.error == ["FRANCE: F PAR: a fleet cannot stand inland"]


def test_a_state_brings_its_own_influence() -> None:
    """Whose unit was last where is forgotten with the units: nothing of the starting position is left."""
    game = Game()
    game.set_state(
        {"name": "F1905M", "units": {power: ["A BUR"] if power == "FRANCE" else [] for power in BOARD.powers}}
    )
    assert game.get_state()["influence"] == {power: ["BUR"] if power == "FRANCE" else [] for power in BOARD.powers}
    game.set_units("FRANCE", ["A PAR"], reset=True)
    assert game.powers["FRANCE"].influence == ["PAR"]


def test_a_state_of_another_board_is_refused() -> None:
    game = Game()
    before = game.get_state()
    with pytest.raises(StandoffError, match="a state on board czech1962; the game is on board standard"):
        game.set_state({**Game(map_name="czech1962").get_state(), "name": "F1905M"})
    assert game.get_state() == before


def test_a_unit_that_is_built_brings_no_influence() -> None:
    """Neither here nor in the package: who came to the province last keeps it until somebody else comes."""
    game = Game()
    game.set_state(
        {
            "name": "W1905A",
            "units": {power: ["A MOS"] if power == "RUSSIA" else [] for power in BOARD.powers},
            "centers": {power: ["MOS", "SEV"] if power == "RUSSIA" else [] for power in BOARD.powers},
            "influence": {"TURKEY": ["SEV"], "RUSSIA": ["MOS"]},
        }
    )
    game.set_orders("RUSSIA", "A SEV B")
    game.process()
    assert game.get_units("RUSSIA") == ["A MOS", "A SEV"]
    assert [game.powers[power].influence for power in ("TURKEY", "RUSSIA")] == [["SEV"], ["MOS"]]
    game.set_orders("RUSSIA", ["A SEV - RUM", "A MOS - SEV"])
    game.process()
    assert [game.powers[power].influence for power in ("TURKEY", "RUSSIA")] == [[], ["MOS", "SEV", "RUM"]]


def test_a_dislodged_fleet_is_not_called_disrupted_too() -> None:
    game = Game()
    game.clear_units()
    game.set_units("ENGLAND", ["A LON", "F NTH"])
    game.set_units("GERMANY", ["F SKA", "F DEN"])
    game.set_orders("ENGLAND", ["A LON - NWY", "F NTH C A LON - NWY"])
    game.set_orders("GERMANY", ["F SKA - NTH", "F DEN S F SKA - NTH"])
    assert game.process().results == {"A LON": ["no convoy"], "F NTH": ["dislodged"], "F SKA": [], "F DEN": []}


def test_orders_of_retreats_and_winters_are_examined() -> None:
    """What is refused is no order, and named as an error and among the results."""
    game = Game()
    game.set_current_phase("W1901A")
    game.set_units("FRANCE", ["A PAR"], reset=True)
    game.set_units("GERMANY", ["A DEN"])
    game.set_orders("FRANCE", ["F PAR B", "A BEL B", "A PAR D", "A MAR B", "F MAR B", "F BRE B"])
    assert game.get_orders("FRANCE") == ["A MAR B", "F BRE B"]
    assert [text.partition(":")[0] for text in game.error] == ["F PAR B", "A BEL B", "A PAR D", "F MAR B"]
    game.set_orders("FRANCE", "F MAR B")  # later on it takes the place of the first
    assert game.get_orders("FRANCE") == ["F MAR B", "F BRE B"]
    game.set_orders("FRANCE", [])
    assert game.get_orders("FRANCE") == []
    game.set_orders("GERMANY", ["WAIVE", "A PAR D", "A DEN D"])
    assert game.get_orders("GERMANY") == ["A DEN D"]
    game.set_orders("FRANCE", ["A BEL B", "F BRE B"])
    assert game.process().results == {"A BEL": ["void"], "A PAR": ["void"], "F BRE": [""], "A DEN": [""]}
    game = Game()
    game.clear_units()
    game.set_current_phase("F1905R")
    game.set_units("FRANCE", ["A PAR", "*A BUR"])
    game.set_orders("FRANCE", ["A BUR R GAS", "A BUR R BEL"])
    assert (game.get_orders("FRANCE"), len(game.error)) == (["A BUR R GAS"], 1)
    game.set_orders("FRANCE", "A BUR R PAR")
    assert game.get_orders("FRANCE") == ["A BUR R GAS"]
    game.set_orders("FRANCE", [])
    game.set_orders("FRANCE", "A BUR R PAR")
    assert game.process().results == {"A BUR": ["void", "disband"]}


def test_orders_that_cannot_be_are_named_as_errors() -> None:
    game = Game()
    game.set_orders("FRANCE", ["A PAR - LON", "nonsense", "A VIE H", "F BRE H"])
    assert game.get_orders("FRANCE") == ["F BRE H"]
    assert len(game.error) == 3
    game.set_orders("FRANCE", ["F BRE - MAO"], replace=False)
    assert game.get_orders("FRANCE") == ["F BRE H"]
    game.clear_orders("FRANCE")
    assert game.get_orders()["FRANCE"] == []
    game.set_units("FRANCE", ["F GAS", "F LYO"])
    game.set_orders("FRANCE", ["GAS - SPA", "F LYO S GAS - SPA"])
    assert game.get_orders("FRANCE") == ["F GAS - SPA/NC", "F LYO S F GAS - SPA"]
    with pytest.raises(StandoffError, match="no power 'MARS'"):
        game.set_orders("MARS", [])


def test_a_power_with_enough_centers_wins() -> None:
    game = Game()
    game.set_current_phase("F1910M")
    game.set_centers("FRANCE", list(BOARD.centers[:17]), reset=True)
    for power in BOARD.powers:
        game.set_centers(power, [c for c in game.get_centers(power) if power == "FRANCE"][:17], reset=True)
    game.clear_units()
    game.set_units("FRANCE", [f"A {BOARD.centers[17]}"])
    game.process()
    assert (game.is_game_done, game.get_current_phase(), game.phase_type) == (True, "COMPLETED", None)
    assert (game.outcome, game.get_state()["note"]) == (["W1910A", "FRANCE"], "Victory by: FRA")
    assert game.get_all_possible_orders()["PAR"] == []
    with pytest.raises(StandoffError, match="the game is over"):
        game.process()


def test_a_random_game_goes_as_standoff_plays_it() -> None:
    """What the class does is what `adjudicate_phase` and `following` do, in another's words."""
    chance = random.Random(3)
    game = Game(rulebook=rulebook())
    position = starting_position(BOARD)
    for _ in range(9):
        possible = game.get_all_possible_orders()
        orders: list[Order] = []
        for power in BOARD.powers:
            texts = [chance.choice(possible[place]) for place in game.get_orderable_locations(power)]
            texts.sort(key=lambda text: text == "WAIVE")
            game.set_orders(power, texts)
            orders.extend(read_order(text, power, BOARD) for text in texts)
        assert game.error == []
        result = adjudicate_phase(position, orders, board=BOARD)
        game.process()
        position = following(result.after, BOARD)
        if position.phase and position.phase.type is PhaseType.RETREAT and not any(result.retreats.values()):
            position = following(replace(position, dislodged=()), BOARD)
        assert game.get_current_phase() == str(position.phase)
        on_board = {power: {str(u) for u in position.units if u.power == power} for power in BOARD.powers}
        assert {power: {t for t in texts if t[0] != "*"} for power, texts in game.get_units().items()} == on_board
        assert {p: set(c) for p, c in game.get_centers().items()} == {p: set(c) for p, c in position.centers.items()}


# -- the package ------------------------------------------------------------------------------------


def test_without_the_package_the_extra_is_named(bare_python: Path) -> None:
    with pytest.raises(PeerUnavailable, match=r"not available \(ModuleNotFoundError.*pip install '\.\[peers\]'"):
        open_peer(f"diplomacy:{bare_python}")
    bare_python.write_text("#!/bin/sh\nexit 3\n")
    with pytest.raises(PeerUnavailable, match="ended with status 3"):
        open_peer(f"diplomacy:{bare_python}")


@pytest.fixture(scope="module")
def package() -> Iterator[object]:
    pytest.importorskip("diplomacy")
    peer = open_peer("diplomacy")
    yield peer
    peer.close()


def test_the_package_answers_each_kind_of_phase(package: LinesPeer) -> None:
    assert package.version >= "1.1.2"
    assert package.answer(ATTACK) == own_answer(ATTACK, package.rules)
    result = adjudicate_phase(ATTACK.position, ATTACK.orders, board=BOARD)
    retreat = Turn(
        in_phase(result.after, PhaseType.RETREAT), orders_of(GERMANY=["A BUR R GAS"], FRANCE=["A MAR R GAS"])
    )
    assert package.answer(retreat) == own_answer(retreat, package.rules)
    adjustments = Turn(
        in_phase(Position(ATTACK.position.units, {"FRANCE": ("BRE", "PAR", "SPA")}), PhaseType.ADJUSTMENT),
        orders_of(FRANCE=["F BRE B"], GERMANY=["A BUR D", "A MUN D"]),
    )
    assert package.answer(adjustments) == replace(own_answer(adjustments, package.rules), centers=None)


@pytest.mark.parametrize(
    ("question", "why"),
    [
        (replace(ATTACK, board=load_board("czech1962")), "board czech1962; it knows the standard board only"),
        (
            replace(ATTACK, position=replace(ATTACK.position, civil_disorder=frozenset({"FRANCE"}))),
            "powers in civil disorder",
        ),
        (replace(ATTACK, orders=orders_of(FRANCE=["A PAR D"])), "an order of another phase"),
    ],
)
def test_what_the_package_cannot_express_is_said(package: LinesPeer, question: Turn, why: str) -> None:
    assert package.cannot(question) == why


def test_the_package_is_started_again_after_a_crash() -> None:
    pytest.importorskip("diplomacy")
    peer = open_peer("diplomacy")
    process = peer._child._process  # type: ignore[attr-defined]
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    with pytest.raises(PeerError, match="died of signal 9"):
        peer.answer(ATTACK)
    assert peer.answer(ATTACK) == own_answer(ATTACK, peer.rules)
    peer.close()
    assert peer.answer(ATTACK) == own_answer(ATTACK, peer.rules)
    peer.close()


def test_the_package_agrees_on_the_library_but_for_what_the_documentation_lists(package: LinesPeer) -> None:
    """Units afterwards in every phase of the DATC that it can express.

    In three of them it reads a coast otherwise; in 6.F.29 three fleets fall although the turn is no paradox.
    """
    differing: list[str] = []
    asked = 0
    for file in sorted(LIBRARY.glob("datc-*.txt")):
        for case in read_cases(read_text(str(file)), file.name):
            for phase, result, _ in play_case(case, package.rules):
                orders = tuple(counted_orders(phase, result.before, package.rules, case.board))
                question = Turn(result.before, orders, board=case.board)
                if package.cannot(question) is None:
                    asked += 1
                    if package.answer(question).units != frozenset(result.after.units):
                        differing.append(case.id)
    assert differing == ["datc-6.B.9", "datc-6.B.16", "datc-6.B.17", "datc-6.F.29"]
    assert asked > 150


def test_a_fault_of_the_package_is_passed_on_as_it_is(package: LinesPeer) -> None:
    """A unit dislodged by a convoyed army may retreat anywhere, it says: also where others stood each other off."""
    question = Turn(
        Position(units_of(ENGLAND=["A LON", "F NTH", "F ENG"], FRANCE=["A BEL", "A PAR"], GERMANY=["A MUN"])),
        orders_of(
            ENGLAND=["A LON - BEL", "F NTH C A LON - BEL", "F ENG S A LON - BEL"],
            FRANCE=["A PAR - BUR"],
            GERMANY=["A MUN - BUR"],
        ),
    )
    belgium = Unit(UnitType.ARMY, "BEL", "FRANCE")
    assert package.answer(question).dislodged == {belgium: frozenset({"BUR", "HOL", "PIC", "RUH"})}
    assert own_answer(question, package.rules).dislodged == {belgium: frozenset({"HOL", "PIC", "RUH"})}


def test_a_random_game_goes_as_the_package_plays_it() -> None:
    """Phases, states, retreats and all possible orders, as long as both adjudicate alike."""
    theirs_module = pytest.importorskip("diplomacy")
    chance = random.Random(1)
    theirs, ours = theirs_module.Game(), Game()

    def content(value: object) -> object:
        if isinstance(value, dict):
            return {key: content(entry) for key, entry in value.items()}
        return sorted(value) if isinstance(value, list) else value

    for _ in range(9):
        states = theirs.get_state(), ours.get_state()
        for key in ("name", "units", "retreats", "centers", "homes", "influence", "builds"):
            assert content(states[0][key]) == content(states[1][key]), key
        possible = theirs.get_all_possible_orders()
        assert {place: set(orders) for place, orders in ours.get_all_possible_orders().items()} == {
            place: set(orders) for place, orders in possible.items() if place != "SWI"
        }
        assert theirs.get_orderable_locations() == ours.get_orderable_locations()
        for power in sorted(theirs.powers):
            orders = [chance.choice(sorted(possible[place])) for place in ours.get_orderable_locations(power)]
            theirs.set_orders(power, orders)
            ours.set_orders(power, orders)
        name = theirs.process().name
        assert ours.process().name == name


def test_the_worker_runs_with_nothing_of_standoff(tmp_path: Path) -> None:
    """Its own folder is no place to import from: there are modules with common names in it."""
    worker = ROOT / "standoff" / "peers" / "adapters" / "package_worker.py"
    found = subprocess.run(
        [sys.executable, "-I", "-S", str(worker), "diplomacy"],
        input="",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=True,
    )
    assert "ModuleNotFoundError" in json.loads(found.stdout)["unavailable"]
