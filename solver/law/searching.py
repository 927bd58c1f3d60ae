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
    # Pearce's form of Tarjan's search: an order is the first of its component if none of those that it leads to leads
    # back to one that was met before it. On one side of the stack is the way to the order, on the other are those that
    # are done and whose component is not complete yet.
    size = len(rows)
    # All in one list, since to make one takes compiled code as long as the search: by order how far back it leads, the
    # orders ahead of it, and those that it rests on; then the stack.
    ahead, needs, bottom, high = size, 2 * size, 3 * size, 4 * size
    noted = [0] * high
    number = complete = independent = 0
    deep = bottom
    unmet, first_ones = pending, pending
    while unmet:
        order = lowest(unmet)
        while True:
            bit = 1 << order
            if unmet & bit:
                unmet ^= bit
                number += 1
                noted[order] = number
                noted[needs + order] = noted[ahead + order] = rests_on(rows, order) & pending
            left = noted[ahead + order]
            if left:
                other = lowest(left)
                if unmet >> other & 1:
                    noted[deep] = order
                    deep += 1
                    order = other
                    continue
                noted[ahead + order] = left & (left - 1)
                if not complete >> other & 1 and noted[other] < noted[order]:
                    noted[order] = noted[other]
                    first_ones &= ~bit
                continue
            if first_ones & bit:
                component, needed = bit, noted[needs + order]
                while high < len(noted) and noted[noted[high]] >= noted[order]:
                    component |= 1 << noted[high]
                    needed |= noted[needs + noted[high]]
                    high += 1
                complete |= component
                if not needed & ~component:
                    independent |= component & -component
                    noted[ahead + lowest(component)] = component  # nothing is ahead of it any more
            else:
                high -= 1
                noted[high] = order
            if deep == bottom:
                break
            deep -= 1
            order = noted[deep]
    found = [pending]
    found.pop()
    while independent:
        bit = independent & -independent
        independent ^= bit
        found.append(noted[ahead + lowest(bit)])
    return found


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
