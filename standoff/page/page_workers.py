"""Processes that answer one request at a time, each with a time limit.

A process whose request takes too long is ended, and replaced by another one.
"""

from __future__ import annotations

import json
import multiprocessing
import queue
import threading
import time
from multiprocessing.connection import Connection
from typing import Any

from .messages import answer

Json = dict[str, Any]

SECONDS = 20.0
"""A request may take this long."""

WAITING_SECONDS = 30.0
"""A request waits at most this long for a process that is free."""


def _serve(pipe: Connection) -> None:
    """Answer requests, JSON texts, until the pipe closes."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started us ends us
    answer({"do": "open", "source": "start"})  # what every first request needs is loaded by now
    while True:
        try:
            text = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        try:
            request = json.loads(text)
        except (ValueError, RecursionError):
            request = None
        try:
            found = answer(request)
        except Exception as fault:
            found = {"error": f"this request ended with a fault of standoff: {type(fault).__name__}: {fault}"[:500]}
        pipe.send_bytes(json.dumps(found, ensure_ascii=True).encode())


class _PageWorker:
    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(other,), daemon=True)
        self.process.start()
        other.close()

    def ask(self, text: bytes, seconds: float) -> bytes | None:
        """Return the answer; None if it is late or the process ends."""
        try:
            self.pipe.send_bytes(text)
            if self.pipe.poll(seconds):
                return self.pipe.recv_bytes()
        except (EOFError, OSError):
            pass
        return None

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class PageWorkers:
    """Some processes that answer requests of the page.

    Args:
        workers: How many requests are answered at once.
        seconds: How long one may take.
    """

    def __init__(self, workers: int = 2, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._free: queue.Queue[_PageWorker] = queue.Queue()
        self._all: set[_PageWorker] = set()
        self._lock = threading.Lock()
        self._closed = False
        for _ in range(workers):
            self._free.put(self._new())

    def _new(self) -> _PageWorker:
        worker = _PageWorker()
        with self._lock:
            self._all.add(worker)
        return worker

    def ask(self, text: bytes) -> bytes:
        """Return the answer to a request, both JSON texts; one that takes too long is answered with an error."""
        began = time.monotonic()
        try:
            worker = self._free.get(timeout=WAITING_SECONDS)
        except queue.Empty:
            return _error("everything is busy with other requests; try again")
        found = worker.ask(text, self.seconds)
        if found is None:
            with self._lock:
                self._all.discard(worker)
                closed = self._closed
            worker.end()
            if not closed:
                self._free.put(self._new())
            took = time.monotonic() - began
            return _error(f"no answer within {took:.0f} seconds: this turn is too large for the page; try the command")
        self._free.put(worker)
        return found

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            self._closed = True
            workers, self._all = self._all, set()
        for worker in workers:
            worker.end()


def _error(message: str) -> bytes:
    return json.dumps({"error": message}).encode()
