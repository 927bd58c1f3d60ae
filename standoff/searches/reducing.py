"""What can be left out of a turn so that it keeps a property: a unit, or an order that a hold replaces.

What is left is again a turn of the space: an order that is illegal or void without what was left out becomes a hold.
When a unit is gone, what is illegal depends on which others are fleets at sea and how their seas lie. An abstract turn
does not say that: so every way in which its places may lie is tried, and it is minimal if nothing can be left out of it
in one of them.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, reduce
from typing import Any

import numpy as np

from ..map import Position
from ..solver import HOLDS, Hold, UnitName, table_of
from ..turn import Turn
from .abstract import HOLDS as HELD, SAILS, Pattern
from .deciding import AbstractTurn, Adjudged, Decided, Played
from .laying import Terrain, terrains
from .placing import parts_of
from .properties import Property, having

MOST_LAID = 6
"""For turns of more units, one way to lie is tried: with all their fleets ordered, and no others at sea."""

# -- turns in arrays -------------------------------------------------------------------------------------------------


def reduced(wanted: Sequence[Property], decided: Decided, has_it: Sequence[Any]) -> list[Any]:
    """Tell for abstract turns that have properties whether nothing can be left out of them.

    Nothing can if without any one of its units, and with any one of its orders replaced by a hold, it no longer has the
    property.

    Args:
        wanted: The properties, each asked by itself.
        decided: The turns.
        has_it: By property, bool, shape (turns,): which turns have it.

    Returns:
        By property, bool, shape (turns,).
    """
    left = [np.flatnonzero(has) for has in has_it]
    for unit in range(decided.played.units):
        left = _losing(wanted, decided.played, left, unit, Played.with_hold)
    minimal = _needing_all_units(wanted, decided.played, left)
    out = [np.zeros(len(decided.played), dtype=bool) for _ in wanted]
    number = 0
    while True:
        for has, numbers in zip(out, minimal, strict=True):
            has[numbers] = True
        left = [numbers[~has[numbers]] for numbers, has in zip(left, out, strict=True)]
        laid = list(decided.lying(_all(left), lambda pattern, number=number: _way(pattern, number)))
        if not laid:
            return out
        minimal = [np.zeros(0, dtype=np.int64) for _ in wanted]
        for rows, turns in laid:
            among = [np.flatnonzero(np.isin(rows, numbers)) for numbers in left]
            for one, numbers in enumerate(_needing_all_units(wanted, turns, among)):
                minimal[one] = np.concatenate([minimal[one], rows[numbers]])
        number += 1


def having_and_minimal(wanted: Sequence[Property], decided: Decided) -> list[tuple[Any, list[AbstractTurn]]]:
    """Return by property which abstract turns have it (bool, shape (turns,)), and which of those are minimal."""
    has_it = [having(one, decided.played) for one in wanted]
    minimal: list[list[AbstractTurn]] = [[] for _ in wanted]
    some = [n for n, has in enumerate(has_it) if has.any()]
    of_some = reduced([wanted[n] for n in some], decided, [has_it[n] for n in some]) if some else []
    for n, which in zip(some, of_some, strict=True):
        minimal[n] = [decided.turn(number) for number in np.flatnonzero(which).tolist()]
    return list(zip(has_it, minimal, strict=True))


@lru_cache(maxsize=100_000)
def _way(pattern: Pattern, number: int) -> Terrain | None:
    """Return one of the ways in which the places of a pattern may lie; None if there are no more, or it has none."""
    if SAILS not in pattern.kinds or len(pattern) > MOST_LAID:
        return None
    ways = terrains(pattern)
    return ways[number] if number < len(ways) else None


def _needing_all_units(wanted: Sequence[Property], turns: Played, left: Sequence[Any]) -> Sequence[Any]:
    """Return by property those of some turns that lose it without any one unit."""
    for unit in range(turns.units if turns.units > 1 else 0):
        left = _losing(wanted, turns, left, unit, Played.without)
    return left


def _losing(
    wanted: Sequence[Property],
    turns: Played,
    left: Sequence[Any],
    unit: int,
    smaller: Callable[[Played, Any, int], Played],
) -> list[Any]:
    """Return by property those of some turns that lose it with a hold for a unit's order, or without the unit.

    Args:
        wanted, turns: The properties and the turns.
        left: By property, the numbers of the turns.
        unit: The unit.
        smaller: `Played.with_hold` or `Played.without`.
    """
    some = _all(left)
    if smaller is Played.with_hold:
        some = some[turns.order_rows[some, unit, 0] != HOLDS]
    if not len(some):
        return list(left)
    fewer = smaller(turns, some, unit).with_holds_for_void()
    out: list[Any] = []
    for one, numbers in zip(wanted, left, strict=True):
        still = np.zeros(len(turns), dtype=bool)
        if len(numbers):
            still[some] = having(one, fewer)
        out.append(numbers[~still[numbers]])
    return out


def _all(left: Sequence[Any]) -> Any:
    return reduce(np.union1d, left).astype(np.int64)


# -- one turn on a board ---------------------------------------------------------------------------------------------


def _without(turn: Turn, gone: int) -> tuple[Turn, object]:
    """Return a turn without one unit, with holds for the orders that then have no effect; and what each unit does."""
    units = tuple(unit for number, unit in enumerate(turn.position.units) if number != gone)
    orders = [order for number, order in enumerate(turn.orders) if number != gone]
    position = Position(units)
    parts = parts_of(table_of(turn.board, position, orders))
    given = (
        Hold(unit.power, UnitName(unit.location, unit.type)) if kind == HELD else order
        for unit, order, kind in zip(units, orders, parts[0], strict=True)
    )
    return Turn(position, tuple(given), board=turn.board), tuple(map(tuple, parts))


class AllNeeded:
    """Tells whether an abstract turn, placed on a board, loses a property without any one of its units.

    Whether it does with a hold for any one of its orders is the same everywhere.

    Args:
        wanted: The property.
    """

    def __init__(self, wanted: Property) -> None:
        self.wanted = wanted
        self.without: dict[object, list[object]] = {}
        self.keeps: dict[object, bool] = {}

    def __call__(self, turn: Turn) -> bool:
        """Tell whether it does here; the orders are those of one abstract turn, all units' in their order."""
        standing = turn.position.units
        units = range(len(standing) if len(standing) > 1 else 0)
        where = tuple(
            (unit.location, getattr(order, "destination", None))
            for unit, order in zip(standing, turn.orders, strict=True)
        )
        if where not in self.without:
            self.without[where] = [_without(turn, gone)[1] for gone in units]
        for gone, left in zip(units, self.without[where], strict=True):
            key = left, tuple(unit.power for number, unit in enumerate(standing) if number != gone)
            if key not in self.keeps:
                self.keeps[key] = self.wanted.holds(Adjudged(_without(turn, gone)[0]))
            if self.keeps[key]:
                return False
        return True
