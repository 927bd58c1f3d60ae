"""Files of other programs: from one format to any other, with what the target cannot hold.

Every format is read into the cases of `cases.case` and written from them (`docs/cases.md`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from ..map import Board
from ..turn import TURN_KEYS
from .faults import FormatError

if TYPE_CHECKING:
    from .case import Case


class Format(NamedTuple):
    """A format: how files of it are read and written, and how they are recognized.

    Attributes:
        name: What it is called.
        reader: The module and the function that read it: most files are case files, and need none of the others.
        writer: The function of that module that writes it; empty if it is only read.
        begins: The words with which a file may begin, comments aside.
        keys: The keys that stand somewhere in a file, which is an object of JSON.
        between: What stands between cases that are written in parts; None if all must be written together.
    """

    name: str
    reader: str
    writer: str = ""
    begins: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    between: str | None = None

    def read(self, text: str, name: str, board: Board | None = None) -> list[Case]:
        """Return the cases of a file of this format; messages call it `name`.

        Raises:
            StandoffError: It has faults; all are listed.
        """
        return _function(self.reader)(text, name, board=board)

    def write(self, cases: list[Case]) -> tuple[str, list[str]]:
        """Return cases as the text of a file, and what it cannot hold.

        Raises:
            FormatError: The format is only read, or cannot hold them at all.
        """
        self.refuse_only_read()
        return _function(self.writer)(cases)

    def refuse_only_read(self) -> None:
        """Raise `FormatError` if files of this format are only read."""
        if not self.writer:
            raise FormatError(f"{self.name} is only read; formats that are written: {', '.join(written())}")


def _function(name: str) -> Callable[..., Any]:
    module, _, function = name.partition(".")
    return getattr(import_module(f".{module}", __package__), function)


_GAME = "programs.read_saved"
_FORMATS = (
    Format("jdip", "jdip.read_jdip", begins=("VARIANT_ALL", "CASE")),
    Format("webdiplomacy", _GAME, keys=("phases", "turn", "terrID")),
    Format("diplobn", _GAME, keys=("GamePhases",)),
    Format("saved", _GAME, "programs.write_saved", keys=("phases",)),
    Format("lines", "programs.read_lines", "programs.write_lines", keys=("units",), between=""),
    Format("datc", "datc_pages.read_datc"),
    Format("standoff", "reading.read_cases", "write.write_cases", between="\n"),
)
FORMATS: dict[str, Format] = {one.name: one for one in _FORMATS}


def format_named(name: str) -> Format:
    """Return a format by its name.

    Raises:
        FormatError: There is none of that name.
    """
    if name not in FORMATS:
        import difflib

        near = difflib.get_close_matches(name, FORMATS, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise FormatError(f"no format {name!r}{hint}; known: {', '.join(FORMATS)}")
    return FORMATS[name]


_FIRST_WORD = re.compile(r"(?:\A|[\n\r])[^\S\n\r]*([^#\s]\S*)")  # of the first line that is not a comment


def has_line_keys(text: str) -> bool:
    """Tell whether a text begins with a JSON object that has a key of an interchange line.

    >>> has_line_keys('{"rules": "1971", "orders": {}}'), has_line_keys('{"FRANCE": ["A PAR - BUR"]}')
    (True, False)
    """
    text = text.lstrip()
    try:
        entry, end = json.JSONDecoder().raw_decode(text)  # noqa: TID251  # which keys it has; nothing else is taken
    except (ValueError, RecursionError):
        return False
    alone = text[end:].lstrip()[:1] in ("", "{")  # or else words stand around it, as around an answer
    return alone and not entry.keys().isdisjoint(TURN_KEYS)


def format_of(text: str, *, orders: bool = False) -> Format:
    """Return the format that a file's text seems to be in; the project's own if nothing else fits.

    Args:
        text: The text.
        orders: True if orders for a known position are expected: an object with the key ``orders`` is an answer then.
    """
    match = _FIRST_WORD.search(text)
    word = match[1] if match is not None else ""
    is_object = text.lstrip()[:1] == "{"
    for one in _FORMATS:
        if word in one.begins or (is_object and one.keys and all(f'"{key}"' in text for key in one.keys)):
            return one
    if is_object and not orders and has_line_keys(text):
        return FORMATS["lines"]
    if "TEST CASE" in text or (word == "6.A.1." and "case " not in text):
        return FORMATS["datc"]
    return FORMATS["standoff"]


Converted = tuple[str, list[str]]
"""The text of a file in another format; and, one message each, what was not read and what is lost."""


def converted(text: str, name: str, source: Format, target: Format, board: Board | None = None) -> Converted:
    """Return the text of a file in another format; and, one message each, what was not read and what is lost.

    Raises:
        StandoffError: The file has faults, or the target is a format that is only read.
    """
    target.refuse_only_read()
    return _from_cases(source.read(text, name, board), name, target)


def converted_lines(
    blocks: Iterable[str], name: str, target: Format, board: Board | None = None
) -> Iterator[Converted]:
    """Yield what `converted` returns for interchange lines, in parts, so that a file of any length is read.

    Args:
        blocks: The file in blocks of whole lines.
        name: The name of the file.
        target: The format to write; one that cannot be written in parts comes as one part.
        board: The board of lines that name none.

    Raises:
        StandoffError: A line has faults, or the target is a format that is only read.
    """
    from .programs import read_lines

    target.refuse_only_read()
    above, first = 0, True
    for block in blocks if target.between is not None else ["".join(blocks)]:
        if block.strip():
            output, losses = _from_cases(read_lines(block, name, board, above=above), name, target)
            yield output if first else f"{target.between}{output}", losses
            first = False
        above += block.count("\n")
    if first:
        raise FormatError(f"{name}, line 1: nothing of this format in it")


def _from_cases(cases: list[Case], name: str, target: Format) -> Converted:
    output, losses = target.write(cases)
    unread = [f"{name}: not read: {what}" for case in cases for what in case.unread]
    return output, [*unread, *(f"{target.name} cannot hold: {loss}" for loss in dict.fromkeys(losses))]


def written() -> list[str]:
    """Return the names of the formats that can be written."""
    return [one.name for one in FORMATS.values() if one.writer]


__all__ = ["FORMATS", "Format", "FormatError", "converted", "converted_lines", "format_named", "format_of", "written"]
