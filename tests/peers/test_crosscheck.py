"""Standoff compared with peers that are right, wrong in one rule, wrong at times, or do not answer."""

from __future__ import annotations

import json
import os
import re
import sys
import tomllib
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from subprocess import DEVNULL, Popen
from time import sleep
from typing import Any

import pytest
from hypothesis import given, strategies as st

from standoff import read
from standoff.cases.reading import read_cases
from standoff.cases.run import rulebooks_of, run_case
from standoff.lines.answering import answer_line
from standoff.map import Phase, PhaseType, Position, Unit, UnitType, load_board
from standoff.map.position_text import unit_on
from standoff.peers.adapters.exchange import answer_of, object_of
from standoff.peers.adapters.package import RULES as RULES_OF_THE_PACKAGE
from standoff.peers.adapters.peer import NotExpressible, Part, Peer, PeerAnswer, PeerError, PeerUnavailable
from standoff.peers.comparing import asking, evidence
from standoff.peers.comparing.asking import Task, _Asking as Asking
from standoff.peers.comparing.catalog import Attribution, known_differences
from standoff.peers.comparing.crosscheck import crosscheck
from standoff.peers.comparing.difference_report import DifferenceReport
from standoff.peers.comparing.evidence import DRAWN, Weighed
from standoff.peers.comparing.fault_values import models_of
from standoff.peers.comparing.findings import CrosscheckError
from standoff.peers.comparing.judgement import (
    Judgement,
    Kind,
    answer_by,
    answer_of_result,
    difference,
    settled,
)
from standoff.peers.comparing.sources import Source, case_questions, game_questions, random_questions
from standoff.random_turns import question as random_question
from standoff.solver import OPTIONS, PRESETS, Hold, Move, Rulebook, Support, option, rulebook
from standoff.text import read_order
from standoff.turn.turn import Turn
from standoff.work.workers import Stop
from tests.helpers.command import run
from tests.helpers.examples import examples
from tests.helpers.standin import Standin
from tests.peers.conftest import MARKUP, Answering, Json, assert_text_only, peer_program


class Stopping(Stop):
    """The exception that ends a run as soon as a condition holds."""

    def __init__(self, holds: Callable[[], bool]) -> None:
        super().__init__()
        self.holds = holds

    def is_set(self) -> bool:
        return self.holds()


def random(count: int, seed: int = 4) -> Callable[[Rulebook], Source]:
    return lambda rules: random_questions(seed, count, rules)


def checked(open_peer: Callable[[], Peer], count: int, **options: object) -> DifferenceReport:
    return crosscheck(open_peer, random(count), **{"jobs": 1, **options})  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def few_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few random questions for weighing are enough, unless a test sets their number."""
    monkeypatch.setitem(crosscheck.__kwdefaults__, "drawn", 200)


def case_passes(text: str) -> bool:
    (case,) = read_cases(text, "minimal")
    ((rules, label),) = rulebooks_of(case)
    return run_case(case, rules, label).passed


# -- a peer that is right ---------------------------------------------------------------------------


@pytest.mark.slow
def test_two_processes_find_what_one_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "BLOCK", 2)
    peer = partial(Standin, adjacent_convoy="explicit")
    count = (2 * 2 + 1) * asking.BLOCK + 2  # more blocks than two processes are given at first
    options = {"max_questions": 5, "drawn": 15}
    one, two = (crosscheck(peer, random(count, 2), jobs=jobs, **options) for jobs in (1, 2))
    assert one.tally.done == two.tally.done == count
    assert one.as_object() == two.as_object()
    assert one.markdown() == two.markdown()
    assert one.causes[0].name.startswith("adjacent_convoy=")
    assert one.causes[0].rule == "DATC 4.A.3"


# -- a peer with one rule switched ------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("choice", "seed", "count"),
    [
        ("paradox_exception=any-action", 1, 60),
        ("too_many_builds=last", 1, 8),
    ],
)
def test_a_switched_rule_is_named_with_a_minimal_case(choice: str, seed: int, count: int) -> None:
    """The choice matters in a few of the seed's questions, even if it is rare."""
    name, _, value = choice.partition("=")
    peer = partial(Standin, **{name: value})
    report = crosscheck(peer, random(count, seed), jobs=1, drawn=600)  # enough to be certain
    assert report.causes, "never met"
    assert {cause.attribution for cause in report.causes} == {Attribution.CHOICE}
    assert report.causes[0].name == choice
    for cause in report.causes:
        assert any(choice in shape.options for shape in cause.shapes)
        assert cause.example.units <= 7
        assert option(cause.option.partition("=")[0]).issue in cause.rule
    object_ = report.as_object()
    for cause in object_["differences"]:
        assert case_passes(cause["example"]["case"])
        assert choice in "".join(option for shape in cause["shapes"] for option in shape["options"])


