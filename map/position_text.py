"""Reads positions: in one line, like chess's FEN, or as a JSON object, like a turn in interchange lines.

    standard S1901M ENGLAND:FLON,FEDI,ALVP;FRANCE:FBRE,AMAR,APAR ENGLAND:EDI,LON,LVP;FRANCE:BRE,MAR,PAR - - - -

A line has eight fields, separated by blanks: the board, with ``%20`` for each blank in its name; the phase; the units
of each power; the centers that it owns; the dislodged units, each with ``<`` and the province of its attacker (``<-``
if the attacker bars no province, ``~`` after it if the attacker came by convoy); the contested provinces; the powers in
civil disorder; the closed provinces. ``-`` is an empty field, or unknown centers (``FRANCE:`` says that nobody owns
any); empty fields at the end may be omitted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, cast

from .board import Board
from .errors import PositionError, StandoffError, UnknownNameError, WrongTypeError
from .json_text import Json, JsonError, known_keys, list_of_texts, object_at, shown, shown_text, text_at
from .loading import named_board
from .phases import Phase
from .units import Dislodged, Unit, UnitType
from .values import ReadOnlyDict

POSITION_KEYS = ("map", "season", "units", "centers", "dislodged", "contested", "civil_disorder", "closed")
_DISLODGED_KEYS = ("power", "from", "by_convoy", "retreats")
_LINE = re.compile(r"[\w./\\#%+~()&'-]+ (?:-|[SFWsfw]\d{1,5}[MRAmra]) (?:-$|- |[^\s:]+:)")


def is_position_string(text: str) -> bool:
    """Return whether `text` looks like a position in one line rather than a file name.

    >>> is_position_string("standard S1901M FRANCE:APAR"), is_position_string("turn.txt")
    (True, False)
    """
    return "\n" not in text.strip() and _LINE.match(text.strip()) is not None


# -- names and units --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=100_000)
def unit_on(text: str, power: str, board: Board) -> Unit:
    """Return the unit that interchange lines and saved games write as A or F and the id of a location.

    Args:
        text: The unit.
        power: The id of its power.
        board: The board.

    Raises:
        PositionError: The text is not a unit.

    >>> from standoff.map import load_board
    >>> unit_on("F STP/SC", "RUSSIA", load_board()).province
    'STP'
    """
    kind, _, place = text.strip().partition(" ")
    if kind in ("A", "F") and place in board.location_number:
        return Unit(UnitType(kind), place, power)
    quoted, near = shown_text(text), board.nearest(place[:100])
    raise PositionError(f"{power}: {quoted} is not a unit; expected A or F and a place{near}")


def _power(name: object, field: str, board: Board, error: type[StandoffError] = JsonError) -> str:
    try:
        return board.power_named(name)
    except UnknownNameError as fault:
        raise error(f"{field}: {fault}") from None


def _province(name: str, field: str, board: Board, error: type[StandoffError] = JsonError) -> str:
    try:
        return board.province(name).id
    except UnknownNameError as fault:
        raise error(f"{field}: {fault}") from None


# -- one line ---------------------------------------------------------------------------------------------------------


def fields_of_line(text: str) -> dict[str, Any]:
    """Return the arguments of `Position` for a position in one line, which may be impossible.

    Raises:
        StandoffError: The text does not describe a position.

    >>> fields_of_line("standard S1901M FRANCE:APAR")["phase"]
    Phase('S', 1901, PhaseType.MOVEMENT)
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise WrongTypeError(f"expected a position in one line, not {text!r}")
    fields = text.split()
    if not 3 <= len(fields) <= 8:
        raise PositionError(
            f"a position string has 3 to 8 fields (board, phase, units, centers, dislodged, contested, civil disorder, "
            f"closed), not {len(fields)}: {text.strip()[:60]!r}"
        )
    board_name, phase, units, centers, dislodged, contested, civil_disorder, closed = (*fields, *"-----")[:8]
    board = named_board(board_name.replace("%20", " "))

    def entries(field: str, name: str) -> list[tuple[str, str]]:
        """Return each entry of a field with its power; a power without entries has an empty one."""
        pairs: list[tuple[str, str]] = []
        for group in field.split(";") if field != "-" else ():
            power, colon, texts = group.partition(":")
            if not colon:
                near = board.nearest_power(power)
                raise PositionError(f"{name}: expected POWER:..., cannot read {group!r}{near}")
            power = _power(power, name, board, PositionError)
            pairs += [(power, entry) for entry in texts.split(",") if entry] or [(power, "")]
        return pairs

    def unit(entry: str, power: str) -> Unit:
        return unit_on(f"{entry[:1]} {entry[1:]}", power, board)

    def dislodged_unit(entry: str, power: str) -> Dislodged:
        match = re.fullmatch(r"([^<]+)<(-|[^~]+?)(~?)", entry)
        if not match:
            raise PositionError(f"dislodged: expected a unit, '<' and a province, cannot read {entry!r}")
        origin = None if match[2] == "-" else _province(match[2], "dislodged", board, PositionError)
        return Dislodged(unit(match[1], power), origin, bool(match[3]))

    def provinces(field: str, name: str) -> frozenset[str]:
        names = field.split(",") if field != "-" else ()
        return frozenset(_province(province, name, board, PositionError) for province in names)

    owned: dict[str, tuple[str, ...]] = {}
    for power, entry in entries(centers, "centers"):
        center = (_province(entry, "centers", board, PositionError),) if entry else ()
        owned[power] = (*owned.get(power, ()), *center)
    powers = civil_disorder.split(",") if civil_disorder != "-" else ()
    return {
        "units": tuple(unit(entry, power) for power, entry in entries(units, "units") if entry),
        "centers": ReadOnlyDict(owned),
        "dislodged": tuple(dislodged_unit(entry, power) for power, entry in entries(dislodged, "dislodged") if entry),
        "contested": provinces(contested, "contested"),
        "phase": None if phase == "-" else Phase.parse(phase),
        "civil_disorder": frozenset(_power(power, "civil_disorder", board, PositionError) for power in powers),
        "closed": provinces(closed, "closed"),
        "board": board.source,
    }


