"""Settings, order and shared fixtures of all tests."""

from __future__ import annotations

import gc
import os
import sys
from functools import cache
from pathlib import Path

import pytest

if sys.dont_write_bytecode:
    # containers often set this; hundreds of processes would then recompile every module, and pytest every test
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parents[1] / ".pytest_cache" / "bytecode")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

from hypothesis import settings

from standoff.map import Board, load_board

os.environ.pop("COLUMNS", None)  # some shells and the workers of pytest-xdist set it; output must be as in a pipe

settings.register_profile("quick", max_examples=40, deadline=None, derandomize=True)
settings.register_profile("long", max_examples=20_000, deadline=None)  # pytest … --hypothesis-profile long
settings.load_profile("quick")


FIRST = "test_agree"
"""The module whose tests use nearly all compiled code."""

ALSO_COMPILED = (
    *("test_checks", "test_untrusted_input", "test_files_named", "test_lines", "test_long_inputs"),
    *("test_rulebooks", "test_enumeration", "test_locks", "test_readme", "test_notebook"),
)
"""Modules that use compiled code and do not name Numba."""


@cache
def compile_rank(path: Path) -> int:
    """Return 0 for the module that compiles most, 1 for others that use compiled code, 2 for the rest."""
    compiled = path.stem in ALSO_COMPILED or "numba" in path.read_text(encoding="utf-8")
    return 0 if path.stem == FIRST else 1 if compiled else 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tests of compiled code first.

    Compiling takes minutes of processor time, and two processes that need the same code at once both compile it. One
    process of pytest-xdist gets the first tests and compiles; meanwhile the others run tests that need no such code.
    """
    items.sort(key=lambda item: compile_rank(item.path))


def pytest_collection_finish() -> None:
    """Exclude modules and collected tests from garbage collection, which scans them again and again otherwise."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


@pytest.fixture(scope="session")
def board() -> Board:
    return load_board()


@pytest.fixture
def bare_python(tmp_path: Path) -> Path:
    """A Python that finds no installed package."""
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} -I -S "$@"\n')
    python.chmod(0o755)
    return python
