"""The state file of a long run: the first line identifies the run, every other line is a block of results.

Each line starts with a checksum of it and of all lines before it, so that changed, lost or inserted lines are detected.
An incomplete last line, as after a power failure, is dropped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, TypeVar
from zlib import crc32

from ..map import StandoffError, json_value
from .outputs import errors_as

Json = dict[str, Any]
State = TypeVar("State")


class StateFile:
    """A state file.

    Args:
        path: Where it is.
        header: The data at its start that identify this run.
        run: The name of a run in messages: ``"cross-check"``.
        error: The exception to raise if it does not belong to this run.
    """

    def __init__(self, path: Path, header: Json, run: str, error: type[StandoffError]) -> None:
        self.path = path
        self.header = header
        self.run = run
        self.error = error
        self._sum = 0

    def read(self, block_of: Callable[[Json], State]) -> list[State]:
        """Return its blocks; start it if it is new.

        Args:
            block_of: Returns the block for the data of a line.

        Raises:
            StandoffError: It is of another run, was changed or is not a state file; it cannot be read or written.
        """
        blocks: list[State] = []
        self._sum = 0
        if self.path.exists() and not self.path.is_file():  # a device may have no end
            raise self.error(f"{self.path} is not a file")
        with errors_as(self.error, self.path):
            content = self.path.read_bytes() if self.path.exists() else b""
        *lines, unfinished = content.split(b"\n")
        try:
            if not lines and not seal_line(_text(self.header), 0)[0].startswith(unfinished):
                raise ValueError(f"it begins with {unfinished[:40]!r}")
            for number, line in enumerate(lines, 1):
                written = line + b"\n"
                expected, self._sum = seal_line(written[_SEAL_BYTES:], self._sum)
                if written != expected:
                    raise ValueError(f"line {number} or one before it was changed: its checksum is wrong")
                data: Any = json_value(written[_SEAL_BYTES:])
                if number == 1:
                    self._check(data)
                else:
                    blocks.append(block_of(data))
        except self.error:
            raise
        except (AttributeError, IndexError, KeyError, TypeError, ValueError, StandoffError) as fault:
            raise self.error(f"{self.path}: no state of a {self.run} ({type(fault).__name__}: {fault})") from None
        if lines:
            with errors_as(self.error, self.path):
                os.truncate(self.path, len(content) - len(unfinished))
        else:
            self.begin()
        return blocks

    def begin(self) -> None:
        """Start a new file.

        Raises:
            StandoffError: It cannot be written.
        """
        heading, self._sum = seal_line(_text(self.header), 0)
        with errors_as(self.error, self.path):
            self.path.write_bytes(heading)

    def keep(self, block: Json) -> None:
        """Add a block.

        Raises:
            StandoffError: It cannot be written.
        """
        line, checksum = seal_line(_text(block), self._sum)
        with errors_as(self.error, self.path), self.path.open("ab") as out:
            out.write(line)
        self._sum = checksum

    def _check(self, kept: Json) -> None:
        for key in self.header | kept:
            if kept.get(key) != self.header.get(key):
                kept_value, own_value = json.dumps(kept.get(key)), json.dumps(self.header.get(key))
                raise self.error(f"{self.path} is of another {self.run}: {key} is {kept_value} there, {own_value} here")


_SEAL_BYTES = 9


def seal_line(text: bytes, before: int) -> tuple[bytes, int]:
    """Return a line of a state file, and its checksum; `before` is that of the line before it.

    >>> seal_line(b'{"done": 1}\\n', 0)
    (b'e9ee2411 {"done": 1}\\n', 3924698129)
    """
    checksum = crc32(text, before)
    return b"%08x " % checksum + text, checksum


def checksum_of(file: BinaryIO, size: int) -> int:
    """Return the CRC-32 of the next `size` bytes of a file."""
    checksum = 0
    while part := file.read(min(size, 1 << 20)):
        checksum, size = crc32(part, checksum), size - len(part)
    return checksum


def _text(data: Json) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode() + b"\n"
