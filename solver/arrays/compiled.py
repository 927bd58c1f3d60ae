"""The law compiled by Numba, for batches of movement phases in arrays.

No rule is stated here: the functions of `law` and `map.routes` are registered as they are, and called in a loop over
turns. Only the operations of `map.masks` that depend on how integers are stored are replaced. Two kinds of turns are
handed over: those with a paradox that has no resolution and is not a single circle, which only Brannan's rule allows;
and those in which it may be impossible to tell whether a convoy needs a fleet, since the answer must say so.

Importing this module needs the extra ``fast`` (NumPy and Numba). What was compiled is kept on disk, by the content of
the modules it was compiled from.
"""

# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false
# Numba infers the types of these functions by itself.
from __future__ import annotations

from operator import attrgetter
from types import MemberDescriptorType
from typing import Any, NamedTuple, get_type_hints

import numpy as np
from numba import njit, types
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array, populate_array

from ...map import (
    UNDECIDED,
    ArrayError,
    Board,
    bit_of,
    bits,
    chordless_chain,
    count,
    has,
    in_words,
    joined_seas,
    linked,
    location_and_fleet,
    lowest,
    members,
    short_chordless_chain,
    shortest,
    unit_key,
)
from ..law import (
    accounts,
    adjusting,
    aftermath,
    course,
    equations,
    functions_in,
    legal,
    matching,
    placement,
    reach,
    retreating,
    searching,
    solving,
    state,
)
from ..law.accounts import note_accounts
from ..law.aftermath import Decision, note_contested, note_retreats, note_unit_outcomes
from ..law.equations import CONVOYS, HOLDS, MOVES, SUPPORTS
from ..law.matching import Unsupported, match, participation_matters
from ..law.placement import Placement, Turn
from ..law.reach import LEGAL, LONG_ROUTE, convoy_fault, move_fault, support_fault
from ..law.records import WORD, Group, LegalOrder, OrderRecord, Row
from ..law.solving import BY_COMPONENTS, NOT_DONE, ComponentRow, Cyclic, solve, solved_masks
from ..rules.options import IllegalOrders
from .compiled_cache import keep
from .compiled_views import array_of, part, records_in, view_of

MOST_UNITS = 62
"""A turn may have at most this many units: masks are signed words of 64 bits."""

# -- the columns of an order array -----------------------------------------------------------------------------------
ORDER_KIND, ORDER_TARGET, ORDER_PLACE, ORDER_VIA = 0, 1, 2, 3
# -- the columns of a unit array -------------------------------------------------------------------------------------
UNIT_FLEET, UNIT_LOCATION, UNIT_POWER = 0, 1, 2
# -- how a turn was solved -------------------------------------------------------------------------------------------
FALLBACK = NOT_DONE
IMPOSSIBLE = 3  # two units stand in one province; the other numbers are those of `solving`


def layout(record: type) -> Any:
    """Return the records of a class (`law.records`) as NumPy lays them out; fields in the same slot overlap.

    >>> ROW.itemsize, ROW.fields["rivals"] == ROW.fields["cutters"]
    (64, True)
    """
    bits = {name: hint.__metadata__[0] for name, hint in get_type_hints(record, include_extras=True).items()}
    own: Any = np.dtype([(name, f"i{bits[name] // 8}") for name in record.__slots__])
    slot_of = {name: slot.__name__ for name, slot in vars(record).items() if isinstance(slot, MemberDescriptorType)}
    names = [*own.names, *(name for name in slot_of if name not in own.names)]
    formats, offsets = zip(*(own.fields[slot_of[name]] for name in names), strict=True)
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": own.itemsize})


ROW = layout(Row)
"""A row of the table for the equations, 64 bytes."""

ANSWER = layout(OrderRecord)
"""The outcome of a unit and its order, 20 bytes."""

GROUP = layout(Group)

LEGAL_ORDER = layout(LegalOrder)

_rows_in, _answers_in, _groups_in, _legal_orders_in = (records_in(kind) for kind in (ROW, ANSWER, GROUP, LEGAL_ORDER))

row_values, answer_values = attrgetter(*ROW.names), attrgetter(*ANSWER.names)
"""The values of a `Row` and an `OrderRecord` as `ROW` and `ANSWER` have them."""

