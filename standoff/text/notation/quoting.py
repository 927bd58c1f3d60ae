"""Limits for messages: at most a line of quoted text, and at most a screen of faults."""

from __future__ import annotations

MOST_QUOTED = 200
"""Characters of a text that a message quotes."""
MOST_COUNTED = 1000
"""Reading a file stops after this many faults."""
MOST_SUGGESTED = 100
"""For this many faults of a text the nearest names are looked up."""
LONGEST_LINE = 20_000
"""No line of a file has more characters."""


def quoted(text: str) -> str:
    """Return `text` in quotation marks, shortened to fit a message.

    >>> quoted(" A PAR - BRU ")
    "'A PAR - BRU'"
    """
    text = text.strip()
    return repr(text if len(text) <= MOST_QUOTED else text[:MOST_QUOTED] + "…")


def enough(count: int) -> str:
    """Return the message when `count` faults end the reading of a file."""
    return f"{count} faults so far; what stands below was not looked at"
