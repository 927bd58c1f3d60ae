"""Build wheel and source archive, and test them installed: `python -m tools.check_install`.

For each version of Python, it installs the wheel without extras, with the extras `fast`, `env` and `search` at the
lowest versions that `pyproject.toml` allows, and at the newest. In each environment the case library must pass, and all
must give the same answers to interchange lines, compiled or not. `find`, `force` and `line` must answer with `search`,
and name the extra without it. Then it runs the README's command in the unpacked source
archive, in a folder whose name has blanks and non-ASCII letters. It needs minutes, mostly for compiling, a package
index, and uv (`pip install uv`).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from tools.shared import ROOT, command_line, say

QUESTIONS = """
import json
from standoff.peers.adapters.exchange import request_of
from standoff.random_turns import question
from standoff.solver import PRESETS
for number, rules in zip(range(400), [*PRESETS.values()] * 400):
    print(json.dumps({"id": number, **request_of(question(1901, number), rules)}))
"""

ASKED = {
    ("force", "start", "A PAR - BUR", "--by", "FRANCE"): "joint orders of France; solved",
    ("find", "paradox('circular movement')", "--position", "start"): "by a solver",
    ("line", "TURKEY: A CON H, A ARM H", "--keep", "CON,ANK,SMY"): "The line does not hold",
}
"""Questions that a solver answers, each with words of the answer."""


def run(*command: str | Path, cwd: Path | None = None, status: int = 0) -> str:
    """Return the output of a command, its errors for status 2; exit with its messages if its status is another."""
    done = subprocess.run([*map(str, command)], cwd=cwd, capture_output=True, encoding="utf-8", check=False)
    if done.returncode != status:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout if status != 2 else done.stderr


def installed(work: Path, python: str, *wanted: str) -> str:
    """Return the answers to the lines in a fresh environment.

    Args:
        work: The folder of the environment and the lines.
        python: The version of Python.
        wanted: The arguments of `uv pip install`.
    """
    there = work / "env"
    run("uv", "venv", "--clear", "--python", python, there)
    run("uv", "pip", "install", "--python", there, *wanted)
    program = there / ("Scripts" if os.name == "nt" else "bin") / "standoff"
    library = run(program, "cases", cwd=work).splitlines()[-1]
    searches = any("search" in one for one in wanted)
    for question, words in ASKED.items():
        status = int(question[0] == "line") if searches else 2
        if (words if searches else "pip install") not in (answer := run(program, *question, cwd=work, status=status)):
            sys.exit(f"{' '.join(question)}: {answer}")
    lines = work / "lines"
    if not lines.exists():
        lines.write_text(run(program.with_name("python"), "-c", QUESTIONS, cwd=work), encoding="utf-8")
    say(f"{python}, {' '.join(wanted)}: {library}")
    return run(program, "batch", lines, cwd=work)


def readme_command(archive: Path, work: Path) -> None:
    """Run the README's first command in the source archive; it may add only its environment."""
    with tarfile.open(archive) as opened:
        opened.extractall(work / "ein Ordner, žluťoučký", filter="data")
    (clone,) = (work / "ein Ordner, žluťoučký").iterdir()
    before = set(clone.rglob("*"))
    command = (clone / "README.md").read_text(encoding="utf-8").split("<!-- run -->")[1].split("```")[1]
    run("sh", "-c", command.removeprefix("sh").strip(), cwd=clone)
    left = [path for path in set(clone.rglob("*")) - before if clone / ".venv" not in (path, *path.parents)]
    if left:
        sys.exit(f"left in the checkout: {', '.join(map(str, sorted(left)[:10]))}")
    say("the README's command")


def main() -> None:
    """Run every check; the first failure ends the run with status 1."""
    parser = command_line(__doc__)
    parser.add_argument("python", nargs="*", default=[sys.executable], help="versions (default: the running one)")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        run("uv", "build", "--out-dir", work, ROOT)
        (wheel,), (archive,) = work.glob("*.whl"), work.glob("*.tar.gz")
        extras = f"{wheel}[fast,env,search]"
        answers = {
            installed(work, python, *wanted)
            for python in chosen.python
            for wanted in ([str(wheel)], ["--resolution", "lowest-direct", extras], [extras])
        }
        if len(answers) != 1:
            sys.exit("the answers to the lines differ between environments")
        readme_command(archive, work)


if __name__ == "__main__":
    main()
