"""Files of interchange lines, compressed or not."""

from __future__ import annotations

import gzip
import io
import os
import select
import stat
import sys
import zlib
from codecs import BOM_UTF8
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast

from ..map import StandoffError
from ..work import NOTHING_YET, Pause, errors_as
from .json_lines import CUT_OFF, LONGEST_LINE_BYTES

GZIP_MARK = b"\x1f\x8b"
_CHUNK_BYTES = 1 << 19
_LINE_BYTES = 1000  # roughly, for a turn with some 30 units
_PACKED = 8  # the factor by which gzip shortens it, roughly


class LineFileError(StandoffError):
    """A file of lines cannot be read; the message names it and says why."""


class LineFile:
    """An open file of lines; a gzip file is decompressed.

    Attributes:
        name: Its name in messages.
        packed: True for a gzip file.
    """

    def __init__(self, raw: BinaryIO, name: str) -> None:
        self.name = name
        self._raw = cast(io.BufferedReader, raw if hasattr(raw, "peek") else io.BufferedReader(cast(io.RawIOBase, raw)))
        self.packed = self._raw.peek(2)[:2] == GZIP_MARK
        self._data = cast(io.BufferedReader, gzip.GzipFile(fileobj=self._raw) if self.packed else self._raw)

    @property
    def is_file(self) -> bool:
        """True for a regular file, False for a pipe or a terminal."""
        try:
            return stat.S_ISREG(os.fstat(self._raw.fileno()).st_mode)
        except (OSError, io.UnsupportedOperation):  # not backed by a file
            return False

    @property
    def size_bytes(self) -> int:
        """Its size on disk."""
        return os.fstat(self._raw.fileno()).st_size

    @property
    def read_bytes(self) -> int:
        """How many of these bytes have been read."""
        return self._raw.tell()

    @property
    def expected_lines(self) -> float:
        """Roughly how many lines it has."""
        return self.size_bytes * (_PACKED if self.packed else 1) / _LINE_BYTES

    def blocks(self, most: int) -> Iterator[bytes]:
        """Yield blocks of lines: the lines that have arrived, without waiting for more.

        Args:
            most: At most this many lines in a block, 1 or more.

        Yields:
            Lines, each followed by a newline; invalid UTF-8 is replaced by U+FFFD.

        Raises:
            LineFileError: It is damaged, or can no longer be read.
        """
        return (block for block in self.blocks_and_pauses(most) if block is not NOTHING_YET)

    def blocks_and_pauses(self, most: int) -> Iterator[bytes | Pause]:
        """Yield the lines as `blocks` does, and a pause when no more have arrived, if that can be known."""
        mark = True  # a byte order mark may stand before the first line
        for text in self._whole_lines():
            if mark:
                text, mark = text.removeprefix(BOM_UTF8), False
            if b"\r" in text:
                text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
            yield from _parted(_readable(text), most)
            if self._nothing_is_waiting():
                yield NOTHING_YET

    def _whole_lines(self) -> Iterator[bytes]:
        """Yield the lines that have arrived, not much more than a chunk at a time."""
        parts: list[bytes] = []
        more_to_come = True
        while more_to_come:
            size, last = sum(map(len, parts)), -1  # in bytes, and the last part with a newline
            while more_to_come and (last < 0 or (size < _CHUNK_BYTES and self._more_is_waiting())):
                part = self._read()
                more_to_come = bool(part)
                if b"\n" in part:
                    last = len(parts)
                elif size > LONGEST_LINE_BYTES:
                    before, parts = _shortened(parts)
                    if before:
                        yield before
                        size = sum(map(len, parts))
                    elif parts[-1] is CUT_OFF:
                        continue
                size += len(part)
                parts.append(part)
            if not more_to_come:
                break
            end = parts[last].rindex(b"\n") + 1
            yield b"".join((*parts[:last], parts[last][:end]))
            parts = [parts[last][end:], *parts[last + 1 :]]
        last_part = b"".join(parts)
        if last_part:
            yield last_part if last_part.endswith(b"\n") else last_part + b"\n"

    def _read(self) -> bytes:
        """Return the bytes that have arrived, or wait for some; empty at the end."""
        try:
            return self._data.read1(_CHUNK_BYTES)
        except (gzip.BadGzipFile, EOFError, zlib.error) as fault:
            raise LineFileError(f"{self.name}: damaged: {fault}") from None
        except OSError as fault:
            raise LineFileError(f"{self.name}: {fault.strerror}") from None

    def _more_is_waiting(self) -> bool:
        """Return whether `_read` would return at once."""
        return self.is_file or self._something_came() is True

    def _nothing_is_waiting(self) -> bool:
        """Return whether `_read` would wait; False if that cannot be known."""
        return not self.is_file and self._something_came() is False

    def _something_came(self) -> bool | None:
        """Return whether there is something in a pipe; None if that cannot be known."""
        if self.packed:  # what has arrived may be too little to decompress anything
            return None
        try:
            return bool(select.select([self._raw], (), (), 0)[0])
        except (OSError, ValueError, io.UnsupportedOperation):  # e.g. a pipe on Windows
            return None


def _shortened(parts: list[bytes]) -> tuple[bytes, list[bytes]]:
    """Return the whole lines at the start of an overlong line (ended by carriage returns), and the rest, cut off."""
    if parts[-1] is CUT_OFF:
        return b"", parts
    text = b"".join(parts)
    end = text.rfind(b"\r", 0, -1) + 1  # the end of a line in files without line feeds
    return (text[:end], [text[end:]]) if end else (b"", [text[:LONGEST_LINE_BYTES], CUT_OFF])


def _readable(text: bytes) -> bytes:
    """Return a text with invalid UTF-8 replaced by U+FFFD."""
    if text.isascii():
        return text
    try:
        text.decode()
    except UnicodeDecodeError:
        return text.decode("utf-8", "replace").encode()
    return text


def _parted(lines: bytes, most: int) -> Iterator[bytes]:
    """Yield lines in blocks of at most `most` lines."""
    if lines.count(b"\n") <= most:
        yield lines
        return
    each = lines.splitlines(keepends=True)
    for first in range(0, len(each), most):
        yield b"".join(each[first : first + most])


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
    with errors_as(LineFileError, file):
        raw = open(file, "rb")  # noqa: SIM115
    with raw:
        with errors_as(LineFileError, file):
            opened = LineFile(raw, file)
        yield opened
