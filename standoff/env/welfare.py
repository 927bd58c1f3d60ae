"""The Welfare variant: in winter a power may disband units that it need not.

A winter comes at the end of every year. In it a power may build, or disband, but not both, and has no more units than
supply centers afterwards. Nobody wins; a power with fewer units than centers gains the difference in points each year.

Source: G. Mukobi et al., Welfare Diplomacy: Benchmarking Language Model Cooperation, 2023 (arXiv:2310.08901).
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from typing import Any

import numpy as np

from ..solver.arrays.games import Games, Legal
from ..solver.arrays.vocabulary import BUILDS, DISBANDS
from ..solver.law.course import ADJUSTMENT, FALL, SPRING, WINTER
from .counting import balances, per_power


def bring_winter(games: Games, before: Any) -> None:
    """Put games at the winter that they have just skipped because nobody had anything to adjust.

    Args:
        games: The games after a phase, which are changed.
        before: Their phases before it.
    """
    passed = (before["season"] == FALL) & (games.phase["season"] == SPRING)
    games.phase["year"][passed] -= 1
    games.phase["season"][passed] = WINTER
    games.phase["kind"][passed] = ADJUSTMENT


def also_disbanding(games: Games, legal: Legal) -> Legal:
    """Return the legal orders of games, with the disbandments of powers that in winter need not remove units."""
    rows, numbers = _may_disband(games)
    if not len(rows):
        return legal
    added = np.zeros(len(legal.start), dtype=np.int64)
    added[rows + 1] = 1
    return Legal(
        legal.board,
        legal.start + added.cumsum(),
        np.insert(legal.orders, legal.start[rows], numbers).astype(np.int32),
    )


def disband(games: Games, orders: Any) -> tuple[Any, Any]:
    """Remove the units that are ordered to disband in winter.

    A power that must remove more than it orders loses the others by the rules; one that disbands builds nothing.

    Args:
        games: The games, which are changed.
        orders: int32, (games, provinces), legal ones.

    Returns:
        The orders that are left; bool, (games, provinces): where a unit disbanded.
    """
    kinds = games.vocabulary.columns["kind"]
    gone = (games.phase["kind"] == ADJUSTMENT)[:, None] & (orders >= 0) & (kinds[orders] == DISBANDS)
    games.state["stands"][gone] = -1
    games.state["fleet"][gone] = 0
    games.state["power"][gone] = -1
    return np.where(gone, np.int32(-1), orders), gone


def builds_besides(games: Games, orders: Any) -> Any:
    """Return where a power is to build in a winter in which it disbands: bool, (games, provinces)."""
    kinds = np.where(orders >= 0, games.vocabulary.columns["kind"][orders], -1)
    winter, powers = (games.phase["kind"] == ADJUSTMENT)[:, None], len(games.board.powers)
    removes = np.where(winter & (kinds == DISBANDS), games.state["power"], np.int8(-1))
    owner = games.state["owner"]
    disbanding = np.take_along_axis(per_power(removes, powers), np.maximum(owner, 0).astype(np.int64), axis=1) > 0
    return winter & (kinds == BUILDS) & (owner >= 0) & disbanding


def disband_at_random(games: Games, orders: Any, chance: Any) -> None:
    """Have every second power disband in winter: any of its units with the same chance, and build nothing.

    Args:
        games: The games.
        orders: Random legal orders for them, which are changed.
        chance: uint64, (games,): the states of their random generators.
    """
    rows, numbers = _may_disband(games)
    if not len(rows):
        return
    provinces, powers = len(games.board.provinces), len(games.board.powers)
    game, province = np.divmod(rows, provinces)
    drawn = _coins(chance, powers + provinces)
    power = games.state["power"][game, province]
    goes = drawn[game, power] & drawn[game, powers + province]
    orders[game[goes], province[goes]] = numbers[goes]
    orders[builds_besides(games, orders)] = -1


def _coins(chance: Any, number: int) -> Any:
    """Return this many random truth values for each game: the highest bits of what SplitMix64 would draw next."""
    z = chance[:, None] + np.uint64(0x9E3779B97F4A7C15) * np.arange(1, number + 1, dtype=np.uint64)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (z ^ (z >> np.uint64(31))) >> np.uint64(63) == 1


def _may_disband(games: Games) -> tuple[Any, Any]:
    """Return where units may but need not disband: game × provinces + province, and the numbers of the orders."""
    state, provinces = games.state, len(games.board.provinces)
    winter = np.flatnonzero(games.phase["kind"] == ADJUSTMENT)
    power = state["power"][winter].astype(np.int64)
    need_not = np.take_along_axis(balances(games, winter), np.maximum(power, 0), axis=1) >= 0
    at, province = np.nonzero((power >= 0) & need_not)
    game = winter[at]
    stand = state["stands"][game, province] + len(games.board.locations) * state["fleet"][game, province].astype(int)
    return game * provinces + province, games.vocabulary.numbering.disband[stand]
