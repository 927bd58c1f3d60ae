"""Games in arrays advanced by compiled code: legal orders listed and chosen, orders laid out, phases carried out.

What a unit may do is asked of `reach` and `aftermath`, who counts and who goes first of `course`; here stand the loops
over games, provinces and units. Importing this module needs the extra ``fast`` (NumPy and Numba).
"""

# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false
# Numba works on functions whose types it finds itself.
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from ...map.masks import count, lowest
from ..law.aftermath import retreat_barred
from ..law.course import ADJUSTMENT, FALL, MOVEMENT, RETREAT, counted, next_phase, removal_rank
from ..law.equations import CONVOYS, HOLDS
from ..law.placement import Placement
from ..law.reach import LEGAL, convoy_fault, move_fault, support_fault
from ..law.records import WORD
from ..plain.adjustments import UNREACHABLE
from .compiled import MOST_UNITS, _borrowed, _compiled
from .vocabulary import BUILDS, DISBANDS, KIND, RETREATS, TARGET, UNIT, VIA, WAIVES, WORDS
from .vocabulary import PLACE as GOAL

STATE = np.dtype([(name, np.int8) for name in ProvinceState.__annotations__])
"""What is in a province: the fields of `state.ProvinceState`, a byte each."""

PHASE = np.dtype([(name, np.int16) for name in PhaseState.__annotations__])
"""A phase: the fields of `state.PhaseState`."""


class Ground(NamedTuple):
    """What a board and a rulebook say, in arrays.

    Attributes:
        tables: `compiled.Arrays`.
        rules: The choices, in numbers.
        numbering, columns: Those of the vocabulary.
        homes: `homes.Homes` in arrays, sets as those of `tables`.
    """

    tables: Any
    rules: Any
    numbering: Any
    columns: Any
    homes: Any


class Played(NamedTuple):
    """Some games: `games.Games.state` and `phase`."""

    state: Any
    phase: Any


class Listing(NamedTuple):
    """Legal orders.

    Attributes:
        begin: int64, (games, provinces): where those of each province begin.
        orders: int32: their numbers.
        most: No game has more.
    """

    begin: Any
    orders: Any
    most: int


class LaidOut(NamedTuple):
    """The games that stand at a movement phase as a batch, and what came of it: see `batch.Batch` and `Outcomes`.

    Attributes:
        start, units, orders: The batch.
        unit_in: int16: the province of each of its units.
        turn_of: int64: by game, the number of its turn, -1 for none.
        answers, contested: What came of it.
    """

    start: Any
    units: Any
    orders: Any
    unit_in: Any
    turn_of: Any
    answers: Any
    contested: Any


class WorkingArrays(NamedTuple):
    """The arrays that the functions of this module work in, for one thread.

    Attributes:
        units: int64, (6, units): stand, province, location, fleet, power and allies of each unit.
        at: int64, (provinces,): the unit in each province, -1 for none.
        closed: int64, (provinces,): what bars retreats.
        arrive: int64, (provinces,): the units that may be able to go to each, as masks.
        carried: int64, (units, 2): the provinces that an army could be convoyed to, in words.
        joined: int64, (units,): the seas whose fleets are linked with the army's province.
        routes: int64, (units, provinces): the seas on routes of an army to a province.
        ends: int64, (3, 128): the seas held beside an origin and a destination, and those on routes between them.
        of_power: int64, (powers,): by power, its units as a mask, or its balance.
        begin: int64, (provinces + 1,): where those of each province begin.
    """

    units: Any
    at: Any
    closed: Any
    arrive: Any
    carried: Any
    joined: Any
    routes: Any
    ends: Any
    of_power: Any
    begin: Any


def desk(provinces: int, powers: int) -> WorkingArrays:
    """Return the arrays to work in, for a board with so many provinces and powers."""
    return WorkingArrays(
        units=np.zeros((6, MOST_UNITS), dtype=np.int64),
        at=np.full(provinces, -1, dtype=np.int64),
        closed=np.zeros(provinces, dtype=np.int64),
        arrive=np.zeros(provinces, dtype=np.int64),
        carried=np.zeros((MOST_UNITS, WORDS), dtype=np.int64),
        joined=np.zeros(MOST_UNITS, dtype=np.int64),
        routes=np.zeros((MOST_UNITS, provinces), dtype=np.int64),
        ends=np.zeros((3, 128), dtype=np.int64),
        of_power=np.zeros(powers, dtype=np.int64),
        begin=np.zeros(provinces + 1, dtype=np.int64),
    )


# -- sets in words -----------------------------------------------------------------------------------------------------


