"""Two runs that write to one place: the second is refused, and a run that was killed is in nobody's way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from standoff.work.outputs import BusyError, output_lock
from tests.helpers.command import as_file, refused, run
from tests.helpers.lines import answer_lines

LINES = [
    json.dumps({"id": number, "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}})
    for number in range(40)
]
EXPECTED = "".join(f"{text}\n" for text, _ in answer_lines(LINES))


def started(*args: str) -> subprocess.Popen[bytes]:
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen([sys.executable, "-m", "standoff", *args], **pipes)


def until_there(file: Path, process: subprocess.Popen[bytes]) -> None:
    while not (file.exists() and file.stat().st_size):
        assert process.poll() is None
        time.sleep(0.01)


@pytest.mark.slow
def test_a_second_run_on_the_same_answers_is_refused(tmp_path: Path) -> None:
    output, lock = tmp_path / "answers.jsonl", tmp_path / "answers.jsonl.lock"
    turns = as_file(tmp_path, "turns.jsonl", "\n".join(LINES))
    with started("batch", "--output", str(output)) as first:
        until_there(lock, first)
        message = refused("batch", turns, "--output", str(output))
        assert message == (
            f"standoff: {output}: another run (process {first.pid}) is writing to it; "
            "let it end, or name another place\n"
        )
        other_name = tmp_path / "link" / output.name
        other_name.parent.symlink_to(tmp_path)
        assert "another run" in refused("batch", turns, "--output", str(other_name), "--continue")
        assert first.communicate("\n".join(LINES).encode()) == (b"", b"")
    assert first.returncode == 0
    assert not lock.exists()
    assert run("batch", str(output)).exit_code == 1  # whole lines: answers are no questions
    assert output.read_text(encoding="utf-8") == EXPECTED


@pytest.mark.slow
def test_the_lock_of_a_killed_run_holds_nobody_up(tmp_path: Path) -> None:
    output, lock = tmp_path / "answers.jsonl", tmp_path / "answers.jsonl.lock"
    turns = as_file(tmp_path, "turns.jsonl", "\n".join(LINES))
    with started("batch", "--output", str(output)) as first:
        until_there(lock, first)
        first.send_signal(signal.SIGKILL)
    assert lock.exists()
    assert run("batch", turns, "--output", str(output), "--continue").exit_code == 0
    assert output.read_text(encoding="utf-8") == EXPECTED
    assert not lock.exists()


FOLDERS = {
    "book": ("book", "{}"),
    "site": ("site", "{}"),
    "score": ("score", "lines:true", "--report", "{}"),
    "crosscheck": ("crosscheck", "lines:true", "--random", "1", "--report", "{}"),
    "find": ("find", "paradox()", "--sample", "1", "--out", "{}"),
    "cluster": ("cluster", "turns.jsonl", "--output", "{}"),
}
FILES = {
    "convert": ("convert", "turns.jsonl", "{}"),
    "play": ("play", "start", "--out", "{}"),
    "crosscheck-state": ("crosscheck", "lines:true", "--random", "1", "--resume", "{}"),
    "batch": ("batch", "turns.jsonl", "--output", "{}"),
}


@pytest.mark.parametrize("name", [*FOLDERS, *FILES])
def test_whatever_a_command_writes_is_written_by_one_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    as_file(tmp_path, "turns.jsonl", LINES[0])
    command = [word.format("there") for word in {**FOLDERS, **FILES}[name]]
    with output_lock(tmp_path / "there", folder=name in FOLDERS):
        before = sorted(tmp_path.iterdir())
        assert "there: another run" in refused(*command)
        assert sorted(tmp_path.iterdir()) == before
    assert [path.name for path in tmp_path.iterdir()] == ["turns.jsonl"]


def test_a_lock_is_let_go_of_and_leaves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    for _ in range(2):
        with output_lock(file):
            who = rf"answers\.jsonl: another run \(process {os.getpid()}\)"
            with pytest.raises(BusyError, match=who), output_lock(file):
                pass
            with output_lock(tmp_path / "other.jsonl"), output_lock(tmp_path, folder=True):
                assert len(list(tmp_path.iterdir())) == 3
        assert not list(tmp_path.iterdir())
    with output_lock(tmp_path / "a" / "b", folder=True):
        (tmp_path / "a" / "b" / "file").write_text("it stays")
    assert [path.name for path in (tmp_path / "a" / "b").iterdir()] == ["file"]


def test_pipes_and_devices_are_shared() -> None:
    with output_lock(Path(os.devnull)), output_lock(Path(os.devnull)), output_lock(None):
        pass


def test_a_place_where_nothing_can_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file") as fault, output_lock(tmp_path / "nowhere" / "answers.jsonl"):
        pass
    assert fault.value.filename == str(tmp_path / "nowhere" / "answers.jsonl")
