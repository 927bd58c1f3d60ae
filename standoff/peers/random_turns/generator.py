"""Random questions whose units and orders interact, and random games (`docs/generator.md`).

Question number *i* of a seed depends on the seed and *i* alone: a run can be resumed, and divided among cores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, count
from random import Random
from typing import Any, TypeVar

from ...map import ARMY, FLEET, Board, Dislodged, Phase, PhaseType, Position, Unit, load_board, province_of
from ...map.board import INLAND
from ...map.position import on_board
from ...solver import (
    Build,
    Disband,
    Order,
    Retreat,
    Waive,
    adjudicate,
    adjudicate_phase,
    following,
    legal_retreats,
    rulebook,
)
from ...solver.orders.adjustment_orders import balance, free_homes
from ...solver.orders.order import UnitName
from ...solver.plain.game import may_adjust
from ...text.markdown import table as markdown_table
from ...turn.turn import Turn
from .draft import Draft, Ground
from .ingredients import FILLINGS, INGREDIENTS, Ingredient

PHASES: tuple[tuple[PhaseType, int], ...] = (
    (PhaseType.MOVEMENT, 72),
    (PhaseType.RETREAT, 18),
    (PhaseType.ADJUSTMENT, 10),
)
"""How often a question is about each kind of phase."""

SIZES: tuple[tuple[int, int, int], ...] = ((2, 4, 15), (5, 8, 35), (9, 14, 25), (15, 22, 15), (23, 34, 10))
"""Fewest and most units of a movement phase, and how often."""

RETREAT_ORDERS: tuple[tuple[str, int, int], ...] = (
    ("where another may go, too, the same for all", 60, 25),
    ("anywhere it may go", 15, 60),
    ("disband", 6, 12),
    ("next door, where it may not go", 13, 0),
    ("no order", 6, 3),
)
"""What dislodged units are ordered: weight in a drawn phase, weight in a game."""

BALANCES: tuple[tuple[int, int], ...] = (
    *((-4, 3), (-3, 6), (-2, 14), (-1, 18), (0, 6)),
    *((1, 20), (2, 18), (3, 10), (4, 5)),
)
"""How many units a power may build (positive) or must remove (negative), as far as there is room for its units."""

ADJUSTMENT_ORDERS: tuple[tuple[str, int, int], ...] = (
    ("as many as builds or removals", 48, 90),
    ("fewer", 27, 10),
    ("more", 15, 0),
    ("more, one of them impossible or for nothing", 10, 0),
    ("two for one home", 12, 0),
)
"""How many orders a power gives in an adjustment phase: weight in a drawn phase, weight in a game."""

EQUALLY_FAR = 0.6
"""How often all units of a power are equally far from home in a winter, so that removals have to tell them apart."""

NOT_IN_A_GAME = ("gap", "own unit in the way", "mistake")
"""The ingredients that no game has: its players give sensible orders."""

_SENSIBLE = tuple(ingredient for ingredient in INGREDIENTS if ingredient.name not in NOT_IN_A_GAME)
_MOVEMENT = tuple(accumulate(ingredient.weight for ingredient in INGREDIENTS))
_BEFORE_RETREATS = tuple(accumulate(ingredient.before_retreats for ingredient in INGREDIENTS))
_IN_A_GAME = tuple(accumulate(ingredient.weight for ingredient in _SENSIBLE))
_RULES = rulebook()


@lru_cache(maxsize=8)
def _ground(board: Board) -> Ground:
    return Ground(board)


Row = TypeVar("Row", bound="tuple[Any, ...]")


def _drawn(chance: Random, table: Sequence[Row], column: int = 1) -> Row:
    """Return a row of `table`, drawn by the weights in one of its columns."""
    return chance.choices(table, [row[column] for row in table])[0]


def questions(seed: int, *, board: Board | None = None, start: int = 0) -> Iterator[Turn]:
    """Yield question number `start` of a seed and all that follow, without end.

    Args:
        seed: The seed of the questions.
        board: The board; the standard one if left out.
        start: The number of the first one.
    """
    board = board or load_board()
    for number in count(start):
        yield question(seed, number, board=board)


def question(seed: int, number: int, *, board: Board | None = None, phase: PhaseType | None = None) -> Turn:
    """Return question `number` of a seed; equal arguments give equal questions, on every run and machine.

    Args:
        seed: The seed of the question.
        number: Its number, from 0.
        board: The board; the standard one if left out.
        phase: The type of its phase; drawn, too, if left out.

    >>> question(1, 0) == question(1, 0)
    True
    """
    board = board or load_board()
    chance = Random(f"{seed}/{number}")  # a text seeds the same on every run
    kind = phase or _drawn(chance, PHASES)[0]
    if kind is PhaseType.RETREAT:
        return _retreats(_ground(board), chance)
    if kind is PhaseType.ADJUSTMENT:
        return _adjustments(_ground(board), chance)
    return _movement(_ground(board), chance)


def distribution() -> str:
    """Return what questions are drawn from, as Markdown tables with a heading each."""

    def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
        return f"### {title}\n\n{markdown_table(columns, rows)}"

    def game(ingredient: Ingredient) -> int:
        return ingredient.weight if ingredient in _SENSIBLE else 0

    both = ("weight", "weight in a game")
    return "\n".join(
        (
            table("Phases", ("phase", "weight"), PHASES),
            table(
                "Units of a movement phase", ("units", "weight"), ((f"{a} to {b}", weight) for a, b, weight in SIZES)
            ),
            table(
                "Ingredients of a movement phase",
                ("ingredient", "what it adds", "weight", "weight before retreats", "weight in a game"),
                ((i.name, i.about, i.weight, i.before_retreats, game(i)) for i in INGREDIENTS),
            ),
            table("Units that no ingredient used", ("order", *both), (row[:3] for row in FILLINGS)),
            table("Retreats", ("order of a dislodged unit", *both), RETREAT_ORDERS),
            table(
                "Balances of a winter", ("builds (+) or removals (-)", "weight"), ((f"{n:+d}", w) for n, w in BALANCES)
            ),
            table("Orders of a winter", ("how many", *both), ADJUSTMENT_ORDERS),
        )
    )


# -- movement ---------------------------------------------------------------------------------------


def _movement(
    ground: Ground,
    chance: Random,
    weights: Sequence[int] = _MOVEMENT,
    most: int = 34,
    room: tuple[float, float] = (1.2, 2.4),
) -> Turn:
    """Return a movement phase of ingredients drawn by `weights`: at most `most` units, `room` provinces for each."""
    board = ground.board
    least, largest, _ = _drawn(chance, SIZES, 2)
    size = min(chance.randint(least, largest), most)
    every = list(board.powers)
    powers = chance.sample(every, min(len(every), chance.randint(2, 2 + size // 3)))
    draft = Draft(ground, chance, powers, _region(ground, chance, 4 + round(size * chance.uniform(*room))), size)
    for _ in range(3 * size + 8):
        if draft.left <= 0:
            break
        chance.choices(INGREDIENTS, cum_weights=weights)[0].lay(draft)
    _fill(draft, 1)
    return _finished(draft, Position(phase=Phase("S", board.first_year, PhaseType.MOVEMENT), board=board.source))


def _region(ground: Ground, chance: Random, wide: int) -> int:
    """Return `wide` provinces, where units are put: round a sea, a split coast or anywhere."""
    board = ground.board
    where = chance.random()
    middle = chance.randrange(len(board.provinces))
    if where < 0.12 and ground.split:
        middle = chance.choice([n for n in range(len(board.provinces)) if ground.split >> n & 1])
    elif where < 0.55 and board.seas:
        middle = chance.choice([n for n in range(len(board.provinces)) if board.seas >> n & 1])
    return sum(1 << province for province in ground.near[middle][:wide])


def _fill(draft: Draft, column: int) -> None:
    """Give something to do to every unit that has no order yet, by the weights in a column of `FILLINGS`."""
    for here in draft.without_order():
        # a unit may have been ordered by now, to hold where another supports it
        if here not in draft.order and not _drawn(draft.chance, FILLINGS, column)[3](draft, here):
            draft.hold(here)


def _finished(draft: Draft, position: Position) -> Turn:
    """Return the phase that was drawn: units and orders, sorted by power."""
    ground = draft.ground
    rank = {power: number for number, power in enumerate(ground.board.powers)}
    provinces = sorted(draft.spot, key=lambda province: rank[draft.power[province]])
    units = tuple(ground.unit(draft.spot[province], draft.power[province]) for province in provinces)
    orders = tuple(draft.order[province] for province in provinces if province in draft.order)
    return Turn(replace(position, units=units), orders, board=ground.board)


# -- retreats ---------------------------------------------------------------------------------------


def _retreats(ground: Ground, chance: Random) -> Turn:
    """Return the retreats after a movement phase that dislodges, mostly units that could go to the same province."""
    wanted = chance.choice((1, 2, 4, 4, 5, 6))  # 4: two units that could go to one province
    best, most = Position(board=ground.board.source), 0
    for tried in count():
        turn = _movement(ground, chance, _BEFORE_RETREATS, 20, (1.8, 3.2))
        after = adjudicate(turn.position, turn.orders, rules=_RULES, board=ground.board).after
        dislodged = len(after.dislodged)
        worth = dislodged + 2 * len(_shared(_legal(after, ground.board))) if dislodged > 1 else dislodged
        if worth > most:
            best, most = after, worth
        if most >= wanted or (most and tried >= 30):
            break
        if tried == 1000:
            return turn  # a board on which nothing can be dislodged
    position = following(best, ground.board)
    return Turn(position, _retreat_orders(position, ground.board, chance), board=ground.board)


def _legal(position: Position, board: Board) -> list[tuple[str, ...]]:
    """Return where each dislodged unit of a position may retreat to."""
    return [legal_retreats(board, position, d, _RULES) for d in position.dislodged]


def _shared(legal: Sequence[tuple[str, ...]]) -> set[str]:
    """Return the provinces that more than one of the dislodged units may retreat to."""
    goals = [{province_of(place) for place in places} for places in legal]
    return {goal for n, some in enumerate(goals) for goal in some if any(goal in other for other in goals[:n])}


def _retreat_orders(position: Position, board: Board, chance: Random, column: int = 1) -> tuple[Order, ...]:
    """Return orders for the dislodged units, drawn by the weights in a column of `RETREAT_ORDERS`."""
    legal = _legal(position, board)
    shared = sorted(_shared(legal))
    meeting = chance.choice(shared) if shared else ""
    orders: list[Order] = []
    for d, places in zip(position.dislodged, legal, strict=True):
        unit = d.unit
        named = UnitName(unit.location, unit.type)
        kind = _drawn(chance, RETREAT_ORDERS, column)[0]
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
    ground = _ground(board)
    reasons: dict[str, list[str]] = {}
    for places in ground.goals[ground.spot_of(dislodged.unit)].values():
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


# -- adjustments ------------------------------------------------------------------------------------


def _adjustments(ground: Ground, chance: Random) -> Turn:
    """Return a winter in which one to seven powers build and remove, each drawn by `BALANCES`."""
    board = ground.board
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
        wanted = max(len(centers[power]) - _drawn(chance, BALANCES)[0], 0)
        # after an autumn whoever stands in a center owns it
        others = {board.province_number[center] for center in board.centers if center not in centers[power]}
        _station(ground, chance, power, wanted, units, taken, others)
    owned_by = {power: tuple(c for c in board.centers if c in owned) for power, owned in centers.items()}
    phase = Phase("W", board.first_year, PhaseType.ADJUSTMENT)
    position = Position(units=tuple(units), centers=owned_by, phase=phase, board=board.source)
    orders: list[Order] = []
    for power in powers:
        orders.extend(_adjustment_orders(position, board, power, chance))
    return Turn(position, tuple(orders), board=board)


def _station(
    ground: Ground, chance: Random, power: str, wanted: int, units: list[Unit], taken: set[int], closed: set[int]
) -> None:
    """Put `wanted` units of a power on the board, not in the provinces `closed`, mostly not far from its homes."""
    board = ground.board
    homes = board.powers[power].homes
    far = ground.moves_from(homes) if chance.random() < EQUALLY_FAR else []
    near = ground.near[board.province_number[chance.choice(homes)] if homes else chance.randrange(len(board.provinces))]
    for _ in range(wanted):
        places = [p for p in near[: 16 if chance.random() < 0.75 else None] if p not in taken and p not in closed]
        if not places:
            return
        province = chance.choice(places)
        taken.add(province)
        spots = ground.spots[province]
        armies = [spot for spot in spots if not spot & 1] if far else []  # fleets have another way home
        units.append(ground.unit(chance.choice(armies or spots), power))
        if far:  # the others at the same distance
            closed = {*closed, *(p for p, moves in enumerate(far) if moves != far[province])}


def _adjustment_orders(position: Position, board: Board, power: str, chance: Random, column: int = 1) -> list[Order]:
    """Return adjustment orders of a power, drawn by the weights in a column of `ADJUSTMENT_ORDERS`."""
    difference = balance(position, power)
    kind = _drawn(chance, ADJUSTMENT_ORDERS, column)[0]
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


# -- games ------------------------------------------------------------------------------------------


def of_game(position: Position, seed: int, *, board: Board | None = None) -> Iterator[Turn]:
    """Yield the phases of a random game that continues from `position`, each with legal orders that make some sense.

    Units attack, support, convoy and follow each other as the ingredients have it, retreat where they may, and are
    built and removed as due; standoff's own results lead from one phase to the next. It goes on without end unless no
    unit is left.

    Args:
        position: Where it starts; a movement phase in spring of the board's first year if it names none.
        seed: What the game is drawn from.
        board: The board; that of the position if left out.

    Raises:
        PositionError: The position is impossible.
    """
    position, board = on_board(position, board)
    if position.phase is None:
        position = replace(position, phase=Phase("S", board.first_year, PhaseType.MOVEMENT))
    for number in count():
        if not position.units and not position.dislodged:
            return
        turn = _turn_of_game(position, board, Random(f"{seed}/game/{number}"))
        yield turn
        after = adjudicate_phase(position, turn.orders, rules=_RULES, board=board).after
        position = following(after, board)


def _turn_of_game(position: Position, board: Board, chance: Random) -> Turn:
    kind = position.phase_type
    if kind is PhaseType.RETREAT:
        return Turn(position, _retreat_orders(position, board, chance, 2), board=board)
    if kind is PhaseType.ADJUSTMENT:
        orders: list[Order] = []
        for power in board.powers:
            if may_adjust(board, position, power):
                orders.extend(_adjustment_orders(position, board, power, chance, 2))
        return Turn(position, tuple(orders), board=board)
    draft = Draft(_ground(board), chance, list(board.powers), 0, 0)
    for unit in position.units:
        draft.add(unit)
    for _ in range(len(position.units) // 2):
        chance.choices(_SENSIBLE, cum_weights=_IN_A_GAME)[0].lay(draft)
    _fill(draft, 2)
    return Turn(position, _finished(draft, position).orders, board=board)
