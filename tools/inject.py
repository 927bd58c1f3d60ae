"""Inject faults: the n-th system call of a kind fails, for all n of a short run: `python -m tools.inject`.

Each command first runs without faults to count the calls of each kind; then once for each call, which fails alone (a
full disk: with all later ones). Every run must end with a status and a message, without traceback. If it reports
success, its output must be complete. Each file must be complete or unchanged. A command that can be continued must then
finish as if nothing had failed. Needs Linux and a C compiler.
"""

from __future__ import annotations

import errno
import os
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.shared import command_line

ERRORS = {
    "write": errno.ENOSPC,
    "read": errno.EIO,
    "open": errno.EACCES,
    "fsync": errno.EIO,
    "rename": errno.EXDEV,
    "mkdir": errno.ENOSPC,
    "unlink": errno.EPERM,
    "ftruncate": errno.EIO,
    "pipe": errno.EMFILE,
    "fork": errno.EAGAIN,
    "memory": 0,
}
"""Kinds of calls, and the error of each."""

SECONDS = 120
"""Time limit of a run."""

_BOOT = """
import os, sys
from standoff.commands.cli import main
fail = int(os.environ.get("INJECT_MEMORY", "0"))
if fail:
    import _testcapi
    _testcapi.set_nomemory(fail, fail + 1)
try:
    open(os.environ["INJECT_ROOT"] + "/INJECT_BEGIN")
except OSError:
    pass
main(prog_name="standoff")
"""

Files = dict[str, bytes]


@dataclass(frozen=True, slots=True)
class Command:
    """A short run.

    Attributes:
        arguments: The arguments, as for a shell, in a folder with ``turns.jsonl`` and ``turn.txt``.
        again: The arguments that continue it; None if they are the same.
        grows: Files that grow during the run: their content is a prefix of the final one.
        old: True if its files exist with other content from an earlier run.
    """

    arguments: str
    again: str | None = None
    grows: tuple[str, ...] = ()
    old: bool = True


_PEER = shlex.quote(f"lines:env -u LD_PRELOAD {sys.executable} -m standoff batch")
"""The peer runs without injected faults."""
COMMANDS = {
    "batch": Command(
        "batch turns.jsonl --output out/answers.jsonl",
        "batch turns.jsonl --output out/answers.jsonl --continue",
        ("out/answers.jsonl",),
        old=False,
    ),
    "batch-limit": Command("batch turns.jsonl --jobs 1 --line-timeout 20"),
    "convert": Command("convert turn.txt out/turn.jsonl"),
    "find": Command("find 'paradox()' --units 3 --region LON,ENG,NTH --jobs 1 --out out", old=False),
    "crosscheck": Command(
        f"crosscheck {_PEER} --random 4 --jobs 1 --resume out/state --report out/report",
        grows=("out/state",),
        old=False,
    ),
}
"""The short runs."""


def compiled(folder: Path) -> Path:
    """Compile the library that makes calls fail, and return it.

    Raises:
        OSError: There is no C compiler, or compiling fails.
    """
    library = folder / "fail_nth.so"
    source = Path(__file__).with_name("fail_nth.c")
    done = subprocess.run(
        ["cc", "-shared", "-fPIC", "-O1", "-w", "-o", str(library), str(source), "-ldl"],
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise OSError(done.stderr.decode())
    return library


class Stage:
    """A folder for runs, and the library that makes calls fail."""

    def __init__(self, folder: Path, library: Path) -> None:
        self.folder, self.library = folder, library
        self.state = folder.parent / f"{folder.name}.state"

    def clean(self, old: Files) -> None:
        """Write the inputs of a command, and the files of an earlier run."""
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / "out").mkdir(parents=True)
        (self.folder / "turns.jsonl").write_text("".join(map(_line, range(30))), encoding="utf-8")
        (self.folder / "turn.txt").write_text("FRANCE: A PAR - BUR\n", encoding="utf-8")
        for name, content in old.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_bytes(content)

    def run(self, arguments: str, kind: str = "", nth: int = 0, *, on: bool = False) -> tuple[int, bytes, str, int]:
        """Run a command with the n-th call of a kind failing; return status, output, errors and the number of calls."""
        self.state.write_bytes(struct.pack("iii", 0, nth, 0))
        world = {**os.environ, "INJECT_ROOT": str(self.folder), "COLUMNS": "100"}
        if kind == "memory":
            world["INJECT_MEMORY"] = str(nth)
        elif kind:
            world |= {
                "PYTHONDONTWRITEBYTECODE": "1",  # the first run has written it
                "LD_PRELOAD": str(self.library),
                "INJECT_STATE": str(self.state),
                "INJECT_KIND": kind,
                "INJECT_ERRNO": str(ERRORS[kind]),
            }
            if on:
                world["INJECT_ON"] = "1"
        done = subprocess.run(
            [sys.executable, "-c", _BOOT, *shlex.split(arguments)],
            cwd=self.folder,
            env=world,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
        return (
            done.returncode,
            done.stdout,
            done.stderr.decode(errors="replace"),
            struct.unpack("iii", self.state.read_bytes())[0],
        )

    def files(self) -> Files:
        """Return the files that a command has written, without `.run` files: these depend on the number of starts."""
        paths = [path for path in sorted((self.folder / "out").rglob("*")) if path.is_file() and path.suffix != ".run"]
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in paths}


