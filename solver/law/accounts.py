"""Why each order of a solved table came out as it did: the reason, the strengths that it compares, who is behind it.

Numba-compatible: integers and arrays only. `reasons` has the sentences.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from ...map import count, lowest
from .aftermath import attacker_of
from .equations import (
    BY_LAND,
    CONVOYS,
    MOVES,
    NO,
    SUPPORTS,
    YES,
    arrives_to_cut,
    attack_strength,
    defend_strength,
    head_to_head,
    hold_strength,
    leaves,
    linked_by,
    path,
    prevent_strength,
    rests_on,
    route,
)
from .faults import Void
from .reasons import Reason
from .records import NO_ROOT, Answers, Group, LegalOrders, Rows

UNATTACKED = tuple({SUPPORTS: Reason.GIVEN, CONVOYS: Reason.FLEET_STAYS}.get(kind, Reason.STANDS) for kind in range(4))
"""By what it does (`Row.kind`), the reason of a unit that does not move and that nobody attacks."""

VOID_IN_DISORDER = Void.CIVIL_DISORDER.number

Account = tuple[int, int, int, int, int]
"""A reason's number; the attack, hold and prevent strengths that it compares; the units behind it, as a mask."""


class Solved(NamedTuple):
    """The orders of a table that is solved, as masks.

    Attributes:
        true, false: Those that succeed and those that fail; nothing is open.
        circle: Those that move in a circle because a rule says so.
        ruled: Those that the rulebook's paradox rule decides.
        rule: The number of the reason that they have.
        failed: Those that fail in a paradox without convoys.
        own: Those that a house rule decides.
    """

    true: int
    false: int
    circle: int
    ruled: int
    rule: int
    failed: int
    own: int


Groups = Sequence[Group] | dict[int, Group]
"""Records by number; those that are missing are made when they are asked for."""


def noted_group(rows: Rows, move: int, place: int, true: int, false: int, groups: Groups) -> int:
    """Return the row in `groups` for the moves to the destination of `move`; it is filled in when first asked for.

    The greatest of their prevent strengths and the moves that have it, the next one and those that have that, and the
    moves with any: with these each move's own share can be left out, and thousands of rivals are each looked at once.

    Args:
        rows: The table.
        move: The move.
        place: Where the rows for the masks `true` and `false` begin in `groups`: each pair of masks has its own.
        true, false: The orders that succeed and those that fail.
        groups: A record for each unit and pair of masks, new at first.
    """
    left = rows[move].rivals | 1 << move
    row = place + lowest(left)
    group = groups[row]
    if group.noted:
        return row
    most = following = with_most = with_following = with_any = 0
    while left:
        bit = left & -left
        left ^= bit
        strength = prevent_strength(rows, lowest(bit), true, false)[0]
        if strength > 0:
            with_any |= bit
        if strength > most:
            following, with_following = most, with_most
            most, with_most = strength, bit
        elif strength == most:
            with_most |= bit
        elif strength > following:
            following, with_following = strength, bit
        elif strength == following:
            with_following |= bit
    group.most, group.with_most = most, with_most
    group.following, group.with_following = following, with_following
    group.with_any = with_any
    group.noted = 1
    return row


def prevented(rows: Rows, move: int, place: int, true: int, false: int, groups: Groups) -> tuple[int, int, int]:
    """Return the greatest prevent strength of the other moves to the destination of `move`, 0 without any.

    And the moves that have it, and those that have any, as masks. The arguments are those of `noted_group`.
    """
    rivals = rows[move].rivals
    if not rivals:
        return 0, 0, 0
    if not rivals & (rivals - 1):  # a single one
        strength = prevent_strength(rows, lowest(rivals), true, false)[0]
        return strength, rivals, rivals if strength > 0 else 0
    bit = 1 << move
    group = groups[noted_group(rows, move, place, true, false, groups)]
    others = group.with_any & ~bit
    if group.with_most & ~bit:
        return group.most, group.with_most & ~bit, others
    return group.following, group.with_following, others


