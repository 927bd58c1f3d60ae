"""All resolutions of a turn before any paradox rule, the cores of its paradoxes, and what the literature calls them.

Source: DATC 3.0, 4.A.2 and 5.B.9; the names are those of the headings of 6.C and 6.F.14 to 6.F.24.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from itertools import product
from math import prod

from ...map import Board, Position, bits, on_board
from ..law.equations import CONVOYS, NO, YES
from ..law.solving import differing
from ..order import Order
from ..plain.house_equations import law_of
from ..plain.house_table import table_of
from ..plain.order_table import OrderTable
from ..plain.paradox import Component, ParadoxKind, Solution, all_resolutions, solve
from ..rules.rulebook import Rulebook
from .paradox_classes import stages_of

MOST_AT_ONCE, MOST_OPEN = 75, 36
"""A turn of at most this many orders, this many of them left open by propagation, is also searched as a whole."""

MOST_LISTED = 1000
"""At most this many resolutions are searched as a whole, and listed where all are."""


@dataclass(frozen=True)
class ResolutionMasks:
    """Every resolution of a turn that its equations alone admit; iteration goes over them one by one, as masks.

    They are put together from components: the resolutions of those that depend on nothing else open, in every
    combination, and after each of them what follows. So neither counting them nor looking at a few takes a list of all.

    Attributes:
        table: The table of the turn.

    >>> from standoff import read
    >>> turn = read("6.F.14")
    >>> every_resolution = resolutions(turn.position, turn.orders)
    >>> every_resolution, every_resolution.unique, next(iter(every_resolution)) in every_resolution.by_search
    (<2 resolutions of 4 orders>, False, True)
    """

    table: OrderTable

    def __iter__(self) -> Iterator[int]:
        return _resolved(self.table, 0, 0)

    @cached_property
    def count(self) -> int:
        """Their number, counted by components; 0 or a power of two without Brannan's rule."""
        return _number(self.table, 0, 0)

    @cached_property
    def by_components(self) -> tuple[int, ...]:
        """All of them, ascending."""
        return tuple(sorted(self))

    @cached_property
    def by_search(self) -> tuple[int, ...]:
        """The resolutions searched in the whole turn, without propagation; always equal to `by_components`."""
        return tuple(all_resolutions(self.table))

    @cached_property
    def agree(self) -> bool | None:
        """Whether `by_search` and `by_components` are equal, and have what the turn comes to if no rule settles
        anything.

        None for a turn too large to be searched as a whole.
        """
        live = self.table.live
        true, false = law_of(self.table.rows).propagate(self.table.rows, live, 0, 0)
        if live.bit_count() > MOST_AT_ONCE or (live & ~(true | false)).bit_count() > MOST_OPEN:
            return None
        if self.count > MOST_LISTED:
            return None
        solution = self.solution
        return self.by_search == self.by_components and (bool(solution.paradoxes) or solution.true in self.by_search)

    @cached_property
    def solution(self) -> Solution:
        """The solution of the turn, settled by the rulebook."""
        return solve(self.table)

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """The components that propagation left open, in the order in which they were met and settled."""
        return tuple(named(self.table, one) if one.kind else one for one in self.solution.components)

    @cached_property
    def remarks(self) -> tuple[str, ...]:
        """Notes on components that have exactly one resolution where the whole turn does not, or the reverse."""
        ambiguous = any(len(component.resolutions) > 1 for component in self.components)
        notes: list[str] = []
        if self.count == 1 and ambiguous:
            notes.append("a component has several resolutions by itself, but only one leaves a resolution to the rest")
        if not self.count and all(component.resolutions for component in self.components):
            notes.append("every component has a resolution by itself, but no choice of them fits together")
        if self.count > 1 and not ambiguous:
            notes.append("the whole turn has several resolutions, but no component met on the way has")
        return tuple(notes)

    @property
    def unique(self) -> bool:
        """True if the turn has exactly one resolution."""
        return self.count == 1

    @cached_property
    def differing(self) -> int:
        """The orders on which the resolutions differ, as a mask."""
        return differing(self.table.live, self.by_components) if self.count else 0

    def order(self, unit: int) -> Order:
        """Return the order of unit number `unit`."""
        return self.table.order(unit)

    def __repr__(self) -> str:
        count = self.count or "no"
        return f"<{count} resolution{'s' * (count != 1)} of {self.table.live.bit_count()} orders>"


