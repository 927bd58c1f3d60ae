"""Turns set free of the map: who is whose, who goes where, who supports and convoys whom, which routes fleets make.

The equations of a turn look at nothing else. So there are finitely many *abstract turns* of n units, and they can all
be listed, each once up to renaming of units, powers and empty provinces: a `Pattern` is what is ordered, and an
abstract turn is a pattern together with its sides, the power of each unit.

A pattern holds what matters for the moves, supports and convoys that are carried out as ordered. An illegal or void
order is a hold to everybody else, and stands as one. Two patterns that share no unit, province or order do not
influence each other, so only connected ones are listed. `docs/find.md` says what that covers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations, product
from math import factorial, prod

from ...map.masks import bits

CONVOYS, SAILS, MOVES, SUPPORTS, HOLDS = range(5)
"""What a unit does; the units of a pattern stand in this order. An army *sails* that has convoys ordered for it, or
that can only go, or is told to go, by convoy."""

FAR, NEAR, NEAR_VIA = range(3)
"""Where an army sails to: no neighbor over land, a neighbor, or a neighbor with "via convoy" written."""

_GO = (SAILS, MOVES)


@dataclass(frozen=True, slots=True)
class Pattern:
    """What the units of an abstract turn are ordered to do.

    Unit *i* stands in place *i*; places from the number of units on are empty provinces.

    Attributes:
        kinds: What each unit does: CONVOYS, SAILS, MOVES, SUPPORTS or HOLDS, ascending.
        aims: The army that is convoyed, the place moved to, the unit supported; -1 for a hold.
        notes: Of an army that sails FAR, NEAR or NEAR_VIA; else 0.
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
        return max(len(self.kinds), *(a + 1 for k, a in zip(self.kinds, self.aims, strict=True) if k in _GO), 0)

    def goal(self, unit: int) -> int:
        """Return the place that the order of `unit` acts on: where it goes, or what it supports a move or hold in."""
        kind, aim = self.kinds[unit], self.aims[unit]
        if kind in _GO:
            return aim
        if kind == HOLDS:
            return unit
        return self.goal(aim) if self.kinds[aim] in _GO else aim

    def fleets(self, army: int) -> list[int]:
        """Return the fleets that are ordered to convoy `army`."""
        return [unit for unit, kind in enumerate(self.kinds) if kind == CONVOYS and self.aims[unit] == army]

    def loose(self, army: int) -> bool:
        """Tell whether `army` sails with a fleet missing: there is no route for it, or a fleet on none of them."""
        on_routes = {fleet for route in self.routes for fleet in route}
        fleets = self.fleets(army)
        return not fleets or not on_routes.issuperset(fleets)

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
        return (*rows, *sorted(tuple(sorted([new[fleet] for fleet in route])) for route in self.routes))

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
            return f"{unit} convoys {aim}"
        routes = [" and ".join(map(str, route)) for route in self.routes if self.aims[route[0]] == unit]
        way = ("", ", a neighbor", ", a neighbor, via convoy")[self.notes[unit]]
        return f"{unit} to {aim} by convoy ({', or '.join(routes) or 'no route'}){way}"


MOST_NUMBERINGS = 50_000
"""Of so many ways to number units the smallest is searched at most: any 8 units have fewer."""


