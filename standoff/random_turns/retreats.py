"""Retreats: the phase after a drawn movement phase that dislodges, and the orders of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, count
from random import Random

from ..map import FLEET, Board, Dislodged, Position, province_of
from ..solver import Disband, Order, Retreat, Support, UnitName, adjudicate, following, legal_retreats, rulebook
from ..turn import Turn
from .boards import BoardIndex, board_index
from .movements import drawn_movement
from .profiles import BEFORE_RETREATS, BEFORE_SHARED_RETREATS, NOT_DISLODGED, RETREAT_ORDERS, drawn_row

_RULES = rulebook()
_TO_ONE_PLACE = 3  # column of `RETREAT_ORDERS`


def retreats_after_a_movement(index: BoardIndex, random: Random) -> Turn:
    """Return the retreats after a movement phase that dislodges, mostly units that could go to the same province."""
    wanted = random.choice((1, 2, 4, 4, 5, 6))  # 4: two units that could go to one province
    best, most = Position(board=index.board.source), 0
    for attempt in count():
        turn = drawn_movement(index, random, BEFORE_RETREATS, 20)
        after = adjudicate(turn.position, turn.orders, rules=_RULES, board=index.board).after
        dislodged = len(after.dislodged)
        worth = dislodged + 2 * len(_shared(_legal(after, index.board))) if dislodged > 1 else dislodged
        if worth > most:
            best, most = after, worth
        if most >= wanted or (most and attempt >= 30):
            break
        if attempt == 1000:
            return turn  # a board on which nothing can be dislodged
    position = following(best, index.board)
    orders = retreat_orders(position, index.board, random)
    dislodged_units = {d.unit for d in position.dislodged}
    others = [unit for unit in position.units if unit not in dislodged_units]
    if others and random.random() < NOT_DISLODGED:
        unit = random.choice(others)
        name = UnitName(unit.location, unit.type)
        goals = [place for places in index.goals[index.key_of(unit)].values() for place in places]
        order = Retreat(unit.power, name, random.choice(goals)) if goals else Disband(unit.power, name)
        orders = (*orders, random.choice((order, order, Disband(unit.power, name))))
    return Turn(position, orders, board=index.board)


def movement_and_retreats(index: BoardIndex, random: Random) -> tuple[Turn, Turn]:
    """Return a movement phase and its retreats: mostly of several units that want to go to one province.

    Where that is possible within 12 attempts, their attackers are of different strength.
    """
    best, most, wanted = None, -1, random.choice((2, 3))
    for _ in range(12):
        turn = drawn_movement(index, random, BEFORE_SHARED_RETREATS, 20)
        result = adjudicate(turn.position, turn.orders, rules=_RULES, board=index.board)
        helped = Counter(
            order.supported.province for order in turn.orders if isinstance(order, Support) and order.destination
        )
        strengths = {helped[d.attacker_from or ""] for d in result.after.dislodged}
        shared = max(_shared(_legal(result.after, index.board)).values(), default=0)
        worth = len(strengths) * (1 + min(shared, wanted))
        if worth > most and (result.after.dislodged or best is None):
            best, most = (turn, result.after), worth
        if shared >= wanted and len(strengths) > 1:
            break
    assert best is not None, "there are attempts"
    position = following(best[1], index.board)
    return best[0], Turn(position, retreat_orders(position, index.board, random, _TO_ONE_PLACE), board=index.board)


def _legal(position: Position, board: Board) -> list[tuple[str, ...]]:
    """Return the locations that each dislodged unit of a position may retreat to."""
    return [legal_retreats(board, position, d, _RULES) for d in position.dislodged]


def _shared(legal: Sequence[tuple[str, ...]]) -> dict[str, int]:
    """Return the provinces that more than one of the dislodged units may retreat to, each with their number."""
    goals = Counter(goal for places in legal for goal in {province_of(place) for place in places})
    return {goal: number for goal, number in goals.items() if number > 1}


def retreat_orders(position: Position, board: Board, random: Random, column: int = 1) -> tuple[Order, ...]:
    """Return orders for the dislodged units, drawn by the weights in a column of `RETREAT_ORDERS`."""
    legal = _legal(position, board)
    shared = sorted(_shared(legal))
    goal = random.choice(shared) if shared else ""
    if shared and column == _TO_ONE_PLACE:
        goal = max(shared, key=_shared(legal).__getitem__)
    orders: list[Order] = []
    for d, places in zip(position.dislodged, legal, strict=True):
        kind = drawn_row(random, RETREAT_ORDERS, column)[0]
        if kind == "no order":
            continue
        options: Sequence[str] = places
        if kind.startswith("where another"):
            options = [place for place in places if province_of(place) == goal] or places
        elif kind.startswith("adjacent"):
            options = _closed(position, board, d, places, random)
        elif kind == "anywhere on the board":
            options = [place for place in board.locations if province_of(place) != d.unit.province]
        name = UnitName(d.unit.location, d.unit.type)
        to_disband = kind == "disband" or not options
        orders.append(
            Disband(d.unit.power, name) if to_disband else Retreat(d.unit.power, name, random.choice(options))
        )
    return tuple(orders)


def _closed(position: Position, board: Board, dislodged: Dislodged, legal: Sequence[str], random: Random) -> list[str]:
    """Return the adjacent locations that a unit may not retreat to for one reason, one of the two rarest there are."""
    index = board_index(board)
    goals = index.goals[index.key_of(dislodged.unit)]
    fleet = dislodged.unit.type is FLEET
    reasons: list[list[str]] = [
        [place for n in goals for place in board.provinces[n].locations if fleet and place not in goals[n]],
        *([], [], []),
    ]
    for place in chain.from_iterable(goals.values()):
        province = province_of(place)
        if province in position.contested:
            reasons[1].append(place)
        elif province == dislodged.attacker_from:
            reasons[2].append(place)
        elif place not in legal:
            reasons[3].append(place)
    options = [places for places in reasons if places][:2]
    return random.choice(options) if options else []
