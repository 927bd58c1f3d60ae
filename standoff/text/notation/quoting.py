"""Parts of messages: quotations of at most a line, numbers with nouns; a file shows at most a screen of faults."""

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


def counted(number: int, noun: str, none: str = "0") -> str:
    """Return a number with its noun.

    Args:
        number: The number.
        noun: The noun in the singular; an "s" makes the plural.
        none: The word for 0.

    >>> counted(1, "turn"), counted(1200, "turn"), counted(0, "turn", "no")
    ('1 turn', '1,200 turns', 'no turns')
    """
    return f"{f'{number:,}' if number else none} {noun}{'s' * (number != 1)}"
