"""The interactions that movement phases are drawn from, and the orders of the other units.

An interaction adds a few units whose orders affect each other. It uses units that are already there if possible, so
several interactions in a small region depend on each other. Without room it adds nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..map import bits
from ..solver import Convoy, Support
from .draft import Draft


@dataclass(frozen=True, slots=True)
class Interaction:
    """An element of movement phases.

    Attributes:
        name: Its name.
        weights: How often it is drawn for a movement phase, against the other weights; for a rare turn; and for a
            movement phase before a drawn retreat phase.
        add: Adds it to a phase, if there is room for it.
    """

    name: str
    weights: tuple[int, int, int]
    add: Callable[[Draft], None]


# -- attacks ------------------------------------------------------------------------------------------

_TARGETS: dict[str, Callable[[Draft], int]] = {
    "a unit": Draft.any_unit,
    "a unit without an order": lambda d: d.unit_at(d.pick(d.without_order() or [d.pick_bit(d.free)])),
    "a unit that stays": lambda d: d.pick([p for p in d.units if p not in d.goal] or [d.any_unit()]),
    "an empty province": lambda d: d.pick_bit(d.free),
    "a moving unit": lambda d: d.pick(list(d.goal)) if d.goal else -1,
    "a supporting unit": lambda d: d.pick(d.supports)[0] if d.supports else -1,
    "a convoying fleet": lambda d: d.pick(d.convoys) if d.convoys else -1,
}
"""How the target of an attack is drawn."""


def _attack(
    d: Draft,
    on: str = "a unit",
    *,
    attacks: Sequence[int] = (1,),
    supports: Sequence[int] = (0, 1, 1, 2),
    foe: float = 0.85,
    own: bool = False,
    betrayed: float = 0,
    back: float = 0,
    leaves: float = 0,
    held: float = 0,
) -> None:
    """Add moves to a province, each with at most the same number of supports.

    Args:
        d: The phase.
        on: The target (`_TARGETS`).
        attacks: The numbers of moves, one of which is drawn.
        supports: The numbers of supports of each, one of which is drawn.
        foe: How often no attacker is of the power of the unit attacked.
        own: Whether all attackers are of that power.
        betrayed: How often that power supports an attack.
        back: How often the unit moves to where an attacker is, with support.
        leaves: How often it moves elsewhere, if it does not move back.
        held: How often it holds with support, if it does neither.
    """
    target, most = _TARGETS[on](d), d.pick(supports)
    if target < 0:
        return
    power = d.power.get(target)
    enemy = power if not own and d.odds(foe) else None
    origins = [d.add_attack(target, most, power if own else None, enemy) for _ in range(d.pick(attacks))]
    origins = [origin for origin in origins if origin >= 0]
    if power is None:
        d.free &= ~(1 << target)
        return
    if origins and d.odds(betrayed) and (helper := d.unit_near(target, power, avoid=1 << target)) >= 0:
        d.support(helper, origins[0])
    facing = [origin for origin in origins if d.reach(target) >> origin & 1]
    if d.has_no_order(target) and facing and d.odds(back):
        d.move(target, facing[0])
        d.add_supports(target, d.pick((0, 0, 1, 2)), power)
    elif d.has_no_order(target) and d.odds(leaves):
        d.move(target, d.pick_bit(d.reach(target)))
    elif target not in d.goal and d.odds(held):
        if target not in d.order:
            d.hold(target)
        d.add_supports(target, d.pick((1, 1, 2)), power)


def _attack_by_supported_against(d: Draft) -> None:
    """Let a unit attack the unit that supports an attack on it: only a dislodgement cuts that support."""
    for _ in range(2):
        supports = [one for one in d.supports if d.has_no_order(one[1]) and d.reach(one[1]) >> one[0] & 1]
        if supports:
            helper, target = d.pick(supports)
            d.move(target, helper)
            d.add_supports(target, d.pick((0, 1, 1, 2)), avoid=1 << helper)
            d.add_attack(target, foe=d.power[target], avoid=1 << helper)
            return
        _attack(d, "a unit without an order", supports=(1,), foe=1)


def _dislodge_two(d: Draft, contested: float = 0.4, rivals: int = 2) -> None:
    """Attack two neighboring units with support, and contest a possible retreat of one of them."""
    first = d.any_unit()
    if first < 0:
        return
    near = [p for p in d.index.near[first][1:12] if p in d.units or d.free >> p & 1]
    second = d.pick(near) if near else -1
    if second not in d.units:
        second = d.unit_at(second, d.power[first] if d.odds(0.35) else None)
    targets = [target for target in (first, second) if target >= 0]
    for target in targets:
        if d.has_no_order(target) and d.odds(0.6):
            d.hold(target)
        d.add_attack(target, d.pick((1, 1, 2)), foe=d.power[target], avoid=sum(1 << target for target in targets))
    goal = d.pick_bit(d.free & d.reach(first)) if d.odds(contested) else -1
    if goal >= 0:
        for _ in range(rivals):
            d.add_attack(goal)
        d.free &= ~(1 << goal)


def _dislodge_around(d: Draft) -> None:
    """Attack two or three units around an empty province with different support; all may retreat there."""
    goal = d.pick_bit(d.free)
    if goal < 0:
        return
    d.free &= ~(1 << goal)
    around = [p for p in bits(d.index.board.around[goal]) if d.open >> p & 1]
    targets = [p for p in d.random.sample(around, min(3, len(around))) if d.unit_at(p) >= 0 and d.reach(p) >> goal & 1]
    for supports, target in enumerate(targets, 1):
        d.hold(target)
        d.add_attack(target, supports, foe=d.power[target], avoid=1 << goal | sum(1 << other for other in targets))


# -- circles and coasts -------------------------------------------------------------------------------


_MOST_TRIED = 4000  # provinces, in search of a long way


def _way(d: Draft, start: int, end: int, least: int, most: int) -> tuple[int, ...]:
    """Return a path of provinces from `start`: each unit can move to the next province, the last one to `end`.

    Args:
        d: The phase.
        start: The first province.
        end: The destination of the last unit; -1 for none.
        least: The least number of provinces.
        most: The greatest.

    Returns:
        The way; () if none is found soon.
    """
    around, tried = d.index.board.around, 0

    def grown(way: tuple[int, ...], left: int) -> tuple[int, ...]:
        nonlocal tried
        tried += 1
        if len(way) >= least and (end < 0 or _keys(d, way[-1], end)):
            return way
        if len(way) == most or tried > _MOST_TRIED:
            return ()
        following = bits(around[way[-1]] & left)
        for there in d.random.sample(following, len(following)):
            if _keys(d, way[-1], there) and (found := grown((*way, there), left & ~(1 << there))):
                return found
        return ()

    open_ = d.open
    way = grown((start,), open_ & ~(1 << start)) if start >= 0 and open_ >> start & 1 else ()
    return () if sum(here not in d.units for here in way) > d.left else way


def _keys(d: Draft, here: int, goal: int) -> list[int]:
    """Return the keys of a province, or that of its unit, that can move to `goal`."""
    options = (d.units[here],) if here in d.units else d.index.keys[here]
    return [key for key in options if d.index.reach[key] >> goal & 1]


def _follow(d: Draft, way: Sequence[int], end: int) -> None:
    """Let units move along a way, and the last one to `end`."""
    for here, there in zip(way, (*way[1:], end), strict=True):
        if here not in d.units:
            d.place_unit(d.pick(_keys(d, here, there)))
        d.move(here, there)


def _circle(d: Draft, seas: Sequence[int] = (), lengths: Sequence[int] = (3, 3, 4, 5), more: int = 0) -> None:
    """Let units move in a circle; with `seas`, one of them by convoy.

    Args:
        d: The phase.
        seas: The numbers of seas at most, one of which is drawn.
        lengths: The least numbers of units that go by themselves, one of which is drawn.
        more: How many more there may be; at least five are allowed.
    """
    if seas:
        route = d.place_route(d.pick(seas))
        if route is None:
            return
        d.order_convoy(*route)
        end, _, start = route
    else:
        start = end = d.pick(list(d.units)) if d.units and (d.left <= 0 or d.odds(0.5)) else d.pick_bit(d.free)
    length = d.pick(lengths)
    way = _way(d, start, end, length, max(length + more, 5))
    if not way:
        return
    _follow(d, way, end)
    if not seas and d.odds(0.4):
        d.add_attack(d.pick(way), d.pick((0, 1)))
    if not seas and d.odds(0.3):
        d.add_supports(d.pick(way), 1)


def _chain(d: Draft, lengths: Sequence[int]) -> None:
    """Let units move in a chain; the first decides whether all of them move."""
    start = d.pick_bit(d.free)
    way = _way(d, start, -1, length := d.pick(lengths), length)
    if not way:
        return
    beside = (d.free | sum(1 << place for place in d.units)) & ~sum(1 << here for here in way)
    goals = [goal for goal in bits(d.index.board.around[way[-1]] & beside) if _keys(d, way[-1], goal)]
    if not goals:
        return
    _follow(d, way, goal := d.pick(goals))
    if goal not in d.units:
        d.free &= ~(1 << goal)
        if d.odds(0.3):
            d.add_attack(goal)


def _strong_attack(d: Draft, strengths: Sequence[int]) -> None:
    """Attack with many supports a unit with nearly as many, or a province that another unit attacks."""
    targets = bits(d.free)
    d.random.shuffle(targets)
    room = [(d.index.board.around[target] & d.open).bit_count() for target in targets]
    if not targets:
        return
    strength, most = d.pick(strengths), max(room)
    target = targets[room.index(most)]
    power, foe = d.pick_power(), None
    empty = d.odds(0.3)
    if empty:
        d.free &= ~(1 << target)
    elif d.unit_at(target, power) < 0:
        return
    else:
        d.hold(target)
        foe = power
    attacker = d.add_attack(target, strength - 1, foe=foe)
    if attacker < 0:
        return
    against = max(strength - d.pick((0, 1, 1, 1, 2)), 1)
    if empty:
        d.add_attack(target, against - 1, foe=d.power[attacker])
    else:
        d.add_supports(target, against - 1, power)


def _split_coast(d: Draft) -> None:
    """Let fleets move to, from and along a province with several coasts; some supports name the wrong one."""
    index = d.index
    province = d.pick_bit(index.split & (d.free | sum(1 << p for p in d.units)))
    if province < 0:
        return
    if d.odds(0.5) and d.unit_at(province, fleet=True) >= 0:
        if d.odds(0.5):
            d.add_attack(province, d.pick((0, 1)))
        if d.has_no_order(province) and d.odds(0.5):
            d.move(province, d.pick_bit(d.reach(province)))
    fleets = [key for key in index.into[province] if index.is_fleet(key)]
    for _ in range(d.pick((1, 2))):
        origin = d.unit_at(index.province[d.pick(fleets)], fleet=True)
        if origin >= 0 and d.reach(origin) >> province & 1:
            places = index.board.provinces[province].locations
            d.move(origin, province, place=d.pick(places) if d.odds(0.2) else "")
            d.add_supports(origin, d.pick((0, 1, 1)), d.power[origin])
            others = [place for place in places if place != d.goal[origin][1]]
            reached = len(index.goals[d.units[origin]][province])
            helper = d.unit_near(province, avoid=1 << origin) if d.odds(0.4 * reached) else -1
            if helper >= 0:
                name = d.named(helper)
                d.order[helper] = Support(d.power[helper], name, d.named(origin), d.pick(others))


# -- convoys ------------------------------------------------------------------------------------------


def _convoy(
    d: Draft,
    seas: Sequence[int] = (1, 1, 2),
    *,
    beside: bool = False,
    via: float = 0.35,
    fleets: str = "",
    occupied: float = 0.4,
    back: float = 0,
    counter: float = 0.25,
    helped: float = 0.4,
    rivals: float = 0.3,
    attacked: float = 0,
) -> None:
    """Add a convoy, and orders against it.

    Args:
        d: The phase.
        seas: The numbers of seas at most, one of which is drawn.
        beside: Whether the army could walk.
        via: How often the move is expressly by convoy.
        fleets: "spare" for more fleets than a route needs, "gap" if one has another order, "foreign" if none is of
            the power of the army.
        occupied: How often a unit is placed at the destination.
        back: How often that unit moves to where the army is.
        counter: How often it supports an attack on that province or on a fleet.
        helped: How often the army is supported.
        rivals: How often another unit moves to the destination.
        attacked: How often a fleet is attacked with a support.
    """
    board, route = d.index.board, d.place_route(d.pick(seas), beside=beside)
    if route is None:
        return
    origin, chain, goal = route
    if fleets == "foreign" and any(d.power[sea] == d.power[origin] for sea in chain):
        return
    missing = d.pick(chain) if fleets == "gap" else -1
    d.order_convoy(origin, [sea for sea in chain if sea != missing], goal, via=via)
    if (
        missing >= 0
        and d.odds(0.4)
        and (other := d.pick_bit(d.index.shores[missing] & ~(1 << origin | 1 << goal))) >= 0
    ):
        d.convoy(missing, origin, other)
    if fleets == "spare":
        stops = (origin, *chain, goal)
        for before, after in zip(stops, stops[2:], strict=False):
            second = board.around[after] if d.odds(0.85) else -1  # a few fleets are on no route
            sea = d.pick_bit(board.around[before] & second & board.seas & d.open)
            if sea >= 0 and d.unit_at(sea) >= 0:
                d.convoy(sea, origin, goal)
    if d.odds(occupied):
        d.unit_at(goal)
    if d.odds(helped):
        d.add_supports(origin, d.pick((1, 1, 2)))
    if d.odds(rivals):
        d.add_attack(goal, d.pick((0, 1)))
    if d.odds(attacked):
        d.add_attack(d.pick(chain), d.pick((0, 1, 1)), foe=d.power[chain[0]])
    if not d.has_no_order(goal):
        return
    if d.odds(back) and d.reach(goal) >> origin & 1:
        d.move(goal, origin)
        d.add_supports(goal, d.pick((0, 0, 1)))
    elif d.odds(counter):
        target = d.pick([p for p in (origin, chain[-1]) if d.reach(goal) >> p & 1] or [-1])
        attacker = d.add_attack(target, foe=d.power[target], avoid=1 << goal) if target >= 0 else -1
        if attacker >= 0:
            d.support(goal, attacker)


def _paradox(d: Draft) -> None:
    """Land an army on a fleet that acts on the sea of a convoying fleet: its own, or another such army's."""
    routes: list[tuple[int, list[int], int]] = []
    landings = 0
    for _ in range(d.pick((1, 1, 1, 2))):
        route = d.place_route(d.pick((1, 1, 2)), empty=True)
        if route is None or landings >> route[2] & 1:
            break
        routes.append(route)
        landings |= 1 << route[2]
        d.order_convoy(*route)
    for number, (origin, seas, goal) in enumerate(routes):
        targets = [*routes[1 - number][1], seas[-1]] if len(routes) == 2 else [*reversed(seas)]
        reach = d.index.reach
        options = [
            (s, sea) for sea in targets for s in d.index.keys[goal] if d.index.is_fleet(s) and reach[s] >> sea & 1
        ]
        if not options or d.left <= 0 or goal in d.units:
            continue
        key, sea = options[0] if d.odds(0.8) else d.pick(options)
        helper = d.place_unit(key, d.pick_power(d.power[origin]) if d.odds(0.9) else d.power[origin])
        attacker = d.add_attack(sea, foe=d.power[sea], avoid=landings)
        if attacker < 0:
            continue
        if d.odds(0.8):
            d.support(helper, attacker)
        else:
            d.support(helper, sea)
            d.add_supports(attacker, 1, d.power[attacker])


