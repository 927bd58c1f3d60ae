"""The resolutions of whole turns, and of more orders than `law.searching` tries, and cores without any.

The only module that uses python-constraint and NetworkX; both are loaded when they are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from ...map import StandoffError
from ...map.masks import bits
from ..law.equations import OPEN, decide, propagate, rests_on
from ..law.records import Rows
from ..law.searching import MOST_TOGETHER, resolutions_by_trying

if TYPE_CHECKING:
    import networkx

SMALL_COMPONENT = 24
"""A component of at most this many orders is given to python-constraint, with one variable for each order."""

MOST_FEEDBACK = 16
"""In a larger one at most this many orders are tried both ways; each assignment of them decides the others."""

MOST_CLASHING = 128
"""The smallest core of a component without a resolution is sought among at most this many orders."""


class ComponentLimitError(StandoffError):
    """More orders depend on each other in a circle than can be searched for resolutions."""


def _dependencies(rows: Rows, pending: int) -> networkx.DiGraph[int]:
    import networkx

    graph: networkx.DiGraph[int] = networkx.DiGraph()
    for order in bits(pending):
        graph.add_node(order)
        graph.add_edges_from((order, other) for other in bits(rests_on(rows, order) & pending))
    return graph


def feedback(rows: Rows, component: int) -> int:
    """Return a set of orders of `component` without which no order depends on itself, not even through others.

    Once these are assigned, the equations decide the rest of the component. The set is small, though not always the
    smallest: the order with the most dependencies goes first.
    """
    import networkx

    graph = _dependencies(rows, component)
    chosen = 0
    while True:
        cyclic = [
            order
            for part in networkx.strongly_connected_components(graph)
            for order in part
            if len(part) > 1 or graph.has_edge(order, order)
        ]
        if not cyclic:
            return chosen
        graph = graph.subgraph(cyclic).copy()
        order = min(cyclic, key=lambda node: (-graph.in_degree(node) * graph.out_degree(node), node))
        chosen |= 1 << order
        graph.remove_node(order)


def on_every_circle(rows: Rows, component: int) -> int:
    """Return the orders of `component` that each of its circles of dependencies leads through, as a mask.

    Whatever such an order does, the equations of the others then decide these. Where `feedback` needs more than one
    order, 0 is returned.
    """
    free = feedback(rows, component)
    if free.bit_count() != 1:
        return 0
    import networkx

    graph = _dependencies(rows, component)
    first = bits(free)[0]
    leaving = list(graph.successors(first))
    graph.remove_edges_from([(first, other) for other in leaving])
    # cut open there, each circle is a way from place 0 to the last place along dependencies that all lead onwards; an
    # order is on each of them if no dependency leads past its place
    arriving = list(graph.predecessors(first))
    graph.remove_node(first)
    place = {order: number for number, order in enumerate(networkx.topological_sort(graph), 1)}
    last = len(place) + 1
    ends = set(arriving)
    furthest = max((last if other == first else place[other] for other in leaving), default=last)
    found = free
    for order, here in place.items():
        if furthest <= here:
            found |= 1 << order
        onwards = [place[other] for other in graph.successors(order)]
        furthest = max([furthest, *onwards, last if order in ends else 0])
    return found


def _equation(rows: Rows, order: int, scope: list[int], true: int, false: int) -> Callable[..., bool]:
    """Return the equation of `order` as a function of the values of the orders in `scope`."""
    place = scope.index(order)
    all_of_scope = sum(1 << other for other in scope)

    def holds(*values: bool) -> bool:
        succeed = 0
        for other, value in zip(scope, values, strict=True):
            if value:
                succeed |= 1 << other
        decision = decide(rows, order, true | succeed, false | all_of_scope & ~succeed)
        assert decision != OPEN, f"order {order} rests on more than rests_on() says"
        return bool(decision) == values[place]

    return holds


def assignments(
    rows: Rows, pending: int, true: int, false: int, *, equations: Iterable[int] | None = None, first_only: bool = False
) -> list[int]:
    """Return every assignment of `pending` that satisfies its equations, as ascending masks of what succeeds.

    Args:
        rows: The table of the turn.
        pending: The orders to assign; they must depend on no order that is open outside of it.
        true, false: The orders known to succeed and to fail.
        equations: The orders whose equations must hold; all of `pending` if left out.
        first_only: Stop at the first one found.

    Returns:
        Masks over the orders of `pending`; ``[0]`` when nothing is pending: one resolution, not none.
    """
    if not pending:
        return [0]
    from constraint import Problem  # a Problem is pruned by solving: a new one each time

    problem: Any = Problem()
    problem.addVariables(bits(pending), [False, True])
    for order in bits(pending) if equations is None else equations:
        scope = bits(rests_on(rows, order) & pending | 1 << order)
        problem.addConstraint(_equation(rows, order, scope, true, false), scope)
    if first_only:
        one: dict[int, bool] | None = problem.getSolution()
        found = [one] if one else []
    else:
        found = problem.getSolutions()
    return sorted(sum(1 << order for order, value in solution.items() if value) for solution in found)


def component_resolutions(rows: Rows, component: int, true: int, false: int) -> list[int]:
    """Return every resolution of a component, as ascending masks of what succeeds.

    However large it is, it can be searched if few of its orders decide the rest.

    Raises:
        ComponentLimitError: More than `MOST_FEEDBACK` orders would have to be assigned freely.
    """
    if component.bit_count() <= MOST_TOGETHER:
        return resolutions_by_trying(rows, component, component, true, false)
    if component.bit_count() <= SMALL_COMPONENT:
        return assignments(rows, component, true, false)
    free = feedback(rows, component)
    if free.bit_count() > MOST_FEEDBACK:
        raise ComponentLimitError(
            f"{component.bit_count()} orders depend on each other in a circle, and {free.bit_count()} of them would "
            f"have to be tried both ways; the limit is {MOST_FEEDBACK} ({SMALL_COMPONENT} orders in all are no problem)"
        )
    return sorted(resolutions_by_trying(rows, component, free, true, false))


def smallest_clash(rows: Rows, pending: int, true: int, false: int) -> int:
    """Return a smallest set of orders of `pending` whose equations cannot hold together, as a mask.

    `pending` must have no resolution. No set with fewer equations clashes.

    Every set that clashes has an equation outside of each set that does not. So a smallest set that meets the
    complements of all maximal satisfiable sets found so far either clashes, and is a smallest clash, or grows into
    another maximal satisfiable set.

    Raises:
        ComponentLimitError: More than `MOST_CLASHING` orders would have to be searched.
    """

    def clashes(orders: int) -> bool:
        if pending.bit_count() > MOST_CLASHING:
            raise ComponentLimitError(
                f"{pending.bit_count()} orders depend on each other in a circle and have no resolution; the core of "
                f"such a paradox is searched among {MOST_CLASHING} orders at most"
            )
        return not assignments(rows, pending, true, false, equations=bits(orders), first_only=True)

    decisive = on_every_circle(rows, pending)

    def clash_without(order: int) -> bool:
        bit = 1 << order
        if decisive & bit:
            return False  # the others follow from this one
        for yes, no in ((true | bit, false), (true, false | bit)):
            decided = propagate(rows, pending & ~bit, yes, no)
            if not pending & ~(decided[0] | decided[1]):
                return False  # the others follow from this one
        return clashes(pending & ~bit)

    # an equation without which the others can hold is part of every set that clashes
    needed = sum(1 << order for order in bits(pending) if not clash_without(order))
    if needed == pending or clashes(needed):
        return needed
    complements = [1 << order for order in bits(needed)]
    while True:
        few = _smallest_meeting(complements)
        if clashes(few):
            return few
        for order in bits(pending & ~few):
            if not clashes(few | 1 << order):
                few |= 1 << order
        complements.append(pending & ~few)


def _smallest_meeting(sets: list[int]) -> int:
    """Return a smallest mask that has a bit in common with each of `sets`, of equals the first found."""
    best = [sum(1 << order for order in {bits(mask)[0] for mask in sets})]

    def extend(chosen: int, left: list[int]) -> None:
        if not left:
            if chosen.bit_count() < best[0].bit_count():
                best[0] = chosen
            return
        if chosen.bit_count() + 1 >= best[0].bit_count():
            return
        for order in bits(left[0]):
            bit = 1 << order
            extend(chosen | bit, [mask for mask in left if not mask & bit])

    extend(0, sets)
    return best[0]
