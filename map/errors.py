"""The errors that the project raises; each is a `StandoffError`. And its warnings."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence

MOST_FAULTS = 20
"""Faults that a message lists."""
_LONGEST_LINE = 600  # characters of a line of a message, which may quote twice
_LONGEST_MESSAGE = MOST_FAULTS * _LONGEST_LINE


def shortened(message: str) -> str:
    """Return a message with its lines shortened, and at most as many as fit a screen.

    >>> len(shortened("cannot read " + "x" * 1_000_000)) < 700
    True
    >>> shortened("\\n".join(f"line {number}: a fault" for number in range(1, 41))).splitlines()[-1]
    'and 20 more'
    """
    lines = message.split("\n") if len(message) > _LONGEST_LINE else [message]
    if len(lines) <= MOST_FAULTS + 1:  # the last one may say how many more there are
        return "\n".join(map(_short_line, lines))
    return "\n".join(at_most([_short_line(line) for line in lines[:MOST_FAULTS]], len(lines)))


def at_most(faults: Sequence[object], count: int | None = None) -> list[str]:
    """Return the first faults in words, and how many more there are; `count` is their number if not all are given."""
    more = (len(faults) if count is None else count) - MOST_FAULTS
    return [*map(str, faults[:MOST_FAULTS]), *([f"and {more} more"] if more > 0 else [])]


def _short_line(line: str) -> str:
    if len(line) <= _LONGEST_LINE:
        return line
    return f"{line[: _LONGEST_LINE * 2 // 3]} … {line[-_LONGEST_LINE // 4 :]} ({len(line)} characters)"


class StandoffError(Exception):
    """Base class: something that a user gave could not be read or used.

    The text of an error is a whole message for a person; the command prints it without a traceback.

    >>> from standoff import adjudicate
    >>> try:
    ...     adjudicate("start", {"FRANCE": ["A PAR - "]})
    ... except StandoffError as fault:
    ...     print(fault)
    FRANCE, order 1: column 8, 'A PAR -': no province to move to
    """

    def __init__(self, *values: object) -> None:
        """Keep the message, a screen of it if it is longer: what it quotes may be of any size."""
        message = values[0] if values else ""
        if isinstance(message, str) and len(message) > _LONGEST_MESSAGE:
            values = (shortened(message), *values[1:])
        super().__init__(*values)


class BoardError(StandoffError):
    """A board's data contradict themselves, or no board has the name asked for.

    >>> from standoff.map import load_board
    >>> load_board("standrad")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    standoff.map.errors.BoardError: no board named 'standrad'; did you mean standard?; known: ...
    """


class BoardWarning(UserWarning):
    """A file of another program says something about a board that standoff does not play; the message has all of it.

    >>> issubclass(BoardWarning, UserWarning)
    True
    """


class UnreadWarning(UserWarning):
    """Something beside what was asked for is not read; the message names it.

    >>> issubclass(UnreadWarning, UserWarning)
    True
    """


def warn_unread(name: str, keys: Iterable[str], line: int = 0) -> None:
    """Warn of keys of an object that are not read; of none, say nothing.

    Args:
        name: What messages call the text or file.
        keys: The keys.
        line: The line of the object, 0 if that is not known.
    """
    listed = ", ".join(repr(key[:100]) for key in dict.fromkeys(keys))
    if listed:
        warnings.warn_explicit(f"not read: {listed}", UnreadWarning, name, line)


class WrongTypeError(StandoffError, TypeError):
    """A value is of another type than the one expected: a text where an order is expected, a number for a rulebook.

    >>> from standoff import adjudicate, starting_position
    >>> adjudicate(starting_position(), ["A PAR - BUR"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    standoff.map.errors.WrongTypeError: expected an order, not 'A PAR - BUR'; whose order is it? ...
    """


class ArrayError(StandoffError, ValueError):
    """Compiled code cannot take this: a board, a position or a rulebook is more than arrays hold, or arrays that were
    given have a wrong shape or numbers that mean nothing.

    It is a `ValueError`, too.

    >>> import numpy
    >>> from standoff.map import load_board
    >>> from standoff.solver.arrays.batch import Batch
    >>> Batch(load_board(), *(numpy.zeros(shape, dtype=numpy.int64) for shape in (2, (1, 2), (1, 4)))).check()
    Traceback (most recent call last):
        ...
    standoff.map.errors.ArrayError: units need 3 columns and orders 4, and start goes from 0 to the number of units
    """


class UnknownNameError(StandoffError):
    """A name is not that of a province, location or power of the board.

    >>> from standoff.map import load_board
    >>> load_board().province("PRA")
    Traceback (most recent call last):
        ...
    standoff.map.errors.UnknownNameError: no province 'PRA' on board standard (nearest known: PAR, SPA, Prussia)
    """


class PositionError(StandoffError):
    """A position cannot stand on its board; the message lists every fault, one per line.

    >>> from standoff.map import Position
    >>> try:
    ...     Position.parse("standard S1901M FRANCE:APAR;ENGLAND:APAR")
    ... except PositionError as fault:
    ...     print(fault)
    this position is impossible:
      ENGLAND: A PAR: two units in one province; FRANCE: A PAR stands there too
    """


def install_command(extra: str) -> str:
    """Return the command that installs what an extra needs, for a message; it works in any folder.

    >>> install_command("fast")
    'pip install numba numpy'
    """
    from importlib.metadata import PackageNotFoundError

    try:
        return f"pip install {' '.join(sorted(_needed(extra)))}"
    except PackageNotFoundError:  # a clone that is not installed
        return f"pip install '.[{extra}]' in the clone"


def _needed(extra: str) -> set[str]:
    """Return the packages that an extra of standoff asks for."""
    import re
    from importlib.metadata import requires

    needed: set[str] = set()
    for line in requires("standoff") or ():
        match = re.match(rf"([\w.-]+)(?:\[(\w+)\])?[^;]*;.*\bextra == ['\"]{extra}['\"]", line)
        if match:
            needed |= _needed(match[2]) if match[1] == "standoff" else {match[1]}
    return needed
