"""Games in arrays advanced by compiled code: legal orders listed and chosen, orders laid out, phases carried out.

No rule is stated here: the functions of `legal`, `retreating`, `adjusting` and `course` are registered as they are, by
`solver.arrays.compiled`, and this module adds the loops over games, provinces and units. Needs the extra ``fast``.
"""

# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false
# Numba infers the types of these functions by itself.
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from ..map import count, has, joined_seas, location_and_fleet, lowest, unit_key
from ..solver import (
    ADJUSTMENT,
    BUILDS,
    CONVOYS,
    DISBANDS,
    HOLDS,
    MOST_ROUTES,
    MOST_UNITS,
    MOVEMENT,
    RETREAT,
    RETREATS,
    WAIVES,
    WORD,
    PhaseState,
    Placement,
    PowerOrders,
    Powers,
    ProvinceState,
    Routes,
    UnitPlacement,
    build_fault,
    came_from,
    carry_out_builds,
    carry_out_removals,
    carry_out_retreats,
    compiled,
    convoy_goals,
    count_free_homes,
    is_free_home,
    may_retreat,
    may_support_to_hold,
    moves_by_convoy,
    note_balances,
    note_carried,
    note_closed,
    note_convoyed,
    note_sequence,
    note_without,
    part,
    pass_on,
    place_unit,
    removal_fault,
    remove_unit,
    sea_held,
    support_goals,
    view_of,
    waiver_fault,
)
from .order_vocabulary import WORDS

_inlined = njit(nogil=True, error_model="numpy", forceinline=True)

# -- arrays ------------------------------------------------------------------------------------------------------------

STATE = np.dtype([(name, np.int8) for name in ProvinceState.__annotations__])
"""The contents of a province: the fields of `state.ProvinceState`, a byte each."""

PHASE = np.dtype([(name, np.int16) for name in PhaseState.__annotations__])
"""A phase: the fields of `state.PhaseState`."""


