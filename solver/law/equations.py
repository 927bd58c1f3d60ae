"""The equations of the rules, one function for each paragraph of DATC 3.0, 5.B, over bit masks.

This is the only place that says who beats whom. A turn is a table `rows`, one record per unit
(`records.Row`); bit *i* of every mask is unit *i* and the order it follows. What is known of the orders
is a pair of disjoint masks: `true`, the orders known to succeed, and `false`, those known to fail; what stands in
neither is open. Strengths are counted twice, in units: the least they can be and the most. A decision is `YES`,
`NO`, or `OPEN` while the masks leave both possible. Where nothing that an order rests on is open, the decision is
YES or NO: the same functions propagate partial knowledge and check whole resolutions.

Numba-compatible: integers and arrays only. In compiled code `rows` is an array of records, with 64 bits for a mask and
8 for a small number.
"""

from __future__ import annotations

from ...map import count, lowest
from .records import Rows

NO, YES, OPEN = 0, 1, 2

# What unit i does, as far as the equations are concerned: an illegal or void order is a hold.
HOLDS, MOVES, SUPPORTS, CONVOYS = 0, 1, 2, 3

# How an army moves: over land; by convoy; by convoy if the route holds, else over land (4.A.3); the same, but fighting
# the unit that comes from its destination on either way (Czech edition of 1962).
BY_LAND, BY_CONVOY, BY_EITHER, FACING = 0, 1, 2, 3

# Whether a unit that dislodges a move from its destination's province takes away its effect there, though the two fight
# no head-to-head battle: never (0); always; unless it comes by convoy (Brannan's rule).
BEATEN_ALWAYS, BEATEN_ON_LAND = 1, 2


def route(rows: Rows, move: int, fleets: int) -> bool:
    """Return whether the convoying fleets in the mask `fleets` carry the army of `move` to its destination.

    True while a chain of adjacent fleets with the convoy order links origin and destination; where every route
    counts (1971), true while no fleet of any route is missing.

    Source: DATC 3.0, 5.B.4 and 4.A.1.
    """
    row = rows[move]
    if row.every_route and row.fleets & ~fleets:
        return False
    return linked_by(rows, move, fleets)


def linked_by(rows: Rows, move: int, fleets: int) -> bool:
    """Return whether a chain of adjacent fleets of `fleets`, ordered to convoy `move`, links origin and destination."""
    row = rows[move]
    fleets &= row.fleets
    reached = row.first & fleets
    todo = reached
    while todo:
        if reached & row.last:
            return True
        fleet = todo & -todo
        todo ^= fleet
        new = rows[lowest(fleet)].near & fleets & ~reached
        reached |= new
        todo |= new
    return False


def path(rows: Rows, move: int, fleets: int) -> bool:
    """Return whether `move` gets through to its destination's border when only the convoys in `fleets` hold.

    Source: DATC 3.0, 5.B.4.
    """
    return rows[move].way != BY_CONVOY or route(rows, move, fleets)


def goes_by_sea(rows: Rows, move: int, true: int, false: int) -> int:
    """Decide whether `move` takes the way over the sea, whether or not it gets through.

    Source: DATC 3.2, 4.A.3; open only where a convoy to a neighbor falls back to land.
    """
    way = rows[move].way
    if way < BY_EITHER:
        return YES if way == BY_CONVOY else NO
    if route(rows, move, true):
        return YES
    return OPEN if route(rows, move, ~false) else NO


def meets_at_sea(rows: Rows, army: int, fleet: int, attacker: int, true: int, false: int) -> int:
    """Decide whether the convoyed attack of `army` comes from the sea of `fleet` against `attacker`, who moves there.

    It does while the route holds and every route needs the fleet, the dislodgement by `attacker` set aside: that is
    what the two fight about. A convoy that fails though `attacker` does not arrive was broken by another unit, who
    keeps `attacker` out, or failed by a paradox rule; then no attack comes from there.

    Source: DATC 3.2, 4.A.4, Brannan's rule.
    """
    bit = 1 << fleet
    if false & bit and not true >> attacker & 1:
        return NO
    if not route(rows, army, ~false | bit) or route(rows, army, true & ~bit):
        return NO
    return YES if route(rows, army, true | bit) and not route(rows, army, ~(false | bit)) else OPEN


