"""Score cards: of standoff under its rulebooks, of adjudicators with one fault each, and their output."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib import resources
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from standoff.cases.catalog import library as cases_of
from standoff.lines.answering import answer_line
from standoff.map import FLEET, PhaseType
from standoff.peers.adapters import open_peer
from standoff.peers.adapters.peer import NotExpressible, Part, PeerAnswer, PeerError
from standoff.peers.comparing.catalog import Attribution, catalog, known_differences
from standoff.peers.comparing.fault_values import models_of
from standoff.peers.comparing.findings import found
from standoff.peers.comparing.judgement import Judgement, Kind, answer_by, difference, judgement_of, settled
from standoff.peers.comparing.question_shape import shape, without_places
from standoff.peers.comparing.sources import asked_in
from standoff.peers.score import card as card_module
from standoff.peers.score.card import Card, Mark, score_card
from standoff.peers.score.outputs import SCHEMA, as_object, markdown
from standoff.peers.score.questions import AskedCase, questions
from standoff.solver import Convoy, Rulebook, Support, rulebook
from standoff.turn.turn import Turn
from tests.helpers.command import run
from tests.helpers.paths import DOCS
from tests.helpers.standin import Standin
from tests.peers.conftest import MARKUP, Answering, Json, assert_text_only, few

pytestmark = pytest.mark.usefixtures("few_asked")


# -- adjudicators with one fault each ---------------------------------------------------------------


def nothing_moves(_: int, question: Turn, __: PeerAnswer) -> PeerAnswer:
    """Leave everything as it is: no unit moves, retreats, is built or removed."""
    return PeerAnswer(frozenset(question.position.units), {} if question.type is PhaseType.MOVEMENT else None)


def without(*kinds: type) -> Callable[[int, Turn, PeerAnswer], PeerAnswer]:
    """Return an adjudicator that ignores orders of some kinds: their units hold."""

    def answer(_: int, question: Turn, answer: PeerAnswer) -> PeerAnswer:
        if question.type is not PhaseType.MOVEMENT:
            return answer
        orders = tuple(order for order in question.orders if not isinstance(order, kinds))
        return replace(answer_by(replace(question, orders=orders), rulebook()), success=None)

    return answer


def no_fleet_convoys_twice(_: int, question: Turn, answer: PeerAnswer) -> PeerAnswer:
    """Know convoys by one fleet only: chains convoy nothing."""
    convoyed = [order.convoyed for order in question.orders if isinstance(order, Convoy)]
    orders = tuple(
        order for order in question.orders if not (isinstance(order, Convoy) and convoyed.count(order.convoyed) > 1)
    )
    return replace(answer_by(replace(question, orders=orders), rulebook()), success=None)


def retreats_to_contested_provinces(_: int, question: Turn, answer: PeerAnswer) -> PeerAnswer:
    """Let dislodged units retreat to provinces that a standoff left empty."""
    if not answer.dislodged:
        return answer
    contested = settled(question, rulebook()).after.contested
    board = question.board
    more = {}
    for unit, places in answer.dislodged.items():
        if unit.type is FLEET:
            reach, names = board.tables.fleet[board.location_number[unit.location]], board.locations
        else:
            reach, names = board.tables.army[board.province_number[unit.province]], [p.id for p in board.provinces]
        reached = {name for number, name in enumerate(names) if reach >> number & 1}
        more[unit] = (places or frozenset()) | {place for place in reached if place.partition("/")[0] in contested}
    return replace(answer, dislodged=more)


without_convoys = without(Convoy)
FAULTY: dict[str, Callable[[int, Turn, PeerAnswer], PeerAnswer]] = {
    "nothing moves": nothing_moves,
    "without convoys": without_convoys,
    "no chains of fleets": no_fleet_convoys_twice,
    "no support counts": without(Support),
    "retreats to contested provinces": retreats_to_contested_provinces,
}
"""They make no choice: every difference is wrong."""


@cache
def card_of(fault: str) -> Card:
    peer = Standin(FAULTY[fault])
    peer.unreported = frozenset({Part.CONTESTED, Part.ORDERS})
    with pytest.MonkeyPatch.context() as patch:
        if fault == "nothing moves":  # which is wrong nearly everywhere
            patch.setattr(card_module, "questions", lambda _datc: few()[::2])
        return score_card(peer, suites=("datc",), max_questions=60)


@cache
def card_under(preset: str, *suites: str, **options: str) -> Card:
    return score_card(Standin(preset=preset, **options), suites=suites, max_questions=0)


def right(case: AskedCase, answer: Callable[[Turn], PeerAnswer], *unknown: Part) -> bool:
    """Return whether every answer to a case agrees with the rulebook of the case."""
    return all(
        difference(answer_by(question, case.rules), answer(question).leaving_out(unknown)) is None
        for question in case.questions
    )


# -- passed, a choice, or failed -------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("fault", [fault for fault in FAULTY if fault != "no chains of fleets"])  # in few, a choice
def test_what_no_choice_explains_is_failed(fault: str) -> None:
    """Where its units or retreats differ from the case; nothing else fails, and no case is excused."""
    card = card_of(fault)
    wrong = FAULTY[fault]
    for score in card.scores:
        good = right(score.asked, lambda q: wrong(0, q, answer_by(q, rulebook())), Part.CONTESTED, Part.ORDERS)
        if score.asked.rules == rulebook():  # else it cannot know which rulebook the case is about
            assert score.mark is (Mark.PASSED if good else Mark.FAILED), (score.asked.id, score.why)
        elif not good:
            assert score.mark is not Mark.PASSED
    assert card.count(Mark.CHOICE, "datc") == 0
    if fault in ("nothing moves", "without convoys"):
        assert card.rulebook_fit.rules is None  # none fits


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["2023", "1971", "1982", "2000", "webdiplomacy"])
def test_a_program_that_follows_a_rulebook_fails_nothing(preset: str) -> None:
    """A case is passed if the program's rulebook agrees; otherwise the choice is named, without contradictions."""
    rules: Rulebook = rulebook(preset)
    card = card_under(preset, *(() if preset == "2023" else ("datc",)))  # the whole library takes three times as long
    assert card.count(Mark.FAILED) == 0
    for score in card.scores:
        good = right(score.asked, lambda question: answer_by(question, rules))
        assert score.mark is (Mark.PASSED if good else Mark.CHOICE), (score.asked.id, score.why)
    fit = card.rulebook_fit
    assert fit.rules is not None
    assert fit.fits == fit.phases
    for score in card.scores:
        for question in score.asked.questions:
            assert answer_by(question, fit.rules).units == answer_by(question, rules).units
    assert all(weight.with_choice and not weight.contradictions for weight in card.choices().values())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "sections", "units"),
    [("no support counts", {"6.D", "6.F"}, 3), ("retreats to contested provinces", {"6.D"}, 4)],
)
def test_a_fault_is_isolated_and_shown_with_few_units(fault: str, sections: set[str], units: int) -> None:
    card = card_of(fault)
    failing = {score.asked.section for score in card.scores if score.mark is Mark.FAILED}
    assert sections <= failing
    assert "6.I" not in failing
    shown = card.faults()
    assert sum(len(one.scores) for one in shown) == card.count(Mark.FAILED)
    assert min(one.smallest.units for one in shown if one.smallest) == units
    if units == 4:
        signs = {(one.smallest.kind, one.smallest.symptom) for one in shown if one.smallest}
        assert signs == {(Kind.RETREATS, "dislodged over land: more retreats (contested)")}


