"""Which fleets a convoyed army passes on the picture: one chain of those ordered to convoy it."""

from __future__ import annotations

from collections import deque
from functools import lru_cache

from ..map import ARMY, Board, province_of
from ..solver import Convoy, Move, MovementResult, OrderResult, Outcome


@lru_cache(maxsize=16)
def neighbors(board: Board) -> dict[str, frozenset[str]]:
    """Return for each province those that a fleet, or an army from its shore, can go to: what convoys are made of."""
    found: dict[str, set[str]] = {province.id: set() for province in board.provinces}
    for one, two in board.fleet_edges:
        a, b = province_of(one), province_of(two)
        found[a].add(b)
        found[b].add(a)
    return {province: frozenset(around) for province, around in found.items()}


@lru_cache(maxsize=16)
def _over_land(board: Board) -> frozenset[tuple[str, str]]:
    return frozenset({*board.army_edges, *((two, one) for one, two in board.army_edges)})


def route_of(
    result: MovementResult, results: list[OrderResult], found: OrderResult, board: Board
) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return the seas that a convoyed army passes, in its order, and those of them whose convoy fails.

    Taken is a shortest chain of fleets whose convoys stand, else of all fleets ordered to convoy it; where they make no
    chain, as many as lead away from its province. A move over land passes none.
    """
    order = found.order
    if not isinstance(order, Move) or found.outcome in (Outcome.ILLEGAL, Outcome.VOID):
        return (), frozenset()
    start, goal = order.unit.province, province_of(order.destination)
    stands: dict[str, bool] = {}
    for one in results:
        other = one.order
        if (
            isinstance(other, Convoy)
            and other.convoyed.province == start
            and province_of(other.destination) == goal
            and one.outcome not in (Outcome.ILLEGAL, Outcome.VOID)
        ):
            stands[other.unit.province] = one.success
    if not stands or not _by_convoy(result, found, board):
        return (), frozenset()
    around = neighbors(board)
    whole = {sea for sea, good in stands.items() if good}
    route = _chain(start, goal, whole, around) or _chain(start, goal, set(stands), around)
    if not route:
        route = _nearest_first(start, set(stands), around)
    return route, frozenset(sea for sea in route if not stands[sea])


def _by_convoy(result: MovementResult, found: OrderResult, board: Board) -> bool:
    """Tell whether a move for which fleets are ordered goes by convoy."""
    order = found.order
    assert isinstance(order, Move)
    if order.via_convoy or found.outcome is Outcome.NO_CONVOY:
        return True
    if (order.unit.province, province_of(order.destination)) not in _over_land(board):
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
        for other in sorted(around[sea] & seas - before.keys()):
            before[other] = sea
            queue.append(other)
    return ()


def _nearest_first(start: str, seas: set[str], around: dict[str, frozenset[str]]) -> tuple[str, ...]:
    """Return the fleets that hang together with `start`, by their distance from it; all if none does."""
    found: list[str] = []
    edge = sorted(seas & around[start])
    while edge:
        found.extend(edge)
        edge = sorted({sea for one in edge for sea in around[one]} & seas - set(found))
    return tuple(found) or tuple(sorted(seas))
