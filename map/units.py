"""Units: armies and fleets, their locations, and the facts about dislodged ones."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .values import Value


class UnitType(StrEnum):
    """Army or fleet, by the letter that orders use.

    >>> UnitType("F"), str(ARMY)
    (FLEET, 'A')
    """

    ARMY = "A"
    FLEET = "F"

    def __repr__(self) -> str:
        return self.name


ARMY, FLEET = UnitType.ARMY, UnitType.FLEET


def province_of(location: str) -> str:
    """Return the province of a location.

    >>> province_of("STP/SC"), province_of("PAR")
    ('STP', 'PAR')
    """
    return location.partition("/")[0]


def unit_key(location: int, fleet: int) -> int:
    """Return the key of a unit of a type (1: fleet, 0: army) at the location of a number. Numba-compatible.

    >>> unit_key(13, 0), unit_key(13, 1)
    (26, 27)
    """
    return 2 * location + fleet


def location_and_fleet(key: int) -> tuple[int, int]:
    """Return the number of the location in the key of a unit, and 1 for a fleet, 0 for an army. Numba-compatible.

    >>> location_and_fleet(27)
    (13, 1)
    """
    return key >> 1, key & 1


@dataclass(frozen=True, slots=True, repr=False)
class Unit(Value):
    """A unit on the board.

    Attributes:
        type: Army or fleet.
        location: Its location; for a fleet in a province with several coasts, the coast ("STP/SC").
        power: The id of its power ("RUSSIA").

    Raises:
        WrongTypeError: An attribute has the wrong type.

    >>> unit = Unit(FLEET, "STP/SC", "RUSSIA")
    >>> str(unit), unit.province
    ('F STP/SC', 'STP')
    """

    type: UnitType
    location: str
    power: str

    def __post_init__(self) -> None:
        # exact types first, for speed: units are made by the million
        if not (type(self.type) is UnitType and type(self.location) is str and type(self.power) is str):
            self._require(UnitType, "ARMY or FLEET", "type")
            self._require(str, "a text", "location", "power")

    @property
    def province(self) -> str:
        """The id of its province."""
        location = self.location
        return location.partition("/")[0] if "/" in location else location

    def __str__(self) -> str:
        return f"{self.type} {self.location}"


@dataclass(frozen=True, slots=True, repr=False)
class Dislodged(Value):
    """A dislodged unit, and the facts that its retreat depends on.

    Attributes:
        unit: The unit, at the location that it lost.
        attacker_from: The id of the province that its attacker came from; None if that bars no retreat.
        by_convoy: True when the attacker came by convoy.

    Raises:
        WrongTypeError: An attribute has the wrong type.

    >>> Dislodged(Unit(ARMY, "BUR", "FRANCE"), "MUN")
    Dislodged(Unit(ARMY, 'BUR', 'FRANCE'), 'MUN')
    """

    unit: Unit
    attacker_from: str | None = None
    by_convoy: bool = False

    def __post_init__(self) -> None:
        origin = self.attacker_from
        if not (type(self.unit) is Unit and (origin is None or type(origin) is str) and type(self.by_convoy) is bool):
            self._require(Unit, "a unit", "unit")
            self._require(str | None, "a text or None", "attacker_from")
            self._require(bool, "True or False", "by_convoy")
