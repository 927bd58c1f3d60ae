"""Settings of games on a board: players, unplayed powers, victory, the calendar.

Source: rulebook 1982, I, II, III and XIV.2; 2000, pages 3, 4 and 20; otherwise the variants in use.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .errors import PositionError
from .phases import Phase, PhaseType


@dataclass(frozen=True, slots=True)
class Victory:
    """The victory condition: reaching any of the numbers wins; None disables one.

    Attributes:
        centers: This many centers.
        units: This many units on the board.
        share: More than this share of all centers: 0.5 for the majority.
        all: All centers of the board.
        provinces: All these provinces: centers owned, others occupied by a unit.
        provinces_from: The first year in which `provinces` counts.
        lead: Required lead in centers over every other player.
        year: The last year of the game.
        at_end: The winner at the end of it: ``"most"`` for the player with the most centers, ``"draw"`` for nobody.
    """

    centers: int | None = None
    units: int | None = None
    share: float | None = None
    all: bool = False
    provinces: tuple[str, ...] = ()
    provinces_from: int | None = None
    lead: int | None = None
    year: int | None = None
    at_end: str = "most"

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Victory:
        """Return the victory condition of a board's data (default: 18 centers)."""
        entry: dict[str, Any] = dict(data.get("victory", {"centers": data.get("victory_centers", 18)}))
        if "provinces" in entry:
            entry["provinces"] = tuple(entry["provinces"])
        return cls(**entry)

    @property
    def plain(self) -> bool:
        """True if only a number of centers wins."""
        return self == Victory(centers=self.centers)

    def __str__(self) -> str:
        """The victory condition in words.

        >>> str(Victory(centers=18)), str(Victory(share=0.5, lead=2))
        ('18 centers', 'more than 50 % of the centers, 2 more than any other')
        """
        ways: list[str] = []
        if self.centers is not None:
            ways.append(f"{self.centers} centers")
        if self.units is not None:
            ways.append(f"{self.units} units")
        if self.share is not None:
            ways.append(f"more than {100 * self.share:g} % of the centers")
        if self.all:
            ways.append("all centers")
        if self.provinces:
            since = f" from {self.provinces_from}" if self.provinces_from is not None else ""
            ways.append(f"{', '.join(self.provinces)}{since}")
        text = " or ".join(ways)
        if self.lead is not None:
            text = f"{text}, {self.lead} more than any other" if text else f"{self.lead} centers more than any other"
        if self.year is not None:
            end = "the most centers" if self.at_end == "most" else "a draw"
            text = f"{text}; at the end of {self.year}, {end}" if text else f"at the end of {self.year}, {end}"
        return text or "nothing"


@dataclass(frozen=True, slots=True)
class Joining:
    """A neutral power that joins a side by lot.

    Attributes:
        power: The power.
        lot_at: The phase before which the lot is drawn.
        plays_from: The phase from which the drawn side plays it.
    """

    power: str
    lot_at: Phase
    plays_from: Phase


@dataclass(frozen=True, slots=True)
class Calendar:
    """The first phase of a game, and the sequence of its years.

    Attributes:
        begin: The first phase.
        years: Years between consecutive rounds.
        fall_after: Years between the spring and the fall of a round.
        spring: False if a round has a single movement phase, in the fall.
    """

    begin: Phase
    years: int = 1
    fall_after: int = 0
    spring: bool = True

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Calendar:
        """Return the calendar of a board's data.

        Raises:
            PositionError: The first phase is not a phase.
        """
        entry: Mapping[str, Any] = data.get("calendar", {})
        spring = "S" in entry.get("seasons", "SF")
        begin = Phase("S" if spring else "F", data.get("first_year", 1901), PhaseType.MOVEMENT)
        if "begin" in entry:
            begin = Phase.parse(entry["begin"])
        return cls(begin, entry.get("years", 1), entry.get("fall_after", 0), spring)

    def first(self, kind: PhaseType) -> Phase:
        """Return the date of a phase of a type that names none: the first of a game.

        >>> str(Calendar(Phase.parse("S1914M")).first(PhaseType.ADJUSTMENT))
        'W1914A'
        """
        begin = self.begin
        if kind is begin.type:
            return begin
        season = "W" if kind is PhaseType.ADJUSTMENT else "S" if self.spring else "F"
        return Phase(season, begin.year + self.fall_after * (season == "W"), kind)

    def next(self, phase: Phase, kind: PhaseType) -> Phase:
        """Return the date of the next phase of a type after a phase.

        >>> calendar = Calendar(Phase.parse("S1901M"))
        >>> [str(calendar.next(Phase.parse("F1905M"), kind)) for kind in PhaseType]
        ['S1906M', 'F1905R', 'W1905A']
        """
        rounds = [("S", PhaseType.MOVEMENT), ("S", PhaseType.RETREAT)] if self.spring else []
        rounds += [("F", PhaseType.MOVEMENT), ("F", PhaseType.RETREAT), ("W", PhaseType.ADJUSTMENT)]
        now, year = (phase.season, phase.type), phase.year
        at = rounds.index(now) if now in rounds else len(rounds) - 1
        while True:
            at = (at + 1) % len(rounds)
            season, then = rounds[at]
            if at == 0:
                year += self.years - self.fall_after
            elif season == "F" and then is PhaseType.MOVEMENT:
                year += self.fall_after
            if then is kind:
                return Phase(season, year, kind)


