"""What is to be forced: an order that succeeds, one that fails, a unit that is dislodged."""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..map import FLEET, Board, Position, StandoffError, province_of
from ..solver import Convoy, Hold, Move, Rulebook, Support
from ..solver.law.equations import CONVOYS, MOVES, SUPPORTS
from ..solver.order import units_named
from .choices import HOLD, Row, legal_rows
from .deciding import Played


class ForceError(StandoffError):
    """What is to be forced means nothing in the position, or there is too much to try."""


@dataclass(frozen=True)
class Goal:
    """What is to be forced.

    Attributes:
        unit: The number of the unit that it is about.
        rows: The orders of which it is given one, rows of `Batch.orders`; empty if any will do. Several where the text
            leaves open a coast, or, for a move that is to fail, whether it goes by convoy.
        wanted: "succeeds", "fails" or "dislodged".
        text: The goal as written.
    """

    unit: int
    rows: tuple[Row, ...]
    wanted: str
    text: str

    def reached(self, turns: Played, rules: Rulebook) -> Any:
        """Tell for each turn whether it is reached: bool, shape (turns,)."""
        if self.wanted == "dislodged":
            return turns.column(rules, "attacker")[:, self.unit] >= 0
        orders = turns.order_rows[:, self.unit]
        given = np.zeros(len(turns), dtype=bool)
        for row in self.rows:
            given |= (orders == np.array(row)).all(axis=1)
        carried_out = given & (turns.column(rules, "succeeds")[:, self.unit] == 1)
        return carried_out if self.wanted == "succeeds" else ~carried_out

    def provinces(self, position: Position, board: Board) -> set[int]:
        """Return the numbers of the provinces for which it matters, to begin with, who gets in.

        For a move that is its destination; for a unit that is to hold or to be dislodged, its own province. For a
        support or convoy it matters who gets to its unit, and whether it matches, which depends on the destination:
        the move that it is for leads there, and so do all convoys for that; a unit supported to hold is there.
        """
        home = board.province_number[position.units[self.unit].province]
        provinces: set[int] = set()
        for kind, target, place, _ in self.rows or (HOLD,):
            if kind != MOVES:
                provinces.add(home)
            if place >= 0:
                provinces.add(board.province_of_location[place])
            elif target >= 0:
                provinces.add(board.province_number[position.units[target].province])
        return provinces


def goal_of(
    text: str, position: Position, board: Board, by: Collection[str], choices: Sequence[Any], rules: Rulebook
) -> Goal:
    """Return what a text says is to be forced.

    Args:
        text: As `forcing.force` takes it.
        position, board: The position.
        by: Who is to force it.
        choices: By unit, its legal orders: int16, shape (orders, 4).
        rules: The rulebook.

    Raises:
        ForceError: It means nothing in the position.
    """
    from ..text.reading import read_order, read_place

    words = text.strip()
    numbers = {unit.province: number for number, unit in enumerate(position.units)}

    def unit_in(place: str) -> int:
        province = province_of(place)
        if province not in numbers:
            raise ForceError(f"{text!r}: no unit stands in {province}")
        return numbers[province]

    if words.lower().endswith("dislodged"):
        name = words[: -len("dislodged")].strip()
        parts = name.split(maxsplit=1)
        letter = parts[0].upper() if len(parts) == 2 else ""
        try:
            unit = unit_in(read_place(parts[1] if letter in ("A", "F") else name, board))
        except ForceError:
            raise
        except StandoffError as fault:
            raise ForceError(f"{text!r}: {fault}") from None
        if letter in ("A", "F") and letter != str(position.units[unit])[0]:
            raise ForceError(f"{text!r}: the unit there is {position.units[unit]}")
        return Goal(unit, (), "dislodged", text)
    fails = words.lower().startswith("not ")
    words = words[4:].strip() if fails else words

    def order_of(power: str) -> Hold | Move | Support | Convoy:
        try:
            order = read_order(words, power, board)
        except StandoffError as fault:
            raise ForceError(f"{text!r}: {fault}") from None
        if not isinstance(order, Hold | Move | Support | Convoy):
            raise ForceError(f"{text!r} is not an order of a movement phase")
        return order

    order = order_of(next(iter(by)))
    unit = unit_in(order.unit.place)
    power = position.units[unit].power
    if not fails and power not in by:
        raise ForceError(
            f"{text!r}: {position.units[unit]} belongs to {power}, which is not among those that force it; "
            f"'not {words}' could be meant, or '{position.units[unit]} dislodged'"
        )
    order = order_of(power)
    target = -1
    for part, named in units_named(order).items():
        number = unit_in(named.place)
        if named.type not in (None, position.units[number].type):
            raise ForceError(f"{text!r}: the unit there is {position.units[number]}")
        if part != "unit":
            target = number
    subject = _Subject(unit, position, board, choices[unit], rules)
    rows = _moves(order, fails, subject) if isinstance(order, Move) else _others(order, target, subject)
    if not rows:
        raise ForceError(f"{text!r}: that order is illegal in this position")
    return Goal(unit, rows, "fails" if fails else "succeeds", text)


class _Subject(NamedTuple):
    """The unit that an order is for, by its number in the position, and its legal orders."""

    unit: int
    position: Position
    board: Board
    legal: Any
    rules: Rulebook


def _moves(order: Move, fails: bool, subject: _Subject) -> tuple[Row, ...]:
    """Return the legal moves that are meant: on any coast if none is named; for one that is to fail, by any way."""
    unit, position, board, legal, rules = subject
    goal = board.province_number.get(province_of(order.destination), -1)
    if position.units[unit].type is not FLEET:
        places = [goal]
    elif "/" in order.destination:
        places = [board.location_number.get(order.destination, -1)]
    else:
        places = [place for place, province in enumerate(board.province_of_location) if province == goal]
    if order.via_convoy:
        expressly: list[Row] = [(MOVES, -1, place, 1) for place in places if place >= 0]
        return tuple(legal_rows(position, board, unit, expressly, rules))
    return tuple(row for row in _rows(legal) if row[0] == MOVES and row[2] in places and (fails or not row[3]))


def _others(order: Hold | Support | Convoy, target: int, subject: _Subject) -> tuple[Row, ...]:
    """Return the hold, support or convoy that is meant; for a support that lacks a needed coast, one for each coast."""
    unit, position, board, legal, rules = subject
    if isinstance(order, Hold):
        return (HOLD,)
    kind = SUPPORTS if isinstance(order, Support) else CONVOYS
    if order.destination is None:
        rows: list[Row] = [(kind, target, -1, 0)]
    else:
        named = order.destination if position.units[target].type is FLEET else province_of(order.destination)
        if named not in board.location_number:
            return ()
        rows = [(kind, target, board.location_number[named], 0)]
    meant = legal_rows(position, board, unit, rows, rules)
    if not meant and order.destination is not None and "/" not in order.destination:
        goal = board.province_number[order.destination]
        meant = [
            row
            for row in _rows(legal)
            if row[:2] == (kind, target) and row[2] >= 0 and board.province_of_location[row[2]] == goal
        ]
    return tuple(meant)


def _rows(array: Any) -> list[Row]:
    return [(row[0], row[1], row[2], row[3]) for row in array.tolist()]
