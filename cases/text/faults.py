"""How faults are listed: the first ones in full, then their number."""

from __future__ import annotations

from collections.abc import Sequence

MOST = 20
"""So many faults are listed in full."""

MOST_COUNTED = 1000
"""So many faults end the reading of a file."""

LONGEST_LINE = 20_000
"""No line of a file has more characters."""


def enough(count: int) -> str:
    """Return what is said when `count` faults end the reading of a file."""
    return f"{count} faults so far; what stands below was not looked at"


def at_most(faults: Sequence[object], most: int = MOST) -> list[str]:
    """Return the first `most` faults, and a line with the number of all if there are more.

    >>> at_most(["one", "two", "three"], 2)
    ['one', 'two', '… 3 faults in all; the first 2 are shown']
    """
    if len(faults) <= most:
        return list(map(str, faults))
    return [*map(str, faults[:most]), f"… {len(faults)} faults in all; the first {most} are shown"]
