"""The library as questions: each case with the phases that it asks about, and the section that it belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ...solver import Rulebook
from ..book.case import Case
from ..book.library import library, short_id
from ..book.run import rulebooks_of
from ..crosscheck.sources import asked_in
from ..peers.peer import Question

SECTIONS = {
    "6.A": "basic checks",
    "6.B": "coastal issues",
    "6.C": "circular movement",
    "6.D": "supports and dislodgements",
    "6.E": "head-to-head battles, beleaguered garrisons",
    "6.F": "convoys",
    "6.G": "convoys to adjacent provinces",
    "6.H": "retreats",
    "6.I": "builds",
    "6.J": "civil disorder and removals",
}
"""The sections of chapter 6 of the DATC, with what they are about; further ones are shown by their number."""

EDITIONS = "editions"
"""The suite of the examples of the rulebooks' editions, their sample games, and whatever else the library holds."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A case of the library under the first rulebook that it names.

    Attributes:
        id: Its id: ``"datc-6.A.1"``.
        title: Its title.
        suite: ``"datc"``, or `EDITIONS`.
        section: Its section in the suite: ``"6.A"``; of an edition the first word of its id.
        rules: The rulebook that it is about.
        questions: What is asked, phase by phase, each from where the case leads under that rulebook.
    """

    id: str
    title: str
    suite: str
    section: str
    rules: Rulebook
    questions: tuple[Question, ...]


def questions() -> Iterator[Asked]:
    """Yield every case of the library, those of the DATC first.

    >>> first = next(asked for asked in questions() if asked.id == "datc-6.A.1")
    >>> first.suite, first.section, len(first.questions)
    ('datc', '6.A', 1)
    """
    cases = list(library())
    for case in sorted(cases, key=lambda case: _place(case)[0] == EDITIONS):
        rules, _ = next(rulebooks_of(case))
        suite, section = _place(case)
        yield Asked(case.id, case.title, suite, section, rules, tuple(asked_in(case, rules)))


def _place(case: Case) -> tuple[str, str]:
    collection = re.split(r"[-.]", case.id)[0]
    if collection != "datc":  # datc30: what a case said before version 3.2
        return EDITIONS, collection
    return "datc", short_id(case.id).rpartition(".")[0]
