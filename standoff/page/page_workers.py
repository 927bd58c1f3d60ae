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


PATIENCE_SECONDS = 6.0
"""So long may an answer take that nobody wants any more, where ending the process and starting another takes longer."""

POLL_SECONDS = 0.1
"""How often is looked whether an answer is still wanted."""


class _Group:
    """Processes that take requests in turn."""

    def __init__(self, workers: int) -> None:
        self.free: queue.Queue[Worker] = queue.Queue()
        self.workers = workers


class PageWorkers:
    """Some processes that answer requests of the page; what searches has one of its own, and holds up nothing else.

    Args:
        workers: How many requests are answered at once.
        seconds: How long one may take.
    """

    def __init__(self, workers: int = 2, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._quick, self._slow = _Group(workers), _Group(1)
        self._all: set[Worker] = set()
        self._lock = threading.Lock()
        self._closed = False
        for group in (self._quick, self._slow):
            for _ in range(group.workers):
                self._start(group)

    def _start(self, group: _Group) -> None:
        """Start a process, unless all were ended."""
        with self._lock:
            if not self._closed:
                worker = Worker(_open, Stop())
                self._all.add(worker)
                group.free.put(worker)

    def ask(self, text: bytes, *, slow: bool = False, unwanted: Callable[[], bool] = lambda: False) -> bytes | None:
        """Return the answer to a request, both JSON texts; one that takes too long is answered with an error.

        Args:
            text: The request.
            slow: True for one that searches.
            unwanted: Tells whether nobody waits for the answer any more: then it is broken off, and the answer is None.
        """
        began = time.monotonic()
        group = self._slow if slow else self._quick
        try:
            worker = group.free.get(timeout=WAITING_SECONDS)
        except queue.Empty:
            return _error("everything is busy with other requests; try again")
        found: bytes | None = None
        left = False
        with suppress(OSError):  # it was ended meanwhile
            found, left = self._answer(worker, text, unwanted, 0 if slow else PATIENCE_SECONDS)
        if found is not None:
            group.free.put(worker)
            return found
        with self._lock:
            self._all.discard(worker)
        worker.end()
        self._start(group)
        if left:
            return None
        took = time.monotonic() - began
        return _error(f"no answer within {took:.0f} seconds: this turn is too large for the page; try the command")

    def _answer(
        self, worker: Worker, text: bytes, unwanted: Callable[[], bool], patience: float
    ) -> tuple[bytes | None, bool]:
        """Return the answer of a process, None if it gives none in time; and whether nobody wants it any more."""
        began = time.monotonic()
        due = began + self.seconds
        worker.give(text)
        while (left := due - time.monotonic()) > 0:
            if worker.pipe.poll(min(left, POLL_SECONDS)):
                heard = worker.heard()
                if heard is None:
                    return None, False
                if heard:
                    return heard[0], False
            elif time.monotonic() - began >= patience and unwanted():
                return None, True
        return None, False

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            self._closed = True
            workers, self._all = self._all, set()
        for worker in workers:
            worker.end()


def _error(message: str) -> bytes:
    return json.dumps({"error": message}).encode()
