"""The equations of a movement phase written down once more, naively, as DATC 3.0, 5.B, prints them.

They are about full assignments: every order succeeds or fails. They are read off the orders, not off the solver's
masks; of its table only is taken which orders are void and which armies go by convoy. Own rules (`docs/own-rules.md`)
stand in them where the solver has them, each asked about the facts of the assignment.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache, cached_property
from typing import Any

from standoff.map import Board, province_of
from standoff.map.masks import bits
from standoff.solver import Convoy, Move, Support
from standoff.solver.law.equations import BY_CONVOY, BY_LAND
from standoff.solver.plain.order_table import OrderTable
from standoff.solver.rules.asked import ConvoyedCut, Cut, DislodgedMove, Strength

OPTIONS = ("adjacent_convoy", "cut_by_own_target", "dislodged_effect")
"""The options that these equations know."""


@cache
def beside(board: Board, place: str) -> frozenset[str]:
    """Return the provinces that a province touches, for armies or fleets."""
    number = board.province_number[place]
    reach = board.army_reach[number]
    for location in bits(board.fleet_locations[number]):
        reach |= board.fleet_reach_provinces[location]
    return frozenset(board.provinces[there].id for there in bits(reach))


class Printed:
    """The equations of a turn as DATC 3.0, 5.B, prints them, with own functions in their places.

    Units have the numbers of the table; `true` are the orders that succeed, all others fail.
    """

    def __init__(self, table: OrderTable) -> None:
        self.table, self.rules, self.units = table, table.rules, table.units
        self.live = bits(table.live)
        count = range(len(self.units))
        self.orders = [table.carried_out(i) for i in count]
        self.at = {unit.province: i for i, unit in enumerate(self.units)}
        self.goal = [province_of(one.destination) if isinstance(one, Move) else "" for one in self.orders]
        self.into = [[j for j in count if self.goal[j] == unit.province] for unit in self.units]
        self.supporters, self.fleets = [[[] for _ in count] for _ in range(2)]  # type: tuple[list[list[int]], ...]
        for i, one in enumerate(self.orders):
            if isinstance(one, Support):
                self.supporters[self.at[province_of(one.supported.place)]].append(i)
            elif isinstance(one, Convoy):
                self.fleets[self.at[province_of(one.convoyed.place)]].append(i)

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
        default = not own and arrives and (counts or move in true)
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
