"""Texts of orders, read line by line: headings, dates, orders, and what stands between them.

    FRANCE (Alice)                          the heading of a power: the orders below it are its
      A Par-Bur, F Bre H                    orders; also behind a heading: "Germany: A Mun-Ruh"
    Germany builds F Kie and A Mun          a sentence that says whose orders it gives
    Spring 1901                             a date
    > **Italy:** A Ven H                    quoted in a mail, with markup
    NMR    ------    # a remark             nothing

`read`, the page, case files and orders files use this reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, cast

from ..map import Board, Phase, PhaseType, Position, Unit, warn_unread
from ..solver import Order, OrderError, Unclear, Waive, as_written
from .mails import mail_header
from .notation.compound import read_each
from .notation.exact import exact_order
from .notation.quoting import LONGEST_LINE, MOST_SUGGESTED, quoted
from .notation.reader import readable
from .notation.unreadable import UnknownWordsError
from .pasted import (
    RULED,
    by_power,
    heading_before,
    says_nothing,
    says_orders,
    sentences,
    unmarked,
    unquoted,
    without_colon,
    without_player,
)
from .unit_names import UnitPlace, ordered_units, owner_of, placed

if TYPE_CHECKING:
    from .answers import ModelReply

Piece = tuple[str, str, Order | OrderError]
"""An order of a line: its power (empty if unknown), its text, and the order or its fault."""


class LineContent(NamedTuple):
    """The contents of a line.

    Attributes:
        power: The power of the orders below it; None if it has no heading.
        orders: Its orders.
        date: The date, if it is one; a date ends the orders of a power.
        units: The units that its orders name (`known_line`).
        between: True for a line between mails (`mails`), which ends the orders of a power, too.
    """

    power: str | None = None
    orders: tuple[Piece, ...] = ()
    date: Phase | None = None
    units: tuple[UnitPlace, ...] = ()
    between: bool = False


class Line(NamedTuple):
    """An order of a text, or an unreadable part.

    Attributes:
        line: Its line, from 1.
        power: Its power; empty if unknown.
        text: The text as written.
        order: The order; None if it cannot be read.
        fault: Why it cannot be read.
        remark: True for text around the orders of a reply (`answers`).
    """

    line: int
    power: str
    text: str
    order: Order | None = None
    fault: str = ""
    remark: bool = False


NOTHING = LineContent()


def bare(raw: str, board: Board) -> str:
    """Return a line without quote marks of mails and comments; empty if nothing is left.

    Raises:
        OrderError: It is too long; or it is a comment that names a power, which may be meant as a heading.

    >>> from standoff.map import load_board
    >>> bare(">   A PAR H  # my last word", load_board()), bare("* * *", load_board())
    ('  A PAR H', '')
    """
    if len(raw) > LONGEST_LINE:
        raise OrderError(f"a line of {len(raw):,} characters; no more than {LONGEST_LINE:,} are read")
    raw = unquoted(raw) if ">" in raw else raw
    line = re.sub(r"(^|\s)#.*", "", raw).rstrip() if "#" in raw else raw.rstrip()
    if line and not RULED.fullmatch(line):
        return line
    if raw.lstrip().startswith("#"):
        words = raw.strip().strip("#:* \t")
        if Phase.dated(words) is not None:  # a heading in Markdown
            return words
        if words and board.names.power(words) is not None:
            raise OrderError(f"{quoted(raw)} is a comment; as a heading write '{words}:'")
    return ""


def parts(line: str, board: Board) -> Iterator[tuple[str | None, str]]:
    """Yield each text of a line after `bare` and `unmarked`, with its heading; None if there is none.

    Raises:
        OrderError: The line begins with an unknown heading.

    >>> from standoff.map import load_board
    >>> list(parts("France: A Par-Bur; Germany (Bob):", load_board()))
    [('FRANCE', 'A Par-Bur'), ('GERMANY', '')]
    """
    names = board.names
    for power, text in by_power(without_colon(line, board), names):
        if power is not None:
            yield power, text
            continue
        alone = names.power(without_player(text))
        head, colon, rest = text.partition(":")
        if alone is None and colon and says_orders(head):
            yield None, rest.strip()
        elif alone is None and colon and not re.search(r"[-/(]", head):
            raise OrderError(f"no power {quoted(head)}{board.nearest_power(head)}")
        elif text:
            yield alone, "" if alone is not None else text


def orders_below(
    text: str, power: str | None, board: Board, kind: PhaseType, units: Sequence[Unit] = ()
) -> Iterator[Piece]:
    """Yield the orders of a text below the heading of a power, or their faults.

    Args:
        text: A line, or its part after a heading.
        power: The power; None if unknown: each order then belongs to the owner of its unit.
        board: The board.
        kind: The kind of phase.
        units: The units that can be ordered, if known.

    >>> from standoff.map import load_board, starting_position
    >>> units = starting_position().units
    >>> orders = orders_below("A Par-Bur, A Mun H", None, load_board(), PhaseType.MOVEMENT, units)
    >>> [(power, text) for power, text, _ in orders]
    [('FRANCE', 'A Par-Bur'), ('GERMANY', 'A Mun H')]
    """
    if power is None:
        yield from _orders_of_owners(text, board, kind, units)
        return
    for part, order in read_each(without_colon(text, board), power, board, kind):
        if not isinstance(order, OrderError):
            yield power, part, (_is_foreign(order) and _heading_meant(part, power, board)) or order
        elif not says_nothing(text):
            yield power, part, order


def _is_foreign(order: Order) -> bool:
    """Return whether an order names another power as the owner of its unit."""
    if isinstance(order, Unclear):
        return any(map(_is_foreign, order.meanings))
    return not isinstance(order, Waive) and order.unit.nationality is not None


def _heading_meant(text: str, power: str, board: Board) -> OrderError | None:
    """Return the fault of an order below the heading of `power` that begins with another power without a colon."""
    named = heading_before(text, board)
    if named is None or named[0] == power or not readable(named[1], board):
        return None
    as_unit = f"{board.powers[named[0]].adjective} {named[1]}"
    return OrderError(
        f"{quoted(text)} stands below the heading of {power}; is {named[0]} a heading, too? then write {named[0]}: "
        f"before it; for an order of {power} write {quoted(as_unit)}"
    )


def _orders_of_owners(text: str, board: Board, kind: PhaseType, units: Sequence[Unit]) -> Iterator[Piece]:
    """Yield orders without a power as those of the owners of their units, if these are certain."""
    unowned = _UnownedError(text, board)
    if not units or says_nothing(text):
        yield "", text, unowned
        return
    for number, (_, part, order) in enumerate(orders_below(text, next(iter(board.powers)), board, kind)):
        owner = None if isinstance(order, OrderError) else owner_of(order, units)
        if owner is None:
            yield "", part, order if isinstance(order, OrderError) else unowned
            continue
        piece = [*orders_below(text, owner, board, kind)][number]
        yield piece if owner_of(cast(Order, piece[2]), units) == owner else ("", part, unowned)


class _UnownedError(OrderError):
    """A text without a power; the nearest names are looked up when the message is shown."""

    def __init__(self, text: str, board: Board) -> None:
        super().__init__(text, board)
        self.text, self.board = text, board

    def __str__(self) -> str:
        text, board = self.text, self.board
        first = board.names.power(text.partition(" ")[0])
        write = f"{first}:" if first else "FRANCE: (or another)"
        hint = board.nearest_power(text) if len(text.split()) < 4 and not readable(text, board) else ""
        return f"no power stands before {quoted(text)}; write {write} before the orders{hint}"


def read_line(line: str, power: str | None, board: Board, kind: PhaseType, units: Sequence[Unit] = ()) -> LineContent:
    """Return the contents of a nonempty line after `bare`.

    Args:
        line: The line, stripped.
        power: The power of the heading above it; None without one.
        board: The board.
        kind: The type of the phase.
        units: The units that can be ordered, if known; they decide the power of an order without one.

    Raises:
        OrderError: The line begins with an unknown heading.

    >>> from standoff.map import load_board
    >>> content = read_line("France: A Par-Bur; Germany (Bob):", None, load_board(), PhaseType.MOVEMENT)
    >>> content.power, [(power, str(order)) for power, _, order in content.orders]
    ('GERMANY', [('FRANCE', 'A PAR - BUR')])
    """
    exact = _exact_line(line, power, board)
    if exact is not None:
        return exact
    line = unmarked(line)
    date = Phase.dated(line)
    if date is not None:
        return LineContent(date=date)
    if ":" in line or line[:1] in "-_*":
        between = mail_header(line, board)
        if between is not None:
            return LineContent(date=between.date, between=True)
    if power is None and (building := sentences(line, board)) is not None:
        return LineContent(None, tuple(building))
    heading: str | None = None
    pieces: list[Piece] = []
    for owner, text in parts(line, board):
        heading = owner or heading
        if text:
            pieces.extend(orders_below(text, heading or power, board, kind, units))
    return LineContent(heading, tuple(pieces))


def _exact_line(line: str, power: str | None, board: Board) -> LineContent | None:
    """Return the contents of a line of exact orders, with or without a heading; None for any other line."""
    if power is not None:
        order = exact_order(line, power, board)
        if order is not None:
            return LineContent(None, ((power, line, as_written(order, line)),))
    head, _, rest = line.partition(":")
    heading = board.names.power(head)
    if heading is None:
        return None
    pieces: list[Piece] = []
    for text in map(str.strip, rest.split(",") if rest else ()):
        order = exact_order(text, heading, board)
        if order is None:
            return None
        pieces.append((heading, text, as_written(order, text)))
    return LineContent(heading, tuple(pieces))


def lines_of(
    text: str,
    board: Board,
    *,
    power: str | None = None,
    position: Position | None = None,
    remarks: bool = False,
    name: str = "",
) -> Iterator[Line]:
    """Yield the orders of a text and its unreadable parts, in order.

    Args:
        text: Orders with powers as headings.
        board: The board.
        power: The power of the first line; None if unknown.
        position: The position of the orders: it decides the owners of units and the right date.
        remarks: True to begin with the remarks of a reply (`answers`).
        name: The name of the text in a warning about unread keys of a reply; empty for no warning.

    Warns:
        UnreadWarning: An object with orders has further keys.

    >>> from standoff.map import load_board, starting_position
    >>> lines = lines_of("FRANCE\\n  A PAR - BUR\\n  NMR\\n  A MAR - XYZ", load_board())
    >>> [(line.line, line.power, line.order and str(line.order), line.fault[:25]) for line in lines]
    [(2, 'FRANCE', 'A PAR - BUR', ''), (4, 'FRANCE', None, "column 9, 'A MAR - XYZ': ")]
    """
    try:
        answer = _reply_in(text, board)
    except OrderError as fault:
        yield Line(1, "", text.strip(), fault=str(fault))
        return
    if answer is not None:
        text = answer.text
        if name:
            warn_unread(name, (key for _, key, _ in answer.unread))
        if remarks:
            yield from (Line(number, "", raw, remark=True) for number, raw in answer.remarks)
            remarked = {raw for _, raw in answer.remarks}
            for number, key, value in answer.unread:
                if value not in remarked:
                    yield Line(number, "", f"{key}: {value}", remark=True)
    unknown, elsewhere = 0, ""  # the fault of orders below another date

    def fault_of(fault: OrderError) -> str:
        nonlocal unknown
        unknown += isinstance(fault, UnknownWordsError)
        return fault.message if isinstance(fault, UnknownWordsError) and unknown > MOST_SUGGESTED else str(fault)

    for number, raw, content in contents(text, board, power, position):
        if isinstance(content, OrderError):
            yield Line(number, "", raw.strip(), fault=fault_of(content))
            continue
        if content.between and remarks:
            yield Line(number, "", raw.strip(), remark=True)
        if content.date is not None:
            other = position is not None and position.phase not in (None, content.date)
            elsewhere = f"the position is of {position and position.phase}, not of {content.date}" if other else ""
            if other:
                yield Line(number, "", raw.strip(), fault=elsewhere)
        for owner, part, order in content.orders:
            if isinstance(order, OrderError):
                yield Line(number, owner, part, fault=fault_of(order))
            else:
                yield Line(number, owner, part, None if elsewhere else order, elsewhere)


def _reply_in(text: str, board: Board) -> ModelReply | None:
    """Return the answer of a model or program in a text (`answers.answer_in`); None for plain orders."""
    if not any(mark in text for mark in "{[`<"):
        return None
    from .answers import answer_in

    return answer_in(text, board)


def contents(
    text: str, board: Board, power: str | None, position: Position | None
) -> Iterator[tuple[int, str, LineContent | OrderError]]:
    """Yield each line with its number and its contents, or the fault of its heading.

    Args:
        text: Orders with powers as headings.
        board: The board.
        power: The power of the first line; None if unknown.
        position: The position of the orders.
    """
    kind = position.phase_type if position is not None else PhaseType.MOVEMENT
    units = ordered_units(position) if position is not None else ()
    for number, raw in enumerate(text.splitlines(), 1):
        try:
            content = known_line(raw, power, board, kind, units if power is None else ())
        except OrderError as fault:
            yield number, raw, fault
            power = None  # an unknown heading
            continue
        yield number, raw, content
        power = content.power or (power if content.date is None and not content.between else None)


@lru_cache(maxsize=20_000)  # lines recur from turn to turn
def known_line(raw: str, power: str | None, board: Board, kind: PhaseType, units: tuple[Unit, ...]) -> LineContent:
    """Return the contents of a raw line of a text (`bare`, `read_line`), with the units that it names."""
    line = bare(raw, board).strip()
    if not line:
        return NOTHING
    content = read_line(line, power, board, kind, units)
    orders = [order for _, _, order in content.orders if not isinstance(order, (OrderError, Waive))]
    return content._replace(units=tuple([placed(order.unit, order.power, board) for order in orders]))


class PlainOrders(NamedTuple):
    """A text of nothing but orders below headings.

    Attributes:
        orders: The orders.
        units: The units that the orders name.
        date: The date above the orders, if there is one.
    """

    orders: tuple[Order, ...]
    units: tuple[Unit, ...]
    date: Phase | None = None


def plain_orders(text: str, board: Board, position: Position | None = None) -> PlainOrders | None:
    """Return the orders of a text of one phase; None if it contains anything else or a fault.

    The reader of case files reads such a text again, and reports the faults.

    Args:
        text: The text.
        board: The board.
        position: The position of the orders; if left out, the units are inferred from them.

    >>> from standoff.map import load_board
    >>> [str(unit) for unit in plain_orders("FRANCE: A PAR - BUR, F BRE H", load_board()).units]
    ['A PAR', 'F BRE']
    >>> plain_orders("FRANCE: A PAR - BUR => moves", load_board())
    """
    orders: list[Order] = []
    units: dict[str, Unit] = {}
    date: Phase | None = None
    try:
        answer = _reply_in(text, board)
    except OrderError:
        return None
    for _, _, content in contents(text if answer is None else answer.text, board, None, position):
        if isinstance(content, OrderError) or content.between:
            return None
        if content.date is not None:
            if orders or date is not None or position is not None or content.date.type is not PhaseType.MOVEMENT:
                return None
            date = content.date
        for _, _, order in content.orders:
            if isinstance(order, OrderError):
                return None
            orders.append(order)
        for province, unit, fault in content.units if position is None else ():
            if unit is None or fault:
                return None
            other = units.setdefault(province, unit)
            if other is not unit and other != unit:  # two in one province
                return None
    if answer is not None and orders:
        warn_unread("orders", (key for _, key, _ in answer.unread))
    named = tuple(units.values()) if position is None else position.units
    return PlainOrders(tuple(orders), named, date) if orders else None
