"""Turns without a map: the powers of units, their moves, supports and convoys, and the routes that fleets make.

The equations of a turn depend on nothing else. So there are finitely many *abstract turns* of n units, and all of them
can be listed, each once up to renaming of units, powers and empty provinces. A `Pattern` is the orders; an abstract
turn is a pattern with its sides, the power of each unit.

A pattern has everything that matters for moves, supports and convoys that are carried out as ordered. An illegal or
void order acts as a hold on all other orders, and is written as one. Units need not interact. `docs/search.md` has the
scope.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from math import factorial, prod

CONVOYS, SAILS, MOVES, SUPPORTS, HOLDS = range(5)
"""The kind of a unit's order; the units of a pattern are in this order. An army *sails* if convoys are ordered for it,
or if it can move only by convoy, or is ordered to."""

FAR, NEAR, NEAR_VIA = range(3)
"""The destination of a sailing army: not adjacent over land, adjacent, or adjacent with "via convoy" written."""

MOVING = (SAILS, MOVES)


@dataclass(frozen=True, slots=True)
class Pattern:
    """The orders of an abstract turn.

    Unit *i* is in place *i*; places from the number of units on are empty provinces.

    Attributes:
        kinds: By unit, CONVOYS, SAILS, MOVES, SUPPORTS or HOLDS, ascending.
        aims: By unit, the convoyed army, the destination, or the supported unit; -1 for a hold.
        notes: For an army that sails, FAR, NEAR or NEAR_VIA; otherwise 0.
        routes: The routes without superfluous fleets that the convoy orders make, each as its fleets, ascending. A
            fleet may be on none: its order is legal because of another fleet with a different order.
    """

    kinds: tuple[int, ...]
    aims: tuple[int, ...]
    notes: tuple[int, ...]
    routes: tuple[tuple[int, ...], ...] = ()

    def __len__(self) -> int:
        return len(self.kinds)

    @property
    def places(self) -> int:
        """The number of places, empty ones included."""
        return max(len(self.kinds), *(a + 1 for k, a in zip(self.kinds, self.aims, strict=True) if k in MOVING), 0)

    @property
    def armies(self) -> list[int]:
        """The armies that sail."""
        return [unit for unit, kind in enumerate(self.kinds) if kind == SAILS]

    @property
    def shores(self) -> set[int]:
        """The origins and destinations of the armies that sail."""
        return {*self.armies, *(self.aims[army] for army in self.armies)}

    def goal(self, unit: int) -> int:
        """Return the place that the order of `unit` acts on: its destination, or that of the supported move or hold."""
        kind, aim = self.kinds[unit], self.aims[unit]
        if kind in MOVING:
            return aim
        if kind == HOLDS:
            return unit
        return self.goal(aim) if self.kinds[aim] in MOVING else aim

    def fleets(self, army: int) -> list[int]:
        """Return the fleets that are ordered to convoy `army`."""
        return [unit for unit, kind in enumerate(self.kinds) if kind == CONVOYS and self.aims[unit] == army]

    def lacks_fleet(self, army: int) -> bool:
        """Return whether a fleet is missing for `army`: it has no route, or one of its fleets is on none."""
        on_routes = {fleet for route in self.routes for fleet in route}
        fleets = self.fleets(army)
        return not fleets or not on_routes.issuperset(fleets)

    def renumbered(self, order: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Return the pattern as comparable numbers with its units in `order`: entry *i* is the old number.

        The aims come first, then the notes, then the routes.
        """
        new = _inverse(order)
        aims = tuple(_aims(self.aims, order, new))
        routes = sorted(tuple(sorted([new[fleet] for fleet in route])) for route in self.routes)
        return (aims, tuple([self.notes[old] for old in order]), *routes)

    def symmetries(self) -> list[tuple[int, ...]] | None:
        """Return the permutations of the units that change nothing; None if one gives smaller numbers.

        Of all numberings of the units of a pattern, the one with the smallest numbers represents all.
        """
        of_aims = stabilizer(self.kinds, self.aims)
        if of_aims is None or len(of_aims) == 1:
            return of_aims
        own = self.renumbered(range(len(self)))
        rearrangements: list[tuple[int, ...]] = []
        for order in of_aims:
            other = self.renumbered(order)
            if other < own:
                return None
            if other == own:
                rearrangements.append(order)
        return rearrangements

    def __str__(self) -> str:
        return "; ".join(self._text(unit) for unit in range(len(self)))

    def _text(self, unit: int) -> str:
        kind, aim = self.kinds[unit], self.aims[unit]
        if kind == HOLDS:
            return f"{unit} holds"
        if kind == MOVES:
            return f"{unit} to {aim}"
        if kind == SUPPORTS:
            return f"{unit} supports {aim}"
        if kind == CONVOYS:
            return f"{unit} convoys {aim}"
        routes = [" and ".join(map(str, route)) for route in self.routes if self.aims[route[0]] == unit]
        way = ("", ", a neighbor", ", a neighbor, via convoy")[self.notes[unit]]
        return f"{unit} to {aim} by convoy ({', or '.join(routes) or 'no route'}){way}"


