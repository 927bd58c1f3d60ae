"""Does it matter which of several independent components is settled first?

The solver takes the components that depend on nothing else open in the order of their orders. Here each of them is
settled first, second, and so on, and the outcomes are compared.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from standoff.searches.deciding import Adjudged, Played
from standoff.searches.properties import UnderOne, options_text
from standoff.solver import CIRCULAR_MOVEMENT, OrderTable, Rulebook
from standoff.solver.law.solving import differing, settlement
from standoff.solver.plain.own_equations import law_of
from standoff.solver.plain.own_rules import own_settlement
from standoff.solver.plain.search import smallest_clash


def settled_in_every_order(table: OrderTable) -> set[int]:
    """Return the outcomes of a turn by the order in which its components are settled: masks of what succeeds.

    Args:
        table: The table of the turn.

    Raises:
        ComponentLimitError: A component has too many circles to be searched.
        RulebookError: The rulebook's own settlement gives a meaningless answer.

    >>> from standoff import read
    >>> len(settled_in_every_order(read("6.F.22").adjudicate().phase_result.table))
    1
    """
    rows, live, law = table.rows, table.live, law_of(table.rows)
    outcomes: set[int] = set()
    seen: set[tuple[int, int]] = set()

    def after(true: int, false: int) -> None:
        true, false = law.propagate(rows, live & ~(true | false), true, false)
        if (true, false) in seen:
            return
        seen.add((true, false))
        pending = live & ~(true | false)
        if not pending:
            outcomes.add(true)
            return
        for component in law.independent_components(rows, pending):
            yes, no = _settled(table, component, true, false, pending)
            after(true | yes, false | no)

    after(0, 0)
    return outcomes


def _settled(table: OrderTable, component: int, true: int, false: int, pending: int) -> tuple[int, int]:
    """Return the orders that a component's one resolution, or the rulebook, makes succeed and fail."""
    rows, rules = table.rows, table.rules
    resolutions = law_of(rows).component_resolutions(rows, component, true, false)
    if len(resolutions) == 1:
        return resolutions[0], component & ~resolutions[0]
    core = differing(component, resolutions) if len(resolutions) else smallest_clash(rows, component, true, false)
    kind, yes, no = settlement(rows, core, len(resolutions) > 0, rules.numbers.paradox_backup, pending)
    hook = "circular_movement" if kind == CIRCULAR_MOVEMENT else "settlement"
    return own_settlement(table, hook, component, core, resolutions, pending) or (yes, no)


@dataclass(frozen=True)
class OrderMatters(UnderOne):
    """The outcome of the turn depends on the order in which its components are settled.

    Attributes:
        rules: The rulebook.

    >>> from standoff import rulebook
    >>> str(OrderMatters(rulebook("1982")))
    'order_matters(rules=1982)'
    """

    rules: Rulebook

    exact = False

    def among(self, turns: Played) -> Any:
        """Tell for each turn whether it has several components."""
        return turns.components(self.rules) > 1

    def holds(self, turn: Adjudged) -> bool:
        """Tell whether the order of its components matters to a turn."""
        return len(settled_in_every_order(turn.under(self.rules).table)) > 1

    def __str__(self) -> str:
        return f"order_matters({options_text(self.rules).removeprefix(', ')})"
