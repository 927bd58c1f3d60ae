"""Supply centers and adjustments: who owns what, what is built, what goes.

Source: rulebook 1982, XIII and XIV.4; 2000, pages 17 and 18; DATC 3.0, 6.I, 6.J, 4.D.4 to 4.D.8.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...map import ARMY, FLEET, Board, Position, Unit, changed_position, on_board
from ..law import adjusting
from ..law.adjusting import count_free_homes, note_sequence
from ..law.course import transfer_centers
from ..law.faults import Illegal
from ..law.homes import homes_of
from ..law.reasons import Outcome, Reason
from ..law.state import ProvinceState, state_of
from ..order import Build, Disband, Order, UnitName
from ..orders.adjustment_orders import Adjustments
from ..orders.legality import check_order
from ..orders.order_sets import orders_for
from ..results.results import OrderResult, Results
from ..rules.options import CivilDisorderDistance
from ..rules.rulebook import Rulebook, rulebook


def centers_after(board: Board, position: Position) -> dict[str, tuple[str, ...]]:
    """Return who owns which supply centers after an autumn's retreats.

    A center belongs to the power whose unit stands in it, else to its previous owner.

    Source: rulebook 1982, XIII.1.

    >>> from standoff.map import Position, load_board
    >>> position = Position.parse("standard F1901M FRANCE:ASPA FRANCE:PAR")
    >>> centers_after(load_board(), position)["FRANCE"]
    ('PAR', 'SPA')
    """
    provinces = state_of(board, position)
    transfer_centers(homes_of(board, rulebook()).center, provinces)
    return centers_of(board, provinces)


def centers_of(board: Board, provinces: Iterable[ProvinceState]) -> dict[str, tuple[str, ...]]:
    """Return the supply centers of each power, by what is in the provinces.

    >>> from standoff.map import load_board, starting_position
    >>> from standoff.solver.law.state import state_of
    >>> centers_of(load_board(), state_of(load_board(), starting_position()))["ITALY"]
    ('NAP', 'ROM', 'VEN')
    """
    centers: dict[str, list[str]] = {power: [] for power in board.powers}
    of_number = tuple(centers.values())
    for province, here in zip(board.provinces, provinces, strict=True):
        if here.owner >= 0:
            of_number[here.owner].append(province.id)
    return {power: tuple(owned) for power, owned in centers.items()}


@dataclass(frozen=True)
class AdjustmentResult(Results):
    """An adjustment phase: what became of each order, who was removed without one, and the position afterwards.

    >>> from standoff import read
    >>> result = read("6.I.1").adjudicate().phase_result
    >>> type(result).__name__, len(result)
    ('AdjustmentResult', 3)
    """


def unused_builds(board: Board, result: AdjustmentResult) -> dict[str, int]:
    """Return how many units each power could have built and neither built nor waived; powers without any are left out.

    >>> from standoff import load_board, read
    >>> unused_builds(load_board(), read("standard W1901A FRANCE:ASPA FRANCE:PAR,BRE,SPA").adjudicate().phase_result)
    {'FRANCE': 2}
    """
    winter = Adjustments(board, result.before, rulebook())
    used = Counter(one.order.power for one in result if one.outcome in (Outcome.BUILDS, Outcome.WAIVES))
    left: dict[str, int] = {}
    for power, number in winter.powers.items():
        most = min(winter.balance[number], count_free_homes(winter.homes, winter.provinces, number))
        if most > used[power]:
            left[power] = most - used[power]
    return left


def distance_from_home(board: Board, unit: Unit, owned: Iterable[str], rules: Rulebook) -> int:
    """Return the distance of a unit from home, in moves, as option ``civil_disorder_distance`` measures it.

    Args:
        board: The board.
        unit: The unit; if its power is not on the board, home is the centers that the power owns.
        owned: The supply centers that its power owns.
        rules: The rulebook.

    Source: DATC 3.0, 4.D.8.

    >>> from standoff.map import ARMY, Unit, load_board
    >>> distance_from_home(load_board(), Unit(ARMY, "MOS", "FRANCE"), ["PAR"], rulebook())
    5
    """
    homes, power = homes_of(board, rules), board.power_number.get(unit.power, len(board.powers))
    if unit.power not in board.powers:
        homes = homes._replace(to_owned=1)
    provinces = [ProvinceState() for _ in board.provinces]
    for center in owned:
        provinces[board.number_of(center)].owner = power
    goals = [0] * len(provinces)
    count = adjusting.note_goals(homes, provinces, power, goals)
    return adjusting.distance_from_home(homes, board.unit_keys[unit.type, unit.location], goals, count)


def adjudicate_adjustments(
    position: Position, orders: Iterable[Order], *, rules: Rulebook | str | None = None, board: Board | None = None
) -> AdjustmentResult:
    """Adjudicate an adjustment phase.

    Args:
        position: Units and owned centers.
        orders: Builds, removals and waived builds of all powers. Builds not ordered are waived; removals not
            ordered follow the rules of civil disorder. Powers in civil disorder build nothing.
        rules: The rulebook; 2023 if left out.
        board: The board; that of the position if left out.

    Raises:
        PositionError: The position is impossible.

    >>> from standoff.map import ARMY, Position
    >>> position = Position.parse("standard W1901A FRANCE:ASPA FRANCE:PAR,SPA")
    >>> result = adjudicate_adjustments(position, [Build("FRANCE", UnitName("PAR", ARMY))])
    >>> [str(unit) for unit in result.after.units]
    ['A SPA', 'A PAR']
    """
    (position, board), rules = on_board(position, board), rulebook(rules)
    given = orders_for(position, orders, rules, board)
    winter = Adjustments(board, position, rules)
    by_power: dict[str, list[tuple[int, Order]]] = {power: [] for power in board.powers}
    results: dict[int, OrderResult] = {}
    for number, order in enumerate(given):
        check_order(order, board)
        if order.power in position.civil_disorder:
            results[number] = _illegal(order, Illegal.CIVIL_DISORDER)
        else:
            by_power[order.power].append((number, order))
    good = {power: _legal(winter, numbered, results) for power, numbered in by_power.items()}
    standing = position.by_power()
    after: dict[str, list[Unit]] = {}
    unordered: dict[str, list[OrderResult]] = {power: [] for power in by_power}
    names, sequence = list(by_power), [0] * len(by_power)
    for number in sequence[: note_sequence(winter.balance, sequence)]:
        power = names[number]
        units = standing.get(power, ())
        after[power] = _carried_out(winter, power, units, good[power], (results, unordered[power]))
    everything = (
        *(results[number] for number in range(len(given))),
        *(result for power in by_power for result in unordered[power]),
    )
    units = tuple(unit for power in by_power for unit in after.get(power, standing.get(power, ())))
    return AdjustmentResult(everything, len(given), position, changed_position(position, units=units))


_Good = list[tuple[int, Order, Unit | None]]
"""Legal orders: their numbers, and the units that they build or remove, None for a waiver."""


def _illegal(order: Order, fault: Illegal) -> OrderResult:
    return OrderResult(order, False, Outcome.ILLEGAL, Reason.ILLEGAL, rule=fault)


def _legal(winter: Adjustments, numbered: Iterable[tuple[int, Order]], results: dict[int, OrderResult]) -> _Good:
    """Return the legal orders of a power, one for each province (DATC 4.D.5); note of the others why they are not."""
    good: _Good = []
    by_province: dict[str, list[int]] = {}
    for number, order in numbered:
        read = winter.read(order)
        if isinstance(read, Illegal):
            results[number] = _illegal(order, read)
            continue
        good.append((number, order, read))
        if read is not None:
            by_province.setdefault(read.province, []).append(number)
    dropped: set[int] = set()
    for number, order, unit in good:
        numbers = by_province[unit.province] if unit is not None else [number]
        if len(numbers) > 1:
            builds = isinstance(order, Build)
            choice = winter.rules["multiple_builds_one_province"] if builds else "first"
            if number != {"first": numbers[0], "last": numbers[-1]}.get(choice, -1):
                dropped.add(number)
                results[number] = _illegal(order, Illegal.BUILT_TWICE if builds else Illegal.REMOVED_TWICE)
    return [entry for entry in good if entry[0] not in dropped]


def _carried_out(
    winter: Adjustments,
    power: str,
    units: Sequence[Unit],
    good: _Good,
    out: tuple[dict[int, OrderResult], list[OrderResult]],
) -> list[Unit]:
    """Carry out the legal orders of a power; return its units afterwards, and note what became of each order."""
    board, number = winter.board, winter.powers[power]
    most = winter.balance[number]
    results, unordered = out
    waived = sum(1 << n for n, (_, _, unit) in enumerate(good) if unit is None)
    orders = adjusting.PowerOrders(
        [board.province_of_place[unit.location] if unit else -1 for _, _, unit in good],
        [board.location_number[unit.location] if unit else -1 for _, _, unit in good],
        [int(unit is not None and unit.type is FLEET) for _, _, unit in good],
        (1 << len(good)) - 1 & ~waived,
        waived,
    )
    carry_out = adjusting.carry_out_builds if most > 0 else adjusting.carry_out_removals
    places = [-1] * abs(most)
    kept, more = carry_out(winter.homes, winter.provinces, number, abs(most), orders, places)
    built: list[Unit] = []
    for n, (given, order, unit) in enumerate(good):
        if not kept >> n & 1:
            results[given] = OrderResult(order, False, Outcome.SURPLUS, Reason.SURPLUS)
        elif unit is None:
            results[given] = OrderResult(order, True, Outcome.WAIVES, Reason.WAIVED)
        elif most > 0:
            results[given] = OrderResult(order, True, Outcome.BUILDS, Reason.BUILT)
            built.append(unit)
        else:
            results[given] = OrderResult(order, True, Outcome.DISBANDS, Reason.DISBANDED_AS_ORDERED)
    at = {board.province_of_place[unit.location]: unit for unit in units}
    for place in places[:more]:
        if most > 0:
            built.append(Unit(ARMY, board.provinces[place].id, power))
            build = Build(power, UnitName(built[-1].location, ARMY))
            unordered.append(OrderResult(build, True, Outcome.BUILDS, Reason.BUILT_UNORDERED))
        else:
            removed = Disband(power, UnitName(at[place].location, at[place].type))
            rule = CivilDisorderDistance.choices[winter.rules["civil_disorder_distance"]]
            unordered.append(OrderResult(removed, True, Outcome.DISBANDS, Reason.REMOVED, rule=rule))
    standing = winter.provinces
    return [*(unit for place, unit in at.items() if standing[place].unit_location >= 0), *built]
