"""The fewest units of stalemate lines: what the tables say, and what is proved."""

from __future__ import annotations

import pytest

pytest.importorskip("numba")
pytest.importorskip("clingo")
pytest.importorskip("pysat")

from research.check_proof import fault_of_file
from research.stalemates import FOLDER, fewest_units, pairs, rows, units_of
from research.stalemates.fewest import SIDES, fewer_units_program, line_of
from standoff import line, load_board
from standoff.searches.proofs import proof_text

FEWEST = {row["question"]: row for row in rows("fewest.jsonl")}
PAIRS = list(rows("pairs.jsonl"))
QUICK = ("any 15", "sharp-3-west")


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[] if n in QUICK else [pytest.mark.slow]) for n, row in FEWEST.items() if row["orders"]],
)
def test_a_line_with_the_fewest_units_holds(name: str) -> None:
    row = FEWEST[name]
    assert line(row["orders"], row["keeps"]).holds
    if row["proved"] is not None:
        assert units_of(row["orders"]) == row["proved"]["units"] + 1


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[] if n == "sharp-3-west" else [pytest.mark.slow]) for n in SIDES]
)
def test_no_line_of_holds_and_supports_has_fewer_units(name: str) -> None:
    proved = FEWEST[name]["proved"]
    found = line_of(**{**proved, "units": proved["units"] + 1})
    assert found is not None
    assert len(found[0]) == proved["units"] + 1
    assert line_of(**proved) is None
    assert fault_of_file(proof_text({"proved": proved}, fewer_units_program(**proved))) == ""


@pytest.mark.parametrize("row", PAIRS, ids=[str(number) for number in range(len(PAIRS))])
def test_two_lines_leave_no_neutral_center(row: dict[str, list[dict[str, list[str]]]]) -> None:
    one, two = (line(some["orders"], some["keeps"]) for some in row["lines"])
    assert one.holds
    assert two.holds
    assert sorted((*one.keep, *two.keep)) == sorted(load_board().centers)
    for this, other in ((one, two), (two, one)):
        outside = {unit.partition(" ")[2].partition("/")[0] for unit in this.enemy_units}
        assert {unit.province for unit in other.turn.position.units} <= outside


def test_the_page_has_the_tables() -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert fewest_units()["fewest"] in page
    assert pairs() in page
