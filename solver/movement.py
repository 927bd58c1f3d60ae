"""Adjudicating a movement phase from position and orders to the result."""

from __future__ import annotations

from collections.abc import Iterable

from ..map import Board, Position, load_board
from .order_table import table_of
from .orders import Order
from .outcome import MovementResult
from .paradox import solve
from .rulebook import Rulebook


def adjudicate(
    position: Position, orders: Iterable[Order], *, rules: Rulebook | None = None, board: Board | None = None
) -> MovementResult:
    """Solve one movement phase.

    Args:
        position: The units before the phase; `Position.check` tells whether it is possible at all.
        orders: The orders of all powers. Units without one hold.
        rules: The rulebook; 2023 if left out.
        board: The board; the standard one if left out.

    Returns:
        The result of every order, the position after the phase, and the paradoxes.

    Raises:
        PositionError: The position is impossible.
        UnknownNameError: An order names a destination that the board does not have.
    """
    board = board or load_board()
    position.check(board)
    table = table_of(board, position, orders, rules)
    return MovementResult(table, position, solve(table))
