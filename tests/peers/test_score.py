"""Score cards: of standoff, of adjudicators with one fault each, and what they are written as."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib import resources
from importlib.metadata import entry_points
from pathlib import Path
from subprocess import run as run_program
from typing import Any

import pytest
from click.testing import Result

from standoff.cases.catalog import library as cases_of
from standoff.map import FLEET, PhaseType
from standoff.peers.adapters import open_peer
from standoff.peers.adapters.exchange import unwritable
from standoff.peers.adapters.peer import Answer, NotExpressible, PeerError, PeerUnavailable
from standoff.peers.crosscheck.catalog import Attribution, catalog
from standoff.peers.crosscheck.catalog_page import issue, turn_of
from standoff.peers.crosscheck.differences import (
    Kind,
    Leaning,
    difference,
    leaning,
    leans_alike,
    settled,
)
from standoff.peers.crosscheck.question_shape import shape, without_places
from standoff.peers.crosscheck.sources import asked_in
from standoff.peers.score.card import Card, Mark, score_card
from standoff.peers.score.outputs import SCHEMA, as_object, markdown
from standoff.peers.score.questions import SUITES, questions
from standoff.solver import Convoy, Hold, Move, Order, Support, rulebook
from standoff.text.markdown import escaped
from standoff.turn.turn import Turn
from tests.helpers.command import run
from tests.helpers.paths import DOCS
from tests.helpers.turns import drawn
from tests.peers.conftest import answer_by, library, peer_program
from tests.peers.test_crosscheck import Standin

pytestmark = pytest.mark.usefixtures("answered_once")


def instead(kind: type, question: Turn) -> Turn:
    """Return a question with holds in place of all orders of a kind."""
    orders: tuple[Order, ...] = tuple(
        Hold(order.power, order.unit) if isinstance(order, kind) else order for order in question.orders
    )
    return replace(question, orders=orders)


def no_support_counts(_: int, question: Turn, answer: Answer) -> Answer:
    if question.type is not PhaseType.MOVEMENT:
        return answer
    return replace(answer_by(instead(Support, question), rulebook()), success=None)


def no_battle_is_won(_: int, question: Turn, answer: Answer) -> Answer:
    """Let both units of two opposite moves stay, whatever supports them."""
    moves = {(order.unit.province, order.destination) for order in question.orders if isinstance(order, Move)}
    convoyed = {order.convoyed.province for order in question.orders if isinstance(order, Convoy)}
    orders: tuple[Order, ...] = tuple(
        Hold(order.power, order.unit)
        if isinstance(order, Move)
        and (order.destination, order.unit.province) in moves
        and not {order.unit.province, order.destination} & convoyed
        else order
        for order in question.orders
    )
    return replace(answer_by(replace(question, orders=orders), rulebook()), success=None)


def retreats_to_contested_provinces(_: int, question: Turn, answer: Answer) -> Answer:
    """Let dislodged units retreat to provinces that a standoff left empty."""
    if not answer.dislodged:
        return answer
    contested = settled(question, rulebook()).after.contested
    board = question.board
    more = {}
    for unit, places in answer.dislodged.items():
        if unit.type is FLEET:
            reach, names = board.fleet_reach[board.location_number[unit.location]], board.locations
        else:
            reach, names = board.army_reach[board.province_number[unit.province]], [p.id for p in board.provinces]
        reached = {name for number, name in enumerate(names) if reach >> number & 1}
        more[unit] = (places or frozenset()) | {place for place in reached if place.partition("/")[0] in contested}
    return replace(answer, dislodged=more)


FAULTY: dict[str, tuple[Callable[[int, Turn, Answer], Answer], set[str], int]] = {
    "no support counts": (no_support_counts, {"6.D", "6.E", "6.F"}, 3),
    "no battle is won": (no_battle_is_won, {"6.E"}, 3),
    "retreats to contested provinces": (retreats_to_contested_provinces, {"6.H"}, 4),
}
"""Adjudicators with one fault each; sections in which cases fail; the fewest units that show it."""


@cache
def card_of(fault: str) -> Card:
    return score_card(Standin(FAULTY[fault][0]), suites=("datc",))


@cache
def small_turns(units: int) -> tuple[Turn, ...]:
    """Return the turns with fewer units among some random ones."""
    return tuple(one for one in drawn(800) if len(one.position.units) < units)


# -- what is asked ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_case_of_the_library_is_asked_those_of_the_datc_first() -> None:
    cases = library()
    assert len({one.id for one in cases}) == len(cases) > 400
    suites = [one.suite for one in cases]
    assert suites == sorted(suites, key=list(SUITES).index)
    assert set(suites) == SUITES.keys()
    sections = {one.section for one in cases if one.suite == "datc"}
    assert {f"6.{letter}" for letter in "ABCDEFGHIJ"} <= sections
    assert all(one.questions for one in cases)


@pytest.mark.slow
def test_a_case_that_a_choice_explains_by_chance_is_a_failure() -> None:
    """Where the peer does not make that choice elsewhere."""

    def wrong_once(_: int, question: Turn, answer: Answer) -> Answer:
        if question.position.units != first.position.units:
            return answer
        return answer_by(question, rulebook(adjacent_convoy="explicit"))

    (case,) = [case for case in library() if case.id == "datc-6.G.1"]
    first = case.questions[0]
    card = score_card(Standin(wrong_once), suites=("datc",), most_tries=0)
    marks = {score.asked.id: score.mark for score in card.scores}
    assert marks["datc-6.G.1"] is Mark.FAILED
    assert marks["datc-6.G.2"] is Mark.PASSED


@pytest.mark.slow
def test_a_choice_of_chapter_4_is_named_and_is_no_failure() -> None:
    card = score_card(Standin(adjacent_convoy="explicit"), suites=("datc",))
    assert card.follows.rules == rulebook(adjacent_convoy="explicit")
    assert card.count(Mark.FAILED) == 0
    chosen = {score.asked.id: score.why for score in card.scores if score.mark is Mark.CHOICE}
    assert set(chosen.values()) == {"adjacent_convoy=explicit (5 for, 0 against)"}
    assert "datc-6.G.1" in chosen


# -- adjudicators with a fault ----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTY)
def test_a_fault_is_isolated_named_and_shown_with_few_units(fault: str) -> None:
    _, sections, units = FAULTY[fault]
    card = card_of(fault)
    failing = {score.asked.section for score in card.scores if score.mark is Mark.FAILED}
    assert sections <= failing
    assert "6.I" not in failing
    shown = card.faults()
    assert sum(len(one.scores) for one in shown) == card.count(Mark.FAILED)
    assert min(one.smallest.units for one in shown if one.smallest) == units
    for one in shown:
        assert one.entry or one.name.startswith(("position: ", "retreats: "))
        assert escaped(one.name) in markdown(card)


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTY)
def test_no_turn_with_fewer_units_shows_the_fault(fault: str) -> None:
    """Neither what is left of the smallest case without one of its units, nor any of many random turns."""
    wrong, _, units = FAULTY[fault]
    peer = Standin(wrong)

    def shows(question: Turn) -> bool:
        return difference(answer_by(question, rulebook()), peer.answer(question)) not in (None, Kind.ORDERS)

    def way(question: Turn) -> Leaning:
        kind = difference(answer_by(question, rulebook()), peer.answer(question))
        return leaning(question, rulebook(), peer.answer(question), kind) if kind else frozenset()

    for shown in card_of(fault).faults():
        assert shown.smallest is not None
        smallest = shown.smallest.question
        assert shows(smallest)
        for gone in smallest.position.units:
            left = tuple(unit for unit in smallest.position.units if unit is not gone)
            orders = tuple(order for order in smallest.orders if order.unit.province != gone.province)
            smaller = replace(smallest, position=replace(smallest.position, units=left), orders=orders)
            assert not shows(smaller) or not leans_alike(way(smaller), way(smallest))
    fewer = [one for one in small_turns(4) if len(one.position.units) < units]
    assert len(fewer) > 10
    assert not any(map(shows, fewer))


@pytest.mark.slow
def test_retreats_to_contested_provinces_are_one_fault() -> None:
    card = card_of("retreats to contested provinces")
    (case,) = [score for score in card.scores if score.asked.id == "datc-6.H.6"]
    assert re.fullmatch(r"retreats of [AF] \w+: .* \(expected: .*\)", case.why)
    names = {fault.name.partition(" [")[0] for fault in card.faults()}
    assert names == {"retreats: dislodged over land: more retreats (contested)"}


@pytest.mark.slow
def test_crashes_and_what_cannot_be_asked_are_told() -> None:
    class Narrow(Standin):
        def answer(self, question: Turn) -> Answer:
            if question.type is PhaseType.RETREAT:
                raise NotExpressible("no retreats")
            if question.type is PhaseType.ADJUSTMENT:
                raise PeerError("out of memory")
            return super().answer(question)

    card = score_card(Narrow(), suites=("datc",), most_tries=5)
    assert card.count(Mark.FAILED, "datc", "6.I") == 7
    assert card.count(Mark.CANNOT, "datc", "6.H") > 10
    assert "no answer: out of memory" in {score.why for score in card.scores}
    assert "no retreats" in {score.why for score in card.scores}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "questions"), [("raise SystemExit(3)", 10), ("import time; time.sleep(60)", 3), ("print('ready')", 10)]
)
def test_a_peer_that_answers_nothing_ends_the_run(program: str, questions: int) -> None:
    started = ("--timeout", "1") if "sleep" in program else ()
    result = score(f"lines:{sys.executable} -c {program!r}", "--name", "mine", *started)
    assert result.exit_code == 2
    assert f"mine answers none of {questions} questions, the last time: " in result.stderr


@pytest.mark.slow
def test_a_peer_that_fails_again_and_again_ends_the_run() -> None:
    def spoilt(nth: int, _: Turn, answer: Answer) -> Answer:
        if nth > 20:
            raise PeerError("out of memory")
        return answer

    with pytest.raises(PeerUnavailable, match="50 failures in a row, the last one: out of memory"):
        score_card(Standin(spoilt), suites=("datc",))


@pytest.mark.slow
def test_the_same_crash_is_reduced_a_few_times_only() -> None:
    """A peer that dies is started again for each question."""
    counts = Counter[str]()

    class Dying(Standin):
        def answer(self, question: Turn) -> Answer:
            if question.type is PhaseType.RETREAT:
                counts["retreats"] += 1
                raise PeerError("died")
            return super().answer(question)

    card = score_card(Dying(), suites=("datc",), most_tries=50)
    failed = card.count(Mark.FAILED)
    assert failed > 10
    assert counts["retreats"] < 3 * 52 + 2 * failed
    assert [fault.name for fault in card.faults()] == ["died"]


@pytest.mark.slow
def test_a_program_that_heeds_the_rulebook_is_compared_under_the_one_it_was_told(tmp_path: Path) -> None:
    """A fault that only shows under an edition's own rules is not laid at the door of the rules of 2023."""
    peer = peer_program(
        tmp_path,
        "import json, sys\n"
        "from standoff.lines.answering import answer_line\n"
        "for line in sys.stdin:\n"
        "    answer = answer_line(line)[0]\n"
        "    if json.loads(line)['rules'] == 'czech1962': answer['dislodged'] = {}\n"
        "    print(json.dumps(answer), flush=True)\n",
    )
    card = score_card(open_peer(peer), suites=("editions",), most_tries=0)
    failed = [score for score in card.scores if score.mark is Mark.FAILED]
    assert failed
    assert {score.rules.preset for score in failed if score.rules} == {"czech1962"}
    for score in failed:
        assert score.question is not None
        assert score.rules is not None
        assert difference(answer_by(score.question, score.rules), score.answer or Answer(frozenset())) is Kind.POSITION


