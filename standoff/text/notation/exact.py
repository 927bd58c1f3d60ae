"""Orders as programs write them, in ids and single blanks, read by looking up their words.

The result is that of the grammar in `reader`; anything else, right or wrong, is left to the grammar. This takes 2 µs an
order instead of 19: without it, an interchange line takes a third longer in plain Python, and a text three times as
long.
"""

from __future__ import annotations

from ...map import ARMY, FLEET
from ...solver import Build, Convoy, Disband, Hold, Move, Order, Retreat, Support, UnitName
from .lexicon import Lexicon

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
_ALONE = {"H": Hold, "D": Disband, "B": Build}


class ExactOrders:
    """The orders of one board that can be looked up.

    Attributes:
        places: The locations whose ids can mean nothing else, whatever follows them in such an order.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.places = {place: place for place in _unmistakable(lexicon)}
        self._units = {str(kind): {place: UnitName(place, kind) for place in self.places} for kind in (ARMY, FLEET)}

    def order(self, text: str, power: str) -> Order | None:
        """Return the order that `text` says, None if it cannot just be looked up.

        >>> from standoff.map import load_board
        >>> orders = ExactOrders(Lexicon(load_board()))
        >>> orders.order("A PAR - BUR", "FRANCE"), orders.order("A Paris - BUR", "FRANCE")
        (Move('FRANCE', UnitName('PAR', ARMY), 'BUR'), None)
        """
        words = text.split(" ")
        count = len(words)
        if count < 3:
            return None
        unit = self._unit(words[0], words[1])
        if unit is None:
            return None
        verb = words[2]
        if count == 3:
            alone = _ALONE.get(verb)
            return None if alone is None else alone(power, unit)
        if verb in ("-", "R"):
            place = self.places.get(words[3])
            if place is None or count > 5:
                return None
            if count == 4:
                return Move(power, unit, place) if verb == "-" else Retreat(power, unit, place)
            return Move(power, unit, place, via_convoy=True) if verb == "-" and words[4] == "VIA" else None
        if verb not in ("S", "C") or count not in (5, 7):
            return None
        target = self._unit(words[3], words[4])
        if target is None:
            return None
        if count == 5:
            return Support(power, unit, target) if verb == "S" else None
        place = self.places.get(words[6])
        if place is None or words[5] != "-":
            return None
        return Support(power, unit, target, place) if verb == "S" else Convoy(power, unit, target, place)

    def _unit(self, kind: str, place: str) -> UnitName | None:
        of_type = self._units.get(kind)
        return None if of_type is None else of_type.get(place)


def _unmistakable(lexicon: Lexicon) -> list[str]:
    """Return the locations whose ids mean only one thing, whatever words of such an order stand beside them."""
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
