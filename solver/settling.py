"""What settles a component without exactly one resolution, and what the settled table means on the board.

Integer functions, so that a compiler for numeric code can take them as they stand.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..map.board import Tables
from ..map.masks import lowest
from .equations import (
    BY_CONVOY,
    BY_EITHER,
    CONVOYS,
    CUTTERS,
    CUTTERS_BY_SEA,
    DEFENDER,
    ENTRANTS,
    FLEETS,
    HELPERS,
    KIND,
    MOVES,
    NO,
    OPPOSITE,
    OWN,
    RIVALS,
    SPARED,
    SUPPORTS,
    WAY,
    YES,
    Rows,
    arrives_to_cut,
    attack_strength,
    defend_strength,
    head_to_head,
    hold_strength,
    path,
    prevent_strength,
    route,
)
from .reach import comes_from_start
from .rulebook import Choices, number_of

# Why an order that is neither illegal nor void came out as it did; `outcome` says it in words.
STANDS, STANDS_FAST, DISLODGED = 0, 1, 2
MOVES_IN, FOLLOWS, OUTNUMBERS, DISLODGES, WINS_BATTLE = 3, 4, 5, 6, 7
STANDOFF, REPELLED, LOSES_BATTLE, OWN_UNIT, NO_CONVOY_ORDERED, CONVOY_DISRUPTED = 8, 9, 10, 11, 12, 13
GIVEN, CUT_BY_ATTACK, CUT_BY_DISLODGEMENT = 14, 15, 16
FLEET_STAYS, FLEET_DISLODGED = 17, 18

CIRCULAR_MOVEMENT, CONVOY_PARADOX, OTHER_PARADOX = 0, 1, 2

SZYKMAN = number_of("paradox_backup", "szykman")
ALL_HOLD = number_of("paradox_backup", "all-hold")
RETREAT_ALLOWED = number_of("retreat_to_convoyed_attacker", "allowed")


def settlement(rows: Rows, core: int, several: bool, backup: int, pending: int) -> tuple[int, int, int]:
    """Return the kind of a paradox, and the orders that its rule makes succeed and fail, as masks.

    Args:
        rows: The table of the turn.
        core: The core.
        several: True if its component has several resolutions, False if it has none.
        backup: The number of the choice for the option ``paradox_backup``.
        pending: All open orders.

    Source: DATC 3.0, 4.A.2 and 5.B.9.
    """
    moves = convoys = 0
    left = core
    while left:
        bit = left & -left
        left ^= bit
        kind = rows[lowest(bit)][KIND]
        if kind == MOVES:
            moves |= bit
        elif kind == CONVOYS:
            convoys |= bit
    if several and moves == core:
        return CIRCULAR_MOVEMENT, core, 0
    if not convoys:
        return OTHER_PARADOX, 0, core
    if backup == SZYKMAN:
        return CONVOY_PARADOX, 0, convoys
    if backup == ALL_HOLD:
        for i in range(len(rows)):
            if rows[i][KIND] == MOVES and rows[i][FLEETS] & convoys:
                moves |= 1 << i
        return CONVOY_PARADOX, 0, moves & pending
    return CONVOY_PARADOX, 0, core


def attacker_of(rows: Rows, unit: int, true: int) -> int:
    """Return the number of the unit that dislodged `unit`, -1 if none did."""
    if rows[unit][KIND] == MOVES and true >> unit & 1:
        return -1
    entrants = rows[unit][ENTRANTS] & true
    return lowest(entrants) if entrants else -1


def came_by_convoy(rows: Rows, unit: int, true: int) -> bool:
    """Tell whether the move of `unit` went by convoy, `true` being all orders that succeed."""
    way = rows[unit][WAY]
    return way == BY_CONVOY or (way == BY_EITHER and route(rows, unit, true))


def stands_off(rows: Rows, move: int, true: int, false: int) -> bool:
    """Tell whether the failed `move` contests its destination: it keeps others from there, at least at strength 1.

    Source: DATC 3.0, 5.B.6; rulebook 1982, XI.1.
    """
    return prevent_strength(rows, move, true, false)[1] > 0


def retreat_barred(
    tables: Tables, rules: Choices, goal: int, closed: Sequence[int], attacker_from: int, by_convoy: bool
) -> bool:
    """Tell whether a dislodged unit may not retreat to the location `goal`, however near it is.

    Args:
        tables, rules: The board, the rulebook.
        goal: The number of a location.
        closed: By province, 1 if a unit stands there or it is contested.
        attacker_from: The province that the attacker came from, -1 if that does not matter.
        by_convoy: True if the attacker came by convoy.

    Source: DATC 3.2, 6.H, 4.A.4 and 4.A.5.
    """
    province = tables.province[goal]
    if closed[province]:
        return True
    if province != attacker_from or not comes_from_start(rules, by_convoy):
        return False
    return not (by_convoy and rules.retreat_to_convoyed_attacker == RETREAT_ALLOWED)


def most_prevented(rows: Rows, move: int, true: int, false: int) -> int:
    """Return the greatest prevent strength of the other moves to the destination of `move`, 0 without any."""
    most = 0
    rivals = rows[move][RIVALS]
    while rivals:
        rival = rivals & -rivals
        rivals ^= rival
        most = max(most, prevent_strength(rows, lowest(rival), true, false)[0])
    return most


def resistance(rows: Rows, move: int, battle: int, true: int, false: int) -> int:
    """Return what the unit at the destination of `move` holds it with: in a head-to-head battle it defends itself."""
    held = hold_strength(rows, rows[move][DEFENDER], true, false)[0]
    if battle == YES:
        defended = defend_strength(rows, rows[move][OPPOSITE], true, false)[0]
        return defended if rows[move][OPPOSITE] == rows[move][DEFENDER] else max(defended, held)
    return held


def move_account(rows: Rows, move: int, true: int, false: int) -> tuple[int, int, int, int, int]:
    """Return what `account` does, for a move."""
    row = rows[move]
    battle = NO if row[OPPOSITE] < 0 else head_to_head(rows, move, true, false)
    attack = attack_strength(rows, move, battle, true, false)[0]
    hold = resistance(rows, move, battle, true, false)
    prevent = most_prevented(rows, move, true, false)
    there = 0 if row[DEFENDER] < 0 else 1 << row[DEFENDER]
    helpers = row[HELPERS] & true
    by = 0
    if true >> move & 1:
        if battle == YES:
            reason, by = WINS_BATTLE, there | helpers
        elif hold > 0:
            reason, by = DISLODGES, there | helpers
        elif prevent > 0:
            reason, by = OUTNUMBERS, helpers | preventers(rows, move, 1, true, false)
        elif there:
            reason, by = FOLLOWS, there
        else:
            reason = MOVES_IN
    elif not path(rows, move, true):
        if path(rows, move, -1):
            reason, by = CONVOY_DISRUPTED, row[FLEETS] & false
        else:
            reason, by = NO_CONVOY_ORDERED, row[FLEETS]
    elif attack > hold:
        reason, by = STANDOFF, preventers(rows, move, attack, true, false)
    else:
        if row[OWN] and attack == 0:
            reason = OWN_UNIT
        else:
            reason = LOSES_BATTLE if battle == YES else REPELLED
        if there:
            by = there | rows[row[DEFENDER]][HELPERS] & true
    return reason, attack, hold, prevent, by


def account(rows: Rows, unit: int, true: int, false: int) -> tuple[int, int, int, int, int]:
    """Return why the order of `unit` came out as it did in a turn that is solved; paradox rules are set aside.

    Args:
        rows: The table of the turn.
        unit: The unit; its order is neither illegal nor void.
        true, false: The orders that succeed and those that fail; nothing is open.

    Returns:
        The reason; the attack, hold and prevent strengths that it compares, 0 where it compares none; and the units
        whose orders decided it, as a mask.
    """
    row = rows[unit]
    kind = row[KIND]
    if kind == MOVES:
        return move_account(rows, unit, true, false)
    attacker = attacker_of(rows, unit, true)
    if kind == SUPPORTS:
        if true >> unit & 1:
            return GIVEN, 0, 0, 0, 0
        by = cutting(rows, unit, true, false)
        if attacker >= 0 and not by >> attacker & 1:
            return CUT_BY_DISLODGEMENT, 0, 0, 0, 1 << attacker
        return CUT_BY_ATTACK, 0, 0, 0, by
    if kind == CONVOYS:
        if true >> unit & 1:
            return FLEET_STAYS, 0, 0, 0, 0
        return FLEET_DISLODGED, 0, 0, 0, 0 if attacker < 0 else 1 << attacker
    hold = hold_strength(rows, unit, true, false)[0]
    if attacker >= 0:
        return DISLODGED, attack_strength(rows, attacker, NO, true, false)[0], hold, 0, 1 << attacker
    if row[ENTRANTS]:
        return STANDS_FAST, 0, hold, 0, row[ENTRANTS] | row[HELPERS] & true
    return STANDS, 0, 0, 0, 0


def preventers(rows: Rows, move: int, least: int, true: int, false: int) -> int:
    """Return the other moves to the destination of `move` whose prevent strength is `least` or more, as a mask."""
    found = 0
    rivals = rows[move][RIVALS]
    while rivals:
        rival = rivals & -rivals
        rivals ^= rival
        if prevent_strength(rows, lowest(rival), true, false)[0] >= least:
            found |= rival
    return found


def cutting(rows: Rows, support: int, true: int, false: int) -> int:
    """Return the moves that cut `support` by coming to its border, as a mask."""
    row = rows[support]
    found = 0
    left = row[CUTTERS]
    while left:
        move = left & -left
        left ^= move
        if arrives_to_cut(rows, lowest(move), row[SPARED], row[CUTTERS_BY_SEA] & move, true, false) == YES:
            found |= move
    return found
