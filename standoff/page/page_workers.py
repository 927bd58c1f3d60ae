"""Processes that answer one request at a time, each with a time limit.

A process whose request takes too long is ended, and replaced by another one.
"""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from ..work.processes import Stop, Worker
from .messages import answer

SECONDS = 20.0
"""A request may take this long."""

WAITING_SECONDS = 30.0
"""A request waits at most this long for a process that is free."""


def _open(_stop: Stop) -> Callable[[bytes], bytes]:
    answer({"do": "open", "source": "start"})  # what every first request needs is loaded by now
    return _answer


def _answer(text: bytes) -> bytes:
    """Return the answer to a request, both JSON texts."""
    try:
        request = json.loads(text)
    except (ValueError, RecursionError):
        request = None
    try:
        found = answer(request)
    except Exception as fault:
        found = {"error": f"this request ended with a fault of standoff: {type(fault).__name__}: {fault}"[:500]}
    return json.dumps(found, ensure_ascii=True).encode()


class PageWorkers:
    """Some processes that answer requests of the page.

    Args:
        workers: How many requests are answered at once.
        seconds: How long one may take.
    """

    def __init__(self, workers: int = 2, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._free: queue.Queue[Worker] = queue.Queue()
        self._all: set[Worker] = set()
        self._lock = threading.Lock()
        self._closed = False
        for _ in range(workers):
            self._start()

    def _start(self) -> None:
        """Start a process, unless all were ended."""
        with self._lock:
            if not self._closed:
                worker = Worker(_open, Stop())
                self._all.add(worker)
                self._free.put(worker)

    def ask(self, text: bytes) -> bytes:
        """Return the answer to a request, both JSON texts; one that takes too long is answered with an error."""
        began = time.monotonic()
        try:
            worker = self._free.get(timeout=WAITING_SECONDS)
        except queue.Empty:
            return _error("everything is busy with other requests; try again")
        found: bytes | None = None
        with suppress(OSError):  # it was ended meanwhile
            found = worker.answer(text, self.seconds)
        if found is not None:
            self._free.put(worker)
            return found
        with self._lock:
            self._all.discard(worker)
        worker.end()
        self._start()
        took = time.monotonic() - began
        return _error(f"no answer within {took:.0f} seconds: this turn is too large for the page; try the command")

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            self._closed = True
            workers, self._all = self._all, set()
        for worker in workers:
            worker.end()


def _error(message: str) -> bytes:
    return json.dumps({"error": message}).encode()
