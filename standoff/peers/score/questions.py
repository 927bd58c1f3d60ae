"""The library as questions: each case with the phases that it asks about, and the section that it belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ...cases import Case, library, rulebooks_of, short_id
from ...solver import Rulebook
from ...turn import Turn
from ..comparing.sources import asked_in

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

DATC, SEPARATING, EDITIONS = "datc", "separating", "editions"
SUITES = {
    DATC: "the cases of the DATC",
    SEPARATING: "a turn for each fault that the cases of the DATC do not show",
    EDITIONS: "the examples of the rulebooks' editions, their sample games, and whatever else the library holds",
}
"""The suites, in the order in which they are asked, and what each holds."""


@dataclass(frozen=True, slots=True)
class AskedCase:
    """A case of the library under the first rulebook that it names.

    Attributes:
        id: Its id: ``"datc-6.A.1"``.
        title: Its title.
        suite: One of `SUITES`.
        section: Its section in the suite: ``"6.A"``; for an edition, the first word of its id. A separating case is in
            the section of the DATC that it would belong to.
        rules: The rulebook that it is about.
        questions: What is asked, phase by phase, each from where the case leads under that rulebook.
    """

    id: str
    title: str
    suite: str
    section: str
    rules: Rulebook
    questions: tuple[Turn, ...]


def questions() -> Iterator[AskedCase]:
    """Yield every case of the library, those of the DATC first.

    >>> first = next(case for case in questions() if case.id == "datc-6.A.1")
    >>> first.suite, first.section, len(first.questions)
    ('datc', '6.A', 1)
    """
    order = list(SUITES)
    for case in sorted(library(), key=lambda case: order.index(_place(case)[0])):
        rules, _ = next(rulebooks_of(case))
        suite, section = _place(case)
        yield AskedCase(case.id, case.title, suite, section, rules, tuple(asked_in(case, rules)))


def _place(case: Case) -> tuple[str, str]:
    collection = re.split(r"[-.]", case.id)[0]
    section = short_id(case.id).rpartition(".")[0]
    if collection == SEPARATING:
        return SEPARATING, f"6.{section}"
    return (DATC, section) if collection == DATC else (EDITIONS, collection)  # datc30: as it was before version 3.2
