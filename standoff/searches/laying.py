"""Where the places of an abstract turn may lie, so that all its orders are legal: which touch, and which must not."""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from .abstract import FAR, MOVES, SAILS, SUPPORTS, Pattern
from .charts import charts, pairs_of

Pairs = frozenset[tuple[int, int]]
"""Pairs of places, the smaller number first."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """How the places of a pattern may lie, so that all its orders are legal.

    Attributes:
        seas: The units that must be fleets at sea.
        apart: The pairs of places that must not touch.
    """

    seas: frozenset[int]
    apart: Pairs


@lru_cache(maxsize=200_000)
def terrain(pattern: Pattern) -> Terrain | None:
    """Return a way in which the places of a pattern may lie; None if there is none.

    Whatever touches in it may touch anything else: only what must be apart is.

    Raises:
        ValueError: More than `charts.MOST_SEAS` units may be fleets on the way of one army.
    """
    armies = [unit for unit, kind in enumerate(pattern.kinds) if kind == SAILS]
    seas = [_Seas(pattern, army) for army in armies]

    def extend(number: int, chosen: frozenset[int], touch: Pairs, apart: Pairs) -> Terrain | None:
        if number == len(armies):
            return Terrain(chosen, apart)
        matters = [other.looks_at for other in seas[number + 1 :]]
        tried: set[tuple[frozenset[int], Pairs, Pairs]] = set()
        for more, near, far in seas[number].lie(touch, apart):
            told = [frozenset(p for p in pairs if any(p in some for some in matters)) for pairs in (near, far)]
            if (key := (more, told[0], told[1])) in tried:
                continue  # the other armies would find the same
            tried.add(key)
            found = extend(number + 1, chosen | more, touch | near, apart | far)
            if found:
                return found
        return None

    return extend(0, frozenset(), needed(pattern), frozenset())


class _Seas:
    """The seas on the way of one army."""

    def __init__(self, pattern: Pattern, army: int) -> None:
        self.army, self.goal = army, pattern.aims[army]
        self.fleets = pattern.fleets(army)
        place = {fleet: number for number, fleet in enumerate(self.fleets)}
        self.routes = [
            sum(1 << place[fleet] for fleet in route) for route in pattern.routes if route and route[0] in place
        ]
        self.others: list[int] = []
        # a move by sea alone is not supported by a fleet without which it is impossible (DATC 6.D.31)
        self.supporters = [
            unit
            for unit, kind in enumerate(pattern.kinds)
            if kind == SUPPORTS and pattern.aims[unit] == army and pattern.notes[army] == FAR
        ]
        self.fewest = 0
        if pattern.loose(army):
            armies = [unit for unit, kind in enumerate(pattern.kinds) if kind == SAILS]
            shores = {*armies, *(pattern.aims[other] for other in armies)}
            self.others = [unit for unit in range(len(pattern)) if unit not in shores and unit not in place]
            self.fewest = 1
        self.looks_at = frozenset(pairs_of([*self.fleets, *self.others], self.army, self.goal))

    def lie(self, touch: Pairs, apart: Pairs) -> Iterator[tuple[frozenset[int], Pairs, Pairs]]:
        """Yield the seas, the pairs that touch and those that do not, where some must and some must not."""
        for size in range(self.fewest, len(self.others) + 1) if self.fewest else (0,):
            for chosen in combinations(self.others, size):
                sailing = [*self.fleets, *chosen]
                pairs = pairs_of(sailing, self.army, self.goal)
                must, must_not = (sum(1 << bit for bit, pair in enumerate(pairs) if pair in s) for s in (touch, apart))
                spare = [sea for sea, unit in enumerate(sailing) if unit in self.supporters]
                for chart in charts(len(sailing), len(self.fleets), self.routes, must, must_not, spare):
                    near = frozenset(pair for bit, pair in enumerate(pairs) if chart >> bit & 1)
                    yield frozenset(sailing), near, frozenset(pairs) - near


def needed(pattern: Pattern) -> Pairs:
    """Return the pairs of places that must touch for the orders that need no convoy."""
    return frozenset(
        (min(unit, goal), max(unit, goal))
        for unit, kind in enumerate(pattern.kinds)
        if kind in (MOVES, SUPPORTS)
        for goal in (pattern.goal(unit),)
    )
