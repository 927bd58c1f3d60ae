"""A retreat phase: whose retreats are carried out, and who is disbanded.

Source: DATC 3.0, 6.H; rulebook 1982, XI; 2000, pages 15 and 16.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ...map import Board, Position, changed_position, on_board
from ..law.faults import Illegal
from ..law.reasons import Outcome, Reason
from ..law.retreating import carry_out_retreats
from ..law.state import state_of
from ..order import Disband, Order, UnitName, Waive
from ..orders.legality import check_order, chosen_of_several
from ..orders.order_sets import orders_for
from ..orders.retreat_orders import closed_to_retreats, examine_retreat, legal_retreats
from ..results.results import OrderResult, Results
from ..rules.rulebook import Rulebook, rulebook


@dataclass(frozen=True)
class RetreatResult(Results):
    """A retreat phase: what became of each order and each dislodged unit, and the position afterwards.

    >>> from standoff import read
    >>> result = read("6.H.1").next().adjudicate().phase_result
    >>> type(result).__name__, len(result)
    ('RetreatResult', 3)
    """


def adjudicate_retreats(
    position: Position, orders: Iterable[Order], *, rules: Rulebook | str | None = None, board: Board | None = None
) -> RetreatResult:
    """Adjudicate a retreat phase.

    Args:
        position: The position after the movement phase, with its dislodged units and contested provinces.
        orders: Retreats and disbandings; a move order is read as a retreat. Units without a legal one disband.
        rules: The rulebook; 2023 if left out.
        board: The board; that of the position if left out.

    Raises:
        PositionError: The position is impossible.

    Source: DATC 3.0, 6.H; rulebook 1982, XI.2.

    >>> from standoff.map import ARMY, Position
    >>> from standoff.solver import Retreat
    >>> position = Position.parse("standard S1901R GERMANY:AMUN - FRANCE:ABUR<MUN GAS")
    >>> result = adjudicate_retreats(position, [Retreat("FRANCE", UnitName("BUR", ARMY), "PIC")])
    >>> [str(unit) for unit in result.after.units]
    ['A MUN', 'A PIC']
    """
    (position, board), rules = on_board(position, board), rulebook(rules)
    given = orders_for(position, orders, rules, board)
    provinces, number_of = state_of(board, position), board.province_number
    closed = closed_to_retreats(board, position, provinces)
    read, counting = _read(board, position, given, rules, closed)
    left, goals, entering = list[int](), [-1] * len(provinces), [0] * len(provinces)
    into: dict[int, list[int]] = {}
    for province, number in counting.items():
        place = read[number]
        if place and number >= 0 and not isinstance(place, Illegal):
            goals[number_of[province]] = goal = board.location_number[place]
            left.append(number_of[province])
            into.setdefault(board.tables.province[goal], []).append(number)
    carry_out_retreats(board.tables, provinces, left, goals, entering)
    results: list[OrderResult] = []
    for number, (order, goal) in enumerate(zip(given, read, strict=True)):
        if isinstance(goal, Illegal):
            results.append(OrderResult(order, False, Outcome.ILLEGAL, Reason.ILLEGAL, rule=goal))
        elif not goal:
            results.append(OrderResult(order, True, Outcome.DISBANDS, Reason.DISBANDED_AS_ORDERED))
        elif entering[board.province_of_place[goal]] > 1:
            others = tuple(given[n] for n in into[board.province_of_place[goal]] if n != number)
            results.append(OrderResult(order, False, Outcome.BOUNCES, Reason.COLLISION, others))
        else:
            results.append(OrderResult(order, True, Outcome.RETREATS, Reason.RETREATS))
    stay = list(position.units)
    for d in position.dislodged:
        goal = goals[number_of[d.unit.province]]
        if goal >= 0:
            stay.append(replace(d.unit, location=board.locations[goal]))
        if d.unit.province not in counting:
            disband = Disband(d.unit.power, UnitName(d.unit.location, d.unit.type))
            results.append(OrderResult(disband, False, Outcome.DISBANDS, Reason.DISBANDED_WITHOUT_ORDER))
    after = changed_position(position, units=tuple(stay), dislodged=(), contested=frozenset())
    return RetreatResult(tuple(results), len(given), position, after)


def _read(
    board: Board, position: Position, given: Sequence[Order], rules: Rulebook, closed: Sequence[int]
) -> tuple[list[str | Illegal], dict[str, int]]:
    """Return where each order sends its unit ("" for disbanding) or its fault, and which order counts.

    The latter is by the province of each unit with a legal order, -1 if none of several counts.
    """
    at = {d.unit.province: d for d in position.dislodged}
    legal = {province: legal_retreats(board, position, d, rules, closed) for province, d in at.items()}
    read: list[str | Illegal] = []
    orders_of: dict[str, list[int]] = {}
    doubtful: set[int] = set()  # orders that one with better names displaces (4.C)
    for number, order in enumerate(given):
        check_order(order, board)
        goal, badly_named = examine_retreat(board, at, legal, order, rules)
        if not isinstance(goal, Illegal) and not isinstance(order, Waive):
            orders_of.setdefault(order.unit.province, []).append(number)
            if badly_named:
                doubtful.add(number)
        read.append(goal)
    counting: dict[str, int] = {}
    for province, legal_orders in orders_of.items():
        says = {number: read[number] for number in legal_orders}
        chosen, counts, others = chosen_of_several(legal_orders, says, doubtful, rules)
        counting[province] = chosen if counts else -1
        for number in others:
            read[number] = Illegal.SEVERAL_ORDERS
    return read, counting
