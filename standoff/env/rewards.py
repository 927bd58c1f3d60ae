"""Rewards: victory, shares of a draw, sums of squares, centers gained."""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np


class RewardContext(NamedTuple):
    """The facts from which the rewards for a phase are computed.

    Attributes:
        before: int64, (games, powers): the number of supply centers of each power before the phase.
        centers: int64, (games, powers): the same after it.
        units: int64, (games, powers): the number of units after it, including dislodged ones.
        over: bool, (games,): the game has ended by the rules: by a victory, a draw, or the last year.
        winner: int64, (games,): the number of the power that has won, -1 for none.
        new_year: bool, (games,): a year has ended, with its winter.
    """

    before: Any
    centers: Any
    units: Any
    over: Any
    winner: Any
    new_year: Any


def draw_size(reckoning: RewardContext) -> Any:
    """Return, at the end of a game, 1 for the winner, equal shares of 1 for the powers in a draw, otherwise 0.

    All powers that still have units share a draw, whatever centers they own.

    Source: rulebook 1982, II; 2000, page 3.

    >>> import numpy as np
    >>> nothing = np.zeros((1, 3))
    >>> ended, winner = np.array([True]), np.array([-1])
    >>> draw_size(RewardContext(nothing, nothing, np.array([[4, 0, 1]]), ended, winner, ...)).tolist()
    [[0.5, 0.0, 0.5]]
    """
    return _at_the_end(reckoning, reckoning.units > 0)


def squares(reckoning: RewardContext) -> Any:
    """Return 1 for the winner; in a draw, each power's share of the sum of squares of the numbers of centers."""
    return _at_the_end(reckoning, reckoning.centers.astype(np.float64) ** 2)


def centers(reckoning: RewardContext) -> Any:
    """Return the centers that each power has gained, minus those lost; centers change hands in autumn."""
    return (reckoning.centers - reckoning.before).astype(np.float64)


def _at_the_end(reckoning: RewardContext, weights: Any) -> Any:
    """Return, at the end of a game, 1 for the winner, and in a draw each power's share of the sum of the weights."""
    rewards: Any = np.zeros(reckoning.units.shape)
    over = np.flatnonzero(reckoning.over)
    if len(over):
        won = np.arange(rewards.shape[1]) == reckoning.winner[over, None]
        shares = weights[over] / np.maximum(weights[over].sum(axis=1, keepdims=True), 1)
        rewards[over] = np.where(won.any(axis=1, keepdims=True), won, shares)
    return rewards


REWARDS: dict[str, Callable[[RewardContext], Any]] = {
    "draw-size": draw_size,
    "squares": squares,
    "centers": centers,
}
"""The rewards by their names; each returns numbers of shape (games, powers)."""
