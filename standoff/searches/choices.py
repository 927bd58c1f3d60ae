"""The legal orders of a position as rows of arrays."""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import prod
from typing import Any, cast

import numpy as np

from ..map import ARMY, FLEET, Board, Position, bits
from ..solver import HOLDS, MOVES, SUPPORTS, LegalOrder, Rulebook, encode_turn, legal_by_place, rulebook
from .deciding import Played, played

BatchOrder = tuple[int, int, int, int]
"""An order: a row of `Batch.orders`."""

HOLD: BatchOrder = (HOLDS, -1, -1, 0)

AT_ONCE = 100_000
"""The number of joint orders that are put into arrays at once."""


def batch_order(order: LegalOrder) -> BatchOrder:
    """Return a unit's order, as a table of orders has it, as a row."""
    return order.kind, order.target, order.destination if order.coast < 0 else order.coast, int(order.via)


def rows_of_units(position: Position, board: Board) -> Any:
    """Return the units of a position as rows of `Batch.units`: int16, shape (units, 3)."""
    rows = encode_turn(position, (), board, rulebook())
    assert rows is not None, "what arrays cannot hold is refused before"
    return np.array(rows[0], dtype=np.int16).reshape(-1, 3)


def one_order_turns(board: Board, units: Any, unit_orders: Iterable[tuple[int, Sequence[int]]]) -> Played:
    """Return turns in which one unit, given by number, has an order and all others hold."""
    rows = list(unit_orders)
    orders = np.tile(np.array(HOLD, dtype=np.int16), (len(rows), len(units), 1))
    for number, (unit, row) in enumerate(rows):
        orders[number, unit] = row
    return played(board, units, orders)


def legal_rows(
    position: Position, board: Board, unit: int, rows: Sequence[BatchOrder], rules: Rulebook
) -> list[BatchOrder]:
    """Return the legal ones of some orders of a unit."""
    if not rows:
        return []
    faults = one_order_turns(board, rows_of_units(position, board), ((unit, row) for row in rows)).column(
        rules, "fault"
    )
    return [row for row, fault in zip(rows, faults[:, unit].tolist(), strict=True) if not fault]


def legal_choices(position: Position, board: Board, rulebooks: Sequence[Rulebook]) -> list[Any]:
    """Return, by unit, its orders that are legal under any of the rulebooks: int16, shape (orders, 4).

    The first one is the hold. They are those of `legal_by_place`, and two kinds that it omits: "via convoy" although no
    fleet could convoy the army, if that is legal; and supports that name the coast of a fleet's move, if a rulebook
    requires it. Otherwise the coast makes no difference: a matching support is the same with and without it, and any
    other is void, which is a hold. `not_enumerated` names the other legal orders.

    >>> from standoff import rulebook
    >>> from standoff.map import load_board
    >>> position = Position.parse("standard S1901M ENGLAND:AYOR")
    >>> for rules in ("2023", "1982"):
    ...     print(len(legal_choices(position, load_board(), [rulebook(rules)])[0]))
    5
    9
    """
    choices: list[dict[BatchOrder, None]] = [{} for _ in position.units]
    for rules in rulebooks or (rulebook(),):
        legal = list(legal_by_place(position, rules=rules, board=board).values())
        for unit, of_unit in enumerate(choices):
            for order in legal[unit]:
                entry = encode_turn(position, [order], board, rulebook())
                if entry is not None:
                    of_unit[cast("BatchOrder", tuple(entry[1][unit]))] = None
            others = [row for row in _left_out(position, board, unit, rules) if row not in of_unit]
            of_unit.update(dict.fromkeys(legal_rows(position, board, unit, others, rules)))
    return [np.array(list(of_unit), dtype=np.int16) for of_unit in choices]


def _left_out(position: Position, board: Board, unit: int, rules: Rulebook) -> list[BatchOrder]:
    """Return the orders of a unit that `legal_by_place` omits, some of them illegal."""
    rows: list[BatchOrder] = []
    if position.units[unit].type is ARMY:
        near = bits(board.tables.army[board.province_number[position.units[unit].province]])
        rows += [(MOVES, -1, place, 1) for place in near]
    if rules["support_coast"] != "may-be-omitted":
        coasts = [place for place, name in enumerate(board.locations) if "/" in name]
        fleets = [other for other, one in enumerate(position.units) if one.type is FLEET and other != unit]
        rows += [(SUPPORTS, other, place, 0) for other in fleets for place in coasts]
    return rows


def not_enumerated(rules: Rulebook) -> tuple[str, ...]:
    """Return, in words, the orders that could matter under a rulebook but are not in `legal_choices`.

    >>> not_enumerated(rulebook())
    ()
    """
    left_out: list[str] = []
    if rules["illegal_orders"] == "cannot-be-supported":
        left_out.append("illegal moves, whose units nobody could support under these rules")
    if rules["convoy_path"] != "ignored":
        left_out.append("moves that name the seas of their convoy")
    return tuple(left_out)


def few_first(choices: Sequence[Any], units: Sequence[int]) -> Iterator[Any]:
    """Yield all joint orders of some units in parts; joint orders with the most first orders of units come first.

    Args:
        choices: By unit, its orders: int16, shape (orders, 4).
        units: The units whose orders are free; the others have their first one.

    Yields:
        int16, shape (turns, units, 4).
    """
    for which in numbers_few_first([len(rows) for rows in choices], units):
        yield orders_numbered(choices, which)


def orders_numbered(choices: Sequence[Any], which: Any) -> Any:
    """Return joint orders in arrays, int16, shape (turns, units, 4), from the number of each unit's order."""
    orders = np.empty((len(which), len(choices)), dtype=np.int64)  # an order of four numbers is copied as one
    for unit, rows in enumerate(choices):
        whole = np.ascontiguousarray(rows, dtype=np.int16).view(np.int64)[:, 0]
        orders[:, unit] = whole[which[:, unit]] if len(rows) > 1 else whole[0]
    return orders.view(np.int16).reshape(*orders.shape, 4)


def numbers_few_first(sizes: Sequence[int], units: Sequence[int]) -> Iterator[Any]:
    """Yield the number of each unit's order, in parts; rows with the most zeros come first.

    Args:
        sizes: By unit, the number of its orders.
        units: The units whose orders are free; the others have number 0.

    Yields:
        int16, shape (turns, units).

    >>> [which.tolist() for which in numbers_few_first([2, 3], [0, 1])]
    [[[0, 0], [1, 0], [0, 1], [0, 2], [1, 1], [1, 2]]]
    """
    free = [unit for unit in units if sizes[unit] > 1]
    waiting: list[Any] = []
    size = 0
    for count in range(len(free) + 1):
        for ordered_units in combinations(free, count):
            total = prod(sizes[unit] - 1 for unit in ordered_units)
            for start in range(0, total, AT_ONCE):
                number = np.arange(start, min(start + AT_ONCE, total))
                which = np.zeros((len(number), len(sizes)), dtype=np.int16)
                for unit in ordered_units:
                    number, order = np.divmod(number, sizes[unit] - 1)
                    which[:, unit] = 1 + order
                waiting.append(which)
                size += len(which)
                if size >= AT_ONCE:
                    yield np.concatenate(waiting)
                    waiting, size = [], 0
    if waiting:
        yield np.concatenate(waiting)
