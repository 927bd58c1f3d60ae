"""A position as an object of JSON: the keys that `Position.to_dict` writes, and a turn of the interchange lines has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, cast

from .board import Board, named_board
from .errors import PositionError, UnknownNameError
from .json_values import Json, JsonError, known_keys, list_of_texts, object_at, shown, shown_text, text_at
from .phases import Phase
from .position_string import PositionContent
from .units import Dislodged, Unit, UnitType

POSITION_KEYS = ("map", "season", "units", "centers", "dislodged", "contested", "civil_disorder", "closed")
_DISLODGED_KEYS = ("power", "from", "by_convoy", "retreats")


@lru_cache(maxsize=100_000)
def unit_on(text: str, power: str, board: Board) -> Unit:
    """Return the unit of a power in the one notation of lines and saved games: A or F, and the id of a location.

    Args:
        text: The unit.
        power: The id of its power.
        board: The board.

    Raises:
        PositionError: It is not a unit.

    >>> from standoff.map import load_board
    >>> unit_on("F STP/SC", "RUSSIA", load_board()).province
    'STP'
    """
    kind, _, place = text.strip().partition(" ")
    if kind in ("A", "F") and place in board.location_number:
        return Unit(UnitType(kind), place, power)
    quoted, near = shown_text(text), board.nearest(place[:100])
    raise PositionError(f"{power}: {quoted} is not a unit; expected A or F and a place{near}")


def content_of_object(entry: Mapping[str, Any], board: Board | None = None) -> PositionContent:
    """Return what an object, as `Position.to_dict` gives it, says of a position, which may be impossible.

    Keys that a position does not have are not looked at.

    Args:
        entry: The object.
        board: The board where the object names none; the standard one if left out.

    Raises:
        StandoffError: It does not describe a position.

    >>> content_of_object({"units": {"FRANCE": ["A PAR"]}}).units
    (Unit(ARMY, 'PAR', 'FRANCE'),)
    """
    board = named_board(text_at(entry, "map", "standard")) if board is None or "map" in entry else board
    dislodged = object_at(entry, "dislodged")
    season = entry.get("season")
    return PositionContent(
        tuple(
            unit_on(text, power, board) for power, texts in by_power(entry, "units", board).items() for text in texts
        ),
        {power: tuple(owned) for power, owned in by_power(entry, "centers", board).items()},
        tuple(_dislodged(text, dislodged[text], board) for text in dislodged),
        _provinces(entry, "contested", board),
        None if season is None else Phase.parse(text_at(entry, "season", "")),
        frozenset(
            _power(name, "civil_disorder", board)
            for name in list_of_texts(entry.get("civil_disorder"), "civil_disorder")
        ),
        _provinces(entry, "closed", board),
        board.source,
    )


def by_power(entry: Mapping[str, Any], key: str, board: Board) -> dict[str, list[str]]:
    """Return the texts of each power under a key, by the ids of the powers; no power stands twice.

    Raises:
        JsonError: Something else stands there, or a name that is not a power's.
    """
    groups: dict[str, list[str]] = {}
    for name, texts in object_at(entry, key).items():
        groups.setdefault(_power(name, key, board), []).extend(list_of_texts(texts, f"{key} of {name}"))
    return groups


def _power(name: object, key: str, board: Board) -> str:
    if isinstance(name, str) and name in board.powers:
        return name
    try:
        return board.power_named(name)
    except UnknownNameError as fault:
        raise JsonError(f"{key}: {fault}") from None


def _provinces(entry: Mapping[str, Any], key: str, board: Board) -> frozenset[str]:
    return frozenset(_province(place, key, board) for place in list_of_texts(entry.get(key), key))


def _province(place: str, what: str, board: Board) -> str:
    try:
        return board.province(place).id
    except UnknownNameError as fault:
        raise JsonError(f"{what}: {fault}") from None


def _dislodged(text: str, entry: object, board: Board) -> Dislodged:
    what = f"dislodged {text[:200]!r}"
    if not isinstance(entry, Mapping) or "power" not in entry:
        raise JsonError(f"{what}: expected an object with 'power', 'from' and 'by_convoy'")
    about = cast(Json, entry)
    known_keys(about, _DISLODGED_KEYS, f"{what}: ")
    by_convoy = about.get("by_convoy", False)
    if not isinstance(by_convoy, bool):
        raise JsonError(f"{what}: by_convoy is true or false, found {shown(by_convoy)}")
    origin = about.get("from")
    if origin is not None:
        if not isinstance(origin, str):
            raise JsonError(f"{what}, from: expected a text, found {shown(origin)}")
        origin = _province(origin, what, board)
    return Dislodged(unit_on(text.lstrip("*"), _power(about["power"], what, board), board), origin, by_convoy)
