"""The fewest units of stalemate lines: what the tables say, and what is proved."""

from __future__ import annotations

import pytest

pytest.importorskip("numba")
pytest.importorskip("clingo")
pytest.importorskip("pysat")

from research.check_proof import fault_of_file
from research.stalemates import FOLDER, fewest_units, rows, units_of
from research.stalemates.fewest import SIDES, lines_of, program_of
from standoff import line, load_board
from standoff.searches.proofs import proof_text

FEWEST = {row["question"]: row for row in rows("fewest.jsonl")}
QUICK = ("any 15", "sharp-3-west", "17 and 17")


@pytest.mark.parametrize("name", [pytest.param(n, marks=[] if n in QUICK else [pytest.mark.slow]) for n in FEWEST])
def test_a_line_with_the_fewest_units_holds(name: str) -> None:
    lines, proved = FEWEST[name]["lines"], FEWEST[name]["proved"]
    for one in lines:
        assert line(one["orders"], one["keeps"]).holds
    if proved is not None and lines:
        assert sum(units_of(one["orders"]) for one in lines) == proved["units"] + 1


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(n, marks=[] if n == "sharp-3-west" else [pytest.mark.slow])
        for n in (*SIDES, "south, without MAR", "south", "all but the south")
    ],
)
def test_no_line_of_holds_and_supports_has_fewer_units(name: str) -> None:
    proved = FEWEST[name]["proved"]
    (found,) = lines_of(**{**proved, "units": proved["units"] + 1})
    assert units_of(found["orders"]) == proved["units"] + 1
    assert fault_of_file(proof_text({"proved": proved}, program_of(**proved))) == ""  # so `lines_of` finds none


def test_no_line_is_found_where_there_is_none() -> None:
    assert lines_of(**FEWEST["sharp-3-west"]["proved"]) == []


@pytest.mark.slow
def test_no_line_of_holds_and_supports_keeps_one_two_or_four_centers() -> None:
    none = [row["proved"] for row in FEWEST.values() if row["proved"] and not row["lines"]]
    assert [proved["keep"] for proved in none] == [1, 2, 4]
    for proved in none:
        assert fault_of_file(proof_text({"proved": proved}, program_of(**proved))) == ""


def test_two_lines_leave_no_neutral_center() -> None:
    one, two = (line(some["orders"], some["keeps"]) for some in FEWEST["17 and 17"]["lines"])
    assert sorted((*one.keep, *two.keep)) == sorted(load_board().centers)
    for this, other in ((one, two), (two, one)):
        outside = {unit.partition(" ")[2].partition("/")[0] for unit in this.enemy_units}
        assert {unit.province for unit in other.turn.position.units} <= outside


def test_a_line_of_17_centers_can_keep_and_leave_out_each_center() -> None:
    keeps = [{*one["keeps"]} for name, row in FEWEST.items() if "17" in name.split() for one in row["lines"]]
    for center in load_board().centers:
        assert {center in some for some in keeps if len(some) == 17} == {True, False}


def test_the_page_has_the_tables() -> None:
    page, tables = (FOLDER / "README.md").read_text(encoding="utf-8"), fewest_units()
    assert tables["fewest"] in page
    assert f"fewer than {tables['sustained']} centers" in page
    assert (tables["within"], tables["without"], "can be anywhere" in page) == ([], [], True)
