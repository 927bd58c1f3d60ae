"""The folder for compiled code of a module, found without Numba, which takes long to load.

A folder is named after all that the code in it depends on, so that it is never out of date: the sources, the versions
of Python, NumPy, Numba and llvmlite, the settings of Numba, and the processor, since machines may share a home folder.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from time import time

from ...map import STARTED

KEPT_FOLDERS = 4
"""This many folders of a module are kept, those used last."""

IN_USE_SECONDS = 3600
"""A folder used within this time is never removed: somebody may be working in it."""

_PACKAGE = Path(__file__).parents[2]
_NEVER_COMPILED = {"plain", "phases", "studies"}


def sources(module: Path) -> list[Path]:
    """Return the files that compiled code of a module may be made of: those of `map`, `solver` and its own folder."""
    solver = _PACKAGE / "solver"
    below = (file for file in solver.rglob("*.py") if file.relative_to(solver).parts[0] not in _NEVER_COMPILED)
    stubs = (_PACKAGE / package / "__init__.pyi" for package in ("map", "solver"))  # they resolve imported names
    return sorted({*(_PACKAGE / "map").glob("*.py"), *below, *module.parent.glob("*.py"), *stubs})


def folder_of(module: Path) -> Path:
    """Return the folder for compiled code of a module (its file) as it is now; the folder need not exist.

    Raises:
        RuntimeError: There is nowhere to keep it, or a source is not what this process runs; the message says why.
    """
    try:
        from llvmlite import binding  # as Numba asks for the processor

        digest = hashlib.sha256(f"{sys.version} {binding.get_process_triple()}".encode())
        digest.update(f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}".encode())
        digest.update(" ".join(version(name) for name in ("numpy", "numba", "llvmlite")).encode())
        settings = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_"))
        digest.update(repr(settings).encode(errors="surrogateescape"))
        for file in sources(module):
            status, content = file.stat(), file.read_bytes()
            if any(STARTED < stamp <= time() for stamp in (status.st_mtime, status.st_ctime)):
                raise RuntimeError(f"{file} has changed since this process began")
            digest.update(f"{file.name} {len(content)} ".encode(errors="surrogateescape") + content)
        given = os.environ.get("XDG_CACHE_HOME", "")
        base = Path(given) if os.path.isabs(given) else Path.home() / ".cache"
    except (ImportError, OSError) as why:
        raise RuntimeError(str(why)) from why
    return base / "standoff" / f"{module.stem}-{digest.hexdigest()[:16]}"


@cache
def compiled_folder(module: Path) -> Path:
    """Return the same, as it was when a module that is compiled first asked: what is in memory is of that time."""
    return folder_of(module)


SOLVING = Path(__file__).with_name("compiled.py")
"""The module that solves movement phases compiled."""


def is_kept(function: str, module: Path = SOLVING) -> bool:
    """Return whether compiled code of a function of a module is kept here for this machine; it may be damaged."""
    try:
        return any(compiled_folder(module).glob(f"{function}-*.code"))
    except (RuntimeError, OSError):
        return False


def remove_old(folder: Path) -> None:
    """Remove folders of the same module that are long out of use: of other versions, or of sources since edited."""
    with suppress(OSError):  # somebody else removes them
        dates = {one: one.stat().st_mtime for one in folder.parent.glob(f"{folder.name[:-16]}{'[0-9a-f]' * 16}")}
        for one in sorted(dates, key=lambda one: dates[one], reverse=True)[KEPT_FOLDERS:]:
            if dates[one] < time() - IN_USE_SECONDS:
                shutil.rmtree(one, ignore_errors=True)
