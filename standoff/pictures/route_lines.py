"""The fleets that a convoyed army passes on the picture: one chain of those ordered to convoy it."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import lru_cache

from ..map import ARMY, Board, province_of
from ..solver import Convoy, Move, MovementResult, OrderResult, Outcome


@lru_cache(maxsize=16)
def neighbors(board: Board) -> dict[str, frozenset[str]]:
    """Return, for each province, its neighbors in convoys: provinces that a fleet can go to from its coasts."""
    reached: dict[str, set[str]] = {province.id: set() for province in board.provinces}
    for first, second in board.fleet_edges:
        a, b = province_of(first), province_of(second)
        reached[a].add(b)
        reached[b].add(a)
    return {province: frozenset(around) for province, around in reached.items()}


def route_of(
    result: MovementResult, results: Sequence[OrderResult], move_result: OrderResult, board: Board
) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return the seas that a convoyed army passes, in its order, and those of them whose convoy fails.

    The route is a shortest chain of fleets whose convoys stand, else of all fleets ordered to convoy it; if there is no
    chain, all fleets connected to its province. A move over land passes none.
    """
    order = move_result.order
    if not isinstance(order, Move) or move_result.outcome in (Outcome.ILLEGAL, Outcome.VOID):
        return (), frozenset()
    start, goal = order.unit.province, province_of(order.destination)
    stands: dict[str, bool] = {}
    for order_result in results:
        convoy = order_result.order
        if (
            isinstance(convoy, Convoy)
            and convoy.convoyed.province == start
            and province_of(convoy.destination) == goal
            and order_result.outcome not in (Outcome.ILLEGAL, Outcome.VOID)
        ):
            stands[convoy.unit.province] = order_result.success
    if not stands or not _by_convoy(result, move_result, board):
        return (), frozenset()
    around = neighbors(board)
    standing = {sea for sea, good in stands.items() if good}
    route = _chain(start, goal, standing, around) or _chain(start, goal, set(stands), around)
    if not route:
        route = _nearest_first(start, set(stands), around)
    return route, frozenset(sea for sea in route if not stands[sea])


def _by_convoy(result: MovementResult, move_result: OrderResult, board: Board) -> bool:
    """Return whether a move with fleets ordered to convoy it goes by convoy."""
    order = move_result.order
    assert isinstance(order, Move)
    if order.via_convoy or move_result.outcome is Outcome.NO_CONVOY:
        return True
    start, goal = (board.province_number[place] for place in (order.unit.province, province_of(order.destination)))
    if not board.army_reach[start] >> goal & 1:
        return True
    for number, unit in enumerate(result.assignment.units):
        if unit.province == order.unit.province and unit.type is ARMY:
            return result.came_by_convoy(number)
    return False


def _chain(start: str, goal: str, seas: set[str], around: dict[str, frozenset[str]]) -> tuple[str, ...]:
    before: dict[str, str] = dict.fromkeys(sorted(seas & around[start]), "")
    queue = deque(before)
    while queue:
        sea = queue.popleft()
        if goal in around[sea]:
            chain = [sea]
            while before[chain[-1]]:
                chain.append(before[chain[-1]])
            return tuple(reversed(chain))
        for following in sorted(around[sea] & seas - before.keys()):
            before[following] = sea
            queue.append(following)
    return ()


def _nearest_first(start: str, seas: set[str], around: dict[str, frozenset[str]]) -> tuple[str, ...]:
    """Return the fleets connected to `start`, by their distance from it; all of them if none is."""
    fleets: list[str] = []
    edge = sorted(seas & around[start])
    while edge:
        fleets.extend(edge)
        edge = sorted({sea for sea_before in edge for sea in around[sea_before]} & seas - set(fleets))
    return tuple(fleets) or tuple(sorted(seas))
