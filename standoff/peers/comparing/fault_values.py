"""The fault models: a few lines each, by an option, a house rule, another board, question or answer.

A cross-check names faults by these models; each is shown by a case of the library (`docs/generated/fault-models.md`).
They follow the chapters of the DATC, the more specific model first: if several lead to the same answer, the first is
the fault's name.
"""

# ruff: noqa: ARG005  - functions of one kind share a signature
from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from ...map import ARMY, FLEET, SEA, Board, Dislodged, Position, Unit, UnknownNameError, province_of
from ...solver import (
    Build,
    Convoy,
    ConvoyedCut,
    Cut,
    Disband,
    Hold,
    Move,
    OpenParadox,
    Order,
    ParadoxKind,
    Retreat,
    Rulebook,
    Strength,
    Support,
    Unclear,
    UnitName,
    Waive,
    balance,
    distance_from_home,
    legal_retreats,
)
from ...turn import Turn
from ..adapters.peer import PeerAnswer
from .fault_kinds import (
    ADJUSTMENT,
    MOVEMENT,
    RETREAT,
    Fault,
    Json,
    Model,
    all_of,
    answer_to,
    convoys_for,
    each_dislodged,
    each_order,
    goal_of,
    knowing_the_dislodged,
    move_from,
    movement_result,
    moves_to,
    on_board,
    power_at,
    removing,
    rule,
    supports_of,
    with_answer,
    with_board,
    with_position,
    without_convoys,
)
from .judgement import Judgement, Kind, answer_by, difference, settled
from .question_shape import adjacent

# -- supports and strengths (5.B.5 to 5.B.8) --------------------------------------------------------


def _attack_on(strength: Strength, *, own: bool, counts: bool = True) -> int:
    """Return an attack strength that counts every support, against a unit of the same power, or of another."""
    there = strength.there
    meant = there is not None and (there.power == strength.unit.power) is own
    return 1 + len(strength.supports) if meant and counts and strength.arrives else strength.default


def _was_to_move(strength: Strength, question: Turn) -> bool:
    """Return whether the attacked unit was ordered to move, and may be taken for one that leaves."""
    return strength.there is not None and move_from(question, strength.there.province) is not None


def _of_the_opponent(strength: Strength) -> int:
    """Return the number of supports from the power of the unit at the destination."""
    there = strength.there
    return sum(there is not None and one.power == there.power for one in strength.supports)


def _with_far_supports(strength: Strength, question: Turn) -> int:
    """Count supports from units that could not move to where they support."""
    helping = supports_of(question, strength.unit.province, goal_of(strength.order))
    far = [one for one in helping if one.destination and not adjacent(question, one.unit, one.destination)]
    return strength.default + len(far) if strength.default else 0


def _with_hold_supports(strength: Strength, question: Turn) -> int:
    """Count supports to hold, cut or not, for a unit whose move fails."""
    counts = isinstance(strength.order, Move) and strength.default
    return strength.default + (len(supports_of(question, strength.unit.province)) if counts else 0)


def _helps_itself(strength: Strength, question: Turn) -> int:
    here = strength.unit.province
    return strength.default + any(
        one.unit.province == one.supported.province == here for one in all_of(Support, question)
    )


def _own_rivals(strength: Strength, question: Turn) -> int:
    """Let a move prevent a move of the same power to an empty province, whatever its support."""
    order = strength.order
    if not (isinstance(order, Move) and strength.default) or power_at(question, goal_of(order)):
        return strength.default
    others = [one for one in moves_to(question, goal_of(order)) if one.unit.province != order.unit.province]
    return 99 if any(one.power == order.power for one in others) else strength.default


def _winner_arrives(strength: Strength, question: Turn) -> int:
    """Let only the opponent stop the winner of a head-to-head battle."""
    goes = {one.unit.province: goal_of(one) for one in all_of(Move, question)}
    battles = {goal for here, goal in goes.items() if goes.get(goal) == here}
    here = strength.unit.province
    return 0 if goes.get(here) in battles and here not in battles else strength.default


# -- targets of supports (4.E.1, 5.B.4, 6.D) ---------------------------------------------------------


def _for_whatever_move(support: Support, question: Turn) -> Support:
    move = move_from(question, support.supported.province)
    if move is None or (support.destination and goal_of(move) == goal_of(support)):
        return support
    return replace(support, destination=move.destination)


def _of_no_move_for_a_hold(support: Support, question: Turn) -> Support:
    move = move_from(question, support.supported.province)
    return support if move and goal_of(move) == goal_of(support) else replace(support, destination=None)


def _coast_out_of_reach(support: Support, question: Turn, _: Rulebook) -> Support | None:
    """Drop the support of a move to a coast that the supporting fleet cannot reach, unlike the other coast."""
    board, move = question.board, move_from(question, support.supported.province)
    fleet = next((u for u in question.position.units if u.province == support.unit.province), None)
    if support.unit.type is not FLEET or move is None or fleet is None:
        return support
    if "/" not in move.destination or goal_of(support) != goal_of(move):
        return support
    reach = board.tables.fleet[board.location_number[fleet.location]]
    known = move.destination in board.location_number
    return None if known and not reach >> board.location_number[move.destination] & 1 else support


def _of_no_convoyed_army(support: Support, question: Turn, _: Rulebook) -> Support | None:
    """Drop supports of moves by convoy."""
    move = move_from(question, support.supported.province) if support.destination else None
    return None if move and convoys_for(question, move) else support


def _of_supporters(support: Support, question: Turn, _: Rulebook) -> Support | None:
    """Drop supports to hold for units that support or convoy."""
    busy = {one.unit.province for one in question.orders if isinstance(one, Support | Convoy)}
    return None if support.destination is None and support.supported.province in busy else support


