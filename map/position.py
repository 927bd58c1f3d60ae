"""Units and positions: what stands where, who owns what, and what a retreat phase must know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from .board import INLAND, Board, load_board
from .errors import PositionError


class UnitType(StrEnum):
    """Army or fleet, by the letter that orders use."""

    ARMY = "A"
    FLEET = "F"


ARMY, FLEET = UnitType.ARMY, UnitType.FLEET


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit on the board.

    Attributes:
        type: Army or fleet.
        location: Where it stands; for a fleet in a province with several coasts the coast ("STP/SC").
        power: The id of its power ("RUSSIA").
    """

    type: UnitType
    location: str
    power: str

    @property
    def province(self) -> str:
        """The id of the province it stands in."""
        location = self.location
        return location.partition("/")[0] if "/" in location else location

    def __str__(self) -> str:
        return f"{self.type.value} {self.location}"


@dataclass(frozen=True, slots=True)
class Dislodged:
    """A dislodged unit, and what its retreat depends on.

    Attributes:
        unit: The unit, where it stood.
        attacker_from: The id of the province its attacker came from; None if that bars no retreat.
        by_convoy: True when the attacker came by convoy.
    """

    unit: Unit
    attacker_from: str | None = None
    by_convoy: bool = False


class PhaseType(StrEnum):
    """The three kinds of phases."""

    MOVEMENT = "movement"
    RETREAT = "retreat"
    ADJUSTMENT = "adjustment"


_LETTER = {"M": PhaseType.MOVEMENT, "R": PhaseType.RETREAT, "A": PhaseType.ADJUSTMENT}


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of a game: season ("S", "F" or "W"), year and type; `str` gives "S1901M"."""

    season: str
    year: int
    type: PhaseType

    @classmethod
    def parse(cls, text: str) -> Phase:
        """Read "S1901M".

        Raises:
            PositionError: `text` is no phase.
        """
        match = re.fullmatch(r"([SFW])(\d{1,5})([MRA])", text.strip().upper())
        if not match:
            raise PositionError(f"{text!r} is no phase; expected season, year, type, as in S1901M, F1901R, W1901A")
        return cls(match[1], int(match[2]), _LETTER[match[3]])

    def __str__(self) -> str:
        return f"{self.season}{self.year}{self.type.value[0].upper()}"


@dataclass(frozen=True)
class Position:
    """Everything on the board at the start of a phase. Frozen; `check` says what is wrong with it.

    Attributes:
        units: The units, in the order given; dislodged ones excepted.
        centers: The owned supply centers of each power, by the ids of power and province.
        dislodged: The dislodged units (retreat phase).
        contested: Provinces left empty by a standoff, closed to retreats.
        phase: Season, year and type, where they are known.
        idle: Powers in civil disorder: their units hold and do not support each other.
        closed: Provinces that nobody may enter (the borders of a neutral power).
    """

    units: tuple[Unit, ...] = ()
    centers: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    dislodged: tuple[Dislodged, ...] = ()
    contested: frozenset[str] = frozenset()
    phase: Phase | None = None
    idle: frozenset[str] = frozenset()
    closed: frozenset[str] = frozenset()

    def check(self, board: Board) -> None:
        """Raise `PositionError`, with every fault on a line of its own, if the position is impossible."""
        faults = [*unit_faults(board, self.units), *unit_faults(board, [d.unit for d in self.dislodged])]
        faults += self._center_faults(board)
        faults.extend(f"contested: no province {p}" for p in sorted(self.contested) if p not in board.province_number)
        if faults:
            raise PositionError("this position cannot be:\n  " + "\n  ".join(faults))

    def _center_faults(self, board: Board) -> list[str]:
        owned = frozenset[str]().union(*self.centers.values())
        each_once = len(owned) == sum(map(len, self.centers.values()))
        if each_once and owned <= board.center_ids and self.centers.keys() <= board.powers.keys():
            return []
        faults: list[str] = []
        owner: dict[str, str] = {}
        for power, centers in self.centers.items():
            if power not in board.powers:
                faults.append(f"centers of {power}: no such power")
            faults.extend(f"centers of {power}: {twice} stands there twice" for twice in _repeated(centers))
            for center in centers:
                number = board.province_number.get(center)
                if number is None or not board.provinces[number].center:
                    faults.append(f"{power}: {center} is no supply center")
                elif owner.setdefault(center, power) != power:
                    faults.append(f"{center} is owned by {owner[center]} and by {power}")
        return faults

    def by_power(self) -> dict[str, tuple[Unit, ...]]:
        """Return the units of each power that has any, powers in the order of their first unit."""
        found: dict[str, list[Unit]] = {}
        for unit in self.units:
            found.setdefault(unit.power, []).append(unit)
        return {power: tuple(units) for power, units in found.items()}


def _repeated(names: Sequence[str]) -> list[str]:
    return sorted({name for name in names if names.count(name) > 1})


def unit_faults(board: Board, units: Iterable[Unit]) -> list[str]:
    """Return a sentence for each unit that cannot stand where it does, or not together with another."""
    faults: list[str] = []
    seen: dict[str, Unit] = {}
    army_stands, fleet_stands, powers = board.army_stands, board.fleet_stands, board.powers
    for unit in units:
        # nearly every unit stands well: the sentences are made for the others only
        province_id = (army_stands if unit.type is ARMY else fleet_stands).get(unit.location)
        if province_id is not None and unit.power in powers and seen.setdefault(province_id, unit) is unit:
            continue
        who = f"{unit.power}: {unit}"
        if unit.power not in board.powers:
            faults.append(f"{who}: no power {unit.power} on board {board.name}")
        number = board.province_number.get(unit.province)
        if number is None or unit.location not in board.location_number:
            faults.append(f"{who}: no such place{board.nearest(unit.location)}")
            continue
        province = board.provinces[number]
        if unit.type is ARMY and not board.land >> number & 1:
            faults.append(f"{who}: an army cannot stand at sea")
        elif unit.type is ARMY and unit.location != province.id:
            faults.append(f"{who}: an army stands in the province, not on a coast")
        elif unit.type is FLEET and province.kind == INLAND:
            faults.append(f"{who}: a fleet cannot stand inland")
        elif unit.type is FLEET and unit.location not in province.locations:
            faults.append(f"{who}: the coast is missing; expected one of {', '.join(province.locations)}")
        other = seen.setdefault(unit.province, unit)
        if other is not unit:
            faults.append(f"{who}: two units in one province; {other.power}: {other} stands there too")
    return faults


def starting_position(board: Board | None = None) -> Position:
    """Return the position that a game on `board`, the standard one if left out, starts from."""
    board = board or load_board()
    return Position(
        units=tuple(
            Unit(UnitType(text[0]), text[2:], power.id) for power in board.powers.values() for text in power.units
        ),
        centers={power.id: power.homes for power in board.powers.values()},
        phase=Phase("S", board.first_year, PhaseType.MOVEMENT),
    )
