"""Work over several processes: blocks are given out in turn, and answered in the order in which they came.

Only a few blocks are read ahead, so that memory stays flat. A process that dies takes no block with it: its block is
given to another one, and if that dies, too, in parts; what kills its process by itself gets the answer that the caller
has for such. Work may have a time limit: a process that is late is killed, and replaced, and its block is given out in
parts, each with the limit for itself.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import takewhile
from multiprocessing.connection import wait
from typing import Any, Generic, TypeVar

from ..map import StandoffError
from .interrupts import interrupt_sets
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
        together_seconds: The limit for a block that has parts; these are worked on one by one if it is not kept.
        late: The answer to a block, or a part of one, that takes longer.
    """

    seconds: float
    together_seconds: float
    late: Callable[[Block], Answer]


def over_blocks(
    open_work: Callable[[Stop], Callable[[Block], Answer]],
    blocks: Iterable[Block],
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
        open_work: Called once in each process; what it returns is called with each block, and its method ``close``, if
            it has one, at the end. A function of a module, or a `functools.partial` of one: it goes to the process.
        blocks: What is to be answered; they may go on for ever.
        jobs: How many processes; as many as there are cores if left out, and 1 is this one.
        ordered: True for the answers in the order of the blocks, False for each as soon as it is there.
        stop: Where it is given, the first interrupt (Ctrl-C) sets it, no further block is given out, and what is under
            way is awaited; work that looks at it may answer early. A second interrupt, or the first one where no `stop`
            is given, raises `KeyboardInterrupt` and ends the processes.
        parts: Parts a block that killed two processes; an answer is then yielded for each part.
        lost: The answer to a block, or a part of one, that kills its process.
        limit: How long a block may take; then none is worked on in this process.
        ahead: At most so many blocks are read before the answer to the first of them is yielded; twice as many as
            there are processes if left out.

    Raises:
        WorkersError: A process dies before it begins, or over a block that `lost` has no answer to.
        Exception: What `open_work` or the work raised; its notes say where.

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
    open_work: Callable[[Stop], Callable[[Block], Answer]], blocks: Iterable[Block], stop: Stop
) -> Iterator[Answer]:
    work = open_work(stop)
    try:
        for block in blocks:
            if stop.is_set():
                return
            yield work(block)
    finally:
        close(work)


# -- several processes ------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class _Task:
    """A block, how many processes it may still be given to, and its answer once it is there."""

    block: Any
    tries: int
    whole: bool = True  # False for a part
    done: bool = False
    answer: Any = None

    def is_done(self) -> bool:
        return self.done


MOST_KILLED_EARLY = 8
"""So many processes of a run may be killed by a signal before they begin; where memory lacks, there is no end to it."""


@dataclass(eq=False)
class _Crew:
    """The processes of a run, and what they have to do: the arguments of `over_blocks`."""

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
    """What each is at, and when the answer must be there, by the monotonic clock."""
    waiting: list[_Task] = field(default_factory=list[_Task])
    """What is not yielded yet, in the order of the blocks."""
    pending: deque[_Task] = field(default_factory=deque[_Task])
    """What is not given out yet, in the same order."""
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
        """Return what may be yielded."""
        if self.ordered:
            return list(takewhile(_Task.is_done, self.waiting))
        return [task for task in self.waiting if task.done]

    def read_ahead(self) -> bool:
        """Read blocks, unless the run is to stop; tell whether anything is to be awaited."""
        if self.stop.is_set():
            self.waiting = [task for task in self.waiting if task not in self.pending]
            self.pending.clear()
        while not self.stop.is_set() and len(self.waiting) < self.ahead:
            try:
                task = _Task(next(self.blocks), 2)
            except StopIteration:
                break
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
        """Wait until a process says something, and note it; end those that are late."""
        due = min((due for _, due in self.at.values()), default=float("inf"))
        by_pipe: dict[Any, Worker] = {worker.pipe: worker for worker in self.workers}
        for pipe in wait(list(by_pipe), None if due == float("inf") else max(due - time.monotonic(), 0)):
            worker = by_pipe[pipe]
            heard = worker.heard()
            if heard is None:
                self.bury(worker)
            elif heard:
                task, _ = self.at.pop(worker)
                (task.answer,), task.done = heard, True
        now = time.monotonic()
        for worker, (task, due) in list(self.at.items()):
            if due <= now and not worker.pipe.poll():  # else it is heard next time
                assert self.limit is not None
                worker.end()
                self.dismiss(worker)
                self.divide(task, self.limit.late)

    def bury(self, worker: Worker) -> None:
        """Have another process do what a dead one had to do."""
        task = self.dismiss(worker)
        status = worker.process.exitcode
        if not worker.ready:
            self.killed_early += 1
            # somebody killed it, which is no fault of the program: another one is started, but not for ever
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
        """Let go of a process that has ended, or must, and return what it was at."""
        self.workers.remove(worker)
        worker.leave(at_once=False)
        worker.join()
        task, _ = self.at.pop(worker, (None, 0.0))
        return task

    def divide(self, task: _Task, given_up: Callable[[Any], Any] | None) -> bool:
        """Have the parts of a block answered by themselves, or give up one that has none; tell whether that is done."""
        some = self.parts_of(task)
        if len(some) > 1:
            tasks = [_Task(part, 1, whole=False) for part in some]
            at = self.waiting.index(task)
            self.waiting[at : at + 1] = tasks
            self.pending.extendleft(reversed(tasks))
        elif given_up is not None:
            task.answer, task.done = given_up(task.block), True
        return len(some) > 1 or task.done
