"""The table of a turn: that of the rulebook, or one whose rows ask house rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...map import Board, Position, Unit
from ..order import Order
from ..orders.order_sets import orders_for
from ..rules.rulebook import Rulebook, rulebook
from .house_equations import house_rows
from .house_rules import except_supports
from .order_table import OrderTable


class HouseTable(OrderTable):
    """The table of a turn under house rules."""

    def _match(self) -> None:
        super()._match()
        if "support_exception" in self.rules.functions:
            self.spared = except_supports(self)
        self._bind()

    def _bind(self) -> None:
        if self.rules.house_equations or self.spared:
            self.rows = house_rows(self)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "rows": list(self.rows)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()  # functions bound to a table are bound anew


def order_table(
    board: Board,
    units: Sequence[Unit],
    orders: Iterable[Order],
    rules: Rulebook,
    civil_disorder: frozenset[str] = frozenset(),
    closed: frozenset[str] = frozenset(),
) -> OrderTable:
    """Return the table of units and orders, as `OrderTable` takes them."""
    kind = HouseTable if rules.functions else OrderTable
    return kind(board, units, orders, rules, civil_disorder, closed)


def table_of(
    board: Board, position: Position, orders: Iterable[Order], rules: Rulebook | str | None = None
) -> OrderTable:
    """Return the table of a position's units and `orders`; those that follow from them under the rulebook are added."""
    rules = rulebook(rules)
    orders = orders_for(position, orders, rules, board)
    return order_table(board, position.units, orders, rules, position.civil_disorder, position.closed)


__all__ = ["HouseTable", "order_table", "table_of"]
