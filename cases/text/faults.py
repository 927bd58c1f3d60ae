"""How faults are listed: the first ones in full, then their number."""

from __future__ import annotations

from collections.abc import Sequence

MOST = 20
"""So many faults are listed in full."""


def at_most(faults: Sequence[str], most: int = MOST) -> list[str]:
    """Return the first `most` faults, and a line with the number of all if there are more.

    >>> at_most(["one", "two", "three"], 2)
    ['one', 'two', '… 3 faults in all; the first 2 are shown']
    """
    if len(faults) <= most:
        return list(faults)
    return [*faults[:most], f"… {len(faults)} faults in all; the first {most} are shown"]
