"""Resuming an interrupted run: which lines already have answers, and which come next.

A file next to the answers vouches for them, ``ANSWERS.run``: for each block that was written, it holds the number of
answers so far, and checksums of all answers, of all lines that they answer, and of the board files that these lines
name. Answers that it does not vouch for, or that other code of standoff gave, are compared with new answers to their
lines; rows, of which a line may have none, are written again.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import BinaryIO, NamedTuple
from zlib import crc32

from ..map import JsonError, StandoffError, board_names, named_board
from ..text import counted, shortened
from ..work import NOTHING_YET, Pause, StateFile
from .answering import BlockAnswers, block_of, lines_in
from .code_of_lines import code_of_lines
from .json_lines import line_object

_ENDING = ".run"


class ResumeError(StandoffError):
    """A run cannot be resumed: the answers are not those to the first lines of the input."""


class AnsweredUpTo(NamedTuple):
    """How far a run had come at some point.

    Attributes:
        answers: How many lines were answered.
        unreadable: How many of the answers are an ``error``.
        size: How many bytes were written.
        written: Their CRC-32.
        given: The CRC-32 of the lines that they answer.
        boards: The CRC-32 of the contents of the board files that these lines name, line by line.
    """

    answers: int = 0
    unreadable: int = 0
    size: int = 0
    written: int = 0
    given: int = 0
    boards: int = 0

    def with_lines(self, lines: list[bytes], block: bytes) -> AnsweredUpTo:
        """Return how far a run has come once these lines, a block, are answered, too; what was written stays."""
        boards = self.boards
        if b'"map"' in block:
            names = _BOARD.findall(block)
            sums = {name: _checksum_of_board(name) for name in {*names}}
            boards = crc32(b"".join([sums[name] for name in names]), boards)
        return self._replace(answers=self.answers + len(lines), given=crc32(block, self.given), boards=boards)

    def with_written(self, other: AnsweredUpTo) -> AnsweredUpTo:
        """Return the same lines with what `other` says of their answers."""
        return self._replace(unreadable=other.unreadable, size=other.size, written=other.written)


_BOARD = re.compile(rb'"map"\s*:\s*("(?:[^"\\]|\\.)*")')


def _checksum_of_board(name: bytes) -> bytes:
    """Return a checksum of the file of the board with this name, a JSON text; empty for a board of the package."""
    try:
        board_name = json.loads(name)
        return b"" if board_name in board_names() else b"%d" % named_board(board_name).checksum
    except (ValueError, StandoffError):  # its lines are answered with an error
        return b"none"


NOTHING = AnsweredUpTo()


class RunRecord:
    """The file that vouches for a file of answers.

    Args:
        answers: The file of answers.
        brief: Whether they give only whether each order succeeds.
        rows: How they are written as rows, ``csv`` or ``jsonl``; None if they are not.

    Attributes:
        vouched: How far the answers that were there are vouched for, once `written` was called.
    """

    def __init__(self, answers: Path, *, brief: bool, rows: str | None = None) -> None:
        self.answers, self.rows = answers, rows
        self.vouched = NOTHING
        header = {"standoff": version("standoff"), "code": code_of_lines(), "brief": brief, "rows": rows}
        path = answers.with_name(answers.name + _ENDING)
        self._file = StateFile(path, header, "batch", ResumeError)
        self._mark = NOTHING
        self._given_out: deque[AnsweredUpTo] = deque()

    def begin(self, mark: AnsweredUpTo = NOTHING) -> None:
        """Begin it anew, with the answers vouched for already.

        Raises:
            ResumeError: It cannot be written.
        """
        self._mark = mark
        self._file.begin()
        if mark.answers:
            self._file.keep(mark._asdict())

    def give(self, lines: AnsweredUpTo) -> None:
        """Note which lines have been given out in all."""
        self._given_out.append(lines)

    def keep(self, answers: BlockAnswers) -> None:
        """Note that answers were written.

        Raises:
            ResumeError: It cannot be written.
        """
        before = self._mark
        self._mark = before._replace(
            answers=before.answers + answers.count,
            unreadable=before.unreadable + answers.unreadable,
            size=before.size + len(answers.text),
            written=crc32(answers.text, before.written),
        )
        while self._given_out and self._given_out[0].answers <= self._mark.answers:
            lines = self._given_out.popleft()
            if lines.answers == self._mark.answers:
                self._mark = lines.with_written(self._mark)
                self._file.keep(self._mark._asdict())

    def written(self) -> AnsweredUpTo:
        """Return what the file of answers holds, and cut off an incomplete last answer; of rows, all not vouched for.

        Raises:
            OSError: It cannot be read or written.
            ResumeError: The answers were changed since they were written, or nothing vouches for rows.
        """
        if not self.answers.exists():
            return NOTHING
        file_bytes = self.answers.stat().st_size
        marks = self._marks()
        if self.rows and file_bytes and marks is None:
            raise ResumeError(
                f"{self.answers}: nothing vouches for these rows: {self._file.path} is missing, or of another run; "
                "begin anew"
            )
        self.vouched = max((mark for mark in marks or () if mark.size <= file_bytes), default=NOTHING)
        answers, unreadable, size, written = self.vouched[:4]
        with self.answers.open("r+b") as file:
            if _checksum(file, size) != written:
                raise ResumeError(f"{self.answers} was changed since it was written: up to answer {answers}")
            for line in () if self.rows else file:
                if not line.endswith(b"\n"):
                    break
                answers += 1
                size += len(line)
                written = crc32(line, written)
                unreadable += b'"error": ' in line and self._is_error(line, answers)
            file.truncate(size)
        return self.vouched._replace(answers=answers, unreadable=unreadable, size=size, written=written)

    def not_vouched_for(self) -> Iterator[bytes]:
        """Yield the answers that nothing vouches for.

        Raises:
            OSError: They cannot be read.
        """
        with self.answers.open("rb") as file:
            file.seek(self.vouched.size)
            yield from file

    def _is_error(self, line: bytes, number: int) -> bool:
        try:
            return "error" in line_object(line.decode())
        except (JsonError, UnicodeDecodeError):
            raise ResumeError(f"{self.answers}: line {number} is no answer") from None

    def _marks(self) -> list[AnsweredUpTo] | None:
        """Return how far the run had come each time; None if the file that vouches is of another run, or damaged."""
        if not self._file.path.exists():
            return None
        try:
            return self._file.read(lambda data: AnsweredUpTo(**data))
        except ResumeError:
            return None


def _checksum(file: BinaryIO, size: int) -> int:
    """Return the CRC-32 of the first bytes of a file, which is then read on behind them."""
    checksum = 0
    while size and (part := file.read(min(size, 1 << 20))):
        checksum, size = crc32(part, checksum), size - len(part)
    return checksum


def left_to_do(
    blocks: Iterator[bytes | Pause],
    done: AnsweredUpTo,
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
    kept = record.not_vouched_for() if done.answers else iter(())
    so_far, vouched_for = NOTHING, record.vouched
    for block in blocks:
        if block is NOTHING_YET:
            yield block
            continue
        lines = lines_in(block)
        if so_far.answers < done.answers:
            answered = lines[: done.answers - so_far.answers]
            lines = lines[len(answered) :]
            end = max(vouched_for.answers - so_far.answers, 0)
            vouched, unvouched = answered[:end], answered[end:]
            so_far = so_far.with_lines(vouched, block_of(vouched))
            if vouched and so_far.answers == vouched_for.answers:
                first = f"its first {counted(so_far.answers, 'line')}"
                if so_far.given != vouched_for.given:
                    raise ResumeError(f"{name} was changed: {first} are not those answered before")
                if so_far.boards != vouched_for.boards:
                    raise ResumeError(f"a board file that {name} names in {first} was changed since they were answered")
            if unvouched:
                _compare(unvouched, so_far.answers, islice(kept, len(unvouched)), work, name)
                so_far = so_far.with_lines(unvouched, block_of(unvouched))
            if so_far.answers == done.answers:
                record.begin(so_far.with_written(done))
        if lines:
            rest = block_of(lines)
            so_far = so_far.with_lines(lines, rest)
            record.give(so_far)
            yield rest
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
