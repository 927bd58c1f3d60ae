"""A turn on a board as the abstract turn that it is: the way back from `placing`."""

from __future__ import annotations

from collections.abc import Sequence

from ..map import ARMY, Board, bits, has
from ..solver import CONVOYS as CONVOY_ORDER, MOVES as MOVE_ORDER, SUPPORTS as SUPPORT_ORDER, OrderTable, table_of
from ..turn import Turn
from .abstract import (
    CONVOYS,
    FAR,
    HOLDS,
    MOVES,
    NEAR,
    NEAR_VIA,
    SAILS,
    SUPPORTS,
    pattern_of,
)
from .charts import DESTINATION, ORIGIN, Family, chains, hangs_together
from .deciding import AbstractTurn


def shape_of(turn: Turn) -> tuple[AbstractTurn, tuple[int, ...]]:
    """Return the abstract turn that a turn is, and for each of its units the number of the unit in the position.

    Orders that are void, or illegal under the rulebook 2023, and armies that nobody convoys to where only a convoy
    could take them, are written as holds. The abstract turn is one that `patterns` and `parted` list.

    >>> from standoff import read
    >>> print(shape_of(read("ENGLAND: F ENG C A LON - BRE; A LON - BRE"))[0])
    0 convoys 1; 1 to 2 by convoy (0); powers 0, 0
    """
    table = table_of(turn.board, turn.position, turn.orders)
    kinds, aims, notes, routes = parts_of(table)
    pattern, sides, units = pattern_of(kinds, aims, notes, routes, [unit.power for unit in table.units])
    return AbstractTurn(pattern, sides), units


def parts_of(table: OrderTable) -> tuple[list[int], list[int], list[int], list[tuple[int, ...]]]:
    """Return the kinds, aims, notes and routes of the units of a turn, in its own order, as `pattern_of` takes them."""
    count, tables, placement, does = len(table.units), table.board.tables, table.legality.placement, table.does
    kinds, aims, notes = [HOLDS] * count, [-1] * count, [0] * count
    routes: list[tuple[int, ...]] = []
    empty: dict[int, int] = {}

    def place(province: int) -> int:
        unit = placement.at[province]
        return unit if unit >= 0 else empty.setdefault(province, count + len(empty))

    for unit in range(count):
        if does[unit].kind != MOVE_ORDER:
            continue
        destination = does[unit].destination
        fleets = [
            fleet
            for fleet in range(count)
            if does[fleet].kind == CONVOY_ORDER
            and does[fleet].target == unit
            and does[fleet].destination == destination
        ]
        near = bool(has(tables.army, placement.province[unit], destination))
        via = table.units[unit].type is ARMY and bool(does[unit].via)
        if table.units[unit].type is ARMY and (fleets or (near and via)):
            kinds[unit], notes[unit] = SAILS, (NEAR_VIA if via else NEAR) if near else FAR
            for fleet in fleets:
                kinds[fleet], aims[fleet] = CONVOYS, unit
            routes += _routes(table, unit, fleets)
        elif table.units[unit].type is ARMY and not near:
            continue
        else:
            kinds[unit] = MOVES
        aims[unit] = place(destination)
    for unit in range(count):
        if does[unit].kind == SUPPORT_ORDER:
            target, destination = does[unit].target, does[unit].destination
            goes = kinds[target] in (SAILS, MOVES)
            if does[target].kind == MOVE_ORDER and not goes:
                continue  # it stands, but nobody can support that
            coast = does[unit].coast
            if (destination >= 0) != goes or (goes and does[target].destination != destination):
                continue
            if coast >= 0 and does[target].coast != coast:
                continue
            kinds[unit], aims[unit] = SUPPORTS, target
    return kinds, aims, notes, routes


def _routes(table: OrderTable, army: int, fleets: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the routes without superfluous fleets among the fleets that are ordered to convoy an army."""
    province = table.legality.placement.province
    family = routes_over(
        table.board, province[army], table.does[army].destination, [province[fleet] for fleet in fleets]
    )
    return [tuple(fleets[place] for place in bits(route)) for route in family]


def routes_over(board: Board, origin: int, destination: int, seas: Sequence[int]) -> Family:
    """Return the routes without superfluous fleets that fleets in some seas make between two provinces.

    Args:
        board: The board.
        origin, destination: The numbers of the provinces.
        seas: Those of the seas.

    Returns:
        Each route as a mask over the seas.
    """
    tables = board.tables
    numbers = [tables.sea[sea] for sea in seas]
    start, end = tables.shore[origin], tables.shore[destination]
    ends = [ORIGIN * (start >> sea & 1) | DESTINATION * (end >> sea & 1) for sea in numbers]
    beside = [sum(1 << n for n, there in enumerate(numbers) if tables.near[sea] >> there & 1) for sea in numbers]
    return chains(ends, [hangs_together(some, beside) for some in range(1 << len(seas))])