@pytest.mark.slow
def test_failures_of_one_cause_are_one_group_with_a_smallest_turn() -> None:
    card = card_of("without convoys")
    groups = card.faults()
    assert [fault.name for fault in groups] == ["no-convoys"]
    for fault in groups:
        assert fault.cause
        assert {score.group for score in fault.scores} == {fault.name}
        assert all(
            fault.smallest and score.finding and fault.smallest.units <= score.finding.units for score in fault.scores
        )
    assert any(line.startswith("failed: no-convoys (datc-4.A.1, ") for line in card.summary())


def test_a_fault_has_the_same_name_in_every_program() -> None:
    """Found in the package `diplomacy`, it is recognized in a program that nobody has looked at.

    In a head-to-head battle a support given by the opponent's power does not count for the defense (DATC 5.B.7).
    """
    (case,) = [one for one in questions() if one.id == "separating-fault-foreign-support-does-not-defend"]

    def faulty(_: int, question: Turn, answer: PeerAnswer) -> PeerAnswer:
        if set(question.orders) != set(case.questions[0].orders):
            return answer
        beaten, winner = ({str(unit): unit for unit in answer.units}[name] for name in ("A PIE", "A MAR"))
        after = answer.units - {beaten, winner} | {replace(winner, location="PIE")}
        return PeerAnswer(after, {beaten: frozenset({"TYR", "VEN"})})

    peer = Standin(faulty)
    entries = known_differences(peer.name, peer.version)
    words = [one for one in entries if one.attribution is not Attribution.FAULT]
    assert {sign.kind for one in words for sign in one.signs} == {Kind.ORDERS}
    first = judgement_of(case.questions[0], peer, case.rules)
    assert isinstance(first, Judgement)
    finding = found(first, peer)
    assert finding is not None
    assert "foreign-support-does-not-defend" in models_of(finding.judgement(case.rules))
    assert next(one for one in entries if one.name == "foreign-support-does-not-defend").elsewhere
    assert not any(one.elsewhere for one in known_differences("diplomacy", "1.1.2") if "diplomacy" in one.found)


