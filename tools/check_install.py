"""Builds wheel and source archive, and tries them installed, without the repository: `python -m tools.check_install`.

For each Python that is found (or named by `--python`): the wheel and the source archive without extras, with the
extras `fast`, `columns` and `env` at the lowest versions that `pyproject.toml` states, and at the newest. In each the
whole case library must come out as recorded, the same interchange lines must get the same answers to the letter,
compiled or not, and where PettingZoo is there two years are played. Then `-O`, `-W error`, a locale of ASCII, no home,
a home that cannot be written, the README's command in a folder whose name has blanks and letters beyond ASCII, and
tests out of the source archive. It takes many minutes, most of them compiling, and a package index.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from tools.shared import ROOT, command_line

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
EXTRAS = ("fast", "columns", "env")
SHOWN = ("numpy", "numba", "pyarrow", "gymnasium", "pettingzoo", "networkx", "click", "lark", "rich")
LINES = 400
TESTS = (
    *("cases/test_datc.py", "cases/test_formats.py", "cases/test_library.py"),
    *("commands/test_command.py", "docs/test_readme.py", "map/test_board.py"),
)
"""The tests that are run out of the source archive, unless all are; in its folder ``tests``."""

QUESTIONS = f"""
import json
from standoff.peers.adapters.exchange import request_of
from standoff.random_turns import question
from standoff.solver import rulebook
names = ("1971", "1982", "2000", "2023", "2023-book", "dptg", "webdiplomacy")
for number in range({LINES}):
    rules = rulebook(names[number % len(names)])
    print(json.dumps({{"id": number, **request_of(question(1901, number), rules)}}))
"""
ANSWERS = """
import sys
from standoff.lines.answering import answer_block, answer_lines
from standoff.lines.blocks import compiled_code_is_there
lines = open(sys.argv[1], encoding="utf-8").read().splitlines()
plain = list(answer_lines(lines))
compiled = compiled_code_is_there()
if compiled:
    assert list(answer_block(lines)) == plain, "compiled code answers otherwise"
open(sys.argv[2], "w", encoding="utf-8").write("".join(text + "\\n" for text, good in plain))
print("compiled = plain" if compiled else "plain", len(lines), "lines,", sum(good for _, good in plain), "answered")
"""
GAME = """
import importlib.util
if importlib.util.find_spec("pettingzoo"):
    from standoff.env import DiplomacyEnv
    env, phases = DiplomacyEnv(last_year=1902), 0
    seen, _ = env.reset(seed=1)
    while env.agents:
        actions = {agent: env.action_space(agent).sample(seen[agent]["action_mask"]) for agent in env.agents}
        seen, phases = env.step(actions)[0], phases + 1
    print("; a game of", phases, "phases", end="")
"""


class CheckError(Exception):
    """A command did otherwise than it must."""


def run(command: Sequence[str | Path], *, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> str:
    """Return what a command prints on its output.

    Raises:
        CheckError: It ended with another status than 0.
    """
    done = subprocess.run(
        [str(part) for part in command],
        env=env,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise CheckError(
            f"{' '.join(map(str, command))}: status {done.returncode}\n{(done.stdout + done.stderr)[-3000:]}"
        )
    return done.stdout


def pythons() -> dict[str, str]:
    """Return the interpreters of the supported versions that are on the path or under pyenv, by version."""
    interpreters: dict[str, str] = {}
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for version in VERSIONS:
        candidates = [*sorted(map(str, root.glob(f"{version}.*/bin/python"))), shutil.which(f"python{version}")]
        for program in filter(None, candidates):
            try:
                interpreters[version] = run(
                    [program, "-c", "import venv, ensurepip, sys; print(sys.executable)"]
                ).strip()
                break
            except CheckError:  # one that cannot make environments
                continue
    return interpreters


def lowest(version: str, extras: Iterable[str]) -> list[str]:
    """Return the lowest versions that `pyproject.toml` states for a version of Python, as exact requirements."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    stated = [*project["dependencies"], *(one for extra in extras for one in project["optional-dependencies"][extra])]
    bounds: dict[str, str] = {}
    for requirement in stated:  # where a later one holds for this Python, it stands after those that are lower
        wanted, _, marker = requirement.partition(";")
        since = re.search(r"'(3\.\d+)'", marker)
        if wanted.startswith(f"{project['name']}["):  # another of the extras
            continue
        if since is None or tuple(map(int, version.split("."))) >= tuple(map(int, since[1].split("."))):
            name, _, bound = wanted.strip().partition(">=")
            bounds[name] = bound
    return [f"{name}=={bound}" for name, bound in bounds.items()]


