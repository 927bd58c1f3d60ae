"""What would change it: the smallest changes of other orders that turn the success of one, each of them tried."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from ...map import Board, Position
from ...map.position import on_board
from ..law.equations import CONVOYS, HOLDS, MOVES
from ..law.records import LegalOrder
from ..orders.legality import Illegal
from ..orders.order import Hold, Order, Support, UnitName
from ..orders.possible import possible_orders
from ..plain.movement import adjudicate
from ..plain.order_table import OrderTable, table_of
from ..plain.paradox import solve
from ..results.results import OrderResult
from ..rulebook import Rulebook, rulebook

MOST_PAIRS = 50_000
"""So many pairs of changes are tried if nothing else is said: all there are, but for turns of some thirty units."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One order in place of another; `old` is None for a unit that had no order.

    >>> from standoff.map import ARMY
    >>> from standoff.solver import Hold, Move, UnitName
    >>> par = UnitName("PAR", ARMY)
    >>> print(Exchange(Move("FRANCE", par, "BUR"), Move("FRANCE", par, "GAS")))
    A PAR - GAS instead of A PAR - BUR
    """

    old: Order | None
    new: Order

    def __str__(self) -> str:
        if isinstance(self.new, Hold):
            return f"without {self.old}"
        return f"{self.new} instead of {self.old}" if self.old is not None else f"with {self.new}"


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """Changes that together turn the success of an order, and its result after them, as adjudicated.

    >>> from standoff import read
    >>> found = read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - BUR").counterfactuals("PAR")[0]
    >>> found.result.outcome, str(found.exchanges[0])
    (Outcome.MOVES, 'without A MUN - BUR')
    """

    exchanges: tuple[Exchange, ...]
    result: OrderResult

    def __str__(self) -> str:
        changes = " and ".join(map(str, self.exchanges))
        return f"{changes}: {self.result.outcome}, {self.result.text}"

    def to_dict(self) -> dict[str, Any]:
        """Return the changes and the result after them in plain values, for JSON."""
        return {
            "changes": [
                {"power": one.new.power, "old": None if one.old is None else str(one.old), "new": str(one.new)}
                for one in self.exchanges
            ],
            "success": self.result.success,
            "outcome": str(self.result.outcome),
            "reason": self.result.text,
        }


class Counterfactuals(list[Counterfactual]):
    """What turns an order, and what was tried to find it.

    Attributes:
        pairs_tried: How many pairs of changes were tried; 0 if one change is enough.
        pairs: How many there are. Changes that no order matches are taken for what they do, a hold.
        by: The powers whose orders might change; all if it is empty.

    >>> from standoff import read
    >>> found = read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - BUR").counterfactuals("PAR")
    >>> len(found), found.searched
    (1, 'every legal order of one other unit')
    """

    def __init__(
        self, found: Iterable[Counterfactual] = (), pairs_tried: int = 0, pairs: int = 0, by: Iterable[str] = ()
    ) -> None:
        super().__init__(found)
        self.pairs_tried, self.pairs, self.by = pairs_tried, pairs, tuple(by)

    @property
    def complete(self) -> bool:
        """True if an empty list says that no one or two changes turn the order."""
        return self.pairs_tried == self.pairs

    @property
    def searched(self) -> str:
        """What was tried, in words."""
        if not self.pairs:
            return "every legal order of one other unit"
        pairs = f"all {self.pairs:,} pairs" if self.complete else f"{self.pairs_tried:,} of {self.pairs:,} pairs"
        return f"every legal order of one other unit, and {pairs} of such orders"

    def to_dict(self) -> dict[str, Any]:
        """Return what turns the order, and what was tried, in plain values, for JSON."""
        return {"turned_by": [one.to_dict() for one in self], "searched": self.searched}

    def __str__(self) -> str:
        whose = f" (units of {', '.join(self.by)})" if self.by else ""
        return "\n".join(f"turned by: {one}" for one in self) or f"turned by: nothing; tried: {self.searched}{whose}"


def counterfactuals(
    position: Position,
    orders: Iterable[Order],
    order: Order,
    *,
    rules: Rulebook | str | None = None,
    board: Board | None = None,
    most: int = 5,
    by: Collection[str] = (),
    most_pairs: int = MOST_PAIRS,
) -> Counterfactuals:
    """Return the smallest changes of other units' orders after which `order` succeeds where it failed, or the reverse.

    Tried are, in this order: one order less; one unit supporting instead of what it does; one unit with any other legal
    order; then every two of these together, orders less and supports of what `order` is about first. What is returned
    was adjudicated, nothing is inferred; the answer says what was tried.

    Args:
        position: The position of a movement phase.
        orders: All orders.
        order: One of them.
        rules: The rulebook; 2023 if left out.
        board: The board; the standard one if left out.
        most: How many to return.
        by: The powers whose orders may change; all if it is empty.
        most_pairs: How many pairs to try.

    Raises:
        ValueError: `order` is none of `orders`.
        PositionError: The position is impossible.

    >>> from standoff import read
    >>> turn = read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - BUR")
    >>> print(counterfactuals(turn.position, turn.orders, turn.orders[0])[0])
    without A MUN - BUR: moves, the province is empty, and no other unit gets there
    """
    (position, board), rules = on_board(position, board), rulebook(rules)
    given = tuple(orders)
    if order not in given:
        raise ValueError(f"{order} is none of the orders")
    before = _success(adjudicate(position, given, rules=rules, board=board), order).success
    table = table_of(board, position, given, rules)
    turns = _Turning(table, given.index(order), before)

    def tried(exchanges: Sequence[Exchange]) -> Counterfactual | None:
        if not turns.may_turn([exchange.new for exchange in exchanges]):
            return None
        gone = {_unit(exchange) for exchange in exchanges}
        changed = [other for other in given if _province(other) not in gone]
        changed.extend(exchange.new for exchange in exchanges)
        found = _success(adjudicate(position, changed, rules=rules, board=board), order)
        return Counterfactual(tuple(exchanges), found) if found.success != before else None

    own = {_province(other): other for other in given if not hasattr(other, "meanings")}
    less: list[Exchange] = []
    supports: list[Exchange] = []
    others: list[Exchange] = []
    for unit in position.units:
        if unit.province == _province(order) or (by and unit.power not in by):
            continue
        old = own.get(unit.province)
        if old is not None and not isinstance(old, Hold):
            less.append(Exchange(old, Hold(unit.power, UnitName(unit.location, unit.type))))
        for new in possible_orders(board, position, unit.location, rules):
            if isinstance(new, Hold) or new == old:
                continue
            (supports if isinstance(new, Support) else others).append(Exchange(old, new))
    for kind in (less, supports, others):
        found = [turning for exchange in kind if (turning := tried([exchange]))]
        if found:
            return Counterfactuals(found[:most], by=by)
    near = [*less, *(exchange for exchange in supports if _concerns(exchange.new, order))]
    far = [exchange for exchange in (*supports, *others) if exchange not in set(near)]
    pairs = _pairs(table, near, far)
    turned: list[Counterfactual] = []
    count = 0
    for pair in pairs[:most_pairs]:
        count += 1
        if turning := tried(pair):
            turned.append(turning)
            if len(turned) == most:
                break
    return Counterfactuals(turned, count, len(pairs), by)


class _Turning:
    """Whether changed orders may turn an order: the table with the rows of their units exchanged, solved again."""

    def __init__(self, table: OrderTable, number: int, before: bool) -> None:
        self.table, self.before = table, before
        self.unit = table.unit_of[number]
        rules = table.rules
        # an own rule sees the orders, and what is implied follows from them: then everything is adjudicated in full
        self.asked = not rules.own_rules and rules["implicit_orders"] == "not-allowed" and self.unit >= 0
        self.asked = self.asked and table.order_of[self.unit] == number and table.illegal[number] is None
        self._known: dict[Order, tuple[int, LegalOrder]] = {}

    def may_turn(self, orders: Sequence[Order]) -> bool:
        """Tell whether the order may come out otherwise; True if that is not known."""
        if not self.asked:
            return True
        table = self.table.with_orders(dict(self.examined(order) for order in orders))
        true = solve(table).true
        if table.does[self.unit].kind == HOLDS:
            success = not table.rows[self.unit].incoming & true
        else:
            success = bool(true >> self.unit & 1)
        return success != self.before

    def examined(self, order: Order) -> tuple[int, LegalOrder]:
        """Return the unit of a legal order, and what it amounts to."""
        known = self._known.get(order)
        if known is None:
            unit, found = self.table.legality.examine(order)
            assert not isinstance(found, Illegal), "a possible order is legal"
            known = self._known[order] = unit, found
        return known


def _pairs(table: OrderTable, near: Sequence[Exchange], far: Sequence[Exchange]) -> list[tuple[Exchange, Exchange]]:
    """Return every pair of changes of two units that may do more than either alone, those of `near` first.

    A support or convoy that nothing matches is a hold: it goes with the one unit that it is for, when that does what
    it says, and with no other.
    """
    rows: dict[Exchange, tuple[int, LegalOrder]] = {}
    for exchange in (*near, *far):
        unit, found = table.legality.examine(exchange.new)
        assert not isinstance(found, Illegal), "a possible order is legal"
        rows[exchange] = unit, found
    # where a unit may not be supported because it is ordered to convoy, a void convoy is more than a hold
    convoys_count = table.rules["support_of_convoying_fleet"] != "allowed" or bool(table.rules.own_rules)

    def matched(order: LegalOrder, target: LegalOrder) -> bool:
        if order.destination < 0:
            return target.kind != MOVES
        return target.kind == MOVES and target.destination == order.destination

    def matters(exchange: Exchange) -> bool:
        order = rows[exchange][1]
        if order.kind in (HOLDS, MOVES) or (order.kind == CONVOYS and convoys_count):
            return True
        return bool(table.rules.own_rules) or matched(order, table.does[order.target])

    first = [exchange for exchange in near if matters(exchange)]
    second = [exchange for exchange in far if matters(exchange)]
    idle = [exchange for exchange in (*near, *far) if not matters(exchange)]
    of_unit: dict[int, list[Exchange]] = {}
    for exchange in (*first, *second):
        of_unit.setdefault(rows[exchange][0], []).append(exchange)
    found = [pair for pair in combinations(first, 2) if rows[pair[0]][0] != rows[pair[1]][0]]
    for one in idle:
        target = rows[one][1].target
        found += [(other, one) for other in of_unit.get(target, ()) if matched(rows[one][1], rows[other][1])]
    rest = (*product(first, second), *combinations(second, 2))
    found += [pair for pair in rest if rows[pair[0]][0] != rows[pair[1]][0]]
    return found


def _success(result: Iterable[OrderResult], order: Order) -> OrderResult:
    return next(found for found in result if found.order == order)


def _unit(exchange: Exchange) -> str:
    return _province(exchange.new)


def _province(order: Order) -> str:
    """Return the province of the unit that an order is for, nothing for one without."""
    unit = getattr(order, "unit", None)
    return unit.province if isinstance(unit, UnitName) else ""


def _concerns(new: Order, order: Order) -> bool:
    """Tell whether a support is for `order`, or acts where `order` acts."""
    if not isinstance(new, Support) or not hasattr(order, "unit"):
        return False
    places = {order.unit.province, str(getattr(order, "destination", None) or "").partition("/")[0]}  # type: ignore[union-attr]
    return new.supported.province in places or (new.destination or "").partition("/")[0] in places
