"""Retreats: the phase after a drawn movement phase that dislodges, and the orders of a game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from random import Random

from ..map import Board, Dislodged, Position, province_of
from ..solver import Disband, Order, Retreat, UnitName, adjudicate, following, legal_retreats, rulebook
from ..turn import Turn
from .board_index import BoardIndex, board_index
from .movements import movement_of
from .profiles import BEFORE_RETREATS, RETREAT_ORDERS, drawn_row

_RULES = rulebook()


def retreats_after_a_movement(index: BoardIndex, chance: Random) -> Turn:
    """Return the retreats after a movement phase that dislodges, mostly units that could go to the same province."""
    wanted = chance.choice((1, 2, 4, 4, 5, 6))  # 4: two units that could go to one province
    best, most = Position(board=index.board.source), 0
    for tried in count():
        turn = movement_of(index, chance, BEFORE_RETREATS, 20)
        after = adjudicate(turn.position, turn.orders, rules=_RULES, board=index.board).after
        dislodged = len(after.dislodged)
        worth = dislodged + 2 * len(_shared(_legal(after, index.board))) if dislodged > 1 else dislodged
        if worth > most:
            best, most = after, worth
        if most >= wanted or (most and tried >= 30):
            break
        if tried == 1000:
            return turn  # a board on which nothing can be dislodged
    position = following(best, index.board)
    return Turn(position, retreat_orders(position, index.board, chance), board=index.board)


def _legal(position: Position, board: Board) -> list[tuple[str, ...]]:
    """Return where each dislodged unit of a position may retreat to."""
    return [legal_retreats(board, position, d, _RULES) for d in position.dislodged]


def _shared(legal: Sequence[tuple[str, ...]]) -> set[str]:
    """Return the provinces that more than one of the dislodged units may retreat to."""
    goals = [{province_of(place) for place in places} for places in legal]
    return {goal for n, some in enumerate(goals) for goal in some if any(goal in other for other in goals[:n])}


def retreat_orders(position: Position, board: Board, chance: Random, column: int = 1) -> tuple[Order, ...]:
    """Return orders for the dislodged units, drawn by the weights in a column of `RETREAT_ORDERS`."""
    legal = _legal(position, board)
    shared = sorted(_shared(legal))
    meeting = chance.choice(shared) if shared else ""
    orders: list[Order] = []
    for d, places in zip(position.dislodged, legal, strict=True):
        unit = d.unit
        named = UnitName(unit.location, unit.type)
        kind = drawn_row(chance, RETREAT_ORDERS, column)[0]
        common = [place for place in places if province_of(place) == meeting]
        if kind == "no order":
            continue
        if kind == "next door, where it may not go":
            places = _closed_to(position, board, d, places, chance)
        elif kind == RETREAT_ORDERS[0][0] and common:
            places = common
        if kind == "disband" or not places:
            orders.append(Disband(unit.power, named))
        else:
            orders.append(Retreat(unit.power, named, chance.choice(places)))
    return tuple(orders)


def _closed_to(
    position: Position, board: Board, dislodged: Dislodged, legal: Sequence[str], chance: Random
) -> list[str]:
    """Return where a unit may not retreat to although it is next door, for one of the reasons that there are."""
    ground = board_index(board)
    reasons: dict[str, list[str]] = {}
    for places in ground.goals[ground.place_of(dislodged.unit)].values():
        for place in places:
            province = province_of(place)
            if province in position.contested:
                reasons.setdefault("contested", []).append(place)
            elif province == dislodged.attacker_from:
                reasons.setdefault("attacker", []).append(place)
            elif place not in legal:
                reasons.setdefault("occupied", []).append(place)
    rarest = [reason for reason in ("contested", "attacker", "occupied") if reason in reasons][:2]
    return reasons[chance.choice(rarest)] if rarest else []
