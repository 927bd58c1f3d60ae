"""All legal orders of units, regardless of other orders, from the board's tables.

Orders without a convoy depend only on the unit's location and, for a support, on the supported unit. They are cached.
Orders with a convoy depend on the fleets at sea.

Source: DATC 3.0, 4.E.1.
"""

from __future__ import annotations

from functools import lru_cache

from ...map import ARMY, FLEET, Board, PhaseType, Position, Unit, bits, joined_seas, on_board
from ..law import legal
from ..law.legal import convoy_goals, may_support_to_hold, moves_by_convoy, support_goals
from ..law.placement import sea_held
from ..order import Build, Convoy, Disband, Hold, Move, Order, Retreat, Support, UnitName, Waive
from ..rules.rulebook import Rulebook, rulebook
from .adjustment_orders import Adjustments
from .legality import Legality
from .retreat_orders import closed_to_retreats, legal_retreats

CACHE_SIZE = 20_000
"""Size of each cache of sets of orders; a real game needs some hundreds."""


def legal_by_place(
    position: Position, *, power: str | None = None, rules: Rulebook | str | None = None, board: Board | None = None
) -> dict[str, tuple[Order, ...]]:
    """Return the legal orders of all units, or of those of one power, in the phase of a position.

    Args:
        position: The position (default phase: movement).
        power: The id of a power (default: all).
        rules: The rulebook (default: 2023).
        board: The board (default: that of the position).

    Returns:
        By the location of the ordered unit, in the order of the position: for a movement phase its hold, moves,
        supports and convoys; for a retreat phase the retreats of each dislodged unit and its disbandment; for an
        adjustment phase removals by unit, or by free home center the builds there and, where the rulebook allows it,
        the waiver. Moves of armies to neighbors appear a second time with ``via convoy`` where that is legal and could
        matter; supports of a fleet's move to a province with several coasts appear without the coast only.

    Raises:
        PositionError: The position is impossible.
        UnknownNameError: There is no such power.

    Source: DATC 3.0, 4.E.1, 6.H and 6.I.

    >>> from standoff.map import starting_position
    >>> orders = legal_by_place(starting_position(), power="ITALY")
    >>> [str(order) for order in orders["NAP"]]
    ['F NAP H', 'F NAP - APU', 'F NAP - ION', 'F NAP - ROM', 'F NAP - TYS', 'F NAP S A ROM', 'F NAP S A ROM - APU', \
'F NAP S A VEN - APU', 'F NAP S A VEN - ROM']
    """
    (position, board), rules = on_board(position, board), rulebook(rules)
    if power is not None:
        power = board.power(power).id
    kind = position.phase_type
    if kind is PhaseType.MOVEMENT:
        movement = _Movement(board, position, rules)
        return {
            unit.location: movement.orders_of(number)
            for number, unit in enumerate(position.units)
            if power is None or unit.power == power
        }
    orders: dict[str, tuple[Order, ...]] = {}
    if kind is PhaseType.RETREAT:
        closed = closed_to_retreats(board, position)
        for d in position.dislodged:
            if power is None or d.unit.power == power:
                named = UnitName(d.unit.location, d.unit.type)
                goals = legal_retreats(board, position, d, rules, closed)
                ways = [Retreat(d.unit.power, named, goal) for goal in goals]
                orders[d.unit.location] = (*ways, Disband(d.unit.power, named))
        return orders
    winter = Adjustments(board, position, rules)
    for each in board.powers if power is None else (power,):
        orders.update(_adjustments(board, position, winter, each))
    return orders


