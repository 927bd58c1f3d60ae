"""Texts of orders, read line by line (`line`): `read`, the page, case files and orders files use this reader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..map import Board, Phase, PhaseType, Position, Unit, warn_unread
from ..solver import Order, OrderError
from .line import LineContent, read_raw_line
from .notation.quoting import MOST_SUGGESTED, quoted
from .notation.unreadable import HintedError
from .pasted import is_doubtful, without_brackets
from .unit_names import ordered_units, units_of_orders

if TYPE_CHECKING:
    from .answers import ModelReply


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
        text, reply = plain_text(text, board)
    except OrderError as fault:
        yield Line(1, "", text.strip(), fault=str(fault))
        return
    if reply is not None:
        if name:
            warn_unread(name, (key for _, key, _ in reply.unread))
        yield from (Line(number, "", raw, fault=f"{quoted(raw)}: {why}") for number, raw, why in reply.doubtful)
        if remarks:
            yield from (Line(number, "", raw, remark=True) for number, raw in reply.remarks)
            remarked = {raw for _, raw in reply.remarks}
            for number, key, value in reply.unread:
                if value not in remarked:
                    yield Line(number, "", f"{key}: {value}", remark=True)
    hinted, elsewhere = 0, ""  # the fault of orders below another date

    def fault_of(fault: OrderError) -> str:
        nonlocal hinted
        if not isinstance(fault, HintedError):
            return str(fault)
        hinted += fault.has_hint
        return str(fault) if hinted <= MOST_SUGGESTED else fault.message

    for number, raw, content in contents(text, board, power, position):
        if isinstance(content, OrderError):
            yield Line(number, "", raw.strip(), fault=fault_of(content))
            continue
        if content.is_header and remarks:
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


def plain_text(text: str, board: Board, *, settled: bool = True) -> tuple[str, ModelReply | None]:
    """Return a text with the orders of printed lists and replies (`answers`) in plain lines, and the reply, if any.

    Args:
        text: The text.
        board: The board.
        settled: False to leave drafts, conditions, and what is taken back in the text.

    Raises:
        OrderError: The parts of a reply give different orders, or its JSON cannot be read.

    >>> from standoff.map import load_board
    >>> plain_text('FRANCE: ["A PAR - BUR"]', load_board()), plain_text("`A PAR H`", load_board())
    (('FRANCE: "A PAR - BUR"', None), ('`A PAR H`', None))
    """
    text = without_brackets(text, board)
    if not any(mark in text for mark in "{[`<|") and not is_doubtful(text):
        return text, None
    from .answers import reply_in

    reply = reply_in(text, board, settled=settled)
    return text if reply is None else reply.text, reply


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
            content = read_raw_line(raw, power, board, kind, units if power is None else ())
        except OrderError as fault:
            yield number, raw, fault
            power = None  # an unknown heading
            continue
        yield number, raw, content
        power = content.power or (power if content.date is None and not content.is_header else None)


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
    orders: list[tuple[Order, int]] = []  # each with a number of its own
    date: Phase | None = None
    try:
        text, reply = plain_text(text, board)
    except OrderError:
        return None
    if reply is not None and reply.doubtful:
        return None
    for _, _, content in contents(text, board, None, position):
        if isinstance(content, OrderError) or content.is_header:
            return None
        if content.date is not None:
            if orders or date is not None or position is not None or content.date.type is not PhaseType.MOVEMENT:
                return None
            date = content.date
        for _, _, order in content.orders:
            if isinstance(order, OrderError):
                return None
            orders.append((order, len(orders)))
    if not orders:
        return None
    units: Sequence[Unit] = () if position is None else position.units
    if position is None:
        units, faults = units_of_orders(orders, board, at_start=date == board.calendar.begin)
        if faults:
            return None
    if reply is not None:
        warn_unread("orders", (key for _, key, _ in reply.unread))
    return PlainOrders(tuple([order for order, _ in orders]), tuple(units), date)
