"""Abstract turns in one part: a property that a turn of several parts has if one of them has it is found in the parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from standoff.searches.abstract import GO, HOLDS, Pattern
from standoff.searches.finding import BlockKey, Space


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
