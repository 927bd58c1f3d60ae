"""Goals to be forced: an order succeeds or fails, a unit is dislodged or not, a power is in a province; several."""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from ..map import FLEET, Board, Position, StandoffError, province_of
from ..solver import CONVOYS, MOVES, SUPPORTS, Convoy, Hold, Move, Rulebook, Support, units_named
from .choices import HOLD, BatchOrder, legal_rows
from .deciding import Played
from .programs import text_of


class ForceError(StandoffError):
    """A goal has no meaning in the position, or there are too many orders to try."""


@dataclass(frozen=True)
class Goal:
    """A goal to be forced.

    Attributes:
        unit: The number of its unit; -1 for a power in a province.
        rows: The orders that the unit may have; empty for any. There are several if the text leaves open a coast or,
            for a move that is to fail, whether it goes by convoy.
        outcome: "succeeds", "fails", "dislodged", "not dislodged" or "in".
        text: The goal as written.
        province: For a power in a province, the number of the province.
        units: For a power in a province, the numbers of its units.
    """

    unit: int
    rows: tuple[BatchOrder, ...]
    outcome: str
    text: str
    province: int = -1
    units: tuple[int, ...] = ()

    def reached(self, turns: Played, rules: Rulebook) -> Any:
        """Return, by turn, whether the goal is reached: bool, shape (turns,)."""
        if self.outcome == "in":
            places = turns.column(rules, "place")[:, self.units]
            return (np.array([*turns.batch.board.tables.province, -1])[places] == self.province).any(axis=1)
        if self.outcome.endswith("dislodged"):
            return (turns.column(rules, "attacker")[:, self.unit] >= 0) == (self.outcome == "dislodged")
        orders = turns.order_rows[:, self.unit]
        is_ordered = np.zeros(len(turns), dtype=bool)
        for row in self.rows:
            is_ordered |= (orders == np.array(row)).all(axis=1)
        carried_out = is_ordered & (turns.column(rules, "succeeds")[:, self.unit] == 1)
        return carried_out if self.outcome == "succeeds" else ~carried_out

    def clauses(self, number: int, position: Position, board: Board, choices: Sequence[Any]) -> Iterator[str]:
        """Yield when ``reached(number)`` holds, as clauses for `programs.Program`; `choices` are those of its facts."""
        if self.outcome == "in":
            place = text_of(board.provinces[self.province].id)
            for unit in self.units:
                here = text_of(position.units[unit].province)
                yield f"reached({number}) :- moves({here},{place}), succeeds({here})."
                if here == place:
                    yield f"reached({number}) :- not lost({here}), not gone({here})."
            return
        here = text_of(position.units[self.unit].province)
        if not self.rows:
            yield f"reached({number}) :- {'not ' * (self.outcome != 'dislodged')}lost({here})."
            return
        # a unit with a single order has it as a fact
        meant = [n for n, row in enumerate(choices[self.unit].tolist()) if tuple(row) in self.rows]
        how = f"not lost({here})" if HOLD in self.rows else f"succeeds({here})"
        for one in meant:
            yield f"carried({number}) :- order({here},{one}), {how}."
        yield f"reached({number}) :- {'not ' * (self.outcome == 'fails')}carried({number})."


