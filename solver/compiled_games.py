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

from ..map.masks import count, has, lowest
from .adjustments import UNREACHABLE
from .aftermath import retreat_barred
from .columns import ATTACKER, CONVOYED, PLACE, SUCCEEDS, WORD
from .compiled import MOST_UNITS, _borrowed, _compiled
from .course import ADJUSTMENT, FALL, MOVEMENT, RETREAT, SPRING, counted, next_phase, removal_rank
from .equations import CONVOYS, HOLDS
from .placement import Placement
from .reach import LEGAL, convoy_fault, move_fault, support_fault
from .vocabulary import BUILDS, DISBANDS, KIND, PLACE as GOAL, RETREATS, TARGET, UNIT, VIA, WAIVES, WORDS  # noqa: I001

# -- the columns of a province ---------------------------------------------------------------------------------------
OWNER = 0  # the power that owns the supply center, -1 for none
STANDS = 1  # the location of the unit in it, -1 for none
FLEET = 2  # 1 if that is a fleet
POWER = 3  # its power
OUT = 4  # the location of the unit dislodged from it, -1 for none
OUT_FLEET = 5  # 1 if that is a fleet
OUT_POWER = 6  # its power
FROM = 7  # the province that its attacker came from, -1 if that bars no retreat
BY_CONVOY = 8  # 1 if the attacker came by convoy
CONTESTED = 9  # 1 if a standoff left the province empty
STATE_COLUMNS = 10
# -- the columns of a phase ------------------------------------------------------------------------------------------
SEASON, YEAR, TYPE = 0, 1, 2


class Course(NamedTuple):
    """What a board and a rulebook say about builds, removals and ownership, for compiled code.

    Attributes:
        center: uint8, by province: 1 for a supply center.
        home: uint8, by power and province: 1 for its home center.
        alphabet: int16, by province: its place in the alphabet of English names.
        steps: int32, by province and province: the distance, for rulebooks that measure it to owned centers.
        from_home: int32, by power and stand: the distance from home, for the others.
        options: int64: 1 if distances are to owned centers; 1 if builds may be waived; the numbers of the choices
            ``too_many_builds`` and ``too_many_disbands``.
    """

    center: Any
    home: Any
    alphabet: Any
    steps: Any
    from_home: Any
    options: Any


TO_OWNED, WAIVING, BUILD_CHOICE, REMOVAL_CHOICE = 0, 1, 2, 3


class Desk(NamedTuple):
    """The arrays that the functions of this module work in, for one thread.

    Attributes:
        units: int64, (6, units): stand, province, location, fleet, power and allies of each unit.
        at: int64, (provinces,): the unit in each province, -1 for none.
        closed: int64, (provinces,): what bars retreats.
        arrive: int64, (provinces,): the units that may be able to go to each, as masks.
        carried: int64, (units, 2): the provinces that an army could be convoyed to, in words.
        joined: int64, (units,): the seas whose fleets are linked with the army's province.
        routes: int64, (units, provinces): the seas on routes of an army to a province.
        of_power: int64, (64,): by power, its units as a mask, or its balance.
        listed: int32: orders of one game.
        begin: int64, (provinces + 1,): where those of each province begin.
    """

    units: Any
    at: Any
    closed: Any
    arrive: Any
    carried: Any
    joined: Any
    routes: Any
    of_power: Any
    listed: Any
    begin: Any


LISTED = 1 << 17
"""More orders than the units of one position can have."""


def desk(provinces: int) -> Desk:
    """Return the arrays to work in."""
    return Desk(
        units=np.zeros((6, MOST_UNITS), dtype=np.int64),
        at=np.full(provinces, -1, dtype=np.int64),
        closed=np.zeros(provinces, dtype=np.int64),
        arrive=np.zeros(provinces, dtype=np.int64),
        carried=np.zeros((MOST_UNITS, WORDS), dtype=np.int64),
        joined=np.zeros(MOST_UNITS, dtype=np.int64),
        routes=np.zeros((MOST_UNITS, provinces), dtype=np.int64),
        of_power=np.zeros(64, dtype=np.int64),
        listed=np.zeros(LISTED, dtype=np.int32),
        begin=np.zeros(provinces + 1, dtype=np.int64),
    )


