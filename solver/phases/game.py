"""The course of a game: which rules a phase follows, and what comes after it.

Source: rulebook 1982, III and IV; 2000, pages 4 and 17.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...map import Board, Phase, PhaseType, Position, changed_position, named_board
from ..law.course import MOVEMENT, RETREAT, pass_on, transfers_centers
from ..law.homes import homes_of
from ..law.state import PhaseState, state_of
from ..order import Order
from ..orders.adjustment_orders import Adjustments, powers_of, require_centers
from ..results.outcome import MovementResult
from ..rules.rulebook import Rulebook, rulebook
from .adjustments import AdjustmentResult, adjudicate_adjustments, centers_of
from .movement import adjudicate
from .retreats import RetreatResult, adjudicate_retreats

SEASONS = "SFW"
"""The seasons by their numbers (`course`)."""

TYPES = (PhaseType.MOVEMENT, PhaseType.RETREAT, PhaseType.ADJUSTMENT)
"""The types of phases by their numbers, likewise."""

PhaseResult = MovementResult | RetreatResult | AdjustmentResult


def adjudicate_phase(
    position: Position, orders: Iterable[Order], *, rules: Rulebook | str | None = None, board: Board | None = None
) -> PhaseResult:
    """Adjudicate the phase that `position` stands at; a movement phase where it names none.

    Raises:
        PositionError: The position is impossible.

    >>> from standoff import read
    >>> turn = read("6.I.1")
    >>> type(adjudicate_phase(turn.position, turn.orders)).__name__
    'AdjustmentResult'
    """
    rules = rulebook(rules)
    phase = getattr(position, "phase", None)
    kind = phase.type if phase else PhaseType.MOVEMENT
    if kind is PhaseType.MOVEMENT:
        return adjudicate(position, orders, rules=rules, board=board)
    if kind is PhaseType.RETREAT:
        return adjudicate_retreats(position, orders, rules=rules, board=board)
    return adjudicate_adjustments(position, orders, rules=rules, board=board)


def following(position: Position, board: Board | None = None) -> Position:
    """Return the position at the start of the phase that comes next, given the one after a phase.

    After an autumn without retreats left to make, ownership of the supply centers changes. Phases in which
    nobody has anything to order, retreats without dislodged units and winters without builds or removals, are
    left out.

    Args:
        position: What a phase left behind, with that phase still in it.
        board: The board; that of the position if left out.

    Raises:
        PositionError: Builds and removals come next, but the supply centers are unknown.

    >>> from standoff.map import starting_position
    >>> str(following(starting_position()).phase)
    'F1901M'
    """
    board = named_board(board or position.board)
    phase = position.phase
    if phase is None:
        return position
    now = PhaseState()
    now.season, now.year, now.kind = SEASONS.index(phase.season), phase.year, TYPES.index(phase.type)
    dislodged = now.kind == MOVEMENT and bool(position.dislodged)
    reckoned = transfers_centers(now, dislodged)
    if reckoned:
        require_centers(board, position)
    provinces = state_of(board, position) if reckoned else ()
    pass_on(homes_of(board, rulebook()), provinces, now, powers_of(board, position), dislodged)
    phase = Phase(SEASONS[now.season], now.year, TYPES[now.kind])
    if now.kind == RETREAT:
        return changed_position(position, phase=phase)
    position = changed_position(position, phase=phase, dislodged=(), contested=frozenset())
    return replace(position, centers=centers_of(board, provinces)) if reckoned else position


def may_adjust(board: Board, position: Position, power: str) -> bool:
    """Return whether `power` may build or must remove a unit.

    >>> from standoff.map import Position, load_board
    >>> may_adjust(load_board(), Position.parse("standard W1901A FRANCE:ASPA FRANCE:PAR,SPA"), "FRANCE")
    True
    """
    return Adjustments(board, position, rulebook()).may_adjust(power)
