"""Names that stand for texts and positions themselves: files, standard input, and what is written out."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ..map import Board, Position, is_position_string, load_board, starting_position
from .text_files import file_called, read_text


class NamedText(NamedTuple):
    """A text that a name stands for.

    Attributes:
        text: The text.
        called: What messages call it.
        case: The case of it that is meant; all of them if it is empty.
    """

    text: str
    called: str
    case: str = ""


def position_named(text: str, board: Board | None = None) -> tuple[Position, str] | None:
    """Return the position that the first line of a text says by itself, and the other lines; None if it says none.

    Args:
        text: ``start``, or a position in one line, with or without orders below it; or any other text.
        board: The board of ``start``.

    >>> position_named("standard S1901M FRANCE:APAR")[0].units, position_named("turn.txt")
    ((Unit(ARMY, 'PAR', 'FRANCE'),), None)
    """
    first, _, rest = text.strip().partition("\n")
    if first == "start":
        return starting_position(board), rest
    return (Position.parse(first), rest) if is_position_string(first) else None


def text_named(name: str, board: Board | None = None) -> NamedText | None:
    """Return the text that a name stands for; None if it is no text and names no file.

    Raises:
        CaseError: The file cannot be read.

    >>> text_named("ENGLAND: F LON - ENG").called, text_named("6.F.14")
    ('the text', None)
    """
    if "\n" in name or name.lstrip()[:1] == "{":
        return NamedText(name, "the text")
    if is_file(name):
        return NamedText(read_text(name), file_called(name))
    file, sharp, case = name.rpartition("#")
    if sharp and is_there(file):
        return NamedText(read_text(file), file, case)
    power, colon, _ = name.partition(":")
    if (colon and (board or load_board()).names.power(power)) or ('"' in name and "{" in name):
        return NamedText(name, "the text")
    return None


def is_file(name: str) -> bool:
    """Tell whether a name stands for a text to be read: standard input or a file."""
    return name == "-" or is_there(name)


def is_there(name: str) -> bool:
    """Tell whether a name is that of something on the disk."""
    try:
        return Path(name).exists()
    except (OSError, ValueError):  # too long for a name, or with a NUL in it
        return False


__all__ = ["NamedText", "is_file", "is_there", "position_named", "text_named"]
