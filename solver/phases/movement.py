"""Adjudicating a movement phase from position and orders to the result."""

from __future__ import annotations

from collections.abc import Iterable

from ...map import Board, PhaseType, Position, PositionError, on_board
from ..order import Order
from ..plain.house_table import table_of
from ..plain.paradox import solve
from ..results.outcome import MovementResult
from ..rules.rulebook import Rulebook


def before_movement(position: Position, board: Board | str | None = None) -> tuple[Position, Board]:
    """Return a possible position that stands at a movement phase, or at none, and its board (`on_board`).

    Raises:
        PositionError: The position is impossible, or it stands at another kind of phase.

    >>> before_movement(Position())[1]
    <Board standard: 75 provinces, 7 powers>
    """
    position, board = on_board(position, board)
    if position.phase is not None and position.phase.type is not PhaseType.MOVEMENT:
        raise PositionError(f"{position.phase} is not a movement phase; `adjudicate_phase` takes any phase")
    return position, board


def adjudicate(
    position: Position, orders: Iterable[Order], *, rules: Rulebook | str | None = None, board: Board | None = None
) -> MovementResult:
    """Solve one movement phase.

    Args:
        position: The units before the phase; `Position.check` tells whether it is possible at all.
        orders: The orders of all powers. Units without one hold.
        rules: The rulebook; 2023 if left out.
        board: The board; that of the position if left out.

    Returns:
        The result of every order, the position after the phase, and the paradoxes.

    Raises:
        PositionError: The position is impossible, or it stands at another kind of phase.
        UnknownNameError: An order names a destination that the board does not have.

    >>> from standoff.map import ARMY, starting_position
    >>> from standoff.solver import Move, UnitName
    >>> result = adjudicate(starting_position(), [Move("FRANCE", UnitName("PAR", ARMY), "BUR")], rules="1982")
    >>> result.success(result.orders[0])
    True
    """
    position, board = before_movement(position, board)
    table = table_of(board, position, orders, rules)
    return MovementResult(table, position, solve(table))
