"""The law in Coq: it is proved, and it is the package's law."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from research.proof import compare, compare_lines
from research.stalemates import FOLDER as STALEMATES
from standoff import read
from standoff.map import load_board
from standoff.solver import Convoy, rulebook
from standoff.solver.law.equations import propagate
from standoff.solver.plain.house_table import table_of
from standoff.solver.plain.paradox import all_resolutions

PROOF = Path(compare.__file__).parent
RULES = rulebook("2023")


@pytest.fixture(scope="module")
def made() -> Path:
    """Return the folder in which `make` has made everything; it takes a minute or two, which `.ci/run` does before."""
    done = shutil.which("make") and subprocess.run(["make", "-q", "-C", str(PROOF)], check=False, capture_output=True)
    if not done or done.returncode:
        pytest.skip("the proofs are not made, or older than their sources: make -C research/proof (Debian: coq)")
    return PROOF


@cache
def turns_of(kind: str) -> list[compare.Laid]:
    return list(islice(compare.laid(kind, 5), 600 if kind == "library" else 100))


def test_theorems_rest_on_nothing_but_coq(made: Path) -> None:
    said = (made / "assumptions.txt").read_text()
    asked = (made / "Assumptions.v").read_text().count("Print Assumptions")
    assert said.count("Closed under the global context") == asked > 30
    assert "Axioms:" not in said


def test_nothing_is_admitted_and_every_theorem_of_the_table_is_there() -> None:
    sources = {file.stem: file.read_text() for file in PROOF.glob("*.v")}
    for name, source in sources.items():
        assert not re.search(r"\b(Admitted|admit|Axiom|Parameter|Conjecture)\b", source), name
    table = re.findall(r"(?m)^\| ((?:`\w+`(?:, )?)+) \| (\w+) \|", (PROOF / "README.md").read_text())
    assert len(table) > 20
    for names, file in table:
        for name in re.findall(r"`(\w+)`", names):
            assert re.search(rf"(Theorem|Corollary|Lemma|Example) {name}\b", sources[file]), name
            assert file in ("Coast", "Letter") or f"Print Assumptions {name}." in sources["Assumptions"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["library", "random", "tangled", "coasts"])
def test_the_package_agrees_with_the_extracted_definition(kind: str, made: Path) -> None:
    """20,000 turns of each kind: `python -m research.proof.compare`."""
    counts, differ = compare.compared(turns_of(kind), RULES, 9)
    assert not differ
    assert counts["turns"] >= 100


@pytest.mark.slow
@pytest.mark.parametrize("exception", ["attack-on-own-convoy", "any-action", "attack-on-necessary"])
def test_exceptions_agree_and_make_a_difference(exception: str, made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library has a fleet that is ordered to convoy and takes no part: 1982-XII.5d.

    Of large turns (6.F.29: seven seconds): `python -m research.proof.compare --exception`.
    """
    kept = [one for one in turns_of("library") if len(one[3]) < 25 and any(isinstance(o, Convoy) for o in one[3])]
    rules = rulebook("2023", paradox_exception=exception)
    assert not compare.compared([*kept, *turns_of("tangled")[:40]], rules, 9)[1]
    monkeypatch.setitem(compare.EXCEPTIONS, exception, 0)
    assert compare.compared(kept, rules, 9)[1]


def test_a_ring_on_a_convoying_coast_is_open_and_has_one_resolution() -> None:
    """The turn of `Coast.v`: theorem 2 and 3 (a) need armies that land where no fleet convoys."""
    board = load_board(str(PROOF / "coast.json"))
    turn = read((PROOF / "coast.txt").read_text(), board=board)
    table = table_of(board, turn.position, turn.orders, RULES)
    true, false = propagate(table.rows, table.live, 0, 0)
    left = {str(table.order(unit)) for unit in range(len(table.units)) if table.live & ~(true | false) & 1 << unit}
    assert {"F SEA C A NOR - NES", "F NES C A EAS - CAP", "F CAP S F OUT - SEA"} < left
    (only,) = all_resolutions(table)
    succeed = {str(table.order(unit)) for unit in range(len(table.units)) if only >> unit & 1}
    assert {"F CAP S F OUT - SEA", "F OUT - SEA", "A TRE - NES"} <= succeed
    assert not {"F SEA C A NOR - NES", "F NES C A EAS - CAP"} & succeed


def test_the_program_of_the_theorem_says_of_lines_in_print_what_the_page_says(made: Path) -> None:
    page = (STALEMATES / "README.md").read_text(encoding="utf-8")
    said = {row[0]: row[4] for row in (line[2:].split(" | ") for line in page.splitlines()) if len(row) > 5}
    questions = compare_lines.asked("printed", 0, 1)
    verdicts = compare_lines.verdicts(questions, load_board())
    assert {one.name: said[one.name].startswith("holds") for one in questions} == {
        one.name: holds for one, holds in zip(questions, verdicts, strict=True)
    }
    assert {*verdicts} == {True, False}
    assert all(compare_lines.verdicts(compare_lines.asked("fewest", 0, 1), load_board()))


def test_the_program_of_the_theorem_agrees_with_the_search(made: Path) -> None:
    """More lines: `python -m research.proof.compare_lines`."""
    counts, differ = compare_lines.compared(list(islice(compare_lines.drawn(Random("1 random")), 30)))
    assert not differ
    assert 0 < counts["hold"] < counts["lines"]


@pytest.mark.parametrize(
    ("touches", "holds"),
    [
        ((2, 0), True),
        ((2, 0, 3, 1), True),
        ((2, 0, 3, 0), True),
        ((2, 0, 3, 0, 4, 1), False),
        ((2, 0, 3, 1, 4, 1), True),
    ],
)
def test_a_group_has_as_many_units_as_provinces_touch_it(touches: tuple[int, ...], holds: bool, made: Path) -> None:
    """A unit in 0 holds with the support of 1, which falls alone if two touch it; the enemy may be in 2, 3 and 4."""
    row = [5, 0, 0, 0, 0, *[-1, 0] * 3, 2, 0, 1, 3, 2, 3, 4, len(touches) // 2, *touches]
    said = subprocess.run(
        [made / "run", "lines"], input=f"{' '.join(map(str, row))}\n", capture_output=True, text=True, check=True
    )
    assert said.stdout == f"{int(holds)}\n"
