"""One phase under every rulebook, and under every single choice of an option."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ...map import Board, Position, repr_as
from ..order import Build, Disband, Order
from ..orders.order_sets import ordered_unit
from ..phases.game import PhaseResult, adjudicate_phase
from ..plain.paradox import Component
from ..results.outcome import MovementResult
from ..results.results import OrderResult
from ..rules.options import OPTIONS
from ..rules.rulebook import PRESETS, Rulebook, rulebook


@dataclass(frozen=True, slots=True)
class Change:
    """A difference between outcomes: a result under the first rulebook, and its counterpart under the others.

    Both are of the same order; or of the same unit, where another order counts; or of the same power, where it builds
    or removes another unit. One of them is None where nothing is in its place.

    >>> from standoff import read
    >>> change = read("6.F.14").compare().outcomes[1].changes[0]
    >>> print(change.before.order)
    F LON S F WAL - ENG
    """

    before: OrderResult | None
    after: OrderResult | None

    @property
    def order(self) -> Order:
        """The order under the first rulebook; if there is none, that under the others."""
        one = self.before or self.after
        assert one is not None
        return one.order

    def __repr__(self) -> str:
        return repr_as(self, f"{self.before or 'nothing'} -> {self.after or 'nothing'}")


@dataclass(frozen=True, slots=True)
class Settlement:
    """The way in which some rulebooks and choices come to the same outcome.

    Attributes:
        rulebooks: The presets.
        choices: Single choices on top of the first rulebook.
        result: The result under the first of them.

    >>> from standoff import read
    >>> ways = read("6.F.14").compare().outcomes[0].settled
    >>> [(way.rulebooks[0], [paradox.settled_by for paradox in way.paradoxes]) for way in ways]
    [('2023', ['szykman']), ('2023-book', []), ('dptg', ['consistent-or-hold'])]
    """

    rulebooks: tuple[str, ...]
    choices: tuple[str, ...]
    result: PhaseResult

    @property
    def paradoxes(self) -> tuple[Component, ...]:
        """The sets of orders without exactly one resolution, and what settled each; none if there is one resolution."""
        return self.result.paradoxes if isinstance(self.result, MovementResult) else ()

    def __repr__(self) -> str:
        return repr_as(self, ", ".join((*self.rulebooks, *self.choices)))


@dataclass(frozen=True, slots=True)
class SharedOutcome:
    """One outcome of the phase, and all rulebooks and choices that lead to it.

    Attributes:
        rulebooks: The presets, in their order.
        choices: Single choices on top of the first rulebook, as ``"option=choice"``.
        changes: What differs from the first rulebook's outcome; empty for that one itself.
        retreats: Dislodged units whose retreats differ, each with its places before and after.
        result: The result under the first of them.
        settled: The ways to this outcome: those together whose paradoxes are the same and settled by the same rule. Of
            the choices with the first rulebook's outcome, only those that come to it in another way than that.
        because: What made the difference: for each of the presets, the choices without any one of which it would have
            another outcome, put on top of the first rulebook. None for presets with the first rulebook's outcome.

    >>> from standoff import read
    >>> first = read("6.F.14").compare().outcomes[0]
    >>> first.rulebooks[0], first.changes
    ('2023', ())
    """

    rulebooks: tuple[str, ...]
    choices: tuple[str, ...]
    changes: tuple[Change, ...]
    retreats: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]
    result: PhaseResult
    settled: tuple[Settlement, ...]
    because: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def __repr__(self) -> str:
        return repr_as(self, f"{', '.join((*self.rulebooks, *self.choices))}; {len(self.changes)} changes")


def _outcome(result: PhaseResult) -> tuple[object, ...]:
    """Return a grouping key of equal results: each order's outcome, and the position afterwards."""
    orders = tuple(sorted((r.order.power, str(r.order), r.success, r.outcome, r.dislodged) for r in result))
    units = frozenset((unit.power, str(unit)) for unit in result.after.units)
    retreats = tuple(sorted(result.retreats.items())) if isinstance(result, MovementResult) else ()
    return (orders, units, retreats)


def _way(result: PhaseResult) -> tuple[object, ...]:
    """Return a grouping key of equal ways to an outcome; masks are of units, so they compare across rulebooks."""
    if not isinstance(result, MovementResult):
        return ()
    return tuple((one.kind, one.core, len(one.resolutions), one.settled_by) for one in result.paradoxes)


_Run = tuple[str, str, PhaseResult]
"""The name of a preset, or a choice of an option, and what comes out."""


def _settled(runs: Iterable[_Run], way_of_first: tuple[object, ...] | None) -> tuple[Settlement, ...]:
    """Return the ways in which some runs come to one outcome.

    Args:
        runs: The runs.
        way_of_first: The way of the first rulebook, if it is its outcome: choices that come to it so are left out.
    """
    ways: dict[tuple[object, ...], tuple[list[str], list[str], PhaseResult]] = {}
    for name, choice, result in runs:
        way = _way(result)
        names, choices, _ = ways.setdefault(way, ([], [], result))
        if name:
            names.append(name)
        elif way != way_of_first:
            choices.append(choice)
    return tuple(Settlement(tuple(names), tuple(choices), result) for names, choices, result in ways.values())