def _open(table: OrderTable, true: int, false: int) -> tuple[int, int, list[int], list[list[int]]]:
    """Return what follows from what is known: what succeeds and fails, the components, and the resolutions of each."""
    rows, law = table.rows, law_of(table.rows)
    true, false = law.propagate(rows, table.live & ~(true | false), true, false)
    components = law.independent_components(rows, table.live & ~(true | false))
    return true, false, components, [law.component_resolutions(rows, one, true, false) for one in components]


def _combined(true: int, false: int, components: list[int], of_each: list[list[int]]) -> Iterator[tuple[int, int]]:
    """Yield the orders that succeed and fail for each combination of resolutions of the components."""
    decided = sum(components)
    for chosen in product(*of_each):
        yes = sum(chosen)
        yield true | yes, false | decided & ~yes


def _resolved(table: OrderTable, true: int, false: int) -> Iterator[int]:
    """Yield the resolutions of a turn in which some orders are known to succeed and to fail."""
    true, false, components, of_each = _open(table, true, false)
    if not components:
        yield true
        return
    for yes, no in _combined(true, false, components, of_each):
        yield from _resolved(table, yes, no)


def _number(table: OrderTable, true: int, false: int) -> int:
    """Return how many resolutions `_resolved` yields."""
    true, false, components, of_each = _open(table, true, false)
    rest, rests_on = table.live & ~(true | false) & ~sum(components), law_of(table.rows).rests_on
    try:
        TopologicalSorter({one: bits(rests_on(table.rows, one) & rest) for one in bits(rest)}).prepare()
    except CycleError:  # other components come after these, perhaps others after each combination
        return sum(_number(table, yes, no) for yes, no in _combined(true, false, components, of_each))
    return prod(map(len, of_each))  # whatever is chosen, the rest follows


def resolutions(
    position: Position, orders: Iterable[Order], *, rules: Rulebook | str | None = None, board: Board | None = None
) -> ResolutionMasks:
    """Return all resolutions of a movement phase before any paradox rule, with the cores of its paradoxes.

    Args:
        position: The units.
        orders: The orders.
        rules: The rulebook, whose exceptions for convoyed armies are part of the equations; 2023 if left out.
        board: The board; that of the position if left out.

    Raises:
        PositionError: The position is impossible.

    >>> from standoff import read
    >>> turn = read("6.F.14")
    >>> resolutions(turn.position, turn.orders)
    <2 resolutions of 4 orders>
    """
    position, board = on_board(position, board)
    return ResolutionMasks(table_of(board, position, orders, rules))


def named(table: OrderTable, paradox: Component) -> Component:
    """Return a paradox with its class and its name in the literature.

    Source: DATC 3.0, headings of 6.C.1, 6.C.6, 6.F.14 to 6.F.24.

    >>> from standoff import read
    >>> turn = read("6.F.17")
    >>> [(one.name, one.paradox_class) for one in resolutions(turn.position, turn.orders).components]
    [("Pandin's extended paradox", 'R')]
    """
    if paradox.kind is ParadoxKind.CIRCULAR_MOVEMENT:
        name = "exchange by convoy" if paradox.core.bit_count() == 2 else "circular movement"
        return replace(paradox, name=name)
    stages = stages_of(table, paradox)
    hindering = sum(stage.hinders for stage in stages)
    name = ""
    if len(stages) == 1:
        name = _OF_ONE_STAGE.get(stages[0].letter, "")
        if stages[0].letter == "R" and _dislodges_where_it_lands(table, paradox):
            name = "Pandin's extended paradox"
    elif len(stages) == 2:
        name = ("two resolutions", "no resolution", "two exclusive convoys")[hindering]
        name = f"second-order paradox with {name}"
    elif not stages and _lands_on_its_fleets(table, paradox):
        name = "paradox of convoying coasts"
    return replace(paradox, name=name, paradox_class="".join(map(str, stages)))


