"""Programs that omit or invent a part of each answer: card, cross-check and runner detect it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import pytest

from standoff.lines.answering import answer_line
from standoff.map import PhaseType, UnitType, load_board
from standoff.peers.adapters import open_peer
from standoff.peers.adapters.peer import HANGS, Part, PeerAnswer, PeerError, PeerUnavailable
from standoff.peers.comparing.crosscheck import crosscheck
from standoff.peers.comparing.judgement import Judgement, Kind, answer_by
from standoff.peers.comparing.sources import one_question, random_questions, whole_games
from standoff.peers.score import card as card_module
from standoff.peers.score.card import Card, Mark, score_card
from standoff.peers.score.outputs import as_object
from standoff.peers.score.questions import questions
from standoff.solver import rulebook
from standoff.turn.turn import Turn
from tests.helpers.command import run
from tests.helpers.standin import Standin
from tests.peers.conftest import Answering, Json, few
from tests.peers.test_score import FAULTY

pytestmark = pytest.mark.usefixtures("few_asked")


def _all_fail(answer: Json) -> None:
    answer["orders"] = {
        power: {order: {"success": False} for order in orders} for power, orders in answer["orders"].items()
    }


def _came_from_elsewhere(answer: Json) -> None:
    for unit in answer.get("dislodged", {}).values():
        unit["from"] = next((place.partition("/")[0] for place in unit["retreats"]), unit["from"])


LIES: dict[str, Callable[[Json], object]] = {
    "honest": lambda answer: None,
    "no-dislodged": lambda answer: answer.pop("dislodged", None),
    "no-retreats": lambda answer: [unit.pop("retreats") for unit in answer.get("dislodged", {}).values()],
    "no-contested": lambda answer: answer.pop("contested", None),
    "no-orders": lambda answer: answer.pop("orders"),
    "units-only": lambda answer: [answer.pop(key, None) for key in ("dislodged", "contested", "orders")],
    "contested-never": lambda answer: answer.update(contested=[]),
    "all-fail": _all_fail,
    "from-elsewhere": _came_from_elsewhere,
    "declares": lambda answer: answer.update(unreported=["orders", "contested", "retreats"]),
}
"""The change of each answer, by name."""


@pytest.fixture(autouse=True)
def lying(answering: Answering) -> None:
    """Let each program be standoff itself, with the named change of its answers."""
    last: Json = {"units": {}}

    def answer(lie: str, request: Json) -> Json:
        nonlocal last
        told = answer_line(json.dumps(request))[0]
        if lie == "late":
            told, last = {**last, "id": request["id"]}, told
        else:
            LIES[lie](told)
        return told

    answering(answer)


def spec(lie: str) -> str:
    return f"lines:{sys.executable} {lie}"


@cache
def card_of(lie: str) -> Card:
    return score_card(open_peer(spec(lie)), suites=("datc",), max_questions=0)


@pytest.mark.parametrize(
    ("lie", "never"),
    [
        ("no-dislodged", {"dislodged", "retreats"}),
        ("no-retreats", {"retreats"}),
        ("no-contested", {"contested"}),
        ("no-orders", {"orders"}),
        ("units-only", {"dislodged", "retreats", "contested", "orders"}),
    ],
)
def test_what_a_program_never_says_is_not_asked(lie: str, never: set[str]) -> None:
    """By case, in the first lines, in the JSON, and by the status."""
    card = card_of(lie)
    data = as_object(card)
    assert not card.count(Mark.FAILED)
    assert set(data["never_told"]) == set(data["not_told"]) == never
    assert not data["good"]
    assert "not compared" in card.tally("datc")
    assert not card.enough
    for case in data["cases"]:
        assert (case["mark"] == "unsupported") is bool(case["not_compared"])
        assert set(case["not_compared"]) <= never
    assert any("declare" in sentence for sentence in card.coverage.sentences("phase"))
    if lie == "units-only":
        done = run("score", spec(lie), "--suite", "datc", "--max-questions", "0")
        assert done.exit_code == 1
        assert "not compared: in " in done.output


@pytest.mark.parametrize("lie", ["contested-never", "all-fail"])
def test_what_a_program_makes_up_is_a_failure(lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_module, "questions", lambda _datc: few()[::3])
    card = card_of(lie)
    assert card.count(Mark.FAILED) >= 2
    kinds = {score.judged.kind for score in card.scores if score.mark is Mark.FAILED and score.judged}
    assert kinds == {Kind.CONTESTED if "contested" in lie else Kind.ORDERS}


def test_an_honest_program_and_one_that_says_what_it_does_not_know_pass() -> None:
    honest, declares = card_of("honest"), card_of("declares")
    assert honest.good
    assert honest.rulebook_fit.varies  # it is told a rulebook with each question
    whole = len(honest.scores)
    assert honest.tally("datc") == f"{whole} of {whole} passed"
    # what is not compared has not passed: a share of the cases must be stated
    silent = declares.count(Mark.UNSUPPORTED)
    assert declares.compared + silent == whole
    assert silent > 10
    assert not declares.good
    assert replace(declares, least=declares.compared / whole).good
    assert as_object(declares)["compared"] == {"cases": declares.compared, "of": whole, "enough": False}
    assert declares.not_compared()[0].endswith("it does not say where dislodged units may retreat")
    assert as_object(declares)["declared_unknown"].keys() == {"retreats", "contested", "orders"}
    assert as_object(declares)["not_told"] == {}


def test_which_units_are_dislodged_must_be_told_all_the_same() -> None:
    def silent(_: int, __: Turn, answer: PeerAnswer) -> PeerAnswer:
        return answer.leaving_out({Part.DISLODGED})

    peer = Standin(silent)
    peer.unreported = frozenset({Part.DISLODGED})
    card = score_card(peer, suites=("datc",), max_questions=0)
    assert card.count(Mark.UNSUPPORTED) > 12
    assert card.coverage.undeclared == []


def test_one_that_is_late_is_told_so_at_once() -> None:
    for args in (("score", spec("late"), "--suite", "datc"), ("crosscheck", spec("late"), "--random", "99")):
        done = run(*args, "--max-questions", "0", *(("--jobs", "1") if args[0] == "crosscheck" else ()))
        assert done.exit_code == 2
        assert "is one answer late" in done.stderr


class Hanging(Standin):
    """A peer that does not answer its fifth question after each start."""

    since_start = 0

    def answer(self, question: Turn) -> PeerAnswer:
        self.since_start = self.since_start % 5 + 1
        if self.since_start == 5:
            raise PeerError(f"{HANGS} 1 second")
        return super().answer(question)


def test_one_that_hangs_after_each_start_is_told_so_at_once() -> None:
    message = "hangs at question 5 after each start"
    with pytest.raises(PeerUnavailable, match=message):
        score_card(Hanging(), suites=("datc",), max_questions=0)
    assert message in crosscheck(Hanging, partial(random_questions, 1, 20), jobs=1, max_questions=0).ended


# -- one judgement for card and cross-check ---------------------------------------------------------


def all_hold_in_one_case(_: int, question: Turn, answer: PeerAnswer) -> PeerAnswer:
    """Know one paradox only: 6.F.24, where no convoyed army moves."""
    (case,) = [case for case in questions() if case.id == "datc-6.F.24"]
    if question.position.units != case.questions[0].position.units:
        return answer
    return answer_by(question, rulebook(paradox_backup="all-hold"))


FAULTS = {**FAULTY, "all hold once": all_hold_in_one_case}


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["without convoys", "all hold once"])
def test_card_and_cross_check_say_the_same_of_every_case(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [case for number, case in enumerate(few()) if number % 3 == 0 or case.id == "datc-6.F.24"]
    monkeypatch.setattr(card_module, "questions", lambda _datc: cases)

    def peer() -> Standin:
        wrong = Standin(FAULTS[fault])
        wrong.unreported = frozenset({Part.CONTESTED, Part.ORDERS})
        return wrong

    for score in score_card(peer(), max_questions=0).scores:
        case, source = score.asked, partial(one_question, score.asked.id, ())
        if case.rules != rulebook():  # the card explains it by the rulebook that the program follows throughout
            continue
        report = crosscheck(peer, source, rules_of=lambda _, case=case: case.rules, jobs=1, max_questions=0)
        assert report.good is (score.mark in (Mark.PASSED, Mark.CHOICE)), case.id


def test_a_paradox_is_not_called_a_chain_taken_for_one() -> None:
    """For a program that claims to follow 2023; otherwise the rule of the DPTG explains it (DATC 2.4, 6.F.24)."""
    peer = Standin(all_hold_in_one_case)
    (choice,) = [score for score in score_card(peer, suites=("datc",)).scores if score.asked.id == "datc-6.F.24"]
    assert choice.explained == ("paradox_backup=consistent-or-hold",)
    card = score_card(peer, suites=("datc",), claimed_rules=rulebook("2023"), max_questions=100)
    (failed,) = [score for score in card.scores if score.mark is Mark.FAILED]
    assert failed.asked.id == "datc-6.F.24"
    assert failed.cause
    assert not failed.cause.known


# -- whole games ------------------------------------------------------------------------------------


def test_a_fault_that_shows_one_phase_later_is_found_in_whole_games() -> None:
    """Each question alone comes out right: the program is wrong only from its own answers."""
    wrong, honest = (partial(open_peer, spec(lie)) for lie in ("from-elsewhere", "honest"))
    assert not crosscheck(wrong, partial(random_questions, 1, 30), jobs=1, max_questions=0, drawn=0).causes
    games = crosscheck(wrong, partial(whole_games, 1, 4), jobs=1, max_questions=50, drawn=0)
    assert games.causes
    for cause in games.causes:
        assert cause.name.endswith("from its own answer to the phase before")
        assert cause.example.phase is PhaseType.RETREAT
        assert " instead of " in cause.title
        assert ", F19" in cause.example.name or ", S19" in cause.example.name
    right = crosscheck(honest, partial(whole_games, 1, 4), jobs=1, drawn=0)
    assert (right.causes, right.tally.done) == ([], 4)


def test_contested_provinces_where_a_unit_stands_make_no_difference() -> None:
    question = next(q for case in questions() for q in case.questions if answer_by(q, case.rules).contested)
    own = answer_by(question, rulebook())
    occupied = next(iter(own.units)).province
    more = PeerAnswer(own.units, own.dislodged, None, None, (own.contested or frozenset()) | {occupied})
    assert Judgement(question, rulebook(), more).kind is None
    none = PeerAnswer(own.units, own.dislodged, None, None, frozenset())
    assert Judgement(question, rulebook(), none).kind is Kind.CONTESTED


def test_a_folder_of_answers_declares_as_a_program_does(tmp_path: Path) -> None:
    request = {"phase": "movement", "rules": "2023", "units": {"FRANCE": ["A PAR"]}, "orders": {}}
    answer = {"units": {"FRANCE": ["A PAR"]}, "unreported": ["orders"]}
    (tmp_path / "a.jsonl").write_text(json.dumps({"request": request, "answer": answer}) + "\n")
    assert open_peer(f"folder:{tmp_path}").unreported == {Part.ORDERS}  # type: ignore[attr-defined]
    (tmp_path / "a.jsonl").write_text(
        json.dumps({"request": request, "answer": answer | {"unreported": ["all"]}}) + "\n"
    )
    with pytest.raises(PeerUnavailable, match=r'a\.jsonl, line 1: expected "unreported"'):
        open_peer(f"folder:{tmp_path}")


@pytest.mark.slow
def test_the_borders_that_a_board_lacks_are_named_as_one_group(monkeypatch: pytest.MonkeyPatch) -> None:
    """Found by asking about a unit alone on the board, and by adjudicating without these borders."""
    ways = ("NWY STP/NC", "GAS SPA/NC", "MAO SPA/SC")
    board = without = load_board()
    for way in ways:
        without = without.without_border(UnitType.FLEET, *way.split())

    class Lacking(Standin):
        def answer(self, question: Turn) -> PeerAnswer:
            there = without if question.board is board else question.board
            return answer_by(Turn(question.position, question.orders, board=there), self.own)

    near = (case for case in questions() if any(one in str(case.questions) for one in ("STP", "SPA")))
    monkeypatch.setattr(card_module, "questions", lambda _datc: list(dict.fromkeys((*near, *few()))))
    card = score_card(Lacking(), suites=("datc", "separating"), max_questions=0)
    (named,) = {score.group for score in card.scores if score.mark is Mark.FAILED}
    lacked = ["fleets cannot go between {} and {}".format(*way.split()) for way in sorted(ways)]
    assert named.partition(": ")[2].split("; ") == sorted(lacked)


def test_what_crosses_no_border_at_all_has_another_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_module, "questions", lambda _datc: few()[::3])
    card = score_card(Standin(FAULTY["nothing moves"]), suites=("separating",), max_questions=0)
    assert card.count(Mark.FAILED)
    assert not any("border" in score.group for score in card.scores)
