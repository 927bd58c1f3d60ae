"""Which orders depend on each other, and their resolutions.

Every unit has one arrow, to the province that its order acts on, and orders depend on each other along arrows only. So
those that depend on each other form a single circle, one of them decides the others, and a circle of any length is
searched by trying this one both ways (`research/theory.md`). Where a rule breaks that, as Brannan's does, more than
one is tried.

Numba-compatible: integers and arrays only.
"""

from __future__ import annotations

from ...map import StandoffError, count, lowest
from .equations import YES, decide, propagate, rests_on
from .records import Rows

MOST_TRIED = 16
"""At most this many orders are tried both ways; a single circle needs one."""


class ComponentLimitError(StandoffError):
    """Orders depend on each other in more circles than can be searched for resolutions."""


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
    # All in one list, since making one takes compiled code as long as the search: by order how far back it leads, the
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
    components = [pending]
    components.pop()
    while independent:
        bit = independent & -independent
        independent ^= bit
        components.append(noted[ahead + lowest(bit)])
    return components


def is_circle(rows: Rows, component: int) -> bool:
    """Return whether the orders of a component form a single circle: each rests on exactly one of them.

    Drop the equation of any of them, and the others follow from each other: a component without a resolution that is a
    circle has no smaller set of equations that clash.
    """
    left = component
    while left:
        needed = rests_on(rows, lowest(left)) & component
        if not needed or needed & (needed - 1):
            return False
        left &= left - 1
    return True


def deciding(rows: Rows, component: int) -> int:
    """Return orders of a component, as a mask, without which no order depends on itself, not even through others.

    Whatever they do, the equations of the others then decide these. Of a single circle, that is one.
    """
    if is_circle(rows, component):
        return component & -component
    chosen, left = 0, component
    while left:
        for part in independent_components(rows, left):
            left ^= part
            if rests_on(rows, lowest(part)) & part:
                bit = part & -part
                chosen |= bit
                left |= part ^ bit
    return chosen


def component_resolutions(rows: Rows, component: int, true: int, false: int) -> list[int]:
    """Return every resolution of a component, as ascending masks of what succeeds.

    Every assignment of the orders that decide the others is tried: the rest follows by propagation, and the equations
    of these orders must hold.

    Args:
        rows: The table of the turn.
        component: The orders; they must depend on no order that is open outside of it.
        true, false: The orders known to succeed and to fail.

    Raises:
        ComponentLimitError: More than `MOST_TRIED` orders would have to be tried.
    """
    free = deciding(rows, component)
    if count(free) > MOST_TRIED:
        raise ComponentLimitError("orders depend on each other in too many circles to be searched for resolutions")
    solutions = [component]
    solutions.pop()
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
            solutions.append(yes & component)
        succeed = (succeed - free) & free
        if not succeed:
            break
    solutions.sort()
    return solutions
