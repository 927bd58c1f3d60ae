"""The reasons for the outcomes of orders, and what would change them: `standoff explain` shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..map import Board, repr_as
from ..solver import Counterfactuals, MovementResult, Order, PhaseResult, explain
from ..text import as_object, headline, summary, titles_of, translator_for, tree, words_in


@dataclass(frozen=True, slots=True)
class ExplainedOrder:
    """The reason for the outcome of an order.

    Attributes:
        order: The order.
        lines: The explanation, in sentences.
        data: The same in plain values.
        changes: The changes to other orders that would change its success; None if they were not searched for.
        change_lines: The same in sentences.

    >>> from standoff import read
    >>> (order,) = read("FRANCE: A PAR - BUR").adjudicate().explain_orders()
    >>> order.to_dict()["outcome"]
    'moves'
    """

    order: Order
    lines: tuple[str, ...]
    data: dict[str, Any]
    changes: Counterfactuals | None = None
    change_lines: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation in plain values, for JSON."""
        return self.data if self.changes is None else {**self.data, **self.changes.to_dict()}

    def __str__(self) -> str:
        return "\n".join((*self.lines, *(f"  {line}" for line in self.change_lines)))

    def __repr__(self) -> str:
        return repr_as(self, self.lines[0])


def explain_phase(
    result: PhaseResult,
    board: Board,
    orders: Sequence[Order] | None,
    *,
    full: bool,
    causes: bool,
    changes_of: Callable[[Order], Counterfactuals] | None,
    language: str,
) -> Iterator[ExplainedOrder]:
    """Yield the reasons for the outcomes of orders (`Result.explain_orders`).

    Args:
        result, board: The result of a phase, and its board.
        orders, full, causes, language: As in `Result.explain_orders`.
        changes_of: Searches for changes of the success of an order; None to omit them.
    """
    translator, english = translator_for(language, board), translator_for("en", board)

    def explained(order: Order, lines: Iterable[str], data: dict[str, Any]) -> ExplainedOrder:
        if changes_of is None:
            return ExplainedOrder(order, tuple(lines), data)
        changes = changes_of(order)
        return ExplainedOrder(order, tuple(lines), data, changes, tuple(changes.sentences(words_in(language, board))))

    if not isinstance(result, MovementResult):
        for each in result:
            if orders is None or each.order in orders:
                data = {"order": str(each.order), "outcome": str(each.outcome), "reason": each.text}
                yield explained(each.order, [headline(each, translator)], data)
        return
    explanations = explain(result)
    titles, english_titles = titles_of(result, translator), titles_of(result, english)
    for explanation in explanations:
        order = explanation.result.order
        if orders is None or order in orders:
            if full or causes:
                lines = tree(explanations, explanation, full=full, translator=translator)
            else:
                lines = summary(explanation, translator, titles)
            yield explained(order, lines, as_object(explanation, english, english_titles))


__all__ = ["ExplainedOrder", "explain_phase"]
