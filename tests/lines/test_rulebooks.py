"""Lines answered under several rulebooks: each as if the line named it, whichever way the lines are worked on."""

from __future__ import annotations

import csv
import io
import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from standoff.lines.answering import answer_line
from tests.helpers.command import as_file, refused, run

PARADOX: dict[str, Any] = {  # DATC 6.F.14
    "units": {"ENGLAND": ["F LON", "F WAL"], "FRANCE": ["A BRE", "F ENG"]},
    "orders": {
        "ENGLAND": ["F LON S F WAL - ENG", "F WAL - ENG"],
        "FRANCE": ["A BRE - LON", "F ENG C A BRE - LON"],
    },
}
LINES: list[dict[str, Any]] = [
    {"id": 1, **PARADOX},
    {"id": "own", "rules": "1971", "options": {"paradox_backup": "all-hold"}, **PARADOX},
    {"id": 3, "phase": "retreat", "dislodged": {"A BUR": {"power": "FRANCE"}}},
    {"id": 4, "rules": "no such", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}},
    {"id": 5, "units": {"FRANCE": ["A PAR", "A PAR"]}},
]
RULES = ("1982", "2023-book", "czech1962")


def rewritten(line: dict[str, Any], rules: str) -> dict[str, Any]:
    """The answer to the line that names the rulebook itself; it has the rulebook behind the id."""
    own = {key: value for key, value in line.items() if key != "options"}
    answer, _ = answer_line(json.dumps({**own, "rules": rules}))
    return {"id": answer.pop("id"), "rules": rules, **answer}


@pytest.fixture
def turns(tmp_path: Path) -> str:
    return as_file(tmp_path, "turns.jsonl", "\n".join([*map(json.dumps, LINES), ""]))


def test_each_line_is_answered_under_each_rulebook_as_if_it_named_it(turns: str) -> None:
    told = run("batch", turns, "--rules", ",".join(RULES))
    answers = [json.loads(line) for line in told.stdout.splitlines()]
    assert answers == [rewritten(line, rules) for line, rules in product(LINES, RULES)]
    assert told.exit_code == 1
    assert sum("error" in answer for answer in answers) == 3  # LINES[4] under each
    supports = [one["orders"]["ENGLAND"]["F LON S F WAL - ENG"]["success"] for one in answers[:2]]
    assert supports == [True, True]
    assert answers[0]["paradoxes"] == answers[1]["paradoxes"] == []  # either exception spares the support
    assert answers[2]["paradoxes"][0]["settled_by"] == "szykman"  # czech1962 has none


def test_options_stand_on_top_of_each_rulebook(turns: str) -> None:
    printed = run("batch", turns, "--rules", "2023, 1971", "--set", "paradox_exception=none").stdout.splitlines()
    settled = [(one["rules"], one["paradoxes"][0]["settled_by"]) for one in map(json.loads, printed[:4])]
    assert settled == [("2023", "szykman"), ("1971", "szykman")] * 2


@pytest.mark.parametrize("way", [["--jobs", "1"], ["--line-timeout", "60"]])
@pytest.mark.parametrize("form", [[], ["--brief"], ["--rows"], ["--csv"]])
def test_all_forms_have_the_rulebook_and_are_resumed(turns: str, form: list[str], way: list[str]) -> None:
    lines = Path(turns).read_text(encoding="utf-8")
    Path(turns).write_text(lines * 20, encoding="utf-8")
    output = Path(turns).with_name("answers")
    command = ("batch", turns, "--rules", "1971,2000", "--output", str(output), *form, *way)
    told = run(*command)
    assert (told.exit_code, told.output) == (1, f"standoff: {output}: 200 answers, 40 errors among them\n")
    whole = output.read_bytes()
    if "--csv" in form:
        table = list(csv.DictReader(io.StringIO(whole.decode())))
    else:
        table = [json.loads(line) for line in whole.splitlines()]
    assert {row["rules"] for row in table} == {"1971", "2000"}
    assert list(table[0])[:2] == ["id", "rules"]
    output.write_bytes(whole[: len(whole) // 2])
    told = run(*command, "--continue")
    assert (told.exit_code, told.output) == (1, f"standoff: {output}: 200 answers, 40 errors among them\n")
    assert output.read_bytes() == whole
    assert "nothing vouches" in refused("batch", turns, "--rules", "1971,1982", *command[4:], "--continue")


def test_unknown_and_repeated_rulebooks_are_refused(turns: str) -> None:
    assert "did you mean" in refused("batch", turns, "--rules", "1982,20000")
    assert "2000 is listed twice" in refused("batch", turns, "--rules", "2000,1982,2000")
    refused("batch", turns, "--rules", "")
