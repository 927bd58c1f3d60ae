"""Cache of compiled code on disk. Numba's own runs damaged files and checks only one of many source files.

A fault of a file costs time, and one message per process; answers stay correct. Needs the extra ``fast``.
"""

# pyright: basic, reportAttributeAccessIssue=false, reportPrivateImportUsage=false
# Numba does not declare its own types.
from __future__ import annotations

import hashlib
import logging
import os
import pickle
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.dispatcher import Dispatcher
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from .compiled_folder import compiled_folder, remove_old

_log = logging.getLogger("standoff.compiling")  # logs each function that has to be compiled
_faults = logging.getLogger("standoff.compiled")  # logs damaged files
_reported: set[str] = set()

COMPILING = "standoff: compiling for this machine; this takes a minute or two"
"""The note on a terminal before code is compiled: nothing else happens meanwhile."""


def warn(message: str, *arguments: object) -> None:
    """Log a fault of compiled code on disk; a second fault of the same kind only at debug level."""
    _faults.log(logging.DEBUG if message in _reported else logging.WARNING, message, *arguments)
    _reported.add(message)


def note_compiling(function: Any) -> None:
    """Log that a function is compiled; on a terminal, each process also prints `COMPILING`, once."""
    _log.info("compiling %s.%s", function.__module__, function.__name__)
    if COMPILING not in _reported and sys.stderr is not None and sys.stderr.isatty():
        _reported.add(COMPILING)
        print(COMPILING, file=sys.stderr, flush=True)


class NoKeptCode(NullCache):
    """Keeps nothing: a function is compiled in each process."""

    def __init__(self, function: Any) -> None:
        self._function = function

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return None: the function has to be compiled."""
        note_compiling(self._function)


class KeptCode(NoKeptCode):
    """The compiled code of a function in a folder, as Numba asks for it: a file with a checksum for each signature."""

    def __init__(self, function: Any, folder: Path) -> None:
        super().__init__(function)
        self._folder = folder

    def _file(self, signature: Any) -> Path:
        digest = hashlib.sha256(str(signature).encode()).hexdigest()[:16]
        return self._folder / f"{self._function.__name__}-{digest}.code"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the code for such arguments; None if it has to be compiled."""
        rtsys.initialize(target_context)  # the rest of the context, which takes longer, is for compiling
        file = self._file(sig)
        try:
            content = file.read_bytes()
            if content[:32] != _checksum(file, content[32:]):
                raise ValueError("its checksum is wrong")
            code = CompileResult._rebuild(target_context, *pickle.loads(content[32:]))
            with suppress(OSError):
                os.utime(self._folder)  # it is in use
            return code
        except FileNotFoundError:
            pass
        except Exception as fault:
            warn("compiled code on disk cannot be used, and is compiled again: %s: %s", file, fault)
        return super().load_overload(sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write the code for such arguments; concurrent readers find the complete file or none."""
        file = self._file(sig)
        half = file.with_suffix(f".{uuid4().hex}")
        try:
            if not data.library.has_dynamic_globals:
                code = dumps(data._reduce())
                self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                half.write_bytes(_checksum(file, code) + code)
                half.replace(file)
                remove_old(self._folder)
        except Exception as fault:  # the code is there, and works
            why = fault.strerror if isinstance(fault, OSError) else fault
            warn("compiled code cannot be kept in %s, and is compiled again each time: %s", self._folder, why)
        finally:
            with suppress(OSError):
                half.unlink()


def _checksum(file: Path, code: bytes) -> bytes:
    return hashlib.sha256(file.name.encode() + code).digest()


def keep(dispatcher: Any) -> None:
    """Have the code that Numba compiles for a function (what ``numba.njit`` made of it) kept on disk, if possible."""
    if not isinstance(dispatcher, Dispatcher):  # NUMBA_DISABLE_JIT
        return
    function = dispatcher.py_func
    try:
        dispatcher._cache = KeptCode(function, compiled_folder(Path(function.__code__.co_filename)))
    except RuntimeError as why:
        dispatcher._cache = NoKeptCode(function)
        warn("compiled code is not kept: %s", why)
