"""Processes that answer one request at a time, each with a time limit.

A process whose request takes too long is ended and replaced.
"""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from ..map import JsonError, json_value
from ..text import message
from ..work import Stop, Worker
from .messages import answer, language_of

SECONDS = 20.0
"""The time limit of a request."""

TOO_LARGE = "no answer in time: this turn is too large for the page; try the command"
"""The answer to a request that takes longer; the page itself gives the same one (``ask.js``)."""

WAITING_SECONDS = 30.0
"""The longest time that a request waits for a free process."""


def _open(_stop: Stop) -> Callable[[bytes], bytes]:
    answer({"do": "open", "source": "start"})  # loads everything that a first request needs
    return _answer


def _answer(text: bytes) -> bytes:
    """Return the answer to a request, both JSON texts."""
    try:
        request = json_value(text)
    except JsonError:
        request = None
    try:
        response = answer(request)
    except Exception as fault:
        words = message("this request ended with a fault of standoff", language_of(request))
        response = {"error": f"{words}: {type(fault).__name__}: {fault}"[:500]}
    return json.dumps(response, ensure_ascii=True).encode()


ABANDONED_SECONDS = 6.0
"""An unwanted answer may take this long: restarting its process takes longer."""

POLL_SECONDS = 0.1
"""The interval for checking whether an answer is still wanted."""


class PageWorkers:
    """Processes that answer requests of the page; searches have their own one, and block nothing else.

    Args:
        workers: The number of requests answered at once.
        seconds: The time limit of a request.
    """

    def __init__(self, workers: int = 2, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._quick, self._slow = queue.Queue[Worker](), queue.Queue[Worker]()  # free processes
        self._all: set[Worker] = set()
        self._lock = threading.Lock()
        self._closed = False
        for free in (*[self._quick] * workers, self._slow):
            self._start(free)

    def _start(self, free: queue.Queue[Worker]) -> None:
        """Start a process, unless all have been ended."""
        with self._lock:
            if not self._closed:
                worker = Worker(_open, Stop())
                self._all.add(worker)
                free.put(worker)

    def ask(self, text: bytes, *, slow: bool = False, unwanted: Callable[[], bool] = lambda: False) -> bytes | None:
        """Return the answer to a request, both JSON texts; a late request is answered with an error.

        Args:
            text: The request.
            slow: True for a search.
            unwanted: Returns whether nobody waits for the answer: then the request is abandoned, and the answer is
                None.
        """
        free = self._slow if slow else self._quick
        try:
            worker = free.get(timeout=WAITING_SECONDS)
        except queue.Empty:
            return _error("the server is busy with other requests; try again", text)
        response: bytes | None = None
        left = False
        with suppress(OSError):  # it has ended in the meantime
            response, left = self._answer(worker, text, unwanted, 0 if slow else ABANDONED_SECONDS)
        if response is not None:
            free.put(worker)
            return response
        with self._lock:
            self._all.discard(worker)
        worker.end()
        self._start(free)
        if left:
            return None
        return _error(TOO_LARGE, text)

    def _answer(
        self, worker: Worker, text: bytes, unwanted: Callable[[], bool], abandoned_seconds: float
    ) -> tuple[bytes | None, bool]:
        """Return the answer of a process, None if there is none in time; and whether it is unwanted."""
        began = time.monotonic()
        due = began + self.seconds
        worker.give(text)
        while (left := due - time.monotonic()) > 0:
            if worker.pipe.poll(min(left, POLL_SECONDS)):
                answer = worker.next_answer()
                if answer is None:
                    return None, False
                if answer:
                    return answer[0], False
            elif time.monotonic() - began >= abandoned_seconds and unwanted():
                return None, True
        return None, False

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            self._closed = True
            workers, self._all = self._all, set()
        for worker in workers:
            worker.end()


def _error(words: str, request: bytes) -> bytes:
    """Return an answer that is an error, in the language of the request."""
    try:
        language = language_of(json_value(request))
    except JsonError:
        language = "en"
    return json.dumps({"error": message(words, language)}).encode()