def resistance(rows: Rows, move: int, battle: int, true: int, false: int) -> int:
    """Return the strength with which the unit where `move` goes resists it: in a head-to-head battle it defends itself.

    Under Brannan's rule `move` may meet an army at sea and a fleet at its destination: then it is the greater of both.
    """
    held = hold_strength(rows, rows[move].defender, true, false)[0]
    if battle == YES:
        defended = defend_strength(rows, rows[move].opposite, true, false)[0]
        return defended if rows[move].opposite == rows[move].defender else max(defended, held)
    return held


def is_blocked(rows: Rows, move: int, true: int, false: int, groups: Groups) -> bool:
    """Return whether the failed `move` fails only because the unit at its destination was to leave and cannot.

    If other moves to the province would stop it even then, these are the cause.
    """
    row = rows[move]
    defender = row.defender
    if defender < 0 or rows[defender].kind != MOVES or true >> defender & 1 or not path(rows, move, true):
        return False
    if row.opposite >= 0 and head_to_head(rows, move, true, false) == YES:
        return False
    if attack_strength(rows, move, NO, true, false)[0] > hold_strength(rows, defender, true, false)[0]:
        return False
    left = 1 << defender
    yes, no = true | left, false & ~left
    attack = attack_strength(rows, move, NO, yes, no)[0]
    return attack > hold_strength(rows, defender, yes, no)[0] and (
        attack > prevented(rows, move, len(rows), yes, no, groups)[0]
    )


def root_of(rows: Rows, move: int, solved: Solved, groups: Groups) -> int:
    """Return the order that stops `move` in the end: the last of the blocked chain in front of it.

    The chain ends at a move that fails for a reason of its own, or that a paradox rule makes fail; -1 if it closes
    into a circle without such a move.
    """
    met = 1 << move
    ended = solved.ruled | solved.failed | solved.own
    current = rows[move].defender
    root = groups[current].root
    while not root:
        if ended >> current & 1 or not is_blocked(rows, current, solved.true, solved.false, groups):
            root = current + 1
        elif met >> current & 1:
            root = NO_ROOT
        else:
            met |= 1 << current
            current = rows[current].defender
            root = groups[current].root
    while met:  # they all have the same
        bit = met & -met
        met ^= bit
        groups[lowest(bit)].root = root
    return -1 if root == NO_ROOT else root - 1