@dataclass(frozen=True)
class Goals:
    """One or more goals: at least one of the parts is reached, and of that all.

    Attributes:
        parts: The goals.
        text: The goals as written.
    """

    parts: tuple[tuple[Goal, ...], ...]
    text: str

    @property
    def all(self) -> list[Goal]:
        """Every goal."""
        return [goal for part in self.parts for goal in part]

    @property
    def single(self) -> Goal | None:
        """The goal, if there is only one."""
        return self.all[0] if len(self.all) == 1 else None

    @property
    def pinned(self) -> dict[int, tuple[BatchOrder, ...]]:
        """By unit, the orders that are presumed: of what is to fail, and of a single goal."""
        presumed = [goal for goal in self.all if goal.rows and (goal.outcome == "fails" or goal is self.single)]
        return {goal.unit: goal.rows for goal in presumed}

    def reached(self, turns: Played, rules: Rulebook) -> Any:
        """Return, by turn, whether the goals are reached: bool, shape (turns,)."""
        parts = [np.logical_and.reduce([goal.reached(turns, rules) for goal in part]) for part in self.parts]
        return np.logical_or.reduce(parts)

    def clauses(self, position: Position, board: Board, choices: Sequence[Any], *, reached: bool) -> str:
        """Return as clauses for `programs.Program` that the goals are reached, or missed."""
        lines = ["gone(U) :- moves(U,_), succeeds(U).", "lost(U) :- dislodged(U), not gone(U)."]
        number = 0
        for part in self.parts:
            for goal in part:
                lines += goal.clauses(number, position, board, choices)
                number += 1
            of_part = ", ".join(f"reached({one})" for one in range(number - len(part), number))
            lines.append(f"reached(all) :- {of_part}.")
        return "\n".join([*lines, f":- {'not ' * reached}reached(all)."])


def goals_of(
    text: str, position: Position, board: Board, by: Collection[str], choices: Sequence[Any], rules: Rulebook
) -> Goals:
    """Return the goals that a text names, joined by "and" and "or"; "and" binds closer.

    Args:
        text: The text, as for `forcing.force`.
        position, board, rules: The position, its board, and the rulebook.
        by: The powers that are to force it.
        choices: By unit, its legal orders: int16, shape (orders, 4).

    Raises:
        ForceError: It has no meaning in the position.
    """

    def parted(word: str, words: str) -> list[str]:
        return [one.strip() for one in re.split(rf"\s{word}\s", words, flags=re.IGNORECASE)]

    parts = tuple(
        tuple(_goal_of(one, position, board, by, choices, rules) for one in parted("and", part))
        for part in parted("or", text)
    )
    goals = Goals(parts, text)
    presumed: dict[int, tuple[BatchOrder, ...]] = {}
    for goal in goals.all:
        if goal.outcome == "fails" and presumed.setdefault(goal.unit, goal.rows) != goal.rows:
            raise ForceError(f"{text!r}: {position.units[goal.unit]} has one order, and two are presumed to be given")
    return goals


def _goal_of(
    text: str, position: Position, board: Board, by: Collection[str], choices: Sequence[Any], rules: Rulebook
) -> Goal:
    words = text.strip()
    reader = _Reader(text, position, board, choices, rules)
    if words.lower().endswith("dislodged"):
        name = words[: -len("dislodged")].strip()
        spared = name.lower().endswith(" not")
        unit = reader.unit_named(name[:-3].strip() if spared else name)
        return Goal(unit, (), "not dislodged" if spared else "dislodged", text)
    if inside := re.fullmatch(r"(.+?)\s+in\s+(.+)", words, flags=re.IGNORECASE):
        return reader.power_in(*inside.groups())
    fails = words.lower().startswith("not ")
    words = words[4:].strip() if fails else words
    unit = reader.unit_in(reader.order(words, next(iter(by))).unit.place)
    power = position.units[unit].power
    if not fails and power not in by:
        raise ForceError(
            f"{text!r}: {position.units[unit]} belongs to {power}, which is not among those that force it; "
            f"'not {words}' could be meant, or '{position.units[unit]} dislodged'"
        )
    rows = reader.rows(reader.order(words, power), fails)
    if not rows:
        raise ForceError(f"{text!r}: that order is illegal in this position")
    return Goal(unit, tuple(rows), "fails" if fails else "succeeds", text)


