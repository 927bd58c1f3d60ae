"""Limits for messages: at most a line of quoted text, and at most a screen of faults."""

from __future__ import annotations

from collections.abc import Sequence

MOST_QUOTED = 200
"""Characters of a text that a message quotes."""
MOST_FAULTS = 20
"""Faults that a message lists."""
MOST_COUNTED = 1000
"""Reading a file stops after this many faults."""
LONGEST_LINE = 20_000
"""No line of a file has more characters."""
_LONGEST = 600  # characters of a line of a message, which may quote twice


def quoted(text: str) -> str:
    """Return `text` in quotation marks, shortened to fit a message.

    >>> quoted(" A PAR - BRU ")
    "'A PAR - BRU'"
    """
    text = text.strip()
    return repr(text if len(text) <= MOST_QUOTED else text[:MOST_QUOTED] + "…")


def shortened(message: str) -> str:
    """Return a message with its lines shortened, and at most as many as fit a screen.

    >>> len(shortened("cannot read " + "x" * 1_000_000)) < 700
    True
    >>> shortened("\\n".join(f"line {number}: a fault" for number in range(1, 41))).splitlines()[-1]
    'and 20 more'
    """
    lines = message.split("\n") if len(message) > _LONGEST else [message]
    if len(lines) <= MOST_FAULTS + 1:  # the last one may say how many more there are
        return "\n".join(map(_line, lines))
    return "\n".join(at_most([_line(line) for line in lines[:MOST_FAULTS]], len(lines)))


def at_most(faults: Sequence[object], count: int | None = None) -> list[str]:
    """Return the first faults in words, and how many more there are; `count` is their number if not all are given."""
    more = (len(faults) if count is None else count) - MOST_FAULTS
    return [*map(str, faults[:MOST_FAULTS]), *([f"and {more} more"] if more > 0 else [])]


def enough(count: int) -> str:
    """Return the message when `count` faults end the reading of a file."""
    return f"{count} faults so far; what stands below was not looked at"


def _line(line: str) -> str:
    if len(line) <= _LONGEST:
        return line
    return f"{line[: _LONGEST * 2 // 3]} … {line[-_LONGEST // 4 :]} ({len(line)} characters)"
