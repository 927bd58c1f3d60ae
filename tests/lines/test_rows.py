"""Answers as rows, one an order: they say what the answers say, resume, and tell of lines that cannot be read."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from standoff.lines.answering import turn_in
from standoff.lines.form import AnswerForm
from standoff.lines.rows import columns
from standoff.peers.adapters.exchange import request_of, unwritable
from standoff.random_turns import question
from standoff.solver import rulebook
from tests.helpers.command import as_file, refused, run
from tests.helpers.lines import answer_lines

COLUMNS = columns(AnswerForm())
LINES: list[dict[str, Any]] = [
    {"id": 7, "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR", "PAR H", "A PAR H", "A PAR H"]}},
    {"id": "s", "units": {"RUSSIA": ["F STP/SC"]}, "orders": {"RUSSIA": ["F STP - BOT"]}},
    {"id": "no orders", "units": {"FRANCE": ["A PAR"]}},
    {"id": None, "units": {"FRANCE": ["A PAR", "A PAR"]}},
    {
        "id": [1, "x"],
        "season": "W1901A",
        "centers": {"RUSSIA": ["STP", "MOS"]},
        "orders": {"RUSSIA": ["F STP/NC B", "WAIVE"]},
    },
]


def rows_of(*args: str, stdin: str | None = None) -> list[list[Any]]:
    """The rows that a run prints as JSON lines."""
    printed = run("batch", *args, "--rows", stdin=stdin).stdout.splitlines()
    objects = [json.loads(line) for line in printed]
    assert all(tuple(entry) == COLUMNS for entry in objects)
    return [list(entry.values()) for entry in objects]


def texts_of(rows: list[list[Any]]) -> list[list[str]]:
    """Rows as CSV has them."""
    words = {None: "", True: "true", False: "false"}
    return [
        [words[cell] if cell is None or isinstance(cell, bool) else str(cell).replace("'", '"') for cell in row]
        for row in rows
    ]


def test_a_row_names_order_and_unit_and_a_wrong_line_says_so(tmp_path: Path) -> None:
    file = as_file(tmp_path, "turns.jsonl", "\n".join([*map(json.dumps, LINES), "nonsense"]))
    rows = rows_of(file)
    assert [row[:5] for row in rows] == [
        [7, "FRANCE", "A PAR - BUR", "A PAR", True],
        [7, "FRANCE", "PAR H", "A PAR", False],
        [7, "FRANCE", "A PAR H", "A PAR", False],
        [7, "FRANCE", "A PAR H", "A PAR", False],
        ["s", "RUSSIA", "F STP - BOT", "F STP/SC", True],
        [None, None, None, None, None],
        [[1, "x"], "RUSSIA", "F STP/NC B", "F STP/NC", True],
        [[1, "x"], "RUSSIA", "WAIVE", None, True],
        [None, None, None, None, None],
    ]
    assert next(row[6] for row in rows if row[5] == "error").endswith("FRANCE: A PAR: listed twice")
    output = tmp_path / "orders.csv"
    told = run("batch", file, "--rows", "--output", str(output))
    assert (told.exit_code, told.output) == (1, f"standoff: {output}: 6 answers, 2 errors among them\n")
    heading, *cells = csv.reader(output.read_text(encoding="utf-8").splitlines())
    assert tuple(heading) == COLUMNS
    assert [row[:6] for row in cells] == [row[:6] for row in texts_of(rows)]
    assert cells[5][6] == "this position is impossible: FRANCE: A PAR: listed twice"


def test_csv_is_what_is_asked_for_or_what_the_file_is_called(tmp_path: Path) -> None:
    lines = "\n".join(map(json.dumps, LINES[:3]))
    printed = run("batch", "--csv", stdin=lines).stdout
    assert next(csv.reader(io.StringIO(printed))) == [*COLUMNS]
    for name in ("a.csv", "a.jsonl"):
        file = tmp_path / name
        assert run("batch", "--rows", "--output", str(file), stdin=lines).exit_code == 0
        assert (file.read_text(encoding="utf-8") == printed) == (".csv" in name)
    assert run("batch", "--csv", stdin="").stdout == printed.splitlines(keepends=True)[0]
    brief = run("batch", "--csv", "--brief", stdin=lines).stdout.splitlines()[1]
    assert brief == "7,FRANCE,A PAR - BUR,A PAR,true,,,,,,"


@pytest.mark.slow
def test_rows_of_random_phases_say_what_the_answers_say() -> None:
    lines: list[str] = []
    for number in range(100):
        turn, rules = question(41, number), rulebook(("2023", "1971", "1982")[number % 3])
        if unwritable(turn, rules) is None:
            lines.append(json.dumps({"id": number, **request_of(turn, rules)}))
    expected: list[list[Any]] = []
    units: list[str | None] = []
    for line, (text, _) in zip(lines, answer_lines(lines), strict=True):
        answer, (_, turn) = json.loads(text), turn_in(line)
        assert turn is not None
        for power, orders in answer["orders"].items():
            named = [turn.canonical(order) for order in turn.orders if order.power == power]
            for number, (order, fate) in enumerate(orders.items()):
                given = order.partition(" (again")[0]
                why = [fate[key] for key in ("outcome", "reason", "cause")]
                cores = [one["kind"] for one in answer.get("paradoxes", ()) if order in one["core"]]
                why += [fate.get("option"), fate.get("fault"), cores[0] if cores else None]
                expected.append([answer["id"], power, given, fate["success"], *why])
                words = (named[number] if number < len(named) else order).split()  # the others are implied
                units.append(" ".join(words[:2]) if words[0] in ("A", "F") else None)
    rows = rows_of("-", stdin="\n".join(lines))
    assert [[*row[:3], *row[4:]] for row in rows] == expected
    assert [row[3] for row in rows] == units


@pytest.mark.parametrize(("name", "form"), [("orders.csv", "--jobs 1"), ("orders.jsonl", "--line-timeout 60")])
def test_rows_are_resumed_where_they_are_vouched_for(name: str, form: str, tmp_path: Path) -> None:
    lines = [json.dumps({**line, "id": number}) for number in range(20) for line in LINES]
    turns, output = as_file(tmp_path, "turns.jsonl", "\n".join(lines)), tmp_path / name
    command = ("batch", turns, "--rows", "--output", str(output), *form.split())
    assert run(*command).exit_code == 1
    whole = output.read_bytes()
    output.write_bytes(whole + b"7,begun")
    assert run(*command, "--continue").exit_code == 1
    assert output.read_bytes() == whole
    output.write_bytes(whole[: len(whole) // 2])
    told = run(*command, "--continue")
    assert (told.exit_code, told.output) == (1, f"standoff: {output}: 100 answers, 20 errors among them\n")
    assert output.read_bytes() == whole
    assert "nothing vouches for these answers" in refused(*command, "--brief", "--continue")
