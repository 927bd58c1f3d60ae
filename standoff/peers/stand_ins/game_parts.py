"""What the class `Game` gives to its callers: histories, phases, powers and the map."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from ...map import Board
from ...map.json_values import Json

Value = TypeVar("Value")


class History(dict[str, Value], Generic[Value]):
    """What happened, by the short name of the phase ("S1901M"), in the order of the game."""

    def first_key(self) -> str:
        """Return the name of the first phase; there must be one."""
        return next(iter(self))

    def last_key(self) -> str:
        """Return the name of the last phase; there must be one."""
        return next(reversed(self))

    def first_value(self) -> Value:
        """Return what belongs to the first phase; there must be one."""
        return self[self.first_key()]

    def last_value(self) -> Value:
        """Return what belongs to the last phase; there must be one."""
        return self[self.last_key()]


@dataclass(frozen=True, slots=True)
class GamePhaseData:
    """A phase that was adjudicated: the state before it, the orders, and what became of each unit."""

    name: str
    state: Json
    orders: dict[str, list[str]]
    results: dict[str, list[str]]
    messages: dict[int, Json] = field(default_factory=dict[int, Json])

    def to_dict(self) -> Json:
        """Return the same as one dictionary."""
        return {
            "name": self.name,
            "state": self.state,
            "orders": self.orders,
            "results": self.results,
            "messages": self.messages,
        }


class Map:
    """What callers ask of the package's map, read off a board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.name: str = board.name
        self.first_year: int = board.first_year
        self.victory: list[int] = [board.victory_centers]
        self.powers: list[str] = list(board.powers)
        self.scs: list[str] = list(board.centers)
        self.homes: dict[str, list[str]] = {power.id: list(power.homes) for power in board.powers.values()}
        self.centers: dict[str, list[str]] = {power: list(homes) for power, homes in self.homes.items()}
        self.units: dict[str, list[str]] = {power.id: list(power.units) for power in board.powers.values()}
        self.locs: list[str] = list(board.locations)

    def find_coasts(self, loc: str) -> list[str]:
        """Return the province of a location and its coasts."""
        province = self.board.province(loc.upper())
        return [province.id, *(place for place in province.locations if place != province.id)]

    def is_valid_unit(self, unit: str) -> bool:
        """Tell whether a unit such as "F STP/SC" can stand where it says."""
        kind, _, place = unit.upper().partition(" ")
        stands = {"A": self.board.army_stands, "F": self.board.fleet_stands}
        return place in stands.get(kind, ())


@dataclass
class Power:
    """The current state of a power of a game. To change it, use the methods of the game."""

    name: str
    units: list[str]
    retreats: dict[str, list[str]]
    centers: list[str]
    homes: list[str]
    orders: dict[str, str]
    adjust: list[str]
    influence: list[str]
    civil_disorder: int = 0

    def is_eliminated(self) -> bool:
        """Tell whether the power has neither units nor centers."""
        return not (self.units or self.retreats or self.centers)
