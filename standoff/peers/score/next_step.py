"""What the author of an adjudicator does next: one step at a time, by what its card shows."""

from __future__ import annotations

import json
import shlex

from ...cases import exported, library
from ...text import counted
from .card import Card, Mark, Score

_PHASES = ("movement phases", "retreat phases", "adjustment phases")
"""What the templates say that they cannot answer."""


def next_step(card: Card, spec: str) -> str:
    """Return what to do next.

    Args:
        card: The card.
        spec: How the peer was named on the command line.
    """
    unasked = [score for score in card.scores if score.mark is Mark.UNSUPPORTED]
    if len(unasked) == len(card.scores):
        first = min(unasked, key=lambda score: not score.asked.id.startswith("datc-6."))
        what = f"let it answer {first.why}" if first.why in _PHASES else f"no case is asked, because of: {first.why}"
        return f"next: {what}\n{_question(first)}"
    faults = card.faults()
    if faults:
        first = faults[0]
        again = f"standoff crosscheck {shlex.quote(spec)} --question {first.scores[0].asked.id}"
        return f"next: {counted(len(first.scores), 'failure')} of one kind; one of them, order by order: {again}"
    if (missing := _not_known(unasked)) is not None:
        return f"next: {missing.why}; such a case is {missing.asked.id}\n{_question(missing)}"
    return f"next: random turns: standoff crosscheck {shlex.quote(spec)} --random 2000"


def _not_known(unasked: list[Score]) -> Score | None:
    """Return a case that lacks nothing but a kind of phase, retreats before adjustments; None if there is none."""
    some = [score for score in unasked if score.why in _PHASES]
    return min(some, key=lambda score: _PHASES.index(score.why), default=None)


def _question(score: Score) -> str:
    """Return the first question of a case that the peer does not answer, with the answer, as lines."""
    entries = exported(library(score.asked.id), score.asked.rules.preset, choices=False)["cases"]
    kind = score.why.removesuffix(" phases")
    one = next((entry for entry in entries if entry["phase"] == kind), entries[0])
    answer = {"id": one["id"], **one["required"]}
    return "\n".join(["it is asked", f"  {json.dumps(one['request'])}", "and should answer", f"  {json.dumps(answer)}"])
