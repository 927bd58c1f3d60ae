"""Long inputs of interchange lines: answered in blocks, on several cores, in the order in which they came.

What compiled code does is done by threads, what Python computes by processes. The line that kills its process gets an
answer with ``error``; no other line is lost with it.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, partial
from importlib.util import find_spec
from itertools import chain, dropwhile
from pathlib import Path
from typing import cast

from ..map.json_values import JsonError
from ..solver.arrays import compiled_folder
from ..work.pauses import NOTHING_YET, Pause
from ..work.processes import Worker
from ..work.threads import in_threads
from ..work.workers import Limit, Stop, over_blocks
from .answering import BlockAnswers, answers_otherwise, answers_singly, answers_together, lines_in, looked_up
from .json_lines import line_object, written

LINES_IN_BLOCK = 800
"""At most this many lines are worked on together; long ones are fewer, as many as are read at once."""

FEWEST_TOGETHER = 8
"""A block of fewer lines is answered line by line: that is faster."""

LOADED_FROM = 3_000
"""From so many lines on it pays to load compiled code that is there."""

COMPILED_FROM = 50_000
"""From so many lines on it pays to compile it first."""

HANDED_ON_FROM = 1000
"""From so many lines on that compiled code does not take, a thread has a process of its own for them."""

TOGETHER_SECONDS = 5.0
"""With a time limit, so long may a block take before its lines are answered one by one; no less than one line may."""

MEMORY_BYTES = 1 << 30
"""With a time limit, so much memory may a line take, beside what its process has from the start (not on Windows)."""

Work = Callable[[bytes], BlockAnswers]

_LAST_COMPILED = (
    (Path(compiled_folder.__file__).with_name("compiled.py"), "_adjudicate"),
    (Path(__file__).with_name("kernels.py"), "_write"),
)
"""The functions that take longest to compile, with the files of their modules; the last one is compiled last."""


@cache
def compiled_code_is_there() -> bool:
    """Tell whether the extra ``fast`` is installed, and load it."""
    try:
        from ..solver.arrays import batch  # noqa: F401  # pyright: ignore[reportUnusedImport]
    except ImportError:
        return False
    gc.freeze()  # what Numba brought stays: to look through it again and again takes longer than the work
    return True


def code_is_compiled() -> bool:
    """Tell whether the compiled code is there from an earlier run, or there is nothing to compile."""
    if find_spec("numba") is None:
        return True
    return all(compiled_folder.is_kept(module, function) for module, function in _LAST_COMPILED)


class BlockWork:
    """Answers blocks of lines, by compiled code once that pays: loading it takes a second, compiling it many.

    Args:
        brief: Of each order only whether it succeeds.
        expected: How many lines are to come; what this process has answered so far decides if left out.
    """

    def __init__(self, *, brief: bool = False, expected: float = 0) -> None:
        self.brief, self.expected = brief, expected

    def __call__(self, block: bytes) -> BlockAnswers:
        """Return the answers to a block."""
        lines = block.count(b"\n")
        if lines >= FEWEST_TOGETHER and pays(max(self.expected, _answered) + lines):
            return self.together(block)
        _count(lines)
        return answers_singly(block, brief=self.brief)

    def together(self, block: bytes) -> BlockAnswers:
        """Return the answers to a block by compiled code."""
        return answers_together(block, brief=self.brief)


_answered = 0  # lines that this process has answered without compiled code


def _count(lines: int) -> None:
    global _answered  # noqa: PLW0603
    _answered += lines


def pays(lines: float) -> bool:
    """Tell whether so many lines are worth loading compiled code for, or compiling it first."""
    if compiled_code_is_there.cache_info().currsize:
        return compiled_code_is_there()
    if lines < LOADED_FROM or (lines < COMPILED_FROM and not code_is_compiled()):
        return False
    return compiled_code_is_there()


def compile_for(lines: float) -> None:
    """Compile what blocks are answered by, if so many lines are worth it and it is not there."""
    if lines >= COMPILED_FROM and not code_is_compiled() and compiled_code_is_there():
        answers_together(b'{"units": {}}')


def answer_waiting(blocks: Iterable[bytes], *, brief: bool = False) -> Iterator[BlockAnswers]:
    """Yield the answers to blocks as they come, in this process.

    Args:
        blocks: Blocks of lines (`line_files.LineFile.blocks`), such as those that are waiting in a pipe.
        brief: Of each order only whether it succeeds.
    """
    yield from map(BlockWork(brief=brief), blocks)


def answer_in_blocks(
    blocks: Iterable[bytes | Pause],
    *,
    jobs: int | None = None,
    brief: bool = False,
    expected: float = 0,
    limit_seconds: float | None = None,
    at_once: bool = False,
) -> Iterator[BlockAnswers]:
    """Yield the answers to blocks of lines, worked on side by side.

    Compiled code runs in threads; processes do what Python computes, and everything where there is a limit.

    Args:
        blocks: Blocks of lines; they may go on for ever. Behind a pause all are answered before the next one is read.
        jobs: How many at once; if left out as many as there are cores, and one for few lines.
        brief: Of each order only whether it succeeds.
        expected: About how many lines there are, if that is known.
        limit_seconds: How long a line may take: what takes longer is answered with ``error``.
        at_once: True to read no block before the one before it is answered.
    """
    if jobs is None and 0 < expected < LOADED_FROM:
        jobs = 1
    jobs = jobs or os.cpu_count() or 1
    compile_for(expected)
    if limit_seconds is None and jobs > 1 and (pays(expected) if expected else _is_there()):
        if expected:
            answers_together(b'{"units": {}}\n', brief=brief)  # loaded once, before the threads would all do it
        yield from in_threads([_Lane(brief=brief, expected=expected) for _ in range(jobs)], blocks)
        return
    # each process does its part of the work, and loads the code for itself
    work = BlockWork(brief=brief, expected=expected / jobs)
    yield from answer_blocks(blocks, jobs=jobs, work=work, limit_seconds=limit_seconds, at_once=at_once)


def _is_there() -> bool:
    return find_spec("numba") is not None and code_is_compiled()


_A_WEEK_SECONDS = 604_800.0


class _Lane(BlockWork):
    """What a thread answers blocks by: compiled code, and a process of its own for what this leaves, if that is much.

    Python lets one thread at a time compute.
    """

    def __init__(self, *, brief: bool, expected: float) -> None:
        super().__init__(brief=brief, expected=expected)
        self._left = 0  # so many lines so far
        self._worker: Worker | None = None
        self._closed = False

    def together(self, block: bytes) -> BlockAnswers:
        """Return the answers to a block."""
        found = looked_up(block, brief=self.brief)
        self._left += len(found.rest)
        if self._left < HANDED_ON_FROM or len(found.rest) < FEWEST_TOGETHER:
            return found.with_rest(answers_otherwise(found.rest, brief=self.brief))
        return found.with_rest(self._handed_on(found.rest))

    def _handed_on(self, lines: list[bytes]) -> BlockAnswers:
        """Return the answers of the process to lines."""
        for _ in range(2):
            told = self._asked(b"".join([line + b"\n" for line in lines]))
            if told is not None:
                return told
        each = [self._asked(line + b"\n") or _died(line) for line in lines]
        unreadable = sum(one.unreadable for one in each)
        return BlockAnswers(b"".join([one.text for one in each]), len(each), unreadable)

    def _asked(self, block: bytes) -> BlockAnswers | None:
        """Return the answers of the process to a block, None if it dies over it."""
        if self._worker is None and not self._closed:
            self._worker = Worker(partial(_opened, BlockWork(brief=self.brief)), Stop())
        worker = self._worker
        if worker is None:
            return None
        told: BlockAnswers | None = worker.answer(block, _A_WEEK_SECONDS)
        if told is None:
            self._worker = None
            worker.end()
            if not worker.ready and not self._closed:  # there is no process to be had
                return answers_otherwise(lines_in(block), brief=self.brief)
        return told

    def close(self) -> None:
        """End the process, whatever it is at."""
        self._closed = True
        if self._worker is not None:
            self._worker.process.kill()


def answer_blocks(
    blocks: Iterable[bytes | Pause],
    *,
    work: Work,
    jobs: int | None = None,
    limit_seconds: float | None = None,
    at_once: bool = False,
) -> Iterator[BlockAnswers]:
    """Yield the answers to blocks of lines; what `work` cannot answer because its process dies is answered so.

    Args:
        blocks: Blocks of lines; they may go on for ever.
        work: What answers a block.
        jobs: How many processes; as many as there are cores if left out. One block needs none.
        limit_seconds: How long a line may take: its process is killed then, and it is answered with ``error``.
        at_once: True to read no block before the one before it is answered.
    """
    if limit_seconds is not None:
        together = max(limit_seconds, TOGETHER_SECONDS)
        yield from over_blocks(
            partial(_opened_within_limits, work),
            blocks,
            jobs=jobs,
            parts=_lines_of,
            lost=_died,
            limit=Limit(limit_seconds, together, partial(_late, limit_seconds)),
            ahead=1 if at_once else None,
        )
        return
    blocks = dropwhile(lambda block: block is NOTHING_YET, blocks)
    first, second = cast(bytes, next(blocks, b"")), next(blocks, None)
    if second is None:
        yield work(first)
        return
    yield from over_blocks(
        partial(_opened, work),
        chain((first, second), blocks),
        jobs=jobs,
        parts=_lines_of,
        lost=_died,
    )


def _lines_of(block: bytes) -> list[bytes]:
    return [line + b"\n" for line in lines_in(block)]


def _opened(work: Work, _stop: Stop) -> Work:
    return work


def _opened_within_limits(work: Work, _stop: Stop) -> Work:
    """Return `work` when all that it loads is loaded: that is not on the account of a line."""
    work(b'{"units": {}}\n')
    if isinstance(work, BlockWork) and pays(work.expected):
        answers_together(b'{"units": {}}\n', brief=work.brief)
    _limit_memory(MEMORY_BYTES)
    return work


def _limit_memory(more_bytes: int) -> None:
    """Let this process have so much more memory than it has; what would need more raises `MemoryError`."""
    with suppress(ImportError, OSError, ValueError):  # not on every system
        import resource

        there = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        wanted = there + more_bytes
        resource.setrlimit(resource.RLIMIT_AS, (wanted if most < 0 else min(wanted, most), most))


def _died(line: bytes) -> BlockAnswers:
    return _given_up(line, "the process that worked on this line died")


def _late(seconds: float, line: bytes) -> BlockAnswers:
    return _given_up(line, f"no answer within the limit of {seconds:g} s")


def _given_up(line: bytes, why: str) -> BlockAnswers:
    try:
        identity = line_object(line.decode()).get("id")
    except JsonError:
        identity = None
    told = written({"id": identity, "error": why})
    return BlockAnswers(f"{told}\n".encode(), 1, 1)
