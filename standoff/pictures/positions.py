"""The scene of a position: units, owners, dislodged units and their possible retreats."""

from __future__ import annotations

from collections.abc import Iterable

from ..map import SEA, Board, Dislodged, Phase, PhaseType, Position, Unit
from ..solver import Rulebook, legal_retreats
from ..text.messages import message
from .boards.geometry import Anchor
from .scene import Action, ActionKind, Piece, PieceState, Scene, Status

_SEASONS = {"S": "Spring", "F": "Fall", "W": "Winter"}


def phase_words(phase: Phase | None, language: str = "en") -> str:
    """Return the name of a phase ("Fall 1906, retreat phase"); empty for None."""
    if phase is None:
        return ""
    kind = {PhaseType.RETREAT: "retreat phase", PhaseType.ADJUSTMENT: "adjustment phase"}.get(phase.type)
    season = f"{message(_SEASONS[phase.season], language)} {phase.year}"
    return f"{season}, {message(kind, language)}" if kind else season


def unit_words(unit: Unit, board: Board, language: str = "en") -> str:
    """Return a unit in words: "France: army Paris"."""
    kind = message("army" if unit.type.value == "A" else "fleet", language)
    return f"{board.names.name(unit.power, language)}: {kind} {board.names.name(unit.location, language)}"


def owners_of(position: Position) -> dict[str, str]:
    """Return the owner of each supply center that has one."""
    return {center: power for power, centers in position.centers.items() for center in centers}


def tints_of(board: Board, position: Position) -> dict[str, str]:
    """Return the power whose color each land province has.

    A center has its owner's color. Other land has the color of the unit on it, else of the power to whose country it
    belongs, as long as that power is in the game. If the position names no owners, the countries count as owners.
    """
    owners = owners_of(position)
    playing = {unit.power for unit in position.units} | {d.unit.power for d in position.dislodged}
    playing |= set(owners.values())
    tints: dict[str, str] = {}
    for power, entry in board.powers.items():
        if power in playing:
            tints.update((province, power) for province in entry.country)
    land = {province.id: province for province in board.provinces if province.kind != SEA}
    for unit in position.units:
        if unit.province in land:
            tints[unit.province] = unit.power
    if owners:
        tints.update((center, power) for center, power in owners.items())
        for center in board.centers:
            if center not in owners:
                tints.pop(center, None)
    return {province: power for province, power in tints.items() if province in land and power in board.powers}


def scene_of_position(
    position: Position, board: Board, *, rules: Rulebook, language: str = "en", heading: str = ""
) -> Scene:
    """Return the scene of a position; in a retreat phase with the possible retreats of dislodged units."""
    pieces = [Piece(unit, words=unit_words(unit, board, language)) for unit in position.units]
    actions: list[Action] = []
    for dislodged in position.dislodged:
        retreats = legal_retreats(board, position, dislodged, rules)
        pieces.append(
            Piece(
                dislodged.unit,
                PieceState.RETREATING,
                words=_fate(dislodged, retreats, board, language),
                anchor=Anchor.DISLODGED,
            )
        )
        actions.extend(retreat_ways(dislodged, retreats))
    return scene_at(
        position, board, heading or phase_words(position.phase, language), pieces, actions, position.contested
    )


def scene_at(
    position: Position,
    board: Board,
    heading: str,
    pieces: Iterable[Piece],
    actions: Iterable[Action],
    contested: Iterable[str] = (),
    notes: Iterable[str] = (),
) -> Scene:
    """Return a scene on the land as it is owned in a position."""
    tints, owners = tints_of(board, position), owners_of(position)
    return Scene(board, heading, tuple(pieces), tuple(actions), tints, owners, tuple(sorted(contested)), tuple(notes))


def retreat_ways(dislodged: Dislodged, retreats: tuple[str, ...], way_taken: str = "") -> list[Action]:
    """Return the trace of the attack on a dislodged unit, and its possible retreats except for `way_taken`."""
    unit = dislodged.unit
    ways: list[Action] = []
    if dislodged.attacker_from is not None:
        ways.append(
            Action(ActionKind.ATTACK, Status.DONE, unit.power, str(unit), dislodged.attacker_from, to=unit.location)
        )
    for place in retreats:
        if place != way_taken:
            order, at = f"{unit} R {place}", Anchor.DISLODGED
            ways.append(Action(ActionKind.OPTION, Status.OPEN, unit.power, order, unit.location, to=place, anchor=at))
    return ways


def _fate(dislodged: Dislodged, retreats: tuple[str, ...], board: Board, language: str) -> str:
    names = ", ".join(board.names.name(place, language) for place in retreats)
    fate = f"{message('may retreat to', language)} {names}"
    if not names:
        fate = message("has no retreat and disbands", language)
    return f"{unit_words(dislodged.unit, board, language)}: {message('dislodged', language)}; {fate}"