def move_account(rows: Rows, move: int, solved: Solved, groups: Groups) -> Account:
    """Account for a move."""
    true, false = solved.true, solved.false
    row = rows[move]
    if row.defender < 0 and not row.rivals and row.way == BY_LAND:  # it meets nobody
        return Reason.MOVES_IN, 1 + count(row.supporters & true), 0, 0, 0
    defender = row.defender
    battle = NO if row.opposite < 0 else head_to_head(rows, move, true, false)
    attack = attack_strength(rows, move, battle, true, false)[0]
    hold = 0 if defender < 0 else resistance(rows, move, battle, true, false)
    prevent = preventers = others = 0
    if row.rivals:
        prevent, preventers, others = prevented(rows, move, 0, true, false, groups)
    there = 0 if defender < 0 else 1 << defender
    supporters = row.supporters & true
    opponent = 1 << row.opposite if battle == YES else there
    # under Brannan's rule the fleet at the destination may be what resists, and not the army that it lands
    fought = battle == YES and defend_strength(rows, row.opposite, true, false)[0] == hold
    by = 0
    if true >> move & 1:
        counted = supporters
        if leaves(rows, move, battle, true, false) != YES:
            counted &= row.foreign_supporters
        if fought:
            reason, by = Reason.WINS_BATTLE, opponent | counted
        elif hold > 0:
            reason, by = Reason.DISLODGES, there | counted
        elif prevent > 0:
            reason, by = Reason.OUTNUMBERS, counted | others
        elif there:
            reason, by = Reason.FOLLOWS, there
        else:
            reason = Reason.MOVES_IN
        return reason, attack, hold, prevent, by
    if not path(rows, move, true):
        if not path(rows, move, -1):
            return Reason.NO_CONVOY_ORDERED, attack, hold, prevent, row.fleets
        if row.every_route and linked_by(rows, move, true):
            return Reason.ROUTE_DISRUPTED, attack, hold, prevent, row.fleets & false
        return Reason.CONVOY_DISRUPTED, attack, hold, prevent, row.fleets & false
    if attack > hold:
        return Reason.STANDOFF, attack, hold, prevent, preventers
    if fought:
        reason = Reason.OWN_UNIT if row.own and not attack else Reason.LOSES_BATTLE
        return reason, attack, hold, prevent, opponent | rows[row.opposite].supporters & true
    if defender < 0 or (rows[defender].kind == MOVES and true >> defender & 1):
        if 0 < prevent >= attack:
            return Reason.STANDOFF, attack, hold, prevent, preventers
        return Reason.REPELLED, attack, hold, prevent, 0  # a house rule makes it too weak
    if rows[defender].kind == MOVES:
        if is_blocked(rows, move, true, false, groups):
            root = root_of(rows, move, solved, groups)
            if root >= 0:
                return Reason.BLOCKED, attack, hold, prevent, 1 << root
        elif 0 < prevent >= attack:
            return Reason.STANDOFF, attack, hold, prevent, preventers
        else:
            # had the unit there left, all its supports would count, and it would be stopped all the same
            yes, no = true | there, false & ~there
            strength, keepers, _ = prevented(rows, move, len(rows), yes, no, groups)
            if keepers and attack_strength(rows, move, NO, yes, no)[0] <= strength:  # else a house rule has it too weak
                return Reason.BARRED, attack, hold, prevent, keepers
    else:
        there |= rows[defender].supporters & true
    reason = Reason.OWN_UNIT if row.own and not attack else Reason.REPELLED
    return reason, attack, hold, prevent, there


def cutting(rows: Rows, support: int, true: int, false: int) -> int:
    """Return the moves that cut `support` by coming to its border, as a mask."""
    row = rows[support]
    moves = 0
    left = row.cutters
    while left:
        move = left & -left
        left ^= move
        if arrives_to_cut(rows, lowest(move), row.spared, row.cutters_by_sea & move, true, false) == YES:
            moves |= move
    return moves


def cuts_by_dislodging(rows: Rows, support: int, attacker: int, true: int, false: int) -> int:  # noqa: ARG001
    """Return whether `attacker`, who dislodges the unit of `support`, cuts it by that alone (YES or NO)."""
    return rows[support].dislodgers >> attacker & 1


def convoyed_in(rows: Rows, support: int) -> int:
    """Return the convoyed moves of other powers into the province of `support` that a paradox exception may concern."""
    row = rows[support]
    left = row.incoming & ~row.dislodgers
    mask = 0
    while left:
        bit = left & -left
        left ^= bit
        mover = rows[lowest(bit)]
        if mover.way != BY_LAND and not mover.own and (not row.cutters & bit or mover.fleets & row.spared):
            mask |= bit
    return mask


def depends(rows: Rows, order: int, support: int) -> bool:
    """Return whether the success of `order` may depend on that of `support` if no convoyed army were excepted."""
    reached = todo = 1 << order
    while todo:
        bit = todo & -todo
        todo ^= bit
        number = lowest(bit)
        needed = rests_on(rows, number)
        if rows[number].kind == SUPPORTS:
            armies = convoyed_in(rows, number)
            while armies:
                army = armies & -armies
                armies ^= army
                needed |= rows[lowest(army)].fleets
        new = needed & ~reached
        reached |= new
        todo |= new
        if reached >> support & 1:
            return True
    return False


