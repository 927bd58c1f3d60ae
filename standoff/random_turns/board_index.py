"""What is needed of a board again and again while turns are drawn.

Provinces are numbers, as the board counts them. A *spot* is a location together with the kind of unit that stands
there: ``2 * location`` for an army, ``2 * location + 1`` for a fleet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache

from ..map import ARMY, FLEET, Board, Unit, bits
from ..solver import UNREACHABLE, UnitName, steps_from


class BoardIndex:
    """What is needed of a board again and again while questions are drawn. Never changed once built.

    Args:
        board: The board.

    Attributes:
        spots: By province: the spots in it.
        province: By spot: its province.
        named: By spot: the unit as orders name it.
        goals: By spot: the provinces that a unit there can move to, each with the locations that it could arrive at.
        reach: By spot: these provinces as a mask.
        into: By province: the spots from which a unit could move there, or support there.
        near: By province: all provinces, those fewest moves away first.
        split: The provinces with several coasts, as a mask.
        shores: By sea province: the coastal provinces around it, as a mask.
        borders: Of fleets (true), of armies (false) and of any unit (None): by province where it leads in a move.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        every = range(len(board.provinces))
        self.spots = [
            ((2 * number,) if board.land >> number & 1 else ())
            + tuple(2 * location + 1 for location in bits(board.fleet_locations[number]))
            for number in every
        ]
        self.province = {spot: number for number in every for spot in self.spots[number]}
        self.named = {spot: UnitName(board.locations[spot >> 1], FLEET if spot & 1 else ARMY) for spot in self.province}
        self.goals = {spot: self._goals(spot) for spot in self.province}
        self.reach = {spot: sum(1 << there for there in goals) for spot, goals in self.goals.items()}
        self.into = [tuple(spot for spot, reach in self.reach.items() if reach >> number & 1) for number in every]
        away = [steps_from(board.around, number) for number in every]
        self.near = [tuple(p for p in sorted(every, key=steps.__getitem__) if steps[p] < UNREACHABLE) for steps in away]
        self.split = sum(1 << n for n, province in enumerate(board.provinces) if province.coasts)
        self.shores = [around & board.coastal for around in board.around]
        by_sea = [sum({1 << there for spot in self.spots[n] if spot & 1 for there in self.goals[spot]}) for n in every]
        self.borders: dict[bool | None, Sequence[int]] = {None: board.around, False: board.tables.army, True: by_sea}

    def _goals(self, place: int) -> dict[int, tuple[str, ...]]:
        board = self.board
        if not place & 1:
            return {there: (board.provinces[there].id,) for there in bits(board.tables.army[self.province[place]])}
        goals: dict[int, tuple[str, ...]] = {}
        for there in bits(board.tables.fleet[place >> 1]):
            province = board.tables.province[there]
            goals[province] = (*goals.get(province, ()), board.locations[there])
        return goals

    def unit(self, place: int, power: str) -> Unit:
        """Return the unit of `power` at `place`."""
        return Unit(FLEET if place & 1 else ARMY, self.named[place].place, power)

    def place_of(self, unit: Unit) -> int:
        """Return the spot of a unit on the board."""
        return 2 * self.board.location_number[unit.location] + (unit.type is FLEET)

    def moves_from(self, starts: Iterable[int], fleet: bool | None = None) -> list[int]:
        """Return by province how many moves it is from the nearest of some provinces; empty for none.

        Args:
            starts: These provinces.
            fleet: The moves of fleets (true) or of armies (false); None for those of any unit.
        """
        each = [self._steps[fleet][start] for start in starts]
        return [min(steps) for steps in zip(*each, strict=True)]

    @cached_property
    def _steps(self) -> dict[bool | None, list[tuple[int, ...]]]:
        every = range(len(self.board.provinces))
        return {kind: [steps_from(reach, start) for start in every] for kind, reach in self.borders.items()}

    @cached_property
    def circles(self) -> list[list[tuple[int, ...]]]:
        """By province: the circles of three to five provinces through it, each unit of which can move to the next."""
        through: list[list[tuple[int, ...]]] = [[] for _ in self.board.provinces]

        def grow(circle: tuple[int, ...], seen: int) -> None:
            first, around = circle[0], self.board.around[circle[-1]]
            if len(circle) > 2 and around >> first & 1:
                for province in circle:
                    through[province].append(circle)
            if len(circle) < 5:
                for there in bits(around & ~seen):
                    if there > first:
                        grow((*circle, there), seen | 1 << there)

        for start in range(len(self.board.provinces)):
            grow((start,), 1 << start)
        return through


@lru_cache(maxsize=8)
def board_index(board: Board) -> BoardIndex:
    """Return what is needed of a board; that of the last few boards is kept."""
    return BoardIndex(board)
