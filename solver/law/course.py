"""The course of a year, in numbers: the next phase, and the changes between phases.

Numba-compatible: integers and arrays only.

Source: rulebook 1982, III and XIII; 2000, pages 4 and 17.
"""

from __future__ import annotations

from collections.abc import Sequence

from .adjusting import Powers, may_adjust, note_balances
from .homes import Homes
from .state import PhaseState, State

SPRING, FALL, WINTER = 0, 1, 2
"""The seasons, in the order of a year."""

MOVEMENT, RETREAT, ADJUSTMENT = 0, 1, 2
"""The types of phases, in the order of a season."""


def next_phase(season: int, kind: int, dislodged: bool, adjust: bool) -> tuple[int, int]:
    """Return season and type of the phase that follows; the next SPRING is that of the next year.

    Args:
        season, kind: The phase.
        dislodged: True if it was a movement phase that dislodged a unit.
        adjust: True if a power could build or must remove a unit, given who owns what after this season.

    >>> next_phase(FALL, MOVEMENT, False, True) == (WINTER, ADJUSTMENT)
    True
    """
    if kind == MOVEMENT and dislodged:
        return season, RETREAT
    if season == SPRING:
        return FALL, MOVEMENT
    if season == FALL and adjust:
        return WINTER, ADJUSTMENT
    return SPRING, MOVEMENT


def transfers_centers(phase: PhaseState, dislodged: bool) -> bool:
    """Return whether supply centers change hands after a phase: after the last of an autumn.

    Args:
        phase: The phase.
        dislodged: True if it was a movement phase that dislodged a unit.
    """
    return phase.season == FALL and not dislodged


def transfer_centers(center: Sequence[int], provinces: State) -> None:
    """Give each supply center to the power whose unit stands in it; the others keep their owners.

    Args:
        center: By province, 1 for a supply center.
        provinces: What is in the provinces.

    Source: rulebook 1982, XIII.1.
    """
    for p in range(len(provinces)):
        if center[p] and provinces[p].unit_location >= 0:
            provinces[p].owner = provinces[p].power


def pass_on(homes: Homes, provinces: State, phase: PhaseState, powers: Powers, dislodged: bool) -> None:
    """Go on to the next phase in which a power has something to order.

    Args:
        homes: The board with its calendar, and the rulebook.
        provinces: What is in the provinces after the phase. It changes if centers change hands after the phase, and
            matters only then; unless a retreat phase follows, nobody is dislodged, and nothing contested, any more.
        phase: The phase that is over; becomes the one that follows.
        powers: Who is in civil disorder; filled in if centers change hands after the phase.
        dislodged: True if it was a movement phase that dislodged a unit.
    """
    season, kind = phase.season, phase.kind
    adjust = False
    if transfers_centers(phase, dislodged):
        transfer_centers(homes.center, provinces)
        note_balances(provinces, powers)
        adjust = may_adjust(homes, provinces, powers.balance)
    phase.season, phase.kind = next_phase(season, kind, dislodged, adjust)
    if phase.season < season:
        phase.year += homes.years - homes.fall_after
        if not homes.spring:
            phase.season = FALL
    elif phase.season == FALL and season == SPRING:
        phase.year += homes.fall_after
    if phase.kind != RETREAT:
        forget_dislodged(provinces)


def forget_dislodged(provinces: State) -> None:
    """Take away the dislodged units that have not retreated, and what retreats depend on."""
    for p in range(len(provinces)):
        here = provinces[p]
        if here.dislodged_location >= 0 or here.contested:
            here.dislodged_location = -1
            here.dislodged_is_fleet = 0
            here.dislodged_power = -1
            here.attacker_from = -1
            here.by_convoy = 0
            here.contested = 0
