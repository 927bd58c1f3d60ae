"""A board as lists for drawing at random: every question about it is one index.

A *spot* is a location together with the kind of unit that stands there: ``2 * location`` for an army,
``2 * location + 1`` for a fleet, in the board's numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from ...map import ARMY, FLEET, Board, Unit
from ...map.masks import bits
from ...solver.orders import UnitName


class Ground:
    """What is asked of a board again and again while questions are drawn. Never changed once built.

    Args:
        board: The board.

    Attributes:
        spots: By province: the spots in it.
        province: By spot: its province.
        reach: By spot: the provinces that a unit there can move to, as a mask.
        goals: By spot: for each of these provinces the locations that the unit could arrive at, as orders name them.
        into: By province: the spots from which a unit could move there, or support there.
        named: By spot: the unit as orders name it.
        near: By province: all provinces, those fewest moves away first.
        split: The provinces with several coasts, as a mask.
        shores: By sea province: the coastal provinces around it, as a mask.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        count = len(board.provinces)
        size = 2 * len(board.locations)
        self.spots: list[tuple[int, ...]] = [()] * count
        self.province = [0] * size
        self.reach = [0] * size
        self.goals: list[dict[int, tuple[str, ...]]] = [{} for _ in range(size)]
        self.named = [UnitName("?")] * size
        for number in range(count):
            found = [2 * number] if board.land >> number & 1 else []
            found.extend(2 * location + 1 for location in bits(board.fleet_locations[number]))
            self.spots[number] = tuple(found)
            for spot in found:
                self._lay(spot, number)
        self.into: list[tuple[int, ...]] = [
            tuple(spot for spots in self.spots for spot in spots if self.reach[spot] >> number & 1)
            for number in range(count)
        ]
        self.near = [tuple(self._nearest_first(number)) for number in range(count)]
        self.split = sum(1 << n for n, province in enumerate(board.provinces) if province.coasts)
        self.shores = [around & board.coastal for around in board.around]
        self._units: dict[tuple[int, str], Unit] = {}

    def _lay(self, spot: int, number: int) -> None:
        board = self.board
        location = board.locations[spot >> 1]
        self.province[spot] = number
        self.named[spot] = UnitName(location, FLEET if spot & 1 else ARMY)
        if spot & 1:
            arrivals: dict[int, list[str]] = {}
            for there in bits(board.fleet_reach[spot >> 1]):
                arrivals.setdefault(board.province_of_location[there], []).append(board.locations[there])
            self.goals[spot] = {province: tuple(places) for province, places in arrivals.items()}
        else:
            self.goals[spot] = {there: (board.provinces[there].id,) for there in bits(board.army_reach[number])}
        self.reach[spot] = sum(1 << there for there in self.goals[spot])

    def _nearest_first(self, start: int) -> Iterator[int]:
        seen = edge = 1 << start
        while edge:
            step = 0
            for province in bits(edge):
                yield province
                step |= self.board.around[province]
            edge = step & ~seen
            seen |= edge

    def unit(self, spot: int, power: str) -> Unit:
        """Return the unit of `power` at `spot`; the same object each time."""
        known = self._units.get((spot, power))
        if known is None:
            named = self.named[spot]
            known = self._units[spot, power] = Unit(FLEET if spot & 1 else ARMY, named.place, power)
        return known

    def spot_of(self, unit: Unit) -> int:
        """Return the spot of a unit on the board."""
        return 2 * self.board.location_number[unit.location] + (unit.type is FLEET)

    @cached_property
    def circles(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """By province: the circles of three to five provinces through it, each unit of which can move to the next."""
        through: list[list[tuple[int, ...]]] = [[] for _ in self.board.provinces]

        def grow(circle: list[int], here: int, seen: int) -> None:
            if len(circle) > 2 and self.board.around[here] >> circle[0] & 1:
                for province in circle:
                    through[province].append(tuple(circle))
            if len(circle) == 5:
                return
            for there in bits(self.board.around[here] & ~seen):
                if there > circle[0]:
                    grow([*circle, there], there, seen | 1 << there)

        for start in range(len(self.board.provinces)):
            grow([start], start, 1 << start)
        return tuple(tuple(circles) for circles in through)
