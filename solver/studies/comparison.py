"""One phase under every rulebook, and under every single choice of an option."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ...map import Board, Position
from ..orders.order import Order
from ..plain.game import PhaseResult, adjudicate_phase
from ..results.outcome import MovementResult
from ..results.results import OrderResult
from ..rulebook import OPTIONS, PRESETS, Rulebook, rulebook


@dataclass(frozen=True, slots=True)
class Change:
    """An order that comes out differently: its result under the first rulebook, and under the others.

    >>> from standoff import read
    >>> change = read("6.F.14").compare().outcomes[1].changes[0]
    >>> print(change.before.order)
    F LON S F WAL - ENG
    """

    before: OrderResult
    after: OrderResult


@dataclass(frozen=True, slots=True)
class SharedOutcome:
    """One outcome of the phase, and all rulebooks and choices that lead to it.

    Attributes:
        rulebooks: The presets, in their order.
        choices: Single choices on top of the first rulebook, as ``"option=choice"``.
        changes: The orders that differ from the first rulebook's outcome; empty for that one itself.
        retreats: Dislodged units whose retreats differ, each with its places before and after.
        result: The result under the first of them.
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
    because: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class Comparison:
    """The different outcomes of one phase; the first one is that of the rulebook it was compared with.

    >>> from standoff import read
    >>> read("FRANCE: A PAR - BUR").compare().agree
    True
    """

    outcomes: tuple[SharedOutcome, ...]

    @property
    def agree(self) -> bool:
        """True if every rulebook and every single choice has the same outcome."""
        return len(self.outcomes) == 1

    def __len__(self) -> int:
        return len(self.outcomes)

    def __iter__(self) -> Iterator[SharedOutcome]:
        return iter(self.outcomes)

    def __repr__(self) -> str:
        return f"<Comparison: {len(self)} outcome{'s' * (len(self) != 1)}>"


def _outcome(result: PhaseResult) -> tuple[object, ...]:
    """Return what makes two results the same: each order's outcome, and the position afterwards."""
    orders = tuple((str(r.order), r.order.power, r.success, r.outcome, r.dislodged) for r in result)
    units = frozenset((unit.power, str(unit)) for unit in result.after.units)
    retreats = tuple(sorted(result.retreats.items())) if isinstance(result, MovementResult) else ()
    return (orders, units, retreats)


def compare(
    position: Position,
    orders: Iterable[Order] | Callable[[Rulebook], Iterable[Order]],
    *,
    rules: Rulebook | str | None = None,
    board: Board | None = None,
) -> Comparison:
    """Adjudicate a phase under every preset, and under every single choice that departs from `rules`.

    Args:
        position: The position; its phase says what is adjudicated, a movement phase if it names none.
        orders: The orders; or a function that returns those that count under a rulebook.
        rules: The rulebook to compare with; 2023 if left out.
        board: The board; that of the position if left out.

    Returns:
        The outcomes, each with all that leads to it, `rules` first.

    Raises:
        PositionError: The position is impossible.

    >>> from standoff import read
    >>> turn = read("6.F.14")
    >>> len(compare(turn.position, turn.orders, rules="1982").outcomes) > 1
    True
    """
    base = rulebook(rules)
    given = None if callable(orders) else tuple(orders)
    entries: dict[tuple[object, ...], tuple[list[str], list[str], PhaseResult]] = {}

    def adjudicated(under: Rulebook) -> PhaseResult:
        counted = orders(under) if callable(orders) else given or ()
        return adjudicate_phase(position, counted, rules=under, board=board)

    def entry_of(under: Rulebook) -> tuple[list[str], list[str], PhaseResult]:
        result = adjudicated(under)
        return entries.setdefault(_outcome(result), ([], [], result))

    def decisive(name: str, outcome: tuple[object, ...]) -> tuple[str, ...]:
        changes = {option: choice for option, choice in PRESETS[name].items() if base[option] != choice}
        for option in tuple(changes):
            fewer = {other: choice for other, choice in changes.items() if other != option}
            if _outcome(adjudicated(base.with_options(**fewer))) == outcome:
                changes = fewer
        return tuple(f"{option}={choice}" for option, choice in changes.items())

    first = entry_of(base)
    if base.name not in PRESETS:
        first[0].append(base.name)
    for name, preset in PRESETS.items():
        entry_of(preset)[0].append(name)
    for option in OPTIONS:
        for choice in option.choices:
            if choice != base[option.name]:
                entry = entry_of(base.with_options(**{option.name: choice}))
                if entry is not first:
                    entry[1].append(f"{option.name}={choice}")
    outcomes: list[SharedOutcome] = []
    for outcome, (names, choices, result) in entries.items():
        changes = tuple(
            Change(one, two)
            for one, two in zip(first[2], result, strict=False)
            if (one.outcome, one.success, one.dislodged) != (two.outcome, two.success, two.dislodged)
        )
        differing = () if result is first[2] else tuple((name, decisive(name, outcome)) for name in names)
        outcomes.append(
            SharedOutcome(tuple(names), tuple(choices), changes, _retreats(first[2], result), result, differing)
        )
    return Comparison(tuple(outcomes))


def _retreats(one: PhaseResult, two: PhaseResult) -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
    if not isinstance(one, MovementResult) or not isinstance(two, MovementResult):
        return ()
    places = [province for province in one.retreats if province in two.retreats]
    return tuple((p, one.retreats[p], two.retreats[p]) for p in places if one.retreats[p] != two.retreats[p])
