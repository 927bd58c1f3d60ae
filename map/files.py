"""Untrusted files: reads only regular ones of limited size, and checks the file names in them."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

MOST_BYTES = 10_000_000
"""Limit of the size of a file."""


def read_file(path: Path, most_bytes: int = MOST_BYTES) -> bytes:
    """Return the content of a file.

    Raises:
        OSError: The file cannot be read, is too long, or is a pipe or a device, which may never end.

    >>> read_file(Path("/dev/zero"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    OSError: ... not a regular file: '/dev/zero'
    """
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):  # opening a folder raises the right error
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    with path.open("rb") as file:
        content = file.read(most_bytes + 1)
    if len(content) > most_bytes:
        raise OSError(errno.EFBIG, f"more than {most_bytes:,} bytes; no more are read", str(path))
    return content


def file_beside(file: Path, name: str) -> Path | None:
    """Return the path of a file that an untrusted file names, None if it is not in the same folder or below.

    An untrusted file must not name files elsewhere on this machine or on another one (``//host/share``).

    >>> file_beside(Path("boards/mine.json"), "base.json").as_posix()
    'boards/base.json'
    >>> file_beside(Path("mine.json"), "../base.json"), file_beside(Path("mine.json"), "//host/share/base.json")
    (None, None)
    """
    beside = file.parent / name
    return beside if is_within(beside, file.parent) else None


def is_within(path: str | Path, folder: str | Path) -> bool:
    """Return whether a path is in a folder, after following symbolic links.

    >>> is_within("/usr/lib/x.json", "/usr"), is_within("/usr/../etc/x.json", "/usr"), is_within("/usrlib", "/usr")
    (True, False, False)
    """
    # first by spelling: resolving a path that leads elsewhere could already contact another machine
    for resolved in (os.path.abspath, os.path.realpath):
        try:
            there, here = resolved(path), resolved(folder)
        except (OSError, ValueError):  # circular links, or an impossible file name
            return False
        if there != here and not there.startswith(os.path.join(here, "")):
            return False
    return True
