"""Winters: drawn ones, in which powers build and remove, and the orders of a game."""

from __future__ import annotations

from random import Random

from ..map import ARMY, FLEET, Board, Phase, PhaseType, Position, Unit
from ..solver import Build, Disband, Order, UnitName, Waive, balance, free_homes
from ..turn import Turn
from .boards import BoardIndex
from .profiles import ADJUSTMENT_ORDERS, BALANCES, EQUALLY_FAR, drawn_row


def winter(index: BoardIndex, random: Random) -> Turn:
    """Return a winter in which powers build and remove, each as drawn by `BALANCES`."""
    board = index.board
    powers = [power for power in board.powers if random.random() < 0.6] or [random.choice(list(board.powers))]
    owned = {power: [home for home in board.powers[power].homes if random.random() < 0.8] for power in powers}
    homes = {home for power in powers for home in board.powers[power].homes}
    abroad = [center for center in board.centers if center not in homes]
    random.shuffle(abroad)
    for power in powers:
        number = random.randint(0, 3)
        owned[power] += abroad[:number]
        del abroad[:number]
    units: dict[int, Unit] = {}
    for power in powers:
        number = max(len(owned[power]) - drawn_row(random, BALANCES)[0], 0)
        # after an autumn every unit in a center owns it
        closed = {board.province_number[center] for center in board.centers if center not in owned[power]}
        _place_units(index, random, power, number, units, closed)
    position = Position(
        units=tuple(units.values()),
        centers={power: tuple(c for c in board.centers if c in owned[power]) for power in powers},
        phase=Phase("W", board.first_year, PhaseType.ADJUSTMENT),
        board=board.source,
    )
    orders = [order for power in powers for order in adjustment_orders(position, board, power, random)]
    return Turn(position, tuple(orders), board=board)


def _place_units(
    index: BoardIndex, random: Random, power: str, number: int, units: dict[int, Unit], closed: set[int]
) -> None:
    """Place units of a power in provinces that are not `closed`, mostly near its homes."""
    board = index.board
    homes = [board.province_number[home] for home in board.powers[power].homes]
    away = [min(steps) for steps in zip(*(index.steps[home] for home in homes), strict=True)]
    equally_far = bool(homes) and random.random() < EQUALLY_FAR
    near = index.near[random.choice(homes or range(len(board.provinces)))]
    for _ in range(number):
        options = [p for p in near[: 16 if random.random() < 0.75 else None] if p not in units and p not in closed]
        if not options:
            return
        province = random.choice(options)
        keys = index.keys[province]
        # fleets have another way home
        keys = [key for key in keys if not index.is_fleet(key)] or keys if equally_far else keys
        units[province] = index.unit(random.choice(keys), power)
        if equally_far:
            closed = {*closed, *(p for p, steps in enumerate(away) if steps != away[province])}


def adjustment_orders(position: Position, board: Board, power: str, random: Random, column: int = 1) -> list[Order]:
    """Return adjustment orders of a power, drawn by the weights in a column of `ADJUSTMENT_ORDERS`."""
    due = balance(position, power)
    kind = drawn_row(random, ADJUSTMENT_ORDERS, column)[0]
    number = max(abs(due) + {"fewer": -1, "more": 1}.get(kind, 0) * random.randint(1, 2), 0)
    removals = [Disband(power, UnitName(unit.location, unit.type)) for unit in position.units if unit.power == power]
    free = free_homes(board, position, power)
    random.shuffle(removals)
    random.shuffle(free)
    orders: list[Order] = []
    if due < 0:
        orders.extend(removals[:number])
    elif due > 0:
        orders.extend([random.choice(_builds(board, power, home)) for home in free][:number])
        if kind == "two for one home" and orders:
            first = orders[0]
            builds = _builds(board, power, free[0])
            orders[1:2] = [order for order in random.sample(builds, len(builds)) if order != first][:1]
            random.shuffle(orders)
        while len(orders) < number and random.random() < 0.5:
            orders.append(Waive(power))
    if kind == "one that is illegal":
        orders.append(random.choice(_illegal_orders(position, board, power, orders, random)))
    return orders


def _illegal_orders(position: Position, board: Board, power: str, orders: list[Order], random: Random) -> list[Order]:
    """Return an order of each kind that is illegal or surplus beside others, as far as there is one."""
    homes, owned = board.powers[power].homes, position.centers.get(power, ())
    occupied = {unit.province for unit in position.units}
    foreign = [unit for unit in position.units if unit.power != power]
    kinds: list[list[Order]] = [
        [Waive(power)],
        [order for order in orders if isinstance(order, Disband)],  # removed twice
        [Disband(power, UnitName(unit.location, unit.type)) for unit in foreign],
        [Disband(power, UnitName(unit.location, unit.type)) for unit in position.units if unit not in foreign],
        [build for center in owned if center not in homes for build in _builds(board, power, center)],
        [Build(power, UnitName(home, ARMY)) for home in homes if home in occupied],
        [build for home in homes if home in occupied for build in _builds(board, power, home)[1:]],
        [build for home in homes if home not in occupied for build in _builds(board, power, home)],
        [Build(power, UnitName(home, FLEET)) for home in homes if not board.province(home).locations],  # inland
    ]
    return [random.choice(options) for options in kinds if options]


def _builds(board: Board, power: str, home: str) -> list[Build]:
    """Return the orders to build an army or, on each coast, a fleet in `home`."""
    fleets = [UnitName(place, FLEET) for place in board.province(home).locations]
    return [Build(power, name) for name in (UnitName(home, ARMY), *fleets)]
