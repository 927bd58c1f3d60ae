"""The theorem on stalemate lines: the program that is extracted from its proof in Coq, and what else decides lines."""

from __future__ import annotations

import subprocess
from itertools import islice
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("numba")
pytest.importorskip("clingo")

from research.proof import compare_lines
from research.stalemates import FOLDER
from standoff import load_board
from standoff.map import has, province_of


def test_the_program_says_of_lines_in_print_what_the_page_says(made: Path) -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    said = {row[0]: row[4] for row in (text[2:].split(" | ") for text in page.splitlines()) if len(row) > 5}
    questions = compare_lines.asked("printed", 0, 1)
    holds = compare_lines.verdicts(questions, load_board())
    assert [said[one.name].startswith("holds") for one in questions] == holds
    assert {*holds} == {True, False}


@pytest.mark.parametrize(
    ("kind", "row"),
    [
        ("printed", "in print, and found: `lines.jsonl`"),
        ("fewest", "with the fewest units: `fewest.jsonl`"),
        ("weakened", "of both, with one support made a hold"),
    ],
)
def test_the_page_has_how_many_lines_hold(kind: str, row: str, made: Path) -> None:
    holds = compare_lines.verdicts(compare_lines.asked(kind, 0, 1), load_board())
    page = (Path(compare_lines.__file__).parent / "README.md").read_text(encoding="utf-8")
    assert f"| {row} | {len(holds)} | {sum(holds)} | 0 |" in page


def test_the_program_says_that_the_lines_with_the_fewest_units_hold(made: Path) -> None:
    questions = compare_lines.asked("fewest", 0, 1)
    assert len(questions) > 20
    assert all(compare_lines.verdicts(questions, load_board()))


def test_a_fleet_could_move_to_each_coast_off_its_sea() -> None:
    """The theorem's hypothesis about the standard board: `fleets_land` in Lines.v."""
    board = load_board()
    tables, number = board.tables, board.province_number
    seas = [one for one in board.provinces if one.kind == "sea"]
    off = {
        (sea.id, one) for sea in seas for one in number if has(tables.shore, number[one], tables.sea[number[sea.id]])
    }
    assert len(off) > len(seas)
    assert off == {(sea.id, province_of(near)) for sea in seas for near in board.fleet_graph[sea.id]}


@pytest.fixture(scope="module")
def drawn() -> list[compare_lines.Question]:
    return list(islice(compare_lines.drawn(Random("1 random")), 30))


def test_the_program_agrees_with_the_search(drawn: list[compare_lines.Question], made: Path) -> None:
    """More lines: `python -m research.proof.compare_lines`."""
    counts, differ = compare_lines.compared(drawn)
    assert not differ
    assert 0 < counts["hold"] < counts["lines"] == 30


def test_the_comparison_finds_a_touch_that_is_forgotten(
    drawn: list[compare_lines.Question], made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = compare_lines.touching
    monkeypatch.setattr(
        compare_lines, "touching", lambda *given: {one: {*sorted(some)[1:]} for one, some in right(*given).items()}
    )
    assert compare_lines.compared(drawn)[1]


@pytest.mark.parametrize(
    ("touches", "holds"),
    [
        ((2, 0, 3, 0), True),
        ((2, 0, 3, 0, 4, 0), False),
        ((2, 0, 3, 0, 3, 1), True),
        ((2, 0, 3, 0, 4, 1), False),
        ((2, 0, 3, 1), True),
        ((3, 1, 4, 1), False),
    ],
)
def test_a_group_has_as_many_units_as_provinces_touch_it(touches: tuple[int, ...], holds: bool, made: Path) -> None:
    """The unit in 1 supports the one in 0; the enemy may be in 2, 3 and 4. Of each pair, the first touches."""
    row = [5, 0, 0, 0, 0, *[-1, 0] * 3, 2, 0, 1, 3, 2, 3, 4, len(touches) // 2, *touches]
    text, command = f"{' '.join(map(str, row))}\n", [made / "run", "lines"]
    said = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    assert said.stdout == f"{int(holds)}\n"
