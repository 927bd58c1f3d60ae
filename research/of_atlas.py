"""Questions of the atlas alone: turns in one part, pairs of rulebooks, the order in which components are settled.

A property that a turn of several parts has if one of them has it is found in the parts. The solver takes the components
that depend on nothing else open in the order of their orders; here each of them is settled first, second, and so on.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

from standoff.searches.abstract import HOLDS, MOVING, Pattern
from standoff.searches.deciding import Adjudged, Played, decide
from standoff.searches.finding import BlockKey, Space
from standoff.searches.properties import Differ, RulebookProperty, options_text, position_after
from standoff.searches.reducing import having_and_minimal
from standoff.solver import CIRCULAR_MOVEMENT, OrderTable, Rulebook, adjudicate, rulebook
from standoff.solver.law.solving import differing, settlement
from standoff.solver.plain.house_equations import law_of
from standoff.solver.plain.house_rules import house_settlement
from standoff.solver.plain.search import smallest_clash
from standoff.turn.turn import Turn
from standoff.work.workers import Stop, over_blocks

# -- turns in one part -------------------------------------------------------------------------------------------------


def in_one_part(pattern: Pattern) -> bool:
    """Return whether something moves, or there is one unit, and all units have to do with each other: orders join them.

    A unit that holds by itself does if it may be a fleet that is missing from a convoy.
    """
    kinds = pattern.kinds
    if len(kinds) > 1 and not any(kind in MOVING for kind in kinds):
        return False
    parts = list(range(pattern.places))
    for unit, aim in enumerate(pattern.aims):
        if aim >= 0:
            one, other = parts[unit], parts[aim]
            parts = [one if part == other else part for part in parts]
    main = next((part for part, kind in zip(parts, kinds, strict=False) if kind != HOLDS), parts[0])
    alone = {kind for part, kind in zip(parts, kinds, strict=False) if part != main}
    return not alone or (alone == {HOLDS} and any(map(pattern.lacks_fleet, pattern.armies)))


class OnePart(Space):
    """Those turns of a space in which something moves and all units have to do with each other."""

    @property
    def not_searched(self) -> tuple[str, ...]:
        """Features that no turn of the space has."""
        return ("turns of several parts or without a move", *super().not_searched)

    def turns(self, key: BlockKey) -> Iterator[tuple[Pattern, Any]]:
        """Yield the patterns of a block, each with the ways to divide its units."""
        return ((pattern, sides) for pattern, sides in super().turns(key) if in_one_part(pattern))


# -- pairs of rulebooks ------------------------------------------------------------------------------------------------


@dataclass
class Pair:
    """How two rulebooks differ.

    Attributes:
        one, two: Their names.
        differing: On how many abstract turns they disagree, those counted as `via_alone` left out.
        via_alone: On how many in which "via convoy" is written for an army that nobody is ordered to convoy: what that
            is worth is a question of legality, and so frequent that it hides everything else.
        fewest, fewest_alone: The fewest units of these two kinds of turns; None if there are none.
        shapes: The patterns from which nothing can be left out, each with the ways to divide its units.
    """

    one: str
    two: str
    differing: int = 0
    via_alone: int = 0
    fewest: int | None = None
    fewest_alone: int | None = None
    shapes: dict[Pattern, list[tuple[int, ...]]] = field(default_factory=dict[Pattern, list[tuple[int, ...]]])

    def add(self, other: Pair) -> None:
        """Add how they differ on other turns, which have as many units or more."""
        self.differing += other.differing
        self.via_alone += other.via_alone
        self.fewest = self.fewest or other.fewest
        self.fewest_alone = self.fewest_alone or other.fewest_alone
        for pattern, sides in other.shapes.items():
            self.shapes.setdefault(pattern, []).extend(sides)


def differences(names: Sequence[str], units: int, *, jobs: int = 1) -> tuple[list[Pair], int]:
    """Return how each pair of rulebooks differs on abstract turns of up to this many units, and the number of these.

    Turns of several parts are left out (`OnePart`): two rulebooks differ on one if they differ on a part.

    What counts is where each unit stands, or that it is dislodged (`properties.position_after`).
    """
    pairs = [Pair(one, two) for one, two in combinations(names, 2)]
    examined = 0
    space = OnePart(units)
    for turns, found in over_blocks(partial(_Compare, tuple(names), space), space.blocks(), jobs=jobs):
        examined += turns
        for pair, more in zip(pairs, found, strict=True):
            pair.add(more)
    return pairs, examined


class _Compare:
    def __init__(self, names: tuple[str, ...], space: Space, _: Stop) -> None:
        self.names, self.space = list(combinations(names, 2)), space
        self.wanted = [Differ(rulebook(one), rulebook(two)) for one, two in self.names]

    def __call__(self, key: BlockKey) -> tuple[int, list[Pair]]:
        """Return how many turns a block has, and how the pairs differ on these."""
        turns, units = 0, len(key[0])
        pairs = [Pair(*names) for names in self.names]
        for decided in decide(self.space.turns(key)):
            turns += len(decided.played)
            alone = np.array([not all(map(one.fleets, one.armies)) for one in decided.patterns])[decided.pattern_of]
            for pair, (differs, minimal) in zip(pairs, having_and_minimal(self.wanted, decided), strict=True):
                pair.differing += int((differs & ~alone).sum())
                pair.via_alone += int((differs & alone).sum())
                for turn in minimal:
                    pair.shapes.setdefault(turn.pattern, []).append(turn.sides)
        for pair in pairs:
            pair.fewest, pair.fewest_alone = (units if count else None for count in (pair.differing, pair.via_alone))
        return turns, pairs


def how_often(turns: Sequence[Turn], names: Sequence[str]) -> dict[tuple[str, str], int]:
    """Return for each pair of rulebooks on how many of some turns on the standard board they differ."""
    after: dict[str, list[object]] = {}
    for name in names:
        rules = rulebook(name)
        after[name] = [position_after(adjudicate(one.position, one.orders, rules=rules)) for one in turns]
    return {
        (one, two): sum(a != b for a, b in zip(after[one], after[two], strict=True))
        for one, two in combinations(names, 2)
    }


# -- the order of components -------------------------------------------------------------------------------------------


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
    kind, yes, no = settlement(rows, core, resolutions, rules.numbers.paradox_backup, pending)
    hook = "circular_movement" if kind == CIRCULAR_MOVEMENT else "settlement"
    return house_settlement(table, hook, component, core, resolutions, pending) or (yes, no)


@dataclass(frozen=True)
class OrderMatters(RulebookProperty):
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
        """Return for each turn whether it has several components."""
        return turns.components(self.rules) > 1

    def holds(self, turn: Adjudged) -> bool:
        """Return whether the order of its components matters to a turn."""
        return len(settled_in_every_order(turn.result_under(self.rules).table)) > 1

    def __str__(self) -> str:
        return f"order_matters({options_text(self.rules).removeprefix(', ')})"
