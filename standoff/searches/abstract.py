"""Turns apart from any map: who is whose, who goes where, who supports and convoys whom, which routes fleets make.

The equations of a turn depend on nothing else. So there are finitely many *abstract turns* of n units, and they can
all be listed, each once up to renaming of units, powers and empty provinces: a `Pattern` is what is ordered, and an
abstract turn is a pattern together with its sides, the power of each unit.

A pattern holds what matters for the moves, supports and convoys that are carried out as ordered. An illegal or void
order is a hold to everybody else, and is written as one. Units need not have anything to do with each other.
`docs/search.md` says what that covers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from math import factorial, prod

CONVOYS, SAILS, MOVES, SUPPORTS, HOLDS = range(5)
"""What a unit does; the units of a pattern stand in this order. An army *sails* that has convoys ordered for it, or
that can only go, or is ordered to go, by convoy."""

FAR, NEAR, NEAR_VIA = range(3)
"""Where an army sails to: no neighbor over land, a neighbor, or a neighbor with "via convoy" written."""

MOVING = (SAILS, MOVES)


@dataclass(frozen=True, slots=True)
class Pattern:
    """What the units of an abstract turn are ordered to do.

    Unit *i* stands in place *i*; places from the number of units on are empty provinces.

    Attributes:
        kinds: What each unit does: CONVOYS, SAILS, MOVES, SUPPORTS or HOLDS, ascending.
        aims: The army that is convoyed, the place moved to, the unit supported; -1 for a hold.
        notes: For an army that sails, FAR, NEAR or NEAR_VIA; else 0.
        routes: The routes without superfluous fleets that the convoy orders make, each as its fleets, ascending. A
            fleet may be on none: its order is legal because of a fleet that is there and does something else.
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
        """The places between which they sail."""
        return {*self.armies, *(self.aims[army] for army in self.armies)}

    def goal(self, unit: int) -> int:
        """Return the place that the order of `unit` acts on: where it goes, or what it supports a move or hold in."""
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
        """Tell whether `army` sails with a fleet missing: there is no route for it, or a fleet on none of them."""
        on_routes = {fleet for route in self.routes for fleet in route}
        fleets = self.fleets(army)
        return not fleets or not on_routes.issuperset(fleets)

    def renumbered(self, order: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Return the pattern as comparable numbers, its units taken in `order`: entry *i* is the old number.

        The aims come first, then the notes, then the routes.
        """
        new = _inverse(order)
        aims = tuple(_aims(self.aims, order, new))
        routes = sorted(tuple(sorted([new[fleet] for fleet in route])) for route in self.routes)
        return (aims, tuple([self.notes[old] for old in order]), *routes)

    def symmetries(self) -> list[tuple[int, ...]] | None:
        """Return the rearrangements of the units that change nothing; None if one gives smaller numbers.

        Of all ways to number the units of a pattern, the one with the smallest numbers stands for all.
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
    """Return the id of a `Pattern` or an `AbstractTurn`, six digits of a hash: it depends on nothing but the shape.

    Its units are numbered as `pattern_of` numbers them.

    >>> shape_id(Pattern((4,), (-1,), (0,)))
    '5236ca'
    """
    return hashlib.sha256(str(shape).encode()).hexdigest()[:6]


MOST_NUMBERINGS = 50_000
"""At most this many ways to number units are compared for the smallest: any 8 units have fewer."""


def pattern_of(
    kinds: Sequence[int],
    aims: Sequence[int],
    notes: Sequence[int],
    routes: Iterable[Iterable[int]],
    sides: Sequence[Hashable],
) -> tuple[Pattern, tuple[int, ...], tuple[int, ...]]:
    """Return units in any order as the pattern that stands for all its numberings.

    Returns:
        The pattern; the power of each of its units; and for each of them its number in what was given.

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
    """Return the ways to number units anew that keep the kinds in order."""
    groups = [[i for i, kind in enumerate(kinds) if kind == wanted] for wanted in range(5)]
    return tuple(sum(parts, ()) for parts in product(*(tuple(permutations(group)) for group in groups)))


@lru_cache(maxsize=256)
def _numberings(kinds: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], list[int]], ...]:
    """Return the same, each with the new number of each old one."""
    return tuple((order, _inverse(order)) for order in _rearrangements(kinds))


def _inverse(order: Sequence[int]) -> list[int]:
    new = [0] * len(order)
    for number, old in enumerate(order):
        new[old] = number
    return new


def _aims(aims: Sequence[int], order: Sequence[int], new: Sequence[int]) -> Iterator[int]:
    """Yield aims as they are after units are numbered anew; empty provinces are numbered as they first appear."""
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
    """Return the rearrangements of the units that change no aim; None if one gives the aims smaller numbers.

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


# -- who is whose ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def sides(units: int) -> tuple[tuple[int, ...], ...]:
    """Return the ways to divide units among powers: the power of each, numbered as they first appear.

    >>> sides(3)
    ((0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 1, 2))
    """
    ways: list[tuple[int, ...]] = [()]
    for _ in range(units):
        ways = [(*one, power) for one in ways for power in range(max(one, default=-1) + 2)]
    return tuple(ways)


def first_appear(powers: Sequence[Hashable]) -> tuple[int, ...]:
    """Return powers numbered anew, as they first appear.

    >>> first_appear((3, 1, 3))
    (0, 1, 0)
    """
    seen: dict[Hashable, int] = {}
    return tuple(seen.setdefault(power, len(seen)) for power in powers)
