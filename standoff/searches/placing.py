"""Abstract turns placed on a board: a province for each place, so that what must touch touches, and the rest does not.

A constraint problem over the board's graphs: the variables are the places, with a unit's type and coast; the
constraints are the edges that orders need, the routes that convoy orders must make, and no others. Every placing is
checked before it is returned: it must be the abstract turn that was to be placed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice
from typing import Any

from constraint import Problem

from ..map import ARMY, FLEET, Board, Position, StandoffError, Unit, UnitType, load_board, province_of
from ..map.board import COASTAL, SEA
from ..solver import Convoy, Hold, Move, Order, Support, UnitName
from ..turn.turn import Turn
from .abstract import (
    CONVOYS,
    FAR,
    HOLDS,
    MOVES,
    NEAR_VIA,
    SAILS,
    SUPPORTS,
    Pattern,
)
from .charts import Family, all_of
from .deciding import AbstractTurn
from .laying import terrains
from .shape import routes_over, shape_of

TRIED = 5_000
"""At most this many placings of a turn are tried."""


class PlacingLimitError(StandoffError):
    """The search was given up after this many placings of a turn: it may have a place all the same."""


Spot = tuple[UnitType | None, str]
"""Where a unit stands, by type and location; an empty province has no type."""


@lru_cache(maxsize=4096)
def _province(spot: Spot) -> str:
    """Return the id of the province of a spot."""
    return province_of(spot[1])


class _Graphs:
    """The board's graphs as sets of neighbors."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.by_army = {p: frozenset(board.army_graph[p]) for p in board.army_graph}
        self.by_fleet = {
            place: frozenset(province_of(other) for other in board.fleet_graph[place]) for place in board.fleet_graph
        }
        self.seas = frozenset(p.id for p in board.provinces if p.kind == SEA)
        self.touching = {p.id: frozenset(board.province_graph[p.id]) for p in board.provinces}

    def reaches(self, spot: Spot, goal: Spot) -> bool:
        """Tell whether a unit could move from one spot to the province of another, without a convoy."""
        return _province(goal) in (self.by_army if spot[0] is ARMY else self.by_fleet)[spot[1]]

    def touch(self, one: Spot, two: Spot) -> bool:
        """Tell whether two provinces are neighbors for some unit."""
        return _province(two) in self.touching[_province(one)]

    def touches_one(self, fleet: Spot, origin: Spot, destination: Spot) -> bool:
        """Tell whether a fleet's province is a neighbor of one of two others."""
        return self.touch(fleet, origin) or self.touch(fleet, destination)

    def over_land(self, one: Spot, two: Spot) -> bool:
        """Tell whether an army can go from one province to the other over land."""
        return _province(two) in self.by_army.get(_province(one), ())

    def no_neighbors(self, one: Spot, two: Spot) -> bool:
        """Tell whether no army can go from one province to the other over land."""
        return not self.over_land(one, two)

    def different(self, one: Spot, two: Spot) -> bool:
        """Tell whether two spots lie in different provinces."""
        return _province(one) != _province(two)


@lru_cache(maxsize=8)
def _graphs(board: Board) -> _Graphs:
    return _Graphs(board)


def _domain(board: Board, kind: int | None, region: frozenset[str]) -> list[Spot]:
    provinces = [province for province in board.provinces if province.id in region]
    if kind is None:
        return [(None, province.id) for province in provinces]
    if kind == CONVOYS:
        return [(FLEET, province.id) for province in provinces if province.kind == SEA]
    armies: list[Spot] = [(ARMY, province.id) for province in provinces if province.id in board.army_stands]
    if kind == SAILS:
        return [spot for spot in armies if board.province(spot[1]).kind == COASTAL]
    return armies + [(FLEET, location) for province in provinces for location in province.locations]


def spots(
    pattern: Pattern, board: Board, region: Iterable[str] | None = None, seas: frozenset[int] | None = None
) -> Iterator[list[Spot]]:
    """Yield where the places of a pattern can lie on a board, the units' places first.

    Args:
        pattern: The pattern.
        board: The board.
        region: The ids of the provinces that may be used; all of them if left out.
        seas: The units that are to be fleets at sea; any if left out.
    """
    graphs = _graphs(board)
    where = frozenset(region) if region is not None else frozenset(board.province_number)
    places = range(pattern.places)
    shores = pattern.shores
    problem: Any = Problem()
    for place in places:
        domain = _domain(board, pattern.kinds[place] if place < len(pattern) else None, where)
        if place in shores:
            domain = [spot for spot in domain if board.province(spot[1]).kind == COASTAL]
        elif seas is not None and place < len(pattern):
            domain = [spot for spot in domain if (spot[0] is FLEET and spot[1] in graphs.seas) == (place in seas)]
        if not domain:
            return
        problem.addVariable(place, domain)
    for unit, kind in enumerate(pattern.kinds):
        aim = pattern.aims[unit]
        if kind in (MOVES, SUPPORTS):
            problem.addConstraint(graphs.reaches, (unit, pattern.goal(unit)))
        elif kind == SAILS:
            problem.addConstraint(graphs.no_neighbors if pattern.notes[unit] == FAR else graphs.over_land, (unit, aim))
            fleets = pattern.fleets(unit)
            wanted = frozenset(
                sum(1 << fleets.index(fleet) for fleet in route) for route in pattern.routes if route[0] in fleets
            )
            for fleet in fleets:
                if (fleet,) in pattern.routes:
                    problem.addConstraint(graphs.touch, (fleet, unit))
                    problem.addConstraint(graphs.touch, (fleet, aim))
                elif any(len(route) == 2 and fleet in route for route in pattern.routes):
                    problem.addConstraint(graphs.touches_one, (fleet, unit, aim))
            if wanted != frozenset({1}):
                problem.addConstraint(partial(_makes_routes, graphs, wanted), (unit, aim, *fleets))
            if pattern.loose(unit):
                others = [other for other in range(len(pattern)) if other != unit and other not in fleets]
                problem.addConstraint(partial(_legal, graphs, len(fleets)), (unit, aim, *fleets, *others))
    for one in places:
        for two in range(one):
            problem.addConstraint(graphs.different, (one, two))
    for solution in problem.getSolutionIter():
        yield [solution[place] for place in places]