def shape_id(shape: object) -> str:
    """Return the id of a `Pattern` or an `AbstractTurn`, six digits of a hash that depends only on the shape.

    Its units are numbered as `pattern_of` numbers them.

    >>> shape_id(Pattern((4,), (-1,), (0,)))
    '5236ca'
    """
    return hashlib.sha256(str(shape).encode()).hexdigest()[:6]


MOST_NUMBERINGS = 50_000
"""The most numberings of units that are compared; any 8 units have fewer."""


def pattern_of(
    kinds: Sequence[int],
    aims: Sequence[int],
    notes: Sequence[int],
    routes: Iterable[Iterable[int]],
    sides: Sequence[Hashable],
) -> tuple[Pattern, tuple[int, ...], tuple[int, ...]]:
    """Return units in any order as the pattern that represents all its numberings.

    Returns:
        The pattern; the power of each of its units; and by unit its number in the arguments.

    Raises:
        ValueError: There are more than `MOST_NUMBERINGS` ways to number the units.
    """
    count = len(kinds)
    sorting = sorted(range(count), key=lambda unit: kinds[unit])
    new = {old: number for number, old in enumerate(sorting)}
    pattern = Pattern(
        tuple(kinds[old] for old in sorting),
        tuple(new.get(aims[old], aims[old]) for old in sorting),
        tuple(notes[old] for old in sorting),
        tuple(sorted(tuple(sorted(new[fleet] for fleet in route)) for route in routes)),
    )

    def numbers(order: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
        return pattern.renumbered(order), first_appear([sides[sorting[old]] for old in order])

    numberings = prod(factorial(pattern.kinds.count(kind)) for kind in range(5))
    if numberings > MOST_NUMBERINGS:
        raise ValueError(f"{count} units can be numbered in {numberings:,} ways; the limit is {MOST_NUMBERINGS:,}")
    best = min(_rearrangements(pattern.kinds), key=numbers)
    (of_aims, of_notes, *of_routes), powers = numbers(best)
    return Pattern(pattern.kinds, of_aims, of_notes, tuple(of_routes)), powers, tuple(sorting[old] for old in best)


@lru_cache(maxsize=256)
def _rearrangements(kinds: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the permutations of the units that keep the kinds in order."""
    groups = [[i for i, kind in enumerate(kinds) if kind == wanted] for wanted in range(5)]
    return tuple(sum(parts, ()) for parts in product(*(tuple(permutations(group)) for group in groups)))


@lru_cache(maxsize=256)
def _numberings(kinds: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], list[int]], ...]:
    """Return each permutation of the units with its inverse."""
    return tuple((order, _inverse(order)) for order in _rearrangements(kinds))


def _inverse(order: Sequence[int]) -> list[int]:
    new = [0] * len(order)
    for number, old in enumerate(order):
        new[old] = number
    return new


def _aims(aims: Sequence[int], order: Sequence[int], new: Sequence[int]) -> Iterator[int]:
    """Yield the aims after units are renumbered; empty provinces are numbered in the order of appearance."""
    count = len(order)
    empty: dict[int, int] = {}
    for old in order:
        aim = aims[old]
        if aim >= count:
            aim = empty.setdefault(aim, count + len(empty))
        elif aim >= 0:
            aim = new[aim]
        yield aim


def stabilizer(kinds: tuple[int, ...], aims: tuple[int, ...]) -> list[tuple[int, ...]] | None:
    """Return the permutations of the units that change no aim; None if one gives the aims smaller numbers.

    >>> stabilizer((MOVES, MOVES), (2, 2)), stabilizer((MOVES, MOVES), (2, 0))
    ([(0, 1), (1, 0)], None)
    """
    rearrangements: list[tuple[int, ...]] = []
    for order, new in _numberings(kinds):
        for aim, own in zip(_aims(aims, order, new), aims, strict=True):
            if aim != own:
                if aim < own:
                    return None
                break
        else:
            rearrangements.append(order)
    return rearrangements


# -- the powers of units ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def sides(units: int) -> tuple[tuple[int, ...], ...]:
    """Return the ways to divide units among powers: the power of each, numbered in the order of appearance.

    >>> sides(3)
    ((0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 1, 2))
    """
    ways: list[tuple[int, ...]] = [()]
    for _ in range(units):
        ways = [(*one, power) for one in ways for power in range(max(one, default=-1) + 2)]
    return tuple(ways)


def first_appear(powers: Sequence[Hashable]) -> tuple[int, ...]:
    """Return powers renumbered in the order of appearance.

    >>> first_appear((3, 1, 3))
    (0, 1, 0)
    """
    seen: dict[Hashable, int] = {}
    return tuple(seen.setdefault(power, len(seen)) for power in powers)
