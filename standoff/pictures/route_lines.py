"""The fleets that a convoyed army passes on the picture: one chain of those ordered to convoy it."""

from __future__ import annotations

from collections.abc import Sequence

from ..map import ARMY, Board, province_of
from ..solver import Convoy, Move, MovementResult, OrderResult, Outcome

IGNORED = (Outcome.ILLEGAL, Outcome.VOID)
"""The outcomes of orders without an effect."""


def route_of(
    result: MovementResult, results: Sequence[OrderResult], move_result: OrderResult, board: Board
) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return the seas that a convoyed army passes, in its order, and those of them whose convoy fails.

    The route is a shortest chain of fleets whose convoys succeed, otherwise of all fleets ordered to convoy it; without
    a chain, it is all fleets connected to its province. A move over land passes none.
    """
    order = move_result.order
    if not isinstance(order, Move) or move_result.outcome in IGNORED:
        return (), frozenset()
    start, goal = order.unit.province, province_of(order.destination)
    stands: dict[str, bool] = {}
    for each in results:
        convoy = each.order
        if not isinstance(convoy, Convoy) or each.outcome in IGNORED:
            continue
        if (convoy.convoyed.province, province_of(convoy.destination)) == (start, goal):
            stands[convoy.unit.province] = each.success
    if not stands or not _by_convoy(result, order, move_result.outcome, board):
        return (), frozenset()
    chain, _ = _chain(board, start, goal, [sea for sea, good in stands.items() if good])
    if not chain:
        chain, reached = _chain(board, start, goal, stands)
        chain = chain or reached or tuple(sorted(stands))
    return chain, frozenset(sea for sea in chain if not stands[sea])


def _by_convoy(result: MovementResult, order: Move, outcome: Outcome, board: Board) -> bool:
    """Return whether a move with fleets ordered to convoy it goes by convoy."""
    if order.via_convoy or outcome is Outcome.NO_CONVOY:
        return True
    start, goal = (board.province_number[place] for place in (order.unit.province, province_of(order.destination)))
    if not board.tables.army[start] >> goal & 1:
        return True
    units = enumerate(result.assignment.units)
    army = next((n for n, unit in units if unit.province == order.unit.province and unit.type is ARMY), None)
    return army is not None and result.came_by_convoy(army)


def _chain(board: Board, start: str, goal: str, seas: Sequence[str] | dict[str, bool]) -> tuple[tuple[str, ...], ...]:
    """Return a shortest chain of fleets from `start` to `goal`, empty without one, and all fleets reached so far."""
    number = board.province_number
    ways: dict[str, tuple[str, ...]] = {start: ()}
    queue = [start]
    for place in queue:
        around = board.around[number[place]]
        if ways[place] and around >> number[goal] & 1:
            return ways[place], tuple(queue[1:])
        for sea in sorted(seas):
            if sea not in ways and around >> number[sea] & 1:
                ways[sea] = (*ways[place], sea)
                queue.append(sea)
    return (), tuple(queue[1:])