def _to_hold_without_order(support: Support, question: Turn, _: Rulebook) -> Support | None:
    """Drop supports to hold for units without an order."""
    ordered = {one.unit.province for one in question.orders if not isinstance(one, Unclear | Waive)}
    return support if support.destination is not None or support.supported.province in ordered else None


def _not_yours(order: Hold | Move | Support | Convoy, question: Turn, _: Rulebook) -> Order:
    """Read orders to units of other powers as orders of their owners."""
    return replace(order, power=power_at(question, order.unit.province) or order.power)


# -- cutting supports (5.B.4) -----------------------------------------------------------------------


def _own_attack(cut: Cut) -> bool:
    return cut.arrives and cut.own and not cut.from_target


def _attack_on_a_convoy(view: ConvoyedCut, _: Turn) -> bool:
    """Return whether a support is for an attack on a convoying fleet."""
    return view.support.destination is not None and isinstance(view.attacked_order, Convoy)


def _against_a_sea(support: Support, question: Turn) -> bool:
    goal = goal_of(support)
    known = support.destination is not None and goal in question.board.province_number
    return known and question.board.province(goal).kind == SEA


def _with_foreign_help(cut: Cut, question: Turn) -> bool:
    """Return whether the target of a support attacks the supporter with foreign help."""
    helpers = {one.power for one in supports_of(question, cut.move.unit.province, goal_of(cut.move))}
    return cut.from_target and bool(helpers - {cut.move.power})


# -- circles ----------------------------------------------------------------------------------------


def _circles_fail(longer_than: int = 0, *, by_sea: bool = False) -> Model:
    """Return the model of a program that blocks circles of more than so many moves, or only those with a convoy."""

    def circle_result(paradox: OpenParadox, question: Turn) -> dict[Order, bool] | None:
        moves = [one for one in paradox.core if isinstance(one, Move)]
        meant = not by_sea or any(convoys_for(question, one) for one in moves)
        return dict.fromkeys(paradox.core, False) if meant and len(moves) > longer_than else None

    return rule(circular_movement=circle_result)


# -- convoys (5.B.2, 5.B.3, 4.A.3) ------------------------------------------------------------------


def _attackers(convoy: Convoy, question: Turn) -> list[Move]:
    """Return the moves of other powers against a convoying fleet."""
    return [one for one in moves_to(question, convoy.unit.province) if one.power != convoy.power]


def _attacked_with_support(convoy: Convoy, question: Turn, _: Rulebook) -> bool:
    helped = {one.supported.province for one in all_of(Support, question) if one.destination}
    return any(move.unit.province in helped for move in _attackers(convoy, question))


def _one_fleet_lost(convoy: Convoy, question: Turn, rules: Rulebook) -> bool:
    """Return whether any fleet ordered to convoy the same army, needed or not, is dislodged."""
    out = {unit.province for unit in answer_by(question, rules).dislodged or ()}
    army = convoy.convoyed.province
    return any(one.convoyed.province == army and one.unit.province in out for one in all_of(Convoy, question))


def _foreign(convoy: Convoy, question: Turn) -> bool:
    return power_at(question, convoy.convoyed.province) not in ("", convoy.power)


def _two_foreign_powers(convoy: Convoy, question: Turn, _: Rulebook) -> bool:
    """Return whether fleets of two foreign powers are ordered to convoy the same army."""
    army = convoy.convoyed.province
    same = [one for one in all_of(Convoy, question) if one.convoyed.province == army]
    return len({one.power for one in same if _foreign(one, question)}) > 1


def _in_a_paradox(_: Convoy, question: Turn, rules: Rulebook) -> bool:
    """Return whether the turn has a convoy paradox."""
    return any(one.kind is ParadoxKind.CONVOY for one in movement_result(question, rules).paradoxes)


def _long_routes(seas: int) -> Model:
    """Return the model of a program that finds no convoy route over more than `seas` seas."""

    def too_long(convoy: Convoy, question: Turn, _: Rulebook) -> bool:
        number, around = question.board.province_number, question.board.around
        move = move_from(question, convoy.convoyed.province)
        if move is None or goal_of(move) != goal_of(convoy) or not {move.unit.province, goal_of(move)} <= {*number}:
            return False
        left = {number[one.unit.province] for one in convoys_for(question, move)}
        at, length, goal = {number[move.unit.province]}, 0, number[goal_of(move)]
        while at and (length == 0 or not any(around[goal] >> sea & 1 for sea in at)):
            at = {sea for sea in left if any(around[sea] >> before & 1 for before in at)}
            left -= at
            length += 1
        return bool(at) and length > seas

    return without_convoys(too_long)


def _for_whatever_goal(convoy: Convoy, question: Turn, _: Rulebook) -> Convoy:
    """Read a convoy as one to wherever its army moves."""
    move = move_from(question, convoy.convoyed.province)
    return replace(convoy, destination=goal_of(move)) if move else convoy


def _by_anybodys_convoy(move: Move, question: Turn, _: Rulebook) -> Move:
    """Read a move as one by convoy if anybody orders a convoy for it."""
    return replace(move, via_convoy=True) if move.unit.type is ARMY and convoys_for(question, move) else move


def _never_next_door(question: Turn, rules: Rulebook) -> Iterator[PeerAnswer]:
    """Let armies walk to adjacent provinces though their orders or fleets demand a convoy."""
    board = question.board
    instead: dict[Order, Order | None] = {}
    for one in all_of(Move, question):
        numbers = [board.province_number.get(place, -1) for place in (one.unit.province, goal_of(one))]
        if one.unit.type is ARMY and min(numbers) >= 0 and board.tables.army[numbers[0]] >> numbers[1] & 1:
            instead |= {one: replace(one, via_convoy=False)} if one.via_convoy else {}
            instead |= {each: Hold(each.power, each.unit) for each in convoys_for(question, one)}
    if instead:
        yield answer_to(question, rules, instead)


