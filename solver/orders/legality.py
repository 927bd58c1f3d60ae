"""Legality of orders in a movement phase: whether an order could be carried out, regardless of all other orders.

An order is read against the position and the rulebook. The result is either the order in the board's numbers
(`LegalOrder`) or the reason why it is illegal (`Illegal`). An illegal order is ignored and its unit holds.

Source: DATC 3.0, 4.E.1, and the issues of 4.B and 4.C named at each rule.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from typing import cast

from ...map import ARMY, FLEET, UNDECIDED, Board, Unit, UnitType, UnknownNameError, WrongTypeError
from ..law import reach
from ..law.equations import CONVOYS, MOVES, SUPPORTS
from ..law.faults import Illegal, illegal
from ..law.placement import Placement
from ..law.records import LegalOrder
from ..order import Convoy, Hold, Move, Order, Support, Unclear, UnitName, Waive, is_order
from ..rules.rulebook import Rulebook

HOLD = LegalOrder()


@lru_cache(maxsize=64)
def _placements_on(board: Board) -> dict[tuple[UnitType, str], tuple[int, int, bool, int]]:
    """Return by type and location of a unit: province, location, true for a fleet, and its sea as a mask over seas."""
    numbers: dict[tuple[UnitType, str], tuple[int, int, bool, int]] = {}
    for name in board.army_stands:
        province = board.province_number[name]
        numbers[ARMY, name] = province, province, False, 0
    for name in board.fleet_stands:
        location = board.location_number[name]
        province = board.tables.province[location]
        sea = board.tables.sea[province]
        numbers[FLEET, name] = province, location, True, 1 << sea if sea >= 0 else 0
    return numbers


def place_meant(board: Board, rules: Rulebook, place: str, fleet: bool) -> str | Illegal:
    """Return the place that a written one means for a unit: the province if the coast is meaningless.

    Source: DATC 3.0, 4.B.6.

    >>> from standoff.map import load_board
    >>> from standoff.solver import rulebook
    >>> place_meant(load_board(), rulebook(), "SPA/NC", True), place_meant(load_board(), rulebook(), "SPA/NC", False)
    ('SPA/NC', 'SPA')
    """
    if "/" not in place or (fleet and place in board.location_number):
        return place
    return Illegal.NO_SUCH_COAST if rules["irrelevant_coast"] == "fails" else place.partition("/")[0]


def coast_fault(number: int, place: str, board: Board) -> Illegal:
    """Return the fault of a number; a missing coast becomes `NO_SUCH_COAST` if an impossible one was written.

    Source: DATC 3.0, 4.B.6.

    >>> from standoff.map import load_board
    >>> coast_fault(Illegal.COAST_OPEN.number, "SPA/EC", load_board()).name
    'NO_SUCH_COAST'
    """
    fault = illegal(number)
    needed = fault in (Illegal.COAST_OPEN, Illegal.COAST_OMITTED)
    return Illegal.NO_SUCH_COAST if needed and "/" in place and place not in board.location_number else fault


def check_unit_name(board: Board, rules: Rulebook, unit: Unit, named: UnitName, ordered: bool = True) -> bool | Illegal:
    """Check the type and coast by which an order names `unit`; True if the order counts only without a more exact one.

    `ordered` is False for a unit that the order supports or convoys.

    Source: DATC 3.0, 4.B.5, 4.B.6, 4.C.1 and 4.C.2.
    """
    if named.type is unit.type and named.place == unit.location:
        return False
    doubtful = False
    if named.type is not unit.type:
        missing = named.type is None
        choice = rules["missing_unit_type" if missing else "wrong_unit_type"]
        if choice == "invalid" or (choice == "invalid-of-ordered" and ordered):
            return Illegal.MISSING_TYPE if missing else Illegal.WRONG_TYPE
        doubtful = choice == "valid-unless-other"
    if "/" in named.place and named.place != unit.location:
        meant = place_meant(board, rules, named.place, unit.type is FLEET)
        if isinstance(meant, Illegal):
            return meant
        if meant == named.place and rules["wrong_unit_coast"] == "fails":
            return Illegal.WRONG_COAST
    return doubtful


def chosen_of_several(
    numbers: Sequence[int], says: Mapping[int, object], doubtful: Container[int], rules: Rulebook
) -> tuple[int, bool, list[int]]:
    """Choose among several legal orders to one unit.

    Args:
        numbers: The numbers of the orders, ascending.
        says: The orders in comparable form, by number.
        doubtful: The numbers of orders that a more exact one displaces (4.C).
        rules: The rulebook.

    Returns:
        The order that counts, or the first one if none does; whether it counts; and the orders that are illegal
        because of the others.

    Source: DATC 3.0, 4.D.3.
    """
    exact = [number for number in numbers if number not in doubtful] or numbers
    choice, chosen, counting = rules["multiple_orders"], exact[0], list[int]()
    if all(says[number] == says[chosen] for number in exact):
        counting = [*exact]
    elif choice in ("first", "last"):
        chosen = exact[0 if choice == "first" else -1]
        counting = [chosen]
    return chosen, bool(counting), [number for number in numbers if number not in counting]


def check_order(order: object, board: Board) -> None:
    """Refuse other values than orders, and orders that name a power or a province that is not on the board.

    Raises:
        WrongTypeError: The value is not an order.
        UnknownNameError: The board does not have the power or province.
    """
    if not is_order(order):
        hint = "; texts are read by standoff.read" if isinstance(order, str) else ""
        raise WrongTypeError(f"expected an order, not {order!r}{hint}")
    known_order = cast(Order, order)
    if known_order.power not in board.powers:
        try:
            board.power(known_order.power)
        except UnknownNameError as fault:
            raise UnknownNameError(f"{known_order}: {fault}") from None
    if isinstance(known_order, Unclear):
        return
    for part in ("unit", "supported", "convoyed"):
        named = getattr(known_order, part, None)
        if named is not None and named.province not in board.province_number:
            raise UnknownNameError(
                f"{known_order}: no province {named.province!r} on board {board.name}{board.nearest(named.province)}"
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
        placement: The units in numbers, for the functions of `law`.
        province, location: The numbers of province and location of each unit.
        at: By province, the number of the unit in it, -1 for none.
        undecided: Units whose convoys count as legal because it is unknown whether a route needs them.
    """

    __slots__ = (
        "_routes",
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
        self.undecided: set[int] = set()
        self.power = [unit.power for unit in self.units]
        self.at = at = [-1] * len(board.provinces)
        of_power: dict[str, int] = {}
        at_sea = 0
        for i, power in enumerate(self.power):
            of_power[power] = of_power.get(power, 0) | 1 << i
        self.province: Sequence[int]
        self.location: Sequence[int]
        self.is_fleet: Sequence[bool]
        if self.units:
            placements = _placements_on(board)
            numbers = [placements[unit.type, unit.location] for unit in self.units]
            self.province, self.location, self.is_fleet, seas = zip(*numbers, strict=True)
            for i, province in enumerate(self.province):
                at[province] = i
            for sea in seas:
                at_sea |= sea
        else:
            self.province = self.location = self.is_fleet = ()
        allies = [of_power[power] for power in self.power]
        self.placement = Placement(self.province, self.location, self.is_fleet, allies, at, at_sea)
        # seas on known routes, by army and destination
        self._routes: dict[tuple[int, int], int] = {}

    def number_of_unit(self, named: UnitName) -> int:
        """Return the number of the unit in the province that an order names, -1 without one."""
        province = self.board.province_of_place.get(named.place)
        if province is None:  # an impossible coast
            province = self.board.province_number.get(named.province, -1)
        return self.at[province] if province >= 0 else -1

    def barred(self, unit: int) -> int:
        """Return the closed provinces as a mask, without the unit's own, which it may keep."""
        return self.closed & ~(1 << self.province[unit]) if self.closed else 0

    # -- the orders ---------------------------------------------------------------------------------

    def examine(self, order: Order) -> tuple[int, LegalOrder | Illegal]:
        """Return the number of the ordered unit (-1: none), and the legal order or the reason why it is illegal."""
        if isinstance(order, Unclear):
            return self._unclear(order)
        if not isinstance(order, (Hold, Move, Support, Convoy)):
            check_order(order, self.board)
            return -1, Illegal.WRONG_PHASE
        named = order.unit
        unit = self.number_of_unit(named)
        if unit < 0:
            check_order(order, self.board)
            return -1, Illegal.NO_UNIT
        if self.power[unit] != order.power:
            check_order(order, self.board)
            return -1, Illegal.NOT_YOURS
        if order.power in self.civil_disorder:
            return unit, Illegal.CIVIL_DISORDER
        doubtful = check_unit_name(self.board, self.rules, self.units[unit], named)
        if isinstance(doubtful, Illegal):
            return unit, doubtful
        if isinstance(order, Move):
            read = self._move(order, unit)
        elif isinstance(order, Support):
            read = self._support(order, unit)
        elif isinstance(order, Convoy):
            read = self._convoy(order, unit)
        else:
            read = LegalOrder()
        if isinstance(read, LegalOrder):
            read.doubtful |= doubtful
        return unit, read

    def _unclear(self, order: Unclear) -> tuple[int, Illegal]:
        """Return the unit of all meanings; `order_sets.clarified` has resolved orders with one legal meaning."""
        units = {self.number_of_unit(meaning.unit) for meaning in order.meanings if not isinstance(meaning, Waive)}
        unit = units.pop() if len(units) == 1 else -1
        return (unit if unit >= 0 and self.power[unit] == order.power else -1), Illegal.UNREADABLE

    def _check_named_unit(self, named: UnitName, power: str, unit: int) -> bool | Illegal:
        """Check how a support or convoy of `power` names its target."""
        doubtful = check_unit_name(self.board, self.rules, self.units[unit], named, ordered=False)
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

    def _destination(self, place: str, goer: int, unit: int) -> tuple[int, int] | Illegal:
        """Return the province and the location (-1: not given) of a written destination.

        Args:
            place: The destination.
            goer: The unit that is to go there.
            unit: The unit whose own province never counts as closed: no unit moves to its own province anyway.
        """
        board = self.board
        province, coast = board.province_number.get(place, -1), -1
        if province < 0:
            meant = place_meant(board, self.rules, place, self.is_fleet[goer])
            province = board.number_of(place.partition("/")[0])
            if isinstance(meant, Illegal):
                return meant
            coast = board.location_number[meant] if "/" in meant else -1
        if self.closed and self.barred(unit) >> province & 1:
            return Illegal.BORDERS_CLOSED
        return province, coast

    def _move(self, order: Move, unit: int) -> LegalOrder | Illegal:
        where = self._destination(order.destination, unit, unit)
        if isinstance(where, Illegal):
            return where
        destination, coast = where
        tables = self.board.tables
        route = 0
        if order.route and self.rules["convoy_path"] != "ignored":
            for place in order.route:
                sea = tables.sea[self.board.number_of(place)]
                route |= 1 << (sea if sea >= 0 else len(tables.near))  # no sea, so no fleet's route
        # a move that names seas is by convoy
        read = LegalOrder(route, MOVES, -1, destination, coast, int(order.via_convoy or route > 0))
        fault, read.coast = reach.move_fault(tables, self.rules.numbers, self.placement, unit, read)
        if fault:
            return coast_fault(fault, order.destination, self.board)
        if self.is_fleet[unit]:
            read.via = read.route = 0
        return read

    def _support(self, order: Support, unit: int) -> LegalOrder | Illegal:
        target = self.number_of_unit(order.supported)
        fault = reach.supported_fault(unit, target)
        if fault:
            check_order(order, self.board)
            return illegal(fault)
        doubtful = self._check_named_unit(order.supported, order.power, target)
        if isinstance(doubtful, Illegal):
            return doubtful
        read = LegalOrder(0, SUPPORTS, target, doubtful=doubtful)
        if order.destination is not None:
            where = self._destination(order.destination, target, unit)
            if isinstance(where, Illegal):
                return where
            read.destination, read.coast = where
        tables, rules = self.board.tables, self.rules.numbers
        fault, read.coast = reach.support_fault(tables, rules, self.placement, unit, read)
        return coast_fault(fault, order.destination or "", self.board) if fault else read

    def _convoy(self, order: Convoy, unit: int) -> LegalOrder | Illegal:
        tables, target = self.board.tables, self.number_of_unit(order.convoyed)
        fault = reach.convoyed_fault(tables, self.placement, unit, target)
        if fault:
            check_order(order, self.board)
            return illegal(fault)
        doubtful = self._check_named_unit(order.convoyed, order.power, target)
        if isinstance(doubtful, Illegal):
            return doubtful
        where = self._destination(order.destination, target, target)
        if isinstance(where, Illegal):
            return where
        read = LegalOrder(0, CONVOYS, target, where[0], doubtful=doubtful)
        seas = self._routes.get((target, where[0]), 0)
        fault, self._routes[target, where[0]] = reach.convoy_fault(tables, self.placement, unit, read, seas)
        if fault == UNDECIDED:
            self.undecided.add(unit)
            return read
        return illegal(fault) if fault else read
