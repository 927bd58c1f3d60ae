"""Files of other programs: from one format to any other, with what the target cannot hold.

Every format, in a module of its own, is read into the cases of `cases.case` and written from them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from ..map import Board
from .faults import FormatError

if TYPE_CHECKING:
    from .case import Case


class Format(NamedTuple):
    """A format: how files of it are read and written (None: not at all), and how they are recognized.

    `between` is what stands between cases that are written in parts; None if all must be written together.
    """

    name: str
    about: str
    read: Callable[[str, str, Board | None], list[Case]]
    write: Callable[[list[Case]], tuple[str, list[str]]] | None
    begins: tuple[str, ...] = ()
    """The words with which a file may begin, comments aside."""
    keys: tuple[str, ...] = ()
    """The keys that stand somewhere in a file, which is an object of JSON."""
    between: str | None = None


def _of(module: str, function: str) -> Callable[..., Any]:
    """Return a function of a module, which is loaded when it is first called: most files are case files."""

    def called(*given: object) -> Any:
        return getattr(import_module(f".{module}", __package__), function)(*given)

    return called


def _read_own(text: str, name: str, board: Board | None = None) -> list[Case]:
    from .reading import read_cases

    return read_cases(text, name, board=board)


_READ_GAME = _of("programs", "read_saved")

_FORMATS = (
    Format(
        "jdip", "jDip test cases", _of("jdip", "read_jdip"), _of("jdip", "write_jdip"), begins=("VARIANT_ALL", "CASE")
    ),
    Format("webdiplomacy", "a game of webDiplomacy (JSON)", _READ_GAME, None, keys=("phases", "turn", "terrID")),
    Format("diplobn", "a game of DiploBN (JSON)", _READ_GAME, None, keys=("GamePhases",)),
    Format(
        "saved",
        "a saved game of the diplomacy package (JSON)",
        _READ_GAME,
        _of("programs", "write_saved"),
        keys=("phases",),
    ),
    Format(
        "lines",
        "interchange lines (JSON)",
        _of("programs", "read_lines"),
        _of("programs", "write_lines"),
        keys=("units",),
        between="",
    ),
    Format("datc", "text in the style of the DATC", _of("datc_pages", "read_datc"), None),
    Format("standoff", "case files and orders files", _read_own, _of("write", "write_cases"), between="\n"),
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


def format_of(text: str) -> Format:
    """Return the format that a file's text seems to be in; the project's own if nothing else fits."""
    match = _FIRST_WORD.search(text)
    word = match[1] if match is not None else ""
    is_object = text.lstrip()[:1] == "{"
    for one in _FORMATS:
        if word in one.begins or (is_object and one.keys and all(f'"{key}"' in text for key in one.keys)):
            return one
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
    _refuse_only_read(target)
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

    _refuse_only_read(target)
    above, first = 0, True
    for block in blocks if target.between is not None else ["".join(blocks)]:
        if block.strip():
            output, losses = _from_cases(read_lines(block, name, board, above=above), name, target)
            yield output if first else f"{target.between}{output}", losses
            first = False
        above += block.count("\n")
    if first:
        raise FormatError(f"{name}, line 1: nothing of this format in it")


def _refuse_only_read(target: Format) -> None:
    if target.write is None:
        raise FormatError(f"{target.name} is only read; formats that are written: {', '.join(written())}")


def _from_cases(cases: list[Case], name: str, target: Format) -> Converted:
    from .conversion import lost

    assert target.write is not None
    output, losses = target.write(cases)
    if target.name != "standoff":
        for case in cases:
            for phase in case.phases:
                position = phase.recorded(case.board)
                lost(losses, case, phase, position, "sets of orders", "lasting orders", "proxies")
    unread = [f"{name}: not read: {what}" for case in cases for what in case.unread]
    return output, [*unread, *(f"{target.name} cannot hold: {loss}" for loss in dict.fromkeys(losses))]


def written() -> list[str]:
    """Return the names of the formats that can be written."""
    return [one.name for one in FORMATS.values() if one.write is not None]


__all__ = ["FORMATS", "Format", "FormatError", "converted", "converted_lines", "format_named", "format_of", "written"]
