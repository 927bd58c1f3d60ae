"""Chains of fleets that link two provinces, and whether one without superfluous fleets includes a given fleet.

Seas are numbered from 0; a set of seas is a mask over these numbers, and `near` has the adjacent seas of each.
Numba-compatible: integers only.
"""

from __future__ import annotations

from collections.abc import Sequence

from .masks import lowest

STEPS_AT_RANDOM = 64
"""After this many steps, the search for a chain without superfluous fleets tries short ones, and looks ahead."""

MOST_STEPS = 100_000
"""Limit of its steps; real boards need far fewer."""

UNDECIDED = -1
"""The result if the limit is reached."""


def joined_seas(near: Sequence[int], at_sea: int, start: int) -> int:
    """Return the seas of `at_sea` that are linked with those of `start`, them included."""
    todo = reached = start & at_sea
    while todo:
        sea = todo & -todo
        todo ^= sea
        new = near[lowest(sea)] & at_sea & ~reached
        reached |= new
        todo |= new
    return reached


def linked(near: Sequence[int], fleets: int, start: int, end: int) -> bool:
    """Return whether a chain of adjacent seas of `fleets` leads from one of `start` to one of `end`.

    Source: DATC 3.0, 5.B.4.
    """
    end &= fleets
    todo = reached = start & fleets
    while todo:
        if reached & end:
            return True
        sea = todo & -todo
        todo ^= sea
        new = near[lowest(sea)] & fleets & ~reached
        reached |= new
        todo |= new
    return False


def shortest(near: Sequence[int], fleets: int, start: int, end: int, every: bool) -> int:
    """Return the seas of a shortest chain over `fleets` from one of `start` to one of `end`, 0 if there is none.

    With `every`, return the seas of all shortest chains: none of them has a superfluous fleet.

    >>> bin(shortest([0b0110, 0b1001, 0b1001, 0b0110], 0b1111, 0b0001, 0b1000, True))
    '0b1111'
    """
    end &= fleets
    layers = [start & fleets]
    reached = layers[0]
    while not layers[-1] & end:
        new = 0
        todo = layers[-1]
        while todo:
            sea = todo & -todo
            todo ^= sea
            new |= near[lowest(sea)]
        new &= fleets & ~reached
        if not new:
            return 0
        reached |= new
        layers.append(new)
    seas = layers[-1] & end
    if not every:
        seas &= -seas
    on_routes = seas
    for number in range(len(layers) - 2, -1, -1):
        before = 0
        while seas:
            sea = seas & -seas
            seas ^= sea
            before |= near[lowest(sea)]
        seas = layers[number] & before
        if not every:
            seas &= -seas
        on_routes |= seas
    return on_routes


def short_chordless_chain(near: Sequence[int], fleets: int, start: int, end: int, needed: int) -> int:
    """Return the seas of a chordless chain from `start` to `end` over the sea `needed`, made of two shortest ones.

    Args:
        near, fleets, start, end: As for `chordless_chain`.
        needed: The sea, as a mask.

    Returns:
        A mask; 0 if the shortest chain from `start` to `needed` cannot be continued, though another one may exist.
    """
    inside = fleets & ~(start & ~needed) & ~(end & ~needed)
    if start & needed:
        first = needed
    else:
        first = shortest(near, inside & ~end | start & ~end | needed, start & ~end, needed, False)
    if not first or end & needed:
        return first
    barred = start & ~needed
    todo = first & ~needed
    while todo:
        sea = todo & -todo
        todo ^= sea
        barred |= near[lowest(sea)] | sea
    second = shortest(near, fleets & ~barred | needed, needed, end, False)
    return first | second if second else 0


def chordless_chain(near: Sequence[int], fleets: int, start: int, end: int, fleet: int) -> int:
    """Return a chain without superfluous fleets from `start` to `end` that includes `fleet`.

    A chain has no superfluous fleet if and only if it is chordless: only its first fleet is in `start`, only its last
    in `end`, and only consecutive fleets are adjacent.

    Args:
        near: The seas next to each sea.
        fleets: The seas that may be used.
        start, end: The seas next to the origin and to the destination.
        fleet: Number of the sea that the chain must use.

    Returns:
        The seas of the chain, as a mask; 0 if there is none, `UNDECIDED` after `MOST_STEPS` steps: the question is hard
        on arbitrary boards (`research/theory.md`).
    """
    wanted = 1 << fleet
    start &= fleets
    end &= fleets
    if not fleets & wanted:
        return 0
    if start & end & wanted:
        return wanted
    if (start ^ end) & wanted:  # two fleets may suffice
        beside = near[fleet] & (end & ~start if start & wanted else start & ~end)
        if beside:
            return wanted | beside & -beside
    # Depth first. Each depth has the seas to try, the seas barred to later steps, and the chain so far. A chain
    # adjacent to `fleet` must take it now, as it cannot later.
    untried = [start & wanted if start & wanted else start]
    barred = [start]
    chains = [0]
    steps = 0
    while untried:
        if not untried[-1]:
            untried.pop()
            barred.pop()
            chains.pop()
            continue
        steps += 1
        if steps == STEPS_AT_RANDOM:
            chain = short_chordless_chain(near, fleets, start, end, wanted)
            if not chain:
                chain = short_chordless_chain(near, fleets, end, start, wanted)
            if chain:
                return chain
        if steps > MOST_STEPS:
            return UNDECIDED
        sea = untried[-1] & -untried[-1]
        untried[-1] ^= sea
        chain = chains[-1] | sea
        if sea & end:
            if chain & wanted:
                return chain
            continue
        beside = near[lowest(sea)]
        step = beside & fleets & ~barred[-1]
        bar = barred[-1] | beside | sea
        if not chain & wanted and bar & wanted:
            step &= wanted
        if steps > STEPS_AT_RANDOM:
            free = fleets & ~(barred[-1] | sea)
            goal = end if chain & wanted else wanted
            if not linked(near, free, step, goal) or not (chain & wanted or linked(near, free, wanted, end)):
                continue
        if step:
            untried.append(step)
            barred.append(bar)
            chains.append(chain)
    return 0
