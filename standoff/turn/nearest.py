"""The legal orders nearest to what was written: suggestions only, never carried out.

The distance of an order from what was written adds up how far the two differ in unit, kind of order, supported or
convoyed unit, and destination; provinces differ by the steps between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..map import Board, bits
from ..solver import Build, Convoy, Disband, Hold, Move, Order, Retreat, Support, Unclear, Waive, units_named
from ..text import lexicon_of

Alternatives = frozenset[str]
"""The provinces that a name may mean."""

FAR = 4
"""Provinces this many steps apart, or more, are equally far."""

_KIND_OF_WORD: Mapping[str, type[Order]] = {
    "HOLD": Hold,
    "MOVE": Move,
    "SUPPORT": Support,
    "CONVOY": Convoy,
    "RETREAT": Retreat,
    "DISBAND": Disband,
    "REMOVE": Disband,
    "BUILD": Build,
    "WAIVE": Waive,
}


class Wanted(NamedTuple):
    """What a text or an order seems to want.

    Attributes:
        kind: The kind of order; None if it cannot be told.
        unit: Where the unit stands.
        aided: The unit that is supported or convoyed.
        to: The destination.
        place: The destination as written, with its coast; empty if that is not known.
        via: True if a convoy is named.

    >>> Wanted(Hold, frozenset({"PAR"})).to
    frozenset()
    """

    kind: type[Order] | None
    unit: Alternatives = frozenset()
    aided: Alternatives = frozenset()
    to: Alternatives = frozenset()
    place: str = ""
    via: bool = False


def wanted_by(order: Order) -> Wanted:
    """Return what an order wants.

    >>> from standoff import read
    >>> wanted_by(read("FRANCE: A PAR S A MAR - BUR").orders[0])[1:4]
    (frozenset({'PAR'}), frozenset({'MAR'}), frozenset({'BUR'}))
    """
    if isinstance(order, Waive):
        return Wanted(Waive)
    if isinstance(order, Unclear):
        return wanted_by(order.meanings[0])
    unit, *others = units_named(order).values()
    aided = frozenset(other.province for other in others)
    if isinstance(order, Hold | Disband | Build):
        return Wanted(type(order), _province(unit.place), place=unit.place)
    place = order.destination or ""
    via = isinstance(order, Move) and order.via_convoy
    return Wanted(type(order), _province(unit.place), aided, _province(place) if place else aided, place, via)


def _province(place: str) -> Alternatives:
    return frozenset((place.partition("/")[0],))


def wanted_in(text: str, board: Board, standing: Alternatives) -> Wanted:
    """Return what a text that is not an order seems to want, judging by the provinces and verbs in it.

    Args:
        text: The text.
        board: The board.
        standing: The provinces of the units that may be ordered.

    >>> from standoff.map import load_board
    >>> wanted = wanted_in("I send my army from Paris to Pikardy!", load_board(), frozenset({"PAR", "BRE"}))
    >>> wanted.unit, wanted.to
    (frozenset({'PAR'}), frozenset({'PIC'}))
    """
    kind: type[Order] | None = None
    places: list[Alternatives] = []
    via = False
    for terminal, value in _words_of(text, board):
        if terminal == "PLACE":
            meant = (value,) if isinstance(value, str) else value
            places.append(frozenset(place.partition("/")[0] for place in meant))
        elif terminal == "VIA":
            via = True
        elif kind is None:
            kind = _KIND_OF_WORD.get(terminal)
    units = [number for number, names in enumerate(places) if names & standing]
    at = units[0] if units else 0
    unit = places.pop(at) if places else frozenset[str]()
    to = places[-1] if places else frozenset[str]()
    aided = places[0] if len(places) > 1 or kind is Support else frozenset[str]()
    return Wanted(kind or (Move if places else None), unit, aided, to, "", via)


def _words_of(text: str, board: Board) -> Iterator[tuple[str, str | tuple[str, ...]]]:
    """Yield the terminals that a text contains, whatever is between them."""
    lexicon = lexicon_of(board, False)
    pieces = lexicon.pieces(text)
    at = 0
    while at < len(pieces):
        word, start, end = pieces[at]
        for after in range(min(len(pieces), at + lexicon.longest.get(word, 0)), at, -1):
            key = " ".join(piece for piece, _, _ in pieces[at:after])
            if key in lexicon.places:
                yield "PLACE", lexicon.places[key]
            elif key in lexicon.words and (len(key) > 1 or text[start:end].isupper()):
                yield lexicon.words[key][0], key
            else:
                continue
            at = after
            break
        else:
            at += 1
            as_written = text[start:end]
            # a name, perhaps misspelled
            if len(word) >= 3 and as_written[0].isupper() and board.names.power(as_written) is None:
                near = board.names.nearest(word)
                ids = tuple(pid for name in near for pid in board.names.find(name))
                if ids:
                    yield "PLACE", ids


# -- how far -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1_000)
def _steps(board: Board, province: str) -> tuple[int, ...]:
    """Return how many steps each province is from `province`, `FAR` at most."""
    number = board.province_number[province]
    steps = [FAR] * len(board.provinces)
    met = reached = 1 << number
    for step in range(FAR):
        for each in bits(reached):
            steps[each] = step
        reached = sum({1 << neighbor for each in bits(reached) for neighbor in bits(board.around[each])}) & ~met
        met |= reached
    return tuple(steps)


def _apart(board: Board, first: Alternatives, second: Alternatives) -> float:
    """Return how many steps two provinces are apart; half of `FAR` if only one of them is named."""
    if not first or not second:
        return 0.0 if first == second else FAR / 2
    steps = [_steps(board, name) for name in first if name in board.province_number]
    numbers = [board.province_number[name] for name in second if name in board.province_number]
    return float(min((away[number] for away in steps for number in numbers), default=FAR))


def distance(board: Board, wanted: Wanted, order: Order) -> float:
    """Return how far an order is from what is wanted; 0 if they agree.

    >>> from standoff import read
    >>> from standoff.map import load_board
    >>> far, near = read("FRANCE: A PAR - BRE").orders[0], read("FRANCE: A PAR - BUR").orders[0]
    >>> wanted = wanted_by(read("FRANCE: A PAR - MUN").orders[0])
    >>> distance(load_board(), wanted, near) < distance(load_board(), wanted, far)
    True
    """
    offered = wanted_by(order)
    cost = 0.75 * _apart(board, wanted.unit, offered.unit) if wanted.unit else 0.0
    if wanted.kind is not None and wanted.kind is not offered.kind:
        return cost + 2 + _apart(board, wanted.to, offered.to or offered.unit)
    cost += _apart(board, wanted.to, offered.to) + 0.75 * _apart(board, wanted.aided, offered.aided)
    if wanted.via is not offered.via:
        cost += 0.25
    if wanted.place and offered.place and wanted.place != offered.place:
        cost += 0.25
    return cost


def nearest(wanted: Wanted, legal: Mapping[str, Sequence[Order]], board: Board, most: int = 3) -> tuple[Order, ...]:
    """Return the legal orders nearest to what is wanted, the nearest first.

    If what is wanted names a unit that stands there, they are orders of that unit.

    Args:
        wanted: The order that is wanted.
        legal: The legal orders to choose from, by the location of their unit.
        board: The board.
        most: How many to return.

    >>> from standoff import Turn, starting_position
    >>> from standoff.solver import legal_by_place
    >>> wanted = Wanted(Move, frozenset({"PAR"}), frozenset(), frozenset({"MUN"}))
    >>> [str(order) for order in nearest(wanted, legal_by_place(starting_position()), Turn(starting_position()).board)]
    ['A PAR - BUR', 'A PAR - GAS', 'A PAR - PIC']
    """
    own = [orders for place, orders in legal.items() if _province(place) & wanted.unit]
    among = dict.fromkeys(order for orders in own or legal.values() for order in orders)
    return tuple(sorted(among, key=lambda order: distance(board, wanted, order))[:most])


__all__ = ["FAR", "Wanted", "distance", "nearest", "wanted_by", "wanted_in"]
