"""Phases in the saved games of the `diplomacy` package: written, read, and compared with results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

from ..map import (
    Board,
    Dislodged,
    Json,
    JsonError,
    Phase,
    PhaseType,
    Position,
    Unit,
    by_power,
    list_of_texts,
    object_at,
    unit_on,
)
from ..solver import MovementResult, PhaseResult, Rulebook, legal_retreats
from .codec import grouped, rules_keys

COMPLETED = "COMPLETED"
"""The name of the last phase of a finished game in the `diplomacy` package: the position after the end, no orders."""

_GAME_KEYS = ("id", "map", "rules", "phases", "standoff")
_PHASE_KEYS = ("name", "state", "orders", "written", "results", "messages", "standoff")
_STATE_KEYS = (
    *("name", "units", "retreats", "centers", "homes", "influence", "civil_disorder", "builds", "phase"),
    *("timestamp", "zobrist_hash", "note", "game_id", "map", "rules"),
)
_OUR_KEYS = ("rules", "options", "variant", "seed", "start", "title", "comment", "typed")
"""The keys of saved games of the `diplomacy` package and of standoff; redundant ones are not read."""


def unread_keys(data: Json) -> list[str]:
    """Return the unknown keys of a saved game, its phases and their states, each once.

    >>> unread_keys({"map": "standard", "phases": [{"name": "S1901M", "ordres": {}}]})
    ['ordres']
    """
    unread: list[object] = []

    def look(value: Any, known: Sequence[str]) -> None:
        if isinstance(value, dict):
            unread.extend(key for key in cast(Json, value) if key not in known)

    phases: Any = data.get("phases")
    look(data, _GAME_KEYS)
    look(data.get("standoff"), _OUR_KEYS)
    for phase in cast("list[Any]", phases) if isinstance(phases, list) else ():
        look(phase, _PHASE_KEYS)
        if isinstance(phase, dict):
            look(cast(Json, phase).get("state"), _STATE_KEYS)
            look(cast(Json, phase).get("standoff"), _OUR_KEYS)
    return list(dict.fromkeys(map(str, unread)))


def phase_object(position: Position, orders: Iterable[tuple[str, str]], board: Board, rules: Rulebook) -> Json:
    """Return a phase of a saved game: units, possible retreats, centers and orders.

    Args:
        position: The position.
        orders: The power and the text of each order.
        board: The board.
        rules: The rulebook, on which possible retreats depend.

    >>> from standoff import Position, load_board, rulebook
    >>> entry = phase_object(Position.parse("standard S1901M FRANCE:APAR"), (), load_board(), rulebook())
    >>> entry["name"], entry["state"]["units"]["FRANCE"], entry["orders"]["FRANCE"]
    ('S1901M', ['A PAR'], [])
    """
    retreats: dict[str, dict[str, list[str]]] = {power: {} for power in board.powers}
    for d in position.dislodged:
        places = legal_retreats(board, position, d, rules)
        retreats.setdefault(d.unit.power, {})[str(d.unit)] = list(places)
    unit_texts = [(unit.power, str(unit)) for unit in position.units]
    units = grouped([*unit_texts, *((d.unit.power, f"*{d.unit}") for d in position.dislodged)], board.powers)
    centers = {power: list(position.centers.get(power, ())) for power in board.powers}
    state = {"name": str(position.phase), "units": units, "retreats": retreats, "centers": centers}
    return {"name": str(position.phase), "state": state, "orders": grouped(orders, board.powers)}


def end_object(position: Position, board: Board, rules: Rulebook) -> Json:
    """Return the end of a saved game (`COMPLETED`): the position after the last phase."""
    entry = phase_object(position, (), board, rules)
    return entry | {"name": COMPLETED, "state": entry["state"] | {"name": COMPLETED}}


def recorded_position(board: Board, entry: Json) -> Position:
    """Return the position of a recorded phase, which does not include attackers' origins.

    The position after the end of a game (`COMPLETED`) has no phase.

    Raises:
        StandoffError: The record is invalid.
    """
    state = object_at(entry, "state")
    if "units" not in state and not is_completed(entry):
        raise JsonError("a phase that records no units")
    units: list[Unit] = []
    dislodged: list[Dislodged] = []
    for power, texts in by_power(state, "units", board).items():
        for text in texts:
            unit = unit_on(text.lstrip("*"), power, board)
            if text.startswith("*"):
                dislodged.append(Dislodged(unit))
            else:
                units.append(unit)
    centers = {power: tuple(owned) for power, owned in by_power(state, "centers", board).items()}
    phase = None if is_completed(entry) else Phase.parse(str(entry.get("name")))
    position = Position(tuple(units), centers, tuple(dislodged), phase=phase, board=board.source)
    position.check(board)  # the comparison of records would lose duplicates
    return position


def is_completed(entry: Json) -> bool:
    """Return whether an entry of a saved game is the end of the game (`COMPLETED`), not a phase.

    >>> is_completed({"name": "COMPLETED"}), is_completed({"name": "S1901M"})
    (True, False)
    """
    return entry.get("name") == COMPLETED


def is_drawn_before(end: Position, position: Position) -> bool:
    """Return whether a game ended in a phase that was not adjudicated: the position after the end is that before it.

    Args:
        end: The position after the end.
        position: The position before the last phase.
    """
    return end.phase is None and bool(end.units) and {*end.units} == {*position.units}


def check_phase_names(phases: Sequence[object]) -> None:
    """Check that the phases of a saved game have different names, and that only the last one is the end of the game.

    Raises:
        JsonError: Two phases have the same name, or `COMPLETED` is the first phase, or not the last.
    """
    names = [str(cast(Json, phase).get("name")) for phase in phases if isinstance(phase, dict)]
    for name, count in Counter(names).items():
        if count > 1:
            raise JsonError(f"{count} phases are called {name[:20]}")
    if COMPLETED in names[:-1]:
        raise JsonError(f"phase {names[names.index(COMPLETED) + 1][:20]} after {COMPLETED}, the end of the game")
    if names == [COMPLETED]:
        raise JsonError(f"no phase but {COMPLETED}, the end of the game")


def recorded_rules(data: Json) -> tuple[str, dict[str, str]]:
    """Return the rulebook of a saved game and its options: those that standoff saved, otherwise of the package.

    Raises:
        JsonError: They are not texts.

    >>> recorded_rules({"phases": []}), recorded_rules({"standoff": {"rules": "1982"}, "phases": []})
    (('diplomacy', {}), ('1982', {}))
    """
    ours = object_at(data, "standoff")
    return rules_keys(ours, "2023" if ours else "diplomacy")


def recorded_orders(entry: Json, key: str = "orders") -> list[tuple[str, str]]:
    """Return the orders of a recorded phase, each with its power.

    Raises:
        StandoffError: The record is invalid.
    """
    lists = object_at(entry, key).items()
    return [(power, text) for power, texts in lists for text in list_of_texts(texts, f"{key} of {power}")]


def recorded_retreats(entry: Json) -> set[tuple[str, str, str]]:
    """Return the possible retreats of a recorded phase: power, unit, province.

    Raises:
        StandoffError: The record is invalid.
    """
    entries: set[tuple[str, str, str]] = set()
    retreats = object_at(object_at(entry, "state"), "retreats")
    for power in retreats:
        of_power = object_at(retreats, power)
        entries.update(
            (power, unit, place) for unit in of_power for place in list_of_texts(of_power[unit], f"retreats of {unit}")
        )
    return entries


def record_differences(
    result: PhaseResult, after: Position, recorded_position: Position, recorded: Json
) -> Iterator[str]:
    """Yield a sentence for each difference between a record and a result.

    Args:
        result: The result of a phase.
        after: The position that follows.
        recorded_position: The position of the next recorded phase; without units, only its date is compared.
        recorded: The next recorded phase.

    A dislodged unit with nowhere to go may be missing: the `diplomacy` package removes it at once.
    """
    if not is_completed(recorded) and after.phase != recorded_position.phase:
        yield f"next phase: the record has {recorded_position.phase}, standoff {after.phase}"
        return
    if not recorded_position.units:
        return
    position_sets, listed = contents_of(after), contents_of(recorded_position)
    if isinstance(result, MovementResult):
        doomed = {(d.unit.power, str(d.unit)) for d in after.dislodged if not result.retreats[d.unit.province]}
        position_sets["dislodged"] -= doomed - listed["dislodged"]
    if "centers" not in object_at(recorded, "state"):
        del listed["centers"]
    for what, record in listed.items():
        if record != (ours := position_sets[what]):
            yield f"{what}: the record has {_shown(record - ours)}, standoff {_shown(ours - record)}"
    has_retreats = "retreats" in object_at(recorded, "state")
    if (
        has_retreats
        and isinstance(result, MovementResult)
        and recorded_position.phase
        and recorded_position.phase.type is PhaseType.RETREAT
    ):
        record = recorded_retreats(recorded)
        ours = {
            (d.unit.power, str(d.unit), place) for d in after.dislodged for place in result.retreats[d.unit.province]
        }
        if record != ours:
            yield f"retreats: the record has {_shown(record - ours)}, standoff {_shown(ours - record)}"


def leaves_out_retreats(result: PhaseResult, recorded_position: Position) -> bool:
    """Return whether a record omits a retreat phase because no dislodged unit has a retreat.

    The `diplomacy` package removes such units at once.

    Args:
        result: The result of a phase.
        recorded_position: The position of the next recorded phase.
    """
    if not isinstance(result, MovementResult) or not result.after.dislodged or any(result.retreats.values()):
        return False
    return recorded_position.phase is None or recorded_position.phase.type is not PhaseType.RETREAT


def leaves_out_phase(result: PhaseResult, next_type: PhaseType, recorded_position: Position) -> bool:
    """Return whether a record omits the phase after a result because it has no orders.

    Args:
        result: The result of a phase.
        next_type: The type of the phase that follows.
        recorded_position: The position of the next recorded phase.
    """
    if next_type is PhaseType.ADJUSTMENT:
        return recorded_position.phase is not None and recorded_position.phase.type is PhaseType.MOVEMENT
    return leaves_out_retreats(result, recorded_position)


def contents_of(position: Position) -> dict[str, set[tuple[str, str]]]:
    """Return the units, dislodged units and centers of a position, each as text with its power."""
    return {
        "units": {(unit.power, str(unit)) for unit in position.units},
        "dislodged": {(d.unit.power, str(d.unit)) for d in position.dislodged},
        "centers": {(power, center) for power, owned in position.centers.items() for center in owned},
    }


def _shown(entries: set[Any]) -> str:
    return ", ".join(" ".join(entry) for entry in sorted(entries)) or "nothing more"


__all__ = [
    "check_phase_names",
    "contents_of",
    "end_object",
    "is_completed",
    "is_drawn_before",
    "leaves_out_phase",
    "leaves_out_retreats",
    "phase_object",
    "record_differences",
    "recorded_orders",
    "recorded_position",
    "recorded_retreats",
    "recorded_rules",
    "unread_keys",
]
