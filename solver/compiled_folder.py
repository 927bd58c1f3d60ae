"""Where compiled code is kept; told without Numba, which takes long to load."""

from __future__ import annotations

import hashlib
import os
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

SOURCES = (
    "map/board.py",
    "map/routes.py",
    "solver/accounts.py",
    "solver/aftermath.py",
    "solver/columns.py",
    "solver/compiled.py",
    "solver/compiled_views.py",
    "solver/course.py",
    "solver/equations.py",
    "solver/exhaustive.py",
    "solver/faults.py",
    "solver/matching.py",
    "solver/placement.py",
    "solver/reach.py",
    "solver/reasons.py",
    "solver/results.py",
    "solver/rulebook.py",
    "solver/search.py",
    "solver/solving.py",
    "solver/vocabulary.py",
)
"""The modules whose functions and numbers are compiled into those of others."""


@cache
def _digest() -> str:
    package = Path(__file__).parents[1]
    digest = hashlib.sha256(f"{version('numba')} {sys.version}".encode())
    for source in SOURCES:
        digest.update((package / source).read_bytes())
    return digest.hexdigest()[:16]


def compiled_folder() -> str:
    """Return where compiled code is kept: a folder named after the content of everything it is compiled from.

    An empty text if there is no home folder to keep it in, or Numba is not installed.
    """
    try:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        return str(Path(base) / "standoff" / _digest())
    except (RuntimeError, PackageNotFoundError):
        return ""
