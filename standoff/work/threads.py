"""Blocks worked on by threads side by side, and answered in the order in which they came.

For work that lets other threads run meanwhile, as compiled code does. Nothing is copied, and nothing started but the
threads; what has to be stopped while it runs is for processes (`workers`).
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
        works: What answers a block, for each thread; its method ``close``, if it has one, is called at the end, and
            ends what it is at.
        blocks: What is to be answered; they may go on for ever. They are read by who asks for the answers; behind a
            pause all answers are there before the next one is read.
        ahead: At most so many blocks are read before the answer to the first of them is yielded; twice as many as
            there are threads if left out.

    Raises:
        Exception: What the work raised.

    >>> list(in_threads([sum, sum], [[1, 2], [3, 4], [5]]))
    [3, 7, 5]
    """
    given: SimpleQueue[tuple[Block, Future[Answer]] | None] = SimpleQueue()
    waiting: deque[Future[Answer]] = deque()
    # not those of an executor, which Python waits for at its end however long they take
    threads = [Thread(target=_serve, args=(work, given), daemon=True) for work in works]
    try:
        for number, thread in enumerate(threads):
            try:
                thread.start()
            except RuntimeError:  # the system gives no more of them
                if not number:
                    yield from (works[0](block) for block in blocks if block is not NOTHING_YET)
                    return
                break
        for block in blocks:
            most = 0
            if block is not NOTHING_YET:
                waiting.append(Future())
                given.put((block, waiting[-1]))
                most = (ahead or 2 * len(threads)) - 1
            while len(waiting) > most:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        with suppress(Empty):
            while True:
                given.get_nowait()
        for _ in threads:
            given.put(None)
        close(*works)
        for thread in threads:
            if thread.ident is not None:
                thread.join(_PATIENCE_SECONDS)


def _serve(work: Callable[[Any], Any], given: SimpleQueue[tuple[Any, Future[Any]] | None]) -> None:
    while (item := given.get()) is not None:
        block, future = item
        try:
            future.set_result(work(block))
        except BaseException as fault:
            future.set_exception(fault)
