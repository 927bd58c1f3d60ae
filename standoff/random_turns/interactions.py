"""What a drawn movement phase is made of: each interaction with its weights and how it is laid.

An interaction adds a few units with orders that concern each other, and uses units that are already there where it
can, so that several interactions in a small region become one knot. Where there is no room for it, it adds nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..map import bits, chordless_chain, province_of
from ..solver import Convoy, Move, Support
from .draft import Draft

Adds = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Interaction:
    """Something that a movement phase is made of.

    Attributes:
        name: Its name.
        weight: How often it is drawn for a movement phase, against the other weights; 0 if only in rare turns.
        before_retreats: How often it is drawn for a movement phase whose retreats are asked about.
        add: The function that adds it; its docstring says what it adds.
        seas: If it lies along a convoy route: over how many seas at most, each number as likely.
        beside: Whether its army could also walk.
    """

    name: str
    weight: int
    before_retreats: int
    add: Adds
    seas: tuple[int, ...] = ()
    beside: bool = False

    @property
    def about(self) -> str:
        """What it adds, in a sentence."""
        return self.add.__doc__ or ""

    def lay(self, draft: Draft) -> None:
        """Add it to a phase, if there is room for it."""
        if not self.seas:
            self.add(draft)
        elif (route := draft.route(draft.pick(self.seas), beside=self.beside)) is not None:
            self.add(draft, *route)


INTERACTIONS: list[Interaction] = []
"""Every interaction, in the order in which they are drawn."""


def _interaction(
    name: str, weight: int = 0, before_retreats: int = 0, *, seas: tuple[int, ...] = (), beside: bool = False
) -> Callable[[Adds], Adds]:
    def decorate(add: Adds) -> Adds:
        INTERACTIONS.append(Interaction(name, weight, before_retreats, add, seas, beside))
        return add

    return decorate


@_interaction("attack", 14, 10)
def _attack(d: Draft) -> None:
    """A move against a unit, with up to two supports."""
    target = d.some_unit()
    if target >= 0:
        d.attack(target, d.pick((0, 1, 1, 2)), foe=d.power[target] if d.odds(0.85) else None)


@_interaction("dislodged together", 2, 40)
def _dislodged_together(d: Draft) -> None:
    """Supported attacks on two units near each other, often of one power."""
    one = d.some_unit()
    if one < 0:
        return
    near = [p for p in d.ground.near[one][1:12] if p in d.spot or d.free >> p & 1]
    two = d.pick(near) if near else -1
    if two not in d.spot:
        two = d.unit_at(two, d.power[one] if d.odds(0.35) else None)
    for target in (one, two):
        if target >= 0:
            if target not in d.order and d.odds(0.6):
                d.hold(target)
            d.attack(target, d.pick((1, 1, 2)), foe=d.power[target], avoid=1 << one | 1 << max(two, 0))
    if one in d.spot and d.odds(0.4):  # and a standoff where one of them might retreat to
        _meet(d, d.pick_bit(d.free & d.reach(one)), 2, 0)


@_interaction("standoff", 7, 14)
def _standoff(d: Draft) -> None:
    """Two or three moves to one empty province, some of them supported."""
    goal = d.pick_bit(d.free)
    if goal < 0 and d.goal:
        goal = d.pick(list(d.goal.values()))[0]
    helpers = d.pick((0, 0, 0, 1))
    _meet(d, goal, d.pick((2, 2, 3)), helpers if d.odds(0.7) else 1 - helpers)


def _meet(d: Draft, goal: int, moves: int, helpers: int) -> None:
    """Let several units move to a province and keep it free of others; each has as many supports."""
    if goal >= 0:
        for _ in range(moves):
            d.attack(goal, helpers)
        d.free &= ~(1 << goal)


@_interaction("head-to-head battle", 8, 8)
def _head_to_head(d: Draft) -> None:
    """Two units move against each other, each with up to two supports."""
    one = d.unit_at(d.pick(d.without_order())) if d.odds(0.5) and d.without_order() else d.unit_at(d.pick_bit(d.free))
    if one < 0:
        return
    foe = d.power[one] if d.odds(0.85) else None
    reach, avoid = d.reach(one), ~d.reach(one)
    two = d.bring(one, foe=foe, avoid=avoid)
    if two < 0 or not reach >> two & 1:
        return
    d.move(one, two)
    d.move(two, one)
    d.help(one, d.pick((0, 0, 1, 2)), d.power[one])
    d.help(two, d.pick((0, 1, 1, 2)), d.power[two])


@_interaction("circle of movement", 6, 3)
def _circle(d: Draft) -> None:
    """Three to five units follow each other round, at times with an attack from outside."""
    start = d.pick(list(d.spot)) if d.spot and (d.left <= 0 or d.odds(0.5)) else d.pick_bit(d.free)
    if start < 0:
        return
    ground = d.ground
    circles = ground.circles[start]
    for _ in range(6):
        circle = d.pick(circles) if circles else ()
        spots: list[int] = []
        for here, there in zip(circle, (*circle[1:], *circle[:1]), strict=True):
            at = d.spot.get(here)
            if here in d.order or (at is None and not (d.left > 0 and d.free >> here & 1)):
                break
            fit = [s for s in ((at,) if at is not None else ground.spots[here]) if ground.reach[s] >> there & 1]
            if not fit:
                break
            spots.append(d.pick(fit))
        else:
            new = [spot for spot in spots if ground.province[spot] not in d.spot]
            if not circle or len(new) > d.left:
                continue
            _follow_each_other(d, circle, circle[0], new)
            if d.odds(0.4):
                d.attack(d.pick(circle), d.pick((0, 1)))
            if d.odds(0.3):
                d.help(d.pick(circle), 1)
            return


@_interaction("circle with a convoy", 3, 1, seas=(1, 1, 2))
def _circle_by_sea(d: Draft, origin: int, seas: list[int], goal: int) -> None:
    """Four to six units follow each other round, one of them an army that goes by convoy."""
    ground, around = d.ground, d.ground.board.around
    taken = 1 << origin | sum(1 << sea for sea in seas)
    waiting = sum(1 << province for province in d.without_order())

    def way_back(way: Sequence[int], most: int) -> Sequence[int]:
        if len(way) > 2 and around[way[-1]] >> origin & 1:
            return way
        left = around[way[-1]] & (d.free | waiting) & ~taken & ~sum(1 << p for p in way) if len(way) < most else 0
        while left:
            there = d.pick_bit(left)
            left &= ~(1 << there)
            if found := way_back((*way, there), most):
                return found
        return ()

    way = way_back((goal,), d.pick((3, 3, 4, 5))) if (d.free | waiting) >> goal & 1 else ()
    spots: list[int] = []
    for here, there in zip(way, (*way[1:], origin), strict=False):
        every = (d.spot[here],) if here in d.spot else ground.spots[here]
        spots += [d.pick(fit)] if (fit := [s for s in every if ground.reach[s] >> there & 1]) else []
    new = [spot for spot in spots if ground.province[spot] not in d.spot]
    d.carry(origin, seas, goal)
    if len(spots) < 3 or len(spots) < len(way) or len(new) > d.left:
        return
    _follow_each_other(d, way, origin, new)


def _follow_each_other(d: Draft, way: Sequence[int], end: int, new: Sequence[int]) -> None:
    """Let each unit of a way move to where the next one stands, the last one to its end, after putting the new ones."""
    for spot in new:
        d.add_unit(spot)
    for here, there in zip(way, (*way[1:], end), strict=True):
        d.move(here, there)


@_interaction("beleaguered garrison", 6, 4)
def _beleaguered(d: Draft) -> None:
    """Two attacks of the same strength on a unit, which may itself be ordered to move."""
    target = d.some_unit()
    if target < 0:
        return
    helpers = d.pick((1, 1, 1, 2))
    garrison = d.power[target]
    for _ in range(2):
        d.attack(target, helpers, foe=garrison if d.odds(0.8) else None)
    if target not in d.order and d.odds(0.5):
        goal = d.pick_bit(d.reach(target))
        attackers = [origin for origin, (there, _) in d.goal.items() if there == target]
        if attackers and d.odds(0.4) and d.reach(target) >> attackers[0] & 1:
            goal = attackers[0]  # head-to-head with one of them
        d.move(target, goal)


@_interaction("follower", 5, 5)
def _follow(d: Draft) -> None:
    """A move into the province that another unit is to leave."""
    if d.goal:
        origin = d.pick(list(d.goal))
        d.attack(origin, d.pick((0, 0, 1)), foe=d.power[origin] if d.odds(0.4) else None)


@_interaction("own unit in the way", 6, 3)
def _own_unit(d: Draft) -> None:
    """An attack on a unit of the same power, or one that the attacked power supports."""
    target = d.some_unit()
    if target < 0:
        return
    own = d.power[target]
    if d.odds(0.5):  # an attack on a unit of the same power
        d.attack(target, d.pick((0, 1, 1, 2)), power=own)
        return
    # an attack by another power, with a support by the power attacked
    origin = d.attack(target, d.pick((0, 0, 1)), foe=own)
    helper = d.bring(target, power=own, avoid=1 << target) if origin >= 0 else -1
    if helper >= 0:
        d.support(helper, origin)


@_interaction("support to hold", 7, 3)
def _hold_supports(d: Draft) -> None:
    """A unit that does not move is supported, often against an attack."""
    held = [p for p in d.spot if p not in d.goal]
    target = d.pick(held) if held and d.odds(0.7) else d.unit_at(d.pick_bit(d.free))
    if target < 0:
        return
    if target not in d.order:
        d.hold(target)
    d.help(target, d.pick((1, 1, 2)), d.power[target])
    if d.odds(0.5):
        d.attack(target, d.pick((1, 2)), foe=d.power[target])


@_interaction("cut", 8, 6)
def _cut(d: Draft) -> None:
    """An attack on a supporting unit, at times from the province that it acts on."""
    if not d.supports:
        return
    helper, acts_on = d.pick(d.supports)
    if d.odds(0.25):  # from the province that the support acts on: no cut, unless it dislodges
        if acts_on in d.spot and acts_on not in d.order and d.reach(acts_on) >> helper & 1:
            d.move(acts_on, helper)
            d.help(acts_on, d.pick((0, 1, 2)))
        return
    d.attack(helper, d.pick((0, 0, 1)), foe=d.power[helper] if d.odds(0.85) else None)


@_interaction("convoy", 7, 4, seas=(1, 1, 2, 2, 3, 4))
def _convoy(d: Draft, origin: int, seas: list[int], goal: int) -> None:
    """An army goes over one to four seas, and often meets something where it lands."""
    d.carry(origin, seas, goal)
    _at_the_landing(d, origin, goal)


def _at_the_landing(d: Draft, origin: int, goal: int) -> None:
    if d.odds(0.4):
        d.unit_at(goal)
    if d.odds(0.4):
        d.help(origin, d.pick((1, 1, 2)), d.power[origin])
    if d.odds(0.3):
        d.attack(goal, d.pick((0, 1)))
    if d.odds(0.25) and goal in d.spot and goal not in d.order and d.reach(goal) >> origin & 1:
        # the army lands on a unit that acts on where it comes from
        against = d.bring(origin, avoid=1 << goal)
        if against >= 0:
            d.move(against, origin)
            d.support(goal, against)


@_interaction("long convoy", 3, 1, seas=(4, 5, 6, 7))
def _long_convoy(d: Draft, origin: int, seas: list[int], goal: int) -> None:
    """An army goes over four to seven seas, if there is room; a fleet on the way is often attacked."""
    d.carry(origin, seas, goal)
    _at_the_landing(d, origin, goal)
    if d.odds(0.4):
        d.attack(d.pick(seas), d.pick((0, 1)), foe=d.power[seas[0]])


@_interaction("landing on a unit", 4, 16, seas=(1, 1, 2))
def _landing(d: Draft, origin: int, seas: list[int], goal: int) -> None:
    """A convoyed army attacks a unit, with support, and the unit at times attacks back or helps against the fleet."""
    d.unit_at(goal, None)
    d.carry(origin, seas, goal)
    d.help(origin, d.pick((1, 1, 2)))
    if goal in d.spot and goal not in d.order:
        attackers = [p for p, (there, _) in d.goal.items() if there == seas[-1]]
        if attackers and d.reach(goal) >> seas[-1] & 1 and d.odds(0.4):
            d.support(goal, d.pick(attackers))
        elif d.odds(0.3):
            d.move(goal, d.pick_bit(d.reach(goal)))


@_interaction("several routes", 4, 2, seas=(1, 2, 2, 3))
def _several_routes(d: Draft, origin: int, seas: list[int], goal: int) -> None:
    """A convoy with fleets for a second route or to spare, often attacked."""
    d.carry(origin, seas, goal)
    board = d.ground.board
    beside = board.around[origin] | board.around[goal]
    for sea in seas:
        beside |= board.around[sea]
    number, shore = board.tables.sea, board.tables.shore
    fleets = sum(1 << number[sea] for sea in bits(board.seas) if sea in d.spot)
    added = 0
    for sea in bits(beside & board.seas & (d.free if d.left > 0 else 0)):
        if added >= 2 or d.left <= 0:
            break
        with_it = fleets | 1 << number[sea]
        needed = chordless_chain(board.tables.near, with_it, shore[origin], shore[goal], number[sea])
        if not (d.odds(0.6) if needed else d.odds(0.1)):  # now and then a fleet that no route needs
            continue
        d.unit_at(sea, fleet=True)
        d.convoy(sea, origin, goal)
        fleets = with_it
        added += 1
    if d.odds(0.6):
        d.attack(d.pick(seas), 1, foe=d.power[seas[0]])


@_interaction("gap", 3, 1, seas=(1, 2, 2, 3))
def _gap(d: Draft, origin: int, seas: list[int], goal: int) -> None:
    """A convoy in which one fleet has another order."""
    missing = d.pick(seas)
    d.carry(origin, [sea for sea in seas if sea != missing], goal)
    elsewhere = d.pick_bit(d.ground.shores[missing] & ~(1 << origin) & ~(1 << goal))
    if d.odds(0.4) and elsewhere >= 0:
        d.convoy(missing, origin, elsewhere)
    _at_the_landing(d, origin, goal)


@_interaction("convoy next door", 3, 2, seas=(1, 1, 2), beside=True)
def _adjacent_convoy(d: Draft, origin: int, seas: list[int], goal: int) -> None:
    """A convoy to an adjacent province, with `VIA` or without."""
    d.carry(origin, seas, goal, via=0.6)
    _at_the_landing(d, origin, goal)


@_interaction("exchange by convoy", 4, 2, seas=(1, 1, 2), beside=True)
def _exchange(d: Draft, origin: int, seas: list[int], goal: int) -> None:
    """A convoy to an adjacent province, whose unit moves the opposite way."""
    other = d.unit_at(goal)
    d.carry(origin, seas, goal, via=0.6)
    if other >= 0 and d.reach(other) >> origin & 1:
        d.move(other, origin)
        d.help(other, d.pick((0, 0, 1)))
    d.help(origin, d.pick((0, 0, 1)))
    if d.odds(0.25):
        d.attack(origin, 0)
    if d.odds(0.35):
        d.attack(d.pick(seas), 1, foe=d.power[seas[0]])


@_interaction("disruption", 5, 5)
def _disruption(d: Draft) -> None:
    """An attack on a fleet that convoys, with up to two supports."""
    if d.convoys:
        sea = d.pick(d.convoys)
        d.attack(sea, d.pick((0, 1, 1, 2)), foe=d.power[sea])


@_interaction("convoy paradox", 7, 3)
def _paradox(d: Draft) -> None:
    """An army lands on a fleet that acts on a sea with a convoying fleet: its own, or that of another such army."""
    rings: list[tuple[int, list[int], int]] = []
    landings = 0
    for _ in range(d.pick((1, 1, 1, 2))):
        route = d.route(d.pick((1, 1, 2)), empty=True)
        if route is None or landings >> route[2] & 1:
            break
        rings.append(route)
        landings |= 1 << route[2]
        d.carry(*route)
    for number, (origin, seas, goal) in enumerate(rings):
        army = d.power[origin]
        targets = [*rings[1 - number][1], seas[-1]] if len(rings) == 2 else [*reversed(seas)]
        fit = [(s, sea) for sea in targets for s in d.ground.spots[goal] if s & 1 and d.ground.reach[s] >> sea & 1]
        if not fit or d.left <= 0 or goal in d.spot:
            continue
        spot, sea = fit[0] if d.odds(0.8) else d.pick(fit)
        foe = d.power[sea]
        helper = d.add_unit(spot, d.some_power(army) if d.odds(0.9) else army)
        against = d.bring(sea, foe=foe, avoid=landings)
        if against < 0:
            continue
        d.move(against, sea)
        if d.odds(0.8):
            d.support(helper, against)
            if d.odds(0.15):
                d.help(sea, 1, foe)
        else:
            d.support(helper, sea)
            d.help(against, 1, d.power[against])


@_interaction("split coast", 6, 6)
def _split_coast(d: Draft) -> None:
    """Fleets move to, from and along a province with two coasts."""
    ground = d.ground
    near = ground.split & (d.free | sum(1 << p for p in d.spot))
    province = d.pick_bit(near)
    if province < 0:
        return
    spots = [s for s in ground.spots[province] if s & 1]
    if province not in d.spot and d.left > 0 and d.odds(0.5):
        d.add_unit(d.pick(spots))
        if d.odds(0.5):
            d.attack(province, d.pick((0, 1)))
    if province in d.spot and province not in d.order and d.odds(0.5):
        d.move(province, d.pick_bit(d.reach(province)))
    for _ in range(d.pick((1, 2))):
        fleets = [s for s in ground.into[province] if s & 1]
        origin = d.unit_at(ground.province[d.pick(fleets)], fleet=True)
        if origin >= 0 and province in ground.goals[d.spot[origin]]:
            d.move(origin, province)
            d.help(origin, d.pick((0, 1, 1)), d.power[origin])


def _name_other_coast(d: Draft, origin: int) -> None:
    """Let the move order of a fleet name a different coast."""
    order = d.order[origin]
    assert isinstance(order, Move)
    province, _, coast = order.destination.partition("/")
    others = [c for c in d.ground.board.province(province).coasts if c != coast]
    if others:
        place = f"{province}/{d.pick(others)}"
        d.order[origin] = Move(order.power, order.unit, place)
        d.goal[origin] = d.goal[origin][0], place


@_interaction("mistake", 3, 1)
def _mistake(d: Draft) -> None:
    """One illegal or void order, such as a move to the wrong one of two coasts."""
    to_coasts = [p for p, (_, place) in d.goal.items() if "/" in place]
    if to_coasts and d.odds(0.5):
        _name_other_coast(d, d.pick(to_coasts))
        return
    waiting = d.without_order()
    here = d.pick(waiting) if waiting and d.odds(0.6) else d.unit_at(d.pick_bit(d.free))
    if here < 0:
        return
    ground, spot, power = d.ground, d.spot[here], d.power[here]
    others = [p for p in d.spot if p != here]
    kind = d.pick(("far", "support", "support", "move not ordered", "hold of a mover", "convoy"))
    if kind == "far" or not others or not ground.board.coastal:
        goal = d.pick(ground.near[here][1:20])
        d.move(here, goal)
        return
    other = d.pick(others)
    place = None
    if kind == "support":  # wherever it is
        goal = d.pick(ground.near[here][1:12])
        place = ground.board.provinces[goal].id
    elif kind == "move not ordered":
        goal = d.pick_bit(ground.reach[spot] & d.reach(other))
        place = ground.board.provinces[goal].id if goal >= 0 else None
    elif kind == "hold of a mover":
        movers = [p for p in d.goal if p != here and ground.reach[spot] >> p & 1]
        other = d.pick(movers) if movers else other
    else:
        shore = d.pick_bit(ground.board.coastal & ~(1 << other))
        d.order[here] = Convoy(power, ground.named[spot], d.named(other), ground.board.provinces[shore].id)
        return
    d.order[here] = Support(power, ground.named[spot], d.named(other), place)


def _other_coast_supported(d: Draft) -> None:
    """Let a fleet that could go to either coast of a province be supported to the other one."""
    ground = d.ground
    for spot, goals in d.chance.sample(list(ground.goals.items()), len(ground.goals)):
        here, both = ground.province[spot], [p for p, places in goals.items() if len(places) > 1]
        if not (spot & 1 and both and (d.spot.get(here) == spot or (d.left > 1 and d.free >> here & 1))):
            continue
        if here not in d.spot:
            d.add_unit(spot)
        if here not in d.order:
            d.move(here, d.pick(both))
        goal, place = d.goal.get(here, (-1, ""))
        helper = d.bring(goal, avoid=1 << here) if goal in both else -1
        if helper >= 0:
            other = d.pick([one for one in goals[goal] if one != place])
            d.order[helper] = Support(d.power[helper], d.named(helper), ground.named[spot], other)
            return


@_interaction("slip")
def _slip(d: Draft) -> None:
    """An order that can never be carried out, such as that of a fleet to its other coast, and supports for it."""
    ground, board = d.ground, d.ground.board
    if d.odds(0.2):
        _other_coast_supported(d)
        return
    split = [p for p in bits(ground.split) if d.free >> p & 1]
    here = d.pick(split) if split and d.left > 0 and d.odds(0.4) else -1
    here = d.unit_at(here, fleet=True) if here >= 0 else d.unit_at(d.pick_bit(d.free))
    if here < 0:
        return
    spot, power, name = d.spot[here], d.power[here], d.named(here)
    others = [p for p in d.spot if p != here]
    often = ("its own province", "its own province", "inland convoy", "inland convoy")
    kind = d.pick((*often, "far", "itself", "nobody", "to itself"))
    if kind in ("its own province", "far"):
        place = board.provinces[here].id
        if kind == "far":
            place = board.provinces[d.pick([p for p in ground.near[here] if p != here])].id
        elif spot & 1 and "/" in name.place:
            place = d.pick([f"{place}/{coast}" for coast in board.province(place).coasts])
        d.order[here] = Move(power, name, place)
        goal = board.province_number[province_of(place)]
        for supports_it in (d.odds(0.6), d.odds(0.6)):
            helper = d.bring(here if goal == here or not supports_it else goal, avoid=1 << here | 1 << goal)
            if helper >= 0:
                own = d.named(helper)
                d.order[helper] = Support(d.power[helper], own, name, place if supports_it else None)
        if d.odds(0.7):
            d.attack(here, d.pick((0, 1, 2)), foe=power)
    elif kind == "itself":
        d.order[here] = Support(power, name, name)
        d.attack(here, d.pick((0, 1)), foe=power)
    elif kind == "nobody":
        empty = d.pick_bit(ground.reach[spot] & d.free)
        if empty >= 0:
            d.free &= ~(1 << empty)
            d.order[here] = Support(power, name, ground.named[ground.spots[empty][0]])
    elif others and kind == "to itself":
        d.order[here] = Support(power, name, d.named(d.pick(others)), board.provinces[here].id)
    elif others:
        inland = [p for p in ground.near[here] if not (board.coastal | board.seas) >> p & 1][:6]
        if inland:
            army = d.named(d.pick(others))
            d.order[here] = Convoy(power, name, army, board.provinces[d.pick(inland)].id)


@_interaction("offered convoy", seas=(1, 1, 2), beside=True)
def _offered_convoy(d: Draft, origin: int, seas: list[int], goal: int) -> None:
    """Fleets of other powers offer to convoy an army next door, which its own power did not ask for."""
    fleets = [sea for sea in seas if sea not in d.order and d.power[sea] != d.power[origin]]
    if len(fleets) < len(seas):
        return
    d.carry(origin, seas, goal, via=0)
    other = d.unit_at(goal)
    if other >= 0 and d.odds(0.7) and d.reach(other) >> origin & 1:
        d.move(other, origin)
    if d.odds(0.5):
        d.attack(d.pick(seas), 1, foe=d.power[seas[0]])


@_interaction("foreign convoy", seas=(2, 2, 3))
def _foreign_convoy(d: Draft, origin: int, seas: list[int], goal: int) -> None:
    """Fleets of several other powers convoy an army."""
    if len({d.power[sea] for sea in seas} - {d.power[origin]}) > 1:
        d.carry(origin, seas, goal, via=0.2)
        _at_the_landing(d, origin, goal)


@_interaction("three-way standoff at stake")
def _three_way(d: Draft) -> None:
    """Three units move to a province where a unit that is dislodged might retreat to."""
    target = d.some_unit()
    if target < 0 or target in d.order:
        return
    goal = d.pick_bit(d.free & d.reach(target))
    if goal < 0:
        return
    d.hold(target)
    d.free &= ~(1 << goal)
    d.attack(target, 1, foe=d.power[target], avoid=1 << goal)
    _meet(d, goal, 3, 0)


@_interaction("dislodged by its target")
def _by_its_target(d: Draft) -> None:
    """A supporting unit is dislodged by the unit that it acts against, with the help of a third power."""
    attacked = d.some_unit()
    if attacked < 0 or attacked in d.order:
        return
    mover = d.attack(attacked, 0, foe=d.power[attacked])
    if mover < 0:
        return
    helper = d.bring(attacked, d.power[mover], avoid=1 << attacked | 1 << mover)
    if helper < 0 or not d.reach(attacked) >> helper & 1:
        return
    d.support(helper, mover)
    d.move(attacked, helper)
    third = d.bring(helper, foe=d.power[attacked], avoid=1 << attacked | 1 << mover)
    if third >= 0:
        d.support(third, attacked)
    d.attack(attacked, 0, foe=d.power[mover])


@dataclass(frozen=True, slots=True)
class Filling:
    """What a unit does that no interaction used.

    Attributes:
        name: Its name.
        weight: How often it is drawn for a movement phase, against the other weights.
        in_a_game: How often it is drawn for a movement phase of a game.
        give: The function that orders the unit of a province to do it; it tells whether it did or leaves it without an
            order, and if not the unit holds.
    """

    name: str
    weight: int
    in_a_game: int
    give: Callable[[Draft, int], bool]


def _filling_support(d: Draft, here: int) -> bool:
    reach = d.reach(here) & ~(1 << here)
    origins = [origin for origin, (there, _) in d.goal.items() if origin != here and reach >> there & 1]
    if origins:
        d.support(here, d.pick(origins))
    return bool(origins)


def _filling_hold_support(d: Draft, here: int) -> bool:
    reach = d.reach(here)
    held = [p for p in d.spot if p not in d.goal and reach >> p & 1]
    if held:
        target = d.pick(held)
        d.support(here, target)
        if target not in d.order:
            d.hold(target)
    return bool(held)


def _filling_move(d: Draft, here: int) -> bool:
    goal = d.pick_bit(d.reach(here))
    if goal >= 0:
        d.move(here, goal)
    return goal >= 0


def _filling_hold(d: Draft, here: int) -> bool:
    d.hold(here)
    return True


def _filling_advance(d: Draft, here: int) -> bool:
    """Go towards the nearest center that the power lacks; stay in one, or where it is too strongly held, and help."""
    ground, power, wanted = d.ground, d.power[here], d.unowned_centers(d.power[here])
    reach = d.reach(here)
    own = [p for p in d.spot if d.power[p] == power and p != here]
    attacks = [p for p in own if p in d.goal and reach >> d.goal[p][0] & 1 and d.resisted(d.goal[p][0], power)]
    if attacks and here not in wanted and d.odds(0.85):
        d.support(here, d.pick(attacks))
        return True
    taken = sum(1 << p for p in {d.goal[p][0] if p in d.goal else p for p in own if p in d.order})
    steps = bits(reach & ~taken)
    if steps and wanted and here not in wanted:
        away = ground.moves_from(wanted, fleet=bool(d.spot[here] & 1))
        goal = d.pick(steps) if d.odds(0.1) else min(steps, key=lambda p: (away[p], d.chance.random()))
        helped = any(p not in d.order and d.reach(p) >> goal & 1 for p in own)
        if helped or not d.resisted(goal, power) or d.odds(0.4):
            d.move(here, goal)
            return True
    others = [p for p in own if p in d.order and reach >> (d.goal[p][0] if p in d.goal else p) & 1]
    if others:
        d.support(here, d.pick(others))
    return bool(others)


FILLINGS: tuple[Filling, ...] = (
    Filling("support of a move that is ordered", 40, 30, _filling_support),
    Filling("support to hold", 15, 10, _filling_hold_support),
    Filling("move", 25, 50, _filling_move),
    Filling("hold", 15, 8, _filling_hold),
    Filling("no order", 5, 2, lambda _draft, _here: True),
    Filling("move to a center", 0, 0, _filling_advance),
)
"""What units that no interaction used do; `docs/crosscheck.md` shows this table, too."""
