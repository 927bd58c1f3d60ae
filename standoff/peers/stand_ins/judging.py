"""Orders of a game: read, held against the phase, and written as the package writes them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property, lru_cache

from ...map import Board, PhaseType, Position, StandoffError, Unit
from ...map.position_object import unit_on
from ...solver import Convoy, Hold, Move, Order, Outcome, Rulebook, Support, UnitName, Waive, adjudicate_adjustments
from ...solver.orders.legality import Illegal, Legality
from ...solver.orders.retreat_orders import examine_retreat
from ...text.reading import read_order


class Judge:
    """Tells which orders may be given in a phase.

    Args:
        position: The position.
        board: The board.
        rules: The rulebook.
        retreats: By province of a dislodged unit, where it may go.
        error: Where it is noted why an order may not be given.
    """

    def __init__(
        self, position: Position, board: Board, rules: Rulebook, retreats: dict[str, tuple[str, ...]], error: list[str]
    ) -> None:
        self.position, self.board, self.rules, self.retreats, self.error = position, board, rules, retreats, error
        self._dislodged = {d.unit.province: d for d in position.dislodged}

    @cached_property
    def legality(self) -> Legality:
        """What the units can do in a movement phase."""
        return Legality(self.board, self.position.units, self.rules)

    def read(self, text: str, power: str) -> Order | None:
        """Return an order, None if it cannot be read; then `error` says why."""
        try:
            return order_of(text, power, self.board)
        except StandoffError as fault:
            self.error.append(str(fault))
            return None

    def accepted(self, text: str, power: str) -> Order | None:
        """Return an order, None if it may not be given in this phase; then `error` says why."""
        order = self.read(text, power)
        fault = None if order is None else self.fault(order)
        if fault is not None:
            self.error.append(f"{text}: {fault}")
        return order if fault is None else None

    def fault(self, order: Order) -> str | None:
        """Return why an order may not be given in this phase, None if it may."""
        kind = self.position.phase_type
        if kind is PhaseType.MOVEMENT:
            _, found = self.legality.examine(order)
            return found.value if isinstance(found, Illegal) else None
        if kind is PhaseType.ADJUSTMENT:
            alone = next(iter(adjudicate_adjustments(self.position, [order], rules=self.rules, board=self.board)))
            return str(alone.rule) if alone.outcome is Outcome.ILLEGAL else None
        found, _ = examine_retreat(self.board, self._dislodged, self.retreats, order, self.rules)
        return found.value if isinstance(found, Illegal) else None


@lru_cache(maxsize=4096)
def unit_of(text: str, power: str, board: Board) -> Unit:
    """Return the unit that a text means."""
    return unit_on(text, power, board)


@lru_cache(maxsize=65536)
def order_of(text: str, power: str, board: Board) -> Order:
    """Return the order that a text means."""
    return read_order(text, power, board)


def split(order: str) -> tuple[str, str]:
    """Return an order as the package keeps it: the unit, and what it does."""
    kind, place, *rest = [*order.split(), "", ""][:2] + order.split()[2:]
    return f"{kind} {place}".strip(), " ".join(rest)


def ordered_there(order: Order, given: Iterable[str]) -> list[str]:
    """Return the units of `given` that stand where an order's does."""
    if isinstance(order, Waive):
        return []
    return [unit for unit in given if unit[2:5] == order.unit.province]


def in_full(order: Order, legality: Legality) -> Order:
    """Return a legal order with the units in it named in full, and a fleet's coast where only one can be meant."""
    if not isinstance(order, (Hold, Move, Support, Convoy)):
        return order
    number, found = legality.examine(order)

    def named(unit: Unit) -> UnitName:
        return UnitName(unit.location, unit.type)

    order = replace(order, unit=named(legality.units[number]))
    if isinstance(found, Illegal):
        return order
    if isinstance(order, Support):
        return replace(order, supported=named(legality.units[found.target]))
    if isinstance(order, Convoy):
        return replace(order, convoyed=named(legality.units[found.target]))
    if isinstance(order, Move) and found.coast >= 0:
        return replace(order, destination=legality.board.locations[found.coast])
    return order
