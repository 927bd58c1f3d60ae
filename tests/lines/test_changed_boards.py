"""Board files that are changed while lines name them: a line is answered on the board that its file holds now."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from standoff.lines import blocks
from standoff.lines.answering import LineReplies, answers_singly
from standoff.map.loading import allow_boards
from tests.helpers.command import as_file, refused, run
from tests.helpers.lines import answer_block, answer_lines


@pytest.fixture(autouse=True)
def _allowed(tmp_path: Path) -> None:
    """Lines may name boards of files that were allowed."""
    allow_boards([str(tmp_path)])


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


def outcomes(answers: LineReplies) -> set[str]:
    """Return what became of the order in all answers, or ``error``."""
    found = [json.loads(line) for line in answers.text.splitlines()]
    assert len(found) == 10
    return {one["orders"]["RED"]["A AAA - BBB"]["outcome"] if "orders" in one else "error" for one in found}


def together(block: bytes) -> LineReplies:
    pytest.importorskip("numba")
    return blocks.answers_together(block)


ANSWERING = pytest.mark.parametrize("answered", [answers_singly, together], ids=["singly", "together"])


@ANSWERING
def test_lines_are_answered_on_the_board_of_now(answered: Callable[[bytes], LineReplies], tmp_path: Path) -> None:
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
    answered: Callable[[bytes], LineReplies], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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


# -- resumed ----------------------------------------------------------------------------------------------------------


def begun(folder: Path, lines: list[str]) -> tuple[str, Path]:
    """Answer the first half of some lines; return the file of all, and that of the answers."""
    answers = folder / "answers.jsonl"
    turns = as_file(folder, "turns.jsonl", "\n".join(lines[: len(lines) // 2]))
    assert run("batch", turns, "--output", str(answers)).exit_code == 0
    return as_file(folder, "turns.jsonl", "\n".join(lines)), answers


@pytest.mark.parametrize("changed", ["three.json", "base.json"])
def test_a_run_on_a_board_that_was_changed_is_not_resumed(changed: str, tmp_path: Path) -> None:
    """Neither when its file was changed, nor one that this extends."""
    file = Path(as_file(tmp_path, "three.json", json.dumps({"name": "mine", "extends": "base.json"})))
    base = Path(as_file(tmp_path, "base.json", board("AAA BBB")))
    lines = [*lines_on("standard"), *lines_on(str(file)), *lines_on(str(file)), *lines_on(str(base))]
    lines = [json.dumps({"id": 1, "units": {"FRANCE": ["A PAR"]}}), *lines[10:]]
    turns, answers = begun(tmp_path, lines)
    before = answers.read_bytes()
    (tmp_path / changed).write_text(board("AAA CCC"), encoding="utf-8")
    message = refused("batch", turns, "--output", str(answers), "--continue")
    assert message == (
        f"standoff: a board file that {turns} names in its first 15 lines was changed since they were answered\n"
    )
    assert answers.read_bytes() == before
    file.write_text(json.dumps({"name": "mine", "extends": "base.json"}), encoding="utf-8")
    base.write_text(board("AAA BBB"), encoding="utf-8")
    assert run("batch", turns, "--output", str(answers), "--continue").exit_code == 0
    assert answers.read_text(encoding="utf-8").splitlines() == [text for text, _ in answer_lines(lines)]


def test_a_run_with_own_rules_is_not_resumed(tmp_path: Path) -> None:
    """Their module may have been changed, and nothing vouches for it."""
    turns = as_file(tmp_path, "turns.jsonl", lines_on("standard")[0])
    options = ("--set", "settlement=operator:neg", "--output", str(tmp_path / "answers.jsonl"))
    assert "--continue cannot resume a run with house rules" in refused("batch", turns, *options, "--continue")
