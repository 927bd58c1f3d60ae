"""The GitHub action: its steps, run with bash from a fresh clone."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from tests.helpers.paths import ROOT
from tools.check_action import run_steps

pytest.importorskip("yaml")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (ROOT / ".git").exists() or not shutil.which("bash"), reason="no clone, or no bash"),
]

OWN = f"lines:{sys.executable} -m standoff batch -"
STANDOFF = str(Path(sys.executable).with_name("standoff"))


def test_a_program_that_follows_the_rulebook_passes_and_the_summary_is_its_card(tmp_path: Path) -> None:
    inputs = {"peer": OWN, "name": "own", "suites": "datc"}
    job = run_steps(inputs, tmp_path, tmp_path, standoff=STANDOFF)
    assert (job.status, "own" in job.summary) == (0, True), job.printed
    assert "186 of 186 passed" in job.summary
    assert json.loads((tmp_path / "card" / "score.json").read_text(encoding="utf-8"))["peer"]["name"] == "own"


def test_what_has_become_worse_than_the_baseline_fails_the_job_and_is_in_the_summary(tmp_path: Path) -> None:
    baseline = tmp_path / "score.json"
    cases = [{"id": "datc-6.A.1", "mark": "passed"}, {"id": "datc-6.A.8", "mark": "passed"}]
    baseline.write_text(json.dumps({"cases": cases}), encoding="utf-8")
    stays = tmp_path / "stays.py"
    stays.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    told = {'units': asked['units'], 'dislodged': {}}\n"
        "    answer = told if asked['phase'] == 'movement' else {'cannot': asked['phase'] + ' phases'}\n"
        "    print(json.dumps({'id': asked['id'], **answer}), flush=True)\n",
        encoding="utf-8",
    )
    peer = f"lines:{sys.executable} {stays}"
    inputs = {"peer": peer, "suites": "datc", "baseline": str(baseline), "report": "other"}
    job = run_steps(inputs, tmp_path, tmp_path, standoff=STANDOFF)
    assert job.status == 1
    head = job.summary.split("\n\n")[0]
    assert head.startswith(f"## Compared with {baseline}\n- datc-6.A.8 fails and passed before (")
    assert "datc-6.A.1 " not in head


def test_a_program_that_cannot_be_started_is_said_before_it_is_scored(tmp_path: Path) -> None:
    job = run_steps({"peer": "lines:/no/such/program"}, tmp_path, tmp_path, standoff=STANDOFF)
    assert job.status == 2
    assert "::error title=standoff::lines:/no/such/program cannot be started" in job.printed
    assert "== Score" not in job.printed
