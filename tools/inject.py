"""Faults injected: the n-th system call of a kind fails, for all n of a short run: `python -m tools.inject`.

Each command runs once as it is, and the calls of each kind are counted; then once for each of them, which fails alone
(a full disk: with all behind it). Of each run it is asked: does it end with a status and a message, no traceback? If it
says that all went well, is everything there? Is each file that it wrote whole, or as it was? If its command can be
continued: is all as if nothing had happened, then? Needs Linux and a C compiler.
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
"""What fails, and what the system tells."""

SECONDS = 120
"""A run may take so long."""

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
    """A command to be run.

    Attributes:
        arguments: What it is called with, as for a shell, in a folder with ``turns.jsonl`` and ``turn.txt``.
        again: What it is called with to be continued; None if the same command does it.
        grows: The files that grow while it runs: what is there is the beginning of what will be.
        old: Whether its files are there from an earlier run, with something else in them.
    """

    arguments: str
    again: str | None = None
    grows: tuple[str, ...] = ()
    old: bool = True


_PEER = shlex.quote(f"lines:env -u LD_PRELOAD {sys.executable} -m standoff batch")
"""The other program runs without faults: what becomes of its own is a finding about it."""
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
    """Compile what lets calls fail, and return the library.

    Raises:
        OSError: There is no C compiler, or it does not take it.
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
    """A folder to run in, and the library that lets calls fail."""

    def __init__(self, folder: Path, library: Path) -> None:
        self.folder, self.library = folder, library
        self.state = folder.parent / f"{folder.name}.state"

    def clean(self, old: Files) -> None:
        """Lay out what a command reads, and the files of an earlier run."""
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / "out").mkdir(parents=True)
        (self.folder / "turns.jsonl").write_text("".join(map(_line, range(30))), encoding="utf-8")
        (self.folder / "turn.txt").write_text("FRANCE: A PAR - BUR\n", encoding="utf-8")
        for name, content in old.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_bytes(content)

    def run(self, arguments: str, kind: str = "", nth: int = 0, *, on: bool = False) -> tuple[int, bytes, str, int]:
        """Run a command in which the nth call of a kind fails; return status, output, errors, and their number."""
        self.state.write_bytes(struct.pack("iii", 0, nth, 0))
        world = {**os.environ, "INJECT_ROOT": str(self.folder), "COLUMNS": "100"}
        if kind == "memory":
            world["INJECT_MEMORY"] = str(nth)
        elif kind:
            world |= {
                "PYTHONDONTWRITEBYTECODE": "1",  # the first run, without faults, has written it
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
        """Return the files that a command has written; what vouches for answers depends on how often it was begun."""
        paths = [path for path in sorted((self.folder / "out").rglob("*")) if path.is_file() and path.suffix != ".run"]
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in paths}


def _line(number: int) -> str:
    order = ("- BUR", "H", "- MUN", "- PIC", "S A MUN")[number % 5]
    return (
        f'{{"id": {number}, "units": {{"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}}, '
        f'"orders": {{"FRANCE": ["A PAR {order}"]}}}}\n'
    )


def faults(stage: Stage, name: str, kinds: Sequence[str], most: int) -> Iterator[tuple[str, str | None]]:
    """Run a command with faults; yield for each which it was, and what was wrong with the run, None if nothing.

    Args:
        stage: Where.
        name: One of `COMMANDS`.
        kinds: Of `ERRORS`.
        most: At most so many faults of a kind, evenly spread.
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
    # without memory Python itself may die, but what was written must be whole then, too
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
        return None  # nothing is left to go on from
    status, again, errors, _ = stage.run(command.again or command.arguments)
    if command.again is None and status == 2 and "already exists" in errors:
        return None
    now = stage.files()
    if status != good or {file: now.get(file) for file in expected} != expected:
        return f"continued: status {status}, or something is missing or different: {errors[-300:]}"
    same = command.grows or again == wanted
    return None if same else "continued: said something else"


def _says_unfinished(report: bytes) -> bool:
    """Tell whether a report of `crosscheck` says why it ended early."""
    return b"**not finished**" in report or (b'"ended": "' in report and b'"ended": ""' not in report)


def main() -> None:
    """Run, and print how many faults were injected, by command and kind, and what was wrong."""
    parser = command_line(__doc__)
    parser.add_argument("commands", nargs="*", help=f"of {', '.join(COMMANDS)}; all if left out")
    parser.add_argument("--kind", action="append", choices=list(ERRORS), help="only these calls")
    parser.add_argument("--most", type=int, default=60, help="at most so many faults of a kind in a command")
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
