"""Supply centers and adjustments: who owns what, what may be built, what must go.

Source: rulebook 1982, XIII and XIV.4; 2000, pages 17 and 18; DATC 3.0, 6.I, 6.J, 4.B.7, 4.C.3, 4.C.4, 4.D.4 to 4.D.8.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from ...map import ARMY, FLEET, Board, Position, Unit
from ...map.board import COASTAL, INLAND, SEA
from ...map.position import on_board
from ..law.course import counted, removal_rank
from ..law.reasons import Outcome, Reason
from ..orders.legality import Illegal, check_order, named_right
from ..orders.order import Build, Disband, Order, Unclear, UnitName, Waive
from ..orders.order_sets import orders_for
from ..results.results import OrderResult, Results
from ..rulebook import Rulebook, number_of, option, rulebook

if TYPE_CHECKING:
    import networkx


def centers_after(board: Board, position: Position) -> dict[str, tuple[str, ...]]:
    """Return who owns which supply centers after an autumn's retreats.

    A center belongs to the power whose unit stands in it, else to who owned it before.

    Source: rulebook 1982, XIII.1.

    >>> from standoff.map import Position, load_board
    >>> position = Position.parse("standard F1901M FRANCE:ASPA FRANCE:PAR")
    >>> centers_after(load_board(), position)["FRANCE"]
    ('PAR', 'SPA')
    """
    return owned_after(board, position.centers, [(unit.province, unit.power) for unit in position.units])


def owned_after(
    board: Board, centers: Mapping[str, tuple[str, ...]], standing: Iterable[tuple[str, str]]
) -> dict[str, tuple[str, ...]]:
    """Return what `centers_after` does.

    Args:
        board: The board.
        centers: The supply centers of each power before.
        standing: The province and the power of each unit.

    >>> from standoff.map import load_board
    >>> owned_after(load_board(), {"FRANCE": ("PAR",)}, [("SPA", "FRANCE")])["FRANCE"]
    ('PAR', 'SPA')
    """
    owner = {center: power for power, owned in centers.items() for center in owned}
    owner |= {province: power for province, power in standing if province in board.center_ids}
    found: dict[str, list[str]] = {power: [] for power in (*board.powers, *centers)}
    for center in board.centers:
        power = owner.get(center)
        if power in found:
            found[power].append(center)
    return {power: tuple(owned) for power, owned in found.items()}


def balance(position: Position, power: str) -> int:
    """Return how many units `power` may build (positive) or must remove (negative), its free homes set aside.

    >>> from standoff.map import Position
    >>> balance(Position.parse("standard W1901A FRANCE:ASPA FRANCE:PAR,SPA"), "FRANCE")
    1
    """
    return len(position.centers.get(power, ())) - sum(unit.power == power for unit in position.units)


def free_homes(board: Board, position: Position, power: str) -> list[str]:
    """Return the home centers that `power` owns and where no unit stands, in the order of the board.

    Source: rulebook 1982, XIV.4.

    >>> from standoff.map import load_board, starting_position
    >>> start = starting_position()
    >>> free_homes(load_board(), replace(start, units=start.units[1:]), "AUSTRIA")
    ['BUD']
    """
    owned = position.centers.get(power, ())
    occupied = {unit.province for unit in position.units}
    homes = board.powers[power].homes if power in board.powers else ()
    return [home for home in homes if home in owned and home not in occupied]


@dataclass(frozen=True)
class AdjustmentResult(Results):
    """An adjustment phase: what became of each order, who was removed without one, and the position afterwards.

    >>> from standoff import read
    >>> result = read("6.I.1").adjudicate().found
    >>> type(result).__name__, len(result)
    ('AdjustmentResult', 3)
    """


def unused_builds(board: Board, result: AdjustmentResult) -> dict[str, int]:
    """Return how many units each power could have built and neither built nor waived; powers without any are left out.

    >>> from standoff import load_board, read
    >>> unused_builds(load_board(), read("standard W1901A FRANCE:ASPA FRANCE:PAR,BRE,SPA").adjudicate().found)
    {'FRANCE': 2}
    """
    before = result.before
    used = Counter(found.order.power for found in result if found.outcome in (Outcome.BUILDS, Outcome.WAIVES))
    found: dict[str, int] = {}
    for power in board.powers:
        if power not in before.civil_disorder:
            most = min(balance(before, power), len(free_homes(board, before, power)))
            if most > used[power]:
                found[power] = most - used[power]
    return found


class _Adjustments:
    """The adjustments of one power."""

    def __init__(self, board: Board, position: Position, rules: Rulebook, power: str) -> None:
        self.board, self.rules, self.power = board, rules, power
        self.position = position
        self.units = [unit for unit in position.units if unit.power == power]
        self.occupied = {unit.province for unit in position.units}
        self.owned = position.centers.get(power, ())
        self.balance = balance(position, power)
        self.results: dict[int, OrderResult] = {}
        self.unordered: list[OrderResult] = []
        self.free = free_homes(board, position, power)

    def carry_out(self, orders: list[tuple[int, Order]]) -> list[Unit]:
        """Carry out the numbered `orders`; return the units of the power afterwards."""
        good: list[tuple[int, Order, Unit | None]] = []
        for number, order in orders:
            read = self.read(order)
            if isinstance(read, Illegal):
                self.results[number] = OrderResult(order, False, Outcome.ILLEGAL, Reason.ILLEGAL, rule=read.value)
            else:
                good.append((number, order, read))
        if self.balance > 0:
            return self.build(good)
        if self.balance < 0:
            return self.remove(good)
        return self.units

    # -- reading ------------------------------------------------------------------------------------

    def read(self, order: Order) -> Unit | Illegal | None:
        """Return the unit to build or remove (None for a waived build), or why the order is illegal."""
        if isinstance(order, Waive):
            if self.balance <= 0:
                return Illegal.NO_BUILDS
            return None if self.rules["waiving"] == "allowed" else Illegal.NO_WAIVING
        if isinstance(order, Build):
            return self.read_build(order.unit) if self.balance > 0 else Illegal.NO_BUILDS
        if isinstance(order, Disband):
            return self.read_removal(order.unit) if self.balance < 0 else Illegal.NO_REMOVALS
        return Illegal.UNREADABLE if isinstance(order, Unclear) else Illegal.WRONG_PHASE

    def read_build(self, named: UnitName) -> Unit | Illegal:
        board, rules = self.board, self.rules
        province = board.province(named.province)
        if province.id not in self.owned or province.id not in board.powers[self.power].homes:
            return Illegal.NOT_HOME
        if province.id in self.occupied:
            return Illegal.OCCUPIED
        kind = named.type
        if kind is None:
            choice = rules["missing_build_type"]
            if province.kind == INLAND and choice != "fails":
                kind = ARMY
            elif choice == "by-province" and "/" in named.place:
                kind = FLEET
            else:
                return Illegal.MISSING_TYPE
        if kind is FLEET and province.kind == INLAND:
            if rules["build_fleet_inland"] == "fails":
                return Illegal.INLAND_FLEET
            kind = ARMY
        place = named.place
        if place not in board.location_number or (kind is ARMY and "/" in place):
            if rules["irrelevant_coast"] == "fails":
                return Illegal.NO_SUCH_COAST
            place = province.id
        if kind is FLEET and place not in province.locations:
            if rules["build_coast"] == "required":
                return Illegal.COAST_OMITTED
            place = province.locations[0]
        return Unit(kind, place, self.power)

    def read_removal(self, named: UnitName) -> Unit | Illegal:
        for unit in self.units:
            if unit.province != named.province:
                continue
            fault = named_right(self.board, self.rules, unit, named)
            return fault if isinstance(fault, Illegal) else unit
        return Illegal.NOT_YOURS if named.province in self.occupied else Illegal.NO_UNIT

    # -- building -----------------------------------------------------------------------------------

    def build(self, good: list[tuple[int, Order, Unit | None]]) -> list[Unit]:
        allowed = min(self.balance, len(self.free))
        good = self.one_each(good, self.rules["multiple_builds_one_province"], Illegal.BUILT_TWICE)
        # a waived build uses up one that could be made, whether a home is free for it or not
        built: list[Unit] = []
        for number, order, unit in self.within(good, self.balance, allowed, "too_many_builds"):
            if unit is None:
                self.results[number] = OrderResult(order, True, Outcome.WAIVES, Reason.WAIVED)
            else:
                self.results[number] = OrderResult(order, True, Outcome.BUILDS, Reason.BUILT)
                built.append(unit)
        if self.rules["waiving"] == "not-allowed":
            built.extend(self.build_unordered(allowed - len(built), {unit.province for unit in built}))
        return [*self.units, *built]

    def build_unordered(self, missing: int, used: set[str]) -> list[Unit]:
        """Build armies in the free home centers that come first in the alphabet, where builds cannot be waived."""
        made: list[Unit] = []
        for home in sorted((h for h in self.free if h not in used), key=lambda h: self.board.province(h).name)[
            :missing
        ]:
            unit = Unit(ARMY, home, self.power)
            order = Build(self.power, UnitName(home, ARMY))
            self.unordered.append(OrderResult(order, True, Outcome.BUILDS, Reason.BUILT_UNORDERED))
            made.append(unit)
        return made

    def one_each(
        self, good: list[tuple[int, Order, Unit | None]], choice: str, fault: Illegal
    ) -> list[tuple[int, Order, Unit | None]]:
        """Keep one of several orders for one province, as `choice` says; the others are illegal."""
        by_province: dict[str, list[int]] = {}
        for number, _, unit in good:
            if unit is not None:
                by_province.setdefault(unit.province, []).append(number)
        dropped: set[int] = set()
        for numbers in by_province.values():
            if len(numbers) > 1:
                keep = {"first": numbers[0], "last": numbers[-1]}.get(choice, -1)
                dropped.update(number for number in numbers if number != keep)
        for number, order, _ in good:
            if number in dropped:
                self.results[number] = OrderResult(order, False, Outcome.ILLEGAL, Reason.ILLEGAL, rule=fault.value)
        return [entry for entry in good if entry[0] not in dropped]

    def within(
        self, good: list[tuple[int, Order, Unit | None]], most: int, units: int, option: str
    ) -> list[tuple[int, Order, Unit | None]]:
        """Keep at most `most` orders, `units` of them with a unit, as the rulebook says; the others are surplus."""
        waived = sum(1 << n for n, (_, _, unit) in enumerate(good) if unit is None)
        ordered = (1 << len(good)) - 1 & ~waived
        kept = counted(ordered, waived, most, units, number_of(option, self.rules[option]))
        for n, (number, order, _) in enumerate(good):
            if not kept >> n & 1:
                self.results[number] = OrderResult(order, False, Outcome.SURPLUS, Reason.SURPLUS)
        return [entry for n, entry in enumerate(good) if kept >> n & 1]

    # -- removing -----------------------------------------------------------------------------------

    def remove(self, good: list[tuple[int, Order, Unit | None]]) -> list[Unit]:
        needed = -self.balance
        good = self.one_each(good, "first", Illegal.REMOVED_TWICE)
        left = list(self.units)
        for number, order, unit in self.within(good, needed, needed, "too_many_disbands"):
            assert unit is not None
            left.remove(unit)
            self.results[number] = OrderResult(order, True, Outcome.DISBANDS, Reason.DISBANDED_AS_ORDERED)
        while len(left) > max(len(self.units) - needed, 0):
            unit = removed_in_civil_disorder(self.board, left, self.owned, self.rules)
            left.remove(unit)
            rule = option("civil_disorder_distance").choices[self.rules["civil_disorder_distance"]]
            order = Disband(self.power, UnitName(unit.location, unit.type))
            self.unordered.append(OrderResult(order, True, Outcome.DISBANDS, Reason.REMOVED, rule=rule))
        return left


def removed_in_civil_disorder(board: Board, units: list[Unit], owned: Iterable[str], rules: Rulebook) -> Unit:
    """Return which of the units of one power goes first when no removal is ordered.

    The farthest from home by the rulebook's measure; of equals fleets before armies, then the first by the English
    names of the provinces.

    Source: DATC 3.0, 4.D.8; rulebook 2023, page 20; 1982, XIV.4.

    >>> from standoff.map import Position, load_board
    >>> units = list(Position.parse("standard W1901A FRANCE:APIC,AMOS").units)
    >>> str(removed_in_civil_disorder(load_board(), units, ["PAR"], rulebook()))
    'A MOS'
    """
    places = alphabet(board)

    def rank(unit: Unit) -> int:
        distance = distance_from_home(board, unit, owned, rules)
        return removal_rank(distance, unit.type is FLEET, places[board.province_number[unit.province]])

    return max(units, key=rank)


@lru_cache(maxsize=16)
def alphabet(board: Board) -> tuple[int, ...]:
    """Return the place of each province in the alphabet of English names, by its number.

    >>> from standoff.map import load_board
    >>> board = load_board()
    >>> board.provinces[alphabet(board).index(0)].name
    'Adriatic Sea'
    """
    in_order = sorted(range(len(board.provinces)), key=lambda number: board.provinces[number].name)
    return tuple(in_order.index(number) for number in range(len(in_order)))


UNREACHABLE = 10**6
"""The distance, in moves, of a unit that could never come home."""


def distance_from_home(board: Board, unit: Unit, owned: Iterable[str], rules: Rulebook) -> int:
    """Return the distance of a unit from home, in moves, as option ``civil_disorder_distance`` measures it.

    Source: DATC 3.0, 4.D.8.

    >>> from standoff.map import ARMY, Unit, load_board
    >>> distance_from_home(load_board(), Unit(ARMY, "MOS", "FRANCE"), ["PAR"], rulebook())
    5
    """
    choice = rules["civil_disorder_distance"]
    power = board.powers.get(unit.power)
    if choice == "owned-centers" or power is None:
        goals = owned
    else:
        goals = power.country if choice == "home-country" else power.homes
    fleet = unit.type is FLEET and choice != "owned-centers"
    if fleet:
        distances = steps_between(board, "fleets", unit.location)
        goals = [location for goal in goals for location in board.province(goal).locations]
    else:
        kind = "armies and convoys" if choice == "home-centers-convoys" else "any unit"
        distances = steps_between(board, kind, unit.province)
    return min((distances[goal] for goal in goals if goal in distances), default=UNREACHABLE)


@lru_cache(maxsize=10_000)
def steps_between(board: Board, kind: str, origin: str) -> Mapping[str, int]:
    """Return how many moves away every place of a board is from `origin`, on the graph of a kind of movement.

    >>> from standoff.map import load_board
    >>> steps_between(load_board(), "any unit", "PAR")["MUN"]
    2
    """
    import networkx

    graph = {
        "any unit": lambda: board.province_graph,
        "fleets": lambda: board.fleet_graph,
        "armies and convoys": lambda: _with_convoys(board),
    }[kind]()
    return networkx.single_source_shortest_path_length(graph, origin)


@lru_cache(maxsize=16)
def _with_convoys(board: Board) -> networkx.Graph[str]:
    """Return the graph that armies move on, a convoy over any connected seas being one move."""
    import networkx

    seas = [province.id for province in board.provinces if province.kind == SEA]
    graph: networkx.Graph[str] = board.army_graph.copy()
    for body in networkx.connected_components(board.province_graph.subgraph(seas)):
        beside = {place for sea in body for place in board.province_graph[sea]}
        coast = [place for place in beside if board.province(place).kind == COASTAL]
        graph.add_edges_from(combinations(coast, 2))
    return graph


def adjudicate_adjustments(
    position: Position, orders: Iterable[Order], *, rules: Rulebook | str | None = None, board: Board | None = None
) -> AdjustmentResult:
    """Adjudicate an adjustment phase.

    Args:
        position: Units and owned centers.
        orders: Builds, removals and waived builds of all powers. Builds not ordered are waived; removals not
            ordered follow the rules of civil disorder. Powers in civil disorder build nothing.
        rules: The rulebook; 2023 if left out.
        board: The board; the standard one if left out.

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
    by_power: dict[str, list[tuple[int, Order]]] = {power: [] for power in board.powers}
    results: dict[int, OrderResult] = {}
    for number, order in enumerate(given):
        check_order(order, board)
        if order.power in position.civil_disorder or order.power not in by_power:
            rule = Illegal.CIVIL_DISORDER.value
            results[number] = OrderResult(order, False, Outcome.ILLEGAL, Reason.ILLEGAL, rule=rule)
        else:
            by_power[order.power].append((number, order))
    after: list[Unit] = [unit for unit in position.units if unit.power not in by_power]
    unordered: list[OrderResult] = []
    for power, numbered in by_power.items():
        adjustments = _Adjustments(board, position, rules, power)
        if power in position.civil_disorder and adjustments.balance > 0:
            after.extend(adjustments.units)
            continue
        after.extend(adjustments.carry_out(numbered))
        results.update(adjustments.results)
        unordered.extend(adjustments.unordered)
    everything = (*(results[number] for number in range(len(given))), *unordered)
    return AdjustmentResult(everything, len(given), position, replace(position, units=tuple(after)))


__all__ = [
    "AdjustmentResult",
    "adjudicate_adjustments",
    "balance",
    "centers_after",
    "distance_from_home",
    "free_homes",
    "removed_in_civil_disorder",
]
