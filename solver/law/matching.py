"""Orders matched with each other: which supports and convoys are for a move that is ordered, which moves meet.

The input is the legal order of each unit, the output the table that the equations read. No order is decided here.
Numba-compatible: integers and arrays only; sequences are only indexed.

Source: DATC 3.0, 5.B and the issues of chapter 4 named at each rule.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from ...map import Tables, chordless_chain, has, linked, lowest
from ..rules.options import (
    AdjacentConvoy,
    AttackOnOwn,
    Choices,
    CutByOwnTarget,
    DislodgedEffect,
    ExchangeByConvoy,
    MultiRouteDisruption,
    ParadoxException,
    SupportOfConvoyingFleet,
)
from .equations import (
    BEATEN_ALWAYS,
    BEATEN_ON_LAND,
    BY_CONVOY,
    BY_EITHER,
    BY_LAND,
    CONVOYS,
    FACING,
    HOLDS,
    MOVES,
    SUPPORTS,
)
from .faults import Void
from .placement import Placement, Turn
from .reach import comes_from_start, path_missing
from .records import Rows

# -- why a legal order is void; 0: it is not -------------------------------------------------------------------------
MOVE_NOT_ORDERED = Void.MOVE_NOT_ORDERED.number
OTHER_COAST = Void.OTHER_COAST.number
UNIT_MOVES = Void.UNIT_MOVES.number
GOES_OVER_LAND = Void.GOES_OVER_LAND.number
OTHER_ROUTE = Void.OTHER_ROUTE.number
AGAINST_OWN = Void.AGAINST_OWN.number
CIVIL_DISORDER = Void.CIVIL_DISORDER.number
FLEET_CONVOYS = Void.FLEET_CONVOYS.number
ILLEGALLY_MOVED = Void.ILLEGALLY_MOVED.number
OWN_FLEETS_CONVOY = Void.OWN_FLEETS_CONVOY.number


def route_ordered(turn: Turn, fleets: int, army: int) -> bool:
    """Return whether the convoy orders `fleets` for `army` make a route if none is disrupted."""
    tables, placement = turn.tables, turn.placement
    shore, seas = tables.shore, seas_of(tables, placement, fleets)
    return linked(tables.near, seas, shore[placement.province[army]], shore[turn.legal_orders[army].destination])


def seas_of(tables: Tables, placement: Placement, fleets: int) -> int:
    """Return the seas in which the units `fleets` stand, as a mask over the numbers of the seas."""
    seas = 0
    while fleets:
        fleet = fleets & -fleets
        fleets ^= fleet
        seas |= 1 << tables.sea[placement.province[lowest(fleet)]]
    return seas


def way(turn: Turn, moves: int, fleets: int, army: int, adjacent: bool) -> int:
    """Return how `army` moves, over land or by convoy, when `fleets` are ordered to convoy it.

    Args:
        turn: The orders.
        moves: The moves.
        fleets: The convoy orders for this move.
        army: The unit.
        adjacent: True if it could go over land.

    Source: DATC 3.0, 4.A.3 and 4.A.6.
    """
    if not adjacent:
        return BY_CONVOY
    placement, legal_orders = turn.placement, turn.legal_orders
    if path_missing(turn.rules, legal_orders[army].route):
        return BY_LAND
    via = legal_orders[army].via
    own_fleet = fleets & placement.allies[army] != 0
    choice = turn.rules.adjacent_convoy
    if choice == AdjacentConvoy.VIA_OR_OWN_FLEET:
        return BY_CONVOY if via or own_fleet else BY_LAND
    if choice == AdjacentConvoy.EXPLICIT:
        return BY_CONVOY if via else BY_LAND
    there = placement.at[legal_orders[army].destination]
    exchange = there >= 0 and moves >> there & 1 != 0 and legal_orders[there].destination == placement.province[army]
    if choice in (AdjacentConvoy.SWAP_ONLY, AdjacentConvoy.EXCHANGE):
        wanted = exchange
    elif choice == AdjacentConvoy.ROUTE_ORDERED:
        wanted = True
    elif choice == AdjacentConvoy.EXPLICIT_WITH_FALLBACK:
        wanted = via != 0
    else:
        wanted = via != 0 or own_fleet
        if choice == AdjacentConvoy.OWN_INTENT_OR_EXCHANGE and exchange and placement.allies[army] >> there & 1:
            wanted = True
    if not (wanted and route_ordered(turn, fleets, army)):
        return BY_LAND
    if choice in (AdjacentConvoy.SWAP_ONLY, AdjacentConvoy.VIA_OR_OWN_FLEET_WITH_FALLBACK) or (
        choice == AdjacentConvoy.OWN_INTENT_WITH_FALLBACK and not via
    ):
        return BY_EITHER
    return BY_CONVOY


def takes_part(turn: Turn, fleets: int, army: int, fleet: int) -> bool:
    """Return whether `fleet` lies on a route of the convoy orders `fleets` for `army` without a superfluous fleet.

    An order to convoy alone does not make it part of the convoy. Where the search gives up, it counts as part of it
    (`OrderTable.undecided` says so).

    Source: DATC 3.0, 6.F.12 and 4.E.1; the Czech rules of 1982, XII.5.
    """
    tables, placement = turn.tables, turn.placement
    seas = seas_of(tables, placement, fleets)
    start, end = tables.shore[placement.province[army]], tables.shore[turn.legal_orders[army].destination]
    return chordless_chain(tables.near, seas, start, end, tables.sea[placement.province[fleet]]) != 0


def keep_routes(turn: Turn, rows: Rows, army: int) -> None:
    """Leave out the fleets that are part of no route: where each may disrupt the convoy, these cannot (DATC 6.F.12).

    Under the DPTG, foreign fleets are left out as well if those of the army's power make a route (DATC 2.4, 4.A.1).
    """
    row = rows[army]
    own = row.fleets & turn.placement.allies[army]
    if turn.rules.multi_route_disruption == MultiRouteDisruption.ANY_OF_OWN and route_ordered(turn, own, army):
        row.fleets = own
    kept = left = row.fleets
    while left:
        fleet = left & -left
        left ^= fleet
        if not takes_part(turn, row.fleets, army, lowest(fleet)):
            kept ^= fleet
    row.fleets = kept
    row.first &= kept
    row.last &= kept
    row.every_route = 1


def participation_matters(rules: Choices) -> bool:
    """Return whether it matters which of the fleets that are ordered to convoy an army take part (`takes_part`)."""
    return (
        rules.multi_route_disruption != MultiRouteDisruption.ALL
        or rules.paradox_exception == ParadoxException.ATTACK_ON_OWN_CONVOY
    )


def superfluous_fleets_matter(rules: Choices) -> bool:
    """Return whether it bears on other orders if a fleet is legally ordered to convoy, though no route needs it.

    It never bears on whether an army arrives: the shortest of the routes that are left has no superfluous fleet.
    """
    return not (
        rules.adjacent_convoy in (AdjacentConvoy.EXPLICIT, AdjacentConvoy.EXPLICIT_WITH_FALLBACK)
        and rules.paradox_exception not in (ParadoxException.ANY_ACTION, ParadoxException.ATTACK_ON_OWN_CONVOY)
        and rules.multi_route_disruption == MultiRouteDisruption.ALL
        and rules.support_of_convoying_fleet != SupportOfConvoyingFleet.VOID
        and comes_from_start(rules, True)
    )


class Unsupported(NamedTuple):
    """The units that nobody may support in holding, as masks.

    Attributes:
        civil_disorder: Those in civil disorder, where the rulebook says so (4.D.9).
        illegally_moved: Those given an impossible move, where the rulebook says so (4.E.1).
    """

    civil_disorder: int
    illegally_moved: int


EVERYBODY_SUPPORTED = Unsupported(0, 0)


def void_support(turn: Turn, moves: int, unsupported: Unsupported, unit: int) -> int:
    """Return why the legal support of `unit` is void, 0 if it is not.

    Args:
        turn: The orders.
        moves: The moves.
        unsupported: The units that nobody may support.
        unit: The supporting unit.
    """
    order = turn.legal_orders[unit]
    target, destination = order.target, order.destination
    given = turn.legal_orders[target]
    moving = moves >> target & 1
    if destination < 0:
        if moving:
            return UNIT_MOVES
        if given.kind == CONVOYS and turn.rules.support_of_convoying_fleet == SupportOfConvoyingFleet.VOID:
            return FLEET_CONVOYS
        if unsupported.civil_disorder >> target & 1:
            return CIVIL_DISORDER
        if unsupported.illegally_moved >> target & 1:
            return ILLEGALLY_MOVED
    elif not moving or given.destination != destination:
        return MOVE_NOT_ORDERED
    elif order.coast >= 0 and given.coast != order.coast:
        return OTHER_COAST
    return 0


def spares_altogether(turn: Turn, rows: Rows, attacker: int, fleet: int, attacks: bool) -> bool:
    """Return whether an attack by convoy never cuts a support that acts on a convoying fleet.

    Args:
        turn, rows: The orders, and their table so far.
        attacker: The attack on the supporting unit.
        fleet: The fleet.
        attacks: True if the support is for an attack on it.

    Source: rulebook 1971, XII.5; 1982, XII.5; DATC 3.0, 4.A.2.
    """
    exception, fleets = turn.rules.paradox_exception, rows[attacker].fleets
    if exception == ParadoxException.ATTACK_ON_OWN_CONVOY and attacks and fleets >> fleet & 1:
        return takes_part(turn, fleets, attacker, fleet)
    return exception == ParadoxException.ANY_ACTION


def note_cutters(turn: Turn, rows: Rows, convoys: int, support: int) -> None:
    """Note which moves cut `support`, and how (DATC 5.B.2, 4.A.2, 4.A.4)."""
    rules, placement, row = turn.rules, turn.placement, rows[support]
    order = turn.legal_orders[support]
    attacks = order.destination >= 0
    acts_on = order.destination if attacks else placement.province[order.target]
    fleet = placement.at[acts_on]
    row.directed_at = fleet
    attacked_convoy = fleet >= 0 and convoys >> fleet & 1 != 0
    allies = placement.allies[support]
    cutters = cutters_by_sea = dislodgers = 0
    left = row.incoming
    while left:
        bit = left & -left
        left ^= bit
        attacker = lowest(bit)
        by_convoy = rows[attacker].way == BY_CONVOY
        by_sea = rows[attacker].way != BY_LAND
        if by_sea and attacked_convoy:
            if spares_altogether(turn, rows, attacker, fleet, attacks):
                if by_convoy:
                    continue
                row.spared |= rows[attacker].fleets  # it cuts only over land
            elif rules.paradox_exception == ParadoxException.ATTACK_ON_NECESSARY and attacks:
                row.spared |= 1 << fleet
            elif rows[attacker].fleets >> fleet & 1 and not comes_from_start(rules, by_sea):
                # it comes from where the support acts, and cuts only by dislodging the unit, unless it has another way
                row.spared |= 1 << fleet
                dislodgers |= bit
        if bit & allies:
            continue  # neither cuts nor dislodges (DATC 6.D.20, 6.D.10)
        if placement.province[attacker] != acts_on or rules.cut_by_own_target == CutByOwnTarget.CUT:
            cutters |= bit
            continue
        if by_sea and (rules.cut_by_own_target == CutByOwnTarget.CUT_BY_CONVOY or not comes_from_start(rules, by_sea)):
            cutters |= bit
            cutters_by_sea |= bit
        if not by_convoy or not cutters_by_sea & bit:
            dislodgers |= bit
    row.cut_from_sea = not comes_from_start(rules, True)
    row.cutters = cutters
    row.cutters_by_sea = cutters_by_sea
    row.dislodgers = dislodgers & ~allies


def note_meetings_at_sea(turn: Turn, rows: Rows, moves: int, fleet: int) -> None:
    """Make opponents of the army that `fleet` lands and the unit that moves from there to the fleet (DATC 4.A.4)."""
    legal_orders, placement = turn.legal_orders, turn.placement
    army = legal_orders[fleet].target
    there = placement.at[legal_orders[army].destination]
    if not (there >= 0 and moves >> there & 1 and rows[army].last >> fleet & 1):
        return
    if legal_orders[there].destination == placement.province[fleet]:
        rows[army].opposite = there
        rows[there].opposite = army


def match(
    turn: Turn, unsupported: Unsupported, rows: Rows, void: MutableSequence[int], into: MutableSequence[int]
) -> tuple[int, int, int]:
    """Fill in the table of the equations.

    Args:
        turn: The legal orders.
        unsupported: The units that nobody may support.
        rows: A new record for each unit; filled in.
        void: 0 for each unit; filled in with the number of the fault that makes its order void.
        into: 0 for each province; filled in with the moves into it.

    Returns:
        The moves, supports and convoys that are not void; those of them that are moves; and those of them that nothing
        opposes, so that they succeed whatever the others do: moves that need no convoy to an empty province that
        nobody else moves to, supports and convoys of units that nobody attacks. All are masks.
    """
    moves, supports, convoys, by_sea = sort_orders(turn, rows, void, into)
    convoys, convoyed = match_convoys(turn, moves, convoys, rows, void)
    choose_ways(turn, moves, by_sea | convoyed, rows)
    convoys = drop_unused_convoys(turn, convoys, rows, void)
    supports = match_supports(turn, moves, supports, unsupported, rows, void)
    unopposed, attacked = note_meetings(turn, moves, rows, into)
    unopposed |= (supports | convoys) & ~attacked
    left = supports & attacked
    while left:
        bit = left & -left
        left ^= bit
        note_cutters(turn, rows, convoys, lowest(bit))
    join_fleets(turn, moves, convoys, rows)
    return moves | supports | convoys, moves, unopposed


def sort_orders(
    turn: Turn, rows: Rows, void: MutableSequence[int], into: MutableSequence[int]
) -> tuple[int, int, int, int]:
    """Return the moves, the supports, the convoys, and the armies' moves that cannot or may not go over land.

    All are masks. The moves into each province are noted. Under the Czech edition of 1962, rule 12, an order against a
    unit of the same power that stays has no effect at all.
    """
    placement, legal_orders, reach = turn.placement, turn.legal_orders, turn.tables.army
    at, allies, province, fleet = placement.at, placement.allies, placement.province, placement.fleet
    against_own = turn.rules.attack_on_own == AttackOnOwn.VOID
    moves = supports = convoys = by_sea = 0
    for i in range(len(province)):
        order = legal_orders[i]
        kind = order.kind
        if kind == HOLDS:
            continue
        bit = 1 << i
        if kind == CONVOYS:
            convoys |= bit
            continue
        destination = order.destination
        if against_own and destination >= 0:
            there = at[destination]
            if there >= 0 and allies[i] >> there & 1 and legal_orders[there].kind != MOVES:
                void[i] = AGAINST_OWN
                continue
        if kind == MOVES:
            moves |= bit
            rows[i].kind = MOVES
            into[destination] |= bit
            if not fleet[i] and (order.via or not has(reach, province[i], destination)):
                by_sea |= bit
        else:
            supports |= bit
    return moves, supports, convoys, by_sea


def match_convoys(turn: Turn, moves: int, convoys: int, rows: Rows, void: MutableSequence[int]) -> tuple[int, int]:
    """Join the convoys to the moves that they are for; return those that are not void, and the armies, as masks."""
    tables, province, legal_orders = turn.tables, turn.placement.province, turn.legal_orders
    armies = 0
    left = convoys
    while left:
        bit = left & -left
        left ^= bit
        i = lowest(bit)
        army, destination = legal_orders[i].target, legal_orders[i].destination
        sea = tables.sea[province[i]]
        if not (moves >> army & 1 and legal_orders[army].destination == destination):
            void[i] = MOVE_NOT_ORDERED
            convoys ^= bit
        elif sea == tables.sea[destination] or (legal_orders[army].route and not legal_orders[army].route >> sea & 1):
            # a fleet in a convoying coast has no part in a convoy to that coast
            void[i] = OTHER_ROUTE
            convoys ^= bit
        else:
            row = rows[army]
            row.fleets |= bit
            armies |= 1 << army
            if tables.shore[province[army]] >> sea & 1:
                row.first |= bit
            if tables.shore[destination] >> sea & 1:
                row.last |= bit
    return convoys, armies


def choose_ways(turn: Turn, moves: int, by_sea: int, rows: Rows) -> None:
    """Note how the armies `by_sea` go; every other move goes over land under every rulebook."""
    while by_sea:
        bit = by_sea & -by_sea
        by_sea ^= bit
        i = lowest(bit)
        row = rows[i]
        adjacent = has(turn.tables.army, turn.placement.province[i], turn.legal_orders[i].destination)
        row.way = way(turn, moves, row.fleets, i, adjacent)
        if row.way != BY_LAND and turn.rules.multi_route_disruption != MultiRouteDisruption.ALL:
            keep_routes(turn, rows, i)


def drop_unused_convoys(turn: Turn, convoys: int, rows: Rows, void: MutableSequence[int]) -> int:
    """Return the convoys whose army goes by sea; those of an army that goes over land are void.

    So are those of foreign fleets that are left out of a convoy (`keep_routes`): it has fleets of its own power only.
    """
    own_first = turn.rules.multi_route_disruption == MultiRouteDisruption.ANY_OF_OWN
    left = convoys
    while left:
        bit = left & -left
        left ^= bit
        i = lowest(bit)
        army = turn.legal_orders[i].target
        fleets, allies = rows[army].fleets, turn.placement.allies[army]
        if rows[army].way == BY_LAND:
            void[i] = GOES_OVER_LAND
            convoys ^= bit
        elif own_first and fleets and not fleets & ~allies and not allies & bit:
            void[i] = OWN_FLEETS_CONVOY
            convoys ^= bit
        else:
            rows[i].kind = CONVOYS
    return convoys


def match_supports(
    turn: Turn, moves: int, supports: int, unsupported: Unsupported, rows: Rows, void: MutableSequence[int]
) -> int:
    """Join the supports to the units that they are for; return those that are not void."""
    left = supports
    while left:
        bit = left & -left
        left ^= bit
        i = lowest(bit)
        fault = void_support(turn, moves, unsupported, i)
        if fault:
            void[i] = fault
            supports ^= bit
        else:
            rows[turn.legal_orders[i].target].supporters |= bit
            rows[i].kind = SUPPORTS
    return supports


def note_meetings(turn: Turn, moves: int, rows: Rows, into: Sequence[int]) -> tuple[int, int]:
    """Note whom each move meets: at its destination, on the way there, and on the opposite way.

    Returns:
        The moves that meet nobody and need no convoy, and the units into whose province somebody moves, as masks.
    """
    unopposed = attacked = 0
    rules, legal_orders = turn.rules, turn.legal_orders
    at, allies, province = turn.placement.at, turn.placement.allies, turn.placement.province
    against_own = rules.attack_on_own == AttackOnOwn.VOID
    left = moves
    while left:
        bit = left & -left
        left ^= bit
        i = lowest(bit)
        row = rows[i]
        destination = legal_orders[i].destination
        incoming = into[destination]
        defender = at[destination]
        if incoming != bit:
            row.rivals = incoming ^ bit
        elif defender < 0 and row.way != BY_CONVOY:
            unopposed |= bit
        if defender < 0:
            continue
        attacked |= 1 << defender
        there = rows[defender]
        there.incoming = incoming
        row.defender = defender
        if against_own:
            row.own_attack_void = 1
        if allies[defender] & bit:
            row.own = 1
        elif row.supporters:
            row.foreign_supporters = row.supporters & ~allies[defender]
        if there.kind == MOVES and legal_orders[defender].destination == province[i]:
            if rules.exchange_by_convoy == ExchangeByConvoy.NEVER:
                row.opposite = defender
                if row.way == BY_EITHER:
                    row.way = FACING
            elif BY_CONVOY not in (row.way, there.way):
                row.opposite = defender
            if rules.dislodged_effect == DislodgedEffect.NEVER:
                row.beaten = BEATEN_ALWAYS if comes_from_start(rules, True) else BEATEN_ON_LAND
    return unopposed, attacked


def join_fleets(turn: Turn, moves: int, convoys: int, rows: Rows) -> None:
    """Note for each convoying fleet the others in adjacent seas, and under Brannan's rule whom its army meets there."""
    tables, placement = turn.tables, turn.placement
    left = convoys
    while left:
        bit = left & -left
        left ^= bit
        i = lowest(bit)
        if not comes_from_start(turn.rules, True):
            note_meetings_at_sea(turn, rows, moves, i)
        near = tables.shore[placement.province[i]]
        while near:
            sea = near & -near
            near ^= sea
            other = placement.at[tables.sea_province[lowest(sea)]]
            if other >= 0 and convoys >> other & 1:
                rows[i].near |= 1 << other
