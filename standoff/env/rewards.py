"""What players are rewarded for: centers, the size of a draw, shares of squares."""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np


class RewardContext(NamedTuple):
    """What the rewards for a phase are computed from.

    Attributes:
        before: int64, (games, powers): how many supply centers each owned before the phase.
        centers: Likewise, after it.
        units: Likewise, how many units each has after it, including dislodged ones.
        over: bool, (games,): the game has come to its end by the rules: a victory, a draw, or the last year.
        winner: int64, (games,): the number of the power that has won, -1 for none.
        new_year: bool, (games,): a year has come to its end, with its winter.
    """

    before: Any
    centers: Any
    units: Any
    over: Any
    winner: Any
    new_year: Any


def draw_size(reckoning: RewardContext) -> Any:
    """Return 1 for the winner, equal shares of 1 for those who share a draw, 0 for all others: when a game is over.

    All who still have units share a draw, however many centers they own.

    Source: rulebook 1982, II; 2000, page 3.

    >>> import numpy as np
    >>> nothing = np.zeros((1, 3))
    >>> ended, winner = np.array([True]), np.array([-1])
    >>> draw_size(RewardContext(nothing, nothing, np.array([[4, 0, 1]]), ended, winner, ...)).tolist()
    [[0.5, 0.0, 0.5]]
    """
    return _at_the_end(reckoning, reckoning.units > 0)


def squares(reckoning: RewardContext) -> Any:
    """Return 1 for the winner; in a draw each power's share of the sum of the squares of the centers."""
    return _at_the_end(reckoning, reckoning.centers.astype(np.float64) ** 2)


def centers(reckoning: RewardContext) -> Any:
    """Return how many centers each power has gained, less those lost: they change hands in autumn."""
    return (reckoning.centers - reckoning.before).astype(np.float64)


def _at_the_end(reckoning: RewardContext, weights: Any) -> Any:
    """Return 1 for the winner, and in a draw the share of each power in the sum of the weights, when a game is over."""
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
