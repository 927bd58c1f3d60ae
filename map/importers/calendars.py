"""Converts the sequence of phases of another program to the calendar of a board file."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from .draft import Draft

PhaseOf = tuple[str, str, int]
"""Season, type (Movement, Retreat, Adjustment) and year."""


def calendar_of(draft: Draft, begin: PhaseOf, after: Callable[[PhaseOf], PhaseOf | None]) -> dict[str, Any]:
    """Return the calendar of a sequence of phases, compared over a dozen rounds.

    Args:
        draft: The draft, for reports and errors.
        begin: The first phase.
        after: Returns the phase after another one, None if none is declared.

    Raises:
        BoardError: The sequence is not supported.
    """
    phases = [begin]
    while len(phases) < 60:
        following = after(phases[-1])
        if following is None:
            raise draft.refuse(f"no phase follows {' '.join(map(str, phases[-1]))}")
        phases.append(following)
    letters = "".join(kind[:1] for _, kind, _ in phases)
    calendar: dict[str, Any] = {}
    names: list[str] = []
    _, kind, year = begin
    if kind == "Movement" and letters.startswith("MRMRAMRMRA"):
        rounds = [phases[n : n + 5] for n in range(0, 55, 5)]
        between = {
            (one[2][2] - one[0][2], one[1][2] - one[0][2], one[3][2] - one[2][2], one[4][2] - one[2][2])
            for one in rounds
        }
        steps = {two[0][2] - one[0][2] for one, two in pairwise(rounds)}
        if len(between) == 1 and len(steps) == 1 and next(iter(between))[1:] == (0, 0, 0):
            calendar = {"begin": f"S{year}M", "years": steps.pop(), "fall_after": between.pop()[0]}
            names = [rounds[0][0][0], rounds[0][2][0]]
    elif kind == "Movement" and letters.startswith("MRAMRA"):
        rounds = [phases[n : n + 3] for n in range(0, 54, 3)]
        within = {(one[1][2] - one[0][2], one[2][2] - one[0][2]) for one in rounds}
        steps = {two[0][2] - one[0][2] for one, two in pairwise(rounds)}
        if within == {(0, 0)} and len(steps) == 1:
            calendar = {"begin": f"F{year}M", "years": steps.pop(), "seasons": ["F"]}
            names = [rounds[0][0][0]]
    elif kind == "Adjustment" and letters.startswith("AMRMRAMRMRA"):
        calendar = calendar_of(draft, phases[1], after) | {"begin": f"W{year}A"}
        if phases[1][2] != year + calendar.get("years", 1) - calendar.get("fall_after", 0):
            calendar = {}
    if names and [name.lower() for name in names] not in (["spring", "fall"], ["spring", "autumn"]):
        draft.lose(f"the names of seasons: {' and '.join(dict.fromkeys(names))} are called spring and fall here")
    return _without_defaults(draft, calendar, phases)


def _without_defaults(draft: Draft, calendar: dict[str, Any], phases: list[PhaseOf]) -> dict[str, Any]:
    if not calendar or not 0 <= int(calendar["begin"][1:-1]) <= 99999 or calendar.get("years", 1) < 0:
        shown = ", ".join(f"{season} {year} {kind}" for season, kind, year in phases[:8])
        raise draft.refuse(f"phases that follow each other as {shown} … are not played here")
    usual = {"years": 1, "fall_after": 0}
    return {key: value for key, value in calendar.items() if usual.get(key) != value}


def settings_of(calendar: dict[str, Any]) -> dict[str, Any]:
    """Return a calendar as keys of a board file: its first year alone, if that is enough.

    >>> settings_of({"begin": "S1898M"}), settings_of({"begin": "S1425M", "years": 10, "fall_after": 5})
    ({'first_year': 1898}, {'calendar': {'begin': 'S1425M', 'years': 10, 'fall_after': 5}})
    """
    begin: str = calendar["begin"]
    if len(calendar) == 1 and begin[0] + begin[-1] == "SM":
        return {"first_year": int(begin[1:-1])}
    return {"calendar": calendar}


STANDARD: dict[tuple[str, str], tuple[str, str, int]] = {
    ("Spring", "Movement"): ("Spring", "Retreat", 0),
    ("Spring", "Retreat"): ("Fall", "Movement", 0),
    ("Fall", "Movement"): ("Fall", "Retreat", 0),
    ("Fall", "Retreat"): ("Fall", "Adjustment", 0),
    ("Fall", "Adjustment"): ("Spring", "Movement", 1),
}
"""The next phase of each phase of the standard game, and the number of years between them."""


def next_standard_phase(phase: PhaseOf) -> PhaseOf | None:
    """Return the phase after another one in the standard game."""
    season, kind, year = phase
    after = STANDARD.get(("Fall" if season in ("Autumn", "Winter") else season, kind))
    return None if after is None else (after[0], after[1], year + after[2])
