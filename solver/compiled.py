"""The integer functions of the solver compiled by Numba, for batches of movement phases in arrays.

Nothing of the rules stands here. The functions of `equations`, `matching`, `reach`, `settling` and `map.routes` are
registered as they are; what is replaced are the three operations of `map.masks` that depend on how integers are kept.
Beside them stands what plain Python leaves to NetworkX and python-constraint: the components of a turn with at most
`MOST_TOGETHER` orders are searched by trying all assignments. Anything beyond is handed over to the plain solver.

Importing this module needs the extra ``fast`` (NumPy and Numba). What was compiled is kept on disk, by the content of
the modules it was compiled from.
"""

# pyright: basic, reportCallIssue=false, reportAttributeAccessIssue=false, reportPrivateImportUsage=false
# Numba works on functions whose types it finds itself.
from __future__ import annotations

import hashlib
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import njit, types
from numba.core.caching import FunctionCache
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array, populate_array

from ..map import Board, masks, routes
from . import equations, matching, reach, settling
from .equations import (
    BEATEN_BY,
    COLUMNS,
    CONVOYS,
    DEFENDER,
    HOLDS,
    MOVES,
    OPPOSITE,
    SUPPORTS,
    YES,
    decide,
    propagate,
    rests_on,
)
from .forces import Forces
from .matching import COAST, DESTINATION, DOES, ORDER_COLUMNS, ROUTE, TARGET, VIA, match
from .reach import LEGAL, convoy_fault, move_fault, support_fault
from .rulebook import Rulebook, number_of
from .settling import account, attacker_of, came_by_convoy, retreat_barred, settlement, stands_off

MOST_UNITS = 62
"""A turn may have so many units: masks are signed words of 64 bits."""

MOST_TOGETHER = 10
"""So many orders may depend on each other."""

# -- the columns of an order array -----------------------------------------------------------------------------------
ORDER_KIND, ORDER_TARGET, ORDER_PLACE, ORDER_VIA = 0, 1, 2, 3
# -- the columns of a unit array -------------------------------------------------------------------------------------
UNIT_FLEET, UNIT_LOCATION, UNIT_POWER = 0, 1, 2
# -- the columns of an answer array ----------------------------------------------------------------------------------
SUCCEEDS, FAULT, VOID, ATTACKER, PLACE, REASON, ATTACK, HOLD, PREVENT, CONVOYED = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
ANSWER_COLUMNS = 10
# -- how a turn was settled ------------------------------------------------------------------------------------------
PLAINLY, BY_COMPONENTS, HANDED_OVER, IMPOSSIBLE = 0, 1, 2, 3

WORD = 62
"""A set of locations is kept in words of so many bits."""

CANNOT_BE_SUPPORTED = number_of("illegal_orders", "cannot-be-supported")


class Arrays(NamedTuple):
    """`Tables` of a board as arrays; sets of provinces and locations are rows of 0 and 1."""

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
        ValueError: The board has more than `MOST_UNITS` seas.
    """
    tables = board.tables
    if len(tables.near) > MOST_UNITS:
        raise ValueError(f"board {board.name} has {len(tables.near)} seas; compiled code takes {MOST_UNITS}")

    def sets(rows: tuple[int, ...], members: int) -> Any:
        found = np.zeros((len(rows), members), dtype=np.uint8)
        for n, mask in enumerate(rows):
            found[n, masks.bits(mask)] = 1
        return found

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
def _ones(_context: Any, mask: Any) -> Any:
    def code(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), code


@intrinsic
def _zeros_below(_context: Any, mask: Any) -> Any:
    def code(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), code


@intrinsic
def _borrowed(_context: Any, array: Any) -> Any:
    """Return an array without a count of who uses it: counting takes longer than what is done with it."""

    def code(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        given = make_array(array)(context, builder, arguments[0])
        lent = make_array(array)(context, builder)
        populate_array(
            lent, data=given.data, shape=given.shape, strides=given.strides, itemsize=given.itemsize, meminfo=None
        )
        return lent._getvalue()

    return array(array), code


@overload(masks.count, strict=False)
def _count(mask: Any) -> Any:
    return lambda mask: _ones(mask)  # noqa: PLW0108


@overload(masks.lowest, strict=False)
def _lowest(mask: Any) -> Any:
    return lambda mask: _zeros_below(mask)  # noqa: PLW0108


@overload(masks.has, strict=False)
def _has(sets: Any, which: Any, member: Any) -> Any:
    return lambda sets, which, member: sets[which, member] != 0


# -- the functions of the solver, as they are ------------------------------------------------------------------------

_INLINE = (
    equations.route,
    equations.path,
    equations.goes_by_sea,
    equations.meets_at_sea,
    equations.head_to_head,
    equations.hold_strength,
    equations.leaves,
    equations.prevent_strength,
    equations.defend_strength,
    equations.attack_strength,
    equations._succeeds,
    equations.move_succeeds,
    equations.arrives_to_cut,
    equations.support_holds,
    equations.convoy_holds,
    matching.way,
    matching.void_support,
    matching.lay_cutters,
    matching.meet_at_sea,
    matching.match,
    reach.comes_from_start,
    reach.landing,
    reach.move_fault,
    reach.support_fault,
    reach.convoy_fault,
    settling.attacker_of,
    settling.came_by_convoy,
    settling.stands_off,
    settling.retreat_barred,
    settling.most_prevented,
    settling.resistance,
    settling.move_account,
    settling.preventers,
    settling.cutting,
)
_CALLED = (
    routes.linked,
    routes.shortest,
    routes.short_chordless_chain,
    routes.chordless_chain,
    equations.decide,
    equations.propagate,
    equations._follow_up,
    equations.rests_on,
    matching.route_ordered,
    matching.seas_of,
    matching.keep_routes,
    reach.carries,
    settling.settlement,
    settling.account,
)
for _function in (*_INLINE, *_CALLED):
    overload(_function, strict=False, jit_options={"forceinline": _function in _INLINE, "error_model": "numpy"})(
        lambda *arguments, _function=_function: _function
    )


def _cache_folder() -> str:
    """Return where compiled code is kept: a folder named after the content of everything it is compiled from.

    An empty text if there is no home folder to keep it in.
    """
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for function in (Rulebook, Forces, Board, *_INLINE, *_CALLED, _cache_folder):
        digest.update(Path(str(sys.modules[function.__module__].__file__)).read_bytes())
    try:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except RuntimeError:
        return ""
    return str(Path(base) / "standoff" / digest.hexdigest()[:16])


class _Kept(FunctionCache):
    """Compiled code on disk; what cannot be read there is compiled again, and what cannot be written is not kept."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # unpickling what is damaged may raise anything
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):
            super().save_overload(sig, data)


