"""What a board file holds: its keys, which of them may be left out, and the kind of value of each."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Mapping
from typing import Any, cast

from .errors import BoardError
from .spelling import simplified

_KINDS: dict[str, Callable[[Any], bool]] = {
    "a text": lambda value: isinstance(value, str),
    "a whole number": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "true or false": lambda value: isinstance(value, bool),
    "an object": lambda value: isinstance(value, dict),
    "a list of texts": lambda value: (
        isinstance(value, (list, tuple)) and all(isinstance(one, str) for one in cast("list[Any]", value))
    ),
}

_BOARD = {"name": "a text", "powers": "an object", "provinces": "an object", "army": "an object", "fleet": "an object"}
_BOARD_TOO = {"first_year": "a whole number", "victory_centers": "a whole number"}
_POWER = {"name": "a text", "adjective": "a text", "homes": "a list of texts", "units": "a list of texts"}
_POWER_TOO = {"aliases": "a list of texts", "country": "a list of texts"}
_PROVINCE = {"name": "a text", "kind": "a text"}
_PROVINCE_TOO = {"coasts": "a list of texts", "center": "true or false", "aliases": "a list of texts"}
_EXTENDING = ("extends", "without_provinces", "without_powers", "army_added", "fleet_added")
_PROVINCE_KINDS = ("sea", "inland", "coastal")


def check_board_data(data: Mapping[str, Any]) -> None:
    """Find what is missing in the data of a board, unknown there, or of the wrong kind.

    Raises:
        BoardError: There are faults; all are listed.
    """
    faults = _faults("", data, _BOARD, _BOARD_TOO)
    provinces, powers = (_entries(data, key) for key in ("provinces", "powers"))
    for pid, entry in provinces.items():
        faults += _faults(f"province {pid}: ", entry, _PROVINCE, _PROVINCE_TOO)
        kind = _entries(provinces, pid).get("kind")
        if isinstance(kind, str) and kind not in _PROVINCE_KINDS:
            faults.append(f"province {pid}: kind {kind!r}; expected sea, inland or coastal")
    for pid, entry in powers.items():
        faults += _faults(f"power {pid}: ", entry, _POWER, _POWER_TOO)
    for graph in ("army", "fleet"):
        for one, others in _entries(data, graph).items():
            if not isinstance(others, str):
                faults.append(f"{graph} {one}: expected a text, not {others!r}")
    refuse(str(data.get("name", "")), faults or [*_shared_names(provinces), *_shared_names(powers)])


def check_extending(name: str, data: Mapping[str, Any]) -> None:
    """Find what is unknown in the data of a board that changes another one.

    Raises:
        BoardError: There are faults; all are listed.
    """
    refuse(name, _unknown("", data, (*_BOARD, *_BOARD_TOO, *_EXTENDING)))


def refuse(name: str, faults: list[str]) -> None:
    """Refuse the board `name` if there are faults.

    Raises:
        BoardError: There are; all are listed.
    """
    if faults:
        raise BoardError(f"board {name}:\n  " + "\n  ".join(faults))


def read_board_json(text: str) -> object:
    """Return the JSON value that `text` is; an object that has a key twice is refused, because one would be lost.

    Raises:
        ValueError: It is no JSON, or has such an object.
    """
    return json.loads(text, object_pairs_hook=_once)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"{key!r} appears twice in one object")
        found[key] = value
    return found


def _entries(data: Mapping[str, Any], key: str) -> dict[str, Any]:
    found = data.get(key)
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def _faults(where: str, entry: object, needed: Mapping[str, str], others: Mapping[str, str]) -> list[str]:
    if not isinstance(entry, Mapping):
        return [f"{where}expected an object, not {entry!r}"]
    found = cast("Mapping[str, Any]", entry)
    kinds = {**needed, **others}
    return [
        *(f"{where}{key!r} is missing" for key in needed if key not in found),
        *(
            f"{where}{key!r}: expected {kinds[key]}, not {value!r}"
            for key, value in found.items()
            if key in kinds and not _KINDS[kinds[key]](value)
        ),
        *_unknown(where, found, tuple(kinds)),
    ]


def _unknown(where: str, entry: Mapping[str, Any], known: tuple[str, ...]) -> list[str]:
    faults: list[str] = []
    for key in entry:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"
            faults.append(f"{where}unknown key {key!r}; {hint}")
    return faults


def _shared_names(entries: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each two entries of which one is called what the other is called: who reads cannot tell."""
    owner: dict[str, str] = {}
    faults: list[str] = []
    for pid, entry in entries.items():
        for name in (pid, entry["name"]):
            if (other := owner.setdefault(simplified(name), pid)) != pid:
                faults.append(f"{other} and {pid} are both called {name!r}")
    return faults


__all__ = ["check_board_data", "check_extending", "read_board_json", "refuse"]
