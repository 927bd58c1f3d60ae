"""The law in Coq: it is proved, and it is the package's law."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from research.proof import compare
from standoff import read
from standoff.map import load_board
from standoff.solver import Convoy, rulebook
from standoff.solver.law.equations import propagate
from standoff.solver.plain.house_table import table_of
from standoff.solver.plain.paradox import all_resolutions

PROOF = Path(compare.__file__).parent
README = (PROOF / "README.md").read_text(encoding="utf-8")
RULES = rulebook("2023")


@cache
def turns_of(kind: str) -> list[compare.Laid]:
    return list(islice(compare.laid(kind, 5), None if kind == "library" else 100))


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
    if kind == "library":
        row = [counts[what] for what in ("turns", "orders", "left open", "settled")]
        assert f"| the library's movement phases | {' | '.join(f'{n:,}' for n in row)} | 0 |" in README
        assert README.count(f"| {counts['turns']} | 1,500 | 1,500 | 0 |") == len(compare.EXCEPTIONS) - 1


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
