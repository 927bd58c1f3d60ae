"""Files of other programs: from one format to any other, with what the target cannot hold.

Every format, in a module of its own, is read into the cases of `cases.case` and written from them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from ...map import Board
from ..case import Case
from ..read import read_cases
from .common import FormatError, lost


@dataclass(frozen=True, slots=True)
class Format:
    """A format: how files of it are read and written (None: not at all), and how they are recognized."""

    name: str
    about: str
    read: Callable[[str, str, Board | None], list[Case]]
    write: Callable[[list[Case]], tuple[str, list[str]]] | None
    looks: Callable[[str], bool]


def _of(module: str, function: str) -> Callable[..., Any]:
    """Return a function of a module, which is loaded when it is first called: most files are case files."""

    def called(*given: object) -> Any:
        return getattr(import_module(module, __name__), function)(*given)

    return called


def _read_own(text: str, name: str, board: Board | None = None) -> list[Case]:
    return read_cases(text, name, board=board)


_FIRST_WORD = re.compile(r"(?:\A|[\n\r])[^\S\n\r]*([^#\s]\S*)")  # of the first line that is not a comment


def _begins(*words: str) -> Callable[[str], bool]:
    """Return what tells whether a text, comments aside, begins with one of these words."""

    def looks(text: str) -> bool:
        match = _FIRST_WORD.search(text)
        return match is not None and match[1] in words

    return looks


def _object(*keys: str) -> Callable[[str], bool]:
    """Return what tells whether a text begins as an object of JSON, and has these keys somewhere."""
    return lambda text: text.lstrip()[:1] == "{" and all(f'"{key}"' in text for key in keys)


def _is_datc(text: str) -> bool:
    return "TEST CASE" in text or (_begins("6.A.1.")(text) and "case " not in text)


_FORMATS = (
    Format(
        "jdip", "jDip test cases", _of(".jdip", "read_jdip"), _of(".jdip", "write_jdip"), _begins("VARIANT_ALL", "CASE")
    ),
    Format(
        "export",
        "cases that `standoff cases --export` wrote (JSON)",
        _of(".programs", "read_export"),
        None,
        _object("request", "cases"),
    ),
    Format(
        "crate",
        "test cases of the Rust crate (JSON)",
        _of(".programs", "read_crate"),
        _of(".programs", "write_crate"),
        _object("cases"),
    ),
    Format(
        "saved",
        "a saved game of the diplomacy package (JSON)",
        _of(".programs", "read_saved"),
        _of(".programs", "write_saved"),
        _object("phases"),
    ),
    Format(
        "lines",
        "interchange lines (JSON)",
        _of(".programs", "read_lines"),
        _of(".programs", "write_lines"),
        _object("units"),
    ),
    Format(
        "daide",
        "messages of a DAIDE server",
        _of(".texts", "read_daide_report"),
        None,
        _begins("NOW", "SCO", "ORD", "HLO"),
    ),
    Format(
        "njudge", "results mailed by njudge", _of(".texts", "read_njudge"), None, lambda text: " results for " in text
    ),
    Format("datc", "text in the style of the DATC", _of(".datc", "read_datc"), _of(".datc", "write_datc"), _is_datc),
    Format("standoff", "case files and orders files", _read_own, _of("..write", "write_cases"), lambda _: True),
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


def format_of(text: str) -> Format:
    """Return the format that a file's text seems to be in; the project's own if nothing else fits."""
    return next(one for one in FORMATS.values() if one.looks(text))


def converted(
    text: str, name: str, source: Format, target: Format, board: Board | None = None
) -> tuple[str, list[str]]:
    """Return the text of a file in another format; and, one message each, what was not read and what is lost.

    Raises:
        StandoffError: The file has faults, or the target is a format that is only read.
    """
    if target.write is None:
        raise FormatError(f"{target.name} is only read; formats that are written: {', '.join(written())}")
    cases = source.read(text, name, board)
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


__all__ = ["FORMATS", "Format", "FormatError", "converted", "format_named", "format_of", "written"]
