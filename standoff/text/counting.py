"""Numbers with their nouns."""

from __future__ import annotations


def counted(number: int, noun: str, none: str = "0") -> str:
    """Return a number with its noun.

    Args:
        number: The number.
        noun: One of what is counted; an "s" makes it several.
        none: What stands for 0.

    >>> counted(1, "turn"), counted(1200, "turn"), counted(0, "turn", "no")
    ('1 turn', '1,200 turns', 'no turns')
    """
    return f"{f'{number:,}' if number else none} {noun}{'s' * (number != 1)}"