# -- a peer that is wrong at times ------------------------------------------------------------------


def stuck_in_munich(_: int, question: Turn, answer: PeerAnswer) -> PeerAnswer:
    """Let no army leave Munich: a fault that no option explains, and that depends on the question alone."""
    for order in question.orders:
        if isinstance(order, Move) and order.unit.province == "MUN" and (answer.success or {}).get(order):
            stuck = next(unit for unit in question.position.units if unit.province == "MUN")
            gone = {unit for unit in answer.units if unit.province in ("MUN", order.destination)}
            return replace(answer, units=answer.units - gone | {stuck}, success=None)
    return answer


@cache
def stuck_report() -> DifferenceReport:
    return checked(partial(Standin, stuck_in_munich), 300)


@pytest.mark.slow
def test_a_fault_that_no_option_explains_is_left_open_and_cites_the_rule_it_breaks() -> None:
    report = stuck_report()
    cause = report.causes[0]
    assert cause.attribution is Attribution.OPEN
    assert cause.shapes[0].text.startswith("movement, standard, ")
    assert cause.example.symptom == "move: moves in; there stays"
    assert cause.rule.startswith("DATC 5.B.1")
    assert not any(shape.options for shape in cause.shapes)
    assert sum(one.turns for one in report.causes) > 1


@pytest.mark.parametrize(
    ("order", "units", "theirs", "sign"),
    [
        ("F STP/NC B", [], ["F STP/SC"], "build: built; there built as another unit"),
        ("", ["F STP/NC", "A MOS"], ["F STP/NC"], "a unit without an order is gone"),
        ("", ["F STP/NC"], ["F STP/NC", "A MOS"], "a unit that no order explains"),
    ],
)
def test_whatever_differs_after_a_winter_is_named(order: str, units: list[str], theirs: list[str], sign: str) -> None:
    """A fleet on the wrong coast, a unit lost without an order, a unit from nowhere."""
    board = load_board()
    before, after = (tuple(unit_on(text, "RUSSIA", board) for text in texts) for texts in (units, theirs))
    position = Position(before, {"RUSSIA": ("STP", "MOS")}, phase=Phase.parse("W1901A"))
    question = Turn(position, (read_order(order, "RUSSIA", board),) if order else (), board=board)
    answer = PeerAnswer(frozenset(after))
    assert difference(answer_by(question, rulebook()), answer) is Kind.POSITION
    assert Judgement(question, rulebook(), answer).symptom == sign


@pytest.mark.parametrize("season", ["F1901M", "F1901R", "S1901M"])
def test_who_owns_which_center_is_compared_where_the_peer_tells(season: str) -> None:
    """Centers do not change in spring; after autumn they belong to the power of the unit there."""

    def spoilt(_: int, question: Turn, answer: PeerAnswer) -> PeerAnswer:
        return replace(answer, centers={**(answer.centers or {}), "SPA": "ITALY"})

    position = Position((Unit(UnitType.ARMY, "SPA", "FRANCE"),), {"FRANCE": ("PAR",)}, phase=Phase.parse(season))
    question = Turn(position, (), board=load_board())
    own, theirs = answer_by(question, rulebook()), Standin(spoilt).answer(question)
    assert own.centers == {"PAR": "FRANCE"} | ({"SPA": "FRANCE"} if season[0] == "F" else {})
    assert difference(own, theirs) is Kind.POSITION
    assert difference(own, replace(theirs, centers=None)) is None
    assert Judgement(question, rulebook(), theirs).symptom == "a supply center belongs to another power"
    again = answer_of(question, object_of(question, theirs))
    assert again.centers == theirs.centers


@pytest.mark.parametrize(
    ("orders", "theirs", "signs"),
    [
        (  # both went, though nobody should: neither is taken for the one that stays
            "FRANCE: F BRE - ENG, F ENG - NTH\nENGLAND: F NTH H",
            {"FRANCE": "F ENG, F NTH", "ENGLAND": ""},
            ["move: blocked; there goes", "move: repelled; there goes", "hold: stands fast; there gone"],
        ),
        (  # only one stayed
            "FRANCE: F BRE - ENG, F ENG - NTH",
            {"FRANCE": "F ENG, F BRE"},
            ["move: follows; there stays", "move: moves in; there stays"],
        ),
        (
            "FRANCE: F MAO - BRE, F BRE - ENG, F ENG - NTH",
            {"FRANCE": "F MAO, F ENG, F NTH"},
            ["move: follows; there stays"],
        ),
    ],
)
def test_units_of_one_power_are_matched_so_that_few_differ(
    orders: str, theirs: dict[str, str], signs: list[str]
) -> None:
    turn = read(orders)
    units = (unit_on(t, power, turn.board) for power, texts in theirs.items() for t in texts.split(", ") if t)
    judged = Judgement(turn, rulebook(), PeerAnswer(frozenset(units)))
    assert judged.signs == {*signs}


