"""Turns with a property where half of the turn is given: a position whose orders are free, or orders whose units are.

All joint orders of a position are tried, or all owners and types of the units that orders name.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

import numpy as np

from ..map import FLEET, Board, Position, province_of
from ..solver import Order, Rulebook, legal_orders, rulebook
from ..solver.arrays.batch import encode_turn
from ..solver.law.equations import HOLDS
from ..solver.orders.order import Convoy, Move, Support
from ..turn.turn import Turn
from .abstract import sides
from .deciding import played
from .finding import Found, FoundTurn
from .outside import FindError
from .properties import Property, having, rules_text
from .reducing import without_superfluous_orders

MOST_TURNS = 20_000_000
"""At most this many joint orders are tried."""

_AT_ONCE = 100_000


def find_orders(
    wanted: Property,
    position: Position,
    board: Board,
    *,
    first: int | None = None,
    progress: Callable[[int, int, int], None] | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Found:
    """Try all legal orders of a position, and return the turns with a property in which no order can become a hold.

    Units that no legal order brings together are tried by themselves, while all others hold: what is found is found in
    one such group.

    Args:
        wanted: The property.
        position, board: The position.
        first: Stop after so many; never if left out.
        progress: Told how many turns were tried, how many there are, and how many are found.
        stopped: Tells whether to end the search.

    Raises:
        FindError: There are too many joint orders.
    """
    position.check(board)
    choices = rows_of_orders(position, board, wanted.rulebooks)
    groups = groups_of(position, board, wanted.rulebooks)
    counts = [prod(len(choices[unit]) for unit in group) for group in groups]
    if sum(counts) > MOST_TURNS:
        raise FindError(
            f"{sum(counts):,} joint orders of {len(position.units)} units are too many; the limit is {MOST_TURNS:,}: "
            "take units away, or draw samples"
        )
    powers = list(board.powers)
    units = np.array(
        [
            (int(unit.type is FLEET), board.location_number[unit.location], powers.index(unit.power))
            for unit in position.units
        ],
        dtype=np.int16,
    )
    tried = has_it = 0
    found: list[FoundTurn] = []
    ended = False
    for group in groups:
        for orders in joint_orders(choices, group):
            if stopped() or (first is not None and len(found) >= first):
                ended = True
                break
            turns = played(board, np.broadcast_to(units, (len(orders), *units.shape)).copy(), orders)
            has = having(wanted, turns)
            tried += len(orders)
            has_it += int(has.sum())
            for number in np.flatnonzero(without_superfluous_orders(wanted, turns, has)).tolist():
                turn = turns.turn(number)
                given = [order for order, row in zip(turn.orders, orders[number], strict=True) if int(row[0]) != HOLDS]
                found.append(FoundTurn(None, Turn(position, tuple(given), board=board)))
            if progress is not None:
                progress(tried, sum(counts), len(found))
    found.sort(key=lambda one: len(one.turn.orders) if one.turn is not None else 0)
    more = first is not None and len(found) >= first and (len(found) > first or ended)
    text = (
        f"all {tried:,} joint legal orders"
        if not (ended or more)
        else f"{tried:,} of {sum(counts):,} joint legal orders"
    )
    text += f" of {len(position.units)} units"
    if len(groups) > 1:
        text += f" in {len(groups)} groups that cannot concern each other, one group at a time while the others hold"
    return Found(
        wanted,
        tuple(found[:first]),
        text,
        0,
        tried,
        has_it,
        complete=not (ended or more),
        each=_TURNS,
        outside=("illegal orders", "orders of two groups at once") if len(groups) > 1 else ("illegal orders",),
        warnings=tuple(
            f"under {rules_text(rules)} illegal orders matter, and none was tried"
            for rules in wanted.rulebooks
            if rules["illegal_orders"] == "cannot-be-supported"
        ),
        first=first if more else None,
    )


_TURNS = ("turn in which no order can become a hold", "turns in which no order can become a hold")


def _legal(position: Position, board: Board, rulebooks: Sequence[Rulebook]) -> list[list[Order]]:
    found: list[list[Order]] = []
    several = [list(legal_orders(position, rules=rules, board=board).values()) for rules in rulebooks or (rulebook(),)]
    for of_unit in zip(*several, strict=True):
        found.append(list(dict.fromkeys(order for orders in of_unit for order in orders)))
    return found


def rows_of_orders(position: Position, board: Board, rulebooks: Sequence[Rulebook] = ()) -> list[Any]:
    """Return for each unit its orders that are legal under one of the rulebooks: int16, shape (orders, 4).

    The rows are those of `Batch.orders`; the first one is the hold.
    """
    rows: list[Any] = []
    for unit, orders in enumerate(_legal(position, board, rulebooks)):
        encoded = [encode_turn(position, [order], board, rulebook()) for order in orders]
        rows.append(np.array([entry[1][unit] for entry in encoded if entry is not None], dtype=np.int16))
    return rows


def groups_of(position: Position, board: Board, rulebooks: Sequence[Rulebook] = ()) -> list[list[int]]:
    """Return the units of a position in groups such that no legal order brings units of two groups together."""
    reached: list[set[str]] = []
    for unit, orders in zip(position.units, _legal(position, board, rulebooks), strict=True):
        places = {unit.province}
        for order in orders:
            if isinstance(order, Move | Support | Convoy) and order.destination is not None:
                places.add(province_of(order.destination))
            if isinstance(order, Support | Convoy):
                other = order.supported if isinstance(order, Support) else order.convoyed
                places.add(province_of(other.place))
        reached.append(places)
    groups: list[tuple[set[str], list[int]]] = []
    for unit, places in enumerate(reached):
        touching = [group for group in groups if group[0] & places]
        groups = [group for group in groups if group not in touching]
        units = sorted([unit, *(other for _, others in touching for other in others)])
        merged = (places.union(*(group[0] for group in touching)), units)
        groups.append(merged)
    return sorted(units for _, units in groups)


def joint_orders(choices: Sequence[Any], group: Sequence[int]) -> Iterator[Any]:
    """Yield all joint orders of the units of a group, in parts; the others hold.

    Args:
        choices: By unit, its orders: int16, shape (orders, 4), the first one a hold.
        group: The units whose orders are free.

    Yields:
        int16, shape (turns, units, 4).
    """
    total = prod(len(choices[unit]) for unit in group)
    for start in range(0, total, _AT_ONCE):
        number = np.arange(start, min(start + _AT_ONCE, total))
        orders = np.empty((len(number), len(choices), 4), dtype=np.int16)
        for unit, rows in enumerate(choices):
            orders[:, unit] = rows[0]
        for unit in group:
            orders[:, unit] = choices[unit][number % len(choices[unit])]
            number = number // len(choices[unit])
        yield orders


_TYPES = ("choice of types", "choices of types")


def find_units(
    wanted: Property, position: Position, orders: Sequence[Order], board: Board, *, first: int | None = None
) -> Found:
    """Try all owners and types of the units that orders name, and return the turns with a property.

    Args:
        wanted: The property.
        position: Where the units stand; owners and types are free.
        orders: The orders.
        board: The board.
        first: Stop after so many choices of types; never if left out.

    Raises:
        FindError: The orders name units inexactly, or two for one unit; or there are too many units.
    """
    rows = encode_turn(position, orders, board, rulebook())
    if rows is None:
        raise FindError("the orders must name each unit, its type and its place exactly, and one order a unit")
    count = len(position.units)
    if count > 9:
        raise FindError(f"{count} units can be parted among powers in too many ways; the limit is 9")
    ways = [one for one in sides(count) if max(one, default=0) < len(board.powers)]
    kinds: list[list[int]] = []
    for unit in position.units:
        fleet = board.location_number.get(unit.location, -1)
        stands = [
            number
            for number, places in ((0, board.army_stands), (1, board.fleet_stands))
            if fleet >= 0 and unit.location in places
        ]
        kinds.append(stands)
    found: list[FoundTurn] = []
    tried = has_it = 0
    ended = coast = False
    for types in product(*kinds):
        if first is not None and len(found) >= first:
            ended = True
            break
        one = np.array(rows[0], dtype=np.int16)
        one[:, 0] = types
        order = np.array(rows[1], dtype=np.int16)
        if any(
            types[unit if kind == 1 else target] == 0 and place >= len(board.provinces)
            for unit, (kind, target, place, _) in enumerate(rows[1])
            if place >= 0
        ):
            coast = True
            continue  # no army goes to a coast
        units = np.repeat(one[None], len(ways), axis=0)
        units[:, :, 2] = np.array(ways, dtype=np.int16)
        turns = played(board, units, np.repeat(order[None], len(ways), axis=0))
        has = np.flatnonzero(having(wanted, turns)).tolist()
        tried += len(ways)
        has_it += len(has)
        if has:
            best = min(has, key=lambda number: max(ways[number]))
            turn = turns.turn(best)
            found.append(FoundTurn(None, Turn(turn.position, turn.orders, board=board), len(has)))
    text = f"{'' if ended else 'all '}{tried:,} owners and types of the {count} units"
    return Found(
        wanted,
        tuple(found),
        text,
        0,
        tried,
        has_it,
        complete=not ended,
        each=_TYPES,
        outside=("other orders or places", *(("armies ordered to a coast",) if coast else ())),
        first=first if ended else None,
    )
