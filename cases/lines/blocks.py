"""Long inputs of interchange lines: answered in blocks, on several cores, in the order in which they came.

Memory stays flat: only a few blocks are read ahead. A process that dies takes no line with it: its block is given to
another one, and if that dies, too, line by line; the line that kills its process gets an answer with ``error``.
"""

from __future__ import annotations

import gc
import os
import signal
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import islice
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection, wait
from typing import Any

from .codec import LineError, answer_block, answer_lines, line_object, written

LINES_IN_BLOCK = 200
"""So many lines are worked on together."""

Answers = list[tuple[str, bool]]
Work = Callable[[list[str]], Answers]


@cache
def compiled_code_is_there() -> bool:
    """Tell whether the extra ``fast`` is installed, and load it."""
    try:
        from ...solver import batch  # noqa: F401  # pyright: ignore[reportUnusedImport]
    except ImportError:
        return False
    gc.freeze()  # what Numba brought stays: to look through it again and again takes longer than the work
    return True


def block_answers(lines: list[str]) -> Answers:
    """Return the answers to a block of lines, by compiled code if the extra ``fast`` is installed."""
    return answer_block(lines) if compiled_code_is_there() else list(answer_lines(lines))


def answer_many(
    lines: Iterable[str], *, jobs: int | None = None, work: Work = block_answers
) -> Iterator[tuple[str, bool]]:
    """Yield the answer to each line that is not blank, as a line, and whether it could be read.

    Args:
        lines: The lines; they may go on for ever.
        jobs: How many processes; as many as there are cores if left out. An input of one block needs none.
        work: What answers a block.
    """
    blocks = _blocks(iter(lines))
    first = next(blocks, list[str]())
    second = next(blocks, list[str]())
    jobs = jobs or os.cpu_count() or 1
    if not second:
        yield from answer_lines(first)
        return
    if jobs == 1:
        yield from work(first)
        yield from work(second)
        for block in blocks:
            yield from work(block)
        return
    yield from _with_processes(_chained(first, second, blocks), jobs, work)


def _blocks(lines: Iterator[str]) -> Iterator[list[str]]:
    while block := list(islice(lines, LINES_IN_BLOCK)):
        yield block


def _chained(first: list[str], second: list[str], blocks: Iterator[list[str]]) -> Iterator[list[str]]:
    yield first
    yield second
    yield from blocks


# -- processes -------------------------------------------------------------------------------------------------------
# Not an executor of the standard library: all its processes write into one pipe, and one that dies while it writes
# makes it wait for ever for the rest. Here each has its own pipe, which ends with it.


class _Worker:
    """A process that answers one block at a time, until its pipe is closed."""

    def __init__(self, work: Work) -> None:
        self.pipe, there = Pipe()
        self.process = Process(target=_serve, args=(there, self.pipe, work), daemon=True)
        self.process.start()
        there.close()

    def give(self, block: list[str]) -> None:
        """Give it a block; `answers` waits for what it makes of it."""
        with suppress(OSError):  # it has died, which `answers` tells
            self.pipe.send(block)

    def answers(self) -> Answers | None:
        """Return the answers to the block, None if the process died."""
        try:
            found = self.pipe.recv()
        except (EOFError, OSError):
            self.end()
            return None
        if isinstance(found, Exception):
            raise found
        return found

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.pipe.close()
        self.process.kill()
        self.process.join()


def _serve(pipe: Connection, other_end: Connection, work: Work) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who is interrupted is the main process: it ends this one
    other_end.close()  # else the pipe would outlast the main process, and this process, too
    while True:
        try:
            block: list[str] = pipe.recv()
            try:
                found = work(block)
            except Exception as fault:
                fault.add_note(traceback.format_exc())
                found = fault
            pipe.send(found)
        except (EOFError, OSError):
            return


@dataclass
class _Task:
    """A block, and its answers once they are there."""

    block: list[str]
    answers: Answers | None = None


def _with_processes(blocks: Iterator[list[str]], jobs: int, work: Work) -> Iterator[tuple[str, bool]]:
    idle: list[_Worker] = []
    busy: dict[Any, tuple[_Worker, _Task]] = {}
    waiting: deque[_Task] = deque()  # in the order of the input
    try:
        while True:
            while len(busy) < jobs and len(waiting) < 2 * jobs and (block := next(blocks, None)):
                worker = idle.pop() if idle else _Worker(work)
                waiting.append(_Task(block))
                busy[worker.pipe] = worker, waiting[-1]
                worker.give(block)
            if not waiting:
                return
            if waiting[0].answers is not None:
                yield from waiting.popleft().answers or ()
                continue
            for pipe in wait(list(busy)):
                worker, task = busy.pop(pipe)
                task.answers = worker.answers()
                if task.answers is None:
                    task.answers = _again(task.block, work)
                else:
                    idle.append(worker)
    finally:
        for worker in (*idle, *(worker for worker, _ in busy.values())):
            worker.end()


def _again(block: list[str], work: Work) -> Answers:
    """Return the answers to a block whose process died."""
    worker = _Worker(work)
    try:
        worker.give(block)
        together = worker.answers()
        if together is not None:
            return together
        found: Answers = []
        worker = _Worker(work)
        for line in filter(str.strip, block):
            worker.give([line])
            answers = worker.answers()
            if answers is None:
                answers = [(_died(line), False)]
                worker = _Worker(work)
            found.extend(answers)
        return found
    finally:
        worker.end()


def _died(line: str) -> str:
    try:
        identity = line_object(line).get("id")
    except LineError:
        identity = None
    return written({"id": identity, "error": "the process that worked on this line died"})
