"""Lines of texts of orders: a heading, a date, orders, or nothing.


    FRANCE (Alice)                          the heading of a power: the orders below it are its
      A Par-Bur, F Bre H                    orders; also behind a heading: "Germany: A Mun-Ruh"
    Germany builds F Kie and A Mun          a sentence that says whose orders it gives
    Spring 1901                             a date
    > **Italy:** A Ven H                    quoted in a mail, with markup
    NMR    ------    # a remark             nothing

`reading` reads whole texts; case files use this reader, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple, cast

from ..map import Board, Phase, PhaseType, Unit
from ..solver import Order, OrderError, Unclear, Waive, as_written
from .mails import mail_header
from .notation.compound import read_each
from .notation.exact import exact_order
from .notation.grammar import readable
from .notation.quoting import LONGEST_LINE, quoted
from .notation.remarks import hides_order
from .notation.unreadable import HintedError
from .pasted import (
    RULED,
    by_power,
    heading_before,
    powers_named,
    says_nothing,
    says_orders,
    sentences,
    without_colon,
    without_markup,
    without_player,
    without_quote_marks,
)
from .unit_names import owner_of

Piece = tuple[str, str, Order | OrderError]
"""An order of a line: its power (empty if unknown), its text, and the order or its fault."""


class LineContent(NamedTuple):
    """The contents of a line.

    Attributes:
        power: The power of the orders below it; None if it has no heading.
        orders: Its orders.
        date: The date, if it is one; a date ends the orders of a power.
        is_header: True for a line between mails (`mails`), which ends the orders of a power, too.
    """

    power: str | None = None
    orders: tuple[Piece, ...] = ()
    date: Phase | None = None
    is_header: bool = False


NOTHING = LineContent()
_COMMENT = re.compile(r"(?:(?:^|\s)#(?!\d+ *\))|\s//\s)(.*)")
"""A comment; "#1901" is a year in DAIDE tokens."""
_DIGIT = re.compile(r"\d")


def without_comment(raw: str, board: Board) -> str:
    """Return a line without quote marks of mails and comments; empty if nothing is left.

    Raises:
        OrderError: It is too long; or it is a comment that names a power, which may be meant as a heading.

    >>> from standoff.map import load_board
    >>> without_comment(">   A PAR H  # my last word", load_board()), without_comment("* * *", load_board())
    ('  A PAR H', '')
    """
    if len(raw) > LONGEST_LINE:
        raise OrderError(f"a line of {len(raw):,} characters; no more than {LONGEST_LINE:,} are read")
    raw = without_quote_marks(raw) if ">" in raw else raw
    comment = _COMMENT.search(raw) if "#" in raw or "//" in raw else None
    line = raw.rstrip() if comment is None else raw[: comment.start()].rstrip()
    if line and comment is not None and hides_order(comment[1], board):
        line = raw.rstrip()  # it cannot be read there
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
    """Yield each text of a line after `without_comment` and `without_markup`, with its heading; None if there is none.

    Raises:
        OrderError: The line begins with an unknown heading.

    >>> from standoff.map import load_board
    >>> list(parts("France: A Par-Bur; Germany (Bob):", load_board()))
    [('FRANCE', 'A Par-Bur'), ('GERMANY', '')]
    """
    if ":" not in line:
        heading = board.names.power(without_player(line))
        if heading is not None and "(" in line and hides_order(line.partition("(")[2].rstrip(") "), board):
            heading = None
        yield heading, line.strip() if heading is None else ""
        return
    beside = re.search(r"\(([^()]*)\)\s*:", line)
    if beside is not None and hides_order(beside[1], board):
        raise OrderError(f"cannot read {quoted(beside[1])} before the colon; is it an order?")
    for power, text in by_power(without_colon(line, board), board.names):
        head, colon, rest = text.partition(":")
        if power is not None:
            yield power, text
        elif not colon:
            yield from parts(text, board)
        elif says_orders(head):
            yield None, rest.strip()
        elif not re.search(r"[-/(]", head) and not readable(head, board):
            raise HintedError(f"no power {quoted(head)}", partial(board.nearest_power, head))
        else:
            yield None, text


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
    """Yield orders without a heading as those of the powers before them or of the owners of their units."""
    for power, part in powers_named(text, board):
        if power is not None:
            yield from orders_below(part, power, board, kind)
        else:
            yield from _orders_of_units(part, board, kind, units)


def _orders_of_units(text: str, board: Board, kind: PhaseType, units: Sequence[Unit]) -> Iterator[Piece]:
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


class _UnownedError(HintedError):
    """A text without a power; its message is made when it is shown."""

    def __init__(self, text: str, board: Board) -> None:
        super().__init__()
        self.text, self.board = text, board

    @property
    def message(self) -> str:
        """The message without the nearest names."""
        first = self.board.names.power(self.text.partition(" ")[0])
        write = f"{first}:" if first else "FRANCE: (or another)"
        return f"no power stands before {quoted(self.text)}; write {write} before the orders"

    @property
    def has_hint(self) -> bool:
        """True for a few words that are no order, and may be meant as a power."""
        return len(self.text.split()) < 4 and not readable(self.text, self.board)

    def hint(self) -> str:
        """Return the nearest names of powers."""
        return self.board.nearest_power(self.text) if self.has_hint else ""


def read_line(line: str, power: str | None, board: Board, kind: PhaseType, units: Sequence[Unit] = ()) -> LineContent:
    """Return the contents of a nonempty line after `without_comment`.

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
    line = without_markup(line)
    date = Phase.dated(line) if _DIGIT.search(line) else None
    if date is not None:
        return LineContent(date=date)
    if ":" in line or line[:1] in "-_*":
        header = mail_header(line, board)
        if header is not None:
            return LineContent(date=header.date, is_header=True)
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


@lru_cache(maxsize=20_000)  # lines recur from turn to turn
def read_raw_line(raw: str, power: str | None, board: Board, kind: PhaseType, units: tuple[Unit, ...]) -> LineContent:
    """Return the contents of a raw line of a text (`without_comment`, `read_line`)."""
    line = without_comment(raw, board).strip()
    return read_line(line, power, board, kind, units) if line else NOTHING
