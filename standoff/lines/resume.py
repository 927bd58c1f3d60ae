"""Taking up a run that was broken off: which lines have their answers already, and which come next.

Beside the answers stands a file that vouches for them, ``ANSWERS.run``: for each block that was written, how many
answers there were then, and checksums of all answers and of all lines that they answer. Answers that it does not vouch
for are compared with what the lines are answered now.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from ..map import StandoffError
from ..map.json_values import JsonError
from ..text.counting import counted
from ..text.notation.quoting import shortened
from ..work.pauses import NOTHING_YET, Pause
from ..work.whole_files import write_whole
from .answering import BlockAnswers, lines_in
from .json_lines import line_object

_ENDING = ".run"


class ResumeError(StandoffError):
    """Answers cannot be gone on with: they are not those to the first lines of the input."""


class AnsweredUpTo(NamedTuple):
    """How far a run was at one time.

    Attributes:
        answers: How many answers were written.
        written: The CRC-32 of the answers.
        given: The CRC-32 of the lines that they answer.
    """

    answers: int = 0
    written: int = 0
    given: int = 0


_NONE = AnsweredUpTo()


@dataclass(frozen=True, slots=True)
class AnswersWritten:
    """What a file of answers holds.

    Attributes:
        answers: How many answers it holds.
        unreadable: How many of them are ``error``.
        written: The CRC-32 of the answers.
        mark: What is vouched for.
        vouched_bytes: How long these answers are.
    """

    answers: int = 0
    unreadable: int = 0
    written: int = 0
    mark: AnsweredUpTo = _NONE
    vouched_bytes: int = 0


class RunRecord:
    """What vouches for a file of answers.

    Args:
        answers: The file of answers.
        brief: Whether these say only of each order whether it succeeds.
    """

    def __init__(self, answers: Path, *, brief: bool) -> None:
        self.answers = answers
        self.path = answers.with_name(answers.name + _ENDING)
        self._header = {"standoff": version("standoff"), "brief": brief}
        self._mark = AnsweredUpTo()
        self._given: deque[tuple[int, int]] = deque()  # of the lines given out: how many so far, and their checksum

    def begin(self, mark: AnsweredUpTo = _NONE) -> None:
        """Begin it anew, with what is vouched for already.

        Raises:
            OSError: It cannot be written.
        """
        self._mark = mark
        write_whole(self.path, _line(self._header) + _line(mark._asdict()))

    def give(self, count: int, given: int) -> None:
        """Note that `count` lines were given out in all, with the checksum `given`."""
        self._given.append((count, given))

    def keep(self, told: BlockAnswers) -> None:
        """Note that answers were written.

        Raises:
            OSError: It cannot be written.
        """
        self._mark = self._mark._replace(
            answers=self._mark.answers + told.count, written=crc32(told.text, self._mark.written)
        )
        while self._given and self._given[0][0] <= self._mark.answers:
            count, given = self._given.popleft()
            if count == self._mark.answers:
                self._mark = self._mark._replace(given=given)
                with self.path.open("ab") as file:
                    file.write(_line(self._mark._asdict()))

    def written(self) -> AnswersWritten:
        """Return what the file of answers holds, and cut off what was written of one more when its run was broken off.

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
        """Return what the file that vouches says, by the number of answers; nothing if it belongs to another run."""
        found: dict[int, AnsweredUpTo] = {}
        try:
            header, *lines = self.path.read_bytes().splitlines(keepends=True)
            if json.loads(header) != self._header:
                return found
            for line in lines:
                if line.endswith(b"\n"):  # else the run was broken off while it was written
                    mark = AnsweredUpTo(**json.loads(line))
                    found[mark.answers] = mark
        except (OSError, ValueError, TypeError):
            pass
        return found


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
        record: Told of the lines that were given out.

    Raises:
        ResumeError: The answers are not those to the first lines.
    """
    if record is None:
        yield from blocks
        return
    there = record.not_vouched_for(done) if done.answers else iter(())
    count = given = 0
    for block in blocks:
        if block is NOTHING_YET:
            yield block
            continue
        lines = lines_in(block)
        if count < done.answers:
            known = lines[: done.answers - count]
            lines = lines[len(known) :]
            vouched, others = known[: max(done.mark.answers - count, 0)], known[max(done.mark.answers - count, 0) :]
            given = crc32(_joined(vouched), given)
            count += len(vouched)
            if vouched and count == done.mark.answers and given != done.mark.given:
                raise ResumeError(
                    f"{name} was changed: its first {counted(count, 'line')} are not those answered before"
                )
            if others:
                _compare(others, count, islice(there, len(others)), work, name)
                given = crc32(_joined(others), given)
                count += len(others)
            if count == done.answers:
                record.begin(AnsweredUpTo(count, done.written, given))
        if lines:
            rest = _joined(lines)
            count, given = count + len(lines), crc32(rest, given)
            record.give(count, given)
            yield rest
    if count < done.answers:
        raise ResumeError(f"{done.answers} answers are there, but {name} has {counted(count, 'line')}")


def _joined(lines: list[bytes]) -> bytes:
    return b"".join([line + b"\n" for line in lines])


def _compare(
    lines: list[bytes], count: int, there: Iterable[bytes], work: Callable[[bytes], BlockAnswers], name: str
) -> None:
    """Raise `ResumeError` unless the answers to lines, behind the first `count`, are those that are there."""
    now = work(_joined(lines)).text.splitlines(keepends=True)
    for number, (line, told, then) in enumerate(zip(lines, now, there, strict=True), count + 1):
        if told != then and not _failed(line, then):
            raise ResumeError(
                f"answer {number} is not that to line {number} of {name}, asked as now: "
                f"{shortened(then[:200].decode(errors='replace').rstrip())}"
            )


def _failed(line: bytes, answer: bytes) -> bool:
    """Tell whether an answer is an error that its line need not meet again, such as the death of a process."""
    told = json.loads(answer)
    if "error" not in told:
        return False
    try:
        return line_object(line.decode()).get("id") == told.get("id")
    except JsonError:
        return told.get("id") is None
