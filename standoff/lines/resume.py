"""Resuming an interrupted run: which lines already have answers, and which come next.

A file next to the answers vouches for them, ``ANSWERS.run``: for each block that was written, it holds the number of
answers so far, and checksums of all answers, of all lines that they answer, and of the board files that these lines
name. Answers behind those that it vouches for are given again.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from ..map import StandoffError, board_names, json_value, named_board
from ..text import counted
from ..work import StateFile, checksum_of
from .answering import LineReplies, block_of, lines_in
from .code_of_lines import code_of_lines
from .form import AnswerForm
from .line_files import LineFile

RECORD = ".run"
"""Stands behind the name of a file of answers: the file that vouches for them."""


class ResumeError(StandoffError):
    """A run cannot be resumed: the answers are not those to the first lines of the input."""


class Progress(NamedTuple):
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

    def with_lines(self, count: int, block: bytes) -> Progress:
        """Return how far a run has come once so many lines, a block, are answered, too; what was written stays."""
        boards = self.boards
        if b'"map"' in block:
            names = _boards_of_others().findall(block)
            sums = {name: _checksum_of_board(name) for name in {*names}}
            boards = crc32(b"".join([sums[name] for name in names]), boards)
        return self._replace(answers=self.answers + count, given=crc32(block, self.given), boards=boards)


@cache
def _boards_of_others() -> re.Pattern[bytes]:
    """Return what finds the names, as JSON texts, of boards that are not of the package."""
    own = b"|".join(re.escape(name.encode()) for name in board_names())
    return re.compile(rb'"map"\s*:\s*(?!"(?:%b)")("(?:[^"\\]|\\.)*")' % own)


def _checksum_of_board(name: bytes) -> bytes:
    """Return a checksum of the file of the board with this name, a JSON text; empty for a board of the package."""
    try:
        board_name = json_value(name)
        return b"" if board_name in board_names() else b"%d" % named_board(board_name).checksum
    except (ValueError, StandoffError):  # its lines are answered with an error
        return b"none"


NOTHING = Progress()

LINES_AT_ONCE = 1600
"""At most this many lines are looked at together."""


class RunRecord:
    """The file that vouches for a file of answers.

    Args:
        answers: The file of answers.
        form: How each line is answered.
    """

    def __init__(self, answers: Path, form: AnswerForm) -> None:
        self.answers = answers
        header = {"standoff": version("standoff"), "code": code_of_lines(), "form": repr(form)}
        self._file = StateFile(answers.with_name(f"{answers.name}{RECORD}"), header, "batch", ResumeError)
        self._mark = NOTHING
        self._given_out: deque[Progress] = deque()

    def begin(self, mark: Progress = NOTHING) -> None:
        """Begin it anew, with the answers vouched for already.

        Raises:
            ResumeError: It cannot be written.
        """
        self._mark = mark
        self._file.begin()
        if mark.answers:
            self._file.keep(mark._asdict())

    def give(self, lines: Progress) -> None:
        """Note which lines have been given out in all: board files may change before the answers are written."""
        self._given_out.append(lines)

    def keep(self, answers: LineReplies) -> None:
        """Note that the answers to the next block were written.

        Raises:
            ResumeError: It cannot be written.
        """
        before, lines = self._mark, self._given_out.popleft()
        self._mark = lines._replace(
            unreadable=before.unreadable + answers.unreadable,
            size=before.size + len(answers.text),
            written=crc32(answers.text, before.written),
        )
        self._file.keep(self._mark._asdict())

    def written(self) -> Progress:
        """Return how far the answers are vouched for, and cut off those behind.

        Raises:
            OSError: They cannot be read or written.
            ResumeError: They were changed since they were written, or nothing vouches for them.
        """
        if not self.answers.exists():
            return NOTHING
        file_bytes = self.answers.stat().st_size
        marks = self._marks()
        if file_bytes and marks is None:
            raise ResumeError(
                f"{self.answers}: nothing vouches for these answers: {self._file.path} is missing, or of another run; "
                "begin anew"
            )
        vouched = max((mark for mark in marks or () if mark.size <= file_bytes), default=NOTHING)
        with self.answers.open("r+b") as file:
            if checksum_of(file, vouched.size) != vouched.written:
                raise ResumeError(f"{self.answers} was changed since it was written: up to answer {vouched.answers}")
            file.truncate(vouched.size)
        return vouched

    def _marks(self) -> list[Progress] | None:
        """Return what the file holds; None if there is none, or it is of another run, or damaged."""
        if self._file.path.exists():
            with suppress(ResumeError):
                return self._file.read(lambda data: Progress(**data))
        return None

    # -- answers that are written whole ---------------------------------------------------------------------------

    def progress_if_complete(self, lines: LineFile) -> Progress | None:
        """Return how far the answers are vouched for if they are those to all of some lines; None if they are not.

        Raises:
            LineFileError: The lines cannot be read.
            OSError: The answers cannot be read.
            ResumeError: The answers were changed since they were written, or nothing vouches for them.
        """
        if not self.answers.exists():
            return None
        if not self._file.path.exists():
            raise ResumeError(f"{self.answers}: nothing vouches for these answers: {self._file.path} is missing")
        marks = self._marks()
        if marks is None:
            return None
        size = self.answers.stat().st_size
        with self.answers.open("rb") as file:
            checksum = checksum_of(file, size)
        # an earlier one, if a run ended before the answers that the last one vouches for got their name
        vouched = next((mark for mark in reversed(marks) if (mark.size, mark.written) == (size, checksum)), None)
        if vouched is None:
            raise ResumeError(f"{self.answers} was changed since it was written")
        given = NOTHING
        for block in lines.blocks(LINES_AT_ONCE):
            several = lines_in(block)
            given = given.with_lines(len(several), block_of(several))
        same = given == NOTHING._replace(answers=vouched.answers, given=vouched.given, boards=vouched.boards)
        return vouched if same else None

    def keep_whole(self, lines: Progress, unreadable: int, answers: Path) -> None:
        """Vouch for the answers in a file, before this gets its name.

        Args:
            lines: The lines that they answer.
            unreadable: How many of the answers are an ``error``.
            answers: Where they are.

        Raises:
            OSError: They cannot be read.
            ResumeError: It cannot be written.
        """
        size = answers.stat().st_size
        with answers.open("rb") as file:
            mark = lines._replace(unreadable=unreadable, size=size, written=checksum_of(file, size))
        if not self._marks():
            self._file.begin()
        self._file.keep(mark._asdict())


def left_to_do(
    blocks: Iterator[bytes | None], done: Progress, *, name: str, record: RunRecord
) -> Iterator[bytes | None]:
    """Yield the lines without an answer that are not blank, in blocks, and the pauses between them.

    Args:
        blocks: All lines, in blocks; None is a pause.
        done: The answers that are there.
        name: What messages call the lines.
        record: Notes the lines that are given out.

    Raises:
        ResumeError: The answers are not those to the first lines.
    """
    given = NOTHING
    for block in blocks:
        if block is None:
            yield None
            continue
        lines = lines_in(block)
        if given.answers < done.answers:
            answered = lines[: done.answers - given.answers]
            lines = lines[len(answered) :]
            given = given.with_lines(len(answered), block_of(answered))
            if given.answers == done.answers:
                first = f"its first {counted(given.answers, 'line')}"
                if given.given != done.given:
                    raise ResumeError(f"{name} was changed: {first} are not those answered before")
                if given.boards != done.boards:
                    raise ResumeError(f"a board file that {name} names in {first} was changed since they were answered")
                record.begin(done)
        if lines:
            rest = block_of(lines)
            given = given.with_lines(len(lines), rest)
            record.give(given)
            yield rest
    if given.answers < done.answers:
        raise ResumeError(f"{done.answers} answers are there, but {name} has {counted(given.answers, 'line')}")
