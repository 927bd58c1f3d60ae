"""Compiled code on disk: whatever happens to it, it never gives another answer, and whoever runs it is told."""

from __future__ import annotations

import errno
import logging
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

pytest.importorskip("numba")
from standoff.solver.arrays import compiled, compiled_cache, compiled_folder
from standoff.solver.arrays.compiled_folder import compiled_folder as folder_here, folder_of, is_kept
from tests.helpers.paths import ROOT

OWN = Path(__file__)


def two_more(number: int) -> int:
    return number + 2


def three_more(number: int) -> int:
    return number + 3


@pytest.fixture(autouse=True)
def kept_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(compiled_cache, "_reported", set())
    monkeypatch.setattr(compiled_folder, "STARTED", time.time())
    folder_here.cache_clear()


def hits(_: int = 0) -> int:
    function = compiled.compiled(two_more)
    assert function(1) == 3
    return sum(function.stats.cache_hits.values())


def only_file() -> Path:
    (file,) = folder_of(OWN).glob("two_more-*")
    return file


def warnings_in(caplog: pytest.LogCaptureFixture) -> list[str]:
    messages = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    caplog.clear()
    return messages


def test_what_is_kept_is_read_again_and_old_folders_are_removed(tmp_path: Path) -> None:
    folder = folder_of(OWN)
    for hours in range(9):
        (folder.with_name(f"{OWN.stem}-{hours:016x}") / "inside").mkdir(parents=True)
        os.utime(folder.with_name(f"{OWN.stem}-{hours:016x}"), (time.time() - 3600 * hours,) * 2)
    other = folder.with_name(f"other-{9:016x}")
    other.mkdir()
    assert not is_kept("two_more", OWN)
    assert (hits(), hits()) == (0, 1)
    assert is_kept("two_more", OWN)
    assert not is_kept("two", OWN)
    assert {one.name[-1] for one in folder.parent.iterdir() if one not in (folder, other)} == {"0", "1", "2"}
    assert other.exists()


@pytest.mark.parametrize("fault", ["empty", "half", "a flipped bit", "of another function", "a folder"])
def test_damaged_code_is_compiled_again_and_told_once(fault: str, caplog: pytest.LogCaptureFixture) -> None:
    assert compiled.compiled(three_more)(1) == 4
    assert hits() == 0
    file = only_file()
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 4
    (other,) = folder_of(OWN).glob("three_more-*")
    damaged = {"empty": b"", "half": content[: len(content) // 2], "of another function": other.read_bytes()}
    for _ in range(2):
        file.unlink()
        file.mkdir() if fault == "a folder" else file.write_bytes(damaged.get(fault, content))
        assert hits() == 0
        if fault == "a folder":
            file.rmdir()
            assert hits() == 0
    assert "compiled code on disk cannot be used, and is compiled again: " in warnings_in(caplog)[0]
    assert hits() == 1
    assert not warnings_in(caplog)


@pytest.mark.parametrize("call", ["mkdir", "write_bytes", "replace", "home"])
def test_where_nothing_can_be_written_it_is_told_once(
    call: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    def failing(*_: object, **__: object) -> Path:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, call, failing)
    if call == "home":
        monkeypatch.delenv("XDG_CACHE_HOME")
    assert [hits(), hits()] == [0, 0]
    (message,) = warnings_in(caplog)
    assert message.startswith("compiled code ")
    assert message.endswith(os.strerror(errno.ENOSPC))
    assert not [file for file in tmp_path.rglob("*") if file.is_file()]


def test_the_folder_is_named_after_sources_and_settings(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    """What is in memory is not what is written in a source that has changed since."""
    own = tmp_path / "own.py"
    names = set[str]()
    for text in ("", "#"):
        own.write_text(text, encoding="utf-8")
        monkeypatch.setattr(compiled_folder, "STARTED", time.time() + 1)
        names.add(folder_of(own).name)
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    names.add(folder_of(own).name)
    assert len(names) == 3
    monkeypatch.setattr(compiled_folder, "STARTED", 0.0)
    assert [hits(), hits()] == [0, 0]
    assert warnings_in(caplog)[0].endswith(" has changed since this process began")


PROGRAM = """
import logging, sys
from tests.solver.test_compiled_cache import compiled, three_more, two_more
if "nowhere" in sys.argv:
    from standoff.solver.arrays import compiled_cache
    def nowhere(module):
        raise RuntimeError("there is no folder")
    compiled_cache.compiled_folder = nowhere
    logging.disable()
for function in (two_more, three_more):
    compiled.compiled(function)(1)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a terminal")
@pytest.mark.parametrize("where", ["kept", "nowhere"])
def test_on_a_terminal_it_is_said_once_that_code_is_compiled(where: str) -> None:
    """Each run compiles two functions, unless they are kept; a pipe is told nothing."""
    shown: list[str] = []
    for _ in range(2):
        ours, theirs = os.openpty()
        command = [sys.executable, "-c", PROGRAM, where]
        process = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, cwd=ROOT, check=True)
        assert process.stdout == b""
        os.close(theirs)
        with suppress(OSError):  # Linux: all is read
            shown.append("")
            while piece := os.read(ours, 1000):
                shown[-1] += piece.decode()
        os.close(ours)
    note = f"{compiled_cache.COMPILING}\r\n"
    assert shown == [note, note if where == "nowhere" else ""]


@pytest.mark.slow
def test_a_pipe_is_not_told_that_code_is_compiled() -> None:
    process = subprocess.run([sys.executable, "-c", PROGRAM, "kept"], capture_output=True, cwd=ROOT, check=True)
    assert (process.stdout, process.stderr) == (b"", b"")
    assert is_kept("two_more", OWN)


@pytest.mark.slow
def test_whatever_python_calls_of_compiled_code_says_that_it_is_compiled() -> None:
    """Numba's functions without this cache are called by compiled code alone, and named with an underscore."""
    from numba.core.dispatcher import Dispatcher

    from standoff.env import compiled_games
    from standoff.lines import kernels

    names = [
        (module.__name__, name)
        for module in (compiled, compiled_games, kernels)
        for name, value in vars(module).items()
        if isinstance(value, Dispatcher) and not isinstance(value._cache, compiled_cache.NoKeptCode)
    ]
    assert [name for name in names if not name[1].startswith("_")] == []
    assert isinstance(compiled_games.advance, Dispatcher)
