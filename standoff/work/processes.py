"""A process that answers one request at a time, over a pipe of its own, until that is closed.

Not an executor of a library: in those all processes write into one pipe, and one that dies while it writes makes the
others wait for ever for its lock, or for the rest. Here a pipe ends with its process. An interrupt from the keyboard is
for the main process alone, and no process outlives that.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
import traceback
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

# A forked process would have the locks of the threads, but not the threads, and the pipes of all processes before it.
_CONTEXT = multiprocessing.get_context("spawn")

_PATIENCE_SECONDS = 2.0


class Stop:
    """Set once by whoever wants a run to end; shared with its processes.

    It has no lock that one of them could die with.

    >>> stop = Stop()
    >>> stop.is_set()
    False
    >>> stop.set()
    >>> stop.is_set()
    True
    """

    def __init__(self) -> None:
        self._set = _CONTEXT.RawValue("b", 0)

    def is_set(self) -> bool:
        """Tell whether it was set."""
        return bool(self._set.value)

    def set(self) -> None:
        """Set it."""
        self._set.value = 1


class Worker:
    """A process.

    Args:
        open_work: Called once in the process; what it returns is called with each request, and its method ``close``, if
            it has one, at the end. A function of a module, or a `functools.partial` of one: it goes to the process.
        stop: What `open_work` is called with.

    Attributes:
        ready: True once the process said that `open_work` returned.
    """

    def __init__(self, open_work: Callable[[Stop], Callable[[Any], Any]], stop: Stop) -> None:
        self.ready = False
        self.pipe, there = _CONTEXT.Pipe()
        try:
            self.process = _CONTEXT.Process(target=_serve, args=(there, open_work, stop), daemon=True)
            resource_tracker.ensure_running()  # else the first start starts it, and it lets interrupts through again
            with _interrupt_later():  # it would end a process that is only starting
                self.process.start()
        except BaseException:
            self.pipe.close()
            raise
        finally:
            there.close()

    def give(self, request: Any) -> None:
        """Give it something to answer."""
        with suppress(OSError):  # it has died, which `heard` tells
            self.pipe.send(request)

    def heard(self) -> tuple[Any, ...] | None:
        """Return its next answer as a tuple of one; an empty tuple if it says that it is ready, None if it died.

        Raises:
            Exception: What `open_work` or the work raised; its notes say where.
        """
        try:
            answer, fault = self.pipe.recv()
        except (EOFError, OSError):
            return None
        if fault is not None:
            raise fault
        if self.ready:
            return (answer,)
        self.ready = True
        return ()

    def answer(self, request: Any, seconds: float) -> Any | None:
        """Return the answer to a request; None if it does not come in time, or the process dies over it."""
        due = time.monotonic() + seconds
        self.give(request)
        while self.pipe.poll(max(due - time.monotonic(), 0)):
            heard = self.heard()
            if heard != ():
                return heard and heard[0]
        return None

    def leave(self, *, at_once: bool) -> None:
        """Let the process go: what it is at is broken off `at_once`, and its work closed."""
        self.pipe.close()
        if at_once:
            self.process.terminate()

    def join(self) -> None:
        """Wait until the process has gone, and not for long."""
        self.process.join(_PATIENCE_SECONDS)
        if self.process.is_alive():
            self.end()

    def end(self) -> None:
        """End the process, which may be in code that hears nothing else."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


# -- in the process ---------------------------------------------------------------------------------------------------


def _serve(pipe: Connection, open_work: Callable[[Stop], Callable[[Any], Any]], stop: Stop) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who is interrupted is the main process: it ends this one
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    opened: list[object] = []

    def leave(*_: object) -> None:
        with suppress(Exception):
            close(*opened)
        os._exit(1)

    signal.signal(signal.SIGTERM, leave)
    Thread(target=_follow, args=(leave,), daemon=True).start()
    try:
        answer, fault = _tried(open_work, stop)
        if fault is None:
            opened.append(answer)
        pipe.send((None, fault))
        while fault is None:
            pipe.send(_tried(answer, pipe.recv()))
    except (EOFError, OSError):  # nothing more to do
        pass
    finally:
        close(*opened)


def _tried(work: Callable[[Any], Any], request: Any) -> tuple[Any, Exception | None]:
    """Return the answer to a request, or what was raised, noting where: that does not go through the pipe by itself."""
    try:
        return work(request), None
    except Exception as fault:
        fault.add_note("".join(traceback.format_exception(fault)))
        return None, fault


def close(*works: object) -> None:
    """Close work that can be closed."""
    for work in works:
        if closing := getattr(work, "close", None):
            closing()


def _follow(leave: Callable[[], None]) -> None:
    """Wait for the end of the main process: one that is killed cannot end the others."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    leave()


@contextmanager
def _interrupt_later() -> Generator[None]:
    """Keep interrupts from this thread, and from the processes that it starts, until they handle them."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
