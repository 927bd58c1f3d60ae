"""What settles a component without exactly one resolution, and what the settled table means on the board.

Integer functions, so that a compiler for numeric code can take them as they stand.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..map.board import Tables
from ..map.masks import lowest
from .equations import BY_CONVOY, BY_EITHER, CONVOYS, ENTRANTS, FLEETS, KIND, MOVES, WAY, Rows, prevent_strength, route
from .rulebook import Choices, number_of

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

    Source: DATC 3.0, 6.H and 4.A.5.
    """
    province = tables.province[goal]
    if closed[province]:
        return True
    return province == attacker_from and not (by_convoy and rules.retreat_to_convoyed_attacker == RETREAT_ALLOWED)
