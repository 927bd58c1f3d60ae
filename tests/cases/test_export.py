"""The library as JSON: what is asked of other programs, and what must come out, by the case and not by the solver."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from referencing import Registry, Resource

from standoff.cases.export import ExportError, as_text, exported
from standoff.cases.reading import read_cases
from standoff.turn.codec import LINES_VERSION
from tests.helpers.command import run
from tests.helpers.paths import DOCS
from tests.helpers.turns import library_cases

RUNNER = DOCS / "templates" / "run_cases.js"
SCHEMAS = {
    name: json.loads((DOCS / name).read_text(encoding="utf-8"))
    for name in ("cases.schema.json", "interchange.schema.json")
}
REGISTRY: Any = Registry().with_resources((name, Resource.from_contents(one)) for name, one in SCHEMAS.items())


def checked(data: Any) -> Any:
    jsonschema.Draft202012Validator(SCHEMAS["cases.schema.json"], registry=REGISTRY).validate(data)
    return data


@cache
def of(pattern: str) -> dict[str, Any]:
    data = checked(json.loads(as_text(exported(library_cases(pattern)))))
    return {one["id"]: one for one in data["cases"]}


def test_a_retreat_is_asked_for_in_the_documented_form_and_the_board_is_named() -> None:
    """DATC 6.F.7: the fleet dislodged in the North Sea goes to Holland, where the convoyed army is kept out."""
    second = of("6.F.7")["datc-6.F.7/2"]
    assert second["request"]["orders"] == {"ENGLAND": ["F NTH R HOL"]}
    assert second["expected"]["orders"] == {"ENGLAND": {"F NTH R HOL": {"success": True}}}
    assert second["request"]["map"] == "standard"
    (variant,) = of("variant-helgoland").values()
    assert (variant["request"]["rules"], variant["request"]["map"], variant["board"]) == ("czech1962",) * 3


def test_what_is_expected_is_what_the_datc_says() -> None:
    """DATC 6.E.1: the army from Berlin dislodges the one in Prussia, which has no effect on Berlin."""
    case = of("6.E.1")["datc-6.E.1"]
    assert case["expected"]["orders"]["GERMANY"]["A SIL S A BER - PRU"] == {"success": True}
    assert case["expected"]["orders"]["RUSSIA"] == {"A PRU - BER": {"success": False}}
    assert {power: sorted(units) for power, units in case["expected"]["units"].items()} == {
        "GERMANY": ["A PRU", "A SIL", "F BER"]
    }
    (dislodged,) = case["expected"]["dislodged"].items()
    assert dislodged[0] == "A PRU"
    assert dislodged[1]["power"] == "RUSSIA"
    assert sorted(dislodged[1]["retreats"]) == ["LVN", "WAR"]


def test_each_rulebook_that_a_case_names_is_asked_for() -> None:
    """DATC 6.F.14: the landing cuts no support under the rule of 1971, so the fleet is dislodged."""
    cases = of("6.F.14")
    assert {one["rulebook"] for one in cases.values()} >= {"2023", "1971", "1982", "2000"}
    assert cases["datc-6.F.14@1971"]["request"]["rules"] == "1971"


def test_a_case_that_the_lines_cannot_hold_is_named() -> None:
    data = checked(exported(library_cases("separating-D.18")))
    assert [one["id"] for one in data["left_out"]] == ["separating-D.18"]
    assert data["cases"] == []


def test_a_case_that_standoff_does_not_find_is_not_written() -> None:
    wrong = read_cases("case x\nFrance\n  A PAR - BUR => bounces\nAFTER\n  France: A PAR\n", "x.txt")
    with pytest.raises(ExportError, match=r"x: .*expected bounces, found moves"):
        exported(wrong)


@pytest.mark.slow
def test_the_whole_library_is_as_the_schema_has_it_and_every_id_is_there_once() -> None:
    data = exported(library_cases())
    checked({**data, "cases": data["cases"][::10]})  # to check them all takes five seconds
    assert data["lines"] == LINES_VERSION == SCHEMAS["interchange.schema.json"]["version"]
    ids = [one["id"] for one in data["cases"]]
    assert len(set(ids)) == len(ids) > 2900
    assert {one.id for one in library_cases()} == {one.partition("/")[0].partition("@")[0] for one in ids} | {
        one["id"].partition("@")[0] for one in data["left_out"]
    }
    assert len(as_text(data).encode()) < 4_000_000


def test_the_command_writes_a_file_and_says_what_is_left_out(tmp_path: Path) -> None:
    target = tmp_path / "cases.json"
    done = run("cases", "separating-D.1*", "--export", str(target))
    assert done.exit_code == 0
    assert "left out: separating-D.18" in done.output
    assert [one["id"] for one in checked(json.loads(target.read_text(encoding="utf-8")))["cases"]]
    assert json.loads(run("cases", "6.A.1", "--export", "-").output)["cases"][0]["id"] == "datc-6.A.1"
    assert run("cases", "6.A.1", "--export", str(tmp_path / "no" / "cases.json")).exit_code == 2


@pytest.mark.slow
def test_the_runner_in_javascript_passes_what_is_right_and_names_what_is_not(tmp_path: Path) -> None:
    node = shutil.which("node") or pytest.skip("no node")
    cases = tmp_path / "cases.json"
    cases.write_text(as_text(exported(library_cases("6.D.*"), "2023")), encoding="utf-8")
    count = len(json.loads(cases.read_text(encoding="utf-8"))["cases"])

    def judged(command: str, *more: str) -> tuple[int, list[str]]:
        done = subprocess.run(
            [node, str(RUNNER), str(cases), command, *more], capture_output=True, text=True, check=False, timeout=60
        )
        return done.returncode, done.stdout.splitlines()

    right = {one["id"]: one["expected"] for one in json.loads(cases.read_text(encoding="utf-8"))["cases"]}
    sound = tmp_path / "sound.js"
    sound.write_text(
        f"const right = {json.dumps(right)};\n"
        "require('readline').createInterface({ input: process.stdin }).on('line', (line) => {\n"
        "  const { id } = JSON.parse(line);\n"
        "  const other = JSON.parse(process.argv[2] ?? '{}')[id];\n"
        "  console.log(JSON.stringify({ id, ...right[id], ...other }));\n"
        "});\n",
        encoding="utf-8",
    )
    assert judged(f"node {sound}") == (0, [f"2023: {count} passed, 0 failed, 0 not expressible"])
    other_answers = json.dumps({"datc-6.D.1": {"units": {}}, "datc-6.D.2": {"cannot": "anything"}})
    status, lines = judged(f"node {sound} '{other_answers}'")
    assert status == 1
    assert lines[-1] == f"2023: {count - 2} passed, 1 failed, 1 not expressible"
    assert lines[0].startswith('datc-6.D.1: units: expected {"AUSTRIA":')
    first = next(iter(right))
    assert judged("true") == (1, [f"{first}: the program ended"])
    assert judged("sleep 60", "2023", "1") == (1, [f"{first}: no answer within 1 seconds"])
    assert judged("sed -u s/.*/nonsense/") == (1, [f"{first}: expected a JSON object, not nonsense"])
    assert judged("sed -u s/.*/{}/") == (1, [f"{first}: expected an answer with this id, not undefined"])
    assert len(RUNNER.read_text(encoding="utf-8").splitlines()) < 65
