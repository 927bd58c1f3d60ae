"""Limits of messages: at most a line of quoted text and a screen of faults."""

from __future__ import annotations

MOST_QUOTED = 200
"""The maximum number of quoted characters in a message."""
MOST_COUNTED = 1000
"""The number of faults after which the reading of a file ends."""
MOST_SUGGESTED = 100
"""The number of faults of a text for which the nearest names are looked up."""
LONGEST_LINE = 20_000
"""The maximum length of a line."""


def quoted(text: str) -> str:
    """Return `text` in quotation marks, shortened to fit a message.

    >>> quoted(" A PAR - BRU ")
    "'A PAR - BRU'"
    """
    text = text.strip()
    return repr(text if len(text) <= MOST_QUOTED else text[:MOST_QUOTED] + "…")


def enough(count: int) -> str:
    """Return the message at the end of reading after `count` faults."""
    return f"{count} faults so far; what stands below was not looked at"
