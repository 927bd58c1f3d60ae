"""Legality of orders in an adjustment phase: the unit to build or remove, or the reason why an order is illegal.

Source: rulebook 1982, XIII and XIV.4; 2000, pages 17 and 18; DATC 3.0, 6.I, 6.J, 4.B.7, 4.C.3 and 4.C.4.
"""

from __future__ import annotations

from ...map import ARMY, FLEET, INLAND, Board, Position, PositionError, Unit
from ..law import adjusting
from ..law.faults import Illegal, illegal
from ..law.homes import homes_of
from ..law.state import ProvinceState, state_of
from ..order import Build, Disband, Order, Unclear, UnitName, Waive
from ..rules.rulebook import Rulebook, rulebook
from .legality import check_unit_name, coast_fault, place_meant


def balance(position: Position, power: str) -> int:
    """Return how many units `power` may build (positive) or must remove (negative), regardless of free home centers.

    A power in civil disorder builds nothing.

    >>> from standoff.map import Position
    >>> balance(Position.parse("standard W1901A FRANCE:ASPA FRANCE:PAR,SPA"), "FRANCE")
    1
    """
    owned, held = ProvinceState(), ProvinceState()
    owned.owner = held.unit_location = held.power = 0
    units = sum(unit.power == power for unit in position.units)
    powers = adjusting.Powers([int(power in position.civil_disorder)], [0], [0])
    adjusting.note_balances([owned] * len(position.centers.get(power, ())) + [held] * units, powers)
    return powers.balance[0]


def free_homes(board: Board, position: Position, power: str) -> list[str]:
    """Return the vacant home centers that `power` owns, in the order of the board.

    Source: rulebook 1982, XIV.4.

    >>> from dataclasses import replace
    >>> from standoff.map import load_board, starting_position
    >>> start = starting_position()
    >>> free_homes(load_board(), replace(start, units=start.units[1:]), "AUSTRIA")
    ['BUD']
    """
    return Adjustments(board, position, rulebook()).free_homes(power)


def require_centers(board: Board, position: Position) -> None:
    """Raise `PositionError` if nobody says who owns the supply centers, on which builds and removals depend.

    >>> from standoff.map import Position, load_board
    >>> require_centers(load_board(), Position.parse("standard W1901A FRANCE:ABUR FRANCE:"))  # it owns none
    >>> require_centers(load_board(), Position.parse("standard W1901A FRANCE:ABUR"))
    Traceback (most recent call last):
        ...
    standoff.map.errors.PositionError: W1901A: nothing says who owns the supply centers, on which builds and removals \
depend; name them (CENTERS, or \"centers\" of an object)
    """
    if board.centers and not position.centers:
        what = "nothing says who owns the supply centers, on which builds and removals depend"
        raise PositionError(f'{position.phase}: {what}; name them (CENTERS, or "centers" of an object)')


def powers_of(board: Board, position: Position) -> adjusting.Powers:
    """Return empty counters for each power, with the powers in civil disorder marked."""
    civil_disorder = [int(power in position.civil_disorder) for power in board.powers]
    return adjusting.Powers(civil_disorder, [0] * len(civil_disorder), [0] * len(civil_disorder))


class Adjustments:
    """The provinces and powers of an adjustment phase in numbers.

    Attributes:
        homes: The rules on home centers, by board and rulebook.
        provinces: The state of each province.
        powers: The number of each power.
        balance: By power, how many units it may build (positive) or must remove; no builds in civil disorder.
    """

    def __init__(self, board: Board, position: Position, rules: Rulebook) -> None:
        require_centers(board, position)
        self.board, self.rules = board, rules
        self.homes = homes_of(board, rules)
        self.provinces: list[ProvinceState] = state_of(board, position)
        self.powers = board.power_number
        powers = powers_of(board, position)
        adjusting.note_balances(self.provinces, powers)
        self.balance = powers.balance
        self._unit_in = {unit.province: unit for unit in position.units}

    def free_homes(self, power: str) -> list[str]:
        """Return the vacant centers in which `power` may build."""
        homes = self.board.powers[power].builds if power in self.powers else ()
        return [home for home in homes if self._is_free(home, self.powers[power])]

    def _is_free(self, home: str, power: int) -> bool:
        number = self.board.province_number[home]
        here = self.provinces[number]
        return here.owner == power and adjusting.is_free_home(self.homes, here, number)

    def may_adjust(self, power: str) -> bool:
        """Return whether `power` may build or must remove a unit."""
        alone = [balance if n == self.powers[power] else 0 for n, balance in enumerate(self.balance)]
        return adjusting.may_adjust(self.homes, self.provinces, alone)

    def read(self, order: Order) -> Unit | Illegal | None:
        """Return the unit to build or remove (None for a waived build), or the reason why the order is illegal."""
        if isinstance(order, Waive):
            fault = adjusting.waiver_fault(self.homes, self.balance, self.powers[order.power])
            return illegal(fault) if fault else None
        if isinstance(order, Build):
            return self._read_build(order.power, order.unit)
        if isinstance(order, Disband):
            return self._read_removal(order.power, order.unit)
        return Illegal.UNREADABLE if isinstance(order, Unclear) else Illegal.WRONG_PHASE

    def _read_build(self, power: str, named: UnitName) -> Unit | Illegal:
        board, rules = self.board, self.rules
        number = board.number_of(named.province)
        fault = adjusting.build_fault(self.homes, self.provinces, self.balance, self.powers[power], number)
        if fault:
            return illegal(fault)
        province, kind = board.provinces[number], named.type
        if kind is None:
            choice = rules["missing_build_type"]
            if province.kind == INLAND and choice != "fails":
                kind = ARMY
            elif choice == "by-province" and "/" in named.place:
                kind = FLEET
            else:
                return Illegal.MISSING_TYPE
        if kind is FLEET and province.kind == INLAND:
            if rules["build_fleet_inland"] == "fails":
                return Illegal.INLAND_FLEET
            kind = ARMY
        place = place_meant(board, rules, named.place, kind is FLEET)
        if isinstance(place, Illegal):
            return place
        if kind is FLEET and place not in province.locations:
            if rules["build_coast"] == "required":
                return coast_fault(Illegal.COAST_OMITTED.number, named.place, board)
            place = province.locations[0]
        return Unit(kind, place, power)

    def _read_removal(self, power: str, named: UnitName) -> Unit | Illegal:
        number = self.board.number_of(named.province)
        fault = adjusting.removal_fault(self.provinces, self.balance, self.powers[power], number)
        if fault:
            return illegal(fault)
        unit = self._unit_in[named.province]
        doubtful = check_unit_name(self.board, self.rules, unit, named)
        return doubtful if isinstance(doubtful, Illegal) else unit
