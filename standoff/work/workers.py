"""Work over several processes: blocks are given out in turn, and answered in the order in which they came.

Only a few blocks are read ahead, so that memory stays flat. A process that dies takes no block with it: its block is
given to another one, and if that dies, too, in parts; what kills its process by itself gets the answer that the caller
has for such. Work may have a time limit: a process that is late is killed, and replaced, and its block is given out in
parts, each with the limit for itself. An interrupt from the keyboard is for the main process alone, and no process
outlives that.

Not an executor of the standard library: all its processes write into one pipe, and one that dies while it writes makes
it wait for ever for the rest. Here each has its own pipe, which ends with it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from threading import Thread, current_thread, main_thread
from types import FrameType
from typing import Any, Generic, TypeVar, cast

from ..map import StandoffError

Block = TypeVar("Block")
Answer = TypeVar("Answer")

# A forked process would have the locks of the threads, but not the threads, and the pipes of all processes before it.
_CONTEXT = multiprocessing.get_context("spawn")

_READY, _ANSWER, _FAULT = "ready", "answer", "fault"
_PATIENCE_SECONDS = 2.0


class WorkersError(StandoffError):
    """The processes cannot be started, or one died over a block for which the caller has no answer."""


class Stop:
    """Set once by whoever wants a run to end; shared with its processes.

    It has no lock that one of them could die with.

    >>> stop = Stop()
    >>> stop.is_set()
    False
    >>> stop.set()
    >>> stop.is_set()
    True
    """

    def __init__(self) -> None:
        self._set = _CONTEXT.RawValue("b", 0)

    def is_set(self) -> bool:
        """Tell whether it was set."""
        return bool(self._set.value)

    def set(self) -> None:
        """Set it."""
        self._set.value = 1


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
    with _on_interrupt(stop):
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
        _close(work)


def _close(work: object) -> None:
    close = getattr(work, "close", None)
    if close is not None:
        close()


# -- the main process ------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class _Task(Generic[Block, Answer]):
    """A block, how many processes it may still be given to, and its answer once it is there."""

    block: Block
    tries: int
    whole: bool = True  # False for a part
    done: bool = False
    answer: Answer | None = None


class _Worker:
    """A process that answers one block at a time, until its pipe is closed."""

    def __init__(self, open_work: Callable[[Stop], Any], stop: Stop) -> None:
        self.ready = False
        self.task: _Task[Any, Any] | None = None
        self.due = float("inf")  # when the answer must be there, by the monotonic clock
        self.pipe, there = _CONTEXT.Pipe()
        try:
            self.process = _CONTEXT.Process(target=_serve, args=(there, open_work, stop), daemon=True)
            resource_tracker.ensure_running()  # else the first start starts it, and it lets interrupts through again
            with _interrupt_later():  # it would end a process that is only starting
                self.process.start()
        except BaseException:
            self.pipe.close()
            raise
        finally:
            there.close()

    def give(self, task: _Task[Any, Any], seconds: float) -> None:
        """Give it the block of a task, to be answered within some seconds."""
        self.task, self.due = task, time.monotonic() + seconds
        with suppress(OSError):  # it has died, which `said` tells
            self.pipe.send(task.block)

    def said(self) -> tuple[str, Any] | None:
        """Return what it says, None if it died."""
        try:
            return self.pipe.recv()
        except (EOFError, OSError):
            return None

    def leave(self) -> None:
        """Let the process go: at once if it is at work, else by itself."""
        self.pipe.close()
        if self.task is not None or not self.ready:
            self.process.terminate()

    def join(self) -> None:
        """Wait until the process has gone, and not for long."""
        self.process.join(_PATIENCE_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


class _Crew(Generic[Block, Answer]):
    """The processes of a run, and what they have to do."""

    def __init__(
        self,
        open_work: Callable[[Stop], Callable[[Block], Answer]],
        blocks: Iterator[Block],
        jobs: int,
        ordered: bool,
        stop: Stop,
        parts: Callable[[Block], Sequence[Block]] | None,
        lost: Callable[[Block], Answer] | None,
        limit: Limit[Block, Answer] | None,
        ahead: int,
    ) -> None:
        self.open_work, self.blocks, self.jobs, self.ordered, self.stop = open_work, blocks, jobs, ordered, stop
        self.parts, self.lost, self.limit, self.ahead = parts, lost, limit, ahead
        self.workers: dict[Any, _Worker] = {}  # by the pipe
        self.waiting: list[_Task[Block, Answer]] = []  # not yielded yet, in the order of the blocks
        self.pending: deque[_Task[Block, Answer]] = deque()  # not given out yet, in the same order

    def answers(self) -> Iterator[Answer]:
        """Yield the answers."""
        try:
            while True:
                self.read_ahead()
                if not self.waiting:
                    return
                self.give_out()
                if not any(task.done for task in self.waiting[: 1 if self.ordered else None]):
                    self.listen()
                yield from self.taken()
        finally:
            for worker in self.workers.values():
                worker.leave()
            for worker in self.workers.values():
                worker.join()

    def read_ahead(self) -> None:
        if self.stop.is_set():
            self.waiting = [task for task in self.waiting if task not in self.pending]
            self.pending.clear()
            return
        while len(self.waiting) < self.ahead:
            try:
                block = next(self.blocks)
            except StopIteration:
                return
            task: _Task[Block, Answer] = _Task(block, 2)
            self.waiting.append(task)
            self.pending.append(task)

    def give_out(self) -> None:
        """Give pending tasks to idle processes; start processes for the rest."""
        for worker in self.workers.values():
            if worker.ready and worker.task is None and self.pending:
                task = self.pending.popleft()
                worker.give(task, self.seconds_for(task))
        starting = sum(not worker.ready for worker in self.workers.values())
        for _ in range(min(self.jobs - len(self.workers), len(self.pending) - starting)):
            worker = _Worker(self.open_work, self.stop)
            self.workers[worker.pipe] = worker

    def seconds_for(self, task: _Task[Block, Answer]) -> float:
        """Return how long the block of a task may take."""
        if self.limit is None:
            return float("inf")
        return self.limit.together_seconds if task.whole and len(self.parts_of(task)) > 1 else self.limit.seconds

    def parts_of(self, task: _Task[Block, Answer]) -> Sequence[Block]:
        return self.parts(task.block) if self.parts and task.whole else ()

    def taken(self) -> Iterator[Answer]:
        """Yield what is answered and may be yielded."""
        if self.ordered:
            while self.waiting and self.waiting[0].done:
                yield cast(Answer, self.waiting.pop(0).answer)
            return
        done = [task for task in self.waiting if task.done]
        self.waiting = [task for task in self.waiting if not task.done]
        for task in done:
            yield cast(Answer, task.answer)

    def listen(self) -> None:
        """Wait until a process says something, and note it; end those that are late."""
        due = min((worker.due for worker in self.workers.values() if worker.task), default=float("inf"))
        patience = None if due == float("inf") else max(due - time.monotonic(), 0)
        for pipe in wait(list(self.workers), patience):
            worker = self.workers[pipe]
            said = worker.said()
            if said is None:
                self.bury(worker)
                continue
            kind, content = said
            if kind == _FAULT:
                raise content
            if kind == _READY:
                worker.ready = True
            else:
                assert worker.task is not None
                worker.task.answer, worker.task.done = content, True
                worker.task = None
        if patience is not None:
            now = time.monotonic()
            for worker in [one for one in self.workers.values() if one.task and one.due <= now]:
                if not worker.pipe.poll():  # else it is heard next time
                    self.give_up(worker)

    def give_up(self, worker: _Worker) -> None:
        """End a process that is late, and have others answer the parts of its block, each by itself."""
        task: _Task[Block, Answer] | None = worker.task
        assert task is not None
        assert self.limit is not None
        worker.process.kill()  # it may be in code that hears nothing else
        self.dismiss(worker)
        if not self.divided(task):
            task.answer, task.done = self.limit.late(task.block), True

    def dismiss(self, worker: _Worker) -> None:
        """Let go of a process that has ended, or is ending."""
        del self.workers[worker.pipe]
        worker.pipe.close()
        worker.join()

    def divided(self, task: _Task[Block, Answer]) -> bool:
        """Have the parts of a block answered by themselves, if it has several."""
        some = self.parts_of(task)
        if len(some) < 2:
            return False
        tasks: list[_Task[Block, Answer]] = [_Task(part, 1, whole=False) for part in some]
        at = self.waiting.index(task)
        self.waiting[at : at + 1] = tasks
        self.pending.extendleft(reversed(tasks))
        return True

    def bury(self, worker: _Worker) -> None:
        """Have another process do what a dead one had to do."""
        self.dismiss(worker)
        if not worker.ready:
            raise WorkersError(
                f"a process ended with status {worker.process.exitcode} before it began; a Python script that uses "
                "several processes needs the line: if __name__ == '__main__':"
            )
        task: _Task[Block, Answer] | None = worker.task
        if task is None:
            return
        task.tries -= 1
        if task.tries > 0:
            self.pending.appendleft(task)
        elif self.divided(task):
            pass
        elif self.lost is None:
            raise WorkersError(f"a process died over its work, twice (status {worker.process.exitcode})")
        else:
            task.answer, task.done = self.lost(task.block), True


# -- the processes ---------------------------------------------------------------------------------------------------


def _serve(pipe: Connection, open_work: Callable[[Stop], Callable[[Any], Any]], stop: Stop) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who is interrupted is the main process: it ends this one
    _let_signals_through()
    opened: list[object] = []

    def leave(*_: object) -> None:
        for work in opened:
            with suppress(Exception):
                _close(work)
        os._exit(1)

    signal.signal(signal.SIGTERM, leave)
    Thread(target=_follow, args=(leave,), daemon=True).start()
    try:
        try:
            work = open_work(stop)
        except Exception as fault:
            pipe.send((_FAULT, _told(fault)))
            return
        opened.append(work)
        pipe.send((_READY, None))
        while True:
            block = pipe.recv()
            try:
                said = (_ANSWER, work(block))
            except Exception as fault:
                said = (_FAULT, _told(fault))
            pipe.send(said)
    except (EOFError, OSError):  # nothing more to do
        pass
    finally:
        for work in opened:
            _close(work)


def _told(fault: Exception) -> Exception:
    """Return `fault` with a note of where it was raised: that does not go through the pipe by itself."""
    fault.add_note("".join(traceback.format_exception(fault)))
    return fault


def _follow(leave: Callable[[], None]) -> None:
    """Wait for the end of the main process: one that is killed cannot end the others."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    leave()


# -- signals ---------------------------------------------------------------------------------------------------------


@contextmanager
def _on_interrupt(stop: Stop | None) -> Generator[None]:
    """Have the first interrupt set `stop`, the second one raise; elsewhere than in the main thread none arrives."""
    if stop is None or current_thread() is not main_thread():
        yield
        return

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _interrupt_later() -> Generator[None]:
    """Keep interrupts from this thread, and from the processes that it starts, until they handle them."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _let_signals_through() -> None:
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
