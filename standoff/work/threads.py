"""Blocks worked on by threads in parallel, and answered in order.

For work that lets other threads run meanwhile, as compiled code does. Nothing is copied, and only threads are started;
work that may have to be stopped while it runs is for processes (`workers`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from .pauses import NOTHING_YET, Pause
from .processes import close

Block = TypeVar("Block")
Answer = TypeVar("Answer")

_PATIENCE_SECONDS = 2.0


def in_threads(
    works: list[Callable[[Block], Answer]], blocks: Iterable[Block | Pause], *, ahead: int | None = None
) -> Iterator[Answer]:
    """Yield the answer to each block.

    Args:
        works: For each thread, the function that answers a block; its method ``close``, if it has one, is called at the
            end, and ends what it is doing.
        blocks: The blocks; they may go on forever. They are read in the thread that iterates over the answers; at a
            pause, all answers are yielded before the next block is read.
        ahead: At most this many blocks are read before the answer to the first of them is yielded; twice the number of
            threads if left out.

    Raises:
        Exception: Any exception of the work.

    >>> list(in_threads([sum, sum], [[1, 2], [3, 4], [5]]))
    [3, 7, 5]
    """
    tasks: SimpleQueue[tuple[Block, Future[Answer]] | None] = SimpleQueue()
    waiting: deque[Future[Answer]] = deque()
    # not an executor: at exit, Python waits for its threads however long they take
    threads = [Thread(target=_serve, args=(work, tasks), daemon=True) for work in works]
    try:
        for number, thread in enumerate(threads):
            try:
                thread.start()
            except RuntimeError:  # the system allows no more
                if not number:
                    yield from (works[0](block) for block in blocks if block is not NOTHING_YET)
                    return
                break
        for block in blocks:
            most = 0
            if block is not NOTHING_YET:
                waiting.append(Future())
                tasks.put((block, waiting[-1]))
                most = (ahead or 2 * len(threads)) - 1
            while len(waiting) > most:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        with suppress(Empty):
            while True:
                tasks.get_nowait()
        for _ in threads:
            tasks.put(None)
        close(*works)
        for thread in threads:
            if thread.ident is not None:
                thread.join(_PATIENCE_SECONDS)


def _serve(work: Callable[[Any], Any], tasks: SimpleQueue[tuple[Any, Future[Any]] | None]) -> None:
    while (item := tasks.get()) is not None:
        block, future = item
        try:
            future.set_result(work(block))
        except BaseException as fault:
            future.set_exception(fault)
