"""Work in a forked process, and which lines of the solver it runs."""

from __future__ import annotations

import importlib
import json
import os
import resource
import signal
import sys
from collections.abc import Callable
from traceback import format_exc
from types import FrameType
from typing import Any

from tools.mutation import catalog


class Hang(BaseException):
    """A fault that makes the solver go on without end."""


def _hang(*_: object) -> None:
    raise Hang


def within(seconds: float, work: Callable[[], Any]) -> Any:
    """Return what `work` returns in a process of `in_child`, None if that takes more than `seconds` of its time."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return work()
    except Hang:
        return None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def in_child(work: Callable[[], Any], limit_seconds: float) -> Any:
    """Return what `work` returns in a forked process, as JSON; None if it dies or takes too long.

    Raises:
        RuntimeError: `work` raised an error.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reader)
            resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
            signal.signal(signal.SIGPROF, _hang)
            signal.alarm(int(limit_seconds))
            with os.fdopen(writer, "w") as out:
                try:
                    message = ["returned", work()]
                except Exception:
                    message = ["raised", format_exc()]
                json.dump(message, out)
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as back:
        text = back.read()
    os.waitpid(child, 0)
    if not text:
        return None
    how, message = json.loads(text)
    if how == "raised":
        raise RuntimeError(message)
    return message


Lines = dict[str, list[int]]
"""By module: the lines of it that a test runs."""


def lines_of(work: Callable[[], object]) -> Lines:
    """Return the lines of the modules of the catalog that `work` runs."""
    files = {str(importlib.import_module(f"standoff.{name}").__file__): name for name in catalog()["modules"]}
    by_module: dict[str, set[int]] = {}

    def line(frame: FrameType, event: str, _: object) -> object:
        if event == "line":
            by_module.setdefault(files[frame.f_code.co_filename], set()).add(frame.f_lineno)
        return line

    def call(frame: FrameType, *_: object) -> object:
        return line if frame.f_code.co_filename in files else None

    sys.settrace(call)
    try:
        work()
    finally:
        sys.settrace(None)
    return {name: sorted(lines) for name, lines in by_module.items()}
