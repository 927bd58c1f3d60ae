"""Phases: season, year and type."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from .errors import PositionError, WrongTypeError
from .json_text import shown_text
from .names import date_in
from .values import Value


class PhaseType(StrEnum):
    """The three types of phases.

    >>> Phase.parse("W1901A").type
    PhaseType.ADJUSTMENT
    """

    MOVEMENT = "movement"
    RETREAT = "retreat"
    ADJUSTMENT = "adjustment"

    def __repr__(self) -> str:
        return f"PhaseType.{self.name}"


_SEASONS = ("S", "F", "W")
_LETTER = {"M": PhaseType.MOVEMENT, "R": PhaseType.RETREAT, "A": PhaseType.ADJUSTMENT}


@dataclass(init=False, frozen=True, slots=True, repr=False)
class Phase(Value):
    """A phase of a game: season ("S", "F" or "W"), year and type; `str` gives "S1901M"; phases are ordered by time.

    Raises:
        WrongTypeError: An attribute has the wrong type.
        PositionError: The season is unknown.

    >>> Phase.parse("F1901M") < Phase.parse("F1901R") < Phase.parse("W1901A")
    True
    """

    season: str
    year: int
    type: PhaseType

    def __init__(self, season: str, year: int, type: PhaseType) -> None:
        # written by hand, as phases are made often: with these checks it is as fast as the generated one without
        put = object.__setattr__
        put(self, "season", season)
        put(self, "year", year)
        put(self, "type", type)
        if not (type.__class__ is PhaseType and year.__class__ is int and season in _SEASONS):
            self._require(str, "S, F or W", "season")
            self._require(int, "a number", "year")
            self._require(PhaseType, "PhaseType.MOVEMENT, RETREAT or ADJUSTMENT", "type")
            if self.season not in _SEASONS:
                raise PositionError(f"Phase, season: expected S, F or W, not {self.season!r}")

    @classmethod
    def parse(cls, text: str) -> Phase:
        """Return the phase of "S1901M", or of a date as players write it.

        Raises:
            PositionError: `text` is not a phase.

        >>> Phase.parse("F1901R").season
        'F'
        >>> str(Phase.parse("Fall 1901 retreats")), str(Phase.parse("jaro 1902"))
        ('F1901R', 'S1902M')
        """
        phase = cls.dated(text)
        if phase is None:
            raise PositionError(
                f"{shown_text(text)} is not a phase; expected season, year, type, as in S1901M, "
                "F1901R, W1901A, or Spring 1901"
            )
        return phase

    @classmethod
    def dated(cls, text: str) -> Phase | None:
        """Return the phase of a heading: "S1901M", "Spring 1901", "Fall 1901: retreats"; None for other texts.

        Without a type, spring and fall are movement phases, and winter is an adjustment phase.

        Raises:
            WrongTypeError: `text` is not a text.

        >>> str(Phase.dated("Winter 1901")), Phase.dated("A PAR - BUR")
        ('W1901A', None)
        """
        if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"expected a phase as text, not {text!r}")
        match = re.fullmatch(r"([SFW])(\d{1,5})([MRA])", text.strip().upper())
        if match:
            return cls(match[1], int(match[2]), _LETTER[match[3]])
        date = date_in(text) if re.search(r"\d", text) else None
        return cls(date[0], date[1], _LETTER[date[2]]) if date else None

    def __str__(self) -> str:
        return f"{self.season}{self.year}{self.type.value[0].upper()}"

    def __lt__(self, other: Phase) -> bool:
        if not isinstance(other, Phase):  # pyright: ignore[reportUnnecessaryIsInstance]
            return NotImplemented
        return self._place() < other._place()

    def _place(self) -> tuple[int, int, int]:
        return self.year, _SEASONS.index(self.season), tuple(PhaseType).index(self.type)
