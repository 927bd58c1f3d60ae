"""The package's result codes of orders."""

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

_CODES = {
    Outcome.BOUNCES: BOUNCE,
    Outcome.NO_CONVOY: NO_CONVOY,
    Outcome.CUT: CUT,
    Outcome.DISRUPTED: DISRUPTED,
    Outcome.VOID: VOID,
    Outcome.ILLEGAL: VOID,
    Outcome.SURPLUS: VOID,
}


CodesOf = Callable[[OrderResult], list[ResultCode]]


def codes_for(result: PhaseResult, entries: Iterable[OrderResult]) -> CodesOf:
    """Return a function that gives the codes of each order of a phase."""
    if isinstance(result, MovementResult):
        return _Movement(result, entries).codes_of
    return _of_adjustment if isinstance(result, AdjustmentResult) else _of_retreat


def _of_adjustment(entry: OrderResult) -> list[ResultCode]:
    return [OK if entry.success else VOID]


def _of_retreat(entry: OrderResult) -> list[ResultCode]:
    codes = [_CODES[entry.outcome]] if entry.outcome in _CODES else []
    return codes if entry.outcome is Outcome.RETREATS else [*codes, DISBAND]


class _Movement:
    """The codes of the orders of a movement phase.

    The package reports more than whether an order counts. It calls a support void that would have won if it were not
    against a unit of the supporter's own power (DATC 5.B.8), and gives "no convoy" to all orders for an army that
    cannot be convoyed.
    """

    def __init__(self, result: MovementResult, entries: Iterable[OrderResult]) -> None:
        units = result.assignment.units
        self._entries = {e.order.unit.province: e for e in entries if not isinstance(e.order, Waive)}
        self._convoyed = {unit.province for number, unit in enumerate(units) if result.came_by_convoy(number)}

    def codes_of(self, entry: OrderResult) -> list[ResultCode]:
        codes = [_CODES[entry.outcome]] if entry.outcome in _CODES else []
        if isinstance(entry.order, Convoy) and codes in ([], [VOID]):
            codes = self._for_army(entry.order, codes)
        elif isinstance(entry.order, Support) and not codes:
            codes = self._in_vain(entry.order)
        # to the package, a convoy is disrupted only if its fleet stays
        return [*(code for code in codes if code is not DISRUPTED), DISLODGED] if entry.dislodged else codes

    def _for_army(self, order: Convoy, codes: list[ResultCode]) -> list[ResultCode]:
        """Return "no convoy" if the army moves as it was to be convoyed, but not by convoy."""
        army = self._entries.get(order.convoyed.province)
        if army is None or not isinstance(army.order, Move) or army.order.destination != order.destination:
            return codes
        if army.outcome is Outcome.NO_CONVOY:  # also void, if no complete chain of convoys was ordered
            return [NO_CONVOY, VOID] if army.reason is Reason.NO_CONVOY_ORDERED else [NO_CONVOY]
        return codes if order.convoyed.province in self._convoyed else [NO_CONVOY]

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
        """Return the strength of a unit's order: the unit and its successful supports, of whatever power."""
        assert not isinstance(entry.order, Waive)
        place, goal = entry.order.unit.province, self._goal(entry)
        return 1 + sum(
            isinstance(e.order, Support)
            and e.success
            and e.order.supported.province == place
            and (province_of(e.order.destination) if e.order.destination else None) == goal
            for e in self._entries.values()
        )
