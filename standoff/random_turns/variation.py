"""What the orders of a question do not depend on: its year and season, its centers, and the order of powers."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from ..map import Board, Phase, PhaseType
from ..turn import Turn

YEARS = 60
"""A question is of one of so many years."""
_EARLY = 0.4  # of the questions are of the first three years
_WITH_CENTERS = 0.5  # of the movement and retreat phases
_OWNED = 0.75  # of the centers


def varied(turn: Turn, random: Random) -> Turn:
    """Return a question with another year, season and ownership, with powers, units and orders in any order.

    Two questions varied by equal random numbers are of one year, one season and one ownership.
    """
    board, position = turn.board, turn.position
    year = board.first_year + (random.randrange(3) if random.random() < _EARLY else random.randrange(YEARS))
    season, owned = random.choice("SF"), _owned(board, random) if random.random() < _WITH_CENTERS else {}
    if position.phase_type is PhaseType.ADJUSTMENT:
        season, owned = "W", dict(position.centers)
    ranks = {power: random.random() for power in board.powers}
    units = sorted(random.sample(position.units, len(position.units)), key=lambda unit: ranks[unit.power])
    orders = sorted(random.sample(turn.orders, len(turn.orders)), key=lambda order: ranks[order.power])
    dislodged = random.sample(position.dislodged, len(position.dislodged))
    changed = replace(
        position,
        units=tuple(units),
        dislodged=tuple(dislodged),
        centers={power: owned[power] for power in sorted(owned, key=ranks.__getitem__)},
        phase=Phase(season, year, position.phase_type),
    )
    return Turn(changed, tuple(orders), board=board)


def _owned(board: Board, random: Random) -> dict[str, tuple[str, ...]]:
    """Return who owns which centers, at random."""
    owner = {center: random.choice(list(board.powers)) for center in board.centers if random.random() < _OWNED}
    return {power: tuple(c for c in board.centers if owner.get(c) == power) for power in {*owner.values()}}
