"""Abstract turns decided by the million: each is a turn on a small board made for its pattern, and goes through arrays.

No rule stands here. The board of a pattern has a province for each place; everything touches everything, but for what
the pattern's routes and neighbors forbid. Needs the extra ``fast``.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ...map import ARMY, FLEET, Board, Position, Unit
from ...solver import Convoy, Hold, Move, Order, Rulebook, Support, UnitName
from ...solver.batch import Batch, Outcomes, adjudicate_batch
from ...solver.equations import CONVOYS as CONVOY_ORDER
from ...solver.equations import HOLDS as HOLD_ORDER
from ...solver.equations import MOVES as MOVE_ORDER
from ...solver.equations import SUPPORTS as SUPPORT_ORDER
from .abstract import CONVOYS, FAR, HOLDS, MOVES, NEAR_VIA, SAILS, SUPPORTS, Pattern, apart

MOST_TURNS = 200_000
"""Abstract turns are decided in parts of about this size."""

_KIND = {CONVOYS: CONVOY_ORDER, SAILS: MOVE_ORDER, MOVES: MOVE_ORDER, SUPPORTS: SUPPORT_ORDER, HOLDS: HOLD_ORDER}


@dataclass(frozen=True, slots=True)
class AbstractTurn:
    """A pattern and the power of each of its units, numbered from 0."""

    pattern: Pattern
    sides: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.sides)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What the board of a pattern depends on: equal plans share a board."""

    places: int
    units: int
    seas: int
    apart: frozenset[frozenset[int]]
    over_land: frozenset[frozenset[int]]


def _plan(pattern: Pattern) -> _Plan:
    over_land = frozenset(
        frozenset((army, pattern.aims[army]))
        for army, kind in enumerate(pattern.kinds)
        if kind == SAILS and pattern.notes[army] != FAR
    )
    return _Plan(pattern.places, len(pattern), pattern.kinds.count(CONVOYS), apart(pattern), over_land)


@lru_cache(maxsize=4096)
def _board(plan: _Plan) -> Board:
    names = [f"P{n}" for n in range(plan.places)]
    pairs = [(a, b) for a in range(plan.places) for b in range(a + 1, plan.places)]
    fleet: dict[str, str] = {}
    army: dict[str, str] = {}
    for a, b in pairs:
        if frozenset((a, b)) not in plan.apart:
            fleet[names[a]] = f"{fleet.get(names[a], '')} {names[b]}".strip()
        if frozenset((a, b)) in plan.over_land:
            army[names[a]] = f"{army.get(names[a], '')} {names[b]}".strip()
    return Board(
        {
            "name": "abstract",
            "provinces": {
                name: {"name": name, "kind": "sea" if n < plan.seas else "coastal"} for n, name in enumerate(names)
            },
            "powers": {
                f"POWER{n}": {"name": f"Power {n}", "adjective": f"Power {n}", "homes": [], "units": []}
                for n in range(plan.units)
            },
            "army": army,
            "fleet": fleet,
        }
    )


def board_of(pattern: Pattern) -> Board:
    """Return a board on which a pattern can be played: provinces P0, P1, … and powers POWER0, POWER1, …."""
    return _board(_plan(pattern))


def turn_of(turn: AbstractTurn) -> tuple[Position, list[Order]]:
    """Return an abstract turn as a position and orders on `board_of` its pattern."""
    pattern = turn.pattern
    units = [
        Unit(ARMY if kind == SAILS else FLEET, f"P{n}", f"POWER{turn.sides[n]}") for n, kind in enumerate(pattern.kinds)
    ]
    named = [UnitName(unit.location, unit.type, unit.power) for unit in units]
    orders: list[Order] = []
    for unit, (kind, aim) in enumerate(zip(pattern.kinds, pattern.aims, strict=True)):
        power = units[unit].power
        if kind in (SAILS, MOVES):
            orders.append(Move(power, named[unit], f"P{aim}", pattern.notes[unit] == NEAR_VIA))
        elif kind == SUPPORTS:
            goes = pattern.kinds[aim] in (SAILS, MOVES)
            orders.append(Support(power, named[unit], named[aim], f"P{pattern.aims[aim]}" if goes else None))
        elif kind == CONVOYS:
            orders.append(Convoy(power, named[unit], named[aim], f"P{pattern.aims[aim]}"))
        else:
            orders.append(Hold(power, named[unit]))
    return Position(tuple(units)), orders


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
class Decided:
    """Abstract turns of one plan that were decided together; turn *i* is ``turns[i]`` and row *i*.

    Attributes:
        patterns: By turn, the pattern.
        sides: By turn, int, shape (turns, units): the power of each unit.
        outcomes: By rulebook, in the order asked.
    """

    patterns: Sequence[Pattern]
    sides: Any
    outcomes: tuple[Outcomes, ...]

    def turn(self, number: int) -> AbstractTurn:
        """Return turn number `number`."""
        return AbstractTurn(self.patterns[number], tuple(self.sides[number].tolist()))

    def column(self, rules: int, column: int) -> Any:
        """Return a column of the answers under rulebook number `rules`, shape (turns, units)."""
        return self.outcomes[rules].answers[:, column].reshape(self.sides.shape)


def decide(
    found: Iterable[tuple[Pattern, Sequence[tuple[int, ...]]]], rulebooks: Sequence[Rulebook]
) -> Iterator[Decided]:
    """Adjudicate abstract turns of one number of units under each of `rulebooks`, in parts of about `MOST_TURNS`.

    Args:
        found: Patterns, each with the ways in which its units are parted among powers.
        rulebooks: The rulebooks.
    """
    waiting: dict[_Plan, tuple[list[Pattern], list[Sequence[tuple[int, ...]]]]] = {}
    size = 0
    for pattern, sides in found:
        patterns, parted = waiting.setdefault(_plan(pattern), ([], []))
        patterns.append(pattern)
        parted.append(sides)
        size += len(sides)
        if size >= MOST_TURNS:
            yield from _decided(waiting, rulebooks)
            waiting, size = {}, 0
    yield from _decided(waiting, rulebooks)


def _decided(
    waiting: dict[_Plan, tuple[list[Pattern], list[Sequence[tuple[int, ...]]]]], rulebooks: Sequence[Rulebook]
) -> Iterator[Decided]:
    for plan, (patterns, parted) in waiting.items():
        counts = [len(sides) for sides in parted]
        of_turn = [pattern for pattern, count in zip(patterns, counts, strict=True) for _ in range(count)]
        every = np.array([one for sides in parted for one in sides], dtype=np.int16)
        rows = [_rows(pattern) for pattern in patterns]
        units = np.repeat(np.array([units for units, _ in rows], dtype=np.int16), counts, axis=0)
        orders = np.repeat(np.array([orders for _, orders in rows], dtype=np.int16), counts, axis=0)
        units[:, :, 2] = every
        start = np.arange(0, (len(of_turn) + 1) * plan.units, plan.units, dtype=np.int64)
        batch = Batch(_board(plan), start, units.reshape(-1, 3), orders.reshape(-1, 4))
        yield Decided(of_turn, every, tuple(adjudicate_batch(batch, rules=rules) for rules in rulebooks))
