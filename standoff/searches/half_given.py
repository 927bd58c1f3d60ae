"""Searches with half of the turn given: a position with free orders, or orders with free owners and types of units.

All joint orders of a position are tried, or all owners and types of the units that orders name.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Sequence
from itertools import product, zip_longest
from math import prod
from time import monotonic
from typing import Any
from zlib import compress, decompress

import numpy as np

from ..map import Board, Position
from ..solver import HOLDS, MOST_UNITS, MOVES, Order, Rulebook, encode_turn, rulebook
from ..text import counted
from ..turn import Turn
from ..work import Stop, interrupt_sets
from .abstract import first_appear, sides
from .choices import (
    AT_ONCE,
    legal_choices,
    not_enumerated,
    numbers_few_first,
    one_order_turns,
    orders_numbered,
    rows_of_units,
)
from .deciding import played
from .found import Found, FoundTurn, found
from .limits import FindError, house_functions, parts_of, refuse_idle
from .programs import OpenError, UnstatedError, why_unsolvable
from .properties import Predicate, Property, having, rules_text
from .saved_search import SavedSearch

MOST_TURNS = 20_000_000
"""The most joint orders of a search."""

MOST_EXAMINED = 20_000
"""The most that are examined one by one for the first finds, if a solver can be asked."""

MOST_LISTED = 1_000_000
"""The most turns listed."""

FIRST_PIECE = 1000
"""The number of turns tried before the first check whether to stop."""

MOST_NAMED = 5
"""The most untried orders that are named."""


def find_orders(
    query: Property,
    position: Position,
    board: Board,
    *,
    max_results: int | None,
    seconds: float,
    progress: Callable[[int, int, int], None] | None,
    stop: Stop,
    kept: SavedSearch | None = None,
) -> Found:
    """Try all legal orders of a position, and return the turns with a property in which no order can become a hold.

    An order is tried if it is legal under every rulebook of the property. Joint orders with the most holds come first.
    An interrupt sets `stop`.

    Raises:
        FindError: There are too many joint orders, or too many turns to list, or none of them can have the property
            (`limits.refuse_idle`).
    """
    _check(position, board)
    refuse_idle(query, "support_coast")
    # orders must be legal under all rulebooks that the property names, also those of functions
    named = [part.rules for part in parts_of(query) if isinstance(part, Predicate)]
    rulebooks = tuple(dict.fromkeys([*query.rulebooks, *named])) or (rulebook(),)
    choices, some_only = _legal_under_all(legal_choices(position, board, rulebooks), position, board, rulebooks)
    units = rows_of_units(position, board)
    sizes = [len(rows) for rows in choices]
    exist = prod(sizes)
    texts: dict[str, Any] = {
        "each": ("turn in which no order can become a hold", "turns in which no order can become a hold"),
        "not_searched": (f"orders illegal under {' or '.join(dict.fromkeys(rules.name for rules in rulebooks))}",),
        "warnings": (*some_only, *_untried(rulebooks)),
    }
    examined = max_results is not None and not query.exact and exist > MOST_EXAMINED
    if exist > MOST_TURNS or (examined and _can_be_solved(query, board)):
        ends = monotonic() + seconds
        return _found_by_solver(query, position, board, choices, max_results or 1, texts, ends, progress, stop, kept)
    strides = np.cumprod([1, *sizes[:-1]], dtype=np.int64)
    has_property = np.zeros(exist, dtype=bool)  # by joint order, numbered by its orders and the strides
    tried = have_it = minimal_count = 0
    minimal: list[Any] = []
    own = first_appear([unit.power for unit in position.units])

    def finds_of(which: Any) -> Iterator[FoundTurn]:
        turns = played(board, units, orders_numbered(choices, which))
        for number, kinds in enumerate(turns.order_rows[:, :, 0].tolist()):
            pairs = zip(turns.batch.orders_of(number), kinds, strict=True)
            orders = tuple(order for order, kind in pairs if kind != HOLDS)
            yield FoundTurn(None, Turn(position, orders, board=board), (own,))

    with interrupt_sets(stop):
        for which, step in zip_longest(_parts(sizes, query.exact), kept.steps if kept else ()):
            if tried and (stop.is_set() or (max_results is not None and minimal_count >= max_results)):
                break
            if step is None:
                has_it = having(query, played(board, units, orders_numbered(choices, which)))
            else:
                has_it = _flags_in(step["has"], len(which))
            numbers = which @ strides
            has_property[numbers] = has_it
            left = np.flatnonzero(has_it)
            have_it += len(left)
            for unit, stride in enumerate(strides.tolist()):
                order = which[left, unit].astype(np.int64)
                left = left[(order == 0) | ~has_property[numbers[left] - order * stride]]
            minimal.append(which[left])
            if kept is not None and step is None:
                new = left if max_results is None else left[: max(max_results - minimal_count, 0)]
                kept.keep({"has": _as_text(has_it)}, finds_of(which[new]) if minimal_count <= MOST_LISTED else ())
            minimal_count += len(left)
            tried += len(which)
            if progress is not None:
                progress(tried, exist, minimal_count)
    if min(minimal_count, max_results or minimal_count) > MOST_LISTED:
        raise FindError(
            f"{have_it:,} turns have the property, and in {minimal_count:,} no order can become a hold: too many "
            f"to list; the limit is {MOST_LISTED:,}: ask for the first ones (--max-results, Python: max_results=…)"
        )
    text = f"{exist:,} joint legal orders of {counted(len(sizes), 'unit')}"
    return found(
        query,
        list(finds_of(np.concatenate(minimal)[:max_results])),
        (f"all {text}", f"{tried:,} of {text}"),
        examined=tried,
        matches=have_it,
        listed=minimal_count,
        max_results=max_results,
        whole=tried == exist,
        **texts,
    )


def _can_be_solved(query: Property, board: Board) -> bool:
    from .stated import why_unstated

    return not why_unstated(query) and not any(why_unsolvable(board, rules) for rules in query.rulebooks)


def _untried(rulebooks: Sequence[Rulebook]) -> list[str]:
    """Return, in words, the orders that were not tried though they could matter."""
    return [
        f"not tried, and could matter under {rules_text(rules)}: {text}"
        for rules in rulebooks
        for text in not_enumerated(rules)
    ]


def _found_by_solver(
    query: Property,
    position: Position,
    board: Board,
    choices: Sequence[Any],
    most: int,
    texts: dict[str, Any],
    ends: float,
    progress: Callable[[int, int, int], None] | None,
    stop: Stop,
    kept: SavedSearch | None,
) -> Found:
    """Return the first turns with a property in which no order can become a hold, among more than can be tried.

    Each is looked for anew, so that a search that goes on finds the same; `texts` has the other words of the answer.
    At the time `ends`, of `monotonic`, the search stops with a warning.

    Raises:
        FindError: The property, or the law under a rulebook, cannot be stated for the solver.
    """
    from .stated import first_with

    units = rows_of_units(position, board)
    steps = kept.steps if kept else []
    known = [np.array(step["rows"], dtype=np.int16) for step in steps if step["rows"]]
    text = f"{prod(map(len, choices)):,} joint legal orders of {counted(len(choices), 'unit')}"
    own = first_appear([unit.power for unit in position.units])
    whole = any(not step["rows"] for step in steps)

    def find_of(rows: Any) -> FoundTurn:
        orders = played(board, units, rows[None]).turn(0).orders
        some = tuple(order for order, row in zip(orders, rows, strict=True) if row[0] != HOLDS)
        return FoundTurn(None, Turn(position, some, board=board), (own,))

    with interrupt_sets(stop):
        try:
            while not whole and len(known) < most and not stop.is_set():
                rows = first_with(query, position, board, choices, known, ends, stop)
                whole = rows is None
                if kept is not None:
                    kept.keep({"rows": [] if whole else rows.tolist()}, () if whole else [find_of(rows)])
                known += [] if whole else [rows]
                if progress is not None:
                    progress(len(known), most, len(known))
        except UnstatedError as fault:
            raise FindError(f"{text} are too many to try, and {fault}: remove units, or draw samples") from None
        except OpenError as fault:
            texts["warnings"] += () if stop.is_set() else (str(fault),)
    return found(
        query,
        [find_of(rows) for rows in known],
        (f"all {text}, by a solver", f"the {text}, by a solver"),
        examined=len(known),
        matches=len(known),
        listed=len(known),
        max_results=most,
        whole=whole,
        **texts,
    )


def _as_text(flags: Any) -> str:
    """Return truth values as a text for `_flags_in`."""
    return b64encode(compress(np.packbits(flags).tobytes())).decode()


def _flags_in(text: str, count: int) -> Any:
    return np.unpackbits(np.frombuffer(decompress(b64decode(text)), dtype=np.uint8), count=count).astype(bool)


def _parts(sizes: Sequence[int], exact: bool) -> Iterator[Any]:
    """Yield the number of each unit's order, by turn; few turns at a time if each is examined by itself."""
    size = FIRST_PIECE
    for which in numbers_few_first(sizes, range(len(sizes))):
        start = 0
        while start < len(which):
            yield which[start : start + size]
            start += size
            size = min(2 * size, AT_ONCE) if exact else size


