"""What the atlas goes through, turns in one part; and on which of them, and how often in play, two rulebooks differ.

A property that a turn of several parts has if one of them has it is found in the parts.
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

from standoff.map import Position
from standoff.searches.abstract import GO, HOLDS, Pattern
from standoff.searches.deciding import decide
from standoff.searches.finding import BlockKey, Space
from standoff.searches.properties import Differ, position_after
from standoff.searches.reducing import having_and_minimal
from standoff.solver import Order, adjudicate, rulebook
from standoff.work.workers import Stop, over_blocks

# -- turns in one part -------------------------------------------------------------------------------------------------


def separate(kinds: Sequence[int], aims: Sequence[int]) -> list[int]:
    """Return the units that have nothing to do with most of the others: no order and no aim joins them.

    Units that hold by themselves, or, of several groups, all but the first with an order of another kind.
    """
    count = len(kinds)
    joined = list(range(count + max(0, *aims, 0) + 1))

    def root(of: int) -> int:
        while joined[of] != of:
            of = joined[of]
        return of

    for unit, aim in enumerate(aims):
        if aim >= 0:
            joined[root(unit)] = root(aim)
    roots = [root(unit) for unit in range(count)]
    main = next((roots[unit] for unit in range(count) if kinds[unit] != HOLDS), roots[0])
    return [unit for unit in range(count) if roots[unit] != main]


def in_one_part(pattern: Pattern) -> bool:
    """Tell whether something moves, or there is one unit, and all units have to do with each other.

    A unit that holds by itself does if it may be a fleet that is missing from a convoy.
    """
    if len(pattern) > 1 and not any(kind in GO for kind in pattern.kinds):
        return False
    alone = separate(pattern.kinds, pattern.aims)
    loose = any(map(pattern.loose, pattern.armies))
    return not alone or (loose and all(pattern.kinds[unit] == HOLDS for unit in alone))


class OnePart(Space):
    """Those turns of a space in which something moves and all units have to do with each other."""

    @property
    def outside(self) -> tuple[str, ...]:
        """What no turn of the space has."""
        return ("turns of several parts or without a move", *super().outside)

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


def differences(names: Sequence[str], units: int, *, jobs: int = 1) -> tuple[list[Pair], int]:
    """Return how each pair of rulebooks differs on abstract turns of up to this many units, and the number of these.

    Turns of several parts are left out (`OnePart`): two rulebooks differ on one if they differ on a part.

    What counts is where each unit stands, or that it is dislodged (`properties.position_after`).
    """
    pairs = {(one, two): Pair(one, two) for one, two in combinations(names, 2)}
    examined = 0
    space = OnePart(units)
    for block in over_blocks(partial(_Compare, tuple(names), space), space.blocks(), jobs=jobs):
        units_of_block, turns, differing, shapes = block
        examined += turns
        for key, (count, alone) in differing.items():
            pair = pairs[key]
            pair.differing += count
            pair.via_alone += alone
            if count:
                pair.fewest = min(pair.fewest or units_of_block, units_of_block)
            if alone:
                pair.fewest_alone = min(pair.fewest_alone or units_of_block, units_of_block)
        for key, pattern, sides in shapes:
            pairs[key].shapes.setdefault(pattern, []).append(sides)
    return list(pairs.values()), examined


Key = tuple[str, str]


def has_via_alone(pattern: Pattern) -> bool:
    """Tell whether an army that nobody is ordered to convoy is ordered to go "via convoy"."""
    return not all(map(pattern.fleets, pattern.armies))


class _Compare:
    def __init__(self, names: tuple[str, ...], space: Space, _: Stop) -> None:
        self.space = space
        self.pairs = {(one, two): Differ(rulebook(one), rulebook(two)) for one, two in combinations(names, 2)}

    def __call__(
        self, key: BlockKey
    ) -> tuple[int, int, dict[Key, tuple[int, int]], list[tuple[Key, Pattern, tuple[int, ...]]]]:
        turns = 0
        differing: dict[Key, tuple[int, int]] = {}
        shapes: list[tuple[Key, Pattern, tuple[int, ...]]] = []
        for decided in decide(self.space.turns(key)):
            turns += len(decided.played)
            alone = np.array([has_via_alone(pattern) for pattern in decided.patterns])[decided.pattern_of]
            every_pair = having_and_minimal(list(self.pairs.values()), decided)
            for pair, (differs, minimal) in zip(self.pairs, every_pair, strict=True):
                if differs.any():
                    before, before_alone = differing.get(pair, (0, 0))
                    both = int((differs & alone).sum())
                    differing[pair] = before + int(differs.sum()) - both, before_alone + both
                    shapes += [(pair, turn.pattern, turn.sides) for turn in minimal]
        return len(key[0]), turns, differing, shapes


def how_often(turns: Sequence[tuple[Position, Sequence[Order]]], names: Sequence[str]) -> dict[Key, int]:
    """Return for each pair of rulebooks on how many of some turns on the standard board they differ."""
    after: dict[str, list[object]] = {}
    for name in names:
        rules = rulebook(name)
        after[name] = [position_after(adjudicate(position, orders, rules=rules)) for position, orders in turns]
    return {
        (one, two): sum(a != b for a, b in zip(after[one], after[two], strict=True))
        for one, two in combinations(names, 2)
    }
