"""Files of interchange lines, compressed or not."""

from __future__ import annotations

import gzip
import io
import os
import stat
import sys
import zlib
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, BinaryIO, cast

from ...map import StandoffError

GZIP_MARK = b"\x1f\x8b"


class LineFileError(StandoffError):
    """A file of lines cannot be read; the message names it and says why."""


class LineFile:
    """An open file of lines; iterating yields them. What gzip has compressed is read as it was before.

    Attributes:
        name: What messages call it.
    """

    def __init__(self, raw: BinaryIO, name: str) -> None:
        self.name = name
        self._raw = cast(io.BufferedReader, raw if hasattr(raw, "peek") else io.BufferedReader(cast(io.RawIOBase, raw)))
        packed = self._raw.peek(2)[:2] == GZIP_MARK
        data = gzip.GzipFile(fileobj=self._raw) if packed else self._raw
        self._lines: IO[str] = io.TextIOWrapper(cast(IO[bytes], data), encoding="utf-8-sig", errors="replace")

    @property
    def is_file(self) -> bool:
        """True for a regular file, False for a pipe or a terminal."""
        try:
            return stat.S_ISREG(os.fstat(self._raw.fileno()).st_mode)
        except (OSError, io.UnsupportedOperation):  # no file behind it
            return False

    @property
    def size_bytes(self) -> int:
        """Its size on the disk."""
        return os.fstat(self._raw.fileno()).st_size

    @property
    def read_bytes(self) -> int:
        """How much of that was read."""
        return self._raw.tell()

    def __iter__(self) -> Iterator[str]:
        try:
            yield from self._lines
        except (gzip.BadGzipFile, EOFError, zlib.error) as fault:
            raise LineFileError(f"{self.name}: damaged: {fault}") from None
        except OSError as fault:
            raise LineFileError(f"{self.name}: {fault.strerror}") from None


@contextmanager
def open_lines(file: str) -> Generator[LineFile]:
    """Open a file of lines, ``-`` for standard input.

    Raises:
        LineFileError: It cannot be opened, or, while it is read, it is damaged.
    """
    if file == "-":
        if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison]
            raise LineFileError("standard input is closed")
        yield LineFile(cast(BinaryIO, sys.stdin.buffer), "standard input")
        return
    try:
        raw = open(file, "rb")  # noqa: SIM115
    except OSError as fault:
        raise LineFileError(f"{file}: {fault.strerror}") from None
    with raw:
        try:
            opened = LineFile(raw, file)
        except OSError as fault:
            raise LineFileError(f"{file}: {fault.strerror}") from None
        yield opened


def open_answers(path: Path, name: str) -> IO[str]:
    """Open a new file for answers, compressed if `name`, which it will get, ends with ``.gz``."""
    if name.endswith(".gz"):
        return cast(IO[str], gzip.open(path, "wt", encoding="utf-8"))
    return path.open("w", encoding="utf-8")
