"""The atlas: what is known of every abstract turn up to a size: its paradoxes, and where rulebooks differ."""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

from ..map import Board, Position
from ..solver import Order, Rulebook, Waive, adjudicate, rulebook
from ..solver.law.equations import HOLDS
from ..work.workers import Stop, over_blocks
from .abstract import SAILS, Pattern, in_one_part
from .deciding import Adjudged, Played, decide
from .finding import BlockKey, Space
from .listing import parted, patterns_of
from .placing import place
from .properties import Property, position_after


def smallest_of(
    position: Position, orders: Sequence[Order], board: Board, wanted: Property
) -> tuple[Position, list[Order]]:
    """Return a turn with a property without the units, and with holds for the orders, that it can do without."""
    units, left = list(position.units), list(orders)
    again = True
    while again:
        again = False
        for unit in list(units):
            fewer = [other for other in units if other != unit]
            rest = [order for order in left if isinstance(order, Waive) or order.unit.province != unit.province]
            for standing, given in ((fewer, rest), (units, rest)):
                if (standing, given) != (units, left) and wanted.holds(
                    Adjudged(Position(tuple(standing)), tuple(given), board)
                ):
                    units, left, again = standing, given, True
                    break
    return Position(tuple(units)), left


# -- rulebooks -------------------------------------------------------------------------------------------------------


@dataclass
class Pair:
    """How two rulebooks differ.

    Attributes:
        one, two: Their names.
        differing: Of how many abstract turns they make something else, those counted as `via_alone` left out.
        via_alone: The same of those in which "via convoy" is written for an army that nobody is ordered to convoy: what
            that is worth is a question of legality, and so frequent that it hides all else.
        shapes: The patterns from which nothing can be left out, each with the ways to divide its units.
    """

    one: str
    two: str
    differing: int = 0
    via_alone: int = 0
    shapes: dict[Pattern, list[tuple[int, ...]]] = field(default_factory=dict[Pattern, list[tuple[int, ...]]])

    @property
    def fewest(self) -> int | None:
        """The number of units of the smallest turn on which they differ, None if there is none."""
        return min(map(len, self.shapes), default=None)


def differences(names: Sequence[str], units: int, *, jobs: int = 1) -> tuple[list[Pair], int]:
    """Return how each two rulebooks differ on abstract turns of up to so many units, and the number of these.

    Turns of several parts are left out (`Space.one_part`): two rulebooks differ on one if they differ on a part.

    What counts is where each unit stands, or that it is dislodged (`properties.position_after`).
    """
    pairs = {(one, two): Pair(one, two) for one, two in combinations(names, 2)}
    examined = 0
    for block in over_blocks(partial(_Compare, tuple(names)), Space(units, one_part=True).blocks(), jobs=jobs):
        turns, differing, shapes = block
        examined += turns
        for key, (count, alone) in differing.items():
            pairs[key].differing += count
            pairs[key].via_alone += alone
        for key, pattern, sides in shapes:
            pairs[key].shapes.setdefault(pattern, []).append(sides)
    return list(pairs.values()), examined


Key = tuple[str, str]


def has_via_alone(pattern: Pattern) -> bool:
    """Tell whether an army is told to go "via convoy" that nobody is ordered to convoy."""
    return any(kind == SAILS and not pattern.fleets(unit) for unit, kind in enumerate(pattern.kinds))


class _Compare:
    def __init__(self, names: tuple[str, ...], _: Stop) -> None:
        self.rules = {name: rulebook(name) for name in names}

    def __call__(
        self, key: BlockKey
    ) -> tuple[int, dict[Key, tuple[int, int]], list[tuple[Key, Pattern, tuple[int, ...]]]]:
        kinds, part, parts = key
        turns = 0
        differing: dict[Key, tuple[int, int]] = {}
        shapes: list[tuple[Key, Pattern, tuple[int, ...]]] = []
        every = (pattern for pattern in patterns_of(kinds, part, parts) if in_one_part(pattern))
        for decided in decide((pattern, parted(pattern)) for pattern in every):
            turns += len(decided.played)
            pairs = self.pairs(decided.played)
            left = {pair: has for pair, has in pairs.items() if has.any()}
            alone = np.array([has_via_alone(pattern) for pattern in decided.patterns])[decided.pattern_of]
            for pair, has in left.items():
                before, before_alone = differing.get(pair, (0, 0))
                differing[pair] = before + int((has & ~alone).sum()), before_alone + int((has & alone).sum())
            for pair, number in self.reduced(decided.played, left):
                turn = decided.turn(number)
                shapes.append((pair, turn.pattern, turn.sides))
        return turns, differing, shapes

    def pairs(self, turns: Played) -> dict[Key, Any]:
        where = {name: turns.column(rules, "place") for name, rules in self.rules.items()}
        return {(one, two): (where[one] != where[two]).any(axis=1) for one, two in combinations(where, 2)}

    def reduced(self, turns: Played, has: dict[Key, Any]) -> list[tuple[Key, int]]:
        """Return the pairs and the turns of which nothing can be left out."""
        if not has:
            return []
        some = np.flatnonzero(np.logical_or.reduce(list(has.values())))
        left = {pair: found[some] for pair, found in has.items()}
        for unit in range(turns.units):
            for smaller in (Played.with_hold, Played.without):
                if smaller is Played.without and turns.units == 1:
                    continue
                same = (turns.kinds()[some, unit] == HOLDS) & (smaller is Played.with_hold)
                still = self.pairs(smaller(turns, some, unit))
                left = {pair: found & (~still[pair] | same) for pair, found in left.items()}
                any_left = np.logical_or.reduce(list(left.values()))
                some, left = some[any_left], {pair: found[any_left] for pair, found in left.items()}
                if not len(some):
                    return []
        return [(pair, int(some[n])) for pair, found in left.items() for n in np.flatnonzero(found)]


def how_often(turns: Sequence[tuple[Position, Sequence[Order]]], names: Sequence[str]) -> dict[Key, int]:
    """Return for each two rulebooks on how many of some turns of the standard board they differ."""
    where: dict[str, list[Any]] = {}
    for name in names:
        rules = rulebook(name)
        where[name] = [_after(position, orders, rules) for position, orders in turns]
    return {
        (one, two): sum(a != b for a, b in zip(where[one], where[two], strict=True))
        for one, two in combinations(names, 2)
    }


def _after(position: Position, orders: Sequence[Order], rules: Rulebook) -> object:
    return position_after(adjudicate(position, orders, rules=rules))


def example_of(pair: Pair, board: Board | None = None) -> tuple[Position, list[Order]] | None:
    """Return the smallest turn on which two rulebooks differ, on a board; None if none has a place there."""
    for pattern in sorted(pair.shapes, key=lambda pattern: (len(pattern), pattern.renumbered(range(len(pattern))))):
        found = place(pattern, sorted(pair.shapes[pattern], key=lambda one: (max(one), one)), board=board)
        if found is not None:
            return found[1:]
    return None
