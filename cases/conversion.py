"""Shared by the readers of other programs' formats: a file becomes cases, or all its faults are listed."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from ..map import MOST_FAULTS, Board, PhaseType, at_most, load_board
from ..solver import OrderError, Unclear, Waive
from ..text import MOST_COUNTED, enough, read_order, unit_place
from .case import Case, WrittenOrder
from .faults import FormatError


class CaseLines(NamedTuple):
    """Another form of text as lines of a case file, each with the number of its line; and what is not read."""

    lines: list[tuple[int, str]]
    unread: list[str]


class Reader:
    """Collects the cases and the faults of a file, and reads its orders on a board (default: standard)."""

    def __init__(self, name: str, board: Board | None) -> None:
        self.name, self.board = name, board or load_board()
        self.cases: list[Case] = []
        self.faults: list[str] = []

    def fault(self, line: int, what: object) -> None:
        """Record a fault of the file.

        Raises:
            FormatError: There are too many faults.
        """
        if len(self.faults) >= MOST_COUNTED:
            raise FormatError("\n".join(at_most([*self.faults, f"{self.name}, line {line}: {enough(MOST_COUNTED)}"])))
        self.faults.append(f"{self.name}, line {line}: {what}" if len(self.faults) < MOST_FAULTS else "")

    def order(self, text: str, power: str, line: int) -> WrittenOrder | None:
        """Return an order of the file; None, with the fault recorded, if it cannot be read."""
        try:
            return WrittenOrder(read_order(text.strip(), power, self.board), line)
        except OrderError as fault:
            self.fault(line, fault)
            return None

    def done(self) -> list[Case]:
        """Return the cases.

        Raises:
            FormatError: The file has faults, or no cases.
        """
        if self.faults:
            raise FormatError("\n".join(at_most(self.faults)))
        if not self.cases:
            raise FormatError(f"{self.name}, line 1: nothing of this format in it")
        return self.cases


def infer_units(case: Case) -> None:
    """Add the units that the orders name to those of the first phase, as in orders files."""
    first = case.phases[0]
    if first.type is not PhaseType.MOVEMENT:
        return
    units = {unit.province: unit for unit in first.position.units}
    for written in first.orders:
        order = written.order
        if isinstance(order, (Waive, Unclear)) or order.unit.province in units:
            continue
        unit = unit_place(order.unit, order.power, case.board).unit
        if unit is not None:
            units[unit.province] = unit
    first.position = replace(first.position, units=tuple(units.values()))
