"""Turns with a property where half of the turn is given: a position whose orders are free, or orders whose units are.

All joint orders of a position are tried, or all owners and types of the units that orders name.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod

import numpy as np

from ..map import Board, Position
from ..solver import Order, rulebook
from ..solver.arrays.batch import encode_turn
from ..solver.law.equations import HOLDS
from ..turn.turn import Turn
from .abstract import first_appear, sides
from .choices import few_first, groups_of, legal_choices, not_enumerated, rows_of_units
from .deciding import played
from .finding import Found, FoundTurn
from .outside import INSTEAD, FindError, described, without_effect
from .properties import Property, having, rules_text
from .reducing import without_superfluous_orders

MOST_TURNS = 20_000_000
"""At most this many joint orders are tried."""


def find_orders(
    wanted: Property,
    position: Position,
    board: Board,
    *,
    first: int | None,
    progress: Callable[[int, int, int], None] | None,
    stopped: Callable[[], bool],
) -> Found:
    """Try all legal orders of a position, and return the turns with a property in which no order can become a hold.

    Units that no legal order brings together are tried separately, while all others hold: whatever is found lies within
    one such group.

    Args:
        wanted: The property.
        position, board: The position.
        first: Stop after this many; None for never.
        progress: Called with how many turns were tried, how many there are, and how many are found.
        stopped: Tells whether to end the search.

    Raises:
        FindError: There are too many joint orders, or none of them can have the property (`outside.without_effect`).
    """
    position.check(board)
    warnings = tuple(dict.fromkeys(without_effect(wanted, "support_coast")))
    for order, rules in described(wanted, "illegal"):
        if {*wanted.rulebooks} == {rules}:
            raise FindError(f"{order}: all orders that are tried are legal under {rules.name}: {INSTEAD}")
    choices = legal_choices(position, board, wanted.rulebooks)
    groups = groups_of(choices, position, board)
    counts = [prod(len(choices[unit]) for unit in group) for group in groups]
    if sum(counts) > MOST_TURNS:
        raise FindError(
            f"{sum(counts):,} joint orders of {len(position.units)} units are too many; the limit is {MOST_TURNS:,}: "
            "remove units, or draw samples"
        )
    units = rows_of_units(position, board)
    own = first_appear([unit.power for unit in position.units])
    tried = has_it = 0
    finds: list[FoundTurn] = []
    ended = False
    for group in groups:
        for orders in few_first(choices, group):
            if stopped() or (first is not None and len(finds) >= first):
                ended = True
                break
            turns = played(board, units, orders)
            has = having(wanted, turns)
            tried += len(orders)
            has_it += int(has.sum())
            for number in np.flatnonzero(without_superfluous_orders(wanted, turns, has)).tolist():
                turn = turns.turn(number)
                given = [order for order, row in zip(turn.orders, orders[number], strict=True) if int(row[0]) != HOLDS]
                finds.append(FoundTurn(None, Turn(position, tuple(given), board=board), (own,)))
            if progress is not None:
                progress(tried, sum(counts), len(finds))
    finds.sort(key=lambda one: len(one.turn.orders) if one.turn is not None else 0)
    more = first is not None and len(finds) >= first and (len(finds) > first or ended)
    text = (
        f"all {tried:,} joint legal orders"
        if not (ended or more)
        else f"{tried:,} of {sum(counts):,} joint legal orders"
    )
    text += f" of {len(position.units)} units"
    if len(groups) > 1:
        text += f" in {len(groups)} groups that cannot affect each other, one group at a time while the others hold"
    return Found(
        wanted,
        tuple(finds[:first]),
        text,
        0,
        tried,
        has_it,
        complete=not (ended or more),
        each=("turn in which no order can become a hold", "turns in which no order can become a hold"),
        outside=("illegal orders", "orders of two groups at once") if len(groups) > 1 else ("illegal orders",),
        warnings=(
            *warnings,
            *(
                f"not tried, and could matter under {rules_text(rules)}: {text}"
                for rules in wanted.rulebooks
                for text in not_enumerated(rules)
            ),
        ),
        first=first if more else None,
    )


def find_units(
    wanted: Property, position: Position, orders: Sequence[Order], board: Board, *, first: int | None
) -> Found:
    """Try all owners and types of the units that orders name, and return the turns with a property.

    Args:
        wanted: The property.
        position: Where the units stand; owners and types are free.
        orders: The orders.
        board: The board.
        first: Stop after this many choices of types; None for never.

    Raises:
        FindError: The orders name units inexactly, or two for one unit; or there are too many units, or none of the
            turns can have the property (`outside.without_effect`).
    """
    warnings = tuple(dict.fromkeys(without_effect(wanted, "support_coast")))
    rows = encode_turn(position, orders, board, rulebook())
    if rows is None:
        raise FindError("the orders must name each unit, its type and its place exactly, and one order a unit")
    count = len(position.units)
    if count > 9:
        raise FindError(f"{count} units can be parted among powers in too many ways; the limit is 9")
    ways = [one for one in sides(count) if max(one, default=0) < len(board.powers)]
    kinds = [
        [number for number, places in enumerate((board.army_stands, board.fleet_stands)) if unit.location in places]
        for unit in position.units
    ]
    finds: list[FoundTurn] = []
    tried = has_it = 0
    ended = coast = False
    for types in product(*kinds):
        if first is not None and len(finds) >= first:
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
            every = sorted((ways[number] for number in has), key=lambda one: (max(one), one))
            finds.append(FoundTurn(None, turns.turn(best), tuple(every)))
    text = f"{'' if ended else 'all '}{tried:,} owners and types of the {count} units"
    return Found(
        wanted,
        tuple(finds),
        text,
        0,
        tried,
        has_it,
        complete=not ended,
        each=("choice of types", "choices of types"),
        outside=("other orders or places", *(("armies ordered to a coast",) if coast else ())),
        warnings=warnings,
        first=first if ended else None,
    )
