"""Paradoxes larger than can be listed, grown from smaller ones: convoys in a ring, each helping or hindering the next.

In a paradox with one convoy an army lands on a unit on which, in the end, its own convoy depends. Several of them make
a ring: each army lands on the unit on which the next one's convoy depends. Not all large paradoxes are such rings; the
tests show that those of the second order (DATC 6.F.22 to 6.F.24) and that of the sixth (6.F.28) are.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from research.one_part import separate
from standoff.searches.abstract import FAR, GO, HOLDS, MOVES, SAILS, SUPPORTS, Pattern, pattern_of
from standoff.searches.deciding import AbstractTurn, decide
from standoff.searches.laying import terrain
from standoff.searches.properties import Property
from standoff.searches.reducing import having_and_minimal

if TYPE_CHECKING:
    import networkx


def can_be_linked(pattern: Pattern) -> bool:
    """Tell whether a pattern has one army that sails, to a unit's province far away, with no fleet missing.

    >>> from standoff.searches.abstract import CONVOYS, FAR, HOLDS, SAILS
    >>> can_be_linked(Pattern((CONVOYS, SAILS, HOLDS), (1, 2, -1), (0, FAR, 0), ((0,),)))
    True
    """
    if pattern.kinds.count(SAILS) != 1:
        return False
    army = pattern.kinds.index(SAILS)
    return pattern.aims[army] < len(pattern) and pattern.notes[army] == FAR and not pattern.loose(army)


def ring(links: Sequence[AbstractTurn]) -> AbstractTurn:
    """Return several turns as one, in which the army of each goes where that of the next one went.

    Their powers stay apart. Units are numbered link by link.

    Args:
        links: Turns that can be linked (`can_be_linked`).

    >>> from standoff.searches.abstract import CONVOYS, FAR, HOLDS, SAILS
    >>> one = AbstractTurn(Pattern((CONVOYS, SAILS, HOLDS), (1, 2, -1), (0, FAR, 0), ((0,),)), (0, 0, 1))
    >>> print(ring([one, one]))
    0 convoys 1; 1 to 5 by convoy (0); 2 holds; 3 convoys 4; 4 to 2 by convoy (3); 5 holds; powers 0, 0, 1, 2, 2, 3
    """
    kinds, aims, notes, routes, powers = list[int](), list[int](), list[int](), list[tuple[int, ...]](), list[int]()
    starts = [sum(map(len, links[:n])) for n in range(len(links))]
    empty = sum(map(len, links))
    for number, turn in enumerate(links):
        pattern, start = turn.pattern, starts[number]
        following = (number + 1) % len(links)
        lands_on = links[following].pattern
        for kind, aim in zip(pattern.kinds, pattern.aims, strict=True):
            if kind == SAILS:
                aims.append(starts[following] + lands_on.aims[lands_on.kinds.index(SAILS)])
            elif kind in GO and aim >= len(pattern):
                aims.append(empty + aim - len(pattern))
            else:
                aims.append(aim if aim < 0 else start + aim)
        empty += pattern.places - len(pattern)
        kinds += pattern.kinds
        notes += pattern.notes
        routes += [tuple(start + fleet for fleet in route) for route in pattern.routes]
        first = max(powers, default=-1) + 1
        powers += [first + power for power in turn.sides]
    return AbstractTurn(Pattern(tuple(kinds), tuple(aims), tuple(notes), tuple(routes)), tuple(powers))


def rings(turns: Sequence[AbstractTurn], links: int) -> Iterator[AbstractTurn]:
    """Yield every ring of this many links, each once.

    Args:
        turns: What the links are made of; those that cannot be linked are left out.
        links: How many, 2 or more.
    """
    usable = [turn for turn in turns if can_be_linked(turn.pattern)]
    for chosen in product(range(len(usable)), repeat=links):
        if chosen == min(chosen[n:] + chosen[:n] for n in range(links)):  # rotating a ring changes nothing
            candidate = ring([usable[n] for n in chosen])
            if terrain(candidate.pattern) is not None:
                yield candidate


def ring_like(pattern: Pattern, turns: Sequence[AbstractTurn]) -> tuple[AbstractTurn, ...] | None:
    """Return the links of a ring that has the pattern, however its units are numbered; None if there is none.

    Args:
        pattern: The pattern.
        turns: What links may be made of, as for `rings`.
    """
    import networkx

    wanted, count = _graph(pattern), pattern.kinds.count(SAILS)
    for links in product([turn for turn in turns if can_be_linked(turn.pattern)], repeat=count):
        if sum(map(len, links)) == len(pattern):
            graph = _graph(ring(links).pattern)
            if networkx.is_isomorphic(wanted, graph, node_match=operator.eq):
                return links
    return None


def _graph(pattern: Pattern) -> networkx.DiGraph[object]:
    """Return a pattern as a graph: units point to their aims, fleets to their routes."""
    import networkx

    graph: networkx.DiGraph[object] = networkx.DiGraph()
    for unit, (kind, note) in enumerate(zip(pattern.kinds, pattern.notes, strict=True)):
        graph.add_node(unit, is_=(kind, note))
    for unit, aim in enumerate(pattern.aims):
        if aim >= 0:
            graph.add_edge(unit, aim)
    for route in pattern.routes:
        graph.add_edges_from((fleet, route) for fleet in route)
    return graph


def extended(patterns: Iterable[Pattern]) -> Iterator[Pattern]:
    """Yield patterns with one more unit, which moves, supports or holds, each once up to renaming.

    It stands in a province of its own, or in one that is empty so far.

    >>> from standoff.searches.abstract import MOVES
    >>> one = Pattern((MOVES,), (1,), (0,))
    >>> [str(pattern) for pattern in extended([one])][:4]
    ['0 to 1; 1 to 2', '0 to 2; 1 to 2', '0 to 2; 1 supports 0', '0 to 1; 1 holds']
    """
    seen: set[Pattern] = set()
    for pattern in patterns:
        for parts in _with_one_more(pattern):
            larger, _, _ = pattern_of(*parts, (0,) * (len(pattern) + 1))
            if larger not in seen:
                seen.add(larger)
                if not separate(larger.kinds, larger.aims) and terrain(larger) is not None:
                    yield larger


_Parts = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[tuple[int, ...], ...]]


def _with_one_more(pattern: Pattern) -> Iterator[_Parts]:
    """Yield the kinds, aims, notes and routes of a pattern with one more unit, in any numbering."""
    count, places = len(pattern), pattern.places
    for stands in (-1, *range(count, places)):
        # the new unit is number `count`: where it stands an empty province, that one gets its number
        aims = [
            aim if aim < count else count if aim == stands else aim + (stands < 0 or aim < stands)
            for aim in pattern.aims
        ]
        left = places + (stands < 0)  # how many places there are now
        new: list[tuple[int, int]] = [(HOLDS, -1)]
        new += [(MOVES, place) for place in range(left + 1) if place != count]
        new += [
            (SUPPORTS, other) for other in range(count) if not (pattern.kinds[other] in GO and aims[other] == count)
        ]
        for kind, aim in new:
            yield (*pattern.kinds, kind), (*aims, aim), (*pattern.notes, 0), pattern.routes


def minimal_among(turns: Iterable[AbstractTurn], wanted: Property) -> Iterator[AbstractTurn]:
    """Yield the turns that have a property and from which nothing can be left out.

    Args:
        turns: Turns of any numbers of units.
        wanted: The property.
    """
    by_size: dict[int, list[AbstractTurn]] = {}
    for turn in turns:
        by_size.setdefault(len(turn), []).append(turn)
    for size in sorted(by_size):
        in_arrays = decide((turn.pattern, np.array([turn.sides], dtype=np.int16)) for turn in by_size[size])
        for decided in in_arrays:
            ((_, minimal),) = having_and_minimal((wanted,), decided)
            yield from minimal
