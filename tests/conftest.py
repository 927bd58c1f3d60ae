"""What several test modules share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from standoff.map import Board, load_board

SHARED = Path(__file__).parents[2] / "shared"
"""Material for exploration that lies beside a checkout, if it does."""

os.environ.pop("COLUMNS", None)  # what is printed is as in a pipe; some shells and the workers of pytest-xdist set it

settings.register_profile("quick", max_examples=60, deadline=None, derandomize=True)
settings.load_profile("quick")


@pytest.fixture(scope="session")
def board() -> Board:
    return load_board()
