"""Chains of fleets: which seas link two provinces, and which fleet some chain cannot do without.

Sets of seas are masks over province numbers; `around` gives the neighbours of each province.
"""

from __future__ import annotations

from collections.abc import Sequence


def linked(around: Sequence[int], fleets: int, origin: int, destination: int) -> bool:
    """Tell whether fleets in the seas `fleets` link the coastal provinces `origin` and `destination`.

    Source: DATC 3.0, 5.B.4.
    """
    end = around[destination] & fleets
    todo = reached = around[origin] & fleets
    while todo:
        if reached & end:
            return True
        sea = todo & -todo
        todo ^= sea
        new = around[sea.bit_length() - 1] & fleets & ~reached
        reached |= new
        todo |= new
    return False


def on_chordless_chain(around: Sequence[int], fleets: int, start: int, end: int, fleet: int) -> bool:
    """Tell whether a chain without superfluous fleets leads from `start` to `end` over `fleet`.

    A chain has no superfluous fleet exactly if it is chordless: only its first fleet is in `start`, only
    its last in `end`, and two of its fleets are adjacent only if they follow each other.

    Args:
        around: The neighbours of each province.
        fleets: The seas that may be used.
        start, end: The seas of `fleets` next to the origin and to the destination.
        fleet: Number of the sea that the chain must use.
    """
    wanted = 1 << fleet

    def grow(head: int, barred: int, has_wanted: bool) -> bool:
        here = 1 << head
        if here & end:
            return has_wanted
        step = around[head] & fleets & ~barred
        barred |= around[head] | here
        if not has_wanted and barred & wanted:
            step &= wanted  # now or never
        while step:
            sea = step & -step
            step ^= sea
            if grow(sea.bit_length() - 1, barred, has_wanted or sea == wanted):
                return True
        return False

    first = start & wanted or start
    while first:
        sea = first & -first
        first ^= sea
        if grow(sea.bit_length() - 1, start, sea == wanted):
            return True
    return False
