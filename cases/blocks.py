"""Long inputs of interchange lines: answered in blocks, on several cores, in the order in which they came.

Memory stays flat: only a few blocks are read ahead. A process that dies takes no line with it: its block is given to
another one, and if that dies, too, line by line; the line that kills its process gets an answer with ``error``.
"""

from __future__ import annotations

import gc
import json
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from itertools import islice

from .interchange import answer_block, answer_lines, request_in

LINES_IN_BLOCK = 200
"""So many lines are worked on together."""

Answers = list[tuple[str, bool]]


@cache
def compiled_code_is_there() -> bool:
    """Tell whether the extra ``fast`` is installed, and load it."""
    try:
        from ..solver import batch  # noqa: F401  # pyright: ignore[reportUnusedImport]
    except ImportError:
        return False
    gc.freeze()  # what Numba brought stays: to look through it again and again takes longer than the work
    return True


def block_answers(lines: list[str]) -> Answers:
    """Return the answers to a block of lines, by compiled code if the extra ``fast`` is installed."""
    return answer_block(lines) if compiled_code_is_there() else list(answer_lines(lines))


def answer_many(
    lines: Iterable[str], *, jobs: int | None = None, work: Callable[[list[str]], Answers] = block_answers
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


def _with_processes(
    blocks: Iterator[list[str]], jobs: int, work: Callable[[list[str]], Answers]
) -> Iterator[tuple[str, bool]]:
    pool = ProcessPoolExecutor(jobs)
    waiting: deque[tuple[list[str], Future[Answers]]] = deque()
    try:
        for block in blocks:
            try:
                answers = pool.submit(work, block)
            except BrokenProcessPool:  # what waits in it gets to know when it is asked for its result
                pool.shutdown(wait=False)
                pool = ProcessPoolExecutor(jobs)
                answers = pool.submit(work, block)
            waiting.append((block, answers))
            if len(waiting) >= 2 * jobs:
                yield from _answers(*waiting.popleft(), work)
        while waiting:
            yield from _answers(*waiting.popleft(), work)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _answers(block: list[str], answers: Future[Answers], work: Callable[[list[str]], Answers]) -> Answers:
    try:
        return answers.result()
    except BrokenProcessPool:
        return _again(block, work)


def _again(block: list[str], work: Callable[[list[str]], Answers]) -> Answers:
    """Return the answers to a block whose process died."""
    for size in (len(block), 1):
        found: Answers = []
        for first in range(0, len(block), size):
            part = block[first : first + size]
            with ProcessPoolExecutor(1) as pool:
                try:
                    found.extend(pool.submit(work, part).result())
                except BrokenProcessPool:
                    if size > 1:
                        break
                    found.append((_died(part[0]), False))
        else:
            return found
    return found


def _died(line: str) -> str:
    request = request_in(line)
    identity = request["id"] if isinstance(request, dict) else request.id
    return json.dumps({"id": identity, "error": "the process that worked on this line died"}, ensure_ascii=False)
