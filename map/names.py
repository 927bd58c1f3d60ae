"""Names of provinces, coasts and powers in English, Czech and Russian: from text to a location, and back.

The languages are data, one file each in `languages/`: names, other forms of them, and adjectives, which a table of
endings inflects. Letter case, accents, full stops, hyphens and runs of white space
make no difference. One short name may stand for several provinces ("Liv"); the caller gets all of them and must not
guess.
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
"""The languages of names, orders and messages: English, Czech, Russian."""


def known_language(language: object) -> None:
    """Refuse a language that has no names, orders and messages.

    Raises:
        UnknownNameError: It is none of `LANGUAGES`.

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
"""Each way to write a coast, and the coast it means."""


class Names:
    """The names of one board.

    Args:
        provinces: Its provinces.
        powers: Its powers, by their ids.
        impassable: The names of places that no unit enters, by their abbreviations.
        standard: The names, by id, on the standard board, whose provinces and powers the languages name.
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
            # an adjective that several share names none of them
            own_adjective = [power.adjective] if adjectives[simplified(power.adjective)] == 1 else []
            for name in (power.name, *own_adjective, power.id, *power.aliases):
                self.powers[simplified(name)] = power.id
                self._written.setdefault(simplified(name), name)
            self._long["en", power.id] = power.name
        meant: dict[str, dict[str, None]] = {}  # by name the ids, each once: two spellings may be one name
        for province in provinces:
            for name in simplified_all(province.aliases):
                meant.setdefault(name, {})[province.id] = None
        # what the board calls as the standard board does: elsewhere the same id may be another place
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
        #: Names of what no unit may enter, where they name nothing on this board ("Switzerland").
        self.impassable: dict[str, str] = {
            simplified(word): name for short, name in impassable.items() for word in (short, name)
        }
        for language in LANGUAGES:
            entry = language_data(language)["impassable"]
            for name in (entry["name"], *entry["forms"]):
                if simplified(name) not in own and simplified(name) not in self.provinces:
                    self.impassable[simplified(name)] = entry["name"]
        # what a board calls a province itself outranks what others call another one
        self.provinces.update((name, (pid,)) for name, pid in own.items())
        self._short = self._shortened(own)
        self.provinces.update(self._short)
        self.powers, self.impassable = ReadOnlyDict(self.powers), ReadOnlyDict(self.impassable)
        self.provinces = ReadOnlyDict(self.provinces)
        self.longest: int = max(len(name.split()) for name in (*self.provinces, *self.powers))

    def _shortened(self, own: dict[str, str]) -> dict[str, tuple[str, ...]]:
        """Return what the board's names are shortened to, where the abbreviation is unambiguous.

        Four letters of an English name at least ("Edin", "Holl"), three of a Russian one ("Пар").
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
        """Return every form of a name; the first, if it is the name itself, becomes what `name` gives."""
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

        The first three letters are enough for an abbreviation where only one power's names begin with them.
        """
        wanted = simplified(text)
        match = self.powers.get(wanted)
        if match is None and len(wanted) >= 3 and wanted.isalpha():
            begun = {power for name, power in self.powers.items() if name.startswith(wanted)}
            match = begun.pop() if len(begun) == 1 else None
        return match

    def name(self, key: str, language: str = "en") -> str:
        """Return what `language` calls a power, a province or a location ("SPA/NC"); its id where it has no name."""
        province, slash, coast = key.partition("/")
        long = self._long.get((language, province)) or self._long.get(("en", province), province)
        if not slash:
            return long
        coasts = language_data(language)["coasts"]
        return f"{long} ({coasts[coast]['name']})" if coast in coasts else f"{long} ({coast})"

    def nearest(self, text: str, count: int = 3) -> list[str]:
        """Return up to `count` known names of provinces that look like `text`, English ones and the nearest first.

        The nearest are those in which two neighboring letters are exchanged ("PRA").
        """
        wanted = simplified(text)
        # names of other scripts, and too long or short ones, could not reach the cutoff; leaving them out is faster
        alike = [
            name
            for name in self.provinces
            if name not in self._short
            and name.isascii() == wanted.isascii()
            and 0.42 * len(name) <= len(wanted) <= 2.34 * len(name)
        ]
        import difflib

        turned = [wanted[:at] + wanted[at : at + 2][::-1] + wanted[at + 2 :] for at in range(min(len(wanted), 40) - 1)]
        near = [name for name in turned if name in self.provinces and name != wanted]
        near += (name for name in difflib.get_close_matches(wanted, alike, n=4 * count, cutoff=0.6) if name not in near)
        return self._offered([(name, pid) for name in near for pid in self.provinces[name]], text)[:count]

    def nearest_power(self, text: str) -> list[str]:
        """Return known names of powers that look like `text`, English ones and the nearest first."""
        import difflib

        near = difflib.get_close_matches(simplified(text), list(self.powers), n=12, cutoff=0.6)
        return self._offered([(name, self.powers[name]) for name in near], text)[:3]

    def _offered(self, near: list[tuple[str, str]], text: str) -> list[str]:
        """Return each id of `near` by a name, all in one language: in English, as messages are English.

        Letters that English lacks show that the reader writes another language, and so does what no English name is
        like: then they are in the language of the nearest name. Those that were found by such names come first.
        """
        english: dict[str, str] = {}
        others: dict[str, str] = {}
        language = ""
        for name, key in near:
            shown = self._written.get(name) or self.name(key)
            spoken = next((one for one in LANGUAGES[1:] if self.name(key, one) == shown), "")
            if not spoken or shown in (key, self.name(key)):  # a name of its own ("French") counts as English
                english.setdefault(key, shown)
            else:
                others.setdefault(key, shown)
                language = language or spoken
        if english and text.isascii():
            language = ""
        first, then = (others, english) if language else (english, others)
        keys = dict.fromkeys((*first, *then))
        return [key if english.get(key) == key else self.name(key, language or "en") for key in keys]


def date_in(text: str) -> tuple[str, int, str] | None:
    """Return season, year and type that a date in any of the languages names, by their letters; None if it is none.

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
def _dates() -> dict[str, str]:
    """Return the letter of each word of a date: season, type, or "-" for words that only accompany them."""
    return {
        simplified(word): letter
        for language in LANGUAGES
        for letter, words in language_data(language)["dates"].items()
        for word in words
    }
