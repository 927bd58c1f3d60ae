"""Names of provinces, coasts and powers in English, Czech and Russian: from text to a location, and back.

Each language is a file in `languages/` with names, their other forms, and adjectives, which a table of endings
inflects. Case, accents, full stops, hyphens and runs of white space make no difference. A short name may mean several
provinces ("Liv"); callers get all of them and must not guess.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from .errors import UnknownNameError
from .json_text import package_json
from .provinces import Power, Province
from .spelling import simplified, simplified_all
from .values import ReadOnlyDict

LANGUAGES = ("en", "cs", "ru")
"""Languages of names, orders and messages: English, Czech, Russian."""


def known_language(language: object) -> None:
    """Refuse an unknown language.

    Raises:
        UnknownNameError: The language is none of `LANGUAGES`.

    >>> known_language("cs")
    """
    if language not in LANGUAGES:
        raise UnknownNameError(f"no language {language!r}; known: {', '.join(LANGUAGES)}")


@cache
def language_data(language: str) -> dict[str, Any]:
    """Return the data of one language: `provinces`, `powers`, `coasts` (names and other forms), `words` of orders.

    Raises:
        UnknownNameError: There is no such language.
    """
    known_language(language)
    file = Path(__file__).with_name("languages") / f"{language}.json"
    return package_json(file)


def _coasts() -> dict[str, str]:
    coasts: dict[str, str] = {}
    for language in LANGUAGES:
        for coast, entry in language_data(language)["coasts"].items():
            for word in (entry["name"], *entry["forms"]):
                coasts[simplified(word)] = coast
    return coasts


COASTS: dict[str, str] = _coasts()
"""Coasts by each of their names."""


class Names:
    """The names of one board.

    Args:
        provinces: Its provinces.
        powers: Its powers, by their ids.
        impassable: The names of places that no unit enters, by abbreviation.
        standard: The English names on the standard board, by id; the languages name its provinces and powers.
    """

    def __init__(
        self,
        provinces: Sequence[Province],
        powers: Mapping[str, Power],
        impassable: Mapping[str, str],
        standard: Mapping[str, str],
    ) -> None:
        self.powers: dict[str, str] = {}
        self._written: dict[str, str] = {}
        self._long: dict[tuple[str, str], str] = {}
        own: dict[str, str] = {}
        for province in provinces:
            for name in (province.id, province.name):
                own[simplified(name)] = province.id
                self._written[simplified(name)] = name
            self._long["en", province.id] = province.name
        adjectives = Counter(simplified(power.adjective) for power in powers.values())
        for power in powers.values():
            # an adjective that several powers share names none of them
            own_adjective = [power.adjective] if adjectives[simplified(power.adjective)] == 1 else []
            for name in (power.name, *own_adjective, power.id, *power.aliases):
                self.powers[simplified(name)] = power.id
                self._written.setdefault(simplified(name), name)
            self._long["en", power.id] = power.name
        meant: dict[str, dict[str, None]] = {}  # ids by name, without repetition: two spellings may be one name
        for province in provinces:
            for name in simplified_all(province.aliases):
                meant.setdefault(name, {})[province.id] = None
        for name, pid in own.items():
            meant.setdefault(name.replace(" ", ""), {})[pid] = None  # "NorthSea"
        # only equal names: the same id may be another place on this board
        same = {each.id for each in (*provinces, *powers.values()) if standard.get(each.id) == each.name}
        for language in LANGUAGES:
            data = language_data(language)
            for pid, entry in data["provinces"].items():
                if pid in same:
                    for name in simplified_all(self._forms(language, pid, entry)):
                        meant.setdefault(name, {})[pid] = None
            for pid, entry in data["powers"].items():
                if pid in same:
                    for name in simplified_all(self._forms(language, pid, entry)):
                        self.powers.setdefault(name, pid)
        self.provinces: dict[str, tuple[str, ...]] = {name: tuple(ids) for name, ids in meant.items()}
        #: Names of impassable places, unless they name something else on this board ("Switzerland").
        self.impassable: dict[str, str] = {
            simplified(word): name for short, name in impassable.items() for word in (short, name)
        }
        for language in LANGUAGES:
            entry = language_data(language)["impassable"]
            for name in (entry["name"], *entry["forms"]):
                if simplified(name) not in own and simplified(name) not in self.provinces:
                    self.impassable[simplified(name)] = entry["name"]
        # the board's own names take precedence over names from elsewhere
        self.provinces.update((name, (pid,)) for name, pid in own.items())
        self._short = self._shortened(own)
        self.provinces.update(self._short)
        self.powers, self.impassable = ReadOnlyDict(self.powers), ReadOnlyDict(self.impassable)
        self.provinces = ReadOnlyDict(self.provinces)
        self.longest: int = max(len(name.split()) for name in (*self.provinces, *self.powers))

    def _shortened(self, own: dict[str, str]) -> dict[str, tuple[str, ...]]:
        """Return the unambiguous abbreviations of the board's names.

        They have at least four letters of an English name ("Edin", "Holl"), or three of a Russian one ("Пар").
        """
        words = simplified_all(
            [
                word
                for language in LANGUAGES
                for written in language_data(language)["words"].values()
                for word in written
            ]
        )
        full = sorted({*self.provinces, *self.powers, *self.impassable, *COASTS, *words})
        meant: dict[str, tuple[str, ...]] = {}
        places = {*own.values()}
        russian = {
            simplified(name): pid for (language, pid), name in self._long.items() if language == "ru" and pid in places
        }
        for name, pid in (*own.items(), *russian.items()):
            fewest = 3 if name in russian else 4
            for length in range(len(name) - 1, fewest - 1 if " " not in name else len(name), -1):
                short = name[:length]
                alike = full[bisect_left(full, short) : bisect_left(full, short + "\uffff")]
                if any(self.provinces.get(other) != (pid,) for other in alike):
                    break
                meant[short] = (pid,)
        return meant

    def _forms(self, language: str, key: str, entry: dict[str, Any]) -> list[str]:
        """Return every form of a name, and register its main form for `name`."""
        forms: list[str] = list(entry.get("forms", ()))
        endings: dict[str, list[str]] = language_data(language).get("adjective_endings", {})
        for adjective in entry.get("adjectives", ()):
            forms.append(adjective)
            for ending, others in endings.items():
                if adjective.endswith(ending):
                    forms.extend(adjective.removesuffix(ending) + other for other in others)
        if "name" in entry:
            self._long[language, key] = entry["name"]
            self._written.setdefault(simplified(entry["name"]), entry["name"])
            forms.insert(0, entry["name"])
        return forms

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Names) and self._content() == other._content()

    def __hash__(self) -> int:
        return hash(frozenset(self.provinces.items()))

    def _content(self) -> tuple[object, ...]:
        return self.provinces, self.powers, self.impassable, self._written, self._long

    def find(self, text: str) -> tuple[str, ...]:
        """Return the ids of the provinces that `text` may mean: none, one, or several."""
        return self.provinces.get(simplified(text), ())

    def power(self, text: str) -> str | None:
        """Return the id of the power that `text` names ("England", "English", "Anglie", "Eng"), or None.

        Three letters or more are enough if only one power's names begin with them.
        """
        wanted = simplified(text)
        match = self.powers.get(wanted)
        if match is None and len(wanted) >= 3 and wanted.isalpha():
            matches = {power for name, power in self.powers.items() if name.startswith(wanted)}
            match = matches.pop() if len(matches) == 1 else None
        return match

    def name(self, key: str, language: str = "en") -> str:
        """Return the name of a power, a province or a location ("SPA/NC") in a language, or its id without one."""
        province, slash, coast = key.partition("/")
        long = self._long.get((language, province)) or self._long.get(("en", province), province)
        if not slash:
            return long
        coasts = language_data(language)["coasts"]
        return f"{long} ({coasts[coast]['name']})" if coast in coasts else f"{long} ({coast})"

    def nearest(self, text: str, count: int = 3) -> list[str]:
        """Return up to `count` known names of provinces similar to `text`, English and nearest ones first.

        The nearest are names with two neighboring letters exchanged ("PRA").
        """
        wanted = simplified(text)
        if wanted in _results():
            return []
        # for speed: names of other scripts and of very different lengths cannot reach the cutoff
        alike = [
            name
            for name in self.provinces
            if name not in self._short
            and name.isascii() == wanted.isascii()
            and 0.42 * len(name) <= len(wanted) <= 2.34 * len(name)
        ]
        import difflib

        exchanged = [
            wanted[:at] + wanted[at : at + 2][::-1] + wanted[at + 2 :] for at in range(min(len(wanted), 40) - 1)
        ]
        near = [name for name in exchanged if name in self.provinces and name != wanted]
        near += (name for name in difflib.get_close_matches(wanted, alike, n=4 * count, cutoff=0.6) if name not in near)
        return self._offered([(name, pid) for name in near for pid in self.provinces[name]], text)[:count]

    def nearest_power(self, text: str) -> list[str]:
        """Return known names of powers similar to `text`, English and nearest ones first."""
        import difflib

        wanted = simplified(text)
        near = [] if wanted in _results() else difflib.get_close_matches(wanted, list(self.powers), n=12, cutoff=0.6)
        return self._offered([(name, self.powers[name]) for name in near], text)[:3]

    def _offered(self, near: list[tuple[str, str]], text: str) -> list[str]:
        """Return the names of the ids of `near`, all in one language: normally in English, as messages are.

        If `text` has letters that English lacks, they are in the language of the nearest name, and ids that were found
        by names of that language come first.
        """
        english: dict[str, str] = {}
        others: dict[str, str] = {}
        language = ""
        for name, key in near:
            shown = self._written.get(name) or self.name(key)
            foreign = next((one for one in LANGUAGES[1:] if self.name(key, one) == shown), "")
            if not foreign or shown in (key, self.name(key)):  # a name of its own ("French") counts as English
                english.setdefault(key, shown)
            else:
                others.setdefault(key, shown)
                language = language or foreign
        if text.isascii():
            language = ""
        first, then = (others, english) if language else (english, others)
        keys = dict.fromkeys((*first, *then))
        return [key if english.get(key) == key else self.name(key, language or "en") for key in keys]


def date_in(text: str) -> tuple[str, int, str] | None:
    """Return the season, year and type of a date in any of the languages, by their letters; None for other texts.

    >>> date_in("Spring 1901"), date_in("Podzim 1901, ústupy"), date_in("A PAR - BUR")
    (('S', 1901, 'M'), ('F', 1901, 'R'), None)
    """
    season = kind = ""
    year: int | None = None
    for word in re.findall(r"\w+", simplified(text)):
        if word in (dates := _dates()):
            letter = dates[word]
            if letter in "SFW" and not season:
                season = letter
            elif letter in "MRA" and kind in ("", letter):
                kind = letter
            elif letter != "-":
                return None
        elif re.fullmatch(r"[0-9]{1,5}", word) and year is None:
            year = int(word)
        else:
            return None
    if not season or year is None:
        return None
    return season, year, kind or ("A" if season == "W" else "M")


@cache
def _results() -> frozenset[str]:
    """Return the words for what becomes of an order ("failed"); they are no misspelled names."""
    return frozenset(simplified(word) for language in LANGUAGES for word in language_data(language)["remarks"])


@cache
def _dates() -> dict[str, str]:
    """Return the letter of each word of a date: season, type, or "-" for words that only accompany them."""
    return {
        simplified(word): letter
        for language in LANGUAGES
        for letter, words in language_data(language)["dates"].items()
        for word in words
    }