# -- what a program says of itself -----------------------------------------------------------------


@pytest.mark.slow
def test_what_differs_from_the_rulebook_claimed_is_failed() -> None:
    """Even where the case's rulebook differs: agreement with both passes, with only the claimed one is a choice."""
    claim = rulebook("2000")
    peer = Standin(preset="2000", adjacent_convoy="explicit")
    card = score_card(peer, suites=("datc",), claimed_rules=claim, max_questions=0)
    assert (card.rulebook_fit.rules, card.rulebook_fit.claimed) == (claim, True)
    for score in card.scores:
        as_claimed = right(replace(score.asked, rules=claim), lambda question: answer_by(question, peer.own))
        passed = right(score.asked, lambda question: answer_by(question, peer.own))
        expected = Mark.FAILED if not as_claimed else Mark.PASSED if passed else Mark.CHOICE
        assert score.mark is expected, (score.asked.id, score.why)
    assert {score.asked.id for score in card.scores if score.mark is Mark.FAILED} >= {"datc-6.G.1", "datc-6.G.5"}


@pytest.mark.slow
def test_a_rulebook_named_in_the_answers_is_a_claim() -> None:
    peer = Standin(preset="1982")
    peer.rulebook = rulebook("1982")  # type: ignore[attr-defined]
    card = score_card(peer, suites=("datc",), max_questions=0)
    assert (card.rulebook_fit.rules, card.rulebook_fit.claimed) == (rulebook("1982"), True)
    assert card.count(Mark.FAILED) == 0
    assert card.count(Mark.CHOICE) > 3


@pytest.mark.slow
def test_a_program_that_heeds_the_rulebook_is_compared_under_the_one_it_was_told(answering: Answering) -> None:
    """A fault that only shows under an edition's house rules is not attributed to the rules of 2023."""

    def answer(_: str, request: Json) -> Json:
        told = answer_line(json.dumps(request))[0]
        return told | {"dislodged": {}} if request["rules"] == "czech1962" else told

    answering(answer)
    card = score_card(open_peer(f"lines:{sys.executable}"), suites=("editions",), max_questions=0)
    failed = [score for score in card.scores if score.mark is Mark.FAILED]
    assert failed
    judged = [score.judged for score in failed if score.judged]
    assert len(judged) == len(failed)
    assert {one.rules.preset for one in judged} == {"czech1962"}
    assert {one.kind for one in judged} == {Kind.POSITION}


# -- what a program does not answer ----------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("program", "questions"), [("raise SystemExit(3)", 10), ("import time; time.sleep(60)", 3)])
def test_a_peer_that_answers_nothing_ends_the_run(program: str, questions: int) -> None:
    result = run("score", f"lines:{sys.executable} -c {program!r}", "--timeout", "0.1" if "sleep" in program else "20")
    assert result.exit_code == 2
    assert f"answers none of {questions} questions" in result.stderr


