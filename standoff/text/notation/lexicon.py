"""The lexicon: the words and names of orders in every language, and their terminals in the grammars.

The longest matching name counts; nothing is corrected. Dashes within a name are ignored: "Mid-Atlantic" is found
although a dash also separates the places of a move.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple, cast

from ...map import COASTS, LANGUAGES, Board, UnitType, language_data, simplified, unaccented, visible
from ...solver import Build, Convoy, Disband, Hold, Move, Order, Retreat, Support

ORDER_KINDS: dict[str, Callable[..., Order]] = {
    kind.__name__.lower(): kind for kind in (Hold, Move, Support, Convoy, Retreat, Disband, Build)
}
"""The kinds of orders by the beginning of their names in the grammars."""

# words first, as they are the most frequent
# a tag of thoughts or of what is struck out is no word
TOKEN = re.compile(
    r"[^\W_]+(?:['’][^\W\d_]{2,})?|<(?!/?(?:think|plan|drafts?|reason|s|del|strike)>)[/a-zA-Z]{1,6}>|['’]s\b|[-=]+>|"
    r"[-–—−‐‑‒―→⇒➔➝⟶]+|\S",
    re.IGNORECASE,
)
BULLET = re.compile(r"\s*(?:[*•·▪◦‣●○■>+][\s*•>+]*\s|\(?\d{1,3}[.)]\s*)*")
"""Marks before an order in a list: "* ", "1. ", "> "; a dash there is a token, which `tokens` leaves out."""
_DASHES = frozenset("-–—−‐‑‒―→⇒➔➝⟶")
_DROPPED = frozenset((".", "'s", "’s", "the", "The", "THE", *"\"'`«»“”„‟‹›‘’‚"))
_SPECIAL = frozenset("/([a*")
_BEFORE_BRACKETS = frozenset(("TYPE", "DASH", "TO", "MOVE", "SUPPORT", "CONVOY"))
"""What stands before brackets that belong to the order: "A(Par)-Bur", "A Par S (A Mar-Bur)"."""
_GLUED_COAST = re.compile(r"([^\W\d_]{3,})([nsew]cs?)")
_COAST_IDS = {"nc": "NC", "sc": "SC", "ec": "EC", "wc": "WC", "ncs": "NC", "scs": "SC", "ecs": "EC", "wcs": "WC"}
_HIDDEN = {name: f"_{name}" for name in ("MUTUAL", "WITH", "CARRIED", "SUPPORT_MOVE", "SUPPORTED", "CONVOYED")}
# words of some programs
_MORE = {
    "ARTICLE": ("an",),
    "_AT": ("at", "in"),
    "_FROM": ("from",),
    "DISBAND": ("disbanded", "destroy"),
    "WAIVE": ("build postponed", "postpones build"),
}


@cache
def words_for(key: str) -> frozenset[str]:
    """Return the words under a key of the language files (``no_orders``), in comparable form."""
    return frozenset(simplified(word) for language in LANGUAGES for word in language_data(language)[key])


def _plain(text: str) -> str:
    return text.lower() if text.isascii() else unaccented(text).casefold()


def _keys(texts: Iterable[str]) -> list[str]:
    """Return names or words in comparable form."""
    return [_key(text) for text in _plain("\n".join(texts)).split("\n")]


def _key(plain: str) -> str:
    if plain.isalnum():
        return "" if plain in _DROPPED else plain
    return " ".join(word for word in TOKEN.findall(plain) if word not in _DROPPED and word[0] not in _DASHES)


class Token(NamedTuple):
    """A token of an order: its terminal, its value, its start and end in the text."""

    type: str
    value: object
    start: int
    end: int


class Lexicon:
    """The words and names of one board.

    Args:
        board: The board.
        reports: True to add the words of the judges' reports.
    """

    def __init__(self, board: Board, *, reports: bool = False) -> None:
        self.board = board
        provinces, powers = board.names.provinces, board.names.powers
        self.places: dict[str, tuple[str, ...]] = dict(zip(_keys(provinces), provinces.values(), strict=True))
        self.powers: dict[str, str] = dict(zip(_keys(powers), powers.values(), strict=True))
        self.words: dict[str, tuple[str, object]] = {}
        self.remarks: set[str] = set()
        for language in LANGUAGES:
            data = language_data(language)
            self.remarks.update(_keys(data["remarks"]))
            words = {_HIDDEN.get(str(terminal), str(terminal)): list(own) for terminal, own in data["words"].items()}
            for own in (words["ARMY"], words["FLEET"]):  # "armáda z Paříže", "армией из Москвы"
                types = [word for word in own if len(word) > 1]
                own.extend(f"{word} {before}" for before in data.get("before_places", ()) for word in types)
            self._add(words)
        if reports:
            self._add(_MORE)
        self.coasts = dict(zip(_keys(COASTS), COASTS.values(), strict=True))
        self.also_places = self.words.keys() & self.places.keys()  # "na" is a sea, and Czech for "to"
        self.beginnings = {word for key in self.places for word in re.findall(r"[^\W_]+", key)[:1]}  # of their names
        self.longest: dict[str, int] = {}
        for key in (*self.places, *self.powers, *self.words, *self.coasts):
            first, count = key.partition(" ")[0], key.count(" ") + 1
            if count > self.longest.get(first, 0):
                self.longest[first] = count

    def _add(self, words: Mapping[str, Sequence[str]]) -> None:
        meanings = {"ARMY": ("TYPE", UnitType.ARMY), "FLEET": ("TYPE", UnitType.FLEET)}
        terminals = [terminal for terminal, own in words.items() for _ in own]
        keys = _keys(word for own in words.values() for word in own)
        self.words.update((key, meanings.get(it, (it, it))) for key, it in zip(keys, terminals, strict=True))

    def may_name_place(self, text: str) -> bool:
        """Return whether a text may name a province; False is certain."""
        words = re.findall(r"[^\W_]+", _plain(text))
        return not self.beginnings.isdisjoint(words) or any(_GLUED_COAST.fullmatch(word) for word in words)

    def pieces(self, text: str) -> list[tuple[str, int, int]]:
        """Return the words of `text` in comparable form, each with its start and end."""
        pieces: list[tuple[str, int, int]] = []
        begin = 0
        text = visible(text)
        if not text[:1].isalpha():
            begin = cast(re.Match[str], BULLET.match(text)).end()
        tags = "<" in text
        for match in TOKEN.finditer(unicodedata.normalize("NFC", text), begin):
            word = match[0]
            if word in _DROPPED or (tags and word[0] == "<" and len(word) > 1 and word[-1] == ">"):
                continue
            key = _plain(word)
            if key:  # a combining mark alone is not a word
                pieces.append((key, *match.span()))
        while pieces and pieces[-1][0] in (";", ","):
            pieces.pop()
        return pieces

    def tokens(self, text: str, *, prose: bool = False) -> tuple[list[Token], int]:
        """Return the tokens of `text` and -1; if a word is unknown, the tokens before it and its start.

        Of several names, the longest counts; the name of a power needs a following unit. With `prose`, an unknown word
        is a token of the type "?".
        """
        pieces = self.pieces(text)
        out: list[Token] = []
        at = 0
        coast: str | None = None  # "north coast of Spain": written before its province
        while at < len(pieces):
            word, start, end = pieces[at]
            if word[0] in _DASHES or word in ("->", "=>", "-->", ">"):
                at += 1
                # at the very beginning it is a bullet, behind the type a part of the unit: "F-Ion - MAO"
                if out and (out[-1].type != "TYPE" or (len(out) > 1 and out[-2].type == "PLACE")):
                    out.append(Token("DASH", "-", start, end))
                continue
            if word in _SPECIAL:
                after = self._special(pieces, at, out)
                if after > at:
                    at = after
                    continue
            most = self.longest.get(word, 0)
            behind = 0
            if most:
                key, last = word, at
                keys = [(key, at + 1)]
                while len(keys) < most and last + 1 < len(pieces):
                    last += 1
                    following = pieces[last][0]
                    if following[0] in _DASHES:
                        continue
                    key = f"{key} {following}"
                    keys.append((key, last + 1))
                for key, after in reversed(keys):
                    token = self._token(key, pieces, after)
                    if token is not None:
                        out.append(Token(token[0], token[1], start, pieces[after - 1][2]))
                        behind = after
                    elif key in self.coasts and (" " in key or key in _COAST_IDS):
                        if out and out[-1].type == "PLACE" and "/" not in str(out[-1].value):
                            self._give_coast(out, self.coasts[key], pieces[after - 1][2])
                        else:
                            coast = self.coasts[key]
                            if after < len(pieces) and pieces[after][0] == "of":
                                after += 1
                        behind = after
                    if behind:
                        break
            if not behind:
                if word in ("*", "_") and at + 1 < len(pieces) and pieces[at + 1][0] == word:
                    at += 2  # bold type
                    continue
                glued = _GLUED_COAST.fullmatch(word)  # "SpaSC"
                ids = self.places.get(glued[1], ()) if glued else ()
                if glued and len(ids) == 1 and self.board.province(ids[0]).coasts:
                    out.append(Token("PLACE", f"{ids[0]}/{_COAST_IDS[glued[2]]}", start, end))
                elif prose:
                    out.append(Token("?", word, start, end))
                else:
                    return out, start
                behind = at + 1
            at = behind
            if coast and out and out[-1].type == "PLACE":
                self._give_coast(out, coast, out[-1].end)
                coast = None
        if coast:
            return out, pieces[-1][1]
        return out, -1

    def _token(self, key: str, pieces: list[tuple[str, int, int]], after: int) -> tuple[str, object] | None:
        place, word, power = self.places.get(key), self.words.get(key), self.powers.get(key)
        if word is not None and (place is None or len(key) == 1):
            return word
        if word is None and power is None:
            return None if place is None else ("PLACE", place[0] if len(place) == 1 else place)
        follows = pieces[after][0] if after < len(pieces) else ""
        if word is not None and follows.isalnum() and follows not in self.words:
            return word  # "na" is a sea, and Czech for "to" before a name
        if power is not None and (place is None or self.words.get(follows, ("",))[0] == "TYPE"):
            return "POWER", power
        if place is not None:
            return "PLACE", place[0] if len(place) == 1 else place
        return None

    def _coast(self, pieces: list[tuple[str, int, int]], at: int, out: list[Token]) -> int:
        """Read a coast after a slash or in parentheses; return the next position, `at` if there is none."""
        value = out[-1].value
        coasted = "/" in (value if isinstance(value, str) else "".join(cast(tuple[str, ...], value)))
        close = at + 1 if pieces[at][0] == "/" else _closing(pieces, at)
        if close >= len(pieces):
            return at
        inside = " ".join(word for word, _, _ in pieces[at + 1 : close]) or pieces[close][0]
        if pieces[at][0] == "(" and self.places.get(inside) == (value,):
            return close + 1  # another name of the same place: "Paris (PAR)"
        if coasted or inside not in self.coasts:
            return at
        self._give_coast(out, self.coasts[inside], pieces[close][2])
        return close + 1

    def _special(self, pieces: list[tuple[str, int, int]], at: int, out: list[Token]) -> int:
        """Read a coast, "(via convoy)" or brackets around a province ("A(Par)"), or skip the article of "a fleet".

        Returns:
            The next position; `at` if there is none of these.
        """
        word, start, _ = pieces[at]
        if word == "a":
            following = pieces[at + 1][0] if at + 1 < len(pieces) else ""
            meaning = self.words.get(following) if len(following) > 1 else None
            return at + 1 if meaning is not None and meaning[0] == "TYPE" else at
        if not out:
            return at
        close = _closing(pieces, at)
        if out[-1].type == "TYPE" and word == "/":
            return at + 1
        if out[-1].type in _BEFORE_BRACKETS and word in "([" and close < len(pieces):
            del pieces[close]
            return at + 1
        if word in "/(" and out[-1].type == "PLACE" and (after := self._coast(pieces, at, out)) > at:
            return after
        via = self.words.get(" ".join(piece for piece, _, _ in pieces[at + 1 : close]), ("",))[0] == "VIA"
        if word == "*":  # programs that write "A Swe M Nwy *" mean a move by convoy
            via = at + 1 == len(pieces) and any(piece == "m" for piece, _, _ in pieces)
        if via:
            out.append(Token("VIA", "VIA", start, pieces[close][2]))
        return close + 1 if via else at

    @staticmethod
    def _give_coast(out: list[Token], coast: str, end: int) -> None:
        token = out[-1]
        value = cast("str | tuple[str, ...]", token.value)
        place = f"{value}/{coast}" if isinstance(value, str) else tuple(f"{pid}/{coast}" for pid in value)
        out[-1] = Token("PLACE", place, token.start, end)


def _closing(pieces: list[tuple[str, int, int]], at: int) -> int:
    """Return the position of the bracket that closes the one at `at`; the number of pieces if there is none."""
    depth = 0
    for number in range(at, len(pieces)):
        depth += (pieces[number][0] in "([") - (pieces[number][0] in ")]")
        if depth == 0:
            return number
    return len(pieces)


@cache
def lexicon_of(board: Board, reports: bool) -> Lexicon:
    """Return the words and names of a board; with `reports`, also the words of the judges' reports."""
    return Lexicon(board, reports=reports)
