"""Builds and removals: legal builds, which of too many orders count, and removals in civil disorder.

Numba-compatible: integers and arrays only.

Source: rulebook 1982, XIII and XIV.4; 2000, pages 17 and 18; DATC 3.0, 6.I, 6.J, 4.D.4, 4.D.6 and 4.D.8.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from ...map import count, has, lowest, unit_key
from ..rules.options import TooManyBuilds, TooManyDisbands
from .faults import Illegal
from .homes import UNREACHABLE, Homes
from .state import ProvinceState, State, place_unit, remove_unit

FIRST_ONES, LAST_ONES = int(TooManyBuilds.FIRST), int(TooManyBuilds.LAST)
assert (FIRST_ONES, LAST_ONES) == (TooManyDisbands.FIRST, TooManyDisbands.LAST), "both are asked for with one number"
"""Which of too many builds or removals are carried out (4.D.4, 4.D.6); under any other choice none is."""

LEGAL = 0
NO_BUILDS = Illegal.NO_BUILDS.number
NO_REMOVALS = Illegal.NO_REMOVALS.number
NO_WAIVING = Illegal.NO_WAIVING.number
NOT_HOME = Illegal.NOT_HOME.number
OCCUPIED = Illegal.OCCUPIED.number
NO_UNIT = Illegal.NO_UNIT.number
NOT_YOURS = Illegal.NOT_YOURS.number


class Powers(NamedTuple):
    """The counts of each power, by its number.

    Attributes:
        civil_disorder: 1 if it is in civil disorder.
        units: How many units it has.
        balance: How many units it may build (positive) or must remove (negative).
    """

    civil_disorder: Sequence[int]
    units: MutableSequence[int]
    balance: MutableSequence[int]


class PowerOrders(NamedTuple):
    """The legal orders of a power in an adjustment phase, of which order *n* is entry *n* and bit *n*.

    Attributes:
        province: Where each builds or removes a unit; irrelevant for a waiver.
        location: Where the built unit stands, likewise.
        fleet: 1 if that is a fleet, likewise.
        units: The builds or removals, as a mask.
        waived: The waivers.
    """

    province: Sequence[int]
    location: Sequence[int]
    fleet: Sequence[int]
    units: int
    waived: int


# -- who may ----------------------------------------------------------------------------------------------------------


def note_balances(provinces: State, powers: Powers) -> None:
    """Note how many units each power may build or must remove, regardless of free homes, by what is in the provinces.

    A power in civil disorder builds nothing.

    Source: rulebook 1982, XIII.2 and XIV.
    """
    for power in range(len(powers.balance)):
        powers.balance[power] = 0
        powers.units[power] = 0
    for p in range(len(provinces)):
        here = provinces[p]
        if here.owner >= 0:
            powers.balance[here.owner] += 1
        if here.unit_location >= 0:
            powers.units[here.power] += 1
    for power in range(len(powers.balance)):
        difference = powers.balance[power] - powers.units[power]
        powers.balance[power] = 0 if powers.civil_disorder[power] and difference > 0 else difference


def note_sequence(balance: Sequence[int], sequence: MutableSequence[int]) -> int:
    """Note the powers that adjust, in the sequence in which they do; return how many they are.

    Builds come first: that a unit is removed makes no room for a build in the same winter.
    """
    noted = 0
    for removing in range(2):
        for power in range(len(balance)):
            if balance[power] and (balance[power] < 0) == (removing == 1):
                sequence[noted] = power
                noted += 1
    return noted


def is_free_home(homes: Homes, here: ProvinceState, p: int) -> bool:
    """Return whether the province `p` is a home center of the power that owns it, and no unit stands there.

    Source: rulebook 1982, XIV.4.
    """
    return here.unit_location < 0 and here.owner >= 0 and has(homes.home, here.owner, p)


def count_free_homes(homes: Homes, provinces: State, power: int) -> int:
    """Return in how many provinces a power could build."""
    free = 0
    for p in range(len(provinces)):
        if provinces[p].owner == power and is_free_home(homes, provinces[p], p):
            free += 1
    return free


def may_adjust(homes: Homes, provinces: State, balance: Sequence[int]) -> bool:
    """Return whether a power could build or must remove a unit."""
    for power in range(len(balance)):
        if balance[power] < 0:
            return True
    for p in range(len(provinces)):
        here = provinces[p]
        if here.owner >= 0 and balance[here.owner] > 0 and is_free_home(homes, here, p):
            return True
    return False


def build_fault(homes: Homes, provinces: State, balance: Sequence[int], power: int, p: int) -> int:
    """Return the fault of a build of a power in the province `p`, or `LEGAL`."""
    if balance[power] <= 0:
        return NO_BUILDS
    if provinces[p].owner != power or not has(homes.home, power, p):
        return NOT_HOME
    return OCCUPIED if provinces[p].unit_location >= 0 else LEGAL


def waiver_fault(homes: Homes, balance: Sequence[int], power: int) -> int:
    """Return the fault of a waived build of a power, or `LEGAL`."""
    if balance[power] <= 0:
        return NO_BUILDS
    return LEGAL if homes.waiving else NO_WAIVING


def removal_fault(provinces: State, balance: Sequence[int], power: int, p: int) -> int:
    """Return the fault of a power's removal of the unit in the province `p`, or `LEGAL`."""
    if balance[power] >= 0:
        return NO_REMOVALS
    if provinces[p].unit_location < 0:
        return NO_UNIT
    return LEGAL if provinces[p].power == power else NOT_YOURS


# -- what counts ------------------------------------------------------------------------------------------------------


