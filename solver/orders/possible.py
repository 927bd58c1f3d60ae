"""Every order that a unit could legally be given, knowing no other order; read off the board's tables.

The orders of a unit that need no convoy depend on little: on where it stands, and for a support on the one unit that it
is for. They are made once and kept. What convoys add follows from the fleets that stand at sea now.

Source: DATC 3.0, 4.E.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ...map import ARMY, FLEET, Board, PhaseType, Position, PositionError, Unit
from ...map.masks import bits
from ...map.position import on_board
from ...map.routes import chordless_chain
from ..law import reach
from ..rulebook import Rulebook, rulebook
from .adjustment_orders import Adjustments
from .order import Build, Convoy, Disband, Hold, Move, Order, Retreat, Support, UnitName, Waive
from .retreat_orders import closed_to_retreats, legal_retreats

KEPT = 20_000
"""At most this many sets of orders are kept of each kind; a real game needs some hundreds."""


def possible_orders(
    board: Board, position: Position, place: str, rules: Rulebook | str | None = None
) -> Iterator[Order]:
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
        PositionError: No unit stands there.

    >>> from standoff.map import Position, load_board
    >>> position = Position.parse("standard S1901M ITALY:ANAP")
    >>> [str(order) for order in possible_orders(load_board(), position, "NAP")]
    ['A NAP H', 'A NAP - APU', 'A NAP - ROM']
    """
    province = board.province(place).id
    for number, unit in enumerate(position.units):
        if unit.province == province:
            return iter(_Movement(board, position, rulebook(rules)).orders_of(number))
    raise PositionError(f"no unit stands in {place}")


def legal_orders(
    position: Position, *, power: str | None = None, rules: Rulebook | str | None = None, board: Board | None = None
) -> dict[str, tuple[Order, ...]]:
    """Return the legal orders of all units, or of those of one power, in the phase of a position.

    Args:
        position: The position; without a phase, a movement phase is meant.
        power: The id of a power; None for all.
        rules: The rulebook; 2023 if left out.
        board: The board; the standard one if left out.

    Returns:
        By the location of the unit that is ordered, in the order of the position: for a movement phase what
        `possible_orders` gives; for a retreat phase the retreats of each dislodged unit and its disbandment; for
        an adjustment phase removals by unit, or by free home center the builds there and, where the rulebook allows it,
        the waiver.

    Raises:
        PositionError: The position is impossible.
        UnknownNameError: There is no such power.

    Source: DATC 3.0, 4.E.1, 6.H and 6.I.

    >>> from standoff.map import starting_position
    >>> orders = legal_orders(starting_position(), power="ITALY")
    >>> [str(order) for order in orders["NAP"]]
    ['F NAP H', 'F NAP - APU', 'F NAP - ION', 'F NAP - ROM', 'F NAP - TYS', 'F NAP S A ROM', 'F NAP S A ROM - APU', \
'F NAP S A VEN - APU', 'F NAP S A VEN - ROM']
    """
    (position, board), rules = on_board(position, board), rulebook(rules)
    if power is not None:
        power = board.power(power).id
    kind = position.phase_type
    if kind is PhaseType.MOVEMENT:
        movement = _Movement(board, position, rules)
        return {
            unit.location: movement.orders_of(number)
            for number, unit in enumerate(position.units)
            if power is None or unit.power == power
        }
    found: dict[str, tuple[Order, ...]] = {}
    if kind is PhaseType.RETREAT:
        closed = closed_to_retreats(board, position)
        for d in position.dislodged:
            if power is None or d.unit.power == power:
                named = UnitName(d.unit.location, d.unit.type)
                ways = [Retreat(d.unit.power, named, goal) for goal in legal_retreats(board, position, d, rules, closed)]
                found[d.unit.location] = (*ways, Disband(d.unit.power, named))
        return found
    winter = Adjustments(board, position, rules)
    for each in board.powers if power is None else (power,):
        found.update(_adjustments(board, position, winter, each))
    return found


def _adjustments(
    board: Board, position: Position, winter: Adjustments, power: str
) -> dict[str, tuple[Order, ...]]:
    most = winter.balance[winter.powers[power]]
    if not most:
        return {}
    if most < 0:
        removed = [unit for unit in position.units if unit.power == power]
        return {unit.location: (Disband(power, UnitName(unit.location, unit.type)),) for unit in removed}
    waived = (Waive(power),) if winter.homes.waiving else ()
    found: dict[str, tuple[Order, ...]] = {}
    for home in winter.free_homes(power):
        fleets = [Build(power, UnitName(location, FLEET)) for location in board.province(home).locations]
        found[home] = (Build(power, UnitName(home, ARMY)), *fleets, *waived)
    return found


