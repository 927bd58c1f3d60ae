"""Formats of files, and conversion between them, with a list of losses (`docs/cases.md`).

Every format is read into the cases of `cases.case` and written from them.
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
    """A file format: its reader, its writer, and how it is recognized.

    Attributes:
        name: Its name.
        reader: The module and function of its reader, loaded on demand.
        writer: The module and function of its writer; empty if it is read-only.
        begins: The possible first words of a file, not counting comments.
        keys: The keys of a file that is a JSON object.
        between: The separator of cases that are written in parts.
    """

    name: str
    reader: str
    writer: str = ""
    begins: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    between: str = ""

    def read(self, text: str, name: str, board: Board | None = None) -> list[Case]:
        """Return the cases of a file of this format; `name` is its name in messages.

        Raises:
            StandoffError: The file has faults; all are listed.
        """
        return _function(self.reader)(text, name, board=board)

    def write(self, cases: list[Case]) -> tuple[str, list[str]]:
        """Return cases as the text of a file, and its losses.

        Raises:
            FormatError: The format is read-only, or cannot hold the cases.
        """
        self.refuse_only_read()
        return _function(self.writer)(cases)

    @property
    def is_of_games(self) -> bool:
        """True for recorded games, of which a file may have any number, one after the other."""
        return self.reader == _GAME

    def refuse_only_read(self) -> None:
        """Raise `FormatError` if this format is read-only."""
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
    Format("lines", "programs.read_lines", "programs.write_lines", keys=("units",)),
    Format("standoff", "reading.read_cases", "write.write_cases", between="\n"),
)
FORMATS: dict[str, Format] = {one.name: one for one in _FORMATS}


def format_named(name: str) -> Format:
    """Return the format of a name.

    Raises:
        FormatError: There is no such format.
    """
    if name not in FORMATS:
        import difflib

        near = difflib.get_close_matches(name, FORMATS, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise FormatError(f"no format {name!r}{hint}; known: {', '.join(FORMATS)}")
    return FORMATS[name]


_FIRST_WORD = re.compile(r"(?:\A|[\n\r])[^\S\n\r]*([^#\s]\S*)")  # of the first line that is not a comment


def has_line_keys(text: str) -> bool:
    """Return whether a text begins with a JSON object with a key of an interchange line.

    >>> has_line_keys('{"rules": "1971", "orders": {}}'), has_line_keys('{"FRANCE": ["A PAR - BUR"]}')
    (True, False)
    """
    text = text.lstrip()
    try:
        entry, end = json.JSONDecoder().raw_decode(text)  # noqa: TID251  # only its keys are used
    except (ValueError, RecursionError):
        return False
    alone = text[end:].lstrip()[:1] in ("", "{")  # otherwise words surround it, as in a reply
    return alone and not entry.keys().isdisjoint(TURN_KEYS)


def format_of(text: str, *, orders: bool = False) -> Format:
    """Return the format of a file's text; the project's own if no other fits.

    Args:
        text: The text.
        orders: True if orders to a known position are expected: an object with the key ``orders`` is a reply then.
    """
    match = _FIRST_WORD.search(text)
    word = match[1] if match is not None else ""
    is_object = text.lstrip()[:1] == "{"
    for one in _FORMATS:
        may_have = is_object or (one.is_of_games and text.lstrip()[:1] == "[")
        if word in one.begins or (may_have and one.keys and all(f'"{key}"' in text for key in one.keys)):
            return one
    if is_object and not orders and has_line_keys(text):
        return FORMATS["lines"]
    return FORMATS["standoff"]


Converted = tuple[str, list[str]]
"""The text of a file in another format, and a message for each part not read or lost."""


def converted(text: str, name: str, source: Format, target: Format, board: Board | None = None) -> Converted:
    """Convert the text of a file to another format; return also a message for each part not read or lost.

    Raises:
        StandoffError: The file has faults, or the target is read-only.
    """
    target.refuse_only_read()
    return _from_cases(source.read(text, name, board), name, target)


def converted_in_parts(cases: Iterable[Case], name: str, target: Format) -> Iterator[Converted]:
    """Convert the cases of a file in parts, so that it may have any length (`converted`).

    Raises:
        StandoffError: The file has faults, or none of the cases of its format, or the target is read-only.
    """
    target.refuse_only_read()
    waiting: list[Case] = []
    separator = ""
    for case in cases:
        waiting.append(case)
        if len(waiting) == 2 * _CASES_AT_ONCE:  # the last one is never alone: it could be written otherwise
            output, losses = _from_cases(waiting[:_CASES_AT_ONCE], name, target)
            yield f"{separator}{output}", losses
            waiting, separator = waiting[_CASES_AT_ONCE:], target.between
    if not waiting:
        raise FormatError(f"{name}, line 1: nothing of this format in it")
    output, losses = _from_cases(waiting, name, target)
    yield f"{separator}{output}", losses


_CASES_AT_ONCE = 50


def _from_cases(cases: list[Case], name: str, target: Format) -> Converted:
    output, losses = target.write(cases)
    unread = [f"{name}: not read: {what}" for case in cases for what in case.unread]
    return output, [*unread, *(f"{target.name} cannot hold: {loss}" for loss in dict.fromkeys(losses))]


def written() -> list[str]:
    """Return the names of the writable formats."""
    return [one.name for one in FORMATS.values() if one.writer]


__all__ = [
    "FORMATS",
    "Format",
    "FormatError",
    "converted",
    "converted_in_parts",
    "format_named",
    "format_of",
    "written",
]
