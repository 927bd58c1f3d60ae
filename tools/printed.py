"""Compare the words that the DATC prints after each order of its test cases with standoff's results.

The printed words are a table with a row per order and a column per edition; `docs/sources.md` lists the differences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from standoff.cases.catalog import library
from standoff.cases.course import play_case
from standoff.map import PhaseType
from standoff.solver import OrderResult, datc_terms, rulebook
from standoff.text import read_order

DISAGREEMENTS: dict[tuple[str, str], tuple[str, str]] = {
    ("6.B.11", "F Spain(sc) - Gulf of Lyon"): (
        "4.E.1",
        "From the north coast, where the fleet stands, the Gulf of Lyon cannot be reached whatever else is ordered.",
    ),
    ("6.B.14", "Build F St Petersburg"): (
        "4.B.7, 4.E.1",
        "A build without its coast is ignored, as chapter 4 says of this very order, and takes up no build.",
    ),
    ("6.D.4", "A Berlin Supports F Kiel"): (
        "5.B.2",
        "Prussia attacks Berlin, and the support does not act on Prussia; 6.D.5 prints one in the same place as cut.",
    ),
    ("6.D.8", "A Greece - Naples"): (
        "4.E.2",
        "Greece has no retreat: the attacker came from Albania, units stand in Bulgaria and Serbia.",
    ),
    ("6.F.21", "F Clyde Supports F North Atlantic Ocean"): (
        "5.B.1, 4.E.2",
        "Two against one dislodge the fleet in Clyde, and all provinces about it are occupied.",
    ),
    ("6.F.28", "F Gulf of Bothnia Convoys A Livonia - Sweden"): (
        "4.E.2",
        "The fleet has no retreat: the attacker came from Finland, units stand everywhere else.",
    ),
    ("6.F.28", "F Norwegian Sea Convoys A Edinburgh - St Petersburg"): (
        "4.E.2",
        "The fleet has no retreat: the attacker came from Norway, units stand everywhere else.",
    ),
    ("datc32-6.H.15", "F Portugal Holds"): (
        "4.E.2",
        "The fleet has no retreat: the attacker came from Spain, the other coast included, and a unit stands at sea.",
    ),
}
"""Differences between an edition and standoff by case and order: the rule, and its consequence."""


@dataclass(frozen=True, slots=True)
class Printed:
    """An order of a test case with the words that the DATC prints after it.

    Attributes:
        case: The case of the library: "6.A.1", "datc32-6.H.15".
        phase: The phase that the order belongs to.
        power: The power as the document names it.
        order: The order as the document writes it.
        words: The words of each edition that has the case: ``{"3.2": "disrupted, dislodged"}``.
    """

    case: str
    phase: PhaseType
    power: str
    order: str
    words: dict[str, str]


@dataclass(frozen=True, slots=True)
class Compared:
    """A printed order with standoff's result."""

    printed: Printed
    result: OrderResult

    @property
    def ours(self) -> str:
        """Standoff's result in the DATC's words."""
        return ", ".join(datc_terms(self.result))

    @property
    def differing(self) -> set[str]:
        """The editions that print other words."""
        return {edition for edition, words in self.printed.words.items() if words != self.ours}


def read_printed(text: str) -> list[Printed]:
    """Read a table of printed words: tab-separated, with a heading."""
    (*_, older, newer), *rows = [line.split("\t") for line in text.splitlines()]
    printed: list[Printed] = []
    for case, phase, power, order, was, now in rows:
        words = {edition: word for edition, word in ((older, was), (newer, now)) if word}
        printed.append(Printed(case, PhaseType(phase), power, order, words))
    return printed


def compare_printed(printed: Iterable[Printed]) -> Iterator[Compared]:
    """Yield each printed order with its result in the case."""
    cases = {case.id.removeprefix("datc-"): case for case in library("datc3*")}
    for number, lines in groupby(printed, lambda one: one.case):
        case = cases[number]
        results: dict[tuple[PhaseType, str, str], list[OrderResult]] = {}
        for phase, result, _ in play_case(case, rulebook("2023")):
            for one in result:
                results.setdefault((phase.type, one.order.power, str(one.order)), []).append(one)
        for line in lines:
            power = case.board.names.power(line.power) or ""
            order = read_order(line.order, power, case.board)
            yield Compared(line, results[line.phase, power, str(order)].pop(0))
