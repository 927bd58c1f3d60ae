"""Work over several processes: blocks are given out in turn, and answered in order.

Only a few blocks are read ahead, so that memory stays flat. No block is lost when a process dies: the block is given to
another process, and if that dies, too, in parts; a part that kills its process gets the caller's answer for such cases.
Work may have a time limit: a process that is late is killed and replaced, and its block is given out in parts, each
with a limit of its own.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from multiprocessing.connection import wait
from operator import attrgetter
from typing import Any, Generic, TypeVar

from ..map import StandoffError
from .interrupts import interrupt_sets
from .pauses import NOTHING_YET, Pause
from .processes import Stop, Worker, close

Block = TypeVar("Block")
Answer = TypeVar("Answer")


class WorkersError(StandoffError):
    """The processes cannot be started, or one died over a block for which the caller has no answer."""


@dataclass(frozen=True, slots=True)
class Limit(Generic[Block, Answer]):
    """How long work may take.

    Attributes:
        seconds: The limit for a block that has no parts, or for a part.
        together_seconds: The limit for a block that has parts; past it, they are worked on one by one.
        late: Returns the answer to a block, or a part of one, that takes longer.
    """

    seconds: float
    together_seconds: float
    late: Callable[[Block], Answer]


def over_blocks(
    open_work: Callable[[Stop], Callable[[Block], Answer]],
    blocks: Iterable[Block | Pause],
    *,
    jobs: int | None = None,
    ordered: bool = True,
    stop: Stop | None = None,
    parts: Callable[[Block], Sequence[Block]] | None = None,
    lost: Callable[[Block], Answer] | None = None,
    limit: Limit[Block, Answer] | None = None,
    ahead: int | None = None,
) -> Iterator[Answer]:
    """Yield the answer to each block.

    Args:
        open_work: Called once in each process (`processes.Worker`); it returns the function that answers blocks.
        blocks: The blocks; they may go on forever. At a pause, all answers are yielded before the next block is read.
        jobs: How many processes; as many as there are cores if left out. 1 is this process.
        ordered: True for the answers in the order of the blocks, False for each as soon as it is ready.
        stop: If given, the first interrupt (Ctrl-C) sets it, no further block is given out, and blocks under way are
            awaited; work that looks at it may answer early. A second interrupt, or the first one without a `stop`,
            raises `KeyboardInterrupt` and ends the processes.
        parts: Splits a block that killed two processes; an answer is then yielded for each part.
        lost: Returns the answer to a block, or a part of one, that kills its process.
        limit: How long a block may take; with it, none is worked on in this process.
        ahead: At most this many blocks are read before the answer to the first of them is yielded; twice the number of
            processes if left out.

    Raises:
        WorkersError: A process dies before it begins, or over a block for which there is no `lost`.
        Exception: Any exception of `open_work` or the work; its notes say where.

    >>> list(over_blocks(lambda stop: sum, [[1, 2], [3, 4]], jobs=1))
    [3, 7]
    """
    jobs = jobs or os.cpu_count() or 1
    stopping = stop or Stop()
    with interrupt_sets(stop):
        if jobs == 1 and limit is None:
            yield from _alone(open_work, blocks, stopping)
        else:
            crew = _Crew(open_work, iter(blocks), jobs, ordered, stopping, parts, lost, limit, ahead or 2 * jobs)
            yield from crew.answers()


def _alone(
    open_work: Callable[[Stop], Callable[[Block], Answer]], blocks: Iterable[Block | Pause], stop: Stop
) -> Iterator[Answer]:
    work = open_work(stop)
    try:
        for block in blocks:
            if stop.is_set():
                return
            if block is not NOTHING_YET:
                yield work(block)
    finally:
        close(work)


# -- several processes ------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class _Task:
    """A block, how many processes it may still be given to, and its answer once there is one."""

    block: Any
    tries: int
    whole: bool = True  # False for a part
    done: bool = False
    answer: Any = None


MOST_KILLED_EARLY = 8
"""At most this many processes of a run may be killed by a signal before they begin; without memory, all would be."""


@dataclass(eq=False)
class _Crew:
    """The processes of a run and their work; the first attributes are the arguments of `over_blocks`."""

    open_work: Callable[[Stop], Callable[[Any], Any]]
    blocks: Iterator[Any]
    jobs: int
    ordered: bool
    stop: Stop
    parts: Callable[[Any], Sequence[Any]] | None
    lost: Callable[[Any], Any] | None
    limit: Limit[Any, Any] | None
    ahead: int
    workers: list[Worker] = field(default_factory=list[Worker])
    at: dict[Worker, tuple[_Task, float]] = field(default_factory=dict[Worker, tuple[_Task, float]])
    """The task of each, and when its answer is due, by the monotonic clock."""
    waiting: list[_Task] = field(default_factory=list[_Task])
    """The tasks not yielded yet, in the order of the blocks."""
    pending: deque[_Task] = field(default_factory=deque[_Task])
    """The tasks not given out yet, in the same order."""
    paused: bool = False
    """True while no block is read because the source has none for now."""
    killed_early: int = 0
    """How many processes were killed before they began."""

    def answers(self) -> Iterator[Any]:
        """Yield the answers."""
        try:
            while self.read_ahead():
                self.give_out()
                if not self.answered():
                    self.listen()
                done = self.answered()
                self.waiting = [task for task in self.waiting if task not in done]
                for task in done:
                    yield task.answer
        finally:
            for worker in self.workers:
                worker.leave(at_once=worker in self.at or not worker.ready)
            for worker in self.workers:
                worker.join()

    def answered(self) -> list[_Task]:
        """Return the tasks whose answers may be yielded."""
        if self.ordered:
            return list(takewhile(attrgetter("done"), self.waiting))
        return [task for task in self.waiting if task.done]

    def read_ahead(self) -> bool:
        """Read blocks, unless the run is to stop; return whether any answer is awaited."""
        if self.stop.is_set():
            self.waiting = [task for task in self.waiting if task not in self.pending]
            self.pending.clear()
        self.paused = self.paused and bool(self.waiting)
        while not (self.stop.is_set() or self.paused) and len(self.waiting) < self.ahead:
            try:
                block = next(self.blocks)
            except StopIteration:
                break
            if block is NOTHING_YET:
                self.paused = bool(self.waiting)
                continue
            task = _Task(block, 2)
            self.waiting.append(task)
            self.pending.append(task)
        return bool(self.waiting)

    def give_out(self) -> None:
        """Give pending tasks to idle processes; start processes for the rest."""
        for worker in self.workers:
            if worker.ready and worker not in self.at and self.pending:
                task = self.pending.popleft()
                self.at[worker] = task, time.monotonic() + self.seconds_for(task)
                worker.give(task.block)
        starting = sum(not worker.ready for worker in self.workers)
        for _ in range(min(self.jobs - len(self.workers), len(self.pending) - starting)):
            self.workers.append(Worker(self.open_work, self.stop))

    def seconds_for(self, task: _Task) -> float:
        """Return how long the block of a task may take."""
        if self.limit is None:
            return float("inf")
        return self.limit.together_seconds if len(self.parts_of(task)) > 1 else self.limit.seconds

    def parts_of(self, task: _Task) -> Sequence[Any]:
        return self.parts(task.block) if self.parts and task.whole else ()

    def listen(self) -> None:
        """Wait for an answer from a process, and note it; end processes that are late."""
        due = min((due for _, due in self.at.values()), default=float("inf"))
        by_pipe: dict[Any, Worker] = {worker.pipe: worker for worker in self.workers}
        for pipe in wait(list(by_pipe), None if due == float("inf") else max(due - time.monotonic(), 0)):
            worker = by_pipe[pipe]
            answer = worker.heard()
            if answer is None:
                self.bury(worker)
            elif answer:
                task, _ = self.at.pop(worker)
                (task.answer,), task.done = answer, True
        clock = time.monotonic()
        for worker, (task, due) in list(self.at.items()):
            if due <= clock and not worker.pipe.poll():  # else it is heard next time
                assert self.limit is not None
                worker.end()
                self.dismiss(worker)
                self.divide(task, self.limit.late)

    def bury(self, worker: Worker) -> None:
        """Give the task of a dead process to another."""
        task = self.dismiss(worker)
        status = worker.process.exitcode
        if not worker.ready:
            self.killed_early += 1
            # it was killed from outside, not by a fault of the program: another is started, but not forever
            if status is not None and status < 0 and self.killed_early <= MOST_KILLED_EARLY:
                return
            raise WorkersError(
                f"a process ended with status {status} before it began; a Python script that uses "
                "several processes needs the line: if __name__ == '__main__':"
            )
        if task is None:
            return
        task.tries -= 1
        if task.tries > 0:
            self.pending.appendleft(task)
        elif not self.divide(task, self.lost):
            raise WorkersError(f"a process died over its work, twice (status {status})")

    def dismiss(self, worker: Worker) -> _Task | None:
        """Let go of a process that has ended, or must, and return its task."""
        self.workers.remove(worker)
        worker.leave(at_once=False)
        worker.join()
        task, _ = self.at.pop(worker, (None, 0.0))
        return task

    def divide(self, task: _Task, given_up: Callable[[Any], Any] | None) -> bool:
        """Give out the parts of a block one by one, or give up one without parts; return whether that was possible."""
        parts = self.parts_of(task)
        if len(parts) > 1:
            tasks = [_Task(part, 1, whole=False) for part in parts]
            at = self.waiting.index(task)
            self.waiting[at : at + 1] = tasks
            self.pending.extendleft(reversed(tasks))
        elif given_up is not None:
            task.answer, task.done = given_up(task.block), True
        return len(parts) > 1 or task.done