def legal_orders(
    position: Position, *, power: str | None = None, rules: Rulebook | str | None = None, board: Board | None = None
) -> dict[str, dict[str, tuple[Order, ...]]]:
    """Return the orders of `legal_by_place` by power, without powers that have none.

    >>> from standoff.map import starting_position
    >>> [str(order) for order in legal_orders(starting_position())["ITALY"]["NAP"]][:2]
    ['F NAP H', 'F NAP - APU']
    """
    position, board = on_board(position, board)
    by_power: dict[str, dict[str, tuple[Order, ...]]] = {}
    for place, orders in legal_by_place(position, power=power, rules=rules, board=board).items():
        by_power.setdefault(orders[0].power, {})[place] = orders
    return {each: by_power[each] for each in board.powers if each in by_power}


def _adjustments(board: Board, position: Position, winter: Adjustments, power: str) -> dict[str, tuple[Order, ...]]:
    most = winter.balance[winter.powers[power]]
    if not most:
        return {}
    if most < 0:
        removed = [unit for unit in position.units if unit.power == power]
        return {unit.location: (Disband(power, UnitName(unit.location, unit.type)),) for unit in removed}
    waived = (Waive(power),) if winter.homes.waiving else ()
    orders: dict[str, tuple[Order, ...]] = {}
    for home in winter.free_homes(power):
        fleets = [Build(power, UnitName(location, FLEET)) for location in board.province(home).locations]
        orders[home] = (Build(power, UnitName(home, ARMY)), *fleets, *waived)
    return orders


# -- cached orders ----------------------------------------------------------------------------------------


@lru_cache(CACHE_SIZE)
def _by_itself(board: Board, unit: Unit) -> tuple[Order, tuple[tuple[int, Move], ...]]:
    """Return a unit's hold, and its moves without convoy with the numbers of their provinces."""
    named = UnitName(unit.location, unit.type)
    if unit.type is FLEET:
        goals = board.tables.fleet[board.location_number[unit.location]]
    else:
        goals = board.tables.army[board.province_number[unit.location]]
    moves = [(board.tables.province[n], Move(unit.power, named, board.locations[n])) for n in bits(goals)]
    return Hold(unit.power, named), tuple(moves)


@lru_cache(CACHE_SIZE)
def _supports(board: Board, unit: Unit, other: Unit, to_hold: bool, goals: int) -> tuple[Support, ...]:
    """Return the supports of `other` to hold, if legal, and to move to the provinces `goals`."""
    named = UnitName(unit.location, unit.type)
    target = UnitName(other.location, other.type, None if other.power == unit.power else other.power)
    to_move = [Support(unit.power, named, target, board.provinces[goal].id) for goal in bits(goals)]
    return (Support(unit.power, named, target), *to_move) if to_hold else tuple(to_move)


@lru_cache(CACHE_SIZE)
def _convoys(board: Board, unit: Unit, other: Unit, goals: int) -> tuple[Convoy, ...]:
    named = UnitName(unit.location, unit.type)
    army = UnitName(other.location, other.type, None if other.power == unit.power else other.power)
    return tuple(Convoy(unit.power, named, army, board.provinces[goal].id) for goal in bits(goals))


@lru_cache(CACHE_SIZE)
def _ways_by_convoy(board: Board, unit: Unit, goals: int, expressly: bool) -> tuple[tuple[int, Move], ...]:
    named = UnitName(unit.location, unit.type)
    return tuple((goal, Move(unit.power, named, board.provinces[goal].id, expressly)) for goal in bits(goals))


@lru_cache(CACHE_SIZE)
def _joined(board: Board, at_sea: int, origin: int) -> int:
    """Return the seas of `at_sea` that are linked to the province `origin`."""
    tables = board.tables
    return joined_seas(tables.near, at_sea, tables.shore[origin]) if tables.coastal[origin] else 0


_Overseas = tuple[list[int], list[list[int]], list[list[int]]]
_NOWHERE: _Overseas = [0], [], []