def _check(position: Position, board: Board) -> None:
    """Raise a FindError for a position that arrays cannot hold."""
    position.check(board)
    if position.civil_disorder or position.closed or not 0 < len(position.units) <= MOST_UNITS:
        raise FindError(
            "positions with civil disorder, closed provinces, no units or more than "
            f"{MOST_UNITS} units cannot be searched"
        )


def _legal_under_all(
    choices: Sequence[Any], position: Position, board: Board, rulebooks: Sequence[Rulebook]
) -> tuple[list[Any], list[str]]:
    """Return, by unit, the orders that are legal under every rulebook; and, in words, those legal under some only."""
    units = rows_of_units(position, board)
    under_all: list[Any] = []
    others: dict[str, list[str]] = {}
    for unit, rows in enumerate(choices):
        turns = one_order_turns(board, units, ((unit, row) for row in rows))
        legal = np.stack([turns.column(rules, "fault")[:, unit] == 0 for rules in rulebooks])
        under_all.append(rows[legal.all(axis=0)])
        for number in np.flatnonzero(~legal.all(axis=0)).tolist():
            under = " and ".join(rules.name for rules, one in zip(rulebooks, legal[:, number], strict=True) if one)
            others.setdefault(under, []).append(str(turns.batch.orders_of(number)[unit]))
    return under_all, [
        f"{counted(len(orders), 'order')} legal under {under} only, not tried: {', '.join(orders[:MOST_NAMED])}"
        + (f" and {len(orders) - MOST_NAMED} more" if len(orders) > MOST_NAMED else "")
        for under, orders in others.items()
    ]


