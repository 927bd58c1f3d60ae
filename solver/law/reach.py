"""What a unit could do by itself: which moves, supports and convoys are legal, in the board's numbers.

Integer functions, so that a compiler for numeric code can take them as they stand. Each returns `LEGAL` or the
number of a fault (`faults.Illegal`), and the coast that a fleet's order comes to.

Source: DATC 3.0, 4.E.1, and the issues of 4.B named at each rule.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...map.board import Tables
from ...map.masks import count, has
from ...map.routes import UNDECIDED, RouteLimitError, chordless_chain, linked, shortest
from ..rulebook import Choices, number_of
from .faults import Illegal
from .placement import Placement

LONG_ROUTE = 24
"""Where so many seas of routes are found for an army, all its shortest routes are looked for at once."""

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

VIA_OR_OWN_FLEET = number_of("adjacent_convoy", "via-or-own-fleet")
EXPLICIT = number_of("adjacent_convoy", "explicit")
PATH_REQUIRED = number_of("convoy_path", "required")
FROM_LAST_FLEET = number_of("convoyed_attack_from", "last-fleet")
COAST_NEEDED_OF_TWO = number_of("omitted_coast_two", "fails")
COAST_NEEDED_OF_ONE = number_of("omitted_coast_one", "fails")
COAST_MUST_BE_POSSIBLE = number_of("impossible_coast", "illegal")
COAST_NEEDED_IN_SUPPORT = number_of("support_coast", "required")
COAST_NEEDED_FOR_OTHERS = number_of("support_coast", "own-only")


def comes_from_start(rules: Choices, by_convoy: bool) -> bool:
    """Tell whether an attack comes from where the attacker stood: not a convoyed one under Brannan's rule.

    Source: DATC 3.2, 4.A.4.
    """
    return not (by_convoy and rules.convoyed_attack_from == FROM_LAST_FLEET)


def carries(tables: Tables, at_sea: int, origin: int, destination: int) -> bool:
    """Tell whether fleets in the seas `at_sea` link two coastal provinces."""
    if not (tables.coastal[origin] and tables.coastal[destination]):
        return False
    return linked(tables.near, at_sea, tables.shore[origin], tables.shore[destination])


def landing(tables: Tables, location: int, province: int) -> tuple[int, bool]:
    """Return the first location in `province` that a fleet at `location` can reach (-1: none), and if it is not the
    only one."""
    found = province if has(tables.fleet, location, province) else -1
    several = False
    coast = tables.first_coast[province]
    for number in range(coast, coast + tables.coasts[province]):
        if has(tables.fleet, location, number):
            if found >= 0:
                several = True
            else:
                found = number
    return found, several


def move_fault(
    tables: Tables, rules: Choices, placement: Placement, unit: int, destination: int, coast: int, via: int, route: int
) -> tuple[int, int]:
    """Return the fault of a move, or `LEGAL` and the location that a fleet comes to.

    Args:
        tables, rules, placement: The board, the rulebook, the units.
        unit: The unit that moves.
        destination: The number of a province.
        coast: The number of the location in it that the order names, -1 if it names none.
        via: 1 for a move expressly by convoy.
        route: The seas that the order names as its way, as a mask; 0 for none.
    """
    origin = placement.province[unit]
    if destination == origin:
        return SAME_PLACE, -1
    if placement.fleet[unit]:
        location = placement.location[unit]
        first, several = landing(tables, location, destination)
        if first < 0:
            return OUT_OF_REACH, -1
        if coast >= 0:
            if has(tables.fleet, location, coast):
                return LEGAL, coast
            if rules.impossible_coast == COAST_MUST_BE_POSSIBLE:
                return COAST_OUT_OF_REACH, -1
        elif several:
            if rules.omitted_coast_two == COAST_NEEDED_OF_TWO:
                return COAST_OPEN, -1
        elif first != destination and rules.omitted_coast_one == COAST_NEEDED_OF_ONE:
            return COAST_OMITTED, -1
        return LEGAL, first
    if has(tables.army, origin, destination):
        if not via or rules.adjacent_convoy not in (VIA_OR_OWN_FLEET, EXPLICIT):
            return LEGAL, -1
    elif rules.convoy_path == PATH_REQUIRED and not route:
        return PATH_MISSING, -1
    if not carries(tables, placement.at_sea, origin, destination):
        return (NO_ROUTE if tables.coastal[destination] else OUT_OF_REACH), -1
    return LEGAL, -1


def support_fault(
    tables: Tables, rules: Choices, placement: Placement, unit: int, target: int, destination: int, coast: int
) -> tuple[int, int]:
    """Return the fault of a support, or `LEGAL` and the coast that the supported fleet must be ordered to (-1: any).

    Args:
        tables, rules, placement: The board, the rulebook, the units.
        unit, target: The supporting and the supported unit; -1 if none stands where the support is meant for.
        destination: The province that the supported unit moves to, -1 for a support to hold.
        coast: The location in it that the order names, -1 if it names none.
    """
    if target < 0:
        return NOBODY_TO_SUPPORT, -1
    if target == unit:
        return SUPPORTS_ITSELF, -1
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
        if coast >= 0 and not has(tables.fleet, location, coast):
            if rules.impossible_coast == COAST_MUST_BE_POSSIBLE:
                return COAST_OUT_OF_REACH, -1
            coast = -1
        if coast < 0 and several:
            if rules.support_coast == COAST_NEEDED_IN_SUPPORT:
                return COAST_OMITTED, -1
            if rules.support_coast == COAST_NEEDED_FOR_OTHERS and not placement.allies[unit] >> target & 1:
                return COAST_OMITTED, -1
    elif not has(tables.army, origin, destination):
        own = 1 << tables.sea[here] if placement.fleet[unit] and tables.sea[here] >= 0 else 0
        if not carries(tables, placement.at_sea & ~own, origin, destination):
            if own and carries(tables, placement.at_sea, origin, destination):
                return ONLY_WITH_SUPPORTER, -1
            return SUPPORTED_CANNOT_MOVE, -1
    return LEGAL, coast


def convoy_fault(
    tables: Tables, placement: Placement, unit: int, target: int, destination: int, known: int
) -> tuple[int, int]:
    """Return the fault of the order of `unit` to convoy the army `target` to the province `destination`, or `LEGAL`.

    Args:
        tables, placement: The board, the units.
        unit, target: The fleet; the army, -1 if none stands where the convoy is meant for.
        destination: The province that the army moves to.
        known: Seas on routes for this army to this destination that were found before, as a mask.

    Returns:
        The fault, and the seas of `known` with those of a route over this fleet.

    Raises:
        RouteLimitError: There are too many ways over the fleets at sea to tell whether one needs this fleet.
    """
    sea = tables.sea[placement.province[unit]]
    if sea < 0 or not placement.fleet[unit]:
        return NOT_AT_SEA, known
    if target < 0:
        return NOBODY_TO_SUPPORT, known
    if placement.fleet[target]:
        return ONLY_ARMIES, known
    origin = placement.province[target]
    if destination == origin:
        return SAME_PLACE, known
    if not (tables.coastal[origin] and tables.coastal[destination]):
        return NOT_COASTAL, known
    start, end = tables.shore[origin], tables.shore[destination]
    known = with_route(tables.near, placement.at_sea | 1 << sea, start, end, sea, known)
    return (LEGAL if known >> sea & 1 else NOT_ON_ROUTE), known


def with_route(near: Sequence[int], at_sea: int, start: int, end: int, sea: int, known: int) -> int:
    """Return seas on routes from beside `start` to beside `end`, with those of one that needs the fleet in `sea`.

    Args:
        near: The seas next to each sea.
        at_sea: The seas with a fleet.
        start, end: The seas next to the origin and to the destination.
        sea: The number of the sea.
        known: Seas on such routes that were found before, as a mask.

    Returns:
        Seas on such routes, `known` among them; `sea` is not, if no route needs the fleet there.

    Raises:
        RouteLimitError: There are too many ways over the fleets at sea to tell.
    """
    if known >> sea & 1:
        return known
    if count(known) >= LONG_ROUTE:
        known |= shortest(near, at_sea, start & at_sea, end, True)
        if known >> sea & 1:
            return known
    found = chordless_chain(near, at_sea, start, end, sea)
    if found == UNDECIDED:
        raise RouteLimitError("too many ways lead over the fleets at sea to tell which of them a convoy needs")
    return known | found