# -- what needs no convoy, kept ----------------------------------------------------------------------------------------


@lru_cache(KEPT)
def _by_itself(board: Board, unit: Unit) -> tuple[Order, tuple[tuple[int, Move], ...]]:
    """Return a unit's hold, and its moves over land or along the coast with the numbers of their provinces."""
    named = UnitName(unit.location, unit.type)
    if unit.type is FLEET:
        goals = board.fleet_reach[board.location_number[unit.location]]
    else:
        goals = board.army_reach[board.province_number[unit.location]]
    moves = [(board.province_of_location[n], Move(unit.power, named, board.locations[n])) for n in bits(goals)]
    return Hold(unit.power, named), tuple(moves)


@lru_cache(KEPT)
def _supports(board: Board, unit: Unit, other: Unit, goals: int) -> tuple[tuple[int, Support], ...]:
    """Return the supports of `other` to hold (number -1) and to move to the provinces `goals` that `unit` can reach."""
    named = UnitName(unit.location, unit.type)
    target = UnitName(other.location, other.type, None if other.power == unit.power else other.power)
    here, there = board.province_number[unit.province], board.province_number[other.province]
    reached = _reached(board, unit)
    found = [(-1, Support(unit.power, named, target))] if reached >> there & 1 else []
    for goal in bits(goals & reached & ~(1 << here | 1 << there)):
        found.append((goal, Support(unit.power, named, target, board.provinces[goal].id)))
    return tuple(found)


@lru_cache(KEPT)
def _convoys(board: Board, unit: Unit, other: Unit, goals: int) -> tuple[Convoy, ...]:
    named = UnitName(unit.location, unit.type)
    army = UnitName(other.location, other.type, None if other.power == unit.power else other.power)
    return tuple(Convoy(unit.power, named, army, board.provinces[goal].id) for goal in bits(goals))


@lru_cache(KEPT)
def _ways_by_convoy(board: Board, unit: Unit, goals: int, expressly: bool) -> tuple[tuple[int, Move], ...]:
    named = UnitName(unit.location, unit.type)
    return tuple((goal, Move(unit.power, named, board.provinces[goal].id, expressly)) for goal in bits(goals))


@lru_cache(KEPT)
def _crossing(board: Board, at_sea: int, origin: int, destination: int, sea: int) -> bool:
    """Tell whether a convoy over fleets in the seas `at_sea` could need the one in `sea` (as a mask: its number)."""
    tables = board.tables
    return bool(chordless_chain(tables.near, at_sea | 1 << sea, tables.shore[origin], tables.shore[destination], sea))


def _reached(board: Board, unit: Unit) -> int:
    """Return the provinces that a unit could move to without a convoy, coasts set aside, as a mask."""
    if unit.type is FLEET:
        return board.fleet_reach_provinces[board.location_number[unit.location]]
    return board.army_reach[board.province_number[unit.location]]