def find_units(
    query: Property,
    position: Position,
    orders: Sequence[Order],
    board: Board,
    *,
    max_results: int | None,
    stop: Stop,
    kept: SavedSearch | None = None,
) -> Found:
    """Try all owners and types of the units that orders name, and return the turns with a property.

    Each choice of types is a find of its own. An interrupt sets `stop`.

    Raises:
        FindError: The orders name units inexactly, or two for one unit; or there are too many units, or none of the
            turns can have the property (`limits.refuse_idle`).
    """
    _check(position, board)
    refuse_idle(query, "support_coast")
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
    whole, coast = True, False
    steps = iter(kept.steps if kept else ())
    with interrupt_sets(stop):
        for types in product(*kinds):
            if (max_results is not None and len(finds) >= max_results) or stop.is_set():
                whole = False
                break
            if any(
                types[unit if kind == MOVES else target] == 0 and place >= len(board.provinces)
                for unit, (kind, target, place, _) in enumerate(rows[1])
                if place >= 0
            ):
                coast = True
                continue  # no army goes to a coast
            units = np.tile(np.array(rows[0], dtype=np.int16), (len(ways), 1, 1))
            units[:, :, 0], units[:, :, 2] = types, ways
            turns = played(board, units, np.tile(np.array(rows[1], dtype=np.int16), (len(ways), 1, 1)))
            before = next(steps, None)
            has = np.flatnonzero(having(query, turns)).tolist() if before is None else before["has"]
            tried += len(ways)
            has_it += len(has)
            several = sorted(has, key=lambda number: (max(ways[number]), ways[number]))
            if has:
                finds.append(FoundTurn(None, turns.turn(several[0]), tuple(ways[number] for number in several)))
            if kept is not None and before is None:
                kept.keep({"has": has}, finds[-1:] if has else ())
    ways_tried = f"{'all ' if whole else ''}{counted(tried, 'way')}"
    text = f"{ways_tried} to choose types and to divide the {counted(count, 'unit')} among powers"
    return found(
        query,
        finds,
        (text, text),
        examined=tried,
        matches=has_it,
        listed=len(finds),
        max_results=max_results,
        whole=whole,
        each=("choice of types", "choices of types"),
        not_searched=(
            "other orders or places",
            *(("armies ordered to a coast",) if coast else ()),
            *(("powers of other names",) if any(house_functions(query)) else ()),
        ),
    )
