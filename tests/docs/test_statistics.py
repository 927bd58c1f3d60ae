"""The programs of `docs/batch.md` on statistics run one after the other, agree, and give the figures of the page."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from standoff.lines.answering import answer_line
from tests.helpers.command import run
from tests.helpers.paths import DOCS

TEXT = (DOCS / "batch.md").read_text(encoding="utf-8").split("\n## Statistics\n")[1]
PARTS = re.findall(r"^```(python|sh)\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Run the programs of the page in one folder, in order; return their variables."""
    for package in ("duckdb", "matplotlib", "pandas", "polars"):
        pytest.importorskip(package)
    folder = tmp_path_factory.mktemp("statistics")
    found: dict[str, Any] = {"folder": folder}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for kind, body in PARTS:
            if kind == "python":
                exec(compile(body, "batch.md", "exec"), found)
            else:
                assert run(*shlex.split(body)[1:]).exit_code == 0
    return found


@pytest.mark.slow
def test_three_libraries_count_the_same_and_as_the_page_shows(names: dict[str, Any]) -> None:
    shown = [tuple(row) for row in re.findall(r"^\| (\d+) \| (.*?) \| (\d+) \|$", TEXT, re.MULTILINE)]
    paradoxes = [(str(rules), paradox, str(turns)) for rules, paradox, turns in names["paradoxes"]]
    assert paradoxes == shown
    assert names["paradoxes_by_polars"] == names["paradoxes"]
    assert [(*key, turns) for key, turns in names["paradoxes_by_pandas"].items()] == names["paradoxes"]
    assert names["failures_by_polars"] == names["failures"]
    assert dict(names["failures_by_pandas"]) == dict(names["failures"])
    longest, _ = names["failures"][0]
    assert longest == "STANDOFF"
    assert (names["folder"] / "failures.png").stat().st_size > 5000
    assert (names["folder"] / "orders.parquet").exists()


@pytest.mark.slow
def test_counts_are_those_of_the_answers(names: dict[str, Any]) -> None:
    """Count again from the answers to single lines."""
    lines = (names["folder"] / "turns.jsonl").read_text(encoding="utf-8").splitlines()
    turns = {("1982", "convoy"): 0, ("2023", "convoy"): 0, ("2023", "circular movement"): 0}
    for line in lines[:300]:
        for rules in ("1982", "2023"):
            answer, _ = answer_line(line, rules=rules)
            for kind in {one["kind"] for one in answer.get("paradoxes", ())} & {"convoy", "circular movement"}:
                turns[rules, kind] = turns.get((rules, kind), 0) + 1
    table = names["table"]
    first = table[(table["id"] < 300) & table["paradox"].notna()]
    for (rules, kind), count in turns.items():
        of_kind = first[(first["rules"] == int(rules)) & (first["paradox"] == kind)]
        assert of_kind["id"].nunique() == count
    assert turns["2023", "convoy"] > turns["1982", "convoy"]


@pytest.mark.slow
def test_lines_from_a_table_ask_the_same(names: dict[str, Any]) -> None:
    folder: Path = names["folder"]
    turns = [json.loads(line) for line in (folder / "turns.jsonl").read_text(encoding="utf-8").splitlines()]
    lines = (folder / "movements.jsonl").read_text(encoding="utf-8").splitlines()
    keys = ("id", "season", "units", "orders")
    movements = [json.dumps({key: turn[key] for key in keys}) for turn in turns if turn["season"].endswith("M")]
    assert len(lines) == len(movements) > 100
    for line, turn in zip(lines[::50], movements[::50], strict=True):
        assert answer_line(line) == answer_line(turn)
