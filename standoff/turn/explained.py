"""Why orders came out as they did, and what would turn them: what `standoff explain` shows, an order at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..solver import Counterfactuals, MovementResult, Order, explain
from ..text.explaining import as_object, told, tree
from ..text.messages import wording_in
from .result import Result


@dataclass(frozen=True, slots=True)
class ExplainedOrder:
    """Why an order came out as it did.

    Attributes:
        order: The order.
        lines: The explanation, in sentences.
        data: The same in plain values.
        turned: What would turn it; None if that was not asked for.

    >>> from standoff import read
    >>> (one,) = explained(read("FRANCE: A PAR - BUR").adjudicate())
    >>> one.to_dict()["outcome"]
    'moves'
    """

    order: Order
    lines: tuple[str, ...]
    data: dict[str, Any]
    turned: Counterfactuals | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation in plain values, for JSON."""
        return self.data if self.turned is None else {**self.data, **self.turned.to_dict()}

    def __str__(self) -> str:
        turned = () if self.turned is None else (f"  {line}" for line in str(self.turned).splitlines())
        return "\n".join((*self.lines, *turned))


def orders_with(result: Result, words: str) -> list[Order]:
    """Return the orders that are `words`, in canonical notation or as written; else those that contain them.

    >>> from standoff import read
    >>> [str(order) for order in orders_with(read("FRANCE: A PAR - BUR, A MAR H").adjudicate(), "mar")]
    ['A MAR H']
    """
    words = words.casefold()
    names = {one.order: {str(one.order).casefold(), result.written(one.order).casefold()} for one in result}
    exact = [order for order, own in names.items() if words in own]
    return exact or [order for order, own in names.items() if any(words in name for name in own)]


def explained(
    result: Result,
    orders: Sequence[Order] | None = None,
    *,
    full: bool = False,
    whole: bool = False,
    change: bool = False,
    by: Sequence[str] = (),
    language: str = "en",
) -> Iterator[ExplainedOrder]:
    """Yield why orders came out as they did.

    Args:
        result: What became of a turn.
        orders: The orders; all if left out.
        full: Follow every cause to its own causes.
        whole: Name the causes, too; else only what decided the order.
        change: Search for what would turn each (`Turn.counterfactuals`).
        by: The powers whose orders may change; all if it is empty.
        language: The language of the sentences.

    Raises:
        PhaseError: What would turn them is asked of another phase than a movement phase.
    """
    turn, found = result.turn, result.phase_result
    if not isinstance(found, MovementResult):
        for one in found:
            if orders is None or one.order in orders:
                entry = {"order": str(one.order), "outcome": str(one.outcome), "reason": one.text}
                yield ExplainedOrder(one.order, (f"{one.order}: {one.outcome}, {one.text}",), entry)
        return
    explanations, wording, english = explain(found), wording_in(language, turn.board), wording_in("en", turn.board)
    for explanation in explanations:
        order = explanation.result.order
        if orders is not None and order not in orders:
            continue
        if full or whole:
            shown = tree(explanations, explanation, full=full, wording=wording)
        else:
            shown = told(explanation, wording)
        turned = None
        if change:
            turned = turn.counterfactuals(order, result.rules, by=by)
        yield ExplainedOrder(order, tuple(shown), as_object(explanation, english), turned)
