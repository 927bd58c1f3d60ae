"""Which orders depend on each other, and the resolutions of few that do: every assignment of them is tried.

Integer functions, so that a compiler for numeric code can take them as they stand.
"""

from __future__ import annotations

from ...map.masks import count, lowest
from .equations import YES, decide, propagate, rests_on
from .records import Rows

MOST_TOGETHER = 10
"""At most this many orders that depend on each other are tried."""


def independent_components(rows: Rows, pending: int) -> list[int]:
    """Return the sets of open orders that depend on each other and on no other open order, as masks.

    Args:
        rows: The table of the turn.
        pending: The open orders.

    Returns:
        The strongly connected components without successors of the dependency graph of `pending`, by their lowest
        orders. An order on its own that does not depend on itself can be one, too.
    """
    # Tarjan's search: a component is complete once none of its orders leads back to one that was met before it
    size = len(rows)
    met, back, waiting, way = [0] * size, [0] * size, [0] * size, [0] * size
    needed, ahead, found_at = [0] * size, [0] * size, [0] * size
    number = high = 0
    on_stack = 0
    unmet = pending
    while unmet:
        deep = 0
        order = lowest(unmet)
        while True:
            if not met[order]:
                number += 1
                met[order] = back[order] = number
                waiting[high] = order
                high += 1
                bit = 1 << order
                on_stack |= bit
                unmet ^= bit
                needed[order] = ahead[order] = rests_on(rows, order) & pending
            if ahead[order]:
                bit = ahead[order] & -ahead[order]
                ahead[order] ^= bit
                other = lowest(bit)
                if unmet & bit:
                    way[deep] = order
                    deep += 1
                    order = other
                elif on_stack & bit:
                    back[order] = min(back[order], met[other])
                continue
            if back[order] == met[order]:
                component = outside = 0
                while not component >> order & 1:
                    high -= 1
                    component |= 1 << waiting[high]
                    outside |= needed[waiting[high]]
                on_stack &= ~component
                if not outside & ~component:
                    found_at[lowest(component)] = component
            if not deep:
                break
            deep -= 1
            back[way[deep]] = min(back[way[deep]], back[order])
            order = way[deep]
    return [component for component in found_at if component]


def resolutions_by_trying(rows: Rows, component: int, free: int, true: int, false: int) -> list[int]:
    """Return the resolutions of a component in which the orders `free` decide the others, as ascending masks.

    Every assignment of `free` is tried: the rest follows by propagation, and the equations of `free` must hold.
    """
    found = [component]
    found.pop()
    succeed = 0
    while True:
        yes, no = propagate(rows, component & ~free, true | succeed, false | free & ~succeed)
        holds = True
        left = free
        while left and holds:
            bit = left & -left
            left ^= bit
            holds = (decide(rows, lowest(bit), yes, no) == YES) == (succeed & bit != 0)
        if holds:
            found.append(yes & component)
        succeed = (succeed - free) & free
        if not succeed:
            return found


def smallest_clash(rows: Rows, component: int, true: int, false: int) -> int:
    """Return the smallest set of equations that clash, of a component without resolution; 0 if there are several."""
    size = count(component)
    members = [0] * size
    left = component
    for n in range(size):
        members[n] = lowest(left)
        left &= left - 1
    holds_together = [False] * (1 << size)
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
        holds_together[satisfied] = True
    for chosen in range((1 << size) - 1, -1, -1):  # a subset of what holds together does so, too
        if holds_together[chosen]:
            for n in range(size):
                holds_together[chosen & ~(1 << n)] = True
    fewest, core, ties = size + 1, 0, 0
    for chosen in range(1 << size):
        if not holds_together[chosen]:
            number = count(chosen)
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
