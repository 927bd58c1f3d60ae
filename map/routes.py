"""Chains of fleets: which seas link two provinces, and which fleet some chain cannot do without.

Seas are numbered from 0; a set of seas is a mask over these numbers, and `near` gives the seas next to each. Integer
arithmetic without objects, so that a compiler for numeric code can take these functions as they stand.
"""

from __future__ import annotations

from collections.abc import Sequence

from .errors import StandoffError
from .masks import lowest

STEPS_BEFORE_LOOKING_AHEAD = 64
MOST_STEPS = 200_000
"""After so many steps the search for a chain without superfluous fleets gives up: no real board comes near it."""


class RouteLimitError(StandoffError):
    """There are too many ways over the fleets at sea to tell whether one of them needs a certain fleet."""


def linked(near: Sequence[int], fleets: int, start: int, end: int) -> bool:
    """Tell whether a chain of adjacent seas of `fleets` leads from one of `start` to one of `end`.

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


def on_chordless_chain(near: Sequence[int], fleets: int, start: int, end: int, fleet: int) -> bool:
    """Tell whether a chain without superfluous fleets leads from `start` to `end` over `fleet`.

    A chain has no superfluous fleet exactly if it is chordless: only its first fleet is in `start`, only
    its last in `end`, and two of its fleets are adjacent only if they follow each other.

    Args:
        near: The seas next to each sea.
        fleets: The seas that may be used.
        start, end: The seas next to the origin and to the destination.
        fleet: Number of the sea that the chain must use.

    Raises:
        RouteLimitError: After `MOST_STEPS` steps no answer is found.
    """
    wanted = 1 << fleet
    start &= fleets
    end &= fleets
    if not fleets & wanted:
        return False
    if start & end & wanted:
        return True
    # Depth first. At each depth: the seas still to be tried, those barred to what follows, and whether `fleet` is
    # in the chain so far. A chain that cannot take `fleet` later, being next to it already, must take it now.
    untried = [start & wanted if start & wanted else start]
    barred = [start]
    has = [False]
    steps = 0
    while untried:
        if not untried[-1]:
            untried.pop()
            barred.pop()
            has.pop()
            continue
        steps += 1
        if steps > MOST_STEPS:
            raise RouteLimitError("too many ways lead over the fleets at sea to tell which of them a convoy needs")
        sea = untried[-1] & -untried[-1]
        untried[-1] ^= sea
        has_wanted = has[-1] or sea == wanted
        if sea & end:
            if has_wanted:
                return True
            continue
        beside = near[lowest(sea)]
        step = beside & fleets & ~barred[-1]
        bar = barred[-1] | beside | sea
        if not has_wanted and bar & wanted:
            step &= wanted
        if steps > STEPS_BEFORE_LOOKING_AHEAD:
            free = fleets & ~(barred[-1] | sea)
            goal = end if has_wanted else wanted
            if not linked(near, free, step, goal) or not (has_wanted or linked(near, free, wanted, end)):
                continue
        if step:
            untried.append(step)
            barred.append(bar)
            has.append(has_wanted)
    return False
