"""Checks the data of board files.

The schema, `variant.schema.json`, states keys and types; this module checks the rest.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

from .errors import BoardError
from .json_schema import schema_faults
from .json_text import package_json
from .spelling import simplified
from .units import province_of

SEA, INLAND, COASTAL = "sea", "inland", "coastal"

MERGE_KEYS = frozenset(
    f"{kind}{how}" for kind in ("army", "fleet") for how in ("", "_one_way", "_added", "_removed")
) | {
    "extends",
    "without_provinces",
    "without_powers",
    "provinces",
    "powers",
}
"""Keys under which an extending board changes parts of its base."""

_ONLY_EXTENDING = MERGE_KEYS - {"provinces", "powers", "army", "fleet", "army_one_way", "fleet_one_way"}
"""Keys that only an extending board may have."""

ENDINGS = (".json", ".map", ".xml", ".go")
"""File name endings of boards: board files, and files of other programs, which `importers` reads."""

_ENTRIES = {"provinces: ": "province ", "powers: ": "power ", "army: ": "army ", "fleet: ": "fleet "}


@cache
def schema() -> dict[str, Any]:
    """Return the schema of board files.

    >>> schema()["else"]["required"]
    ['name', 'powers', 'provinces', 'army', 'fleet']
    """
    return package_json(Path(__file__).with_name("variant.schema.json"))


@cache
def standard_names() -> dict[str, str]:
    """Return the English name of each province and power of the standard board, by id.

    >>> standard_names()["PAR"]
    'Paris'
    """
    data = package_json(Path(__file__).with_name("boards") / "standard.json")
    return {id: entry["name"] for kind in ("provinces", "powers") for id, entry in data[kind].items()}


def split_name(name: str) -> tuple[Path, str]:
    """Return the path in a name and the variant after its ``#``, empty if there is none.

    >>> split_name("maps/variants.xml#Modern")[1], split_name("maps#1/mine.json")[0].name
    ('Modern', 'mine.json')
    """
    path, mark, wanted = name.rpartition("#")
    return (Path(path), wanted) if mark and path.lower().endswith(".xml") else (Path(name), "")


def names_a_file(name: str) -> bool:
    """Return whether a name is that of a board's file, or of a folder, which may hold Go.

    >>> names_a_file("mine.json"), names_a_file("variants.xml#Modern"), names_a_file("standard")
    (True, True, False)
    """
    path, _ = split_name(name)
    # unlike `Path.is_dir`, this does not raise for impossible file names
    return path.suffix.lower() in ENDINGS or (name != "" and os.path.isdir(path))


def is_file_name(name: str) -> bool:
    """Return whether a name is spelled like that of a file; the file system is not read.

    >>> is_file_name("mine.json"), is_file_name("//host/share"), is_file_name("standrad")
    (True, True, False)
    """
    return name.lower().endswith(ENDINGS) or any(sign in name for sign in "/\\#:")


MOST_PROVINCES = 5_000
"""Limit of provinces of a board from a file; the largest in use has some two hundred."""

MOST_BORDERS = 50_000
"""Limit of borders of a board from a file, for armies and for fleets each."""

Border = tuple[str, str]
"""Two locations; a one-way border leads from the first to the second."""

_ID = re.compile(r"[^\W_][\w-]*")


def check_board_data(data: Mapping[str, Any]) -> None:
    """Refuse data of a board with missing or unknown keys or with values of the wrong kind.

    Raises:
        BoardError: There are faults; all are listed.
    """
    faults = _faults(data)
    faults += [
        f"{key}: only a board file that extends another one has it, and only load_board reads that"
        for key in data
        if key in _ONLY_EXTENDING
    ]
    if not faults:
        places = {pid: (entry["name"],) for pid, entry in data["provinces"].items()}
        powers = {pid: (entry["name"], *entry.get("aliases", ())) for pid, entry in data["powers"].items()}
        adjectives = {pid: entry["adjective"] for pid, entry in data["powers"].items()}
        faults = [*_invalid_ids(data), *_empty_names(data), *_coast_faults(data["provinces"])]
        faults += [*_shared_names(places, {}), *_shared_names(powers, adjectives)]
    refuse(str(data.get("name", "")), faults)


def check_size(data: Mapping[str, Any]) -> None:
    """Refuse a board from an untrusted file that is too large.

    Raises:
        BoardError: A limit is exceeded; all faults are listed.
    """
    provinces = len(_entries(data, "provinces"))
    faults = [f"{provinces:,} provinces; at most {MOST_PROVINCES:,} are read"] * (provinces > MOST_PROVINCES)
    for kind in ("army", "fleet"):
        entries = [others for key in (kind, f"{kind}_one_way") for others in _entries(data, key).values()]
        borders = sum(len(others.split()) for others in entries if isinstance(others, str))
        if borders > MOST_BORDERS:
            faults.append(f"{kind}: {borders:,} borders; at most {MOST_BORDERS:,} are read")
    refuse(str(data.get("name", "")), faults)


def check_extending(name: str, data: Mapping[str, Any]) -> None:
    """Refuse data of an extending board with unknown keys or with values of the wrong kind.

    Raises:
        BoardError: There are faults; all are listed.
    """
    instead = [
        f"{kind}: a board that extends another one has {kind}_added and {kind}_removed"
        for kind in ("army", "fleet")
        if kind in data
    ]
    refuse(name, [*_faults(data), *instead])


def refuse(name: str, faults: list[str]) -> None:
    """Refuse the board `name` if there are faults.

    Raises:
        BoardError: There are; all are listed.
    """
    if faults:
        raise BoardError(f"board {name}:\n  " + "\n  ".join(faults))


def _entries(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    part = data.get(key)
    return cast("dict[str, Any]", part) if isinstance(part, dict) else {}


def _faults(data: Mapping[str, Any]) -> list[str]:
    faults: list[str] = []
    for fault in schema_faults(data, schema()):
        for path, word in _ENTRIES.items():
            fault = word + fault.removeprefix(path) if fault.startswith(path) else fault
        faults.append(fault)
    return faults


def _invalid_ids(data: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each id that other formats could misread."""
    ids = [
        (f"{kind} {pid!r}", pid) for kind, key in (("province", "provinces"), ("power", "powers")) for pid in data[key]
    ]
    ids += [
        (f"province {pid}: coast {coast!r}", coast)
        for pid, entry in data["provinces"].items()
        for coast in entry.get("coasts", ())
    ]
    return [
        f"{what[:100]}: an id has only letters, digits, _ and -, and begins with a letter or a digit"
        for what, one in ids
        if not _ID.fullmatch(one)
    ]


