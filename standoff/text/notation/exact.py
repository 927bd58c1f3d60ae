"""Exact orders, in ids and single blanks as programs write them, read by word lookup.

The result is that of the grammar in `reader`, which reads all other texts. A lookup takes 2 µs an order instead of 19:
without it, an interchange line takes a third longer in plain Python, and a text three times as long. Orders in other
unambiguous words are looked up in the same way, so the grammar is loaded for rare forms only, which saves 50 ms at the
start.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property

from ...map import ARMY, FLEET, Board
from ...solver import Build, Convoy, Disband, Hold, Move, Order, Retreat, Support, UnitName, Waive
from .lexicon import Lexicon, Token, lexicon_of

_WORDS: dict[str, tuple[str, object]] = {
    "a": ("TYPE", ARMY),
    "f": ("TYPE", FLEET),
    "h": ("HOLD", "HOLD"),
    "s": ("SUPPORT", "SUPPORT"),
    "c": ("CONVOY", "CONVOY"),
    "r": ("RETREAT", "RETREAT"),
    "d": ("DISBAND", "DISBAND"),
    "b": ("BUILD", "BUILD"),
    "via": ("VIA", "VIA"),
}
_ORDERS_WITHOUT_OBJECT = {"H": Hold, "D": Disband, "B": Build}
_SHORT = {"HOLD": "H", "SUPPORT": "S", "CONVOY": "C", "RETREAT": "R", "DISBAND": "D", "BUILD": "B", "VIA": "VIA"} | (
    dict.fromkeys(("DASH", "TO", "MOVE"), "-")
)
"""The words of an exact order by the kinds of tokens."""


class ExactOrders:
    """Reads the exact orders of one board.

    Attributes:
        places: The locations whose ids are unambiguous in exact orders.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.places = {place: place for place in _unmistakable(lexicon)}
        self._units = _units(self.places)
        self._locations = lexicon.board.locations

    @cached_property
    def _all_units_and_places(self) -> tuple[dict[str, str], dict[str, dict[str, UnitName]]]:
        """Every location, and every unit by its text and location."""
        all_places = {place: place for place in self._locations}
        return all_places, _units(all_places) | {"": {place: UnitName(place) for place in all_places}}

    def order(self, text: str, power: str) -> Order | None:
        """Read an exact order; None for any other text.

        >>> from standoff.map import load_board
        >>> orders = ExactOrders(Lexicon(load_board()))
        >>> orders.order("A PAR - BUR", "FRANCE"), orders.order("A Paris - BUR", "FRANCE")
        (Move('FRANCE', UnitName('PAR', ARMY), 'BUR'), None)
        """
        return _order(text.split(" "), power, self.places, self._units)

    def of_package(self, text: str, power: str) -> Order | None:
        """Read an order in the notation of the `diplomacy` package; None for any other text."""
        return _order(text.split(), power, *self._all_units_and_places)

    def of_tokens(self, tokens: Iterable[Token], power: str) -> Order | None:
        """Read an order from tokens; None if they are not arranged as in an exact order.

        Types of units may be omitted, and a build or removal may begin with its verb.
        """
        words: list[str] = []
        unit_follows = True
        for kind, value, _, _ in tokens:
            if kind in ("TYPE", "PLACE"):
                if kind == "PLACE" and unit_follows:
                    words.append("")
                word, unit_follows = str(value), False
            else:
                word = _SHORT.get(kind, kind)
                unit_follows = word in ("S", "C", "B", "D")
            words.append(word)
        if words and words[0] in ("B", "D"):
            words = [*words[1:], words[0]] if len(words) == 3 else []
        return _order(words, power, *self._all_units_and_places)


@cache
def exact_orders(board: Board) -> ExactOrders:
    """Return the reader of the exact orders of a board."""
    return ExactOrders(lexicon_of(board, False))


def exact_order(text: str, power: str, board: Board) -> Order | None:
    """Read an exact order; None for any other text.

    >>> from standoff.map import load_board
    >>> str(exact_order("A PAR - BUR", "FRANCE", load_board()))
    'A PAR - BUR'
    """
    return exact_orders(board).order(text, power)


def _units(places: Iterable[str]) -> dict[str, dict[str, UnitName]]:
    return {str(kind): {place: UnitName(place, kind) for place in places} for kind in (ARMY, FLEET)}


def _order(
    words: Sequence[str], power: str, places: Mapping[str, str], units: Mapping[str, Mapping[str, UnitName]]
) -> Order | None:
    if words == ["WAIVE"]:
        return Waive(power)
    count = len(words)
    if count < 3 or words[0] not in units:
        return None
    unit = units[words[0]].get(words[1])
    if unit is None:
        return None
    verb = words[2]
    if count == 3:
        alone = _ORDERS_WITHOUT_OBJECT.get(verb)
        return None if alone is None else alone(power, unit)
    if verb in ("-", "R"):
        place = places.get(words[3])
        if place is None or count > 5:
            return None
        if count == 4:
            return Move(power, unit, place) if verb == "-" else Retreat(power, unit, place)
        return Move(power, unit, place, via_convoy=True) if verb == "-" and words[4] == "VIA" else None
    if verb not in ("S", "C") or count not in (5, 7) or words[3] not in units:
        return None
    target = units[words[3]].get(words[4])
    if target is None:
        return None
    if count == 5:
        return Support(power, unit, target) if verb == "S" else None
    place = places.get(words[6])
    if place is None or words[5] != "-":
        return None
    return Support(power, unit, target, place) if verb == "S" else Convoy(power, unit, target, place)


def _unmistakable(lexicon: Lexicon) -> list[str]:
    """Return the locations whose ids are unambiguous beside any words of an exact order."""
    board, places = lexicon.board, lexicon.places
    if any(lexicon.words.get(word) != meaning for word, meaning in _WORDS.items()):
        return []
    words = {province.id.lower(): province.id for province in board.provinces if province.id.isascii()}
    ids = {
        word
        for word, pid in words.items()
        if word.isalpha() and places.get(word) == (pid,) and word not in lexicon.words and word not in lexicon.powers
    }
    beside = {*ids, *_WORDS, "/"}
    names = (name.split(" ") for name in (*places, *lexicon.words, *lexicon.powers, *lexicon.coasts) if " " in name)
    longer = {first for first, second, *_ in names if first in beside and second in beside} - {"via"}  # always the last
    if not longer.isdisjoint(_WORDS) or any(name.startswith(("a ", "f ")) for name in board.names.powers):
        return []
    ids -= longer
    parts = ((place, *place.lower().partition("/")) for place in board.location_number)
    return [
        place
        for place, word, slash, coast in parts
        if word in ids and (not slash or lexicon.coasts.get(coast) == place.partition("/")[2])
    ]
