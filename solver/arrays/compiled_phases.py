"""The functions of the law about retreats, adjustments and legal orders, for compiled code of other packages."""

# pyright: basic
# Numba does not declare its own types.
from __future__ import annotations

from functools import cache
from typing import Any

from numba.extending import overload

from ...map import bit_of, in_words
from ..law import adjusting, course, legal, retreating, state
from ..law.records import WORD
from .compiled import register_all


@cache
def register_phases() -> None:
    """Let compiled code use these functions as they are, too; to say so once is enough."""
    overload(bit_of, strict=False)(_bit_of)
    overload(in_words, strict=False)(_in_words)
    register_all(
        (state, retreating, adjusting, course, legal),
        {
            adjusting.may_adjust,
            adjusting.counting_orders,
            adjusting.count_free_homes,
            adjusting.note_goals,
            adjusting.distance_from_home,
            adjusting.first_removed,
            course.forget_dislodged,
            legal.seas_needed,
        },
    )


def _bit_of(number: Any, word: Any) -> Any:
    return lambda number, word: 1 << number % WORD if number // WORD == word else 0


def _in_words(words: Any, number: Any) -> Any:
    return lambda words, number: words[number // WORD] >> number % WORD & 1 != 0


__all__ = ["register_phases"]
