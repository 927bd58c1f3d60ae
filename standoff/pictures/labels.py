"""The words on the map: names of provinces, long and short, and the initials of powers."""

from __future__ import annotations

from functools import lru_cache
from textwrap import wrap

from ..map import Board


@lru_cache(maxsize=32)
def initials(board: Board, language: str = "en") -> dict[str, str]:
    """Return the shortest prefixes of the powers' names, in `language`, that tell them apart.

    >>> from standoff.map import load_board
    >>> "".join(initials(load_board()).values())
    'AEFGIRT'
    >>> initials(load_board(), "cs")["RUSSIA"], initials(load_board(), "cs")["GERMANY"]
    ('Ru', 'N')
    """
    names = {power: board.names.name(power, language) for power in board.powers}
    beginnings: dict[str, str] = {}
    for power, name in names.items():
        letters = 1
        others = [names[other] for other in names if other != power]
        while letters < 3 and any(other[:letters].casefold() == name[:letters].casefold() for other in others):
            letters += 1
        beginnings[power] = name[:letters]
    return beginnings


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
    names = {province.id: board.names.name(province.id, language) for province in board.provinces}
    candidates = {pid: _candidates(name) for pid, name in names.items()}
    shorts: dict[str, str] = {}
    taken_names: set[str] = set()
    firsts = [options[0] for options in candidates.values()]
    for pid, options in candidates.items():
        # a province whose first choice is also another's takes its next one
        free = [option for option in options if option not in taken_names and firsts.count(option) < 2]
        shorts[pid] = free[0] if free else pid
        taken_names.add(shorts[pid])
    return shorts


def _candidates(name: str) -> list[str]:
    words = [word for word in name.replace("-", " ").replace("(", " ").replace(")", " ").split() if word]
    candidates = [words[0][:3]]
    if len(words) > 1:
        candidates = [words[0][:3] + words[-1][0].upper(), words[0][:3] + words[-1][:2].title()]
    return [*candidates, words[0][:4], words[0][:5], words[0][:6]]


@lru_cache(maxsize=512)
def wrapped(name: str, width: int) -> tuple[str, ...]:
    """Return a name in lines of about `width` letters, broken between words only.

    >>> wrapped("Mid-Atlantic Ocean", 12)
    ('Mid-Atlantic', 'Ocean')
    """
    return tuple(wrap(" ".join(name.split()), width, break_long_words=False, break_on_hyphens=False))
