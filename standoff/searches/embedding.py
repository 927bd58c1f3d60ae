"""Embeddings of an abstract turn, in which all its orders are legal: the places that are adjacent, and that are not."""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from .abstract import CONVOYS, FAR, MOVES, NEAR_VIA, SUPPORTS, Pattern
from .patterns import families_of, lacking, pairs_of, route_patterns

Pairs = frozenset[tuple[int, int]]
"""Pairs of places, the smaller number first."""


@dataclass(frozen=True, slots=True)
class Adjacency:
    """An embedding of a pattern, in which all its orders are legal.

    Attributes:
        seas: The units that must be fleets at sea.
        apart: The pairs of places that must not be adjacent.
    """

    seas: frozenset[int]
    apart: Pairs


@lru_cache(maxsize=200_000)
def adjacency_for(pattern: Pattern) -> Adjacency | None:
    """Return an embedding of a pattern; None if there is none.

    All places are adjacent, except the pairs that must not be.

    Raises:
        ValueError: More than `patterns.MOST_SEAS` units may be fleets on the way of one army.
    """
    return next((lies for lies, _ in _joint(pattern, None)), None)


@lru_cache(maxsize=20_000)
def adjacencies_for(pattern: Pattern) -> tuple[Adjacency, ...]:
    """Return the embeddings of a pattern, one of each equivalence class.

    In all of them, the orders are legal, and the fleets ordered to convoy make the same routes. They differ in the
    orders that are illegal without one of the units, which depends on the other fleets at sea and their adjacent seas.

    Raises:
        ValueError: More than `patterns.MOST_SEAS` units may be fleets at sea.

    >>> from standoff.searches.abstract import HOLDS, NEAR_VIA, SAILS
    >>> [sorted(one.seas) for one in adjacencies_for(Pattern((SAILS, HOLDS, HOLDS), (3, -1, -1), (NEAR_VIA, 0, 0)))]
    [[1], [2], [1, 2], [1, 2]]
    """
    shores = pattern.shores
    fleets = [unit for unit, kind in enumerate(pattern.kinds) if kind == CONVOYS]
    idle = [unit for unit in range(len(pattern)) if unit not in shores and unit not in fleets]
    by_effect: dict[tuple[int, ...], Adjacency] = {}
    for size in range(len(idle) + 1 if shores else 0):
        for chosen in combinations(idle, size):
            for lies, effect in _joint(pattern, frozenset((*fleets, *chosen))):
                by_effect.setdefault(effect, lies)
    return tuple(by_effect.values())


def _joint(pattern: Pattern, seas: frozenset[int] | None) -> Iterator[tuple[Adjacency, tuple[int, ...]]]:
    """Yield embeddings; with given seas, also the orders that are illegal by army and missing unit, as numbers.

    Args:
        pattern: The pattern.
        seas: The units that are fleets at sea; if left out, those that the armies need, each by itself.
    """
    ways = [_Way(pattern, army, seas) for army in pattern.armies]

    def extend(
        number: int, chosen: frozenset[int], touch: Pairs, apart: Pairs, effects: tuple[int, ...]
    ) -> Iterator[tuple[Adjacency, tuple[int, ...]]]:
        if number == len(ways):
            yield Adjacency(chosen, apart), effects
            return
        matters = frozenset[tuple[int, int]]().union(*(other.looks_at for other in ways[number + 1 :]))
        for more, near, far, effect in ways[number].adjacency(touch, apart, matters):
            yield from extend(number + 1, chosen | more, touch | near, apart | far, (*effects, effect))

    return extend(0, seas or frozenset(), needed(pattern), frozenset(), ())