# -- what it is written as --------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTY)
def test_the_json_fits_its_schema(fault: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((resources.files("standoff.peers.score") / SCHEMA).read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(json.dumps(as_object(card_of(fault)))), schema)


# -- the command ------------------------------------------------------------------------------------


WRONG = """
import json, sys
from standoff.lines.answering import answer_line
for line in sys.stdin:
    request = json.loads(line)
    for power, orders in request["orders"].items():
        request["orders"][power] = [order.split(" S ")[0] + " H" if " S " in order else order for order in orders]
    print(json.dumps({"id": request["id"], "units": answer_line(json.dumps(request))[0]["units"]}), flush=True)
"""


def score(*args: str) -> Result:
    return run("score", *args)


@pytest.mark.slow
def test_a_baseline_says_what_has_become_worse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program is asked once, the separating cases alone; its card is then held against what is kept of it."""
    cards: list[Card] = []

    def once(*args: Any, **options: Any) -> Card:
        if not cards:
            cards.append(score_card(*args, **options))
        return cards[0]

    monkeypatch.setattr("standoff.peers.score.card.score_card", once)
    peer, folder = peer_program(tmp_path, WRONG), tmp_path / "card"
    args = (peer, "--suite", "separating", "--tries", "0", "--name", "mine", "--version", "0.3")
    first = score(*args, "--report", str(folder))
    assert first.exit_code == 1
    assert first.output.startswith("mine 0.3: ")
    assert {file.name for file in folder.iterdir()} == {"score.md", "score.json"}
    again = score(*args, "--baseline", str(folder / "score.json"))
    assert (again.exit_code, again.stderr) == (0, "")
    before = json.loads((folder / "score.json").read_text())
    worst = next(case for case in before["cases"] if case["mark"] == "failed")
    worst["mark"] = "passed"
    (folder / "score.json").write_text(json.dumps(before))
    worse = score(*args, "--baseline", str(folder / "score.json"))
    assert worse.exit_code == 1
    assert worse.stderr == f"standoff: {worst['id']} fails and passed before ({worst['why']})\n"
    kept = (folder / "score.json").read_text()
    same = score(*args, "--baseline", str(folder / "score.json"), "--report", str(folder))
    assert same.exit_code == 2
    assert "the report would overwrite" in same.stderr
    assert (folder / "score.json").read_text() == kept


def no_words(*_: object) -> Answer:
    """Have no words for any phase of the DATC."""
    raise NotExpressible("no such phase")


@pytest.mark.slow
def test_what_cannot_be_asked_any_more_is_worse_than_passed() -> None:
    card = score_card(Standin(no_words), suites=("separating",))
    assert card.count(Mark.CANNOT) == len(card.scores) > 50
    worse = card.worse_than({"separating-A.1": "passed", "separating-B.1": "failed", "datc-6.A.1": "passed"})
    assert [(one.asked.id, was) for one, was in worse] == [("separating-A.1", "passed")]


@pytest.mark.slow
def test_a_peer_without_words_for_any_case_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("standoff.peers.adapters.open_peer", lambda *_, **__: Standin(no_words))
    result = score("lines:mute", "--suite", "datc")
    assert result.exit_code == 2
    assert "no case could be asked; " in result.stderr
    assert "because of: no such phase" in result.stderr


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
        result = score(*args)
        assert result.exit_code == 2
        assert message in result.stderr


# -- what is not told, and what a peer says ----------------------------------------------------------------------------


def without_retreats(_: int, __: Turn, answer: Answer) -> Answer:
    return replace(answer, dislodged=None if answer.dislodged is None else dict.fromkeys(answer.dislodged))


def test_where_a_peer_tells_no_retreats_the_units_are_compared() -> None:
    """A program may answer {"power": …} for a dislodged unit, and nothing else of it."""
    card, whole = (score_card(Standin(spoilt), suites=("datc",)) for spoilt in (without_retreats, None))
    assert [score.mark for score in card.scores] == [score.mark for score in whole.scores]
    asked = [question for case in questions() if case.suite == "datc" for question in case.questions]
    dislodging = sum(bool(answer_by(question, rulebook()).dislodged) for question in asked)
    assert (card.untold, whole.untold) == (dislodging, 0)
    line = f"- in {dislodging} phases it does not say where dislodged units may retreat: there only the units were"
    assert line in markdown(card)
    assert "where dislodged units may retreat" not in markdown(whole)
    assert (as_object(card)["retreats_not_told"], as_object(whole)["retreats_not_told"]) == (dislodging, 0)


MARKUP = "</script><script>alert(1)</script> [a](javascript:b) ![c](http://d) `e` | **f** # g\n# h"


def test_what_a_peer_says_stands_as_text_in_the_card() -> None:
    class Hostile(Standin):
        name, version = MARKUP, MARKUP

        def answer(self, question: Turn) -> Answer:
            if self.question_count % 7 == 3:
                self.question_count += 1
                raise PeerError(MARKUP)
            return super().answer(question)

    card = score_card(Hostile(), suites=("datc",), most_tries=0)
    text = markdown(card)
    assert "alert(1)" in text
    outside = re.sub(r"(?ms)^(`{3,})[a-z]*$.*?^\1$", "", text)
    assert re.findall(r"<[A-Za-z/!?]", outside) == []
    assert re.findall(r"(?<!\\)\]\(", outside) == []
    assert [line for line in outside.splitlines() if line.startswith("# ")] == [text.splitlines()[0]]


# -- the plugin for pytest --------------------------------------------------------------------------


@pytest.mark.slow
def test_the_library_is_run_as_tests_of_ones_own_adjudicator(tmp_path: Path) -> None:
    (tmp_path / "test_mine.py").write_text(
        "from standoff.lines.answering import answer_line\nimport json\n\n"
        "def adjudicate(request):\n"
        "    if request['phase'] == 'retreat': return {'cannot': 'no retreats'}\n"
        "    text = json.dumps(request).replace(' VIA', '')\n"
        "    answer = answer_line(text)[0]\n"
        "    if 'A YOR' not in answer.get('dislodged', ()): return {'units': answer['units']}\n"
        "    return {'units': answer['units'], 'dislodged': {'A YOR': {'power': 'ENGLAND', 'retreats': []}}}\n\n"
        "def test_datc(datc_case):\n    datc_case.check(adjudicate)\n"
    )
    installed = any(point.value == "standoff.peers.score.pytest_plugin" for point in entry_points(group="pytest11"))
    plugin = [] if installed else ["-p", "standoff.peers.score.pytest_plugin"]
    command = [sys.executable, "-m", "pytest", *plugin, "-p", "no:cacheprovider", "-v", "--rootdir", str(tmp_path)]
    ended = run_program([*command, str(tmp_path)], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert "test_datc[6.A.1] PASSED" in ended.stdout, ended.stdout + ended.stderr
    assert "test_datc[6.H.2] SKIPPED" in ended.stdout
    assert "test_datc[6.G.20] FAILED" in ended.stdout
    assert "6.G.20, " in ended.stdout
    assert "the position afterwards differs" in ended.stdout
    assert "> England: retreats of A YOR: expected EDI; found none" in ended.stdout


@pytest.mark.slow
def test_recorded_answers_are_written_as_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (DOCS / "score.md").read_text(encoding="utf-8")
    (script,) = [block for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if "recorded.jsonl" in block]
    (tmp_path / "mine.py").write_text(
        "from standoff.lines.answering import answer_line\nimport json\n\n"
        "def adjudicate(request): return answer_line(json.dumps(request))[0]\n"
    )
    (tmp_path / "write.py").write_text(script)
    run_program([sys.executable, "write.py"], check=True, cwd=tmp_path)
    monkeypatch.chdir(tmp_path)
    result = score("folder:answers", "--name", "mine", "--suite", "datc")
    assert result.exit_code == 0
    assert int(re.findall(r"datc (\d+) of \d+ passed", result.output)[0]) > 180


# -- the catalog of faults --------------------------------------------------------------------------


def test_every_fault_has_a_case_that_it_is_recognized_by_and_words_for_an_issue() -> None:
    names = [entry.name for entry in catalog()]
    assert len(set(names)) == len(names)
    for entry in catalog():
        assert entry.found, entry.name
        if entry.attribution is Attribution.FAULT:
            (case,) = cases_of(entry.case)
            shapes = {shape(question) for question in asked_in(case, rulebook())}
            shapes |= {without_places(one) for one in shapes}
            reduced = case.id.startswith("separating-")  # a case of the DATC is larger than what shows the fault
            seen = any(sign.kind is Kind.RETREATS or sign.shape in shapes for sign in entry.signs)
            assert seen or entry.model or not reduced, entry.name
            text = issue(entry)
            for words in (entry.title, entry.rule, entry.case, "Expected", *entry.found):
                assert words in text
        else:
            assert not entry.case


def test_the_turn_of_a_fault_is_that_of_its_case() -> None:
    (entry,) = [one for one in catalog() if one.name == "own-move-bounces-a-supported-one"]
    assert turn_of(entry).splitlines()[:4] == ["Austria", "  A SER - BUD", "  A VIE - BUD", "  A GAL S A SER - BUD"]


# -- the workflow -----------------------------------------------------------------------------------


WRAPPER = '#include <unistd.h>\nint main(void) { return execlp("standoff", "standoff", "batch", (char *)0); }\n'
"""An adjudicator in C for the workflow to build: standoff itself."""


@pytest.mark.slow
def test_the_workflow_of_the_page_runs_as_printed(tmp_path: Path) -> None:
    """Its steps one after the other, in a shell that ends at the first that fails, as GitHub's does."""
    yaml = pytest.importorskip("yaml")
    for program in ("make", "cc"):
        _ = shutil.which(program) or pytest.skip(f"no {program}")
    text = (DOCS / "score.md").read_text(encoding="utf-8")
    (printed,) = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    workflow = yaml.safe_load(printed)
    (job,) = workflow["jobs"].values()
    steps = [step["run"] for step in job["steps"] if "run" in step]
    # it is installed here, and a test asks no index
    assert steps[0] == 'pip install "standoff @ git+${{ vars.STANDOFF }}"'
    assert [step["uses"].partition("@")[0] for step in job["steps"] if "uses" in step] == [
        "actions/checkout",
        "actions/setup-python",
        "actions/upload-artifact",
    ]
    (tmp_path / "mine.c").write_text(WRAPPER)
    can = [case for case in library() if not any(unwritable(question, case.rules) for question in case.questions)]
    baseline = {"cases": [{"id": case.id, "mark": "passed"} for case in can]}
    (tmp_path / "score.json").write_text(json.dumps(baseline))  # what an earlier run left
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for step in steps[1:]:
        ended = run_program(
            ["bash", "-e", "-c", step],
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 0, step + ended.stdout + ended.stderr
    (card,) = [step["with"]["path"] for step in job["steps"] if "with" in step and "path" in step["with"]]
    made = json.loads((tmp_path / card / "score.json").read_text(encoding="utf-8"))
    marks = Counter(case["mark"] for case in made["cases"])
    assert marks.keys() == {"passed", "cannot"}  # closed provinces: the lines have no words for them
    assert marks["passed"] > 400
