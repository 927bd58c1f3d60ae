"""Names of orders: find the orders that a text, a unit or an order means; write orders in full."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

from ..map import Board, PhaseType, Position, StandoffError, Unit, WrongTypeError
from ..solver import Order, OrderError, Unclear, UnitName, Waive, is_order, units_named
from ..text import read_order, read_unit

Key = str | Order | Unit | UnitName
"""An order or its text; or its unit, or the unit's location: "PAR", "A PAR", "Paris"."""


class NotInTurnError(StandoffError, LookupError):
    """A key matches nothing in the turn: there is no such unit or order.

    >>> from standoff import read
    >>> read("FRANCE: A PAR - BUR").adjudicate()["LON"]
    Traceback (most recent call last):
        ...
    standoff.turn.naming.NotInTurnError: no unit stands in LON in this turn
    """


def fill_in_units(order: Order, units: Mapping[str, Unit], *, corrected: bool = False) -> Order:
    """Return an order with the missing types and coasts of the units that it names.

    Args:
        order: The order.
        units: The units, by their provinces.
        corrected: Also correct wrong ones.
    """
    if isinstance(order, Unclear):
        return order
    full: dict[str, Any] = {}
    for part, name in units_named(order).items():
        unit = units.get(name.province)
        if unit is not None and (corrected or name.type in (None, unit.type)):
            place = name.place if "/" in name.place and not corrected else unit.location
            full[part] = replace(name, type=unit.type, place=place)
    return replace(order, **full)


class Naming:
    """The names of orders in a position, and the lookup of orders by text, unit or order.

    Args:
        position: The position.
        board: The board.
    """

    def __init__(self, position: Position, board: Board) -> None:
        self._board = board
        dislodged = [one.unit for one in position.dislodged]
        self._standing = [*position.units, *dislodged]
        to_order = [*position.units, *(dislodged if position.phase_type is PhaseType.RETREAT else ())]
        self._units = {unit.province: unit for unit in to_order}
        self._canonical: dict[Order, str] = {}  # orders recur as causes of each other's outcomes

    def canonical(self, order: Order) -> str:
        """Return an order in the notation of the `diplomacy` package, with missing types and coasts filled in."""
        if not is_order(order):
            raise WrongTypeError(f"expected an order, not {order!r}")
        if order not in self._canonical:
            self._canonical[order] = str(fill_in_units(order, self._units))
        return self._canonical[order]

    def orders_named(self, key: Key, orders: Sequence[Order], texts: Sequence[str | None]) -> list[int]:
        """Return the numbers of the orders that a key means: several if a unit has several orders.

        Args:
            key: The key.
            orders: The orders.
            texts: Each order as written; None if nobody wrote it.

        Raises:
            NotInTurnError: It matches none.
            WrongTypeError: It is neither a text nor a unit nor an order.
        """
        if isinstance(key, (Unit, UnitName)):
            return self._of_unit(key, orders)
        if is_order(key):
            found = [number for number, order in enumerate(orders) if order == key]
            if not found:
                raise NotInTurnError(f"no order {key} of {cast(Order, key).power} in this turn")
            return found
        if not isinstance(key, str):
            raise WrongTypeError(f"expected a province, a unit, an order or its text, not {key!r}")
        words = _plain(key)
        found = [
            number
            for number, (order, text) in enumerate(zip(orders, texts, strict=True))
            if words in (_plain(text or ""), _plain(self.canonical(order)))
        ]
        if found:
            return found
        try:
            unit = read_unit(key, next(iter(self._board.powers)), self._board)
        except OrderError as fault:
            return self._of_text(key, orders, fault)
        return self._of_unit(unit, orders)

    def _of_unit(self, unit: Unit | UnitName, orders: Sequence[Order]) -> list[int]:
        province = unit.province
        units = [one for one in self._standing if one.province == province]
        if isinstance(unit, UnitName) and units:
            of_type = [one for one in units if unit.type in (None, one.type)]
            if not any(unit.nationality in (None, one.power) for one in of_type):
                whose = f" of {unit.nationality}" if unit.nationality else ""
                raise NotInTurnError(f"no unit {unit}{whose} in this turn")
        owners = {one.power for one in units}
        found = [
            number
            for number, order in enumerate(orders)
            if not isinstance(order, Waive)
            and order.unit.province == province
            and (order.power in owners or not owners)
        ]
        if not found:
            fault = "no order for the unit in" if owners else "no unit stands in"
            raise NotInTurnError(f"{fault} {province} in this turn")
        return found

    def _of_text(self, text: str, orders: Sequence[Order], fault: OrderError) -> list[int]:
        """Return the numbers of the orders that a text in another notation means."""
        meanings: dict[str, str] = {}
        for power in self._board.powers:
            with suppress(OrderError):
                meanings[power] = self.canonical(read_order(text, power, self._board))
        found = [number for number, order in enumerate(orders) if self.canonical(order) == meanings.get(order.power)]
        if not found:
            none = f"{text!r} is not a province, unit or order of this turn: {fault}"
            raise NotInTurnError(f"no order {text!r} in this turn" if meanings else none)
        return found


@lru_cache(maxsize=1_000)
def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


__all__ = ["Key", "Naming", "NotInTurnError", "fill_in_units"]
