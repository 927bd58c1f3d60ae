"""Blocks worked on by threads in parallel, and answered in order.

For work that lets other threads run meanwhile, as compiled code does, and for work that waits for a process
(`workers`). Only a few blocks are read ahead, so that memory stays flat.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from enum import Enum
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from .processes import Stop, close

Block = TypeVar("Block")
Answer = TypeVar("Answer")

_PATIENCE_SECONDS = 2.0


class Pause(Enum):
    """Stands between blocks: the next one may be long in coming, so all blocks so far are to be answered first."""

    NOTHING_YET = "nothing yet"


NOTHING_YET = Pause.NOTHING_YET


def in_threads(
    works: list[Callable[[Block], Answer]],
    blocks: Iterable[Block | Pause],
    *,
    ordered: bool = True,
    ahead: int | None = None,
    stop: Stop | None = None,
) -> Generator[Answer]:
    """Yield the answer to each block.

    Args:
        works: For each thread, the function that answers a block; its method ``close``, if it has one, is called at the
            end, and ends what it is doing.
        blocks: The blocks; they may go on forever. They are read in the thread that iterates over the answers; at a
            pause, all answers are yielded before the next block is read.
        ordered: True for the answers in the order of the blocks, False for each as soon as it is ready.
        ahead: At most this many blocks are read before the answer to the first of them is yielded; twice the number of
            threads if left out.
        stop: Once it is set, no further block is read or begun.

    Raises:
        Exception: Any exception of the work.

    >>> list(in_threads([sum, sum], [[1, 2], [3, 4], [5]]))
    [3, 7, 5]
    """
    tasks: SimpleQueue[tuple[Block, Future[Answer]] | None] = SimpleQueue()
    ready: SimpleQueue[Future[Answer]] = SimpleQueue()
    waiting: dict[Future[Answer], None] = {}

    def answers(most: int) -> Iterator[Answer]:
        """Yield answers until at most so many blocks are waiting for theirs."""
        while len(waiting) > most:
            future = next(iter(waiting)) if ordered else ready.get()
            try:
                answer = future.result()
            except CancelledError:
                continue
            finally:
                del waiting[future]
            yield answer

    # not an executor: at exit, Python waits for its threads however long they take
    threads = [Thread(target=_serve, args=(work, tasks, stop), daemon=True) for work in works]
    try:
        for number, thread in enumerate(threads):
            try:
                thread.start()
            except RuntimeError:  # the system allows no more
                if not number:
                    yield from (works[0](block) for block in _until(stop, blocks) if block is not NOTHING_YET)
                    return
                break
        for block in _until(stop, blocks):
            most = 0
            if block is not NOTHING_YET:
                future = Future[Answer]()
                waiting[future] = None
                if not ordered:
                    future.add_done_callback(ready.put)
                tasks.put((block, future))
                most = (ahead or 2 * len(threads)) - 1
            yield from answers(most)
        yield from answers(0)
    finally:
        with suppress(Empty):
            while True:
                tasks.get_nowait()
        for _ in threads:
            tasks.put(None)
        close(*works)
        due = time.monotonic() + _PATIENCE_SECONDS
        for thread in threads:
            if thread.ident is not None:
                thread.join(max(due - time.monotonic(), 0))


def _until(stop: Stop | None, blocks: Iterable[Block | Pause]) -> Iterator[Block | Pause]:
    """Yield blocks until a run is to stop; none is read then."""
    source = iter(blocks)
    with suppress(StopIteration):
        while stop is None or not stop.is_set():
            yield next(source)


def _serve(
    work: Callable[[Any], Any], tasks: SimpleQueue[tuple[Any, Future[Any]] | None], stop: Stop | None
) -> None:
    while (item := tasks.get()) is not None:
        block, future = item
        if stop is not None and stop.is_set():
            future.cancel()
            continue
        try:
            future.set_result(work(block))
        except BaseException as fault:
            future.set_exception(fault)
