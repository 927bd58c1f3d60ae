"""What would change it: the smallest changes of other orders that turn the success of one, each of them tried."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ..map import Board, Position
from ..map.position import on_board
from .movement import adjudicate
from .orders import Hold, Order, Support, UnitName
from .possible import possible_orders
from .results import OrderResult
from .rulebook import Rulebook, rulebook


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


def counterfactuals(
    position: Position,
    orders: Iterable[Order],
    order: Order,
    *,
    rules: Rulebook | str | None = None,
    board: Board | None = None,
    most: int = 5,
    by: Collection[str] = (),
) -> list[Counterfactual]:
    """Return the smallest changes of other units' orders after which `order` succeeds where it failed, or the reverse.

    Tried are, in this order: one order less; one unit supporting instead of what it does; one unit doing anything
    else; then two of the first two kinds together. What is returned was adjudicated, nothing is inferred; an empty
    list says that none of these turns it.

    Args:
        position: The position of a movement phase.
        orders: All orders.
        order: One of them.
        rules: The rulebook; 2023 if left out.
        board: The board; the standard one if left out.
        most: How many to return.
        by: The powers whose orders may change; all if it is empty.

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
    before = _success(adjudicate(position, given, rules=rules, board=board), order)

    def tried(exchanges: Sequence[Exchange]) -> Counterfactual | None:
        gone = {exchange.old for exchange in exchanges}
        changed = [other for other in given if other not in gone]
        changed.extend(exchange.new for exchange in exchanges)
        result = adjudicate(position, changed, rules=rules, board=board)
        found = _success(result, order)
        return Counterfactual(tuple(exchanges), found) if found.success != before.success else None

    own = {other.unit.province: other for other in given if not hasattr(other, "meanings") and hasattr(other, "unit")}  # type: ignore[union-attr]
    mine = getattr(order, "unit", None)
    less: list[Exchange] = []
    supports: list[Exchange] = []
    others: list[Exchange] = []
    for unit in position.units:
        if (mine is not None and unit.province == mine.province) or (by and unit.power not in by):
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
            return found[:most]
    near = [*less, *(exchange for exchange in supports if _concerns(exchange.new, order))]
    pairs: list[Counterfactual] = []
    for one, two in combinations(near, 2):
        if _unit(one) != _unit(two) and (turning := tried([one, two])):
            pairs.append(turning)
            if len(pairs) == most:
                break
    return pairs


def _success(result: Iterable[OrderResult], order: Order) -> OrderResult:
    return next(found for found in result if found.order == order)


def _unit(exchange: Exchange) -> str:
    return exchange.new.unit.province if hasattr(exchange.new, "unit") else ""  # type: ignore[union-attr]


def _concerns(new: Order, order: Order) -> bool:
    """Tell whether a support is for `order`, or acts where `order` acts."""
    if not isinstance(new, Support) or not hasattr(order, "unit"):
        return False
    places = {order.unit.province, str(getattr(order, "destination", None) or "").partition("/")[0]}  # type: ignore[union-attr]
    return new.supported.province in places or (new.destination or "").partition("/")[0] in places
