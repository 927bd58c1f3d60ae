"""Millions of abstract turns decided in arrays: each is a turn on a small board made for its pattern.

There are no rules here. The board of a pattern has a province for each place; all provinces are adjacent, unless the
pattern's routes and neighbors forbid it. Needs the extra ``fast``.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from ..map import Board, starting_position
from ..solver import (
    CIRCULAR_MOVEMENT,
    CONVOY_PARADOX,
    CONVOYS as CONVOY_ORDER,
    HOLDS as HOLD_ORDER,
    HOUSE_RULE,
    MOVES as MOVE_ORDER,
    OTHER_PARADOX,
    SUPPORTS as SUPPORT_ORDER,
    UNIQUE,
    Batch,
    MovementResult,
    Outcomes,
    ParadoxKind,
    Rulebook,
    adjudicate,
    adjudicate_batch,
    all_resolutions,
    encode,
    is_kept,
    rulebook,
    table_of,
)
from ..turn import Turn
from .abstract import CONVOYS, FAR, HOLDS, MOVES, NEAR_VIA, SAILS, SUPPORTS, Pattern, pattern_of
from .embedding import Adjacency, adjacency_for

MOST_TURNS = 400_000
"""The number of abstract turns gathered at once, so that many share a board."""

_IN_PART = 50_000
"""The most turns decided at once, roughly; their outcomes under several rulebooks are kept."""

_KINDS = {
    ParadoxKind.CONVOY: CONVOY_PARADOX,
    ParadoxKind.CIRCULAR_MOVEMENT: CIRCULAR_MOVEMENT,
    ParadoxKind.OTHER: OTHER_PARADOX,
}

_KIND = {CONVOYS: CONVOY_ORDER, SAILS: MOVE_ORDER, MOVES: MOVE_ORDER, SUPPORTS: SUPPORT_ORDER, HOLDS: HOLD_ORDER}


def compile_first() -> None:
    """Compile the code that decides turns unless it is cached; otherwise each of several processes would."""
    if not is_kept("_adjudicate"):
        adjudicate_batch(encode([(starting_position(), [])])[0])


@dataclass(frozen=True, slots=True)
class AbstractTurn:
    """A pattern and the power of each of its units, numbered from 0."""

    pattern: Pattern
    sides: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.sides)

    def numbered(self) -> AbstractTurn:
        """Return the same turn with its units numbered as `pattern_of` numbers them."""
        one = self.pattern
        pattern, sides, _ = pattern_of(one.kinds, one.aims, one.notes, one.routes, self.sides)
        return AbstractTurn(pattern, sides)

    def __str__(self) -> str:
        return f"{self.pattern}; powers {', '.join(map(str, self.sides))}"


@dataclass(frozen=True, slots=True)
class _Plan:
    """The features of a pattern that determine its board: equal plans share a board."""

    places: int
    units: int
    armies: frozenset[int]
    seas: frozenset[int]
    apart: frozenset[tuple[int, int]]
    over_land: frozenset[tuple[int, int]]


@lru_cache(maxsize=100_000)
def _plan(pattern: Pattern, lies: Adjacency | None = None) -> _Plan:
    """Return the plan of a pattern with a given embedding, or the first one found."""
    over_land = frozenset(
        (min(army, pattern.aims[army]), max(army, pattern.aims[army]))
        for army in pattern.armies
        if pattern.notes[army] != FAR
    )
    lies = lies or adjacency_for(pattern)
    if lies is None:
        raise ValueError(f"no places lie so that these orders are legal: {pattern}")
    return _Plan(pattern.places, len(pattern), frozenset(pattern.armies), lies.seas, lies.apart, over_land)


@lru_cache(maxsize=4096)
def _board(plan: _Plan) -> Board:
    names = [f"P{n}" for n in range(plan.places)]
    pairs = [(a, b) for a in range(plan.places) for b in range(a + 1, plan.places)]
    fleet: dict[str, str] = {}
    army: dict[str, str] = {}
    for a, b in pairs:
        if (a, b) not in plan.apart:
            fleet[names[a]] = f"{fleet.get(names[a], '')} {names[b]}".strip()
        if (a, b) in plan.over_land:
            army[names[a]] = f"{army.get(names[a], '')} {names[b]}".strip()
    return Board(
        {
            "name": "abstract",
            "provinces": {
                name: {"name": name, "kind": "sea" if n in plan.seas else "coastal"} for n, name in enumerate(names)
            },
            "powers": {
                f"POWER{n}": {"name": f"Power {n}", "adjective": f"Power {n}", "homes": [], "units": []}
                for n in range(plan.units)
            },
            "army": army,
            "fleet": fleet,
        }
    )


def _rows(pattern: Pattern) -> tuple[list[tuple[int, int, int]], list[tuple[int, int, int, int]]]:
    """Return the rows of units (powers left at 0) and orders of a pattern, as `Batch` has them."""
    units = [(int(kind != SAILS), n, 0) for n, kind in enumerate(pattern.kinds)]
    orders: list[tuple[int, int, int, int]] = []
    for unit, (kind, aim) in enumerate(zip(pattern.kinds, pattern.aims, strict=True)):
        target = aim if kind in (SUPPORTS, CONVOYS) else -1
        place = aim if kind in (SAILS, MOVES) else -1
        if target >= 0 and pattern.kinds[target] in (SAILS, MOVES):
            place = pattern.aims[target]
        orders.append((_KIND[kind], target, place, int(kind == SAILS and pattern.notes[unit] == NEAR_VIA)))
    return units, orders


@dataclass(frozen=True)
class Adjudged:
    """A movement phase and its results, computed on demand and once for each rulebook."""

    turn: Turn
    _results: dict[Rulebook, MovementResult] = field(default_factory=dict[Rulebook, MovementResult], compare=False)

    def result_under(self, rules: Rulebook) -> MovementResult:
        """Return the result under a rulebook."""
        if rules not in self._results:
            turn = self.turn
            self._results[rules] = adjudicate(turn.position, turn.orders, rules=rules, board=turn.board)
        return self._results[rules]


_TURN, _ORDERS, _KIND_MET, _TRUE, _FALSE, _COUNT = 0, 1, 2, 6, 7, 9
"""The columns of a component in `Outcomes.noted`: the turn, then those of `solving.Met`."""


class Played:
    """Turns with the same number of units on one board, in arrays; each rulebook is applied to them only once.

    Attributes:
        batch: The turns.
        units: How many units each has.
    """

    def __init__(self, batch: Batch, units: int) -> None:
        self.batch, self.units = batch, units
        self._outcomes: dict[Rulebook, Outcomes] = {}

    def __len__(self) -> int:
        return len(self.batch)

    def outcomes_under(self, rules: Rulebook) -> Outcomes:
        """Return the outcomes of the turns under a rulebook."""
        if rules not in self._outcomes:
            self._outcomes[rules] = adjudicate_batch(self.batch, rules=rules, threads=1)
        return self._outcomes[rules]

    @property
    def unit_rows(self) -> Any:
        """The units: int16, shape (turns, units, 3), rows as `Batch.units` has them."""
        return self.batch.units.reshape(-1, self.units, 3)

    @property
    def order_rows(self) -> Any:
        """The orders: int16, shape (turns, units, 4), rows as `Batch.orders` has them."""
        return self.batch.orders.reshape(-1, self.units, 4)

    def turn(self, number: int) -> Turn:
        """Return one of the turns."""
        return Turn(self.batch.position(number), tuple(self.batch.orders_of(number)), board=self.batch.board)

    def column(self, rules: Rulebook, name: str) -> Any:
        """Return a field of the answers (`records.Answer`): int16, shape (turns, units)."""
        return self.outcomes_under(rules).answers[name].reshape(-1, self.units)

    def components(self, rules: Rulebook) -> Any:
        """Return the number of components met in each turn: int, shape (turns,)."""
        outcomes = self.outcomes_under(rules)
        counts = np.zeros(len(self), dtype=np.int64)
        for components, _ in outcomes.noted:
            np.add.at(counts, components[:, _TURN], 1)
        for turn, result in outcomes.fallback_results.items():
            counts[turn] = len(result.solution.components)
        return counts

    def paradoxical(self, rules: Rulebook, kind: str) -> Any:
        """Return, by turn, whether a paradox of a kind, or of "any", was met: bool, shape (turns,)."""
        outcomes = self.outcomes_under(rules)
        has_paradox = np.zeros(len(self), dtype=bool)
        for components, _ in outcomes.noted:
            kinds = components[:, _KIND_MET] & ~HOUSE_RULE
            fitting = kinds != UNIQUE if kind == "any" else kinds == _KINDS[ParadoxKind(kind)]
            has_paradox[components[fitting, _TURN]] = True
        for turn, result in outcomes.fallback_results.items():
            has_paradox[turn] = any(kind in ("any", paradox.kind) for paradox in result.solution.paradoxes)
        return has_paradox

    def resolutions(self, rules: Rulebook) -> Any:
        """Return the number of resolutions of the equations of each turn: int, shape (turns,)."""
        outcomes = self.outcomes_under(rules)
        counts, ask = np.ones(len(self), dtype=np.int64), list(outcomes.fallback_results)
        for components, _ in outcomes.noted:
            paradoxes = components[components[:, _KIND_MET] & ~HOUSE_RULE != UNIQUE]
            turns, first = np.unique(paradoxes[:, _TURN], return_index=True)  # whatever was met before was forced
            paradoxes = paradoxes[first]
            settled = paradoxes[:, _ORDERS] | paradoxes[:, _TRUE] | paradoxes[:, _FALSE]
            whole = settled == outcomes.masks[turns, 0] | outcomes.masks[turns, 1]  # nothing rests on it
            counts[turns] = paradoxes[:, _COUNT]
            ask += turns[~whole & (paradoxes[:, _COUNT] > 0)].tolist()
        for number in ask:
            turn = self.turn(number)
            counts[number] = len(all_resolutions(table_of(turn.board, turn.position, turn.orders, rules)))
        return counts

    def with_hold(self, numbers: Any, unit: int) -> Played:
        """Return some of the turns, one unit of each ordered to hold."""
        orders = self.order_rows[numbers]
        orders[:, unit] = _HOLD_ROW
        return played(self.batch.board, self.unit_rows[numbers], orders)

    def without_unit(self, numbers: Any, unit: int) -> Played:
        """Return some of the turns without one unit.

        Units that were to support or convoy it hold, and so do those whose orders are illegal without it under the
        rulebook 2023, which is the strictest: for "via convoy" it asks for fleets.
        """
        left = [other for other in range(self.units) if other != unit]
        orders = self.order_rows[numbers][:, left]
        target = orders[:, :, 1]
        orders[target == unit] = _HOLD_ROW
        orders[:, :, 1] -= orders[:, :, 1] > unit
        fewer = played(self.batch.board, self.unit_rows[numbers][:, left], orders)
        illegal = fewer.column(rulebook(), "fault") != 0
        if not illegal.any():
            return fewer
        orders[illegal] = _HOLD_ROW
        return played(self.batch.board, fewer.unit_rows, orders)

    def with_holds_for_void(self) -> Played:
        """Return the turns with holds in place of orders without an effect, as in abstract turns.

        These are convoys and supports that match no order, and moves by sea for which no convoy is ordered.
        """
        units, orders = self.unit_rows, self.order_rows.copy()
        kind, target, place = (orders[:, :, column] for column in range(3))
        near = _over_land(self.batch.board)[units[:, :, 1], place]
        province = np.array([*self.batch.board.tables.province, -1])[place]  # of no place, the last entry

        def of_target(column: Any) -> Any:
            return np.take_along_axis(column, np.maximum(target, 0).astype(np.int64), axis=1)

        def goes_there() -> Any:
            return (of_target(kind) == MOVE_ORDER) & (of_target(province) == province)

        orders[(kind == CONVOY_ORDER) & ~goes_there()] = _HOLD_ROW
        convoyed = np.zeros(kind.shape, dtype=bool)
        turns, fleets = np.nonzero(kind == CONVOY_ORDER)
        convoyed[turns, target[turns, fleets]] = True
        orders[(kind == MOVE_ORDER) & (units[:, :, 0] == 0) & ~near & ~convoyed] = _HOLD_ROW
        matches = np.where(place < 0, of_target(kind) != MOVE_ORDER, goes_there())
        orders[(kind == SUPPORT_ORDER) & ~matches] = _HOLD_ROW
        return played(self.batch.board, units, orders)


@lru_cache(maxsize=4096)
def _over_land(board: Board) -> Any:
    """Return, by origin and destination as locations, whether an army can move there over land: bool."""
    count = len(board.locations)
    reachable = np.zeros((count, count), dtype=bool)
    for start, province in enumerate(board.tables.province):
        reachable[start] = [board.tables.army[province] >> there & 1 for there in board.tables.province]
    return reachable


_HOLD_ROW = np.array([HOLD_ORDER, -1, -1, 0], dtype=np.int16)


def played(board: Board, units: Any, orders: Any) -> Played:
    """Return turns in arrays.

    Args:
        board: Their board.
        units: int16, shape (turns, units, 3): the rows of `Batch.units`; (units, 3) if all turns have the same.
        orders: int16, shape (turns, units, 4): the rows of `Batch.orders`.
    """
    turns, count = orders.shape[:2]
    start = np.arange(turns + 1, dtype=np.int64) * count
    if units.ndim == 2:
        units = np.tile(units, (turns, 1))
    return Played(Batch(board, start, units.reshape(-1, 3), orders.reshape(-1, 4)), count)


@dataclass(frozen=True)
class Decided:
    """Abstract turns of one plan in arrays; `pattern_of` has by turn the number of its pattern."""

    patterns: Sequence[Pattern]
    pattern_of: Any
    played: Played

    def turn(self, number: int) -> AbstractTurn:
        """Return one of the turns."""
        sides = self.played.unit_rows[number, :, 2]
        return AbstractTurn(self.patterns[self.pattern_of[number]], tuple(sides.tolist()))

    def variants(self, numbers: Any, way: Callable[[Pattern], Adjacency | None]) -> Iterator[tuple[Any, Played]]:
        """Yield some of the turns in arrays with other embeddings, each part with the numbers of its turns.

        `way` returns the embedding of a pattern; None to leave its turns out.
        """
        of_plan: dict[_Plan, list[Any]] = {}
        of_pattern = self.pattern_of[numbers]
        for number in np.unique(of_pattern).tolist():
            if (lies := way(self.patterns[number])) is not None:
                of_plan.setdefault(_plan(self.patterns[number], lies), []).append(numbers[of_pattern == number])
        for plan, parts in of_plan.items():
            rows = np.concatenate(parts)
            yield rows, played(_board(plan), self.played.unit_rows[rows], self.played.order_rows[rows])


def decide(patterns: Iterable[tuple[Pattern, Any]]) -> Iterator[Decided]:
    """Put abstract turns of one number of units, with their sides as `listing.parted` gives them, into arrays."""
    waiting: dict[_Plan, list[tuple[Pattern, Any]]] = {}
    size = 0
    for pattern, sides in patterns:
        waiting.setdefault(_plan(pattern), []).append((pattern, sides))
        size += len(sides)
        if size >= MOST_TURNS:
            yield from _decided(waiting)
            waiting, size = {}, 0
    yield from _decided(waiting)


def on_its_board(turn: AbstractTurn, lies: Adjacency | None = None) -> Turn:
    """Return an abstract turn on a small board of its own, where place *n* is the province P*n*.

    It has the given embedding, or the first one found.

    >>> from standoff.searches.abstract import MOVES
    >>> [str(order) for order in on_its_board(AbstractTurn(Pattern((MOVES,), (1,), (0,)), (0,))).orders]
    ['F P0 - P1']
    """
    units, orders = (np.array([rows], dtype=np.int16) for rows in _rows(turn.pattern))
    units[0, :, 2] = turn.sides
    return played(_board(_plan(turn.pattern, lies)), units, orders).turn(0)


def _decided(waiting: dict[_Plan, list[tuple[Pattern, Any]]]) -> Iterator[Decided]:
    for plan, patterns in waiting.items():
        board = _board(plan)
        for part in _in_parts(patterns):
            counts = [len(sides) for _, sides in part]
            rows = [_rows(pattern) for pattern, _ in part]
            pattern_of = np.repeat(np.arange(len(part)), counts)
            units = np.array([units for units, _ in rows], dtype=np.int16)[pattern_of]
            orders = np.array([orders for _, orders in rows], dtype=np.int16)[pattern_of]
            units[:, :, 2] = np.concatenate([sides for _, sides in part])
            yield Decided([pattern for pattern, _ in part], pattern_of, played(board, units, orders))


def _in_parts(patterns: list[tuple[Pattern, Any]]) -> Iterator[list[tuple[Pattern, Any]]]:
    part: list[tuple[Pattern, Any]] = []
    size = 0
    for pattern, sides in patterns:
        if size and size + len(sides) > _IN_PART:
            yield part
            part, size = [], 0
        part.append((pattern, sides))
        size += len(sides)
    yield part