def _compiled(function: Any) -> Any:
    compiled, folder, before = njit(nogil=True, error_model="numpy")(function), _cache_folder(), numba.config.CACHE_DIR
    numba.config.CACHE_DIR = folder
    try:
        kept = _Kept(function)
    except RuntimeError:  # no folder at all
        return compiled
    finally:
        numba.config.CACHE_DIR = before
    # where Numba cannot write there it takes a folder that does not depend on the content of all those modules
    if folder and kept.cache_path.startswith(folder):
        compiled._cache = kept
    return compiled


# -- what stands beside the rules ------------------------------------------------------------------------------------


@njit(nogil=True, error_model="numpy")
def _smallest_core(rows: Any, component: int, true: int, false: int, members: Any, size: int) -> int:
    """Return the smallest set of equations of `component` that clash, 0 if there are several such sets.

    `members` are the orders of the component, which has no resolution.
    """
    holds_together = np.zeros(1 << size, dtype=np.uint8)
    for assignment in range(1 << size):
        succeed = 0
        for n in range(size):
            if assignment >> n & 1:
                succeed |= 1 << members[n]
        satisfied = 0
        for n in range(size):
            found = decide(rows, members[n], true | succeed, false | component & ~succeed)
            if (found == YES) == (assignment >> n & 1 == 1):
                satisfied |= 1 << n
        holds_together[satisfied] = 1
    for chosen in range((1 << size) - 1, -1, -1):  # a subset of what holds together does so, too
        if holds_together[chosen]:
            for n in range(size):
                holds_together[chosen & ~(1 << n)] = 1
    fewest, core, ties = size + 1, 0, 0
    for chosen in range(1 << size):
        if not holds_together[chosen]:
            number = masks.count(chosen)
            if number < fewest:
                fewest, core, ties = number, chosen, 1
            elif number == fewest:
                ties += 1
    if ties != 1:
        return 0
    found = 0
    for n in range(size):
        if core >> n & 1:
            found |= 1 << members[n]
    return found


