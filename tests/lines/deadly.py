"""Work on lines for other processes that a test lets die or fail; a module of its own, so that they load little."""

from __future__ import annotations

import os
import signal
import time

from standoff.lines.answering import LineReplies, answers_singly

KILLER = '{"id": "kill", "units": {"FRANCE": ["A PAR"]}}'
"""The line that kills who works on it."""


def hears_interrupts() -> None:
    """Let a child hear Ctrl-C whatever its parent does with it (a shell ignores it for what runs in the background)."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def dying(block: bytes) -> LineReplies:
    """Answer lines, unless one of them says to die."""
    if b'"kill"' in block:
        os.kill(os.getpid(), signal.SIGKILL)
    return answers_singly(block)


def never_ending(block: bytes) -> LineReplies:
    """Answer lines, unless one of them says to go on for ever, and to hear nothing."""
    if b'"endless"' in block:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            time.sleep(60)
    return answers_singly(block)


def remembering(block: bytes) -> LineReplies:
    """Answer lines, unless one of them says to take more memory than there is."""
    if b'"huge"' in block:
        try:
            bytearray(1 << 31)
        except MemoryError as fault:
            from standoff.lines import answering

            answer = answering._error("huge", fault)  # pyright: ignore[reportPrivateUsage]
            return LineReplies(answering.written(answer).encode() + b"\n", 1, 1)
    return answers_singly(block)
