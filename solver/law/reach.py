"""Legality of a single order: which moves, supports and convoys are legal, in the board's numbers.

Numba-compatible: integers and arrays only. Each function returns `LEGAL` or the number of a fault
(`faults.Illegal`), and the coast at which a fleet's order arrives.

Source: DATC 3.0, 4.E.1, and the issues of 4.B named at each rule.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...map import UNDECIDED, Tables, chordless_chain, count, has, linked, shortest
from ..rules.options import (
    AdjacentConvoy,
    Choices,
    ConvoyedAttackFrom,
    ConvoyPath,
    ImpossibleCoast,
    OmittedCoastOne,
    OmittedCoastTwo,
    SupportCoast,
)
from .faults import Illegal
from .placement import Placement, sea_held
from .records import LegalOrder

LONG_ROUTE = 24
"""Once this many seas of routes are found for an army, all its shortest routes are looked for together."""

LEGAL = 0
SAME_PLACE = Illegal.SAME_PLACE.number
OUT_OF_REACH = Illegal.OUT_OF_REACH.number
NO_ROUTE = Illegal.NO_ROUTE.number
COAST_OPEN = Illegal.COAST_OPEN.number
COAST_OUT_OF_REACH = Illegal.COAST_OUT_OF_REACH.number
COAST_OMITTED = Illegal.COAST_OMITTED.number
SUPPORTS_ITSELF = Illegal.SUPPORTS_ITSELF.number
TARGET_OUT_OF_REACH = Illegal.TARGET_OUT_OF_REACH.number
OWN_PROVINCE = Illegal.OWN_PROVINCE.number
SUPPORTED_CANNOT_MOVE = Illegal.SUPPORTED_CANNOT_MOVE.number
ONLY_WITH_SUPPORTER = Illegal.ONLY_WITH_SUPPORTER.number
NOT_AT_SEA = Illegal.NOT_AT_SEA.number
ONLY_ARMIES = Illegal.ONLY_ARMIES.number
NOT_COASTAL = Illegal.NOT_COASTAL.number
NOT_ON_ROUTE = Illegal.NOT_ON_ROUTE.number
PATH_MISSING = Illegal.PATH_MISSING.number
NOBODY_TO_SUPPORT = Illegal.NOBODY_TO_SUPPORT.number

EVERY_SEA = -1
"""The mask of all seas."""


def comes_from_start(rules: Choices, by_convoy: bool) -> bool:
    """Return whether an attack comes from where the attacker stood: not a convoyed one under Brannan's rule.

    Source: DATC 3.2, 4.A.4.
    """
    return not (by_convoy and rules.convoyed_attack_from == ConvoyedAttackFrom.LAST_FLEET)


def carries(tables: Tables, at_sea: int, origin: int, destination: int) -> bool:
    """Return whether fleets in the seas `at_sea` link two coastal provinces."""
    if not (tables.coastal[origin] and tables.coastal[destination]):
        return False
    return linked(tables.near, at_sea, tables.shore[origin], tables.shore[destination])


def landing(tables: Tables, location: int, province: int) -> tuple[int, bool]:
    """Return the first location in `province` that a fleet at `location` can reach (-1: none), and if it is not the
    only one."""
    place = province if has(tables.fleet, location, province) else -1
    several = False
    coast = tables.first_coast[province]
    for number in range(coast, coast + tables.coasts[province]):
        if has(tables.fleet, location, number):
            if place >= 0:
                several = True
            else:
                place = number
    return place, several


def fleet_fault(rules: Choices, goals: tuple[int, bool], province: int, coast: int, reached: bool) -> tuple[int, int]:
    """Return the fault of how a fleet's order names the coast of where it goes, or `LEGAL` and the location there.

    Args:
        rules: The rulebook.
        goals: The first location in the province that it may go to, -1 for none; and whether it is not the only one.
        province: The province.
        coast: The coast that is named, -1 if none is.
        reached: True if it may go to that coast.

    Source: DATC 3.0, 4.B.1 to 4.B.3.
    """
    first, several = goals
    if first < 0:
        return OUT_OF_REACH, -1
    if coast >= 0:
        if reached:
            return LEGAL, coast
        if rules.impossible_coast == ImpossibleCoast.ILLEGAL:
            return COAST_OUT_OF_REACH, -1
    elif several:
        if rules.omitted_coast_two == OmittedCoastTwo.FAILS:
            return COAST_OPEN, -1
    elif first != province and rules.omitted_coast_one == OmittedCoastOne.FAILS:
        return COAST_OMITTED, -1
    return LEGAL, first


def path_missing(rules: Choices, route: int) -> bool:
    """Return whether a move by convoy lacks the seas that it must name; `route` is those that it names (4.A.6)."""
    return rules.convoy_path == ConvoyPath.REQUIRED and not route


def by_convoy_alone(rules: Choices) -> bool:
    """Return whether an army that is expressly to go to a neighboring province by convoy never goes over land (4.A.3).

    Where it may, the words still mean nothing if no sea links the two on the board (`move_fault`).
    """
    return rules.adjacent_convoy in (AdjacentConvoy.VIA_OR_OWN_FLEET, AdjacentConvoy.EXPLICIT)


def move_fault(tables: Tables, rules: Choices, placement: Placement, unit: int, order: LegalOrder) -> tuple[int, int]:
    """Return the fault of the move of a unit, or `LEGAL` and the location that a fleet comes to.

    Args:
        tables, rules, placement: The board, the rulebook, the units.
        unit: The unit that moves.
        order: The move as written: province, coast, whether by convoy, and which way.
    """
    origin, destination = placement.province[unit], order.destination
    if destination == origin:
        return SAME_PLACE, -1
    if placement.fleet[unit]:
        location, coast = placement.location[unit], order.coast
        reached = coast >= 0 and has(tables.fleet, location, coast)
        return fleet_fault(rules, landing(tables, location, destination), destination, coast, reached)
    if has(tables.army, origin, destination):
        if not order.via or (not by_convoy_alone(rules) and carries(tables, EVERY_SEA, origin, destination)):
            return LEGAL, -1
    if path_missing(rules, order.route):
        return PATH_MISSING, -1
    if not carries(tables, placement.at_sea, origin, destination):
        return (NO_ROUTE if tables.coastal[origin] and tables.coastal[destination] else OUT_OF_REACH), -1
    return LEGAL, -1


def needs_coast(rules: Choices, allied: bool, several: bool) -> bool:
    """Return whether a support must name the coast that a fleet goes to, of a province that has several.

    Args:
        rules: The rulebook.
        allied: True if both units are of the same power.
        several: True if the fleet could go to more than one.

    Source: DATC 3.0, 4.B.4; DATC 2.4, 4.B.4.
    """
    choice = rules.support_coast
    if choice == SupportCoast.ALWAYS_REQUIRED:
        return True
    return several and (choice == SupportCoast.REQUIRED or (choice == SupportCoast.OWN_ONLY and not allied))


def supported_fault(unit: int, target: int) -> int:
    """Return the fault of a support by the unit that it is for, -1 if none stands where it should, or `LEGAL`."""
    if target < 0:
        return NOBODY_TO_SUPPORT
    return SUPPORTS_ITSELF if target == unit else LEGAL


def support_fault(
    tables: Tables, rules: Choices, placement: Placement, unit: int, order: LegalOrder
) -> tuple[int, int]:
    """Return the fault of a support, or `LEGAL` and the coast that the supported fleet must be ordered to (-1: any).

    Args:
        tables, rules, placement: The board, the rulebook, the units.
        unit: The supporting unit.
        order: The support as written: the supported unit, -1 if none stands where it should; the province that it moves
            to, -1 for a support to hold; and the coast there.
    """
    target, destination, coast = order.target, order.destination, order.coast
    fault = supported_fault(unit, target)
    if fault:
        return fault, -1
    here, origin = placement.province[unit], placement.province[target]
    aim = destination if destination >= 0 else origin
    if aim == here:
        return OWN_PROVINCE, -1
    reached = (
        has(tables.fleet_to, placement.location[unit], aim) if placement.fleet[unit] else has(tables.army, here, aim)
    )
    if not reached:
        return TARGET_OUT_OF_REACH, -1
    if destination < 0:
        return LEGAL, -1
    if destination == origin:
        return SUPPORTED_CANNOT_MOVE, -1
    if placement.fleet[target]:
        location = placement.location[target]
        first, several = landing(tables, location, destination)
        if first < 0:
            return SUPPORTED_CANNOT_MOVE, -1
        if rules.support_coast == SupportCoast.IGNORED:
            return LEGAL, -1
        if coast >= 0 and not has(tables.fleet, location, coast):
            if rules.impossible_coast == ImpossibleCoast.ILLEGAL:
                return COAST_OUT_OF_REACH, -1
            coast = -1
        if coast < 0 and (several or first != destination):
            if needs_coast(rules, placement.allies[unit] >> target & 1 != 0, several):
                return COAST_OMITTED, -1
            if rules.support_coast == SupportCoast.DEFAULT_COAST:
                coast = first
    elif not has(tables.army, origin, destination):
        own = sea_held(tables, here, placement.fleet[unit])
        if not carries(tables, without_help(placement.at_sea, own), origin, destination):
            if own >= 0 and carries(tables, placement.at_sea, origin, destination):
                return ONLY_WITH_SUPPORTER, -1
            return SUPPORTED_CANNOT_MOVE, -1
    return LEGAL, coast


def without_help(at_sea: int, own: int) -> int:
    """Return the seas over which a supported army may be convoyed; `own` is that of the supporter, -1 if it has none.

    The supported move must be possible without the supporter's own help as a convoyer.

    Source: DATC 3.0, 6.D.31.
    """
    return at_sea & ~(1 << own) if own >= 0 else at_sea


def convoyed_fault(tables: Tables, placement: Placement, unit: int, target: int) -> int:
    """Return the fault of a convoy by the units in it, -1 for an army that is not where it should be, or `LEGAL`."""
    if sea_held(tables, placement.province[unit], placement.fleet[unit]) < 0:
        return NOT_AT_SEA
    if target < 0:
        return NOBODY_TO_SUPPORT
    return ONLY_ARMIES if placement.fleet[target] else LEGAL


def convoy_fault(tables: Tables, placement: Placement, unit: int, order: LegalOrder, on_routes: int) -> tuple[int, int]:
    """Return the fault of the order of `unit` to convoy an army, `LEGAL`, or `UNDECIDED`, which counts as legal.

    Args:
        tables, placement: The board, the units.
        unit: The fleet.
        order: The convoy as written: the army, -1 if none stands where it should, and the province that it moves to.
        on_routes: Seas on routes for this army to this destination that were found before, as a mask.

    Returns:
        The fault, and the seas of `on_routes` with those of a route over this fleet.
    """
    target, destination = order.target, order.destination
    fault = convoyed_fault(tables, placement, unit, target)
    if fault:
        return fault, on_routes
    sea, origin = tables.sea[placement.province[unit]], placement.province[target]
    if destination == origin:
        return SAME_PLACE, on_routes
    if not (tables.coastal[origin] and tables.coastal[destination]):
        return NOT_COASTAL, on_routes
    start, end = tables.shore[origin], tables.shore[destination]
    routes = with_route(tables.near, placement.at_sea | 1 << sea, start, end, sea, on_routes)
    if routes == UNDECIDED:
        return UNDECIDED, on_routes
    return (LEGAL if routes >> sea & 1 else NOT_ON_ROUTE), routes


def with_route(near: Sequence[int], at_sea: int, start: int, end: int, sea: int, on_routes: int) -> int:
    """Return seas on routes from beside `start` to beside `end`, with those of one that needs the fleet in `sea`.

    Args:
        near: The seas next to each sea.
        at_sea: The seas with a fleet.
        start, end: The seas next to the origin and to the destination.
        sea: The number of the sea.
        on_routes: Seas on such routes that were found before, as a mask.

    Returns:
        Seas on such routes, `on_routes` among them; `sea` is not, if no route needs the fleet there. `UNDECIDED` if
        there are too many ways over the fleets at sea to tell.
    """
    if on_routes >> sea & 1:
        return on_routes
    if count(on_routes) >= LONG_ROUTE:
        on_routes |= shortest(near, at_sea, start & at_sea, end, True)
        if on_routes >> sea & 1:
            return on_routes
    chain = chordless_chain(near, at_sea, start, end, sea)
    return UNDECIDED if chain == UNDECIDED else on_routes | chain