@njit(nogil=True, error_model="numpy")
def _settle(rows: Any, live: int, backup: int, true: int, false: int) -> tuple[bool, int, int]:
    """Settle what propagation leaves open, as `paradox.solve` does; tell whether that could be done here."""
    depends = np.zeros(64, dtype=np.int64)
    members = np.zeros(MOST_TOGETHER, dtype=np.int64)
    while True:
        pending = live & ~(true | false)
        if not pending:
            return True, true, false
        left = pending
        while left:
            order = masks.lowest(left)
            left &= left - 1
            depends[order] = rests_on(rows, order) & pending
        left = pending
        while left:  # what an order depends on through `through`, too
            through = masks.lowest(left)
            left &= left - 1
            others = pending
            while others:
                order = masks.lowest(others)
                others &= others - 1
                if depends[order] >> through & 1:
                    depends[order] |= depends[through]
        done = 0
        left = pending
        while left:
            order = masks.lowest(left)
            left &= left - 1
            component = 1 << order
            others = depends[order]
            independent = True
            while others:
                other = masks.lowest(others)
                others &= others - 1
                if not (depends[other] >> order & 1 or other == order):
                    independent = False
                    break
                component |= 1 << other
            if done >> order & 1 or not independent:
                continue
            done |= component
            size = masks.count(component)
            if size > MOST_TOGETHER:
                return False, true, false
            number = 0
            others = component
            while others:
                members[number] = masks.lowest(others)
                others &= others - 1
                number += 1
            always, sometimes, solutions = component, 0, 0
            succeed = 0
            while True:
                holds = True
                for n in range(size):
                    found = decide(rows, members[n], true | succeed, false | component & ~succeed)
                    if (found == YES) != (succeed >> members[n] & 1 == 1):
                        holds = False
                        break
                if holds:
                    solutions += 1
                    always &= succeed
                    sometimes |= succeed
                succeed = (succeed - component) & component
                if not succeed:
                    break
            if solutions == 1:
                true |= sometimes
                false |= component & ~sometimes
                continue
            if solutions:
                core = sometimes & ~always
            else:
                core = _smallest_core(rows, component, true, false, members, size)
                if not core:
                    return False, true, false
            _, yes, no = settlement(rows, core, solutions > 0, backup, pending & ~(true | false))
            true |= yes
            false |= no
        true, false = propagate(rows, live & ~(true | false), true, false)


class Workspace(NamedTuple):
    """The arrays that `adjudicate_arrays` works in, for one thread; who calls it keeps them."""

    rows: Any
    does: Any
    vectors: Any
    places: Any
    of_power: Any


def workspace(board: Board) -> Workspace:
    """Return the arrays to work in."""
    places = np.zeros((3, len(board.provinces)), dtype=np.int64)
    places[0] = -1
    return Workspace(
        rows=np.zeros((64, COLUMNS), dtype=np.int64),
        does=np.zeros((64, ORDER_COLUMNS), dtype=np.int64),
        vectors=np.zeros((5, 64), dtype=np.int64),
        places=places,
        of_power=np.zeros(64, dtype=np.int64),
    )


def _solve_tables(rows: Any, live: Any, backup: int, first: int, last: int, masks_out: Any, how: Any) -> None:
    lent = _borrowed(rows)
    for k in range(first, last):
        table = lent[k]
        true, false = propagate(table, live[k], 0, 0)
        how[k] = PLAINLY
        if live[k] & ~(true | false):
            settled, true, false = _settle(table, live[k], backup, true, false)
            how[k] = BY_COMPONENTS if settled else HANDED_OVER
        masks_out[k, 0] = true
        masks_out[k, 1] = false


