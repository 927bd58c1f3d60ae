"""Winters: drawn ones, in which powers build and remove, and the orders of a game."""

from __future__ import annotations

from random import Random

from ..map import ARMY, FLEET, INLAND, Board, Phase, PhaseType, Position, Unit
from ..solver import Build, Disband, Order, UnitName, Waive, balance, free_homes
from ..turn import Turn
from .board_index import BoardIndex
from .profiles import ADJUSTMENT_ORDERS, BALANCES, EQUALLY_FAR, drawn_row


def winter(index: BoardIndex, chance: Random) -> Turn:
    """Return a winter in which one to seven powers build and remove, each drawn by `BALANCES`."""
    board = index.board
    every = list(board.powers)
    powers = sorted(chance.sample(every, chance.randint(1, len(every))), key=every.index)
    centers: dict[str, list[str]] = {power: [] for power in powers}
    units: list[Unit] = []
    taken: set[int] = set()
    left = list(board.centers)
    chance.shuffle(left)
    for power in powers:
        owned = [home for home in board.powers[power].homes if chance.random() < 0.8]
        centers[power] = [center for center in owned if center in left]
        left = [center for center in left if center not in owned]
    for power in powers:
        more = chance.randint(0, 3)
        abroad = [center for center in left if all(center not in board.powers[other].homes for other in powers)]
        centers[power].extend(abroad[:more])
        left = [center for center in left if center not in abroad[:more]]
    for power in powers:
        wanted = max(len(centers[power]) - drawn_row(chance, BALANCES)[0], 0)
        # after an autumn whoever stands in a center owns it
        others = {board.province_number[center] for center in board.centers if center not in centers[power]}
        _station(index, chance, power, wanted, units, taken, others)
    owned_by = {power: tuple(c for c in board.centers if c in owned) for power, owned in centers.items()}
    phase = Phase("W", board.first_year, PhaseType.ADJUSTMENT)
    position = Position(units=tuple(units), centers=owned_by, phase=phase, board=board.source)
    orders: list[Order] = []
    for power in powers:
        orders.extend(adjustment_orders(position, board, power, chance))
    return Turn(position, tuple(orders), board=board)


def _station(
    index: BoardIndex, chance: Random, power: str, types: int, units: list[Unit], taken: set[int], closed: set[int]
) -> None:
    """Put `types` units of a power on the board, not in the provinces `closed`, mostly not far from its homes."""
    board = index.board
    homes = board.powers[power].homes
    far = index.moves_from(board.province_number[home] for home in homes) if chance.random() < EQUALLY_FAR else []
    near = index.near[board.province_number[chance.choice(homes)] if homes else chance.randrange(len(board.provinces))]
    for _ in range(types):
        places = [p for p in near[: 16 if chance.random() < 0.75 else None] if p not in taken and p not in closed]
        if not places:
            return
        province = chance.choice(places)
        taken.add(province)
        spots = index.spots[province]
        armies = [spot for spot in spots if not spot & 1] if far else []  # fleets have another way home
        units.append(index.unit(chance.choice(armies or spots), power))
        if far:  # the others at the same distance
            closed = {*closed, *(p for p, moves in enumerate(far) if moves != far[province])}


def adjustment_orders(position: Position, board: Board, power: str, chance: Random, column: int = 1) -> list[Order]:
    """Return adjustment orders of a power, drawn by the weights in a column of `ADJUSTMENT_ORDERS`."""
    difference = balance(position, power)
    kind = drawn_row(chance, ADJUSTMENT_ORDERS, column)[0]
    number = abs(difference)
    if kind == "fewer":
        number = max(number - chance.randint(1, 2), 0)
    elif kind.startswith("more"):
        number += chance.randint(1, 2)
    own = [Disband(power, UnitName(u.location, u.type)) for u in position.units if u.power == power]
    owned = position.centers.get(power, ())
    free = free_homes(board, position, power)
    chance.shuffle(own)
    chance.shuffle(free)
    orders: list[Order] = []
    if difference > 0:
        builds: list[Order] = [_build(board, power, home, chance) for home in free]
        while len(builds) < number and chance.random() < 0.5:
            builds.append(Waive(power))
        orders.extend(builds[:number])
        if kind == "two for one home":
            orders = _doubled(orders, board, chance)
    elif difference < 0:
        orders.extend(own[:number])
    if kind.endswith("for nothing"):
        wrong: list[Order] = [Waive(power)]
        wrong.extend(_build(board, power, center, chance) for center in (*owned, *board.powers[power].homes))
        wrong.extend(own[:1] if difference >= 0 else ())
        wrong.extend(Disband(power, UnitName(u.location, u.type)) for u in position.units[:2] if u.power != power)
        # a fleet inland, or on no coast of several
        wrong.extend(Build(power, UnitName(h, FLEET)) for h in free if h not in board.province(h).locations)
        orders.append(chance.choice([order for order in wrong if order not in orders] or [Waive(power)]))
    return orders


def _doubled(orders: list[Order], board: Board, chance: Random) -> list[Order]:
    """Return build orders; one home may be among them twice, with another unit, and another home then gets none."""
    twice: list[tuple[int, Order]] = []
    for number, order in enumerate(orders):
        if isinstance(order, Build):
            named = [UnitName(place, FLEET) for place in board.province(order.unit.province).locations]
            others = [name for name in (UnitName(order.unit.province, ARMY), *named) if name != order.unit]
            twice.extend((number, Build(order.power, name)) for name in others)
    if not twice:
        return orders
    number, second = chance.choice(twice)
    others = [order for n, order in enumerate(orders) if n != number]
    chance.shuffle(others)
    # as many orders as are due, so that the second one is not left over anyway
    kept = others[: max(len(orders) - 2, 0)]
    place = chance.randint(0, len(kept))
    return [orders[number], *kept[:place], second, *kept[place:]]


def _build(board: Board, power: str, home: str, chance: Random) -> Build:
    """Return the order to build an army or, on one of its coasts, a fleet in `home`."""
    province = board.province(home)
    if province.kind == INLAND or chance.random() < 0.5:
        return Build(power, UnitName(home, ARMY))
    return Build(power, UnitName(chance.choice(province.locations), FLEET))
