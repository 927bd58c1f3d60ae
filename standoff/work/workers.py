"""Work over several processes: blocks are given out in turn, and answered in order.

Each process has a thread that gives it blocks (`threads`). No block is lost when a process dies: another is started and
gets the block again, and if that dies, too, in parts; a part that kills its process gets the caller's answer for such
cases. Work may have a time limit: a process that is late is killed and replaced, and its block is given out in parts,
each with a limit of its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import closing
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from ..map import StandoffError
from .interrupts import interrupt_sets
from .processes import Stop, Worker, close
from .threads import NOTHING_YET, Pause, in_threads

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
            return
        keepers = [Keeper(open_work, stopping, parts=parts, lost=lost, limit=limit) for _ in range(jobs)]
        with closing(in_threads(list(keepers), blocks, ordered=ordered, ahead=ahead, stop=stopping)) as answers:
            for some in answers:
                yield from some


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


MOST_KILLED_EARLY = 8
"""At most this many processes of a keeper may be killed by a signal before they begin; without memory, all would be."""


class Keeper(Generic[Block, Answer]):
    """Answers blocks by a process, which is started when the first block comes, and replaced when it dies or is late.

    The arguments are those of `over_blocks`.
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
        self._busy = self._closed = False

    def __call__(self, block: Block) -> list[Answer]:
        """Return the answer to a block, or the answers to its parts; fewer if the run is to stop.

        Raises:
            WorkersError: As for `over_blocks`.
            Exception: As for `over_blocks`.
        """
        self._busy = True
        try:
            parts = self._parts(block) if self._parts else ()
            return self._answers(block, 2, parts if len(parts) > 1 else ())
        finally:
            self._busy = False

    def _answers(self, block: Block, tries: int, parts: Sequence[Block]) -> list[Answer]:
        """Return the answers to a block that may be given to so many processes, and is then given out in parts."""
        limit, given_up = self._limit, self._lost
        seconds = None if limit is None else limit.together_seconds if parts else limit.seconds
        status = None
        for _ in range(tries):
            worker = self._begun()
            if self._stop.is_set():
                return []
            answer = worker.ask(block, seconds)
            if answer:
                return [cast(Answer, answer[0])]
            status = self._bury(worker, at_once=answer == ())
            if answer == () and limit is not None:
                given_up = limit.late
                break
        if parts:
            return [answer for part in parts for answer in self._answers(part, 1, ())]
        if given_up is None:
            raise WorkersError(f"a process died over its work, twice (status {status})")
        return [given_up(block)]

    def _begun(self) -> Worker:
        """Return the process, ready; one that is killed from outside before it is gets a successor, but not forever."""
        status: int | None = None
        for _ in range(MOST_KILLED_EARLY + 1):
            worker = self._worker = self._worker or Worker(self._open_work, self._stop)
            if self._closed:  # while it was started
                worker.leave(at_once=True)
            if worker.ready or worker.heard() is not None:
                return worker
            status = self._bury(worker)
            if status is None or status >= 0:
                break
        raise WorkersError(
            f"a process ended with status {status} before it began; a Python script that uses "
            "several processes needs the line: if __name__ == '__main__':"
        )

    def _bury(self, worker: Worker, *, at_once: bool = False) -> int | None:
        """Let go of a process that has died or is to be killed, and return its status."""
        if self._closed:
            raise CancelledError
        self._worker = None
        if at_once:
            worker.end()
        else:
            worker.leave(at_once=False)
            worker.join()
        return worker.process.exitcode

    def close(self) -> None:
        """End the process, also while another thread waits for its answer."""
        self._closed = True
        worker = self._worker
        if worker is not None:
            worker.leave(at_once=self._busy)
            worker.join()
