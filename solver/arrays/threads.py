"""Many turns or games shared out among threads: compiled code lets them run side by side.

The threads stay from one call to the next: starting one takes as long as some hundred turns. The caller does a share.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise

LEAST_A_THREAD = 256
"""Fewer turns or games than this are not worth a thread of their own."""

_MOST_THREADS = 256


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_MOST_THREADS, "standoff")  # it starts a thread only where none is idle


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)  # a forked process has none of the threads


def share_out(part: Callable[[int, int], None], count: int, most: int, threads: int | None) -> None:
    """Do `count` turns or games, in parts of equal size, which the threads take one after another.

    Args:
        part: Does those from its first argument up to, not including, its second.
        count: How many there are.
        most: How many a part may have.
        threads: How many threads; as many as the machine has cores if None.
    """
    threads = max(1, min(threads or os.cpu_count() or 1, count // LEAST_A_THREAD, _MOST_THREADS))
    parts = threads * -(-count // (threads * most))
    ranges = iter([*pairwise(count * n // parts for n in range(parts + 1))] if parts else [])

    def work() -> None:
        try:
            for first, last in ranges:
                part(first, last)
        except BaseException:
            for _ in ranges:  # nobody begins another part
                pass
            raise

    others = [_pool().submit(work) for _ in range(threads - 1)]
    try:
        work()
    finally:
        for other in others:
            if not other.cancel():  # one that has not begun has nothing to do any more
                other.result()