# -- sets in words -----------------------------------------------------------------------------------------------------


@njit(nogil=True, error_model="numpy", forceinline=True)
def _below(words: Any, place: int) -> int:
    """Return how many members of a set in words are less than `place`."""
    if place < WORD:
        return count(words[0] & ((1 << place) - 1))
    return count(words[0]) + count(words[1] & ((1 << (place - WORD)) - 1))


@njit(nogil=True, error_model="numpy", forceinline=True)
def _in(words: Any, place: int) -> bool:
    return words[place // WORD] >> place % WORD & 1 != 0


# -- the units of a position -------------------------------------------------------------------------------------------


@njit(nogil=True, error_model="numpy")
def _line_up(space: Any, tables: Any, state: Any) -> Any:
    """Note the units of a position, armies first, each kind by location; return how many they are, and the seas held."""
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
    # fleets on coasts are by province above, which is by location only where coasts are numbered by province
    for i in range(units):
        allies[i] = space.of_power[power[i]]
    return units, at_sea


# -- legal orders ------------------------------------------------------------------------------------------------------


@njit(nogil=True, error_model="numpy")
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


@njit(nogil=True, error_model="numpy")
def _find_routes(space: Any, tables: Any, numbering: Any, placement: Any, units: int) -> None:
    """Note by army and province the seas over which a convoy there could need a fleet."""
    for army in range(units):
        if not space.joined[army]:
            continue
        origin = placement.province[army]
        for w in range(WORDS):
            goals = space.carried[army, w]
            while goals:
                bit = goals & -goals
                goals ^= bit
                goal = lowest(bit) + w * WORD
                known = 0
                left = space.joined[army]
                while left:
                    sea = left & -left
                    left ^= sea
                    n = lowest(sea)
                    if not _in(numbering.convoys[n, origin], goal):
                        continue
                    at = placement.at[tables.sea_province[n]]
                    fault, found = convoy_fault(tables, placement, at, army, goal, known)
                    if fault == LEGAL:
                        known |= found | sea
                space.routes[army, goal] = known


@njit(nogil=True, error_model="numpy")
def _orders_of(
    space: Any, tables: Any, rules: Any, numbering: Any, placement: Any, unit: int, out: Any, filled: int
) -> int:
    """List the legal orders of a unit in a movement phase behind the `filled` of `out`; return how many there are then."""
    stand = space.units[0]
    own, here, fleet = stand[unit], placement.province[unit], placement.fleet[unit]
    provinces = len(placement.at)
    arrive, carried = space.arrive, space.carried
    out[filled] = numbering.hold[own]
    filled += 1
    moves, reach = numbering.moves[own], numbering.reach[own]
    for w in range(WORDS):
        goals = moves[w] if fleet else reach[w] | carried[unit, w]
        while goals:
            bit = goals & -goals
            goals ^= bit
            goal = lowest(bit) + w * WORD
            coast = goal if goal >= provinces else -1
            fault, _ = move_fault(tables, rules, placement, unit, tables.province[goal], coast, 0, 0)
            if fault == LEGAL:
                out[filled] = numbering.move[own] + _below(moves, goal)
                filled += 1
    for w in range(WORDS):
        goals = reach[w] & carried[unit, w]
        while goals:
            bit = goals & -goals
            goals ^= bit
            goal = lowest(bit) + w * WORD
            if move_fault(tables, rules, placement, unit, goal, -1, 1, 0)[0] == LEGAL:
                out[filled] = numbering.via[own] + _below(numbering.vias[own], goal)
                filled += 1
    others = 0
    for w in range(WORDS):
        goals = reach[w]
        while goals:
            bit = goals & -goals
            goals ^= bit
            goal = lowest(bit) + w * WORD
            others |= arrive[goal]
            if placement.at[goal] >= 0:
                others |= 1 << placement.at[goal]
    others &= ~(1 << unit)
    sea = tables.sea[here] if fleet else -1
    while others:
        bit = others & -others
        others ^= bit
        other = lowest(bit)
        there, others_stand = placement.province[other], stand[other]
        number = numbering.support[own, others_stand]
        if _in(reach, there):
            if support_fault(tables, rules, placement, unit, other, -1, -1)[0] == LEGAL:
                out[filled] = number
                filled += 1
            number += 1
        by_sea = sea >= 0 and not placement.fleet[other]
        for w in range(WORDS):
            # what is numbered here, and of that what the other could do in this position
            all_goals = numbering.goals_without[sea, there, w] if by_sea else numbering.goals[others_stand, w]
            all_goals &= reach[w]
            if here // WORD == w:
                all_goals &= ~(1 << here % WORD)
            if there // WORD == w:
                all_goals &= ~(1 << there % WORD)
            goals = all_goals & (numbering.reach[others_stand, w] | carried[other, w])
            while goals:
                bit = goals & -goals
                goals ^= bit
                goal = lowest(bit) + w * WORD
                if support_fault(tables, rules, placement, unit, other, goal, -1)[0] == LEGAL:
                    out[filled] = number + count(all_goals & (bit - 1))
                    filled += 1
            number += count(all_goals)
    if sea < 0:
        return filled
    for army in range(len(placement.province)):
        if not space.joined[army] >> sea & 1:
            continue
        there = placement.province[army]
        for w in range(WORDS):
            goals = carried[army, w] & numbering.convoys[sea, there, w]
            while goals:
                bit = goals & -goals
                goals ^= bit
                goal = lowest(bit) + w * WORD
                if space.routes[army, goal] >> sea & 1:
                    out[filled] = numbering.convoy[sea, there] + _below(numbering.convoys[sea, there], goal)
                    filled += 1
    return filled


@njit(nogil=True, error_model="numpy")
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
            filled = _orders_of(space, tables, rules, numbering, placement, unit, out, filled)
    space.begin[len(space.at)] = filled
    return filled


@njit(nogil=True, error_model="numpy")
def _close(space: Any, state: Any) -> None:
    """Note the provinces that are closed to retreats: where a unit stands, or after a standoff."""
    for p in range(len(space.closed)):
        space.closed[p] = 1 if state[p, STANDS] >= 0 or state[p, CONTESTED] else 0


@njit(nogil=True, error_model="numpy")
def _may_retreat(space: Any, tables: Any, rules: Any, state: Any, p: int, goal: int) -> bool:
    """Tell whether the unit dislodged from `p` may retreat to the location `goal`, which is near it."""
    return not retreat_barred(tables, rules, goal, space.closed, state[p, FROM], state[p, BY_CONVOY] != 0)


@njit(nogil=True, error_model="numpy")
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
        near = numbering.retreats[stand]
        for w in range(WORDS):
            goals = near[w]
            while goals:
                bit = goals & -goals
                goals ^= bit
                goal = lowest(bit) + w * WORD
                if _may_retreat(space, tables, rules, state, p, goal):
                    out[filled] = numbering.retreat[stand] + _below(near, goal)
                    filled += 1
        out[filled] = numbering.disband[stand]
        filled += 1
    space.begin[len(space.at)] = filled
    return filled


@njit(nogil=True, error_model="numpy")
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


@njit(nogil=True, error_model="numpy")
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


@njit(nogil=True, error_model="numpy")
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
) -> Any:
    """List the legal orders of the games from `first` on; return the game that `out` is too short for, and what is filled.

    Where the orders of each province of a game begin in `out` is noted in `begin`, shape (games, provinces).
    """
    space, tables, numbering = _borrowed(space), _borrowed(tables), _borrowed(numbering)
    filled = 0
    for k in range(first, last):
        if len(out) - filled < LISTED:
            return k, filled
        found = _list_one(
            space, tables, rules, numbering, course, state[k], phase[k, TYPE], wanted, out[filled:]
        )
        for p in range(len(space.at)):
            begin[k, p] = filled + space.begin[p]
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
    return np.int64((z >> np.uint64(32)) * np.uint64(below) >> np.uint64(32))


