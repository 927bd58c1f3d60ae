"""What the formats of other programs share: files become cases and back, and what gets lost on the way is reported."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..map import Board, PhaseType, Position, load_board
from ..solver import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    OrderError,
    Retreat,
    Support,
    Unclear,
    Waive,
    rulebook,
)
from ..text import MOST_COUNTED, MOST_FAULTS, at_most, enough, placed, read_order
from .case import Case, CasePhase, Expectation, FormatError, WrittenOrder
from .run import play_case
from .sections import written_as

_SUCCESSES: dict[type[Order], str] = {
    **{Hold: "holds", Move: "moves", Support: "supports", Convoy: "convoys"},
    **{Retreat: "retreats", Disband: "disbands", Build: "builds", Waive: "waives"},
}


def success_of(order: Order, kind: PhaseType = PhaseType.MOVEMENT) -> Expectation:
    """Return the expectation that `order` succeeds in a phase of this kind; a move in a retreat phase is a retreat."""
    if kind is PhaseType.RETREAT and isinstance(order, Move):
        return Expectation("retreats")
    return Expectation(_SUCCESSES.get(type(order), "convoys"))


class Reader:
    """Collects the cases and the faults of a file, and reads its orders on a board, the standard one if left out."""

    def __init__(self, name: str, board: Board | None) -> None:
        self.name, self.board = name, board or load_board()
        self.cases: list[Case] = []
        self.faults: list[str] = []

    def fault(self, line: int, what: object) -> None:
        """Note a fault of the file.

        Raises:
            FormatError: It is one too many.
        """
        if len(self.faults) >= MOST_COUNTED:
            raise FormatError("\n".join(at_most([*self.faults, f"{self.name}, line {line}: {enough(MOST_COUNTED)}"])))
        self.faults.append(f"{self.name}, line {line}: {what}" if len(self.faults) < MOST_FAULTS else "")

    def order(self, text: str, power: str, line: int) -> WrittenOrder | None:
        """Return an order of the file; None, with the fault noted, if it cannot be read."""
        try:
            return WrittenOrder(read_order(text.strip(), power, self.board), text.strip(), line, None)
        except OrderError as fault:
            self.fault(line, fault)
            return None

    def done(self) -> list[Case]:
        """Return the cases.

        Raises:
            FormatError: The file has faults, or nothing in it.
        """
        if self.faults:
            raise FormatError("\n".join(at_most(self.faults)))
        if not self.cases:
            raise FormatError(f"{self.name}, line 1: nothing of this format in it")
        return self.cases


def infer_units(case: Case) -> None:
    """Complete the first phase's units by those that its orders name, as orders files do."""
    first = case.phases[0]
    if first.type is not PhaseType.MOVEMENT:
        return
    standing = {unit.province for unit in first.units}
    for written in first.orders:
        order = written.order
        if isinstance(order, (Waive, Unclear)) or order.unit.province in standing:
            continue
        unit = placed(order.unit, order.power, case.board).unit
        if unit is not None:
            first.units.append(unit)
            standing.add(unit.province)


class PhaseToWrite(NamedTuple):
    """A phase of a case as a format of other programs needs it.

    Attributes:
        case: The case.
        number: The number of the phase in it, from 0.
        phase: The phase.
        position: Where it starts: as the case records it, else by adjudication under the case's first rulebook.
        orders: The power and the text of each order.
    """

    case: Case
    number: int
    phase: CasePhase
    position: Position
    orders: list[tuple[str, str]]


def phases_to_write(cases: Iterable[Case], style: str, losses: list[str], *things: str) -> Iterator[PhaseToWrite]:
    """Yield the phases of cases, and note what is lost.

    Args:
        cases: The cases.
        style: The notation of the orders.
        losses: Takes what the format cannot hold.
        things: Of what a phase may have (`_lost`), that which the format cannot hold.
    """
    for case in cases:
        played = play_case(case, rulebook(case.rules[0], **case.options))
        for number, (phase, result, _) in enumerate(played):
            where = case.id or case.file
            losses.extend(f"{where}: {thing} left out" for thing in _lost(case, phase, result.before, *things))
            orders = [
                (written.order.power, written_as(written.order, case.board, style, losses, where))
                for written in phase.orders
            ]
            yield PhaseToWrite(case, number, phase, result.before, orders)


def _lost(case: Case, phase: CasePhase, position: Position, *things: str) -> Iterator[str]:
    """Yield which of these things, and of those that only case files hold, a phase has that starts from `position`."""
    expected = phase.expected
    there: dict[str, object] = {
        "rulebook and options": case.head.get("options") or case.rules != ("2023",),
        "title and notes": case.notes or case.title,
        "where attackers came from": any(d.attacker_from for d in phase.retreating),
        "contested provinces": position.contested or expected.contested,
        "provinces contested before the game starts": phase.barred,
        "powers in civil disorder": position.civil_disorder,
        "closed provinces": position.closed,
        "where units are expected afterwards": expected.after is not None,
        "expected dislodged units": expected.dislodged,
        "the possible retreats": expected.dislodged,
        "expected paradoxes": expected.paradoxes,
        "expected owners": expected.owners,
        "the outcomes of orders": any(written.expected for written in phase.orders),
        "what holds under other rulebooks": phase.under,
        "sets of orders": phase.sets,
        "lasting orders": phase.lasting,
        "proxies": phase.proxies,
    }
    yield from (thing for thing in (*things, "sets of orders", "lasting orders", "proxies") if there[thing])
