"""The texts on the map: names of provinces, long and short, and the initials of powers."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from textwrap import wrap

from ..map import Board


@lru_cache(maxsize=32)
def initials(board: Board, language: str = "en") -> dict[str, str]:
    """Return the shortest prefixes that distinguish the powers' names in `language`.

    >>> from standoff.map import load_board
    >>> "".join(initials(load_board()).values())
    'AEFGIRT'
    >>> initials(load_board(), "cs")["RUSSIA"], initials(load_board(), "cs")["GERMANY"]
    ('Ru', 'N')
    """
    names = {power: board.names.name(power, language) for power in board.powers}

    def distinct_labels(name: str, letters: int) -> bool:
        return sum(other[:letters].casefold() == name[:letters].casefold() for other in names.values()) == 1

    return {power: name[: next((n for n in (1, 2) if distinct_labels(name, n)), 3)] for power, name in names.items()}


@lru_cache(maxsize=32)
def short_names(board: Board, language: str = "en") -> dict[str, str]:
    """Return a short name for each province: in English its id, else three letters of its name, or more if needed.

    >>> from standoff.map import load_board
    >>> shorts = short_names(load_board(), "cs")
    >>> shorts["PAR"], shorts["NTH"], len(set(shorts.values()))
    ('Pař', 'SevM', 75)
    """
    if language == "en":
        return {province.id: province.id for province in board.provinces}
    candidates = {one.id: _candidates(board.names.name(one.id, language)) for one in board.provinces}
    first = Counter(options[0] for options in candidates.values())
    shorts: dict[str, str] = {}
    for province, options in candidates.items():
        # a province whose first choice is also another's takes its next one
        free = (option for option in options if option not in shorts.values() and first[option] < 2)
        shorts[province] = next(free, province)
    return shorts


def _candidates(name: str) -> list[str]:
    first, *others = re.split(r"[\s()-]+", name.strip(" ()-"))
    pairs = [first[:3] + others[-1][0].upper(), first[:3] + others[-1][:2].title()] if others else [first[:3]]
    return [*pairs, first[:4], first[:5], first[:6]]


@lru_cache(maxsize=512)
def wrapped(name: str, width: int) -> tuple[str, ...]:
    """Return a name in lines of about `width` letters, broken between words only.

    >>> wrapped("Mid-Atlantic Ocean", 12)
    ('Mid-Atlantic', 'Ocean')
    """
    return tuple(wrap(" ".join(name.split()), width, break_long_words=False, break_on_hyphens=False))
