"""Orders as input: by power, as a text, or as values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, cast

from ..map import Board, Position, WrongTypeError, named_board
from ..solver import Order, OrderError, Rulebook, is_order
from ..text import Line, lines_of, text_of

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


__all__ = ["Later", "TurnFields", "order", "order_fields"]
