"""The case library, the names of its cases, and their numbers in the editions of the DATC.

The number of a case is that in the newest edition. An id that begins with an edition (``datc32-6.H.16``) uses the
number of that edition; cases that a newer edition replaced or dropped have no other id.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from ..map import LANGUAGES, load_board, package_json
from .case import Case
from .reading import read_cases

DATC_EDITIONS = ("3.0", "3.2", "3.3")
"""The editions of the DATC whose chapter 6 the library contains, the oldest first."""

_SINCE_3_2 = {
    number: {"3.2": number, "3.3": number}
    for numbers in (
        "6.B.16 6.B.17 6.B.18 6.B.19 6.D.35 6.F.26 6.F.27 6.F.28 6.F.29 6.F.30",  # new
        "6.C.2 6.G.15 6.I.4 6.J.2 6.J.3 6.J.5 6.J.9 6.J.10 6.J.11",  # in 3.0 with other positions
    )
    for number in numbers.split()
}
_NUMBERS = {f"datc-{number}": numbers for number, numbers in _SINCE_3_2.items()} | {
    "datc-6.H.15": {"3.3": "6.H.15"},
    "datc-6.H.16": {"3.3": "6.H.16"},
    "datc-6.H.17": {"3.0": "6.H.16", "3.2": "6.H.16", "3.3": "6.H.17"},
    "datc-6.J.12": {"3.0": "6.J.11", "3.2": "6.J.12", "3.3": "6.J.12"},
    "datc32-6.H.15": {"3.0": "6.H.15", "3.2": "6.H.15"},
}
"""The number in each edition, by id, for cases that an edition lacks or numbers differently."""

_OF_EDITION = re.compile(r"datc(\d)(\d)-((6\.\w\.).+)", re.IGNORECASE)


def datc_numbers(case: Case) -> dict[str, str]:
    """Return the number of a case in each edition of the DATC that contains it, the oldest edition first.

    >>> [datc_numbers(case) for name in ("6.H.17", "datc32-6.H.17", "6.F.30") for case in library(name)]
    [{'3.0': '6.H.16', '3.2': '6.H.16', '3.3': '6.H.17'}, {'3.2': '6.H.17'}, {'3.2': '6.F.30', '3.3': '6.F.30'}]
    """
    if case.id in _NUMBERS:
        return dict(_NUMBERS[case.id])
    of_edition = _OF_EDITION.fullmatch(case.id)
    if of_edition:
        return {f"{of_edition[1]}.{of_edition[2]}": of_edition[3]}
    return dict.fromkeys(DATC_EDITIONS, short_id(case.id)) if case.id.startswith("datc-6.") else {}


def library(pattern: str | None = None, language: str = "en", *, file: str = "") -> Iterator[Case]:
    """Yield the cases of the library that match `pattern` (`is_named`); all for None.

    Args:
        pattern: The pattern.
        language: The language of titles that it may match, besides English.
        file: The name of the only file to read, without its ending; empty for all files.

    >>> [case.id for case in library("6.F.1")]
    ['datc-6.F.1']
    >>> [case.id for name in ("6.H.16", "datc32-6.H.16") for case in library(name)]
    ['datc-6.H.16', 'datc-6.H.17']
    >>> len(list(library("datc33-*")))
    176
    """
    if pattern is None:
        for name, text in _texts():
            if file in ("", name.removesuffix(".txt")):
                yield from read_cases(text, name)
        return
    if len(pattern) > _LONGEST_PATTERN:
        return
    of_edition = _OF_EDITION.fullmatch(pattern)
    word = "" if _is_wild(pattern) else (of_edition[4] if of_edition else pattern).casefold()
    # the text of a case contains all its names, but for the edition
    possible = [one for one in _blocks() if word in one.folded and file in ("", one.head.file.removesuffix(".txt"))]
    named = [one for one in possible if is_named(one.head, pattern, language=language)]
    # a current number takes precedence over a former one
    for one in [one for one in named if is_named(one.head, pattern, formerly=False, language=language)] or named:
        yield from read_cases("", one.head.file, lines=one.lines)


_LONGEST_PATTERN = 200
"""The maximum length of a pattern: compiling a longer one may take a second."""


def _is_wild(pattern: str) -> bool:
    return any(sign in pattern for sign in "*?[")


class _Block(NamedTuple):
    """The part of a file that states a case.

    Attributes:
        lines: Its lines, with their numbers in the file.
        folded: The text, case-folded.
        head: The case with its id and its head only.
    """

    lines: list[tuple[int, str]]
    folded: str
    head: Case


@cache
def _blocks() -> tuple[_Block, ...]:
    """Return the cases without parsing more than their heads."""
    found, board = list[_Block](), load_board()
    for name, text in _texts():
        lines = text.splitlines()
        starts = [at for at, line in enumerate(lines) if line.startswith("case ")]
        for start, end in pairwise((*starts, len(lines))):
            block = "\n".join(lines[start:end])
            head = Case(name, start + 1, board, lines[start].split()[1], dict(re.findall(_NAMED, block)))
            found.append(_Block(list(enumerate(lines[start:end], start + 1)), block.casefold(), head))
    return tuple(found)


_NAMED = re.compile(r"^(title|former_ids): *(.*?)[ \t]*$", re.MULTILINE)


def _texts() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file."""
    folder = Path(__file__).with_name("library")
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".txt"):
            yield entry.name, entry.read_text(encoding="utf-8")


