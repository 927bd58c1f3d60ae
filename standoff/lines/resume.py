"""Resuming an interrupted run after the lines that already have answers.

The run record is a file next to the answers, ``ANSWERS.run``. For each block that was written, it has the number of
answers so far, and checksums of all answers, of the lines that they answer, and of the board files that these lines
name. Answers after the last recorded block are written again.
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
from ..work import StateFile, checksum_of, digest_of_packages
from .answering import LineReplies, block_of, lines_in
from .form import AnswerForm
from .line_files import LineFile

RECORD = ".run"
"""The suffix of the run record, after the name of the file of answers."""


_PACKAGES = ("map", "solver", "text", "turn", "work", "lines")
"""The packages that answers depend on."""


def code_of_lines() -> str:
    """Return a digest of the code and data that answer lines, taken at the first call in a process.

    >>> len(code_of_lines())
    16
    """
    return digest_of_packages(*_PACKAGES)


def standoff_here() -> str:
    """Return a description of the standoff in this process; it is equal for equal code."""
    return f"standoff {version('standoff')}, code {code_of_lines()}"


class ResumeError(StandoffError):
    """A run cannot be resumed: the answers do not belong to the first lines of the input."""


class Progress(NamedTuple):
    """The progress of a run.

    Attributes:
        answers: The number of lines answered.
        unreadable: The number of answers that are an ``error``.
        size: The number of bytes written.
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
        """Return the progress after a further block of `count` lines is answered; `size` and `written` stay."""
        boards = self.boards
        if b'"map"' in block:
            names = _boards_of_others().findall(block)
            sums = {name: _checksum_of_board(name) for name in {*names}}
            boards = crc32(b"".join([sums[name] for name in names]), boards)
        return self._replace(answers=self.answers + count, given=crc32(block, self.given), boards=boards)


@cache
def _boards_of_others() -> re.Pattern[bytes]:
    """Return the pattern of the names, as JSON texts, of boards that are not in the package."""
    own = b"|".join(re.escape(name.encode()) for name in board_names())
    return re.compile(rb'"map"\s*:\s*(?!"(?:%b)")("(?:[^"\\]|\\.)*")' % own)


def _checksum_of_board(name: bytes) -> bytes:
    """Return the checksum of the file of a board, by its name as a JSON text; empty for a board of the package."""
    try:
        board_name = json_value(name)
        return b"" if board_name in board_names() else b"%d" % named_board(board_name).checksum
    except (ValueError, StandoffError):  # its lines are answered with an error
        return b"none"


NOTHING = Progress()

LINES_AT_ONCE = 1600
"""The most lines that are searched together."""


class RunRecord:
    """The run record of a file of answers.

    Args:
        answers: The file of answers.
        form: The form of the answers.
    """

    def __init__(self, answers: Path, form: AnswerForm) -> None:
        self.answers = answers
        header = {"standoff": version("standoff"), "code": code_of_lines(), "form": repr(form)}
        self._file = StateFile(answers.with_name(f"{answers.name}{RECORD}"), header, "batch", ResumeError)
        self._mark = NOTHING
        self._lines_given: deque[Progress] = deque()

    def begin(self, mark: Progress = NOTHING) -> None:
        """Start a new record, with the answers recorded already.

        Raises:
            ResumeError: It cannot be written.
        """
        self._mark = mark
        self._file.begin()
        if mark.answers:
            self._file.keep(mark._asdict())

    def note_lines(self, lines: Progress) -> None:
        """Note all lines given out so far: board files may change before the answers are written."""
        self._lines_given.append(lines)

    def keep(self, answers: LineReplies) -> None:
        """Record that the answers to the next block were written.

        Raises:
            ResumeError: It cannot be written.
        """
        before, lines = self._mark, self._lines_given.popleft()
        self._mark = lines._replace(
            unreadable=before.unreadable + answers.unreadable,
            size=before.size + len(answers.text),
            written=crc32(answers.text, before.written),
        )
        self._file.keep(self._mark._asdict())

    def written(self) -> Progress:
        """Return the recorded progress, and cut off the answers after it.

        Raises:
            OSError: They cannot be read or written.
            ResumeError: They were changed since they were written, or have no run record.
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
        """Return the contents of the record; None if there is none, or it is of another run, or damaged."""
        if self._file.path.exists():
            with suppress(ResumeError):
                return self._file.read(lambda data: Progress(**data))
        return None

    # -- answers that are written whole ---------------------------------------------------------------------------

    def progress_if_complete(self, lines: LineFile) -> Progress | None:
        """Return the recorded progress if the answers are those to all lines of a file; otherwise None.

        Raises:
            LineFileError: The lines cannot be read.
            OSError: The answers cannot be read.
            ResumeError: The answers were changed since they were written, or have no run record.
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
        # an earlier mark, if a run ended before the answers of the last mark got their name
        vouched = next((mark for mark in reversed(marks) if (mark.size, mark.written) == (size, checksum)), None)
        if vouched is None:
            raise ResumeError(f"{self.answers} was changed since it was written")
        progress = NOTHING
        for block in lines.blocks(LINES_AT_ONCE):
            several = lines_in(block)
            progress = progress.with_lines(len(several), block_of(several))
        same = progress == NOTHING._replace(answers=vouched.answers, given=vouched.given, boards=vouched.boards)
        return vouched if same else None

    def keep_file(self, lines: Progress, unreadable: int, answers: Path) -> None:
        """Record the answers in a file before it gets its name.

        Args:
            lines: The lines that they answer.
            unreadable: The number of answers that are an ``error``.
            answers: Their file.

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
    """Yield, in blocks, the lines that have no answer and are not blank, and the pauses between them.

    Args:
        blocks: All lines, in blocks; None is a pause.
        done: The existing answers.
        name: The name of the lines in messages.
        record: Notes the lines that are given out.

    Raises:
        ResumeError: The answers do not belong to the first lines.
    """
    progress = NOTHING
    for block in blocks:
        if block is None:
            yield None
            continue
        lines = lines_in(block)
        if progress.answers < done.answers:
            answered = lines[: done.answers - progress.answers]
            lines = lines[len(answered) :]
            progress = progress.with_lines(len(answered), block_of(answered))
            if progress.answers == done.answers:
                first = f"its first {counted(progress.answers, 'line')}"
                if progress.given != done.given:
                    raise ResumeError(f"{name} was changed: {first} are not those answered before")
                if progress.boards != done.boards:
                    raise ResumeError(f"a board file that {name} names in {first} was changed since they were answered")
                record.begin(done)
        if lines:
            rest = block_of(lines)
            progress = progress.with_lines(len(lines), rest)
            record.note_lines(progress)
            yield rest
    if progress.answers < done.answers:
        raise ResumeError(f"{done.answers} answers are there, but {name} has {counted(progress.answers, 'line')}")
