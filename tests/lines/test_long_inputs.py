"""Long inputs of interchange lines: pipes that are never kept waiting, and runs that are taken up again."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, BinaryIO, cast

import pytest

from standoff.lines.line_files import LineFile, open_lines
from tests.helpers.command import refused, run
from tests.helpers.lines import answer_lines
from tests.lines.deadly import hears_interrupts

ORDERS = ("- BUR", "H", "- MUN", "- PIC", "S A MUN")


def line(number: int) -> str:
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}
    return json.dumps({"id": number, "units": units, "orders": {"FRANCE": [f"A PAR {ORDERS[number % len(ORDERS)]}"]}})


LINES = [line(number) for number in range(60)]
EXPECTED = [text for text, _ in answer_lines(LINES)]


# -- reading ---------------------------------------------------------------------------------------------------------


def opened(data: bytes) -> LineFile:
    return LineFile(cast(BinaryIO, io.BytesIO(data)), "the lines")


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"a", ["a"]),
        (b"a\n", ["a"]),
        (b"\xef\xbb\xbfa\r\n\r\nb\rc", ["a", "", "b", "c"]),
        (b"a\n\n\nb", ["a", "", "", "b"]),
        ("č\u2028\x0bň\xff".encode(), ["č\u2028\x0bň\xff"]),
        (b"\xff\xe2\x82\n\xac", ["\ufffd\ufffd", "\ufffd"]),
        (b"x" * 600_000 + b"\ny", ["x" * 600_000, "y"]),
    ],
)
def test_lines_are_read_as_python_reads_them(data: bytes, lines: list[str]) -> None:
    assert [text.rstrip("\n") for text in io.TextIOWrapper(io.BytesIO(data), "utf-8-sig", "replace")] == lines
    for most in (1, 2, 1000):
        for packed in (data, gzip.compress(data)):
            blocks = list(opened(packed).blocks(most))
            assert b"".join(blocks).decode() == "".join(f"{text}\n" for text in lines)
            assert all(block.endswith(b"\n") for block in blocks)
            assert all(0 < block.count(b"\n") <= most for block in blocks)


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    ["batch", "batch --jobs 2", "batch --jobs 2 --set waiving=not-allowed"],
)
def test_each_line_is_answered_before_the_next_one_comes(command: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "standoff", *command.split()], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdin
        assert process.stdout
        for question, answer in zip(LINES[:3], EXPECTED, strict=False):
            process.stdin.write(question + "\n")
            process.stdin.flush()
            assert process.stdout.readline() == answer + "\n"
        process.stdin.write("\n".join(LINES))
        process.stdin.close()
        assert process.stdout.read().splitlines() == EXPECTED


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_named_pipe_is_read_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = subprocess.Popen(["cp", "/dev/stdin", str(pipe)], stdin=subprocess.PIPE, text=True)
    with writer:
        assert writer.stdin
        writer.stdin.write("\n".join(LINES))
        writer.stdin.close()
        assert run("batch", str(pipe)).output.splitlines() == EXPECTED


# -- taken up again --------------------------------------------------------------------------------------------------


@pytest.fixture
def turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of lines, which are read in blocks of 40."""
    monkeypatch.setattr("standoff.lines.LINES_IN_BLOCK", 40)
    file = tmp_path / "turns.jsonl"
    file.write_text("\n\n".join(LINES) + "\n", encoding="utf-8")
    return file


def answered(turns: Path, *options: str) -> tuple[list[str], Path]:
    """Answer lines that make three blocks; return the command, and the file of answers."""
    turns.write_text("\n".join(LINES * 2), encoding="utf-8")
    answers = turns.with_name("answers.jsonl")
    command = ["batch", str(turns), "--output", str(answers), "--jobs", "1", *options]
    assert run(*command).exit_code == 0
    return command, answers


def test_a_run_that_was_broken_off_is_taken_up(turns: Path) -> None:
    """Wherever: at the end of a block or of an answer, or in the middle of one."""
    command, answers = answered(turns)
    whole = answers.read_bytes()
    block = sum(map(len, whole.splitlines(keepends=True)[:80]))
    for size in (0, 1, 1000, block - 1, block, block + 700, len(whole) - 1, len(whole)):
        answers.write_bytes(whole[:size])
        result = run(*command, "--continue")
        assert (result.exit_code, result.output) == (0, "")
        assert answers.read_bytes() == whole
    assert whole.decode().splitlines() == EXPECTED * 2


@pytest.mark.slow
def test_a_killed_run_loses_and_doubles_nothing(turns: Path) -> None:
    answers = turns.with_name("answers.jsonl")
    turns.write_text("\n".join(LINES * 30), encoding="utf-8")
    options = ("--jobs", "1", "--output", str(answers), "--continue")
    command = [sys.executable, "-m", "standoff.commands.cli", "batch", *options]
    pipe: dict[str, Any] = dict.fromkeys(("stdin", "stderr"), subprocess.PIPE)
    with subprocess.Popen(command, **pipe) as process:  # killed in the middle: its input has not ended
        assert process.stdin
        process.stdin.write(("\n".join((LINES * 30)[:1000]) + "\n").encode())
        process.stdin.flush()
        while not answers.exists() or answers.stat().st_size < 10_000:
            assert process.poll() is None
        process.send_signal(signal.SIGKILL)
    assert 0 < answers.read_bytes().count(b"\n") <= 1000
    result = run("batch", str(turns), "--output", str(answers), "--continue")
    assert (result.exit_code, result.output) == (0, "")
    assert answers.read_text(encoding="utf-8").splitlines() == EXPECTED * 30


