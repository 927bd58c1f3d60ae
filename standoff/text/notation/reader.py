"""Reader of orders: from text in any notation to the order objects of the solver.

    F North Sea Convoys A Yorkshire - Belgium      A LON - BEL VIA      A Bur S A Par - Mar      Build F Kiel
    Armáda Porúří do Holandska                     F Lon-Удерживать     ((ENG FLT LON) MTO NTH)

Most orders are looked up word by word (`exact`); a `grammar` reads the rest. What has several meanings the position may
settle. Nothing is corrected: an unreadable text raises `OrderError` with the column, the words and the nearest known
names (`unreadable`). `compound` reads texts of several orders.
"""

from __future__ import annotations

import contextlib
import re
from functools import lru_cache

from ...map import Board, PhaseType
from ...solver import Build, Order, OrderError, UnitName, as_written
from .daide import is_daide, read_daide
from .exact import exact_order, exact_orders
from .grammar import LONGEST, by_grammar, read_unit, tokens_of
from .quoting import quoted
from .remarks import helping_orders, split_remarks
from .unreadable import UnknownWordError

_REPORT_WORDS = re.compile(r"\b(?:at|in|from|an|postpone[sd]|destroyed|disbanded)\b", re.IGNORECASE)


def package_order(text: str, power: str, board: Board) -> Order | None:
    """Read an order in the notation of the `diplomacy` package; None for any other text."""
    return exact_orders(board).of_package(text, power)


def orders_in(text: str, power: str, board: Board, phase: PhaseType | None = None) -> list[Order]:
    """Return the orders of a text (`read_order`): one, or two that support each other.

    Raises:
        OrderError: It cannot be read.
    """
    if len(text) > LONGEST:
        raise OrderError(f"column 1, {quoted(text)}: no order has {len(text):,} characters")
    exact = exact_order(text, power, board)
    if exact is not None:
        return [exact]
    if is_daide(text):
        return read_daide(text, power, board)
    try:
        tokens = tokens_of(text, board)
        if not tokens:
            raise OrderError(f"column 1, {quoted(text)}: no order")
        usual = exact_orders(board).of_tokens(tokens, power)
        return [usual] if usual is not None else by_grammar(text, tokens, power, board)
    except OrderError as fault:
        if _REPORT_WORDS.search(text):
            with contextlib.suppress(OrderError):
                return by_grammar(text, tokens_of(text, board, reports=True), power, board, "reports")
        if isinstance(fault, UnknownWordError) and not fault.follows_place:
            raise
        if phase is PhaseType.ADJUSTMENT:
            with contextlib.suppress(OrderError):
                unit = read_unit(text, power, board)
                if unit.type is not None and unit.nationality in (None, power):
                    return [Build(power, UnitName(unit.place, unit.type))]
        order, remarks = split_remarks(text, board)
        if not remarks:
            raise
        (read,) = orders_in(order, power, board, phase)
        return [read, *(one for remark in remarks for one in helping_orders(read, remark, text, board))]


@lru_cache(maxsize=100_000)
def read_order(text: str, power: str, board: Board, phase: PhaseType | None = None) -> Order:
    """Read an order as people write it, in any language, or in the notation of a program.

    Args:
        text: One order.
        power: The id of its power.
        board: The board of its names.
        phase: The type of the phase, if known: a unit alone is a build in an adjustment phase.

    Returns:
        The order, which carries its text; an `Unclear` if several of its meanings are well-formed.

    Raises:
        OrderError: It cannot be read.

    >>> from standoff.map import load_board
    >>> str(read_order("F North Sea Convoys A Yorkshire - Belgium", "ENGLAND", load_board()))
    'F NTH C A YOR - BEL'
    """
    orders = orders_in(text, power, board, phase)
    if len(orders) > 1:
        raise OrderError(f"column 1, {quoted(text)}: two orders in one; write each by itself")
    return as_written(orders[0], text)