def head_to_head(rows: Rows, move: int, true: int, false: int) -> int:
    """Decide whether `move` fights a head-to-head battle: two opposite moves, neither by convoy.

    Under Brannan's rule also a convoyed army and the unit that moves from its destination to the last convoying
    fleet: each is the other's opponent, though the unit there attacks the fleet.

    Source: DATC 3.2, 5.B.1 and 4.A.4.
    """
    other = rows[move].opposite
    if other < 0:
        return NO
    if rows[other].defender != move:
        return meets_at_sea(rows, move, rows[other].defender, other, true, false)
    if rows[move].defender != other:
        return meets_at_sea(rows, other, rows[move].defender, move, true, false)
    if rows[move].way != BY_EITHER and rows[other].way != BY_EITHER:
        return YES  # matched only if neither goes by convoy, or if that makes no difference
    one, two = goes_by_sea(rows, move, true, false), goes_by_sea(rows, other, true, false)
    if YES in (one, two):
        return NO
    return OPEN if OPEN in (one, two) else YES


def hold_strength(rows: Rows, unit: int, true: int, false: int) -> tuple[int, int]:
    """Return least and most of the strength with which the province of `unit` is held; `unit` -1 is an empty one.

    Source: DATC 3.0, 5.B.5.
    """
    if unit < 0:
        return 0, 0
    row = rows[unit]
    if row.kind == MOVES:
        bit = 1 << unit
        if true & bit:
            return 0, 0
        if false & bit:
            return 1, 1
        return 0, 1
    supporters = row.supporters
    if not supporters:
        return 1, 1
    return 1 + count(supporters & true), 1 + count(supporters & ~false)


def leaves(rows: Rows, move: int, battle: int, true: int, false: int) -> int:
    """Decide whether the destination of `move` is empty, or its unit leaves other than by winning the battle for it.

    Source: DATC 3.0, 5.B.8; `battle` is the head-to-head of `move`, YES or NO.
    """
    defender = rows[move].defender
    if defender < 0:
        return YES
    if battle != NO or rows[defender].kind != MOVES or false >> defender & 1:
        return NO
    return YES if true >> defender & 1 else OPEN


def prevent_strength(rows: Rows, move: int, true: int, false: int) -> tuple[int, int]:
    """Return least and most of the strength with which `move` keeps others from its destination.

    Source: DATC 3.0, 5.B.6 and 4.A.7.
    """
    row = rows[move]
    supporters = row.supporters
    least = most = 1
    if supporters:
        least, most = 1 + count(supporters & true), 1 + count(supporters & ~false)
    if row.way == BY_CONVOY and not route(rows, move, true):
        if not route(rows, move, ~false):
            return 0, 0
        least = 0
    other = row.opposite
    if other >= 0 and not false >> other & 1:
        battle = head_to_head(rows, move, true, false)
        if battle == YES and true >> other & 1:
            return 0, 0
        if battle != NO:
            least = 0
    if row.beaten and not false >> row.defender & 1 and not true >> move & 1:
        other = row.defender
        spared = goes_by_sea(rows, other, true, false) if row.beaten == BEATEN_ON_LAND else NO
        if spared != YES:
            if spared == NO and true >> other & 1 and false >> move & 1:
                return 0, 0
            least = 0
    if row.own_attack_void:
        gone = leaves(rows, move, head_to_head(rows, move, true, false), true, false)
        if gone != YES:
            foreign = row.foreign_supporters
            least_against_own = 0 if row.own else 1 + count(foreign & true)
            most_against_own = 0 if row.own else 1 + count(foreign & ~false)
            least = min(least, least_against_own)
            if gone == NO:
                most = min(most, most_against_own)
    return least, most


def defend_strength(rows: Rows, move: int, true: int, false: int) -> tuple[int, int]:
    """Return least and most of the strength with which `move` resists in a head-to-head battle.

    Source: DATC 3.0, 5.B.7.
    """
    supporters = rows[move].supporters
    return 1 + count(supporters & true), 1 + count(supporters & ~false)