class _Reader:
    """Reads a goal; the arguments are those of `goals_of`."""

    def __init__(self, text: str, position: Position, board: Board, choices: Sequence[Any], rules: Rulebook) -> None:
        self.text, self.position, self.board, self.choices, self.rules = text, position, board, choices, rules
        self.number_in = {unit.province: number for number, unit in enumerate(position.units)}

    def unit_in(self, place: str) -> int:
        province = province_of(place)
        if province not in self.number_in:
            raise ForceError(f"{self.text!r}: no unit stands in {province}")
        return self.number_in[province]

    def unit_named(self, name: str) -> int:
        """Return the unit of a name such as "A PAR" or "Paris"."""
        from ..text import read_place

        letter, _, place = name.partition(" ")
        letter = letter.upper() if place and letter.upper() in ("A", "F") else ""
        try:
            place = read_place(place if letter else name, self.board)
        except StandoffError as fault:
            raise ForceError(f"{self.text!r}: {fault}") from None
        unit = self.unit_in(place)
        if letter not in ("", str(self.position.units[unit])[0]):
            raise ForceError(f"{self.text!r}: the unit there is {self.position.units[unit]}")
        return unit

    def power_in(self, name: str, place: str) -> Goal:
        """Return the goal that a power named has a unit in a province after the turn."""
        from ..text import read_place

        try:
            power = self.board.power_named(name)
            province = self.board.province_number[province_of(read_place(place, self.board))]
        except StandoffError as fault:
            raise ForceError(f"{self.text!r}: {fault}") from None
        units = tuple(number for number, unit in enumerate(self.position.units) if unit.power == power)
        return Goal(-1, (), "in", self.text, province, units)

    def order(self, words: str, power: str) -> Hold | Move | Support | Convoy:
        from ..text import read_order

        try:
            order = read_order(words, power, self.board)
        except StandoffError as fault:
            raise ForceError(f"{self.text!r}: {fault}") from None
        if not isinstance(order, Hold | Move | Support | Convoy):
            raise ForceError(f"{self.text!r} is not an order of a movement phase")
        return order

    def rows(self, order: Hold | Move | Support | Convoy, fails: bool) -> list[BatchOrder]:
        """Return the legal orders that a text may mean."""
        units = self.position.units
        numbers = {part: self.unit_in(named.place) for part, named in units_named(order).items()}
        for part, named in units_named(order).items():
            if named.type not in (None, units[numbers[part]].type):
                raise ForceError(f"{self.text!r}: the unit there is {units[numbers[part]]}")
        unit = numbers.pop("unit")
        if isinstance(order, Hold):
            return [HOLD]
        if isinstance(order, Move):
            return self._moves(order, unit, fails)
        return self._orders_meant(order, unit, *numbers.values())

    def _moves(self, order: Move, unit: int, fails: bool) -> list[BatchOrder]:
        """Return the legal moves meant: to any coast if none is named; for a move that is to fail, by either way."""
        board = self.board
        goal = board.province_number.get(province_of(order.destination), -1)
        if self.position.units[unit].type is not FLEET:
            places = [goal]
        elif "/" in order.destination:
            places = [board.location_number.get(order.destination, -1)]
        else:
            places = [place for place, province in enumerate(board.tables.province) if province == goal]
        if order.via_convoy:
            return self._legal(unit, [(MOVES, -1, place, 1) for place in places if place >= 0])
        return [row for row in self._choices(unit) if row[0] == MOVES and row[2] in places and (fails or not row[3])]

    def _orders_meant(self, order: Support | Convoy, unit: int, target: int) -> list[BatchOrder]:
        """Return the support or convoy meant; for a support that lacks a required coast, one for each coast."""
        board, kind = self.board, SUPPORTS if isinstance(order, Support) else CONVOYS
        if order.destination is None:
            return self._legal(unit, [(kind, target, -1, 0)])
        is_fleet = self.position.units[target].type is FLEET
        place = board.location_number.get(order.destination if is_fleet else province_of(order.destination), -1)
        meant = self._legal(unit, [(kind, target, place, 0)]) if place >= 0 else []
        if meant or place < 0 or "/" in order.destination:
            return meant
        goal = board.province_number[order.destination]
        return [
            row
            for row in self._choices(unit)
            if row[:2] == (kind, target) and row[2] >= 0 and board.tables.province[row[2]] == goal
        ]

    def _legal(self, unit: int, rows: list[BatchOrder]) -> list[BatchOrder]:
        return legal_rows(self.position, self.board, unit, rows, self.rules)

    def _choices(self, unit: int) -> list[BatchOrder]:
        return [cast("BatchOrder", tuple(row)) for row in self.choices[unit].tolist()]
