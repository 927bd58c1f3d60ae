"""Counting in games in arrays: centers, units, and what may be adjusted, by power."""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ..map import Board
from ..solver.law.course import ADJUSTMENT
from .games import Games


def per_power(whose: Any, powers: int) -> Any:
    """Return how often each power occurs in each row: int64, shape (rows, powers).

    Args:
        whose: int8, shape (rows, places): the number of a power, -1 for none.
        powers: How many there are.

    >>> per_power(np.array([[0, 1, 1, -1]], dtype=np.int8), 3).tolist()
    [[1, 2, 0]]
    """
    rows, each = len(whose), powers + 1
    keys = whose + (np.arange(rows) * each + 1)[:, None]
    return np.bincount(keys.reshape(-1), minlength=rows * each).reshape(rows, each)[:, 1:]


def balances(games: Games, which: Any) -> Any:
    """Return how many units powers may build (positive) or must remove (negative), whether or not homes are free.

    Args:
        games: The games.
        which: The numbers of some of them, which need not be in winter.
    """
    powers = len(games.board.powers)
    return per_power(games.state["owner"][which], powers) - per_power(games.state["power"][which], powers)


def adjustments(games: Games) -> Any:
    """Return how many units each power can build (positive) or must remove (negative) in a winter, else 0.

    Returns:
        int64, shape (games, powers); builds are as many as there are free home centers for.
    """
    counts = np.zeros((len(games), len(games.board.powers)), dtype=np.int64)
    winter = np.flatnonzero(games.phase["kind"] == ADJUSTMENT)
    if len(winter):
        state = games.state[winter]
        owner = np.where(state["stands"] < 0, state["owner"], -1)
        free = owner[:, None, :] == np.arange(len(games.board.powers))[:, None]
        homes = (free & home_centers(games.board)).sum(axis=2)
        counts[winter] = np.minimum(balances(games, winter), homes)
    return counts


@lru_cache(maxsize=16)
def home_centers(board: Board) -> Any:
    """Return where the home centers of each power are: bool, shape (powers, provinces)."""
    return np.array([[province.id in power.homes for province in board.provinces] for power in board.powers.values()])
