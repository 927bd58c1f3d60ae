"""The library as questions: each case with its phases and its section."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ...cases import DATC_EDITIONS, SUITES, Case, library, place_of, rulebooks_of
from ...map import PhaseType, load_board
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
"""The sections of chapter 6 of the DATC with their subjects; further ones are shown by their number."""


@dataclass(frozen=True, slots=True)
class AskedCase:
    """A case of the library under the first rulebook that it names.

    Attributes:
        id: Its id: ``"datc-6.A.1"``.
        title: Its title.
        suite: One of `SUITES`.
        section: Its section in the suite: ``"6.A"``; for an edition, the first word of its id. A separating case is in
            the section of the DATC to which it would belong.
        rules: Its rulebook.
        questions: Its phases, each from the position that the case leads to under that rulebook.
    """

    id: str
    title: str
    suite: str
    section: str
    rules: Rulebook
    questions: tuple[Turn, ...]

    @property
    def is_basic(self) -> bool:
        """True for a movement phase on the standard board: what is asked of every program."""
        return any(one.type is PhaseType.MOVEMENT and one.board is load_board() for one in self.questions)


@cache
def questions(datc: str = DATC_EDITIONS[-1]) -> tuple[AskedCase, ...]:
    """Return every case of the library, those of an edition of the DATC first.

    >>> first = next(case for case in questions() if case.id == "datc-6.A.1")
    >>> first.suite, first.section, len(first.questions)
    ('datc', '6.A', 1)
    """
    places = {case.id: place_of(case, datc) for case in library()}
    order = list(SUITES)

    def sorting(case: Case) -> tuple[int, str]:
        suite, section = places[case.id]
        return order.index(suite), section if suite == order[0] else ""  # cases of editions are listed separately

    def asked_case(case: Case) -> AskedCase:
        rules, _ = next(rulebooks_of(case))
        return AskedCase(case.id, case.title, *places[case.id], rules, tuple(asked_in(case, rules)))

    return tuple(asked_case(case) for case in sorted(library(), key=sorting))
