"""Home centers, and the distances of units from them, by board and rulebook.

Source: DATC 3.0, 4.D.8; rulebook 2023, page 20; 1982, XIV.4.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ...map import Board, bits, joined_seas, location_and_fleet, unit_key
from ..rules.options import TooManyBuilds, TooManyDisbands
from ..rules.rulebook import Rulebook

UNREACHABLE = 10**6
"""The distance, in moves, of a unit that could never come home."""


class Homes(NamedTuple):
    """The data of a board and a rulebook for builds, removals and ownership, in numbers.

    Attributes:
        center: By province, 1 for a supply center.
        home: By power, the centers in which it may build, its home centers as a rule.
        goals: By power, the provinces that distance is measured to, if that is not to the centers it owns.
        steps: By unit key (`map.unit_key`) and province, how many moves away it is.
        alphabet: By province, its place in the alphabet of English names.
        to_owned: 1 if distance is measured to the centers that the power owns.
        waiving: 1 if builds may be waived.
        too_many_builds, too_many_disbands: The numbers of the choices.
        years: How many years lie between one round and the next.
        fall_after: How many years lie between the spring and the fall of a round.
        spring: 0 if a round has one movement phase, the fall's.
    """

    center: Sequence[int]
    home: Sequence[int]
    goals: Sequence[int]
    steps: Sequence[Sequence[int]]
    alphabet: Sequence[int]
    to_owned: int
    waiving: int
    too_many_builds: int
    too_many_disbands: int
    years: int
    fall_after: int
    spring: int


@lru_cache(maxsize=64)
def homes_of(board: Board, rules: Rulebook) -> Homes:
    """Return the data of a board and a rulebook.

    >>> from standoff.map import load_board
    >>> from standoff.solver import rulebook
    >>> board = load_board()
    >>> homes = homes_of(board, rulebook())
    >>> homes.steps[unit_key(board.province_number["PAR"], 0)][board.province_number["MUN"]], homes.waiving
    (2, 1)
    """
    choice = rules["civil_disorder_distance"]
    number, powers = board.province_number, board.powers.values()
    country = choice == "home-country"
    return Homes(
        center=tuple(int(province.center) for province in board.provinces),
        home=tuple(sum(1 << number[home] for home in power.builds) for power in powers),
        goals=tuple(sum(1 << number[p] for p in (power.country if country else power.homes)) for power in powers),
        steps=_Steps(board, choice),
        alphabet=alphabet(board),
        to_owned=int(choice == "owned-centers"),
        waiving=int(rules["waiving"] == "allowed"),
        too_many_builds=int(TooManyBuilds.choices[rules["too_many_builds"]]),
        too_many_disbands=int(TooManyDisbands.choices[rules["too_many_disbands"]]),
        years=board.calendar.years,
        fall_after=board.calendar.fall_after,
        spring=int(board.calendar.spring),
    )


@lru_cache(maxsize=16)
def alphabet(board: Board) -> tuple[int, ...]:
    """Return the place of each province in the alphabet of English names, by its number.

    >>> from standoff.map import load_board
    >>> board = load_board()
    >>> board.provinces[alphabet(board).index(0)].name
    'Adriatic Sea'
    """
    in_order = sorted(range(len(board.provinces)), key=lambda number: board.provinces[number].name)
    return tuple(in_order.index(number) for number in range(len(in_order)))


class _Steps(Sequence[Sequence[int]]):
    """By unit key and province, the distance in moves as option ``civil_disorder_distance`` measures it.

    Fleets go as fleets do, armies wherever any unit could go, unless a convoy over connected seas is one move to them;
    to owned centers a fleet, too, goes where any unit could. The distances of a unit key are found when asked for.
    """

    def __init__(self, board: Board, choice: str) -> None:
        self._board, self._choice = board, choice
        self._known: dict[int, tuple[int, ...]] = {}
        self._army_reach = _with_convoys(board) if choice == "home-centers-convoys" else board.around

    def __len__(self) -> int:
        return unit_key(len(self._board.locations), 0)

    def __getitem__(self, key: int) -> tuple[int, ...]:  # pyright: ignore[reportIncompatibleMethodOverride]
        distances = self._known.get(key)
        if distances is None:
            if not 0 <= key < len(self):
                raise IndexError(key)
            distances = self._known[key] = self._found(key)
        return distances

    def _found(self, key: int) -> tuple[int, ...]:
        board = self._board
        location, fleet = location_and_fleet(key)
        province_of = board.tables.province
        if not fleet or self._choice == "owned-centers":
            return steps_from(self._army_reach, province_of[location])
        by_location = steps_from(board.tables.fleet, location)
        nearest = [UNREACHABLE] * len(board.provinces)
        for place, steps in enumerate(by_location):
            if board.fleet_locations[province_of[place]] >> place & 1:
                nearest[province_of[place]] = min(nearest[province_of[place]], steps)
        return tuple(nearest)


def steps_from(reach: Sequence[int], origin: int) -> tuple[int, ...]:
    """Return how many moves away each place is from the place `origin`, `reach` being where a move leads from each.

    >>> steps_from([0b010, 0b101, 0b010, 0], 0)
    (0, 1, 2, 1000000)
    """
    steps_to = [UNREACHABLE] * len(reach)
    seen, edge, steps = 1 << origin, 1 << origin, 0
    while edge:
        beyond = 0
        for place in bits(edge):
            steps_to[place] = steps
            beyond |= reach[place]
        edge = beyond & ~seen
        seen |= edge
        steps += 1
    return tuple(steps_to)


def _with_convoys(board: Board) -> tuple[int, ...]:
    """Return by province where an army gets to in a move, a convoy over any connected seas being one."""
    reach, near = list(board.tables.army), board.tables.near
    shore = board.tables.shore
    left = (1 << len(near)) - 1
    while left:
        body = joined_seas(near, left, left & -left)
        left &= ~body
        coast = sum(1 << p for p in bits(board.coastal) if shore[p] & body)
        for p in bits(coast):
            reach[p] |= coast & ~(1 << p)
    return tuple(reach)
