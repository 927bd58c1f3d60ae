"""Numbers with their nouns."""

from __future__ import annotations


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
