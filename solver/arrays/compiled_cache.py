"""Compiled functions on disk, one per file, with a checksum: what is damaged there is compiled again.

This module knows neither the rules nor who compiles what. Whatever goes wrong with a file costs time and a message,
given once by each process; it never costs an answer. Needs the extra ``fast``.
"""

# pyright: basic, reportAttributeAccessIssue=false, reportPrivateImportUsage=false
# Numba does not declare its own types.
from __future__ import annotations

import hashlib
import logging
import os
import pickle
import re
import shutil
import stat
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from time import monotonic, sleep, time
from typing import Any

from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.dispatcher import Dispatcher
from numba.core.serialize import dumps

from .compiled_folder import SUFFIX

_HEAD = b"standoff compiled code, form 1\n"
_SUM_BYTES, _LENGTH_BYTES = 32, 8
_BEFORE_CODE = len(_HEAD) + _SUM_BYTES + _LENGTH_BYTES

_LONGEST_WAIT_SECONDS = 600  # for another process that compiles

KEPT_FOLDERS = 4
"""This many folders of a module are kept, one for each content that it was compiled from."""

IN_USE_SECONDS = 3600
"""A folder or a half-written file touched within this time is never removed: somebody may be working in it."""

_log = logging.getLogger("standoff.compiling")  # learns of whatever is not on disk and has to be compiled
_faults = logging.getLogger("standoff.compiled")  # learns of what is wrong with the files
_told: set[str] = set()
_releasing = Lock()


def warn(message: str, *arguments: object) -> None:
    """Tell whoever listens what is wrong with compiled code on disk, each kind of fault once."""
    _faults.log(logging.DEBUG if message in _told else logging.WARNING, message, *arguments)
    _told.add(message)


class DamagedError(ValueError):
    """What a file holds is not what was written to it; the message says how it differs."""


def sealed(code: bytes) -> bytes:
    """Return what is written to a file: what it is, a checksum, how long the code is, and the code.

    >>> unsealed(sealed(b"code"))
    b'code'
    """
    checked = len(code).to_bytes(_LENGTH_BYTES, "big") + code
    return _HEAD + hashlib.sha256(checked).digest() + checked


def unsealed(content: bytes) -> bytes:
    """Return the code that was sealed.

    Raises:
        DamagedError: It is not whole, or not as it was written.

    >>> unsealed(sealed(b"code")[:-1])
    Traceback (most recent call last):
    standoff.solver.arrays.compiled_cache.DamagedError: it is cut short
    """
    if not content:
        raise DamagedError("it is empty")
    if not content.startswith(_HEAD):
        short = _HEAD.startswith(content)
        raise DamagedError("it is cut short" if short else "it does not begin as this version's files do")
    checked = content[len(_HEAD) + _SUM_BYTES :]
    length = int.from_bytes(checked[:_LENGTH_BYTES], "big")
    if len(checked) < _LENGTH_BYTES + length:
        raise DamagedError("it is cut short")
    if hashlib.sha256(checked).digest() != content[len(_HEAD) : len(_HEAD) + _SUM_BYTES]:
        raise DamagedError("its checksum is wrong")
    return checked[_LENGTH_BYTES:]


def read_code(file: Path) -> bytes:
    """Return the code sealed in a file.

    Raises:
        DamagedError: It is not whole, or not as it was written.
        OSError: It cannot be read.
    """
    status = file.stat()
    if not stat.S_ISREG(status.st_mode):  # opening a pipe would wait forever
        raise DamagedError("it is no file")
    with file.open("rb") as opened:
        head = opened.read(_BEFORE_CODE)
        if len(head) < _BEFORE_CODE or not head.startswith(_HEAD):
            return unsealed(head)
        length = int.from_bytes(head[-_LENGTH_BYTES:], "big")
        if status.st_size != _BEFORE_CODE + length:
            raise DamagedError("it is cut short" if status.st_size < _BEFORE_CODE + length else "it is too long")
        return unsealed(head + opened.read(length))


