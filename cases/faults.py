"""Errors of sources of turns and cases."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from ..map import StandoffError

if TYPE_CHECKING:
    from ..text import Line


class CaseError(StandoffError):
    """A case file cannot be read; the message lists every fault on a line: file, line, fault, expectation.

    Attributes:
        lines: The unreadable lines of a thread of mails.

    >>> from standoff.cases.reading import read_cases
    >>> read_cases("FRNCE: A PAR - BUR", "x.case")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    standoff.cases.faults.CaseError: x.case, line 1: no power ...
    """

    lines: tuple[Line, ...] = ()


_COLLECTED: ContextVar[list[CaseError] | None] = ContextVar("collected", default=None)


@contextmanager
def collected_faults() -> Generator[list[CaseError]]:
    """Have threads of mails read without their unreadable lines, whose errors the returned list gets."""
    errors: list[CaseError] = []
    token = _COLLECTED.set(errors)
    try:
        yield errors
    finally:
        _COLLECTED.reset(token)


def raise_or_collect(error: CaseError) -> None:
    """Raise the error of a thread, or collect it (`collected_faults`)."""
    errors = _COLLECTED.get()
    if errors is None:
        raise error
    errors.append(error)


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
