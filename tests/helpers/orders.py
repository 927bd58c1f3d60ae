"""Orders read from texts."""

from __future__ import annotations

from standoff.map import Board, PhaseType, load_board
from standoff.solver import Order, OrderError
from standoff.text.notation.compound import read_each


def read_orders(text: str, power: str, board: Board | None = None, phase: PhaseType | None = None) -> list[Order]:
    """Return the orders of a list; raise the first fault in it."""
    orders: list[Order] = []
    for _, order in read_each(text, power, board or load_board(), phase):
        if isinstance(order, OrderError):
            raise order
        orders.append(order)
    return orders
