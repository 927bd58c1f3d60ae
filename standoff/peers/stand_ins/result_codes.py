"""What became of orders, in the package's words."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...map import province_of
from ...solver import (
    AdjustmentResult,
    Convoy,
    Move,
    MovementResult,
    OrderResult,
    Outcome,
    PhaseResult,
    Reason,
    Support,
    Waive,
)
from .parts import BOUNCE, CUT, DISBAND, DISLODGED, DISRUPTED, NO_CONVOY, OK, VOID, ResultCode

_WORDS = {
    Outcome.BOUNCES: BOUNCE,
    Outcome.NO_CONVOY: NO_CONVOY,
    Outcome.CUT: CUT,
    Outcome.DISRUPTED: DISRUPTED,
    Outcome.VOID: VOID,
    Outcome.ILLEGAL: VOID,
    Outcome.SURPLUS: VOID,
}


Words = Callable[[OrderResult], list[ResultCode]]


def words_for(result: PhaseResult, entries: Iterable[OrderResult]) -> Words:
    """Return what tells the words for each order of a phase."""
    if isinstance(result, MovementResult):
        return _Movement(result, entries).codes_of
    return _of_adjustment if isinstance(result, AdjustmentResult) else _of_retreat


def _of_adjustment(entry: OrderResult) -> list[ResultCode]:
    return [OK if entry.success else VOID]


def _of_retreat(entry: OrderResult) -> list[ResultCode]:
    words = [_WORDS[entry.outcome]] if entry.outcome in _WORDS else []
    return words if entry.outcome is Outcome.RETREATS else [*words, DISBAND]


class _Movement:
    """The words for the orders of a movement phase.

    The package says more than whether an order counts: it calls void a support that would have won, were it not
    against a unit of the supporter's own power (DATC 5.B.8), and says "no convoy" of all orders for an army that
    cannot be convoyed.
    """

    def __init__(self, result: MovementResult, entries: Iterable[OrderResult]) -> None:
        units = result.assignment.units
        self._entries = {e.order.unit.province: e for e in entries if not isinstance(e.order, Waive)}
        self._convoyed = {unit.province for number, unit in enumerate(units) if result.came_by_convoy(number)}

    def codes_of(self, entry: OrderResult) -> list[ResultCode]:
        words = [_WORDS[entry.outcome]] if entry.outcome in _WORDS else []
        if isinstance(entry.order, Convoy) and words in ([], [VOID]):
            words = self._for_army(entry.order, words)
        elif isinstance(entry.order, Support) and not words:
            words = self._in_vain(entry.order)
        # to the package a convoy is disrupted only while its fleet stays
        return [*(word for word in words if word is not DISRUPTED), DISLODGED] if entry.dislodged else words

    def _for_army(self, order: Convoy, words: list[ResultCode]) -> list[ResultCode]:
        """Return "no convoy" where the army goes where it was to be convoyed to, but not by convoy."""
        army = self._entries.get(order.convoyed.province)
        if army is None or not isinstance(army.order, Move) or army.order.destination != order.destination:
            return words
        if army.outcome is Outcome.NO_CONVOY:  # void, too, if no whole chain of convoys was ordered
            return [NO_CONVOY, VOID] if army.reason is Reason.NO_CONVOY_ORDERED else [NO_CONVOY]
        return words if order.convoyed.province in self._convoyed else [NO_CONVOY]

    def _in_vain(self, order: Support) -> list[ResultCode]:
        moved = self._entries.get(order.supported.province)
        if moved is None or not isinstance(moved.order, Move):
            return []
        if moved.outcome is Outcome.NO_CONVOY:
            return [VOID] if moved.reason is Reason.NO_CONVOY_ORDERED else [NO_CONVOY]
        goal = province_of(moved.order.destination)
        there = self._entries.get(goal)
        if there is None or there.order.power != order.power:
            return []
        leaves = isinstance(there.order, Move)
        if moved.success:
            return [] if leaves and there.success else [VOID]
        opposed = self._goal(there) == moved.order.unit.province
        against = [self._strength(there) if opposed or not leaves else 1]
        against += [self._strength(e) for e in self._entries.values() if e is not moved and self._goal(e) == goal]
        return [VOID] if self._strength(moved) > max(against) else []

    @staticmethod
    def _goal(entry: OrderResult) -> str | None:
        return province_of(entry.order.destination) if isinstance(entry.order, Move) else None

    def _strength(self, entry: OrderResult) -> int:
        """Return a unit and the supports for what it does that stand, whoever gives them."""
        assert not isinstance(entry.order, Waive)
        place, goal = entry.order.unit.province, self._goal(entry)
        return 1 + sum(
            isinstance(e.order, Support)
            and e.success
            and e.order.supported.province == place
            and (province_of(e.order.destination) if e.order.destination else None) == goal
            for e in self._entries.values()
        )