# -- a JSON object ----------------------------------------------------------------------------------------------------


def fields_of_object(entry: Mapping[str, Any], board: Board | None = None) -> dict[str, Any]:
    """Return the arguments of `Position` for a JSON object; the position may be impossible, other keys are ignored.

    Args:
        entry: The object.
        board: The board if the object names none (default: the standard one).

    Raises:
        StandoffError: The object does not describe a position.

    >>> fields_of_object({"units": {"FRANCE": ["A PAR"]}})["units"]
    (Unit(ARMY, 'PAR', 'FRANCE'),)
    """
    board = named_board(text_at(entry, "map", "standard")) if board is None or "map" in entry else board

    def provinces(key: str) -> frozenset[str]:
        return frozenset(_province(name, key, board) for name in list_of_texts(entry.get(key), key))

    dislodged = object_at(entry, "dislodged")
    units = by_power(entry, "units", board)
    return {
        "units": tuple(unit_on(text, power, board) for power, texts in units.items() for text in texts),
        "centers": ReadOnlyDict({power: tuple(owned) for power, owned in by_power(entry, "centers", board).items()}),
        "dislodged": tuple(_dislodged(text, dislodged[text], board) for text in dislodged),
        "contested": provinces("contested"),
        "phase": None if entry.get("season") is None else Phase.parse(text_at(entry, "season", "")),
        "civil_disorder": frozenset(
            _power(name, "civil_disorder", board)
            for name in list_of_texts(entry.get("civil_disorder"), "civil_disorder")
        ),
        "closed": provinces("closed"),
        "board": board.source,
    }


def by_power(entry: Mapping[str, Any], key: str, board: Board) -> dict[str, list[str]]:
    """Return the texts of each power under a key, by power id; two names of one power are merged.

    Raises:
        JsonError: The value is not an object of lists of texts, or a name is not that of a power.
    """
    groups: dict[str, list[str]] = {}
    for name, texts in object_at(entry, key).items():
        groups.setdefault(_power(name, key, board), []).extend(list_of_texts(texts, f"{key} of {name}"))
    return groups


def _dislodged(text: str, entry: object, board: Board) -> Dislodged:
    field = f"dislodged {text[:200]!r}"
    if not isinstance(entry, Mapping) or "power" not in entry:
        raise JsonError(f"{field}: expected an object with 'power', 'from' and 'by_convoy'")
    about = cast(Json, entry)
    known_keys(about, _DISLODGED_KEYS, f"{field}: ")
    by_convoy, origin = about.get("by_convoy", False), about.get("from")
    if not isinstance(by_convoy, bool):
        raise JsonError(f"{field}: by_convoy is true or false, found {shown(by_convoy)}")
    if origin is not None:
        if not isinstance(origin, str):
            raise JsonError(f"{field}, from: expected a text, found {shown(origin)}")
        origin = _province(origin, field, board)
    return Dislodged(unit_on(text.lstrip("*"), _power(about["power"], field, board), board), origin, by_convoy)
