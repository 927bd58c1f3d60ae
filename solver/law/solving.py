"""Solving a table: propagation, then one component after the other, and what settles those that are paradoxes.

Numba-compatible: integers and arrays only. Plain code searches and settles the rest (`PlainCallbacks`).

Source: DATC 3.0, 5.B.9 and 4.A.2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...map import lowest
from ..rules.options import ParadoxBackup
from .accounts import Solved
from .equations import CONVOYS, MOVES, propagate
from .reasons import Reason
from .records import Rows
from .searching import component_resolutions, independent_components, is_circle

UNIQUE, CIRCULAR_MOVEMENT, CONVOY_PARADOX, OTHER_PARADOX = 0, 1, 2, 3
"""The kinds of components: one whose only resolution is adopted, and three kinds of paradoxes."""

BY_PROPAGATION, BY_COMPONENTS, NOT_DONE = 0, 1, 2
"""How a table was solved."""

HOUSE_RULE = 4
"""Added to the kind of a paradox that a house rule settles."""

RULED_BY = tuple(Reason[choice.name] for choice in ParadoxBackup)
"""By the number of the choice for ``paradox_backup``: the number of the reason of the orders that it decides."""


class ComponentRow(NamedTuple):
    """A set of orders that depend on each other, as the law notes it.

    Attributes:
        orders: The orders, as a mask.
        kind: UNIQUE, or its kind of paradox; `HOUSE_RULE` is added if a house rule settled it.
        core: Of a paradox, the orders on which the resolutions differ, or a smallest set whose equations clash.
        forced_true, forced_false: The orders that its resolution, or the rule that settled it, made succeed or fail.
        true, false: The orders known to succeed and to fail before.
        first_resolution, resolution_count: The start of its resolutions in the list of all, and their number.
    """

    orders: int
    kind: int
    core: int
    forced_true: int
    forced_false: int
    true: int
    false: int
    first_resolution: int
    resolution_count: int


Settle = Callable[[int, int, Sequence[int], int], tuple[int, int] | None]
"""A function that settles a paradox by a house rule."""


class PlainCallbacks(NamedTuple):
    """The functions for tasks that only plain code does; compiled code has none, and leaves the table unsolved.

    Attributes:
        smallest_clash: Given the table, a component without a resolution that is not a single circle, and what succeeds
            and fails: a smallest set of its equations that clash.
        settle: Settles a paradox by a house rule: given its orders, its core, its resolutions, and its orders with
            those open ones that no other component holds, those made to succeed and to fail, None to leave it to the
            rulebook. None if there is no such rule.
        circulate: The same for a circular movement.
    """

    smallest_clash: Callable[[Rows, int, int, int], int]
    settle: Settle | None = None
    circulate: Settle | None = None


class Cyclic(NamedTuple):
    """The paradox rule for the cyclic components of a table, and the lists for the components met.

    Attributes:
        backup: The choice for the option ``paradox_backup``.
        met, resolutions: Every component met is added, and the resolutions of each.
    """

    backup: ParadoxBackup
    met: list[ComponentRow]
    resolutions: list[int]


def solve(rows: Rows, live: int, unopposed: int, cyclic: Cyclic, plain: PlainCallbacks | None) -> tuple[int, int, int]:
    """Decide the orders `live`.

    What partial knowledge decides is decided first; nearly always that is everything.

    Args:
        rows: The table.
        live: The moves, supports and convoys.
        unopposed: Those of them that are known to succeed whatever the others do (`matching.match`).
        cyclic: What settles and notes what propagation leaves open.
        plain: The functions of plain code; None in compiled code.

    Returns:
        How it was done: BY_PROPAGATION, BY_COMPONENTS, or NOT_DONE if compiled code does not find the core of a
        component; the orders that succeed; those that fail.

    Raises:
        ComponentLimitError: A component has too many circles to be searched.
    """
    true, false = propagate(rows, live ^ unopposed, unopposed, 0)
    if live & ~(true | false):
        return solve_components(rows, live, true, false, cyclic, plain)
    return BY_PROPAGATION, true, false


def solve_components(
    rows: Rows, live: int, true: int, false: int, cyclic: Cyclic, plain: PlainCallbacks | None
) -> tuple[int, int, int]:
    """Decide what propagation leaves open of the orders `live`; arguments and answer are those of `solve`.

    `true` and `false` are the orders known to succeed and to fail.

    Each component that depends on nothing else open is searched for its resolutions: exactly one is adopted, else the
    rulebook settles the core, and so on.
    """
    met, resolutions = cyclic.met, cyclic.resolutions
    pending = live & ~(true | false)
    while pending:
        components = independent_components(rows, pending)
        apart = 0
        for component in components:
            apart |= component
        for component in components:
            several = component_resolutions(rows, component, true, false)
            if len(several) == 1:
                kind, core, yes, no = UNIQUE, 0, several[0], component & ~several[0]
            else:
                core = differing(component, several) if len(several) else component
                if not len(several) and not is_circle(rows, component):
                    if plain is None:
                        return NOT_DONE, true, false
                    core = plain.smallest_clash(rows, component, true, false)
                kind, yes, no = settlement(rows, core, several, cyclic.backup, live & ~(true | false))
                if plain is not None:
                    settle = plain.circulate if kind == CIRCULAR_MOVEMENT else plain.settle
                    left = live & ~(true | false | apart) | component  # what depends on it, not what stands beside it
                    answer = None if settle is None else settle(component, core, several, left)
                    if answer is not None:
                        kind += HOUSE_RULE
                        yes, no = answer
            met.append(ComponentRow(component, kind, core, yes, no, true, false, len(resolutions), len(several)))
            for resolution in several:
                resolutions.append(resolution)
            true |= yes
            false |= no
        true, false = propagate(rows, live & ~(true | false), true, false)
        pending = live & ~(true | false)
    return BY_COMPONENTS, true, false


def differing(component: int, several: Sequence[int]) -> int:
    """Return the orders of `component` on which the resolutions `several`, two or more, differ."""
    always, sometimes = component, 0
    for resolution in several:
        always &= resolution
        sometimes |= resolution
    return sometimes & ~always


def settlement(
    rows: Rows, core: int, several: Sequence[int], backup: ParadoxBackup, pending: int
) -> tuple[int, int, int]:
    """Return the kind of a paradox, and the orders that its rule makes succeed and fail, as masks.

    Args:
        rows: The table.
        core: The core.
        several: The resolutions of its component: two or more, or none.
        backup: The choice for the option ``paradox_backup``.
        pending: All open orders.

    Source: DATC 3.0, 4.A.2 and 5.B.9; the rule of the DPTG: DATC 2.4, 4.A.2.
    """
    moves = convoys = 0
    left = core
    while left:
        bit = left & -left
        left ^= bit
        kind = rows[lowest(bit)].kind
        if kind == MOVES:
            moves |= bit
        elif kind == CONVOYS:
            convoys |= bit
    if len(several) and moves == core:
        return CIRCULAR_MOVEMENT, core, 0
    if not convoys:
        return OTHER_PARADOX, 0, core
    if backup == ParadoxBackup.CONSISTENT_OR_HOLD:
        consistent = 0
        for resolution in several:
            if not resolution & convoys:
                consistent += 1
        backup = ParadoxBackup.SZYKMAN if consistent == 1 else ParadoxBackup.ALL_HOLD
    if backup == ParadoxBackup.SZYKMAN:
        return CONVOY_PARADOX, 0, convoys
    if backup == ParadoxBackup.ALL_HOLD:
        for i in range(len(rows)):
            if rows[i].kind == MOVES and rows[i].fleets & convoys:
                moves |= 1 << i
        return CONVOY_PARADOX, 0, moves & pending
    return CONVOY_PARADOX, 0, core


def solved_masks(
    true: int, false: int, backup: ParadoxBackup, components: Sequence[ComponentRow], first: int = 0
) -> Solved:
    """Return the decision of `solve`, with the orders settled by rules apart; its `components` begin at `first`."""
    circle = ruled = failed = own = 0
    for n in range(first, len(components)):
        kind, forced = components[n].kind, components[n].forced_true | components[n].forced_false
        if kind & HOUSE_RULE:
            own |= forced
        elif kind == CIRCULAR_MOVEMENT:
            circle |= forced
        elif kind == CONVOY_PARADOX:
            ruled |= forced
        elif kind == OTHER_PARADOX:
            failed |= forced
    return Solved(true, false, circle, ruled, RULED_BY[backup], failed, own)