def test_lines_or_answers_that_were_changed_are_not_gone_on_with(turns: Path) -> None:
    """Wherever the change is: not the last answer alone is looked at."""
    command, answers = answered(turns)
    whole, lines, record = answers.read_bytes(), turns.read_bytes(), answers.with_name("answers.jsonl.run")
    for changed, there, options, words in (
        (lines.replace(b'"id": 7, ', b'"id": 8, ', 1), whole, [], "was changed: its first 120 lines are not those"),
        (b"\n".join(lines.split(b"\n")[:60]), whole, [], "120 answers are there, but"),
        (lines, whole.replace(b'{"id": 5,', b'{"id": 6,', 1), [], "was changed since it was written"),
        (lines, whole, ["--brief"], "nothing vouches for these answers"),
    ):
        turns.write_bytes(changed)
        answers.write_bytes(there)
        assert words in refused(*command, *options, "--continue")
        assert answers.read_bytes() == there
    record.unlink()
    assert "nothing vouches for these answers" in refused(*command, "--continue")
    assert answers.read_bytes() == whole


def test_answers_are_never_written_over(turns: Path) -> None:
    answers = turns.with_name("answers.jsonl")
    assert run("batch", str(turns), "--output", str(answers)).exit_code == 0
    assert answers.read_text(encoding="utf-8").splitlines() == EXPECTED
    assert "already exists" in refused("batch", str(turns), "--output", str(answers))
    assert "--continue requires --output" in run("batch", str(turns), "--continue").output
    assert "the answers cannot be written" in run("batch", str(turns), "--output", str(turns / "answers")).output
    assert "answers are not compressed" in run("batch", str(turns), "--output", f"{answers}.gz").output


# -- what a run says of itself ----------------------------------------------------------------------------------------


def test_faulty_lines_are_counted(turns: Path) -> None:
    turns.write_text("\n".join([*LINES[:30], "nonsense", *LINES[30:], "[]"]), encoding="utf-8")
    answers = turns.with_name("answers.jsonl")
    for more in ([], ["--continue"]):  # those of the run before count, too
        result = run("batch", str(turns), "--output", str(answers), *more)
        assert result.exit_code == 1
        assert "62 answers, 2 errors among them" in result.output


def batch_run(*args: str) -> subprocess.Popen[bytes]:
    settings: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    settings["preexec_fn"] = hears_interrupts
    return subprocess.Popen([sys.executable, "-m", "standoff", "batch", *args], **settings)


@pytest.mark.slow
def test_an_interrupted_run_says_how_far_it_came(tmp_path: Path) -> None:
    answers = tmp_path / "answers.jsonl"
    with batch_run("--output", str(answers)) as process:
        assert process.stdin
        process.stdin.write("\n".join([*LINES, ""]).encode())
        process.stdin.flush()
        while not answers.exists() or answers.read_bytes().count(b"\n") < len(LINES):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "stopped after 60 answers; --continue resumes" in errors.decode()
    assert "Traceback" not in errors.decode()


@pytest.mark.slow
def test_a_run_whose_output_is_closed_says_how_far_it_came() -> None:
    with batch_run("-") as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(f"{LINES[0]}\n{LINES[1]}\n".encode())
        process.stdin.flush()
        assert [process.stdout.readline().decode().rstrip() for _ in range(2)] == EXPECTED[:2]
        process.stdout.close()
        process.stdin.write(f"{LINES[2]}\n".encode())
        process.stdin.close()
        assert process.stderr.read().decode() == "standoff: the output was closed after 2 answers\n"
        assert process.wait() == 1


@pytest.mark.slow
def test_a_reader_who_leaves_within_a_block_is_told_how_far_it_came(tmp_path: Path) -> None:
    """Answers of a block go into a pipe piece by piece; those in pieces that went in whole count."""
    file = tmp_path / "turns.jsonl"
    orders = [f"A {place} H" for place in ("PAR", "MAR", "GAS", "BUR", "PIC", "BEL")]
    file.write_text(
        f"{json.dumps({'orders': {'FRANCE': orders}, 'units': {'FRANCE': [one[:5] for one in orders]}})}\n" * 2500
    )
    read_bytes, in_pipe, piece = 200_000, 1 << 16, 1 << 15
    with batch_run(str(file), "--jobs", "1") as process:
        assert process.stdout
        assert process.stderr
        answer = process.stdout.readline()
        process.stdout.read(read_bytes - len(answer))
        process.stdout.close()
        said = process.stderr.read().decode()
    match = re.fullmatch(r"standoff: the output was closed after ([\d,]+) answers\n", said)
    assert match, said
    written_bytes = int(match[1].replace(",", "")) * len(answer)
    assert read_bytes - piece - len(answer) <= written_bytes <= read_bytes + in_pipe + piece < 2500 * len(answer)


def test_open_lines_counts_what_it_read(turns: Path) -> None:
    with open_lines(str(turns)) as lines:
        assert lines.is_file
        assert sum(block.count(b"\n") for block in lines.blocks(7)) == 119
        assert lines.read_bytes == lines.size_bytes == turns.stat().st_size
