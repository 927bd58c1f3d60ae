"""Writing a question as a case file (`docs/cases.md`) with standoff's results as its expectations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...cases import (
    Case,
    CasePhase,
    Expectation,
    Expected,
    ExpectedDislodged,
    WrittenOrder,
    options_of,
    paradox_line,
    write_cases,
)
from ...map import PhaseType, StandoffError
from ...solver import MovementResult, PhaseResult, Rulebook, adjudicate_phase, explain
from ...text import details, headline, titles_of, translator_for
from ...turn import Turn


def case_text(
    question: Turn,
    *,
    id: str,
    title: str,
    rules: Rulebook,
    notes: Sequence[str] = (),
    source: str = "",
    explained: bool = True,
) -> str:
    """Return a question as a case file that passes under `rules`.

    Args:
        question: The question.
        id: The id of the case, one word.
        title: Its title, one line.
        rules: The rulebook under which the expectations hold.
        notes: Remarks that precede standoff's explanation of every order.
        source: Where the question comes from, one line; none if empty.
        explained: False to leave out the explanations.

    Raises:
        StandoffError: The position is impossible, or an order cannot be written.
    """
    board, position = question.board, question.position
    result = adjudicate_phase(position, question.orders, rules=rules, board=board)
    head = {"title": _line(title), **({"source": _line(source)} if source else {}), "rules": rules.preset}
    if rules.differences:
        head["options"] = options_of(rules.differences)
    written = [
        WrittenOrder(order, 1, Expectation(one.outcome.value, one.dislodged, one.destroyed))
        for order, one in zip(question.orders, result, strict=False)
    ]
    start = replace(position, phase=None) if question.type is PhaseType.MOVEMENT else position
    phase = CasePhase(question.type, 1, start, written, expected=_expected(result))
    notes = [_line(note) for note in (*notes, *(_explained(result) if explained else ()))]
    text, losses = write_cases([Case("", 1, board, "-".join(id.split()), head, notes, [phase])])
    if losses:
        raise StandoffError("; ".join(losses))
    return text


def _line(text: str) -> str:
    """Return `text` as one line without anything that begins a comment."""
    return " ".join(re.sub(r"(^|\s)#", " no. ", text).split())


def _expected(result: PhaseResult) -> Expected:
    after = result.after
    expected = Expected(after=frozenset(after.units))
    if isinstance(result, MovementResult):
        expected.dislodged = frozenset(
            ExpectedDislodged(d.unit, d.attacker_from, frozenset(result.retreats[d.unit.province]))
            for d in after.dislodged
        )
        expected.contested = after.contested
        expected.paradoxes = tuple(paradox_line(result, n) for n in range(len(result.solution.paradoxes)))
    return expected


def _explained(result: PhaseResult) -> Iterator[str]:
    """Yield the reason for each order's result, with its power, then the strengths compared."""
    if not isinstance(result, MovementResult):
        for order_result in result:
            order = order_result.order
            yield f"{order.power.capitalize()}: {order}: {order_result.outcome}; {order_result.text}"
        return
    english = translator_for("en", result.assignment.board)
    titles = titles_of(result, english)
    for explanation in explain(result):
        settled = explanation.result
        yield f"{settled.order.power.capitalize()}: {headline(settled, english, explanation.sources)}"
        for detail in details(explanation, english, titles):
            yield f"- {detail}"
