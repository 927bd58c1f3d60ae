"""Which suite and section of the library a case is in, and which faults it detects."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .case import Case, split
from .catalog import DATC_EDITIONS, datc_numbers, short_id

DATC, SEPARATING, EDITIONS = "datc", "separating", "editions"
SUITES = {
    DATC: "the cases of the DATC",
    SEPARATING: "a turn for each fault that the cases of the DATC do not show",
    EDITIONS: "the examples of the rulebooks' editions, their sample games, and whatever else the library holds",
}
"""The suites in order, and their contents."""


def place_of(case: Case, datc: str = DATC_EDITIONS[-1]) -> tuple[str, str]:
    """Return the suite and the section of a case for an edition of the DATC.

    Cases of other editions belong to the last suite; their section is the first word of the id.

    >>> from standoff.cases.catalog import library
    >>> [place_of(case) for name in ("6.F.14", "separating-D.1", "1982-V.4") for case in library(name)]
    [('datc', '6.F'), ('separating', '6.D')]
    >>> [place_of(case, "3.0") for name in ("6.C.2", "datc30-6.C.2") for case in library(name)]
    [('editions', 'datc'), ('datc', '6.C')]
    """
    collection, numbers = case.id.partition("-")[0], datc_numbers(case)
    section = numbers.get(datc, short_id(case.id)).rpartition(".")[0]
    if collection == SEPARATING:
        return SEPARATING, f"6.{section}" if section else "faults"  # cases of the catalog have names, not numbers
    if datc in numbers or (collection == DATC and not numbers):
        return DATC, section
    return EDITIONS, collection


def in_sequence(number: str) -> tuple[str, int, str]:
    """Return a sorting key for numbers of the DATC: 6.A.2 before 6.A.10, 6.J.9a before 6.J.9b."""
    section, _, last = number.rpartition(".")
    digits = last.rstrip("ab")
    return section, int(digits), last


def issues_of(case: Case) -> list[str]:
    """Return the issues of chapter 4 of the DATC that a case tests."""
    return split(case.head.get("choice", ""))


def detected_faults(case: Case) -> list[str]:
    """Return the faults that a case is there to show, in words.

    >>> from standoff.cases.catalog import library
    >>> [detected_faults(case) for case in library("separating-A.1")]
    [['a convoy that counts for whatever move its army makes.']]
    """
    return [note.removeprefix(_CATCHES) for note in case.notes if note.startswith(_CATCHES)]


_CATCHES = "Catches: "


class SuiteChange(NamedTuple):
    """A change of the suite: its version, the case, the change ("added", "changed", "dropped") and the reason.

    `digest` is the new digest of the case (`export.digest`).
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
