"""Parallel work on blocks, in threads or in processes; answers come in the order of the blocks if requested.

Threads are for work that releases the interpreter, such as compiled code, and for work that waits for a process. Each
process has a thread that gives it blocks (`WorkerSupervisor`). No block is lost when a process dies: another process
gets the block again, in parts if it has any; a block that kills two processes gets the answer of `lost`. Work may have
a time limit: a process that exceeds it is killed and replaced, and its block is given out in parts, each with its own
limit.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, as_completed
from contextlib import closing
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Generic, TypeVar, cast

from ..map import StandoffError
from .processes import Stop, Worker, close
from .signals import interrupt_sets

Block = TypeVar("Block")
Answer = TypeVar("Answer")


class WorkersError(StandoffError):
    """The threads or processes cannot be started, or one died over a block for which the caller has no answer."""


def in_threads(
    works: list[Callable[[Block], Answer]],
    blocks: Iterable[Block | None],
    *,
    ordered: bool = True,
    stop: Stop | None = None,
) -> Generator[Answer]:
    """Yield the answer to each block.

    At most twice as many blocks as threads are read before the answer to the first of them is yielded.

    Args:
        works: For each thread, the function that answers a block; its method ``close``, if it has one, is called at the
            end, and stops its work.
        blocks: The blocks, perhaps endless. They are read in the thread that iterates over the answers. None is a
            pause: the next block may take long to arrive, so all answers are yielded before it is read.
        ordered: True for the answers in the order of the blocks, False for each as soon as it is ready.
        stop: Once it is set, no further block is read or started.

    Raises:
        WorkersError: The system allows no more threads.
        Exception: Any exception of the work.

    >>> list(in_threads([sum, sum], [[1, 2], [3, 4], None, [5]]))
    [3, 7, 5]
    """
    free: SimpleQueue[Callable[[Block], Answer]] = SimpleQueue()
    for work in works:
        free.put(work)
    stopping = stop or Stop()
    waiting: dict[Future[Answer], None] = {}

    def answer(block: Block) -> Answer:
        work = free.get()
        try:
            if stopping.is_set():
                raise CancelledError
            return work(block)
        finally:
            free.put(work)

    def answers(most: int) -> Iterator[Answer]:
        """Yield answers until at most so many blocks wait for theirs."""
        while len(waiting) > most:
            future = next(iter(waiting) if ordered else as_completed(waiting))
            del waiting[future]
            try:
                found = future.result()
            except CancelledError:
                continue
            yield found

    pool = ThreadPoolExecutor(len(works))
    try:
        for block in _blocks_until_stopped(stopping, blocks):
            if block is not None:
                try:
                    waiting[pool.submit(answer, block)] = None
                except RuntimeError as fault:
                    raise WorkersError(f"{fault}; take fewer at once (--jobs)") from None
            yield from answers(0 if block is None else 2 * len(works) - 1)
        yield from answers(0)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        close(*works)
        pool.shutdown()


def _blocks_until_stopped(stop: Stop, blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks until a run is stopped."""
    if stop.is_set():
        return
    for block in blocks:
        yield block
        if stop.is_set():
            return


def over_blocks(
    open_work: Callable[[Stop], Callable[[Block], Answer]],
    blocks: Iterable[Block],
    *,
    jobs: int | None = None,
    ordered: bool = True,
    stop: Stop | None = None,
    lost: Callable[[Block], Answer] | None = None,
) -> Generator[Answer]:
    """Yield the answer to each block, computed by processes.

    Args:
        open_work: Called once in each process (`processes.Worker`); it returns the function that answers blocks.
        blocks: The blocks, perhaps endless.
        jobs: The number of processes; all cores if left out. 1 is this process.
        ordered: True for the answers in the order of the blocks, False for each as soon as it is ready.
        stop: Set by the first interrupt (Ctrl-C): then no further block is given out, and unfinished blocks are
            awaited; work that checks it may answer early. A second interrupt, or the first one without a `stop`,
            raises `KeyboardInterrupt` and ends the processes.
        lost: Returns the answer to a block that killed two processes.

    Raises:
        WorkersError: A process dies before it begins, or over a block for which there is no `lost`.
        Exception: Any exception of `open_work` or the work; its notes say where.

    >>> list(over_blocks(lambda stop: sum, [[1, 2], [3, 4]], jobs=1))
    [3, 7]
    """
    jobs = jobs or os.cpu_count() or 1
    stopping = stop or Stop()
    with interrupt_sets(stop):
        if jobs == 1:
            work = open_work(stopping)
            try:
                yield from map(work, _blocks_until_stopped(stopping, blocks))
            finally:
                close(work)
            return
        supervisors = [WorkerSupervisor(open_work, stopping, lost=lost) for _ in range(jobs)]
        with closing(in_threads(list(supervisors), blocks, ordered=ordered, stop=stopping)) as answers:
            for some in answers:
                yield from some


