"""Paradoxes, and the solution of a turn with the components that propagation leaves open.

Source: DATC 3.0, 5.B.9 and 4.A.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial

from ...map import bits
from ..law.solving import (
    CIRCULAR_MOVEMENT,
    CONVOY_PARADOX,
    HOUSE_RULE,
    OTHER_PARADOX,
    UNIQUE,
    ComponentRow,
    Cyclic,
    PlainCallbacks,
    Settle,
    solve as solve_plainly,
)
from ..rules.rulebook import Rulebook
from .house_equations import HouseRows, law_of
from .house_rules import check_settled, house_settlement
from .order_table import OrderTable
from .search import assignments, smallest_clash


class ParadoxKind(StrEnum):
    """The kind of a component without exactly one resolution.

    >>> from standoff import read
    >>> [paradox.kind for paradox in read("6.F.14").adjudicate().paradoxes] == [ParadoxKind.CONVOY]
    True
    """

    CIRCULAR_MOVEMENT = "circular movement"
    CONVOY = "convoy"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Component:
    """A set of orders that depend on each other, met while the turn was solved; a paradox unless `kind` is None.

    Attributes:
        orders: The orders, as a mask.
        resolutions: Its resolutions where everything that it rests on is decided, as masks of what succeeds.
        true, false: The orders known to succeed and to fail before.
        kind: Circular movement, convoy paradox, or something else; None if it has exactly one resolution.
        core: Of a paradox, the orders on which the resolutions differ; without any, a smallest set whose equations
            clash.
        settled_by: The rule that settled it: ``"all succeed"``, ``"szykman"``, ``"all-hold"``, ``"unresolved"`` or
            ``"all fail"``.
        forced_true, forced_false: The orders that this rule made succeed or fail.
        name: Its name in the literature; empty if no name fits, or not computed.
        paradox_class: A letter for each fleet of a convoy paradox, as in "AH" (`studies.paradox_classes`); empty if it
            is not certain, or not computed.

    >>> from standoff import read
    >>> (component,) = read("6.F.14").adjudicate().phase_result.solution.components
    >>> component.settled_by, component.core.bit_count(), len(component.resolutions)
    ('szykman', 3, 2)
    """

    orders: int
    resolutions: tuple[int, ...]
    true: int
    false: int
    kind: ParadoxKind | None = None
    core: int = 0
    settled_by: str = ""
    forced_true: int = 0
    forced_false: int = 0
    name: str = ""
    paradox_class: str = ""


@dataclass(frozen=True, slots=True)
class Solution:
    """The orders that succeed (`true`) and fail (`false`), and the components that propagation left open, in order.

    `met` has the components as rows of the law.

    >>> from standoff import read
    >>> solution = read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - GAS").adjudicate().phase_result.solution
    >>> bin(solution.true), bin(solution.false)
    ('0b1', '0b0')
    """

    true: int
    false: int
    components: tuple[Component, ...] = ()
    met: tuple[ComponentRow, ...] = field(default=(), repr=False, compare=False)

    @property
    def paradoxes(self) -> tuple[Component, ...]:
        """The components without exactly one resolution, and what settled them."""
        return tuple([one for one in self.components if one.kind]) if self.components else ()


_CALLBACKS = PlainCallbacks(smallest_clash)


def solve(table: OrderTable) -> Solution:
    """Decide every move, support and convoy of `table`.

    Raises:
        ComponentLimitError: A component has too many circles to be searched.

    >>> from standoff import read
    >>> from standoff.solver.plain.house_table import table_of
    >>> turn = read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - BUR")
    >>> bin(solve(table_of(turn.board, turn.position, turn.orders)).false)
    '0b11'
    """
    met: list[ComponentRow] = []
    resolutions: list[int] = []
    rules = table.rules

    def own(hook: str) -> Settle | None:
        return partial(house_settlement, table, hook) if hook in rules.functions else None

    house_rules = bool(rules.functions)
    callbacks = _CALLBACKS
    if house_rules:
        callbacks = callbacks._replace(settle=own("settlement"), circulate=own("circular_movement"))
    cyclic = Cyclic(rules.numbers.paradox_backup, met, resolutions)
    solve_rows = law_of(table.rows).solve if house_rules else solve_plainly
    _, true, false = solve_rows(table.rows, table.live, table.unopposed, cyclic, callbacks)
    if house_rules:
        check_settled(table, true)
    return solution_of(true, false, met, resolutions, rules)


def solution_of(
    true: int, false: int, components: Sequence[ComponentRow], resolutions: Sequence[int], rules: Rulebook
) -> Solution:
    """Return the solution that `solving.solve` has found; components as it notes them.

    >>> from standoff.solver import rulebook
    >>> solution_of(0b1, 0b0, [], [], rulebook()).paradoxes
    ()
    """
    if not components:
        return Solution(true, false)
    return Solution(true, false, tuple([_component(one, resolutions, rules) for one in components]), tuple(components))


_KINDS = {
    CIRCULAR_MOVEMENT: (ParadoxKind.CIRCULAR_MOVEMENT, "all succeed"),
    CONVOY_PARADOX: (ParadoxKind.CONVOY, ""),
    OTHER_PARADOX: (ParadoxKind.OTHER, "all fail"),
}
"""Each kind of paradox, and the rule that settles it; empty if that is the rulebook's option."""


def _component(row: ComponentRow, resolutions: Sequence[int], rules: Rulebook) -> Component:
    of_component = tuple(resolutions[row.first_resolution : row.first_resolution + row.resolution_count])
    if row.kind == UNIQUE:
        return Component(row.orders, of_component, row.true, row.false)
    kind, settled_by = _KINDS[row.kind & ~HOUSE_RULE]
    if row.kind & HOUSE_RULE:
        hook = "circular_movement" if kind is ParadoxKind.CIRCULAR_MOVEMENT else "settlement"
        settled_by = rules.functions[hook][0]
    elif not settled_by:
        settled_by = "szykman" if "settlement" in rules.functions else rules["paradox_backup"]
    return Component(
        row.orders, of_component, row.true, row.false, kind, row.core, settled_by, row.forced_true, row.forced_false
    )


def all_resolutions(table: OrderTable) -> list[int]:
    """Return every resolution of the whole turn, without propagation, decomposition or paradox rule.

    Returns:
        Ascending masks of the orders that succeed.

    >>> from standoff import read
    >>> from standoff.solver.plain.house_table import table_of
    >>> turn = read("6.F.14")
    >>> len(all_resolutions(table_of(turn.board, turn.position, turn.orders)))
    2
    """
    rows, live = table.rows, table.live
    found = assignments(rows, live, 0, 0)
    if not isinstance(rows, HouseRows):
        return found
    decide, orders = law_of(rows).decide, bits(live)
    # house rules see each assignment in full; the search may have asked them about partial ones
    return [one for one in found if all(decide(rows, order, one, live & ~one) == one >> order & 1 for order in orders)]
