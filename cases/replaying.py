"""Replaying recorded games: each phase is adjudicated and compared with the record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import cast

from ..map import (
    Board,
    Dislodged,
    Json,
    Phase,
    PhaseType,
    Position,
    StandoffError,
    Unit,
    named_board,
    object_at,
    text_at,
    warn_unread,
)
from ..solver import Move, Order, PhaseResult, Rulebook, Unclear, Waive, rulebook
from ..text import counted, read_order
from ..turn import (
    Turn,
    following_turn,
    is_completed,
    is_drawn_before,
    record_differences,
    recorded_orders,
    recorded_position,
    recorded_retreats,
    recorded_rules,
)
from .case import Case, CaseError, CasePhase, Expected
from .course import turn_of
from .formats import format_of, refuse_binary
from .records import GameFile, open_games, saved_game
from .run import reported_differences
from .text_files import SourceName, boards_of, file_called


@dataclass(frozen=True, slots=True)
class ReplayedPhase:
    """A phase of a recorded game, adjudicated.

    Attributes:
        name: The phase ("S1901M").
        differences: A sentence for each difference from the record.
        compared: False for a phase that nothing follows in the record, or in which the game ended unadjudicated.
        turn: The phase with its recorded orders.
        result: Standoff's result.
        after: The next position of the record, without units if none are recorded.
        recorded: The next entry of the record; None after the last phase.
    """

    name: str
    differences: tuple[str, ...]
    compared: bool
    turn: Turn
    result: PhaseResult
    after: Position
    recorded: Json | None

    def __str__(self) -> str:
        if not self.differences:
            return f"{self.name}: {'agrees' if self.compared else 'nothing to compare'}"
        return "\n".join(f"{self.name}: {line}" for line in self.differences)


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


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A recorded game of a file, as text.

    Attributes:
        name: Its name in messages: the file, with the line if it has several games.
        text: Its text.
        file: The file.
    """

    name: str
    text: str
    file: str

    def replay(
        self, rules: Rulebook | None = None, options: Mapping[str, str] | None = None
    ) -> Iterator[ReplayedPhase]:
        """Yield every phase, adjudicated and compared with the next recorded phase.

        Each phase starts from standoff's own position, or from the record after a difference. A phase without a
        recorded position is compared by its date alone.

        Args:
            rules: The rulebook (default: that of the game; `recorded_rules`).
            options: Single options that override it.

        Raises:
            StandoffError: It is not a recorded game, or an order in it cannot be read.
        """
        refuse_binary(self.text[:8].encode(), self.name)
        form = format_of(self.text)
        if not form.is_of_games:
            with boards_of(self.file):
                cases = form.read(self.text, self.name)
            if form.is_orders and not any(_is_compared(phase) for case in cases for phase in case.phases):
                raise CaseError(f"{self.name}: {form.title}: nothing says what became of the orders")
            for case in cases:
                yield from _replayed(case, (rules or rulebook(case.rules[0])).with_named(**(options or {})))
            return
        data = saved_game(self.text, self.name)
        board, phases = self._read(data)
        if rules is None:
            name, saved = recorded_rules(data)
            rules = rulebook(name, **saved)
        rules = rules.with_named(**(options or {}))
        position = recorded_position(board, phases[0][0])
        for (entry, orders), after in zip_longest(phases, phases[1:]):
            if is_completed(entry) or position.phase != Phase.parse(str(entry["name"])):
                continue  # the end of the game, or a phase without a position that only the record has
            turn = Turn(position, orders, rules, board=board)
            result = turn.adjudicate()
            expected = Position() if after is None else _position_of(board, after[0])
            recorded = None if after is None else after[0]
            differences: tuple[str, ...] = ()
            compared = recorded is not None
            if recorded is not None:
                then = following_turn(result, recorded=expected).position
                differences = tuple(record_differences(result.phase_result, then, expected, recorded))
                if differences and is_drawn_before(expected, position):
                    compared, differences = False, ()
                position = expected if differences and expected.units else _with_centers(then, expected)
            yield ReplayedPhase(entry["name"], differences, compared, turn, result.phase_result, expected, recorded)

    def _read(self, data: Json) -> tuple[Board, list[tuple[Json, tuple[Order, ...]]]]:
        """Return the board and the phases, each with its orders.

        Raises:
            StandoffError: The text is not a recorded game; the message names the invalid phase.
        """
        try:
            with boards_of(self.file):
                board = named_board(text_at(data, "map", "standard"))
            entries = cast(list[Json], data["phases"])
            names = [str(phase["name"]) for phase in entries]
        except (KeyError, TypeError, AttributeError) as fault:
            what = f"{type(fault).__name__}: {fault}"
            message = f"{self.name}: not a saved game of the diplomacy package ({what}); expected 'phases'"
            raise CaseError(message) from None
        if not entries:
            raise CaseError(f"{self.name}: a saved game without phases")
        phases: list[tuple[Json, tuple[Order, ...]]] = []
        for name, entry in zip(names, entries, strict=True):
            try:
                if not phases or object_at(entry, "state"):
                    recorded_position(board, entry)
                texts = recorded_orders(entry)
                orders = [read_order(text, board.power_named(power), board) for power, text in texts]
                recorded_retreats(entry)
            except StandoffError as fault:
                raise CaseError(f"{self.name}, phase {name[:200]}: {fault}") from None
            phases.append((entry, tuple(orders)))
        return board, phases


