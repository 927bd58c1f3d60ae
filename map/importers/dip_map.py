"""Reads the diplomacy package's ``.map`` files, which are those of the DPjudge.

In a list of neighbors, upper case is for all units, lower case for armies, title case for fleets. A province with
coasts is listed once for each coast, and once in lower case for armies.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from ..units import province_of
from .calendars import settings_of
from .draft import Draft, Nation, Place, identifier, location

PROVINCE_KINDS = ("LAND", "COAST", "WATER", "PORT", "SHUT")
BUILDS = {"BUILD_ANY": "owned"}
"""The supported rules."""


@dataclass
class _Lines:
    """The content of the lines of a file and of the files that it uses."""

    draft: Draft
    read: Callable[[str], str]
    names: dict[str, tuple[str, list[str]]] = field(default_factory=dict[str, tuple[str, list[str]]])
    terrain: dict[str, str] = field(default_factory=dict[str, str])
    beside: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    own_centers: set[str] = field(default_factory=set[str])
    centers: list[str] = field(default_factory=list[str])
    dummies: list[str] = field(default_factory=list[str])
    rules: list[str] = field(default_factory=list[str])
    victory: int | None = None
    begin: str = ""
    used: list[str] = field(default_factory=list[str])
    power: str = ""
    entries: set[str] = field(default_factory=set[str])

    def load(self, text: str) -> None:
        before, self.entries = self.entries, set()  # a file may override those that it uses
        for number, line in enumerate(text.splitlines(), 1):
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            try:
                self._line(words, line)
            except (IndexError, ValueError, KeyError) as fault:
                raise self.draft.refuse(f"line {number}: {line.strip()[:60]!r} cannot be read ({fault!r})") from None
        self.entries = before

    def _refuse_duplicate(self, what: str) -> None:
        """Refuse a repetition within a file: only one of the two would count."""
        if what in self.entries:
            raise self.draft.refuse(f"{what} twice in one file")
        self.entries.add(what)

    def _line(self, words: list[str], line: str) -> None:
        draft, word, rest = self.draft, words[0].upper(), words[1:]
        if word == "VICTORY":
            self._refuse_duplicate(word)
            self.victory = int(rest[0])
            if len(rest) > 1:
                draft.lose("other numbers of centers to win, for fewer players", rest[1:])
        elif word in ("USE", "USES", "MAP"):
            for name in rest:
                if name not in self.used:
                    self.used.append(name)
                    self.load(self.read(name if "." in name else f"{name}.map"))
        elif word == "BEGIN":
            self._refuse_duplicate(word)
            self.begin = " ".join(rest)
        elif word in ("RULE", "RULES"):
            self.rules += [rule.upper() for rule in rest]
        elif word in ("FLOW", "PHASE"):
            raise draft.refuse(f"{word}: another course of the year than that of the standard game is not read")
        elif "=" in line:
            name, _, written = line.partition("=")
            if "->" in name:
                raise draft.refuse(f"{name.strip()}: renaming")
            short, *aliases = written.split()
            self._refuse_duplicate(f"the name {name.strip()}")
            self.names[name.strip()] = short.upper(), aliases
        elif word in ("OWNS", "CENTERS") and self.power:
            nation = draft.nations[self.power]
            owned = [] if word == "CENTERS" or nation.centers is None else nation.centers
            nation.centers = [*owned, *(center.upper() for center in rest if center.upper() not in owned)]
            self.centers += nation.centers
        elif word in ("INHABITS", "HOME", "HOMES"):
            nation = draft.nations[self.power]
            if word != "INHABITS" or self.power not in self.own_centers:
                nation.homes = []
            self.own_centers.add(self.power)
            self._homes(nation, rest)
        elif word == "UNITS":
            self.entries -= {f"a unit in {province_of(unit[2:])}" for unit in draft.nations[self.power].units}
            draft.nations[self.power].units = []
        elif word in ("A", "F"):
            place = location(rest[0])
            self._refuse_duplicate(f"a unit in {province_of(place)}")
            for nation in draft.nations.values():
                nation.units = [unit for unit in nation.units if province_of(unit[2:]) != province_of(place)]
            draft.nations[self.power].units.append(f"{word} {place}")
        elif word in ("DUMMY", "DUMMIES"):
            self.dummies += self._powers_named(rest)
        elif word == "DROP":
            for place in rest:
                self._drop(place.upper())
        elif word in (*PROVINCE_KINDS, "AMEND") and rest:
            self._read_kind(word, rest)
        elif word == "UNPLAYED":
            for power in self._powers_named(rest):
                del draft.nations[power]
            self.power = ""
        else:
            self._power(words)

    def _powers_named(self, words: list[str]) -> list[str]:
        names = [identifier(word.rstrip(",")) for word in words]
        if not names:
            return [self.power]
        if names[0] != "ALL":
            return names
        if len(names) > 1 and names[1] != "EXCEPT":
            raise ValueError("EXCEPT is missing behind ALL")
        return [power for power in self.draft.nations if power not in names[2:]]

    def _drop(self, place: str) -> None:
        self.names = {name: entry for name, entry in self.names.items() if not entry[0].startswith(place)}
        self.terrain = {loc: kind for loc, kind in self.terrain.items() if not loc.upper().startswith(place)}
        self.beside = {
            loc: [other for other in others if not other.upper().startswith(place)]
            for loc, others in self.beside.items()
            if not loc.upper().startswith(place)
        }
        self.centers = [center for center in self.centers if center != place]
        for nation in self.draft.nations.values():
            nation.homes = [home for home in nation.homes if home != place]
            nation.units = [unit for unit in nation.units if province_of(unit[2:]) != place]

    def _read_kind(self, word: str, rest: list[str]) -> None:
        place = rest[0]
        other = place.swapcase()
        if other in self.terrain:
            kind, others = self.terrain.pop(other), self.beside.pop(other, [])
            if word == "AMEND":
                self.terrain[place], self.beside[place] = kind, others
            if place.isupper():
                for coast in [loc for loc in self.terrain if loc.startswith(f"{place}/")]:
                    del self.terrain[coast]
                    self.beside.pop(coast, None)
        if word != "AMEND":
            self._refuse_duplicate(f"{place} with its terrain")
            self.terrain[place] = word
            if len(rest) > 1:
                self.beside[place] = []
        elif place not in self.terrain:
            raise ValueError(f"nothing to amend for {place}")
        if len(rest) > 1 and rest[1].upper() != "ABUTS":
            raise ValueError("ABUTS is missing")
        near = self.beside.setdefault(place, [])
        for name in rest[2:]:
            if name.startswith("-"):
                near[:] = [one for one in near if not one.upper().startswith(name[1:].upper())]
            else:
                near.append(name)

    def _power(self, words: list[str]) -> None:
        if "->" in words:
            raise self.draft.refuse(f"{' '.join(words)}: renaming")
        if words[0].upper() in ("UNOWNED", "NEUTRAL", "CENTERS"):
            self.power = ""
            self.centers += [center.upper() for center in words[1:]]
            return
        name = words[0].replace("+", " ")
        self.power = identifier(name)
        nation = self.draft.nations.setdefault(self.power, Nation(name.title() if name.isupper() else name))
        rest = words[1:]
        if rest and rest[0].startswith("("):
            own, _, short = rest[0].strip("()").partition(":")
            adjective = own.replace("+", " ")
            nation.adjective = adjective.title() if adjective.isupper() else adjective
            if short:
                self.draft.lose("abbreviations of powers", [f"{short} for {self.power}"])
            rest = rest[1:]
        self._homes(nation, rest)

    def _homes(self, nation: Nation, words: list[str]) -> None:
        for word in words:
            home = word.upper().lstrip("-*")
            nation.homes = [one for one in nation.homes if one != home]
            if not word.startswith("-"):
                nation.homes.append(home)
            self.centers.append(home)


def read_map(draft: Draft, text: str, read: Callable[[str], str]) -> None:
    """Read a ``.map`` file into a draft.

    Args:
        draft: The draft.
        text: Its content.
        read: Gives the content of another file that it uses, by its name.

    Raises:
        BoardError: It cannot be read, or asks for what is not played here.
    """
    lines = _Lines(draft, read)
    lines.load(text)
    _make_places(lines)
    _make_ways(lines)
    _make_settings(lines)


def _make_places(lines: _Lines) -> None:
    draft = lines.draft
    called = {short: name for name, (short, _) in lines.names.items()}
    for loc, kind in lines.terrain.items():
        pid, slash, coast = loc.upper().partition("/")
        if kind == "SHUT":
            draft.impassable[pid] = _title(called.get(pid, pid))
            continue
        place = draft.places.get(identifier(pid))
        if place is None:
            place = Place(_title(called.get(pid, pid)), kind != "WATER", kind != "LAND")
            draft.places[identifier(pid)] = place
        if slash:
            place.coasts.append(identifier(coast))
        if kind == "PORT":
            place.convoys = True
    for name, (short, aliases) in lines.names.items():
        place = draft.places.get(identifier(short))
        if place is not None and "/" not in short:
            others = [] if _title(name) == place.name else [name]  # the last of several names counts
            words = [*others, *(alias.rstrip("?").replace("+", " ") for alias in aliases)]
            kept = [word for word in words if re.fullmatch(r"[^\W_][\w .'-]*", word)]
            place.aliases = list(dict.fromkeys([*place.aliases, *kept]))
    for center in lines.centers:
        if identifier(center) in draft.places:
            draft.places[identifier(center)].center = True


def _title(name: str) -> str:
    return name.title() if name.isupper() else name


def _make_ways(lines: _Lines) -> None:
    draft = lines.draft
    kind_of = {loc.upper(): kind for loc, kind in lines.terrain.items()}

    def kind(loc: str) -> str:
        return kind_of.get(loc) or kind_of.get(province_of(loc), "")

    for loc, others in lines.beside.items():
        here = loc.upper()
        if kind(here) == "SHUT":
            continue
        counted: set[tuple[str, str]] = set()
        for other in others:
            there = other.upper()
            province = province_of(there)
            if not kind(there):
                raise draft.refuse(f"{loc} abuts {other}, which has no terrain")
            if kind(there) == "SHUT":
                continue
            # the first mention of a province counts for armies, of a location for fleets
            if "/" not in here and kind(here) != "WATER" and ("A", province) not in counted:
                counted.add(("A", province))
                if kind(province) != "WATER" and other != other.title():
                    draft.army.add((location(here), location(province)))
            fleet = kind(here) != "LAND" and not (loc.islower()) and loc.lower() not in lines.beside
            if fleet and ("F", there) not in counted:
                counted.add(("F", there))
                if kind(there) != "LAND" and other[0].isupper() and there in lines.terrain:
                    draft.fleet.add((location(here), location(there)))


def _make_settings(lines: _Lines) -> None:
    draft = lines.draft
    for rule in lines.rules:
        if rule not in BUILDS:
            raise draft.refuse(f"RULE {rule}: it is not played here; known: {', '.join(BUILDS)}")
        draft.extra["builds"] = BUILDS[rule]
    if lines.begin:
        season, year, *kind = lines.begin.split()
        letter = {"SPRING": "S", "FALL": "F", "AUTUMN": "F", "WINTER": "W"}.get(season.upper(), "")
        kinds = {"MOVEMENT": "M", "ADJUSTMENTS": "A", "ADJUSTMENT": "A"}
        if not letter or (kind and kind[0].upper() not in kinds):
            raise draft.refuse(
                f"BEGIN {lines.begin}: expected SPRING, FALL or WINTER, a year, and MOVEMENT or ADJUSTMENTS"
            )
        draft.extra |= settings_of({"begin": f"{letter}{int(year)}{kinds[kind[0].upper()] if kind else 'M'}"})
    draft.extra["victory"] = {"centers": lines.victory} if lines.victory else {"share": 0.5}
    dummies = list(dict.fromkeys(power for power in lines.dummies if power in draft.nations))
    if dummies:
        draft.extra["civil_disorder"] = dummies
    for pid, nation in draft.nations.items():
        nation.homes = [identifier(home) for home in nation.homes]
        if nation.centers is not None:
            nation.centers = [identifier(center) for center in nation.centers]
        unknown = [home for home in nation.homes if home not in draft.places]
        if unknown:
            raise draft.refuse(f"{pid}: no province {', '.join(unknown)}")
