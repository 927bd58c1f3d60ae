"""Odd outputs and environments: each ends in a message, and nothing that is read or was there is lost."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from standoff.text.terminal import width_columns
from standoff.work.outputs import real_path, whole_file
from tests.helpers.command import as_file, refused, run

ORDERS = "FRANCE: A PAR - BUR\n"


@pytest.mark.parametrize(
    "command",
    [
        ("play", "start", "--out", "{}"),
        ("cases", "6.A.1", "--export", "{}"),
        ("map", "review", "standard", "--out", "{}"),
        ("convert", "6.A.1", "{}"),
        ("batch", "lines.jsonl", "--output", "{}"),
        ("cluster", "lines.jsonl", "--output", "{}"),
        ("book", "{}", "6.A.1"),
        ("draw", "6.A.1", "-o", "{}"),
        ("explain", "6.A.1", "--picture", "{}"),
        ("crosscheck", "lines:none", "--question", "datc-6.A.1", "--report", "{}"),
        ("score", "lines:none", "--report", "{}"),
    ],
    ids=lambda command: command[0],
)
@pytest.mark.parametrize("kind", ["link", "name"])
def test_a_link_to_itself_and_an_empty_name_are_refused(
    command: tuple[str, ...], kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    as_file(tmp_path, "lines.jsonl", "")
    as_file(tmp_path, "6.A.1", ORDERS)
    Path("loop.svg").symlink_to("loop.svg")
    there = {path.name for path in tmp_path.iterdir()}
    output = refused(*(word.format("loop.svg" if kind == "link" else "") for word in command))
    assert "symbolic links" in output if kind == "link" else output.strip()
    assert {path.name for path in tmp_path.iterdir()} == there
    assert os.readlink("loop.svg") == "loop.svg"


@pytest.mark.parametrize(
    "command",
    [
        ("play", "start", "X", "--out", "{}"),
        ("play", "X", "--out", "{}"),
        ("convert", "X", "{}"),
        ("cases", "--file", "X", "--export", "{}"),
        ("map", "review", "X", "--out", "{}"),
        ("map", "import", "X", "--out", "{}"),
    ],
)
@pytest.mark.parametrize("other_name", ["X", "./X", "folder/../X", "link"])
def test_a_file_that_is_read_is_not_replaced(
    command: tuple[str, ...], other_name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("X").write_text(ORDERS, encoding="utf-8")
    Path("link").symlink_to("X")
    assert "would be replaced" in refused(*(word.format(other_name) for word in command))
    assert Path("X").read_text(encoding="utf-8") == ORDERS


def test_a_link_to_nothing_is_followed(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("new")
    with whole_file(tmp_path / "link") as part:
        part.write_text("all", encoding="utf-8")
    assert (tmp_path / "new").read_text(encoding="utf-8") == "all"
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    with pytest.raises(OSError, match="symbolic links") as fault:
        real_path(tmp_path / "one")
    assert fault.value.errno == errno.ELOOP


@pytest.mark.parametrize(
    ("columns", "width"),
    [("99999999999999999999", 10_000), ("9" * 5000, 10_000), ("10001", 10_000), ("0", 20), ("100", 100), ("²", None)],
)
def test_any_width_of_the_terminal_is_taken(columns: str, width: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert width_columns() == width
    assert run("rules", "1982").exit_code == 0


def test_no_time_and_no_number_without_end() -> None:
    for words in (
        ("score", "lines:none", "--timeout", "nan"),
        ("score", "lines:none", "--timeout", "inf"),
        ("find", "paradox()", "--sample", "9" * 30),
        ("find", "paradox()", "--units", "2", "--jobs", "9" * 30),
        ("crosscheck", "lines:none", "--random", "9" * 30),
    ):
        assert run(*words).exit_code == 2, words


def test_a_full_disk_leaves_no_part_of_a_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as patch:

        def full(*_: object) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        patch.setattr(Path, "write_bytes", full)
        assert "mine.py: No space left on device" in refused("peers", "new", "mine")
    assert list(tmp_path.iterdir()) == []
    assert run("peers", "new", "mine").exit_code == 0
    assert "already exists" in refused("peers", "new", "mine")


@pytest.mark.slow
def test_a_server_without_input_says_so() -> None:
    pytest.importorskip("mcp")
    program = "import os, sys; os.close(0); os.execv(sys.executable, [sys.executable, '-m', 'standoff', 'mcp'])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "standoff: standard input is closed\n")


def test_a_completion_without_words_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_STANDOFF_COMPLETE", "bash_complete")
    monkeypatch.delenv("COMP_WORDS", raising=False)
    assert "COMP_WORDS" in refused("rules")
