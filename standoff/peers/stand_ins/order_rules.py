"""Orders of a game: reading them, checking them against the phase, and writing them as the package does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache, cached_property, lru_cache
from typing import Any

from ...map import ARMY, FLEET, Board, PhaseType, Position, Unit, province_of
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
    examine_retreat,
    legal_by_place,
)
from ...text import read_order


class OrderChecker:
    """Decides which orders are legal in a phase.

    Args:
        position: The position.
        board: The board.
        rules: The rulebook.
        retreats: The possible retreats, by province of the dislodged unit.
    """

    def __init__(self, position: Position, board: Board, rules: Rulebook, retreats: dict[str, tuple[str, ...]]) -> None:
        self.position, self.board, self.rules, self.retreats = position, board, rules, retreats
        self._dislodged = {d.unit.province: d for d in position.dislodged}
        self._texts: dict[str, list[str]] = {}
        self.fault = cache(self._fault_of)

    @cached_property
    def _examined(self) -> Callable[[Order], tuple[int, LegalOrder | Illegal]]:
        return cache(Legality(self.board, self.position.units, self.rules).examine)

    def texts(self, places: Iterable[str]) -> dict[str, list[str]]:
        """Return the legal orders in a movement phase, by place; those of a fleet on a coast also by its province."""
        if not self._texts:
            texts_of = _texts_under(self.board, self.rules)
            self._texts = {place.upper(): [] for place in places}
            for location, orders in legal_by_place(self.position, rules=self.rules, board=self.board).items():
                texts = [*dict.fromkeys(text for order in orders for text in texts_of(order))]
                self._texts[location] = self._texts[province_of(location)] = texts
        return self._texts

    @cached_property
    def _winter(self) -> Adjustments:
        return Adjustments(self.board, self.position, self.rules)

    def balance(self, power: str) -> int:
        """Return how many units a power may build, if homes are free; negative if it must remove some."""
        return self._winter.balance[self._winter.powers[power]]

    def sites(self, power: str) -> list[str]:
        """Return where a power may build now: its free home centers, if it owns more centers than it has units."""
        may_build = self.position.phase_type is PhaseType.ADJUSTMENT and self.balance(power) > 0
        return self._winter.free_homes(power) if may_build else []

    def limit(self, power: str) -> int:
        """Return how many units a power may build; negative if it must remove some."""
        return min(self.balance(power), len(self.sites(power)))

    def _fault_of(self, order: Order) -> str | None:
        """Return why an order is not legal in this phase, None if it is."""
        kind = self.position.phase_type
        if kind is PhaseType.MOVEMENT:
            _, verdict = self._examined(order)
        elif kind is PhaseType.RETREAT:
            verdict, _ = examine_retreat(self.board, self._dislodged, self.retreats, order, self.rules)
        else:
            verdict = self._winter.read(order)
        return verdict.value if isinstance(verdict, Illegal) else None

    def in_full(self, order: Order) -> Order:
        """Return a legal order with complete names of units, and with a fleet's coast where only one is possible."""
        if not isinstance(order, (Hold, Move, Support, Convoy)):
            return order
        number, verdict = self._examined(order)
        assert not isinstance(verdict, Illegal)
        units = self.position.units
        changed: dict[str, Any] = {"unit": _named(units[number])}
        if isinstance(order, Support):
            changed["supported"] = _named(units[verdict.target])
        elif isinstance(order, Convoy):
            changed["convoyed"] = _named(units[verdict.target])
        elif isinstance(order, Move) and verdict.coast >= 0:
            changed["destination"] = self.board.locations[verdict.coast]
        changed = {name: value for name, value in changed.items() if getattr(order, name) != value}
        return replace(order, **changed) if changed else order


@lru_cache(maxsize=65536)
def order_of(text: str, power: str, board: Board) -> Order:
    """Return the order in a text."""
    return read_order(text, power, board)


def split(order: str) -> tuple[str, str]:
    """Return an order as the package stores it: the unit, and the rest."""
    words = order.split()
    return " ".join(words[:2]), " ".join(words[2:])


@lru_cache(maxsize=4096)
def _named(unit: Unit) -> UnitName:
    return UnitName(unit.location, unit.type)


@lru_cache(maxsize=8)
def _texts_under(board: Board, rules: Rulebook) -> Callable[[Order], tuple[str, ...]]:
    """Return a function that gives the texts of a legal order as the package lists them, cached by order.

    The texts of moves by convoy end in VIA, and there is a text of a support for each coast, too.
    """

    @lru_cache(maxsize=65536)
    def texts_of(order: Order) -> tuple[str, ...]:
        if isinstance(order, Move) and order.unit.type is ARMY:
            reach = board.tables.army[board.province_number[order.unit.province]]
            beside = reach >> board.province_number[order.destination] & 1
            order = replace(order, via_convoy=order.via_convoy or not beside)
        if not isinstance(order, Support) or order.destination is None or order.supported.type is not FLEET:
            return (str(order),)
        coasts = board.province(order.destination).locations
        given, other = order.unit, order.supported  # the possible coasts depend on these two units alone
        units = (
            Unit(given.type or ARMY, given.place, order.power),
            Unit(FLEET, other.place, other.nationality or order.power),
        )
        legality = Legality(board, units, rules)
        each = [replace(order, destination=coast) for coast in coasts if len(coasts) > 1]
        return (str(order), *(str(named) for named in each if not isinstance(legality.examine(named)[1], Illegal)))

    return texts_of
