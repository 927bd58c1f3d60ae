"""The figures of the pages, each with its source.

`COMPUTED` is recomputed here from what the page speaks of. `RECORDED` takes too long for that: a command made it, and
another test runs a short form of that command. `LISTED` is what another test or file answers for. `test_figures` fails
for a figure that is in none of them.
"""

from __future__ import annotations

import inspect
import json
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from itertools import groupby, islice
from typing import Any, NamedTuple

from standoff import load_board
from standoff.cases.catalog import datc_numbers
from standoff.cases.text_files import LONGEST_FILE_BYTES
from standoff.lines.blocks import COMPILED_FROM
from standoff.lines.form import LONGEST_LINE_BYTES
from standoff.map import PhaseType
from standoff.map.board_data import MOST_BORDERS, MOST_PROVINCES
from standoff.map.files import MOST_BYTES
from standoff.map.routes import MOST_STEPS
from standoff.page.page_workers import SECONDS
from standoff.page.server import MOST_AT_ONCE
from standoff.page.start import PORT
from standoff.peers.adapters import open_peer
from standoff.peers.comparing.evidence import DRAWN, LEAST_SHARE
from standoff.peers.score.fitting import LEAST_FIT
from standoff.pictures.boards.drawing_file import MOST_POINTS
from standoff.random_turns import questions
from standoff.solver import MOST_LISTED, PRESETS, Convoy
from standoff.solver.plain.paradox import ParadoxKind
from standoff.solver.studies.equation_export import MOST_CASES
from standoff.turn.codec import MOST_ORDERS
from tests.helpers.paths import ROOT
from tests.helpers.turns import library_cases


class Computed(NamedTuple):
    """A sentence of a page, ``{}`` in place of each figure, and the function that returns these figures."""

    page: str
    sentence: str
    figures: Callable[[], Sequence[object]]


@cache
def _certificate() -> dict[str, Any]:
    return json.loads((ROOT / "research" / "certificate.json").read_text(encoding="utf-8"))


def searches(name: str) -> Any:
    """Return a module of the searches, which need the extra ``fast``."""
    return import_module(f"standoff.searches.{name}")


@cache
def _atlas() -> dict[str, Any]:
    return json.loads((ROOT / "standoff" / "searches" / "atlas.json").read_text(encoding="utf-8"))


def _commas(*numbers: int) -> list[str]:
    return [f"{number:,}" for number in numbers]


def _in_edition(edition: str) -> int:
    return sum(edition in datc_numbers(case) for case in library_cases())


def _kind(text: str) -> str:
    words = text.split()
    coast = "S" in words and "/" in words[-1] and "-" in words
    return words[-1] if words[-1] in ("H", "VIA", "D", "B", "WAIVE") else words[2] + "/" * coast


@cache
def _starts() -> list[int]:
    """Return the first number of each kind of order, on the standard board."""
    from standoff.env.order_vocabulary import vocabulary

    starts, number = list[int](), 0
    for _, alike in groupby(vocabulary(load_board()).texts, _kind):
        starts.append(number)
        number += len(list(alike))
    return starts


def _random_phases() -> list[object]:
    phases = [turn for turn in islice(questions(1), 1000) if turn.type is PhaseType.MOVEMENT]
    counts: Counter[str] = Counter()
    for turn in phases:
        result = turn.adjudicate()
        kinds = {paradox.kind for paradox in result.paradoxes}
        counts["dislodged"] += bool(result.dislodged)
        counts["convoy order"] += any(isinstance(order, Convoy) for order in turn.orders)
        counts["convoy paradox"] += ParadoxKind.CONVOY in kinds
        counts["circular movement"] += ParadoxKind.CIRCULAR_MOVEMENT in kinds
    return [len(phases), *(round(100 * count / len(phases)) for count in counts.values())]


def _certified() -> list[str]:
    return _commas(_certificate()["turns"])


LIMITS = _commas(MOST_BYTES, MOST_PROVINCES, MOST_BORDERS, MOST_POINTS)
WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

