"""Orders of a game: read, checked against the phase, and written as the package writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any

from ...map import ARMY, FLEET, Board, PhaseType, Position, StandoffError, Unit, province_of
from ...solver import (
    Adjustments,
    Convoy,
    Hold,
    Illegal,
    Legality,
    LegalOrder,
    Move,
    Order,
    Rulebook,
    Support,
    UnitName,
    Waive,
    examine_retreat,
    legal_by_place,
)
from ...text import read_order


class Judge:
    """Tells which orders may be given in a phase.

    Args:
        position: The position.
        board: The board.
        rules: The rulebook.
        retreats: By province of a dislodged unit, where it may go.

    Attributes:
        error: Receives the reason why an order may not be given.
    """

    def __init__(self, position: Position, board: Board, rules: Rulebook, retreats: dict[str, tuple[str, ...]]) -> None:
        self.position, self.board, self.rules, self.retreats = position, board, rules, retreats
        self.error: list[str] = []
        self._dislodged = {d.unit.province: d for d in position.dislodged}
        self._examined: dict[Order, tuple[int, LegalOrder | Illegal]] = {}
        self._faults: dict[Order, str | None] = {}
        self._texts: dict[str, list[str]] = {}

    @cached_property
    def legality(self) -> Legality:
        """What the units can do in a movement phase."""
        return Legality(self.board, self.position.units, self.rules)

    def texts(self, places: Iterable[str]) -> dict[str, list[str]]:
        """Return the legal orders in a movement phase, by place; a fleet's on a coast also by its province."""
        if not self._texts:
            texts_of = _texts_under(self.board, self.rules)
            self._texts = {place.upper(): [] for place in places}
            for location, orders in legal_by_place(self.position, rules=self.rules, board=self.board).items():
                texts = [*dict.fromkeys(text for order in orders for text in texts_of(order))]
                self._texts[location] = self._texts[province_of(location)] = texts
        return self._texts

    @cached_property
    def winter(self) -> Adjustments:
        """What the powers can build or must remove in an adjustment phase."""
        return Adjustments(self.board, self.position, self.rules)

    def balance(self, power: str) -> int:
        """Return how many units a power may build, however many homes are free; less than 0 if it must remove some."""
        return self.winter.balance[self.winter.powers[power]]

    def sites(self, power: str) -> list[str]:
        """Return where a power may build now: its free home centers, if it owns more centers than it has units."""
        may_build = self.position.phase_type is PhaseType.ADJUSTMENT and self.balance(power) > 0
        return self.winter.free_homes(power) if may_build else []

    def limit(self, power: str) -> int:
        """Return how many units a power may build, less than 0 if it must remove some."""
        return min(self.balance(power), len(self.sites(power)))

    def examined(self, order: Order) -> tuple[int, LegalOrder | Illegal]:
        """Return what `Legality.examine` says of an order, which it is asked only once."""
        if order not in self._examined:
            self._examined[order] = self.legality.examine(order)
        return self._examined[order]

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
        if order not in self._faults:
            self._faults[order] = self._fault_of(order)
        return self._faults[order]

    def _fault_of(self, order: Order) -> str | None:
        kind = self.position.phase_type
        if kind is PhaseType.MOVEMENT:
            _, verdict = self.examined(order)
            return verdict.value if isinstance(verdict, Illegal) else None
        if kind is PhaseType.ADJUSTMENT:
            read = self.winter.read(order)
            return read.value if isinstance(read, Illegal) else None
        verdict, _ = examine_retreat(self.board, self._dislodged, self.retreats, order, self.rules)
        return verdict.value if isinstance(verdict, Illegal) else None


@lru_cache(maxsize=65536)
def order_of(text: str, power: str, board: Board) -> Order:
    """Return the order that a text means."""
    return read_order(text, power, board)


def split(order: str) -> tuple[str, str]:
    """Return an order as the package keeps it: the unit, and what it does."""
    words = order.split()
    return " ".join(words[:2]), " ".join(words[2:])


def ordered_there(order: Order, given: Iterable[str]) -> list[str]:
    """Return the units of `given` that stand where an order's does."""
    if isinstance(order, Waive):
        return []
    return [unit for unit in given if unit[2:5] == order.unit.province]


def in_full(order: Order, judge: Judge) -> Order:
    """Return a legal order with the units in it named in full, and a fleet's coast where only one can be meant."""
    if not isinstance(order, (Hold, Move, Support, Convoy)):
        return order
    number, verdict = judge.examined(order)
    units = judge.position.units
    changed: dict[str, Any] = {"unit": _named(units[number])}
    if isinstance(verdict, Illegal):
        pass
    elif isinstance(order, Support):
        changed["supported"] = _named(units[verdict.target])
    elif isinstance(order, Convoy):
        changed["convoyed"] = _named(units[verdict.target])
    elif isinstance(order, Move) and verdict.coast >= 0:
        changed["destination"] = judge.board.locations[verdict.coast]
    changed = {name: value for name, value in changed.items() if getattr(order, name) != value}
    return replace(order, **changed) if changed else order


@lru_cache(maxsize=4096)
def _named(unit: Unit) -> UnitName:
    return UnitName(unit.location, unit.type)


@lru_cache(maxsize=8)
def _texts_under(board: Board, rules: Rulebook) -> Callable[[Order], tuple[str, ...]]:
    """Return what gives the texts of a legal order as the package lists them, and makes those of each order once.

    A move by convoy says so, and there is a support for each coast, too.
    """

    @lru_cache(maxsize=65536)
    def texts_of(order: Order) -> tuple[str, ...]:
        return tuple(_texts_of(order, board, rules))

    return texts_of


def _texts_of(order: Order, board: Board, rules: Rulebook) -> Iterator[str]:
    if isinstance(order, Move) and order.unit.type is ARMY:
        reach = board.army_reach[board.province_number[order.unit.province]]
        beside = reach >> board.province_number[order.destination] & 1
        order = replace(order, via_convoy=order.via_convoy or not beside)
    yield str(order)
    if isinstance(order, Support) and order.destination is not None and order.supported.type is FLEET:
        coasts = board.province(order.destination).locations
        if len(coasts) > 1:
            yield from _named_coasts(order, coasts, board, rules)


def _named_coasts(order: Support, coasts: Iterable[str], board: Board, rules: Rulebook) -> Iterator[str]:
    """Yield a support of a fleet's move with each coast that it can be for, which depends on those two units alone."""
    given, other = order.unit, order.supported
    units = (
        Unit(given.type or ARMY, given.place, order.power),
        Unit(FLEET, other.place, other.nationality or order.power),
    )
    legality = Legality(board, units, rules)
    for coast in coasts:
        named = replace(order, destination=coast)
        if not isinstance(legality.examine(named)[1], Illegal):
            yield str(named)
