"""Files that are there with all that was to be written, or as they were before."""

from __future__ import annotations

import os
import shutil
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

from ..text.visible import visible

UNFINISHED = ".part"
"""How the name of a file goes on that is not complete."""


def write_whole(path: Path, content: str | bytes, *, synced: bool = False) -> None:
    """Write a file that is there with all of `content`, or as it was; a device or a pipe is written to as it is.

    Args:
        path: The file.
        content: What it is to hold; a text is written as UTF-8, and what nobody could see in it made visible.
        synced: True to wait until it is on the disk.

    Raises:
        OSError: It cannot be written.
    """
    data = content if isinstance(content, bytes) else visible(content).encode()
    with whole_file(path, synced=synced) as part:
        part.write_bytes(data)


@contextmanager
def whole_file(path: Path, *, synced: bool = True) -> Generator[Path]:
    """Yield where a file is to be written; it takes the place of `path` when that is done.

    Args:
        path: The file. What stands there, unless it is a file, is yielded itself.
        synced: True to wait until its content is on the disk before it gets its name: a power failure may leave the
            name alone otherwise.

    Raises:
        OSError: It cannot be written.
    """
    target = path.resolve()  # where a link leads
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