@dataclass(frozen=True, slots=True)
class Limit(Generic[Block, Answer]):
    """The time limit of work.

    Attributes:
        seconds: The limit for a block that has no parts, or for a part.
        together_seconds: The limit for a block that has parts; after it, its parts are worked on one by one.
        late: Returns the answer to a block, or a part of one, that exceeds the limit.
    """

    seconds: float
    together_seconds: float
    late: Callable[[Block], Answer]


_MOST_KILLED_EARLY = 8  # processes of a supervisor killed by a signal before they are ready, such as by lack of memory


class WorkerSupervisor(Generic[Block, Answer]):
    """Answers blocks by a process, started for the first block, and replaced when it dies or exceeds the limit.

    Args:
        open_work: As for `over_blocks`.
        stop: Once it is set, no block is started.
        parts: Splits a block that killed its process, or exceeded the limit.
        lost: Returns the answer to a block without parts, or a part, that killed two processes.
        limit: The time limit of a block.
    """

    def __init__(
        self,
        open_work: Callable[[Stop], Callable[[Block], Answer]],
        stop: Stop,
        *,
        parts: Callable[[Block], Sequence[Block]] | None = None,
        lost: Callable[[Block], Answer] | None = None,
        limit: Limit[Block, Answer] | None = None,
    ) -> None:
        self._open_work, self._stop, self._parts, self._lost, self._limit = open_work, stop, parts, lost, limit
        self._worker: Worker | None = None
        self._closed = False

    def __call__(self, block: Block) -> list[Answer]:
        """Return the answer to a block, or the answers to its parts; fewer if the run is stopped.

        Raises:
            WorkersError: As for `over_blocks`.
            Exception: As for `over_blocks`.
        """
        parts = self._parts(block) if self._parts else ()
        return self._answers(block, parts if len(parts) > 1 else ())

    def _answers(self, block: Block, parts: Sequence[Block]) -> list[Answer]:
        """Return the answers to a block: from one process, then in parts; without parts, from up to two processes."""
        limit, given_up = self._limit, self._lost
        seconds = None if limit is None else limit.together_seconds if parts else limit.seconds
        status = None
        for _ in range(1 if parts else 2):
            worker = self._ready()
            if self._stop.is_set():
                return []
            answer = worker.ask(block, seconds)
            if answer:
                return [cast(Answer, answer[0])]
            late = answer == ()
            status = self._replaced(worker, late=late)
            if late and limit is not None:
                given_up = limit.late
                break
        if parts:
            return [answer for part in parts for answer in self._answers(part, ())]
        if given_up is None:
            raise WorkersError(f"a process died over its work, twice (status {status})")
        return [given_up(block)]

    def _ready(self) -> Worker:
        """Return the ready process; one killed before it is ready is replaced, a limited number of times."""
        status: int | None = -1
        for _ in range(_MOST_KILLED_EARLY):
            try:
                worker = self._worker = self._worker or Worker(self._open_work, self._stop)
            except OSError as fault:
                raise WorkersError(f"no process can be started: {fault.strerror or fault}") from None
            if self._closed:  # in the meantime
                worker.end()
                raise CancelledError
            if worker.ready or worker.next_answer() is not None:
                return worker
            status = self._replaced(worker)
            if status is None or status >= 0:
                break
        raise WorkersError(
            f"a process ended with status {status} before it began; a Python script that uses "
            "several processes needs the line: if __name__ == '__main__':"
        )

    def _replaced(self, worker: Worker, *, late: bool = False) -> int | None:
        """Discard a process that has died or exceeded the limit, to be replaced; return its status."""
        if self._closed:
            raise CancelledError
        self._worker = None
        return worker.end() if late else worker.leave()

    def close(self) -> None:
        """End the process, even while another thread waits for its answer."""
        self._closed = True
        if self._worker is not None:
            self._worker.leave()
