"""Sets of small numbers as the bits of an integer: the few operations that depend on how integers are kept.

Plain Python integers have as many bits as they need. Compiled code has 64, and replaces these functions with its own
(`standoff.solver.arrays.compiled`); whatever is written with them runs both ways.
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
    """Tell whether `member` is in the set number `which` of a table of sets."""
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
# A set of provinces or locations is kept in a row of words: in plain code in one, in compiled code in words of 62 bits.
# Bit b of word w is number b + w * 62, which holds for plain code, too: there w is 0.


def bit_of(number: int, word: int) -> int:
    """Return a word with the bit of a number of a set; 0 if that is in another word."""
    return 1 << number if not word else 0


def in_words(words: Sequence[int], number: int) -> bool:
    """Tell whether a number is in a set in words."""
    return bool(words[0] >> number & 1)
