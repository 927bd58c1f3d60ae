"""Which orders could be carried out, knowing no other order.

An order is read against the position and the rulebook. What comes back is either the order in the terms of the
board (`Ordered`), or why it is illegal (`Illegal`). An illegal order is ignored and its unit holds.

Source: DATC 3.0, 4.E.1, and the issues of 4.B and 4.C named at each rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from ..map import FLEET, Board, Unit
from ..map.routes import linked
from .equations import CONVOYS, HOLDS, MOVES, SUPPORTS
from .orders import Convoy, Hold, Move, Named, Order, Support, Unclear
from .rulebook import Rulebook


class Illegal(Enum):
    """Why an order is illegal; the value says it to a player."""

    NO_UNIT = "no unit stands there"
    DISLODGED_ONLY = "only dislodged units are ordered in this phase"
    NOT_YOURS = "the unit belongs to another power"
    WRONG_PHASE = "such an order has no place in this phase"
    CIVIL_DISORDER = "the power is in civil disorder"
    UNREADABLE = "the order has several meanings or none"
    MISSING_TYPE = "the order does not say army or fleet"
    WRONG_TYPE = "the order names the wrong type of unit"
    MISSING_NATIONALITY = "the order does not name the power of the foreign unit"
    WRONG_NATIONALITY = "the order names the wrong power"
    WRONG_COAST = "the order names a coast on which the unit does not stand"
    NO_SUCH_COAST = "the order names a coast that means nothing there"
    SAME_PLACE = "a unit cannot move to where it stands"
    OUT_OF_REACH = "the unit cannot get there"
    BORDERS_CLOSED = "nobody may enter there"
    NO_ROUTE = "no chain of fleets at sea could carry the army there"
    COAST_OPEN = "the fleet could reach two coasts, and the order names neither"
    COAST_OUT_OF_REACH = "the fleet cannot reach that coast"
    COAST_OMITTED = "the order leaves out the coast"
    NOBODY_TO_SUPPORT = "no unit stands where the support is meant for"
    SUPPORTS_ITSELF = "a unit cannot support itself"
    TARGET_OUT_OF_REACH = "the unit could not itself move to where it supports"
    OWN_PROVINCE = "a unit cannot support a move to where it stands itself"
    SUPPORTED_CANNOT_MOVE = "the supported unit could not move there"
    ONLY_WITH_SUPPORTER = "the supported army could not move there without the supporting fleet to convoy it"
    NOT_AT_SEA = "only a fleet at sea can convoy"
    ONLY_ARMIES = "only an army can be convoyed"
    NOT_COASTAL = "a convoy goes from coast to coast"
    NOT_ON_ROUTE = "no convoy for that move could need this fleet"
    SEVERAL_ORDERS = "the unit was given several different orders"
    NOT_DISLODGED = "no dislodged unit of the power stands there"
    CLOSED = "the unit may not retreat there"
    NO_BUILDS = "the power may not build"
    NO_REMOVALS = "the power need not remove a unit"
    NOT_HOME = "it is not an owned home center of the power"
    OCCUPIED = "a unit stands there"
    BUILT_TWICE = "another build is ordered there"
    REMOVED_TWICE = "the unit is removed already"
    INLAND_FLEET = "a fleet cannot be built inland"
    NO_WAIVING = "a build may not be waived"
    PATH_MISSING = "the order does not name the seas of the convoy"


class Ordered(NamedTuple):
    """A legal order in the terms of the board.

    Attributes:
        kind: HOLDS, MOVES, SUPPORTS or CONVOYS.
        target: Number of the supported or convoyed unit, else -1.
        destination: Number of the destination's province, -1 for a hold and a support to hold.
        coast: Number of the destination's location for a fleet whose coast is settled, else -1.
        via: True for a move expressly by convoy.
        route: The seas that the order names as its way, as a province mask; 0 for any.
        doubtful: True when another order to the unit, named more exactly, displaces this one (4.C).
    """

    kind: int
    target: int = -1
    destination: int = -1
    coast: int = -1
    via: bool = False
    route: int = 0
    doubtful: bool = False


HOLD = Ordered(HOLDS)


class Field:
    """The units of a movement phase, by number, in the board's numbers.

    Args:
        board: The board.
        units: The units; unit *i* of every mask and row is ``units[i]``.
        rules: The rulebook.
        idle: Powers in civil disorder.
        closed: Provinces that nobody may enter.

    Attributes:
        at: The number of the unit in each occupied province.
        province, location: The numbers of province and location of each unit.
        fleets_at_sea: The seas that hold a fleet, as a province mask.
    """

    __slots__ = (
        "at",
        "board",
        "closed",
        "fleets_at_sea",
        "idle",
        "is_fleet",
        "location",
        "power",
        "province",
        "rules",
        "units",
    )

    def __init__(
        self,
        board: Board,
        units: Sequence[Unit],
        rules: Rulebook,
        idle: frozenset[str] = frozenset(),
        closed: frozenset[str] = frozenset(),
    ) -> None:
        self.board = board
        self.units = tuple(units)
        self.rules = rules
        self.idle = idle
        self.closed = sum(1 << board.province_number[province] for province in closed)
        number, province_of = board.location_number, board.province_of_location
        self.location = [number[unit.location] for unit in units]
        self.province = [province_of[loc] for loc in self.location]
        self.is_fleet = [unit.type is FLEET for unit in units]
        self.power = [unit.power for unit in units]
        self.at = {province: i for i, province in enumerate(self.province)}
        at_sea = 0
        for i, province in enumerate(self.province):
            if self.is_fleet[i]:
                at_sea |= 1 << province
        self.fleets_at_sea = at_sea & board.seas

    def can_convoy(self, origin: int, destination: int, without: int = 0) -> bool:
        """Tell whether fleets that stand at sea now link two coastal provinces, those of mask `without` left out."""
        board = self.board
        if not (board.coastal >> origin & 1 and board.coastal >> destination & 1):
            return False
        return linked(board.around, self.fleets_at_sea & ~without, origin, destination)

    def standing(self, named: Named) -> int:
        """Return the number of the unit in the province that an order names, -1 if none stands there."""
        province = self.board.province_of_place.get(named.place)
        if province is None:  # a coast that the province does not have
            province = self.board.province_number.get(named.province, -1)
        return self.at.get(province, -1)

    # -- the orders ---------------------------------------------------------------------------------

    def examine(self, order: Order) -> tuple[int, Ordered | Illegal]:
        """Return the number of the unit that `order` is for (-1: none), and what it amounts to or why it is illegal."""
        if isinstance(order, Unclear):
            return self._unclear(order)
        if not isinstance(order, (Hold, Move, Support, Convoy)):
            return -1, Illegal.WRONG_PHASE
        named = order.unit
        unit = self.standing(named)
        if unit < 0:
            return -1, Illegal.NO_UNIT
        if self.power[unit] != order.power:
            return -1, Illegal.NOT_YOURS
        if order.power in self.idle:
            return unit, Illegal.CIVIL_DISORDER
        doubtful = self._named_right(named, unit)
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
        if doubtful and isinstance(found, Ordered):
            found = found._replace(doubtful=True)
        return unit, found

    def _unclear(self, order: Unclear) -> tuple[int, Ordered | Illegal]:
        """Take the only meaning that is legal (1982, VII.4; DATC 4.E.2); of none or several nothing is carried out."""
        read = [self.examine(meaning) for meaning in order.meanings]
        legal = {pair for pair in read if isinstance(pair[1], Ordered)}
        if len(legal) == 1:
            return legal.pop()
        units = {unit for unit, _ in (legal or read) if unit >= 0}
        return units.pop() if len(units) == 1 else -1, Illegal.UNREADABLE

    def _named_right(self, named: Named, unit: int) -> bool | Illegal:
        """Check type and coast with which an order names a unit; True when they are good only for want of better."""
        given = self.units[unit]
        if named.type is given.type and named.place == given.location:
            return False
        doubtful = False
        if named.type is not given.type:
            missing = named.type is None
            choice = self.rules["missing_unit_type" if missing else "wrong_unit_type"]
            if choice == "invalid":
                return Illegal.MISSING_TYPE if missing else Illegal.WRONG_TYPE
            doubtful = choice == "valid-unless-other"
        if "/" in named.place and named.place != given.location:
            known = named.place in self.board.location_number and self.is_fleet[unit]
            if self.rules["wrong_unit_coast" if known else "irrelevant_coast"] == "fails":
                return Illegal.WRONG_COAST if known else Illegal.NO_SUCH_COAST
        return doubtful

    def _other(self, named: Named, power: str, unit: int) -> bool | Illegal:
        """Check how a support or convoy of `power` names the unit that it is for."""
        doubtful = self._named_right(named, unit)
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
        """Return province and location (-1: not settled by the writing) of a written destination of `unit`."""
        board = self.board
        province = board.province_number[place.partition("/")[0]]
        if "/" not in place:
            return province, -1
        location = board.location_number.get(place, -1)
        if location < 0 or not self.is_fleet[unit]:
            return (province, -1) if self.rules["irrelevant_coast"] == "ignored" else Illegal.NO_SUCH_COAST
        return province, location

    def _move(self, order: Move, unit: int) -> Ordered | Illegal:
        board, rules = self.board, self.rules
        origin = self.province[unit]
        where = self._destination(order.destination, unit)
        if isinstance(where, Illegal):
            return where
        destination, coast = where
        if destination == origin:
            return Illegal.SAME_PLACE
        if self.closed >> destination & 1:
            return Illegal.BORDERS_CLOSED
        if self.is_fleet[unit]:
            reached = board.fleet_reach[self.location[unit]] & board.fleet_locations[destination]
            if not reached:
                return Illegal.OUT_OF_REACH
            if coast >= 0:
                if reached >> coast & 1:
                    return Ordered(MOVES, -1, destination, coast)
                if rules["impossible_coast"] == "illegal":
                    return Illegal.COAST_OUT_OF_REACH
            elif reached & (reached - 1):
                if rules["omitted_coast_two"] == "fails":
                    return Illegal.COAST_OPEN
            elif reached >> destination & 1 == 0 and rules["omitted_coast_one"] == "fails":
                return Illegal.COAST_OMITTED
            return Ordered(MOVES, -1, destination, (reached & -reached).bit_length() - 1)
        route = 0
        path = rules["convoy_path"]
        if path != "ignored":
            for sea in order.route:
                route |= 1 << board.province_number[sea]
        if board.army_reach[origin] >> destination & 1:
            if not order.via_convoy or rules["adjacent_convoy"] not in ("via-or-own-fleet", "explicit"):
                return Ordered(MOVES, -1, destination, -1, order.via_convoy, route)
        elif path == "required" and not route:
            return Illegal.PATH_MISSING
        if not self.can_convoy(origin, destination):
            return Illegal.NO_ROUTE if board.coastal >> destination & 1 else Illegal.OUT_OF_REACH
        return Ordered(MOVES, -1, destination, -1, order.via_convoy, route)

    def _support(self, order: Support, unit: int) -> Ordered | Illegal:
        board = self.board
        target = self.standing(order.supported)
        if target < 0:
            return Illegal.NOBODY_TO_SUPPORT
        if target == unit:
            return Illegal.SUPPORTS_ITSELF
        doubtful = self._other(order.supported, order.power, target)
        if isinstance(doubtful, Illegal):
            return doubtful
        here = self.province[unit]
        is_fleet = self.is_fleet[unit]
        reach = board.fleet_reach_provinces[self.location[unit]] if is_fleet else board.army_reach[here]
        origin = self.province[target]
        if order.destination is None:
            if not reach >> origin & 1:
                return Illegal.TARGET_OUT_OF_REACH
            return Ordered(SUPPORTS, target, -1, -1, doubtful=doubtful)
        where = self._destination(order.destination, target)
        if isinstance(where, Illegal):
            return where
        destination, coast = where
        if destination == here:
            return Illegal.OWN_PROVINCE
        if self.closed >> destination & 1:
            return Illegal.BORDERS_CLOSED
        if not reach >> destination & 1:
            return Illegal.TARGET_OUT_OF_REACH
        if destination == origin:
            return Illegal.SUPPORTED_CANNOT_MOVE
        if self.is_fleet[target]:
            reached = board.fleet_reach[self.location[target]] & board.fleet_locations[destination]
            if not reached:
                return Illegal.SUPPORTED_CANNOT_MOVE
            if coast >= 0 and not reached >> coast & 1:
                if self.rules["impossible_coast"] == "illegal":
                    return Illegal.COAST_OUT_OF_REACH
                coast = -1
            if coast < 0 and reached & (reached - 1):
                choice = self.rules["support_coast"]
                if choice == "required" or (choice == "own-only" and self.power[target] != order.power):
                    return Illegal.COAST_OMITTED
        elif not board.army_reach[origin] >> destination & 1:
            own = 1 << here if is_fleet else 0
            if not self.can_convoy(origin, destination, own):
                if own and self.can_convoy(origin, destination):
                    return Illegal.ONLY_WITH_SUPPORTER
                return Illegal.SUPPORTED_CANNOT_MOVE
        return Ordered(SUPPORTS, target, destination, coast, doubtful=doubtful)

    def _convoy(self, order: Convoy, unit: int) -> Ordered | Illegal:
        board = self.board
        sea = self.province[unit]
        if not self.is_fleet[unit] or not board.seas >> sea & 1:
            return Illegal.NOT_AT_SEA
        target = self.standing(order.convoyed)
        if target < 0:
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
        origin = self.province[target]
        if destination == origin:
            return Illegal.SAME_PLACE
        if not (board.coastal >> origin & 1 and board.coastal >> destination & 1):
            return Illegal.NOT_COASTAL
        if self.closed >> destination & 1:
            return Illegal.BORDERS_CLOSED
        if not board.on_a_route(self.fleets_at_sea, origin, destination, sea):
            return Illegal.NOT_ON_ROUTE
        return Ordered(CONVOYS, target, destination, doubtful=doubtful)
