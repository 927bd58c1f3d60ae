"""Abstract turns placed on a board: a province for each place, so that what must touch touches, and the rest does not.

A constraint problem over the board's graphs: the variables are the places, with a unit's type and coast; the
constraints are the edges that orders need, those that the routes of convoys need, and those that must be missing. Every
placing is tried before it is given out: it must come out as the abstract turn does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice

from constraint import Problem

from ...map import ARMY, FLEET, Board, Position, Unit, UnitType, load_board
from ...map.board import COASTAL, SEA
from ...solver import Convoy, Hold, Move, MovementResult, Order, Rulebook, Support, UnitName, adjudicate, rulebook
from .abstract import CONVOYS, DESTINATION, FAR, HOLDS, MOVES, NEAR_VIA, ORIGIN, SAILS, SUPPORTS, apart
from .deciding import AbstractTurn, board_of, turn_of

TRIED = 500
"""At most this many placings of a turn are tried."""

Spot = tuple[UnitType | None, str]
"""Where a unit stands, by type and location; an empty province has no type."""


class _Graphs:
    """The board's graphs as sets of neighbors."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.by_army = {p: frozenset(board.army_graph[p]) for p in board.army_graph}
        self.by_fleet = {
            place: frozenset(other.partition("/")[0] for other in board.fleet_graph[place])
            for place in board.fleet_graph
        }
        self.touching = {p.id: frozenset(board.province_graph[p.id]) for p in board.provinces}

    def reaches(self, spot: Spot, goal: Spot) -> bool:
        """Tell whether a unit could move from one spot to the province of another, without a convoy."""
        province = goal[1].partition("/")[0]
        return province in (self.by_army if spot[0] is ARMY else self.by_fleet)[spot[1]]

    def touch(self, one: Spot, two: Spot) -> bool:
        """Tell whether two provinces are neighbors for some unit."""
        return two[1].partition("/")[0] in self.touching[one[1].partition("/")[0]]

    def over_land(self, one: Spot, two: Spot) -> bool:
        """Tell whether an army can go from one province to the other over land."""
        return two[1].partition("/")[0] in self.by_army.get(one[1].partition("/")[0], ())


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


def spots(turn: AbstractTurn, board: Board, region: Iterable[str] | None = None) -> Iterator[list[Spot]]:
    """Yield where the places of an abstract turn can lie on a board, the units' places first.

    Args:
        turn: The turn; its sides do not matter.
        board: The board.
        region: The ids of the provinces that may be used; all of them if left out.
    """
    pattern, graphs = turn.pattern, _graphs(board)
    where = frozenset(region) if region is not None else frozenset(board.province_number)
    places = range(pattern.places)
    problem = Problem()
    for place in places:
        domain = _domain(board, pattern.kinds[place] if place < len(pattern) else None, where)
        if not domain:
            return
        problem.addVariable(place, domain)

    def different(one: Spot, two: Spot) -> bool:
        return one[1].partition("/")[0] != two[1].partition("/")[0]

    def not_touching(one: Spot, two: Spot) -> bool:
        return not graphs.touch(one, two)

    def no_neighbors(one: Spot, two: Spot) -> bool:
        return not graphs.over_land(one, two)

    def ashore(spot: Spot) -> bool:
        return board.province(spot[1]).kind == COASTAL

    for unit, kind in enumerate(pattern.kinds):
        aim = pattern.aims[unit]
        if kind in (MOVES, SUPPORTS):
            problem.addConstraint(graphs.reaches, (unit, pattern.goal(unit)))
        elif kind == SAILS:
            problem.addConstraint(no_neighbors if pattern.notes[unit] == FAR else graphs.over_land, (unit, aim))
            problem.addConstraint(ashore, (aim,))
        elif kind == CONVOYS:
            if pattern.notes[unit] & ORIGIN:
                problem.addConstraint(graphs.touch, (unit, aim))
            if pattern.notes[unit] & DESTINATION:
                problem.addConstraint(graphs.touch, (unit, pattern.aims[aim]))
    for one, two in sorted(pattern.beside):
        problem.addConstraint(graphs.touch, (one, two))
    for one, two in sorted(map(sorted, apart(pattern))):
        problem.addConstraint(not_touching, (one, two))
    for one in places:
        for two in range(one):
            problem.addConstraint(different, (one, two))
    for found in problem.getSolutionIter():
        yield [found[place] for place in places]


def orders_on(turn: AbstractTurn, at: Sequence[Spot], board: Board) -> tuple[Position, list[Order]]:
    """Return an abstract turn whose places lie `at` these spots as a position and orders."""
    pattern, powers = turn.pattern, list(board.powers)
    units = [Unit(spot[0] or ARMY, spot[1], powers[side]) for spot, side in zip(at, turn.sides, strict=False)]
    orders: list[Order] = []

    def destination(unit: int) -> str:
        goal = at[pattern.aims[unit]][1]
        if units[unit].type is ARMY:
            return goal.partition("/")[0]
        reached = [place for place in board.fleet_graph[units[unit].location] if place.startswith(goal[:3])]
        same = [place for place in reached if place.partition("/")[0] == goal.partition("/")[0]]
        return goal if goal in same else min(same)

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
    return Position(tuple(units)), orders


def place(
    turn: AbstractTurn,
    rulebooks: Sequence[Rulebook] | None = None,
    *,
    board: Board | None = None,
    region: Iterable[str] | None = None,
) -> tuple[Position, list[Order]] | None:
    """Return an abstract turn as a turn on a board that comes out the same under each rulebook; None if there is none.

    Args:
        turn: The abstract turn.
        rulebooks: The rulebooks under which it must come out as it does in the abstract; 2023 if left out.
        board: The board; the standard one if left out.
        region: The ids of the provinces that may be used; all of them if left out.
    """
    board, rulebooks = board or load_board(), rulebooks or (rulebook(),)
    position, orders = turn_of(turn)
    own_board = board_of(turn.pattern)
    wanted = [_came_out(adjudicate(position, orders, rules=rules, board=own_board)) for rules in rulebooks]
    for at in islice(spots(turn, board, region), TRIED):
        placed, given = orders_on(turn, at, board)
        found = [_came_out(adjudicate(placed, given, rules=rules, board=board)) for rules in rulebooks]
        if found == wanted:
            return placed, given
    return None


def _came_out(result: MovementResult) -> list[tuple[bool, str, bool]]:
    return [(found.success, str(found.outcome), found.dislodged) for found in result]
