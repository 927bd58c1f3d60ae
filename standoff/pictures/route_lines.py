"""The fleets that a convoyed army passes on the picture: one chain of those ordered to convoy it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from ..map import ARMY, Board, province_of
from ..solver import Convoy, Move, MovementResult, OrderResult, Outcome

Neighbors = Mapping[str, frozenset[str]]

_IGNORED = (Outcome.ILLEGAL, Outcome.VOID)


@lru_cache(maxsize=16)
def _neighbors(board: Board) -> Neighbors:
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
    if not isinstance(order, Move) or move_result.outcome in _IGNORED:
        return (), frozenset()
    start, goal = order.unit.province, province_of(order.destination)
    stands: dict[str, bool] = {}
    for each in results:
        convoy = each.order
        if not isinstance(convoy, Convoy) or each.outcome in _IGNORED:
            continue
        if (convoy.convoyed.province, province_of(convoy.destination)) == (start, goal):
            stands[convoy.unit.province] = each.success
    if not stands or not _by_convoy(result, order, move_result.outcome, board):
        return (), frozenset()
    around = _neighbors(board)
    standing = {sea for sea, good in stands.items() if good}
    (unbroken, _), (chain, reached) = (_chain(start, goal, seas, around) for seas in (standing, {*stands}))
    route = unbroken or chain or reached or tuple(sorted(stands))
    return route, frozenset(sea for sea in route if not stands[sea])


def _by_convoy(result: MovementResult, order: Move, outcome: Outcome, board: Board) -> bool:
    """Return whether a move with fleets ordered to convoy it goes by convoy."""
    if order.via_convoy or outcome is Outcome.NO_CONVOY:
        return True
    start, goal = (board.province_number[place] for place in (order.unit.province, province_of(order.destination)))
    if not board.army_reach[start] >> goal & 1:
        return True
    units = enumerate(result.assignment.units)
    number = next((n for n, unit in units if unit.province == order.unit.province and unit.type is ARMY), None)
    return number is not None and result.came_by_convoy(number)


def _chain(start: str, goal: str, seas: set[str], around: Neighbors) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return a shortest chain of fleets from `start` to `goal`, if there is one, and all that `start` reaches."""
    before: dict[str, str] = dict.fromkeys(sorted(seas & around[start]), "")
    queue = list(before)
    for sea in queue:
        if goal in around[sea]:
            chain = [sea]
            while before[chain[-1]]:
                chain.append(before[chain[-1]])
            return tuple(reversed(chain)), tuple(queue)
        following = sorted(around[sea] & seas - before.keys())
        before.update(dict.fromkeys(following, sea))
        queue.extend(following)
    return (), tuple(queue)
