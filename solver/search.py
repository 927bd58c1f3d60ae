"""Resolutions: the assignments of success and failure that satisfy all equations.

The only module that uses python-constraint and NetworkX; both are loaded when something stays open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .equations import OPEN, Rows, decide, rests_on
from .turn import bits


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

    `pending` must have no resolution. No set with fewer equations clashes; of several smallest sets the
    first in the order of the turn is returned.
    """
    from itertools import combinations

    def clashes(orders: Iterable[int]) -> bool:
        return not resolutions(rows, pending, true, false, equations=list(orders), first_only=True)

    core = bits(pending)
    for order in list(core):  # leave out what is not needed: the rest is minimal, if not yet smallest
        fewer = [other for other in core if other != order]
        if clashes(fewer):
            core = fewer
    for size in range(1, len(core)):
        for few in combinations(bits(pending), size):
            if clashes(few):
                return sum(1 << order for order in few)
    return sum(1 << order for order in core)
