"""Many turns or games shared out among threads: compiled code lets them run side by side."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

LEAST_A_THREAD = 256
"""Fewer turns or games than this are not worth a thread of their own."""


def share_out(part: Callable[[int, int], None], count: int, most: int, threads: int | None) -> None:
    """Do `count` turns or games, in parts of equal size, which the threads take one after another.

    Args:
        part: Does those from its first argument up to, not including, its second.
        count: How many there are.
        most: How many a part may have.
        threads: How many threads; as many as the machine has cores if None.
    """
    threads = max(1, min(threads or os.cpu_count() or 1, count // LEAST_A_THREAD))
    parts = threads * -(-count // (threads * most))
    ranges = list(pairwise(count * n // parts for n in range(parts + 1))) if parts else []
    if threads == 1:
        for first, last in ranges:
            part(first, last)
        return
    with ThreadPoolExecutor(threads) as pool:
        for done in [pool.submit(part, first, last) for first, last in ranges]:
            done.result()
