"""Reads jDip's XML: ``variants.xml`` with the adjacency file that it names, or an adjacency file alone."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from typing import Any
from xml.parsers.expat import ExpatError, ParserCreate

from ..spelling import simplified
from ..units import province_of
from .calendars import calendar_of, next_standard_phase, settings_of
from .draft import Draft, Nation, Place, identifier, location

BUILDS = {"VALUE_BUILDS_HOME_ONLY": "home", "VALUE_BUILDS_ANY_OWNED": "owned"}
"""The supported rules of builds."""


def parsed(draft: Draft, text: bytes) -> ET.Element:
    """Return the root of a file.

    Raises:
        BoardError: The file is not XML, or defines entities, which board files do not need.
    """

    def defined(*_: object) -> None:
        raise draft.refuse("it defines entities")

    prolog = ParserCreate()  # a parser, as a text search would work for one encoding only
    prolog.EntityDeclHandler = defined
    try:
        prolog.Parse(text, True)
        return ET.fromstring(text)
    except (ExpatError, ET.ParseError, ValueError, LookupError) as fault:
        raise draft.refuse(f"no XML: {fault}") from None


def read_jdip(draft: Draft, root: ET.Element, read: Callable[[str], bytes], variant_name: str) -> None:
    """Read a file of jDip into a draft.

    Args:
        draft: The draft.
        root: The content.
        read: Gives the content of another file that it names.
        variant_name: The name of one of several variants; empty for the default one, or the first.

    Raises:
        BoardError: It cannot be read, or asks for what is not played here.
    """
    if root.tag == "PROVINCES":
        _read_provinces(draft, root)
        draft.name = draft.name or "jdip"
        draft.lose("powers, centers and units are in another file, variants.xml")
        return
    variants = root.findall("VARIANT")
    names = [variant.get("name", "") for variant in variants]
    if not variants:
        raise draft.refuse("no VARIANT in it")
    if variant_name:
        chosen = [variant for variant in variants if variant_name.lower() == variant.get("name", "").lower()]
        if not chosen:
            raise draft.refuse(f"no variant {variant_name!r} in it; it has {', '.join(names)}")
        if len(chosen) > 1:
            raise draft.refuse(f"{len(chosen)} variants {variant_name!r} in it")
    else:
        chosen = [variant for variant in variants if variant.get("default") == "true"] or variants
    if len(variants) > 1 and not variant_name:
        others = [name for name in names if name != chosen[0].get("name")]
        draft.lose("other variants in the file, which FILE#NAME takes", others)
    _read_variant(draft, chosen[0], read)


def _read_variant(draft: Draft, variant: ET.Element, read: Callable[[str], bytes]) -> None:
    draft.name = variant.get("name", "jdip")
    draft.source = "jDip"
    for tag in ("MAP", "STARTINGTIME", "VICTORYCONDITIONS"):
        if len(variant.findall(tag)) > 1:
            raise draft.refuse(f"variant {draft.name}: {tag} twice")
    graph = variant.find("MAP")
    if graph is None or not graph.get("adjacencyURI"):
        raise draft.refuse(f"variant {draft.name}: no adjacencyURI")
    _read_provinces(draft, parsed(draft, read(graph.get("adjacencyURI", ""))))
    idle: list[str] = []
    powers: dict[str, str] = {}
    for power in variant.findall("POWER"):
        name = power.get("name", "")
        for other in (name, *(power.get("altnames") or "").split(",")):
            powers.setdefault(simplified(other), identifier(name))
        draft.add_nation(identifier(name), Nation(name, power.get("adjective", ""), centers=[]))
        if power.get("active") == "false":
            idle.append(identifier(name))
    if idle:
        draft.extra["civil_disorder"] = idle
    for center in variant.findall("SUPPLYCENTER"):
        place = _place_of(draft, center)
        if draft.places[place].center:
            raise draft.refuse(f"supply center {place} twice")
        draft.places[place].center = True
        for key, kept in (("homepower", "homes"), ("owner", "centers")):
            power = center.get(key, "none").strip()
            if power.lower() not in ("none", "any", ""):
                getattr(_nation_of(draft, powers, power), kept).append(place)
            elif power.lower() == "any":
                raise draft.refuse(f"{place}: homepower any: a home center of every power")
    for unit in variant.findall("INITIALSTATE"):
        place, kind, coast = _place_of(draft, unit), unit.get("unit", "").upper()[:1], unit.get("unitcoast")
        if kind not in ("A", "F"):
            raise draft.refuse(f"{place}: unit {unit.get('unit')!r}; armies and fleets are played here")
        at = f"{place}/{coast.upper()}" if coast and draft.places[place].coasts else place
        _nation_of(draft, powers, unit.get("power", "")).units.append(f"{kind} {at}")
    if variant.find("INFLUENCE") is not None:
        draft.lose("influence, who colors a province at the start")
    _read_settings(draft, variant)


def _place_of(draft: Draft, entry: ET.Element) -> str:
    place = _ids_by_name(draft).get(simplified(entry.get("province", "")))
    if place is None:
        raise draft.refuse(f"{entry.tag.lower()}: no province {entry.get('province')!r}")
    return place


def _ids_by_name(draft: Draft) -> dict[str, str]:
    """Return the provinces by all of their names, as references may use any of them."""
    places = draft.places.items()
    named = [[(pid, pid) for pid, _ in places], [(place.name, pid) for pid, place in places]]
    named.append([(name, pid) for pid, place in places for name in place.aliases])
    by_name: dict[str, str] = {}
    for pairs in named:
        for name, pid in pairs:
            by_name.setdefault(simplified(name), pid)
    return by_name


def _nation_of(draft: Draft, powers: dict[str, str], power: str) -> Nation:
    if simplified(power) not in powers:
        raise draft.refuse(f"no power {power!r}")
    return draft.nations[powers[simplified(power)]]


def _read_settings(draft: Draft, variant: ET.Element) -> None:
    for option in variant.iter("RULEOPTION"):
        name, value = option.get("name", ""), option.get("value", "")
        if name == "OPTION_BUILDS" and value in BUILDS:
            draft.extra["builds"] = BUILDS[value]
        elif not value.endswith("_DISABLED"):
            raise draft.refuse(f"variant {draft.name}: {name} {value} is not played here")
    start = variant.find("STARTINGTIME")
    begin = re.findall(r"\w+", start.get("turn", "") if start is not None else "")
    if len(begin) != 3 or not begin[1].isdecimal():
        raise draft.refuse(f"variant {draft.name}: turn {' '.join(begin)!r}; expected season, year and phase")
    season, year, kind = begin[0].title(), int(begin[1]), begin[2].title()
    draft.extra |= settings_of(calendar_of(draft, (season, kind, year), next_standard_phase))
    victory: dict[str, Any] = {}
    ends = variant.find("VICTORYCONDITIONS")
    found = set[str]()
    for end in ends if ends is not None else ():
        if end.tag in found:
            raise draft.refuse(f"variant {draft.name}: {end.tag} twice")
        found.add(end.tag)
        value = int(end.get("value", "0"))
        if end.tag == "WINNING_SUPPLY_CENTERS":
            victory["centers"] = value
        elif end.tag == "GAME_LENGTH":
            victory |= {"year": year + value - 1, "at_end": "draw"}
        else:
            draft.lose(f"the game ends after {value} years in which no center changes hands")
    draft.extra["victory"] = victory


def _listed(text: str | None) -> list[str]:
    """Return the ids of a list, separated by blanks or commas."""
    return (text or "").replace(",", " ").split()


def _read_provinces(draft: Draft, root: ET.Element) -> None:
    defined = {border.get("id", ""): border for border in root.iter("BORDER")}
    army: dict[str, list[str]] = {}
    for entry in root.findall("PROVINCE"):
        pid = identifier(entry.get("shortname", ""))
        name = entry.get("fullname", pid)
        if entry.get("isImpassable") == "true":
            draft.impassable[pid] = name
            continue
        for border in _listed(entry.get("borders")):
            about = defined[border].get("description") if border in defined else ""
            raise draft.refuse(f"{name}: border {border} ({about or 'with conditions'}) is not played here")
        place = Place(name, army=False, fleet=False)
        place.aliases = list(dict.fromkeys(unique.get("name", "") for unique in entry.findall("UNIQUENAME")))
        if entry.get("isConvoyableCoast") == "true":
            place.convoys = True
        kinds = set[str]()
        for near in entry.findall("ADJACENCY"):
            kind, refs = near.get("type", "mv"), _listed(near.get("refs"))
            if kind in kinds:
                raise draft.refuse(f"{name}: ADJACENCY of type {kind} twice")
            kinds.add(kind)
            if kind == "mv":
                place.army = True
                army[pid] = refs
                continue
            place.fleet = True
            here = pid
            if kind != "xc":
                place.coasts.append(identifier(kind))
                here = f"{pid}/{identifier(kind)}"
            draft.fleet |= {(here, location(ref)) for ref in refs}
        draft.add_place(pid, place)
    called = _ids_by_name(draft)

    def resolved(ref: str) -> str:
        province, slash, coast = location(ref).partition("/")
        return f"{called.get(simplified(province), province)}{slash}{coast}"

    for pid, refs in army.items():
        draft.army |= {(pid, province_of(resolved(ref))) for ref in refs}
    draft.fleet = {(here, resolved(there)) for here, there in draft.fleet}
    for ways in (draft.army, draft.fleet):
        ways -= {way for way in ways if any(province_of(place) in draft.impassable for place in way)}