def attack_strength(rows: Rows, move: int, battle: int, true: int, false: int) -> tuple[int, int]:
    """Return least and most of the strength with which `move` attacks; `battle` is its head-to-head, YES or NO.

    Source: DATC 3.0, 5.B.8.
    """
    row = rows[move]
    by_convoy = row.way == BY_CONVOY
    if by_convoy and not route(rows, move, ~false):
        return 0, 0
    supporters = row.supporters
    least = most = 1
    if supporters:
        least, most = 1 + count(supporters & true), 1 + count(supporters & ~false)
    gone = YES if row.defender < 0 else leaves(rows, move, battle, true, false)
    if gone != YES:
        if row.own:
            least = 0
            if gone == NO:
                most = 0
        elif supporters:
            foreign = row.foreign_supporters
            least = 1 + count(foreign & true)
            if gone == NO:
                most = 1 + count(foreign & ~false)
    if by_convoy and not route(rows, move, true):
        least = 0
    return least, most


def _succeeds(rows: Rows, move: int, battle: int, true: int, false: int) -> int:
    row = rows[move]
    least, most = attack_strength(rows, move, battle, true, false)
    other_least = other_most = 0
    if battle == YES:
        other_least, other_most = defend_strength(rows, row.opposite, true, false)
        if row.opposite != row.defender:  # Brannan's rule: it attacks the fleet, and meets the army as well
            held_least, held_most = hold_strength(rows, row.defender, true, false)
            other_least, other_most = max(other_least, held_least), max(other_most, held_most)
    elif row.defender >= 0:
        other_least, other_most = hold_strength(rows, row.defender, true, false)
    if most <= other_least:
        return NO
    decision = YES if least > other_most else OPEN
    rivals = row.rivals
    while rivals:
        rival = rivals & -rivals
        rivals ^= rival
        other_least, other_most = prevent_strength(rows, lowest(rival), true, false)
        if most <= other_least:
            return NO
        if least <= other_most:
            decision = OPEN
    return decision


def move_succeeds(rows: Rows, move: int, true: int, false: int) -> int:
    """Decide whether `move` arrives.

    It must exceed the defend strength of its opponent in a head-to-head battle, else the hold strength of its
    destination; and the prevent strength of every other move to the same province.

    Source: DATC 3.0, 5.B.1.
    """
    row = rows[move]
    if row.defender < 0 and not row.rivals and row.way != BY_CONVOY:
        return YES  # nothing resists it: any strength will do
    battle = NO if row.opposite < 0 else head_to_head(rows, move, true, false)
    if battle != OPEN:
        return _succeeds(rows, move, battle, true, false)
    fought = _succeeds(rows, move, YES, true, false)
    return fought if fought == _succeeds(rows, move, NO, true, false) else OPEN


def arrives_to_cut(rows: Rows, move: int, spared: int, by_sea: int, true: int, false: int) -> int:
    """Decide whether `move` reaches the border of a supporting unit's province by a way on which it cuts the support.

    Args:
        rows: The table.
        move: The move.
        spared: The fleets that it must not have needed, as a mask.
        by_sea: Not 0 if it cuts only when it comes by convoy.
        true, false: What is known.

    Source: DATC 3.2, 5.B.2 and 4.A.2 to 4.A.4.
    """
    row = rows[move]
    if row.way == BY_LAND:
        return YES
    walks = row.way >= BY_EITHER and not by_sea
    if walks and not row.fleets & spared:
        return YES  # on either way
    if route(rows, move, true & ~spared):
        return YES
    if walks:
        if not route(rows, move, ~false):
            return YES
        if not route(rows, move, true):
            return OPEN
    return OPEN if route(rows, move, ~(false | spared)) else NO


