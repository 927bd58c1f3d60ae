"""Orders as DAIDE tokens.

Source: the DAIDE message syntax (orders `HLD`, `MTO`, `SUP`, `CVY`, `CTO`, `RTO`, `DSB`, `BLD`, `REM`, `WVE`).
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from ...map import ARMY, FLEET, Board, UnitType
from ...solver import Build, Convoy, Hold, Move, Order, OrderError, Retreat, Support, UnitName, Waive
from .lexicon import ORDER_KINDS

if TYPE_CHECKING:
    from lark import Lark

_TO_ID = {"ECH": "ENG", "GOB": "BOT", "GOL": "LYO"}
_FROM_ID = {pid: token for token, pid in _TO_ID.items()}
_COASTS = {"NCS": "NC", "SCS": "SC", "ECS": "EC", "WCS": "WC"}
_FROM_COAST = {coast: token for token, coast in _COASTS.items()}
_TYPES = {"AMY": ARMY, "FLT": FLEET}


@cache
def _parser() -> Lark:
    from lark import Lark

    return Lark.open("daide.lark", rel_to=__file__, parser="lalr", lexer="basic")


def province_of(token: str, board: Board) -> str | None:
    """Return the id of the province of a DAIDE token; None if there is none."""
    pid = _TO_ID.get(token, token if token not in _FROM_ID else "")
    return pid if pid in board.province_number else None


def powers_of(token: str, board: Board) -> list[str]:
    """Return the ids of the powers that a DAIDE token ("AUS") may mean."""
    return [power for power in board.powers if power[:3] == token]


_BEGINNING = re.compile(r"\s*(?:(?:SUB|ORD)\s*\(|\(\s*\(|\(?\s*[A-Z]{3}\s+(?:AMY\b|FLT\b|WVE\s*\)?\s*$))")
_OWNER = re.compile(r"([A-Z]{3})\s+(?:AMY|FLT|WVE)\b")


def is_daide(text: str) -> bool:
    """Return whether a text begins as an order in DAIDE tokens, a waive, or a message with orders.

    >>> [is_daide(text) for text in ("( ( ENG FLT LON ) HLD )", "(ENG FLT LON) HLD", "ENG WVE", "(A Par - Bur)")]
    [True, True, True, False]
    """
    return ("(" in text or "WVE" in text) and _BEGINNING.match(text) is not None


def daide_owner(text: str, board: Board) -> str | None:
    """Return the power of the first order of a text in DAIDE tokens; None for any other text."""
    match = _OWNER.search(text) if is_daide(text) else None
    powers = powers_of(match[1], board) if match is not None else []
    return powers[0] if len(powers) == 1 else None


class _Daide:
    def __init__(self, text: str, power: str, board: Board) -> None:
        self.text, self.power, self.board = text, power, board

    def fault(self, column: int, problem: str) -> OrderError:
        return OrderError(f"column {column}, {self.text.strip()!r}: {problem}")

    def place(self, tree: Any) -> str:
        token = tree.children[0]
        pid = province_of(str(token), self.board)
        if pid is None:
            raise self.fault(token.column, f"expected a province token, cannot read {str(token)!r}")
        if tree.data == "place":
            return pid
        coast = tree.children[1]
        if str(coast) not in _COASTS:
            raise self.fault(coast.column, f"expected NCS, SCS, ECS or WCS, cannot read {str(coast)!r}")
        return f"{pid}/{_COASTS[str(coast)]}"

    def owner(self, token: Any) -> str:
        powers = powers_of(str(token), self.board)
        if len(powers) > 1:
            raise self.fault(token.column, f"{str(token)!r} may be {' or '.join(powers)}")
        if not powers:
            raise self.fault(token.column, f"expected the token of a power, cannot read {str(token)!r}")
        return powers[0]

    def unit(self, tree: Any) -> UnitName:
        nation, kind, place = tree.children
        owner = self.owner(nation)
        if str(kind) not in _TYPES:
            raise self.fault(kind.column, f"expected AMY or FLT, cannot read {str(kind)!r}")
        unit_type: UnitType = _TYPES[str(kind)]
        return UnitName(self.place(place), unit_type, None if owner == self.power else owner)

    def order(self, tree: Any) -> Order:
        name, children, power = str(tree.data), tree.children, self.power
        if name == "waive":
            self.owner(children[0])
            return Waive(power)
        units = [self.unit(child) for child in children if child.data == "unit"]
        places = [self.place(child) for child in children if child.data != "unit"]
        if name == "convoyed":
            return Move(power, units[0], places[0], True, tuple(places[1:]))
        return ORDER_KINDS[name.partition("_")[0]](power, *units, *places)


def read_daide(text: str, power: str, board: Board) -> list[Order]:
    """Read the orders of a text in DAIDE tokens.

    Raises:
        OrderError: They cannot be read.
    """
    from lark.exceptions import UnexpectedInput

    try:
        tree = _parser().parse(text.strip())
    except UnexpectedInput as fault:
        column = max(getattr(fault, "column", 1) or 1, 1)
        unread = text.strip()[column - 1 :] if column <= len(text.strip()) else "the end"
        raise OrderError(f"column {column}, {text.strip()!r}: no DAIDE order; cannot read {unread!r}") from None
    orders = [child for child in cast(Any, tree).children if child is not None and child.data not in ("turn", "result")]
    return [_Daide(text, power, board).order(order) for order in orders]


def daide_place(place: str) -> str:
    """Return a location as DAIDE tokens ("(STP SCS)")."""
    pid, _, coast = place.partition("/")
    token = _FROM_ID.get(pid, pid)
    return f"({token} {_FROM_COAST.get(coast, coast)})" if coast else token


def write_daide(order: Order) -> str:
    """Return an order as DAIDE tokens, perhaps with losses (`write_order` checks that)."""

    def unit(name: UnitName) -> str:
        kind = {ARMY: "AMY", FLEET: "FLT"}.get(name.type or ARMY, "AMY")
        return f"({(name.nationality or order.power)[:3]} {kind} {daide_place(name.place)})"

    if isinstance(order, Waive):
        return f"({order.power[:3]} WVE)"
    own = unit(order.unit)
    if isinstance(order, Hold):
        return f"({own} HLD)"
    if isinstance(order, Move):
        if order.route:
            return f"({own} CTO {daide_place(order.destination)} VIA ({' '.join(map(daide_place, order.route))}))"
        return f"({own} MTO {daide_place(order.destination)})"
    if isinstance(order, Support):
        move = f" MTO {daide_place(order.destination)}" if order.destination else ""
        return f"({own} SUP {unit(order.supported)}{move})"
    if isinstance(order, Convoy):
        return f"({own} CVY {unit(order.convoyed)} CTO {daide_place(order.destination)})"
    if isinstance(order, Retreat):
        return f"({own} RTO {daide_place(order.destination)})"
    return f"({own} BLD)" if isinstance(order, Build) else f"({own} DSB)"
