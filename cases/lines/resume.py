"""Taking up a run that was broken off: which lines have their answers already, and which come next."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ...map import StandoffError
from ..text.notation.quoting import shortened
from .answering import answer_lines, lines_in
from .json_lines import LineError, line_object

_CHUNK_BYTES = 1 << 20


class ResumeError(StandoffError):
    """Answers cannot be gone on with: they are not those to the first lines of the input."""


@dataclass(frozen=True, slots=True)
class AnswersWritten:
    """What a file of answers holds.

    Attributes:
        answers: How many answers it holds.
        unreadable: How many of them are ``error``.
        last: The last one, empty if there is none.
    """

    answers: int = 0
    unreadable: int = 0
    last: str = ""


def written_in(path: Path) -> AnswersWritten:
    """Return what a file of answers holds, and cut off what was written of one more when its run was broken off.

    Raises:
        OSError: It cannot be read or written.
    """
    if not path.exists():
        return AnswersWritten()
    answers = unreadable = kept_bytes = 0
    last = b""
    with path.open("r+b") as file:
        for line in file:
            if not line.endswith(b"\n"):
                break
            answers, last = answers + 1, line
            kept_bytes += len(line)
            unreadable += b'"error": ' in line and "error" in json.loads(line)
        file.truncate(kept_bytes)
    return AnswersWritten(answers, unreadable, last.decode().rstrip("\n"))


def left_to_do(blocks: Iterator[bytes], done: AnswersWritten, *, brief: bool, name: str) -> Iterator[bytes]:
    """Yield the lines without an answer, in blocks.

    Args:
        blocks: All lines, in blocks.
        done: The answers that are there.
        brief: Whether the answers are to say only of each order whether it succeeds.
        name: What messages call the lines.

    Raises:
        ResumeError: The answers are not those to the first lines.
    """
    left = done.answers
    for block in blocks:
        if not left:
            yield block
            continue
        given = lines_in(block)
        if len(given) < left:
            left -= len(given)
            continue
        _check(given[left - 1].decode(), done, brief, name)
        rest, left = given[left:], 0
        if rest:
            yield b"".join([line + b"\n" for line in rest])
    if left:
        raise ResumeError(f"{done.answers} answers are there, but {name} has {done.answers - left} lines")


def _check(line: str, done: AnswersWritten, brief: bool, name: str) -> None:
    """Raise `ResumeError` unless the last answer is that to `line`."""
    last = json.loads(done.last)
    if "error" in last:  # it may have been the fault of a process
        try:
            fits = line_object(line).get("id") == last.get("id")
        except LineError:
            fits = last.get("id") is None
    else:
        ((told, _),) = answer_lines([line], brief=brief)
        fits = told == done.last
    if not fits:
        raise ResumeError(
            f"answer {done.answers} is not that to line {done.answers} of {name}, asked as now: "
            f"{shortened(done.last[:200])}"
        )
