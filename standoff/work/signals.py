"""Signals that end a run: an interrupt (Ctrl-C), and in commands also SIGTERM and SIGHUP (the terminal was closed).

All end it in the same way: results so far are kept, and resources are released.
"""

from __future__ import annotations

import os
import signal
import stat
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from threading import Event, current_thread, main_thread
from types import FrameType
from typing import Protocol

_SIGNALS_OF_COMMANDS = (signal.SIGTERM, *([signal.SIGHUP] if sys.platform != "win32" else []))


class EndedBySignal(KeyboardInterrupt):
    """A run is ended by another signal than an interrupt from the keyboard."""


class _Flag(Protocol):
    def is_set(self) -> bool: ...
    def set(self) -> None: ...


class _Last:
    number: int = signal.SIGINT


def exit_status() -> int:
    """Return the exit status of a run that a signal ended: 128 plus its number, as in shells."""
    return 128 + _Last.number


def ending_words() -> str:
    """Return the effect of the last signal that ended a run, in a word or two."""
    return "interrupted" if _Last.number == signal.SIGINT else f"ended by {signal.Signals(_Last.number).name}"


def _end(number: int, _frame: FrameType | None) -> None:
    """Raise the exception that ends a run."""
    _Last.number = number
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    _leave_terminal()
    raise EndedBySignal


def _leave_terminal() -> None:
    """Discard output for a closed terminal: each attempt to write would be an error."""
    for shown in (1, 2):
        with suppress(OSError):
            if stat.S_ISCHR(os.fstat(shown).st_mode) and not os.isatty(shown):
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, shown)
                os.close(nowhere)


@contextmanager
def _handled(numbers: tuple[signal.Signals, ...], handler: signal._HANDLER) -> Generator[None]:
    before = [(number, signal.signal(number, handler)) for number in numbers]
    try:
        yield
    finally:
        for number, earlier in before:
            signal.signal(number, earlier)


@contextmanager
def signals_interrupt() -> Generator[None]:
    """Let SIGTERM and SIGHUP raise a `KeyboardInterrupt`, as SIGINT does, unless they have another handler.

    So ``nohup`` still works.
    """
    _Last.number = signal.SIGINT
    if current_thread() is not main_thread():
        yield
        return
    with _handled(tuple(each for each in _SIGNALS_OF_COMMANDS if signal.getsignal(each) is signal.SIG_DFL), _end):
        yield


@contextmanager
def interrupt_sets(stop: _Flag | None) -> Generator[None]:
    """Let the first interrupt set `stop` and the second one raise; only the main thread receives any.

    So do SIGTERM and SIGHUP within `signals_interrupt`.
    """
    if stop is None or current_thread() is not main_thread():
        yield
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            _end(number, frame)
        with suppress(KeyboardInterrupt):
            _end(number, frame)
        stop.set()

    with _handled((signal.SIGINT, *(each for each in _SIGNALS_OF_COMMANDS if _is_ours(each))), interrupt):
        yield


def _is_ours(number: signal.Signals) -> bool:
    """Return whether a signal raises, or sets a flag, within `signals_interrupt`."""
    return getattr(signal.getsignal(number), "__module__", "") == __name__


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
        _end(_Last.number, None)
