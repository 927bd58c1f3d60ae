"""Work for processes that a test starts; a module of its own, since whoever loads it should load little."""

from __future__ import annotations

import os
import signal
import struct
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from standoff.work.workers import Stop


def squares(stop: Stop) -> Callable[[int], int]:
    return square


def square(number: int) -> int:
    return number * number


class Deadly:
    """Sums numbers; one number kills the process, as often as it is met, and closing leaves a file."""

    def __init__(self, folder: Path | None, deadly: int) -> None:
        self.folder, self.deadly = folder, deadly

    def __call__(self, numbers: list[int]) -> list[int]:
        if self.deadly in numbers:
            os.kill(os.getpid(), signal.SIGKILL)
        return [number * number for number in numbers]

    def close(self) -> None:
        if self.folder is not None:
            (self.folder / str(os.getpid())).touch()


def deadly(folder: Path | None, number: int, stop: Stop) -> Deadly:
    return Deadly(folder, number)


class HalfSpoken:
    """Dies over one number when a part of its answer is in the pipe."""

    def __call__(self, number: int) -> int:
        if number == 3:
            from multiprocessing import connection

            def begin(pipe: connection.Connection, _: object) -> None:
                os.write(pipe.fileno(), struct.pack("!i", 1000) + b"the beginning of 1000 bytes")
                os.kill(os.getpid(), signal.SIGKILL)

            connection.Connection._send_bytes = begin  # type: ignore[attr-defined]
        return number


def half_spoken(stop: Stop) -> HalfSpoken:
    return HalfSpoken()


def failing(stop: Stop) -> Callable[[int], int]:
    raise ValueError("no peer here")


def dying(stop: Stop) -> Callable[[int], int]:
    os._exit(7)


class Patient:
    """Says which process it is, and works until it is told to stop."""

    def __init__(self, folder: Path, stop: Stop) -> None:
        self.folder, self.stop = folder, stop

    def __call__(self, number: int) -> tuple[int, bool]:
        (self.folder / f"at-{number}").touch()
        while not self.stop.is_set():
            time.sleep(0.005)
        return number, True

    def close(self) -> None:
        (self.folder / f"closed-{os.getpid()}").touch()


class Squares:
    """Squares numbers, the first ones slowest, and counts how many are under way."""

    at = most = 0
    lock = threading.Lock()

    def __init__(self) -> None:
        self.closed = 0

    def __call__(self, number: int) -> int:
        with Squares.lock:
            Squares.at += 1
            Squares.most = max(Squares.most, Squares.at)
        time.sleep(0.02 if number < 2 else 0.001)
        with Squares.lock:
            Squares.at -= 1
        if number == 1000:
            raise ValueError("no square of 1000 here")
        return number * number

    def close(self) -> None:
        self.closed += 1
