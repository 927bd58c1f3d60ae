"""What a component without exactly one resolution is, and the solution of a turn with all that was met on the way.

Source: DATC 3.0, 5.B.9 and 4.A.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ..map.masks import bits
from .equations import CONVOYS, KIND
from .order_table import OrderTable
from .own_rules import check_settled, own_settlement
from .rulebook import Rulebook
from .search import assignments
from .solving import CIRCULAR_MOVEMENT, CONVOY_PARADOX, OTHER_PARADOX, OWN_RULE, UNIQUE, Met
from .solving import solve as solve_rows


class ParadoxKind(StrEnum):
    """What a component without exactly one resolution is."""

    CIRCULAR_MOVEMENT = "circular movement"
    CONVOY = "convoy"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Paradox:
    """A set of orders whose equations have no resolution, or several, and what settled it.

    Attributes:
        kind: Circular movement, convoy paradox, or something else.
        component: The orders that depend on each other, as a mask.
        core: The orders on which the resolutions differ; without any, a smallest set whose equations clash.
        resolutions: Every consistent resolution of the component, as masks of what succeeds.
        settled_by: The rule that settled it: ``"all succeed"``, ``"szykman"``, ``"all-hold"``, ``"unresolved"`` or
            ``"all fail"``.
        forced_true, forced_false: The orders that this rule made succeed or fail.
    """

    kind: ParadoxKind
    component: int
    core: int
    resolutions: tuple[int, ...]
    settled_by: str
    forced_true: int
    forced_false: int


@dataclass(frozen=True, slots=True)
class Component:
    """A set of orders that depend on each other, met while the turn was solved.

    Attributes:
        orders: The orders, as a mask.
        resolutions: Its resolutions where everything that it rests on is decided, as masks of what succeeds.
        paradox: What became of it, None if it has exactly one resolution.
        true, false: The orders known to succeed and to fail before.
        name: What the literature calls the paradox, empty where no name fits or nobody asked.
    """

    orders: int
    resolutions: tuple[int, ...]
    paradox: Paradox | None
    true: int
    false: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Solution:
    """Which orders succeed (`true`) and fail (`false`), and the components that propagation left open, in order."""

    true: int
    false: int
    components: tuple[Component, ...] = ()

    @property
    def paradoxes(self) -> tuple[Paradox, ...]:
        """The components without exactly one resolution, and what settled them."""
        return tuple([one.paradox for one in self.components if one.paradox]) if self.components else ()


def solve(table: OrderTable) -> Solution:
    """Decide every move, support and convoy of `table`.

    Raises:
        ComponentLimitError: A component is too large to be searched.
    """
    met: list[Met] = []
    resolutions: list[int] = []
    rules = table.rules

    def own(component: int, core: int, found: Sequence[int], pending: int) -> tuple[int, int] | None:
        convoys = sum(1 << order for order in bits(core) if table.rows[order][KIND] == CONVOYS)
        return own_settlement(table, component, core, convoys, found, pending)

    settle = None if rules.settlement is None else own
    _, true, false = solve_rows(table.rows, table.live, rules.numbers.paradox_backup, met, resolutions, settle)
    if settle is not None:
        check_settled(table, true)
    return solution_of(true, false, met, resolutions, rules)


def solution_of(
    true: int, false: int, met: Sequence[Sequence[int]], resolutions: Sequence[int], rules: Rulebook
) -> Solution:
    """Return the solution that `solving.solve` has found; components as it notes them."""
    if not met:
        return Solution(true, false)
    return Solution(true, false, tuple([_component(one, resolutions, rules) for one in met]))


def _component(noted: Sequence[int], resolutions: Sequence[int], rules: Rulebook) -> Component:
    orders, kind, core, yes, no, true, false, first, count = noted
    found = tuple(resolutions[first : first + count])
    paradox = None
    if kind != UNIQUE:
        backup = "szykman" if rules.settlement is not None else rules["paradox_backup"]
        name, settled_by = {
            CIRCULAR_MOVEMENT: (ParadoxKind.CIRCULAR_MOVEMENT, "all succeed"),
            CONVOY_PARADOX: (ParadoxKind.CONVOY, backup),
            OTHER_PARADOX: (ParadoxKind.OTHER, "all fail"),
        }[kind & ~OWN_RULE]
        if kind & OWN_RULE:
            settled_by = rules["paradox_backup"]
        paradox = Paradox(name, orders, core, found, settled_by, yes, no)
    return Component(orders, found, paradox, true, false)


def all_resolutions(table: OrderTable) -> list[int]:
    """Return every resolution of the whole turn, without propagation, decomposition or paradox rule.

    Returns:
        Ascending masks of the orders that succeed.
    """
    return assignments(table.rows, table.live, 0, 0)
