"""The book of stalemate lines: its table, its cases in the library, its page and its picture say the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("numba")
pytest.importorskip("clingo")
pytest.importorskip("pysat")

from research.stalemates import AUTHORS, COLLECTION, FOLDER, LIBRARY, asked, entry, rows
from research.stalemates.spared import spared
from standoff import read
from standoff.cases import library, title_in
from standoff.text.markdown import markdown_table
from tests.helpers.command import run
from tests.helpers.paths import ROOT
from tools.check_lines import holds_by_theorem

ROWS = {row["id"]: row for row in rows()}
CASES = {case.id.removeprefix(f"{COLLECTION}-"): case for case in library(f"{COLLECTION}-*")}
PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")
CELLS = {
    line.split(" | ")[0].removeprefix("| "): line.removeprefix("| ").removesuffix(" |").split(" | ")
    for line in PAGE.partition("## In print")[2].partition("## The fewest")[0].splitlines()
    if line.startswith("| ")
}
MOVING = [name for name, row in ROWS.items() if " - " in " ".join(row["orders"])]


def test_each_line_has_a_case_a_row_of_the_page_and_a_map() -> None:
    assert list(CASES) == list(ROWS)
    assert list(CELLS)[1:] == list(ROWS)
    titles = re.findall(r'<text y="-24"[^>]*>([^<]+)</text>', (FOLDER / "lines.svg").read_text(encoding="utf-8"))
    assert titles == list(ROWS)
    printed = [row for row in ROWS.values() if row["where"]]
    fall = [row for row in printed if CELLS[row["id"]][4].startswith("falls")]
    assert f"{len(printed)} readings of lines in print are asked: {len(fall)} fall" in PAGE
    words = {12: "twelve"}
    said = (ROOT / "research" / "README.md").read_text(encoding="utf-8")
    assert f"Of {len(printed)} readings of stalemate lines in print, {words[len(fall)]} fall" in said
    for page in ("docs/search.md", "CHANGELOG.md"):
        assert re.search(rf"\bhas {len(ROWS)}\b", (ROOT / page).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ROWS)
def test_a_case_is_its_line_and_a_turn_that_breaks_it_or_an_attack(name: str) -> None:
    row, turn = ROWS[name], read(f"{COLLECTION}-{name}")
    owned = [one for centers in turn.position.centers.values() for one in centers]
    assert sorted(owned) == sorted(one for one in row["keep"] if one in turn.board.centers)
    line = read("\n".join(row["orders"]))
    own = [order for order in turn.orders if order.power in turn.position.centers]
    assert [(one.power, str(one)) for one in own] == [(one.power, str(one)) for one in line.orders]
    after = turn.adjudicate().after
    enemies = {unit.province for unit in after.units if unit.power not in turn.position.centers}
    broken = bool(after.dislodged) or bool(enemies & {*row["keep"], *(unit.province for unit in line.position.units)})
    assert len(turn.orders) > len(own)
    assert CASES[name].title.partition(" ")[2] == f"line {name} {'falls' if broken else 'holds'}" + (
        CELLS[name][4].removeprefix("falls") if broken else ""
    )
    assert CELLS[name][4].startswith("falls" if broken else "holds")
    assert CASES[name].notes[1:] == ([row["condition"]] if row["condition"] else [])
    assert all(condition in CASES[name].notes[0] for condition in row["no_fleets"])


def test_a_line_that_stays_holds_if_the_theorem_says_so() -> None:
    for name in ROWS.keys() - {*MOVING}:
        row, turn = ROWS[name], read("\n".join(ROWS[name]["orders"]))
        holds = holds_by_theorem(turn.board, turn.position.units, turn.orders, row["keep"], row["no_fleets"])
        assert CELLS[name][4].startswith("holds" if holds else "falls"), name


@pytest.mark.parametrize("name", [name for name in MOVING if CELLS[name][4].startswith("holds")])
def test_a_line_that_moves_holds_if_it_is_asked(name: str) -> None:
    found = asked(ROWS[name])
    assert found.holds
    assert CELLS[name][4] == ("holds" if found.leaves is None else "holds this turn; a unit may leave its place")


@pytest.mark.parametrize("name", ["holcombe-1", "lipton-north-1", "lipton-dynamic-2", "sharp-3-west"])
def test_what_is_written_of_a_line_is_what_is_found(name: str) -> None:
    """`python -m research.stalemates --check` compares the whole files."""
    made = entry(ROWS[name])
    assert made.case in (ROOT / LIBRARY).read_text(encoding="utf-8")
    assert made.map in (FOLDER / "lines.svg").read_text(encoding="utf-8")
    assert markdown_table(["line"] * len(made.cells), [made.cells]).splitlines()[-1] in PAGE.splitlines()


@pytest.mark.parametrize(
    ("name", "units"),
    [
        ("lipton-north-1", []),
        ("lipton-south-1", []),
        ("walker-2a", []),
        ("lipton-asym-1", []),
        pytest.param("walker-5", ["F NAO", "F IRI"], marks=pytest.mark.slow),
    ],
)
def test_the_units_that_can_be_spared_are_those_that_the_command_finds(name: str, units: list[str]) -> None:
    row = ROWS[name]
    found = asked(row, spare=True)
    assert [str(unit) for unit, _ in found.spare or ()] == units
    assert [str(unit) for unit in spared(found, row["no_fleets"])] == units
    assert CELLS[name][5] == (", ".join(units) or "none")


def test_titles_in_other_languages_say_whether_a_line_holds() -> None:
    assert {name.partition("-")[0] for name in ROWS if ROWS[name]["where"]} == set(AUTHORS)
    for name, case in CASES.items():
        falls = CELLS[name][4].startswith("falls")
        assert title_in(case.id, case.title, "cs").endswith("padá" if falls else "drží")
        assert title_in(case.id, case.title, "ru").endswith("падает" if falls else "держится")


def test_a_line_of_the_library_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "line.svg"
    assert run("draw", "beshera-2", "-o", str(file)).exit_code == 0
    assert 'data-unit="F ION"' in file.read_text(encoding="utf-8")
