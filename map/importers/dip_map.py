"""Reads the diplomacy package's ``.map`` files, which are those of the DPjudge.

In a list of neighbors, upper case is for all units, lower case for armies, title case for fleets. A province with
coasts is listed once for each coast, and once in lower case for armies.

Lines for the judge's program (`PASSED_OVER`, `PASSED_OVER_RULES`) are listed as losses; so is what only forbids orders,
as all other orders are adjudicated the same without it. Whatever else is not played here is refused by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ..units import province_of
from .calendars import PhaseOf, calendar_of, settings_of
from .draft import Draft, Nation, Place, identifier, location

PROVINCE_KINDS = ("LAND", "COAST", "WATER", "PORT", "SHUT")
HOMES = ("INHABITS", "HOME", "HOMES")
BUILDS = {"BUILD_ANY": "owned", "REMOTE_BUILDS": "owned", "HOME_BUILDS": "chosen"}
"""The rules about builds, as values of ``builds``."""
MOBILIZING = frozenset(("MOBILIZE", "BLANK_BOARD"))
"""The rules by which the first units are built."""
PASSED_OVER = frozenset(("NOTIFY", "FLAG", "FLAGS", "TEXTONLY", "ROTATE", "CONTROL", "TEAM", "TEAMS", "LEAGUE"))
"""The words of lines that a board does not need."""
PASSED_OVER_RULES = frozenset(
    re.findall(
        # press; draws; deadlines and absences; orders that the judge gives for powers in civil disorder
        r"\w+",
        """
        BACKSEAT_PRESS EAVESDROP FAKE_PRESS FTF_PRESS GREY_PRESS MUTE_OBSERVERS NO_PARTIAL NO_PRESS PRESS_MASTER
        PUBLIC_PRESS REMOTE_PRESS TOUCH_PRESS WHITE_GREY YELLOW_PRESS
        HIDE_PROPOSER NO_DIAS NO_DRAW NO_EOG NO_REVEAL PROPOSE_DIAS
        ALWAYS_CONFIRM ALWAYS_WAIT BROADCAST_ORDERS CIVIL_PREVIEW HIDE_ABSENTEES HIDE_EXTENDERS HIDE_LATE_POWERS
        LATE_CHANGES LATE_SEND LIST_UNORDERED LIST_WAITERS MUST_ORDER NO_ABSENCES NO_DEADLINE NO_LATE_CHANGES
        NO_LATE_RECEIVE NO_MINOR_WAIT PLAYER_DEADLINES POWER_CHOICE PREVIEW REAL_TIME SILENT_ABSENCES SILENT_JOIN
        START_MASTER
        CD_BUILDS CD_DUMMIES CD_RETREATS CD_SUPPORTS CIVIL_DISORDER DUMMY_FIRE HIDE_DUMMIES IMMOBILE_DUMMIES SMART_CD
        """,
    )
)
"""The rules that a board does not need; the units of dummies hold here."""


@dataclass
class _Lines:
    """The content of the lines of a file and of the files that it uses.

    Attributes:
        entries: What this file has said, and how.
        losses: What is lost, each with its places.
        stanza: The game of the directives that are being read; empty outside of such a stanza.
        phase: The phase of the lines that are being read, if they do not apply from the start.
    """

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
    flow: list[str] = field(default_factory=list[str])
    used: list[str] = field(default_factory=list[str])
    power: str = ""
    entries: dict[str, object] = field(default_factory=dict[str, object])
    losses: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    stanza: str = ""
    phase: str = ""

    def load(self, text: str) -> None:
        before, self.entries = self.entries, {}  # a file may override those that it uses
        for number, line in enumerate(text.splitlines(), 1):
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            try:
                self._line(words, line)
            except (IndexError, ValueError, KeyError) as fault:
                raise self.draft.refuse(f"line {number}: {line.strip()[:60]!r} cannot be read ({fault!r})") from None
        self.entries, self.stanza, self.phase = before, "", ""

    def _refuse_duplicate(self, what: str, value: object) -> None:
        """Refuse a different repetition within a file: only one of the two would count."""
        if self.entries.setdefault(what, value) != value:
            raise self.draft.refuse(f"{what} twice in one file")

    def _lose(self, what: str, where: str) -> None:
        self.losses.setdefault(what, []).append(where)

    def pass_over(self, words: str) -> None:
        """Note words of a line that is passed over."""
        self._lose("passed over, as a board does not need it", words)

    def _line(self, words: list[str], line: str) -> None:
        draft, word, rest = self.draft, words[0].upper(), words[1:]
        if words[-1].upper() in ("DIRECTIVE", "DIRECTIVES"):
            self.stanza = "" if word == "END" else word
        elif self.stanza and self.stanza not in ("DIRECTIVE", "DIRECTIVES", "STANDARD"):
            self.pass_over(f"directives of {self.stanza}")
        elif word in ("IN", "FROM") and rest:
            phase, colon, directive = " ".join(rest).partition(":")
            self.phase = "" if phase.strip().upper() == "START" else phase.strip()
            if directive.strip():
                self._later(directive.split())
            self.phase = "" if colon else self.phase
        elif self.phase:
            self._later(words)
        elif word == "LEAGUE" and len(rest) > 1:
            self._lose("leagues, which forbid orders that help other leagues", self.power)
        elif word in PASSED_OVER:
            self.pass_over(word)
        elif word == "NEWHOMES":
            self.rules.append("BUILD_ANY")
            draft.lose(f"powers build in all their centers, not only in their homes, which change in {' '.join(rest)}")
        elif word == "VICTORY":
            self._refuse_duplicate(word, rest)
            self.victory = int(rest[0])
            if len(rest) > 1:
                draft.lose("other numbers of centers to win, for fewer players", rest[1:])
        elif word in ("USE", "USES", "MAP"):
            for name in rest:
                if name not in self.used:
                    self.used.append(name)
                    self.load(self.read(name if "." in name else f"{name}.map"))
        elif word == "BEGIN":
            self._refuse_duplicate(word, rest)
            self.begin = " ".join(rest)
        elif word in ("RULE", "RULES"):
            self.rules += [rule.upper() for rule in rest]
        elif word == "FLOW":
            self.flow = [*self.flow, *rest] if rest else []
        elif word in ("PHASE", "RESERVES", "MILITIA"):
            raise draft.refuse(f"{word} is not played here")
        elif "=" in line:
            name, _, written = line.partition("=")
            old, arrow, name = name.rpartition("->")
            short, *aliases = written.split()
            if arrow:
                self._rename(old.strip().upper(), short.upper())
            self._refuse_duplicate(f"the name {name.strip()}", (short.upper(), aliases))
            self.names[name.strip()] = short.upper(), aliases
        elif word in ("OWNS", "CENTERS") and self.power:
            if wrong := [center for center in rest if center.endswith(("!", "?"))]:
                raise draft.refuse(f"{word} {' '.join(wrong)} is not played here")
            nation = draft.nations[self.power]
            owned = [] if word == "CENTERS" or nation.centers is None else nation.centers
            nation.centers = [*owned, *(center.upper() for center in rest if center.upper() not in owned)]
            self.centers += nation.centers
        elif word in HOMES:
            nation = draft.nations[self.power]
            if word != "INHABITS" or self.power not in self.own_centers:
                nation.homes = []
            self.own_centers.add(self.power)
            self._homes(nation, rest)
        elif word == "UNITS":
            for unit in draft.nations[self.power].units:
                self.entries.pop(f"a unit in {province_of(unit[2:])}", None)
            draft.nations[self.power].units = []
        elif word in ("A", "F"):
            place = location(rest[0])
            self._refuse_duplicate(f"a unit in {province_of(place)}", (self.power, word, place))
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

    def _later(self, words: list[str]) -> None:
        """Pass over a line for a later phase if it only takes places to build from a power; refuse any other."""
        power = identifier(words[0].replace("+", " "))
        if power in self.draft.nations:
            self.power = power
        homes = words[1:] if words[0].upper() in HOMES or power in self.draft.nations else ["?"]
        nation = self.draft.nations.get(self.power, Nation(""))
        named = {re.sub(r"\(.*", "", home.upper()).lstrip("~@") for home in homes}
        if not named <= {*nation.homes, *(nation.builds or ())}:
            raise self.draft.refuse(f"{self.phase}: {' '.join(words)}: the board changes in the course of the game")
        if homes:
            self._lose(f"fewer places to build in {self.phase}", self.power)

    def _rename(self, old: str, new: str) -> None:
        """Rename a location in all that was read of it."""
        if not any(short == old for short, _ in self.names.values()):
            raise ValueError(f"no place {old} to rename")

        def renamed(place: str) -> str:
            forms = {old: new, old.lower(): new.lower(), old.title(): new.title()}
            return place[:2] + forms.get(place[2:], place[2:]) if place[1:2] == " " else forms.get(place, place)

        self.names = {name: entry for name, entry in self.names.items() if entry[0] != old}
        self.terrain = {renamed(place): kind for place, kind in self.terrain.items()}
        self.beside = {renamed(place): [*map(renamed, others)] for place, others in self.beside.items()}
        self.centers = [*map(renamed, self.centers)]
        for nation in self.draft.nations.values():
            nation.homes, nation.units = [*map(renamed, nation.homes)], [*map(renamed, nation.units)]
            nation.centers = nation.centers and [*map(renamed, nation.centers)]
            nation.builds = nation.builds and [*map(renamed, nation.builds)]

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
            nation.builds = nation.builds and [home for home in nation.builds if home != place]
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
            self._refuse_duplicate(f"{place} with its terrain", (word, frozenset(rest[2:])))
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
                continue
            match = re.fullmatch(r"(\w*:)?([^\W_](?:[^:()]*[^\W_])?)(\([\w,]+\))?", name)
            if match is None:
                raise self.draft.refuse(f"{place} abuts {name}: a border of this kind is not played here")
            if match[1] != ":":  # which nobody crosses
                near.append(match[2])
                if match[1] or match[3]:
                    self._lose("all powers cross borders that some may not", f"{place} - {name}")

    def _power(self, words: list[str]) -> None:
        nations = self.draft.nations
        if words[0].upper() in ("UNOWNED", "NEUTRAL", "CENTERS"):
            self.power = ""
            for center in map(str.upper, words[1:]):
                if center.startswith("-"):
                    self.centers = [one for one in self.centers if one != center[1:]]
                else:
                    self.centers.append(center)
            return
        old, words = (words[0], words[2:]) if words[1:2] == ["->"] else ("", words)
        name = words[0].lstrip("_").replace("+", " ")
        called = name.title() if name.isupper() else name
        self.power = identifier(name)
        if old:
            before = identifier(old.replace("+", " "))
            nations[self.power] = replace(nations.pop(before), name=called, adjective="")
            self.dummies = [self.power if dummy == before else dummy for dummy in self.dummies]
        nation = nations.setdefault(self.power, Nation(called))
        rest = words[1:]
        if rest and rest[0].startswith("("):
            own, _, short = rest[0].strip("()").partition(":")
            adjective = own.replace("+", " ")
            nation.adjective = adjective.title() if adjective.isupper() else adjective
            if short:
                self._lose("abbreviations of powers", f"{short} for {self.power}")
            rest = rest[1:]
        self._homes(nation, rest)

    def _homes(self, nation: Nation, words: list[str]) -> None:
        for word in map(str.upper, words):
            sign = re.match(r"\W*", word)
            signs, home = (sign[0] if sign else ""), re.sub(r"^\W*|\(.*", "", word)
            nation.homes = [one for one in nation.homes if one != home]
            if word == "&SC":
                self.rules.append("BUILD_ANY")
                self._lose("powers build in all their centers, not only in those that they claimed first", self.power)
                continue
            if "*" in signs or "+" in signs:
                raise self.draft.refuse(f"{self.power}: {word}: building where no center is, is not played here")
            self.centers.append(home)
            if "~" in signs:
                self._lose("builds are not hidden", home)
            if "@" in signs:
                self._lose("a power builds in an alternative center as in a home center", home)
                nation.builds = [*(nation.builds or ()), home]
            elif "-" not in signs:
                nation.homes.append(home)


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
        if rule in PASSED_OVER_RULES:
            lines.pass_over(f"RULE {rule}")
        elif rule in BUILDS and f"!{rule}" not in lines.rules:
            draft.extra["builds"] = BUILDS[rule]
        elif rule not in MOBILIZING and rule.lstrip("!") not in BUILDS:
            known = ", ".join((*BUILDS, *sorted(MOBILIZING)))
            raise draft.refuse(f"RULE {rule}: it is not played here; known: {known}")
    if "REMOTE_BUILDS" in lines.rules:
        draft.lose("RULE REMOTE_BUILDS: a power builds without a home center, too")
    for what, where in lines.losses.items():
        draft.lose(what, where)
    if lines.flow:
        season, year, kind = (lines.begin or "SPRING 1901 MOVEMENT").title().split()
        draft.extra |= settings_of(calendar_of(draft, (season, kind.rstrip("s"), int(year)), _phase_sequence(lines)))
    elif lines.begin:
        season, year, *kind = lines.begin.split()
        letter = {"SPRING": "S", "FALL": "F", "AUTUMN": "F", "WINTER": "W"}.get(season.upper(), "")
        kinds = {"MOVEMENT": "M", "ADJUSTMENTS": "A", "ADJUSTMENT": "A"}
        if not letter or (kind and kind[0].upper() not in kinds):
            raise draft.refuse(
                f"BEGIN {lines.begin}: expected SPRING, FALL or WINTER, a year, and MOVEMENT or ADJUSTMENTS"
            )
        draft.extra |= settings_of({"begin": f"{letter}{int(year)}{kinds[kind[0].upper()] if kind else 'M'}"})
    if not MOBILIZING.isdisjoint(lines.rules):
        first = draft.extra.get("calendar", {}).get("begin", f"S{draft.extra.get('first_year', 1901)}M")
        if first[-1] != "A":
            draft.extra |= settings_of({"begin": f"W{int(first[1:-1]) - 1}A"})
        for nation in draft.nations.values():
            nation.units = []
    draft.extra["victory"] = {"centers": lines.victory} if lines.victory else {"share": 0.5}
    homes = [home for nation in draft.nations.values() for home in nation.homes]
    chosen = draft.extra.get("builds")
    if chosen is None and any(nation.builds for nation in draft.nations.values()):
        draft.extra["builds"] = "chosen"
    for nation in draft.nations.values() if draft.extra.get("builds") != "owned" else ():
        if "builds" in draft.extra:
            places = homes if chosen else [*nation.homes, *(nation.builds or ())]
            nation.builds = list(dict.fromkeys(map(identifier, places)))
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


def _phase_sequence(lines: _Lines) -> Callable[[PhaseOf], PhaseOf | None]:
    """Return the function that gives the phase after another one, by the lines ``FLOW``."""
    flow: list[tuple[str, str]] = []
    for item in lines.flow:
        season, _, kinds = item.title().partition(":")
        flow += [(season, kind.rstrip("s")) for kind in kinds.split(",")]
    if not any(season == "Newyear" for season, _ in flow):
        flow.insert(0, ("Newyear", "1"))
    unknown = {kind for _, kind in flow if kind.isalpha()} - {"Movement", "Retreat", "Adjustment"}
    if unknown:
        lines.draft.lose("phases of other games", unknown)

    def next_phase(phase: PhaseOf) -> PhaseOf | None:
        season, kind, year = phase
        if (season, kind) not in flow:
            return None
        at = flow.index((season, kind)) + 1
        for _ in range(1000):
            season, kind = flow[at % len(flow)]
            at += 1
            if season == "Newyear":
                year += int(kind or 1)
            elif season == "Ifyeardiv":
                divisor, _, rest = kind.partition("=")
                if int(divisor) < 1:
                    return None
                at = at if year % int(divisor) == int(rest or 0) else 0
            elif kind not in unknown:
                return season, kind, year
        return None

    return next_phase