# -- mistakes -----------------------------------------------------------------------------------------


def _mistake(d: Draft) -> None:
    """Add an order, mostly illegal or void, and orders that affect its unit."""
    index, board = d.index, d.index.board
    split = d.pick_bit(index.split & d.free) if d.odds(0.3) else -1
    here = d.unit_at(split, fleet=True) if split >= 0 else _TARGETS["a unit without an order"](d)
    if here < 0:
        return
    key, power, name = d.units[here], d.power[here], d.named(here)
    others = [p for p in d.units if p != here] or [here]
    near = index.near[here]
    target = d.pick((here, d.pick(others), d.pick(others), d.pick([p for p in d.goal if p != here] or others)))
    common = d.pick_bit(d.reach(here) & d.reach(target))
    goal = d.pick((here, target, d.pick(near[:20]), d.pick(near), common, common))
    goal = here if goal < 0 else goal
    unit = d.named(target)
    kinds = ("move", "move", "move", "support to hold", "support to hold", "support", "support", "convoy", "convoy")
    kind = d.pick(kinds)
    if kind == "move":
        d.move(here, goal, place=d.pick(board.provinces[goal].locations or ("",)) if index.is_fleet(key) else "")
    elif kind == "support to hold":
        empty = d.pick_bit(index.reach[key] & d.free)
        if empty >= 0 and d.odds(0.3):
            d.free &= ~(1 << empty)
            unit = index.named[index.keys[empty][0]]
        d.order[here] = Support(power, name, unit)
    elif kind == "support":
        d.order[here] = Support(power, name, unit, board.provinces[goal].id)
    else:
        inland = [p for p in near if not (board.coastal | board.seas) >> p & 1][:6]
        goal = d.pick(inland) if inland and d.odds(0.6) else d.pick_bit(board.coastal & ~(1 << target))
        d.order[here] = Convoy(power, name, unit, board.provinces[max(goal, 0)].id)
    if d.odds(0.7):
        d.add_attack(here, d.pick((0, 1, 2)), foe=power)
    if kind == "move":
        for destination, place in ((here, None), d.goal[here]):
            helper = d.unit_near(destination, avoid=1 << here | 1 << goal) if d.odds(0.8) else -1
            if helper >= 0:
                d.order[helper] = Support(d.power[helper], d.named(helper), name, place)


