"""Texts by name: files, optionally compressed by gzip, standard input, and literal texts."""

from __future__ import annotations

import os
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import NamedTuple

from ..map import MOST_BYTES, Board, Position, boards_within, is_position_string, load_board, starting_position
from ..text import quoted, without_markup
from .faults import CaseError
from .formats import refuse_binary

LONGEST_FILE_BYTES = MOST_BYTES
"""The maximum size of a file, uncompressed, unless it has games one after the other."""


def file_called(path: str) -> str:
    """Return the name of a file in messages, ``-`` being standard input."""
    return "standard input" if path == "-" else path


def read_text(path: str) -> str:
    """Return the text of a file or, for ``-``, of standard input; a gzip file is decompressed.

    Raises:
        CaseError: The file cannot be opened, is too long, or is not text.
    """
    name = file_called(path)
    if path == "-" and sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - closed by the caller
        raise CaseError(f"{name} is closed")
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else Path(path).open("rb") as file:
            data = file.read(LONGEST_FILE_BYTES + 1)
    except OSError as fault:
        raise CaseError(f"{name}: {fault.strerror}") from None
    except ValueError as fault:  # a name with a NUL byte
        raise CaseError(f"{quoted(name)}: not the name of a file: {fault}") from None
    if data.startswith(b"\x1f\x8b") and len(data) <= LONGEST_FILE_BYTES:
        import gzip
        import io
        import zlib

        try:
            data = gzip.GzipFile(fileobj=io.BytesIO(data)).read(LONGEST_FILE_BYTES + 1)
        except (OSError, EOFError, zlib.error) as fault:
            raise CaseError(f"{name}: damaged: {fault}") from None
    if len(data) > LONGEST_FILE_BYTES:
        hint = f"; name one of its games, {name}#1" if data[:1] == b"{" else ""
        raise CaseError(f"{name}: a file of more than {LONGEST_FILE_BYTES:,} bytes; no more are read{hint}")
    refuse_binary(data, name)
    coding = "UTF-16" if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "UTF-8"
    try:
        text = data.decode(coding).removeprefix("\ufeff")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        what = f"byte 0x{data[fault.start]:02x} is not {coding}; save it as UTF-8"
        raise CaseError(f"{name}, line {line}: not a text file: {what}") from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise CaseError(f"{name}, line {line}: not a text file: it holds a NUL byte")
    if not text.strip():
        raise CaseError(f"{name}, line 1: the file is empty; expected powers and their orders")
    return text


class SourceName(str):
    """A text that may name a file: an argument of the command line, the first of `read` and `adjudicate`, a `Path`.

    Any other text is literal: no file is looked up. A derived string (``name.strip()``) is literal, too.

    >>> text_named("README.md"), text_named(SourceName("no-such-file.txt"))
    (None, None)
    """

    __slots__ = ()


def source_name(value: str | Path) -> str:
    """Return a text unchanged, and a path as the name of its file.

    >>> type(source_name("-")).__name__, source_name(Path("-"))
    ('str', './-')
    """
    if isinstance(value, Path):
        return SourceName("./-" if str(value) == "-" else value)
    return value


def boards_of(name: str) -> AbstractContextManager[None]:
    """Return a context in which a source may load board files, if it is the user's own.

    A file may load boards from its folder and the working folder, and below; an argument may load any; other texts may
    load none.

    >>> from standoff.map import is_allowed
    >>> with boards_of("map: mine.json"):
    ...     is_allowed("mine.json")
    False
    >>> with boards_of(SourceName("map: mine.json")):
    ...     is_allowed("mine.json")
    True
    """
    if not isinstance(name, SourceName):
        return nullcontext()
    if name == "-":
        return boards_within(os.curdir)
    if "\n" not in name:  # one line: it may name a file
        file = name if is_there(name) else name.rpartition("#")[0]
        if file and is_there(file):
            return boards_within(os.curdir, Path(file).parent)
    return boards_within(os.sep)


class NamedText(NamedTuple):
    """The text of a named source.

    Attributes:
        text: The text.
        called: Its name in messages.
        case: The requested case; empty for all cases.
    """

    text: str
    called: str
    case: str = ""


def position_named(text: str, board: Board | None = None) -> tuple[Position, str] | None:
    """Return the position in the first line of a text, and the other lines; None if there is none.

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
    """Return the text of a named source; None if it is neither a text nor the name of a file (`SourceName`).

    Raises:
        CaseError: The file cannot be read.

    >>> text_named("ENGLAND: F LON - ENG").called, text_named("6.F.14")
    ('the text', None)
    """
    if "\n" in name or name.lstrip()[:1] in ("{", "["):
        return NamedText(name, "the text")
    if isinstance(name, SourceName):
        if is_file(name):
            return NamedText(read_text(name), file_called(name))
        file, sharp, case = name.rpartition("#")
        if sharp and is_there(file):
            from .records import game_named

            game = game_named(file, case)
            return NamedText(read_text(file), file, case) if game is None else NamedText(game.text, file)
    power, colon, _ = without_markup(name).partition(":")
    if (colon and (board or load_board()).names.power(power)) or ('"' in name and "{" in name):
        return NamedText(name, "the text")
    return None


def is_file(name: str) -> bool:
    """Return whether a name is that of standard input or a file."""
    return name == "-" or is_there(name)


def is_there(name: str) -> bool:
    """Return whether a file or folder of this name exists."""
    try:
        return Path(name).exists()
    except (OSError, ValueError):  # too long for a name, or with a NUL in it
        return False
