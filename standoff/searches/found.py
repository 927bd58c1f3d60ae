"""What a search found: a value that gives itself as text, as a table, and in the types of JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, overload

from ..map import shown_as
from ..solver import Rulebook
from ..text import counted
from ..turn import Turn
from .entries import FoundTurn, entry_of
from .outcomes import outcomes
from .placing import TRIED
from .properties import Property


def is_cut_short(count: int, first: int | None, *, whole: bool) -> bool:
    """Tell whether a search that was to stop after the first finds did: so it left some out, or was not through.

    >>> is_cut_short(3, 3, whole=True), is_cut_short(4, 3, whole=True), is_cut_short(3, 3, whole=False)
    (False, True, True)
    """
    return first is not None and (count > first or (count == first and not whole))


@dataclass(frozen=True)
class Found(Sequence[FoundTurn]):
    """What a search found; a sequence of the smallest turns, by number of units.

    Attributes:
        wanted: The property.
        turns: The turns from which nothing can be left out, one for each shape.
        searched: What was searched, in words.
        outside: What is not in what was searched, in words.
        warnings: Why turns with the property may lie outside, in words; empty if nothing is known to.
        patterns, examined, having: How many patterns and turns were examined, and how many turns have it.
        complete: False if the search was interrupted, or stopped after the first finds.
        first: After how many finds it stopped; None if it did not.
        each: What to call one turn found, and what several, in words.
        where: Where turns were placed, in words.
        known: How many turns from which nothing can be left out were found, those that are not listed included.

    >>> from standoff import find
    >>> shapes = find("resolutions(2)", units=2)
    >>> len(shapes), shapes.complete
    (0, True)
    """

    wanted: Property
    turns: tuple[FoundTurn, ...]
    searched: str
    patterns: int
    examined: int
    having: int
    complete: bool = True
    each: tuple[str, str] = ("minimal shape", "minimal shapes")
    outside: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    first: int | None = None
    where: str = "on the board"
    known: int = 0

    def __len__(self) -> int:
        return len(self.turns)

    @overload
    def __getitem__(self, index: int) -> FoundTurn: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[FoundTurn, ...]: ...

    def __getitem__(self, index: int | slice) -> FoundTurn | tuple[FoundTurn, ...]:
        return self.turns[index]

    def __repr__(self) -> str:
        return shown_as(self, f"{len(self)} found; {self.summary()}")

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def to_dict(self) -> dict[str, Any]:
        """Return what was searched, and all that was found, in the types of JSON (`docs/found.schema.json`).

        >>> from standoff import find
        >>> find("differ(1971, 1982)", units=3).to_dict()["found"][0]["orders"]
        ['F NTH C A YOR - LON', 'A YOR - LON', 'F LON - YOR']
        """
        return {
            "made_by": {"version": version("standoff"), "expression": str(self.wanted), "searched": self.searched},
            "outside": list(self.outside),
            "warnings": list(self.warnings),
            "complete": self.complete,
            "first": self.first,
            "patterns": self.patterns,
            "examined": self.examined,
            "having": self.having,
            "found": [entry_of(one, self.wanted.rulebooks) for one in self],
        }

    def lines(self) -> Iterator[str]:
        """Yield the turns that were found, with their outcome under each rulebook, and what was searched.

        >>> from standoff import find
        >>> next(find("differ(1971, 1982)", units=3).lines())
        '1. 3 units, 2 ways to divide them among powers'
        """
        for number, one in enumerate(self.placed, 1):
            ways = f", {len(one.ways)} ways to divide them among powers" if len(one.ways) > 1 else ""
            yield f"{number}. {counted(one.units, 'unit')}{ways}"
            assert one.turn is not None
            yield from ("   " + line for line in _orders_and_outcomes(one.turn, self.wanted.rulebooks))
            yield ""
        for heading, sought in (
            (f"Without a place {self.where} (all placings were tried):", False),
            (f"No place was found in {TRIED:,} placings (there may be one):", True),
        ):
            shapes = [one for one in self.unplaced if bool(one.sought) is sought]
            if shapes:
                yield heading
                for one in shapes:
                    yield f"   {counted(one.units, 'unit')}: {one}"
                yield ""
        yield self.summary()

    @property
    def placed(self) -> tuple[FoundTurn, ...]:
        """Those with a place on the board."""
        return tuple(one for one in self.turns if one.turn is not None)

    @property
    def unplaced(self) -> tuple[FoundTurn, ...]:
        """Those without one, or for which none was found."""
        return tuple(one for one in self.turns if one.turn is None)

    def summary(self) -> str:
        """Return what was searched, what is not in it, and what was found, in a sentence; then the warnings.

        >>> from standoff import find
        >>> find("resolutions(2)", units=2).summary()[:8]
        'Searched'
        """
        if self.complete:
            start = f"Searched: {self.searched}"
        elif self.first is not None:
            finds = "find" if self.first == 1 else f"{self.first:,} finds"
            start = f"Stopped after the first {finds}; searched so far: {self.searched}"
        else:
            start = f"The search was not finished; searched so far: {self.searched}"
        if self.outside:
            start += f" (not included: {', '.join(self.outside)})"
        count = f"{self.having:,} {'turn has' if self.having == 1 else 'turns have'} the property"
        known = max(self.known, len(self))
        text = (
            f"{start}: {count}; {'' if known == len(self) else f'{len(self):,} of '}{known:,} {self.each[known != 1]}"
        )
        nowhere = sum(not one.sought for one in self.unplaced)
        if nowhere:
            text += f", {nowhere} of them without a place {self.where}"
        if nowhere < len(self.unplaced):
            text += (
                f", {len(self.unplaced) - nowhere} for which the first {TRIED:,} placings failed, the only ones tried"
            )
        return "\n".join([text + ".", *(f"Warning: {warning}." for warning in self.warnings)])


def _orders_and_outcomes(turn: Turn, rulebooks: tuple[Rulebook, ...]) -> Iterator[str]:
    power = ""
    for order in turn.orders:
        yield f"{order.power + ':' if order.power != power else '':<9} {turn.canonical(order)}"
        power = order.power
    width = max((len(rules.name) for rules in rulebooks), default=0)
    for rules, text in zip(rulebooks, outcomes(turn, rulebooks), strict=True):
        yield f"under {rules.name + ':':<{width + 1}} {text}"
