"""Every abstract turn of a number of units, each once up to renaming: patterns, and the ways to divide the units."""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from ..map import bits
from .abstract import (
    CONVOYS,
    FAR,
    HOLDS,
    MOVES,
    MOVING,
    NEAR,
    NEAR_VIA,
    SAILS,
    SUPPORTS,
    Pattern,
    first_appear,
    sides,
    stabilizer,
)
from .embedding import adjacency_for
from .patterns import families


def patterns(units: int) -> Iterator[Pattern]:
    """Yield every pattern of this many units, 1 or more, each once up to renaming.

    >>> [str(pattern) for pattern in patterns(2)][:4]
    ['0 holds; 1 holds', '0 supports 1; 1 holds', '0 supports 1; 1 supports 0', '0 to 1; 1 holds']
    """
    for kinds in kinds_of(units):
        yield from patterns_of(kinds)


def kinds_of(units: int) -> Iterator[tuple[int, ...]]:
    """Yield the kinds of orders that this many units may have together: a fleet that convoys needs an army."""
    for fleets in range(units):
        for armies in range(1 if fleets else 0, units - fleets + 1):
            for moves in range(units - fleets - armies + 1):
                rest = units - fleets - armies - moves
                for supports in range(rest + 1):
                    yield (
                        (CONVOYS,) * fleets
                        + (SAILS,) * armies
                        + (MOVES,) * moves
                        + (SUPPORTS,) * supports
                        + (HOLDS,) * (rest - supports)
                    )


def patterns_of(
    kinds: tuple[int, ...],
    part: int = 0,
    parts: int = 1,
    *,
    complete_convoys: bool = False,
    among: Callable[[Pattern], bool] | None = None,
) -> Iterator[Pattern]:
    """Yield the patterns with orders of `kinds`, each once up to renaming.

    Args:
        kinds: The kinds of orders, ascending.
        part, parts: The part, and the number of parts; together the parts hold each pattern once.
        complete_convoys: True to leave out patterns in which a fleet is missing from a convoy.
        among: Returns whether to include a pattern, given without routes; all are included if left out.
    """
    armies = [i for i, kind in enumerate(kinds) if kind == SAILS]
    all_aims = _aims_of(kinds)
    for aims in all_aims[len(all_aims) * part // parts : len(all_aims) * (part + 1) // parts]:
        if among is not None and not among(Pattern(kinds, aims, (FAR,) * len(kinds))):
            continue
        for notes, routes in _ways(kinds, aims, armies, complete_convoys):
            pattern = Pattern(kinds, aims, notes, routes)
            if pattern.symmetries() is not None and (not armies or adjacency_for(pattern) is not None):
                yield pattern


@lru_cache(maxsize=2)
def _aims_of(kinds: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the aims that units may have, each once up to renaming."""
    count = len(kinds)
    armies = [i for i, kind in enumerate(kinds) if kind == SAILS]
    land = [i for i, kind in enumerate(kinds) if kind != CONVOYS]
    chosen = [0] * count

    def aims(unit: int, empty: int) -> Iterable[int]:
        kind = kinds[unit]
        if kind == CONVOYS:
            return armies
        if kind == SAILS:
            return [place for place in (*land, *range(count, count + empty + 1)) if place != unit]
        if kind == MOVES:
            return [place for place in range(count + empty + 1) if place != unit]
        if kind == SUPPORTS:  # no unit supports a move to its own province
            return [o for o in range(count) if o != unit and not (kinds[o] in MOVING and chosen[o] == unit)]
        return (-1,)

    def choose(unit: int, empty: int) -> Iterator[tuple[int, ...]]:
        if unit == count:
            yield tuple(chosen)
            return
        for aim in aims(unit, empty):
            chosen[unit] = aim
            yield from choose(unit + 1, max(empty, aim - count + 1))

    return [one for one in choose(0, 0) if stabilizer(kinds, one) is not None]


def _ways(
    kinds: tuple[int, ...], aims: tuple[int, ...], armies: list[int], complete_convoys: bool
) -> Iterator[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]]:
    """Yield the notes of the armies that sail (FAR, NEAR, NEAR_VIA), with the routes that their fleets may make."""
    fleets_of = [[i for i, aim in enumerate(aims) if kinds[i] == CONVOYS and aim == army] for army in armies]
    idle = sum(kind not in (CONVOYS, SAILS) for kind in kinds)
    options: list[list[tuple[int, frozenset[int]]]] = []
    for fleets in fleets_of:
        others = not complete_convoys and bool(idle or len(fleets) < kinds.count(CONVOYS))
        if not fleets and not others:
            return
        # without convoy orders, an army that is not ordered "via convoy" goes over land, or can only hold
        notes = (FAR, NEAR, NEAR_VIA) if fleets else (NEAR_VIA,)
        options.append([(note, family) for note in notes for family in families(len(fleets), others)])
    partner = [armies.index(aims[a]) if aims[a] in armies and aims[aims[a]] == a else -1 for a in armies]
    for chosen in product(*options):
        if any(two >= 0 and (chosen[one][0] == FAR) != (chosen[two][0] == FAR) for one, two in enumerate(partner)):
            continue  # two armies exchange places: their provinces are adjacent for both, or for neither
        notes = [0] * len(kinds)
        for army, (note, _) in zip(armies, chosen, strict=True):
            notes[army] = note
        routes = [
            tuple(fleets[place] for place in bits(route))
            for fleets, (_, family) in zip(fleets_of, chosen, strict=True)
            for route in family
        ]
        yield tuple(notes), tuple(sorted(routes))


# -- the powers of units ---------------------------------------------------------------------------------------------


def parted(pattern: Pattern) -> Any:
    """Return the ways to divide a pattern's units among powers, each once up to renaming: int16, one row per way."""
    symmetries = pattern.symmetries() or []
    rows, _ = _sides_rows(len(pattern))
    if len(symmetries) == 1:
        return rows
    numbers = np.arange(len(rows))
    return rows[np.logical_and.reduce([_rearranged(order) >= numbers for order in symmetries])]


@lru_cache(maxsize=16)
def _sides_rows(units: int) -> tuple[Any, dict[tuple[int, ...], int]]:
    """Return `sides` as an array, and the place of each in it."""
    ways = sides(units)
    return np.array(ways, dtype=np.int16).reshape(-1, units), {one: number for number, one in enumerate(ways)}


@lru_cache(maxsize=4096)
def _rearranged(order: tuple[int, ...]) -> Any:
    """Return, for each of `sides`, the index of the one that it becomes with the units in `order`."""
    _, places = _sides_rows(len(order))
    return np.array([places[first_appear([one[old] for old in order])] for one in places])
