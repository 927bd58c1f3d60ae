"""What a year is made of, in numbers: which phase comes next, which of too many orders count, who is removed first.

Integer functions, so that a compiler for numeric code can take them as they stand.

Source: rulebook 1982, III, XIII and XIV.4; 2000, pages 4, 17 and 18; DATC 3.0, 4.D.4, 4.D.6 and 4.D.8.
"""

from __future__ import annotations

from ...map.masks import count

SPRING, FALL, WINTER = 0, 1, 2
"""The seasons, in the order of a year."""

MOVEMENT, RETREAT, ADJUSTMENT = 0, 1, 2
"""The types of phases, in the order of a season."""

FIRST_ONES, LAST_ONES = 0, 1
"""Which of too many builds or removals are carried out (4.D.4, 4.D.6); by any other choice none is."""


def next_phase(season: int, kind: int, dislodged: bool, adjust: bool) -> tuple[int, int]:
    """Return season and type of the phase that follows; the next SPRING is that of the next year.

    Args:
        season, kind: The phase.
        dislodged: True if it was a movement phase that dislodged a unit.
        adjust: True if a power could build or must remove a unit, ownership after this season reckoned.

    >>> next_phase(FALL, MOVEMENT, False, True) == (WINTER, ADJUSTMENT)
    True
    """
    if kind == MOVEMENT and dislodged:
        return season, RETREAT
    if season == SPRING:
        return FALL, MOVEMENT
    if season == FALL and adjust:
        return WINTER, ADJUSTMENT
    return SPRING, MOVEMENT


def counted(ordered: int, waived: int, most: int, most_units: int, choice: int) -> int:
    """Return which of the builds, or of the removals, of a power count, as a mask over its orders.

    Args:
        ordered: The builds or removals, as a mask.
        waived: The waived builds, likewise.
        most: At most this many orders count.
        most_units: At most this many of `ordered` count.
        choice: FIRST_ONES, LAST_ONES, or anything else for none if there are too many.

    Source: DATC 3.0, 4.D.4 and 4.D.6.

    >>> bin(counted(0b111, 0, 2, 2, FIRST_ONES)), bin(counted(0b111, 0, 2, 2, LAST_ONES))
    ('0b11', '0b110')
    """
    left = ordered | waived
    if choice not in (FIRST_ONES, LAST_ONES) and count(left) > most:
        return 0
    kept = 0
    bit = 1
    if choice == LAST_ONES:
        while bit << 1 <= left:
            bit <<= 1
    while left and count(kept) < most:
        if left & bit:
            left ^= bit
            if waived & bit or count(kept & ordered) < most_units:
                kept |= bit
        if choice == LAST_ONES:
            bit >>= 1
        else:
            bit <<= 1
    return kept


def removal_rank(distance: int, fleet: int, name: int) -> int:
    """Return how soon a unit of a power goes in civil disorder: that with the greatest number goes first.

    Args:
        distance: Its distance from home, as the rulebook measures it.
        fleet: 1 for a fleet, which goes before an army at the same distance.
        name: The place of its province in the alphabet, below 4096; of equals the first goes.

    Source: DATC 3.0, 4.D.8; rulebook 2023, page 20; 1982, XIV.4.

    >>> removal_rank(3, 0, 7) > removal_rank(2, 1, 1)
    True
    """
    return (distance * 2 + fleet) * 4096 - name
