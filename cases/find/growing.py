"""Paradoxes larger than can be listed, grown from smaller ones: convoys in a ring, each helping or hindering the next.

In a paradox with one convoy an army lands on a unit on which, in the end, its own convoy depends. Several of them make
a ring: each army lands on the unit on which the next one's convoy depends. Not all large paradoxes are such rings; that
those of the second order are (DATC 6.F.22 to 6.F.24), and that of the sixth (6.F.28), is what the tests hold.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

import numpy as np

from .abstract import FAR, GO, SAILS, Pattern
from .deciding import AbstractTurn, decide
from .laying import layout
from .properties import Property, having, reduced


def can_be_linked(pattern: Pattern) -> bool:
    """Tell whether a pattern has one army that sails, to a unit's province far away, with no fleet missing.

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
    """Yield every ring of so many links, each once.

    Args:
        turns: What the links are made of; those that cannot be linked are left out.
        links: How many, 2 or more.
    """
    usable = [turn for turn in turns if can_be_linked(turn.pattern)]
    for chosen in product(range(len(usable)), repeat=links):
        if chosen == min(chosen[n:] + chosen[:n] for n in range(links)):  # to turn a ring changes nothing
            found = ring([usable[n] for n in chosen])
            if layout(found.pattern) is not None:
                yield found


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
        found = decide((turn.pattern, np.array([turn.sides], dtype=np.int16)) for turn in by_size[size])
        for decided in found:
            left = reduced(wanted, decided.played, having(wanted, decided.played))
            yield from map(decided.turn, np.flatnonzero(left).tolist())