def _hold_of_mover(strength: Strength, _: Turn) -> int:
    lost = isinstance(strength.order, Move) and not strength.arrives
    return 1 + len(strength.supports) if lost else strength.default


def _no_exchange_of_own_units(strength: Strength, question: Turn) -> int:
    here, there = strength.unit, strength.there
    back = move_from(question, there.province) if there else None
    exchange = back is not None and goal_of(back) == here.province
    return 0 if there and exchange and there.power == here.power else strength.default


def _disrupted(question: Turn, rules: Rulebook, *, harmless: bool) -> Iterator[PeerAnswer]:
    """Yield the results without convoys by fleets that another power attacks, if a support exposes them.

    Their armies do not walk instead, even where they could.

    Args:
        question, rules: The question and the rulebook.
        harmless: True for supports from the fleet's own power, False for those that a convoyed army may cut.
    """
    if not harmless and movement_result(question, rules).solution.paradoxes:
        return  # a real paradox is not mistaken for one
    landed_at = {goal_of(one) for one in all_of(Convoy, question)}
    supports = [one for one in all_of(Support, question) if one.destination is not None]

    def shows(convoy: Convoy, support: Support) -> bool:
        return support.power == convoy.power if harmless else support.unit.province in landed_at

    exposed = [
        one
        for one in all_of(Convoy, question)
        if _attackers(one, question)
        and any(goal_of(each) == one.unit.province and shows(one, each) for each in supports)
    ]
    for count in range(1, min(len(exposed), 4) + 1):
        for disrupted in combinations(exposed, count):
            armies = {one.convoyed.province for one in disrupted}
            instead: dict[Order, Order | None] = {one: Hold(one.power, one.unit) for one in disrupted}
            moves = [one for one in all_of(Move, question) if one.unit.province in armies]
            instead |= {one: replace(one, via_convoy=True) for one in moves}
            answer = answer_to(question, rules, instead)
            yield replace(answer, success={**(answer.success or {}), **dict.fromkeys(disrupted, False)})


# -- the board --------------------------------------------------------------------------------------


def _coasts_alike(data: Json) -> None:
    """Let a fleet leave a province from any of its coasts."""
    fleet: dict[str, str] = data["fleet"]
    near: dict[str, set[str]] = {}
    for here, places in fleet.items():
        for there in places.split():
            near.setdefault(here, set()).add(there)
            near.setdefault(there, set()).add(here)
    for province, entry in data["provinces"].items():
        coasts = [f"{province}/{coast}" for coast in entry.get("coasts", ())]
        every = set[str]().union(*(near.get(coast, set()) for coast in coasts))
        for coast in coasts:
            fleet[coast] = " ".join(sorted({*fleet.get(coast, "").split(), *(every - near.get(coast, set()))}))


def _fleets_as_armies(data: Json) -> None:
    """Let a fleet cross every border between coastal provinces, even a border on land only."""
    fleet: dict[str, str] = data["fleet"]
    coastal = [p for p, entry in data["provinces"].items() if entry["kind"] == "coastal" and not entry.get("coasts")]
    near = {(here, there) for here, places in fleet.items() for there in places.split()}
    for here in coastal:
        for there in data["army"].get(here, "").split():
            if there in coastal and not {(here, there), (there, here)} & near:
                fleet[here] = f"{fleet.get(here, '')} {there}".strip()


def _without_border(here: str, there: str) -> Model:
    """Return the model of a program whose board lacks a border for fleets."""

    def lacking(board: Board) -> Board:
        try:
            return board.without_border(FLEET, here, there)
        except UnknownNameError:  # another board, without this border
            return board

    return with_board(lacking)


def _convoys_from_the_shore(data: Json) -> None:
    for entry in data["provinces"].values():
        if entry["kind"] == "coastal" and not entry.get("coasts"):
            entry["convoys"] = True


def _to_its_other_coast(answer: PeerAnswer, question: Turn, _rules: Rulebook) -> PeerAnswer:
    """Carry out the order of a fleet to move to the other coast of its own province."""
    units = set(answer.units)
    for move in all_of(Move, question):
        here = next((u for u in answer.units if u.province == move.unit.province and u.type is FLEET), None)
        if here is None or here not in question.position.units or province_of(move.destination) != here.province:
            continue
        if move.destination in question.board.location_number and "/" in move.destination:
            units = units - {here} | {replace(here, location=move.destination)}
    return replace(answer, units=frozenset(units))


def _london_to_belgium(data: Json) -> None:
    data["army"]["LON"] = f"{data['army'].get('LON', '')} BEL".strip()


# -- retreats (6.H) ---------------------------------------------------------------------------------


def _split_provinces_open(d: Dislodged, question: Turn) -> Dislodged:
    board, origin = question.board, d.attacker_from or ""
    split = origin in board.province_number and bool(board.province(origin).coasts)
    return replace(d, attacker_from=None) if split else d


def _three_way_is_none(after: Position, question: Turn) -> Position:
    """Ignore standoffs of more than two moves."""
    arrivals = Counter(goal_of(one) for one in all_of(Move, question))
    return replace(after, contested=frozenset(place for place in after.contested if arrivals[place] <= 2))


def _into_occupied(answer: PeerAnswer, question: Turn, rules: Rulebook) -> PeerAnswer:
    """Let a unit dislodged by a convoyed army retreat to any province in its reach, even occupied or contested ones."""
    after = settled(question, rules).after
    bare = replace(after, units=(), contested=frozenset(), dislodged=())
    retreats = dict(answer.dislodged or {})
    for d in after.dislodged:
        if d.by_convoy:
            retreats[d.unit] = frozenset(legal_retreats(question.board, bare, replace(d, attacker_from=None), rules))
    return replace(answer, dislodged=retreats)