@pytest.mark.slow
def test_what_is_only_said_of_an_order_is_told_apart() -> None:
    def spoilt(_: int, question: Turn, answer: PeerAnswer) -> PeerAnswer:
        success = {o: not good if "MUN" in str(o) else good for o, good in (answer.success or {}).items()}
        return replace(answer, success=success)

    report = checked(partial(Standin, spoilt), 100)
    assert {kind for _, kind in report.tally.counts} == {"agree", "orders"}
    assert all(cause.example.units <= 2 for cause in report.causes if cause.example.phase is PhaseType.MOVEMENT)


# -- a peer that does not answer --------------------------------------------------------------------


@pytest.mark.slow
def test_crashes_and_hangs_are_reported_and_the_run_goes_on(tmp_path: Path) -> None:
    peer = peer_program(
        tmp_path,
        "import json, sys, time\n"
        "for line in sys.stdin:\n"
        "    request = json.loads(line)\n"
        "    units = sum(map(len, request['units'].values()))\n"
        "    if units == 8: sys.exit('out of memory')\n"
        "    if units == 11: time.sleep(600)\n"
        "    cannot = {'id': request['id'], 'unsupported': 'anything else'}\n"
        "    print('nonsense' if units == 10 else json.dumps(cannot), flush=True)\n",
    )
    result = run("crosscheck", peer, "--random", "32", "--jobs", "1", "--timeout", "0.2", "--max-questions", "0")
    assert result.exit_code == 1
    assert "32 questions" in result.output
    for message in (
        "ended with status 1: out of memory",
        "it hangs: no answer within",
        "on standard output, it says 'nonsense'",
    ):
        assert message in result.output, result.output


@pytest.mark.slow
def test_what_no_file_can_hold_is_reported_all_the_same(tmp_path: Path, answering: Answering) -> None:
    answering(lambda _, asked: {"id": asked["id"], "error": "bad \ud800\x7f |\n\n## heading " + 20_000 * "["})
    peer = f"lines:{sys.executable}"
    state = tmp_path / "run.jsonl"
    args = (peer, "--random", "5", "--jobs", "1", "--max-questions", "2")
    result = run("crosscheck", *args, "--resume", str(state), "--report", str(tmp_path / "report"))
    assert result.exit_code == 1
    assert "5 turns got no answer" in result.output
    text = (tmp_path / "report" / "report.md").read_text(encoding="utf-8")
    assert "\n## heading" not in text
    assert len(text) < 10_000
    json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))
    assert run("crosscheck", *args, "--resume", str(state)).exit_code == 1


def test_crashes_are_reduced() -> None:
    def spoilt(_: int, question: Turn, answer: PeerAnswer) -> PeerAnswer:
        if any(isinstance(order, Move) and order.via_convoy for order in question.orders):
            raise PeerError(f"died at line {len(question.orders)}")
        return answer

    report = checked(partial(Standin, spoilt), 100)
    (cause,) = report.causes
    assert cause.attribution is Attribution.ERROR
    assert cause.name == "died at line …"
    assert [str(order) for order in cause.example.question.orders if "VIA" in str(order)]
    assert cause.example.units == 1
    assert cause.turns > 3


@pytest.mark.parametrize(
    ("last", "fault", "ended", "done"),
    [
        (50, PeerUnavailable("its disk is gone"), "its disk is gone", 50),
        (100, PeerError("out of memory"), "50 failures in a row, the last one: out of memory", 149),
    ],
)
def test_a_peer_that_is_lost_ends_the_run_and_what_was_found_is_kept(
    last: int, fault: Exception, ended: str, done: int
) -> None:
    """It can no longer be started, or it keeps failing."""

    def spoilt(nth: int, _: Turn, answer: PeerAnswer) -> PeerAnswer:
        if nth > last:
            raise fault
        return answer

    report = checked(partial(Standin, spoilt), 400, max_questions=0)
    assert (report.ended, report.tally.done) == (ended, done)


def test_a_peer_that_cannot_be_started_at_all_is_an_error() -> None:
    assert run("crosscheck", "lines:/no/such/program", "--cases").exit_code == 2


def test_what_a_peer_cannot_express_is_counted_by_reason() -> None:
    """Known in advance, or declared in place of an answer."""

    class Narrow(Standin):
        def unsupported(self, question: Turn) -> str | None:
            return "retreat phases" if question.type is PhaseType.RETREAT else None

        def answer(self, question: Turn) -> PeerAnswer:
            if question.type is PhaseType.ADJUSTMENT:
                raise NotExpressible("adjustment phases")
            return super().answer(question)

    report = checked(Narrow, 100)
    assert not report.causes
    assert set(report.tally.unsupported) == {"retreat phases", "adjustment phases"}
    assert sum(report.tally.counts.values()) == 100