@njit(nogil=True, error_model="numpy", forceinline=True)
def _in(words: Any, place: int) -> bool:
    return words[place // WORD] >> place % WORD & 1 != 0


# -- the units of a position -------------------------------------------------------------------------------------------


@njit(nogil=True, error_model="numpy", forceinline=True)
def _line_up(space: Any, tables: Any, state: Any) -> Any:
    """Note the units of a position, armies first, each kind by location; return their number, and the seas held."""
    provinces = len(space.at)
    locations = len(tables.province)
    stand, province, location, fleet, power, allies = (
        space.units[0],
        space.units[1],
        space.units[2],
        space.units[3],
        space.units[4],
        space.units[5],
    )
    units = 0
    at_sea = 0
    on_coasts = 0
    space.of_power[:] = 0
    for kind in range(3):  # armies, fleets in provinces, fleets on coasts
        if kind == 2 and not on_coasts:
            break
        for p in range(provinces):
            place = state[p, STANDS]
            if kind == 0:
                space.at[p] = -1
            if place < 0 or (kind == 0) != (state[p, FLEET] == 0):
                continue
            if kind and (place >= provinces) != (kind == 2):
                on_coasts += 1
                continue
            stand[units] = place + locations if kind else place
            province[units] = p
            location[units] = place
            fleet[units] = 1 if kind else 0
            power[units] = state[p, POWER]
            space.at[p] = units
            space.of_power[state[p, POWER]] |= 1 << units
            if kind and tables.sea[p] >= 0:
                at_sea |= 1 << tables.sea[p]
            units += 1
    for i in range(units):
        allies[i] = space.of_power[power[i]]
    return units, at_sea


# -- legal orders ------------------------------------------------------------------------------------------------------


@njit(nogil=True, error_model="numpy", forceinline=True)
def _prepare(space: Any, tables: Any, numbering: Any, units: int, at_sea: int) -> None:
    """Note which unit may be able to go where, by land or sea; who really may is asked of `reach`."""
    stand, province, fleet = space.units[0], space.units[1], space.units[3]
    arrive, carried, joined = space.arrive, space.carried, space.joined
    arrive[:] = 0
    for i in range(units):
        p = province[i]
        carried[i, 0] = 0
        carried[i, 1] = 0
        joined[i] = 0
        if not fleet[i] and tables.coastal[p]:
            todo = reached = tables.shore[p] & at_sea
            while todo:
                sea = todo & -todo
                todo ^= sea
                n = lowest(sea)
                new = tables.near[n] & at_sea & ~reached
                reached |= new
                todo |= new
                for w in range(WORDS):
                    carried[i, w] |= numbering.shores[n, w]
            joined[i] = reached
            carried[i, p // WORD] &= ~(1 << p % WORD)
        for w in range(WORDS):
            goals = numbering.reach[stand[i], w] | carried[i, w]
            while goals:
                bit = goals & -goals
                goals ^= bit
                arrive[lowest(bit) + w * WORD] |= 1 << i


@njit(nogil=True, error_model="numpy", forceinline=True)
def _routes(space: Any, tables: Any, numbering: Any, placement: Any, army: int, goal: int, met: int) -> Any:
    """Return the seas over which a convoy of `army` to the province `goal` could need a fleet, and how many are kept.

    That depends on the seas held beside both; what was found for the first `met` of them is kept.
    """
    origin = placement.province[army]
    start, end = tables.shore[origin] & placement.at_sea, tables.shore[goal] & placement.at_sea
    for n in range(met):
        if space.ends[0, n] == start and space.ends[1, n] == end:
            return space.ends[2, n], met
    known = start & end  # each of these is a route by itself
    left = space.joined[army] & ~known
    while left:
        bit = left & -left
        left ^= bit
        sea = lowest(bit)
        if known & bit or not _in(numbering.convoys[sea, origin], goal):
            continue
        fault, found = convoy_fault(tables, placement, placement.at[tables.sea_province[sea]], army, goal, known)
        if fault == LEGAL:
            known |= found | bit
    if met < space.ends.shape[1]:
        space.ends[0, met], space.ends[1, met], space.ends[2, met] = start, end, known
        met += 1
    return known, met


@njit(nogil=True, error_model="numpy", forceinline=True)
def _find_routes(space: Any, tables: Any, numbering: Any, placement: Any, units: int) -> None:
    """Note by army and province the seas over which a convoy there could need a fleet."""
    met = 0
    for army in range(units):
        if not space.joined[army]:
            continue
        for w in range(WORDS):
            goals = space.carried[army, w]
            while goals:
                bit = goals & -goals
                goals ^= bit
                goal = lowest(bit) + w * WORD
                space.routes[army, goal], met = _routes(space, tables, numbering, placement, army, goal, met)


@njit(nogil=True, error_model="numpy", forceinline=True)
def _list(numbered: int, legal: int, number: int, out: Any, filled: int) -> int:
    """List the orders for the goals `legal`, a word; `number` is that for the lowest of the goals `numbered`."""
    legal &= numbered
    while legal:
        bit = legal & -legal
        legal ^= bit
        out[filled] = number + count(numbered & (bit - 1))
        filled += 1
    return filled


@njit(nogil=True, error_model="numpy", forceinline=True)
def _moves_of(
    space: Any, tables: Any, rules: Any, numbering: Any, placement: Any, unit: int, out: Any, filled: int
) -> int:
    """List the hold and the legal moves of a unit; return how many orders are listed then."""
    own = space.units[0, unit]
    out[filled] = numbering.hold[own]
    filled += 1
    number = numbering.move[own]
    if not space.joined[unit]:
        for w in range(WORDS):
            filled = _list(numbering.moves[own, w], numbering.retreats[own, w], number, out, filled)
            number += count(numbering.moves[own, w])
        return filled
    via = 0
    while via < 2:
        number = numbering.via[own] if via else numbering.move[own]
        for w in range(WORDS):
            near, carried = numbering.reach[own, w], space.carried[unit, w]
            numbered = numbering.vias[own, w] if via else numbering.moves[own, w]
            far = near & carried if via else carried & ~near
            # what the fleets link is legal for all of these provinces or for none: the rulebook says
            if far and move_fault(tables, rules, placement, unit, lowest(far) + w * WORD, -1, via, 0)[0] != LEGAL:
                far = 0
            filled = _list(numbered, far if via else near | far, number, out, filled)
            number += count(numbered)
        via += 1
    return filled


@njit(nogil=True, error_model="numpy", forceinline=True)
def _supports_of(
    space: Any, tables: Any, rules: Any, numbering: Any, placement: Any, unit: int, out: Any, filled: int
) -> int:
    """List the legal supports of a unit; return how many orders are listed then."""
    stand = space.units[0]
    own, here = stand[unit], placement.province[unit]
    others = 0
    for w in range(WORDS):
        goals = numbering.reach[own, w]
        while goals:
            bit = goals & -goals
            goals ^= bit
            goal = lowest(bit) + w * WORD
            others |= space.arrive[goal]
            if placement.at[goal] >= 0:
                others |= 1 << placement.at[goal]
    others &= ~(1 << unit)
    sea = tables.sea[here] if placement.fleet[unit] else -1
    while others:
        bit = others & -others
        others ^= bit
        other = lowest(bit)
        there, others_stand = placement.province[other], stand[other]
        number = numbering.support[own, others_stand]
        if numbering.reach[own, there // WORD] >> there % WORD & 1:
            out[filled] = number
            filled += 1
            number += 1
        army = not placement.fleet[other]
        for w in range(WORDS):
            reach = numbering.reach[own, w]
            numbered = reach & (
                numbering.goals_without[sea, there, w] if army and sea >= 0 else numbering.goals[others_stand, w]
            )
            if here // WORD == w:
                numbered &= ~(1 << here % WORD)
            if there // WORD == w:
                numbered &= ~(1 << there % WORD)
            legal = numbering.sure[others_stand, w]
            # what is left depends on the rulebook's view of coasts, or on the supporter's own part in a convoy
            asked = numbered & ~legal & (numbering.reach[others_stand, w] | space.carried[other, w])
            if army and not (sea >= 0 and space.joined[other] >> sea & 1):
                legal |= asked
                asked = 0
            while asked:
                bit = asked & -asked
                asked ^= bit
                if support_fault(tables, rules, placement, unit, other, lowest(bit) + w * WORD, -1)[0] == LEGAL:
                    legal |= bit
            filled = _list(numbered, legal, number, out, filled)
            number += count(numbered)
    return filled


@njit(nogil=True, error_model="numpy", forceinline=True)
def _convoys_of(space: Any, tables: Any, numbering: Any, placement: Any, unit: int, out: Any, filled: int) -> int:
    """List the legal convoys of a unit; return how many orders are listed then."""
    sea = tables.sea[placement.province[unit]] if placement.fleet[unit] else -1
    if sea < 0:
        return filled
    for army in range(len(placement.province)):
        if not space.joined[army] >> sea & 1:
            continue
        there = placement.province[army]
        number = numbering.convoy[sea, there]
        for w in range(WORDS):
            numbered = numbering.convoys[sea, there, w]
            legal = 0
            goals = numbered & space.carried[army, w]
            while goals:
                bit = goals & -goals
                goals ^= bit
                if space.routes[army, lowest(bit) + w * WORD] >> sea & 1:
                    legal |= bit
            filled = _list(numbered, legal, number, out, filled)
            number += count(numbered)
    return filled


@njit(nogil=True, error_model="numpy", forceinline=True)
def _list_movement(space: Any, tables: Any, rules: Any, numbering: Any, state: Any, wanted: int, out: Any) -> int:
    """List the legal orders of a movement phase, of one power or of all (-1); return how many there are.

    Where the orders of each province begin is noted, and below in `of_power` nothing else is kept.
    """
    units, at_sea = _line_up(space, tables, state)
    lined = space.units[:, :units]
    placement = Placement(lined[1], lined[2], lined[3], lined[5], space.at, at_sea)
    _prepare(space, tables, numbering, units, at_sea)
    _find_routes(space, tables, numbering, placement, units)
    filled = 0
    for p in range(len(space.at)):
        space.begin[p] = filled
        unit = space.at[p]
        if unit >= 0 and (wanted < 0 or lined[4, unit] == wanted):
            filled = _moves_of(space, tables, rules, numbering, placement, unit, out, filled)
            filled = _supports_of(space, tables, rules, numbering, placement, unit, out, filled)
            filled = _convoys_of(space, tables, numbering, placement, unit, out, filled)
    space.begin[len(space.at)] = filled
    return filled


@njit(nogil=True, error_model="numpy")
def _close(space: Any, state: Any) -> None:
    """Note the provinces that are closed to retreats: where a unit stands, or after a standoff."""
    for p in range(len(space.closed)):
        space.closed[p] = 1 if state[p, STANDS] >= 0 or state[p, CONTESTED] else 0


@njit(nogil=True, error_model="numpy", forceinline=True)
def _may_retreat(space: Any, tables: Any, rules: Any, state: Any, p: int, goal: int) -> bool:
    """Tell whether the unit dislodged from `p` may retreat to the location `goal`, which is near it."""
    return not retreat_barred(tables, rules, goal, space.closed, state[p, FROM], state[p, BY_CONVOY] != 0)


@njit(nogil=True, error_model="numpy", forceinline=True)
def _list_retreats(space: Any, tables: Any, rules: Any, numbering: Any, state: Any, wanted: int, out: Any) -> int:
    """List the legal orders of a retreat phase, likewise."""
    _close(space, state)
    locations = len(tables.province)
    filled = 0
    for p in range(len(space.at)):
        space.begin[p] = filled
        if state[p, OUT] < 0 or (wanted >= 0 and state[p, OUT_POWER] != wanted):
            continue
        stand = state[p, OUT] + (locations if state[p, OUT_FLEET] else 0)
        number = numbering.retreat[stand]
        for w in range(WORDS):
            near = numbering.retreats[stand, w]
            legal = 0
            goals = near
            while goals:
                bit = goals & -goals
                goals ^= bit
                if _may_retreat(space, tables, rules, state, p, lowest(bit) + w * WORD):
                    legal |= bit
            filled = _list(near, legal, number, out, filled)
            number += count(near)
        out[filled] = numbering.disband[stand]
        filled += 1
    space.begin[len(space.at)] = filled
    return filled


@njit(nogil=True, error_model="numpy", forceinline=True)
def _balances(course: Any, state: Any, balance: Any) -> None:
    """Note by power how many units it may build (positive) or must remove (negative)."""
    balance[:] = 0
    for p in range(len(course.center)):
        if course.center[p] and state[p, OWNER] >= 0:
            balance[state[p, OWNER]] += 1
        if state[p, STANDS] >= 0:
            balance[state[p, POWER]] -= 1


@njit(nogil=True, error_model="numpy", forceinline=True)
def _is_free_home(course: Any, state: Any, p: int) -> bool:
    """Tell whether a province is a home center of the power that owns it, and no unit stands there."""
    return state[p, STANDS] < 0 and state[p, OWNER] >= 0 and course.home[state[p, OWNER], p] != 0


@njit(nogil=True, error_model="numpy", forceinline=True)
def _list_adjustments(space: Any, tables: Any, numbering: Any, course: Any, state: Any, wanted: int, out: Any) -> int:
    """List the legal orders of an adjustment phase, likewise."""
    balance = space.of_power
    _balances(course, state, balance)
    locations = len(tables.province)
    filled = 0
    for p in range(len(space.at)):
        space.begin[p] = filled
        if state[p, STANDS] >= 0:
            power = state[p, POWER]
            if balance[power] < 0 and (wanted < 0 or power == wanted):
                out[filled] = numbering.disband[state[p, STANDS] + (locations if state[p, FLEET] else 0)]
                filled += 1
        elif _is_free_home(course, state, p):
            power = state[p, OWNER]
            if balance[power] <= 0 or (wanted >= 0 and power != wanted):
                continue
            if numbering.build[p] >= 0:
                out[filled] = numbering.build[p]
                filled += 1
            if numbering.build[locations + p] >= 0:
                out[filled] = numbering.build[locations + p]
                filled += 1
            for coast in range(tables.first_coast[p], tables.first_coast[p] + tables.coasts[p]):
                out[filled] = numbering.build[locations + coast]
                filled += 1
            if course.options[WAIVING]:
                out[filled] = numbering.waive[0]
                filled += 1
    space.begin[len(space.at)] = filled
    return filled


@njit(nogil=True, error_model="numpy", forceinline=True)
def _list_one(
    space: Any, tables: Any, rules: Any, numbering: Any, course: Any, state: Any, kind: int, wanted: int, out: Any
) -> int:
    if kind == MOVEMENT:
        return _list_movement(space, tables, rules, numbering, state, wanted, out)
    if kind == RETREAT:
        return _list_retreats(space, tables, rules, numbering, state, wanted, out)
    return _list_adjustments(space, tables, numbering, course, state, wanted, out)


def _list_orders(
    space: Any,
    tables: Any,
    rules: Any,
    numbering: Any,
    course: Any,
    state: Any,
    phase: Any,
    wanted: int,
    first: int,
    last: int,
    begin: Any,
    out: Any,
    most: int,
) -> Any:
    """List the legal orders of the games from `first` on; return the game that `out` is too short for, and its use.

    No game has more than `most`.
    Where the orders of each province of game `first` begin in `out` is noted in the first row of `begin`, and so on.
    """
    space, tables, numbering = _borrowed(space), _borrowed(tables), _borrowed(numbering)
    filled = 0
    for k in range(first, last):
        if len(out) - filled < most:
            return k, filled
        found = _list_one(space, tables, rules, numbering, course, state[k], phase[k, TYPE], wanted, out[filled:])
        for p in range(len(space.at)):
            begin[k - first, p] = filled + space.begin[p]
        filled += found
    return last, filled


# -- chance ------------------------------------------------------------------------------------------------------------


@njit(nogil=True, error_model="numpy", forceinline=True)
def _drawn(chance: Any, game: int, below: int) -> int:
    """Return a random number from 0 to before `below`, and advance the generator of a game (SplitMix64).

    Source: G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom number generators, OOPSLA 2014.
    """
    chance[game] += np.uint64(0x9E3779B97F4A7C15)
    z = chance[game]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    return np.int64((z >> np.uint64(32)) * np.uint64(below) >> np.uint64(32))  # pyright: ignore[reportReturnType]


def _choose(
    course: Any,
    state: Any,
    phase: Any,
    begin: Any,
    listed: Any,
    filled: int,
    chance: Any,
    first: int,
    last: int,
    chosen: Any,
) -> None:
    """Choose one of the legal orders of each unit, dislodged unit or free home center at random, all equally likely.

    Of a power that must remove units as many are chosen as must go, each set of units equally likely; of one that may
    build as many home centers as it has builds, likewise.

    The orders of game `first` are those that `begin`, which starts with it, tells of, and so on; `filled` of `listed`
    are used.
    """
    provinces = len(course.center)
    left, balance = np.zeros(len(course.home), dtype=np.int64), np.zeros(len(course.home), dtype=np.int64)
    numbers = np.zeros(provinces, dtype=np.int64)
    for k in range(first, last):
        here = begin[k - first]
        for p in range(provinces - 1):
            numbers[p] = here[p + 1] - here[p]
        end = begin[k - first + 1, 0] if k + 1 < last else filled
        numbers[provinces - 1] = end - here[provinces - 1]
        adjusts = phase[k, TYPE] == ADJUSTMENT
        if adjusts:  # how many of each power have orders
            _balances(course, state[k], balance)
            left[:] = 0
            for p in range(provinces):
                if numbers[p]:
                    left[_adjuster(state[k], p)] += 1
        for p in range(provinces):
            chosen[k, p] = -1
            if not numbers[p]:
                continue
            if adjusts:  # so many of those left are to be chosen
                power = _adjuster(state[k], p)
                wanted = min(abs(balance[power]), left[power])
                taken = _drawn(chance, k, left[power]) < wanted
                left[power] -= 1
                if not taken:
                    continue
                balance[power] -= 1 if balance[power] > 0 else -1
            chosen[k, p] = listed[here[p] + _drawn(chance, k, numbers[p])]


@njit(nogil=True, error_model="numpy", forceinline=True)
def _adjuster(state: Any, p: int) -> int:
    """Return the power that removes the unit in a province, or builds there."""
    return state[p, POWER] if state[p, STANDS] >= 0 else state[p, OWNER]


# -- carrying out ------------------------------------------------------------------------------------------------------

FAULTLESS, NO_SUCH_ORDER, NO_UNIT, WRONG_PHASE, OTHER_UNIT, NOBODYS = 0, 1, 2, 3, 4, 5
"""What makes an order one that arrays cannot hold: it has no number, is for no unit there, is of another phase, names a
unit otherwise than it stands, or is a build where nobody could build."""


@njit(nogil=True, error_model="numpy", forceinline=True)
def _order_fault(tables: Any, columns: Any, course: Any, state: Any, kind: int, p: int, number: int) -> int:
    locations = len(tables.province)
    does, stand, target = columns[number, KIND], columns[number, UNIT], columns[number, TARGET]
    if kind == MOVEMENT:
        if does > CONVOYS:
            return WRONG_PHASE
    elif kind == RETREAT:
        if does not in (RETREATS, DISBANDS):
            return WRONG_PHASE
    elif does < DISBANDS:
        return WRONG_PHASE
    if does in (BUILDS, WAIVES):
        owner = state[p, OWNER]
        if owner < 0 or not course.home[owner, p]:
            return NOBODYS
        return NO_UNIT if does == BUILDS and tables.province[stand % locations] != p else FAULTLESS
    place, fleet = (state[p, OUT], state[p, OUT_FLEET]) if kind == RETREAT else (state[p, STANDS], state[p, FLEET])
    if place < 0 or stand != place + (locations if fleet else 0):
        return NO_UNIT
    if target >= 0:
        there = tables.province[target % locations]
        standing = state[there, STANDS]
        if standing >= 0 and target != standing + (locations if state[there, FLEET] else 0):
            return OTHER_UNIT
    return FAULTLESS


def _check_orders(tables: Any, columns: Any, course: Any, state: Any, phase: Any, chosen: Any) -> Any:
    """Return game, province and fault of the first order that cannot be held, FAULTLESS if there is none."""
    tables = _borrowed(tables)
    for k in range(len(state)):
        for p in range(len(course.center)):
            number = chosen[k, p]
            if number < 0:
                continue
            fault = NO_SUCH_ORDER
            if number < len(columns):
                fault = _order_fault(tables, columns, course, state[k], phase[k, TYPE], p, number)
            if fault:
                return k, p, fault
    return 0, 0, FAULTLESS


def _lay_out(
    space: Any,
    tables: Any,
    columns: Any,
    state: Any,
    phase: Any,
    chosen: Any,
    first: int,
    last: int,
    start: Any,
    units: Any,
    orders: Any,
    unit_in: Any,
    turn_of: Any,
) -> int:
    """Lay out the games that stand at a movement phase as a batch; return how many they are."""
    space, tables = _borrowed(space), _borrowed(tables)
    provinces = len(space.at)
    turns = 0
    base = 0
    start[0] = 0
    for k in range(first, last):
        turn_of[k - first] = -1
        if phase[k, TYPE] != MOVEMENT:
            continue
        here = 0
        for p in range(provinces):
            space.at[p] = -1
            if state[k, p, STANDS] >= 0:
                space.at[p] = here
                unit_in[base + here] = p
                units[base + here, 0] = state[k, p, FLEET]
                units[base + here, 1] = state[k, p, STANDS]
                units[base + here, 2] = state[k, p, POWER]
                here += 1
        for i in range(base, base + here):
            number = chosen[k, unit_in[i]]
            orders[i, 0] = HOLDS
            orders[i, 1] = -1
            orders[i, 2] = -1
            orders[i, 3] = 0
            if number >= 0:
                orders[i, 0] = columns[number, KIND]
                target = columns[number, TARGET]
                if target >= 0:
                    orders[i, 1] = space.at[tables.province[target % len(tables.province)]]
                orders[i, 2] = columns[number, GOAL]
                orders[i, 3] = columns[number, VIA]
        base += here
        turn_of[k - first] = turns
        turns += 1
        start[turns] = base
    return turns


@njit(nogil=True, error_model="numpy", forceinline=True)
def _settle_movement(
    tables: Any, state: Any, chosen: Any, unit_in: Any, answers: Any, contested: Any, success: Any
) -> bool:
    """Carry over what became of a movement phase; tell whether a unit was dislodged."""
    dislodged = False
    for i in range(len(answers)):
        p = unit_in[i]
        success[p] = answers[i].succeeds if chosen[p] >= 0 else -1
        if answers[i].place < 0:
            attacker = answers[i].attacker
            dislodged = True
            state[p, OUT] = state[p, STANDS]
            state[p, OUT_FLEET] = state[p, FLEET]
            state[p, OUT_POWER] = state[p, POWER]
            state[p, FROM] = unit_in[attacker]
            state[p, BY_CONVOY] = answers[attacker].convoyed
    # whoever moves is lifted first: units may change places
    lifted = np.empty((len(answers), 2), dtype=np.int8)
    for i in range(len(answers)):
        p = unit_in[i]
        lifted[i, 0] = state[p, FLEET]
        lifted[i, 1] = state[p, POWER]
    for i in range(len(answers)):
        _clear_unit(state, unit_in[i])
    for i in range(len(answers)):
        place = answers[i].place
        if place >= 0:
            p = tables.province[place]
            state[p, STANDS] = place
            state[p, FLEET] = lifted[i, 0]
            state[p, POWER] = lifted[i, 1]
    for w in range(WORDS):
        left = contested[w]
        while left:
            bit = left & -left
            left ^= bit
            state[lowest(bit) + w * WORD, CONTESTED] = 1
    return dislodged


@njit(nogil=True, error_model="numpy", forceinline=True)
def _clear_unit(state: Any, p: int) -> None:
    state[p, STANDS] = -1
    state[p, FLEET] = 0
    state[p, POWER] = -1


@njit(nogil=True, error_model="numpy", forceinline=True)
def _settle_retreats(space: Any, tables: Any, rules: Any, columns: Any, state: Any, chosen: Any, success: Any) -> None:
    """Carry out a retreat phase: two retreats to one province both fail, and whoever does not retreat is disbanded."""
    _close(space, state)
    into, provinces = space.at, len(space.at)
    into[:] = 0
    for p in range(provinces):
        number = chosen[p]
        if number < 0:
            continue
        success[p] = 1
        if columns[number, KIND] == RETREATS:
            goal = columns[number, GOAL]
            if _may_retreat(space, tables, rules, state, p, goal):
                into[tables.province[goal]] += 1
            else:
                success[p] = 0
    for p in range(provinces):
        number = chosen[p]
        if number >= 0 and columns[number, KIND] == RETREATS and success[p]:
            goal = columns[number, GOAL]
            there = tables.province[goal]
            if into[there] == 1:
                state[there, STANDS] = goal
                state[there, FLEET] = state[p, OUT_FLEET]
                state[there, POWER] = state[p, OUT_POWER]
            else:
                success[p] = 0


@njit(nogil=True, error_model="numpy")
def _forget_dislodged(state: Any) -> None:
    for p in range(len(state)):
        state[p, OUT] = -1
        state[p, OUT_FLEET] = 0
        state[p, OUT_POWER] = -1
        state[p, FROM] = -1
        state[p, BY_CONVOY] = 0
        state[p, CONTESTED] = 0


@njit(nogil=True, error_model="numpy", forceinline=True)
def _settle_adjustments(
    space: Any, tables: Any, columns: Any, course: Any, state: Any, chosen: Any, success: Any
) -> None:
    """Carry out an adjustment phase; the orders of a power are reckoned as given by the number of the province."""
    balance, provinces, locations = space.of_power, len(space.at), len(tables.province)
    _balances(course, state, balance)
    for power in range(len(course.home)):
        if balance[power] == 0:
            for p in range(provinces):
                if chosen[p] >= 0 and _whose(columns, state, p, chosen[p]) == power:
                    success[p] = 0
            continue
        building = balance[power] > 0
        ordered = waived = orders = free = 0
        for p in range(provinces):
            if building and state[p, OWNER] == power and _is_free_home(course, state, p):
                free += 1
            number = chosen[p]
            if number < 0 or _whose(columns, state, p, number) != power:
                continue
            success[p] = 0
            does = columns[number, KIND]
            if does == WAIVES:
                if not building or not course.options[WAIVING]:
                    continue
                waived |= 1 << orders
            elif (does == BUILDS) != building or (building and not _is_free_home(course, state, p)):
                continue
            else:
                ordered |= 1 << orders
            space.begin[orders] = p
            orders += 1
        most = abs(balance[power])
        most_units = min(most, free) if building else most
        kept = counted(ordered, waived, most, most_units, course.options[BUILD_CHOICE if building else REMOVAL_CHOICE])
        made = 0
        for n in range(orders):
            if not kept >> n & 1:
                continue
            p = space.begin[n]
            success[p] = 1
            if waived >> n & 1:
                continue
            made += 1
            stand = columns[chosen[p], UNIT]
            if building:
                state[p, STANDS] = stand % locations
                state[p, FLEET] = 1 if stand >= locations else 0
                state[p, POWER] = power
            else:
                _clear_unit(state, p)
        if building:
            while made < most_units and not course.options[WAIVING]:  # armies are built unordered
                best = -1
                for p in range(provinces):
                    if (
                        state[p, OWNER] == power
                        and _is_free_home(course, state, p)
                        and (best < 0 or course.alphabet[p] < course.alphabet[best])
                    ):
                        best = p
                state[best, STANDS] = best
                state[best, FLEET] = 0
                state[best, POWER] = power
                made += 1
        else:
            while made < most:
                farthest = _farthest(locations, course, state, power)
                if farthest < 0:
                    break
                _clear_unit(state, farthest)
                made += 1


@njit(nogil=True, error_model="numpy", forceinline=True)
def _whose(columns: Any, state: Any, p: int, number: int) -> int:
    """Return the power that gave an order of an adjustment phase."""
    return state[p, POWER] if columns[number, KIND] == DISBANDS else state[p, OWNER]


@njit(nogil=True, error_model="numpy")
def _farthest(locations: int, course: Any, state: Any, power: int) -> int:
    """Return the province of the unit of a power that is removed first in civil disorder, -1 if it has none."""
    found, highest = -1, 0
    for p in range(len(state)):
        if state[p, STANDS] < 0 or state[p, POWER] != power:
            continue
        if course.options[TO_OWNED]:
            distance = UNREACHABLE
            for center in range(len(state)):
                if course.center[center] and state[center, OWNER] == power:
                    distance = min(distance, course.steps[p, center])
        else:
            distance = course.from_home[power, state[p, STANDS] + (locations if state[p, FLEET] else 0)]
        rank = removal_rank(distance, state[p, FLEET], course.alphabet[p])
        if found < 0 or rank > highest:
            found, highest = p, rank
    return found


@njit(nogil=True, error_model="numpy")
def _may_adjust(balance: Any, course: Any, state: Any) -> bool:
    """Tell whether a power could build or must remove a unit."""
    for power in range(len(course.home)):
        if balance[power] < 0:
            return True
    could = False
    for p in range(len(state)):
        could = could or (_is_free_home(course, state, p) and balance[state[p, OWNER]] > 0)
    return could


@njit(nogil=True, error_model="numpy", forceinline=True)
def _pass_on(space: Any, course: Any, state: Any, phase: Any, dislodged: bool) -> None:
    """Go on to the phase that follows; after the last phase of an autumn centers change hands."""
    season, kind = phase[SEASON], phase[TYPE]
    adjust = False
    if not dislodged:
        _forget_dislodged(state)
        if season == FALL:
            for p in range(len(state)):
                if course.center[p] and state[p, STANDS] >= 0:
                    state[p, OWNER] = state[p, POWER]
            _balances(course, state, space.of_power)
            adjust = _may_adjust(space.of_power, course, state)
    phase[SEASON], phase[TYPE] = next_phase(season, kind, dislodged, adjust)
    if phase[SEASON] < season:
        phase[YEAR] += 1


def _advance(
    space: Any,
    tables: Any,
    rules: Any,
    columns: Any,
    course: Any,
    state: Any,
    phase: Any,
    chosen: Any,
    first: int,
    last: int,
    start: Any,
    unit_in: Any,
    turn_of: Any,
    answers: Any,
    contested: Any,
    success: Any,
) -> None:
    """Carry out the phase of each game and go on to the next; movement phases are adjudicated already, in `answers`."""
    space, tables = _borrowed(space), _borrowed(tables)
    for k in range(first, last):
        kind = phase[k, TYPE]
        success[k, :] = -1
        dislodged = False
        if kind == MOVEMENT:
            turn = turn_of[k - first]
            base, end = start[turn], start[turn + 1]
            dislodged = _settle_movement(
                tables, state[k], chosen[k], unit_in[base:end], answers[base:end], contested[turn], success[k]
            )
        elif kind == RETREAT:
            _settle_retreats(space, tables, rules, columns, state[k], chosen[k], success[k])
        else:
            _settle_adjustments(space, tables, columns, course, state[k], chosen[k], success[k])
        _pass_on(space, course, state[k], phase[k], dislodged)


list_orders = _compiled(_list_orders)
choose = _compiled(_choose)
check_orders = _compiled(_check_orders)
lay_out = _compiled(_lay_out)
advance = _compiled(_advance)