def is_named(case: Case, pattern: str, *, formerly: bool = True, language: str = "en") -> bool:
    """Return whether `pattern` names `case`: by its id, its id in an edition of the DATC, a former or a short id.

    Case is ignored. A pattern with wildcards (``*``, ``?``, ``[…]``) names every case whose id or title it matches.

    Args:
        case: The case.
        pattern: The id or pattern.
        formerly: False to ignore former ids.
        language: The language of titles that the pattern may match, besides English.
    """
    names = [case.id, *(case.former_ids if formerly else ())]
    names += [short_id(name) for name in names]
    names += (f"datc{edition.replace('.', '')}-{number}" for edition, number in datc_numbers(case).items())
    folded, own = pattern.casefold(), [name.casefold() for name in names]
    if _is_wild(folded):
        case_titles = {case.title, title_in(case.id, case.title, language)}
        return any(fnmatchcase(text, folded) for text in (*own, *map(str.casefold, case_titles)))
    return folded in own


def short_id(name: str) -> str:
    """Return an id without the name of its collection; ids of older editions stay complete.

    >>> short_id("datc-6.F.14"), short_id("datc32-6.H.17")
    ('6.F.14', 'datc32-6.H.17')
    """
    return name if _OF_EDITION.fullmatch(name) else name.partition("-")[2] or name


@cache
def library_titles() -> dict[str, str]:
    """Return the title of each case of the library by its id, without parsing the cases.

    >>> library_titles()["datc-6.A.12"]
    'Three equal moves'
    """
    return {name: title for _, text in _texts() for name, title in re.findall(_TITLED, text)}


_TITLED = re.compile(r"^case[ \t]+(\S+)\n(?:\w+: .*\n)*?title: *(.*?)[ \t]*$", re.MULTILINE)


@cache
def titles(language: str) -> dict[str, str]:
    """Return the title of each case of the library in a language, by its id; nothing in English.

    >>> titles("cs")["datc-6.A.11"], titles("en")
    ('Dva stejně silné tahy', {})
    """
    if language == "en":  # English titles stand in the cases themselves
        return {}
    return package_json(Path(__file__).parent / "titles" / f"{language}.json")


def title_in(name: str, title: str, language: str) -> str:
    """Return the title of a case in a language; unchanged if the library has no case of this id and title.

    Args:
        name: The id of the case.
        title: Its title in English.
        language: The language: en, cs, ru.

    >>> title_in("datc-6.A.12", "Three equal moves", "ru"), title_in("datc-6.A.12", "My own case", "ru")
    ('Три равных хода', 'My own case')
    """
    translated = titles(language).get(name)
    return translated if translated and library_titles()[name] == title else title


def retitled(name: str, title: str, language: str) -> str:
    """Translate the title of a case from any language; unchanged if the library has no such case.

    >>> retitled("datc-6.A.12", "Три равных хода", "cs"), retitled("datc-6.A.12", "My own case", "cs")
    ('Tři stejně silné tahy', 'My own case')
    """
    english = library_titles().get(name)
    if english is None or title not in (english, *(titles(one).get(name) for one in LANGUAGES)):
        return title
    return title_in(name, english, language)


def nearest_ids(text: str, ids: Iterable[str]) -> list[str]:
    """Return at most three ids that resemble `text`; short ones if `text` names no collection."""
    ids = list(filter(None, ids))
    by_folded = {one.casefold(): one for one in (*ids, *map(short_id, ids))}
    import difflib

    return [by_folded[one] for one in difflib.get_close_matches(text.casefold(), by_folded, n=3, cutoff=0.6)]