def setting_faults(powers: Collection[str], provinces: Collection[str], data: Mapping[str, Any]) -> Iterator[str]:
    """Yield a sentence for each fault in the settings of a board with these powers and provinces."""
    played: dict[str, int] = {}
    named = {"civil_disorder": data.get("civil_disorder", ())}
    for number, player in enumerate(data.get("players", ()), 1):
        named[f"players: player {number}"] = player
        if not player:
            yield f"players: player {number} has no power"
        for power in player:
            if played.setdefault(power, number) != number:
                yield f"players: {power} is played by two"
    for where, names in named.items():
        yield from (f"{where}: no power {name}" for name in names if name not in powers)
    idle = set(named["civil_disorder"])
    joining = data.get("joins", {}).get("power")
    if "players" in data:
        for power in powers:
            if power not in played and power not in idle:
                yield f"players: nobody plays {power}, and it is not in civil_disorder"
    yield from (f"players: {power} is in civil_disorder" for power in sorted(idle & played.keys()))
    for name in data.get("closed", ()):
        if name not in powers and name not in provinces:
            yield f"closed: no province and no power {name}"
    if "joins" in data:
        if joining not in idle:
            yield f"joins: {joining} is not in civil_disorder"
        for key in ("lot_at", "plays_from"):
            if Phase.dated(data["joins"][key]) is None:
                yield f"joins: {key}: {data['joins'][key]!r} is not a phase"
    victory: Mapping[str, Any] = data.get("victory", {})
    yield from (f"victory: no province {name}" for name in victory.get("provinces", ()) if name not in provinces)
    if "provinces_from" in victory and "provinces" not in victory:
        yield "victory: provinces_from goes with provinces"
    if "at_end" in victory and "year" not in victory:
        yield "victory: at_end goes with year"
    if "share" in victory and victory["share"] >= 1:
        yield 'victory: share: nobody has more than all; expected less than 1, or "all": true'
    yield from _calendar_faults(data)


def _calendar_faults(data: Mapping[str, Any]) -> Iterator[str]:
    calendar: Mapping[str, Any] = data.get("calendar", {})
    if "begin" in calendar:
        try:
            begin = Phase.parse(calendar["begin"])
        except PositionError as fault:
            yield f"calendar: begin: {fault}"
        else:
            if begin.type is PhaseType.RETREAT or (begin.season == "W") != (begin.type is PhaseType.ADJUSTMENT):
                yield f"calendar: begin: {begin}: a game begins with movement in S or F, or with adjustments in W"
            elif "S" not in calendar.get("seasons", "SF") and begin.season == "S":
                yield f"calendar: begin: {begin}: seasons has no S"
        if "first_year" in data and not re.search(rf"\b[A-Z]?{data['first_year']}[A-Z]?\b", calendar["begin"]):
            yield f"calendar: begin: {calendar['begin']}: first_year is {data['first_year']}"
    seasons = calendar.get("seasons", ["S", "F"])
    if list(seasons) not in (["S", "F"], ["F"]):
        yield f"calendar: seasons {' '.join(seasons) or 'none'}: only S F and F are played here"
    if calendar.get("fall_after", 0) > calendar.get("years", 1):
        yield "calendar: fall_after is more than years: the fall would come after the next spring"
    if calendar.get("fall_after") and "S" not in seasons:
        yield "calendar: fall_after: there is no spring"
