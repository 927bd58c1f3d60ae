"""Single changes of a position: a unit added or removed, a center's owner, the phase."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..map import Board, Phase, PhaseType, Position, StandoffError, province_of
from ..text import read_place, unit_of_text


class EditError(StandoffError):
    """A position cannot be changed as requested; the message has the reason."""


def changed(position: Position, change: Mapping[str, Any], board: Board) -> Position:
    """Return a position with one change.

    Args:
        position: The position.
        change: One of ``{"unit": "F STP/SC", "power": "RUSSIA"}`` (replacing any unit there), ``{"remove": "PAR"}``,
            ``{"center": "PAR", "power": "FRANCE"}`` (without a power: no owner), ``{"phase": "F1901M"}``
            (``"-"``: none), ``{"clear": true}``.
        board: The board.

    Raises:
        StandoffError: There is no such place, power or phase, or the unit cannot be there.

    >>> from standoff.map import load_board
    >>> str(changed(Position(), {"unit": "A PAR", "power": "FRANCE"}, load_board()))
    'standard - FRANCE:APAR - - - - -'
    """
    if change.get("clear"):
        return replace(position, units=(), dislodged=(), contested=frozenset(), centers={})
    if "unit" in change:
        unit = unit_of_text(_word(change, "unit"), board.power_named(_word(change, "power")), board)
        rest = _without_units_in(position, unit.province)
        edited = replace(rest, units=(*rest.units, unit))
        edited.check(board)
        return edited
    if "remove" in change:
        return _without_units_in(position, province_of(read_place(_word(change, "remove"), board)))
    if "center" in change:
        return _with_center(position, change, board)
    if "phase" in change:
        if _word(change, "phase") == "-":
            return replace(position, phase=None, dislodged=(), contested=frozenset())
        phase = Phase.parse(_word(change, "phase"))
        edited = replace(position, phase=phase)
        if phase.type is not PhaseType.RETREAT:
            edited = replace(edited, dislodged=(), contested=frozenset())
        return edited
    raise EditError("no change requested; expected unit, remove, center, phase or clear")


def _word(change: Mapping[str, Any], key: str) -> str:
    value = change.get(key)
    if not isinstance(value, str) or not value.strip():
        raise EditError(f"{key}: expected a text")
    return value.strip()


def _without_units_in(position: Position, province: str) -> Position:
    return replace(
        position,
        units=tuple(unit for unit in position.units if unit.province != province),
        dislodged=tuple(d for d in position.dislodged if d.unit.province != province),
    )


def _with_center(position: Position, change: Mapping[str, Any], board: Board) -> Position:
    province = province_of(read_place(_word(change, "center"), board))
    centers = {power: tuple(c for c in owned if c != province) for power, owned in position.centers.items()}
    if change.get("power"):
        power = board.power_named(_word(change, "power"))
        centers[power] = (*centers.get(power, ()), province)
    edited = replace(position, centers=centers)  # a power that owns none stays: the centers are known
    edited.check(board)
    return edited
