"""Positions as text, as `standoff play` writes and every command reads them (`docs/cases.md`).

The text holds everything that the next phase depends on: units, centers, dislodged units with their attackers' origins,
contested provinces, powers in civil disorder, closed borders.
"""

from __future__ import annotations

from ..map import Board, Position, StandoffError, load_board, named_board
from ..solver import Variant, variant, variant_of
from ..text import quoted
from .case import Case, CaseError, CasePhase, kind_of
from .course import start_of
from .formats import format_of
from .sections import Target, start_lines
from .text_files import SourceName, boards_of, file_called, position_named, read_text


def write_position(position: Position, board: Board, game: Variant | None = None) -> str:
    """Return `position` as text that `read_position` reads back equal."""
    lines: list[str] = []
    if game is not None and game.board != board.source:
        lines.append(f"variant: {game.name}")
    if board.source != "standard":
        lines.append(f"map: {board.source}")
    if position.phase is not None:
        lines.append(f"PHASE {position.phase}")
    phase = CasePhase(kind_of(position), 1, position)
    lines.extend(start_lines(phase, Target(board, [], "the position"), units=True))
    return "\n".join(lines) + "\n"


def read_position(name: str, board: Board | None = None) -> tuple[Position, Board, Variant]:
    """Read a position with its board and variant (default: that of the board) from a file, a text or a line.

    Args:
        name: ``"start"`` for the starting position of `board`, a position in one line, or a text as `write_position`
            returns it; a `SourceName` may also name a file, ``-`` for standard input.
        board: The board, if the position names none.

    Raises:
        StandoffError: The position cannot be read, or is impossible.

    >>> read_position("UNITS\\n  France: A Paris")[0].units
    (Unit(ARMY, 'PAR', 'FRANCE'),)
    """
    board = board or load_board()
    with boards_of(name):
        named = position_named(name, board)
        if named is not None and not named[1]:
            position = named[0]
            board = board if name == "start" else named_board(position.board)
            return position, board, variant_of(board)
        called, case = _case_of(name, board)
    game = variant(case.head["variant"]) if "variant" in case.head else variant_of(case.board)
    if not case.phases:
        raise CaseError(f"{called}, line {case.line}: no position in it; expected UNITS")
    first = case.phases[0]
    if first.orders and not (first.position.units or first.position.dislodged or case.head.get("start")):
        what = "orders, but no position" if not first.position.centers else "orders and centers, but no units"
        raise CaseError(f"{called}, line {first.line}: {what}; expected UNITS (`standoff show` writes it)")
    position = start_of(case)
    try:
        position.check(case.board)
    except StandoffError as fault:
        raise CaseError(f"{called}, line {case.line}: {fault}") from None
    return position, case.board, game


def holds_orders(name: str, board: Board) -> bool:
    """Return whether the source of a position also contains orders."""
    with boards_of(name):
        if name == "-" or position_named(name, board) is not None:
            return False
        _, case = _case_of(name, board)
    return any(phase.orders for phase in case.phases)


def _case_of(name: str, board: Board) -> tuple[str, Case]:
    """Return the name of a file or a text in messages, and its case."""
    if isinstance(name, SourceName):
        text, called = read_text(name), file_called(name)
    elif "\n" in name:
        text, called = name, "the position"
    else:
        raise CaseError(f"{quoted(name)}: expected 'start', a position in one line, or the units of each power")
    return called, format_of(text, board=board).read(text, called, board, position_known=True)[0]
