"""Reads diplicity-react's JSON: documents of its ``variant.schema.yaml``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .calendars import PhaseOf, calendar_of, settings_of
from .draft import Draft, Nation, Place, identifier, location

Json = Mapping[str, Any]

MODIFIERS = {"allow-builds-in-non-home-centers": {"builds": "owned"}}
"""The supported adjudication modifiers, as keys of a board file."""


def read_document(draft: Draft, data: Json) -> None:
    """Read a document of ``variant.schema.yaml`` into a draft.

    Raises:
        BoardError: The document requires unsupported rules.
    """
    _read(draft, data)
    for modifier in data.get("adjudicationModifiers") or ():
        if modifier not in MODIFIERS:
            raise draft.refuse(f"adjudicationModifiers: {modifier!r} is not played here; known: {', '.join(MODIFIERS)}")
        draft.extra |= MODIFIERS[modifier]
    draft.extra["victory"] = _victory(draft, data["victoryConditions"])
    rules = data.get("dominanceRules") or ()
    bound = [rule["province"] for rule in rules if draft.places[identifier(rule["province"])].center]
    if bound:
        raise draft.refuse(f"dominanceRules: who owns the supply centers {', '.join(bound)} depends on others")
    if rules:
        draft.lose("dominance rules, which color provinces on its maps", (rule["province"] for rule in rules))
    if data.get("rules"):
        draft.lose("the text of the rules")
    begin = data["initialState"]["phase"]
    transitions = data["phaseProgression"]["transitions"]
    draft.extra |= settings_of(
        calendar_of(draft, (begin["season"], begin["type"], begin["year"]), lambda phase: _next(transitions, phase))
    )


def _next(transitions: list[Json], phase: PhaseOf) -> PhaseOf | None:
    season, kind, year = phase
    default: PhaseOf | None = None
    for transition in transitions:
        of, to = transition["from"], transition["to"]
        when: Json = transition.get("condition") or {}
        if (of["season"], of["type"]) != (season, kind):
            continue
        if when and "yearMod" in when:
            if year % when["yearMod"] != when["yearModValue"]:
                continue
            return to["season"], to["type"], year + to["yearDelta"]
        default = default or (to["season"], to["type"], year + to["yearDelta"])
    return default


def _victory(draft: Draft, conditions: list[Json]) -> dict[str, Any]:
    victory: dict[str, Any] = {}
    kinds = [condition["type"] for condition in conditions]
    for kind, condition in zip(kinds, conditions, strict=True):
        if kinds.count(kind) > 1:
            raise draft.refuse(f"victoryConditions: {kind!r} twice")
        if kind == "supply-center-majority":
            victory["centers"] = condition["supplyCenters"]
        elif kind == "timed-resolution":
            victory |= {"year": condition["year"]}
            victory["at_end"] = "most" if condition["resolution"] == "most-supply-centers" else "draw"
        elif kind == "province-control":
            victory["provinces"] = [identifier(province) for province in condition["provinces"]]
            if condition.get("year") is not None:
                victory["provinces_from"] = condition["year"]
        else:
            raise draft.refuse(f"victoryConditions: {kind!r} is not played here")
    return victory


def _read(draft: Draft, data: Json) -> None:
    """Read nations, provinces, and the starting position."""
    draft.name, draft.source = data["id"], f"{data['name']}, by {data.get('author') or 'nobody named'}; diplicity"
    powers: dict[str, str] = {}
    for nation in data["nations"]:
        pid = identifier(nation.get("id") or nation["name"])
        powers[nation.get("id") or nation["name"]] = pid
        draft.add_nation(pid, Nation(nation["name"], centers=[]))
        if nation.get("non_playable"):
            draft.extra.setdefault("civil_disorder", []).append(pid)
    for entry in data["provinces"]:
        pid = identifier(entry["id"])
        army, fleet = entry["type"] != "sea", entry["type"] != "land"
        draft.add_place(pid, Place(entry["name"], army, fleet, center=bool(entry.get("supplyCenter"))))
        home = entry.get("homeNation")
        if home is not None:
            draft.nations[powers[home]].homes.append(pid)
    named = data.get("namedCoasts", [])
    for coast in named:
        pid, _, word = location(coast["id"]).partition("/")
        if pid not in draft.places:
            raise draft.refuse(f"coast {coast['id']} of no province")
        draft.places[pid].fleet = True
        draft.places[pid].coasts.append(word)
    lands = {identifier(entry["id"]) for entry in data["provinces"] if entry["type"] == "land"}
    for entry in (*data["provinces"], *named):
        here = location(entry["id"])
        for border in entry.get("adjacencies", ()):
            there = location(border["to"])
            if border["pass"] in ("army", "both"):
                draft.army.add((here, there))
            if border["pass"] in ("fleet", "both"):
                draft.fleet.add((here, there))
    for pid in sorted(lands):
        if not draft.places[pid].coasts and any(pid in way for way in draft.fleet):
            draft.places[pid].fleet = True
            draft.lose("provinces of type land that fleets reach are coastal", [pid])
    units, owned = data["initialState"]["units"], data["initialState"]["supplyCenters"]
    neutral = [one for one in units if identifier(one["nation"]) == "NEUTRAL" and one["nation"] not in powers]
    if neutral:  # neutral units belong to a power in civil disorder
        powers["Neutral"] = "NEUTRAL"
        draft.nations["NEUTRAL"] = Nation("Neutral", centers=[])
        draft.extra.setdefault("civil_disorder", []).append("NEUTRAL")
    for unit in units:
        place = location(unit.get("location") or unit["province"])
        draft.nations[powers[unit["nation"]]].units.append(f"{unit['type'][0]} {place}")
    for center in owned:
        if center["nation"] not in powers and identifier(center["nation"]) == "NEUTRAL":
            continue
        nation = draft.nations[powers[center["nation"]]]
        assert nation.centers is not None
        nation.centers.append(identifier(center["province"]))
    draft.lose("colors of powers")
