"""The spaces of a game of Diplomacy for Gymnasium: sets of numbered orders, and observations."""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportMissingImports=false
# Arrays have no types of their elements here; the libraries come with the extra ``env``.
from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from gymnasium import spaces

from ..map import Board, location_and_fleet
from .compiled_games import STATE
from .order_vocabulary import vocabulary


class OrderSets(spaces.MultiDiscrete):
    """Sets of numbered orders, at most one for each unit or home center.

    For Gymnasium it is an array with one number for each order that a power could give, -1 for none; a shorter array, a
    list or a set of numbers belongs to it as well.

    Args:
        places: int16, (orders,): the place of each order, -1 for an order that several places may have.
        most: The most orders of a set.
        draws: True for one more number, the agreement to a draw.

    >>> space = OrderSets(np.array([0, 0, 1, 1]), 3)
    >>> space.seed(1)
    1
    >>> drawn = space.sample(np.array([1, 0, 1, 1], dtype=np.int8))
    >>> sorted(drawn.tolist())[:2], {2, 0} in space, [2, 7] in space
    ([-1, 0], True, False)
    """

    def __init__(self, places: Any, most: int, *, draws: bool = False) -> None:
        self.places, self.draws = places, draws
        self.orders = len(places) + draws
        super().__init__([self.orders + 1] * most, start=[-1] * most)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Return a random set of orders: one for each place that has orders in the mask, all equally likely.

        Their order is random, since only the first ones count in winter. If the mask allows the agreement to a draw, it
        is sampled half of the time.

        Args:
            mask: (orders,): the orders that may be sampled, as in an observation's ``action_mask``; none if left out.
            probability: Not supported.

        Raises:
            ValueError: The mask has a wrong shape, or a probability is given.
        """
        sampled = np.full(len(self.nvec), -1, dtype=self.dtype)
        if probability is not None:
            raise ValueError("sets of orders are sampled with a mask, not with a probability")
        if mask is None:
            return sampled
        mask = np.asarray(mask)
        if mask.shape != (self.orders,):
            raise ValueError(f"a mask of shape {mask.shape}; expected {(self.orders,)}")
        listed = np.flatnonzero(mask[: len(self.places)])
        places = self.places[listed]
        waivers, somewhere = listed[places < 0], np.unique(places[places >= 0])
        # any place may have a waiver
        listed = np.concatenate([listed[places >= 0], np.repeat(waivers, len(somewhere))])
        places = np.concatenate([places[places >= 0], np.tile(somewhere, len(waivers))])
        mixed = self.np_random.permutation(len(listed))
        chosen = listed[mixed[np.unique(places[mixed], return_index=True)[1]]]  # the first for each place
        if self.draws and mask[-1] and self.np_random.random() < 0.5:
            chosen = np.append(chosen, self.orders - 1)
        chosen = self.np_random.permutation(chosen)[: len(sampled)]
        sampled[: len(chosen)] = chosen
        return sampled

    def contains(self, x: Any) -> bool:
        """Return whether a value is a set of orders, legal or not."""
        try:
            numbers = np.asarray(list(x) if isinstance(x, set | frozenset) else x)
        except ValueError:
            return False
        if numbers.size == 0:
            return True
        if numbers.ndim != 1 or len(numbers) > len(self.nvec) or not np.issubdtype(numbers.dtype, np.integer):
            return False
        return bool(((numbers >= -1) & (numbers < self.orders)).all())

    def __repr__(self) -> str:
        return f"OrderSets({self.orders} orders, {len(self.nvec)} at most)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OrderSets) and super().__eq__(other) and np.array_equal(self.places, other.places)

    __hash__ = None


@lru_cache(maxsize=16)
def places_of(board: Board) -> Any:
    """Return the number of the province of each order of a board's vocabulary: int16, -1 for the waiver.

    >>> from standoff.map import load_board
    >>> board = load_board()
    >>> board.provinces[places_of(board)[852]].id
    'PAR'
    """
    province_of = np.array(board.tables.province, dtype=np.int16)
    units = vocabulary(board).columns["unit"]
    return np.where(units >= 0, province_of[location_and_fleet(units)[0]], -1).astype(np.int16)


def board_space(board: Board, orders: int) -> spaces.Dict:
    """Return the space of observations: the `vector.Observation` of a game, the power, and the action mask."""
    powers = len(board.powers)
    low, high = np.iinfo(np.int16).min, np.iinfo(np.int16).max
    return spaces.Dict(
        {
            "board": spaces.Box(-1, 127, (len(board.provinces), len(STATE.names or ())), np.int8),
            "phase": spaces.Box(low, high, (3,), np.int16),
            "centers": spaces.Box(0, 127, (powers,), np.int8),
            "units": spaces.Box(0, 127, (powers,), np.int8),
            "adjustments": spaces.Box(-128, 127, (powers,), np.int8),
            "power": spaces.Discrete(powers),
            "action_mask": spaces.MultiBinary(orders),
        }
    )