def write_code(file: Path, code: bytes) -> None:
    """Write code to a file, sealed; whoever reads meanwhile finds what was there before, or all of it.

    Raises:
        OSError: It cannot be written; what was there before is still there.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(".tmp", file.stem, file.parent)
    try:
        with open(number, "wb") as opened:
            opened.write(sealed(code))
        os.replace(name, file)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


class KeptCode(_Cache):
    """The compiled code of one function, a file for each combination of argument types: a cache as Numba expects it.

    Of several processes that lack the same code, one compiles it, and the others wait for it.

    Args:
        function: The function, not compiled.
        folder: Where its files are.
        changed: Gives the sources that are no longer what this process has in memory: while there are any, nothing
            is read or written.
    """

    def __init__(self, function: Any, folder: Path, changed: Callable[[], list[Path]]) -> None:
        self._function, self._folder, self._changed = function, folder, changed
        self._name = re.sub(r"[^\w.]", "", function.__qualname__)
        self._lock: int | None = None
        self._enabled = True

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def enable(self) -> None:
        """Read and write from now on."""
        self._enabled = True

    def disable(self) -> None:
        """Neither read nor write from now on."""
        self._enabled = False

    def flush(self) -> None:
        """Remove what is kept of this function."""
        for file in self._folder.glob(f"{self._name}-*{SUFFIX}"):
            with suppress(OSError):
                file.unlink()

    def _key(self, signature: Any, codegen: Any) -> tuple[Any, ...]:
        cells = tuple(cell.cell_contents for cell in self._function.__closure__ or ())
        code = self._function.__code__
        content = hashlib.sha256(code.co_code + dumps(cells)).hexdigest()
        return signature, codegen.magic_tuple(), code.co_firstlineno, content

    def _file(self, key: tuple[Any, ...]) -> Path:
        return self._folder / f"{self._name}-{hashlib.sha256(str(key).encode()).hexdigest()[:16]}{SUFFIX}"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the code for such arguments; None if it has to be compiled, and `release` called afterwards."""
        target_context.refresh()
        if self._may_be_used():
            key = self._key(sig, target_context.codegen())
            code, fault = self._read(key, target_context)
            if code is None and self._lock is None:
                self._lock = locked(self._folder / f"{self._name}.lock")
                if self._lock is not None:
                    code, fault = self._read(key, target_context)
            if code is not None:
                self.release()
                self._note_use()
                return code
            if fault:
                message = "compiled code on disk cannot be used, and is compiled again: %s: %s"
                warn(message, self._file(key), fault)
        _log.info("compiling %s.%s", self._function.__module__, self._name)
        return None

    def _may_be_used(self) -> bool:
        if not self._enabled:
            return False
        changed = self._changed()
        if changed:
            warn("compiled code is not kept: %s has changed since this process began", changed[0])
        return not changed

    def _read(self, key: tuple[Any, ...], target_context: Any) -> tuple[Any, str]:
        """Return the code, or None and what is wrong with it; an empty text if there is no code."""
        try:
            written_key, code = pickle.loads(read_code(self._file(key)))
            if written_key != key:
                return None, "it is for another machine or function"
            return CompileResult._rebuild(target_context, *code), ""
        except FileNotFoundError:
            return None, ""
        except OSError as fault:
            return None, fault.strerror or str(fault)
        except DamagedError as fault:
            return None, str(fault)
        except Exception as fault:  # whole, but not for this Numba: that may raise anything
            return None, f"{type(fault).__name__}: {fault}"

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write what was compiled for such arguments."""
        try:
            if not data.lifted and not data.library.has_dynamic_globals and self._may_be_used():
                key = self._key(sig, data.codegen)
                write_code(self._file(key), dumps((key, data._reduce())))
                self._note_use()
                take_away_old(self._folder)
        except Exception as fault:  # the code is there, and works
            # of a full disk, or a folder that cannot be written
            why = fault.strerror if isinstance(fault, OSError) else f"{type(fault).__name__}: {fault}"
            warn("compiled code cannot be kept in %s, and is compiled again each time: %s", self._folder, why)
        finally:
            self.release()

    def _note_use(self) -> None:
        with suppress(OSError):
            os.utime(self._folder.parent)

    def release(self) -> None:
        """Let other processes compile."""
        with _releasing:  # a number that another thread has closed may by now belong to another file
            if self._lock is not None:
                os.close(self._lock)
                self._lock = None


def keep(dispatcher: Any, folder: Path, changed: Callable[[], list[Path]] = list) -> None:
    """Have the code that Numba compiles for a function kept in a folder, and read from there.

    Args:
        dispatcher: What ``numba.njit`` made of it.
        folder: The folder, two below the one that `take_away_old` looks through; it is made when it is needed.
        changed: Gives the sources that are no longer what this process has in memory.
    """
    if not isinstance(dispatcher, Dispatcher):  # NUMBA_DISABLE_JIT
        return
    kept, compile_for = KeptCode(dispatcher.py_func, folder, changed), dispatcher.compile

    def compiled(sig: Any) -> Any:
        try:
            return compile_for(sig)
        finally:
            kept.release()  # it may have been interrupted

    dispatcher._cache = kept
    dispatcher.compile = compiled


def locked(file: Path) -> int | None:
    """Return the number of a file opened and locked, after waiting for whoever has locked it.

    None where files cannot be locked (Windows) or written, or where the wait was longer than compiling takes.
    """
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock

        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        opened = os.open(file, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK, 0o600)
    except (ImportError, OSError):
        return None
    end = monotonic() + _LONGEST_WAIT_SECONDS
    waits = False
    try:
        while True:
            try:
                flock(opened, LOCK_EX | LOCK_NB)
                return opened
            except BlockingIOError:
                pass
            except OSError:  # a file system without locks
                break
            if monotonic() > end:
                break
            if not waits:
                _log.info("waiting for another process that compiles %s", file.stem)
                waits = True
            sleep(0.1)
    except BaseException:
        os.close(opened)
        raise
    os.close(opened)
    return None


_FOLDER_NAME = re.compile(r"(?:(.+)-)?[0-9a-f]{16}")  # earlier versions left out the name of the module


def take_away_old(folder: Path) -> None:
    """Remove what is long out of use next to a folder of compiled code: other contents of the same module.

    Args:
        folder: ``MODULE-CONTENT/MACHINE``. Of the folders ``MODULE-…`` the `KEPT_FOLDERS` used last stay, and any that
            was used within `IN_USE_SECONDS`.
    """
    long_ago = time() - IN_USE_SECONDS
    for half in folder.glob("*.tmp"):
        with suppress(OSError):
            if half.stat().st_mtime < long_ago:
                half.unlink()
    used: dict[str | None, list[tuple[float, Path]]] = {}
    for beside in folder.parents[1].iterdir():
        name = _FOLDER_NAME.fullmatch(beside.name)
        with suppress(OSError):
            if name and beside != folder.parent and not beside.is_symlink() and beside.is_dir():
                # a date in the future says nothing of when it was used
                date = beside.stat().st_mtime
                used.setdefault(name[1], []).append((date if date <= time() + IN_USE_SECONDS else 0, beside))
    own = _FOLDER_NAME.fullmatch(folder.parent.name)
    for name, dates in used.items():
        stay = KEPT_FOLDERS - (own is not None and name == own[1])
        for date, beside in sorted(dates, reverse=True)[stay:]:
            if date < long_ago:
                shutil.rmtree(beside, ignore_errors=True)
