"""Replaying recorded games: each phase is adjudicated and compared with the record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import cast

from ..map import Board, Json, Phase, Position, StandoffError, named_board, object_at
from ..solver import OPTIONS, PRESETS, PhaseResult, Rulebook
from ..text import counted, read_order
from ..turn import (
    Turn,
    following_turn,
    record_differences,
    recorded_orders,
    recorded_position,
    recorded_retreats,
)
from .case import Case, CaseError, CasePhase, Expected
from .course import turn_of
from .formats import format_of
from .records import saved_game
from .run import reported_differences
from .text_files import SourceName, boards_of, read_text


@dataclass(frozen=True, slots=True)
class ReplayedPhase:
    """A phase of a saved game, adjudicated.

    Attributes:
        name: The phase ("S1901M").
        differences: A sentence for each difference from the record.
        compared: False for the last phase of a record, which has no successor.
        result: Standoff's result.
        explained_by: The rulebooks and single changed options that reproduce the record.
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
    """The numbers of phases of recorded games that agree and differ.

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
    """Return the board and the phases of a recorded game in the format of the `diplomacy` package (`records`).

    Raises:
        StandoffError: The file is not a recorded game; the message names the invalid phase.
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
    """Yield every phase of a recorded game, adjudicated under `rules` and compared with the next recorded phase.

    Each phase starts from standoff's own position, or from the record after a difference. A phase without a recorded
    position is compared by its date alone.

    Raises:
        StandoffError: The file is not a recorded game, or an order in it cannot be read.
    """
    form = format_of(text := read_text(SourceName(path)))
    if form.lines:
        with boards_of(SourceName(path)):
            cases = form.read(text, path)
        yield from (phase for case in cases for phase in _replay_report(case, rules))
        return
    board, phases = read_game(path)
    position = recorded_position(board, phases[0])
    for entry, recorded in zip_longest(phases, phases[1:]):
        if position.phase != Phase.parse(str(entry["name"])):
            continue  # a phase without a position that only the record has
        orders = [read_order(text, board.power_named(power), board) for power, text in recorded_orders(entry)]
        turn = Turn(position, tuple(orders), rules, board=board)
        result = turn.adjudicate()
        if recorded is None:
            yield ReplayedPhase(entry["name"], (), False, result.phase_result)
            return
        expected = _recorded_position(board, recorded)
        after = following_turn(result, recorded=expected).position
        differences = tuple(record_differences(result.phase_result, after, expected, recorded))

        def agrees(
            other: Rulebook, turn: Turn = turn, record: tuple[Position, Json | None] = (expected, recorded)
        ) -> bool:
            found = replace(turn, rules=other).adjudicate()
            then = following_turn(found, recorded=record[0]).position
            return next(record_differences(found.phase_result, then, *record), None) is None

        explained_by = tuple(_explanations(rules, agrees)) if differences else ()
        yield ReplayedPhase(entry["name"], differences, True, result.phase_result, explained_by)
        if differences and expected.units:
            position = expected
        else:
            position = replace(after, centers=after.centers or expected.centers)


def _replay_report(case: Case, rules: Rulebook) -> Iterator[ReplayedPhase]:
    """Yield the phases of a report, compared with what it says of their orders, dislodged units and positions."""
    for phase, result in zip(case.phases, turn_of(case, rules).course(), strict=True):
        found = reported_differences(case, phase, result.phase_result)
        differences = tuple(f"{one.where}: the record has {one.expected}, standoff {one.found}" for one in found)

        def agrees(other: Rulebook, phase: CasePhase = phase, turn: Turn = result.turn) -> bool:
            found = replace(turn, rules=other).adjudicate().phase_result
            return next(reported_differences(case, phase, found), None) is None

        explained_by = tuple(_explanations(rules, agrees)) if differences else ()
        is_compared = any(one.expected for one in phase.orders) or phase.expected != Expected()
        name = str(phase.phase or phase.type)
        yield ReplayedPhase(name, differences, is_compared, result.phase_result, explained_by)


def _recorded_position(board: Board, recorded: Json) -> Position:
    """Return the position of a recorded phase; without units if none are recorded."""
    if object_at(recorded, "state"):
        return recorded_position(board, recorded)
    return Position((), phase=Phase.parse(str(recorded["name"])), board=board.source)


def _explanations(rules: Rulebook, agrees: Callable[[Rulebook], bool]) -> Iterator[str]:
    """Yield the presets and single changed options under which a phase agrees with its record."""
    others = [(f"rulebook {name}", preset) for name, preset in PRESETS.items() if name != rules.name]
    for option, kind in OPTIONS.items():
        for choice in kind.choices:
            if choice != rules[option]:
                others.append((f"{option}={choice}", rules.with_options(**{option: choice})))
    for name, other in others:
        with suppress(StandoffError):  # the choice does not apply to this board or phase
            if agrees(other):
                yield name
