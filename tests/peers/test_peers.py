"""Peers: each adapter, the questions that it cannot express, and misbehaving programs."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from standoff.cases.course import fields_of, play_case
from standoff.cases.reading import read_cases
from standoff.cases.text_files import read_text
from standoff.map import Phase, PhaseType, Position, Unit, UnitType, load_board
from standoff.peers.adapters import PeerAnswer, PeerError, PeerUnavailable, open_peer
from standoff.peers.adapters.cdippy import RULES, CdippyPeer, read_answer, unwritable, written
from standoff.peers.adapters.exchange import answer_of, object_of, request_of
from standoff.peers.adapters.folder import record as recorded
from standoff.peers.adapters.lines import LinesPeer
from standoff.peers.adapters.peer import NotExpressible, Part, ask_under
from standoff.peers.comparing.judgement import answer_by
from standoff.solver import Hold, Order, Rulebook, adjudicate_phase, rulebook
from standoff.text import read_order
from standoff.turn.turn import Turn
from tests.helpers.paths import LIBRARY
from tests.helpers.turns import drawn
from tests.peers.conftest import peer_program

BOARD = load_board()


def units_of(**by_power: list[str]) -> tuple[Unit, ...]:
    return tuple(Unit(UnitType(t[0]), t[2:], power) for power, texts in by_power.items() for t in texts)


def orders_of(**by_power: list[str]) -> tuple[Order, ...]:
    return tuple(read_order(text, power, BOARD) for power, texts in by_power.items() for text in texts)


ATTACK = Turn(
    Position(units_of(FRANCE=["A PAR", "A MAR"], GERMANY=["A BUR", "A MUN"])),
    orders_of(FRANCE=["A PAR - BUR", "A MAR S A PAR - BUR"], GERMANY=["A BUR H", "A MUN - RUH"]),
)

CDIPPY = "0: SUCCEEDS\n1: SUCCEEDS\n2: SUCCEEDS\n\nBUR: BEL GAS MUN PIC\n\n"
"""cdippy's answer to `ATTACK`."""


def in_phase(position: Position, kind: PhaseType) -> Position:
    return replace(position, phase=Phase("W" if kind is PhaseType.ADJUSTMENT else "F", 1901, kind))


# -- the interchange lines --------------------------------------------------------------------------


def test_what_the_lines_cannot_express_is_said() -> None:
    peer = open_peer(f"lines:{sys.executable} -c pass")
    assert peer.unsupported(ATTACK) is None
    peer.rules = rulebook(missing_nationality="invalid")
    foreign = replace(ATTACK, orders=orders_of(FRANCE=["A MAR S German A BUR"]))
    assert peer.unsupported(foreign) == "the power of a unit that an order names"


def test_a_nonsensical_answer_is_an_error() -> None:
    answers: list[tuple[dict[str, object], str]] = [
        ({}, "expected 'units'"),
        ({"error": "bad line"}, "it says: bad line"),
        ({"units": {"FRANCE": ["A NOWHERE"]}}, "'F STP/SC', it says 'FRANCE: A NOWHERE'"),
        ({"units": {"MARS": ["A PAR"]}}, "units: no power 'MARS'"),
        ({"units": {"FRANCE": [7]}}, r"units of FRANCE: expected a list of texts, found \[7\]"),
        ({"units": ["A PAR"]}, r'units: expected an object, found \["A PAR"\]'),
        ({"units": {"FRANCE": ["A PAR", "A PAR"]}}, "A PAR of FRANCE is listed twice"),
        ({"units": {}, "dislodged": {"A BUR": "GAS"}}, 'A BUR: expected an object, found "GAS"'),
        ({"units": {}, "dislodged": {"A BUR": {"retreats": ["GAS"]}}}, "expected 'power' and 'retreats'"),
        ({"units": {}, "dislodged": {"A BUR": {"power": "GERMANY", "retreats": ["XXX"]}}}, "to places on the board"),
        ({"units": {}, "orders": []}, "orders: expected an object, found"),
    ]
    for answer, fault in answers:
        with pytest.raises(PeerError, match=fault):
            answer_of(ATTACK, answer)


