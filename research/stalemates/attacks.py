"""An attack on a line that holds, as an example: as many enemy units as can act on it, with orders to do so."""

from __future__ import annotations

from dataclasses import replace

from standoff import Line, Turn
from standoff.map import FLEET, Unit, province_of
from standoff.searches.frontier import EnemyUnit, Frontier
from standoff.solver import Move, Order, Support, UnitName


def attack_on(line: Line, no_fleets: list[str], enemy: str) -> Turn:
    """Return a line with an attack on it, its own units and orders first.

    Each province from which the enemy reaches the line has one unit, at most as many as the centers that are not kept.
    Those next to the same province move there, the first in the alphabet, or support that move; of several provinces,
    each unit goes to that which most of them reach. The same for the same line.

    Args:
        line: A line that holds.
        no_fleets: Provinces where the enemy has no fleet.
        enemy: His power.
    """
    turn, board = line.turn, line.turn.board
    own = {unit.province for unit in turn.position.units}
    moves = [
        (order.unit.type, order.unit.province, province_of(order.destination))
        for order in turn.orders
        if isinstance(order, Move)
    ]
    frontier = Frontier(board, own, moves, line.keep, no_fleets)
    reached = {
        one: [place for place in frontier.reach(one) if province_of(place) in frontier.acted_on]
        for one in sorted(frontier.possible, key=lambda one: (one.province, one.type is FLEET, one.location))
    }
    near: dict[str, set[str]] = {}
    for one, places in reached.items():
        for place in places:
            near.setdefault(province_of(place), set()).add(one.province)

    def strength(place: str) -> tuple[int, str]:
        return (-len(near[province_of(place)]), place)

    chosen: dict[str, tuple[EnemyUnit, str]] = {}
    for one, places in reached.items():
        if places:
            best = (one, min(places, key=strength))
            chosen[one.province] = min(chosen.get(one.province, best), best, key=lambda pair: strength(pair[1]))
    most = len(board.centers) - sum(one in board.centers for one in line.keep)
    units: list[Unit] = []
    orders: list[Order] = []
    first: dict[str, Move] = {}
    for one, place in sorted(chosen.values(), key=lambda pair: (*strength(pair[1]), pair[0].province))[:most]:
        named, target = UnitName(one.location, one.type), province_of(place)
        units.append(Unit(one.type, one.location, enemy))
        if target not in first:
            first[target] = Move(enemy, named, place)
            orders.append(first[target])
        else:
            orders.append(Support(enemy, named, first[target].unit, target))
    position = replace(turn.position, units=(*turn.position.units, *units))
    return replace(turn, position=position, orders=(*turn.orders, *orders))