class _Way:
    """The way of one army: its seas, and their embeddings."""

    def __init__(self, pattern: Pattern, army: int, seas: frozenset[int] | None) -> None:
        self.army, self.goal, self.units = army, pattern.aims[army], len(pattern)
        self.fleets = pattern.fleets(army)
        place = {fleet: number for number, fleet in enumerate(self.fleets)}
        self.routes = [
            sum(1 << place[fleet] for fleet in route) for route in pattern.routes if route and route[0] in place
        ]
        # a move by sea alone is not supported by a fleet without which it is impossible (DATC 6.D.31)
        self.supporters = [
            unit
            for unit, kind in enumerate(pattern.kinds)
            if kind == SUPPORTS and pattern.aims[unit] == army and pattern.notes[army] == FAR
        ]
        self.expressly = pattern.notes[army] == NEAR_VIA
        self.all_seas = seas is not None
        self.others: list[tuple[int, ...]] = [()]
        if seas is not None:
            self.others = [tuple(sorted(seas.difference(self.fleets)))]
        elif pattern.lacks_fleet(army):
            shores = pattern.shores
            idle = [unit for unit in range(len(pattern)) if unit not in shores and unit not in place]
            self.others = [units for size in range(1, len(idle) + 1) for units in combinations(idle, size)]
        most = max(self.others, key=len, default=())
        self.looks_at = frozenset(pairs_of([*self.fleets, *most], self.army, self.goal))

    def adjacency(
        self, touch: Pairs, apart: Pairs, matters: Pairs
    ) -> Iterator[tuple[frozenset[int], Pairs, Pairs, int]]:
        """Yield the seas, the pairs that are adjacent and that are not, and what is illegal without a unit.

        Args:
            touch, apart: The pairs that must be adjacent, and that must not be.
            matters: The pairs that concern other armies: of all embeddings that are equal in these, one is yielded.
        """
        seen: set[tuple[object, ...]] = set()  # several sets of seas may have the same pairs that matter
        for others in self.others:
            sailing = [*self.fleets, *others]
            if not sailing:
                continue
            pairs = pairs_of(sailing, self.army, self.goal)
            must, must_not, may = (
                sum(1 << bit for bit, pair in enumerate(pairs) if pair in subset) for subset in (touch, apart, matters)
            )
            spare = [sea for sea, unit in enumerate(sailing) if unit in self.supporters]
            fitting = route_patterns(len(sailing), len(self.fleets), self.routes, must, must_not, spare)
            effects = self._effects(sailing, fitting) if self.all_seas else None
            for graph, effect in _first_of_each(fitting, may, effects):
                near = frozenset(pair for bit, pair in enumerate(pairs) if graph >> bit & 1)
                far = frozenset(pairs) - near
                if (key := (others, near & matters, far & matters, effect)) not in seen:
                    seen.add(key)
                    yield frozenset(sailing), near, far, effect

    def _effects(self, sailing: Sequence[int], fitting: Any) -> Any:
        """Return, by graph, as a number, which orders for the army are legal without each of the units: int64."""
        routes, of_graph = families_of(len(sailing), fitting)
        place = {unit: number for number, unit in enumerate(sailing)}
        legal = np.zeros(len(routes), dtype=np.int64)
        for gone in range(self.units):
            without = place.get(gone)
            left = routes if without is None else routes & lacking(without, len(sailing))
            still = [left & ~lacking(place[fleet], len(sailing)) != 0 for fleet in self.fleets if fleet != gone]
            convoyed = np.logical_or.reduce([np.zeros(len(routes), dtype=bool), *still])
            if self.expressly:
                still.append(left != 0)
            still += [
                ~convoyed | (left & lacking(place[unit], len(sailing)) != 0)
                for unit in self.supporters
                if unit in place and unit != gone
            ]
            for answer in still:
                legal = legal << 1 | answer
        return legal[of_graph]


def _first_of_each(fitting: Any, matters: int, effects: Any) -> Iterator[tuple[int, int]]:
    """Yield the first of all graphs with the same effect and the same relevant bits, and the effect."""
    if effects is None:  # one at a time, since the first one usually serves
        seen: set[int] = set()
        for graph in fitting:
            if (key := int(graph) & matters) not in seen:
                seen.add(key)
                yield int(graph), 0
        return
    _, first = np.unique(np.stack([fitting & matters, effects]), axis=1, return_index=True)
    for number in np.sort(first).tolist():
        yield int(fitting[number]), int(effects[number])


def needed(pattern: Pattern) -> Pairs:
    """Return the pairs of places that must be adjacent for the orders without a convoy."""
    return frozenset(
        (min(unit, goal), max(unit, goal))
        for unit, kind in enumerate(pattern.kinds)
        if kind in (MOVES, SUPPORTS)
        for goal in (pattern.goal(unit),)
    )
