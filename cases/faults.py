"""Errors of sources of turns and cases."""

from __future__ import annotations

from ..map import StandoffError


class CaseError(StandoffError):
    """A case file cannot be read; the message lists every fault on a line: file, line, fault, expectation.

    >>> from standoff.cases.reading import read_cases
    >>> read_cases("FRNCE: A PAR - BUR", "x.case")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    standoff.cases.faults.CaseError: x.case, line 1: no power ...
    """


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
