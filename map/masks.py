"""Sets of small numbers as bit masks: the operations that depend on the size of integers.

Python integers are unbounded. Compiled code has 64 bits and replaces these functions with its own
(`standoff.solver.arrays.compiled`), so that code that uses them runs both ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache


def count(mask: int) -> int:
    """Return the number of bits set in `mask`."""
    return mask.bit_count()


def lowest(mask: int) -> int:
    """Return the number of the lowest bit set in `mask`, which is not 0."""
    return (mask & -mask).bit_length() - 1


def has(sets: Sequence[int], which: int, member: int) -> bool:
    """Return whether `member` is in the set number `which` of a table of sets."""
    return bool(sets[which] >> member & 1)


def members(sets: Sequence[int], which: int) -> Sequence[int]:
    """Return the members of the set number `which` of a table of sets, ascending."""
    return _kept_bits(sets[which])


@lru_cache(maxsize=4096)
def _kept_bits(mask: int) -> tuple[int, ...]:
    return tuple(bits(mask))


def bits(mask: int) -> list[int]:
    """Return the numbers of the bits set in `mask`, ascending."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


# -- sets in words ---------------------------------------------------------------------------------------------------
# A set of provinces or locations is a row of words: a single one in plain code, words of 62 bits in compiled code.
# Bit b of word w is number b + w * 62; in plain code, w is always 0.


def bit_of(number: int, word: int) -> int:
    """Return a word with the bit of a number, 0 if the bit is in another word."""
    return 1 << number if not word else 0


def in_words(words: Sequence[int], number: int) -> bool:
    """Return whether a number is in a set of words."""
    return bool(words[0] >> number & 1)