class BoardArrays(NamedTuple):
    """A board and a rulebook in arrays.

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


class GameArrays(NamedTuple):
    """Some games: `games.Games.state` and `phase`."""

    state: Any
    phase: Any


class MovementBatch(NamedTuple):
    """The games at a movement phase as a batch, and its outcomes: see `batch.Batch` and `Outcomes`.

    Attributes:
        start, units, orders: The batch.
        unit_in: int16: the province of each of its units.
        turn_of: int64: by game, the number of its turn, -1 for none.
        answers, masks, contested, retreats, how: Its outcomes.
    """

    start: Any
    units: Any
    orders: Any
    unit_in: Any
    turn_of: Any
    answers: Any
    masks: Any
    contested: Any
    retreats: Any
    how: Any


class WorkingArrays(NamedTuple):
    """The working arrays of one thread.

    Attributes:
        units: int64, (6, units): unit key, province, location, fleet, power and allies of each unit.
        at: int64, (provinces,): the unit in each province, -1 for none.
        closed: int64, (provinces,): why a province is closed to retreats.
        goals: int64, (provinces,): the destinations of retreats.
        arrive: int64, (provinces,): masks of the units that may be able to move to each.
        joined, carried, without, convoyed: int64: those of `legal.UnitPlacement`.
        routes: `legal.Routes`.
        powers: `adjusting.Powers`.
        of_power: int64, (powers,): by power, its units as a mask.
        begin: int64, (provinces + 1,): the start of the orders of each province.
        ordered: int64, (3, orders): those of `adjusting.PowerOrders`.
    """

    units: Any
    at: Any
    closed: Any
    goals: Any
    arrive: Any
    joined: Any
    carried: Any
    without: Any
    convoyed: Any
    routes: Any
    powers: Any
    of_power: Any
    begin: Any
    ordered: Any


def working_arrays(provinces: int, powers: int) -> WorkingArrays:
    """Return working arrays for a board with this many provinces and powers."""

    def zeros(*shape: int) -> Any:
        return np.zeros(shape, dtype=np.int64)

    return WorkingArrays(
        units=zeros(6, MOST_UNITS),
        at=np.full(provinces, -1, dtype=np.int64),
        closed=zeros(provinces),
        goals=zeros(provinces),
        arrive=zeros(provinces),
        joined=zeros(MOST_UNITS),
        carried=zeros(MOST_UNITS, WORDS),
        without=zeros(MOST_UNITS, WORD, WORDS),
        convoyed=zeros(MOST_UNITS, WORD, WORDS),
        routes=Routes(zeros(MOST_ROUTES), zeros(MOST_ROUTES), zeros(MOST_ROUTES), zeros(1)),
        powers=Powers(zeros(powers), zeros(powers), zeros(powers)),
        of_power=zeros(powers),
        begin=zeros(provinces + 1),
        ordered=zeros(3, provinces),
    )


# -- the units of a position -------------------------------------------------------------------------------------------


@_inlined
def _note_units(scratch: Any, tables: Any, state: Any) -> Any:
    """Note the units of a position, armies first, each kind by location; return their number, and the seas held."""
    provinces = len(scratch.at)
    key, province, location, fleet, power, allies = (
        scratch.units[0],
        scratch.units[1],
        scratch.units[2],
        scratch.units[3],
        scratch.units[4],
        scratch.units[5],
    )
    units = 0
    at_sea = 0
    on_coasts = 0
    for each in range(len(scratch.of_power)):
        scratch.of_power[each] = 0
    for kind in range(3):  # armies, fleets in provinces, fleets on coasts
        if kind == 2 and not on_coasts:
            break
        for p in range(provinces):
            here = state[p]
            place = here.unit_location
            if kind == 0:
                scratch.at[p] = -1
            if place < 0 or (kind == 0) != (here.fleet == 0):
                continue
            if kind and (place >= provinces) != (kind == 2):
                on_coasts += 1
                continue
            key[units] = unit_key(place, here.fleet)
            province[units] = p
            location[units] = place
            fleet[units] = 1 if kind else 0
            power[units] = here.power
            scratch.at[p] = units
            scratch.of_power[here.power] |= 1 << units
            if kind and tables.sea[p] >= 0:
                at_sea |= 1 << tables.sea[p]
            units += 1
    for i in range(units):
        allies[i] = scratch.of_power[power[i]]
    return units, at_sea


# -- legal orders ------------------------------------------------------------------------------------------------------


@_inlined
def _note_goals(scratch: Any, tables: Any, numbering: Any, units: int, at_sea: int) -> None:
    """Note the convoys that fleets make possible, and the units that may be able to move to each province."""
    key, province, fleet = scratch.units[0], scratch.units[1], scratch.units[3]
    arrive, carried, joined = scratch.arrive, scratch.carried, scratch.joined
    scratch.routes.met[0] = 0
    for p in range(len(arrive)):
        arrive[p] = 0
    for i in range(units):
        p = province[i]
        joined[i] = 0
        if not fleet[i] and tables.coastal[p]:
            joined[i] = joined_seas(tables.near, at_sea, tables.shore[p])
        if joined[i]:
            note_carried(numbering.ranges, joined[i], p, carried[i])
            note_without(tables, numbering.ranges, joined[i], p, scratch.without[i])
            note_convoyed(tables, joined[i], p, carried[i], scratch.convoyed[i], scratch.routes)
        for w in range(WORDS):
            goals = numbering.ranges.reach[key[i], w]
            if joined[i]:
                goals |= carried[i, w]
            while goals:
                bit = goals & -goals
                goals ^= bit
                arrive[lowest(bit) + w * WORD] |= 1 << i


@_inlined
def _list(numbered: int, legal: int, number: int, out: Any, filled: int) -> int:
    """List the orders for the goals in the word `legal`; `number` is the order for the lowest goal in `numbered`."""
    legal &= numbered
    while legal:
        bit = legal & -legal
        legal ^= bit
        out[filled] = number + count(numbered & (bit - 1))
        filled += 1
    return filled


@_inlined
def _moves_of(numbering: Any, context: Any, unit: int, out: Any, filled: int) -> int:
    """List the hold and the legal moves of a unit; return the number of orders listed so far."""
    own = context.unit_key[unit]
    out[filled] = numbering.hold[own]
    filled += 1
    number = numbering.move[own]
    joined = context.joined[unit]
    for w in range(WORDS):
        near = numbering.retreats[own, w]
        if joined:
            near |= moves_by_convoy(context, unit, 0, w)
        filled = _list(numbering.moves[own, w], near, number, out, filled)
        number += count(numbering.moves[own, w])
    if joined:
        number = numbering.via[own]
        for w in range(WORDS):
            filled = _list(numbering.vias[own, w], moves_by_convoy(context, unit, 1, w), number, out, filled)
            number += count(numbering.vias[own, w])
    return filled


@_inlined
def _supports_of(scratch: Any, numbering: Any, context: Any, unit: int, out: Any, filled: int) -> int:
    """List the legal supports of a unit; return the number of orders listed so far."""
    key, placement = context.unit_key, context.placement
    own, here = key[unit], placement.province[unit]
    others = 0
    for w in range(WORDS):
        goals = numbering.ranges.reach[own, w]
        while goals:
            bit = goals & -goals
            goals ^= bit
            goal = lowest(bit) + w * WORD
            others |= scratch.arrive[goal]
            if placement.at[goal] >= 0:
                others |= 1 << placement.at[goal]
    others &= ~(1 << unit)
    sea = sea_held(context.tables, here, placement.fleet[unit])
    while others:
        bit = others & -others
        others ^= bit
        other = lowest(bit)
        there, theirs = placement.province[other], key[other]
        number = numbering.support[own, theirs]
        if may_support_to_hold(context, unit, other):
            out[filled] = number
            filled += 1
            number += 1
        elsewhere = not placement.fleet[other] and sea >= 0
        for w in range(WORDS):
            numbered = numbering.ranges.reach[own, w]
            numbered &= numbering.goals_without[sea, there, w] if elsewhere else numbering.goals[theirs, w]
            filled = _list(numbered, support_goals(context, unit, other, w), number, out, filled)
            number += count(numbered)
    return filled


@_inlined
def _convoys_of(numbering: Any, context: Any, unit: int, out: Any, filled: int) -> int:
    """List the legal convoys of a unit; return the number of orders listed so far."""
    placement = context.placement
    sea = sea_held(context.tables, placement.province[unit], placement.fleet[unit])
    if sea < 0:
        return filled
    for army in range(len(placement.province)):
        if not context.joined[army] >> sea & 1:
            continue
        there = placement.province[army]
        number = numbering.convoy[sea, there]
        for w in range(WORDS):
            numbered = numbering.convoys[sea, there, w]
            filled = _list(numbered, convoy_goals(context, unit, army, w), number, out, filled)
            number += count(numbered)
    return filled


@_inlined
def _list_movement(scratch: Any, board: Any, state: Any, out: Any) -> int:
    """List the legal orders of a movement phase; return their number.

    The start of the orders of each province is noted in `scratch.begin`.
    """
    tables, numbering = board.tables, board.numbering
    units, at_sea = _note_units(scratch, tables, state)
    key, province, location = part(scratch.units[0], 0, units), part(scratch.units[1], 0, units), scratch.units[2]
    placement = Placement(province, location, scratch.units[3], scratch.units[5], scratch.at, at_sea)
    _note_goals(scratch, tables, numbering, units, at_sea)
    context = UnitPlacement(
        tables,
        board.rules,
        numbering.ranges,
        placement,
        key,
        scratch.joined,
        scratch.carried,
        scratch.without,
        scratch.convoyed,
    )
    filled = 0
    for p in range(len(scratch.at)):
        scratch.begin[p] = filled
        unit = scratch.at[p]
        if unit >= 0:
            filled = _moves_of(numbering, context, unit, out, filled)
            filled = _supports_of(scratch, numbering, context, unit, out, filled)
            filled = _convoys_of(numbering, context, unit, out, filled)
    scratch.begin[len(scratch.at)] = filled
    return filled


@_inlined
def _list_retreats(scratch: Any, board: Any, state: Any, out: Any) -> int:
    """List the legal orders of a retreat phase, as `_list_movement` does."""
    tables, numbering = board.tables, board.numbering
    note_closed(state, scratch.closed)
    filled = 0
    for p in range(len(scratch.at)):
        scratch.begin[p] = filled
        here = state[p]
        if here.dislodged_location < 0:
            continue
        key = unit_key(here.dislodged_location, here.dislodged_is_fleet)
        number = numbering.retreat[key]
        for w in range(WORDS):
            near = numbering.retreats[key, w]
            legal = 0
            goals = near
            while goals:
                bit = goals & -goals
                goals ^= bit
                if may_retreat(tables, board.rules, here, lowest(bit) + w * WORD, scratch.closed):
                    legal |= bit
            filled = _list(near, legal, number, out, filled)
            number += count(near)
        out[filled] = numbering.disband[key]
        filled += 1
    scratch.begin[len(scratch.at)] = filled
    return filled


@_inlined
def _list_adjustments(scratch: Any, board: Any, state: Any, out: Any) -> int:
    """List the legal orders of an adjustment phase, as `_list_movement` does."""
    tables, numbering, homes, balance = board.tables, board.numbering, board.homes, scratch.powers.balance
    note_balances(state, scratch.powers)
    filled = 0
    for p in range(len(scratch.at)):
        scratch.begin[p] = filled
        here = state[p]
        if here.unit_location >= 0:
            if balance[here.power] < 0:
                out[filled] = numbering.disband[unit_key(here.unit_location, here.fleet)]
                filled += 1
        elif is_free_home(homes, here, p):
            if balance[here.owner] <= 0:
                continue
            for key in (unit_key(p, 0), unit_key(p, 1)):
                if numbering.build[key] >= 0:
                    out[filled] = numbering.build[key]
                    filled += 1
            for coast in range(tables.first_coast[p], tables.first_coast[p] + tables.coasts[p]):
                out[filled] = numbering.build[unit_key(coast, 1)]
                filled += 1
            if homes.waiving:
                out[filled] = numbering.waive[0]
                filled += 1
    scratch.begin[len(scratch.at)] = filled
    return filled


def _list_orders(scratch: Any, board: Any, games: Any, begin: Any, orders: Any, most: int) -> int:
    """List the legal orders of games with at most `most` orders each; return the first game that does not fit.

    Each row of `begin` is for one game: the start of the orders of each province, then the end of the last ones.
    """
    scratch, board, games, begin, orders = view_of((scratch, board, games, begin, orders))
    filled = 0
    room = len(orders)
    for k in range(len(games.state)):
        if room - filled < most:
            return k
        state, kind, out = games.state[k], games.phase[k].kind, part(orders, filled, room - filled)
        if kind == MOVEMENT:
            listed = _list_movement(scratch, board, state, out)
        elif kind == RETREAT:
            listed = _list_retreats(scratch, board, state, out)
        else:
            listed = _list_adjustments(scratch, board, state, out)
        for p in range(len(scratch.begin)):
            begin[k, p] = filled + scratch.begin[p]
        filled += listed
    return len(games.state)


# -- chance ------------------------------------------------------------------------------------------------------------


@_inlined
def _drawn(chance: Any, game: int, below: int) -> int:
    """Return a random number from 0 to less than `below`, and advance the generator of a game (SplitMix64).

    Source: G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom number generators, OOPSLA 2014.
    """
    chance[game] += np.uint64(0x9E3779B97F4A7C15)
    z = chance[game]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    return np.int64((z >> np.uint64(32)) * np.uint64(below) >> np.uint64(32))  # pyright: ignore[reportReturnType]


def _choose(scratch: Any, games: Any, begin: Any, listed: Any, chance: Any, chosen: Any) -> None:
    """Choose one of the legal orders of each unit, dislodged unit or free home center at random, all equally likely.

    For a power that must remove units, exactly as many are chosen; for one that may build, as many home centers as it
    has builds. Each set of units or centers is equally likely. The orders are listed as by `list_orders`.
    """
    scratch, games, begin, listed, chosen = view_of((scratch, games, begin, listed, chosen))
    provinces = len(scratch.at)
    left, balance, numbers = scratch.of_power, scratch.powers.balance, scratch.begin
    for k in range(len(games.state)):
        state = games.state[k]
        for p in range(provinces):
            numbers[p] = begin[k, p + 1] - begin[k, p]
        adjusts = games.phase[k].kind == ADJUSTMENT
        if adjusts:  # how many of each power have orders
            note_balances(state, scratch.powers)
            for power in range(len(left)):
                left[power] = 0
            for p in range(provinces):
                if numbers[p]:
                    left[_adjuster(state[p])] += 1
        for p in range(provinces):
            chosen[k, p] = -1
            if not numbers[p]:
                continue
            if adjusts:  # this many of those left are to be chosen
                power = _adjuster(state[p])
                needed = min(abs(balance[power]), left[power])
                taken = _drawn(chance, k, left[power]) < needed
                left[power] -= 1
                if not taken:
                    continue
                balance[power] -= 1 if balance[power] > 0 else -1
            chosen[k, p] = listed[begin[k, p] + _drawn(chance, k, numbers[p])]


@_inlined
def _adjuster(here: Any) -> int:
    """Return the power that removes the unit in a province, or builds there."""
    return here.power if here.unit_location >= 0 else here.owner


# -- carrying out ------------------------------------------------------------------------------------------------------

FAULTLESS, NO_SUCH_ORDER, NO_UNIT, WRONG_PHASE, OTHER_UNIT, NOBODYS = 0, 1, 2, 3, 4, 5
"""Reasons why arrays cannot hold an order: it has no number, is for no unit there, belongs to another phase, misnames a
unit, or is a build where no power could build."""


@_inlined
def _order_fault(board: Any, state: Any, kind: int, p: int, number: int) -> int:
    tables, order, here = board.tables, board.columns[number], state[p]
    order_kind = order.kind
    if kind == MOVEMENT:
        if order_kind > CONVOYS:
            return WRONG_PHASE
    elif kind == RETREAT:
        if order_kind not in (RETREATS, DISBANDS):
            return WRONG_PHASE
    elif order_kind < DISBANDS:
        return WRONG_PHASE
    if order_kind in (BUILDS, WAIVES):
        if here.owner < 0 or not has(board.homes.home, here.owner, p):
            return NOBODYS
        return (
            NO_UNIT if order_kind == BUILDS and tables.province[location_and_fleet(order.unit)[0]] != p else FAULTLESS
        )
    place, fleet = (
        (here.dislodged_location, here.dislodged_is_fleet) if kind == RETREAT else (here.unit_location, here.fleet)
    )
    if place < 0 or order.unit != unit_key(place, fleet):
        return NO_UNIT
    if order.target >= 0:
        there = state[tables.province[location_and_fleet(order.target)[0]]]
        if there.unit_location >= 0 and order.target != unit_key(there.unit_location, there.fleet):
            return OTHER_UNIT
    return FAULTLESS


def _check_orders(board: Any, games: Any, chosen: Any) -> Any:
    """Return game, province and fault of the first order that cannot be held, FAULTLESS if there is none."""
    board, games, chosen = view_of((board, games, chosen))
    for k in range(len(games.state)):
        for p in range(len(board.homes.center)):
            number = chosen[k, p]
            if number < 0:
                continue
            fault = NO_SUCH_ORDER
            if number < len(board.columns):
                fault = _order_fault(board, games.state[k], games.phase[k].kind, p, number)
            if fault:
                return k, p, fault
    return 0, 0, FAULTLESS


def _lay_out(scratch: Any, board: Any, games: Any, chosen: Any, batch: Any) -> int:
    """Lay out the games at a movement phase as a batch; return their number."""
    scratch, board, games, chosen, batch = view_of((scratch, board, games, chosen, batch))
    tables, columns = board.tables, board.columns
    provinces = len(scratch.at)
    start, units, orders, unit_in = batch.start, batch.units, batch.orders, batch.unit_in
    turns = 0
    base = 0
    start[0] = 0
    for k in range(len(games.state)):
        batch.turn_of[k] = -1
        if games.phase[k].kind != MOVEMENT:
            continue
        state = games.state[k]
        here = 0
        for p in range(provinces):
            scratch.at[p] = -1
            if state[p].unit_location >= 0:
                scratch.at[p] = here
                unit_in[base + here] = p
                units[base + here, 0] = state[p].fleet
                units[base + here, 1] = state[p].unit_location
                units[base + here, 2] = state[p].power
                here += 1
        for i in range(base, base + here):
            number = chosen[k, unit_in[i]]
            orders[i, 0] = HOLDS
            orders[i, 1] = -1
            orders[i, 2] = -1
            orders[i, 3] = 0
            if number >= 0:
                order = columns[number]
                orders[i, 0] = order.kind
                if order.target >= 0:
                    orders[i, 1] = scratch.at[tables.province[location_and_fleet(order.target)[0]]]
                orders[i, 2] = order.place
                orders[i, 3] = order.via
        base += here
        batch.turn_of[k] = turns
        turns += 1
        start[turns] = base
    return turns


@_inlined
def _carry_out_movement(scratch: Any, tables: Any, state: Any, batch: Any, turn: int, success: Any) -> bool:
    """Carry over the outcome of a movement phase; return whether a unit was dislodged."""
    dislodged = False
    base, end = batch.start[turn], batch.start[turn + 1]
    units = end - base
    answers, unit_in, contested = (
        part(batch.answers, base, units),
        part(batch.unit_in, base, units),
        batch.contested[turn],
    )
    # moving units are lifted first, since units may exchange places
    fleet, power = scratch.units[3], scratch.units[4]
    for i in range(units):
        p = unit_in[i]
        here = state[p]
        if success[p] >= 0:
            success[p] = answers[i].succeeds
        fleet[i] = here.fleet
        power[i] = here.power
        if answers[i].place < 0:
            origin, by_convoy = came_from(unit_in, answers, i)
            dislodged = True
            here.dislodged_location = here.unit_location
            here.dislodged_is_fleet = here.fleet
            here.dislodged_power = here.power
            here.attacker_from = origin
            here.by_convoy = by_convoy
        remove_unit(here)
    for i in range(units):
        place = answers[i].place
        if place >= 0:
            place_unit(state[tables.province[place]], place, fleet[i], power[i])
    for w in range(WORDS):
        left = contested[w]
        while left:
            bit = left & -left
            left ^= bit
            state[lowest(bit) + w * WORD].contested = 1
    return dislodged


@_inlined
def _carry_out_retreats(scratch: Any, board: Any, state: Any, chosen: Any, success: Any) -> None:
    """Carry out a retreat phase."""
    tables, goals, left, retreating = board.tables, scratch.goals, scratch.begin, 0
    note_closed(state, scratch.closed)
    for p in range(len(goals)):
        goals[p] = -1
        number = chosen[p]
        if number < 0:
            continue
        order = board.columns[number]
        if order.kind == DISBANDS:
            success[p] = 1
        elif may_retreat(tables, board.rules, state[p], order.place, scratch.closed):
            goals[p] = order.place
            left[retreating] = p
            retreating += 1
    carry_out_retreats(tables, state, part(left, 0, retreating), goals, scratch.at)
    for p in range(len(goals)):
        if goals[p] >= 0:
            success[p] = 1


@_inlined
def _carry_out_adjustments(scratch: Any, board: Any, state: Any, chosen: Any, success: Any) -> None:
    """Carry out an adjustment phase; the orders of a power are taken in the order of the provinces."""
    homes, balance, whose = board.homes, scratch.powers.balance, scratch.at
    note_balances(state, scratch.powers)
    for p in range(len(whose)):  # who gives a legal order there
        whose[p] = -1
        number = chosen[p]
        if number < 0:
            continue
        order_kind = board.columns[number].kind
        power = state[p].power if order_kind == DISBANDS else state[p].owner
        if order_kind == DISBANDS:
            fault = removal_fault(state, balance, power, p)
        elif order_kind == WAIVES:
            fault = waiver_fault(homes, balance, power)
        else:
            fault = build_fault(homes, state, balance, power, p)
        if not fault:
            whose[p] = power
    for n in range(note_sequence(balance, scratch.of_power)):
        _adjust(scratch, board, state, chosen, success, scratch.of_power[n])


@_inlined
def _adjust(scratch: Any, board: Any, state: Any, chosen: Any, success: Any, power: int) -> None:
    """Carry out the legal orders of a power, and the removals that it did not order."""
    whose, unordered, most = scratch.at, scratch.begin, scratch.powers.balance[power]
    province, location, fleet = scratch.ordered[0], scratch.ordered[1], scratch.ordered[2]
    orders = 0
    ordered = 0
    waived = 0
    for p in range(len(whose)):
        if whose[p] != power:
            continue
        order = board.columns[chosen[p]]
        if order.kind == WAIVES:
            waived |= 1 << orders
        else:
            ordered |= 1 << orders
        province[orders] = p
        location[orders], fleet[orders] = location_and_fleet(order.unit)
        orders += 1
    given = PowerOrders(province, location, fleet, ordered, waived)
    if most > 0:
        kept = carry_out_builds(board.homes, state, power, most, given, unordered)[0]
    else:
        kept = carry_out_removals(board.homes, state, power, -most, given, unordered)[0]
    for n in range(orders):
        if kept >> n & 1:
            success[province[n]] = 1


def _advance(scratch: Any, board: Any, games: Any, chosen: Any, batch: Any, success: Any) -> None:
    """Carry out the phase of each game and go on to the next; movement phases are adjudicated already, in `batch`."""
    scratch, board, games, batch = view_of((scratch, board, games, batch))
    chosen, success = view_of((chosen, success))
    for k in range(len(games.state)):
        state, kind = games.state[k], games.phase[k].kind
        for p in range(len(scratch.at)):
            success[k, p] = -1 if chosen[k, p] < 0 else 0
        dislodged = False
        if kind == MOVEMENT:
            dislodged = _carry_out_movement(scratch, board.tables, state, batch, batch.turn_of[k], success[k])
        elif kind == RETREAT:
            _carry_out_retreats(scratch, board, state, chosen[k], success[k])
        else:
            _carry_out_adjustments(scratch, board, state, chosen[k], success[k])
        pass_on(board.homes, state, games.phase[k], scratch.powers, dislodged)


def _count_holdings(scratch: Any, board: Any, games: Any, centers: Any, units: Any, adjusts: Any) -> None:
    """Count the centers and units of each power, and what it can build or must remove in a winter, in each game."""
    scratch, board, games = view_of((scratch, board, games))
    centers, units, adjusts = view_of((centers, units, adjusts))
    balance = scratch.powers.balance
    for k in range(len(games.state)):
        state = games.state[k]
        for power in range(len(balance)):
            centers[k, power] = 0
            units[k, power] = 0
            adjusts[k, power] = 0
        for p in range(len(scratch.at)):
            here = state[p]
            if here.owner >= 0:
                centers[k, here.owner] += 1
            if here.unit_location >= 0:
                units[k, here.power] += 1
            if here.dislodged_location >= 0:
                units[k, here.dislodged_power] += 1
        if games.phase[k].kind == ADJUSTMENT:
            note_balances(state, scratch.powers)
            for power in range(len(balance)):
                adjusts[k, power] = min(balance[power], count_free_homes(board.homes, state, power))


def _note_unlisted(begin: Any, listed: Any, listed_as: Any, orders: Any, unlisted: Any) -> None:
    """Note the orders that `list_orders` has not listed for their province."""
    begin, listed, listed_as = view_of((begin, listed, listed_as))
    orders, unlisted = view_of((orders, unlisted))
    for k in range(len(orders)):
        for p in range(len(orders[0])):
            number = orders[k, p]
            unlisted[k, p] = number >= 0
            if number < 0 or number >= len(listed_as):
                continue
            for n in range(begin[k, p], begin[k, p + 1]):
                if listed[n] == listed_as[number]:
                    unlisted[k, p] = 0


list_orders = compiled(_list_orders)
choose = compiled(_choose)
check_orders = compiled(_check_orders)
lay_out = compiled(_lay_out)
advance = compiled(_advance)
count_holdings = compiled(_count_holdings)
note_unlisted = compiled(_note_unlisted)