@pytest.mark.slow
def test_crashes_and_what_cannot_be_asked_are_told() -> None:
    """A peer that dies is restarted for each question, so the same crash is reduced only a few times."""
    asked: Counter[PhaseType] = Counter()

    class Narrow(Standin):
        def answer(self, question: Turn) -> PeerAnswer:
            asked[question.type] += 1
            if question.type is PhaseType.RETREAT:
                raise PeerError("died")
            if question.type is PhaseType.ADJUSTMENT:
                raise NotExpressible("no winters")
            return super().answer(question)

    card = score_card(Narrow(), suites=("datc",), max_questions=50)
    failed = [score for score in card.scores if score.mark is Mark.FAILED]
    assert len(failed) > 2
    assert {score.why for score in failed} == {"no answer: died"}
    assert [fault.name for fault in card.faults()] == ["died"]
    assert asked[PhaseType.RETREAT] < 3 * 52 + 2 * len(failed)
    winters = [case for case in few() if (case.suite, case.section) == ("datc", "6.I")]
    assert card.count(Mark.UNSUPPORTED, "datc", "6.I") == len(winters) > 0
    assert {score.why for score in card.scores if score.mark is Mark.UNSUPPORTED} == {"no winters"}


# -- what is written, and the command --------------------------------------------------------------


@pytest.mark.slow
def test_the_json_fits_its_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((resources.files("standoff.peers.score") / SCHEMA).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    for card in (card_of("no support counts"), card_under("2023", "datc", paradox_backup="all-hold")):
        jsonschema.validate(json.loads(json.dumps(as_object(card))), schema)


def test_what_a_peer_says_stands_as_text_in_the_card() -> None:
    class Hostile(Standin):
        name, version = MARKUP, MARKUP

        def answer(self, question: Turn) -> PeerAnswer:
            if self.question_count % 7 == 3:
                self.question_count += 1
                raise PeerError(MARKUP)
            return super().answer(question)

    assert_text_only(markdown(score_card(Hostile(), suites=("datc",), max_questions=0)))


def no_support_counts(_: str, request: Json) -> Json:
    """Answer as standoff would if all supporters held; report only units."""
    for power, orders in request["orders"].items():
        request["orders"][power] = [order.split(" S ")[0] + " H" if " S " in order else order for order in orders]
    return {"id": request["id"], "units": answer_line(json.dumps(request))[0]["units"]}


@pytest.mark.slow
def test_a_baseline_says_what_has_become_worse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answering: Answering
) -> None:
    """A program is asked the separating cases once; its card is then compared with the saved one."""
    cards: list[Card] = []

    def once(*args: Any, **options: Any) -> Card:
        if not cards:
            cards.append(score_card(*args, **options))
        return cards[0]

    monkeypatch.setattr("standoff.peers.score_card", once)
    answering(no_support_counts)
    folder = tmp_path / "card"
    args = (
        f"lines:{sys.executable}",
        "--suite",
        "separating",
        "--max-questions",
        "0",
        "--name",
        "mine",
        "--version",
        "0.3",
    )
    first = run("score", *args, "--report", str(folder))
    assert first.exit_code == 1
    assert {file.name for file in folder.iterdir()} == {"score.md", "score.json"}
    again = run("score", *args, "--baseline", str(folder / "score.json"))
    assert (again.exit_code, again.stderr) == (0, "")
    before = json.loads((folder / "score.json").read_text())
    worst = next(case for case in before["cases"] if case["mark"] == "failed")
    worst["mark"] = "passed"
    (folder / "score.json").write_text(json.dumps(before))
    worse = run("score", *args, "--baseline", str(folder / "score.json"))
    assert worse.exit_code == 1
    assert worse.stderr == f"standoff: {worst['id']} fails and passed before ({worst['why']})\n"
    kept = (folder / "score.json").read_text()
    same = run("score", *args, "--baseline", str(folder / "score.json"), "--report", str(folder))
    assert same.exit_code == 2
    assert "the report would overwrite" in same.stderr
    assert (folder / "score.json").read_text() == kept


@pytest.mark.slow
def test_what_cannot_be_asked_any_more_is_worse_than_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Standin, "unsupported", lambda *_: "no such phase")
    card = score_card(Standin(), suites=("separating",))
    assert card.count(Mark.UNSUPPORTED) == len(card.scores) > 10
    worse = card.worse_than({"separating-A.1": "passed", "separating-B.1": "failed", "datc-6.A.1": "passed"})
    assert [(one.asked.id, was) for one, was in worse] == [("separating-A.1", "passed")]