def _adjudicate(
    space: Any,
    tables: Any,
    rules: Any,
    start: Any,
    units: Any,
    orders: Any,
    first: int,
    last: int,
    empty_row: Any,
    answers: Any,
    masks_out: Any,
    contested: Any,
    retreats: Any,
    decided_by: Any,
    how: Any,
) -> None:
    tables = Arrays(
        _borrowed(tables.army),
        _borrowed(tables.fleet),
        _borrowed(tables.fleet_to),
        _borrowed(tables.first_coast),
        _borrowed(tables.coasts),
        _borrowed(tables.coastal),
        _borrowed(tables.sea),
        _borrowed(tables.sea_province),
        _borrowed(tables.shore),
        _borrowed(tables.near),
        _borrowed(tables.province),
    )
    provinces = tables.army.shape[0]
    locations = tables.province.shape[0]
    all_rows, all_does = _borrowed(space.rows), _borrowed(space.does)
    vectors, places, of_power = _borrowed(space.vectors), _borrowed(space.places), _borrowed(space.of_power)
    at, into, closed = places[0], places[1], places[2]
    for k in range(first, last):
        base = start[k]
        count = start[k + 1] - base
        rows, does = all_rows[:count], all_does[:count]
        province, location, fleet, allies, void = (
            vectors[0, :count],
            vectors[1, :count],
            vectors[2, :count],
            vectors[3, :count],
            vectors[4, :count],
        )
        at_sea = 0
        of_power[:] = 0
        alone = True
        for i in range(count):
            location[i] = units[base + i, UNIT_LOCATION]
            province[i] = tables.province[location[i]]
            fleet[i] = units[base + i, UNIT_FLEET]
            alone &= at[province[i]] < 0
            at[province[i]] = i
            of_power[units[base + i, UNIT_POWER]] |= 1 << i
            if fleet[i] and tables.sea[province[i]] >= 0:
                at_sea |= 1 << tables.sea[province[i]]
            for column in range(COLUMNS):
                rows[i, column] = empty_row[column]
            void[i] = 0
        for i in range(count):
            allies[i] = of_power[units[base + i, UNIT_POWER]]
        forces_here = Forces(province, location, fleet, allies, at, at_sea)
        ignored = 0
        for i in range(count):
            kind = orders[base + i, ORDER_KIND]
            target = orders[base + i, ORDER_TARGET]
            place = orders[base + i, ORDER_PLACE]
            destination = tables.province[place] if place >= 0 else -1
            coast = place if place >= provinces else -1
            via = orders[base + i, ORDER_VIA]
            fault = LEGAL
            if kind == MOVES:
                fault, coast = move_fault(tables, rules, forces_here, i, destination, coast, via, 0)
                if fault and rules.illegal_orders == CANNOT_BE_SUPPORTED:
                    ignored |= 1 << i
                if fleet[i]:
                    via = 0
            elif kind == SUPPORTS:
                fault, coast = support_fault(tables, rules, forces_here, i, target, destination, coast)
            elif kind == CONVOYS:
                fault, _ = convoy_fault(tables, forces_here, i, target, destination, 0)
            answers[base + i, FAULT] = fault
            if fault:
                kind = HOLDS
            does[i, DOES] = kind
            does[i, TARGET] = target
            does[i, DESTINATION] = destination
            does[i, COAST] = coast
            does[i, VIA] = via
            does[i, ROUTE] = 0
        live, moves = match(tables, rules, forces_here, does, 0, ignored, rows, void, into)
        true, false = propagate(rows, live, 0, 0)
        how[k] = PLAINLY
        if live & ~(true | false):
            settled, true, false = _settle(rows, live, rules.paradox_backup, true, false)
            how[k] = BY_COMPONENTS if settled else HANDED_OVER
        if not alone:
            how[k] = IMPOSSIBLE
        masks_out[k, 0] = true
        masks_out[k, 1] = false
        contested[k, 0] = contested[k, 1] = 0
        if how[k] < HANDED_OVER:
            some_dislodged = False
            for i in range(count):
                attacker = attacker_of(rows, i, true)
                answers[base + i, ATTACKER] = attacker
                answers[base + i, VOID] = void[i]
                reason, attack, hold, prevent, by = account(rows, i, true, false)
                answers[base + i, REASON] = reason
                answers[base + i, ATTACK] = attack
                answers[base + i, HOLD] = hold
                answers[base + i, PREVENT] = prevent
                answers[base + i, CONVOYED] = came_by_convoy(rows, i, true)
                decided_by[base + i] = by
                succeeds = true >> i & 1
                if attacker >= 0:
                    answers[base + i, PLACE] = -1
                elif not moves & true & 1 << i:
                    answers[base + i, PLACE] = location[i]
                elif fleet[i]:
                    answers[base + i, PLACE] = does[i, COAST]
                else:
                    answers[base + i, PLACE] = does[i, DESTINATION]
                if not answers[base + i, FAULT] and not void[i] and not live >> i & 1:
                    succeeds = attacker < 0
                answers[base + i, SUCCEEDS] = succeeds
                some_dislodged |= attacker >= 0
                retreats[base + i, 0] = retreats[base + i, 1] = 0
            # who stands where afterwards, and what is contested
            for i in range(count):
                if moves & true & 1 << i:
                    closed[does[i, DESTINATION]] = 1
                elif answers[base + i, ATTACKER] < 0:
                    closed[province[i]] = 1
            for i in range(count):
                if moves & ~true & 1 << i:
                    goal = does[i, DESTINATION]
                    if closed[goal] != 1 and stands_off(rows, i, true, false):
                        closed[goal] = 2
                        contested[k, goal // WORD] |= 1 << goal % WORD
            if some_dislodged:
                for i in range(count):
                    attacker = answers[base + i, ATTACKER]
                    if attacker < 0:
                        continue
                    by_convoy = answers[base + attacker, CONVOYED] == 1
                    for goal in range(locations):
                        near = (
                            tables.fleet[location[i], goal]
                            if fleet[i]
                            else (goal < provinces and tables.army[province[i], goal])
                        )
                        if near and not retreat_barred(tables, rules, goal, closed, province[attacker], by_convoy):
                            retreats[base + i, goal // WORD] |= 1 << goal % WORD
        for i in range(count):
            at[province[i]] = -1
            closed[province[i]] = 0
            if does[i, DESTINATION] >= 0:
                into[does[i, DESTINATION]] = 0
                closed[does[i, DESTINATION]] = 0


solve_tables = _compiled(_solve_tables)
adjudicate_arrays = _compiled(_adjudicate)

EMPTY_ROW = np.array(
    [-1 if column in (DEFENDER, OPPOSITE, BEATEN_BY) else 0 for column in range(COLUMNS)], dtype=np.int64
)
