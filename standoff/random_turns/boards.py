"""Facts about a board that drawing needs repeatedly, and small boards on which paradoxes are frequent.

Provinces are numbers, as the board counts them. A *key* is that of a unit at a location (`unit_key`).
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

from ..map import ARMY, FLEET, Board, Unit, bits, location_and_fleet, unit_key
from ..solver import UNREACHABLE, steps_from, unit_named


class BoardIndex:
    """Facts about a board that drawing needs repeatedly. Immutable.

    Args:
        board: The board.

    Attributes:
        keys: By province: the keys of its possible units, that of an army first.
        province: By key: its province.
        named: By key: the unit as orders name it.
        goals: By key: the provinces that the unit can move to, each with the locations where it can arrive.
        reach: By key: these provinces as a mask.
        into: By province: the keys of the units that can move or support there.
        steps: By two provinces: the number of moves between them, for a unit that goes by land and sea.
        near: By province: all reachable provinces, itself first, then the nearest.
        split: The provinces with several coasts, as a mask.
        shores: By sea province: the coastal provinces around it, as a mask.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        provinces = range(len(board.provinces))
        self.keys = [
            ((unit_key(number, 0),) if board.land >> number & 1 else ())
            + tuple(unit_key(location, 1) for location in bits(board.fleet_locations[number]))
            for number in provinces
        ]
        self.province = {key: number for number in provinces for key in self.keys[number]}
        self.named = {key: unit_named(key, board) for key in self.province}
        self.goals = {key: self._goals(key) for key in self.province}
        self.reach = {key: sum(1 << goal for goal in goals) for key, goals in self.goals.items()}
        self.into = [tuple(key for key, reach in self.reach.items() if reach >> n & 1) for n in provinces]
        self.steps = [steps_from(board.around, number) for number in provinces]
        self.near = [[p for p in sorted(provinces, key=row.__getitem__) if row[p] < UNREACHABLE] for row in self.steps]
        self.split = sum(1 << n for n, province in enumerate(board.provinces) if province.coasts)
        self.shores = [around & board.coastal for around in board.around]

    def _goals(self, key: int) -> dict[int, tuple[str, ...]]:
        board = self.board
        location, fleet = location_and_fleet(key)
        if not fleet:
            return {goal: (board.provinces[goal].id,) for goal in bits(board.tables.army[self.province[key]])}
        goals: dict[int, tuple[str, ...]] = {}
        for place in bits(board.tables.fleet[location]):
            province = board.tables.province[place]
            goals[province] = (*goals.get(province, ()), board.locations[place])
        return goals

    def key_of(self, unit: Unit) -> int:
        """Return the key of a unit on the board."""
        return self.board.unit_keys[unit.type, unit.location]

    def is_fleet(self, key: int) -> bool:
        """Return whether a key is that of a fleet."""
        return location_and_fleet(key)[1] == 1

    def unit(self, key: int, power: str) -> Unit:
        """Return the unit of `power` with a key."""
        return Unit(FLEET if self.is_fleet(key) else ARMY, self.named[key].place, power)


@lru_cache(maxsize=8)
def board_index(board: Board) -> BoardIndex:
    """Return the index of a board; those of the last few boards are cached."""
    return BoardIndex(board)


POWERS = ("AMBER", "BROWN", "CORAL", "DENIM")


def tangled_board(random: Random) -> Board:
    """Return a board of one to five seas and four to fourteen coasts, and some land borders.

    >>> board = tangled_board(Random(1))
    >>> all(board.around[0] >> place & 1 for place in range(1, len(board.provinces)))
    True
    """
    seas = [f"SEA{number}" for number in range(random.randint(1, 5))]
    coasts = [f"LAND{number}" for number in range(random.randint(4, 14))]
    places = seas + coasts
    borders = random.choice((0, 0.2, 0.5))
    army = {
        one: " ".join(other for other in coasts[number + 1 :] if random.random() < borders)
        for number, one in enumerate(coasts)
    }
    return Board(
        {
            "name": f"tangled {random.random()}",
            "powers": {
                power: {"name": power.title(), "adjective": power.title(), "homes": [], "units": []} for power in POWERS
            },
            "provinces": {
                place: {"name": f"Place {place}", "kind": "sea" if place in seas else "coastal"} for place in places
            },
            "army": {one: near for one, near in army.items() if near},
            "fleet": {one: " ".join(places[number + 1 :]) for number, one in enumerate(places[:-1])},
        }
    )
