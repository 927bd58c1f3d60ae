"""Which orders could be carried out, knowing no other order.

An order is read against the position and the rulebook. What comes back is either the order in the terms of the
board (`LegalOrder`), or why it is illegal (`Illegal`). An illegal order is ignored and its unit holds.

Source: DATC 3.0, 4.E.1, and the issues of 4.B and 4.C named at each rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, cast

from ...map import ARMY, FLEET, Board, Unit, UnitType, UnknownNameError, WrongTypeError
from ...map.masks import bits
from ...map.routes import RouteLimitError
from ..law import reach
from ..law.equations import CONVOYS, HOLDS, MOVES, SUPPORTS
from ..law.faults import Illegal, illegal
from ..law.placement import Placement
from ..rulebook import Choices, Rulebook
from .order import Convoy, Hold, Move, Order, Support, Unclear, UnitName, Waive, is_order


class LegalOrder(NamedTuple):
    """A legal order in the terms of the board; the fields before the last are the columns of `matching`, a row of them
    `columns`.

    Attributes:
        kind: HOLDS, MOVES, SUPPORTS or CONVOYS.
        target: Number of the supported or convoyed unit, else -1.
        destination: Number of the destination's province, -1 for a hold and a support to hold.
        coast: Number of the destination's location for a fleet whose coast is known, else -1.
        via: 1 for a move expressly by convoy, else 0.
        route: The seas that the order names as its way, as a mask over their numbers; 0 for any.
        doubtful: True when another order to the unit, named more exactly, displaces this one (4.C).
    """

    kind: int
    target: int = -1
    destination: int = -1
    coast: int = -1
    via: int = 0
    route: int = 0
    doubtful: bool = False

    @property
    def columns(self) -> Columns:
        """The order as a row of the columns of `matching`."""
        return self[:-1]


Columns = tuple[int, int, int, int, int, int]

HOLD = LegalOrder(HOLDS)
HOLD_COLUMNS = HOLD.columns


class _Stand:
    """What a unit is where it stands, and what is legal for it there whatever other units there are.

    Attributes:
        numbers: Province, location, true for a fleet, and the sea it is in, as a mask over the numbers of the seas.
        type: Army or fleet.
        moves: Its moves that need no convoy, by the name of the destination.
        supports: Province that the supported unit goes to and coast there, by the stand of that unit and the name of
            its destination; nothing if such a support is not legal. They are added when they are met.
    """

    __slots__ = ("moves", "numbers", "supports", "type")

    def __init__(self, numbers: tuple[int, int, bool, int], type: UnitType, moves: dict[str, Columns]) -> None:
        self.numbers, self.type, self.moves = numbers, type, moves
        self.supports: dict[tuple[_Stand, str | None], tuple[int, int] | tuple[()]] = {}


class _Known(NamedTuple):
    """What `reach` says of orders that need no convoy: it depends on no other unit, and is asked for once."""

    armies: dict[str, _Stand]
    fleets: dict[str, _Stand]


_ASKED = ("omitted_coast_two", "omitted_coast_one", "impossible_coast", "support_coast")
"""The options on which it depends: those of coasts."""
_NOT_ASKED = dict.fromkeys((name for name in Choices._fields if name not in _ASKED), 0)


@lru_cache(maxsize=4096)
def _known(board: Board, rules: Choices) -> _Known:
    """Return what is known under a rulebook; all with the same choices about coasts share it."""
    return _known_of_coasts(board, rules._replace(**_NOT_ASKED))


@lru_cache(maxsize=64)
def _known_of_coasts(board: Board, rules: Choices) -> _Known:
    """Return the legal moves of units alone on the board, by their locations; supports are added when they are met."""
    armies: dict[str, _Stand] = {}
    for name in board.army_stands:
        province = board.province_number[name]
        goals = [board.locations[goal] for goal in bits(board.army_reach[province])]
        moves = _moves(board, rules, province, False, goals)
        armies[name] = _Stand((province, province, False, 0), ARMY, moves)
    fleets: dict[str, _Stand] = {}
    for name in board.fleet_stands:
        location = board.location_number[name]
        province = board.province_of_location[location]
        sea = board.tables.sea[province]
        reached = [board.locations[goal] for goal in bits(board.fleet_reach[location])]
        goals = dict.fromkeys((*reached, *(goal.partition("/")[0] for goal in reached)))
        moves = _moves(board, rules, location, True, goals)
        fleets[name] = _Stand((province, location, True, 1 << sea if sea >= 0 else 0), FLEET, moves)
    return _Known(armies, fleets)


def _moves(board: Board, rules: Choices, location: int, fleet: bool, goals: Iterable[str]) -> dict[str, Columns]:
    alone = Placement((board.province_of_location[location],), (location,), (fleet,), (1,), (), 0)
    found: dict[str, Columns] = {}
    for goal in goals:
        destination, coast = _goal(board, goal)
        fault, coast = reach.move_fault(board.tables, rules, alone, 0, destination, coast, 0, 0)
        if not fault:
            found[goal] = LegalOrder(MOVES, -1, destination, coast).columns
    return found


def _goal(board: Board, place: str) -> tuple[int, int]:
    """Return the province of a place that is on the board, and its location if it is a coast, else -1."""
    location = board.location_number[place]
    province = board.province_of_location[location]
    return province, -1 if location == province else location


def _support(
    board: Board, rules: Choices, one: _Stand, other: _Stand, place: str | None
) -> tuple[int, int] | tuple[()]:
    """Return province and coast that a support is directed at where two units stand alone, of different powers.

    Nothing if it is not legal so, or of no move that the board knows.
    """
    if place is not None and place not in board.location_number:
        return ()
    (province, location, fleet, _), (its_province, its_location, other_fleet, _) = one.numbers, other.numbers
    two = Placement((province, its_province), (location, its_location), (fleet, other_fleet), (1, 2), (), 0)
    destination, coast = (-1, -1) if place is None else _goal(board, place)
    if coast >= 0 and not other_fleet:
        return ()
    fault, coast = reach.support_fault(board.tables, rules, two, 0, 1, destination, coast)
    return () if fault else (destination, coast)


def named_right(board: Board, rules: Rulebook, unit: Unit, named: UnitName) -> bool | Illegal:
    """Check type and coast with which an order names `unit`; True when they serve only if no better order is given.

    Source: DATC 3.0, 4.B.5, 4.B.6, 4.C.1 and 4.C.2.
    """
    if named.type is unit.type and named.place == unit.location:
        return False
    doubtful = False
    if named.type is not unit.type:
        missing = named.type is None
        choice = rules["missing_unit_type" if missing else "wrong_unit_type"]
        if choice == "invalid":
            return Illegal.MISSING_TYPE if missing else Illegal.WRONG_TYPE
        doubtful = choice == "valid-unless-other"
    if "/" in named.place and named.place != unit.location:
        known = named.place in board.location_number and unit.type is FLEET
        if rules["wrong_unit_coast" if known else "irrelevant_coast"] == "fails":
            return Illegal.WRONG_COAST if known else Illegal.NO_SUCH_COAST
    return doubtful


def check_order(order: object, board: Board) -> None:
    """Refuse what is no order, and an order that names a power or a province that is not on the board.

    Raises:
        WrongTypeError: It is no order.
        UnknownNameError: It names what the board does not have.
    """
    if not is_order(order):
        hint = "; texts are read by standoff.read" if isinstance(order, str) else ""
        raise WrongTypeError(f"expected an order, not {order!r}{hint}")
    given = cast(Order, order)
    if given.power not in board.powers:
        try:
            board.power(given.power)
        except UnknownNameError as fault:
            raise UnknownNameError(f"{given}: {fault}") from None
    if isinstance(given, Unclear):
        return
    for part in ("unit", "supported", "convoyed"):
        named = getattr(given, part, None)
        if named is not None and named.province not in board.province_number:
            raise UnknownNameError(
                f"{given}: no province {named.province!r} on board {board.name}{board.nearest(named.province)}"
            )


class Legality:
    """The units of a movement phase, by number, in the board's numbers.

    Args:
        board: The board.
        units: The units; unit *i* of every mask and row is ``units[i]``.
        rules: The rulebook.
        civil_disorder: Powers in civil disorder.
        closed: Provinces that nobody may enter.

    Attributes:
        placement: The units in numbers, as the integer functions take them.
        province, location: The numbers of province and location of each unit.
        at: By province, the number of the unit in it, -1 for none.
        undecided: Units whose convoys were taken as legal since it could not be told whether a route needs them.
    """

    __slots__ = (
        "_as_written",
        "_routes",
        "_standing",
        "_stands",
        "at",
        "board",
        "civil_disorder",
        "closed",
        "is_fleet",
        "location",
        "placement",
        "power",
        "province",
        "rules",
        "undecided",
        "units",
    )

    def __init__(
        self,
        board: Board,
        units: Sequence[Unit],
        rules: Rulebook,
        civil_disorder: frozenset[str] = frozenset(),
        closed: frozenset[str] = frozenset(),
    ) -> None:
        self.board = board
        self.units = tuple(units)
        self.rules = rules
        self.civil_disorder = civil_disorder
        self.closed = sum(1 << board.province_number[province] for province in closed) if closed else 0
        armies, fleets = _known(board, rules.numbers)
        self.undecided: set[int] = set()
        self._standing: dict[str, int] = {}
        self._stands: list[_Stand] = []
        self.power: list[str] = []
        self.at = at = [-1] * len(board.provinces)
        standing, stands, powers = self._standing, self._stands, self.power
        of_power: dict[str, int] = {}
        at_sea, bit = 0, 1
        for i, unit in enumerate(self.units):
            location, power = unit.location, unit.power
            stand = fleets[location] if unit.type is FLEET else armies[location]
            stands.append(stand)
            standing[location] = i
            powers.append(power)
            of_power[power] = of_power.get(power, 0) | bit
            bit += bit
        self.province: Sequence[int]
        self.location: Sequence[int]
        self.is_fleet: Sequence[bool]
        if stands:
            self.province, self.location, self.is_fleet, seas = zip(*[stand.numbers for stand in stands], strict=True)
            for i, province in enumerate(self.province):
                at[province] = i
            for sea in seas:
                at_sea |= sea
        else:
            self.province = self.location = self.is_fleet = ()
        allies = [of_power[power] for power in powers]
        self.placement = Placement(self.province, self.location, self.is_fleet, allies, at, at_sea)
        # the seas on routes that were found, by army and destination
        self._routes: dict[tuple[int, int], int] = {}
        # an order that names all units exactly, and needs no convoy, depends on nothing else
        self._as_written = not civil_disorder and not closed and rules["missing_nationality"] == "valid"

    def can_convoy(self, origin: int, destination: int) -> bool:
        """Tell whether fleets that stand at sea now link two coastal provinces."""
        return reach.carries(self.board.tables, self.placement.at_sea, origin, destination)

    def standing(self, named: UnitName) -> int:
        """Return the number of the unit in the province that an order names, -1 if none stands there."""
        province = self.board.province_of_place.get(named.place)
        if province is None:  # a coast that the province does not have
            province = self.board.province_number.get(named.province, -1)
        return self.at[province] if province >= 0 else -1

    # -- the orders ---------------------------------------------------------------------------------

    def take_exact(
        self, orders: Sequence[Order], unit_of: list[int], order_of: list[int], does: list[Columns]
    ) -> list[int]:
        """Assign the orders that name all units exactly and need no convoy, the first such to each unit.

        Nearly every order is of that kind, and what `reach` says of it is known.

        Args:
            orders: The orders.
            unit_of: For each order the number of its unit; filled in for those that are taken.
            order_of: For each unit the number of its order, -1 for none yet; filled in.
            does: For each unit what it does; filled in.

        Returns:
            The numbers of the other orders, which `examine` is to be asked about.
        """
        if not self._as_written:
            return list(range(len(orders)))
        standing, stands, powers = self._standing, self._stands, self.power
        others: list[int] = []
        for number, order in enumerate(orders):
            # the type itself is asked for, and not `isinstance`, because every order comes by here
            if type(order) is Move or type(order) is Support or type(order) is Hold:
                named = order.unit
                unit = standing.get(named.place, -1)
                if unit >= 0 and order_of[unit] < 0 and powers[unit] == order.power:
                    stand = stands[unit]
                    if stand.type is not named.type:
                        found = None
                    elif type(order) is Move:
                        found = None if order.via_convoy or order.route else stand.moves.get(order.destination)
                    elif type(order) is Support:
                        found = None
                        other, goal = order.supported, order.destination
                        target = standing.get(other.place, -1)
                        if target >= 0 and (other.nationality is None or other.nationality == powers[target]):
                            there = stands[target]
                            if there.type is other.type and target != unit:
                                read = stand.supports.get((there, goal))
                                if read is None:
                                    read = _support(self.board, self.rules.numbers, stand, there, goal)
                                    if goal is None or goal in self.board.location_number:
                                        stand.supports[there, goal] = read  # kept for all turns: no unknown names
                                if read:
                                    found = (SUPPORTS, target, read[0], read[1], 0, 0)
                    else:
                        found = HOLD_COLUMNS
                    if found is not None:
                        unit_of[number] = unit
                        order_of[unit] = number
                        does[unit] = found
                        continue
            others.append(number)
        return others

    def examine(self, order: Order) -> tuple[int, LegalOrder | Illegal]:
        """Return the number of the unit that `order` is for (-1: none), and what it amounts to or why it is illegal."""
        if isinstance(order, Unclear):
            return self._unclear(order)
        if not isinstance(order, (Hold, Move, Support, Convoy)):
            check_order(order, self.board)
            return -1, Illegal.WRONG_PHASE
        named = order.unit
        unit = self.standing(named)
        if unit < 0:
            check_order(order, self.board)
            return -1, Illegal.NO_UNIT
        if self.power[unit] != order.power:
            check_order(order, self.board)
            return -1, Illegal.NOT_YOURS
        if order.power in self.civil_disorder:
            return unit, Illegal.CIVIL_DISORDER
        doubtful = named_right(self.board, self.rules, self.units[unit], named)
        if isinstance(doubtful, Illegal):
            return unit, doubtful
        if isinstance(order, Move):
            found = self._move(order, unit)
        elif isinstance(order, Support):
            found = self._support(order, unit)
        elif isinstance(order, Convoy):
            found = self._convoy(order, unit)
        else:
            found = HOLD
        if doubtful and isinstance(found, LegalOrder):
            found = found._replace(doubtful=True)
        return unit, found

    def _unclear(self, order: Unclear) -> tuple[int, Illegal]:
        """Return the unit that all meanings are for; `order_sets.clarified` has taken the only one that is legal."""
        units = {self.standing(meaning.unit) for meaning in order.meanings if not isinstance(meaning, Waive)}
        unit = units.pop() if len(units) == 1 else -1
        return (unit if unit >= 0 and self.power[unit] == order.power else -1), Illegal.UNREADABLE

    def _other(self, named: UnitName, power: str, unit: int) -> bool | Illegal:
        """Check how a support or convoy of `power` names the unit that it is for."""
        doubtful = named_right(self.board, self.rules, self.units[unit], named)
        if isinstance(doubtful, Illegal):
            return doubtful
        owner = self.power[unit]
        if named.nationality != owner and (named.nationality is not None or owner != power):
            missing = named.nationality is None
            choice = self.rules["missing_nationality" if missing else "wrong_nationality"]
            if choice == "invalid":
                return Illegal.MISSING_NATIONALITY if missing else Illegal.WRONG_NATIONALITY
            doubtful = doubtful or choice == "valid-unless-other"
        return doubtful

    def _destination(self, place: str, unit: int) -> tuple[int, int] | Illegal:
        """Return province and location (-1: not known from the writing) of a written destination of `unit`."""
        board = self.board
        province = board.number_of(place.partition("/")[0])
        if "/" not in place:
            return province, -1
        location = board.location_number.get(place, -1)
        if location < 0 or not self.is_fleet[unit]:
            return (province, -1) if self.rules["irrelevant_coast"] == "ignored" else Illegal.NO_SUCH_COAST
        return province, location

    def _move(self, order: Move, unit: int) -> LegalOrder | Illegal:
        where = self._destination(order.destination, unit)
        if isinstance(where, Illegal):
            return where
        destination, coast = where
        if self.closed >> destination & 1 and destination != self.province[unit]:
            return Illegal.BORDERS_CLOSED
        rules, tables = self.rules.numbers, self.board.tables
        route = 0
        if self.rules["convoy_path"] != "ignored":
            for place in order.route:
                sea = tables.sea[self.board.number_of(place)]
                route |= 1 << (sea if sea >= 0 else len(tables.near))  # over land: no fleet's way
        via = int(order.via_convoy)
        fault, coast = reach.move_fault(tables, rules, self.placement, unit, destination, coast, via, route)
        if fault:
            return illegal(fault)
        if self.is_fleet[unit]:
            return LegalOrder(MOVES, -1, destination, coast)
        return LegalOrder(MOVES, -1, destination, -1, via, route)

    def _support(self, order: Support, unit: int) -> LegalOrder | Illegal:
        target = self.standing(order.supported)
        if target < 0:
            check_order(order, self.board)
            return Illegal.NOBODY_TO_SUPPORT
        if target == unit:
            return Illegal.SUPPORTS_ITSELF
        doubtful = self._other(order.supported, order.power, target)
        if isinstance(doubtful, Illegal):
            return doubtful
        destination = coast = -1
        if order.destination is not None:
            where = self._destination(order.destination, target)
            if isinstance(where, Illegal):
                return where
            destination, coast = where
            if self.closed >> destination & 1 and destination != self.province[unit]:
                return Illegal.BORDERS_CLOSED
        fault, coast = reach.support_fault(
            self.board.tables, self.rules.numbers, self.placement, unit, target, destination, coast
        )
        return illegal(fault) if fault else LegalOrder(SUPPORTS, target, destination, coast, doubtful=doubtful)

    def _convoy(self, order: Convoy, unit: int) -> LegalOrder | Illegal:
        tables = self.board.tables
        if not self.is_fleet[unit] or tables.sea[self.province[unit]] < 0:
            return Illegal.NOT_AT_SEA
        target = self.standing(order.convoyed)
        if target < 0:
            check_order(order, self.board)
            return Illegal.NOBODY_TO_SUPPORT
        if self.is_fleet[target]:
            return Illegal.ONLY_ARMIES
        doubtful = self._other(order.convoyed, order.power, target)
        if isinstance(doubtful, Illegal):
            return doubtful
        where = self._destination(order.destination, target)
        if isinstance(where, Illegal):
            return where
        destination = where[0]
        if self.closed >> destination & 1 and destination != self.province[target]:
            return Illegal.BORDERS_CLOSED
        known = self._routes.get((target, destination), 0)
        try:
            fault, known = reach.convoy_fault(tables, self.placement, unit, target, destination, known)
        except RouteLimitError:
            fault = 0
            self.undecided.add(unit)
        self._routes[target, destination] = known
        return illegal(fault) if fault else LegalOrder(CONVOYS, target, destination, doubtful=doubtful)
