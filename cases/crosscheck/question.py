"""A question to an adjudicator: one phase to be settled."""

from __future__ import annotations

from dataclasses import dataclass

from ...map import Board, Position
from ...solver import Order


@dataclass(frozen=True, slots=True)
class Question:
    """One phase to be adjudicated.

    Attributes:
        board: The board.
        position: The position; its phase says movement, retreat or adjustment.
        orders: The orders of all powers.
    """

    board: Board
    position: Position
    orders: tuple[Order, ...]