def _replayed(case: Case, rules: Rulebook) -> Iterator[ReplayedPhase]:
    """Yield the phases of a report, compared with what it says of orders, dislodged units, positions and centers."""
    owned = "start" in case.head
    for number, phase in enumerate(case.phases):
        owned = owned or bool(phase.position.centers)
        if phase.type is PhaseType.ADJUSTMENT and not owned:
            warn_unread(case.file, [f"{phase.phase} and later: nothing says who owns the supply centers"])
            case = replace(case, phases=case.phases[:number])
            break
    for phase, result in zip(case.phases, turn_of(case, rules).course(), strict=True):
        compared = _is_compared(phase)
        found = reported_differences(case, phase, result.phase_result)
        differences = tuple(f"{one.where}: the record has {one.expected}, standoff {one.found}" for one in found)
        after = _reported_position(phase, result.turn)
        retreats: dict[str, dict[str, list[str]]] = {}
        for d in phase.expected.dislodged or ():
            retreats.setdefault(d.unit.power, {})[str(d.unit)] = sorted(d.retreats)
        name, recorded = str(phase.phase or phase.type), {"state": {"retreats": retreats}}
        yield ReplayedPhase(name, differences, compared, result.turn, result.phase_result, after, recorded)


def _is_compared(phase: CasePhase) -> bool:
    """Return whether a phase says what became of its orders, or what follows."""
    return any(one.expected for one in phase.orders) or phase.expected != Expected()


def _reported_position(phase: CasePhase, turn: Turn) -> Position:
    """Return where a report leaves units; no units if it does not say what became of every order, or not exactly."""
    orders = {one.order.unit.province: one for one in phase.orders if not isinstance(one.order, Waive | Unclear)}
    if phase.type is not PhaseType.MOVEMENT or not all(one.expected for one in phase.orders):
        return Position()
    dislodged = {d.unit for d in phase.expected.dislodged or ()}
    units: list[Unit] = []
    for unit in turn.position.units:
        one = orders.get(unit.province)
        if one is not None and one.expected is not None:
            if one.expected.dislodged:
                dislodged.add(unit)
            elif isinstance(one.order, Move) and one.expected.outcome in ("moves", "succeeds"):
                units.append(replace(unit, location=one.order.destination))
                continue
        units.append(unit)
    lost = [unit for unit in units if unit in dislodged]
    return Position(tuple(unit for unit in units if unit not in lost), dislodged=tuple(map(Dislodged, lost)))


def _with_centers(position: Position, recorded: Position) -> Position:
    return position if position.centers else replace(position, centers=recorded.centers)


def _position_of(board: Board, entry: Json) -> Position:
    """Return the position of a recorded phase; without units if none are recorded."""
    if object_at(entry, "state") or is_completed(entry):
        return recorded_position(board, entry)
    return Position((), phase=Phase.parse(str(entry["name"])), board=board.source)


def games_of(path: str, file: GameFile) -> Iterator[RecordedGame]:
    """Yield the recorded games of an open file (`open_games`).

    Raises:
        CaseError: It is empty.
    """
    path, called, line = SourceName(path), file_called(path), 0
    for line, text in file:
        yield RecordedGame(f"{called}, line {line}" if file.several else called, text, path)
    if not line:
        raise CaseError(f"{called}, line 1: the file is empty; expected recorded games")


def replay(path: str, rules: Rulebook | None = None) -> Iterator[ReplayedPhase]:
    """Yield every phase of the recorded games in a file, adjudicated and compared (`RecordedGame.replay`).

    Args:
        path: The file, ``-`` for standard input.
        rules: The rulebook (default: that of each game: ``diplomacy`` for saved games of that package,
            ``webdiplomacy`` for games of that site).

    Raises:
        StandoffError: The file is not a recorded game, or an order in it cannot be read.
    """
    with open_games(path) as file:
        for game in games_of(path, file):
            yield from game.replay(rules)
