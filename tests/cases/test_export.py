"""The library as JSON: what is asked of other programs, and what must come out, by the case and not by the solver."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from referencing import Registry, Resource

from standoff.cases import datc_numbers, export
from standoff.cases.course import play_case
from standoff.cases.export import ExportError, as_text, exported, of_datc
from standoff.cases.reading import read_cases
from standoff.cases.run import rulebooks_of
from standoff.cases.suites import SuiteChange, suite_changes
from standoff.solver import OLDER_DATC, rulebook
from standoff.turn.codec import LINES_VERSION
from tests.helpers.command import run
from tests.helpers.paths import DOCS, ROOT
from tests.helpers.turns import library_cases

RUNNER = ROOT / "standoff" / "peers" / "templates" / "run_cases.js"
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
    assert second["optional"]["orders"] == {"ENGLAND": {"F NTH R HOL": {"success": True}}}
    assert second["request"]["map"] == "standard"
    (variant,) = of("variant-helgoland").values()
    assert (variant["request"]["rules"], variant["request"]["map"], variant["board"]) == ("czech1962",) * 3


def test_what_is_expected_is_what_the_datc_says() -> None:
    """DATC 6.E.1: the army from Berlin dislodges the one in Prussia, which has no effect on Berlin."""
    case = of("6.E.1")["datc-6.E.1"]
    assert case["optional"]["orders"]["GERMANY"]["A SIL S A BER - PRU"] == {"success": True}
    assert case["optional"]["orders"]["RUSSIA"] == {"A PRU - BER": {"success": False}}
    assert {power: sorted(units) for power, units in case["required"]["units"].items()} == {
        "GERMANY": ["A PRU", "A SIL", "F BER"]
    }
    (dislodged,) = case["required"]["dislodged"].items()
    assert dislodged[0] == "A PRU"
    assert dislodged[1]["power"] == "RUSSIA"
    assert sorted(dislodged[1]["retreats"]) == ["LVN", "WAR"]


def test_each_rulebook_that_a_case_names_is_asked_for() -> None:
    """DATC 6.F.14: the landing cuts no support under the rule of 1971, so the fleet is dislodged."""
    cases = of("6.F.14")
    assert {one["rulebook"] for one in cases.values()} >= {"2023", "1971", "1982", "2000"}
    assert cases["datc-6.F.14@1971"]["request"]["rules"] == "1971"


def test_a_case_says_what_it_is_about_and_which_choice_explains_another_answer() -> None:
    """DATC 6.F.14: where all hold in a paradox, the landing neither arrives nor saves the fleet."""
    case = of("6.F.14")["datc-6.F.14"]
    about = {"suite": "datc", "section": "6.F", "editions": dict.fromkeys(("3.0", "3.2", "3.3"), "6.F.14")}
    assert {key: case[key] for key in about} == about
    assert case["issues"] == ["4.A.2"]
    (other,) = [one for one in case["choice"] if "paradox_backup=all-hold" in one["options"]]
    assert other["required"]["units"]["FRANCE"] == ["A BRE", "F ENG"]
    assert other["required"]["dislodged"] == {}
    assert "choice" not in of("6.F.14")["datc-6.F.14@1971"]
    (separating,) = of("separating-A.1").values()
    assert separating["detects"] == ["a convoy that counts for whatever move its army makes."]
    assert (separating["suite"], separating["section"]) == ("separating", "6.A")


@pytest.mark.parametrize(("edition", "count"), [("3.0", 165), ("3.2", 176), ("3.3", 176)])
def test_an_edition_of_the_datc_has_its_own_numbers(edition: str, count: int) -> None:
    """DATC 3.0 counts its two positions of 6.J.9 as one case, so it has 164."""
    data = of_datc(library_cases("datc*"), edition, "2023")
    checked({**data, "cases": data["cases"][::10]})
    numbers = [one["number"] for one in data["cases"]]
    assert len(set(numbers)) == count
    assert numbers.index("6.A.2") < numbers.index("6.A.10") < numbers.index("6.J.9" + "a" * (edition == "3.0"))
    assert data["datc"] == edition
    assert len(as_text(data).encode()) < 200_000
    assert {one["rulebook"] for one in data["cases"]} == {"2023"}
    always = {"id", "number", "phase", "rulebook", "request", "required", "optional"}
    assert all(always <= set(one) <= {*always, "issues", "choice"} for one in data["cases"])
    assert sum("choice" in one for one in data["cases"]) > sum("issues" in one for one in data["cases"]) > 50
    at = {one["id"]: one["number"] for one in data["cases"]}
    expected = {"3.2": {"datc32-6.H.15/1": "6.H.15", "datc-6.H.17/1": "6.H.16", "datc32-6.H.17": "6.H.17"}}
    expected["3.0"] = {id: number for id, number in expected["3.2"].items() if number != "6.H.17"}
    expected["3.3"] = {"datc-6.H.15/1": "6.H.15", "datc-6.H.16": "6.H.16", "datc-6.H.17/1": "6.H.17"}
    late = {id: number for id, number in at.items() if re.match(r"6\.H\.1[567]", number) and not id.endswith("/2")}
    assert late == expected[edition]


def test_the_preferences_of_datc_3_0_change_no_case_that_it_has() -> None:
    """So that what is written for 3.0 under the rulebook 2023 is as 3.0 has it."""
    for case in library_cases("datc*"):
        if "3.0" in datc_numbers(case):
            newer, older = (
                [result.after for _, result, _ in play_case(case, rules)]
                for rules in (rulebook("2023"), rulebook("2023", **OLDER_DATC["3.0"].preferences))
            )
            assert newer == older, case.id


def test_what_was_done_to_a_case_is_written_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    version = max(change.version for change in suite_changes()) + 1
    later = SuiteChange(version, "datc-6.A.1", "changed", "0" * 12, "as 3.3 has it")
    monkeypatch.setattr(export, "suite_changes", lambda: iter([*suite_changes(), later]))
    data = checked(exported(library_cases("6.A.[12]")))
    assert (data["suite"], [one["added"] for one in data["cases"]]) == (version, [1, 1])
    assert data["changes"] == [{"version": version, "id": "datc-6.A.1", "change": "changed", "why": "as 3.3 has it"}]


def test_a_case_that_the_lines_cannot_hold_is_named() -> None:
    data = checked(exported(library_cases("separating-D.18")))
    assert [one["id"] for one in data["left_out"]] == ["separating-D.18"]
    assert data["cases"] == []


def test_a_case_that_standoff_does_not_find_is_not_written() -> None:
    wrong = read_cases("case x\nFrance\n  A PAR - BUR => bounces\nAFTER\n  France: A PAR\n", "x.txt")
    with pytest.raises(ExportError, match=r"x: .*expected bounces, found moves"):
        exported(wrong)


@pytest.mark.slow
def test_the_library_is_as_the_schema_has_it_and_every_phase_is_there_once() -> None:
    """More than 3,000 phases, as `docs/cases.md` says; of every fourth case all are written."""
    phases = {case.id: len(case.phases) * len(list(rulebooks_of(case))) for case in library_cases()}
    some = library_cases()[::4]
    assert 3000 < sum(phases.values()) < 4000
    data = exported(some, choices=False)  # with them, each phase is adjudicated forty times
    checked({**data, "cases": data["cases"][::12]})
    assert data["lines"] == LINES_VERSION == SCHEMAS["interchange.schema.json"]["version"]
    ids = [one["id"] for one in (*data["cases"], *data["left_out"])]
    assert len(set(ids)) == len(ids)
    written = Counter(one.partition("/")[0].partition("@")[0] for one in ids)
    assert written == {case.id: phases[case.id] for case in some}


def test_the_command_writes_a_file_and_says_what_is_left_out(tmp_path: Path) -> None:
    target = tmp_path / "cases.json"
    done = run("cases", "separating-D.18", "--export", str(target))
    assert done.exit_code == 0
    assert "left out: separating-D.18" in done.output
    assert [one["id"] for one in checked(json.loads(target.read_text(encoding="utf-8")))["left_out"]] == [
        "separating-D.18"
    ]
    assert json.loads(run("cases", "6.A.1", "--export", "-").output)["cases"][0]["id"] == "datc-6.A.1"
    assert run("cases", "6.A.1", "--export", str(tmp_path / "no" / "cases.json")).exit_code == 2


def test_the_command_writes_an_edition(tmp_path: Path) -> None:
    target = tmp_path / "datc.json"
    done = run("cases", "6.H.17", "--datc", "3.2", "--rules", "2023", "--export", str(target))
    assert done.output == f"{target}: 2 phases\n"
    assert [one["number"] for one in json.loads(target.read_text(encoding="utf-8"))["cases"]] == ["6.H.16"] * 2
    for words in (["--datc", "3.1"], ["--datc", "3.1", "--export", "-"], ["6.F.30", "--datc", "3.0", "--export", "-"]):
        assert run("cases", *words).exit_code == 2


@pytest.mark.slow
def test_the_runner_in_javascript_passes_what_is_right_and_names_what_is_not(tmp_path: Path) -> None:
    node = shutil.which("node") or pytest.skip("no node")
    cases = tmp_path / "cases.json"
    cases.write_text(as_text(exported(library_cases("6.D.?"), "2023")), encoding="utf-8")
    written = json.loads(cases.read_text(encoding="utf-8"))["cases"]
    count = len(written)

    def judged(command: str, *more: str) -> tuple[int, list[str]]:
        done = subprocess.run(
            [node, str(RUNNER), str(cases), command, *more], capture_output=True, text=True, check=False, timeout=60
        )
        return done.returncode, done.stdout.splitlines()

    right = {one["id"]: {**one["required"], **one["optional"]} for one in written}
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
    other_answers = json.dumps(
        {"datc-6.D.1": {"units": {}}, "datc-6.D.2": {"unsupported": "anything"}, "datc-6.D.3": {"units": None}}
    )
    status, lines = judged(f"node {sound} '{other_answers}'")
    assert status == 1
    assert lines[-1] == f"2023: {count - 3} passed, 2 failed, 1 not expressible"
    assert lines[0].startswith('datc-6.D.1: units: expected {"AUSTRIA":')
    by_choice = next(one for one in written if "choice" in one)
    other_answers = json.dumps({by_choice["id"]: {**by_choice["choice"][0]["required"], "orders": {}}})
    status, lines = judged(f"node {sound} '{other_answers}'")
    assert (status, lines[0].endswith("; as with " + " or ".join(by_choice["choice"][0]["options"]))) == (1, True)
    first = next(iter(right))
    assert judged("true") == (1, [f"{first}: the program ended"])
    assert judged("sleep 60", "2023", "0.2") == (1, [f"{first}: no answer within 0.2 seconds"])
    assert judged("sed -u s/.*/nonsense/") == (1, [f"{first}: expected a JSON object, not nonsense"])
    assert judged("sed -u s/.*/{}/") == (1, [f"{first}: expected an answer with this id, not undefined"])
    assert len(RUNNER.read_text(encoding="utf-8").splitlines()) < 70
