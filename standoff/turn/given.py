"""Orders as they are given: by power, as a text, or as values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol, cast

from ..map import Board, Position, WrongTypeError, load_board
from ..solver import Order, OrderError, is_order
from ..text import Line, lines_of, text_of

Given = dict[str, Any]
"""Attributes of a `Turn`."""


class Later(Protocol):
    """What the source of a turn continues with: one more phase."""

    def begin(self, position: Position) -> tuple[Position, Given]:
        """Return where the phase starts, the one before it leading to `position`, and its attributes of a `Turn`."""
        ...


def orders_given(orders: object, board: Board, position: Position | None = None, name: str = "orders") -> Given:
    """Return what `orders` gives, as the attributes of a `Turn`.

    Args:
        orders: Texts or orders by power, a text with powers as headings, a turn, orders, or None.
        board: The board.
        position: The position that they are for; its phase says how they are to be read.
        name: What messages call them.

    Raises:
        StandoffError: Something cannot be read.
        WrongTypeError: It is not of a type that can give orders.

    >>> from standoff.map import load_board
    >>> orders_given({"FRANCE": ["A PAR - BUR"]}, load_board())["texts"]
    ('A PAR - BUR',)
    """
    if orders is None:
        return {}
    if isinstance(orders, str):
        return _of_text(orders, board, position, name)
    if isinstance(orders, Mapping):
        return _by_power(cast("Mapping[object, object]", orders), board, position)
    if hasattr(orders, "orders_under"):  # a turn
        return {name: getattr(orders, name) for name in ("orders", "texts", "sets", "lasting", "proxies")}
    if not isinstance(orders, Iterable):
        raise WrongTypeError(f"expected orders by power, a text, or orders, not {orders!r}")
    listed: list[Order] = []
    for order in cast("Iterable[object]", orders):
        if not is_order(order):
            hint = "; whose order is it? expected {'FRANCE': ['A PAR - BUR']}" if isinstance(order, str) else ""
            raise WrongTypeError(f"expected an order, not {order!r}{hint}")
        listed.append(cast(Order, order))
    return {"orders": tuple(listed), "texts": tuple([text_of(order, board) for order in listed])}


def order(text: str, power: str, board: str | Board = "standard") -> Order:
    """Return the order that a text says, in any notation that is read.

    Args:
        text: One order.
        power: The power that gives it.
        board: The board.

    Raises:
        OrderError: It is not an order, or several.
        UnknownNameError: There is no such power.
        WrongTypeError: The text is not a text.

    >>> order("Army Paris to Burgundy", "France")
    Move('FRANCE', UnitName('PAR', ARMY), 'BUR')
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise WrongTypeError(f"expected the text of an order, not {text!r}")
    orders = orders_given({power: text}, load_board(board))["orders"]
    if len(orders) != 1:
        raise OrderError(f"expected one order, not {len(orders) or 'none'}: {text!r}")
    return orders[0]


class _Read:
    """Orders and their texts, and what is wrong with those that cannot be read."""

    def __init__(self) -> None:
        self.orders: list[Order] = []
        self.texts: list[str] = []
        self.faults: list[str] = []

    def add(self, order: Order, text: str) -> None:
        self.orders.append(order)
        self.texts.append(text)

    def line(self, where: str, line: Line, fault: str = "") -> None:
        if line.order is None or line.fault or fault:
            self.faults.append(f"{where}: {fault or line.fault}")
        else:
            self.add(line.order, line.text)

    def given(self) -> Given:
        if self.faults:
            raise OrderError("\n".join(self.faults))
        return {"orders": tuple(self.orders), "texts": tuple(self.texts)}


def _of_text(text: str, board: Board, position: Position | None, name: str) -> Given:
    read = _Read()
    for line in lines_of(text, board, position=position):
        read.line(f"{name}, line {line.line}", line)
    return read.given()


def _by_power(given: Mapping[object, object], board: Board, position: Position | None) -> Given:
    read = _Read()
    for name, of_power in given.items():
        power = board.power_named(name)
        if not isinstance(of_power, Iterable):
            raise WrongTypeError(f"{power}: expected a list of orders, not {of_power!r}")
        entries = [of_power] if isinstance(of_power, str) else list(cast("Iterable[object]", of_power))
        for number, entry in enumerate(entries, 1):
            if is_order(entry):
                order = cast(Order, entry)
                if order.power != power:
                    raise OrderError(f"{power}: {order} is an order of {order.power}")
                read.add(order, text_of(order, board))
            elif isinstance(entry, str):
                for at, line in enumerate(lines_of(entry, board, power=power, position=position), 1):
                    other = line.order is not None and line.power != power
                    fault = f"{line.text!r} stands below the name of {line.power}" if other else ""
                    read.line(f"{power}, order {at if isinstance(of_power, str) else number}", line, fault)
            else:
                raise WrongTypeError(f"{power}: expected an order or its text, not {entry!r}")
    return read.given()


__all__ = ["Given", "Later", "order", "orders_given"]
