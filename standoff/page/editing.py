"""Changing one thing in a position at a time: a unit added or removed, a center given, the phase."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..map import Board, Phase, PhaseType, Position, StandoffError, province_of
from ..text.reading import read_place, read_standing


class EditError(StandoffError):
    """A position cannot be changed as asked; the message says why."""


def changed(position: Position, change: Mapping[str, Any], board: Board) -> Position:
    """Return a position with one change.

    Args:
        position: The position.
        change: One of ``{"unit": "F STP/SC", "power": "RUSSIA"}`` (replacing any unit there), ``{"remove": "PAR"}``,
            ``{"center": "PAR", "power": "FRANCE"}`` (no power: nobody's), ``{"phase": "F1901M"}``, ``{"clear": true}``.
        board: The board.

    Raises:
        StandoffError: There is no such place, power or phase, or the unit cannot stand there.

    >>> from standoff.map import load_board
    >>> str(changed(Position(), {"unit": "A PAR", "power": "FRANCE"}, load_board()))
    'standard - FRANCE:APAR - - - - -'
    """
    if change.get("clear"):
        return replace(position, units=(), dislodged=(), contested=frozenset(), centers={})
    if "unit" in change:
        return _with_unit(position, _word(change, "unit"), board.power_named(_word(change, "power")), board)
    if "remove" in change:
        province = province_of(read_place(_word(change, "remove"), board))
        return _without(position, province)
    if "center" in change:
        return _with_center(position, _word(change, "center"), change, board)
    if "phase" in change:
        phase = Phase.parse(_word(change, "phase"))
        found = replace(position, phase=phase)
        if phase.type is not PhaseType.RETREAT:
            found = replace(found, dislodged=(), contested=frozenset())
        return found
    raise EditError("nothing to change; expected unit, remove, center, phase or clear")


def _word(change: Mapping[str, Any], key: str) -> str:
    value = change.get(key)
    if not isinstance(value, str) or not value.strip():
        raise EditError(f"{key}: expected a text")
    return value.strip()


def _with_unit(position: Position, text: str, power: str, board: Board) -> Position:
    unit = read_standing(text, power, board)
    found = replace(_without(position, unit.province), units=(*_without(position, unit.province).units, unit))
    found.check(board)
    return found


def _without(position: Position, province: str) -> Position:
    return replace(
        position,
        units=tuple(unit for unit in position.units if unit.province != province),
        dislodged=tuple(d for d in position.dislodged if d.unit.province != province),
    )


def _with_center(position: Position, text: str, change: Mapping[str, Any], board: Board) -> Position:
    province = province_of(read_place(text, board))
    centers = {power: tuple(c for c in owned if c != province) for power, owned in position.centers.items()}
    if change.get("power"):
        power = board.power_named(_word(change, "power"))
        centers[power] = (*centers.get(power, ()), province)
    found = replace(position, centers={power: owned for power, owned in centers.items() if owned})
    found.check(board)
    return found
