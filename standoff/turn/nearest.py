"""The legal orders nearest to a text or an illegal order: suggestions that are never adjudicated.

The distance between two orders is the sum of the differences in unit, kind of order, supported or convoyed unit, and
destination; the difference between provinces is the number of steps between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..map import Board, province_of
from ..solver import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    Support,
    Unclear,
    Waive,
    steps_from,
    units_named,
)
from ..text import lexicon_of

Alternatives = frozenset[str]
"""The provinces that a name may mean."""

FAR = 4
"""The maximum distance between provinces in steps."""

_KINDS: tuple[type[Order], ...] = (Hold, Move, Support, Convoy, Retreat, Disband, Build, Waive)
_KIND_OF_WORD: dict[str, type[Order]] = {"REMOVE": Disband, **{kind.__name__.upper(): kind for kind in _KINDS}}


class RequestedOrder(NamedTuple):
    """The order that a text or an order seems to request.

    Attributes:
        kind: The kind of order; None if unknown.
        unit: The province of the unit.
        aided: The province of the supported or convoyed unit.
        to: The destination.
        place: The destination as written, with its coast; empty if unknown.
        via: True if a convoy is named.
    """

    kind: type[Order] | None
    unit: Alternatives = frozenset()
    aided: Alternatives = frozenset()
    to: Alternatives = frozenset()
    place: str = ""
    via: bool = False


def request_of_order(order: Order) -> RequestedOrder:
    """Return the request of an order.

    >>> from standoff import read
    >>> request_of_order(read("FRANCE: A PAR S A MAR - BUR").orders[0])[1:4]
    (frozenset({'PAR'}), frozenset({'MAR'}), frozenset({'BUR'}))
    """
    if isinstance(order, Waive):
        return RequestedOrder(Waive)
    if isinstance(order, Unclear):
        return request_of_order(order.meanings[0])
    unit, *others = units_named(order).values()
    if isinstance(order, Hold | Disband | Build):
        return RequestedOrder(type(order), frozenset([unit.province]), place=unit.place)
    aided, place = frozenset(other.province for other in others), order.destination or ""
    to = frozenset([province_of(place)]) if place else aided
    via = isinstance(order, Move) and order.via_convoy
    return RequestedOrder(type(order), frozenset([unit.province]), aided, to, place, via)


def request_in_text(text: str, board: Board, standing: Alternatives) -> RequestedOrder:
    """Return the request of an unreadable text, judging by its provinces and verbs.

    Args:
        text: The text.
        board: The board.
        standing: The provinces of the units that can be ordered.

    >>> from standoff.map import load_board
    >>> wanted = request_in_text("I send my army from Paris to Pikardy!", load_board(), frozenset({"PAR", "BRE"}))
    >>> wanted.unit, wanted.to
    (frozenset({'PAR'}), frozenset({'PIC'}))
    """
    words = list(_words_of(text, board))
    kind = next((_KIND_OF_WORD[word] for word, _ in words if word in _KIND_OF_WORD), None)
    places = [frozenset(map(province_of, meant)) for word, meant in words if word == "PLACE"]
    if not places:
        return RequestedOrder(kind, via=("VIA", ()) in words)
    unit = places.pop(next((number for number, names in enumerate(places) if names & standing), 0))
    nowhere = Alternatives()
    to = places[-1] if places else nowhere
    aided = places[0] if len(places) > 1 or (places and kind is Support) else nowhere
    return RequestedOrder(kind or (Move if places else None), unit, aided, to, via=("VIA", ()) in words)


def _words_of(text: str, board: Board) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the kind of each known word of a text, and the locations that it may mean."""
    lexicon = lexicon_of(board, False)
    pieces = lexicon.pieces(text)
    at = 0
    while at < len(pieces):
        word, start, end = pieces[at]
        as_written = text[start:end]
        for after in range(min(len(pieces), at + lexicon.longest.get(word, 0)), at, -1):
            key = " ".join(piece for piece, _, _ in pieces[at:after])
            if key in lexicon.places:
                yield "PLACE", lexicon.places[key]
                break
            if key in lexicon.words and (len(key) > 1 or as_written.isupper()):
                yield lexicon.words[key][0], ()
                break
        else:
            after = at + 1
            # a name, perhaps misspelled
            if len(word) >= 3 and as_written[0].isupper() and board.names.power(as_written) is None:
                near = board.names.nearest(word)
                if ids := tuple(pid for name in near for pid in board.names.find(name)):
                    yield "PLACE", ids
        at = after


@lru_cache(maxsize=1_000)
def _steps(board: Board, number: int) -> tuple[int, ...]:
    """Return the distance in steps of each province from province `number`."""
    return steps_from(board.around, number)


def _apart(board: Board, first: Alternatives, second: Alternatives) -> float:
    """Return the distance of two provinces in steps, at most `FAR`; half of `FAR` if only one of them is named."""
    if not first or not second:
        return 0.0 if first == second else FAR / 2
    numbers = board.province_number
    pairs = [(numbers[one], numbers[two]) for one in first for two in second if one in numbers and two in numbers]
    return float(min(FAR, *(_steps(board, one)[two] for one, two in pairs)))


def _distance(board: Board, requested: RequestedOrder, order: Order) -> float:
    """Return the distance of an order from a request; 0 if they agree."""
    offered = request_of_order(order)
    cost = 0.75 * _apart(board, requested.unit, offered.unit) if requested.unit else 0.0
    if requested.kind is not None and requested.kind is not offered.kind:
        return cost + 2 + _apart(board, requested.to, offered.to or offered.unit)
    cost += _apart(board, requested.to, offered.to) + 0.75 * _apart(board, requested.aided, offered.aided)
    if requested.via is not offered.via:
        cost += 0.25
    if requested.place and offered.place and requested.place != offered.place:
        cost += 0.25
    return cost


def nearest(
    requested: RequestedOrder, legal: Mapping[str, Sequence[Order]], board: Board, most: int = 3
) -> tuple[Order, ...]:
    """Return the legal orders nearest to a request, the nearest first.

    If the request names an existing unit, they are orders to that unit.

    Args:
        requested: The request.
        legal: The legal orders by the location of their unit.
        board: The board.
        most: The maximum number of orders.

    >>> from standoff import load_board, starting_position
    >>> from standoff.solver import legal_by_place
    >>> wanted = RequestedOrder(Move, frozenset({"PAR"}), frozenset(), frozenset({"MUN"}))
    >>> [str(order) for order in nearest(wanted, legal_by_place(starting_position()), load_board())]
    ['A PAR - BUR', 'A PAR - GAS', 'A PAR - PIC']
    """
    own = [orders for place, orders in legal.items() if province_of(place) in requested.unit]
    among = dict.fromkeys(order for orders in own or legal.values() for order in orders)
    return tuple(sorted(among, key=lambda order: _distance(board, requested, order))[:most])


__all__ = ["RequestedOrder", "nearest", "request_in_text", "request_of_order"]