def _row(name: str, drawn: int, rare: int, retreats: int, add: Callable[..., None], **options: Any) -> Interaction:
    return Interaction(name, (drawn, rare, retreats), partial(add, **options))


INTERACTIONS: tuple[Interaction, ...] = (
    _row("attack", 14, 14, 10, _attack),
    _row("dislodged together", 2, 2, 40, _dislodge_two),
    _row("three-way standoff at stake", 0, 22, 0, _dislodge_two, contested=1, rivals=3),
    _row("standoff", 7, 7, 14, _attack, on="an empty province", attacks=(2, 2, 3), supports=(0, 0, 0, 1)),
    _row("head-to-head battle", 10, 10, 9, _attack, on="a unit without an order", back=1),
    _row("circle of movement", 6, 6, 3, _circle),
    _row("circle with a convoy", 3, 25, 1, _circle, seas=(1, 1, 2)),
    _row("beleaguered garrison", 6, 6, 4, _attack, attacks=(2,), supports=(1, 1, 1, 2), foe=0.8, back=0.2, leaves=0.3),
    _row("follower", 5, 5, 5, _attack, on="a moving unit", supports=(0, 0, 1), foe=0.4),
    _row("own unit in the way", 3, 3, 2, _attack, own=True),
    _row("support against an own unit", 3, 3, 1, _attack, supports=(0, 0, 1), foe=1, betrayed=1),
    _row("support to hold", 9, 9, 4, _attack, on="a unit that stays", attacks=(0, 1), supports=(1, 2), foe=1, held=1),
    _row("cut", 6, 6, 5, _attack, on="a supporting unit", supports=(0, 0, 1)),
    _row("dislodged by its target", 2, 20, 1, _attack_by_supported_against),
    _row("disruption", 7, 7, 6, _attack, on="a convoying fleet", foe=1),
    _row("convoy", 9, 9, 5, _convoy, seas=(1, 1, 2, 2, 3, 4)),
    _row("long convoy", 3, 3, 1, _convoy, seas=(4, 5, 6, 7), attacked=0.4),
    _row("landing on a unit", 4, 4, 16, _convoy, occupied=1, helped=1, counter=0.4, rivals=0),
    _row("several routes", 4, 4, 2, _convoy, seas=(1, 2, 2, 3), fleets="spare", attacked=0.6),
    _row("gap", 3, 3, 1, _convoy, seas=(1, 2, 2, 3), fleets="gap"),
    _row("convoy next door", 3, 3, 2, _convoy, beside=True, via=0.6),
    _row("exchange by convoy", 4, 4, 2, _convoy, beside=True, via=0.6, occupied=1, back=1, attacked=0.35, rivals=0),
    _row("offered convoy", 0, 25, 0, _convoy, beside=True, via=0, fleets="foreign", occupied=1, back=0.7, attacked=0.5),
    _row("foreign convoy", 0, 15, 0, _convoy, seas=(2, 2, 3), via=0.2, fleets="foreign"),
    _row("convoy paradox", 8, 8, 4, _paradox),
    _row("split coast", 6, 30, 6, _split_coast),
    _row("mistake", 3, 90, 1, _mistake),
    _row("strong attack", 0, 0, 0, _strong_attack, strengths=(4, 5, 5, 6, 6, 7, 8)),
    _row("dislodged around a province", 0, 0, 0, _dislodge_around),
    _row("chain", 0, 0, 0, _chain, lengths=(7, 7, 8, 9, 10, 12, 14, 16, 18, 20)),
    _row("long circle", 0, 0, 0, _circle, lengths=(6, 7, 8, 10, 12, 14, 16, 18, 20), more=4),
)
"""Every interaction, in the order in which they are drawn."""


