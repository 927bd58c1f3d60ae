"""The legal orders of a position as rows of arrays, and those of them that are relevant to an outcome."""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from math import prod
from typing import Any, cast

import numpy as np

from ..map import ARMY, FLEET, Board, Position, bits
from ..solver import CONVOYS, HOLDS, MOVES, SUPPORTS, Rulebook, encode_turn, legal_by_place, rulebook
from .deciding import Played, played

OrderRow = tuple[int, int, int, int]
"""An order: a row of `Batch.orders`."""

HOLD: OrderRow = (HOLDS, -1, -1, 0)

AT_ONCE = 100_000
"""The number of joint orders that are put into arrays at once."""


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
    position: Position, board: Board, unit: int, rows: Sequence[OrderRow], rules: Rulebook
) -> list[OrderRow]:
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
    choices: list[dict[OrderRow, None]] = [{} for _ in position.units]
    for rules in rulebooks or (rulebook(),):
        legal = list(legal_by_place(position, rules=rules, board=board).values())
        for unit, of_unit in enumerate(choices):
            for order in legal[unit]:
                entry = encode_turn(position, [order], board, rulebook())
                if entry is not None:
                    of_unit[cast("OrderRow", tuple(entry[1][unit]))] = None
            others = [row for row in _left_out(position, board, unit, rules) if row not in of_unit]
            of_unit.update(dict.fromkeys(legal_rows(position, board, unit, others, rules)))
    return [np.array(list(of_unit), dtype=np.int16) for of_unit in choices]


def _left_out(position: Position, board: Board, unit: int, rules: Rulebook) -> list[OrderRow]:
    """Return the orders of a unit that `legal_by_place` omits, some of them illegal."""
    rows: list[OrderRow] = []
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


# -- relevant orders ---------------------------------------------------------------------------------------------------

VOID = "void: the unit it is for cannot be given that order"
ELSEWHERE = "no bearing: it acts on no province where it matters who gets in"


class Bearing:
    """The orders that are relevant to an outcome, found through the relevant provinces.

    Every order acts on one province: a move on its destination, a support or convoy on that of its move, a support to
    hold on the province of the unit held. The relevant provinces, into which it matters which unit gets, are closed
    under two steps:

    1. a support or convoy that acts on one of them can be cut or disrupted: its unit's province is one;
    2. a unit in one of them that can leave it makes a difference by leaving, and so does a fleet there that can convoy
       (what supports an attack on it may be spared, 4.A.2): the destination is one, for it matters whether the unit
       gets there, and whether the convoy matches.

    The orders that act on one of them, and the moves and convoys of a unit in one, are relevant. A hold may replace any
    other order without an effect on the outcome. Proof: take the success of any order that acts on such a province, or
    leaves it. Its equation (`equations.rests_on`, DATC 5.B) depends on orders that act on the same province (the
    rivals, all supports and convoys for them, supports to hold), and on the order of the unit there, which matters only
    if it is a move or a convoy. If it is a move, then it, and the supports and convoys for it (head-to-head; Brannan's
    rule), act on its destination: step 2. Whether a support is cut, or a convoy disrupted, depends on the orders that
    act on the province of its unit: step 1; and on the exceptions for convoyed armies, which depend on the army that
    the attacked fleet convoys: step 2. The way of an army (4.A.3), matching, and voidness against own units depend on
    orders that act on its destination, and on the move of the unit there. So the relevant orders, and all orders on
    which they depend in any circle, have the same equations with a hold in place of the other order; and a paradox is
    settled among the orders that depend on each other. This holds for every option, but not for house rules, which may
    depend on the whole turn.

    Args:
        position, board: The position.
        choices: By unit, its orders: int16, shape (orders, 4), the first one a hold.
        start: The numbers of the provinces that are relevant from the start.
        rules: The rulebook.

    Attributes:
        provinces: All relevant provinces.
        choices: By unit, the first order and the relevant ones.
    """

    def __init__(
        self, position: Position, board: Board, choices: Sequence[Any], start: Collection[int], rules: Rulebook
    ) -> None:
        self.of_location = board.tables.province
        self.home = [board.province_number[unit.province] for unit in position.units]
        self.provinces = set(start)
        # a fleet with a convoy order, void or not, may not be supported (Czech edition of 1962, rule 10)
        self.void_counts = rules["support_of_convoying_fleet"] == "void"
        # house rules may depend on anything
        self.everything = bool(rules.house_rules)
        rows: list[list[tuple[int, ...]]] = [list(map(tuple, of_unit.tolist())) for of_unit in choices]
        self.goes = [{self.of_location[row[2]] for row in of_unit if row[0] == MOVES} for of_unit in rows]
        # a move against an own unit may be void, and its unit may be supported where it stands (the same, rule 12)
        void_moves = rules["attack_on_own"] == "void"
        self.stays = [void_moves or any(row[0] != MOVES for row in of_unit) for of_unit in rows]
        while True:
            before = len(self.provinces)
            for unit, of_unit in enumerate(rows):
                for row in of_unit:
                    if row[0] == HOLDS or self.why_not(unit, row):
                        continue
                    if row[0] in (SUPPORTS, CONVOYS):
                        self.provinces.add(self.home[unit])
                    if row[0] in (MOVES, CONVOYS) and self.home[unit] in self.provinces:
                        self.provinces.add(self.of_location[row[2]])
            if len(self.provinces) == before:
                break
        self.choices = [
            np.array([row for n, row in enumerate(of_unit) if not n or not self.why_not(unit, row)], dtype=np.int16)
            for unit, of_unit in enumerate(rows)
        ]

    def why_not(self, unit: int, row: tuple[int, ...]) -> str:
        """Return why an order other than a hold is irrelevant; empty if it is relevant."""
        if self.everything:
            return ""
        kind, target, place, _ = row
        if (kind == SUPPORTS or (kind == CONVOYS and not self.void_counts)) and not (
            self.stays[target] if place < 0 else self.of_location[place] in self.goes[target]
        ):
            return VOID
        if kind in (MOVES, CONVOYS) and self.home[unit] in self.provinces:
            return ""
        acts_on = self.of_location[place] if place >= 0 else self.home[target]
        return "" if acts_on in self.provinces else ELSEWHERE
