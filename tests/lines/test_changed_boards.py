"""Board files that are changed while lines name them: a line is answered on the board that its file holds now."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from standoff.lines import blocks
from standoff.lines.answering import BlockAnswers, answer_block, answer_lines, answers_singly

COAST = {"kind": "coastal", "center": True}
PROVINCES = {name: {"name": f"{name.title()} Land", **COAST} for name in ("AAA", "BBB", "CCC")}


def board(*borders: str) -> str:
    """Return a board file of three provinces with these borders for armies."""
    power = {"name": "Red", "adjective": "Red", "homes": ["AAA"], "units": ["A AAA"]}
    army = {border[:3]: border[4:] for border in borders}
    return json.dumps({"name": "three", "powers": {"RED": power}, "provinces": PROVINCES, "army": army, "fleet": {}})


def lines_on(file: str) -> list[str]:
    """Return lines that all order the army in AAA to BBB."""
    units, orders = {"RED": ["A AAA"]}, {"RED": ["A AAA - BBB"]}
    return [json.dumps({"id": number, "map": file, "units": units, "orders": orders}) for number in range(10)]


def outcomes(answers: BlockAnswers) -> set[str]:
    """Return what became of the order in all answers, or ``error``."""
    found = [json.loads(line) for line in answers.text.splitlines()]
    assert len(found) == 10
    return {one["orders"]["RED"]["A AAA - BBB"]["outcome"] if "orders" in one else "error" for one in found}


def together(block: bytes) -> BlockAnswers:
    pytest.importorskip("numba")
    return blocks.answers_together(block)


ANSWERING = pytest.mark.parametrize("answered", [answers_singly, together], ids=["singly", "together"])


@ANSWERING
def test_lines_are_answered_on_the_board_of_now(answered: Callable[[bytes], BlockAnswers], tmp_path: Path) -> None:
    """A move to a province that is adjacent no longer is illegal (DATC 6.A.1), and is carried out once it is again."""
    file = tmp_path / "three.json"
    block = "\n".join([*lines_on(str(file)), ""]).encode()
    assert outcomes(answered(block)) == {"error"}  # there is no such file yet
    for borders, outcome in ((("AAA BBB",), "moves"), (("AAA CCC",), "illegal"), (("AAA BBB CCC",), "moves")):
        file.write_text(board(*borders), encoding="utf-8")
        assert outcomes(answered(block)) == {outcome}
    file.write_text("{", encoding="utf-8")
    assert outcomes(answered(block)) == {"error"}
    file.write_text(board("AAA BBB"), encoding="utf-8")
    assert outcomes(answered(block)) == {"moves"}


@ANSWERING
def test_a_path_in_a_line_starts_from_the_folder_of_now(
    answered: Callable[[bytes], BlockAnswers], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder, border in (("one", "AAA BBB"), ("two", "AAA CCC")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "three.json").write_text(board(border), encoding="utf-8")
    block = "\n".join([*lines_on("three.json"), ""]).encode()
    for folder, outcome in (("one", "moves"), ("two", "illegal"), ("one", "moves")):
        monkeypatch.chdir(tmp_path / folder)
        assert outcomes(answered(block)) == {outcome}


def test_lines_on_a_board_file_go_to_compiled_code_after_it_was_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    canonical = pytest.importorskip("standoff.lines.canonical")
    file = tmp_path / "three.json"
    lines = lines_on(str(file))
    assert not canonical.Lines("\n".join(lines).encode()).blocks()
    file.write_text(board("AAA BBB"), encoding="utf-8")
    (block,) = canonical.Lines("\n".join(lines).encode()).blocks()
    assert len(block) == 10
    assert answer_block(lines) == list(answer_lines(lines))