# -- interrupted and resumed ------------------------------------------------------------------------


@pytest.mark.slow
def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "BLOCK", 4)
    monkeypatch.setitem(crosscheck.__kwdefaults__, "drawn", 20)

    def interrupting(nth: int, _: Turn, answer: PeerAnswer) -> PeerAnswer:
        if nth == 28:
            raise KeyboardInterrupt
        return answer

    def asked(peer: Callable[[], Peer], count: int, **options: Any) -> DifferenceReport:
        return crosscheck(peer, random(count, 2), jobs=1, **options)

    wrong = {"adjacent_convoy": "explicit"}
    whole = asked(partial(Standin, **wrong), 12)
    state = tmp_path / "run.jsonl"
    first = asked(partial(Standin, interrupting, **wrong), 12, state=state)
    assert first.tally.interrupted
    assert 0 < first.tally.done < 12
    with state.open("a") as out:
        out.write('{"from": 40, "to"')  # a machine that was switched off while it wrote
    second = asked(partial(Standin, **wrong), 12, state=state)
    assert second.markdown() == whole.markdown()
    assert second.as_object() == whole.as_object()
    questions: list[Turn] = []

    def listening(_: int, question: Turn, answer: PeerAnswer) -> PeerAnswer:
        questions.append(question)
        return answer

    third = asked(partial(Standin, listening, **wrong), 12, state=state)
    assert third.as_object() == whole.as_object()
    agreed = [number for number in range(1, 12) if number not in {one.number for one in whole.tally.findings}]
    # only what is weighed or asked again was asked
    source = random(12, 2)(rulebook())
    assert all(source.ask(number)[1] not in questions for number in agreed)
    assert asked(partial(Standin, **wrong), 16, state=state).tally.done == 16


