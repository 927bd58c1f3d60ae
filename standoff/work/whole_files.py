"""Files that are written completely or left unchanged."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

from ..text import visible

UNFINISHED = ".part"
"""The suffix of an incomplete file."""


@contextmanager
def errors_as(error: Callable[[str], Exception], name: object) -> Generator[None]:
    """Raise another exception instead of an `OSError`; its message begins with the user's name of the file.

    >>> with errors_as(ValueError, "turns.txt"):
    ...     open("/nowhere/turns.txt")
    Traceback (most recent call last):
        ...
    ValueError: turns.txt: No such file or directory
    """
    try:
        yield
    except OSError as fault:
        raise error(f"{name}: {fault.strerror or fault}") from None


def write_whole(path: Path, content: str | bytes, *, synced: bool = False) -> None:
    """Write all of `content` to a file, or leave the file unchanged; a device or a pipe is written to directly.

    Args:
        path: The file.
        content: The content; text is written as UTF-8, with invisible characters made visible.
        synced: True to wait until the content is on disk.

    Raises:
        OSError: It cannot be written.
    """
    data = content if isinstance(content, bytes) else visible(content).encode()
    with whole_file(path, synced=synced) as part:
        part.write_bytes(data)


def real_path(path: Path) -> Path:
    """Return the path of a file, with links resolved.

    Raises:
        OSError: A link is circular.

    >>> real_path(Path("/tmp/../x")) == Path("/x")
    True
    """
    place = os.path.realpath(path)
    if os.path.islink(place):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return Path(place)


@contextmanager
def whole_file(path: Path, *, synced: bool = True) -> Generator[Path]:
    """Yield the path of a new file to write; it replaces `path` when it is complete.

    Args:
        path: The file. If it exists and is not a regular file, it is yielded itself.
        synced: True to wait until the content is on disk before the file gets its name; otherwise a power failure may
            leave an empty file.

    Raises:
        OSError: It cannot be written.
    """
    target = real_path(path)
    if target.exists() and not target.is_file():
        yield target
        return
    part = target.with_name(f"{target.name}{UNFINISHED}-{uuid4().hex}")  # two machines may write the same file
    try:
        yield part
        if target.exists():
            shutil.copymode(target, part)
        if synced:
            with part.open("rb+") as file:
                os.fsync(file.fileno())
        part.replace(target)
    finally:
        with suppress(OSError):  # it is gone if all went well
            part.unlink()
