"""Resolutions: the assignments of success and failure that satisfy all equations.

The only module that uses python-constraint and NetworkX; both are loaded when something stays open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..map.masks import bits
from .equations import OPEN, Rows, decide, rests_on


def independent_component(rows: Rows, pending: int) -> int:
    """Return the mask of a smallest set of open orders that depend on each other and on no other open order.

    Args:
        rows: The table of the turn.
        pending: The open orders, at least one.

    Returns:
        A strongly connected component without successors of the dependency graph of `pending`: of several the one
        with the lowest order. An order on its own that does not depend on itself can be one, too.
    """
    import networkx

    graph: networkx.DiGraph[int] = networkx.DiGraph()
    for order in bits(pending):
        graph.add_node(order)
        graph.add_edges_from((order, other) for other in bits(rests_on(rows, order) & pending))
    found: list[int] = []
    for component in networkx.strongly_connected_components(graph):
        if all(other in component for order in component for other in graph.successors(order)):
            found.append(sum(1 << order for order in component))
    return min(found, key=lambda mask: mask & -mask)


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


def resolutions(
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


def smallest_clash(rows: Rows, pending: int, true: int, false: int) -> int:
    """Return a smallest set of orders of `pending` whose equations cannot hold together, as a mask.

    `pending` must have no resolution. No set with fewer equations clashes.

    Every set that clashes has an equation outside of each set that does not. So a smallest set that meets the
    complements of all maximal satisfiable sets found so far either clashes, and is a smallest clash, or grows into
    another maximal satisfiable set.
    """

    def clashes(orders: int) -> bool:
        return not resolutions(rows, pending, true, false, equations=bits(orders), first_only=True)

    complements: list[int] = []
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
