"""The outputs of a run: files that are written completely or left unchanged, and locks against other runs.

A lock is a lock of the operating system on a file beside the output, or in the output folder. It ends with its process,
even if that is killed; a lock file left behind blocks no other run.
"""

from __future__ import annotations

import errno
import io
import os
import shutil
import stat
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO
from uuid import uuid4

from ..map import StandoffError
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


def is_regular(file: IO[bytes]) -> bool:
    """Return whether an open file is a regular one, not a pipe, a terminal or an object in memory."""
    try:
        return stat.S_ISREG(os.fstat(file.fileno()).st_mode)
    except (OSError, io.UnsupportedOperation):  # not backed by a file
        return False


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


# -- locks ------------------------------------------------------------------------------------------------------------

LOCK = ".lock"
"""The suffix of the lock file of a file; the name of the lock file in a folder."""

_FAR = 1 << 30  # on Windows, a locked byte cannot be read: lock one after everything that is written there


class BusyError(StandoffError):
    """Another run writes to the same place; the message names the place and the process."""


@contextmanager
def output_lock(path: Path | None, *, folder: bool = False) -> Generator[None]:
    """Lock a file or a folder against other runs.

    There is no lock if the file system does not support locks.

    Args:
        path: The file, or None for none. A device or a pipe is not locked.
        folder: True for a folder, which is created if need be.

    Raises:
        BusyError: Another run writes there.
        OSError: The place is not writable.
    """
    if path is None or (path.exists() and not (path.is_dir() if folder else path.is_file())):
        yield
        return
    place = real_path(path)  # one lock for a file, whatever links lead to it
    made = folder and not path.exists()
    try:
        if folder:
            place.mkdir(parents=True, exist_ok=True)
        lock = place / LOCK if folder else place.with_name(place.name + LOCK)
        number = _locked_file(lock, path)
    except OSError as fault:
        raise OSError(fault.errno, fault.strerror, str(path)) from None
    try:
        yield
    finally:
        with suppress(OSError):  # not on Windows, where an open file keeps its name
            lock.unlink()
        os.close(number)
        if sys.platform == "win32":
            with suppress(OSError):  # the next run has it already
                lock.unlink()
        if made:
            with suppress(OSError):  # it is not empty, if all went well
                place.rmdir()


def _locked_file(lock: Path, path: Path) -> int:
    """Return the descriptor of the file `lock`, locked."""
    while True:
        number = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _lock(number)
        except BlockingIOError:
            holder = os.read(number, 20).decode(errors="replace").strip()
            os.close(number)
            by = f" (process {holder})" if holder else ""
            raise BusyError(f"{path}: another run{by} is writing to it; let it end, or name another place") from None
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(number), lock.stat()):
                with suppress(OSError):  # the process is named only for information
                    os.ftruncate(number, 0)
                    os.write(number, b"%d\n" % os.getpid())
                return number
        os.close(number)  # the previous run removed the file between the two steps


def _lock(number: int) -> None:
    """Lock a file, or raise `BlockingIOError` if another process has."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(number, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except OSError:
            raise BlockingIOError from None
        finally:
            os.lseek(number, 0, os.SEEK_SET)
        return
    with suppress(ImportError):  # in a browser
        import fcntl

        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise
        except OSError:  # the file system does not support locks
            pass
