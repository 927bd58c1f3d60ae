"""Which suite and section of the library a case is in, which editions of the DATC have it, and what it catches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .case import Case, split
from .catalog import short_id

DATC, SEPARATING, EDITIONS = "datc", "separating", "editions"
SUITES = {
    DATC: "the cases of the DATC",
    SEPARATING: "a turn for each fault that the cases of the DATC do not show",
    EDITIONS: "the examples of the rulebooks' editions, their sample games, and whatever else the library holds",
}
"""The suites, in the order in which they are asked, and what each holds."""

DATC_EDITIONS = ("3.0", "3.2", "3.3")
"""The editions of the DATC whose chapter 6 the library knows, the oldest first."""

_OF_THE_DATC = {
    "6.H.15": {"3.0": "6.H.15", "3.2": "6.H.15", "3.3": "6.H.16"},
    "6.H.16": {"3.0": "6.H.16", "3.2": "6.H.16", "3.3": "6.H.17"},
    "6.H.17": {"3.2": "6.H.17"},
    "6.J.12": {"3.0": "6.J.11", "3.2": "6.J.12", "3.3": "6.J.12"},
    **{
        number: {"3.2": number, "3.3": number}
        for numbers in (
            "6.B.16 6.B.17 6.B.18 6.B.19 6.D.35 6.F.26 6.F.27 6.F.28 6.F.29 6.F.30",  # new
            "6.C.2 6.G.15 6.I.4 6.J.2 6.J.3 6.J.5 6.J.9 6.J.10 6.J.11",  # in 3.0 with other positions
        )
        for number in numbers.split()
    },
}
"""The cases of DATC 3.2 that an edition lacks or numbers otherwise: the number in each edition that has them."""


def place_of(case: Case) -> tuple[str, str]:
    """Return the suite and the section of a case: for an edition, the first word of its id.

    >>> from standoff.cases.catalog import library
    >>> [place_of(case) for name in ("6.F.14", "separating-D.1", "1982-V.4") for case in library(name)]
    [('datc', '6.F'), ('separating', '6.D')]
    """
    collection = re.split(r"[-.]", case.id)[0]
    section = short_id(case.id).rpartition(".")[0]
    if collection == SEPARATING:
        return SEPARATING, f"6.{section}" if section else "faults"  # those of the catalog have names, not numbers
    return (DATC, section) if collection == DATC else (EDITIONS, collection)  # datc30: as it was before version 3.2


def datc_numbers(case: Case) -> dict[str, str]:
    """Return the number of a case in each edition of the DATC that has it in chapter 6, the oldest edition first.

    >>> from standoff.cases.catalog import library
    >>> [datc_numbers(case) for name in ("6.H.15", "datc33.6.H.15", "6.F.30") for case in library(name)]
    [{'3.0': '6.H.15', '3.2': '6.H.15', '3.3': '6.H.16'}, {'3.3': '6.H.15'}, {'3.2': '6.F.30', '3.3': '6.F.30'}]
    """
    found = re.fullmatch(r"datc(\d)(\d)\.(6\..+)|datc-(6\..+)", case.id)
    if found is None:
        return {}
    if found[3]:
        return {f"{found[1]}.{found[2]}": found[3]}
    return dict(_OF_THE_DATC.get(found[4]) or dict.fromkeys(DATC_EDITIONS, found[4]))


def in_sequence(number: str) -> tuple[str, int, str]:
    """Return what sorts numbers of the DATC: 6.A.2 before 6.A.10, 6.J.9a before 6.J.9b."""
    section, _, last = number.rpartition(".")
    digits = last.rstrip("ab")
    return section, int(digits), last


def issues_of(case: Case) -> list[str]:
    """Return the issues of chapter 4 of the DATC that a case is about."""
    return split(case.head.get("choice", ""))


def catches(case: Case) -> list[str]:
    """Return the faults that a case is there to show, in words.

    >>> from standoff.cases.catalog import library
    >>> [catches(case) for case in library("separating-A.1")]
    [['a convoy that counts for whatever move its army makes.']]
    """
    return [note.removeprefix(_CATCHES) for note in case.notes if note.startswith(_CATCHES)]


_CATCHES = "Catches: "


class SuiteChange(NamedTuple):
    """A change of the suite: in which version, to which case, what ("added", "changed", "dropped") and why.

    `digest` is that of what the case asks and expects from then on (`export.digest`).
    """

    version: int
    id: str
    change: str
    digest: str
    why: str


SUITE_LOG = "suite.tsv"
"""The changelog of the suite, a line for each change of a case; `python -m tools.suite` adds to it."""


def suite_changes() -> Iterator[SuiteChange]:
    """Yield all changes of the suite, the oldest first.

    >>> next(suite_changes()).change
    'added'
    """
    for line in Path(__file__).with_name(SUITE_LOG).read_text(encoding="utf-8").splitlines():
        version, *words = line.split("\t")
        yield SuiteChange(int(version), *words)
