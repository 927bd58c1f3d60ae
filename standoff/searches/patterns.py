"""The adjacencies of the seas between two shores, and the routes that fleets there make.

A *graph* is a number with a bit for each pair of adjacent seas, for each sea adjacent to the origin, and for each sea
adjacent to the destination. All graphs of up to `MOST_SEAS` seas are tried. Needs the extra ``fast``.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from ..map import bits

Family = frozenset[int]
"""The routes without superfluous fleets among some fleets, each as a mask over them."""

MOST_SEAS = 5
"""The most seas of a graph; with six there would be 2 to the power of 27 graphs."""


def is_connected(seas: int, near: Sequence[int]) -> bool:
    """Return whether a set of seas is connected; `near` has, by sea, the adjacent seas as a mask.

    >>> is_connected(0b101, [0b010, 0b101, 0b010])
    False
    """
    reached = seas & -seas
    while True:
        more = reached
        for fleet in bits(reached):
            more |= near[fleet] & seas
        if more == reached:
            return reached == seas and seas != 0
        reached = more


def chains(near: Sequence[int], start: int, end: int) -> Family:
    """Return the routes without superfluous fleets.

    Args:
        near: By fleet, the adjacent fleets as a mask.
        start, end: The fleets adjacent to the origin and to the destination, as masks.

    >>> sorted(chains([0b10, 0b01], 0b11, 0b01)), sorted(chains([0b10, 0b01], 0b10, 0b01))
    ([1], [3])
    """
    masks = range(1, 1 << len(near))
    links = [route for route in masks if route & start and route & end and is_connected(route, near)]
    return frozenset(route for route in links if not any(other != route and other & route == other for other in links))


def all_of(family: Iterable[int]) -> int:
    """Return the fleets that are on a route, as a mask.

    >>> all_of([0b01, 0b10])
    3
    """
    fleets = 0
    for route in family:
        fleets |= route
    return fleets


def pairs_of(seas: Sequence[int], origin: int, destination: int) -> list[tuple[int, int]]:
    """Return the two places of each bit of a graph.

    >>> pairs_of([4, 5], 0, 9)
    [(4, 5), (0, 4), (0, 5), (4, 9), (5, 9)]
    """
    pairs = [*combinations(seas, 2), *((sea, origin) for sea in seas), *((sea, destination) for sea in seas)]
    return [(one, two) if one < two else (two, one) for one, two in pairs]


def lacking(sea: int, seas: int) -> Any:
    """Return the routes without a sea, as a mask over masks: uint32.

    >>> int(lacking(0, 2))
    5
    """
    return np.uint32(sum(1 << route for route in range(1 << seas) if not route >> sea & 1))


@lru_cache(maxsize=8)
def _families(seas: int) -> Any:
    """Return, by graph, the routes that fleets on all its seas make: uint32, bit *r* for the route of mask *r*.

    Raises:
        ValueError: There are more than `MOST_SEAS` seas.
    """
    if seas > MOST_SEAS:
        raise ValueError(f"graphs of {seas} seas: expected up to {MOST_SEAS}")
    pairs, masks = list(combinations(range(seas), 2)), range(1 << seas)
    connected = np.zeros((1 << len(pairs), 1 << seas), dtype=bool)
    for number in range(1 << len(pairs)):
        near = [0] * seas
        for bit, (a, b) in enumerate(pairs):
            if number >> bit & 1:
                near[a] |= 1 << b
                near[b] |= 1 << a
        connected[number] = [is_connected(mask, near) for mask in masks]
    touched = np.array([[mask & shore != 0 for shore in masks] for mask in masks])
    routes = np.zeros((1 << seas, 1 << seas, 1 << len(pairs)), dtype=np.uint32)
    linked: list[Any] = [np.zeros(routes.shape, dtype=bool)]  # by set of seas, whether it contains a chain
    for mask in masks[1:]:
        within = np.logical_or.reduce([linked[mask & ~(1 << sea)] for sea in bits(mask)])
        chain = touched[mask][:, None, None] & touched[mask][None, :, None] & connected[None, None, :, mask]
        routes |= (chain & ~within).astype(np.uint32) << np.uint32(mask)
        linked.append(within | chain)
    return routes.reshape(-1)


@lru_cache(maxsize=16)
def _by_routes(seas: int, fleets: int) -> dict[int, Any]:
    """Return, by set of routes over the first `fleets` seas alone, the graphs in which each of these is on a route."""
    families = _families(seas)
    own = sum(1 << route for route in range(1 << fleets))
    useful = np.ones(len(families), dtype=bool)
    for fleet in range(fleets):
        useful &= families & ~lacking(fleet, seas) != 0
    graphs = np.flatnonzero(useful & (families != 0))[::-1]  # those with the most adjacencies come first
    routes = families[graphs] & np.uint32(own)
    order = np.argsort(routes, kind="stable")
    numbers, starts = np.unique(routes[order], return_index=True)
    return dict(zip(numbers.tolist(), np.split(graphs[order], starts[1:]), strict=True))


@lru_cache(maxsize=8)
def _numbered(seas: int) -> tuple[Any, Any]:
    """Return the different sets of routes that this many fleets can make, and the number of the set by graph."""
    return np.unique(_families(seas), return_inverse=True)


def families_of(seas: int, graphs: Any) -> tuple[Any, Any]:
    """Return all sets of routes, uint32, bit *r* for the route of mask *r*, and the number of the set by graph.

    >>> routes, of_graph = families_of(1, route_patterns(1, 1, [1], 0, 0))
    >>> routes[of_graph].tolist()
    [2]
    """
    different, of_graph = _numbered(seas)
    return different, of_graph.reshape(-1)[graphs]


_NONE = np.zeros(0, dtype=np.int64)


def route_patterns(
    seas: int, fleets: int, routes: Iterable[int], touch: int, apart: int, spare: Iterable[int] = ()
) -> Any:
    """Return the graphs, int64, in which the first fleets make these routes by themselves, and are all useful.

    Args:
        seas: The number of seas.
        fleets: The number of the first seas with fleets that are ordered to convoy; each must be on a route that would
            exist with fleets in all seas.
        routes: The routes over these fleets alone, as masks.
        touch, apart: The bits of a graph that must be set, and that must not be.
        spare: Seas that are dispensable: without each one there must be a route, with fleets in all others.

    >>> len(route_patterns(1, 1, [1], 0, 0)), len(route_patterns(2, 1, [], 0, 0))
    (1, 2)
    """
    graphs = _by_routes(seas, fleets).get(sum(1 << route for route in routes), _NONE)
    if touch or apart:
        graphs = graphs[(graphs & touch == touch) & (graphs & apart == 0)]
    for sea in spare:
        graphs = graphs[_families(seas)[graphs] & lacking(sea, seas) != 0]
    return graphs


@lru_cache(maxsize=32)
def families(fleets: int, others: bool) -> tuple[Family, ...]:
    """Return the routes that this many convoy orders for one army may make.

    Args:
        fleets: The number of fleets.
        others: True if there may be fleets with other orders, so that a convoy order may be on no route.

    >>> [sorted(family) for family in families(2, False)]
    [[1, 2], [3]]
    """
    all_fleets = (1 << fleets) - 1
    possible = [frozenset(bits(int(family))) for family in np.unique(_families(fleets))]
    return tuple(sorted((one for one in possible if others or all_of(one) == all_fleets), key=sorted))
