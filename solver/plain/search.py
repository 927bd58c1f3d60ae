"""The resolutions of whole turns, and smallest cores without any, by python-constraint.

What `law.searching` finds along arrows is found here from the equations alone: a check of the whole turn, and the way
to a core where a rule breaks the theorem (`research/theory.md`).
The only module of the solver that uses python-constraint; it is loaded when it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ...map import bits
from ..law.equations import OPEN
from ..law.records import Rows
from ..law.searching import ComponentLimitError
from .house_equations import HouseRows, law_of

MOST_CLASHING = 128
"""The smallest core of a component without a resolution is sought among at most this many orders."""


def _equation(rows: Rows, order: int, scope: list[int], pending: int, true: int, false: int) -> Callable[..., bool]:
    """Return the equation of `order` as a function of the values of the orders in `scope`.

    The functions of house rules are told more than an equation of the law looks at. So that nothing hangs on what is
    known of that, they are asked with all orders of `pending` beyond the scope failing, and with all succeeding; where
    that makes a difference, the equation leaves both open.
    """
    place, decide = scope.index(order), law_of(rows).decide
    all_of_scope = sum(1 << other for other in scope)
    beyond = pending & ~all_of_scope if isinstance(rows, HouseRows) else 0
    ways = [(0, beyond), (beyond, 0)] if beyond else [(0, 0)]

    def holds(*values: bool) -> bool:
        succeed = 0
        for other, value in zip(scope, values, strict=True):
            if value:
                succeed |= 1 << other
        decisions = {
            decide(rows, order, true | succeed | yes, false | all_of_scope & ~succeed | no) for yes, no in ways
        }
        assert OPEN not in decisions, f"order {order} rests on more than rests_on() says"
        return values[place] in decisions

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
    rests_on = law_of(rows).rests_on
    problem.addVariables(bits(pending), [False, True])
    for order in bits(pending) if equations is None else equations:
        scope = bits(rests_on(rows, order) & pending | 1 << order)
        problem.addConstraint(_equation(rows, order, scope, pending, true, false), scope)
    if first_only:
        one: dict[int, bool] | None = problem.getSolution()
        solutions = [one] if one else []
    else:
        solutions = problem.getSolutions()
    return sorted(sum(1 << order for order, value in solution.items() if value) for solution in solutions)


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
                f"{pending.bit_count()} orders depend on each other in several circles and have no resolution; the "
                f"core of such a paradox is searched among {MOST_CLASHING} orders at most"
            )
        return not assignments(rows, pending, true, false, equations=bits(orders), first_only=True)

    # an equation without which the others can hold is part of every set that clashes
    needed = sum(1 << order for order in bits(pending) if not clashes(pending & ~(1 << order)))
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
    """Return a smallest mask that has a bit in common with each of `sets`, the first found of several."""
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