def _choose(
    space: Any,
    tables: Any,
    rules: Any,
    numbering: Any,
    course: Any,
    state: Any,
    phase: Any,
    chance: Any,
    first: int,
    last: int,
    chosen: Any,
) -> None:
    """Choose one of the legal orders of each unit, dislodged unit or free home center at random, all equally likely.

    Of a power that must remove units as many are chosen as must go, each set of units equally likely; of one that may
    build as many home centers as it has builds, likewise.
    """
    space, tables, numbering = _borrowed(space), _borrowed(tables), _borrowed(numbering)
    provinces = len(space.at)
    left = np.zeros(64, dtype=np.int64)
    for k in range(first, last):
        kind = phase[k, TYPE]
        _list_one(space, tables, rules, numbering, course, state[k], kind, -1, space.listed)
        if kind == ADJUSTMENT:  # how many of each power have orders
            left[:] = 0
            for p in range(provinces):
                if space.begin[p + 1] > space.begin[p]:
                    left[state[k, p, POWER] if state[k, p, STANDS] >= 0 else state[k, p, OWNER]] += 1
        for p in range(provinces):
            begin, orders = space.begin[p], space.begin[p + 1] - space.begin[p]
            chosen[k, p] = -1
            if not orders:
                continue
            if kind == ADJUSTMENT:  # so many of those left are to be chosen
                power = state[k, p, POWER] if state[k, p, STANDS] >= 0 else state[k, p, OWNER]
                wanted = min(abs(space.of_power[power]), left[power])
                taken = _drawn(chance, k, left[power]) < wanted
                left[power] -= 1
                if not taken:
                    continue
                space.of_power[power] -= 1 if space.of_power[power] > 0 else -1
            chosen[k, p] = space.listed[begin + _drawn(chance, k, orders)]


