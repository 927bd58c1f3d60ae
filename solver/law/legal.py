"""The legal orders of a movement phase, as sets: where each unit may move, what it may support, what it may convoy.

Numba-compatible: integers and arrays only. Sets of provinces are rows of words (`map.masks`); a function with an
argument `w` answers for that word. `reach` has the rules for single orders. Callers deal with closed borders and with
powers in civil disorder.

Source: DATC 3.0, 4.E.1.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from functools import lru_cache
from typing import NamedTuple

from ...map import UNDECIDED, Board, Tables, bit_of, bits, in_words, joined_seas, lowest, unit_key
from ..rules.options import Choices
from .placement import Placement, sea_held
from .reach import by_convoy_alone, landing, needs_coast, path_missing, with_route, without_help
from .records import WORD

MaskWords = Sequence[int]


class Ranges(NamedTuple):
    """The moves of a board's units without convoys.

    Attributes:
        reach: By unit key (`map.unit_key`), the provinces that it can reach without a convoy, coasts set aside.
        sure: By unit key, those of them that it reaches at one location only: whoever reaches such a province, too, may
            support its move there without a coast, unless the rulebook has one named there, too.
        plain: By unit key, those of `sure` that it reaches at no coast of several: no rulebook has one named.
        shores: By sea, the coastal provinces next to it.
    """

    reach: Sequence[MaskWords]
    sure: Sequence[MaskWords]
    plain: Sequence[MaskWords]
    shores: Sequence[MaskWords]


class UnitPlacement(NamedTuple):
    """The units of a movement phase under a rulebook, and what the fleets at sea add to what armies can do.

    Attributes:
        tables, rules, ranges, placement: The board, the rulebook, the units.
        unit_key: By unit, its key.
        joined: By unit, the seas with fleets that are linked with an army's province, as a mask; 0 for a fleet.
        carried: By unit, the provinces that it could be convoyed to; what follows is there only for armies with any.
        without: By unit and sea of `joined`, those left if no fleet were in this sea.
        convoyed: By unit and sea of `joined`, those to which a convoy could need the fleet there.
    """

    tables: Tables
    rules: Choices
    ranges: Ranges
    placement: Placement
    unit_key: Sequence[int]
    joined: Sequence[int]
    carried: Sequence[MaskWords]
    without: Sequence[Sequence[MaskWords]]
    convoyed: Sequence[Sequence[MaskWords]]


class Routes(NamedTuple):
    """The seas over which convoys could need a fleet, by the seas held beside both ends; kept as they are found.

    Attributes:
        start, end: Seas with fleets next to an origin, and next to a destination, as masks.
        seas: Those on routes between them.
        met: In its one entry, how many are kept.
    """

    start: MutableSequence[int]
    end: MutableSequence[int]
    seas: MutableSequence[int]
    met: MutableSequence[int]


MOST_ROUTES = 128
"""This many are kept."""


@lru_cache(maxsize=16)
def ranges_of(board: Board) -> Ranges:
    """Return where the units of a board can go by themselves, sets in one word.

    >>> from standoff.map import load_board
    >>> board = load_board()
    >>> paris = unit_key(board.province_number["PAR"], 0)
    >>> [board.provinces[p].id for p in bits(ranges_of(board).reach[paris][0])]
    ['BRE', 'BUR', 'GAS', 'PIC']
    """
    tables = board.tables
    reach, sure, plain = ([(0,)] * unit_key(len(board.locations), 0) for _ in range(3))
    for name in board.army_stands:
        number = board.province_number[name]
        key = unit_key(number, 0)
        reach[key] = sure[key] = plain[key] = (tables.army[number],)
    for name in board.fleet_stands:
        number = board.location_number[name]
        key = unit_key(number, 1)
        there = tables.fleet_to[number] & ~(1 << tables.province[number])
        goals = [(goal, *landing(tables, number, goal)) for goal in bits(there)]
        reach[key] = (there,)
        sure[key] = (sum(1 << goal for goal, _, several in goals if not several),)
        plain[key] = (sum(1 << goal for goal, first, several in goals if first == goal and not several),)
    coastal = bits(board.coastal)
    shores = [(sum(1 << p for p in coastal if tables.shore[p] >> sea & 1),) for sea in range(len(tables.near))]
    return Ranges(tuple(reach), tuple(sure), tuple(plain), tuple(shores))


# -- what fleets at sea add -------------------------------------------------------------------------------------------


def note_carried(ranges: Ranges, joined: int, origin: int, carried: MutableSequence[int]) -> None:
    """Note the provinces other than `origin` beside the seas `joined`."""
    for w in range(len(carried)):
        goals = 0
        left = joined
        while left:
            sea = left & -left
            left ^= sea
            goals |= ranges.shores[lowest(sea)][w]
        carried[w] = goals & ~bit_of(origin, w)


def note_without(
    tables: Tables, ranges: Ranges, joined: int, origin: int, without: Sequence[MutableSequence[int]]
) -> None:
    """Note by sea of `joined` where an army could be convoyed if no fleet were in it."""
    left = joined
    while left:
        sea = left & -left
        left ^= sea
        rest = joined_seas(tables.near, without_help(joined, lowest(sea)), tables.shore[origin])
        note_carried(ranges, rest, origin, without[lowest(sea)])


def note_convoyed(
    tables: Tables, joined: int, origin: int, carried: MaskWords, convoyed: Sequence[MutableSequence[int]], kept: Routes
) -> None:
    """Note by sea of `joined` to which provinces of `carried` a convoy could need the fleet in it."""
    left = joined
    while left:
        bit = left & -left
        left ^= bit
        for w in range(len(carried)):
            convoyed[lowest(bit)][w] = 0
    start = tables.shore[origin] & joined
    for w in range(len(carried)):
        goals = carried[w]
        while goals:
            goal = goals & -goals
            goals ^= goal
            seas = seas_needed(tables, joined, start, tables.shore[lowest(goal) + w * WORD] & joined, kept)
            while seas:
                bit = seas & -seas
                seas ^= bit
                convoyed[lowest(bit)][w] |= goal


def seas_needed(tables: Tables, joined: int, start: int, end: int, kept: Routes) -> int:
    """Return the seas of `joined` over which a convoy from beside `start` to beside `end` could need a fleet.

    Those for which this cannot be told are among them: the convoy orders there count as legal.
    """
    for n in range(kept.met[0]):
        if kept.start[n] == start and kept.end[n] == end:
            return kept.seas[n]
    seas = start & end  # each of these is a route by itself
    left = joined & ~seas
    while left:
        bit = left & -left
        left ^= bit
        routes = with_route(tables.near, joined, start, end, lowest(bit), seas)
        seas = seas | bit if routes == UNDECIDED else routes
    n = kept.met[0]
    if n < MOST_ROUTES:
        kept.start[n] = start
        kept.end[n] = end
        kept.seas[n] = seas
        kept.met[0] = n + 1
    return seas


# -- the orders of a unit ---------------------------------------------------------------------------------------------


def moves_by_convoy(context: UnitPlacement, unit: int, via: int, w: int) -> int:
    """Return the provinces that a unit reaches by convoy if its order names no seas.

    With `via`, a move expressly by convoy, these are the adjacent provinces, otherwise the others.
    """
    if path_missing(context.rules, 0) and (not via or by_convoy_alone(context.rules)):
        return 0
    near, carried = context.ranges.reach[context.unit_key[unit]][w], context.carried[unit][w]
    return carried & near if via else carried & ~near


def may_support_to_hold(context: UnitPlacement, unit: int, other: int) -> bool:
    """Return whether a unit may support another one to hold."""
    return in_words(context.ranges.reach[context.unit_key[unit]], context.placement.province[other])


def support_goals(context: UnitPlacement, unit: int, other: int, w: int) -> int:
    """Return the provinces to which a unit may support the move of another one without naming a coast."""
    ranges, placement, theirs = context.ranges, context.placement, context.unit_key[other]
    mine = ranges.reach[context.unit_key[unit]][w]
    allied = placement.allies[unit] >> other & 1 != 0
    legal = mine & (ranges.plain if needs_coast(context.rules, allied, False) else ranges.sure)[theirs][w]
    if context.joined[other]:
        far = mine & context.carried[other][w] & ~legal
        if far:
            sea = sea_held(context.tables, placement.province[unit], placement.fleet[unit])
            if sea >= 0 and context.joined[other] >> sea & 1:
                far &= context.without[other][sea][w]
        return legal | far
    if needs_coast(context.rules, allied, True):
        return legal
    return mine & ranges.reach[theirs][w]


def convoy_goals(context: UnitPlacement, unit: int, army: int, w: int) -> int:
    """Return the provinces to which a fleet at sea may convoy an army."""
    sea = sea_held(context.tables, context.placement.province[unit], 1)
    return context.convoyed[army][sea][w] if context.joined[army] >> sea & 1 else 0
