"""The steps of the GitHub action, run with bash."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.paths import DOCS, ROOT
from tools.check_action import run_steps

yaml = pytest.importorskip("yaml")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (ROOT / ".git").exists() or not shutil.which("bash"), reason="no clone, or no bash"),
]

STANDOFF = str(Path(sys.executable).with_name("standoff"))


STAYS = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    stays = {"units": asked["units"], "dislodged": {}, "unreported": ["contested", "orders"]}
    few = asked["units"].get("AUSTRIA") == ["F TRI"] or asked["units"] == {"ENGLAND": ["F NTH"]}
    answer = stays if asked["phase"] == "movement" and few else {"unsupported": "this"}
    print(json.dumps({"id": asked["id"], **answer}), flush=True)
"""
"""An adjudicator of a few turns in which all units stay: right in 6.A.1, wrong in 6.A.8."""


def baseline(file: Path, **marks: str) -> str:
    """Write the marks of an earlier run for these two cases."""
    cases = [{"id": f"datc-6.A.{number[1:]}", "mark": mark} for number, mark in marks.items()]
    file.write_text(json.dumps({"cases": cases}), encoding="utf-8")
    return str(file)


def test_what_has_become_worse_than_the_baseline_fails_the_job_and_is_in_the_summary(tmp_path: Path) -> None:
    stays, before = tmp_path / "stays.py", baseline(tmp_path / "score.json", A1="passed", A8="passed")
    stays.write_text(STAYS, encoding="utf-8")
    inputs = {"peer": f"lines:{sys.executable} {stays}", "suites": "datc", "baseline": before, "report": "other"}
    job = run_steps(inputs, tmp_path, tmp_path, standoff=STANDOFF)
    assert job.status == 1
    head = job.summary.split("\n\n")[0]
    assert head.startswith(f"## Compared with {before}\n- datc-6.A.8 fails and passed before (")
    assert "datc-6.A.1 " not in head
    cases = json.loads((tmp_path / "other" / "score.json").read_text(encoding="utf-8"))["cases"]
    assert {case["id"].partition("-")[0] for case in cases} == {"datc"}


def test_a_program_that_cannot_be_started_is_said_before_it_is_scored(tmp_path: Path) -> None:
    job = run_steps({"peer": "lines:/no/such/program"}, tmp_path, tmp_path, standoff=STANDOFF)
    assert job.status == 2
    assert "::error title=standoff::lines:/no/such/program cannot be started" in job.printed
    assert "== Score" not in job.printed


@pytest.mark.parametrize("name", ["peer", "board", "compare", "name", "baseline", "report"])
@pytest.mark.parametrize("value", ["--help", "x\n::error title=mine::a command of the workflow", "x\r::debug::y"])
def test_an_input_is_neither_an_option_nor_a_command(name: str, value: str, tmp_path: Path) -> None:
    job = run_steps({"peer": "lines:./mine", name: value}, tmp_path, tmp_path, standoff=STANDOFF)
    assert job.status == 2
    assert [line for line in job.printed.splitlines() if "::" in line] == [
        "::error title=standoff::an input begins with a dash, or has several lines"
    ]
    assert "== Connect" not in job.printed
    assert job.summary == ""


def test_the_workflow_of_the_page_runs_as_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It builds a program in C; the names of program and suites are those of the page."""
    for program in ("make", "cc"):
        _ = shutil.which(program) or pytest.skip(f"no {program}")
    (printed,) = re.findall(r"```yaml\n(.*?)```", (DOCS / "score.md").read_text(encoding="utf-8"), re.DOTALL)
    (job,) = yaml.safe_load(printed)["jobs"].values()
    (used,) = [step["with"] for step in job["steps"] if "OWNER/standoff" in step.get("uses", "")]
    (kept,) = [step["with"]["path"] for step in job["steps"] if "path" in step.get("with", {})]
    monkeypatch.setenv("PATH", f"{Path(STANDOFF).parent}{os.pathsep}{os.environ['PATH']}")
    (tmp_path / "stays.py").write_text(STAYS, encoding="utf-8")
    calling = f'execl("{sys.executable}", "python", "stays.py", (char *)0)'
    (tmp_path / "mine.c").write_text(f"#include <unistd.h>\nint main(void) {{ return {calling}; }}\n", encoding="utf-8")
    baseline(tmp_path / used["baseline"], A1="passed", A8="failed")
    for step in job["steps"]:
        if "run" in step:
            subprocess.run(["bash", "-e", "-c", step["run"]], cwd=tmp_path, check=True)
    done = run_steps(used, tmp_path, tmp_path, standoff=STANDOFF)
    assert done.status == 0, done.printed
    assert f"## Compared with {used['baseline']}\nNothing has become worse.\n" in done.summary
    made = json.loads((tmp_path / kept / "score.json").read_text(encoding="utf-8"))
    marks = {case["id"]: case["mark"] for case in made["cases"]}
    assert (marks["datc-6.A.1"], marks["datc-6.A.8"]) == ("passed", "failed")
    assert {name.partition("-")[0] for name in marks} >= {"datc", "separating"}


def test_every_input_is_described() -> None:
    """The page of the score card refers to the action for its inputs."""
    assert "[`action.yml`](../action.yml)" in (DOCS / "score.md").read_text(encoding="utf-8")
    inputs = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))["inputs"]
    assert len(inputs) > 5
    assert all(one["description"].strip() for one in inputs.values())


def test_the_borders_of_a_board_are_the_summary_and_a_difference_fails_the_job(tmp_path: Path) -> None:
    data = json.loads((ROOT / "map" / "boards" / "standard.json").read_text(encoding="utf-8"))
    data["army"]["ANK"] += " GRE"
    board = tmp_path / "my board.json"
    board.write_text(json.dumps({**data, "name": "mine"}), encoding="utf-8")
    job = run_steps({"board": str(board), "compare": "standard"}, tmp_path, tmp_path, standoff=STANDOFF)
    assert job.status == 1, job.printed
    assert "== Score" not in job.printed
    assert "- [ ] ANK - GRE: armies cross it only in A" in job.summary
    assert "Aegean Sea" in job.summary
    assert "<svg" in (tmp_path / "card" / "borders.html").read_text(encoding="utf-8")
