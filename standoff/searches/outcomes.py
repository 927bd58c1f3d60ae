"""What becomes of a turn under rulebooks, in a line each."""

from __future__ import annotations

from collections.abc import Sequence

from ..solver import MovementResult, Rulebook
from ..text import counted
from ..turn import Turn
from .deciding import Adjudged


def outcomes(turn: Turn, rulebooks: Sequence[Rulebook]) -> list[str]:
    """Return the outcome of a turn under each rulebook, in a line that says enough to show the difference.

    Where they agree on which moves succeed, who is dislodged and how paradoxes are settled, the line also says what
    else succeeds and where dislodged units may retreat.

    >>> from standoff import read, rulebook
    >>> outcomes(read("FRANCE: A PAR - BUR"), [rulebook()])
    ['A PAR - BUR']
    """
    results = [Adjudged(turn).under(rules) for rules in rulebooks]
    texts = list(map(outcome_of, results))
    for more in (_retreats, _successes):
        if len(results) < 2 or len(set(texts)) > 1:
            break
        added = [more(result) for result in results]
        if len(set(added)) > 1:
            texts = [f"{text}; {one}" for text, one in zip(texts, added, strict=True)]
    return texts


def _retreats(result: MovementResult) -> str:
    parts: list[str] = []
    for one in result.after.dislodged:
        where = result.retreats[one.unit.province]
        parts.append(f"{one.unit} may retreat {'to ' + ', '.join(sorted(where)) if where else 'nowhere'}")
    return "; ".join(parts)


def _successes(result: MovementResult) -> str:
    return "succeed: " + ("; ".join(str(one.order) for one in result if one.success) or "none")


def outcome_of(result: MovementResult) -> str:
    """Return the outcome of a turn in a line: which moves succeed, who is dislodged, how paradoxes were settled."""
    text = "; ".join(str(one.order) for one in result if one.outcome == "moves") or "no move succeeds"
    if out := [str(d.unit) for d in result.after.dislodged]:
        text += f"; dislodged: {', '.join(out)}"
    for paradox in result.solution.paradoxes:
        count = len(paradox.resolutions)
        text += f"; {paradox.kind}{'' if paradox.kind == 'circular movement' else ' paradox'}"
        text += f" ({counted(count, 'resolution', 'no')}, settled by {paradox.settled_by})"
    return text