class Environment:
    """A fresh virtual environment in which something is installed."""

    def __init__(self, folder: Path, python: str = "", *wanted: str | Path) -> None:
        self.folder = folder
        self.bin = folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.bin / ("python.exe" if os.name == "nt" else "python")
        if python:  # otherwise it is there
            run([python, "-m", "venv", folder])
            run([self.python, "-m", "pip", "install", "-q", "--prefer-binary", *wanted])

    def versions(self, *names: str) -> str:
        """Return the installed versions of some packages."""
        code = (
            "import importlib.metadata as m, sys\nfor n in sys.argv[1:]:\n"
            " try: print(n, m.version(n), end='  ')\n except m.PackageNotFoundError: pass"
        )
        return run([self.python, "-c", code, *names]).strip()


def plainly_named(folder: Path) -> Path:
    """Return a link to a folder whose path is ASCII; it stays in the folder for temporary files."""
    link = Path(tempfile.mkdtemp(prefix="standoff-")) / "there"
    link.symlink_to(folder, target_is_directory=True)
    return link


def tried(
    env: Environment, work: Path, questions: Path, *flags: str, change: Mapping[str, str | None] | None = None
) -> str:
    """Return what came of the case library and of the lines in an environment.

    Raises:
        CheckError: Something is otherwise than it must be.
    """
    around = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LC_", "LANG"))}
    around["LANG"] = "C.UTF-8"
    around["XDG_CACHE_HOME"] = str(env.folder / "cache")
    for name, value in (change or {}).items():
        around.pop(name, None)
        if value is not None:
            around[name] = value
    where = run([env.python, "-c", "import standoff.map; print(standoff.map.__file__)"], env=around, cwd=work).strip()
    if not Path(where).is_relative_to(env.folder):
        raise CheckError(f"standoff is imported from {where}")
    program = env.bin / "standoff"
    library = run([env.python, *flags, program, "cases"], env=around, cwd=work).splitlines()[-1]
    if not library.endswith(" 0 failed"):
        raise CheckError(library)
    turn = work / "turn.txt"
    turn.write_text("Francie: Armáda Paříž do Burgundska\n", encoding="utf-8")
    printed = run([env.python, *flags, program, "adjudicate", "--language", "en", turn], env=around, cwd=work)
    if "A PAR - BUR  moves" not in printed:
        raise CheckError(printed)
    answers = env.folder / "answers"
    tally = run([env.python, *flags, "-c", ANSWERS, questions, answers], env=around, cwd=work).strip()
    reference = questions.with_suffix(".answers")
    if not reference.exists():
        shutil.copy(answers, reference)
    if answers.read_bytes() != reference.read_bytes():
        raise CheckError("the lines are answered otherwise than in the first environment")
    return f"{library}; {tally}{run([env.python, *flags, '-c', GAME], env=around, cwd=work)}"


def files_of(folder: Path) -> set[str]:
    """Return every file below a folder but those of a virtual environment."""
    return {
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and ".venv" not in path.parts and ".git" not in path.parts
    }


def readme_command(archive: Path, work: Path) -> str:
    """Run the README's first command in what the source archive holds, and look what it leaves.

    Raises:
        CheckError: It fails, or leaves a file.
    """
    here = work / "ein Ordner, žluťoučký"
    with tarfile.open(archive) as opened:
        opened.extractall(here, filter="data")
    (clone,) = here.iterdir()
    before = files_of(clone)
    section = (clone / "README.md").read_text(encoding="utf-8").split("<!-- run -->")[1].split("```")[1]
    command = section.removeprefix("sh").strip()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    printed = run(["sh", "-c", command], cwd=clone, env={**os.environ, "PATH": path})
    left = files_of(clone) - before
    if left:
        raise CheckError(f"left in the checkout: {', '.join(sorted(left)[:10])}")
    return f"{len(printed.splitlines())} lines printed, nothing left in the checkout"


def tests_of_archive(archive: Path, work: Path, python: str, *, every: bool) -> str:
    """Install the source archive with what its tests need, and run tests out of it.

    Raises:
        CheckError: One fails.
    """
    with tarfile.open(archive) as opened:
        opened.extractall(work / "unpacked", filter="data")
    (source,) = (work / "unpacked").iterdir()
    env = Environment(work / "for tests", python, "-e", f"{source}[dev]")
    chosen = ["tests"] if every else [f"tests/{name}" for name in TESTS]
    around = {**os.environ, "PATH": f"{env.bin}{os.pathsep}{os.environ['PATH']}"}
    printed = run(
        [env.python, "-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal", *chosen], cwd=source, env=around
    )
    left = {name for name in files_of(source) if name.startswith("build/") or ".egg-info/" in name}
    if left:
        raise CheckError(f"left in the checkout: {', '.join(sorted(left)[:10])}")
    return printed.strip().splitlines()[-1]


