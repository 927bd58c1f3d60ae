"""Reading one order: as the DATC and players write it, or in the notation of the `diplomacy` package.

    F North Sea Convoys A Yorkshire - Belgium      A LON - BEL VIA      A Bur S A Par - Mar      Build F Kiel

Names are matched whole, the longest first; nothing is corrected. What cannot be read raises `OrderError`, which
says which words were not understood, where, and which known names are nearest.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ..map import Board, UnitType
from ..map.names import COASTS, simplified
from ..solver import Build, Convoy, Disband, Hold, Move, Named, Order, OrderError, Retreat, Support, Waive

_TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)?\.?|->|=>|[-–—−→/()]|\S")
_DASHES = {"-", "–", "—", "−", "->", "→", "=>"}
_UNITS = {"a": UnitType.ARMY, "army": UnitType.ARMY, "f": UnitType.FLEET, "fleet": UnitType.FLEET}
_VERBS = {
    "hold": {"h", "hold", "holds", "stand", "stands"},
    "support": {"s", "support", "supports"},
    "convoy": {"c", "convoy", "convoys"},
    "retreat": {"r", "retreat", "retreats"},
    "disband": {"d", "disband", "disbands", "remove", "removes"},
    "build": {"b", "build", "builds"},
    "waive": {"waive", "waives"},
    "move": {"to", "move", "moves"},
}
_VERB_OF = {word: verb for verb, words in _VERBS.items() for word in words}


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    column: int

    @property
    def word(self) -> str:
        return self.text.casefold().rstrip(".")


class _Reader:
    """The tokens of one order, and what has been read of them."""

    def __init__(self, text: str, power: str, board: Board) -> None:
        self.text, self.power, self.board = text, power, board
        self.names = board.names
        self.tokens = [_Token(m[0], m.start() + 1) for m in _TOKEN.finditer(text)]
        self.at = 0

    # -- faults -------------------------------------------------------------------------------------

    def fault(self, what: str, at: int | None = None) -> OrderError:
        at = self.at if at is None else at
        column = self.tokens[at].column if at < len(self.tokens) else len(self.text) + 1
        return OrderError(f"column {column}, {self.text.strip()!r}: {what}")

    def rest(self, at: int) -> str:
        """Return the unread words up to the next dash or verb."""
        words: list[str] = []
        for token in self.tokens[at:]:
            if token.text in _DASHES or (words and token.word in _VERB_OF):
                break
            words.append(token.text)
        return " ".join(words)

    # -- tokens -------------------------------------------------------------------------------------

    def peek(self) -> str:
        return self.tokens[self.at].word if self.at < len(self.tokens) else ""

    def take(self, *words: str) -> bool:
        if self.peek() in words and self.peek():
            self.at += 1
            return True
        return False

    def dash(self) -> bool:
        if self.at < len(self.tokens) and self.tokens[self.at].text in _DASHES:
            self.at += 1
            return True
        return False

    # -- pieces -------------------------------------------------------------------------------------

    def coast(self) -> str | None:
        tokens, at = self.tokens, self.at
        if at < len(tokens) and tokens[at].text == "/" and at + 1 < len(tokens):
            self.at += 2
            word = tokens[at + 1].word
            return COASTS.get(word, word.upper())
        if at < len(tokens) and tokens[at].text == "(":
            end = at + 1
            while end < len(tokens) and tokens[end].text != ")":
                end += 1
            if end == len(tokens):
                raise self.fault("the parenthesis is not closed")
            word = simplified(" ".join(token.text for token in tokens[at + 1 : end]))
            self.at = end + 1
            return COASTS.get(word, word.replace(" ", "").upper())
        two = " ".join(token.word for token in tokens[at : at + 2])
        if two.endswith("coast") and two in COASTS:
            self.at += 2
            return COASTS[two]
        if at < len(tokens) and tokens[at].word in ("nc", "sc", "ec", "wc"):
            self.at += 1
            return tokens[at].word.upper()
        return None

    def place(self, what: str) -> str:
        """Read a province with its coast, if one is written; `what` says for messages what is expected."""
        start = self.at
        if start >= len(self.tokens):
            raise self.fault(f"no province {what}")
        for end in range(min(len(self.tokens), start + 2 * self.names.longest), start, -1):
            if not self.tokens[end - 1].text[0].isalnum():
                continue
            found = self.names.find(" ".join(token.text for token in self.tokens[start:end]))
            if len(found) >= 1:
                if len(found) > 1:
                    words = " ".join(token.text for token in self.tokens[start:end])
                    long = " or ".join(sorted(self.board.province(pid).name for pid in found))
                    raise self.fault(f"{words!r} may be {long}", start)
                self.at = end
                coast = self.coast()
                return f"{found[0]}/{coast}" if coast else found[0]
        words = self.rest(start) or self.tokens[start].text
        near = self.names.nearest(words)
        hint = f"; nearest known: {', '.join(near)}" if near else ""
        raise self.fault(f"expected a province {what}, cannot read {words!r}{hint}", start)

    def unit(self, what: str) -> Named:
        nationality = None
        for end in range(min(len(self.tokens), self.at + 3), self.at, -1):
            words = " ".join(token.text for token in self.tokens[self.at : end])
            words = words.removesuffix(" 's").removesuffix("'s")
            power = self.names.power(words)
            if power and not (self.names.find(words) and end == len(self.tokens)):
                nationality, self.at = power, end
                break
        kind = None
        if self.peek() in _UNITS and self.at + 1 < len(self.tokens):
            kind = _UNITS[self.peek()]
            self.at += 1
        return Named(self.place(what), kind, nationality)

    # -- orders -------------------------------------------------------------------------------------

    def order(self) -> Order:
        if not self.tokens:
            raise self.fault("no order")
        first = _VERB_OF.get(self.peek())
        if first == "waive":
            self.at += 1
            self.end()
            return Waive(self.power)
        if first in ("build", "disband") and len(self.tokens) > 1:
            self.at += 1
            unit = self.unit("to build in" if first == "build" else "of the unit")
            self.end()
            return Build(self.power, unit) if first == "build" else Disband(self.power, unit)
        unit = self.unit("of the unit")
        if unit.nationality == self.power:
            unit = Named(unit.place, unit.type)
        order = self.action(unit)
        self.end()
        return order

    def action(self, unit: Named) -> Order:
        if self.at == len(self.tokens):
            raise self.fault("what shall the unit do? expected H, - , S, C, R, D or B")
        if self.dash() or self.take(*_VERBS["move"]):
            self.dash()
            self.take("to")
            return self.move(unit)
        verb = _VERB_OF.get(self.peek())
        if verb is None:
            raise self.fault(f"expected H, -, S, C, R, D or B, cannot read {self.rest(self.at)!r}")
        self.at += 1
        if verb == "hold":
            return Hold(self.power, unit)
        if verb == "build":
            return Build(self.power, unit)
        if verb == "disband":
            return Disband(self.power, unit)
        if verb == "retreat":
            self.dash()
            self.take("to")
            return Retreat(self.power, unit, self.place("to retreat to"))
        if verb == "support":
            supported = self.unit("of the supported unit")
            if self.dash() or self.take(*_VERBS["move"]):
                self.take("to")
                destination = self.place("that the supported unit moves to")
                self.via()
                return Support(self.power, unit, supported, destination)
            self.take(*_VERBS["hold"])
            return Support(self.power, unit, supported)
        convoyed = self.unit("of the convoyed army")
        if not (self.dash() or self.take(*_VERBS["move"])):
            raise self.fault("expected '-' and where the army is convoyed to")
        self.take("to")
        destination = self.place("that the army is convoyed to")
        self.via()
        return Convoy(self.power, unit, convoyed, destination)

    def move(self, unit: Named) -> Move:
        places = [self.place("to move to")]
        while self.dash():
            places.append(self.place("to move to"))
        via = self.via()
        *route, destination = places
        return Move(self.power, unit, destination, via, tuple(place.partition("/")[0] for place in route))

    def via(self) -> bool:
        if self.take("via", "by"):
            self.take("convoy", "c", "sea")
            return True
        return False

    def end(self) -> None:
        if self.at < len(self.tokens) and not (self.at == len(self.tokens) - 1 and self.peek() in ("", ".", ";", ",")):
            rest = " ".join(token.text for token in self.tokens[self.at :])
            raise self.fault(f"cannot read {rest!r} behind the order")


@lru_cache(maxsize=100_000)
def read_order(text: str, power: str, board: Board) -> Order:
    """Return the order that `text` says.

    Args:
        text: One order.
        power: The id of the power that gives it.
        board: The board whose names it uses.

    Raises:
        OrderError: It cannot be read, or a name has several meanings.

    >>> from standoff.map import load_board
    >>> str(read_order("F North Sea Convoys A Yorkshire - Belgium", "ENGLAND", load_board()))
    'F NTH C A YOR - BEL'
    """
    return _Reader(text, power, board).order()


def read_unit(text: str, power: str, board: Board) -> Named:
    """Return the unit that `text` names ("F Spain(nc)").

    Raises:
        OrderError: It cannot be read.
    """
    reader = _Reader(text, power, board)
    unit = reader.unit("of the unit")
    reader.end()
    return unit


def read_place(text: str, board: Board) -> str:
    """Return the location that `text` names ("Spain(nc)": "SPA/NC").

    Raises:
        OrderError: It cannot be read.
    """
    reader = _Reader(text, "", board)
    place = reader.place("")
    reader.end()
    return place
