"""Check own rules by brute force: `python -m tools.check_own [--pairs N] [--jobs N]`.

Random turns in which few units meet often, under random options and random own rules (`tools.own_rules_drawn`). All
assignments of success to the orders of a turn are tried. Which of them are resolutions is told by the equations of DATC
3.0, 5.B, written down once more, naively: on full assignments, from the orders and not from the solver's masks, and
each own function is asked about the facts of the assignment. Of the table only is taken which orders are void, and
which armies go by convoy. Every second pair has options that these equations do not know; there the solver's own are
tried, on full assignments as well. Compared are

- the resolutions that are found by components, and those found in the turn as a whole;
- what a turn without a paradox comes to, and the provinces that are contested then;
- both, and all outcomes, with units and orders listed in another order.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Collection, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cached_property, lru_cache
from itertools import combinations, product, repeat
from typing import Any

from standoff.map import ARMY, FLEET, Board, Position, Unit, load_board, province_of
from standoff.map.masks import bits
from standoff.solver import Convoy, Hold, Move, Order, Rulebook, RulebookError, Support, UnitName, adjudicate, rulebook
from standoff.solver.law.equations import BY_CONVOY, BY_LAND
from standoff.solver.plain.order_table import OrderTable, table_of
from standoff.solver.plain.own_equations import Cut, DislodgedMove, Strength, law_of
from standoff.solver.plain.own_rules import ConvoyedCut
from standoff.solver.plain.paradox import solve
from standoff.solver.rulebook import option
from standoff.solver.studies.resolutions import resolutions_of
from tools.own_rules_drawn import drawn
from tools.shared import command_line, say, seconds
from tools.tangled import tangled_board, tangled_turn

MOST_ORDERS = 8
"""Turns with more orders than these that are not void are left out."""

BLOCK = 200
"""Pairs that a process takes at a time."""

PRINTED = ("adjacent_convoy", "cut_by_own_target", "dislodged_effect")
"""The options that the equations below know."""

OTHERS = ("attack_on_own", "convoyed_attack_from", "exchange_by_convoy", "multi_route_disruption", "paradox_exception")

Laid = tuple[Board, Position, Sequence[Order]]


@lru_cache(maxsize=None)
def beside(board: Board, place: str) -> frozenset[str]:
    """Return the provinces that a province touches, for armies or fleets."""
    number, province = board.province_number[place], board.province(place)
    near = {board.provinces[other].id for other in bits(board.army_reach[number])}
    for location in province.locations or (place,):
        for other in bits(board.fleet_reach[board.location_number[location]]):
            near.add(province_of(board.locations[other]))
    return frozenset(near)


def crowd(chance: random.Random, board: Board) -> Laid:
    """Return a turn in a corner of the board: units go to where others are, or support or convoy those who go."""
    corner = {chance.choice(board.provinces).id}
    while len(corner) < 9:
        corner.add(chance.choice(sorted({other for place in corner for other in beside(board, place)})))
    places = chance.sample(sorted(corner), chance.randint(4, 9))
    powers = ("ENGLAND", "FRANCE", "GERMANY")[: chance.choice((1, 2, 3, 3))]
    units: list[Unit] = []
    for place in places:
        province = board.province(place)
        swims = province.kind == "sea" or (province.kind == "coastal" and chance.random() < 0.35)
        location = chance.choice(province.locations or (place,)) if swims else place
        units.append(Unit(FLEET if swims else ARMY, location, chance.choice(powers)))
    goals: dict[Unit, str] = {}
    for unit in units:
        near = sorted(beside(board, unit.province) & corner)
        if unit.type is ARMY and chance.random() < 0.25:
            near = sorted(corner - {unit.province})
        if near and chance.random() < 0.6:
            goals[unit] = chance.choice([place for place in near if place in places[:3]] or near)
    orders: list[Order] = []
    for unit in units:
        name, at_sea = UnitName(unit.location, unit.type), board.province(unit.province).kind == "sea"
        movers = [one for one in goals if one != unit]
        armies = [one for one in movers if one.type is ARMY]
        if unit in goals:
            orders.append(Move(unit.power, name, goals[unit], unit.type is ARMY and chance.random() < 0.3))
        elif armies and at_sea and chance.random() < 0.7:
            army = chance.choice(armies)
            orders.append(Convoy(unit.power, name, UnitName(army.location, ARMY), goals[army]))
        elif len(units) > 1 and chance.random() < 0.9:
            reached = [one for one in movers if goals[one] in beside(board, unit.province)]
            other = chance.choice(reached or [one for one in units if one != unit])
            orders.append(Support(unit.power, name, UnitName(other.location, other.type), goals.get(other)))
    return board, Position(units=tuple(units)), orders


class Printed:
    """The equations of a turn as DATC 3.0, 5.B, prints them, with own functions in their places.

    Units have the numbers of the table; `true` are the orders that succeed, all others fail.
    """

    def __init__(self, table: OrderTable) -> None:
        self.table, self.rules, self.units = table, table.rules, table.units
        self.live = bits(table.live)
        count = range(len(self.units))
        self.orders = [
            table.order(i) if i in self.live else Hold(u.power, UnitName(u.location, u.type))
            for i, u in enumerate(self.units)
        ]
        self.at = {unit.province: i for i, unit in enumerate(self.units)}
        self.goal = [province_of(one.destination) if isinstance(one, Move) else "" for one in self.orders]
        self.into = [[j for j in count if self.goal[j] == unit.province] for unit in self.units]
        self.supporters, self.fleets = [[[] for _ in count] for _ in range(2)]  # type: tuple[list[list[int]], ...]
        for i, one in enumerate(self.orders):
            if isinstance(one, Support):
                self.supporters[self.at[province_of(one.supported.place)]].append(i)
            elif isinstance(one, Convoy):
                self.fleets[self.at[province_of(one.convoyed.place)]].append(i)

    def resolutions(self) -> list[int]:
        """Return all assignments of which every equation holds, as ascending masks."""
        found: list[int] = []
        for values in product((False, True), repeat=len(self.live)):
            true = {i for i, value in zip(self.live, values, strict=True) if value}
            if all(self.succeeds(i, true) == (i in true) for i in self.live):
                found.append(sum(1 << i for i in true))
        return sorted(found)

    def succeeds(self, i: int, true: Collection[int]) -> bool:
        """Tell what the equation of an order says (5.B.1 to 5.B.3)."""
        if isinstance(self.orders[i], Support):
            return not any(self.cuts(i, j, true) for j in self.into[i])
        if isinstance(self.orders[i], Convoy):
            return not any(j in true for j in self.into[i])
        there = self.at.get(self.goal[i], -1)
        rivals = [j for j in range(len(self.units)) if j != i and self.goal[j] == self.goal[i]]
        if there < 0 and not rivals and self.way(i) != BY_CONVOY:
            return True
        against = [self.prevent(j, true) for j in rivals]
        if there >= 0:
            against.append(self.defend(there, true) if self.battle(i, true) else self.hold(there, true))
        return self.attack(i, true) > max(against, default=0)

    def way(self, i: int) -> int:
        return self.table.rows[i].way

    def linked(self, i: int, fleets: Collection[int]) -> bool:
        """Tell whether fleets that convoy an army carry it to its destination."""
        reached, left = [self.units[i].province], [self.units[j].province for j in self.fleets[i] if j in fleets]
        for place in reached:
            reached += [sea for sea in left if sea in beside(self.table.board, place) and sea not in reached]
        return any(self.goal[i] in beside(self.table.board, sea) for sea in reached[1:])

    def by_sea(self, i: int, true: Collection[int]) -> bool:
        return self.way(i) == BY_CONVOY or (self.way(i) != BY_LAND and self.linked(i, true))

    def path(self, i: int, true: Collection[int]) -> bool:
        return self.way(i) != BY_CONVOY or self.linked(i, true)

    def opposite(self, i: int) -> int:
        """Return the unit that moves to where a move comes from, out of where it goes; -1 for none."""
        there = self.at.get(self.goal[i], -1)
        return there if there >= 0 and self.goal[there] == self.units[i].province else -1

    def battle(self, i: int, true: Collection[int]) -> bool:
        other = self.opposite(i)
        return other >= 0 and not self.by_sea(i, true) and not self.by_sea(other, true)

    def strength(self, kind: str, i: int, default: int, true: Collection[int]) -> int:
        function = self.rules.function(f"{kind}_strength")
        if function is None:
            return default
        moves, given = isinstance(self.orders[i], Move), self.supporters[i]
        there = self.at.get(self.goal[i], -1)
        return function(
            Strength(
                kind,
                self.units[i],
                self.orders[i],
                default,
                tuple(self.orders[j] for j in given if j in true),  # type: ignore[misc]
                tuple(self.orders[j] for j in given if j not in true),  # type: ignore[misc]
                self.units[there] if there >= 0 else None,
                moves and self.by_sea(i, true),
                moves and self.path(i, true),
            )
        )

    def helped(self, i: int, true: Collection[int], but_of: str = "") -> int:
        """Return 1 and the supports that stand, without those of one power."""
        return 1 + sum(j in true and self.units[j].power != but_of for j in self.supporters[i])

    def hold(self, i: int, true: Collection[int]) -> int:
        default = (i not in true) if isinstance(self.orders[i], Move) else self.helped(i, true)
        return self.strength("hold", i, int(default), true)

    def defend(self, i: int, true: Collection[int]) -> int:
        return self.strength("defend", i, self.helped(i, true), true)

    def attack(self, i: int, true: Collection[int]) -> int:
        there = self.at.get(self.goal[i], -1)
        default = self.helped(i, true)
        if not self.path(i, true):
            default = 0
        elif there >= 0 and not (self.goal[there] and there in true and not self.battle(i, true)):
            power = self.units[there].power
            default = 0 if power == self.units[i].power else self.helped(i, true, power)
        return self.strength("attack", i, default, true)

    def prevent(self, i: int, true: Collection[int]) -> int:
        other = self.opposite(i)
        beaten = other >= 0 and other in true and i not in true
        default = self.helped(i, true)
        if not self.path(i, true) or (other in true and self.battle(i, true)):
            default = 0
        effect = self.rules.function("dislodged_effect")
        if beaten and effect is None and self.rules["dislodged_effect"] == "never":
            default = 0
        elif beaten and effect is not None and self.path(i, true):
            by_convoy = self.by_sea(i, true) or self.by_sea(other, true)
            about: Any = DislodgedMove(self.orders[i], self.orders[other], default > 0, by_convoy)  # type: ignore[arg-type]
            default = self.helped(i, true) if effect(about) else 0
        return self.strength("prevent", i, default, true)

    @cached_property
    def excepted(self) -> dict[tuple[int, int], Any]:
        """By support and army: what the own support exception says."""
        function = self.rules.support_exception
        found: dict[tuple[int, int], Any] = {}
        for i in [i for i in self.live if function and isinstance(self.orders[i], Support)]:
            for army in self.into[i]:
                if self.way(army) != BY_LAND and self.units[army].power != self.units[i].power:
                    there = self.at.get(self.acts_on(i), -1)
                    needed = [j for j in self.fleets[army] if not self.linked(army, {*self.fleets[army]} - {j})]
                    found[i, army] = function(
                        ConvoyedCut(
                            self.orders[i],
                            self.orders[army],
                            self.units[there] if there >= 0 else None,
                            self.orders[there] if there >= 0 else None,
                            tuple(self.orders[j] for j in self.fleets[army]),
                            tuple(self.orders[j] for j in needed),
                            tuple(self.orders),
                            self.units,
                        )
                    )
        return found

    def acts_on(self, i: int) -> str:
        order = self.orders[i]
        assert isinstance(order, Support)
        return province_of(order.destination or order.supported.place)

    def cuts(self, i: int, move: int, true: Collection[int]) -> bool:
        own = self.units[move].power == self.units[i].power
        from_target = self.units[move].province == self.acts_on(i)
        by_sea, arrives = self.by_sea(move, true), self.path(move, true)
        choice = self.rules["cut_by_own_target"]
        counts = not from_target or choice == "cut" or (choice == "cut-by-convoy" and by_sea)
        default = not own and ((arrives and counts) or move in true)
        spared = self.excepted.get((i, move), False)
        if default and by_sea and spared is not False:
            without = () if spared is True else {j for j in true if self.orders[j] not in spared}
            default = self.linked(move, without)
        function = self.rules.function("cut")
        if function is None:
            return default
        about: Any = (self.orders[i], self.orders[move], default, arrives, move in true, by_sea, own, from_target)
        return function(Cut(*about))

    def contested(self, true: Collection[int]) -> set[str]:
        """Return where a failed move keeps others out while nobody stands there (5.B.6)."""
        entered = {self.goal[i] for i in true}
        gone = {i for i in true if self.goal[i]}
        stand = entered | {u.province for i, u in enumerate(self.units) if i not in gone}
        failed = [i for i in self.live if self.goal[i] and i not in true]
        return {self.goal[i] for i in failed if self.goal[i] not in stand and self.prevent(i, true) > 0}


def of_law(table: OrderTable) -> list[int]:
    """Return the assignments of which the solver's equations hold, each looked at in full."""
    live, law = bits(table.live), law_of(table.rows)
    full = (sum(1 << i for i in chosen) for size in range(len(live) + 1) for chosen in combinations(live, size))
    return sorted(
        true for true in full if all(law.decide(table.rows, i, true, table.live ^ true) == true >> i & 1 for i in live)
    )


