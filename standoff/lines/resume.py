"""Resuming an interrupted run: which lines already have answers, and which come next.

A file next to the answers vouches for them, ``ANSWERS.run``: for each block that was written, it holds the number of
answers so far, and checksums of all answers, of all lines that they answer, and of the board files that these lines
name. Answers that it does not vouch for, or that other code of standoff gave, are compared with new answers to their
lines.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from ..map import StandoffError
from ..map.board import board_names, named_board
from ..map.json_values import JsonError
from ..text.counting import counted
from ..text.notation.quoting import shortened
from ..work.pauses import NOTHING_YET, Pause
from ..work.whole_files import write_whole
from .answering import BlockAnswers, block_of, lines_in
from .code_of_lines import code_of_lines
from .json_lines import line_object

_ENDING = ".run"


class ResumeError(StandoffError):
    """A run cannot be resumed: the answers are not those to the first lines of the input."""


class AnsweredUpTo(NamedTuple):
    """How far a run had come at some point.

    Attributes:
        answers: How many answers were written.
        written: The CRC-32 of the answers.
        given: The CRC-32 of the lines that they answer.
        boards: The CRC-32 of the contents of the board files that these lines name, line by line.
    """

    answers: int = 0
    written: int = 0
    given: int = 0
    boards: int = 0

    def with_lines(self, lines: list[bytes]) -> AnsweredUpTo:
        """Return how far a run has come once these lines are answered, too; the checksum of the answers stays."""
        block, boards = block_of(lines), self.boards
        if b'"map"' in block:
            names = _BOARD.findall(block)
            sums = {name: _checksum_of_board(name) for name in {*names}}
            boards = crc32(b"".join([sums[name] for name in names]), boards)
        return AnsweredUpTo(self.answers + len(lines), self.written, crc32(block, self.given), boards)


_BOARD = re.compile(rb'"map"\s*:\s*("(?:[^"\\]|\\.)*")')


def _checksum_of_board(name: bytes) -> bytes:
    """Return a checksum of the file of the board with this name, a JSON text; empty for a board of the package."""
    try:
        board_name = json.loads(name)
        return b"" if board_name in board_names() else b"%d" % named_board(board_name).checksum
    except (ValueError, StandoffError):  # its lines are answered with an error
        return b"none"


_NONE = AnsweredUpTo()


@dataclass(frozen=True, slots=True)
class AnswersWritten:
    """The contents of a file of answers.

    Attributes:
        answers: How many answers it holds.
        unreadable: How many of them are an ``error``.
        written: The CRC-32 of the answers.
        mark: How far the answers are vouched for.
        vouched_bytes: The size of these answers.
    """

    answers: int = 0
    unreadable: int = 0
    written: int = 0
    mark: AnsweredUpTo = _NONE
    vouched_bytes: int = 0


class RunRecord:
    """The file that vouches for a file of answers.

    Args:
        answers: The file of answers.
        brief: Whether they give only whether each order succeeds.
    """

    def __init__(self, answers: Path, *, brief: bool) -> None:
        self.answers = answers
        self.path = answers.with_name(answers.name + _ENDING)
        self._header = {"standoff": version("standoff"), "code": code_of_lines(), "brief": brief}
        self._mark = AnsweredUpTo()
        self._given_out: deque[AnsweredUpTo] = deque()

    def begin(self, mark: AnsweredUpTo = _NONE) -> None:
        """Begin it anew, with the answers vouched for already.

        Raises:
            OSError: It cannot be written.
        """
        self._mark = mark
        write_whole(self.path, _line(self._header) + _line(mark._asdict()))

    def give(self, lines: AnsweredUpTo) -> None:
        """Note which lines have been given out in all."""
        self._given_out.append(lines)

    def keep(self, answers: BlockAnswers) -> None:
        """Note that answers were written.

        Raises:
            OSError: It cannot be written.
        """
        self._mark = self._mark._replace(
            answers=self._mark.answers + answers.count, written=crc32(answers.text, self._mark.written)
        )
        while self._given_out and self._given_out[0].answers <= self._mark.answers:
            lines = self._given_out.popleft()
            if lines.answers == self._mark.answers:
                self._mark = lines._replace(written=self._mark.written)
                with self.path.open("ab") as file:
                    file.write(_line(self._mark._asdict()))

    def written(self) -> AnswersWritten:
        """Return the contents of the file of answers, and cut off an incomplete last answer.

        Raises:
            OSError: It cannot be read or written.
            ResumeError: The answers were changed since they were written.
        """
        if not self.answers.exists():
            return AnswersWritten()
        marks, vouched = self._marks(), AnsweredUpTo()
        answers = unreadable = kept_bytes = vouched_bytes = checksum = 0
        with self.answers.open("r+b") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break
                answers += 1
                kept_bytes += len(line)
                checksum = crc32(line, checksum)
                unreadable += b'"error": ' in line and self._is_error(line, answers)
                mark = marks.get(answers)
                if mark is not None:
                    if mark.written != checksum:
                        raise ResumeError(f"{self.answers} was changed since it was written: up to answer {answers}")
                    vouched, vouched_bytes = mark, kept_bytes
            file.truncate(kept_bytes)
        return AnswersWritten(answers, unreadable, checksum, vouched, vouched_bytes)

    def not_vouched_for(self, done: AnswersWritten) -> Iterator[bytes]:
        """Yield the answers that nothing vouches for.

        Raises:
            OSError: They cannot be read.
        """
        with self.answers.open("rb") as file:
            file.seek(done.vouched_bytes)
            yield from file

    def _is_error(self, line: bytes, number: int) -> bool:
        try:
            return "error" in line_object(line.decode())
        except (JsonError, UnicodeDecodeError):
            raise ResumeError(f"{self.answers}: line {number} is no answer") from None

    def _marks(self) -> dict[int, AnsweredUpTo]:
        """Return the marks of the file that vouches, by the number of answers; none if it belongs to another run."""
        marks: dict[int, AnsweredUpTo] = {}
        try:
            header, *lines = self.path.read_bytes().splitlines(keepends=True)
            if json.loads(header) != self._header:
                return marks
            for line in lines:
                if line.endswith(b"\n"):  # else the run was interrupted while it was written
                    mark = AnsweredUpTo(**json.loads(line))
                    marks[mark.answers] = mark
        except (OSError, ValueError, TypeError):
            pass
        return marks


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data).encode() + b"\n"


def left_to_do(
    blocks: Iterator[bytes | Pause],
    done: AnswersWritten,
    *,
    work: Callable[[bytes], BlockAnswers],
    name: str,
    record: RunRecord | None = None,
) -> Iterator[bytes | Pause]:
    """Yield the lines without an answer, in blocks, and the pauses between them.

    Args:
        blocks: All lines, in blocks.
        done: The answers that are there.
        work: What answers a block: answers that nothing vouches for must be the same.
        name: What messages call the lines.
        record: Notes the lines that are given out.

    Raises:
        ResumeError: The answers are not those to the first lines.
    """
    if record is None:
        yield from blocks
        return
    kept = record.not_vouched_for(done) if done.answers else iter(())
    so_far = _NONE
    for block in blocks:
        if block is NOTHING_YET:
            yield block
            continue
        lines = lines_in(block)
        if so_far.answers < done.answers:
            answered = lines[: done.answers - so_far.answers]
            lines = lines[len(answered) :]
            end = max(done.mark.answers - so_far.answers, 0)
            vouched, unvouched = answered[:end], answered[end:]
            so_far = so_far.with_lines(vouched)
            if vouched and so_far.answers == done.mark.answers:
                first = f"its first {counted(so_far.answers, 'line')}"
                if so_far.given != done.mark.given:
                    raise ResumeError(f"{name} was changed: {first} are not those answered before")
                if so_far.boards != done.mark.boards:
                    raise ResumeError(f"a board file that {name} names in {first} was changed since they were answered")
            if unvouched:
                _compare(unvouched, so_far.answers, islice(kept, len(unvouched)), work, name)
                so_far = so_far.with_lines(unvouched)
            if so_far.answers == done.answers:
                record.begin(so_far._replace(written=done.written))
        if lines:
            so_far = so_far.with_lines(lines)
            record.give(so_far)
            yield block_of(lines)
    if so_far.answers < done.answers:
        raise ResumeError(f"{done.answers} answers are there, but {name} has {counted(so_far.answers, 'line')}")


def _compare(
    lines: list[bytes], count: int, kept: Iterable[bytes], work: Callable[[bytes], BlockAnswers], name: str
) -> None:
    """Raise `ResumeError` unless the answers to `lines`, which follow the first `count`, are the `kept` ones."""
    answers = work(block_of(lines)).text.splitlines(keepends=True)
    for number, (line, answer, kept_answer) in enumerate(zip(lines, answers, kept, strict=True), count + 1):
        if answer != kept_answer and not _failed(line, kept_answer):
            raise ResumeError(
                f"answer {number} is not that to line {number} of {name}, asked as now: "
                f"{shortened(kept_answer[:200].decode(errors='replace').rstrip())}"
            )


def _failed(line: bytes, answer: bytes) -> bool:
    """Return whether an answer is an error that may not recur, such as the death of a process."""
    data = json.loads(answer)
    if "error" not in data:
        return False
    try:
        return line_object(line.decode()).get("id") == data.get("id")
    except JsonError:
        return data.get("id") is None
