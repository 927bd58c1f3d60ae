"""Turns set free of the map: who is whose, who goes where, who supports and convoys whom, which seas touch which shores.

The equations of a turn look at nothing else. So there are finitely many *abstract turns* of n units, and they can all be
listed, each once up to renaming of units, powers and empty provinces: a `Pattern` is what is ordered, and an abstract
turn is a pattern together with its sides, the power of each unit.

A pattern holds what matters for the moves, supports and convoys that are carried out as ordered. An illegal or void
order is a hold to everybody else, and stands as one. Two patterns that share no unit, province or order do not
influence each other, so only connected ones are listed. `docs/find.md` says what that covers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations, product

CONVOYS, SAILS, MOVES, SUPPORTS, HOLDS = range(5)
"""What a unit does; the units of a pattern stand in this order. An army that *sails* has convoys ordered for it."""

FAR, NEAR, NEAR_VIA = range(3)
"""Where an army sails to: no neighbor over land, a neighbor, or a neighbor with "via convoy" written."""

ORIGIN, DESTINATION, BOTH = 1, 2, 3
"""Which ends of the army's way the sea of a convoying fleet touches, as bits."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """What the units of an abstract turn are ordered to do.

    Unit *i* stands in place *i*; places from the number of units on are empty provinces.

    Attributes:
        kinds: What each unit does: CONVOYS, SAILS, MOVES, SUPPORTS or HOLDS, ascending.
        aims: The army that is convoyed, the place moved to, the unit supported; -1 for a hold.
        notes: Of an army that sails FAR, NEAR or NEAR_VIA; of a fleet that convoys the ends that its sea touches; else 0.
        beside: The pairs of fleets for one army whose seas lie next to each other, where that matters.
    """

    kinds: tuple[int, ...]
    aims: tuple[int, ...]
    notes: tuple[int, ...]
    beside: frozenset[tuple[int, int]] = frozenset()

    def __len__(self) -> int:
        return len(self.kinds)

    @property
    def places(self) -> int:
        """The number of places, empty ones included."""
        return max(len(self.kinds), *(a + 1 for k, a in zip(self.kinds, self.aims, strict=True) if k in _GO), 0)

    def goal(self, unit: int) -> int:
        """Return the place that the order of `unit` acts on: where it goes, or what it supports a move or hold in."""
        kind, aim = self.kinds[unit], self.aims[unit]
        if kind in _GO:
            return aim
        if kind == HOLDS:
            return unit
        return self.goal(aim) if self.kinds[aim] in _GO else aim

    def renumbered(self, order: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Return the pattern as comparable numbers, its units taken in `order`: entry *i* is the old number."""
        count = len(order)
        new = [0] * count
        for number, old in enumerate(order):
            new[old] = number
        empty: dict[int, int] = {}
        rows: list[tuple[int, ...]] = []
        for old in order:
            kind, aim = self.kinds[old], self.aims[old]
            if kind in _GO and aim >= count:
                aim = empty.setdefault(aim, count + len(empty))
            elif aim >= 0:
                aim = new[aim]
            rows.append((aim, self.notes[old]))
        pairs = sorted((min(new[a], new[b]), max(new[a], new[b])) for a, b in self.beside)
        return (*rows, *pairs)

    def symmetries(self) -> list[tuple[int, ...]] | None:
        """Return the rearrangements of the units that change nothing; None if one makes smaller numbers of it.

        Of all ways to number the units of a pattern the one with the smallest numbers stands for them all.
        """
        own = self.renumbered(range(len(self)))
        found: list[tuple[int, ...]] = []
        for order in _rearrangements(self.kinds):
            other = self.renumbered(order)
            if other < own:
                return None
            if other == own:
                found.append(order)
        return found

    def __str__(self) -> str:
        return "; ".join(self._told(unit) for unit in range(len(self)))

    def _told(self, unit: int) -> str:
        kind, aim = self.kinds[unit], self.aims[unit]
        if kind == HOLDS:
            return f"{unit} holds"
        if kind == MOVES:
            return f"{unit} to {aim}"
        if kind == SUPPORTS:
            return f"{unit} supports {aim}"
        if kind == CONVOYS:
            touches = {BOTH: "", ORIGIN: " (first)", DESTINATION: " (last)", 0: " (between)"}[self.notes[unit]]
            return f"{unit} convoys {aim}{touches}"
        return f"{unit} to {aim} by convoy" + ("", ", a neighbor", ", a neighbor, via convoy")[self.notes[unit]]


_GO = (SAILS, MOVES)


