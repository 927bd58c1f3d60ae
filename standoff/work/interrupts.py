"""Interrupts (Ctrl-C) that wait until nothing is left half done."""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread
from types import FrameType

from .processes import Stop


@contextmanager
def interrupt_sets(stop: Stop | Event | None) -> Generator[None]:
    """Let the first interrupt set `stop` and the second one raise; only the main thread receives any."""
    if stop is None or current_thread() is not main_thread():
        yield
        return

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def interrupt_waits() -> Generator[None]:
    """Raise the first interrupt at the end of the block, the second one at once."""
    if signal.getsignal(signal.SIGINT) in (signal.SIG_IGN, None):
        yield
        return
    interrupted = Event()
    with interrupt_sets(interrupted):
        yield
    if interrupted.is_set():
        raise KeyboardInterrupt