def test_a_bad_baseline_and_an_unknown_suite_are_told(tmp_path: Path) -> None:
    file, endless = tmp_path / "score.json", tmp_path / "endless.json"
    file.write_text("{}")
    endless.symlink_to("/dev/zero")
    for args, message in (
        (("diplomacy", "--baseline", str(file)), "not an earlier score.json"),
        (("diplomacy", "--baseline", str(tmp_path / "none.json")), "No such file"),
        (("diplomacy", "--baseline", str(endless)), "not a regular file"),
        (("diplomacy", "--suite", "chess"), "expected one of datc, separating, editions"),
        (("lines:/no/such/program",), "no program '/no/such/program' can be run"),
    ):
        result = run("score", *args)
        assert result.exit_code == 2
        assert message in result.stderr


# -- the plugin for pytest, and what the page shows ------------------------------------------------


@pytest.mark.slow
def test_the_library_is_run_as_tests_of_ones_own_adjudicator(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cases of chapter 6, and no others."""
    named = [*(f"datc-6.{number}" for number in ("A.1", "A.5", "G.20", "H.2")), "separating-A.1"]
    some = [case for case in questions() if case.id in named]
    monkeypatch.setattr("standoff.peers.score.questions.questions", lambda: some)
    (tmp_path / "test_mine.py").write_text(
        "from standoff.lines.answering import answer_line\nimport json\n\n"
        "def adjudicate(request):\n"
        "    assert request['id'].startswith('6.')\n"
        "    if request['phase'] == 'retreat': return {'unsupported': 'no retreats'}\n"
        "    text = json.dumps(request).replace(' VIA', '')\n"
        "    answer = answer_line(text)[0]\n"
        "    if 'A YOR' not in answer.get('dislodged', ()): return answer\n"
        "    return {'units': answer['units'], 'dislodged': {'A YOR': {'power': 'ENGLAND', 'retreats': []}}}\n\n"
        "def test_datc(datc_case):\n    datc_case.check(adjudicate)\n"
    )
    installed = any(point.value == "standoff.peers.score.pytest_plugin" for point in entry_points(group="pytest11"))
    plugin = [] if installed else ["-p", "standoff.peers.score.pytest_plugin"]
    (tmp_path / "none.ini").touch()
    options = [*plugin, "-v", "--rootdir", str(tmp_path), "-c", str(tmp_path / "none.ini")]
    without = ("-p", "no:cacheprovider", "-p", "no:unraisableexception")  # the latter collects garbage five times
    pytest.main([*options, *without, str(tmp_path)])
    printed = capfd.readouterr().out
    became = dict(re.findall(r"test_datc\[(.*)\] ([A-Z]+)", printed))
    assert became == {"6.A.1": "PASSED", "6.A.5": "FAILED", "6.G.20": "FAILED", "6.H.2": "SKIPPED"}, printed
    assert "6.G.20, " in printed
    assert "the position afterwards differs" in printed
    assert "> England: retreats of A YOR: expected EDI; found none" in printed


@pytest.mark.slow
def test_recorded_answers_are_written_as_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (DOCS / "connect.md").read_text(encoding="utf-8")
    (script,) = [block for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if "questions()" in block]
    (tmp_path / "mine.py").write_text(
        "from standoff.lines.answering import answer_line\nimport json\n\n"
        "def reply(request): return answer_line(json.dumps(request))[0]\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("standoff.peers.score.questions.questions", few)
    exec(script, {})
    result = run("score", "folder:answers", "--name", "mine", "--suite", "datc")
    assert result.exit_code == 0
    whole = sum(case.suite == "datc" for case in few())
    assert f"datc {whole} of {whole} passed" in result.output


# -- the catalog of faults -------------------------------------------------------------------------


def test_every_fault_has_a_case_that_it_is_recognized_by() -> None:
    names = [entry.name for entry in catalog()]
    assert len(set(names)) == len(names)
    for entry in catalog():
        assert entry.found, entry.name
        if entry.attribution is Attribution.FAULT:
            (case,) = cases_of(entry.case)
            shapes = {shape(question) for question in asked_in(case, rulebook())}
            shapes |= {without_places(one) for one in shapes}
            reduced = case.id.startswith("separating-")  # a case of the DATC is larger than what shows the fault
            seen = any(sign.shape in shapes for sign in entry.signs)
            assert seen or entry.model or not reduced, entry.name
        else:
            assert not entry.case
