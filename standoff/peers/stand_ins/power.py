"""A power of a game: its units, centers and orders."""

from __future__ import annotations

from typing import Any, Self

from ...map import Json
from .parts import copied, not_offered

ROLE = "server_type"
_OF_PLAYERS: Json = {"controller": {"0": "dummy"}, "order_is_set": 0, "tokens": [], "vote": "neutral", "wait": True}
"""What the package's dictionaries have about players; here, the caller plays each power."""
_LISTS = ("units", "retreats", "centers", "homes", "influence", "orders", "adjust")


class Power:
    """A power. Its lists are the game's own: what is removed from them is removed from the board.

    Attributes:
        game: The game.
        name: Its name.
        abbrev: Its letter.
        units: Its units: "F STP/SC".
        retreats: The possible retreats of each dislodged unit.
        centers: The supply centers that it owns.
        homes: The centers where it may build.
        influence: The provinces that its units entered last.
        orders: In a movement phase, the order of each unit ("- BUR").
        adjust: In other phases, the orders in full; a refused one begins with "VOID".

    >>> from standoff.peers.stand_ins.game import Game
    >>> france = Game().get_power("FRANCE")
    >>> france.units, france.is_eliminated()
    (['F BRE', 'A MAR', 'A PAR'], False)
    """

    def __init__(self, game: Any = None, name: str = "", role: str = ROLE) -> None:
        self.game = game
        self.name = name
        self.role = role
        self.abbrev: str = name[:1]
        self.units: list[str] = []
        self.retreats: dict[str, list[str]] = {}
        self.centers: list[str] = []
        self.homes: list[str] = []
        self.influence: list[str] = []
        self.orders: dict[str, str] = {}
        self.adjust: list[str] = []
        self.civil_disorder = 0
        self.goner = 0

    def __getattr__(self, name: str) -> Any:
        raise not_offered("Power", name)

    def is_eliminated(self) -> bool:
        """Return whether the power has neither units nor centers."""
        return not (self.units or self.retreats or self.centers)

    def clear_orders(self) -> None:
        """Delete its orders."""
        self.orders = {}
        self.adjust = []

    def clear_units(self) -> None:
        """Remove its units from the board."""
        self.units, self.retreats, self.influence = [], {}, []

    def clear_centers(self) -> None:
        """Remove its supply centers."""
        self.centers = []

    def to_dict(self) -> Json:
        """Return the power as `Game.to_dict` holds it."""
        kept = ("abbrev", "name", "role", "civil_disorder", *_LISTS)
        return {**{name: copied(getattr(self, name)) for name in kept}, **copied(_OF_PLAYERS)}

    @classmethod
    def from_dict(cls, json_dict: Json) -> Self:
        """Return the power that a dictionary holds, without a game."""
        power = cls(None, json_dict["name"])
        for name in _LISTS:
            setattr(power, name, copied(json_dict.get(name) or getattr(power, name)))
        power.civil_disorder = json_dict.get("civil_disorder") or 0
        return power

    def __str__(self) -> str:
        lines = ["", f"{self.name} ({self.role})", "PLAYER dummy"]
        lines += [f"INHABITS {' '.join(self.homes)}"] if self.homes else []
        lines += [f"OWNS {' '.join(self.centers)}"] if self.centers else []
        lines += [" ".join([unit, "-->", *places]) for unit, places in self.retreats.items()]
        lines += [*self.units, *self.adjust]
        if self.orders:
            lines += [
                "ORDERS",
                *(f"{unit} {action}" if unit[1:2] == " " else action for unit, action in self.orders.items()),
            ]
        return "\n".join(lines)
