"""Replaying recorded games: each phase adjudicated and compared with the record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import cast

from ..map import Board, Json, Phase, PhaseType, Position, StandoffError, named_board, object_at
from ..solver import OPTIONS, PRESETS, Order, PhaseResult, Rulebook, adjudicate_phase, following
from ..text import counted, read_order
from ..turn import leaves_out_retreats, record_differences, recorded_orders, recorded_position, recorded_retreats
from .case import CaseError
from .records import saved_game
from .text_files import SourceName, boards_of, read_text


@dataclass(frozen=True, slots=True)
class ReplayedPhase:
    """A phase of a saved game, adjudicated.

    Attributes:
        name: The phase ("S1901M").
        differences: Where the record differs, one sentence each; empty where it agrees.
        compared: False for the last phase of a record, which has no successor to compare with.
        result: What standoff found.
        explained_by: Each rulebook, and each single choice in the one replayed under, that reproduces the record.
    """

    name: str
    differences: tuple[str, ...]
    compared: bool
    result: PhaseResult
    explained_by: tuple[str, ...] = ()

    def __str__(self) -> str:
        if not self.differences:
            return f"{self.name}: {'agrees' if self.compared else 'last phase, nothing to compare'}"
        why = ", ".join(self.explained_by) or "no rulebook, and no single option"
        return "\n".join(f"{self.name}: {line}" for line in (*self.differences, f"explained by {why}"))


@dataclass(slots=True)
class ReplayCount:
    """How many phases of saved games agree with the record, and how many differ.

    >>> print(ReplayCount(games=1, phases=20, differing=2))
    1 game, 20 phases compared: 18 agree, 2 differ
    """

    games: int
    phases: int = 0
    differing: int = 0

    def add(self, phase: ReplayedPhase) -> None:
        """Count a phase."""
        self.phases += phase.compared
        self.differing += bool(phase.differences)

    def __str__(self) -> str:
        compared = f"{counted(self.games, 'game')}, {counted(self.phases, 'phase')} compared"
        return f"{compared}: {self.phases - self.differing} agree, {self.differing} differ"


def read_game(path: str) -> tuple[Board, list[Json]]:
    """Return board and phases of a recorded game, as the `diplomacy` package saves games (`records`).

    Raises:
        StandoffError: The file is not a recorded game; the phase at fault is named.
    """
    path = SourceName(path)
    data = saved_game(read_text(path), path)
    try:
        with boards_of(path):
            board = named_board(str(data.get("map", "standard")))
        phases = cast(list[Json], data["phases"])
        names = [str(phase["name"]) for phase in phases]
    except (KeyError, TypeError, AttributeError) as fault:
        what = f"{type(fault).__name__}: {fault}"
        raise CaseError(f"{path}: not a saved game of the diplomacy package ({what}); expected 'phases'") from None
    if not phases:
        raise CaseError(f"{path}: a saved game without phases")
    for number, (name, phase) in enumerate(zip(names, phases, strict=True)):
        try:
            if not number or object_at(phase, "state"):
                recorded_position(board, phase)
            for power, order in recorded_orders(phase):
                read_order(order, board.power_named(power), board)
            recorded_retreats(phase)
        except StandoffError as fault:
            raise CaseError(f"{path}, phase {name[:200]}: {fault}") from None
    return board, phases


def replay(path: str, rules: Rulebook) -> Iterator[ReplayedPhase]:
    """Yield every phase of a recorded game, adjudicated under `rules` and compared with the next one recorded.

    Standoff carries its own position from phase to phase; after a difference it continues from the record. A phase that
    says nothing of its position is compared by its date alone.

    Raises:
        StandoffError: The file is not a recorded game, or an order in it cannot be read.
    """
    board, phases = read_game(path)
    position = recorded_position(board, phases[0])
    for entry, recorded in zip_longest(phases, phases[1:]):
        if position.phase != Phase.parse(str(entry["name"])):
            continue  # a phase that only the record has, and where its units stood is not in it
        orders = [read_order(text, board.power_named(power), board) for power, text in recorded_orders(entry)]
        result = adjudicate_phase(position, orders, rules=rules, board=board)
        if recorded is None:
            yield ReplayedPhase(entry["name"], (), False, result)
            return
        wanted = _recorded_position(board, recorded)
        after = _following(result, wanted, rules, board)
        differences = tuple(record_differences(result, after, wanted, recorded))
        explained_by = tuple(_explanations(position, orders, rules, board, wanted, recorded)) if differences else ()
        yield ReplayedPhase(entry["name"], differences, True, result, explained_by)
        position = wanted if differences and wanted.units else replace(after, centers=after.centers or wanted.centers)


def _recorded_position(board: Board, recorded: Json) -> Position:
    """Return the position of a recorded phase; one without units if it records none."""
    if object_at(recorded, "state"):
        return recorded_position(board, recorded)
    return Position((), phase=Phase.parse(str(recorded["name"])), board=board.source)


def _following(result: PhaseResult, recorded_position: Position, rules: Rulebook, board: Board) -> Position:
    """Return the position that follows, without retreats and winters that the record leaves out as nobody gave orders.
    """
    after = following(result.after, board)
    if leaves_out_retreats(result, recorded_position):
        after = following(replace(after, dislodged=()), board)
    winter = after.phase is not None and after.phase.type is PhaseType.ADJUSTMENT
    if winter and recorded_position.phase is not None and recorded_position.phase.type is PhaseType.MOVEMENT:
        after = following(adjudicate_phase(after, (), rules=rules, board=board).after, board)
    return after


def _explanations(
    position: Position, orders: list[Order], rules: Rulebook, board: Board, recorded_position: Position, recorded: Json
) -> Iterator[str]:
    """Yield the changes of the rulebook under which a phase comes out as recorded: other presets, single choices."""
    others = [(f"rulebook {name}", preset) for name, preset in PRESETS.items() if name != rules.name]
    for option, kind in OPTIONS.items():
        for choice in kind.choices:
            if choice != rules[option]:
                others.append((f"{option}={choice}", rules.with_options(**{option: choice})))
    for name, other in others:
        try:
            result = adjudicate_phase(position, orders, rules=other, board=board)
            after = _following(result, recorded_position, other, board)
        except StandoffError:  # a choice that does not apply to this board or phase explains nothing
            continue
        if next(record_differences(result, after, recorded_position, recorded), None) is None:
            yield name
