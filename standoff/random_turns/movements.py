"""Movement phases: drawn from interactions, or with orders for units that stand already."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from ..map import Phase, PhaseType, Position
from ..turn import Turn
from .board_index import BoardIndex
from .draft import Draft
from .profiles import SIZES, Mixture, drawn_row


def movement_of(index: BoardIndex, chance: Random, mixture: Mixture, most: int = 34) -> Turn:
    """Return a movement phase of at most so many units, made as a mixture says."""
    board = index.board
    least, largest, _ = drawn_row(chance, SIZES, 2)
    size = min(chance.randint(least, largest), most)
    every = list(board.powers)
    powers = chance.sample(every, min(len(every), chance.randint(2, 2 + size // 3)))
    region = _region(index, chance, 4 + round(size * chance.uniform(*mixture.room)))
    draft = Draft(index, chance, powers, region, size)
    for _ in range(3 * size + 8):
        if draft.left <= 0:
            break
        mixture.lay(draft)
    mixture.fill(draft)
    return _finished(draft, Position(phase=Phase("S", board.first_year, PhaseType.MOVEMENT), board=board.source))


def orders_for(index: BoardIndex, position: Position, chance: Random, mixture: Mixture) -> Turn:
    """Return a movement phase of a game: orders, made as a mixture says, for the units of a position."""
    number = index.board.province_number
    owned = {power: frozenset(map(number.__getitem__, centers)) for power, centers in position.centers.items()}
    draft = Draft(index, chance, list(index.board.powers), 0, 0, owned=owned)
    for unit in position.units:
        draft.add(unit)
    for _ in range(int(len(position.units) * mixture.share)):
        mixture.lay(draft)
    mixture.fill(draft)
    return Turn(position, _finished(draft, position).orders, board=index.board)


def _region(index: BoardIndex, chance: Random, wide: int) -> int:
    """Return `wide` provinces, where units are put: round a sea, a split coast or anywhere."""
    board = index.board
    where = chance.random()
    middle = chance.randrange(len(board.provinces))
    if where < 0.12 and index.split:
        middle = chance.choice([n for n in range(len(board.provinces)) if index.split >> n & 1])
    elif where < 0.55 and board.seas:
        middle = chance.choice([n for n in range(len(board.provinces)) if board.seas >> n & 1])
    return sum(1 << province for province in index.near[middle][:wide])


def _finished(draft: Draft, position: Position) -> Turn:
    """Return the phase that was drawn: units and orders, sorted by power."""
    ground = draft.ground
    rank = {power: number for number, power in enumerate(ground.board.powers)}
    provinces = sorted(draft.spot, key=lambda province: rank[draft.power[province]])
    units = tuple(ground.unit(draft.spot[province], draft.power[province]) for province in provinces)
    orders = tuple(draft.order[province] for province in provinces if province in draft.order)
    return Turn(replace(position, units=units), orders, board=ground.board)