def _line(number: int) -> str:
    order = ("- BUR", "H", "- MUN", "- PIC", "S A MUN")[number % 5]
    return (
        f'{{"id": {number}, "units": {{"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}}, '
        f'"orders": {{"FRANCE": ["A PAR {order}"]}}}}\n'
    )


def faults(stage: Stage, name: str, kinds: Sequence[str], most: int) -> Iterator[tuple[str, str | None]]:
    """Run a command with each fault; yield the fault and the failure of the run, None if there is none.

    Args:
        stage: The stage.
        name: One of `COMMANDS`.
        kinds: Some of `ERRORS`.
        most: The most faults of a kind, evenly spread.
    """
    command = COMMANDS[name]
    stage.clean({})
    status, output, errors, _ = stage.run(command.arguments)
    if status not in (0, 1) or "Traceback" in errors:
        raise RuntimeError(f"{name} fails by itself: status {status}: {errors}")
    expected, good = stage.files(), status
    old = dict.fromkeys(expected, b"old\n") if command.old else {}
    for kind in kinds:
        if kind == "memory":
            calls = list(range(1, 400_000, 400_000 // most))
        else:
            stage.clean(old)
            *_, count = stage.run(command.arguments, kind, 0)
            calls = list(range(1, count + 1, max(count // most, 1)))
        for nth in calls:
            for on in (False, True) if kind in ("write", "fork", "pipe") else (False,):
                which = f"{name}: {kind} {nth}{' and all later ones' if on else ''}"
                stage.clean(old)
                try:
                    outcome = stage.run(command.arguments, kind, nth, on=on)
                except subprocess.TimeoutExpired:
                    yield which, f"did not end within {SECONDS} s"
                    continue
                yield which, _wrong(stage, command, outcome[:3], (good, output, expected, old), kind)


def _wrong(
    stage: Stage, command: Command, outcome: tuple[int, bytes, str], right: tuple[int, bytes, Files, Files], kind: str
) -> str | None:
    status, output, errors = outcome
    good, wanted, expected, old = right
    there = stage.files()
    # without memory Python itself may die, but files must be complete then, too
    if status not in (0, 1, 2) and not (kind == "memory" and status < 0):
        return f"status {status}: {errors[-300:]}"
    if "Traceback" in errors and kind != "memory":
        return f"a traceback: {errors[-600:]}"
    if status == 2 and not errors.strip():
        return "status 2, and no message"
    if status == good and (output != wanted or {file: there.get(file) for file in expected} != expected):
        return f"status {status}, but something is missing or different"
    for file, content in there.items():
        if file in command.grows:
            if not expected[file].startswith(content) and kind != "read":
                return f"{file} is not the beginning of what it should be"
        elif content not in (expected.get(file), old.get(file)) and not (
            (kind == "unlink" and ".part-" in file) or (status == 2 and _says_unfinished(content))
        ):
            return f"{file} is neither whole nor what it was"
    if not expected:
        return None  # there is nothing to continue
    status, again, errors, _ = stage.run(command.again or command.arguments)
    if command.again is None and status == 2 and "already exists" in errors:
        return None
    now = stage.files()
    if status != good or {file: now.get(file) for file in expected} != expected:
        return f"continued: status {status}, or something is missing or different: {errors[-300:]}"
    same = command.grows or again == wanted
    return None if same else "continued: said something else"


def _says_unfinished(report: bytes) -> bool:
    """Return whether a report of `crosscheck` states why it ended early."""
    return b"**not finished**" in report or (b'"ended": "' in report and b'"ended": ""' not in report)


def main() -> None:
    """Run the commands; print failures and the number of injected faults."""
    parser = command_line(__doc__)
    parser.add_argument("commands", nargs="*", help=f"{', '.join(COMMANDS)} (default: all)")
    parser.add_argument("--kind", action="append", choices=list(ERRORS), help="only these calls")
    parser.add_argument("--most", type=int, default=60, help="the most faults of a kind in a command")
    chosen = parser.parse_args()
    wrong = injected = 0
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(Path(folder) / "stage", compiled(Path(folder)))
        for name in chosen.commands or COMMANDS:
            count = bad = 0
            for which, fault in faults(stage, name, chosen.kind or list(ERRORS), chosen.most):
                count += 1
                if fault:
                    bad += 1
                    print(f"{which}: {fault}", flush=True)
            print(f"{name}: {count} faults, {bad} runs at fault", flush=True)
            injected, wrong = injected + count, wrong + bad
    print(f"{injected} faults injected, {wrong} runs at fault")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