# -- the orders of other units ------------------------------------------------------------------------


def _support_a_move(d: Draft, here: int) -> bool:
    reach = d.reach(here) & ~(1 << here)
    origins = [origin for origin, (goal, _) in d.goal.items() if origin != here and reach >> goal & 1]
    if origins:
        d.support(here, d.pick(origins))
    return bool(origins)


def _support_to_hold(d: Draft, here: int) -> bool:
    held = [p for p in d.units if p not in d.goal and d.reach(here) >> p & 1]
    if held:
        target = d.pick(held)
        d.support(here, target)
        if target not in d.order:
            d.hold(target)
    return bool(held)


def _move(d: Draft, here: int) -> bool:
    d.move(here, d.pick_bit(d.reach(here)))
    return here in d.order


def _advance(d: Draft, here: int) -> bool:
    """Go towards the nearest center that the power does not own; at one, stay or support others of the power."""
    index, power, fleet = d.index, d.power[here], d.index.is_fleet(d.units[here])
    centers = (index.board.province_number[center] for center in index.board.centers)
    wanted = [
        center
        for center in centers
        if center not in d.owned.get(power, ()) and any(index.is_fleet(key) == fleet for key in index.keys[center])
    ]
    own = {p: d.goal.get(p, (p,))[0] for p in d.order if d.power[p] == power and p != here}
    options = bits(d.reach(here) & ~sum(1 << p for p in set(own.values())))
    if options and wanted and here not in wanted and d.odds(0.75):
        away = {p: min(index.steps[p][center] for center in wanted) for p in options}
        d.move(here, d.pick([p for p in options if away[p] == min(away.values())] if d.odds(0.9) else options))
        return True
    targets = [p for p, goal in own.items() if d.reach(here) >> goal & 1]
    if targets:
        d.support(here, d.pick(targets))
    return bool(targets)


FILLINGS: tuple[tuple[str, int, int, Callable[[Draft, int], bool]], ...] = (
    ("support of a move that is ordered", 40, 30, _support_a_move),
    ("support to hold", 20, 10, _support_to_hold),
    ("move", 25, 50, _move),
    ("hold", 15, 8, lambda _draft, _here: False),
    ("no order", 5, 2, lambda _draft, _here: True),
    ("move to a center", 0, 0, _advance),
)
"""The orders of units that no interaction used: name, weight in a drawn phase, weight in a game, and the function that
orders the unit of a province; the unit holds if that returns false."""
