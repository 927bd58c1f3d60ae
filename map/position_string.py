"""A position in one line, as chess has FEN: eight fields, separated by blanks.

    standard S1901M ENGLAND:FLON,FEDI,ALVP;FRANCE:FBRE,AMAR,APAR ENGLAND:EDI,LON,LVP;FRANCE:BRE,MAR,PAR - - - -

The board, ``%20`` standing for a blank in it; the phase; the units of each power; the centers that it owns; dislodged
units, each with ``<`` and the province of its attacker (``<-`` where that bars nothing, ``~`` after it if the attacker
came by convoy); provinces contested; powers in civil disorder; closed provinces. ``-`` stands for nothing; fields left
out at the end are empty.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from .board import Board, named_board
from .errors import PositionError, UnknownNameError, WrongTypeError
from .phases import Phase
from .units import Dislodged, Unit, UnitType


class PositionContent(NamedTuple):
    """What a text or an object says of a position: the attributes of `Position`, in their order."""

    units: tuple[Unit, ...]
    centers: Mapping[str, tuple[str, ...]]
    dislodged: tuple[Dislodged, ...]
    contested: frozenset[str]
    phase: Phase | None
    civil_disorder: frozenset[str]
    closed: frozenset[str]
    board: str


class PositionStringError(PositionError):
    """A line is not a position; the message names the field and what is expected."""


_LOOKS = re.compile(r"[\w./\\#%+~()&'-]+ (?:-|[SFWsfw]\d{1,5}[MRAmra]) (?:-$|- |[^\s:]+:)")


def is_position_string(text: str) -> bool:
    """Tell whether `text` looks like a position string rather than the name of a file.

    >>> is_position_string("standard S1901M FRANCE:APAR"), is_position_string("turn.txt")
    (True, False)
    """
    return "\n" not in text.strip() and _LOOKS.match(text.strip()) is not None


def position_string(content: PositionContent) -> str:
    """Return what there is to say of a position in one line; `content_of_string` reads it back equal.

    >>> position_string(content_of_string("standard - FRANCE:APAR"))
    'standard - FRANCE:APAR - - - - -'
    """

    def groups(entries: list[tuple[str, str]]) -> str:
        of_powers: list[tuple[str, list[str]]] = []
        for power, text in entries:  # units of a power may be listed apart; what is written keeps their order
            if not of_powers or of_powers[-1][0] != power:
                of_powers.append((power, []))
            if text:
                of_powers[-1][1].append(text)
        return ";".join(f"{power}:{','.join(texts)}" for power, texts in of_powers) or "-"

    def listed(names: frozenset[str]) -> str:
        return ",".join(sorted(names)) or "-"

    def origin(d: Dislodged) -> str:
        return f"<{d.attacker_from or '-'}{'~' if d.by_convoy else ''}"

    return " ".join(
        (
            content.board.replace(" ", "%20"),
            str(content.phase or "-"),
            groups([(unit.power, f"{unit.type.value}{unit.location}") for unit in content.units]),
            groups([(power, ",".join(owned)) for power, owned in content.centers.items()]),
            groups([(d.unit.power, f"{d.unit.type.value}{d.unit.location}{origin(d)}") for d in content.dislodged]),
            listed(content.contested),
            listed(content.civil_disorder),
            listed(content.closed),
        )
    )


def _entries(field: str, name: str, board: Board) -> list[tuple[str, list[str]]]:
    if field == "-":
        return []
    groups: list[tuple[str, list[str]]] = []
    for group in field.split(";"):
        written, colon, rest = group.partition(":")
        if not colon:
            near = board.nearest_power(written)
            raise PositionStringError(f"{name}: expected POWER:..., cannot read {group!r}{near}")
        groups.append((_power(written, name, board), [entry for entry in rest.split(",") if entry]))
    return groups


def _power(written: str, name: str, board: Board) -> str:
    try:
        return board.power_named(written)
    except UnknownNameError as fault:
        raise PositionStringError(f"{name}: {fault}") from None


def _unit(text: str, power: str, name: str, board: Board) -> Unit:
    if text[:1] in ("A", "F") and text[1:] in board.location_number:
        return Unit(UnitType(text[0]), text[1:], power)
    raise PositionStringError(f"{name}: {text!r} is not a unit; expected A or F and a place, as in FSTP/SC")


def _province(text: str, name: str, board: Board) -> str:
    if text in board.province_number:
        return text
    raise PositionStringError(f"{name}: no province {text!r}{board.nearest(text)}")


def content_of_string(text: str) -> PositionContent:
    """Return what a line says of a position, which may be impossible.

    Raises:
        StandoffError: It does not describe a position.

    >>> content_of_string("standard S1901M FRANCE:APAR").phase
    Phase('S', 1901, PhaseType.MOVEMENT)
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise WrongTypeError(f"expected a position in one line, not {text!r}")
    fields = text.split()
    if not 3 <= len(fields) <= 8:
        raise PositionStringError(
            "a position string has 3 to 8 fields (board, phase, units, centers, dislodged, contested, civil disorder, "
            f"closed), not {len(fields)}: {text.strip()[:60]!r}"
        )
    board_name, phase, units, centers, dislodged, contested, civil_disorder, closed = (*fields, *"-----")[:8]
    board = named_board(board_name.replace("%20", " "))
    out: list[Dislodged] = []
    for power, entries in _entries(dislodged, "dislodged", board):
        for entry in entries:
            match = re.fullmatch(r"([^<]+)<(-|[^~]+?)(~?)", entry)
            if not match:
                raise PositionStringError(f"dislodged: expected a unit, '<' and a province, cannot read {entry!r}")
            origin = None if match[2] == "-" else _province(match[2], "dislodged", board)
            out.append(Dislodged(_unit(match[1], power, "dislodged", board), origin, bool(match[3])))

    owned: dict[str, tuple[str, ...]] = {}
    for power, entries in _entries(centers, "centers", board):
        owned[power] = (*owned.get(power, ()), *(_province(entry, "centers", board) for entry in entries))

    def provinces(field: str, name: str) -> frozenset[str]:
        return frozenset(() if field == "-" else (_province(part, name, board) for part in field.split(",")))

    return PositionContent(
        tuple(
            _unit(entry, power, "units", board)
            for power, entries in _entries(units, "units", board)
            for entry in entries
        ),
        owned,
        tuple(out),
        provinces(contested, "contested"),
        None if phase == "-" else Phase.parse(phase),
        frozenset(
            ()
            if civil_disorder == "-"
            else (_power(written, "civil_disorder", board) for written in civil_disorder.split(","))
        ),
        provinces(closed, "closed"),
        board.source,
    )
