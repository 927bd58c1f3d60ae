"""Long inputs of interchange lines: answered in blocks, on several cores, in order.

Compiled code runs in threads, Python code in processes. A line that kills its process gets an answer with ``error``;
no other line is lost.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, suppress
from functools import cache, partial
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path

from ..solver import is_kept
from ..work import Limit, Stop, WorkersError, WorkerSupervisor, in_threads
from .answering import (
    LineReplies,
    answers_singly,
    answers_together,
    answers_with_error,
    block_of,
    compiled_replies,
    lines_in,
)
from .form import OBJECTS, AnswerForm

LINES_IN_BLOCK = 1600
"""The most lines of a block; a block of long lines has fewer, as many as are read at once."""

FEWEST_TOGETHER = 8
"""Smaller blocks are answered line by line, which is faster."""

LOADED_FROM = 3_000
"""From this many lines on, it pays to load code that is already compiled."""

COMPILED_FROM = 50_000
"""From this many lines on, it pays to compile it first."""

OWN_PROCESS_FROM = 1000
"""After this many lines that compiled code does not take, a thread has a process of its own for them."""

TOGETHER_SECONDS = 5.0
"""With a time limit, a block may take this long, or as long as a line if that is longer; then its lines run alone."""

MEMORY_BYTES = 1 << 30
"""With a time limit, a line may take this much memory in addition to that of its process (not on Windows)."""

Work = Callable[[bytes], LineReplies]


@cache
def load_compiled_code() -> bool:
    """Load the extra ``fast``; return whether it is installed."""
    try:
        from ..solver import adjudicate_batch  # noqa: F401  # pyright: ignore[reportUnusedImport]
    except ImportError:
        return False
    gc.freeze()  # Numba's objects stay: scanning them over and over takes longer than the work
    return True


def code_is_compiled(form: AnswerForm = OBJECTS) -> bool:
    """Return whether an earlier run left the compiled code for such answers, or there is none to compile."""
    if find_spec("numba") is None:
        return True
    # the functions that take longest to compile, in the order of compilation
    write = "_write_rows" if form.table else "_write"
    return is_kept("_adjudicate") and is_kept(write, Path(__file__).with_name("kernels.py"))


class BlockWork:
    """Answers blocks of lines, by compiled code once that pays: loading it takes a second, compiling it many.

    Args:
        form: The form of the answers.
        expected: The expected number of lines; if left out, the number answered so far decides.
    """

    lines_answered = 0  # by this process without compiled code

    def __init__(self, form: AnswerForm = OBJECTS, *, expected: float = 0) -> None:
        self.form, self.expected = form, expected
        self._plainly = form.has_house_rules

    def __call__(self, block: bytes) -> LineReplies:
        """Return the answers to a block."""
        lines = block.count(b"\n")
        if (
            lines >= FEWEST_TOGETHER
            and not self._plainly
            and is_compiling_worthwhile(max(self.expected, BlockWork.lines_answered) + lines, self.form)
        ):
            return self.by_compiled_code(block)
        BlockWork.lines_answered += lines
        return answers_singly(block, self.form)

    def by_compiled_code(self, block: bytes) -> LineReplies:
        """Return the answers to a block by compiled code."""
        return answers_together(block, self.form)


def is_compiling_worthwhile(lines: float, form: AnswerForm = OBJECTS) -> bool:
    """Return whether it pays to load compiled code for this many lines, or to compile it first."""
    if load_compiled_code.cache_info().currsize:
        return load_compiled_code()
    if lines < LOADED_FROM or (lines < COMPILED_FROM and not code_is_compiled(form)):
        return False
    return load_compiled_code()


def compile_for(lines: float, form: AnswerForm = OBJECTS) -> None:
    """Compile the code that answers blocks, unless that is done already or does not pay for this many lines."""
    if lines >= COMPILED_FROM and not code_is_compiled(form) and load_compiled_code():
        answers_together(b'{"units": {}}', form)


def answer_in_blocks(
    blocks: Iterable[bytes | None],
    *,
    jobs: int | None = None,
    form: AnswerForm = OBJECTS,
    expected: float = 0,
    limit_seconds: float | None = None,
) -> Generator[LineReplies]:
    """Yield the answers to each block of lines, worked on in parallel.

    Compiled code runs in threads; processes run Python code, and everything if there is a limit.

    Args:
        blocks: Blocks of lines, perhaps endless. None is a pause: all blocks are answered before the next one is read.
        jobs: The number of threads or processes; if left out, all cores, or one for few lines.
        form: The form of the answers; under house rules, plain code answers the lines one by one.
        expected: The approximate number of lines, if known.
        limit_seconds: The time limit of a line; a line that exceeds it is answered with ``error``.
    """
    if jobs is None and 0 < expected < LOADED_FROM:
        jobs = 1
    if form.has_house_rules:
        plainly = partial(answers_singly, form=form)
        yield from answer_blocks(blocks, work=plainly, form=form, jobs=jobs, limit_seconds=limit_seconds)
        return
    jobs = jobs or os.cpu_count() or 1
    compile_for(expected, form)
    if (
        limit_seconds is None
        and jobs > 1
        and (is_compiling_worthwhile(expected, form) if expected else find_spec("numba") and code_is_compiled(form))
    ):
        if expected:
            answers_together(b'{"units": {}}\n', form)  # load it once, not in every thread
        yield from in_threads([_ThreadWork(form, expected=expected) for _ in range(jobs)], blocks)
        return
    # each process loads the code for itself
    work = BlockWork(form, expected=expected / jobs)
    yield from answer_blocks(blocks, work=work, form=form, jobs=jobs, limit_seconds=limit_seconds)


class _ThreadWork(BlockWork):
    """Answers blocks in a thread: by compiled code, with a process of its own for the rest if there are many lines.

    Python lets only one thread compute at a time.
    """

    def __init__(self, form: AnswerForm, *, expected: float) -> None:
        super().__init__(form, expected=expected)
        self._uncompiled_lines = 0  # lines so far that compiled code does not take
        self._singly = partial(answers_singly, form=form)
        lost = partial(answers_with_error, error=_DIED, form=form)
        self._worker = WorkerSupervisor(partial(_opened, self._singly), Stop(), parts=_lines_of, lost=lost)

    def by_compiled_code(self, block: bytes) -> LineReplies:
        """Return the answers to a block."""
        compiled = compiled_replies(block, self.form)
        self._uncompiled_lines += len(compiled.rest)
        rest = block_of(compiled.rest)
        if self._uncompiled_lines < OWN_PROCESS_FROM or len(compiled.rest) < FEWEST_TOGETHER:
            return compiled.with_rest(self._singly(rest))
        try:
            answers = self._worker(rest)
        except WorkersError:  # no process can be started
            answers = [self._singly(rest)]
        return compiled.with_rest(_joined(answers))

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._worker.close()


def answer_blocks(
    blocks: Iterable[bytes | None],
    *,
    work: Work,
    form: AnswerForm = OBJECTS,
    jobs: int | None = None,
    limit_seconds: float | None = None,
) -> Iterator[LineReplies]:
    """Yield the answers to each block of lines; a line whose process dies is answered with ``error``.

    Args:
        blocks: Blocks of lines, perhaps endless.
        work: Answers a block.
        form: The form of the answers.
        jobs: The number of processes; all cores if left out. 1 is this process if there is no limit.
        limit_seconds: The time limit of a line; after it, the process is killed and the line answered with ``error``.
    """
    jobs = jobs or os.cpu_count() or 1
    if limit_seconds is not None:
        late = partial(answers_with_error, error=_LATE.format(limit_seconds), form=form)
        limit = Limit(limit_seconds, max(limit_seconds, TOGETHER_SECONDS), late)
        opened = partial(_opened_within_limits, work)
    else:
        limit, opened = None, partial(_opened, work)
        if jobs == 1:
            yield from (work(block) for block in blocks if block is not None)
            return
    lost = partial(answers_with_error, error=_DIED, form=form)
    supervisors = [WorkerSupervisor(opened, Stop(), parts=_lines_of, lost=lost, limit=limit) for _ in range(jobs)]
    with closing(in_threads(list(supervisors), blocks)) as found:
        yield from map(_joined, found)


def _joined(answers: list[LineReplies]) -> LineReplies:
    """Return the answers to the parts of a block as one answer to the block."""
    before = accumulate((len(part.text) for part in answers), initial=0)
    ends = tuple([first + end for first, part in zip(before, answers, strict=False) for end in part.ends])
    text = b"".join([part.text for part in answers])
    return LineReplies(text, sum(part.count for part in answers), sum(part.unreadable for part in answers), ends)


def _lines_of(block: bytes) -> list[bytes]:
    return [line + b"\n" for line in lines_in(block)]


def _opened(work: Work, _stop: Stop) -> Work:
    return work


def _opened_within_limits(work: Work, _stop: Stop) -> Work:
    """Return `work` with everything loaded, so that loading does not count against the limit of a line."""
    work(b'{"units": {}}\n')
    if isinstance(work, BlockWork) and is_compiling_worthwhile(work.expected, work.form):
        answers_together(b'{"units": {}}\n', work.form)
    _limit_memory(MEMORY_BYTES)
    return work


def _limit_memory(more_bytes: int) -> None:
    """Limit the additional memory of this process; beyond it, `MemoryError` is raised."""
    with suppress(ImportError, OSError, ValueError):  # not on every system
        import resource

        used_bytes = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        limit_bytes = used_bytes + more_bytes
        resource.setrlimit(resource.RLIMIT_AS, (limit_bytes if most < 0 else min(limit_bytes, most), most))


_LATE = "no answer within the limit of {:g} s"
_DIED = "the process that worked on this line died"
