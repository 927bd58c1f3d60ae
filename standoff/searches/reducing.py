"""Reducing turns with a property: a unit is left out, or a hold replaces an order.

The rest is again a turn of the space: an order that becomes illegal or void becomes a hold. Which orders are illegal
without a unit depends on the other fleets at sea and the adjacencies of their seas, which an abstract turn leaves open:
so every embedding is tried, and the turn is minimal if nothing can be left out of it in one of them.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, reduce
from typing import Any

import numpy as np

from ..solver import HOLDS, encode_turn, rulebook
from ..turn import Turn
from .abstract import SAILS, Pattern
from .deciding import AbstractTurn, Decided, Played, played
from .embedding import Adjacency, adjacencies_for
from .properties import Property, having

MOST_VARIANTS = 6
"""For turns of more units, one embedding is tried: with all their fleets ordered, and no others at sea."""

# -- turns in arrays -------------------------------------------------------------------------------------------------


def _reduced(queries: Sequence[Property], decided: Decided, has_it: Sequence[Any]) -> list[Any]:
    """Return, by property, which abstract turns are minimal: bool, shape (turns,).

    A turn is minimal if it loses the property without any one of its units, and with a hold in place of any one of its
    orders. `has_it` has, by property, the turns that have it: bool, shape (turns,).
    """
    left = [np.flatnonzero(has) for has in has_it]
    for unit in range(decided.played.units):
        left = _losing(queries, decided.played, left, unit, Played.with_hold)
    minimal = _needing_all_units(queries, decided.played, left)
    out = [np.zeros(len(decided.played), dtype=bool) for _ in queries]
    number = 0
    while True:
        for has, numbers in zip(out, minimal, strict=True):
            has[numbers] = True
        left = [numbers[~has[numbers]] for numbers, has in zip(left, out, strict=True)]
        laid = list(decided.variants(_all(left), lambda pattern, number=number: _way(pattern, number)))
        if not laid:
            return out
        minimal = [np.zeros(0, dtype=np.int64) for _ in queries]
        for rows, turns in laid:
            among = [np.flatnonzero(np.isin(rows, numbers)) for numbers in left]
            for one, numbers in enumerate(_needing_all_units(queries, turns, among)):
                minimal[one] = np.concatenate([minimal[one], rows[numbers]])
        number += 1


def having_and_minimal(queries: Sequence[Property], decided: Decided) -> list[tuple[Any, list[AbstractTurn]]]:
    """Return, by property, which abstract turns have it (bool, shape (turns,)), and the minimal ones of these."""
    has_it = [having(one, decided.played) for one in queries]
    minimal = (np.flatnonzero(which).tolist() for which in _reduced(queries, decided, has_it))
    return [(has, list(map(decided.turn, numbers))) for has, numbers in zip(has_it, minimal, strict=True)]


@lru_cache(maxsize=100_000)
def _way(pattern: Pattern, number: int) -> Adjacency | None:
    """Return an embedding of a pattern by its number; None if there are no more, or it has none."""
    if SAILS not in pattern.kinds or len(pattern) > MOST_VARIANTS:
        return None
    ways = adjacencies_for(pattern)
    return ways[number] if number < len(ways) else None


def _needing_all_units(queries: Sequence[Property], turns: Played, left: Sequence[Any]) -> Sequence[Any]:
    """Return, by property, those of some turns that lose it without any one unit."""
    for unit in range(turns.units if turns.units > 1 else 0):
        left = _losing(queries, turns, left, unit, Played.without_unit)
    return left


def _losing(
    queries: Sequence[Property],
    turns: Played,
    left: Sequence[Any],
    unit: int,
    smaller: Callable[[Played, Any, int], Played],
) -> list[Any]:
    """Return, by property, those of the turns `left` that lose it with a hold for a unit's order, or without the unit.

    `smaller` is `Played.with_hold` or `Played.without_unit`.
    """
    turn_numbers = _all(left)
    if smaller is Played.with_hold:
        turn_numbers = turn_numbers[turns.order_rows[turn_numbers, unit, 0] != HOLDS]
    if not len(turn_numbers):
        return list(left)
    fewer = smaller(turns, turn_numbers, unit).with_holds_for_void()
    out: list[Any] = []
    for one, numbers in zip(queries, left, strict=True):
        if len(numbers):
            still = np.zeros(len(turns), dtype=bool)
            still[turn_numbers] = having(one, fewer)
            numbers = numbers[~still[numbers]]
        out.append(numbers)
    return out


def _all(left: Sequence[Any]) -> Any:
    return reduce(np.union1d, left).astype(np.int64)


# -- one turn on a board ---------------------------------------------------------------------------------------------


def needs_all_units(query: Property, turn: Turn) -> bool:
    """Return whether an abstract turn, placed on a board, loses a property without any one of its units.

    Holds in place of its orders have the same effect everywhere.
    """
    rows = encode_turn(turn.position, turn.orders, turn.board, rulebook())
    assert rows is not None
    units, orders = (np.array([values], dtype=np.int16) for values in rows[:2])
    return len(_needing_all_units((query,), played(turn.board, units, orders), [np.zeros(1, dtype=np.int64)])[0]) > 0
