"""A worker process that answers one request at a time over its own pipe, until the pipe is closed.

The executors of libraries do not serve: their processes share a pipe, and if one dies while it writes, the others wait
forever for its lock, or for the rest. Here a pipe ends with its process. Only the main process receives interrupts from
the keyboard, and no process outlives it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import traceback
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

from ..map import allow_boards, allowed_boards

# A forked process would inherit the locks of all threads, but not the threads, and the pipes of all earlier processes.
_CONTEXT = multiprocessing.get_context("spawn")

_EXIT_SECONDS = 2.0

_FROM_TERMINAL = {signal.SIGINT, *([signal.SIGHUP] if sys.platform != "win32" else [])}
"""The signals that a terminal sends to all processes of a run."""


class Stop:
    """A flag that ends a run, shared with its processes.

    It has no lock, so that a process that dies cannot hold one.

    >>> stop = Stop()
    >>> stop.set()
    >>> stop.is_set()
    True
    """

    def __init__(self) -> None:
        self._set = _CONTEXT.RawValue("b", 0)

    def is_set(self) -> bool:
        """Return whether it was set."""
        return bool(self._set.value)

    def set(self) -> None:
        """Set it."""
        self._set.value = 1


class Worker:
    """A worker process.

    Args:
        open_work: Called once in the process. It returns a function that is called with each request; if that has a
            method ``close``, it is called at the end. `open_work` must be a function of a module, or a
            `functools.partial` of one, since it is sent to the process.
        stop: The argument of `open_work`.

    Raises:
        OSError: The system starts no process.

    Attributes:
        ready: True once `open_work` has returned in the process.
        busy: True while the process starts, and while an answer is due.
    """

    def __init__(self, open_work: Callable[[Stop], Callable[[Any], Any]], stop: Stop) -> None:
        self.ready, self.busy = False, True
        self.pipe, other_end = _CONTEXT.Pipe()
        with other_end:
            arguments = (other_end, open_work, stop, allowed_boards())
            self.process = _CONTEXT.Process(target=_serve, args=arguments, daemon=True)
            resource_tracker.ensure_running()  # otherwise the first start does this, and unblocks interrupts
            with _interrupt_later():  # an interrupt would end a process that is still starting
                self.process.start()

    def give(self, request: Any) -> None:
        """Send it a request."""
        self.busy = True
        with suppress(OSError):  # it has died, which `next_answer` reports
            self.pipe.send(request)

    def next_answer(self) -> tuple[Any, ...] | None:
        """Return its next answer as a tuple of one; an empty tuple if it is now ready, None if it died.

        Raises:
            Exception: Any exception of `open_work` or the work; its notes say where.
        """
        try:
            answer, fault = self.pipe.recv()
        except (EOFError, OSError):
            return None
        self.busy = False
        if fault is not None:
            raise fault
        if self.ready:
            return (answer,)
        self.ready = True
        return ()

    def ask(self, request: Any, seconds: float | None = None) -> tuple[Any, ...] | None:
        """Return the answer to a request as a tuple of one; an empty tuple after a timeout, None if the process died.

        The process must be ready.

        Raises:
            Exception: As for `next_answer`.
        """
        self.give(request)
        try:
            return self.next_answer() if self.pipe.poll(seconds) else ()
        except OSError:  # another thread has closed the pipe
            return None

    def leave(self) -> int | None:
        """Let the process close its work and end, or kill it if that takes too long; return its status.

        A busy process is interrupted; a thread that waits for its answer learns that it died.
        """
        if self.busy:
            self.process.terminate()
        else:
            self.pipe.close()
        self.process.join(_EXIT_SECONDS)
        return self.end()

    def end(self) -> int | None:
        """Kill the process, which may be in code that ignores interrupts; return its status."""
        self.process.kill()
        self.process.join()
        self.pipe.close()
        return self.process.exitcode


@contextmanager
def _interrupt_later() -> Generator[None]:
    """Block interrupts in this thread, and in the processes that it starts, until they handle them."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _FROM_TERMINAL)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# -- in the process ---------------------------------------------------------------------------------------------------


def _serve(
    pipe: Connection, open_work: Callable[[Stop], Callable[[Any], Any]], stop: Stop, boards: Sequence[str]
) -> None:
    allow_boards(boards)
    for number in _FROM_TERMINAL:  # the main process is interrupted, and ends this one
        signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _FROM_TERMINAL)
    opened: list[object] = []

    def leave(*_: object) -> None:
        with suppress(Exception):
            close(*opened)
        os._exit(1)

    signal.signal(signal.SIGTERM, leave)
    Thread(target=_follow, args=(leave,), daemon=True).start()
    try:
        work, fault = _answer_or_exception(open_work, stop)
        if fault is None:
            opened.append(work)
        pipe.send((None, fault))
        while fault is None:
            pipe.send(_answer_or_exception(work, pipe.recv()))
    except (EOFError, OSError):  # nothing more to do
        pass
    finally:
        close(*opened)


def _answer_or_exception(work: Callable[[Any], Any], request: Any) -> tuple[Any, Exception | None]:
    """Return the answer to a request, or the exception with its traceback in a note, since pipes drop tracebacks."""
    try:
        return work(request), None
    except Exception as fault:
        fault.add_note("".join(traceback.format_exception(fault)))
        return None, fault


def close(*works: object) -> None:
    """Close work that has a method ``close``."""
    for work in works:
        if closing := getattr(work, "close", None):
            closing()


def _follow(leave: Callable[[], None]) -> None:
    """Wait for the end of the main process, then end: a killed main process cannot end this one."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    leave()
