"""Names of provinces, coasts and powers: from text to a location, and back.

Letter case, full stops, hyphens and runs of white space make no difference. One short name may stand for
several provinces ("Liv"); whoever asks gets all of them and must not guess.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .board import Board

_COASTS = {
    "NC": ("nc", "north coast", "north", "n", "northern coast"),
    "SC": ("sc", "south coast", "south", "s", "southern coast"),
    "EC": ("ec", "east coast", "east", "e", "eastern coast"),
    "WC": ("wc", "west coast", "west", "w", "western coast"),
}
COASTS: dict[str, str] = {word: coast for coast, words in _COASTS.items() for word in words}
"""Each way to write a coast, and the coast it means."""


def simplified(name: str) -> str:
    """Return `name` in the form under which names are compared: small letters, single spaces, no accents."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return re.sub(r"[\s.\-_']+", " ", plain.casefold()).strip()


class Names:
    """The names of one board."""

    def __init__(self, board: Board) -> None:
        self.provinces: dict[str, tuple[str, ...]] = {}
        self.powers: dict[str, str] = {}
        self._written: dict[str, str] = {}
        own: dict[str, str] = {}
        for province in board.provinces:
            for name in (province.id, province.name):
                own[simplified(name)] = province.id
                self._written[simplified(name)] = name
        aliases: dict[str, list[str]] = {}
        for province in board.provinces:
            for name in province.aliases:
                aliases.setdefault(simplified(name), []).append(province.id)
        for alias, ids in aliases.items():
            self.provinces[alias] = tuple(ids)
        # what a board calls a province itself outranks what others call another one
        self.provinces.update((name, (pid,)) for name, pid in own.items())
        for power in board.powers.values():
            for name in (power.name, power.adjective, power.id, *power.aliases):
                self.powers[simplified(name)] = power.id
                self._written.setdefault(simplified(name), name)
        self.longest: int = max(len(name.split()) for name in (*self.provinces, *self.powers))

    def find(self, text: str) -> tuple[str, ...]:
        """Return the ids of the provinces that `text` may mean: none, one, or several."""
        return self.provinces.get(simplified(text), ())

    def power(self, text: str) -> str | None:
        """Return the id of the power that `text` names ("England", "English"), or None."""
        return self.powers.get(simplified(text))

    def nearest(self, text: str, count: int = 3) -> list[str]:
        """Return up to `count` known names of provinces that look like `text`, the nearest first."""
        found = difflib.get_close_matches(simplified(text), list(self.provinces), n=4 * count, cutoff=0.6)
        ids: list[str] = []
        for name in found:
            ids.extend(pid for pid in self.provinces[name] if pid not in ids)
        long = {pid: name for name, ids_ in self.provinces.items() for pid in ids_ if name in self._written}
        return [self._written.get(long[pid], pid) if pid in long else pid for pid in ids[:count]]

    def nearest_power(self, text: str) -> list[str]:
        """Return known names of powers that look like `text`, the nearest first."""
        found = difflib.get_close_matches(simplified(text), list(self.powers), n=3, cutoff=0.6)
        return [self._written.get(name, name) for name in found]


def split_coast(text: str) -> tuple[str, str | None]:
    """Split a written place into the province and its coast: "Spain(nc)" into ("Spain", "NC").

    A coast stands behind a slash, in parentheses, or as words behind the name; unknown words stay in the name.
    """
    match = re.fullmatch(r"\s*(.+?)\s*(?:/\s*(\w+)|\(\s*([\w ]+?)\s*\))\s*", text)
    if match:
        coast = match[2] or match[3]
        return match[1], COASTS.get(simplified(coast), coast.upper())
    match = re.fullmatch(r"\s*(.+?)[\s,]+((?:north|south|east|west)(?:ern)? coast|[nsew]c)\s*", text, re.IGNORECASE)
    if match:
        return match[1], COASTS[simplified(match[2])]
    return text.strip(), None
