"""Errors of sources of turns and cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..map import StandoffError

if TYPE_CHECKING:
    from ..text import Line
    from .case import Case


class CaseError(StandoffError):
    """A case file cannot be read; the message lists every fault on a line: file, line, fault, expectation.

    Attributes:
        readable: Of a thread of mails, a case of everything else; None for any other text.
        lines: The unreadable lines of the thread.

    >>> from standoff.cases.reading import read_cases
    >>> read_cases("FRNCE: A PAR - BUR", "x.case")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    standoff.cases.faults.CaseError: x.case, line 1: no power ...
    """

    readable: Case | None = None
    lines: tuple[Line, ...] = ()


class FormatError(StandoffError):
    """A file is not valid in its format; the message lists every fault with file and line."""


class SourceError(StandoffError):
    """A source cannot be read; the message says what was expected.

    >>> from standoff import read
    >>> read("")
    Traceback (most recent call last):
        ...
    standoff.cases.faults.SourceError: the text is empty; expected powers and their orders
    """


__all__ = ["CaseError", "FormatError", "SourceError"]