def awaited(holds: Callable[[], bool]) -> None:
    for _ in range(600):
        if holds():
            return
        sleep(0.05)
    raise AssertionError("waited in vain")


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="groups of processes")
def test_no_peer_outlives_a_run_that_is_killed(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    peer = peer_program(
        tmp_path,
        "import json, os, sys\n"
        f"with open({str(begun)!r}, 'a') as out: print(os.getpid(), file=out)\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    print(json.dumps({'id': asked['id'], 'units': asked['units']}), flush=True)\n",
    )
    command = (sys.executable, "-m", "standoff", "crosscheck", peer, "--random", "9999", "--jobs", "2")
    with Popen(command, stdout=DEVNULL, stderr=DEVNULL) as process:
        awaited(lambda: begun.exists() and len(begun.read_text().splitlines()) >= 2)
        process.kill()
    for line in begun.read_text().splitlines():
        awaited(lambda number=int(line): not running(number))


def running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.slow
def test_what_is_not_reduced_to_its_end_is_asked_again(tmp_path: Path) -> None:
    peer = Standin(adjacent_convoy="explicit")
    task = Task(random_questions(4, 40, rulebook()), lambda: peer, rulebook())
    whole = Asking(task, Stopping(lambda: False))((0, 40))
    assert whole.done == 40
    for most in range(1, 3 * peer.question_count // 4, peer.question_count // 4):
        peer.question_count = 0
        some = Asking(task, Stopping(lambda most=most: peer.question_count > most))((0, 40))
        assert sum(some.counts.values()) == some.done == some.stop < 40
        assert some.findings == [one for one in whole.findings if one.number < some.stop]


def test_a_state_file_of_another_run_is_refused(tmp_path: Path) -> None:
    state = tmp_path / "run.jsonl"
    checked(Standin, 20, state=state)
    with pytest.raises(CrosscheckError, match='source is "random turns, seed 4" there, "random turns, seed 5" here'):
        crosscheck(Standin, random(20, seed=5), jobs=1, state=state)


def test_a_state_file_of_other_files_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games, boards and house rules may have other content under the same names."""
    state, case, board = tmp_path / "run.jsonl", tmp_path / "case.txt", tmp_path / "mine.json"
    board.write_text('{"name": "mine", "extends": "standard"}')
    text = f"case one\nmap: {board}\nFRANCE\n  A PAR - BUR => moves\nAFTER\n  France: A BUR\nDISLODGED: none\n"
    case.write_text(text)

    def asked(**more: Any) -> None:
        crosscheck(Standin, lambda rules: game_questions((str(case),), rules), jobs=1, state=state, **more)

    def refused_for(what: str, **more: Any) -> None:
        with pytest.raises(CrosscheckError, match=rf"is of another cross-check: {what} is .* there, .* here"):
            asked(**more)

    asked()
    case.write_text(text.replace("BUR", "PIC"))
    refused_for("content of files")
    case.write_text(text)
    asked()
    board.write_text('{"name": "mine", "extends": "standard", "army_removed": {"PAR": "BUR"}}')
    refused_for("content of files")
    board.write_text('{"name": "mine", "extends": "standard"}')

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    rule, state = tmp_path / "a_rule_of_mine.py", tmp_path / "own.jsonl"
    rule.write_text("def none(paradox):\n    return None\n")
    own = {"rules_of": lambda rules: rules.with_named(settlement="a_rule_of_mine:none")}
    asked(**own)
    asked(**own)
    rule.write_text("def none(paradox):\n    return {}\n")
    refused_for("code of house rules", **own)


# -- known differences ------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_file_of_known_differences_outranks_what_is_found(tmp_path: Path) -> None:
    peer, report = partial(Standin, stuck_in_munich), stuck_report()
    file = tmp_path / "known.toml"
    file.write_text(report.known_file())
    again = checked(peer, 300, known=str(file))
    assert all(cause.known and cause.attribution is Attribution.OPEN for cause in again.causes)
    first = report.causes[0].shapes[0]
    seen = (
        f"{{ differs = '{first.example.kind}', symptom = '{first.example.symptom}', shape = {json.dumps(first.text)} }}"
    )
    file.write_text(f"[[difference]]\nname = 'mine'\nverdict = 'fault'\ntitle = 't'\nrule = 'r'\nseen = [{seen}]\n")
    judged = checked(peer, 300, known=str(file))
    mine = judged.causes[0]
    assert (mine.name, mine.attribution) == ("mine", Attribution.FAULT)
    assert [one.text for one in mine.shapes] == [first.text]


def test_a_report_that_cannot_be_written_is_noticed_before_anything_is_asked(tmp_path: Path) -> None:
    file = tmp_path / "known.toml"
    file.write_text("")
    (tmp_path / "report").write_text("")
    args = ("lines:/no/such/program", "--random", "5")
    for folder, options, message in (
        (tmp_path / "report", (), "report: "),
        (tmp_path, ("--known", str(file)), "would overwrite"),
    ):
        result = run("crosscheck", *args, *options, "--report", str(folder))
        assert result.exit_code == 2
        assert message in result.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("difference = 3", "not a file of known differences"),
        ("[[difference]]\nname = 'a'", "lacks"),
        ("[[difference]]\nname='a'\nverdict='odd'\ntitle=''\nrule=''", "odd"),
        ("[[difference]]\nname='a'\nverdict='fault'\ntitle=''\nrule=''\nshape='x'", "unknown key 'shape'"),
        ("[[difference]]\nname='a'\nverdict='choice'\ntitle=''\nrule=''\noption='adjacent_convoy=x'", "cannot be 'x'"),
    ],
)
def test_a_bad_file_of_known_differences_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "known.toml"
    file.write_text(text)
    with pytest.raises(CrosscheckError, match=message):
        known_differences("standin", "1", str(file))


# -- what an author of another adjudicator meets -----------------------------------------------------


def test_what_does_not_come_back_in_a_fresh_process_is_said() -> None:
    class Forgetful(Standin):
        """A peer that is wrong from its third question on, until it is restarted."""

        since_start = 0

        def answer(self, question: Turn) -> PeerAnswer:
            self.since_start += 1
            answer = super().answer(question)
            if self.since_start > 2 and question.type is PhaseType.MOVEMENT:
                return replace(answer, units=frozenset(), dislodged=None, success=None)
            return answer

        def close(self) -> None:
            self.since_start = 0

    report = checked(Forgetful, 30)
    assert {cause.attribution for cause in report.causes} == {Attribution.NOT_REPRODUCED}
    assert report.causes[0].name == "movement, position: the question itself comes out differently in a fresh process"
    assert "[[difference]]" not in report.known_file()


def cut_by_anybody(_: int, question: Turn, answer: PeerAnswer) -> PeerAnswer:
    """Let every attack cut a support: from its target, as a choice of 4.A.4 permits, and by its own power."""
    moves = {(order.power, order.destination) for order in question.orders if isinstance(order, Move)}
    orders = tuple(
        Hold(order.power, order.unit)
        if isinstance(order, Support) and (order.power, order.unit.province) in moves
        else order
        for order in question.orders
    )
    return replace(answer_by(replace(question, orders=orders), rulebook(cut_by_own_target="cut")), success=None)


@pytest.mark.slow
def test_a_fault_beside_a_choice_is_not_excused() -> None:
    """The peer makes the choice; that its own attacks cut, too, is a fault, and has its name."""
    report = checked(partial(Standin, cut_by_anybody), 150, drawn=DRAWN)
    attributed = {cause.name: cause.attribution for cause in report.causes}
    assert attributed["own-attack-cuts"] is Attribution.FAULT
    assert attributed["cut_by_own_target=cut"] is Attribution.CHOICE
    assert not report.good
    for cause in report.causes:
        explained = {choice for shape in cause.shapes for choice in shape.options}
        assert cause.attribution is not Attribution.CHOICE or "cut_by_own_target=cut" in explained


@pytest.mark.slow
def test_too_few_turns_leave_a_choice_uncertain(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Weighed(9, 0, 0, 0).holds is None
    assert Weighed(10, 0, 0, 0).holds is True
    assert Weighed(29, 1, 0, 0).holds is True
    assert Weighed(8, 1, 1, 0).holds is False
    assert Weighed(10, 0, 0, 2).holds is False
    monkeypatch.setattr(evidence, "_library", lambda *_: ())
    peer = partial(Standin, retreat_to_convoyed_attacker="barred")
    report = crosscheck(peer, random(12, 23), jobs=1, drawn=5)
    assert {cause.attribution for cause in report.causes} == {Attribution.MAYBE}
    assert report.good


@pytest.mark.slow
def test_a_single_question_is_asked_again(monkeypatch: pytest.MonkeyPatch, answering: Answering) -> None:
    def walking(_: str, asked: Json) -> Json:
        return answer_line(json.dumps(asked | {"options": {"adjacent_convoy": "explicit"}}))[0]

    answering(walking)
    monkeypatch.setitem(crosscheck.__kwdefaults__, "drawn", 20)
    peer = f"lines:{sys.executable}"
    books = rulebook(), rulebook(adjacent_convoy="explicit")
    source = random(200)(rulebook())
    (one, other) = (lambda n, rules=rules: answer_by(source.ask(n)[1], rules).units for rules in books)
    name = source.ask(next(n for n in range(200) if one(n) != other(n)))[0]
    alone = run("crosscheck", peer, "--question", name, "--jobs", "1", "--name", "mine", "--version", "0.3")
    assert "# mine 0.3 compared with standoff" in alone.output
    assert f"Met in 1 turn of 1 shape: {name}" in alone.output
    assert run("crosscheck", peer, "--question", "datc-6.A.1", "--jobs", "1").exit_code == 0
    phases = run("crosscheck", peer, "--question", "6.H.1", "--jobs", "1")
    assert "asked: datc-6.H.1 only; 2 questions" in phases.output
    unknown = run("crosscheck", peer, "--question", "datc-6.A.99")
    assert unknown.exit_code == 2
    assert "nearest known: datc-6.A.9" in unknown.stderr


def test_the_cases_of_a_report_are_a_regression_run(tmp_path: Path) -> None:
    peer, report = partial(Standin, stuck_in_munich), stuck_report()
    report.write(tmp_path)
    files = tuple(sorted(str(file) for file in (tmp_path / "cases").iterdir()))
    again = crosscheck(peer, lambda rules: game_questions(files, rules), jobs=1, drawn=200)
    assert again.tally.done == sum(len(cause.shapes) for cause in report.causes)
    assert sum(cause.turns for cause in again.causes) == again.tally.done
    mended = crosscheck(Standin, lambda rules: game_questions(files, rules), jobs=1)
    assert not mended.causes


# -- sources and reports ----------------------------------------------------------------------------


@pytest.mark.slow
def test_every_phase_of_the_library_is_asked() -> None:
    source = case_questions(rulebook())
    names = [source.ask(number)[0] for number in range(len(source))]
    assert len(set(names)) == len(names) > 400
    assert {"datc-6.A.1", "datc-6.D.12", "datc-6.F.14"} <= set(names)
    assert {source.ask(number)[1].type for number in range(0, len(source), 9)} == set(PhaseType)


def test_games_are_asked_phase_by_phase(tmp_path: Path) -> None:
    start = {"FRANCE": ["A PAR", "F BRE"], "GERMANY": ["A MUN"]}
    moved = {"FRANCE": ["A BUR", "F BRE"], "GERMANY": ["A RUH"]}
    orders = {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - RUH"]}
    phases = [
        {"name": "S1901M", "state": {"units": start}, "orders": orders},
        {"name": "F1901M", "state": {"units": moved}, "orders": {"FRANCE": ["A BUR - MUN"]}},
    ]
    saved = tmp_path / "game.json"
    saved.write_text(json.dumps({"map": "standard", "phases": phases}))
    case = tmp_path / "case.txt"
    case.write_text("case one\nFRANCE\n  A PAR - BUR => moves\nAFTER\n  France: A BUR\nDISLODGED: none\n")
    source = game_questions((str(saved), str(case)), rulebook())
    questions = [source.ask(number) for number in range(len(source))]
    assert [name for name, _ in questions] == [f"{saved}, S1901M", f"{saved}, F1901M", f"{case}, one 1"]
    assert [str(order) for order in questions[1][1].orders] == ["A BUR - MUN"]
    assert {str(unit) for unit in questions[1][1].position.units} == {"A BUR", "F BRE", "A RUH"}


def test_standoff_tells_its_answer_the_same_cheaply_and_from_its_results() -> None:
    for number in range(60):
        question = random_question(6, number)
        if question.type is not PhaseType.MOVEMENT:
            continue
        result = settled(question, rulebook())
        success = {order_result.order: order_result.success for order_result in result}
        assert answer_of_result(question, result).success == {order: success[order] for order in question.orders}


@examples(30)
@given(
    st.integers(0, 60),
    st.lists(st.tuples(st.sampled_from([*PRESETS]), st.dictionaries(st.sampled_from([*OPTIONS]), st.integers(0)))),
)
def test_an_answer_is_the_same_whatever_rulebooks_were_asked_about_before(
    number: int, books: list[tuple[str, dict[str, int]]]
) -> None:
    """It is computed once for rulebooks that agree in all options that were read."""
    question = random_question(6, number)
    for preset, numbers in books:
        choices = {name: [*OPTIONS[name].choices] for name in numbers}
        rules = rulebook(preset, **{name: some[numbers[name] % len(some)] for name, some in choices.items()})
        assert answer_by(question, rules) == answer_of_result(question, settled(question, rules))


@pytest.mark.slow
def test_a_report_is_written_with_a_case_for_each_shape(tmp_path: Path) -> None:
    report = stuck_report()
    report.write(tmp_path / "report")
    files = sorted(path.name for path in (tmp_path / "report").iterdir())
    assert files == ["cases", "known.toml", "pictures", "report.json", "report.md"]
    markdown = (tmp_path / "report" / "report.md").read_text()
    pictures = sorted((tmp_path / "report" / "pictures").iterdir())
    written = sorted((tmp_path / "report" / "cases").iterdir())
    assert len(pictures) == len(written) == len(report.causes)
    many = 0
    for file, picture in zip(written, pictures, strict=True):
        cases = re.split(r"\n\n(?=case )", file.read_text().rstrip())
        assert all(case_passes(case + "\n") for case in cases)
        assert cases[0] in markdown
        assert f"](pictures/{picture.name})" in markdown
        assert picture.read_text().count('class="map"') == 2
        many += len(read_cases(file.read_text(), str(file)))
    assert many == sum(len(cause.shapes) for cause in report.causes)
    data = json.loads((tmp_path / "report" / "report.json").read_text())
    counted = sum(of["retreats"] + of["position"] for of in data["agreement"].values())
    assert counted == sum(one["turns"] for one in data["differences"]) > 0


@pytest.mark.parametrize(
    ("orders", "their_units", "name"),
    [
        (  # DATC 6.D.12: the support does not count against its own army; the army could go over land, too
            "AUSTRIA: A NAP - ROM VIA\nFRANCE: F TYS C A NAP - ROM, A TUS S A NAP - ROM, A ROM H",
            {"AUSTRIA": "A ROM", "FRANCE": "F TYS, A TUS"},
            "own-support-for-a-convoyed-attack",
        ),
        (  # 5.B.3, 5.B.8: the fleet in the North Sea stays, and its army keeps another one out of Belgium
            "GERMANY: A RUH - BEL, F NWG - NTH, A NWY - BEL\nENGLAND: F NTH C A NWY - BEL, F EDI S F NWG - NTH",
            {"GERMANY": "A BEL, F NWG, A NWY", "ENGLAND": "F NTH, F EDI"},
            "harmless-attack-disrupts",
        ),
        (  # 4.A.3: an army that walks although its convoy is disrupted cuts a support
            "ENGLAND: A FIN H, A NWY - SWE, F SKA C A NWY - SWE\n"
            "RUSSIA: A STP - FIN, F DEN - SKA, F NTH S F DEN - SKA, A SWE S A STP - FIN",
            {"ENGLAND": "A FIN, A NWY", "RUSSIA": "A STP, F SKA, F NTH, A SWE"},
            "walks-when-its-convoy-is-disrupted",
        ),
        (  # 6.B.9: a support that names the other coast is void
            "FRANCE: F MAO - SPA/NC, F WES S F MAO - SPA/SC\nGERMANY: A SPA H",
            {"FRANCE": "F SPA/NC, F WES"},
            "support-with-the-wrong-coast",
        ),
        (  # 6.F.29: the army from Denmark cuts the support in London, so the fleet in the Channel stays and convoys
            "RUSSIA: A DEN - LON, F NTH C A DEN - LON\nENGLAND: F BEL - ENG, F LON S F BEL - ENG\n"
            "FRANCE: A BRE - WAL, F ENG C A BRE - WAL",
            {"RUSSIA": "A DEN, F NTH", "ENGLAND": "F BEL, F LON", "FRANCE": "A BRE, F ENG"},
            "chain-of-convoys-taken-for-a-paradox",
        ),
        (  # 5.B.7: the support by the opponent's power counts for the defense
            "GERMANY: A MUN - BUR, A BEL S A MUN - BUR, A RUH S A BUR - MUN\nFRANCE: A BUR - MUN",
            {"GERMANY": "A BUR, A BEL, A RUH"},
            "foreign-support-does-not-defend",
        ),
    ],
)
def test_the_model_of_a_fault_recognizes_it_in_a_turn_of_any_shape(
    orders: str, their_units: dict[str, str], name: str
) -> None:
    question = read(orders, rules=RULES_OF_THE_PACKAGE)
    units = [unit_on(text, power, question.board) for power, texts in their_units.items() for text in texts.split(", ")]
    faulty, right = PeerAnswer(frozenset(units)), answer_by(question, RULES_OF_THE_PACKAGE)
    assert difference(right, faulty) is Kind.POSITION
    judged = Judgement(question, RULES_OF_THE_PACKAGE, faulty)
    assert name in models_of(judged)
    assert models_of(replace(judged, answer=replace(faulty, units=frozenset()))) == ()
    entry = next(one for one in known_differences("diplomacy", "1.1.2") if one.name == name)
    assert entry.model
    assert (entry.entry_for_peer("another", "1") is not None) is (entry.attribution is Attribution.FAULT)


# -- what is not told, and what a peer says ----------------------------------------------------------------------------


@pytest.mark.parametrize("part", [Part.RETREATS, Part.DISLODGED])
def test_where_a_peer_tells_no_retreats_the_units_are_compared(part: Part, tmp_path: Path) -> None:
    def silent(_: int, __: Turn, answer: PeerAnswer) -> PeerAnswer:
        return answer.leaving_out({part})

    state = tmp_path / "state.jsonl"
    report = checked(lambda: Standin(silent), 100, state=state)
    source = random(100)(rulebook())
    dislodging = sum(bool(answer_by(source.ask(n)[1], rulebook()).dislodged) for n in range(100))
    assert dislodging > 10
    parts = [Part.RETREATS] if part is Part.RETREATS else [Part.DISLODGED, Part.RETREATS]
    untold = {one.value: dislodging for one in parts}
    assert (report.causes, report.tally.coverage.missing) == ([], untold)
    assert not report.enough
    assert report.as_object()["not_told"] == untold
    assert report.as_object()["never_told"] == parts
    assert report.as_object()["agreement"]["movement"]["not told"] == dislodging
    assert checked(lambda: Standin(silent), 100, state=state).tally.coverage.missing == untold


def test_retreats_that_are_told_are_compared_where_others_are_not() -> None:
    """Two units are dislodged; the peer reports the retreats of one, and they are wrong."""
    turn = read(
        "FRANCE: A MAR - BUR, A PAR S A MAR - BUR\nGERMANY: A BUR H\n"
        "ENGLAND: F NTH - HOL, F HEL S F NTH - HOL\nRUSSIA: A HOL H"
    )
    own = answer_by(turn, rulebook())
    assert own.dislodged is not None
    one, two = own.dislodged
    for told, kind in ((own.dislodged[one], None), (frozenset({"GAS"}), Kind.RETREATS)):
        assert difference(own, replace(own, dislodged={one: told, two: None})) is kind
    assert difference(own, replace(own, dislodged={one: None})) is Kind.POSITION


def test_what_a_peer_says_stands_as_text_in_a_report(tmp_path: Path) -> None:
    class Hostile(Standin):
        name, version = MARKUP, MARKUP

        def unsupported(self, question: Turn) -> str | None:
            return MARKUP if question.type is PhaseType.RETREAT else None

        def answer(self, question: Turn) -> PeerAnswer:
            if len(question.orders) > 6:
                raise PeerError(MARKUP)
            return super().answer(question)

        def request_text(self, question: Turn) -> str:
            return f"```\n{MARKUP}\n```"

    report = checked(Hostile, 60, max_questions=0)
    report.write(tmp_path)
    known = tomllib.loads((tmp_path / "known.toml").read_text())
    keys = {"name", "verdict", "title", "rule", "remark", "seen"}
    assert all(entry.keys() <= keys for entry in known["difference"])
    assert_text_only(report.markdown())
    assert_text_only((tmp_path / "report.md").read_text())