# -- carrying out ------------------------------------------------------------------------------------------------------

FAULTLESS, NO_SUCH_ORDER, NO_UNIT, WRONG_PHASE, OTHER_UNIT, NOBODYS = 0, 1, 2, 3, 4, 5
"""What makes an order one that arrays cannot hold: it has no number, is for no unit there, of another phase, names a unit otherwise
than it stands, or is a build where nobody could build."""


@njit(nogil=True, error_model="numpy")
def _order_fault(tables: Any, columns: Any, course: Any, state: Any, kind: int, p: int, number: int) -> int:
    locations = len(tables.province)
    does, stand, target = columns[number, KIND], columns[number, UNIT], columns[number, TARGET]
    if kind == MOVEMENT:
        if does > CONVOYS:
            return WRONG_PHASE
    elif kind == RETREAT:
        if does != RETREATS and does != DISBANDS:
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
    """Return game, province and fault of the first order that cannot be held; the fault is FAULTLESS if there is none."""
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


@njit(nogil=True, error_model="numpy")
def _settle_movement(
    tables: Any, state: Any, chosen: Any, unit_in: Any, answers: Any, contested: Any, success: Any
) -> bool:
    """Carry over what became of a movement phase; tell whether a unit was dislodged."""
    dislodged = False
    for i in range(len(answers)):
        p = unit_in[i]
        success[p] = answers[i, SUCCEEDS] if chosen[p] >= 0 else -1
        if answers[i, PLACE] < 0:
            attacker = answers[i, ATTACKER]
            dislodged = True
            state[p, OUT] = state[p, STANDS]
            state[p, OUT_FLEET] = state[p, FLEET]
            state[p, OUT_POWER] = state[p, POWER]
            state[p, FROM] = unit_in[attacker]
            state[p, BY_CONVOY] = answers[attacker, CONVOYED]
    # whoever moves is lifted first: units may change places
    lifted = np.empty((len(answers), 2), dtype=np.int8)
    for i in range(len(answers)):
        p = unit_in[i]
        lifted[i, 0] = state[p, FLEET]
        lifted[i, 1] = state[p, POWER]
    for i in range(len(answers)):
        _clear_unit(state, unit_in[i])
    for i in range(len(answers)):
        place = answers[i, PLACE]
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


@njit(nogil=True, error_model="numpy")
def _settle_retreats(
    space: Any, tables: Any, rules: Any, columns: Any, state: Any, chosen: Any, success: Any
) -> None:
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


@njit(nogil=True, error_model="numpy")
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
                    if state[p, OWNER] == power and _is_free_home(course, state, p):
                        if best < 0 or course.alphabet[p] < course.alphabet[best]:
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
    for p in range(len(state)):
        if _is_free_home(course, state, p) and balance[state[p, OWNER]] > 0:
            return True
    return False


@njit(nogil=True, error_model="numpy")
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
    if phase[SEASON] == SPRING and not (season == SPRING and dislodged):
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
