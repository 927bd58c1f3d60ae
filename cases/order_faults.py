"""What is wrong with the orders of a file, found without deciding who gets where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..map import PhaseType
from ..solver import Rulebook
from ..solver.law.faults import VOIDS
from ..solver.orders.order import Unclear
from ..solver.plain.game import adjudicate_phase
from ..solver.plain.order_table import table_of
from ..solver.results.results import Outcome
from ..text.messages import meanings_text, message
from .case import Case, WrittenOrder
from .run import counted_orders, play_case, start_of


@dataclass(frozen=True, slots=True)
class OrderFault:
    """What is wrong with an order of a case: illegal or void, and why."""

    case: Case
    written: WrittenOrder
    outcome: Outcome
    reason: str

    def text(self, language: str = "en") -> str:
        """Return where the order stands, and what is wrong with it, in a language."""
        what = f"{message(self.outcome.value, language)}: {message(self.reason, language)}"
        if isinstance(self.written.order, Unclear):
            what += f": {meanings_text(self.written.order, self.case.board, language)}"
        return f"{self.case.file}, line {self.written.line}: {self.written.text!r}: {what}"

    def __str__(self) -> str:
        return self.text()


def faults_of(case: Case, rules: Rulebook) -> Iterator[OrderFault]:
    """Yield each illegal order with its fault, and each support or convoy that matches nothing.

    Only the first movement phase is read without adjudicating; where a later one stands depends on the results.

    Raises:
        PositionError: The position is impossible.
    """
    if not case.phases:
        return
    first = case.phases[0]
    position = start_of(case)
    position.check(case.board)
    if len(case.phases) == 1 and first.type is PhaseType.MOVEMENT:
        counted = counted_orders(first, position, rules, case.board)
        table = table_of(case.board, position, counted, rules)
        place = {str(order): number for number, order in enumerate(table.orders)}
        plain = len(counted) == len(first.orders)
        for index, written in enumerate(first.orders):
            number = index if plain else place.get(str(written.order), -1)
            if number < 0:
                continue  # another set of orders counts instead
            illegal, unit = table.illegal[number], table.unit_of[number]
            if illegal is not None:
                yield OrderFault(case, written, Outcome.ILLEGAL, illegal.value)
            elif unit >= 0 and (void := VOIDS[table.void[unit]]) is not None:
                yield OrderFault(case, written, Outcome.VOID, void.value)
        return
    if len(case.phases) == 1:
        results = [(first, adjudicate_phase(position, [w.order for w in first.orders], rules=rules, board=case.board))]
    else:
        results = [(phase, result) for phase, result, _ in play_case(case, rules)]
    for phase, result in results:
        for written, found in zip(phase.orders, result, strict=False):
            if found.outcome in (Outcome.ILLEGAL, Outcome.VOID):
                yield OrderFault(case, written, found.outcome, str(found.rule))
