"""Chains of fleets: which seas link two provinces, and over which fleet a chain without superfluous fleets leads.

What a chain is stands here by its definition, over networkx; every small sea there can be is compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings, strategies as st

from standoff.map import routes
from standoff.map.masks import bits
from standoff.map.routes import UNDECIDED, chordless_chain, linked, short_chordless_chain, shortest

Seas = tuple[list[int], int, int, int]
"""The seas next to each sea; the fleets at sea; the seas next to the origin and to the destination."""


def near_in(graph: nx.Graph[int]) -> list[int]:
    return [sum(1 << other for other in graph[sea]) for sea in sorted(graph)]


def graph_of(near: Sequence[int], fleets: int) -> nx.Graph[int]:
    """Return the seas with a fleet and which of them are adjacent."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(bits(fleets))
    graph.add_edges_from((a, b) for a in bits(fleets) for b in bits(near[a] & fleets))
    return graph


def is_chain(near: Sequence[int], seas: int, start: int, end: int) -> bool:
    """Tell whether fleets in `seas` are a chain from `start` to `end` that needs each of them."""
    graph = graph_of(near, seas)

    def leads(left: nx.Graph[int]) -> bool:
        return any(nx.has_path(left, a, b) for a in left if start >> a & 1 for b in left if end >> b & 1)

    return leads(graph) and not any(leads(graph.subgraph([*graph.nodes - {sea}])) for sea in graph)


def chains(near: Sequence[int], fleets: int, start: int, end: int) -> Iterator[int]:
    """Yield every chain of `fleets` without superfluous fleets."""
    seas = list(bits(fleets))
    for size in range(1, len(seas) + 1):
        for chosen in combinations(seas, size):
            mask = sum(1 << sea for sea in chosen)
            if is_chain(near, mask, start, end):
                yield mask


@st.composite
def seas(draw: st.DrawFn, most: int = 7) -> Seas:
    count = draw(st.integers(1, most))
    edges = draw(st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), max_size=2 * count))
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from((a, b) for a, b in edges if a != b)
    some = st.integers(0, (1 << count) - 1)
    return near_in(graph), draw(some), draw(some), draw(some)


@pytest.mark.slow
@settings(max_examples=250)
@given(seas(6))
def test_a_chain_is_found_exactly_if_some_chain_needs_the_fleet(given_: Seas) -> None:
    """And all the shortest chains are found together."""
    near, fleets, start, end = given_
    every = list(chains(near, fleets, start, end))
    for fleet in range(len(near)):
        chordless = chordless_chain(near, fleets, start, end, fleet)
        assert chordless in [chain for chain in every if chain >> fleet & 1] or (
            chordless == 0 and not any(chain >> fleet & 1 for chain in every)
        )
    fewest = min((chain.bit_count() for chain in every), default=0)
    wanted = 0
    for chain in every:
        if chain.bit_count() == fewest:
            wanted |= chain
    assert shortest(near, fleets, start & fleets, end, True) == wanted


@given(seas())
def test_seas_are_linked_if_a_path_over_the_fleets_joins_them(given_: Seas) -> None:
    near, fleets, start, end = given_
    graph = graph_of(near, fleets)
    joined = any(nx.has_path(graph, a, b) for a in bits(start & fleets) for b in bits(end & fleets))
    assert linked(near, fleets, start, end) == joined
    chain = shortest(near, fleets, start, end, False)
    assert bool(chain) == joined
    if joined:
        ways = [
            nx.shortest_path_length(graph, a, b)
            for a in bits(start & fleets)
            for b in bits(end & fleets)
            if nx.has_path(graph, a, b)
        ]
        assert chain.bit_count() == min(ways) + 1
        assert linked(near, chain, start, end)


def test_the_chain_over_a_fleet_that_touches_the_coast_is_of_two_fleets_where_two_will_do() -> None:
    """Seas 0 and 1 at the origin, 2 and 3 at the destination, all adjacent but 0 and 1."""
    near = [0b1100, 0b1100, 0b0011, 0b0011]
    assert chordless_chain(near, 0b1111, 0b0011, 0b1100, 0).bit_count() == 2
    assert chordless_chain(near, 0b1111, 0b0011, 0b1100, 3).bit_count() == 2
    assert chordless_chain(near, 0b0111, 0b0011, 0b1100, 0) == 0b0101
    assert chordless_chain(near, 0b1011, 0b0011, 0b1100, 1) == 0b1010


def ladder(length: int) -> tuple[list[int], int]:
    """Return two rows of seas side by side, each next to all those of the next pair, and how many there are."""
    graph: nx.Graph[int] = nx.Graph()
    for n in range(0, 2 * length - 2, 2):
        graph.add_edges_from((a, b) for a in (n, n + 1) for b in (n + 2, n + 3))
    return near_in(graph), 2 * length


@pytest.mark.parametrize("length", [8, 20, 30])
def test_a_long_way_is_found_in_few_steps(monkeypatch: pytest.MonkeyPatch, length: int) -> None:
    """Thousands of chains lead over a ladder; the first look at them ends soon, whatever is asked for."""
    near, count = ladder(length)
    every = (1 << count) - 1
    monkeypatch.setattr(routes, "MOST_STEPS", 2_000)
    for fleet in (0, count // 2, count - 1):
        chain = chordless_chain(near, every, 0b11, 0b11 << count - 2, fleet)
        assert chain >> fleet & 1
        assert is_chain(near, chain, 0b11, 0b11 << count - 2)


def test_the_search_gives_up_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sea beside the ladder, next to one sea in its middle, is on no chain."""
    near, count = ladder(12)
    beside = [*near, 1 << count // 2]
    beside[count // 2] |= 1 << count
    monkeypatch.setattr(routes, "MOST_STEPS", 1)
    assert chordless_chain(beside, (2 << count) - 1, 0b11, 0b11 << count - 2, count) == UNDECIDED


def grown(seed: int) -> Seas:
    """Return a sea of nine to thirteen parts, planar or nearly so, with fleets in all of them."""
    chance = Random(seed)
    graph = nx.convert_node_labels_to_integers(nx.random_geometric_graph(chance.randint(9, 13), 0.42, seed=seed))
    count = len(graph)
    return (
        near_in(graph),
        (1 << count) - 1,
        chance.getrandbits(count) & 0b111,
        chance.getrandbits(count) >> count - 3 << count - 3,
    )


@pytest.mark.parametrize("seed", range(12))
def test_larger_seas_searched_with_the_look_ahead_from_the_first_step(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    near, fleets, start, end = grown(seed)
    every = set(chains(near, fleets, start, end)) if len(near) <= 10 else None
    monkeypatch.setattr(routes, "STEPS_AT_RANDOM", 1)
    for fleet in range(len(near)):
        chordless = chordless_chain(near, fleets, start, end, fleet)
        assert not chordless or (chordless >> fleet & 1 and is_chain(near, chordless, start, end))
        if every is not None:
            assert bool(chordless) == any(chain >> fleet & 1 for chain in every)
    monkeypatch.setattr(routes, "STEPS_AT_RANDOM", 10**6)
    for fleet in range(len(near)):
        plain = chordless_chain(near, fleets, start, end, fleet)
        assert not plain or (plain >> fleet & 1 and is_chain(near, plain, start, end))
        short = short_chordless_chain(near, fleets, start & fleets, end & fleets, 1 << fleet)
        assert not short or (short >> fleet & 1 and is_chain(near, short, start, end))
