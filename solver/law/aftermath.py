"""The effects of a solved table on the board: successes, locations, dislodgements, retreats and contested provinces.

Numba-compatible: integers and arrays only.

Source: DATC 3.0, 5.B.1 and 6.H; rulebook 1982, XI.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from ...map import Tables, lowest, members
from ..rules.options import Choices, RetreatToConvoyedAttacker
from .equations import BY_CONVOY, BY_EITHER, BY_LAND, MOVES, prevent_strength, route
from .placement import Turn
from .reach import comes_from_start
from .records import WORD, Answers, Rows

OCCUPIED, CONTESTED = 1, 2
"""Why a province is closed to retreats."""


class Decision(NamedTuple):
    """The orders of a table that is solved, as masks.

    Attributes:
        live: Those that are neither illegal nor void.
        moves: Those of them that are moves.
        true, false: Those that succeed and those that fail.
    """

    live: int
    moves: int
    true: int
    false: int


def attacker_of(rows: Rows, unit: int, true: int) -> int:
    """Return the number of the unit that dislodged `unit`, -1 if none did."""
    if rows[unit].kind == MOVES and true >> unit & 1:
        return -1
    incoming = rows[unit].incoming & true
    return lowest(incoming) if incoming else -1


def dislodged_units(rows: Rows, moved: int) -> int:
    """Return the units into whose province another one moved while they stayed; `moved` is the moves that succeed."""
    entered = 0
    left = moved
    while left:
        bit = left & -left
        left ^= bit
        defender = rows[lowest(bit)].defender
        if defender >= 0:
            entered |= 1 << defender
    return entered & ~moved


def came_by_convoy(rows: Rows, unit: int, true: int) -> bool:
    """Return whether the move of `unit` went by convoy, `true` being all orders that succeed."""
    way = rows[unit].way
    return way == BY_CONVOY or (way >= BY_EITHER and route(rows, unit, true))


def note_unit_outcomes(
    turn: Turn, rows: Rows, decision: Decision, answers: Answers, closed: MutableSequence[int]
) -> int:
    """Note for each unit whether its order succeeds, who dislodged it, where it is afterwards, and if it was convoyed.

    Args:
        turn: The units and their orders.
        rows: The table of the turn.
        decision: What succeeds.
        answers: A record for each unit, with its faults; filled in.
        closed: By province 0; where a unit stands afterwards it becomes OCCUPIED.

    Returns:
        The dislodged units, as a mask.
    """
    dislodged = 0
    legal_orders, placement = turn.legal_orders, turn.placement
    province, location, fleet = placement.province, placement.location, placement.fleet
    live, true = decision.live, decision.true
    moved = decision.moves & true
    for i in range(len(province)):
        answer, row = answers[i], rows[i]
        bit = 1 << i
        answer.convoyed = row.way != BY_LAND and came_by_convoy(rows, i, true)
        if moved & bit:
            goal = legal_orders[i].destination
            closed[goal] = OCCUPIED
            answer.succeeds = 1
            answer.attacker = -1
            answer.place = legal_orders[i].coast if fleet[i] else goal
            continue
        incoming = row.incoming & true
        if incoming:
            answer.attacker = lowest(incoming)
            answer.place = -1
            dislodged |= bit
        else:
            answer.attacker = -1
            answer.place = location[i]
            closed[province[i]] = OCCUPIED
        if live & bit:
            answer.succeeds = true >> i & 1
        else:
            answer.succeeds = not incoming and not answer.fault and not answer.void
    return dislodged


def note_contested(
    turn: Turn, rows: Rows, decision: Decision, closed: MutableSequence[int], contested: MutableSequence[int]
) -> None:
    """Note the provinces in which nobody stands after a standoff, in `closed` as CONTESTED and in words of a mask.

    A failed move contests its destination if it keeps others from there, at least with strength 1.

    Source: DATC 3.0, 5.B.6; rulebook 1982, XI.1.
    """
    true, false = decision.true, decision.false
    left = decision.moves & ~true
    while left:
        bit = left & -left
        left ^= bit
        move = lowest(bit)
        goal = turn.legal_orders[move].destination
        if not closed[goal] and prevent_strength(rows, move, true, false)[1] > 0:
            closed[goal] = CONTESTED
            contested[goal // WORD] |= 1 << goal % WORD


def came_from(province: Sequence[int], answers: Answers, unit: int) -> tuple[int, bool]:
    """Return the bar to retreats of a dislodged unit: its attacker's origin, and whether the attacker came by convoy.

    Args:
        province: The province of each unit before the phase.
        answers: What became of the units.
        unit: The dislodged unit.
    """
    attacker = answers[unit].attacker
    return province[attacker], answers[attacker].convoyed != 0


def note_retreats(
    turn: Turn, dislodged: int, answers: Answers, closed: Sequence[int], retreats: Sequence[MutableSequence[int]]
) -> None:
    """Note where each of the units `dislodged` may retreat to, as words of a mask over the locations."""
    tables, placement = turn.tables, turn.placement
    while dislodged:
        bit = dislodged & -dislodged
        dislodged ^= bit
        unit = lowest(bit)
        origin, by_convoy = came_from(placement.province, answers, unit)
        for goal in near(tables, placement.location[unit], placement.fleet[unit]):
            if not retreat_barred(tables, turn.rules, goal, closed, origin, by_convoy):
                retreats[unit][goal // WORD] |= 1 << goal % WORD


def near(tables: Tables, location: int, fleet: int) -> Sequence[int]:
    """Return the locations that a unit at `location` reaches without a convoy."""
    return members(tables.fleet, location) if fleet else members(tables.army, location)


def retreat_barred(
    tables: Tables, rules: Choices, goal: int, closed: Sequence[int], attacker_from: int, by_convoy: bool
) -> bool:
    """Return whether a dislodged unit may not retreat to the location `goal`, however near it is.

    Args:
        tables, rules: The board, the rulebook.
        goal: The number of a location.
        closed: By province, not 0 if a unit stands there or it is contested.
        attacker_from: The province that the attacker came from, -1 if that does not matter.
        by_convoy: True if the attacker came by convoy.

    Source: DATC 3.2, 6.H, 4.A.4 and 4.A.5.
    """
    province = tables.province[goal]
    if closed[province]:
        return True
    if province != attacker_from or not comes_from_start(rules, by_convoy):
        return False
    return not (by_convoy and rules.retreat_to_convoyed_attacker == RetreatToConvoyedAttacker.ALLOWED)
