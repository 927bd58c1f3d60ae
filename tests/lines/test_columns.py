"""Interchange lines as columns: Parquet files that hold exactly what the lines do."""

from __future__ import annotations

import builtins
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from standoff.lines.answering import answer_lines
from standoff.lines.parquet import ColumnsError, answers_in, as_lines, is_parquet, write_questions
from standoff.peers.adapters.exchange import request_of, unwritable
from standoff.random_turns import question
from standoff.solver import rulebook
from tests.helpers.command import refused, run

arrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


def random_questions(count: int) -> list[dict[str, Any]]:
    """Questions of all three phases, each under a rulebook of its own."""
    questions: list[dict[str, Any]] = []
    for number in range(count):
        turn, rules = question(41, number), rulebook(("2023", "1971", "1982")[number % 3])
        if unwritable(turn, rules) is None:
            questions.append({"id": number, **request_of(turn, rules)})
    return questions


SPECIAL: list[dict[str, Any]] = [
    {"id": 1000, "units": {}, "orders": {}},
    {"id": 1001, "units": {"FRANCE": [], "ITALY": ["A PAR"]}, "orders": {"ITALY": []}, "centers": {"FRANCE": []}},
    {"id": 1002, "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR H", "A PAR H", "A PAR - BUR"]}},
    {"id": 1003, "units": {"FRANCE": ["A XXX"]}},
    {"id": 1004, "units": {"FRANCE": ["A PAR"]}, "terms": "datc", "options": {"paradox_backup": "all-hold"}},
    {
        "id": 1005,
        "season": "F1901R",
        "units": {"GERMANY": ["A MUN"]},
        "dislodged": {"A BUR": {"power": "FRANCE", "from": None, "by_convoy": False}},
        "contested": ["GAS"],
        "idle": ["ITALY"],
        "orders": {"FRANCE": ["A BUR R PAR"]},
    },
]


@cache
def question_objects() -> list[dict[str, Any]]:
    return [*random_questions(300), *SPECIAL]


@cache
def question_lines() -> list[str]:
    return [json.dumps(question, ensure_ascii=False) for question in question_objects()]


@cache
def line_answers(brief: bool = False) -> list[dict[str, Any]]:
    return [json.loads(text) for text, _ in answer_lines(question_lines(), brief=brief)]


@pytest.fixture
def turns(tmp_path: Path) -> Path:
    file = tmp_path / "turns.parquet"
    assert write_questions(question_lines(), file) == len(question_lines())
    assert is_parquet(file)
    return file


@pytest.mark.slow
def test_questions_come_back_as_they_were(turns: Path) -> None:
    assert {one.get("phase") for one in question_objects()} >= {"movement", "retreat", "adjustment"}
    assert [json.loads(line) for line in as_lines(turns)] == question_objects()
    again = turns.with_name("again.parquet")
    write_questions(as_lines(turns), again)
    assert parquet.read_table(again).equals(parquet.read_table(turns))


@pytest.mark.slow
@pytest.mark.parametrize("brief", [False, True])
def test_answers_in_columns_are_those_in_lines(turns: Path, brief: bool) -> None:
    expected = line_answers(brief)
    options = ["--brief"] if brief else []
    answers = turns.with_name("answers.parquet")
    result = run("batch", str(turns), "--output", str(answers), *options)
    said = f"standoff: {answers}: {len(expected)} answers, 1 error among them\n"
    assert (result.exit_code, result.output) == (1, said)
    assert list(answers_in(answers)) == expected
    assert [json.loads(line) for line in run("batch", str(turns), *options).stdout.splitlines()] == expected
    table = parquet.read_table(answers)
    assert (table.num_rows, str(table.schema.field("id").type)) == (len(question_lines()), "int64")
    assert sorted(path.name for path in turns.parent.iterdir()) == ["answers.parquet", "turns.parquet"]


@pytest.mark.slow
def test_the_cluster_takes_columns(turns: Path) -> None:
    folder = turns.with_name("answers")
    assert run("cluster", str(turns), "--output", str(folder), "--workers", "1").exit_code == 1
    assert list(answers_in(folder / turns.name)) == line_answers()


def test_ids_of_any_kind_are_text(tmp_path: Path) -> None:
    ids: list[Any] = ["a", 7, None, [1, "x"], 2**70]
    lines = [json.dumps({"id": one, "units": {"FRANCE": ["A PAR"]}}) for one in ids]
    write_questions(lines, tmp_path / "turns.parquet")
    answers = [json.loads(line).get("id") for line in as_lines(tmp_path / "turns.parquet")]
    assert answers == ["a", "7", None, '[1, "x"]', str(2**70)]


def test_lines_are_converted_both_ways(tmp_path: Path) -> None:
    lines, columns, back = (str(tmp_path / name) for name in ("turns.jsonl", "turns.parquet", "back.jsonl"))
    Path(lines).write_text("\n".join(question_lines()[:40]) + "\n", encoding="utf-8")
    assert run("convert", lines, columns).exit_code == 0
    assert run("convert", columns, back).exit_code == 0
    questions, again = (
        [json.loads(text) for text, _ in answer_lines(Path(file).read_text(encoding="utf-8").splitlines())]
        for file in (lines, back)
    )
    assert [one["units"] for one in questions] == [one["units"] for one in again]
    assert [one["orders"] for one in questions] == [one["orders"] for one in again]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"unitz": ["A PAR"]}, "unknown column 'unitz'; known: id, phase, .*; is 'units' meant?"),
        ({"units": ["A PAR"]}, "turns.parquet: "),
        ({"id": [1.5]}, "turns.parquet: "),
        ({"options": [[("a", "b"), ("a", "c")]]}, "key 'a' appears twice"),
    ],
)
def test_columns_of_something_else_are_refused(tmp_path: Path, columns: dict[str, Any], message: str) -> None:
    file = tmp_path / "turns.parquet"
    kinds = {"options": arrow.map_(arrow.string(), arrow.string())}
    parquet.write_table(
        arrow.table({name: arrow.array(values, type=kinds.get(name)) for name, values in columns.items()}), file
    )
    with pytest.raises(ColumnsError, match=message):
        list(as_lines(file))
    refused("batch", str(file))


def test_a_damaged_file_is_named(turns: Path) -> None:
    turns.write_bytes(turns.read_bytes()[:-100])
    assert "turns.parquet: not a readable Parquet file" in refused("batch", str(turns))


def test_columns_are_not_gone_on_with(turns: Path) -> None:
    output = refused("batch", str(turns), "--output", str(turns.with_name("answers.parquet")), "--continue")
    assert "only uncompressed lines can be resumed" in " ".join(output.split())


def test_without_the_extra_it_is_named(turns: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load = builtins.__import__

    def missing(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.startswith("pyarrow"):
            raise ImportError("No module named 'pyarrow'")
        return load(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", missing)
    assert "pip install '.[columns]'" in refused("batch", str(turns))
