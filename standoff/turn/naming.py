"""Which order of a turn is meant by a text, a unit or an order, and what an order leaves out about units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from ..map import StandoffError, Unit, WrongTypeError
from ..solver import Order, OrderError, Unclear, UnitName, Waive, is_order, units_named
from ..text import read_order, read_unit

if TYPE_CHECKING:
    from .turn import Turn

Key = str | Order | Unit | UnitName
"""An order or its text; or the unit that it is for, or where that stands: "PAR", "A PAR", "Paris"."""


class NotInTurnError(StandoffError, LookupError):
    """A key means nothing in the turn: no unit stands there, or no such order was given.

    >>> from standoff import read
    >>> read("FRANCE: A PAR - BUR").adjudicate()["LON"]
    Traceback (most recent call last):
        ...
    standoff.turn.naming.NotInTurnError: no unit stands in LON in this turn
    """


def filled_in(order: Order, units: Mapping[str, Unit], *, corrected: bool = False) -> Order:
    """Return an order with what it leaves out about the units that it names: type and coast.

    Args:
        order: The order.
        units: The units, by their provinces.
        corrected: Also put right what it says wrongly.
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


def numbers_meant(turn: Turn, key: Key, orders: Sequence[Order], texts: Sequence[str | None]) -> list[int]:
    """Return the numbers of the orders that a key means: several if a unit was given several.

    Args:
        turn: The turn.
        key: What is looked up.
        orders: The orders to choose from.
        texts: How each was written, None for those that nobody wrote.

    Raises:
        NotInTurnError: It means none.
        WrongTypeError: It is neither a text nor a unit nor an order.
    """
    if isinstance(key, (Unit, UnitName)):
        return _of_unit(turn, key, orders)
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
        if words in map(_plain, (str(order), turn.canonical(order), text or ""))
    ]
    if found:
        return found
    try:
        unit = read_unit(key, next(iter(turn.board.powers)), turn.board)
    except OrderError as fault:
        return _of_text(turn, key, orders, fault)
    return _of_unit(turn, unit, orders)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _of_unit(turn: Turn, unit: Unit | UnitName, orders: Sequence[Order]) -> list[int]:
    province, position = unit.province, turn.position
    every = (*position.units, *(dislodged.unit for dislodged in position.dislodged))
    standing = [one for one in every if one.province == province]
    if isinstance(unit, UnitName) and standing:
        fitting = (one for one in standing if unit.nationality in (None, one.power) and unit.type in (None, one.type))
        if not any(fitting):
            whose = f" of {unit.nationality}" if unit.nationality else ""
            raise NotInTurnError(f"no unit {unit}{whose} in this turn")
    owners = {one.power for one in standing}
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


def _of_text(turn: Turn, text: str, orders: Sequence[Order], fault: OrderError) -> list[int]:
    """Return the numbers of the orders that a text says in another notation than they were written in."""
    said: dict[str, str] = {}
    for power in turn.board.powers:
        with suppress(OrderError):
            said[power] = turn.canonical(read_order(text, power, turn.board))
    found = [number for number, order in enumerate(orders) if turn.canonical(order) == said.get(order.power)]
    if not found:
        none = f"{text!r} is not a province, unit or order of this turn: {fault}"
        raise NotInTurnError(f"no order {text!r} in this turn" if said else none)
    return found


__all__ = ["Key", "NotInTurnError", "filled_in", "numbers_meant"]
