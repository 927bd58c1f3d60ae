"""The result of a movement phase: what became of each order, why and through whom. No rules stand here.

Everything is read off the solved table on demand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from ..map import FLEET, Dislodged, Position, Unit
from ..map.masks import bits
from . import settling
from .equations import CONVOYS, DEFENDER, KIND, MOVES, SUPPORTS
from .orders import Order
from .own_rules import order_followed
from .paradox import Solution
from .results import OrderResult, Outcome, Reason
from .retreats import legal_retreats
from .settling import account, attacker_of, came_by_convoy, stands_off
from .turn import Turn, Void

_MOVE = ("attack", "hold", "prevent")
"""The strengths that a move's reason compares."""

TOLD: dict[int, tuple[Reason, Outcome, bool, tuple[str, ...]]] = {
    settling.STANDS: (Reason.STANDS, Outcome.HOLDS, True, ()),
    settling.STANDS_FAST: (Reason.STANDS_FAST, Outcome.HOLDS, True, ("hold",)),
    settling.DISLODGED: (Reason.DISLODGED, Outcome.DISLODGED, False, ("attack", "hold")),
    settling.MOVES_IN: (Reason.MOVES_IN, Outcome.MOVES, True, _MOVE),
    settling.FOLLOWS: (Reason.FOLLOWS, Outcome.MOVES, True, _MOVE),
    settling.OUTNUMBERS: (Reason.OUTNUMBERS, Outcome.MOVES, True, _MOVE),
    settling.DISLODGES: (Reason.DISLODGES, Outcome.MOVES, True, _MOVE),
    settling.WINS_BATTLE: (Reason.WINS_BATTLE, Outcome.MOVES, True, _MOVE),
    settling.STANDOFF: (Reason.STANDOFF, Outcome.BOUNCES, False, _MOVE),
    settling.REPELLED: (Reason.REPELLED, Outcome.BOUNCES, False, _MOVE),
    settling.LOSES_BATTLE: (Reason.LOSES_BATTLE, Outcome.BOUNCES, False, _MOVE),
    settling.OWN_UNIT: (Reason.OWN_UNIT, Outcome.BOUNCES, False, _MOVE),
    settling.NO_CONVOY_ORDERED: (Reason.NO_CONVOY_ORDERED, Outcome.NO_CONVOY, False, _MOVE),
    settling.CONVOY_DISRUPTED: (Reason.CONVOY_DISRUPTED, Outcome.NO_CONVOY, False, _MOVE),
    settling.GIVEN: (Reason.GIVEN, Outcome.SUPPORTS, True, ()),
    settling.CUT_BY_ATTACK: (Reason.CUT_BY_ATTACK, Outcome.CUT, False, ()),
    settling.CUT_BY_DISLODGEMENT: (Reason.CUT_BY_DISLODGEMENT, Outcome.CUT, False, ()),
    settling.FLEET_STAYS: (Reason.FLEET_STAYS, Outcome.CONVOYS, True, ()),
    settling.FLEET_DISLODGED: (Reason.FLEET_DISLODGED, Outcome.DISRUPTED, False, ()),
}
"""By the number that `settling` gives a reason: the reason, the outcome, success, the strengths compared."""

FAILED_BY_RULE: dict[int, Outcome] = {
    MOVES: Outcome.BOUNCES,
    SUPPORTS: Outcome.CUT,
    CONVOYS: Outcome.DISRUPTED,
}
"""What becomes of a move, support or convoy that the rule of a paradox makes fail."""

SUCCEEDED_BY_RULE: dict[int, Outcome] = {
    MOVES: Outcome.MOVES,
    SUPPORTS: Outcome.SUPPORTS,
    CONVOYS: Outcome.CONVOYS,
}
"""What becomes of a move, support or convoy that an own settlement makes succeed."""

Account = tuple[int, int, int, int, int]
"""What `settling.account` gives: a reason's number, three strengths, and the units that decided it as a mask."""


