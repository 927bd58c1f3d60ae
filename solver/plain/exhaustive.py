"""Searching a small component by trying all assignments: what compiled code does in the place of `search`.

Integer functions. They give what the functions of the same name in `search` give, or say that they cannot.
"""

from __future__ import annotations

from ...map.masks import count, lowest
from ..law.equations import YES, decide, propagate, rests_on
from ..law.records import Rows

MOST_TOGETHER = 10
"""At most this many orders of a component are tried."""


def can_search(component: int) -> bool:
    """Tell whether a component is small enough."""
    return count(component) <= MOST_TOGETHER


def independent_components(rows: Rows, pending: int) -> list[int]:
    """Return the sets of open orders that depend on each other and on no other open order, by their lowest orders."""
    depends = [0] * len(rows)
    left = pending
    while left:
        bit = left & -left
        left ^= bit
        depends[lowest(bit)] = rests_on(rows, lowest(bit)) & pending
    left = pending
    while left:  # what an order depends on through `through`, too
        bit = left & -left
        left ^= bit
        through = lowest(bit)
        others = pending
        while others:
            other = others & -others
            others ^= other
            if depends[lowest(other)] & bit:
                depends[lowest(other)] |= depends[through]
    found = [pending]
    found.pop()
    done = 0
    left = pending
    while left:
        bit = left & -left
        left ^= bit
        if done & bit:
            continue
        component = bit | depends[lowest(bit)]
        independent = True
        others = component ^ bit
        while others:
            other = others & -others
            others ^= other
            independent = independent and depends[lowest(other)] & bit != 0
        if independent:
            done |= component
            found.append(component)
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


def component_resolutions(rows: Rows, component: int, true: int, false: int) -> list[int]:
    """Return every resolution of `component`, as ascending masks of what succeeds."""
    return resolutions_by_trying(rows, component, component, true, false)


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