def counting_orders(ordered: int, waived: int, most: int, most_units: int, choice: int) -> int:
    """Return which of the builds, or of the removals, of a power count, as a mask over its orders.

    Args:
        ordered: The builds or removals, as a mask.
        waived: The waived builds, likewise.
        most: At most this many orders count.
        most_units: At most this many of `ordered` count.
        choice: FIRST_ONES, LAST_ONES, or anything else for none if there are too many.

    Source: DATC 3.0, 4.D.4 and 4.D.6.

    >>> bin(counting_orders(0b111, 0, 2, 2, FIRST_ONES)), bin(counting_orders(0b111, 0, 2, 2, LAST_ONES))
    ('0b11', '0b110')
    """
    left = ordered | waived
    if choice not in (FIRST_ONES, LAST_ONES) and count(left) > most:
        return 0
    kept = 0
    bit = 1
    if choice == LAST_ONES:
        while bit << 1 <= left:
            bit <<= 1
    while left and count(kept) < most:
        if left & bit:
            left ^= bit
            if waived & bit or count(kept & ordered) < most_units:
                kept |= bit
        if choice == LAST_ONES:
            bit >>= 1
        else:
            bit <<= 1
    return kept


# -- carrying out -----------------------------------------------------------------------------------------------------


def carry_out_builds(
    homes: Homes, provinces: State, power: int, most: int, orders: PowerOrders, unordered: MutableSequence[int]
) -> tuple[int, int]:
    """Carry out the builds of a power.

    A waived build uses up one that could be made, whether a home is free for it or not. Where builds cannot be waived,
    armies are built unordered in the free home centers that come first in the alphabet.

    Args:
        homes, provinces: The board and the rulebook; what is in the provinces, which changes.
        power: The power.
        most: How many units it may build, regardless of how many homes are free.
        orders: Its legal orders, one for a home center at most.
        unordered: The provinces where a unit is built unordered; filled in.

    Returns:
        The orders that count, as a mask; how many units are built unordered.

    Source: DATC 3.0, 4.D.4 and 4.D.5.
    """
    most_units = min(most, count_free_homes(homes, provinces, power))
    kept = counting_orders(orders.units, orders.waived, most, most_units, homes.too_many_builds)
    left = kept & orders.units
    made = count(left)
    while left:
        bit = left & -left
        left ^= bit
        n = lowest(bit)
        place_unit(provinces[orders.province[n]], orders.location[n], orders.fleet[n], power)
    more = 0
    while made + more < most_units and not homes.waiving:
        best = -1
        for p in range(len(provinces)):
            free_here = provinces[p].owner == power and is_free_home(homes, provinces[p], p)
            if free_here and (best < 0 or homes.alphabet[p] < homes.alphabet[best]):
                best = p
        place_unit(provinces[best], best, 0, power)
        unordered[more] = best
        more += 1
    return kept, more


def carry_out_removals(
    homes: Homes, provinces: State, power: int, most: int, orders: PowerOrders, unordered: MutableSequence[int]
) -> tuple[int, int]:
    """Carry out the removals of a power, of which `most` must go; those not ordered follow civil disorder.

    Args and returns: as for `carry_out_builds`.

    Source: DATC 3.0, 4.D.6 to 4.D.8.
    """
    kept = counting_orders(orders.units, 0, most, most, homes.too_many_disbands)
    left = kept
    while left:
        bit = left & -left
        left ^= bit
        remove_unit(provinces[orders.province[lowest(bit)]])
    more = 0
    while count(kept) + more < most:
        p = first_removed(homes, provinces, power)
        if p < 0:
            break
        remove_unit(provinces[p])
        unordered[more] = p
        more += 1
    return kept, more


# -- civil disorder ---------------------------------------------------------------------------------------------------


def note_goals(homes: Homes, provinces: State, power: int, goals: MutableSequence[int]) -> int:
    """Note the provinces that the distance of a power's units from home is measured to; return how many they are.

    Source: DATC 3.0, 4.D.8.
    """
    noted = 0
    for p in range(len(provinces)):
        if provinces[p].owner == power if homes.to_owned else has(homes.goals, power, p):
            goals[noted] = p
            noted += 1
    return noted


def distance_from_home(homes: Homes, key: int, goals: Sequence[int], count: int) -> int:
    """Return how many moves the unit of a key is from home: from the nearest of the first `count` of `goals`."""
    steps = homes.steps[key]
    nearest = UNREACHABLE
    for n in range(count):
        nearest = min(nearest, steps[goals[n]])
    return nearest


def removal_rank(distance: int, fleet: int, name: int) -> int:
    """Return how soon a unit of a power goes in civil disorder: that with the greatest number goes first.

    Args:
        distance: Its distance from home, as the rulebook measures it.
        fleet: 1 for a fleet, which goes before an army at the same distance.
        name: The place of its province in the alphabet, below 4096; of equals the first goes.

    Source: DATC 3.0, 4.D.8; rulebook 2023, page 20; 1982, XIV.4.

    >>> removal_rank(3, 0, 7) > removal_rank(2, 1, 1)
    True
    """
    return (distance * 2 + fleet) * 4096 - name


def first_removed(homes: Homes, provinces: State, power: int) -> int:
    """Return the province of the unit of a power that is removed first in civil disorder, -1 if it has none."""
    place = -1
    highest = 0
    goals = [0] * len(provinces)
    noted = note_goals(homes, provinces, power, goals)
    for p in range(len(provinces)):
        here = provinces[p]
        if here.unit_location < 0 or here.power != power:
            continue
        key = unit_key(here.unit_location, here.fleet)
        rank = removal_rank(distance_from_home(homes, key, goals, noted), here.fleet, homes.alphabet[p])
        if place < 0 or rank > highest:
            place = p
            highest = rank
    return place
