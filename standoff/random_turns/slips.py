"""An order of a retreat phase or a winter that can never be carried out, in place of another or beside it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from ..map import FLEET, PhaseType, province_of
from ..solver import Build, Disband, Order, Retreat, UnitName, Waive
from ..turn import Turn


def with_a_slip(turn: Turn, chance: Random) -> Turn:
    """Return a turn with one order that is illegal, if it has room for one."""
    orders = _retreats(turn, chance) if turn.type is PhaseType.RETREAT else _winter(turn, chance)
    return replace(turn, orders=orders)


def _retreats(turn: Turn, chance: Random) -> tuple[Order, ...]:
    board, position, orders = turn.board, turn.position, turn.orders
    standing = [unit for unit in position.units if unit.province not in {d.unit.province for d in position.dislodged}]
    if standing and (not position.dislodged or chance.random() < 0.4):  # of a unit that stays
        unit = chance.choice(standing)
        named = UnitName(unit.location, unit.type)
        order = Disband(unit.power, named) if chance.random() < 0.3 else Retreat(unit.power, named, "")
        near = board.around[board.province_number[unit.province]]
        goals = [p.id for n, p in enumerate(board.provinces) if near >> n & 1]
        return (*orders, replace(order, destination=chance.choice(goals)) if isinstance(order, Retreat) else order)
    if not position.dislodged:
        return orders
    unit = chance.choice(position.dislodged).unit
    named = UnitName(unit.location, unit.type)
    places = [place for place in board.locations if place != unit.province]
    split = [place for place in places if "/" in place]
    if unit.type is FLEET and split and chance.random() < 0.6:  # mostly a coast next door that it cannot reach
        near = board.around[board.province_number[unit.province]]
        places = [place for place in split if near >> board.province_number[province_of(place)] & 1] or split
    others = [order for order in orders if isinstance(order, Waive) or order.unit.province != unit.province]
    return (*others, Retreat(unit.power, named, chance.choice(places)))


def _winter(turn: Turn, chance: Random) -> tuple[Order, ...]:
    removals = [order for order in turn.orders if isinstance(order, Disband)]
    if removals and chance.random() < 0.7:  # the same removal twice
        return (*turn.orders, chance.choice(removals))
    builds = [order for order in turn.orders if isinstance(order, Build)]
    taken = [
        (order, place)
        for order in builds
        for unit in turn.position.units
        if unit.province in turn.board.powers[order.power].homes
        for place in turn.board.province(unit.province).locations
    ]
    if not taken:
        return turn.orders
    order, place = chance.choice(taken)  # a fleet where a unit stands, in place of what was ordered
    other = Build(order.power, UnitName(place, FLEET))
    return tuple(other if one is order else one for one in turn.orders)