def test_the_wording_of_a_question_is_what_the_peer_reads() -> None:
    lines = open_peer(f"lines:{sys.executable} -c pass", name="mine", version="0.3")
    assert (lines.name, lines.version) == ("mine", "0.3")
    request = json.loads(lines.request_text(ATTACK))
    assert request["orders"] == {
        "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"],
        "GERMANY": ["A BUR H", "A MUN - RUH"],
    }
    assert CdippyPeer([sys.executable], 1.0).request_text(ATTACK) == written(ATTACK)[0]


def test_what_an_answer_leaves_out_is_not_told() -> None:
    for answer in ({"units": {"FRANCE": ["A BUR"]}}, {"units": {"FRANCE": ["A BUR"]}, "error": None}):
        assert answer_of(ATTACK, answer) == PeerAnswer(frozenset(units_of(FRANCE=["A BUR"])))


def test_an_answer_may_name_a_dislodged_unit_without_its_retreats() -> None:
    (unit,) = units_of(GERMANY=["A BUR"])
    for entry in ({"power": "GERMANY"}, {"power": "GERMANY", "retreats": None}):
        answer = answer_of(ATTACK, {"units": {"FRANCE": ["A BUR"]}, "dislodged": {"A BUR": entry}})
        assert answer == PeerAnswer(frozenset(units_of(FRANCE=["A BUR"])), {unit: None})
        assert None in (answer.dislodged or {}).values()
        assert answer_of(ATTACK, object_of(ATTACK, answer)) == answer


# -- programs that misbehave ------------------------------------------------------------------------

ONCE = """
import sys, time, os, pathlib
marker = pathlib.Path({marker!r})
if not marker.exists():
    marker.write_text("been here")
    {misdeed}
{program}
"""
LINES = {"units": {"FRANCE": ["A BUR", "A MAR"], "GERMANY": ["A RUH"]}}
PROGRAMS = {
    "lines": f"""
import json
for line in sys.stdin:
    print(json.dumps(dict({LINES}, id=json.loads(line)["id"])), flush=True)
""",
    "cdippy": f"sys.stdin.read(); sys.stdout.write({CDIPPY!r})",
}
"""Programs that answer `ATTACK`."""
MISDEEDS = {
    "crash": ("sys.stdin.readline(); sys.exit('no memory left')", "ended with status 1: no memory left"),
    "killed": ("os.kill(os.getpid(), 9)", "died of signal 9"),
    "hang": ("time.sleep(600)", "it hangs: no answer within 0.3 seconds"),
    "babble": ("print('Welcome! How are you?'); sys.stdout.flush()", "Welcome! How are you"),
    "flood": ("[sys.stdout.write('x' * 65536) for _ in range(10**4)]", "longer than 1,000,000|does not end"),
}


@pytest.mark.slow
@pytest.mark.parametrize("misdeed", MISDEEDS)
@pytest.mark.parametrize("protocol", ["lines", "cdippy"])
def test_a_program_that_misbehaves_spoils_one_question_only(protocol: str, misdeed: str, tmp_path: Path) -> None:
    code, fault = MISDEEDS[misdeed]
    once = ONCE.format(marker=str(tmp_path / "marker"), misdeed=code, program=PROGRAMS[protocol])
    peer = open_peer(peer_program(tmp_path, once, protocol), timeout_seconds=0.3 if misdeed == "hang" else 60.0)
    with pytest.raises(PeerError, match=fault):
        peer.answer(ATTACK)
    peer._child.timeout_seconds = 60.0  # type: ignore[attr-defined]
    assert peer.answer(ATTACK).units == answer_by(ATTACK, peer.rules).units
    peer.close()


def test_an_answer_to_another_question_is_no_answer(tmp_path: Path) -> None:
    other = 'import sys\nfor line in sys.stdin: print(\'{"id": 99, "units": {}}\', flush=True)'
    peer = open_peer(peer_program(tmp_path, other))
    with pytest.raises(PeerError, match="an answer with the id 1"):
        peer.answer(ATTACK)
    peer.close()