def compare(
    position: Position,
    orders: Iterable[Order] | Callable[[Rulebook], Iterable[Order]],
    *,
    rules: Rulebook | str | None = None,
    board: Board | None = None,
) -> tuple[SharedOutcome, ...]:
    """Adjudicate a phase under every preset, and under every single choice that departs from `rules`.

    Args:
        position: The position; its phase says what is adjudicated, a movement phase if it names none.
        orders: The orders; or a function that returns those that count under a rulebook.
        rules: The rulebook to compare with; 2023 if left out.
        board: The board; that of the position if left out.

    Returns:
        The different outcomes, that of `rules` first, each with all rulebooks and choices that lead to it.

    Raises:
        PositionError: The position is impossible.

    >>> from standoff import read
    >>> turn = read("6.F.14")
    >>> len(compare(turn.position, turn.orders, rules="1982")) > 1
    True
    """
    base = rulebook(rules)
    given = None if callable(orders) else tuple(orders)

    def adjudicated(under: Rulebook) -> PhaseResult:
        counted = orders(under) if callable(orders) else given or ()
        return adjudicate_phase(position, counted, rules=under, board=board)

    def decisive(name: str, outcome: tuple[object, ...]) -> tuple[str, ...]:
        changes = {option: choice for option, choice in PRESETS[name].items() if base[option] != choice}
        for option in tuple(changes):
            fewer = {other: choice for other, choice in changes.items() if other != option}
            if _outcome(adjudicated(base.with_options(**fewer))) == outcome:
                changes = fewer
        return tuple(f"{option}={choice}" for option, choice in changes.items())

    under_base = adjudicated(base)
    runs: list[_Run] = [] if base.name in PRESETS else [(base.name, "", under_base)]
    runs += [(name, "", adjudicated(preset)) for name, preset in PRESETS.items()]
    runs += [
        ("", f"{name}={choice}", adjudicated(base.with_options(**{name: choice})))
        for name, option in OPTIONS.items()
        for choice in option.choices
        if choice != base[name]
    ]
    by_outcome: dict[tuple[object, ...], list[_Run]] = {_outcome(under_base): []}
    for run in runs:
        by_outcome.setdefault(_outcome(run[2]), []).append(run)
    outcomes: list[SharedOutcome] = []
    for outcome, some in by_outcome.items():
        same = not outcomes
        names = tuple(name for name, _, _ in some if name)
        result = under_base if same else some[0][2]
        outcomes.append(
            SharedOutcome(
                names,
                () if same else tuple(choice for _, choice, _ in some if choice),
                () if same else tuple(_changes(under_base, result)),
                _retreats(under_base, result),
                result,
                _settled(some, _way(under_base) if same else None),
                () if same else tuple((name, decisive(name, outcome)) for name in names),
            )
        )
    return tuple(outcomes)


def _adjustment(one: OrderResult) -> tuple[str, type[Order]] | None:
    return (one.order.power, type(one.order)) if isinstance(one.order, (Build, Disband)) else None


def _changes(one: PhaseResult, two: PhaseResult) -> Iterator[Change]:
    """Yield the differences between two results, in the order of the first; then those only in the second."""
    before, after = list(one), list(two)
    partner: dict[int, int] = {}
    keys: tuple[Callable[[OrderResult], object], ...] = (
        lambda one: one.order,
        lambda one: ordered_unit(one.order),
        _adjustment,
    )
    for key in keys:
        waiting: dict[object, list[int]] = {}
        for number in sorted(set(range(len(after))).difference(partner.values())):
            waiting.setdefault(key(after[number]), []).append(number)
        waiting.pop(None, None)
        for number, result in enumerate(before):
            if number not in partner and waiting.get(key(result)):
                partner[number] = waiting[key(result)].pop(0)
    for number, result in enumerate(before):
        other = after[partner[number]] if number in partner else None
        if other is None or _comparison_key(result) != _comparison_key(other):
            yield Change(result, other)
    alone = sorted(set(range(len(after))).difference(partner.values()))
    yield from (Change(None, after[number]) for number in alone)


def _comparison_key(one: OrderResult) -> tuple[Order, str, bool, bool]:
    return one.order, one.outcome, one.success, one.dislodged


def _retreats(one: PhaseResult, two: PhaseResult) -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
    if not isinstance(one, MovementResult) or not isinstance(two, MovementResult):
        return ()
    places = [province for province in one.retreats if province in two.retreats]
    return tuple((p, one.retreats[p], two.retreats[p]) for p in places if one.retreats[p] != two.retreats[p])
