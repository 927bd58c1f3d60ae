"""Orders as rows of numbers: arrays, the numbered orders of a board and the lines of a file all have these columns.

A row names units by their keys (`map.unit_key`). It holds orders that name every unit with its type and coast.
"""

from __future__ import annotations

from typing import NamedTuple

from ...map import ARMY, FLEET, Board, location_and_fleet
from ..law.equations import CONVOYS, HOLDS, MOVES, SUPPORTS
from ..order import UNKNOWN_UNIT, Build, Convoy, Disband, Hold, Move, Order, Retreat, Support, UnitName, Waive

RETREATS, DISBANDS, BUILDS, WAIVES = 4, 5, 6, 7
"""The kinds of orders of the other phases; those of a movement phase are HOLDS, MOVES, SUPPORTS and CONVOYS, 0 to 3."""


class OrderRow(NamedTuple):
    """An order in numbers, -1 for none.

    Attributes:
        kind: HOLDS, MOVES, SUPPORTS, CONVOYS, RETREATS, DISBANDS, BUILDS or WAIVES.
        unit: The key of its unit.
        target: The key of the supported or convoyed unit.
        place: The location of the destination.
        via: 1 for "via convoy".
        target_power: The power named with the target.
    """

    kind: int
    unit: int
    target: int = -1
    place: int = -1
    via: int = 0
    target_power: int = -1


def order_row(order: Order, board: Board) -> tuple[int, int, int, int, int, int] | None:
    """Return the columns of an order of a movement phase (`OrderRow`, which takes as long to make as all else here).

    Returns:
        The row; None if a row cannot hold the order: a unit lacks its type or stands at an impossible coast, seas are
        named, an army is to go to a coast, or the order is of another phase.

    >>> from standoff.map import load_board
    >>> order_row(Move("FRANCE", UnitName("PAR", ARMY), "BUR"), load_board())
    (1, 92, -1, 16, 0, -1)
    """
    if isinstance(order, Waive):
        return None
    keys, named = board.unit_keys, order.unit
    unit = keys.get((named.type, named.place))
    if unit is None:
        return None
    kind, target, via, target_power = MOVES, -1, 0, -1
    if isinstance(order, Move):
        if order.route:
            return None
        via = int(order.via_convoy)
    elif isinstance(order, (Support, Convoy)):
        kind, named = (SUPPORTS, order.supported) if isinstance(order, Support) else (CONVOYS, order.convoyed)
        target = keys.get((named.type, named.place))
        if target is None:
            return None
        if named.nationality is not None:
            target_power = board.power_number.get(named.nationality)
            if target_power is None:
                return None
    else:
        return (HOLDS, unit, -1, -1, 0, -1) if isinstance(order, Hold) else None
    destination = order.destination
    if destination is None:
        return kind, unit, target, -1, 0, target_power
    place = board.location_number.get(destination)
    if place is None or (named.type is ARMY and "/" in destination):
        return None
    return kind, unit, target, place, via, target_power


def order_of_row(row: OrderRow, power: str, board: Board) -> Order:
    """Return the order of a power that a row holds; a support or convoy without target is for a place of no board.

    >>> from standoff.map import load_board
    >>> str(order_of_row(OrderRow(1, 92, place=16), "FRANCE", load_board()))
    'A PAR - BUR'
    """
    kind, key, other, goal, via, target_power = row
    if kind == WAIVES:
        return Waive(power)
    unit, place = unit_named(key, board), board.locations[goal] if goal >= 0 else ""
    if kind == MOVES:
        return Move(power, unit, place, bool(via))
    if kind == RETREATS:
        return Retreat(power, unit, place)
    if kind in _OF_UNIT:
        return _OF_UNIT[kind](power, unit)
    target = unit_named(other, board, board.power_names[target_power] if target_power >= 0 else None)
    return Support(power, unit, target, place or None) if kind == SUPPORTS else Convoy(power, unit, target, place)


_OF_UNIT = {HOLDS: Hold, DISBANDS: Disband, BUILDS: Build}


def unit_named(key: int, board: Board, nationality: str | None = None) -> UnitName:
    """Return the name of the unit of a key; `UNKNOWN_UNIT` for -1.

    >>> from standoff.map import load_board
    >>> str(unit_named(92, load_board()))
    'A PAR'
    """
    if key < 0:
        return UNKNOWN_UNIT
    location, fleet = location_and_fleet(key)
    return UnitName(board.locations[location], FLEET if fleet else ARMY, nationality)