class _Movement:
    """The units of a movement phase, and what convoys add to what they can do."""

    def __init__(self, board: Board, position: Position, rules: Rulebook) -> None:
        self.board, self.rules, self.units, self.civil_disorder = board, rules, position.units, position.civil_disorder
        self.closed = sum(1 << board.province_number[province] for province in position.closed)
        self.provinces = [board.province_number[unit.province] for unit in self.units]
        self.at = dict(zip(self.provinces, range(len(self.units)), strict=True))
        self.standing = sum(1 << province for province in self.provinces)
        self.reached = [_reached(board, unit) for unit in self.units]
        tables = board.tables
        self.at_sea = 0
        for unit, province in zip(self.units, self.provinces, strict=True):
            if unit.type is FLEET and tables.sea[province] >= 0:
                self.at_sea |= 1 << tables.sea[province]
        self.carried = [
            self._carried(province, self.at_sea) if unit.type is ARMY else 0
            for unit, province in zip(self.units, self.provinces, strict=True)
        ]
        # the armies that a fleet at sea could convoy or support across the sea
        self.sailing = sum(1 << province for province, to in zip(self.provinces, self.carried, strict=True) if to)

    def _carried(self, origin: int, at_sea: int) -> int:
        """Return the provinces that fleets in the seas `at_sea` link with `origin`, as a mask."""
        tables = self.board.tables
        if not tables.coastal[origin]:
            return 0
        linked = tables.shore[origin] & at_sea
        return _shores(self.board, _joined(self.board, at_sea, linked)) & ~(1 << origin) if linked else 0

    def _supportable(self, number: int, other: int) -> int:
        """Return the provinces whose entry by `other` the unit `number` could support, as far as `other` goes."""
        unit, target, tables = self.units[number], self.units[other], self.board.tables
        if target.type is FLEET:
            goals = self.reached[other]
            if self.rules["support_coast"] != "may-be-omitted":
                goals = self._with_one_coast(number, other, goals)
            return goals
        goals = self.board.army_reach[self.provinces[other]]
        carried = self.carried[other]
        if carried & self.reached[number] & ~goals:
            sea = tables.sea[self.provinces[number]] if unit.type is FLEET else -1
            if sea >= 0:  # not with the help of the supporter itself (DATC 6.D.31)
                carried = self._carried(self.provinces[other], self.at_sea & ~(1 << sea))
            goals |= carried
        return goals

    def _with_one_coast(self, number: int, other: int, goals: int) -> int:
        """Leave out of `goals` what `other` reaches on two coasts, where the rulebook asks for the coast."""
        choice = self.rules["support_coast"]
        own = self.units[number].power == self.units[other].power
        if choice != "required" and not (choice == "own-only" and not own):
            return goals
        location = self.board.location_number[self.units[other].location]
        several = [goal for goal in bits(goals) if reach.landing(self.board.tables, location, goal)[1]]
        return goals & ~sum(1 << goal for goal in several)

    def orders_of(self, number: int) -> tuple[Order, ...]:
        """Return the legal orders of a unit, by its number in the position."""
        unit, board, closed, here = self.units[number], self.board, self.closed, self.provinces[number]
        hold, moves = _by_itself(board, unit)
        found: list[Order] = [hold]
        if unit.power in self.civil_disorder:
            return tuple(found)
        found += self._moves(number, moves)
        beyond = closed & ~(1 << here)
        near = self.standing & _neighbours(board, self.reached[number])
        if self.sailing:
            near |= self.sailing
        near &= ~(1 << here)
        others = [self.at[province] for province in bits(near)]
        others.sort()
        for other in others:
            supports = _supports(board, unit, self.units[other], self._supportable(number, other))
            found += [support for goal, support in supports if goal < 0 or not beyond >> goal & 1]
        if unit.type is FLEET and self.sailing and board.tables.sea[here] >= 0:
            for other in others:
                if self.carried[other]:
                    found += _convoys(board, unit, self.units[other], self._convoyed(number, other))
        return tuple(found)

    def _moves(self, number: int, moves: tuple[tuple[int, Move], ...]) -> list[Move]:
        carried = self.carried[number]
        if not carried and not self.closed:
            return [move for _, move in moves]
        unit, adjacent = self.units[number], self.reached[number]
        found = list(moves)
        if self.rules["convoy_path"] != "required":
            found += _ways_by_convoy(self.board, unit, carried & ~adjacent, False)
        found += _ways_by_convoy(self.board, unit, carried & adjacent, True)
        if carried:
            found.sort(key=_goal)  # the sort is stable: by land before "via convoy"
        return [move for goal, move in found if not self.closed >> goal & 1]

    def _convoyed(self, number: int, other: int) -> int:
        """Return the provinces to which the fleet `number` could help to convoy the army `other`, as a mask."""
        board, origin = self.board, self.provinces[other]
        sea = board.tables.sea[self.provinces[number]]
        goals = self.carried[other] & ~self.closed
        shore = board.tables.shore
        if shore[origin] >> sea & 1:  # next to both, the fleet needs no other
            sure = _shores(board, 1 << sea)
        else:
            sure = 0
        fleets = _joined(board, self.at_sea, 1 << sea)
        if not fleets & shore[origin]:
            return 0
        found = goals & sure
        for goal in bits(goals & ~sure):
            if _crossing(board, fleets, origin, goal, sea):
                found |= 1 << goal
        return found


def _goal(move: tuple[int, Move]) -> int:
    return move[0]


@lru_cache(KEPT)
def _joined(board: Board, at_sea: int, start: int) -> int:
    """Return the seas of `at_sea` that are linked with those of `start`, them included."""
    near = board.tables.near
    linked = todo = start & at_sea
    while todo:
        sea = todo & -todo
        todo ^= sea
        new = near[sea.bit_length() - 1] & at_sea & ~linked
        linked |= new
        todo |= new
    return linked


@lru_cache(KEPT)
def _shores(board: Board, seas: int) -> int:
    """Return the coastal provinces next to one of `seas`, as a mask."""
    tables = board.tables
    return sum(1 << n for n, shore in enumerate(tables.shore) if tables.coastal[n] and shore & seas)


@lru_cache(KEPT)
def _neighbours(board: Board, provinces: int) -> int:
    """Return `provinces` and all provinces next to one of them, as a mask."""
    found = provinces
    for province in bits(provinces):
        found |= board.around[province]
    return found
