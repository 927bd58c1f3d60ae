"""A movement phase as the table that the equations work on: which orders match, who meets whom.

`OrderTable` reads the orders of a position under a rulebook and lays down what each unit does, which moves compete,
support, cut and convoy each other. It decides nothing: that is left to the equations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from operator import itemgetter
from typing import cast

from ...map import UNDECIDED, Board, Unit, bits, chordless_chain
from ..law import matching
from ..law.faults import Illegal
from ..law.placement import Turn
from ..law.reach import LONG_ROUTE
from ..law.records import LegalOrder, Row
from ..order import Hold, Move, Order, UnitName
from ..orders.legality import HOLD, Legality, chosen_of_several
from ..rules.rulebook import Rulebook, rulebook


class Assignment:
    """The orders of a movement phase, with the unit that each is for.

    Args:
        board: The board.
        units: The units on it; unit *i* is bit *i* of every mask.
        orders: The orders as given.
        rules: The rulebook.
        unit_of: For each order the number of its unit, -1 if it has none that its power may order.
        order_of: For each unit the number of the order that it follows, -1 if it has none and holds.
        illegal: For each order why it is illegal, None if it is legal.

    The attributes have the same names.
    """

    def __init__(
        self,
        board: Board,
        units: Sequence[Unit],
        orders: Iterable[Order],
        rules: Rulebook,
        unit_of: list[int],
        order_of: list[int],
        illegal: list[Illegal | None],
    ) -> None:
        self.board, self.rules = board, rules
        self.units: tuple[Unit, ...] = tuple(units)
        self.orders: tuple[Order, ...] = tuple(orders)
        self.unit_of, self.order_of, self.illegal = unit_of, order_of, illegal

    def order(self, unit: int) -> Order:
        """Return the order that unit number `unit` follows, a hold if it has none."""
        number = self.order_of[unit]
        if number >= 0:
            return self.orders[number]
        given = self.units[unit]
        return Hold(given.power, UnitName(given.location, given.type))

    def orders_in(self, mask: int) -> tuple[Order, ...]:
        """Return the orders of the units of a mask: the only way from the masks of the solver to orders."""
        return tuple([self.order(unit) for unit in bits(mask)])


class OrderTable(Assignment):
    """The orders of one movement phase, matched with each other, as a table for the equations.

    Args:
        board: The board.
        units: The units on it; unit *i* is bit *i* of every mask.
        orders: The orders, in any order; several for one unit and orders for units of others are allowed.
        rules: The rulebook.
        civil_disorder: Powers in civil disorder.
        closed: Provinces that nobody may enter.

    Attributes:
        legality: The units in the board's numbers.
        legal_orders: The legal order of each unit: a hold for an illegal one; a void one is kept.
        void: For each unit the number of the fault that makes its order void (`faults.Void`), 0 if it is not.
        turn: These orders as the integer functions take them.
        rows: The table that the equations read.
        live: The moves, supports and convoys that are neither illegal nor void: the Boolean variables.
        moves: Those of them that are moves.
        unopposed: Those of `live` that succeed whatever the others do (`matching.match`).
        spared: What an own support exception says of moves that cut by dislodging (`house_table`); empty without one.
    """

    def __init__(
        self,
        board: Board,
        units: Sequence[Unit],
        orders: Iterable[Order],
        rules: Rulebook | None = None,
        civil_disorder: frozenset[str] = frozenset(),
        closed: frozenset[str] = frozenset(),
    ) -> None:
        rules = rulebook() if rules is None else rules
        given = tuple(orders)
        self.legality = Legality(board, units, rules, civil_disorder, closed)
        count = len(self.legality.units)
        super().__init__(board, self.legality.units, given, rules, [-1] * len(given), [-1] * count, [None] * len(given))
        self.legal_orders: list[LegalOrder] = [HOLD] * count
        self._assign()
        self._match()

    def with_orders(self, others: Mapping[int, LegalOrder]) -> OrderTable:
        """Return the table with other legal orders for some units; what it says in orders is no longer theirs."""
        other = copy(self)
        other.legal_orders, other.order_of = [*self.legal_orders], [*self.order_of]
        for unit, order in others.items():
            other.legal_orders[unit], other.order_of[unit] = order, -1
        other._match()
        return other

    def carried_out(self, unit: int) -> Order:
        """Return the order of unit number `unit` as far as it counts: a hold if it is illegal or void."""
        given = self.units[unit]
        hold = Hold(given.power, UnitName(given.location, given.type))
        return self.order(unit) if self.live >> unit & 1 else hold

    @cached_property
    def undecided(self) -> tuple[int, ...]:
        """The convoying units for which it could not be told whether a route needs them.

        Too many ways lead over the fleets at sea. Their convoys count as legal, and as part of the convoy.
        """
        doubtful = set(self.legality.undecided)
        if matching.participation_matters(self.rules.numbers):
            legality, tables = self.legality, self.board.tables
            for army in bits(self.moves):
                fleets = self.rows[army].fleets
                if fleets.bit_count() < LONG_ROUTE:
                    continue
                seas = matching.seas_of(tables, legality.placement, fleets)
                goal = self.board.number_of(cast(Move, self.order(army)).destination)
                ends = tables.shore[legality.province[army]], tables.shore[goal]
                for fleet in bits(fleets):
                    sea = tables.sea[legality.province[fleet]]
                    if chordless_chain(tables.near, seas, *ends, sea) == UNDECIDED:
                        doubtful.add(fleet)
        return tuple(sorted(doubtful))

    # -- one order for each unit --------------------------------------------------------------------

    def _assign(self) -> None:
        several: dict[int, list[tuple[int, LegalOrder]]] = {}
        order_of, legal_orders, unit_of = self.order_of, self.legal_orders, self.unit_of
        faults = 0
        for number, order in enumerate(self.orders):
            unit, read = self.legality.examine(order)
            unit_of[number] = unit
            if not isinstance(read, LegalOrder):
                self.illegal[number] = read
                faults += 1
            elif order_of[unit] < 0:
                order_of[unit] = number
                legal_orders[unit] = read
            else:
                several.setdefault(unit, [(order_of[unit], legal_orders[unit])]).append((number, read))
        for unit, given in several.items():
            self._choose(unit, sorted(given, key=itemgetter(0)))
        if faults:
            # a unit whose only order is illegal holds, and that order is shown as its order
            for number, unit in enumerate(unit_of):
                if unit >= 0 and order_of[unit] < 0:
                    order_of[unit] = number

    def _choose(self, unit: int, given: list[tuple[int, LegalOrder]]) -> None:
        """Choose which of several legal orders `unit` follows; the others are illegal."""
        numbers = [number for number, _ in given]
        says = {number: replace(read, doubtful=0) for number, read in given}
        doubtful = {number for number, read in given if read.doubtful}
        chosen, counts, others = chosen_of_several(numbers, says, doubtful, self.rules)
        for number in others:
            self.illegal[number] = Illegal.SEVERAL_ORDERS
        self.order_of[unit], self.legal_orders[unit] = chosen, says[chosen] if counts else HOLD

    # -- orders matched with each other -------------------------------------------------------------

    def _match(self) -> None:
        legality, rules = self.legality, self.rules
        count = len(self.units)
        self.rows: list[Row] = [Row() for _ in range(count)]
        self.void: list[int] = [0] * count
        unsupported = matching.EVERYBODY_SUPPORTED
        if legality.civil_disorder and rules["civil_disorder_support"] == "fails":
            of_them = sum(1 << i for i, power in enumerate(legality.power) if power in legality.civil_disorder)
            unsupported = unsupported._replace(civil_disorder=of_them)
        if rules["illegal_orders"] == "cannot-be-supported":
            unsupported = unsupported._replace(illegally_moved=self.illegally_moved())
        into = [0] * len(self.board.provinces)
        self.turn = Turn(self.board.tables, rules.numbers, legality.placement, self.legal_orders)
        self.live, self.moves, self.unopposed = matching.match(self.turn, unsupported, self.rows, self.void, into)
        self.spared: dict[int, dict[int, int]] = {}

    def illegally_moved(self) -> int:
        """Return the units given a move that is impossible by itself, and no order that is possible, as a mask."""
        moved = 0
        for unit, order in zip(self.unit_of, self.orders, strict=True):
            # the order that the unit follows is an impossible one only if it has no other
            followed = self.order_of[unit] if unit >= 0 else -1
            fault = self.illegal[followed] if followed >= 0 else None
            if fault and fault is not Illegal.SEVERAL_ORDERS and isinstance(order, Move):
                moved |= 1 << unit
        return moved


__all__ = ["Assignment", "OrderTable"]
