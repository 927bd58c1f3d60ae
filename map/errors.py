"""The project's errors, all of them a `StandoffError`, and its warnings."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence

MOST_FAULTS = 20
"""Limit of faults that a message lists."""
_LONGEST_LINE = 600  # characters of a message's line, which may have two quotations
_LONGEST_MESSAGE = MOST_FAULTS * _LONGEST_LINE


def shortened(message: str) -> str:
    """Return a message with shortened lines, and at most as many as fit a screen.

    >>> len(shortened("cannot read " + "x" * 1_000_000)) < 700
    True
    >>> shortened("\\n".join(f"line {number}: a fault" for number in range(1, 41))).splitlines()[-1]
    'and 20 more'
    """
    lines = message.split("\n") if len(message) > _LONGEST_LINE else [message]
    if len(lines) <= MOST_FAULTS + 1:  # the last line may be the count of further faults
        return "\n".join(map(_short_line, lines))
    return "\n".join(at_most([_short_line(line) for line in lines[:MOST_FAULTS]], len(lines)))


def at_most(faults: Sequence[object], count: int | None = None) -> list[str]:
    """Return the first faults in words, and the number of further ones (`count`: of all, if `faults` is incomplete)."""
    more = (len(faults) if count is None else count) - MOST_FAULTS
    return [*map(str, faults[:MOST_FAULTS]), *([f"and {more} more"] if more > 0 else [])]


def _short_line(line: str) -> str:
    if len(line) <= _LONGEST_LINE:
        return line
    return f"{line[: _LONGEST_LINE * 2 // 3]} … {line[-_LONGEST_LINE // 4 :]} ({len(line)} characters)"


class StandoffError(Exception):
    """Base class: input could not be read or used.

    The text of an error is a complete message for the user; commands print it without a traceback.

    >>> from standoff import adjudicate
    >>> try:
    ...     adjudicate("start", {"FRANCE": ["A PAR - "]})
    ... except StandoffError as fault:
    ...     print(fault)
    FRANCE, order 1: column 8, 'A PAR -': no province to move to
    """

    def __init__(self, *values: object) -> None:
        """Keep the message, shortened to a screen: quotations may be of any size."""
        message = values[0] if values else ""
        if isinstance(message, str) and len(message) > _LONGEST_MESSAGE:
            values = (shortened(message), *values[1:])
        super().__init__(*values)


class BoardError(StandoffError):
    """A board's data are contradictory, or no board has the requested name.

    >>> from standoff.map import load_board
    >>> load_board("standrad")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    standoff.map.errors.BoardError: no board named 'standrad'; did you mean standard?; known: ...
    """


class BoardWarning(UserWarning):
    """A board file of another program has unsupported content; the message lists all of it.

    >>> issubclass(BoardWarning, UserWarning)
    True
    """


class UnreadWarning(UserWarning):
    """A part of the input was ignored; the message names it.

    >>> issubclass(UnreadWarning, UserWarning)
    True
    """


def warn_unread(name: str, keys: Iterable[str], line: int = 0) -> None:
    """Warn of ignored keys of an object, if there are any.

    Args:
        name: The name of the text or file in messages.
        keys: The keys.
        line: The line of the object, 0 if unknown.
    """
    listed = ", ".join(repr(key[:100]) for key in dict.fromkeys(keys))
    if listed:
        warnings.warn_explicit(f"not read: {listed}", UnreadWarning, name, line)


class WrongTypeError(StandoffError, TypeError):
    """A value has the wrong type: text in place of an order, a number in place of a rulebook.

    >>> from standoff import adjudicate, starting_position
    >>> adjudicate(starting_position(), ["A PAR - BUR"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    standoff.map.errors.WrongTypeError: expected an order, not 'A PAR - BUR'; whose order is it? ...
    """


class ArrayError(StandoffError, ValueError):
    """Compiled code does not support the input: a board, position or rulebook exceeds the limits of arrays, or arrays
    have a wrong shape or meaningless numbers.

    It is also a `ValueError`.

    >>> import numpy
    >>> from standoff.map import load_board
    >>> from standoff.solver.arrays.batch import Batch
    >>> Batch(load_board(), *(numpy.zeros(shape, dtype=numpy.int64) for shape in (2, (1, 2), (1, 4)))).check()
    Traceback (most recent call last):
        ...
    standoff.map.errors.ArrayError: units need 3 columns and orders 4, and start goes from 0 to the number of units
    """


class UnknownNameError(StandoffError):
    """No province, location or power of the board has the name.

    >>> from standoff.map import load_board
    >>> load_board().province("PRA")
    Traceback (most recent call last):
        ...
    standoff.map.errors.UnknownNameError: no province 'PRA' on board standard (nearest known: PAR, SPA, Prussia)
    """


class PositionError(StandoffError):
    """A position is impossible on its board; the message lists every fault, one per line.

    >>> from standoff.map import Position
    >>> try:
    ...     Position.parse("standard S1901M FRANCE:APAR;ENGLAND:APAR")
    ... except PositionError as fault:
    ...     print(fault)
    this position is impossible:
      ENGLAND: A PAR: two units in one province; FRANCE: A PAR stands there too
    """


def install_command(extra: str) -> str:
    """Return the command, for messages, that installs the packages of an extra; it works in any folder.

    >>> install_command("fast")
    'pip install numba numpy'
    """
    from importlib.metadata import PackageNotFoundError

    try:
        return f"pip install {' '.join(sorted(_needed(extra)))}"
    except PackageNotFoundError:  # a clone without installation
        return f"pip install '.[{extra}]' in the clone"


def _needed(extra: str) -> set[str]:
    """Return the packages that an extra of standoff requires."""
    import re
    from importlib.metadata import requires

    needed: set[str] = set()
    for line in requires("standoff") or ():
        match = re.match(rf"([\w.-]+)(?:\[(\w+)\])?[^;]*;.*\bextra == ['\"]{extra}['\"]", line)
        if match:
            needed |= _needed(match[2]) if match[1] == "standoff" else {match[1]}
    return needed