def test_a_peer_that_cannot_be_started_is_said() -> None:
    for spec, fault in (
        ("chess", "no peer 'chess'; expected one of diplomacy"),
        ("cdippy:", "no peer"),
        ("cdippy:/no/such/cdippy", "no program '/no/such/cdippy' can be run"),
        ("lines:no-such-program at all", "no program 'no-such-program' can be run"),
        ("lines:'unfinished", "No closing quotation"),
        ("diplomacy:/no/such/python", "no program '/no/such/python' can be run"),
        ("folder:/no/such/folder", "not a folder with files"),
    ):
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
    assert peer.unsupported(turned) is None
    assert peer.answer(turned).units == frozenset(units_of(FRANCE=["A MAR", "A PAR"], GERMANY=["A BUR", "A RUH"]))
    other = replace(ATTACK, orders=ATTACK.orders[:-1])
    assert peer.unsupported(other) == "no record of it"
    with pytest.raises(NotExpressible, match="no record of it"):
        peer.answer(other)


def test_what_is_recorded_is_read_back(tmp_path: Path) -> None:
    """In every type of phase, each question is found with its recorded answer."""
    rules = rulebook("2000", adjacent_convoy="explicit")
    questions = drawn(25)
    lines = [recorded(question, rules, answer_by(question, rules)) for question in questions]
    (tmp_path / "drawn.jsonl").write_text("\n".join(lines), encoding="utf-8")
    peer = open_peer(f"folder:{tmp_path}")
    assert dict(peer.rules) == dict(rules)
    for question in questions:
        assert peer.unsupported(question) is None
        assert peer.answer(question) == answer_by(question, rules)
    units_only = replace(answer_by(ATTACK, rules), dislodged=None, success=None)
    (tmp_path / "drawn.jsonl").write_text(recorded(ATTACK, rules, units_only))
    assert open_peer(f"folder:{tmp_path}").answer(ATTACK) == units_only
    foreign = replace(ATTACK, orders=orders_of(FRANCE=["A MAR S German A BUR"]))
    with pytest.raises(PeerError, match="the power of a unit that an order names"):
        recorded(foreign, rulebook(missing_nationality="invalid"), units_only)


def test_records_of_several_rulebooks_answer_under_their_own(tmp_path: Path) -> None:
    record(tmp_path, ATTACK, rulebook(), {"units": {"FRANCE": ["A MAR"]}})
    record(tmp_path, ATTACK, rulebook("1982"), {"units": {"FRANCE": ["A PAR"]}})
    peer = open_peer(f"folder:{tmp_path}")
    for rules, unit in ((rulebook(), "A MAR"), (rulebook("1982"), "A PAR")):
        assert ask_under(peer, rules).answer(ATTACK).units == frozenset(units_of(FRANCE=[unit]))
    assert ask_under(peer, rulebook("1971")).unsupported(ATTACK) == "no record of it"


def test_what_a_recorded_program_cannot_express_is_no_failure(tmp_path: Path) -> None:
    record(tmp_path, ATTACK, rulebook(), {"unsupported": "no supports"})
    with pytest.raises(NotExpressible, match="no supports"):
        open_peer(f"folder:{tmp_path}").answer(ATTACK)
    says = 'import json, sys; print(json.dumps({"id": json.loads(sys.stdin.readline())["id"], "unsupported": "no"}))'
    with pytest.raises(NotExpressible, match=r"^no$"):
        open_peer(peer_program(tmp_path, says)).answer(ATTACK)


def test_a_program_may_say_which_rulebook_it_follows(tmp_path: Path) -> None:
    follows = {"rules": "2000", "options": {"adjacent_convoy": "explicit"}}
    peer = open_peer(f"lines:{sys.executable} -c {shlex.quote(SAYS.format(follows=json.dumps(follows)))}")
    assert peer.answer(ATTACK).units == frozenset()
    assert peer.rulebook == rulebook("2000", adjacent_convoy="explicit")  # type: ignore[attr-defined]
    peer.close()
    for wrong in ("2000", {"options": {"adjacent_convoy": "never"}}):
        peer = open_peer(f"lines:{sys.executable} -c {shlex.quote(SAYS.format(follows=json.dumps(wrong)))}")
        with pytest.raises(PeerError, match='expected "rulebook" as'):
            peer.answer(ATTACK)
        peer.close()


SAYS = """
import json, sys
for line in sys.stdin:
    print(json.dumps({{"id": json.loads(line)["id"], "units": {{}}, "rulebook": json.loads('{follows}')}}), flush=True)
"""


# -- cdippy -----------------------------------------------------------------------------------------


