"""Run the steps of `action.yml` with bash, as GitHub does: `python -m tools.check_action INPUT=VALUE …`.

The action comes from a fresh clone of the last commit; the steps run in the current folder, with files for
`GITHUB_OUTPUT` and `GITHUB_STEP_SUMMARY`. The running Python replaces the step that installs Python. The status is that
of the first step that fails. The summary of the job is printed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tools.shared import ROOT, command_line


class Job(NamedTuple):
    """The outcome of the steps: status, summary, output."""

    status: int
    summary: str
    printed: str


def run_steps(inputs: Mapping[str, str], work: Path, cwd: Path, *, standoff: str | None = None) -> Job:
    """Run the steps of the action.

    Args:
        inputs: The inputs, as a workflow lists them below ``with``.
        work: A folder for the clone and for GitHub's files.
        cwd: The folder of the user's repository.
        standoff: The command of an installed standoff, which runs this checkout's action; None to install a clone.
    """
    import yaml

    clone, temporary, summary = work / "clone" if standoff is None else ROOT, work / "temporary", work / "summary.md"
    if standoff is None:
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    temporary.mkdir()
    summary.touch()
    action: dict[str, Any] = yaml.safe_load((clone / "action.yml").read_text(encoding="utf-8"))
    required = {name for name, one in action["inputs"].items() if one.get("required")}
    if wrong := sorted((required - inputs.keys()) | (inputs.keys() - action["inputs"].keys())):
        sys.exit(f"unknown or missing inputs: {', '.join(wrong)}")
    values = {f"inputs.{name}": inputs.get(name, one.get("default", "")) for name, one in action["inputs"].items()}
    values |= {"github.action_path": str(clone), "steps.python.outputs.python-path": sys.executable}
    if standoff:
        values["steps.install.outputs.standoff"] = standoff
    status, printed = 0, ""
    for step in action["runs"]["steps"]:
        if "uses" in step:
            continue
        outcome = f"steps.{step.get('id')}.outcome"
        values[outcome] = "skipped"
        if not _runs(step.get("if", ""), values, status):
            continue
        values[outcome] = "success"
        if standoff and step.get("id") == "install":
            continue
        output = work / "output"
        output.write_text("", encoding="utf-8")
        variables = {name: _substituted(value, values) for name, value in step.get("env", {}).items()}
        kept = {"RUNNER_TEMP": temporary, "GITHUB_OUTPUT": output, "GITHUB_STEP_SUMMARY": summary}
        script = work / "step.sh"
        script.write_text(step["run"], encoding="utf-8")
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],  # as GitHub calls it
            env={**os.environ, **variables, **{name: str(path) for name, path in kept.items()}},
            cwd=cwd,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        printed += f"== {step['name']}: status {done.returncode}\n{done.stdout}"
        values[outcome] = "failure" if done.returncode else "success"
        status = status or done.returncode
        for line in output.read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition("=")
            values[f"steps.{step['id']}.outputs.{name}"] = value
    return Job(status, summary.read_text(encoding="utf-8"), printed)


def _runs(condition: str, values: Mapping[str, str], status: int) -> bool:
    """Return whether a step runs: its comparisons hold, and after a failure it has `always()`."""
    compared = re.findall(r"([\w.]+) (!=|==) '(\w*)'", condition)
    holds = all((values[name] == value) == (sign == "==") for name, sign, value in compared)
    return holds and (not status or condition.startswith("always()"))


def _substituted(text: str, values: Mapping[str, str]) -> str:
    return re.sub(r"\$\{\{ *(\S+?) *\}\}", lambda found: values[found[1]], text)


def main() -> None:
    """Run the steps and print their output and the summary."""
    parser = command_line(__doc__)
    parser.add_argument("inputs", nargs="+", metavar="INPUT=VALUE", help="inputs of the action, as below `with`")
    inputs = dict(one.partition("=")[::2] for one in parser.parse_args().inputs)
    with tempfile.TemporaryDirectory() as folder:
        job = run_steps(inputs, Path(folder), Path.cwd())
    print(job.printed, job.summary, sep="\n")
    sys.exit(job.status)


if __name__ == "__main__":
    main()
