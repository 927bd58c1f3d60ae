"""The case library, and how its cases are named."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from .case import Case
from .reading import read_cases


def library(pattern: str | None = None) -> Iterator[Case]:
    """Yield the cases of the library that `pattern` names (`is_named`), all if it is None.

    >>> [case.id for case in library("6.F.1")]
    ['datc-6.F.1']
    >>> len(list(library("6.F.1*"))) > 10
    True
    """
    if pattern is None:
        yield from _all()
        return
    plain = not any(sign in pattern for sign in _WILD)
    named = [case for case in _all(pattern if plain else "") if is_named(case, pattern)]
    # a number that another case has now means that one
    yield from [case for case in named if is_named(case, pattern, formerly=False)] or named


_WILD = "*?["


def _all(word: str = "") -> Iterator[Case]:
    """Yield the cases of all files that contain `word`, letter case aside: the other files need not be read."""
    for name, text in _texts():
        if word.casefold() in text.casefold():
            yield from read_cases(text, name)


def _texts() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file."""
    folder = Path(__file__).with_name("library")
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".txt"):
            yield entry.name, entry.read_text(encoding="utf-8")


def is_named(case: Case, pattern: str, *, formerly: bool = True) -> bool:
    """Tell whether `pattern` names `case`: its id or a former one, or what follows the first hyphen of it.

    With `formerly` false, former ids do not count. Letter case does not matter. With wildcards (``*``, ``?``, ``[…]``)
    it names every case whose id or title it matches.
    """
    wanted, names = pattern.casefold(), (case.id, *case.was) if formerly else (case.id,)
    own = [name.casefold() for name in names]
    own += [short_id(name) for name in own]
    if any(sign in wanted for sign in _WILD):
        return any(fnmatchcase(text, wanted) for text in (*own, case.title.casefold()))
    return wanted in own


def short_id(name: str) -> str:
    """Return an id without the name of its collection.

    >>> short_id("datc-6.F.14")
    '6.F.14'
    """
    return name.partition("-")[2] or name


def library_ids() -> list[str]:
    """Return the ids of all cases of the library, without reading the cases.

    >>> library_ids().count("datc-6.F.14")
    1
    """
    return [name for _, text in _texts() for name in re.findall(r"(?m)^case[ \t]+(\S+)", text)]


def nearest_ids(text: str, ids: Iterable[str]) -> list[str]:
    """Return the ids most like `text`, at most three; short if `text` names no collection."""
    ids = list(filter(None, ids))
    shown = {one.casefold(): one for one in (*ids, *map(short_id, ids))}
    import difflib

    return [shown[one] for one in difflib.get_close_matches(text.casefold(), shown, n=3, cutoff=0.6)]