# -- what may be wrong with a unit and its order --------------------------------------------------------------------
NO_TYPE, NO_LOCATION, NO_POWER, CANNOT_STAND = range(1, 5)
NO_KIND, NO_TARGET, NO_PLACE, NO_VIA, NO_DESTINATION, TO_A_COAST = range(5, 11)


class Arrays(NamedTuple):
    """`Tables` of a board as arrays.

    Sets of provinces and locations are rows of 0 and 1; at their end stand the members, one by one, and their number.
    """

    army: Any
    fleet: Any
    fleet_to: Any
    first_coast: Any
    coasts: Any
    coastal: Any
    sea: Any
    sea_province: Any
    shore: Any
    near: Any
    province: Any


def arrays_of(board: Board) -> Arrays:
    """Return the tables of a board as arrays.

    Raises:
        ArrayError: The board has more than `MOST_UNITS` seas.
    """
    tables = board.tables
    if len(tables.near) > MOST_UNITS:
        raise ArrayError(f"board {board.name} has {len(tables.near)} seas; compiled code takes {MOST_UNITS}")

    def sets(rows: tuple[int, ...], members: int) -> Any:
        most = max((count(mask) for mask in rows), default=0)
        links = np.zeros((len(rows), members + most + 1), dtype=np.uint8)
        for n, mask in enumerate(rows):
            listed = bits(mask)
            links[n, listed] = 1
            links[n, links.shape[1] - 1 - len(listed) :] = [*listed, len(listed)]
        return links

    provinces, locations = len(board.provinces), len(board.locations)
    plain = {name: np.array(getattr(tables, name), dtype=np.int64) for name in Arrays._fields[3:]}
    return Arrays(
        army=sets(tables.army, provinces),
        fleet=sets(tables.fleet, locations),
        fleet_to=sets(tables.fleet_to, provinces),
        **plain,
    )


# -- compiled versions of what stands in `map.masks` -----------------------------------------------------------------


@intrinsic
def _popcount(_context: Any, mask: Any) -> Any:
    def code(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), code


@intrinsic
def _zeros_below(_context: Any, mask: Any) -> Any:
    def code(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), code


@intrinsic
def unowned(_context: Any, value: Any) -> Any:
    """Return arrays, in nested tuples, without counting who uses them: counting takes longer than the work."""

    def uncounted(context: Any, builder: Any, kind: Any, given: Any) -> Any:
        if isinstance(kind, types.BaseTuple):
            items = (builder.extract_value(given, n) for n in range(len(kind.types)))
            parts = [uncounted(context, builder, *one) for one in zip(kind.types, items, strict=True)]
            return context.make_tuple(builder, kind, parts)
        if not isinstance(kind, types.Array):
            return given
        old, new = make_array(kind)(context, builder, given), make_array(kind)(context, builder)
        populate_array(new, data=old.data, shape=old.shape, strides=old.strides, itemsize=old.itemsize, meminfo=None)
        return new._getvalue()

    return value(value), lambda context, builder, _, arguments: uncounted(context, builder, value, arguments[0])


@overload(count, strict=False)
def _count(mask: Any) -> Any:
    return lambda mask: _popcount(mask)  # noqa: PLW0108


@overload(lowest, strict=False)
def _lowest(mask: Any) -> Any:
    return lambda mask: _zeros_below(mask)  # noqa: PLW0108


@overload(has, strict=False)
def _has(sets: Any, which: Any, member: Any) -> Any:
    return lambda sets, which, member: sets[which, member] != 0


@overload(members, strict=False)
def _members(sets: Any, which: Any) -> Any:
    def listed(sets: Any, which: Any) -> Any:
        row = sets[which]
        number = row[len(row) - 1]
        return array_of(part(row, len(row) - 1 - number, number))

    return listed


@overload(bit_of, strict=False)
def _bit_of(number: Any, word: Any) -> Any:
    return lambda number, word: 1 << number % WORD if number // WORD == word else 0


