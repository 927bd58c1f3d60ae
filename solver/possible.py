"""Every order that a unit could legally be given, knowing no other order.

Source: DATC 3.0, 4.E.1.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..map import FLEET, Board, Position
from .legality import Illegal, Legality
from .orders import Convoy, Hold, Move, Order, Support, UnitName
from .rulebook import Rulebook, rulebook


def possible_orders(board: Board, position: Position, place: str, rules: Rulebook | None = None) -> Iterator[Order]:
    """Yield the legal orders of the unit in the province of `place`: hold, moves, supports, convoys, in that order.

    Moves of armies to neighbours appear a second time with ``via convoy`` where that is legal and could matter;
    supports of a fleet's move to a province with several coasts appear without the coast only.

    Args:
        board: The board.
        position: The units of a movement phase.
        place: A location of the unit, or its province.
        rules: The rulebook; 2023 if left out.

    Raises:
        UnknownNameError: There is no such place on the board.
        ValueError: No unit stands there.
    """
    legality = Legality(board, position.units, rules or rulebook(), position.idle, position.closed)
    here = board.province_number[board.province(place).id]
    number = legality.at[here]
    if number < 0:
        raise ValueError(f"no unit stands in {place}")
    unit = legality.units[number]
    power, named = unit.power, UnitName(unit.location, unit.type)

    def legal(order: Order) -> bool:
        return not isinstance(legality.examine(order)[1], Illegal)

    yield Hold(power, named)
    provinces = [province.id for province in board.provinces]
    for goal in board.locations if unit.type is FLEET else provinces:
        if "/" not in goal and unit.type is FLEET and board.province(goal).coasts:
            continue
        move = Move(power, named, goal)
        if legal(move):
            yield move
            via = Move(power, named, goal, via_convoy=True)
            adjacent = board.army_reach[here] >> board.province_number[goal.partition("/")[0]] & 1
            if unit.type is not FLEET and adjacent and legality.can_convoy(here, board.province_number[goal]):
                yield via
    for other in legality.units:
        target = UnitName(other.location, other.type, other.power if other.power != power else None)
        hold = Support(power, named, target)
        if legal(hold):
            yield hold
        for goal in provinces:
            support = Support(power, named, target, goal)
            if legal(support):
                yield support
    for other in legality.units:
        target = UnitName(other.location, other.type, other.power if other.power != power else None)
        for goal in provinces:
            convoy = Convoy(power, named, target, goal)
            if legal(convoy):
                yield convoy