@lru_cache(CACHE_SIZE)
def _overseas(board: Board, joined: int, origin: int) -> _Overseas:
    """Return the convoys of an army in `origin` by fleets in the seas `joined`: three fields of `UnitPlacement`."""
    tables, ranges = board.tables, legal.ranges_of(board)
    carried, seas = [0], range(len(tables.near))
    without, convoyed = [[0] for _ in seas], [[0] for _ in seas]
    room = legal.MOST_ROUTES
    routes = legal.Routes([0] * room, [0] * room, [0] * room, [0])
    legal.note_carried(ranges, joined, origin, carried)
    legal.note_without(tables, ranges, joined, origin, without)
    legal.note_convoyed(tables, joined, origin, carried, convoyed, routes)
    return carried, without, convoyed


class _Movement:
    """The units of a movement phase and their convoys."""

    def __init__(self, board: Board, position: Position, rules: Rulebook) -> None:
        self.board, self.units, self.civil_disorder = board, position.units, position.civil_disorder
        legality = Legality(board, position.units, rules, position.civil_disorder, position.closed)
        self.legality, self.at, placement = legality, legality.at, legality.placement
        provinces, fleets = placement.province, placement.fleet
        joined = [
            0 if fleet else _joined(board, placement.at_sea, province)
            for fleet, province in zip(fleets, provinces, strict=True)
        ]
        overseas = [
            _overseas(board, seas, province) if seas else _NOWHERE
            for seas, province in zip(joined, provinces, strict=True)
        ]
        self.occupied = sum(1 << province for province in provinces)
        # the provinces of armies that fleets at sea could convoy
        self.sailing = sum(1 << province for province, seas in zip(provinces, joined, strict=True) if seas)
        self.context = legal.UnitPlacement(
            board.tables,
            rules.numbers,
            legal.ranges_of(board),
            placement,
            [board.unit_keys[unit.type, unit.location] for unit in position.units],
            joined,
            [carried for carried, _, _ in overseas],
            [without for _, without, _ in overseas],
            [convoyed for _, _, convoyed in overseas],
        )

    def orders_of(self, number: int) -> tuple[Order, ...]:
        """Return the legal orders of a unit, by its number in the position."""
        unit, units, board, context = self.units[number], self.units, self.board, self.context
        barred = self.legality.barred
        hold, moves = _by_itself(board, unit)
        orders: list[Order] = [hold]
        if unit.power in self.civil_disorder:
            return tuple(orders)
        orders += self._moves(number, moves)
        here = context.placement.province[number]
        beyond = barred(number)
        near = self.occupied & _neighbors(board, context.ranges.reach[context.unit_key[number]][0])
        others = [self.at[province] for province in bits((near | self.sailing) & ~(1 << here))]
        others.sort()
        for other in others:
            goals, to_hold = support_goals(context, number, other, 0), may_support_to_hold(context, number, other)
            if goals or to_hold:
                orders += _supports(board, unit, units[other], to_hold, goals & ~beyond)
        if self.sailing and sea_held(board.tables, here, unit.type is FLEET) >= 0:
            for other in others:
                goals = convoy_goals(context, number, other, 0) & ~barred(other)
                if goals:
                    orders += _convoys(board, unit, units[other], goals)
        return tuple(orders)

    def _moves(self, number: int, moves: tuple[tuple[int, Move], ...]) -> list[Move]:
        joined = self.context.joined[number]
        barred = self.legality.barred(number)
        if not joined and not barred:
            return [move for _, move in moves]
        ways = list(moves)
        if joined:
            for via in (0, 1):
                goals = moves_by_convoy(self.context, number, via, 0)
                ways += _ways_by_convoy(self.board, self.units[number], goals, bool(via))
            ways.sort(key=_goal)  # the sort is stable: overland moves before "via convoy"
        return [move for goal, move in ways if not barred >> goal & 1]


def _goal(move: tuple[int, Move]) -> int:
    return move[0]


@lru_cache(CACHE_SIZE)
def _neighbors(board: Board, provinces: int) -> int:
    """Return `provinces` and all provinces adjacent to one of them, as a mask."""
    reached = provinces
    for province in bits(provinces):
        reached |= board.around[province]
    return reached
