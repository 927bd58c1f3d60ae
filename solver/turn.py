"""A movement phase as the table that the equations work on: which orders match, who meets whom.

`Turn` reads the orders of a position under a rulebook and lays down what each unit does, which moves compete,
support, cut and convoy each other. It decides nothing: that is left to the equations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from functools import cached_property
from typing import Any

from ..map import Board, Position, Unit
from . import matching
from .equations import BEATEN_BY, COLUMNS, DEFENDER, OPPOSITE
from .legality import HOLD, Field, Illegal, Ordered
from .order_sets import orders_for
from .orders import Move, Order
from .own_rules import except_supports
from .rulebook import Rulebook, rulebook

EMPTY_ROW: tuple[int, ...] = tuple(-1 if column in (DEFENDER, OPPOSITE, BEATEN_BY) else 0 for column in range(COLUMNS))
"""The row of a unit that holds and that nothing meets."""


class Void(Enum):
    """Why a legal order is void; the value says it to a player."""

    MOVE_NOT_ORDERED = "the move that it is for is not ordered"
    OTHER_COAST = "the supported fleet is ordered to the other coast"
    UNIT_MOVES = "the unit that it is for does not hold"
    BY_LAND = "the army goes over land"
    OTHER_ROUTE = "the army's order names another way"
    AGAINST_OWN = "it is against a unit of the same power"
    CIVIL_DISORDER = "the unit that it is for is in civil disorder"
    FLEET_CONVOYS = "a convoying fleet cannot be supported"
    ILLEGALLY_MOVED = "the unit that it is for was given an impossible move"


VOIDS: tuple[Void | None, ...] = (
    None,
    Void.MOVE_NOT_ORDERED,
    Void.OTHER_COAST,
    Void.UNIT_MOVES,
    Void.BY_LAND,
    Void.OTHER_ROUTE,
    Void.AGAINST_OWN,
    Void.CIVIL_DISORDER,
    Void.FLEET_CONVOYS,
    Void.ILLEGALLY_MOVED,
)
"""The reasons by the numbers that `matching` gives them."""


class Turn:
    """The orders of one movement phase, matched with each other, as a table for the equations.

    Args:
        board: The board.
        units: The units on it; unit *i* is bit *i* of every mask.
        orders: The orders, in any order; several for one unit and orders for units of others are allowed.
        rules: The rulebook.
        idle: Powers in civil disorder.
        closed: Provinces that nobody may enter.

    Attributes:
        units: The units.
        orders: The orders as given.
        unit_of: For each order the number of its unit, -1 if it has none that its power may order.
        illegal: For each order why it is illegal, None if it is legal.
        order_of: For each unit the number of the order that it follows, -1 if it has none and holds.
        does: For each unit what it does; an illegal order is a hold, a void one is still what it says.
        void: For each unit why its order is void, None if it is not.
        rows: The table that the equations read.
        live: The moves, supports and convoys that are neither illegal nor void: the Boolean variables.
        moves: Those of them that are moves.
    """

    def __init__(
        self,
        board: Board,
        units: Sequence[Unit],
        orders: Iterable[Order],
        rules: Rulebook | None = None,
        idle: frozenset[str] = frozenset(),
        closed: frozenset[str] = frozenset(),
    ) -> None:
        self.rules = rulebook() if rules is None else rules
        self.board = board
        self.units: tuple[Unit, ...] = tuple(units)
        self.idle = idle
        self.closed = closed
        self.orders: tuple[Order, ...] = tuple(orders)
        self._assign()
        self._match()

    @classmethod
    def examined(
        cls,
        board: Board,
        units: Sequence[Unit],
        orders: Sequence[Order],
        rules: Rulebook,
        unit_of: list[int],
        faults: list[Illegal | None],
        void: list[Void | None],
    ) -> Turn:
        """Return a turn whose orders, one a unit at most, were examined elsewhere; its table waits to be asked for.

        Args:
            board, units, orders, rules: The turn.
            unit_of: For each order the number of its unit.
            faults, void: For each unit why its order is illegal or void.
        """
        turn = cls.__new__(cls)
        turn.board, turn.units, turn.orders, turn.rules = board, tuple(units), tuple(orders), rules
        turn.idle = turn.closed = frozenset()
        turn.unit_of, turn.void = unit_of, void
        turn.illegal = [faults[unit] for unit in unit_of]
        turn.order_of = [-1] * len(turn.units)
        for number, unit in enumerate(unit_of):
            turn.order_of[unit] = number
        return turn

    def __getattr__(self, name: str) -> Any:
        # of a turn that was examined elsewhere, what only the table tells
        if name not in ("does", "rows", "live", "moves") or "rows" in self.__dict__:
            raise AttributeError(f"a turn has no {name!r}")
        self._assign()
        self._match()
        return self.__dict__[name]

    @cached_property
    def field(self) -> Field:
        """The units in the board's numbers."""
        return Field(self.board, self.units, self.rules, self.idle, self.closed)

    # -- one order for each unit --------------------------------------------------------------------

    def _assign(self) -> None:
        orders = self.orders
        field = self.field = Field(self.board, self.units, self.rules, self.idle, self.closed)
        self.does: list[Ordered] = [HOLD] * len(field.units)
        self.order_of: list[int] = [-1] * len(field.units)
        self.unit_of: list[int] = [-1] * len(orders)
        self.illegal: list[Illegal | None] = [None] * len(orders)
        several: dict[int, list[tuple[int, Ordered]]] = {}
        order_of, does, unit_of = self.order_of, self.does, self.unit_of
        faults = 0
        for number, (unit, found) in enumerate(field.examine_all(orders)):
            unit_of[number] = unit
            if not isinstance(found, Ordered):
                self.illegal[number] = found
                faults += 1
            elif order_of[unit] < 0:
                order_of[unit] = number
                does[unit] = found
            else:
                several.setdefault(unit, [(order_of[unit], does[unit])]).append((number, found))
        for unit, given in several.items():
            self._choose(unit, given)
        if faults:
            # a unit whose only order is illegal holds, and that order is shown as its order
            for number, unit in enumerate(unit_of):
                if unit >= 0 and order_of[unit] < 0:
                    order_of[unit] = number

    def _choose(self, unit: int, given: list[tuple[int, Ordered]]) -> None:
        """Settle which of several legal orders `unit` follows (DATC 4.D.3; 4.C for badly named ones)."""
        exact = [pair for pair in given if not pair[1].doubtful] or given
        for pair in given:
            if pair not in exact:
                self.illegal[pair[0]] = Illegal.SEVERAL_ORDERS
        different = {found._replace(doubtful=False) for _, found in exact}
        choice = self.rules["multiple_orders"]
        if len(different) == 1 or choice == "first":
            chosen = exact[0]
        elif choice == "last":
            chosen = exact[-1]
        else:
            for number, _ in exact:
                self.illegal[number] = Illegal.SEVERAL_ORDERS
            self.does[unit], self.order_of[unit] = HOLD, exact[0][0]
            return
        if len(different) > 1:
            for number, _ in exact:
                if number != chosen[0]:
                    self.illegal[number] = Illegal.SEVERAL_ORDERS
        self.order_of[unit], self.does[unit] = chosen

    # -- orders matched with each other -------------------------------------------------------------

    def _match(self) -> None:
        field, rules = self.field, self.rules
        count = len(field.units)
        self.rows: list[list[int]] = [[*EMPTY_ROW] for _ in range(count)]
        into = [0] * len(self.board.provinces)
        void = [0] * count
        idle = ignored = 0
        if field.idle and rules["civil_disorder_support"] == "fails":
            idle = sum(1 << i for i, power in enumerate(field.power) if power in field.idle)
        if rules["illegal_orders"] == "cannot-be-supported":
            ignored = sum(1 << i for i in range(count) if self._only_illegal_move(i))
        self.live, self.moves = matching.match(
            self.board.tables, rules.numbers, field.forces, self.does, idle, ignored, self.rows, void, into
        )
        self.void: list[Void | None] = [VOIDS[number] for number in void] if any(void) else [None] * count
        if rules.support_exception is not None:
            except_supports(self)

    def _only_illegal_move(self, unit: int) -> bool:
        number = self.order_of[unit]
        return number >= 0 and self.illegal[number] is not None and isinstance(self.orders[number], Move)


def turn_of(board: Board, position: Position, orders: Iterable[Order], rules: Rulebook | str | None = None) -> Turn:
    """Return the turn of a position's units and `orders`; those that the rulebook lets follow from them are added."""
    rules = rulebook(rules)
    orders = orders_for(position, orders, rules, board)
    return Turn(board, position.units, orders, rules, position.idle, position.closed)