def test_cdippy_is_asked_in_its_own_notation() -> None:
    """Coasts with a blank, Bulgaria's east coast as its north coast; C for via convoy; no order to hold."""
    question = Turn(
        Position(units_of(TURKEY=["F BUL/EC", "F CON"], ENGLAND=["A LON", "F NTH"], FRANCE=["F MAO", "A PAR"])),
        orders_of(
            TURKEY=["F BUL/EC H", "F CON - BUL/SC"],
            ENGLAND=["A LON - BEL VIA", "F NTH C A LON - BEL"],
            FRANCE=["F MAO - SPA/NC", "A PAR S F MAO"],
        ),
    )
    text, numbered = written(question)
    assert text.splitlines() == [
        *("BUL NC F Turkey", "CON F Turkey", "LON A England", "NTH F England", "MAO F France", "PAR A France", ""),
        *("CON - BUL SC", "LON - BEL C", "NTH C LON - BEL", "MAO - SPA NC", "PAR S MAO", ""),
    ]
    assert numbered == [order for order in question.orders if not isinstance(order, Hold)]


def test_what_cdippy_answers_is_read_as_units_and_retreats() -> None:
    assert read_answer(ATTACK, written(ATTACK)[1], CDIPPY) == answer_by(ATTACK, RULES).leaving_out({Part.CONTESTED})


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


def test_what_cdippy_would_not_say_is_no_answer() -> None:
    _, orders = written(ATTACK)
    for text in (
        "0: SUCCEEDS\n",
        "0: FAILS\n1: FAILS\n2: FAILS\n3: FAILS\n\n\n",
        "0: SUCCEEDS\n2: FAILS\n1: FAILS\n\n\n",
        "0: SUCCEEDS\n1: SUCCEEDS\n2: SUCCEEDS\n\nLON: YOR\n\n",
        "0: SUCCEEDS\n1: SUCCEEDS\n2: SUCCEEDS\n\nwhat?\n\n",
    ):
        with pytest.raises(PeerError):
            read_answer(ATTACK, orders, text)


# -- the package ------------------------------------------------------------------------------------


def test_without_the_package_the_extra_is_named(bare_python: Path) -> None:
    with pytest.raises(PeerUnavailable, match=r"not available \(ModuleNotFoundError.*pip install diplomacy"):
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
    assert package.answer(ATTACK) == answer_by(ATTACK, package.rules).leaving_out({Part.CONTESTED})
    result = adjudicate_phase(ATTACK.position, ATTACK.orders, board=BOARD)
    retreat = Turn(
        in_phase(result.after, PhaseType.RETREAT), orders_of(GERMANY=["A BUR R GAS"], FRANCE=["A MAR R GAS"])
    )
    assert package.answer(retreat) == answer_by(retreat, package.rules)
    adjustments = Turn(
        in_phase(Position(ATTACK.position.units, {"FRANCE": ("BRE", "PAR", "SPA")}), PhaseType.ADJUSTMENT),
        orders_of(FRANCE=["F BRE B"], GERMANY=["A BUR D", "A MUN D"]),
    )
    assert package.answer(adjustments) == replace(answer_by(adjustments, package.rules), centers=None)


def test_what_the_package_cannot_express_is_said(package: LinesPeer) -> None:
    other = replace(ATTACK, orders=orders_of(FRANCE=["A PAR D"]))
    elsewhere = replace(ATTACK, board=load_board("czech1962"))
    assert package.unsupported(elsewhere) == "board czech1962; it knows the standard board and its own"
    assert package.unsupported(other) == "an order of another phase"


def test_the_package_agrees_on_the_library_but_for_what_the_documentation_lists(package: LinesPeer) -> None:
    """Units afterwards in every phase of the DATC that it can express.

    In three of them it reads a coast otherwise; in 6.F.29 three fleets fall although the turn is no paradox.
    """
    differing: list[str] = []
    question_count = 0
    for file in sorted(LIBRARY.glob("datc-*.txt")):
        for case in read_cases(read_text(str(file)), file.name):
            for phase, result, _ in play_case(case, package.rules):
                orders = Turn(result.before, board=case.board, **fields_of(phase)).counted(package.rules)
                question = Turn(result.before, orders, board=case.board)
                if package.unsupported(question) is None:
                    question_count += 1
                    if package.answer(question).units != frozenset(result.after.units):
                        differing.append(case.id)
    assert differing == ["datc-6.B.9", "datc-6.B.16", "datc-6.B.17", "datc-6.F.29"]
    assert question_count > 150