class MovementResult:
    """A solved movement phase.

    `len` and iteration go over the results of the orders as given, then of the units without an order.

    Attributes:
        turn: The turn.
        solution: Which orders succeed, and the paradoxes.
        before: The position that it started from.
    """

    def __init__(self, turn: Turn, solution: Solution, before: Position) -> None:
        self.turn = turn
        self.solution = solution
        self.before = before

    # -- units --------------------------------------------------------------------------------------

    def moved(self, unit: int) -> bool:
        """Tell whether unit number `unit` moved away."""
        return bool(self.turn.moves & self.solution.true & 1 << unit)

    def attacker(self, unit: int) -> int:
        """Return the number of the unit that dislodged `unit`, -1 if none did."""
        return attacker_of(self.turn.rows, unit, self.solution.true)

    def destroyed(self, unit: int) -> bool:
        """Tell whether `unit` was dislodged and can retreat nowhere."""
        return self.attacker(unit) >= 0 and not self.retreats[self.turn.units[unit].province]

    def came_by_convoy(self, unit: int) -> bool:
        """Tell whether the move of `unit` went by convoy."""
        return came_by_convoy(self.turn.rows, unit, self.solution.true)

    def target(self, unit: int) -> int:
        """Return the number of the unit that `unit` was ordered to support or convoy, -1 for none."""
        return self.turn.does[unit].target

    @cached_property
    def after(self) -> Position:
        """The position after the phase: units, dislodged units with their attackers, contested provinces."""
        turn, units = self.turn, self.turn.units
        board, does = turn.board, turn.does
        stay: list[Unit] = []
        out: list[Dislodged] = []
        for i, unit in enumerate(units):
            if self.moved(i):
                ordered = does[i]
                location = ordered.coast if unit.type is FLEET else ordered.destination
                stay.append(Unit(unit.type, board.locations[location], unit.power))
                continue
            attacker = self.attacker(i)
            if attacker < 0:
                stay.append(unit)
            else:
                out.append(Dislodged(unit, units[attacker].province, self.came_by_convoy(attacker)))
        occupied = {unit.province for unit in stay}
        contested: set[str] = set()
        true, false = self.solution.true, self.solution.false
        for move in bits(turn.moves & ~true):
            province = board.provinces[does[move].destination].id
            if province not in occupied and stands_off(turn.rows, move, true, false):
                contested.add(province)
        return replace(self.before, units=tuple(stay), dislodged=tuple(out), contested=frozenset(contested))

    @cached_property
    def retreats(self) -> dict[str, tuple[str, ...]]:
        """Where each dislodged unit may retreat to, by the province that it stood in."""
        return {
            d.unit.province: legal_retreats(self.turn.board, self.after, d, self.turn.rules)
            for d in self.after.dislodged
        }

    def __repr__(self) -> str:
        moved = (self.solution.true & self.turn.moves).bit_count()
        counts = f"{len(self)} orders, {moved} moved, {len(self.after.dislodged)} dislodged"
        return f"<MovementResult: {counts}, {len(self.solution.paradoxes)} not unique>"

    def success(self, order: Order) -> bool:
        """Tell whether an order of the turn succeeds, at no more cost than that.

        Raises:
            ValueError: It is no order of the turn.
        """
        number = self.turn.orders.index(order)
        unit = self.turn.unit_of[number]
        if unit < 0 or self.turn.illegal[number] is not None or self.turn.void[unit] is not None:
            return False
        if self.turn.live >> unit & 1:
            return bool(self.solution.true >> unit & 1)
        return self.attacker(unit) < 0

    # -- orders -------------------------------------------------------------------------------------

    def order_of(self, unit: int) -> Order:
        """Return the order that unit number `unit` follows, a hold if it has none."""
        return order_followed(self.turn, unit)

    def __len__(self) -> int:
        return len(self.turn.orders) + sum(number < 0 for number in self.turn.order_of)

    def __iter__(self) -> Iterator[OrderResult]:
        for number in range(len(self.turn.orders)):
            yield self.result(number)
        for unit, number in enumerate(self.turn.order_of):
            if number < 0:
                yield self._told(unit, self.order_of(unit))

    def result(self, number: int) -> OrderResult:
        """Return the result of order `number` of the turn's orders."""
        turn = self.turn
        order, unit, illegal = turn.orders[number], turn.unit_of[number], turn.illegal[number]
        if illegal is not None:
            dislodged = unit >= 0 and turn.order_of[unit] == number and self.attacker(unit) >= 0
            return OrderResult(
                order,
                False,
                Outcome.ILLEGAL,
                Reason.ILLEGAL,
                dislodged=dislodged,
                rule=illegal.value,
                destroyed=dislodged and self.destroyed(unit),
            )
        void = turn.void[unit]
        if void is not None:
            return OrderResult(
                order,
                False,
                Outcome.VOID,
                Reason.VOID,
                dislodged=self.attacker(unit) >= 0,
                rule=void.value,
                by=self._void_because(unit, void),
                destroyed=self.destroyed(unit),
            )
        return self._told(unit, order)

    def _void_because(self, unit: int, void: Void) -> tuple[Order, ...]:
        target = self.target(unit)
        return () if target < 0 or void is Void.CIVIL_DISORDER else (self.order_of(target),)

    def _orders(self, mask: int) -> tuple[Order, ...]:
        return tuple([self.order_of(unit) for unit in bits(mask)]) if mask else ()

    @cached_property
    def _forced(self) -> dict[int, str]:
        forced: dict[int, str] = {}
        for paradox in self.solution.paradoxes:
            for unit in bits(paradox.forced_true | paradox.forced_false):
                forced.setdefault(unit, paradox.settled_by)
        return forced

    def account(self, unit: int) -> Account:
        """Return why a legal, matching order came out as it did; paradox rules are set aside."""
        return account(self.turn.rows, unit, self.solution.true, self.solution.false)

    def reason(self, unit: int) -> Reason:
        """Return the reason of `account`."""
        return TOLD[self.account(unit)[0]][0]

    def _told(self, unit: int, order: Order) -> OrderResult:
        number, attack, hold, prevent, by = self.account(unit)
        reason, outcome, success, compared = TOLD[number]
        out = self.attacker(unit) >= 0
        gone = out and self.destroyed(unit)
        if gone and outcome is Outcome.DISLODGED:
            outcome = Outcome.DESTROYED
        rule = self._forced.get(unit) if self.solution.paradoxes else None
        if rule == "all succeed":
            there = self.turn.rows[unit][DEFENDER]
            return OrderResult(order, True, Outcome.MOVES, Reason.CIRCULAR, self._orders(1 << there))
        if rule is not None and self.solution.true >> unit & 1:  # by an own settlement
            return OrderResult(order, True, SUCCEEDED_BY_RULE[self.turn.rows[unit][KIND]], Reason.PARADOX, rule=rule)
        if rule is not None:
            outcome = Outcome.UNRESOLVED if rule == "unresolved" else FAILED_BY_RULE[self.turn.rows[unit][KIND]]
            return OrderResult(order, False, outcome, Reason.PARADOX, dislodged=out, rule=rule, destroyed=gone)
        if compared is _MOVE:
            strengths = (("attack", attack), ("hold", hold), ("prevent", prevent))
        elif compared:
            values = {"attack": attack, "hold": hold}
            strengths = tuple((name, values[name]) for name in compared)
        else:
            strengths = ()
        return OrderResult(order, success, outcome, reason, self._orders(by), out, strengths, destroyed=gone)
