"""Movement phases: drawn from interactions, or with orders for units that are on the board already."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from ..map import Phase, PhaseType, Position, bits
from ..turn import Turn
from .boards import BoardIndex
from .draft import Draft
from .profiles import Mixture, drawn_row


def drawn_movement(index: BoardIndex, random: Random, mixture: Mixture, most: int = 34) -> Turn:
    """Return a movement phase of at most `most` units, drawn from a mixture."""
    board = index.board
    least, largest, _ = drawn_row(random, mixture.sizes, 2)
    size = min(random.randint(least, largest), most)
    powers = random.sample(list(board.powers), min(len(board.powers), random.randint(2, 2 + size // 3)))
    region = _region(index, random, 4 + round(size * random.uniform(*mixture.spread)))
    draft = Draft(index, random, powers, region, size)
    for _ in range(3 * size + 8):
        if draft.left <= 0:
            break
        mixture.add_interaction(draft)
    mixture.order_others(draft)
    return _finished(draft, Position(phase=Phase("S", board.first_year, PhaseType.MOVEMENT), board=board.source))


def orders_for(index: BoardIndex, position: Position, random: Random, mixture: Mixture) -> Turn:
    """Return a movement phase of a game: orders from a mixture for the units of a position."""
    number = index.board.province_number
    owned = {power: frozenset(map(number.__getitem__, centers)) for power, centers in position.centers.items()}
    draft = Draft(index, random, list(index.board.powers), 0, 0, owned)
    for unit in position.units:
        draft.add_unit(unit)
    for _ in range(int(len(position.units) * mixture.share)):
        mixture.add_interaction(draft)
    mixture.order_others(draft)
    return _finished(draft, position)


def _region(index: BoardIndex, random: Random, size: int) -> int:
    """Return a mask of `size` provinces around a sea, a split coast or any province: where units are placed."""
    board = index.board
    share = random.random()
    centers = index.split if share < 0.12 else board.seas if share < 0.55 else 0
    center = random.choice(bits(centers) if centers else range(len(board.provinces)))
    return sum(1 << province for province in index.near[center][:size])


def _finished(draft: Draft, position: Position) -> Turn:
    """Return the phase that was drawn: a position with its units, and their orders, by power."""
    index = draft.index
    rank = {power: number for number, power in enumerate(index.board.powers)}
    provinces = sorted(draft.units, key=lambda province: rank[draft.power[province]])
    if not position.units:
        units = tuple(index.unit(draft.units[province], draft.power[province]) for province in provinces)
        position = replace(position, units=units)
    orders = tuple(draft.order[province] for province in provinces if province in draft.order)
    return Turn(position, orders, board=index.board)
