"""The scene of a position: units, owners, dislodged units and their possible retreats."""

from __future__ import annotations

from collections.abc import Iterable

from ..map import SEA, Board, Dislodged, Phase, PhaseType, Position, Unit
from ..solver import Adjustments, Rulebook, legal_retreats
from ..text import message
from .boards.geometry import Anchor
from .scene import Action, ActionKind, Piece, PieceState, Scene, Status

_SEASONS = {"S": "Spring", "F": "Fall", "W": "Winter"}


def phase_words(phase: Phase | None, language: str = "en") -> str:
    """Return the name of a phase ("Fall 1906, retreat phase"); empty for None."""
    if phase is None:
        return ""
    season = f"{message(_SEASONS[phase.season], language)} {phase.year}"
    return season if phase.type is PhaseType.MOVEMENT else f"{season}, {message(f'{phase.type} phase', language)}"


def unit_words(unit: Unit, board: Board, language: str) -> str:
    """Return a unit in words: "France: army Paris"."""
    kind = message("army" if unit.type.value == "A" else "fleet", language)
    return f"{board.names.name(unit.power, language)}: {kind} {board.names.name(unit.location, language)}"


def scene_of_position(
    position: Position, board: Board, *, rules: Rulebook, language: str = "en", heading: str = ""
) -> Scene:
    """Return the scene of a position; in a retreat phase with the possible retreats of dislodged units."""
    pieces = [Piece(unit, words=unit_words(unit, board, language)) for unit in position.units]
    actions: list[Action] = []
    for dislodged in position.dislodged:
        retreats = legal_retreats(board, position, dislodged, rules)
        fate = message("has no retreat and disbands", language)
        if retreats:
            names = ", ".join(board.names.name(place, language) for place in retreats)
            fate = f"{message('may retreat to', language)}{'' if language == 'en' else ':'} {names}"
        words = f"{unit_words(dislodged.unit, board, language)}: {message('dislodged', language)}; {fate}"
        pieces.append(Piece(dislodged.unit, PieceState.RETREATING, words=words, anchor=Anchor.DISLODGED))
        actions.extend(retreat_ways(dislodged, retreats))
    heading = heading or phase_words(position.phase, language)
    return scene_at(position, board, heading, pieces, actions, position.contested)


def scene_at(
    position: Position,
    board: Board,
    heading: str,
    pieces: Iterable[Piece],
    actions: Iterable[Action],
    contested: Iterable[str] = (),
    notes: Iterable[str] = (),
) -> Scene:
    """Return a scene on the land as it is owned in a position.

    A center has its owner's color. Other land has the color of the unit on it, else of the power to whose country it
    belongs, as long as that power is in the game. If the position names no owners, the countries count as owners.
    """
    owners = {center: power for power, centers in position.centers.items() for center in centers}
    playing = {unit.power for unit in (*position.units, *(d.unit for d in position.dislodged))} | {*owners.values()}
    colors = {place: power for power, entry in board.powers.items() if power in playing for place in entry.country}
    colors |= {unit.province: unit.power for unit in position.units}
    if owners:
        colors |= {center: owners.get(center, "") for center in board.centers}
    land = {province.id for province in board.provinces if province.kind != SEA}
    tints = {province: power for province, power in colors.items() if province in land and power in board.powers}
    return Scene(board, heading, tuple(pieces), tuple(actions), tints, owners, tuple(sorted(contested)), tuple(notes))


def open_places(position: Position, board: Board, rules: Rulebook) -> set[str]:
    """Return the locations that units may reach in one phase, or be built in; retreats are drawn in the scene."""
    if position.phase is None or position.phase.type is PhaseType.MOVEMENT:
        return {place for unit in position.units for place in board.neighbors(unit.location, unit.type)}
    if position.phase.type is PhaseType.RETREAT:
        return set()
    winter = Adjustments(board, position, rules)
    builders = [power for power, number in winter.powers.items() if winter.balance[number] > 0]
    return {home for power in builders for home in winter.free_homes(power)}


def retreat_ways(dislodged: Dislodged, retreats: tuple[str, ...], way_taken: str = "") -> list[Action]:
    """Return the trace of the attack on a dislodged unit, and its possible retreats except for `way_taken`."""
    unit, start = dislodged.unit, dislodged.attacker_from
    ways: list[Action] = []
    if start is not None:
        ways.append(Action(ActionKind.ATTACK, Status.DONE, unit.power, str(unit), start, to=unit.location))
    for place in retreats:
        if place != way_taken:
            order, at = f"{unit} R {place}", Anchor.DISLODGED
            ways.append(Action(ActionKind.OPTION, Status.OPEN, unit.power, order, unit.location, to=place, anchor=at))
    return ways
