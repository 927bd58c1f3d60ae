"""Abstract turns placed on a board: a province for each place, with exactly the adjacencies that the orders need.

This is a constraint problem over the board's graphs: the variables are the places, with the type and coast of a unit;
the constraints are the edges that orders need, and the routes that convoy orders must make, and no others. Every
placing is checked before it is returned: its shape must be the given abstract turn (`shape_of`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice
from typing import Any, NamedTuple

from constraint import Problem

from ..map import ARMY, FLEET, SEA, Board, Position, StandoffError, Unit, UnitType, bits, has
from ..solver import (
    CONVOYS as CONVOY_ORDER,
    MOVES as MOVE_ORDER,
    SUPPORTS as SUPPORT_ORDER,
    Convoy,
    Hold,
    Move,
    Order,
    Support,
    UnitName,
    table_of,
)
from ..turn import Turn
from .abstract import CONVOYS, FAR, HOLDS, MOVES, MOVING, NEAR, NEAR_VIA, SAILS, SUPPORTS, Pattern, pattern_of
from .deciding import AbstractTurn
from .embedding import adjacencies_for
from .patterns import Family, all_of, chains

MOST_PLACEMENTS = 5_000
"""The most placings of a turn that are tried."""


class PlacingLimitError(StandoffError):
    """The search was given up after this many placings of a turn; it may still have a place."""


class Place(NamedTuple):
    """The location and type of a unit; an empty province has no type."""

    type: UnitType | None
    location: str
    province: int


def _domain(board: Board, kind: int | None, region: frozenset[str]) -> list[Place]:
    provinces = [(number, one) for number, one in enumerate(board.provinces) if one.id in region]
    if kind is None:
        return [Place(None, one.id, number) for number, one in provinces]
    if kind == CONVOYS:
        return [Place(FLEET, one.id, number) for number, one in provinces if one.kind == SEA]
    armies = [Place(ARMY, one.id, number) for number, one in provinces if one.id in board.army_stands]
    if kind == SAILS:
        return [spot for spot in armies if board.coastal >> spot.province & 1]
    return armies + [Place(FLEET, location, number) for number, one in provinces for location in one.locations]


def placements(
    pattern: Pattern, board: Board, region: Iterable[str] | None = None, seas: frozenset[int] | None = None
) -> Iterator[list[Place]]:
    """Yield placings of a pattern on a board, or in some of its provinces, the units' places first.

    `seas` are the units that are to be fleets at sea; any if left out.
    """

    def over_land(one: Place, two: Place) -> bool:
        return bool(board.tables.army[one.province] >> two.province & 1)

    def no_neighbors(one: Place, two: Place) -> bool:
        return not over_land(one, two)

    def reaches(unit: Place, goal: Place) -> bool:
        if unit.type is ARMY:
            return over_land(unit, goal)
        return bool(board.tables.fleet_to[board.location_number[unit.location]] >> goal.province & 1)

    def touch(one: Place, two: Place) -> bool:
        return bool(board.around[one.province] >> two.province & 1)

    def touches_one(fleet: Place, origin: Place, destination: Place) -> bool:
        return touch(fleet, origin) or touch(fleet, destination)

    def at_sea(place: Place) -> bool:
        return place.type is FLEET and bool(board.seas >> place.province & 1)

    def legal(ordered: int, origin: Place, destination: Place, *others: Place) -> bool:
        """Return whether the fleets at sea, whatever their orders, make a route over each of the first ones."""
        sailing = [spot.province for spot in others if at_sea(spot)]
        return len(sailing) >= ordered and _covers(board, ordered, origin.province, destination.province, *sailing)

    def different(one: Place, two: Place) -> bool:
        return one.province != two.province

    where = frozenset(region) if region is not None else frozenset(board.province_number)
    places = range(pattern.places)
    shores = pattern.shores
    problem: Any = Problem()
    for place in places:
        domain = _domain(board, pattern.kinds[place] if place < len(pattern) else None, where)
        if place in shores:
            domain = [spot for spot in domain if board.coastal >> spot.province & 1]
        elif seas is not None and place < len(pattern):
            domain = [spot for spot in domain if at_sea(spot) == (place in seas)]
        if not domain:
            return
        problem.addVariable(place, domain)
    for unit, kind in enumerate(pattern.kinds):
        aim = pattern.aims[unit]
        if kind in (MOVES, SUPPORTS):
            problem.addConstraint(reaches, (unit, pattern.goal(unit)))
        elif kind == SAILS:
            problem.addConstraint(no_neighbors if pattern.notes[unit] == FAR else over_land, (unit, aim))
            fleets = pattern.fleets(unit)
            wanted = frozenset(
                sum(1 << fleets.index(fleet) for fleet in route) for route in pattern.routes if route[0] in fleets
            )
            for fleet in fleets:
                if (fleet,) in pattern.routes:
                    problem.addConstraint(touch, (fleet, unit))
                    problem.addConstraint(touch, (fleet, aim))
                elif any(len(route) == 2 and fleet in route for route in pattern.routes):
                    problem.addConstraint(touches_one, (fleet, unit, aim))
            if wanted != frozenset({1}):
                problem.addConstraint(partial(_makes_routes, board, wanted), (unit, aim, *fleets))
            if pattern.lacks_fleet(unit):
                others = [other for other in range(len(pattern)) if other != unit and other not in fleets]
                problem.addConstraint(partial(legal, len(fleets)), (unit, aim, *fleets, *others))
    for one in places:
        for two in range(one):
            problem.addConstraint(different, (one, two))
    for solution in problem.getSolutionIter():
        yield [solution[place] for place in places]


def _makes_routes(board: Board, routes: frozenset[int], origin: Place, destination: Place, *fleets: Place) -> bool:
    """Return whether these fleets make exactly the required routes."""
    return routes_over(board, origin.province, destination.province, [spot.province for spot in fleets]) == routes


@lru_cache(maxsize=1_000_000)
def _covers(board: Board, ordered: int, origin: int, destination: int, *seas: int) -> bool:
    covered = all_of(routes_over(board, origin, destination, seas))
    return covered != 0 and not (1 << ordered) - 1 & ~covered


def turn_on(turn: AbstractTurn, at: Sequence[Place], board: Board) -> Turn:
    """Return an abstract turn placed `at` these spots."""
    pattern, powers = turn.pattern, list(board.powers)
    units = [Unit(spot.type or ARMY, spot.location, powers[side]) for spot, side in zip(at, turn.sides, strict=False)]
    orders: list[Order] = []

    def destination(unit: int) -> str:
        spot = at[pattern.aims[unit]]
        province = board.provinces[spot.province]
        if units[unit].type is ARMY:
            return province.id
        reached = [place for place in board.fleet_graph[units[unit].location] if place in province.locations]
        return spot.location if spot.location in reached else min(reached)

    for unit, (kind, aim) in enumerate(zip(pattern.kinds, pattern.aims, strict=True)):
        power, named = units[unit].power, UnitName(units[unit].location, units[unit].type)
        if kind in MOVING:
            orders.append(Move(power, named, destination(unit), pattern.notes[unit] == NEAR_VIA))
        elif kind == HOLDS:
            orders.append(Hold(power, named))
        else:
            other = units[aim]
            target = UnitName(other.location, other.type, other.power if other.power != power else None)
            if kind == CONVOYS:
                orders.append(Convoy(power, named, target, destination(aim)))
            else:
                goes = pattern.kinds[aim] in MOVING
                goal = destination(aim).partition("/")[0] if goes else None
                orders.append(Support(power, named, target, goal))
    return Turn(Position(tuple(units)), tuple(orders), board=board)


FEW = 1_000
"""If a convoy lacks a fleet, this many placings are tried first with each choice of the fleets at sea."""


def _placements(pattern: Pattern, board: Board, region: Iterable[str] | None) -> Iterator[list[Place]]:
    """Yield placings of a pattern, beginning with some for each choice of the fleets at sea."""
    if any(map(pattern.lacks_fleet, pattern.armies)):
        for seas in sorted({lies.seas for lies in adjacencies_for(pattern)}, key=lambda one: (-len(one), sorted(one))):
            yield from islice(placements(pattern, board, region, seas), FEW)
    yield from placements(pattern, board, region)


def place(
    pattern: Pattern,
    sides: Sequence[tuple[int, ...]],
    holds: Callable[[Turn], bool] | None = None,
    *,
    board: Board,
    region: Iterable[str] | None = None,
) -> tuple[AbstractTurn, Turn] | None:
    """Return a pattern as an abstract turn and as a turn on a board; None if it has no place there.

    Args:
        pattern: The pattern.
        sides: The ways to divide its units among powers, the best one first.
        holds: Returns whether a turn on the board is acceptable; any is if left out.
        board: The board.
        region: The ids of the provinces that may be used; all of them if left out.

    Raises:
        PlacingLimitError: None of the first `MOST_PLACEMENTS` placings is acceptable, and there are more.
    """
    turns = [AbstractTurn(pattern, one) for one in sides if max(one) < len(board.powers)]
    if not turns:
        return None
    for tried, at in enumerate(_placements(pattern, board, region)):
        if tried == MOST_PLACEMENTS:
            raise PlacingLimitError(f"none of {MOST_PLACEMENTS:,} placings will do, and there are more: {pattern}")
        if shape_of(turn_on(turns[0], at, board))[0] != turns[0]:
            continue
        for abstract in turns:
            turn = turn_on(abstract, at, board)
            if holds is None or holds(turn):
                return abstract, turn
    return None


# -- shapes ------------------------------------------------------------------------------------------------------------


def shape_of(turn: Turn) -> tuple[AbstractTurn, tuple[int, ...]]:
    """Return the abstract turn of a turn, and by unit its number in the position.

    Holds replace orders that are void, or illegal under the rulebook 2023, and moves that need a convoy for which there
    is no order. `listing` lists this abstract turn.

    >>> from standoff import read
    >>> print(shape_of(read("ENGLAND: F ENG C A LON - BRE; A LON - BRE"))[0])
    0 convoys 1; 1 to 2 by convoy (0); powers 0, 0
    """
    table = table_of(turn.board, turn.position, turn.orders)
    count, tables, placement, orders = (
        len(table.units),
        table.board.tables,
        table.legality.placement,
        table.legal_orders,
    )
    kinds, aims, notes = [HOLDS] * count, [-1] * count, [0] * count
    routes: list[tuple[int, ...]] = []
    empty: dict[int, int] = {}

    def place(province: int) -> int:
        unit = placement.at[province]
        return unit if unit >= 0 else empty.setdefault(province, count + len(empty))

    for unit in range(count):
        if orders[unit].kind != MOVE_ORDER:
            continue
        destination = orders[unit].destination
        fleets = [
            fleet
            for fleet in range(count)
            if orders[fleet].kind == CONVOY_ORDER
            and orders[fleet].target == unit
            and orders[fleet].destination == destination
        ]
        near = bool(has(tables.army, placement.province[unit], destination))
        via = table.units[unit].type is ARMY and bool(orders[unit].via)
        if table.units[unit].type is ARMY and (fleets or (near and via)):
            kinds[unit], notes[unit] = SAILS, (NEAR_VIA if via else NEAR) if near else FAR
            for fleet in fleets:
                kinds[fleet], aims[fleet] = CONVOYS, unit
            province = placement.province
            family = routes_over(table.board, province[unit], destination, [province[fleet] for fleet in fleets])
            routes += [tuple(fleets[place] for place in bits(route)) for route in family]
        elif table.units[unit].type is ARMY and not near:
            continue
        else:
            kinds[unit] = MOVES
        aims[unit] = place(destination)
    for unit in range(count):
        if orders[unit].kind == SUPPORT_ORDER:
            target, destination = orders[unit].target, orders[unit].destination
            goes = kinds[target] in MOVING
            if orders[target].kind == MOVE_ORDER and not goes:
                continue  # it is legal, but cannot be supported
            coast = orders[unit].coast
            if (destination >= 0) != goes or (goes and orders[target].destination != destination):
                continue
            if coast >= 0 and orders[target].coast != coast:
                continue
            kinds[unit], aims[unit] = SUPPORTS, target
    pattern, sides, units = pattern_of(kinds, aims, notes, routes, [unit.power for unit in table.units])
    return AbstractTurn(pattern, sides), units


def routes_over(board: Board, origin: int, destination: int, seas: Sequence[int]) -> Family:
    """Return the routes without superfluous fleets between two provinces over some seas, all given by number.

    Each route is a mask over the seas.
    """
    tables = board.tables
    numbers = [tables.sea[sea] for sea in seas]

    def touches(mask: int) -> int:
        return sum(1 << n for n, number in enumerate(numbers) if mask >> number & 1)

    near = [touches(tables.near[number]) for number in numbers]
    return chains(near, touches(tables.shore[origin]), touches(tables.shore[destination]))