@overload(in_words, strict=False)
def _in_words(words: Any, number: Any) -> Any:
    return lambda words, number: words[number // WORD] >> number % WORD & 1 != 0


# -- the functions of the law -------------------------------------------------------------------------------------

LAW = (
    *(equations, matching, placement, reach, aftermath, accounts, searching, solving),
    *(state, retreating, adjusting, course, legal),
)

ROUTES = (linked, shortest, short_chordless_chain, chordless_chain)
_CALLED = {
    equations.linked_by,
    equations.decide,
    equations.propagate,
    equations._follow_up,
    equations.rests_on,
    matching.route_ordered,
    matching.seas_of,
    matching.participation_matters,
    matching.takes_part,
    matching.keep_routes,
    reach.carries,
    reach.with_route,
    aftermath.note_retreats,
    accounts.noted_group,
    accounts.is_blocked,
    accounts.root_of,
    accounts.convoyed_in,
    accounts.depends,
    accounts.excepted,
    accounts.account,
    accounts.ruled_account,
    searching.independent_components,
    searching.is_circle,
    searching.deciding,
    searching.component_resolutions,
    solving.differing,
    solving.settlement,
    solving.solve_components,
    solving.solved_masks,
    adjusting.may_adjust,
    adjusting.counting_orders,
    adjusting.count_free_homes,
    adjusting.note_goals,
    adjusting.distance_from_home,
    adjusting.first_removed,
    course.forget_dislodged,
    legal.seas_needed,
}
"""The functions that are called; the others are inlined."""


def _register(function: Any, inline: bool) -> None:
    overload(function, strict=False, jit_options={"forceinline": inline, "error_model": "numpy"})(
        lambda *arguments: function
    )


for route in ROUTES:
    _register(route, inline=False)
for function in (unit_key, location_and_fleet, joined_seas):
    _register(function, inline=True)
for module in LAW:
    for function in functions_in(module).values():
        _register(function, function not in _CALLED)


def compiled(function: Any) -> Any:
    """Return a function compiled; its compiled code is kept on disk, if there is anywhere to keep it."""
    code = njit(nogil=True, error_model="numpy")(function)
    keep(code)
    return code


# -- the loop --------------------------------------------------------------------------------------------------------


def row_array(count: int) -> Any:
    """Return an array of this many rows, none of which crosses a cache line.

    >>> row_array(34).nbytes, row_array(34).ctypes.data % 64
    (2176, 0)
    """
    memory = np.zeros((count + 1) * ROW.itemsize, dtype=np.uint8)
    first = -memory.ctypes.data % ROW.itemsize
    return memory[first : first + count * ROW.itemsize].view(ROW)


class Turns(NamedTuple):
    """Movement phases in arrays, as `batch.Batch` has them."""

    start: Any
    units: Any
    orders: Any


class OrderRecords(NamedTuple):
    """The outcomes, as `batch.Outcomes` has them, but with the answers as bytes."""

    answers: Any
    masks: Any
    contested: Any
    retreats: Any
    decided_by: Any
    how: Any


class Workspace(NamedTuple):
    """The arrays that `adjudicate_arrays` works in, for one thread, records as bytes; the caller keeps them."""

    rows: Any
    empty: Any
    legal_orders: Any
    vectors: Any
    places: Any
    of_power: Any
    groups: Any


class Task(NamedTuple):
    """The arguments of `adjudicate_arrays`: workspace, `Arrays`, choices in numbers, `Turns`, `OrderRecords`."""

    space: Any
    tables: Any
    rules: Any
    turns: Any
    out: Any


def workspace(board: Board) -> Workspace:
    """Return the arrays to work in."""
    places = np.zeros((3, len(board.provinces)), dtype=np.int64)
    places[0] = -1
    return Workspace(
        rows=row_array(64).view(np.uint8),
        empty=np.array([row_values(Row())], dtype=ROW).view(np.uint8),
        legal_orders=np.zeros(64, dtype=LEGAL_ORDER).view(np.uint8),
        vectors=np.zeros((5, 64), dtype=np.int64),
        places=places,
        of_power=np.zeros(len(board.powers), dtype=np.int64),
        groups=np.zeros(128, dtype=GROUP).view(np.uint8),
    )


@njit(nogil=True, error_model="numpy")
def _empty_components() -> Any:
    """Return empty lists for the components that are met, their turns, and their resolutions."""
    met = [ComponentRow(0, 0, 0, 0, 0, 0, 0, 0, 0)]
    met.pop()
    turns = [0]
    turns.pop()
    resolutions = [0]
    resolutions.pop()
    return met, turns, resolutions


@njit(nogil=True, error_model="numpy", forceinline=True)
def _place(tables: Any, units: Any, space: Any, count: int) -> Any:
    """Return the units of a turn in the board's numbers, and whether each is alone in its province."""
    at, of_power = space.places[0], space.of_power
    province, location = part(space.vectors[0], 0, count), part(space.vectors[1], 0, count)
    fleet, allies = part(space.vectors[2], 0, count), part(space.vectors[3], 0, count)
    at_sea = 0
    for i in range(count):
        of_power[units[i, UNIT_POWER]] = 0
    alone = True
    for i in range(count):
        place = units[i, UNIT_LOCATION]
        here = tables.province[place]
        location[i] = place
        province[i] = here
        fleet[i] = units[i, UNIT_FLEET]
        alone &= at[here] < 0
        at[here] = i
        of_power[units[i, UNIT_POWER]] |= 1 << i
        if units[i, UNIT_FLEET] and tables.sea[here] >= 0:
            at_sea |= 1 << tables.sea[here]
    for i in range(count):
        allies[i] = of_power[units[i, UNIT_POWER]]
    return Placement(province, location, fleet, allies, at, at_sea), alone


@njit(nogil=True, error_model="numpy", forceinline=True)
def _examine(tables: Any, rules: Any, placement: Any, orders: Any, legal_orders: Any, answers: Any) -> Any:
    """Note the fault of each order, and what it amounts to.

    Returns:
        The units given a move that is ignored, as a mask; and whether it may be impossible to tell if a convoy needs
        some fleet.
    """
    provinces = len(tables.army)
    ignored = convoys = 0
    undecided = False
    for i in range(len(legal_orders)):
        order, kind, place = legal_orders[i], orders[i, ORDER_KIND], orders[i, ORDER_PLACE]
        order.target = orders[i, ORDER_TARGET]
        order.destination = tables.province[place] if place >= 0 else -1
        order.coast = place if place >= provinces else -1
        order.via = orders[i, ORDER_VIA]
        order.route = 0
        fault = LEGAL
        if kind == MOVES:
            fault, coast = move_fault(tables, rules, placement, i, order)
            order.coast = coast
            if fault and rules.illegal_orders == IllegalOrders.CANNOT_BE_SUPPORTED:
                ignored |= 1 << i
            if placement.fleet[i]:
                order.via = 0
        elif kind == SUPPORTS:
            fault, coast = support_fault(tables, rules, placement, i, order)
            order.coast = coast
        elif kind == CONVOYS:
            convoys += 1
            fault, _ = convoy_fault(tables, placement, i, order, 0)
            if fault == UNDECIDED:
                undecided = True
                fault = LEGAL
        answers[i].fault = fault
        order.kind = HOLDS if fault else kind
    return ignored, undecided or (convoys >= LONG_ROUTE and participation_matters(rules))


def _adjudicate(task: Any, first: int, last: int) -> Any:
    space, tables, rules, turns, out = view_of(task)
    met, turns_met, resolutions = _empty_components()
    at, into, closed = space.places[0], space.places[1], space.places[2]
    all_rows, empty, groups = _rows_in(space.rows), _rows_in(space.empty)[0], _groups_in(space.groups)
    all_answers, all_legal_orders = _answers_in(out.answers), _legal_orders_in(space.legal_orders)
    for k in range(first, last):
        base = turns.start[k]
        count = turns.start[k + 1] - base
        rows, legal_orders, void = (
            part(all_rows, 0, count),
            part(all_legal_orders, 0, count),
            part(space.vectors[4], 0, count),
        )
        answers, orders = part(all_answers, base, count), part(turns.orders, base, count)
        retreats, contested = part(out.retreats, base, count), out.contested[k]
        placement, alone = _place(tables, part(turns.units, base, count), space, count)
        for i in range(count):
            rows[i] = empty
            void[i] = 0
            retreats[i, 0] = 0
            retreats[i, 1] = 0
        contested[0] = 0
        contested[1] = 0
        ignored, undecided = _examine(tables, rules, placement, orders, legal_orders, answers)
        turn = Turn(tables, rules, placement, legal_orders)
        live, moves, unopposed = match(turn, Unsupported(0, ignored), rows, void, into)
        already = len(met)
        done, true, false = solve(rows, live, unopposed, Cyclic(rules.paradox_backup, met, resolutions), None)
        if undecided:
            done = FALLBACK
        out.how[k] = done if alone else IMPOSSIBLE
        if done == BY_COMPONENTS:
            for _ in range(already, len(met)):
                turns_met.append(k)
        elif done == FALLBACK:
            while len(met) > already:
                met.pop()
        out.masks[k, 0] = true
        out.masks[k, 1] = false
        if out.how[k] < FALLBACK:
            for i in range(count):
                answers[i].void = void[i]
            decision = Decision(live, moves, true, false)
            dislodged = note_unit_outcomes(turn, rows, decision, answers, closed)
            note_contested(turn, rows, decision, closed, contested)
            if dislodged:
                note_retreats(turn, dislodged, answers, closed, retreats)
            if len(out.decided_by):
                solved = solved_masks(true, false, rules.paradox_backup, met, already)
                for i in range(2 * count):
                    groups[i].noted = 0
                    groups[i].root = 0
                note_accounts(legal_orders, rows, solved, answers, part(out.decided_by, base, count), groups)
            else:
                for i in range(count):
                    answer = answers[i]
                    answer.reason = answer.attack = answer.hold = answer.prevent = 0
        for i in range(count):
            at[placement.province[i]] = -1
            closed[placement.province[i]] = 0
            if legal_orders[i].destination >= 0:
                into[legal_orders[i].destination] = 0
                closed[legal_orders[i].destination] = 0
    noted = np.empty((len(met), 10), dtype=np.int64)
    for n in range(len(met)):
        noted[n, 0] = turns_met[n]
        for field in range(9):
            noted[n, 1 + field] = met[n][field]
    return noted, np.array(resolutions)


def _first_wrong(standing: Any, provinces: int, powers: int, start: Any, units: Any, orders: Any) -> Any:
    """Return the first row of turns that means nothing and what is wrong with it, 0 if every row means something.

    Args:
        standing: By type and location, 1 if such a unit can stand there.
        provinces, powers: How many the board has.
        start: Where each turn begins, the first of them at row 0.
        units, orders: The rows, as `Turns` has them.
    """
    standing, start, units, orders = view_of(standing), view_of(start), view_of(units), view_of(orders)
    locations = len(standing[0])
    for k in range(len(start) - 1):
        base = start[k] - start[0]
        count = start[k + 1] - start[k]
        for row in range(base, base + count):
            fleet, place = units[row, UNIT_FLEET], units[row, UNIT_LOCATION]
            if not 0 <= fleet <= 1:
                return row, NO_TYPE
            if not 0 <= place < locations:
                return row, NO_LOCATION
            if not 0 <= units[row, UNIT_POWER] < powers:
                return row, NO_POWER
            if not standing[fleet, place]:
                return row, CANNOT_STAND
            kind, goal = orders[row, ORDER_KIND], orders[row, ORDER_PLACE]
            if not HOLDS <= kind <= CONVOYS:
                return row, NO_KIND
            if not -1 <= orders[row, ORDER_TARGET] < count:
                return row, NO_TARGET
            if not -1 <= goal < locations:
                return row, NO_PLACE
            if not 0 <= orders[row, ORDER_VIA] <= 1:
                return row, NO_VIA
            if goal < 0 and kind in (MOVES, CONVOYS):
                return row, NO_DESTINATION
        for row in range(base, base + count):
            kind, target = orders[row, ORDER_KIND], orders[row, ORDER_TARGET]
            if orders[row, ORDER_PLACE] >= provinces and kind != HOLDS and (kind == MOVES or target >= 0):
                goer = row if kind == MOVES else base + target
                if not units[goer, UNIT_FLEET]:
                    return row, TO_A_COAST
    return 0, 0


first_wrong = compiled(_first_wrong)
adjudicate_arrays = compiled(_adjudicate)
