"""Positions as text: what `standoff play` writes and every command reads again (`docs/case-format.md`).

Everything that the next phase depends on is written: units, centers, dislodged units with their attackers' origins,
provinces closed by standoffs, powers in civil disorder, closed borders.
"""

from __future__ import annotations

from ..map import Board, Position, StandoffError, load_board
from ..solver import Variant, variant, variant_of
from .case import CaseError, CasePhase, kind_of, lay_out
from .reading import read_cases
from .run import start_of
from .sections import Target, start_lines
from .text_files import position_named, read_text


def write_position(position: Position, board: Board, game: Variant | None = None) -> str:
    """Return `position` as text that `read_position` reads back equal."""
    lines: list[str] = []
    if game is not None and game.board != board.source:
        lines.append(f"variant: {game.name}")
    if board.source != "standard":
        lines.append(f"map: {board.source}")
    if position.phase is not None:
        lines.append(f"PHASE {position.phase}")
    phase = lay_out(CasePhase(kind_of(position), 1), position)
    lines.extend(start_lines(phase, Target(board, [], "the position"), units=True))
    return "\n".join(lines) + "\n"


def read_position(path: str, board: Board | None = None) -> tuple[Position, Board, Variant]:
    """Return the position in a file, its board and its variant: that of the board if the file names no other.

    Args:
        path: The file; ``-`` for standard input, ``start`` for the starting position of `board`; or a position string.
        board: The board if the file names none.

    Raises:
        StandoffError: The file cannot be read, or the position is impossible.
    """
    board = board or load_board()
    named = position_named(path, board)
    if named is not None and not named[1]:
        position = named[0]
        board = board if path == "start" else load_board(position.board)
        return position, board, variant_of(board)
    case = read_cases(read_text(path), path, board=board, position_known=True)[0]
    game = variant(case.head["variant"]) if "variant" in case.head else variant_of(case.board)
    if not case.phases:
        raise CaseError(f"{path}, line {case.line}: no position in it; expected UNITS")
    first = case.phases[0]
    if first.orders and not (first.units or first.retreating or case.head.get("start")):
        what = "orders, but no position" if not first.centers else "orders and centers, but no units"
        raise CaseError(f"{path}, line {first.line}: {what}; expected UNITS (`standoff show` writes it)")
    position = start_of(case)
    try:
        position.check(case.board)
    except StandoffError as fault:
        raise CaseError(f"{path}, line {case.line}: {fault}") from None
    return position, case.board, game


def holds_orders(path: str, board: Board) -> bool:
    """Tell whether a file that `read_position` reads holds orders, too."""
    if path == "-" or position_named(path, board) is not None:
        return False
    case = read_cases(read_text(path), path, board=board, position_known=True)[0]
    return any(phase.orders for phase in case.phases)
