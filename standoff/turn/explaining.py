"""Why orders came out as they did, and what would change that, order by order: `standoff explain` shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..map import repr_as
from ..solver import Counterfactuals, MovementResult, Order, explain
from ..text import as_object, headline, summary, titles_of, translator_for, tree, words_in

if TYPE_CHECKING:
    from .result import Result


@dataclass(frozen=True, slots=True)
class ExplainedOrder:
    """Why an order came out as it did.

    Attributes:
        order: The order.
        lines: The explanation, in sentences.
        data: The same in plain values.
        turned: What would turn it; None if that was not searched for.
        turned_by: The same in sentences.

    >>> from standoff import read
    >>> (order,) = explained(read("FRANCE: A PAR - BUR").adjudicate())
    >>> order.to_dict()["outcome"]
    'moves'
    """

    order: Order
    lines: tuple[str, ...]
    data: dict[str, Any]
    turned: Counterfactuals | None = None
    turned_by: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation in plain values, for JSON."""
        return self.data if self.turned is None else {**self.data, **self.turned.to_dict()}

    def __str__(self) -> str:
        return "\n".join((*self.lines, *(f"  {line}" for line in self.turned_by)))

    def __repr__(self) -> str:
        return repr_as(self, self.lines[0])


def orders_with(result: Result, words: str) -> list[Order]:
    """Return the orders that read `words`, in canonical notation or as written; if none does, those that contain them.

    >>> from standoff import read
    >>> [str(order) for order in orders_with(read("FRANCE: A PAR - BUR, A MAR H").adjudicate(), "mar")]
    ['A MAR H']
    """
    words = words.casefold()
    names = [
        (order, {str(order).casefold(), (text or result.turn.canonical(order)).casefold()})
        for order, text in zip(result.orders, result.texts, strict=True)
    ]
    exact = [order for order, own in names if words in own]
    return [*dict.fromkeys(exact or [order for order, own in names if any(words in name for name in own)])]


def explained(
    result: Result,
    orders: Sequence[Order] | None = None,
    *,
    full: bool = False,
    whole: bool = False,
    what_if: bool = False,
    by: Sequence[str] = (),
    language: str = "en",
) -> Iterator[ExplainedOrder]:
    """Yield why orders came out as they did.

    Args:
        result: The result of a turn.
        orders: The orders; all if left out.
        full: Follow every cause to its own causes.
        whole: Name the causes, too, not only what decided the order.
        what_if: Search for what would turn each order (`Turn.counterfactuals`).
        by: The powers whose orders may change; all if it is empty.
        language: The language of the sentences.

    Raises:
        PhaseError: `what_if` is set, and it is not a movement phase.
    """
    turn, phase_result = result.turn, result.phase_result
    translator, english = translator_for(language, turn.board), translator_for("en", turn.board)
    if not isinstance(phase_result, MovementResult):
        for each in phase_result:
            if orders is None or each.order in orders:
                entry = {"order": str(each.order), "outcome": str(each.outcome), "reason": each.text}
                yield ExplainedOrder(each.order, (headline(each, translator),), entry)
        return
    explanations, titles = explain(phase_result), titles_of(phase_result, translator)
    in_english = titles_of(phase_result, english)
    for explanation in explanations:
        order = explanation.result.order
        if orders is not None and order not in orders:
            continue
        lines = summary(explanation, translator, titles)
        if full or whole:
            lines = tree(explanations, explanation, full=full, translator=translator)
        turned = turn.counterfactuals(order, result.rules, by=by) if what_if else None
        sentences = () if turned is None else tuple(turned.sentences(words_in(language, turn.board)))
        yield ExplainedOrder(order, tuple(lines), as_object(explanation, english, in_english), turned, sentences)
