"""No choice of DATC chapter 4 is counted as a fault: a program that makes just one of them fails no case."""

from __future__ import annotations

from functools import cache
from itertools import islice

import pytest

from standoff.peers.adapters.exchange import unwritable
from standoff.peers.adapters.peer import PeerAnswer
from standoff.peers.comparing.catalog import Attribution
from standoff.peers.comparing.crosscheck import crosscheck
from standoff.peers.comparing.judgement import answer_by
from standoff.peers.comparing.sources import Source
from standoff.peers.score import card
from standoff.peers.score.fitting import holds
from standoff.peers.score.questions import AskedCase, questions
from standoff.solver import OPTIONS, rulebook
from standoff.turn.turn import Turn
from tests.helpers.standin import Standin
from tests.peers.conftest import few
from tests.peers.test_crosscheck import few_are_drawn  # noqa: F401
from tests.peers.test_score import without_convoys

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("few_asked")]
CHOICES = [(name, choice) for name, one in OPTIONS.items() for choice in one.choices if choice != rulebook()[name]]


class Choosing(Standin):
    """standoff's own law with one other choice, asked by the interchange lines."""

    def unsupported(self, question: Turn) -> str | None:
        return unwritable(question, self.own)

    def answer(self, question: Turn) -> PeerAnswer:
        return answer_by(question, self.own)


@cache
def written() -> tuple[AskedCase, ...]:
    """Return the cases that list the seas of a convoy."""
    return tuple(
        case for case in questions() if any(getattr(order, "route", ()) for q in case.questions for order in q.orders)
    )


@pytest.mark.parametrize(("option", "choice"), CHOICES)
def test_a_choice_is_no_fault_in_card_or_cross_check(option: str, choice: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The questions are cases of the DATC whose results it changes, and some others."""
    every = [*(case for case in questions() if case.suite == "datc"), *written()]
    own = rulebook(**{option: choice})
    ways = written() if option == "convoy_path" else ()
    heeding = (case for case in every if any(answer_by(q, own) != answer_by(q, case.rules) for q in case.questions))
    bearing = list(islice(heeding, 6 if ways else 4))
    step = 9 if ways else 16 if bearing else 60
    cases = list(dict.fromkeys((*bearing, *ways, *every[::step])))
    monkeypatch.setattr(card, "questions", lambda _datc: cases)
    made = card.score_card(Choosing(**{option: choice}), max_questions=0)
    assert {score.asked.id: score.why for score in made.scores if score.mark is card.Mark.FAILED} == {}
    assert all(map(holds, made.choices().values()))  # no evidence against what it excuses
    named = [(case.id, turn) for case in cases[:3] for turn in case.questions]
    source = Source("cases", len(named), named.__getitem__)
    report = crosscheck(lambda: Choosing(**{option: choice}), lambda _: source, jobs=1, max_questions=10, drawn=20)
    attributed = {cause.name: cause.attribution for cause in report.causes}
    assert set(attributed.values()) <= {Attribution.CHOICE, Attribution.MAYBE}, attributed


def test_convoys_whose_way_must_be_written_are_no_fault_in_the_datc_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The DATC lists no seas of convoys: there such a program convoys nothing, like one without convoys."""
    monkeypatch.setattr(card, "questions", lambda _datc: [*few(), *written()])
    made = card.score_card(Choosing(convoy_path="required"), suites=("datc",), max_questions=0)
    assert made.count(card.Mark.FAILED) == 0
    assert "convoy_path=required" in made.choices()
    ignoring = card.score_card(Standin(without_convoys), suites=("datc",), max_questions=0)
    assert ignoring.count(card.Mark.FAILED) > 5
    assert ignoring.choices() == {}