def _retreats_to(retreat: Retreat, question: Turn) -> list[Retreat]:
    """Return the retreats to the destination of one, including that one."""
    goal = province_of(retreat.destination)
    return [one for one in all_of(Retreat, question) if province_of(one.destination) == goal]


def _first_survives(retreat: Retreat, question: Turn, _: Rulebook) -> Retreat | None:
    """Drop all but the first of several retreats to one province."""
    return retreat if retreat == _retreats_to(retreat, question)[0] else None


def _first_of_own_survives(retreat: Retreat, question: Turn, rules: Rulebook) -> Retreat | None:
    """Drop all but the first of several retreats to one province if all are of one power."""
    foreign = any(one.power != retreat.power for one in _retreats_to(retreat, question))
    return retreat if foreign else _first_survives(retreat, question, rules)


def _both_coasts(answer: PeerAnswer, question: Turn, rules: Rulebook) -> PeerAnswer:
    """Carry out two retreats to different coasts of one province."""
    units, board, position = set(answer.units), question.board, question.position
    waiting = {d.unit.province: d for d in position.dislodged}
    two = [one for one in all_of(Retreat, question) if len(_retreats_to(one, question)) == 2]
    for one in two:
        d, (first, second) = waiting.get(one.unit.province), _retreats_to(one, question)
        if not d or first.destination == second.destination:
            continue
        if one.destination in legal_retreats(board, position, d, rules):
            units.add(replace(d.unit, location=one.destination))
    if frozenset(units) == answer.units:
        return answer
    return replace(answer, units=frozenset(units), success={**(answer.success or {}), **dict.fromkeys(two, True)})


def _saves_itself(question: Turn, rules: Rulebook) -> Iterator[PeerAnswer]:
    """Let a unit without an order retreat to the first possible place."""
    ordered = {one.unit.province for one in question.orders if isinstance(one, Retreat | Disband)}
    orders = list(question.orders)
    for d in question.position.dislodged:
        places = legal_retreats(question.board, question.position, d, rules)
        if d.unit.province not in ordered and places:
            orders.append(Retreat(d.unit.power, UnitName(d.unit.location, d.unit.type), places[0]))
    if len(orders) > len(question.orders):
        yield answer_to(question, rules, {}, orders)


# -- builds and removals (6.I, 6.J) -----------------------------------------------------------------


def _distance(unit: Unit, question: Turn, rules: Rulebook) -> int:
    return distance_from_home(question.board, unit, question.position.centers.get(unit.power, ()), rules)


def _name(unit: Unit, question: Turn) -> str:
    return question.board.province(unit.province).name


def _last_by_name(unit: Unit, question: Turn, rules: Rulebook) -> tuple[int, bool, tuple[int, ...]]:
    name = _name(unit, question)
    return -_distance(unit, question, rules), unit.type is ARMY, tuple(-ord(letter) for letter in name)


def _by_land_only(unit: Unit, question: Turn) -> int:
    """Return an army's distance from home over land; if it cannot get there, more than any distance in its reach."""
    from networkx import single_source_shortest_path_length

    board = question.board
    steps: dict[str, int] = single_source_shortest_path_length(board.army_graph, unit.province)
    homes = [steps[home] for home in board.powers[unit.power].homes if home in steps]
    return min(homes, default=max(steps.values()) + 1)


def _over_land(unit: Unit, question: Turn, rules: Rulebook) -> tuple[int, bool, str]:
    far = _by_land_only(unit, question) if unit.type is ARMY else _distance(unit, question, rules)
    return -far, unit.type is ARMY, _name(unit, question)


def _in_any_center(data: Json) -> None:
    data["builds"] = "owned"


def _removed_all_the_same(*, foreign: bool) -> Model:
    """Return the model of a program that removes own units though none is due, or units of other powers."""

    def change(answer: PeerAnswer, question: Turn, _: Rulebook) -> PeerAnswer:
        position = question.position
        gone = {
            unit
            for one in question.orders
            if isinstance(one, Disband) and (balance(position, one.power) < 0) is foreign
            for unit in position.units
            if unit.province == one.unit.province and (unit.power != one.power) is foreign
        }
        return replace(answer, units=answer.units - gone)

    return with_answer(change)


def _built_on_top(answer: PeerAnswer, question: Turn, _rules: Rulebook) -> PeerAnswer:
    """Build where a unit of the same power stands."""
    position, units = question.position, set(answer.units)
    for one in question.orders:
        if isinstance(one, Build) and one.unit.type and balance(position, one.power) > 0:
            homes = question.board.powers[one.power].builds if one.power in question.board.powers else ()
            if one.unit.province in homes and power_at(question, one.unit.province):
                units.add(Unit(one.unit.type, one.unit.place, one.power))
    return replace(answer, units=frozenset(units))


def _left_centers(answer: PeerAnswer, _question: Turn, _rules: Rulebook) -> PeerAnswer:
    """Let only centers with a unit have an owner."""
    if answer.centers is None:
        return answer
    owner = {unit.province: unit.power for unit in answer.units}
    return replace(answer, centers={center: owner[center] for center in answer.centers if center in owner})


# -- the fault models -------------------------------------------------------------------------------

RETREATS = (MOVEMENT, RETREAT)