def outcome(table: OrderTable, laid: Laid, rules: Rulebook) -> tuple[object, ...]:
    """Return what becomes of a turn, however its units and orders are numbered."""
    board, position, orders = laid
    several = frozenset(
        frozenset(table.units[i].location for i in bits(one)) for one in resolutions_of(table).by_components
    )
    try:
        result = adjudicate(position, orders, rules=rules, board=board)
    except RulebookError:
        return several, "refused"
    paradoxes = frozenset((p.settled_by, frozenset(table.units[i] for i in bits(p.core))) for p in result.solution.paradoxes)
    return several, result.after, frozenset((one.order, one.outcome, one.reason) for one in result), paradoxes


def check(laid: Laid, rules: Rulebook, printed: bool, chance: random.Random, counts: Counter[str]) -> list[str]:
    """Return what is wrong with a turn under own rules."""
    board, position, orders = laid
    table = table_of(board, position, orders, rules)
    if not 2 <= table.live.bit_count() <= MOST_ORDERS:
        return []
    counts["pairs"] += 1
    wrong: list[str] = []
    equations = Printed(table)
    every = equations.resolutions() if printed else of_law(table)
    counts[f"{min(len(every), 3)} resolutions"] += 1
    solved = resolutions_of(table)
    if list(solved.by_components) != every:
        wrong.append(f"components: {list(solved.by_components)}, enumerated {every}")
    if list(solved.whole) != every:
        wrong.append(f"whole: {list(solved.whole)}, enumerated {every}")
    try:
        result = adjudicate(position, orders, rules=rules, board=board)
    except RulebookError:
        counts["refused"] += 1
    else:
        true = result.solution.true
        if not result.solution.paradoxes and true not in every:
            wrong.append(f"adjudicated {true}")
        if printed and result.after.contested != equations.contested(bits(true)):
            wrong.append(f"contested {result.after.contested}")
    units = chance.sample(position.units, len(position.units))
    other = board, Position(units=tuple(units)), chance.sample(list(orders), len(orders))
    if outcome(table, laid, rules) != outcome(table_of(*other, rules), other, rules):
        wrong.append("listed in another order, it comes out otherwise")
    return wrong


