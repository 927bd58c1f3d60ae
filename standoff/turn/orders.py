"""Orders as input, in any form; and the orders of a turn by their texts or units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

from ..map import Board, PhaseType, Position, StandoffError, Unit, WrongTypeError, named_board
from ..solver import Order, OrderError, Rulebook, Unclear, UnitName, Waive, is_order, units_named
from ..text import Line, lines_of, read_order, read_unit, text_of

# -- orders as input --------------------------------------------------------------------------------------------------


TurnFields = dict[str, Any]
"""Fields of a `Turn`, by name."""


_Line = tuple[str, Line]
"""Where an order or an unreadable text is, and its line."""


Later = Callable[[Position, Rulebook], tuple[Position, TurnFields]]
"""A later phase: from what the phase before left behind, under a rulebook, its position and fields of a `Turn`."""


def order_fields(
    orders: object, board: Board, position: Position | None = None, name: str = "orders", *, quiet: bool = False
) -> TurnFields:
    """Return the fields of a `Turn` for orders in any form.

    Args:
        orders: Texts or orders by power, a text with powers as headings, a turn, orders, or None.
        board: The board.
        position: Their position; its phase decides how they are read.
        name: Their name in messages.
        quiet: True to omit the warning about other keys of a reply (`text.answers`).

    Raises:
        StandoffError: An order cannot be read.
        WrongTypeError: `orders` is of another type.

    >>> from standoff.map import load_board
    >>> order_fields({"FRANCE": ["A PAR - BUR"]}, load_board())["orders"]
    (Move('FRANCE', UnitName('PAR', ARMY), 'BUR'),)
    """
    if orders is None:
        return {}
    if isinstance(orders, str):
        return _fields_of(_of_text(orders, board, position, name, quiet))
    if isinstance(orders, Mapping):
        return _fields_of(_by_power(cast("Mapping[object, object]", orders), board, position, quiet))
    if hasattr(orders, "counted"):  # a turn
        return {name: getattr(orders, name) for name in ("orders", "sets", "lasting", "proxies")}
    if not isinstance(orders, Iterable):
        raise WrongTypeError(f"expected orders by power, a text, or orders, not {orders!r}")
    listed: list[Order] = []
    for order in cast("Iterable[object]", orders):
        if not is_order(order):
            hint = "; whose order is it? expected {'FRANCE': ['A PAR - BUR']}" if isinstance(order, str) else ""
            raise WrongTypeError(f"expected an order, not {order!r}{hint}")
        listed.append(cast(Order, order))
    return {"orders": tuple(listed)}


def order(text: str, power: str, board: str | Board = "standard") -> Order:
    """Read an order in any notation.

    Args:
        text: One order.
        power: Its power.
        board: The board.

    Raises:
        OrderError: It is not exactly one order.
        UnknownNameError: There is no such power.
        WrongTypeError: The text is not a text.

    >>> order("Army Paris to Burgundy", "France")
    Move('FRANCE', UnitName('PAR', ARMY), 'BUR')
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise WrongTypeError(f"expected the text of an order, not {text!r}")
    on = named_board(board)
    orders = order_fields({on.power_named(power): text}, on)["orders"]
    if len(orders) != 1:
        raise OrderError(f"expected one order, not {len(orders) or 'none'}: {text!r}")
    return orders[0]


def _fields_of(lines: Iterable[_Line]) -> TurnFields:
    read = [*lines]
    faults = [f"{where}: {line.fault}" for where, line in read if line.order is None or line.fault]
    if faults:
        raise OrderError("\n".join(faults))
    return {"orders": tuple([line.order for _, line in read])}


def _of_text(text: str, board: Board, position: Position | None, name: str, quiet: bool) -> Iterator[_Line]:
    for line in lines_of(text, board, position=position, name="" if quiet else name):
        yield f"{name}, line {line.line}", line


def _by_power(orders: Mapping[object, object], board: Board, position: Position | None, quiet: bool) -> Iterator[_Line]:
    for name, of_power in orders.items():
        power = board.power_named(name)
        if isinstance(of_power, Mapping) or not isinstance(of_power, Iterable):
            raise WrongTypeError(f"{power}: expected a list of orders such as ['A PAR - BUR'], not {of_power!r}")
        entries = [of_power] if isinstance(of_power, str) else list(cast("Iterable[object]", of_power))
        for number, entry in enumerate(entries, 1):
            if is_order(entry):
                order = cast(Order, entry)
                if order.power != power:
                    raise OrderError(f"{power}: {order} is an order of {order.power}")
                yield power, Line(0, power, text_of(order, board), order)
            elif isinstance(entry, str):
                for at, line in enumerate(
                    lines_of(entry, board, power=power, position=position, name="" if quiet else power), 1
                ):
                    other = line.order is not None and line.power != power
                    fault = f"{line.text!r} stands below the name of {line.power}" if other else line.fault
                    where = f"{power}, order {at if isinstance(of_power, str) else number}"
                    yield where, line._replace(fault=fault)
            else:
                raise WrongTypeError(f"{power}: expected an order or its text, not {entry!r}")


# -- the orders of a turn ---------------------------------------------------------------------------------------------


Key = str | Order | Unit | UnitName
"""An order or its text; or its unit, or the unit's location: "PAR", "A PAR", "Paris"."""


class NotInTurnError(StandoffError, LookupError):
    """A key matches nothing in the turn: there is no such unit or order.

    >>> from standoff import read
    >>> read("FRANCE: A PAR - BUR").adjudicate()["LON"]
    Traceback (most recent call last):
        ...
    standoff.turn.orders.NotInTurnError: no unit stands in LON in this turn
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


__all__ = ["Key", "Later", "Naming", "NotInTurnError", "TurnFields", "fill_in_units", "order", "order_fields"]