FAULTS: tuple[Fault, ...] = (
    # the orders of a movement phase
    Fault("goes-to-its-other-coast", "DATC 6.A.4, 4.B",
        "a fleet goes to the other coast of its own province",
        with_answer(_to_its_other_coast)),
    Fault("carries-out-orders-to-foreign-units", "DATC 6.A.6",
        "an order to the unit of another power is carried out",
        each_order((Hold, Move, Support, Convoy), _not_yours)),
    Fault("supports-itself", "DATC 6.A.8",
        "a unit that supports itself to hold holds with one more",
        rule(hold_strength=_helps_itself)),
    Fault("coasts-alike", "DATC 6.B.3",
        "a fleet leaves a province by any of its coasts, on whichever it stands",
        on_board(_coasts_alike)),
    Fault("fleets-as-armies", "DATC 6.A.9",
        "a fleet goes between coastal provinces that no common coast joins",
        on_board(_fleets_as_armies)),
    Fault("convoys-from-the-shore", "DATC 6.A.2, 5.B.2; 1982, XII.1",
        "a fleet in a coastal province convoys",
        on_board(_convoys_from_the_shore)),
    Fault("no-border-between-norway-and-the-north-coast",
        "The map: Norway and the north coast of St Petersburg are adjacent",
        "a fleet cannot go between Norway and the north coast of St Petersburg",
        _without_border("NWY", "STP/NC")),
    Fault("no-border-of-gascony", "The map",
        "a fleet cannot go between Gascony and the north coast of Spain",
        _without_border("GAS", "SPA/NC")),
    Fault("border-between-london-and-belgium", "The map",
        "an army walks from London to Belgium",
        on_board(_london_to_belgium)),
    # targets of supports
    Fault("support-of-a-coast-out-of-reach", "DATC 6.B.4",
        "a fleet cannot support a move to a coast that it could not reach, though it reaches the province",
        each_order(Support, _coast_out_of_reach)),
    Fault("support-with-the-wrong-coast", "DATC 6.B.9",
        "a support that names the wrong coast counts",
        each_order(Support, lambda s, q, r: replace(s, destination=goal_of(s)) if s.destination else s)),
    Fault("support-of-another-move", "DATC 6.D.7, 5.B.4",
        "a support counts for whatever move its unit makes",
        each_order(Support, lambda s, q, r: _for_whatever_move(s, q) if s.destination else s)),
    Fault("support-of-no-move-holds", "DATC 6.D.7, 6.D.28",
        "the support of a move that is not ordered counts for the unit's hold",
        each_order(Support, lambda s, q, r: _of_no_move_for_a_hold(s, q) if s.destination else s)),
    Fault("support-to-hold-moves", "DATC 6.D.4, 5.B.4",
        "a support to hold counts for the move that the unit makes",
        each_order(Support, lambda s, q, r: s if s.destination else _for_whatever_move(s, q))),
    Fault("support-to-hold-a-failed-move", "DATC 6.D.5, 5.B.5",
        "a support to hold counts for a unit whose move fails",
        rule(hold_strength=_with_hold_supports)),
    Fault("support-from-afar", "DATC 6.A.11, 6.D.8",
        "a unit supports a move to where it could not go itself",
        rule(attack_strength=_with_far_supports)),
    # strengths
    Fault("own-support-for-a-convoyed-attack", "DATC 5.B.8, 6.D.12",
        "a support helps to dislodge a unit of the supporter's own power if the supported army moves VIA",
        rule(attack_strength=lambda s, q: _attack_on(s, own=False, counts=s.by_convoy))),
    Fault("own-support-if-it-was-to-move", "DATC 5.B.8, 6.D.12",
        "a support by the power attacked counts if the unit attacked was ordered to move, though it does not get away",
        rule(attack_strength=lambda s, q: _attack_on(s, own=False, counts=_was_to_move(s, q)))),
    Fault("own-support-counts", "DATC 5.B.8, 6.D.12",
        "a support by the power attacked counts in every attack",
        rule(attack_strength=lambda s, q: _attack_on(s, own=False))),
    Fault("own-support-never-counts", "DATC 5.B.8",
        "a support by the power whose unit stands at the destination does not count even if that unit leaves",
        rule(attack_strength=lambda s, q: min(s.default, 1 + len(s.supports) - _of_the_opponent(s)))),
    Fault("own-unit-dislodged-over-sea", "DATC 5.B.8",
        "a convoyed army dislodges a unit of its own power",
        rule(attack_strength=lambda s, q: _attack_on(s, own=True, counts=s.by_convoy))),
    Fault("own-unit-dislodged-if-it-was-to-move", "DATC 5.B.8, 6.D.11",
        "a power dislodges its own unit if that was ordered to move and does not get away",
        rule(attack_strength=lambda s, q: _attack_on(s, own=True, counts=_was_to_move(s, q)))),
    Fault("own-unit-dislodged-with-foreign-help", "DATC 5.B.8, 6.D.10",
        "a power dislodges its own unit with the support of another",
        rule(attack_strength=lambda s, q: _attack_on(
            s, own=True, counts=any(one.power != s.unit.power for one in s.supports)))),
    Fault("own-unit-dislodged", "DATC 5.B.8, 6.D.10",
        "a power dislodges its own unit",
        rule(attack_strength=lambda s, q: _attack_on(s, own=True))),
    Fault("foreign-support-does-not-defend", "DATC 5.B.7",
        "in a head-to-head battle a support given by the opponent's power does not count for the defense",
        rule(defend_strength=lambda s, q: s.default - _of_the_opponent(s))),
    Fault("no-support-defends", "DATC 5.B.7",
        "in a head-to-head battle supports of the defender's move do not count",
        rule(defend_strength=lambda s, q: min(s.default, 1))),
    Fault("no-help-to-keep-others-out", "DATC 5.B.6",
        "a support by the power whose unit stands at the destination does not count to keep others from there",
        rule(prevent_strength=lambda s, q: max(s.default - _of_the_opponent(s), 0))),
    Fault("no-support-keeps-others-out", "DATC 5.B.6",
        "a move that fails keeps others out with a strength of one, whatever supports it",
        rule(prevent_strength=lambda s, q: min(s.default, 1))),
    Fault("own-move-bounces-a-supported-one", "DATC 5.B.1, 5.B.6",
        "a supported move to an empty province bounces off an unsupported one of the same power",
        rule(prevent_strength=_own_rivals)),
    Fault("beaten-keeps-others-out", "DATC 4.A.7, 5.B.6",
        "a unit that is dislodged in a head-to-head battle keeps a third unit from where it was going",
        rule(dislodged_effect=lambda view, question: True)),
    Fault("dislodged-keeps-nobody-out", "DATC 5.B.6, 6.E.5",
        "a unit that is dislodged, from wherever, keeps nobody from where it was going",
        knowing_the_dislodged(
            lambda out: rule(prevent_strength=lambda s, q: 0 if s.unit.province in out else s.default))),
    Fault("winner-of-a-battle-arrives", "DATC 5.B.1, 5.B.6",
        "who wins a head-to-head battle arrives whoever else moves there",
        rule(prevent_strength=_winner_arrives)),
    Fault("failed-move-does-not-hold", "DATC 5.B.5",
        "a unit whose move fails holds its province with nothing",
        rule(hold_strength=lambda s, q: 0 if isinstance(s.order, Move) else s.default)),
    # cutting
    Fault("disrupted-convoy-cuts", "DATC 5.B.2, 5.B.4; 1982, XII.3",
        "an army whose convoy is disrupted cuts a support where it was to land",
        rule(cut=lambda c, q: c.default or (c.by_convoy and not c.own and not c.from_target))),
    Fault("not-cut-by-dislodging-with-help", "DATC 5.B.4, 6.D.17",
        "a support is not cut if the unit that it is directed against dislodges the supporter with the help of "
        "another power",
        rule(cut=lambda c, q: c.default and not _with_foreign_help(c, q))),
    Fault("not-cut-by-its-target", "DATC 5.B.4, 6.D.17",
        "a support is not cut by the unit that it is directed against, even if that dislodges the supporter",
        rule(cut=lambda c, q: c.default and not c.from_target)),
    Fault("cut-by-its-own-target", "DATC 5.B.4, 6.D.15",
        "a unit's move does not cut a support if it comes from where the supported unit stands, instead of where "
        "that goes",
        rule(cut=lambda c, q: c.dislodges or (
            c.arrives and not c.own and c.move.unit.province != c.support.supported.province))),
    Fault("own-attack-cuts-a-support-to-hold", "DATC 5.B.4, 6.D.21",
        "a support to hold is cut by a move of the same power",
        rule(cut=lambda c, q: c.default or (c.support.destination is None and _own_attack(c)))),
    Fault("own-attack-cuts", "DATC 5.B.4, 6.D.21",
        "a support is cut by a move of the same power",
        rule(cut=lambda c, q: c.default or _own_attack(c))),
    Fault("no-cut-from-the-sea-at-sea", "DATC 5.B.4, 4.A.2",
        "a convoyed army cuts no support of an attack on a fleet at sea",
        rule(cut=lambda c, q: c.default and not (c.by_convoy and _against_a_sea(c.support, q)))),
    Fault("no-cut-by-convoy", "DATC 5.B.4, 6.F.1",
        "a convoyed army cuts no support",
        rule(cut=lambda c, q: c.default and not c.by_convoy)),
    Fault("no-cut-for-own-units", "DATC 5.B.4",
        "a power's move does not cut a support that is given to one of its own units",
        rule(cut=lambda c, q: c.default and (
            c.dislodges or c.move.power != power_at(q, c.support.supported.province)))),
    Fault("no-cut-by-the-dislodged", "DATC 5.B.4",
        "a move does not cut a support if its own unit is dislodged",
        knowing_the_dislodged(
            lambda out: rule(cut=lambda c, q: c.default and (c.dislodges or c.move.unit.province not in out)))),
    Fault("no-cut-of-a-support-to-hold", "DATC 5.B.4, 6.D.3",
        "a support to hold is cut only by dislodging the unit",
        rule(cut=lambda c, q: c.default and (c.support.destination is not None or c.dislodges))),
    Fault("no-cut-of-a-supported-move", "DATC 5.B.4, 6.D.2",
        "the support of a move is cut only by dislodging the unit",
        rule(cut=lambda c, q: c.default and (c.support.destination is None or c.dislodges))),
    Fault("cut-only-by-dislodging", "DATC 5.B.4, 6.D.2",
        "a support is cut only by dislodging the unit",
        rule(cut=lambda c, q: c.default and c.dislodges)),
    Fault("no-cut-of-attacks-on-fleets", "DATC 4.A.2",
        "a convoyed army does not cut the support of an attack on a fleet that convoys another army",
        rule(support_exception=_attack_on_a_convoy)),
    # circles
    Fault("long-circle-by-sea-stands", "DATC 6.C.5, 5.B.1",
        "a circle of more than three units in which an army goes by convoy does not move",
        _circles_fail(3, by_sea=True)),
    Fault("circle-by-sea-stands", "DATC 6.C.5, 6.G.1",
        "a circle in which an army goes by convoy does not move",
        _circles_fail(by_sea=True)),
    Fault("long-circle-stands", "DATC 6.C.1, 5.B.1",
        "a circle of more than three units does not move",
        _circles_fail(3)),
    Fault("circle-stands", "DATC 6.C.1",
        "units that follow each other round do not move",
        _circles_fail()),
    # convoys
    Fault("two-foreign-powers-do-not-convoy", "DATC 5.B.2",
        "a route over fleets of two foreign powers does not carry the army",
        without_convoys(_two_foreign_powers)),
    Fault("foreign-fleets-do-not-convoy", "DATC 5.B.2; 1982, XII",
        "fleets of other powers do not convoy",
        without_convoys(lambda c, q, r: _foreign(c, q))),
    Fault("convoy-to-another-place", "DATC 5.B.3, 6.F.7",
        "a convoy counts for whatever move its army makes",
        each_order(Convoy, _for_whatever_goal)),
    *(Fault(f"convoy-over-{many}", "DATC 5.B.2", f"a convoy over more than {many.replace('-', ' ')} does not arrive",
        _long_routes(seas)) for many, seas in (("three-seas", 3), ("two-seas", 2), ("one-sea", 1))),
    Fault("disrupted-by-two-attacks", "DATC 5.B.3, 6.F.5",
        "a convoy is disrupted by two attacks that keep each other out",
        without_convoys(lambda c, q, r: len(moves_to(q, c.unit.province)) > 1)),
    Fault("harmless-attack-disrupts", "DATC 5.B.3, 5.B.8",
        "an attack that cannot dislodge the convoying fleet, because only the fleet's own power supports it, "
        "disrupts the convoy",
        lambda q, r: _disrupted(q, r, harmless=True)),
    Fault("disrupted-by-a-supported-attack", "DATC 5.B.3, 6.F.5",
        "a supported attack on its fleet disrupts a convoy, even if the fleet is not dislodged",
        without_convoys(_attacked_with_support)),
    Fault("disrupted-by-an-attack", "DATC 5.B.3, 6.F.3",
        "an attack on its fleet disrupts a convoy, even if the fleet is not dislodged",
        without_convoys(lambda c, q, r: bool(_attackers(c, q)))),
    Fault("disrupted-by-any-loss", "DATC 4.A.1, 6.F.10",
        "a convoy is disrupted when any fleet ordered to convoy the army is dislodged, needed or not",
        without_convoys(_one_fleet_lost)),
    Fault("chain-of-convoys-taken-for-a-paradox", "DATC 5.B.9, 6.F.29",
        "convoys that are safe one after the other, each because the army of the one before cuts a support, are "
        "broken as in a paradox",
        lambda q, r: _disrupted(q, r, harmless=False)),
    Fault("every-convoy-fails-in-a-paradox", "DATC 4.A.2",
        "one paradox lets every convoy of the turn fail",
        without_convoys(_in_a_paradox)),
    Fault("disrupted-move-keeps-others-out", "DATC 5.B.6, 6.F.9",
        "the move of an army whose convoy is disrupted counts for a standoff",
        rule(prevent_strength=_hold_of_mover)),
    Fault("convoyed-attack-unsupported", "DATC 5.B.8, 6.F.8",
        "supports do not count for an army that goes by convoy",
        rule(attack_strength=lambda s, q: min(s.default, 1) if s.by_convoy else s.default)),
    Fault("convoyed-army-dislodges-nobody", "DATC 5.B.8; 1982, XII.4",
        "an army that goes by convoy dislodges nobody",
        rule(attack_strength=lambda s, q: 0 if s.by_convoy and s.there else s.default)),
    Fault("anybodys-convoy-next-door", "DATC 4.A.3, 6.G.2",
        "an army goes by convoy to a province next door if anybody orders a convoy for it",
        each_order(Move, _by_anybodys_convoy)),
    Fault("never-by-convoy-next-door", "DATC 4.A.3, 6.G.1",
        "an army never goes by convoy to a province next door",
        _never_next_door),
    Fault("own-units-do-not-exchange-places", "DATC 4.A.7, 6.G.1",
        "two units of one power do not exchange places by convoy",
        rule(attack_strength=_no_exchange_of_own_units)),
    # supports of a whole kind that count for nothing
    Fault("no-support-of-a-convoyed-army", "DATC 6.F.8, 5.B.8",
        "the move of an army that goes by convoy cannot be supported",
        each_order(Support, _of_no_convoyed_army)),
    Fault("no-support-for-supporters", "DATC 6.D.3, 6.D.6",
        "a unit that supports or convoys cannot be supported to hold",
        each_order(Support, _of_supporters)),
    Fault("no-support-without-an-order", "DATC 6.D.1",
        "a unit without an order cannot be supported to hold",
        each_order(Support, _to_hold_without_order)),
    Fault("no-support-for-others", "DATC 6.D.1; 1982, VIII",
        "units of other powers cannot be supported",
        each_order(
            Support, lambda s, q, r: s if power_at(q, s.supported.province) in ("", s.power) else None)),
    # retreats
    Fault("three-way-standoff-is-none", "DATC 6.H; 1982, XI",
        "a province where three moves met is open to retreats",
        with_position(_three_way_is_none)),
    Fault("retreats-to-contested", "DATC 6.H.9; 1982, XI",
        "a unit may retreat to a province left empty by a standoff",
        with_position(lambda position, _: replace(position, contested=frozenset())), RETREATS),
    Fault("retreats-to-a-split-attacker", "DATC 6.H.10; 1982, XI",
        "a unit may retreat to the province that its attacker came from if that has several coasts",
        each_dislodged(_split_provinces_open), RETREATS),
    Fault("retreats-to-its-attacker", "DATC 6.H.10; 1982, XI",
        "a unit may retreat to the province that its attacker came from",
        each_dislodged(lambda d, _: replace(d, attacker_from=None)), RETREATS),
    Fault("retreats-from-a-convoyed-attack", "1982, XI; DATC 6.H.6",
        "a unit dislodged by a convoyed army may retreat to provinces that are occupied or contested",
        with_answer(_into_occupied)),
    Fault("first-of-own-retreats", "DATC 6.H.7; 1982, XI",
        "of two retreats of one power to one province the first is carried out",
        each_order(Retreat, _first_of_own_survives), (RETREAT,)),
    Fault("retreats-to-two-coasts", "DATC 6.H.7; 1982, XI",
        "two retreats to different coasts of one province are both carried out",
        with_answer(_both_coasts), (RETREAT,)),
    Fault("first-of-two-retreats-survives", "DATC 6.H.7; 1982, XI",
        "of two retreats to one province the first is carried out",
        each_order(Retreat, _first_survives), (RETREAT,)),
    Fault("retreats-without-an-order", "DATC 6.H.1; 1982, XI",
        "a dislodged unit without an order retreats where it may",
        _saves_itself, (RETREAT,)),
    # builds and removals
    Fault("too-few-removals-count-for-nothing", "DATC 4.D.6, 6.J",
        "a power that orders fewer removals than it must loses units as if it had ordered none",
        removing(lambda u, q, r: (-_distance(u, q, r), u.type is ARMY, _name(u, q)), fewer=True), (ADJUSTMENT,)),
    Fault("removal-by-abbreviation", "DATC 4.D.8",
        "of units equally far from home, the first by abbreviation is removed, not the first by name",
        removing(lambda u, q, r: (-_distance(u, q, r), u.type is ARMY, u.province)), (ADJUSTMENT,)),
    Fault("removal-of-the-last-by-name", "DATC 4.D.8",
        "of units equally far from home the last by name is removed",
        removing(_last_by_name), (ADJUSTMENT,)),
    Fault("removal-of-armies-first", "DATC 4.D.8",
        "of units equally far from home armies are removed before fleets",
        removing(lambda u, q, r: (-_distance(u, q, r), u.type is FLEET, _name(u, q))), (ADJUSTMENT,)),
    Fault("removal-whatever-the-type", "DATC 4.D.8",
        "of units equally far from home the first by name is removed, whether army or fleet",
        removing(lambda u, q, r: (-_distance(u, q, r), _name(u, q))), (ADJUSTMENT,)),
    Fault("removal-over-land", "DATC 4.D.8, 6.J.10",
        "the distance of an army is measured over land only",
        removing(_over_land), (ADJUSTMENT,)),
    Fault("removal-of-the-nearest", "DATC 4.D.8",
        "the unit nearest to home is removed first",
        removing(lambda u, q, r: (_distance(u, q, r), u.type is ARMY, _name(u, q))), (ADJUSTMENT,)),
    Fault("removal-wherever-it-is", "DATC 4.D.8",
        "units are removed by name, wherever they stand",
        removing(lambda u, q, _: (u.type is ARMY, _name(u, q))), (ADJUSTMENT,)),
    Fault("removal-though-none-is-due", "DATC 6.J.1",
        "a unit is removed by order of its power though none has to be",
        _removed_all_the_same(foreign=False), (ADJUSTMENT,)),
    Fault("removal-of-foreign-units", "DATC 6.J; 1982, XIV",
        "a power removes the unit of another",
        _removed_all_the_same(foreign=True), (ADJUSTMENT,)),
    Fault("builds-on-top", "DATC 6.I.4; 1982, XIV.4",
        "a unit is built where one stands",
        with_answer(_built_on_top), (ADJUSTMENT,)),
    Fault("builds-in-any-center", "DATC 6.I.5; 1982, XIV.4",
        "a unit may be built in any supply center that its power owns",
        on_board(_in_any_center), (ADJUSTMENT,)),
    Fault("centers-that-are-left", "1982, XIII.1",
        "a power loses the centers that its units leave",
        with_answer(_left_centers), (MOVEMENT, RETREAT)),
)
"""The fault models."""