class Report:
    """A line for each check, printed as it ends."""

    def __init__(self) -> None:
        self.failed = 0

    def __call__(self, name: str, check: Callable[[], str]) -> None:
        """Run a check, and print what it returns, or how it failed."""
        start = time.perf_counter()
        try:
            mark, text = "ok    ", check()
        except CheckError as fault:
            self.failed += 1
            mark, text = "FAILED", str(fault)
        print(f"{mark} {name}: {text} ({time.perf_counter() - start:.0f} s)", flush=True)


def main() -> None:
    """Run every check; end with status 1 if one fails."""
    parser = command_line(__doc__)
    parser.add_argument("--python", action="append", default=[], help="an interpreter; all that are found if left out")
    parser.add_argument("--all-tests", action="store_true", help="run every test out of the source archive")
    parser.add_argument("--keep", type=Path, help="a folder to work in, which stays")
    parser.add_argument("--only", default="", help="only checks in whose name this stands")
    chosen = parser.parse_args()
    given = {
        run([name, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]).strip(): name for name in chosen.python
    }
    interpreters = given or pythons()
    for version in VERSIONS:
        if version not in interpreters:
            print(f"not tried: no Python {version} here")
    report = Report()

    def check(name: str, what: Callable[[], str]) -> None:
        if chosen.only in name:
            report(name, what)

    with tempfile.TemporaryDirectory(prefix="standoff ř ") as temporary:
        work = chosen.keep or Path(temporary)
        work.mkdir(parents=True, exist_ok=True)
        oldest, first = next(iter(interpreters.items()))
        builder = Environment(work / "builder", first, "build")
        dist = work / "dist"
        run([builder.python, "-m", "build", "-q", "-o", dist, ROOT], cwd=work)
        (wheel,), (archive,) = dist.glob("*.whl"), dist.glob("*.tar.gz")
        print(f"built {wheel.name} ({wheel.stat().st_size} bytes), {archive.name} ({archive.stat().st_size} bytes)")
        questions = work / "questions"
        extras = f"{wheel}[{','.join(EXTRAS)}]"

        def installed(name: str, python: str, *wanted: str | Path) -> str:
            env = Environment(work / name, python, *wanted)
            if not questions.exists():
                questions.write_text(run([env.python, "-c", QUESTIONS], cwd=work), encoding="utf-8")
            summary = tried(env, work, questions)
            return f"{summary}; {env.versions(*SHOWN)}"

        for version, python in interpreters.items():
            for name, wanted in {
                "wheel": [wheel],
                "source archive": [archive],
                "lowest, no extras": [wheel, *lowest(version, ())],
                "lowest": [extras, *lowest(version, EXTRAS)],
                "newest": [extras],
            }.items():
                check(f"{version} {name}", partial(installed, f"{version} {name}", python, *wanted))
        if oldest in ("3.11", "3.12"):  # there is none for later ones
            check("NumPy 1.26, newest Numba", lambda: installed("NumPy 1.26", first, extras, "numpy==1.26.*"))

        modes: dict[str, tuple[tuple[str, ...], dict[str, str | None]]] = {
            "python -O": (("-O",), {}),
            "python -OO": (("-OO",), {}),
            "python -W error": (("-W", "error"), {}),
            "python -X dev": (("-X", "dev", "-W", "error"), {}),
            "LANG=C": ((), {"LANG": "C", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}),
            "no HOME": ((), {"HOME": None, "XDG_CACHE_HOME": None}),
            "a HOME that is not there": ((), {"HOME": "/nonexistent", "XDG_CACHE_HOME": None}),
        }
        for version in list(interpreters)[:: max(1, len(interpreters) - 1)]:  # the oldest and the newest
            for extra in ("wheel", "newest"):
                folder = work / f"{version} {extra}"
                for name, (flags, change) in modes.items():
                    # Python loads no extension module from a path that the locale cannot spell
                    env = Environment(plainly_named(folder) if name == "LANG=C" else folder)
                    mode = partial(tried, change=change)
                    check(f"{version} {extra}, {name}", partial(mode, env, work, questions, *flags))
        check("the README's command", lambda: readme_command(archive, work))
        check("tests of the source archive", lambda: tests_of_archive(archive, work, first, every=chosen.all_tests))
    print(f"{report.failed} failed")
    sys.exit(bool(report.failed))


if __name__ == "__main__":
    main()