def excepted(rows: Rows, support: int, true: int) -> int:
    """Return as a mask the convoyed armies that only a paradox exception keeps from cutting `support`.

    An army whose convoy is disrupted counts if this support may have had a part in that: it is what such an
    exception is made for.

    Source: DATC 3.0, 4.A.2.
    """
    mask = 0
    armies = convoyed_in(rows, support)
    while armies:
        bit = armies & -armies
        armies ^= bit
        army = lowest(bit)
        fleets = true
        lost = rows[army].fleets & ~true
        while lost:
            fleet = lost & -lost
            lost ^= fleet
            if depends(rows, lowest(fleet), support):
                fleets |= fleet
        if route(rows, army, fleets):
            mask |= bit
    return mask


def support_account(rows: Rows, support: int, true: int, false: int) -> Account:
    """Account for a support whose unit is attacked."""
    row = rows[support]
    if true >> support & 1:
        armies = excepted(rows, support, true)
        if armies:
            return Reason.SPARED, 0, 0, 0, armies
        return Reason.GIVEN, 0, 0, 0, 0
    cutters = cutting(rows, support, true, false)
    attacker = attacker_of(rows, support, true)
    if attacker >= 0 and not cutters >> attacker & 1 and cuts_by_dislodging(rows, support, attacker, true, false):
        return Reason.CUT_BY_DISLODGEMENT, 0, 0, 0, 1 << attacker
    target = row.directed_at
    elsewhere = cutters if target < 0 else cutters & ~(1 << target)
    if elsewhere:
        return Reason.CUT_BY_ATTACK, 0, 0, 0, elsewhere
    if row.cut_from_sea and row.cutters_by_sea & cutters:
        return Reason.CUT_FROM_SEA, 0, 0, 0, cutters
    return Reason.CUT_BY_TARGET, 0, 0, 0, cutters


def account(rows: Rows, unit: int, solved: Solved, groups: Groups) -> Account:
    """Return why the order of `unit` came out as it did; an illegal or void order is treated as a hold."""
    row = rows[unit]
    kind = row.kind
    if kind == MOVES:
        return move_account(rows, unit, solved, groups)
    if not row.incoming:
        return UNATTACKED[kind], 0, 0, 0, 0
    true, false = solved.true, solved.false
    if kind == SUPPORTS:
        return support_account(rows, unit, true, false)
    attacker = attacker_of(rows, unit, true)
    if kind == CONVOYS:
        if attacker < 0:
            return Reason.FLEET_STAYS, 0, 0, 0, 0
        return Reason.FLEET_DISLODGED, 0, 0, 0, 1 << attacker
    hold = hold_strength(rows, unit, true, false)[0]
    if attacker >= 0:
        return Reason.DISLODGED, attack_strength(rows, attacker, NO, true, false)[0], hold, 0, 1 << attacker
    return Reason.STANDS_FAST, 0, hold, 0, row.incoming | row.supporters & true


def ruled_account(rows: Rows, unit: int, solved: Solved) -> Account:
    """Account for an order that a paradox rule decided."""
    bit = 1 << unit
    if solved.circle & bit:
        return Reason.CIRCULAR, 0, 0, 0, 1 << rows[unit].defender
    if solved.ruled & bit:
        return solved.rule, 0, 0, 0, 0
    return (Reason.ALL_FAIL if solved.failed & bit else Reason.PARADOX), 0, 0, 0, 0


def note_accounts(
    legal_orders: LegalOrders,
    rows: Rows,
    solved: Solved,
    answers: Answers,
    decided_by: MutableSequence[int],
    groups: Groups,
) -> None:
    """Note the account of every unit; behind a void order stands the unit that it is for.

    `groups` has two records for each unit, new at first (`noted_group`).
    """
    by_rule = solved.circle | solved.ruled | solved.failed | solved.own
    for i in range(len(answers)):
        answer = answers[i]
        if by_rule and by_rule >> i & 1:
            reason, attack, hold, prevent, by = ruled_account(rows, i, solved)
        else:
            reason, attack, hold, prevent, by = account(rows, i, solved, groups)
        answer.reason = reason
        answer.attack = attack
        answer.hold = hold
        answer.prevent = prevent
        if answer.void:
            target = legal_orders[i].target
            by = 0 if target < 0 or answer.void == VOID_IN_DISORDER else 1 << target
        decided_by[i] = by