@lru_cache(maxsize=256)
def _rearrangements(kinds: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the ways to number units anew that keep the kinds in order."""
    groups = [[i for i, kind in enumerate(kinds) if kind == wanted] for wanted in range(5)]
    return tuple(sum(parts, ()) for parts in product(*(tuple(permutations(group)) for group in groups)))


def patterns(units: int, *, convoys: bool | None = None) -> Iterator[Pattern]:
    """Yield every connected pattern of so many units, each once up to renaming.

    Args:
        units: The number of units, 1 or more.
        convoys: True for those with convoys only, False for those without; None for all.

    >>> [str(pattern) for pattern in patterns(2, convoys=False)]  # doctest: +ELLIPSIS
    ['0 to 1; 1 to 0', '0 to 1; 1 to 2', '0 to 2; 1 to 2', '0 to 1; 1 supports 0', ...]
    """
    for kinds in _kinds(units):
        if convoys is None or convoys == (kinds[0] == CONVOYS):
            yield from _of_kinds(kinds)


def _kinds(units: int) -> Iterator[tuple[int, ...]]:
    """Yield what so many units may do together: an army that sails has a fleet, and a turn has a move."""
    for fleets in range(units):
        for armies in range(1 if fleets else 0, fleets + 1):
            for moves in range(units - fleets - armies + 1):
                rest = units - fleets - armies - moves
                if armies + moves == 0 and units > 1:
                    continue
                for supports in range(rest + 1):
                    yield (
                        (CONVOYS,) * fleets
                        + (SAILS,) * armies
                        + (MOVES,) * moves
                        + (SUPPORTS,) * supports
                        + (HOLDS,) * (rest - supports)
                    )


def _of_kinds(kinds: tuple[int, ...]) -> Iterator[Pattern]:
    count = len(kinds)
    armies = [i for i, kind in enumerate(kinds) if kind == SAILS]
    land = [i for i, kind in enumerate(kinds) if kind != CONVOYS]

    def aims(unit: int, empty: int) -> Iterable[int]:
        kind = kinds[unit]
        if kind == CONVOYS:
            return armies
        if kind == SAILS:
            return [place for place in (*land, *range(count, count + empty + 1)) if place != unit]
        if kind == MOVES:
            return [place for place in range(count + empty + 1) if place != unit]
        if kind == SUPPORTS:
            return [other for other in range(count) if other != unit]
        return (-1,)

    chosen = [0] * count

    def choose(unit: int, empty: int) -> Iterator[tuple[int, ...]]:
        if unit == count:
            yield tuple(chosen)
            return
        for aim in aims(unit, empty):
            chosen[unit] = aim
            yield from choose(unit + 1, max(empty, aim - count + 1))

    for found in choose(0, 0):
        if armies and set(found[: kinds.count(CONVOYS)]) != set(armies):
            continue
        if not _well_formed(kinds, found) or not _connected(kinds, found):
            continue
        for notes, beside in _notes(kinds, found, armies):
            pattern = Pattern(kinds, found, notes, beside)
            if pattern.symmetries() is not None and _fits(pattern):
                yield pattern


def _well_formed(kinds: tuple[int, ...], aims: tuple[int, ...]) -> bool:
    """Tell whether every support is legal: nobody supports a move to where it stands itself."""
    for unit, (kind, aim) in enumerate(zip(kinds, aims, strict=True)):
        if kind == SUPPORTS and kinds[aim] in _GO and aims[aim] == unit:
            return False
    return True


def _connected(kinds: tuple[int, ...], aims: tuple[int, ...]) -> bool:
    """Tell whether all units concern each other: through orders, or by going to one place."""
    count = len(kinds)
    joined = list(range(count + max(0, *aims, 0) + 1))

    def root(of: int) -> int:
        while joined[of] != of:
            of = joined[of]
        return of

    for unit, aim in enumerate(aims):
        if aim >= 0:
            joined[root(unit)] = root(aim)
    return len({root(unit) for unit in range(count)}) == 1


def _notes(
    kinds: tuple[int, ...], aims: tuple[int, ...], armies: list[int]
) -> Iterator[tuple[tuple[int, ...], frozenset[tuple[int, int]]]]:
    """Yield the ways in which the places of convoys may touch each other."""
    fleets_of = {army: [i for i, aim in enumerate(aims) if kinds[i] == CONVOYS and aim == army] for army in armies}
    for ways in product((FAR, NEAR, NEAR_VIA), repeat=len(armies)):
        near = {frozenset((army, aims[army])): way != FAR for army, way in zip(armies, ways, strict=True)}
        if any(near[frozenset((a, aims[a]))] != (way != FAR) for a, way in zip(armies, ways, strict=True)):
            continue  # two armies that exchange places: their provinces are neighbors, or not
        for routes in product(*(_routes(tuple(fleets_of[army])) for army in armies)):
            notes = [0] * len(kinds)
            beside = set[tuple[int, int]]()
            for army, way in zip(armies, ways, strict=True):
                notes[army] = way
            for touches, pairs in routes:
                for fleet, ends in touches:
                    notes[fleet] = ends
                beside |= pairs
            yield tuple(notes), frozenset(beside)


Routes = tuple[tuple[tuple[int, int], ...], frozenset[tuple[int, int]]]


@lru_cache(maxsize=256)
def _routes(fleets: tuple[int, ...]) -> tuple[Routes, ...]:
    """Return the ways in which the seas of fleets may link two shores, so that each fleet is on a route.

    Each is the ends that every fleet touches, and the pairs of neighbors that some route without superfluous fleets
    uses; two ways with the same routes count once.
    """
    pairs = list(combinations(fleets, 2))
    found: dict[frozenset[frozenset[int]], Routes] = {}
    for ends in product((BOTH, ORIGIN, DESTINATION, 0), repeat=len(fleets)):
        touches = dict(zip(fleets, ends, strict=True))
        for number in range(1 << len(pairs)):
            beside = frozenset(pair for n, pair in enumerate(pairs) if number >> n & 1)
            chains = _chains(touches, beside)
            if frozenset().union(*chains) != frozenset(fleets):
                continue  # some fleet is on no route: its order is illegal
            used = frozenset(pair for pair in beside if any(set(pair) <= chain for chain in chains))
            if used == beside:
                found.setdefault(chains, (tuple(touches.items()), beside))
    return tuple(found.values())


def _chains(touches: dict[int, int], beside: frozenset[tuple[int, int]]) -> frozenset[frozenset[int]]:
    """Return the routes without superfluous fleets, as the sets of their fleets."""
    linked = [
        set(some)
        for size in range(1, len(touches) + 1)
        for some in combinations(touches, size)
        if _links(some, touches, beside)
    ]
    return frozenset(frozenset(one) for one in linked if not any(other < one for other in linked))


def _links(some: tuple[int, ...], touches: dict[int, int], beside: frozenset[tuple[int, int]]) -> bool:
    reached = {fleet for fleet in some if touches[fleet] & ORIGIN}
    while True:
        if any(touches[fleet] & DESTINATION for fleet in reached):
            return True
        more = {b for a, b in _both_ways(beside) if a in reached and b in some} - reached
        if not more:
            return False
        reached |= more


def _both_ways(pairs: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for a, b in pairs:
        yield a, b
        yield b, a


def apart(pattern: Pattern) -> frozenset[frozenset[int]]:
    """Return the pairs of places that must not touch by sea, for the routes to be as the pattern has them."""
    found: set[frozenset[int]] = set()
    fleets_of: dict[int, list[int]] = {}
    for fleet, (kind, army) in enumerate(zip(pattern.kinds, pattern.aims, strict=True)):
        if kind == CONVOYS:
            fleets_of.setdefault(army, []).append(fleet)
    for army, fleets in fleets_of.items():
        if len(fleets) == 1:
            continue
        for fleet in fleets:
            for end, place in ((ORIGIN, army), (DESTINATION, pattern.aims[army])):
                if not pattern.notes[fleet] & end:
                    found.add(frozenset((fleet, place)))
        chains = _chains({fleet: pattern.notes[fleet] for fleet in fleets}, pattern.beside)
        for pair in combinations(fleets, 2):
            # a pair that no route uses may touch as long as that makes no new route
            if pair not in pattern.beside and (
                _chains({fleet: pattern.notes[fleet] for fleet in fleets}, pattern.beside | {pair}) != chains
            ):
                found.add(frozenset(pair))
    return frozenset(found)


def needed(pattern: Pattern) -> frozenset[frozenset[int]]:
    """Return the pairs of places that must touch, for orders other than those of armies that sail."""
    found: set[frozenset[int]] = set()
    for unit, kind in enumerate(pattern.kinds):
        if kind in (MOVES, SUPPORTS):
            found.add(frozenset((unit, pattern.goal(unit))))
        elif kind == CONVOYS:
            army, ends = pattern.aims[unit], pattern.notes[unit]
            if ends & ORIGIN:
                found.add(frozenset((unit, army)))
            if ends & DESTINATION:
                found.add(frozenset((unit, pattern.aims[army])))
    return frozenset(found | {frozenset(pair) for pair in pattern.beside})


def _fits(pattern: Pattern) -> bool:
    """Tell whether no two places must touch and must not."""
    return not needed(pattern) & apart(pattern)


@lru_cache(maxsize=64)
def sides(units: int) -> tuple[tuple[int, ...], ...]:
    """Return the ways to part units among powers: the power of each, numbered as they first appear.

    >>> sides(3)
    ((0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 1, 2))
    """
    found: list[tuple[int, ...]] = [()]
    for _ in range(units):
        found = [(*one, power) for one in found for power in range(max(one, default=-1) + 2)]
    return tuple(found)


def sides_of(pattern: Pattern) -> list[tuple[int, ...]]:
    """Return the ways to part the units of a pattern among powers, each once up to renaming."""
    symmetries = pattern.symmetries() or []
    every = sides(len(pattern))
    if len(symmetries) == 1:
        return list(every)
    return [one for one in every if all(_first_appear([one[old] for old in order]) >= one for order in symmetries)]


def _first_appear(powers: Sequence[int]) -> tuple[int, ...]:
    seen: dict[int, int] = {}
    return tuple(seen.setdefault(power, len(seen)) for power in powers)