def _empty_names(data: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each name without a letter or digit: it is empty when names are compared."""
    names = [("name", data["name"])]
    for kind, key in (("province", "provinces"), ("power", "powers")):
        for pid, entry in data[key].items():
            names += [(f"{kind} {pid}: {what}", entry[what]) for what in ("name", "adjective") if what in entry]
            names += [(f"{kind} {pid}: aliases", alias) for alias in entry.get("aliases", ())]
    for short, name in data.get("impassable", {}).items():
        names += [(f"impassable {short!r}", short), (f"impassable {short!r}", name)]
    return [f"{where}: {name!r} has no letter and no digit" for where, name in names if not simplified(name)]


def _coast_faults(provinces: Mapping[str, Any]) -> list[str]:
    """Return a sentence for coasts that differ only in case or accents, and for coasts of inland provinces."""
    faults: list[str] = []
    for pid, entry in provinces.items():
        owner: dict[str, str] = {}
        for coast in entry.get("coasts", ()):
            if (other := owner.setdefault(simplified(coast), coast)) != coast:
                faults.append(f"province {pid}: coasts {other} and {coast} are one name")
        if owner and entry["kind"] == INLAND:
            faults.append(f"province {pid}: coasts of a province that is inland")
    return faults


def _shared_names(names: Mapping[str, tuple[str, ...]], adjectives: Mapping[str, str]) -> list[str]:
    """Return a sentence for each pair of ids that share a name.

    An adjective may be shared, as it then names no power, but it may not be the name of another power.
    """
    owner: dict[str, str] = {}
    faults: list[str] = []
    for pid, others in names.items():
        for name in (pid, *others):
            if (other := owner.setdefault(simplified(name), pid)) != pid:
                faults.append(f"{other} and {pid} are both called {name!r}")
    for pid, adjective in adjectives.items():
        if (other := owner.get(simplified(adjective), pid)) != pid:
            faults.append(f"{other} and {pid} are both called {adjective!r}")
    return faults


def borders_of(entry: dict[str, str]) -> tuple[Border, ...]:
    """Return the borders that a board file writes by their first location: the others, separated by blanks."""
    return tuple((one, two) for one, others in entry.items() for two in others.split())


def by_first(borders: Iterable[Border]) -> dict[str, str]:
    """Return borders as a board file writes them: what `borders_of` reads.

    >>> by_first([("PAR", "BUR"), ("PAR", "GAS")])
    {'PAR': 'BUR GAS'}
    """
    entry: dict[str, str] = {}
    for one, two in borders:
        entry[one] = f"{entry[one]} {two}" if one in entry else two
    return entry


def extended_data(data: dict[str, Any], base: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a board that extends another one.

    Provinces and powers are removed, added or changed key by key; borders are added and removed; for any other key,
    the extending board's value replaces that of the base.
    """
    removed_provinces, removed_powers = set(data.get("without_provinces", ())), set(data.get("without_powers", ()))
    own = ("about", "source")  # these are never inherited
    merged = {key: value for key, value in base.items() if key not in own}
    merged |= {key: value for key, value in data.items() if key not in MERGE_KEYS}
    if "victory_centers" in data and "victory" not in data:
        merged.pop("victory", None)
    if "first_year" in data and "calendar" not in data:
        merged.pop("calendar", None)
    elif "begin" in data.get("calendar", {}) and "first_year" not in data:
        merged.pop("first_year", None)
    faults: list[str] = []
    for kind, out in (("provinces", removed_provinces), ("powers", removed_powers)):
        faults += [f"without_{kind}: {base['name']} has no {one}" for one in sorted(out - base[kind].keys())]
        changed: dict[str, Any] = data.get(kind, {})
        merged[kind] = {pid: {**base[kind].get(pid, {}), **changed.get(pid, {})} for pid in {**base[kind], **changed}}
        merged[kind] = {pid: entry for pid, entry in merged[kind].items() if pid not in out}
    for kind in ("army", "fleet", "army_one_way", "fleet_one_way"):
        away = {frozenset(edge) for edge in borders_of(data.get(f"{kind}_removed", {}))}
        more = data.get(kind, {}) if kind.endswith("one_way") else data.get(f"{kind}_added", {})
        there = {frozenset(edge) for edge in borders_of(base.get(kind, {}))}
        faults += [f"{kind}_removed: {' '.join(sorted(edge))} is no border of {base['name']}" for edge in away - there]
        merged[kind] = by_first(
            edge
            for edge in (*borders_of(base.get(kind, {})), *borders_of(more))
            if frozenset(edge) not in away and removed_provinces.isdisjoint(map(province_of, edge))
        )
    refuse(data.get("name", ""), sorted(faults))
    return merged