def pattern_of(
    kinds: Sequence[int],
    aims: Sequence[int],
    notes: Sequence[int],
    routes: Iterable[Iterable[int]],
    sides: Sequence[int],
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
        return pattern.renumbered(order), _first_appear([sides[sorting[old]] for old in order])

    numberings = prod(factorial(pattern.kinds.count(kind)) for kind in range(5))
    if numberings > MOST_NUMBERINGS:
        raise ValueError(f"{count} units can be numbered in {numberings:,} ways; the limit is {MOST_NUMBERINGS:,}")
    best = min(_rearrangements(pattern.kinds), key=numbers)
    rows, powers = numbers(best)
    units, found = rows[:count], rows[count:]
    smallest = Pattern(pattern.kinds, tuple(a for a, _ in units), tuple(note for _, note in units), found)
    return smallest, powers, tuple(sorting[old] for old in best)


@lru_cache(maxsize=256)
def _rearrangements(kinds: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the ways to number units anew that keep the kinds in order."""
    groups = [[i for i, kind in enumerate(kinds) if kind == wanted] for wanted in range(5)]
    return tuple(sum(parts, ()) for parts in product(*(tuple(permutations(group)) for group in groups)))


# -- all of them -----------------------------------------------------------------------------------------------------


def patterns(units: int, *, convoys: bool | None = None) -> Iterator[Pattern]:
    """Yield every connected pattern of so many units, each once up to renaming.

    Args:
        units: The number of units, 1 or more.
        convoys: True for those with an army that sails, False for those without; None for all.

    >>> [str(pattern) for pattern in patterns(2, convoys=False)][:4]
    ['0 to 1; 1 holds', '0 to 2; 1 supports 0', '0 to 1; 1 to 0', '0 to 1; 1 to 2']
    """
    for kinds in kinds_of(units):
        if convoys is None or convoys == (SAILS in kinds):
            yield from patterns_of(kinds)


def kinds_of(units: int) -> Iterator[tuple[int, ...]]:
    """Yield what so many units may do together: a fleet that convoys has an army, and a turn of several has a move."""
    for fleets in range(units):
        for armies in range(1 if fleets else 0, units - fleets + 1):
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


def patterns_of(kinds: tuple[int, ...], part: int = 0, parts: int = 1, *, whole: bool = False) -> Iterator[Pattern]:
    """Yield the connected patterns in which units do `kinds`, each once up to renaming.

    Args:
        kinds: What the units do, ascending.
        part, parts: Which of so many parts of them; together the parts hold each pattern once.
        whole: True for those only in which no fleet is missing from a convoy.
    """
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

    for number, found in enumerate(choose(0, 0)):
        if number % parts != part:
            continue
        apart = separate(kinds, found)
        if not _well_formed(kinds, found) or (apart and not (armies and all(kinds[unit] == HOLDS for unit in apart))):
            continue
        if apart and whole:
            continue
        for notes, routes in _ways(kinds, found, armies, whole):
            pattern = Pattern(kinds, found, notes, routes)
            if apart and not any(map(pattern.loose, armies)):
                continue
            if pattern.symmetries() is not None and (not armies or layout(pattern) is not None):
                yield pattern


def _well_formed(kinds: tuple[int, ...], aims: tuple[int, ...]) -> bool:
    """Tell whether every support is legal: nobody supports a move to where it stands itself."""
    for unit, (kind, aim) in enumerate(zip(kinds, aims, strict=True)):
        if kind == SUPPORTS and kinds[aim] in _GO and aims[aim] == unit:
            return False
    return True


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


def _ways(
    kinds: tuple[int, ...], aims: tuple[int, ...], armies: list[int], whole: bool
) -> Iterator[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]]:
    """Yield how armies may lie to where they sail, with the routes that their fleets may make."""
    fleets_of = [[i for i, aim in enumerate(aims) if kinds[i] == CONVOYS and aim == army] for army in armies]
    others = sum(kind not in (CONVOYS, SAILS) for kind in kinds)
    for ways in product((FAR, NEAR, NEAR_VIA), repeat=len(armies)):
        near = {frozenset((army, aims[army])): way != FAR for army, way in zip(armies, ways, strict=True)}
        if any(near[frozenset((a, aims[a]))] != (way != FAR) for a, way in zip(armies, ways, strict=True)):
            continue  # two armies that exchange places: their provinces are neighbors, or not
        if any(way != NEAR_VIA and not fleets for way, fleets in zip(ways, fleets_of, strict=True)):
            continue  # it simply goes over land, or cannot do but hold
        notes = [0] * len(kinds)
        for army, way in zip(armies, ways, strict=True):
            notes[army] = way
        if whole and not all(fleets_of):
            continue
        choices = [
            _routes(len(fleets), not whole and bool(others or len(fleets) < kinds.count(CONVOYS)))
            for fleets in fleets_of
        ]
        for families in product(*choices):
            routes = [
                tuple(fleets[place] for place in bits(route))
                for fleets, family in zip(fleets_of, families, strict=True)
                for route in family
            ]
            yield tuple(notes), tuple(sorted(routes))


# -- where places lie ------------------------------------------------------------------------------------------------

ORIGIN, DESTINATION, BOTH = 1, 2, 3
"""Which ends of an army's way a sea touches, as bits."""

Family = frozenset[int]
"""The routes without superfluous fleets among some fleets, each as a mask over them."""

_Chart = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]
"""The ends that the sea of each fleet touches, and the pairs of seas that touch."""

MOST_CHARTED = 4
"""Of so many fleets every way to lie is tried; of more, one for each set of routes and ends."""


@lru_cache(maxsize=8)
def _charts(fleets: int) -> dict[Family, list[_Chart]]:
    """Return the ways in which the seas of so many fleets may lie between two shores, by the routes that they make."""
    pairs = list(combinations(range(fleets), 2))
    found: dict[Family, list[_Chart]] = {}
    for number in range(1 << len(pairs)):
        beside = tuple(pair for n, pair in enumerate(pairs) if number >> n & 1)
        near = [0] * fleets
        for a, b in beside:
            near[a] |= 1 << b
            near[b] |= 1 << a
        connected = [hangs_together(some, near) for some in range(1 << fleets)]
        for ends in product((BOTH, ORIGIN, DESTINATION, 0), repeat=fleets):
            charts = found.setdefault(chains(ends, connected), [])
            if fleets <= MOST_CHARTED or not any(chart[0] == ends for chart in charts):
                charts.append((ends, beside))
    return found


def hangs_together(some: int, near: Sequence[int]) -> bool:
    """Tell whether a set of seas hangs together; `near` has for each the seas next to it, as a mask."""
    reached = some & -some
    while True:
        more = reached
        for fleet in bits(reached):
            more |= near[fleet] & some
        if more == reached:
            return reached == some and some != 0
        reached = more


def chains(ends: Sequence[int], connected: Sequence[bool]) -> Family:
    """Return the routes without superfluous fleets.

    Args:
        ends: By fleet, the ends that its sea touches.
        connected: By set of fleets, as a mask, whether their seas hang together.
    """
    start = sum(1 << fleet for fleet, touched in enumerate(ends) if touched & ORIGIN)
    end = sum(1 << fleet for fleet, touched in enumerate(ends) if touched & DESTINATION)
    links = [some for some in range(1, len(connected)) if connected[some] and some & start and some & end]
    return frozenset(some for some in links if not any(other != some and other & some == other for other in links))


@lru_cache(maxsize=32)
def _routes(fleets: int, others: bool) -> tuple[Family, ...]:
    """Return the routes that so many convoy orders for one army may make.

    Args:
        fleets: How many.
        others: True if fleets that do something else may be there, so that there may be convoy orders on no route.
    """
    every = (1 << fleets) - 1
    found = set(_charts(fleets))
    if not others:
        found = {family for family in found if _all_of(family) == every}
    return tuple(sorted(found, key=sorted))


def _all_of(family: Iterable[int]) -> int:
    found = 0
    for route in family:
        found |= route
    return found


@dataclass(frozen=True, slots=True)
class Layout:
    """How the places of a pattern may lie, so that all its orders are legal.

    Attributes:
        seas: The units that must be fleets at sea.
        apart: The pairs of places that must not touch.
    """

    seas: frozenset[int]
    apart: frozenset[tuple[int, int]]


def layout(pattern: Pattern) -> Layout | None:
    """Return a way in which the places of a pattern may lie; None if there is none.

    Whatever touches in it may touch anything else: only what must be apart is.
    """
    touching = needed(pattern)
    armies = [unit for unit, kind in enumerate(pattern.kinds) if kind == SAILS]
    shores = {*armies, *(pattern.aims[army] for army in armies)}

    def extend(
        number: int, seas: frozenset[int], touch: frozenset[tuple[int, int]], apart: frozenset[tuple[int, int]]
    ) -> Layout | None:
        if number == len(armies):
            return Layout(seas, apart)
        army = armies[number]
        for more, near, far in _layouts(pattern, army, shores):
            if not (near & apart or far & touch):
                found = extend(number + 1, seas | more, touch | near, apart | far)
                if found:
                    return found
        return None

    return extend(0, frozenset(), touching, frozenset())


def _pair(one: int, two: int) -> tuple[int, int]:
    return (one, two) if one < two else (two, one)


def _layouts(
    pattern: Pattern, army: int, shores: set[int]
) -> Iterator[tuple[frozenset[int], frozenset[tuple[int, int]], frozenset[tuple[int, int]]]]:
    """Yield the seas, the pairs that touch and those that do not, of the fleets on the way of one army."""
    fleets = pattern.fleets(army)
    place = {fleet: number for number, fleet in enumerate(fleets)}
    own = {sum(1 << place[fleet] for fleet in route) for route in pattern.routes if route[0] in place}
    links = [0]
    others = [
        unit
        for unit, kind in enumerate(pattern.kinds)
        if unit not in shores
        and unit not in place
        and kind != SAILS
        # a move by sea alone is not supported by the fleet that makes it possible (DATC 6.D.31)
        and not (kind == SUPPORTS and pattern.aims[unit] == army and pattern.notes[army] == FAR)
    ]
    loose = pattern.loose(army)
    if loose:
        alone = set(separate(pattern.kinds, pattern.aims))
        links = [size for size in range(1, len(others) + 1) if size >= len(alone)]
    every = (1 << len(fleets)) - 1
    for size in links:
        for chosen in combinations(others, size):
            sailing = (*fleets, *chosen)
            for family, charts in _charts(len(sailing)).items():
                if {route for route in family if not route & ~every} != own or every & ~_all_of(family) or not family:
                    continue
                for ends, beside in charts:
                    near = {_pair(sailing[a], sailing[b]) for a, b in beside}
                    far = {_pair(a, b) for a, b in combinations(sailing, 2)} - near
                    for fleet, touched in zip(sailing, ends, strict=True):
                        for end, at in ((ORIGIN, army), (DESTINATION, pattern.aims[army])):
                            (near if touched & end else far).add(_pair(fleet, at))
                    yield frozenset(sailing), frozenset(near), frozenset(far)


def needed(pattern: Pattern) -> frozenset[tuple[int, int]]:
    """Return the pairs of places that must touch for the orders that need no convoy."""
    return frozenset(
        _pair(unit, pattern.goal(unit)) for unit, kind in enumerate(pattern.kinds) if kind in (MOVES, SUPPORTS)
    )


# -- who is whose ----------------------------------------------------------------------------------------------------


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
