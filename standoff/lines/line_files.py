"""Files of interchange lines, compressed or not."""

from __future__ import annotations

import gzip
import io
import os
import select
import sys
import zlib
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast

from ..map import StandoffError
from ..work import errors_as, is_regular
from .form import CUT_OFF, LONGEST_LINE_BYTES

_GZIP_MARK = b"\x1f\x8b"
_CHUNK_BYTES = 1 << 19
_LINE_BYTES = 1000  # roughly, for a turn with some 30 units
_PACKED = 8  # gzip makes it shorter by this factor, roughly


class LineFileError(StandoffError):
    """A file of lines cannot be read; the message has its name and the reason."""


class LineFile:
    """An open file of lines; a gzip file is decompressed.

    Attributes:
        name: Its name in messages.
        longest_bytes: The most bytes of a line; a longer one is cut off.
        packed: True for a gzip file.
    """

    def __init__(self, raw: BinaryIO, name: str, longest_bytes: int = LONGEST_LINE_BYTES) -> None:
        self.name, self.longest_bytes = name, longest_bytes
        self._raw = cast(io.BufferedReader, raw if hasattr(raw, "peek") else io.BufferedReader(cast(io.RawIOBase, raw)))
        self.packed = self._raw.peek(2)[:2] == _GZIP_MARK
        self._data = cast(io.BufferedReader, gzip.GzipFile(fileobj=self._raw) if self.packed else self._raw)

    @property
    def is_file(self) -> bool:
        """True for a regular file, False for a pipe or a terminal."""
        return is_regular(self._raw)

    @property
    def size_bytes(self) -> int:
        """Its size on disk."""
        return os.fstat(self._raw.fileno()).st_size

    @property
    def read_bytes(self) -> int:
        """The number of these bytes read so far."""
        return self._raw.tell()

    @property
    def expected_lines(self) -> float:
        """The approximate number of its lines; 0 if that cannot be known."""
        return self.size_bytes * (_PACKED if self.packed else 1) / _LINE_BYTES if self.is_file else 0.0

    def blocks(self, most: int) -> Iterator[bytes]:
        """Yield blocks of the lines that have arrived, without waiting for more.

        Args:
            most: The most lines of a block, at least 1.

        Yields:
            Lines, each followed by a newline; invalid UTF-8 is replaced by U+FFFD.

        Raises:
            LineFileError: It is damaged, or can no longer be read.
        """
        return (block for block in self.blocks_and_pauses(most) if block is not None)

    def blocks_and_pauses(self, most: int) -> Iterator[bytes | None]:
        """Yield the lines as `blocks` does, and None for a pause: the next lines may take long to arrive."""
        encoding = "utf-8-sig"  # a byte order mark may precede the first line
        rest = b""
        while part := self._read():
            rest += part
            waiting = self._more_is_waiting()
            if waiting and len(rest) < _CHUNK_BYTES:
                continue
            end = rest.rfind(b"\n") + 1
            if not end and len(rest) > self.longest_bytes:
                end = rest.rfind(b"\r", 0, -1) + 1  # the end of a line in files without line feeds
            if end:
                yield from _parted(_readable(rest[:end], encoding), most)
                rest, encoding = rest[end:], "utf-8"
            if len(rest) > self.longest_bytes:
                rest = rest[: self.longest_bytes] + CUT_OFF
            if not waiting:
                yield None
        if rest:
            yield from _parted(_readable(rest.removesuffix(b"\n") + b"\n", encoding), most)

    def _read(self) -> bytes:
        """Return the bytes that have arrived, or wait for the next ones; empty at the end."""
        try:
            return self._data.read1(_CHUNK_BYTES)
        except (gzip.BadGzipFile, EOFError, zlib.error) as fault:
            raise LineFileError(f"{self.name}: damaged: {fault}") from None
        except OSError as fault:
            raise LineFileError(f"{self.name}: {fault.strerror}") from None

    def _more_is_waiting(self) -> bool:
        """Return whether `_read` would return without waiting; False if that cannot be known."""
        if self.is_file:
            return True
        if self.packed:  # the bytes so far may be too few to decompress
            return False
        try:
            return bool(select.select([self._raw], (), (), 0)[0])
        except (OSError, ValueError, io.UnsupportedOperation):  # e.g. a pipe on Windows
            return False


def _readable(lines: bytes, encoding: str) -> bytes:
    """Return lines that each end in a newline; invalid UTF-8 is replaced by U+FFFD."""
    if lines.isascii() and b"\r" not in lines:
        return lines
    return lines.decode(encoding, "replace").replace("\r\n", "\n").replace("\r", "\n").encode()


def _parted(lines: bytes, most: int) -> Iterator[bytes]:
    """Yield lines in blocks of at most `most` lines, of nearly equal size."""
    if lines.count(b"\n") <= most:
        yield lines
        return
    middle = lines.rfind(b"\n", 0, len(lines) // 2) + 1 or lines.find(b"\n") + 1
    yield from _parted(lines[:middle], most)
    yield from _parted(lines[middle:], most)


@contextmanager
def open_lines(file: str, longest_bytes: int = LONGEST_LINE_BYTES) -> Generator[LineFile]:
    """Open a file of lines, ``-`` for standard input, with lines of at most `longest_bytes`.

    Raises:
        LineFileError: It cannot be opened, or, while it is read, it is damaged.
    """
    if file == "-":
        if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison]
            raise LineFileError("standard input is closed")
        yield LineFile(cast(BinaryIO, sys.stdin.buffer), "standard input", longest_bytes)
        return
    with errors_as(LineFileError, file):
        raw = open(file, "rb")  # noqa: SIM115
    with raw:
        with errors_as(LineFileError, file):
            opened = LineFile(raw, file, longest_bytes)
        yield opened
