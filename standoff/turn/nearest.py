"""The legal orders nearest to what was written: suggestions for whoever wrote it, never carried out.

How far an order is from what was written is counted by what both name: the unit, what it does, for which unit, and
where to; provinces count by the steps between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from ..map import Board
from ..map.masks import bits
from ..solver import Build, Convoy, Disband, Hold, Move, Order, Retreat, Support, Waive
from ..solver.orders.order import Unclear
from ..text.notation.lexicon import Lexicon

Alternatives = frozenset[str]
"""The provinces that a name may mean."""

FAR = 4
"""Provinces of so many steps and more between them are equally far."""

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
        kind: The kind of order; None if nothing tells.
        unit: Where the unit stands.
        other: The unit that is supported or convoyed.
        to: Where it leads.
        place: Where it leads as written, with its coast; empty if that is not known.
        via: True if a convoy is named.

    >>> Wanted(Hold, frozenset({"PAR"})).to
    frozenset()
    """

    kind: type[Order] | None
    unit: Alternatives = frozenset()
    other: Alternatives = frozenset()
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
    unit = frozenset((order.unit.province,))
    if isinstance(order, Move | Retreat):
        via = isinstance(order, Move) and order.via_convoy
        return Wanted(type(order), unit, frozenset(), _province(order.destination), order.destination, via)
    if isinstance(order, Support):
        other = frozenset((order.supported.province,))
        place = order.destination or order.supported.place
        return Wanted(Support, unit, other, _province(place), order.destination or "")
    if isinstance(order, Convoy):
        return Wanted(
            Convoy, unit, frozenset((order.convoyed.province,)), _province(order.destination), order.destination
        )
    return Wanted(type(order), unit, place=order.unit.place)


def _province(place: str) -> Alternatives:
    return frozenset((place.partition("/")[0],))


def wanted_in(text: str, board: Board, standing: Alternatives) -> Wanted:
    """Return what a text that is no order seems to want, by the provinces and words of orders in it.

    Args:
        text: The text.
        board: The board.
        standing: The provinces of the units that may be ordered.

    >>> from standoff.map import load_board
    >>> found = wanted_in("I send my army from Paris to Pikardy!", load_board(), frozenset({"PAR", "BRE"}))
    >>> found.unit, found.to
    (frozenset({'PAR'}), frozenset({'PIC'}))
    """
    kind: type[Order] | None = None
    named: list[Alternatives] = []
    via = False
    for what, value in _words_of(text, board):
        if what == "PLACE":
            named.append(
                frozenset(place.partition("/")[0] for place in ((value,) if isinstance(value, str) else value))
            )
        elif what == "VIA":
            via = True
        elif kind is None:
            kind = _KIND_OF_WORD.get(what)
    units = [number for number, names in enumerate(named) if names & standing]
    at = units[0] if units else 0
    unit = named.pop(at) if named else frozenset[str]()
    to = named[-1] if named else frozenset[str]()
    other = named[0] if len(named) > 1 or kind is Support else frozenset[str]()
    return Wanted(kind or (Move if named else None), unit, other, to, "", via)


def _words_of(text: str, board: Board) -> Iterator[tuple[str, str | tuple[str, ...]]]:
    """Yield the terminals that the words of a text are, whatever stands between them."""
    lexicon = _lexicon(board)
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
            written = text[start:end]
            # a name, perhaps misspelled
            if len(word) >= 3 and written[0].isupper() and board.names.power(written) is None:
                near = board.names.nearest(word)
                ids = tuple(pid for name in near for pid in board.names.find(name))
                if ids:
                    yield "PLACE", ids


@cache
def _lexicon(board: Board) -> Lexicon:
    return Lexicon(board)


# -- how far -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1_000)
def _steps(board: Board, province: str) -> tuple[int, ...]:
    """Return by province how many steps it is away from one, `FAR` at most."""
    number = board.province_number[province]
    found = [FAR] * len(board.provinces)
    met = reached = 1 << number
    for step in range(FAR):
        for each in bits(reached):
            found[each] = step
        reached = sum({1 << other for each in bits(reached) for other in bits(board.around[each])}) & ~met
        met |= reached
    return tuple(found)


def _apart(board: Board, one: Alternatives, two: Alternatives) -> float:
    """Return how far two provinces are apart, in steps; half of `FAR` if only one of them is named."""
    if not one or not two:
        return 0.0 if one == two else FAR / 2
    known = [name for name in one if name in board.province_number]
    others = [board.province_number[name] for name in two if name in board.province_number]
    return min((float(_steps(board, name)[other]) for name in known for other in others), default=float(FAR))


def distance(board: Board, wanted: Wanted, order: Order) -> float:
    """Return how far an order is from what is wanted; 0 if it is just that.

    >>> from standoff import read
    >>> from standoff.map import load_board
    >>> far, near = read("FRANCE: A PAR - BRE").orders[0], read("FRANCE: A PAR - BUR").orders[0]
    >>> wanted = wanted_by(read("FRANCE: A PAR - MUN").orders[0])
    >>> distance(load_board(), wanted, near) < distance(load_board(), wanted, far)
    True
    """
    found = wanted_by(order)
    cost = 0.75 * _apart(board, wanted.unit, found.unit) if wanted.unit else 0.0
    if wanted.kind is not None and wanted.kind is not found.kind:
        return cost + 2 + _apart(board, wanted.to, found.to or found.unit)
    cost += _apart(board, wanted.to, found.to) + 0.75 * _apart(board, wanted.other, found.other)
    if wanted.via is not found.via:
        cost += 0.25
    if wanted.place and found.place and wanted.place != found.place:
        cost += 0.25
    return cost


def nearest(wanted: Wanted, legal: Mapping[str, Sequence[Order]], board: Board, most: int = 3) -> tuple[Order, ...]:
    """Return the legal orders nearest to what is wanted, the nearest first.

    Where a unit stands that is named, they are orders of this unit.

    Args:
        wanted: What is wanted.
        legal: By location the legal orders of the units to choose from.
        board: The board.
        most: How many to return.

    >>> from standoff import Turn, starting_position
    >>> from standoff.solver import legal_orders
    >>> wanted = Wanted(Move, frozenset({"PAR"}), frozenset(), frozenset({"MUN"}))
    >>> [str(order) for order in nearest(wanted, legal_orders(starting_position()), Turn(starting_position()).board)]
    ['A PAR - BUR', 'A PAR - GAS', 'A PAR - PIC']
    """
    own = [orders for place, orders in legal.items() if _province(place) & wanted.unit]
    among = dict.fromkeys(order for orders in own or legal.values() for order in orders)
    return tuple(sorted(among, key=lambda order: distance(board, wanted, order))[:most])


__all__ = ["FAR", "Wanted", "distance", "nearest", "wanted_by", "wanted_in"]
