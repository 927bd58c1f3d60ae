"""godip's Go: the declarations ``Prov("lon").Conn("wal", godip.Coast...).Flag(…).SC(…)`` and what accompanies them.

Go is not run: what a file computes is not read; it is refused, or reported as lost.
"""

from __future__ import annotations

import re

from ..units import province_of
from .calendars import as_usual, calendar_of, settings_of
from .draft import Draft, Nation, Place, identifier, location

_CALL = re.compile(r'\.?\b(Prov|Conn|Flag|SC)\(\s*((?:"[^"]*"|[^()"])*)\)')
_NATION = re.compile(r'(\w+)\s+godip\.Nation\s*=\s*"([^"]+)"')
_UNIT = re.compile(r'"([^"]+)":\s*(?:godip\.Unit)?\{\s*(?:Type:\s*)?godip\.(\w+),\s*(?:Nation:\s*)?([\w.]+)\s*\}')
_PHASE = re.compile(r"[pP]hase\(\s*(-?\d+)\s*,\s*(?:\w+\.)?(\w+)\s*,\s*godip\.(\w+)\s*\)")
_LONG = re.compile(r'"([\w/-]+)":\s*"([^"]+)"')

ARMIES = {"Land", "Coast", "Archipelago"}
FLEETS = {"Sea", "Coast", "Archipelago"}
CLASSICAL = ("Austria", "England", "France", "Germany", "Italy", "Turkey", "Russia")
"""The powers that a variant takes from the standard game by their common name."""
CONVOYS = {"Archipelago", "Convoyable"}


def _words(text: str) -> set[str]:
    return {word.strip(".").rpartition(".")[2] for word in re.findall(r"[\w.]+", text)}


def read_godip(draft: Draft, text: str) -> None:
    """Read the Go of a variant into a draft.

    Raises:
        BoardError: It computes what is needed, or asks for what is not played here.
    """
    text = re.sub(r"/\*.*?\*/", "", re.sub(r"(?m)^\s*//.*$", "", text), flags=re.DOTALL)
    called = dict(_NATION.findall(text))
    owners = _read_graph(draft, text)
    name = re.search(r'Name:\s*"([^"]+)"', text)
    draft.name = name[1] if name else "godip"
    draft.source = "godip"
    made_by = re.search(r'CreatedBy:\s*"([^"]+)"', text)
    if made_by:
        draft.source = f"{draft.name}, by {made_by[1]}; godip"
    _read_nations(draft, text, called, owners)
    _read_settings(draft, text)
    for word, loss in (
        ("ExtraDominanceRules", "dominance rules, which color provinces on its maps"),
        ("NeutralOrders", "orders that neutral units are given by code: they hold, and do not build"),
        ("SVGMap", "the picture"),
    ):
        if re.search(rf"\b{word}\b", text):
            draft.lose(loss)


def _read_graph(draft: Draft, text: str) -> dict[str, str]:
    """Read provinces and borders; return the power of each home center, as the file writes it."""
    owners: dict[str, str] = {}
    here = ""
    flags: dict[str, set[str]] = {}
    for call, inside in _CALL.findall(text):
        if call == "Prov":
            here = location(inside.strip().strip('"'))
            flags.setdefault(here, set())
        elif not here:
            continue
        elif call == "Conn":
            target, _, how = inside.partition(",")
            there, words = location(target.strip().strip('"')), _words(how)
            if words & ARMIES:
                draft.army.add((province_of(here), province_of(there)))
            if words & FLEETS:
                draft.fleet.add((here, there))
        elif call == "Flag":
            flags[here] |= _words(inside)
        elif inside.strip() and not re.fullmatch(r'"[^"]*"', inside.strip()):
            owners[province_of(here)] = inside.strip()
    names = {location(short): long for short, long in _LONG.findall(text) if location(short) in flags}
    for place, words in flags.items():
        pid, slash, coast = place.partition("/")
        province = draft.places.setdefault(pid, Place(names.get(pid, pid.title()), army=False, fleet=False))
        province.army |= bool(words & ARMIES)
        province.fleet |= bool(words & FLEETS)
        if words & CONVOYS:
            province.convoys = True
        if slash:
            province.coasts.append(coast)
    for pid in owners:
        draft.places[pid].center = True
    for pid, province in draft.places.items():
        if province.convoys and province.coasts:
            province.convoys = None
            draft.lose("convoys from a province with coasts", [pid])
    return owners


