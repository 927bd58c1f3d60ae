"""`standoff mcp`: legal orders, checking, adjudication and explanations as tools of the Model Context Protocol."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from ..map import PositionError, StandoffError, install_command

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from ..turn import Turn

PositionInput = str | dict[str, Any]
"""``"start"``, a one-line position, the units of each power, or a position as from `Position.to_dict`."""

OrdersInput = str | list[str] | dict[str, str | list[str]]
"""Orders as text, by power, or as a list for one power."""

INSTRUCTIONS = (
    "An adjudicator of the board game Diplomacy. A position is 'start', a position in one line such as "
    "'standard F1901M FRANCE:ABUR,FMAO;GERMANY:AMUN', or the units of each power: {'FRANCE': ['A PAR', 'F BRE']}. "
    "Orders are text with the names of the powers as headings, 'FRANCE: A PAR - BUR, F BRE - MAO', or JSON: "
    "{'FRANCE': ['A PAR - BUR']}. Ask legal_orders or check before adjudicate."
)


@click.command()
def mcp() -> None:
    """Serve language models on standard input and output, by the Model Context Protocol.

    The tools are legal_orders, check, adjudicate and explain. They read no files: positions and orders are text, and
    boards are names. It requires the package mcp: pip install mcp.

    \b
    Example:
      standoff mcp
    In the settings of a program that speaks the protocol:
      {"mcpServers": {"standoff": {"command": "standoff", "args": ["mcp"]}}}
    """
    serves = server()
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - the caller may have closed it
        raise StandoffError("standard input is closed")
    serves.run()


def server() -> MCPServer:
    """Return the server with its tools.

    Raises:
        StandoffError: The extra ``mcp`` is not installed.
    """
    try:
        from mcp.server.mcpserver import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ImportError as fault:
        raise StandoffError(f"this needs the extra: {install_command('mcp')} ({fault})") from None

    def refusing(tool: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        """Return a tool whose input errors reach the caller as text."""

        @wraps(tool)
        def called(**given: Any) -> dict[str, Any]:
            try:
                return tool(**given)
            except StandoffError as fault:
                raise ToolError(str(fault)) from None

        return called

    made = MCPServer("standoff", instructions=INSTRUCTIONS, log_level="WARNING")
    for tool in (legal_orders, check, adjudicate, explain):
        made.tool()(refusing(tool))
    return made


def legal_orders(
    position: PositionInput = "start", power: str | None = None, rules: str = "2023"
) -> dict[str, dict[str, list[str]]]:
    """Return all legal orders of a position, by power and by the location of the unit.

    Args:
        position: 'start', a position in one line, or the units of each power.
        power: Only the orders of this power.
        rules: The rulebook: 2023, 2000, 1982, 1971, ….
    """
    from ..cases import legal_orders as orders_of

    return orders_of(position, power, rules=rules)


def check(
    orders: OrdersInput,
    position: PositionInput = "start",
    power: str | None = None,
    rules: str = "2023",
    language: str = "en",
) -> dict[str, Any]:
    """Report for each order whether it is legal; if not, the reason, the rule and the nearest legal orders.

    Args:
        orders: The orders, as text or JSON, alone or within an answer; other text is listed as a remark. Or a list of
            texts of the power in `power`.
        position: 'start', a position in one line, or the units of each power.
        power: The power of orders without a heading.
        rules: The rulebook: 2023, 2000, 1982, 1971, ….
        language: The language of the reasons: en, cs or ru.
    """
    from ..cases import check as checked

    return checked(orders, position, power=power, rules=rules).to_dict(language=language)


def adjudicate(orders: OrdersInput, position: PositionInput = "start", rules: str = "2023") -> dict[str, Any]:
    """Adjudicate a turn: each order's outcome and reason, the next position, and retreats; of several, each.

    Args:
        orders: The orders with the names of their powers, as text or JSON. A text with the dates of several phases is
            adjudicated phase by phase; the answer then has them as a list under "phases".
        position: 'start', a position in one line, or the units of each power.
        rules: The rulebook: 2023, 2000, 1982, 1971, ….
    """
    turn = _turn(orders, position, rules)
    phases: list[dict[str, Any]] = []
    for result in turn.course():
        phases.append(result.to_dict())
        try:
            phases[-1]["next_position"] = str(result.after if result.turn.phase is None else result.next().position)
        except PositionError as fault:  # unknown centers
            phases[-1] |= {"next_position": None, "missing": str(fault)}
    return {"phases": phases} if turn.later else phases[0]


def explain(
    orders: OrdersInput,
    order: str = "",
    position: PositionInput = "start",
    rules: str = "2023",
    language: str = "en",
    phase: str | None = None,
) -> dict[str, Any]:
    """Explain the outcomes of orders: the strengths compared, their parts, the chain of causes.

    Args:
        orders: The orders with the names of their powers, as text or JSON.
        order: The order to explain, or words of it (default: all).
        position: 'start', a position in one line, or the units of each power.
        rules: The rulebook: 2023, 2000, 1982, 1971, ….
        language: The language: en, cs or ru.
        phase: The phase, if the orders are of several: S1901M, F1901R, W1901A.
    """
    result = _turn(orders, position, rules, phase, only=True).adjudicate()
    chosen = result.orders_with(order)
    if not chosen:
        raise StandoffError(f"no order contains {order!r}")
    found = result.explain_orders(chosen, causes=bool(order), language=language)
    return {"explanations": [str(one) for one in found]}


def _turn(
    orders: OrdersInput, position: PositionInput, rules: str, phase: str | None = None, *, only: bool = False
) -> Turn:
    from ..cases import turn_from
    from ..text import phases_in

    turn = turn_from({}, position=position, rules=rules)
    if isinstance(orders, str) and (phase is not None or phases_in(orders, turn.board)):
        return turn_from(orders, position=position, rules=rules, phase=phase, only=only)
    return turn.with_orders(orders)  # refuses a list
