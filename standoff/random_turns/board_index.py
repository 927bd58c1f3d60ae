"""Facts about a board that drawing needs repeatedly.

Provinces are numbers, as the board counts them. A *spot* is the key of a unit (`map.unit_key`).
"""

from __future__ import annotations

from functools import lru_cache

from ..map import ARMY, FLEET, Board, Unit, bits, location_and_fleet, unit_key
from ..solver import UNREACHABLE, steps_from, unit_named


class BoardIndex:
    """Facts about a board that drawing needs repeatedly. Immutable.

    Args:
        board: The board.

    Attributes:
        spots: By province: the spots in it, an army's first.
        province: By spot: its province.
        named: By spot: the unit as orders name it.
        goals: By spot: the provinces that a unit there can move to, each with the locations that it could arrive at.
        reach: By spot: these provinces as a mask.
        into: By province: the spots from which a unit could move there, or support there.
        steps: By two provinces: the number of moves between them, for a unit that goes by land and sea.
        near: By province: all provinces that can be reached, the nearest first; it begins with the province itself.
        split: The provinces with several coasts, as a mask.
        shores: By sea province: the coastal provinces around it, as a mask.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        provinces = range(len(board.provinces))
        self.spots = [
            ((unit_key(number, 0),) if board.land >> number & 1 else ())
            + tuple(unit_key(location, 1) for location in bits(board.fleet_locations[number]))
            for number in provinces
        ]
        self.province = {spot: number for number in provinces for spot in self.spots[number]}
        self.named = {spot: unit_named(spot, board) for spot in self.province}
        self.goals = {spot: self._goals(spot) for spot in self.province}
        self.reach = {spot: sum(1 << goal for goal in goals) for spot, goals in self.goals.items()}
        self.into = [tuple(spot for spot, reach in self.reach.items() if reach >> n & 1) for n in provinces]
        self.steps = [steps_from(board.around, number) for number in provinces]
        self.near = [[p for p in sorted(provinces, key=row.__getitem__) if row[p] < UNREACHABLE] for row in self.steps]
        self.split = sum(1 << n for n, province in enumerate(board.provinces) if province.coasts)
        self.shores = [around & board.coastal for around in board.around]

    def _goals(self, spot: int) -> dict[int, tuple[str, ...]]:
        board = self.board
        location, fleet = location_and_fleet(spot)
        if not fleet:
            return {goal: (board.provinces[goal].id,) for goal in bits(board.tables.army[self.province[spot]])}
        goals: dict[int, tuple[str, ...]] = {}
        for place in bits(board.tables.fleet[location]):
            province = board.tables.province[place]
            goals[province] = (*goals.get(province, ()), board.locations[place])
        return goals

    def unit(self, spot: int, power: str) -> Unit:
        """Return the unit of `power` at a spot."""
        return Unit(FLEET if location_and_fleet(spot)[1] else ARMY, self.named[spot].place, power)

    def spot_of(self, unit: Unit) -> int:
        """Return the spot of a unit on the board."""
        return self.board.unit_keys[unit.type, unit.location]


@lru_cache(maxsize=8)
def board_index(board: Board) -> BoardIndex:
    """Return the index of a board; those of the last few boards are cached."""
    return BoardIndex(board)