def _nation_named(word: str, called: dict[str, str]) -> str:
    plain = word.rpartition(".")[2]
    return called.get(plain, plain)


def _read_nations(draft: Draft, text: str, called: dict[str, str], owners: dict[str, str]) -> None:
    listed = re.search(r"Nations\s*[:=]+\s*\[\]godip\.Nation\{([^}]*)\}", text)
    if not listed and not re.search(r"Nations:\s*classical\.Nations", text):
        draft.lose("powers are not in the file")
        return
    for word in re.findall(r"[\w.]+", listed[1]) if listed else CLASSICAL:
        nation = _nation_named(word, called)
        draft.nations[identifier(nation)] = Nation(nation)
    for pid, word in owners.items():
        power = identifier(_nation_named(word, called))
        if power in draft.nations:
            draft.nations[power].homes.append(pid)
    strange: set[str] = set()
    for place, kind, word in _UNIT.findall(text):
        power = identifier(_nation_named(word, called))
        if power == "NEUTRAL":
            draft.nations.setdefault("NEUTRAL", Nation("Neutral"))
            draft.extra["civil_disorder"] = ["NEUTRAL"]
        if power not in draft.nations:
            strange.add(power)
            continue
        unit = f"{kind[0]} {location(place)}"
        if unit not in draft.nations[power].units:
            draft.nations[power].units.append(unit)
    if strange:
        raise draft.refuse(f"units of powers that it does not list: {', '.join(sorted(strange))}")
    at_start = re.search(r"SetSupplyCenters\(map\[godip\.Province\]godip\.Nation\{(.*?)\}\)", text, re.DOTALL)
    if at_start:
        owned: dict[str, list[str]] = {}
        for place, word in re.findall(r'"([^"]+)":\s*([\w.]+)', at_start[1]):
            owned.setdefault(identifier(_nation_named(word, called)), []).append(identifier(place))
        for power, nation in draft.nations.items():
            nation.centers = sorted(owned.get(power, []))
            nation.homes.sort()
            if power == "NEUTRAL":
                nation.homes = []
    elif any(nation.units for nation in draft.nations.values()) and "SupplyCenters" in text:
        draft.lose("the centers owned at the start are computed: the home centers are taken")


def _read_settings(draft: Draft, text: str) -> None:
    if "BuildAnyHomeCenter" in text:
        homes = sorted(home for nation in draft.nations.values() for home in nation.homes)
        draft.extra["builds"] = "chosen"
        for nation in draft.nations.values():
            nation.builds = homes
    elif "BuildAnywhere" in text:
        draft.extra["builds"] = "owned"
    count = re.search(r"SCCountWinner\((\d+)\)", text) or re.search(r"SoloSCCount:[^{]*\{\s*return (\d+)", text)
    if count:
        draft.extra["victory"] = {"centers": int(count[1])}
    else:
        draft.extra["victory"] = {"share": 0.5}
        draft.lose("what wins is computed: more than half of the centers is taken")
    begin = _PHASE.search(text)
    if begin is None:
        draft.lose("the first phase is computed: spring 1901 is taken")
        return
    year, season, kind = int(begin[1]), begin[2], begin[3]
    if season not in ("Spring", "Fall"):
        draft.lose(f"the course of the year is Go code: {season} is called spring here, and a year has spring and fall")
        season = "Spring"
    draft.extra |= settings_of(calendar_of(draft, (season, kind, year), as_usual))