_OF_ONE_STAGE = {"A": "simple convoy paradox", "H": "betrayal paradox", "R": "Pandin's paradox"}
"""The names of paradoxes of one convoy in the literature, by their class."""


def _dislodges_where_it_lands(table: OrderTable, paradox: Component) -> bool:
    """Return whether the army of a paradox of one convoy dislodges the unit where it lands, once all convoys stand."""
    rows, law = table.rows, law_of(table.rows)
    everything = paradox.true | paradox.orders
    army = next(move for move in bits(table.moves) if rows[move].fleets & paradox.core)
    attack = law.attack_strength(rows, army, NO, everything, paradox.false)[0]
    return bool(attack > law.hold_strength(rows, rows[army].defender, everything, paradox.false)[0])


def _lands_on_its_fleets(table: OrderTable, paradox: Component) -> bool:
    """Return whether an army of a paradox lands on a convoying fleet of it, as only convoying coasts allow.

    Source: `research/theory.md`, where armies land on convoying coasts.
    """
    rows, core = table.rows, paradox.core
    fleets = [one for one in bits(core) if rows[one].kind == CONVOYS]
    return any(rows[army].fleets & core for fleet in fleets for army in bits(rows[fleet].incoming & core))


# -- the dependency graph ---------------------------------------------------------------------------------------------


def influences(table: OrderTable, orders: int) -> list[tuple[int, int, str]]:
    """Return how the success of an order of the mask `orders` bears on that of another one.

    All assignments to the orders of the mask that the second looks at are tried, up to 1024 of them; orders outside are
    as they come out.

    Returns:
        Triples ``(one, two, sign)``: the success of `one` helps (``"+"``) or hinders (``"−"``) `two`, or does either,
        depending on others (``"±"``). Pairs in which it never matters are left out.

    >>> from standoff import read
    >>> turn = read("6.F.14")
    >>> every_resolution = resolutions(turn.position, turn.orders)
    >>> influences(every_resolution.table, every_resolution.components[0].orders)
    [(3, 0, '−'), (0, 1, '+'), (1, 3, '−')]
    """
    solution = solve(table)
    known_true, known_false = solution.true & ~orders, solution.false & ~orders
    rows, law = table.rows, law_of(table.rows)
    arrows: list[tuple[int, int, str]] = []
    for two in bits(orders):
        looked_at = law.rests_on(rows, two) & orders
        for one in bits(looked_at):
            others = bits(looked_at & ~(1 << one))
            signs: set[str] = set()
            for choice in range(min(1 << len(others), 1024)):
                true = known_true | sum(1 << other for place, other in enumerate(others) if choice >> place & 1)
                false = known_false | sum(1 << other for place, other in enumerate(others) if not choice >> place & 1)
                without = law.decide(rows, two, true, false | 1 << one)
                with_it = law.decide(rows, two, true | 1 << one, false)
                if {without, with_it} == {YES, NO}:
                    signs.add("+" if with_it == YES else "−")
            if signs:
                arrows.append((one, two, signs.pop() if len(signs) == 1 else "±"))
    return arrows


def graph_dot(several: ResolutionMasks, component: Component) -> str:
    """Return the dependency graph of a component in the DOT language.

    An arrow goes from an order to one on whose success its own bears, with the sign of `influences`; orders of the core
    are drawn bold.

    >>> from standoff import read
    >>> turn = read("6.F.14")
    >>> several = resolutions(turn.position, turn.orders)
    >>> print(graph_dot(several, several.components[0]).splitlines()[0])
    digraph dependencies {
    """
    lines = ["digraph dependencies {", "  node [shape=box];"]
    for order in bits(component.orders):
        style = ", style=bold" if component.core >> order & 1 else ""
        lines.append(f'  o{order} [label="{several.order(order)}"{style}];')
    lines.extend(
        f'  o{one} -> o{two} [label="{sign}"];' for one, two, sign in influences(several.table, component.orders)
    )
    return "\n".join([*lines, "}"]) + "\n"
