"""Files as texts: plain or packed by gzip, UTF-8 or UTF-16, no longer than can be read."""

from __future__ import annotations

import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from contextlib import nullcontext
from pathlib import Path

from ..text import quoted
from .faults import CaseError

LONGEST_FILE_BYTES = 10_000_000
"""A file has at most this many bytes, unpacked."""


def file_called(path: str) -> str:
    """Return what messages call a file, ``-`` for standard input."""
    return "standard input" if path == "-" else path


def read_text(path: str) -> str:
    """Return the text of a file, ``-`` for standard input; of what gzip has compressed, the text within.

    Raises:
        CaseError: It cannot be opened, is too long, or is not text.
    """
    name = file_called(path)
    if path == "-" and sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - whoever called closed it
        raise CaseError(f"{name} is closed")
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else Path(path).open("rb") as file:
            data = file.read(LONGEST_FILE_BYTES + 1)
    except OSError as fault:
        raise CaseError(f"{name}: {fault.strerror}") from None
    except ValueError as fault:  # a name with a NUL byte
        raise CaseError(f"{quoted(name)}: not the name of a file: {fault}") from None
    if data.startswith(b"\x1f\x8b") and len(data) <= LONGEST_FILE_BYTES:
        import gzip
        import io
        import zlib

        try:
            data = gzip.GzipFile(fileobj=io.BytesIO(data)).read(LONGEST_FILE_BYTES + 1)
        except (OSError, EOFError, zlib.error) as fault:
            raise CaseError(f"{name}: damaged: {fault}") from None
    if len(data) > LONGEST_FILE_BYTES:
        raise CaseError(f"{name}: a file of more than {LONGEST_FILE_BYTES:,} bytes; no more are read")
    coding = "UTF-16" if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "UTF-8"
    try:
        text = data.decode(coding).removeprefix("\ufeff")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        what = f"byte 0x{data[fault.start]:02x} is not {coding}; save it as UTF-8"
        raise CaseError(f"{name}, line {line}: not a text file: {what}") from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise CaseError(f"{name}, line {line}: not a text file: it holds a NUL byte")
    if not text.strip():
        raise CaseError(f"{name}, line 1: the file is empty; expected powers and their orders")
    return text