COMPUTED = (
    Computed("README.md", "There are {} rulebooks, from 1962 to 2025", lambda: [WORDS[len(PRESETS)]]),
    Computed(
        "SECURITY.md",
        "are regular files of at most {} bytes, those of one board together; {} provinces and {} borders of each kind; "
        "a drawing has {} points",
        lambda: LIMITS,
    ),
    Computed(
        "docs/boards.md",
        "A board file has at most {} bytes, {} provinces and {} borders of each kind, a drawing {} points",
        lambda: LIMITS,
    ),
    Computed(
        "docs/sources.md",
        '(`"part": "paradox"`), and for convoy paradoxes of {} to {} units made from their',
        lambda: ["seven", "ten"] if _atlas()["units"] == 6 else [],
    ),
    Computed("docs/sources.md", "**{} cases instead of {}**", lambda: [_in_edition("3.2"), _in_edition("3.0")]),
    Computed("docs/sources.md", "commit 38f69e9a, {} cases)", lambda: [_in_edition("3.3")]),
    Computed("docs/batch.md", "The first run over about {} lines or more", lambda: _commas(COMPILED_FROM)),
    Computed(
        "docs/batch.md",
        "A line has at most {} bytes and {} orders, a file of cases, orders or a saved game {} bytes",
        lambda: _commas(LONGEST_LINE_BYTES, MOST_ORDERS, LONGEST_FILE_BYTES),
    ),
    Computed("docs/batch.md", "are counted and gone through without limit | {} |", lambda: _commas(MOST_LISTED)),
    Computed("docs/batch.md", "convoy order is needed | {}; then", lambda: _commas(MOST_STEPS)),
    Computed(
        "docs/connect.md",
        "If it crashes, is late ({} seconds) or",
        lambda: [int(inspect.signature(open_peer).parameters["timeout_seconds"].default)],
    ),
    Computed("docs/crosscheck.md", "from {} random turns of that kind of phase", lambda: _commas(DRAWN)),
    Computed("docs/crosscheck.md", "in at least {} % of all these turns", lambda: [round(100 * LEAST_SHARE)]),
    Computed("docs/score.md", "it explains something only if at least {} % of", lambda: [round(100 * LEAST_SHARE)]),
    Computed("docs/equations.md", "An equation with more than {} cases is refused", lambda: _commas(MOST_CASES)),
    Computed("docs/equations.md", "is about {} random turns", _certified),
    Computed("docs/arrays.md", "The standard board has {}.", lambda: _commas(_starts()[-1] + 1)),
    Computed(
        "docs/arrays.md",
        "| {} | holds | `A BOH H` | | {} | moves | `A PAR - BUR`, `A LON - BEL` | | {} | moves by convoy | "
        "`A LON - BEL VIA` | | {} | supports, to hold and to move | `A GAS S A PAR`, `A MAR S A PAR - BUR` | "
        "| {} | supports of a fleet's move to a coast by its name | `F WES S F MAO - SPA/SC` | | {} | convoys | "
        "`F NTH C A LON - BEL` | | {} | retreats | `A BUR R GAS`, `F MAO R SPA/NC` | | {} | disbandments and removals "
        "| `A BUR D` | | {} | builds | `F STP/SC B` | | {} | the waiver |",
        _starts,
    ),
    Computed(
        "docs/crosscheck.md",
        "Of 1,000 questions of seed 1, {} are movement phases: {} % of these hold a dislodged "
        "unit, {} % a convoy order, {} % a convoy paradox, {} % a circular movement",
        _random_phases,
    ),
    Computed("docs/browser.md", "its port is {} unless", lambda: [PORT]),
    Computed("docs/search.md", "| `--units 5` | {} |", lambda: _commas(_atlas()["whole"]["turns"])),
    Computed(
        "docs/search.md", "joint legal orders. Beyond {} of them", lambda: _commas(searches("forcing").MOST_ENUMERATED)
    ),
    Computed("docs/search.md", "the question is open beyond {}.", lambda: _commas(searches("forcing").MOST_TRIED)),
    Computed("docs/search.md", "for more than {} fleets under a rulebook", lambda: [searches("programs").MOST_FLEETS]),
    Computed("docs/cases.md", "A file has at most {} MB, unpacked", lambda: [LONGEST_FILE_BYTES // 1_000_000]),
    Computed("docs/browser.md", "more than {} connections at once", lambda: [MOST_AT_ONCE]),
    Computed("docs/browser.md", "with a time limit of {} seconds", lambda: [round(SECONDS)]),
    Computed("docs/score.md", "only if it agrees with at least {} % of the phases", lambda: [round(100 * LEAST_FIT)]),
    Computed("research/theory.md", "gives up after {} steps", lambda: _commas(MOST_STEPS)),
    Computed("research/README.md", "the {} in which something moves", lambda: _commas(_atlas()["turns"])),
    Computed(
        "research/README.md",
        "and on which turns of up to {} any two rulebooks differ",
        lambda: [WORDS[_atlas()["pairs"]["units"]]],
    ),
    Computed(
        "research/README.md",
        "and on which turns of up to {} units every two rulebooks differ",
        lambda: [WORDS[_atlas()["pairs"]["units"]]],
    ),
    Computed(
        "docs/sources.md", "pairs of rulebooks on those of up to {} units", lambda: [WORDS[_atlas()["pairs"]["units"]]]
    ),
    Computed(
        "research/README.md",
        "**Every minimal paradox of up to {} units in one part**",
        lambda: [WORDS[_atlas()["units"]]],
    ),
    Computed("research/README.md", "**Plain and compiled code agree on {} turns**", _certified),
    Computed(
        "research/README.md",
        "under the {} different movement systems of the {} rulebooks",
        lambda: [len(_certificate()["systems"]), sum(map(len, _certificate()["systems"].values()))],
    ),
    Computed("research/README.md", "on {} of these clingo with", lambda: _commas(_certificate()["by law.lp"])),
    Computed("research/README.md", "the commit that it names, {}, and", lambda: [_certificate()["commit"][:8]]),
)
"""The sentences whose figures are computed."""

RECORDED = {
    "docs/search.md": {
        "48,608,096": "standoff find \"differ(2023, '2023-book')\" --units 6; a test counts up to 4 units",
        "31,683": "standoff find \"differ(2023, '2023-book')\" --units 4, which stands on the page and is run",
    },
    "research/README.md": {
        "48,608,096": "docs/search.md",
        "60,672": "research/proof/README.md",
        "67,804,242,146,058": "python -m research.perft --phases 2; tests/research/test_perft.py runs one phase",
        "20,000": "how many turns python -m research.law draws; tests/research/test_law.py draws fewer",
        "49,023,825": "python -m research.listed 7; tests/research/test_words.py lists up to 5 units",
        "112,320": "research/certificate.json",
    },
    "research/perft.md": {"*": "python -m research.perft --phases 2; tests/research/test_perft.py runs one phase"},
    "research/stalemates/README.md": {
        "*": "python -m research.stalemates; tests/searches/test_proofs.py proves some of the lines"
    },
    "research/paradoxes.md": {"*": "the commands of its section 8; tests/research/test_words.py lists up to 5 units"},
    "research/proof/README.md": {
        "*": "python -m research.proof.compare --turns 20000, python -m research.proof.compare_lines; "
        "tests/research/test_proof.py and test_proved_lines.py compare fewer turns and lines"
    },
}
"""The figures of commands that take long: by page, the command, and its short form in the tests."""

LISTED = {
    "docs/batch.md": {"a minute": "an estimate of how long compiling takes: it depends on the machine"},
    "docs/boards.md": {"99,999": "tests/map/test_repeated_in_boards.py"},
    "docs/cases.md": {"3,000": "tests/cases/test_export.py", "200 kB": "tests/cases/test_export.py"},
    "docs/equations.md": {"20,000": "the default of python -m research.law --turns"},
    "docs/crosscheck.md": {
        "20,000": "how many turns the command beside it asks for",
        "1,000": "the questions of the sentence that is computed",
        "2,000": "python -m tools.coverage_of_turns; tests/tools/test_checks.py draws fewer",
    },
    "docs/browser.md": {"1 MB": "tests/page/test_page.py"},
    "docs/score.md": {"50 times": "tests/peers/test_score.py"},
    "research/reduction.md": {"4.25 times": "a parameter of python -m research.reduction"},
    "docs/sources.md": {"851": "tests/tools/test_printed.py", "847": "the same", "843": "the same"},
}
"""The figures that another test or file verifies."""