def support_holds(rows: Rows, support: int, true: int, false: int) -> int:
    """Decide whether `support` is given: no move into its province cuts it.

    Source: DATC 3.0, 5.B.2; the exceptions for convoyed armies 4.A.2.
    """
    row = rows[support]
    spared = row.spared
    decision = YES
    cutters = row.cutters
    while cutters:
        cutter = cutters & -cutters
        cutters ^= cutter
        cuts = arrives_to_cut(rows, lowest(cutter), spared, row.cutters_by_sea & cutter, true, false)
        if cuts == YES:
            return NO
        if cuts == OPEN:
            decision = OPEN
    if row.dislodgers & true:
        return NO
    if row.dislodgers & ~false:
        return OPEN
    return decision


def convoy_holds(rows: Rows, fleet: int, true: int, false: int) -> int:
    """Decide whether the convoy of `fleet` stands: no move into its province succeeds.

    Source: DATC 3.0, 5.B.3.
    """
    incoming = rows[fleet].incoming
    if incoming & true:
        return NO
    return OPEN if incoming & ~false else YES


def decide(rows: Rows, order: int, true: int, false: int) -> int:
    """Decide one move, support or convoy from what is known: YES, NO or OPEN."""
    kind = rows[order].kind
    if kind == MOVES:
        return move_succeeds(rows, order, true, false)
    if kind == SUPPORTS:
        return support_holds(rows, order, true, false)
    return convoy_holds(rows, order, true, false)


def propagate(rows: Rows, pending: int, true: int, false: int) -> tuple[int, int]:
    """Decide orders of the mask `pending` from what is known until nothing more follows.

    Returns:
        The masks `(true, false)`, each a superset of the one given.
    """
    # Nearly always a few sweeps over the open orders decide everything. Where a sweep decides little, as along a
    # chain of units that follow each other, only the orders that rest on what was just decided are looked at again.
    few = False
    while pending and not few:
        open_before = count(pending)
        todo = pending
        while todo:
            bit = todo & -todo
            todo ^= bit
            decision = decide(rows, lowest(bit), true, false)
            if decision != OPEN:
                if decision == YES:
                    true |= bit
                else:
                    false |= bit
                pending ^= bit
        decided = open_before - count(pending)
        if not decided:
            return true, false
        few = decided * 4 < open_before
    if pending:
        return _follow_up(rows, pending, true, false)
    return true, false


def _follow_up(rows: Rows, pending: int, true: int, false: int) -> tuple[int, int]:
    waiting = [0] * len(rows)  # by order: the open orders that rest on it
    left = pending
    while left:
        bit = left & -left
        left ^= bit
        needed = rests_on(rows, lowest(bit)) & pending
        while needed:
            other = needed & -needed
            needed ^= other
            waiting[lowest(other)] |= bit
    todo = pending
    while todo:
        bit = todo & -todo
        todo ^= bit
        order = lowest(bit)
        decision = decide(rows, order, true, false)
        if decision != OPEN:
            if decision == YES:
                true |= bit
            else:
                false |= bit
            pending ^= bit
            todo |= waiting[order] & pending
    return true, false


def rests_on(rows: Rows, order: int) -> int:
    """Return the mask of all orders whose success the decision of `order` can look at (perhaps itself)."""
    row = rows[order]
    kind = row.kind
    if kind == CONVOYS:
        return row.incoming
    if kind == SUPPORTS:
        mask = row.dislodgers
        cutters = row.cutters
        while cutters:
            bit = cutters & -cutters
            cutters ^= bit
            mask |= rows[lowest(bit)].fleets
        return mask
    mask = row.supporters | row.fleets
    defender = row.defender
    if defender >= 0:
        mask |= rows[defender].supporters
        if rows[defender].kind == MOVES:
            mask |= 1 << defender
    if row.opposite >= 0:
        mask |= rows[row.opposite].fleets | rows[row.opposite].supporters
    rivals = row.rivals
    while rivals:
        bit = rivals & -rivals
        rivals ^= bit
        rival = rows[lowest(bit)]
        mask |= rival.supporters | rival.fleets
        if rival.opposite >= 0:
            mask |= 1 << rival.opposite | rows[rival.opposite].fleets
        if rival.beaten:
            mask |= 1 << rival.defender | bit | rows[rival.defender].fleets
        if rival.own_attack_void and defender >= 0 and rows[defender].kind == MOVES:
            mask |= 1 << defender
    return mask
