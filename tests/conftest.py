"""Settings, order and shared fixtures of all tests."""

from __future__ import annotations

import os
import sys
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


COMPILED = (
    "test_agree",
    "test_batch",
    "test_games_in_arrays",
    "test_atlas",
    "test_find",
    "test_force",
    "test_checks",
    "test_large_boards",
    "test_lines",
    "test_long_inputs",
)
"""The modules whose tests need much of the compiled code."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put these modules first.

    One process of pytest-xdist then compiles all of it, and the others, which would wait for it or compile parts of it
    again, have other tests to run.
    """
    items.sort(key=lambda item: COMPILED.index(item.path.stem) if item.path.stem in COMPILED else len(COMPILED))


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