LEFT_OUT: dict[str, str] = {
    "exchange over land": "two units exchange places without a convoy: no house rule may say so",
    "equal strength dislodges": "an attack as strong as the defense succeeds: two attacks of that strength would, too",
    "first attack on a garrison wins": "of two equal attacks on a unit one succeeds: nothing says which",
    "convoy without its first or last fleet": "what makes a route is not asked of a house rule",
    "armies at sea": "no unit of that type can stand there at all",
    "support to hold against its giver": "a hold strength that depends on who attacks",
}
"""Possible faults that these models do not express, with the reasons."""


_A_CHOICE = Fault("walks-when-its-convoy-is-disrupted", "DATC 4.A.3",
    "an army that a fleet of the same power is ordered to convoy next door walks if the convoy is disrupted",
    lambda q, r: iter([answer_by(q, r.with_options(adjacent_convoy="own-intent-with-fallback"))]))
"""Behavior that the rules permit; a program that differs in it from its own behavior elsewhere is recognized."""

MODELS: dict[str, Fault] = {one.name: one for one in (*FAULTS, _A_CHOICE)}
"""By name, the more specific ones first."""


def models_of(judgement: Judgement, among: Collection[str] = MODELS) -> tuple[str, ...]:
    """Return the fault models that lead to a peer's answer, the more specific ones first.

    Args:
        judgement: The judgement of the answer; less grave differences than its own need not agree.
        among: The names of the models to try.
    """
    kind = judgement.kind
    if judgement.answer is None or kind is None:
        return ()
    return tuple(name for name, fault in MODELS.items() if name in among and _leads_to(fault, judgement, kind))


def _leads_to(fault: Fault, judgement: Judgement, kind: Kind) -> bool | None:
    """Return whether a fault leads to an answer, apart from less grave differences; None if it makes no difference.

    Args:
        fault: The fault.
        judgement: The judgement of the answer.
        kind: The kind of difference.
    """
    graver, answer = list(Kind)[: list(Kind).index(kind) + 1], judgement.answer
    modeled = list(fault.answers(judgement.question, judgement.rules))
    return any(difference(one, answer) not in graver for one in modeled) if modeled and answer else None


def evidence(shown: Judgement, first: Judgement, right: Iterable[Judgement]) -> dict[str, int]:
    """Return the evidence for each model that leads to a peer's answer: 1, or 2 if it also leads to the first answer.

    A model that contradicts a correct answer loses 2.

    Args:
        shown: The judgement of the answer to the reduced question.
        first: The judgement of the answer to the question before its reduction.
        right: The judgements of correct answers during the reduction.
    """
    names, kind = models_of(shown), first.kind
    wholly = names if shown is first else models_of(first, names)
    against = {
        name for name in names if kind and any(_leads_to(MODELS[name], one, kind) is False for one in right)
    }
    return {name: 1 + (name in wholly) - 2 * (name in against) for name in names}