def _routes(graphs: _Graphs, origin: Spot, destination: Spot, fleets: Sequence[Spot]) -> Family:
    """Return the routes without superfluous fleets over these seas, as masks."""
    number = graphs.board.province_number
    start, end, *seas = (number[_province(spot)] for spot in (origin, destination, *fleets))
    return routes_over(graphs.board, start, end, seas)


def _makes_routes(graphs: _Graphs, wanted: frozenset[int], origin: Spot, destination: Spot, *fleets: Spot) -> bool:
    """Tell whether these fleets make the routes that are wanted, and no others."""
    return _routes(graphs, origin, destination, fleets) == wanted


def _legal(graphs: _Graphs, ordered: int, origin: Spot, destination: Spot, *others: Spot) -> bool:
    """Tell whether the fleets at sea, whatever they do, make a route over each of those ordered, the first ones."""
    at_sea = [spot for spot in others if spot[0] is FLEET and spot[1] in graphs.seas]
    return len(at_sea) > ordered - 1 and _covers(graphs, ordered, origin, destination, (*at_sea,))


@lru_cache(maxsize=1_000_000)
def _covers(graphs: _Graphs, ordered: int, origin: Spot, destination: Spot, at_sea: tuple[Spot, ...]) -> bool:
    covered = all_of(_routes(graphs, origin, destination, at_sea))
    return covered != 0 and not (1 << ordered) - 1 & ~covered


def turn_on(turn: AbstractTurn, at: Sequence[Spot], board: Board) -> Turn:
    """Return an abstract turn whose places lie `at` these spots."""
    pattern, powers = turn.pattern, list(board.powers)
    units = [Unit(spot[0] or ARMY, spot[1], powers[side]) for spot, side in zip(at, turn.sides, strict=False)]
    orders: list[Order] = []

    def destination(unit: int) -> str:
        spot = at[pattern.aims[unit]]
        if units[unit].type is ARMY:
            return _province(spot)
        reached = [place for place in board.fleet_graph[units[unit].location] if province_of(place) == _province(spot)]
        return spot[1] if spot[1] in reached else min(reached)

    for unit, (kind, aim) in enumerate(zip(pattern.kinds, pattern.aims, strict=True)):
        power, named = units[unit].power, UnitName(units[unit].location, units[unit].type)
        if kind in (SAILS, MOVES):
            orders.append(Move(power, named, destination(unit), pattern.notes[unit] == NEAR_VIA))
        elif kind == HOLDS:
            orders.append(Hold(power, named))
        else:
            other = units[aim]
            target = UnitName(other.location, other.type, other.power if other.power != power else None)
            if kind == CONVOYS:
                orders.append(Convoy(power, named, target, destination(aim)))
            else:
                goes = pattern.kinds[aim] in (SAILS, MOVES)
                goal = destination(aim).partition("/")[0] if goes else None
                orders.append(Support(power, named, target, goal))
    return Turn(Position(tuple(units)), tuple(orders), board=board)


FEW = 1_000
"""This many placings are tried first with each choice of the fleets at sea, where a convoy lacks one."""


def _spots(pattern: Pattern, board: Board, region: Iterable[str] | None) -> Iterator[list[Spot]]:
    """Yield where the places of a pattern can lie, beginning with some for each choice of the fleets at sea."""
    if any(map(pattern.loose, pattern.armies)):
        for seas in sorted({lies.seas for lies in terrains(pattern)}, key=lambda one: (-len(one), sorted(one))):
            yield from islice(spots(pattern, board, region, seas), FEW)
    yield from spots(pattern, board, region)


def place(
    pattern: Pattern,
    sides: Sequence[tuple[int, ...]],
    holds: Callable[[Turn], bool] | None = None,
    *,
    board: Board | None = None,
    region: Iterable[str] | None = None,
) -> tuple[AbstractTurn, Turn] | None:
    """Return a pattern as a turn on a board, the same turn in another place; None if it has no place there at all.

    Args:
        pattern: The pattern.
        sides: The ways to divide its units among powers, the best one first.
        holds: Tells whether a turn on the board will do; any will if left out.
        board: The board; the standard one if left out.
        region: The ids of the provinces that may be used; all of them if left out.

    Returns:
        The abstract turn that it is, and the turn.

    Raises:
        PlacingLimitError: None of the first `TRIED` placings will do, and there are more.
    """
    board = board or load_board()
    turns = [AbstractTurn(pattern, one) for one in sides if max(one) < len(board.powers)]
    if not turns:
        return None
    for tried, at in enumerate(_spots(pattern, board, region)):
        if tried == TRIED:
            raise PlacingLimitError(f"none of {TRIED:,} placings will do, and there are more: {pattern}")
        if shape_of(turn_on(turns[0], at, board))[0] != turns[0]:
            continue
        for abstract in turns:
            turn = turn_on(abstract, at, board)
            if holds is None or holds(turn):
                return abstract, turn
    return None