def block(seed: int, number: int) -> tuple[Counter[str], list[str]]:
    """Check a block of pairs; return counts, and what is wrong."""
    chance, counts, faults = random.Random(f"{seed} {number}"), Counter[str](), list[str]()
    board = load_board()
    while counts["pairs"] < BLOCK:
        if chance.random() < 0.5:
            laid: Laid = crowd(chance, board)
        else:
            tangled = tangled_board(chance)
            laid = (tangled, *tangled_turn(chance, tangled))
        printed = chance.random() < 0.5
        base = rulebook(**{name: chance.choice([*option(name).choices]) for name in (PRINTED if printed else OTHERS)})
        rules = drawn(chance, base)
        for fault in check(laid, rules, printed, chance, counts):
            faults.append(f"{rules!r}: {laid[1].units} {laid[2]}: {fault}")
    return counts, faults


def main(arguments: Sequence[str] | None = None) -> int:
    parser = command_line(__doc__, seed=1)
    parser.add_argument("--pairs", type=int, default=20_000, help="turns, each under a rulebook of its own")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    given = parser.parse_args(arguments)
    totals, faults = Counter[str](), list[str]()
    with ProcessPoolExecutor(given.jobs) as pool:
        for counts, wrong in pool.map(block, repeat(given.seed), range(-(-given.pairs // BLOCK))):
            totals += counts
            faults += wrong
            for text in wrong[:3]:
                print(text, flush=True)
            say(f"{totals['pairs']} pairs, {len(faults)} differ")
    print(f"{', '.join(f'{count} {what}' for what, count in sorted(totals.items()))}; {len(faults)} differ; {seconds():.0f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
