"""Finding the rulebook that fits a peer best, from its answers to the library."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ...solver import PRESETS, Rulebook
from ...turn.turn import Turn
from ..adapters.peer import Answer
from ..crosscheck.causes import explaining
from ..crosscheck.differences import Kind, answer_by, difference
from ..crosscheck.weighing import with_choice

_TRIED = 6  # choices, of those that explain most of what is left, before it is left


@dataclass(frozen=True, slots=True)
class CaseAnswer:
    """The answer of a peer to a question.

    Attributes:
        question: The question.
        rules: The rulebook of the case that it belongs to.
        answer: Its answer; None if it gives none.
        cannot: What it cannot express, "" if nothing.
        fault: What it says that gives no answer, "" if it does.
        alike: The same without what differs from one question to the next.
    """

    question: Turn
    rules: Rulebook
    answer: Answer | None
    cannot: str = ""
    fault: str = ""
    alike: str = ""


def agrees(question: Turn, answer: Answer, rules: Rulebook) -> bool:
    """Tell whether an answer has the units and retreats that standoff finds under `rules`."""
    return difference(answer_by(question, rules), answer) in (None, Kind.ORDERS)


def fitting(given: Sequence[CaseAnswer]) -> tuple[Rulebook, int]:
    """Return the rulebook under which standoff agrees with most answers, and with how many.

    It is the best preset, changed in one option after the other as long as that helps: those choices are tried that
    explain most of the answers with which the rulebook does not agree yet.

    Args:
        given: Answers.
    """
    pairs = [(one.question, one.answer) for one in given if one.answer is not None]

    def fits(rules: Rulebook) -> int:
        return sum(agrees(question, answer, rules) for question, answer in pairs)

    best = max(PRESETS.values(), key=fits)
    most = fits(best)
    while True:
        votes: Counter[str] = Counter()
        for question, answer in pairs:
            kind = difference(answer_by(question, best), answer)
            if kind not in (None, Kind.ORDERS):
                votes.update(explaining(question, answer, best, kind, pairs=False))
        better = [(fits(with_choice(best, choice)), choice) for choice, _ in votes.most_common(_TRIED)]
        if not better or max(better)[0] <= most:
            return best, most
        most, choice = max(better)
        best = with_choice(best, choice)
