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
from .equations import (
    CONVOYS,
    CUTTERS,
    DEFENDER,
    ENTRANTS,
    FLEETS,
    HELPERS,
    MOVES,
    NO,
    RIVALS,
    SUPPORTS,
    attack_strength,
    hold_strength,
    path,
    prevent_strength,
)
from .orders import Hold, Named, Order
from .paradox import Solution
from .results import OrderResult, Outcome, Reason
from .retreats import legal_retreats
from .settling import attacker_of, came_by_convoy, move_reason, reason_of, stands_off
from .turn import Turn, Void

REASONS: dict[int, Reason] = {
    settling.STANDS: Reason.STANDS,
    settling.STANDS_FAST: Reason.STANDS_FAST,
    settling.DISLODGED: Reason.DISLODGED,
    settling.MOVES_IN: Reason.MOVES_IN,
    settling.FOLLOWS: Reason.FOLLOWS,
    settling.OUTNUMBERS: Reason.OUTNUMBERS,
    settling.DISLODGES: Reason.DISLODGES,
    settling.WINS_BATTLE: Reason.WINS_BATTLE,
    settling.STANDOFF: Reason.STANDOFF,
    settling.REPELLED: Reason.REPELLED,
    settling.LOSES_BATTLE: Reason.LOSES_BATTLE,
    settling.OWN_UNIT: Reason.OWN_UNIT,
    settling.NO_CONVOY_ORDERED: Reason.NO_CONVOY_ORDERED,
    settling.CONVOY_DISRUPTED: Reason.CONVOY_DISRUPTED,
    settling.GIVEN: Reason.GIVEN,
    settling.CUT_BY_ATTACK: Reason.CUT_BY_ATTACK,
    settling.CUT_BY_DISLODGEMENT: Reason.CUT_BY_DISLODGEMENT,
    settling.FLEET_STAYS: Reason.FLEET_STAYS,
    settling.FLEET_DISLODGED: Reason.FLEET_DISLODGED,
}
"""The reasons by the numbers that `settling` gives them."""

MOVE_OUTCOMES: dict[int, Outcome] = {
    settling.WINS_BATTLE: Outcome.MOVES,
    settling.DISLODGES: Outcome.MOVES,
    settling.OUTNUMBERS: Outcome.MOVES,
    settling.FOLLOWS: Outcome.MOVES,
    settling.MOVES_IN: Outcome.MOVES,
    settling.CONVOY_DISRUPTED: Outcome.NO_CONVOY,
    settling.NO_CONVOY_ORDERED: Outcome.NO_CONVOY,
    settling.OWN_UNIT: Outcome.BOUNCES,
    settling.LOSES_BATTLE: Outcome.BOUNCES,
    settling.REPELLED: Outcome.BOUNCES,
    settling.STANDOFF: Outcome.BOUNCES,
}


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
        self._prevented: dict[int, int] = {}

    # -- units --------------------------------------------------------------------------------------

    def moved(self, unit: int) -> bool:
        """Tell whether unit number `unit` moved away."""
        return bool(self.turn.moves & self.solution.true & 1 << unit)

    def attacker(self, unit: int) -> int:
        """Return the number of the unit that dislodged `unit`, -1 if none did."""
        return attacker_of(self.turn.rows, unit, self.solution.true)

    def came_by_convoy(self, unit: int) -> bool:
        """Tell whether the move of `unit` went by convoy."""
        return came_by_convoy(self.turn.rows, unit, self.solution.true)

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
        number = self.turn.order_of[unit]
        if number >= 0:
            return self.turn.orders[number]
        given = self.turn.units[unit]
        return Hold(given.power, Named(given.location, given.type))

    def __len__(self) -> int:
        return len(self.turn.orders) + sum(number < 0 for number in self.turn.order_of)

    def __iter__(self) -> Iterator[OrderResult]:
        for number in range(len(self.turn.orders)):
            yield self.result(number)
        for unit, number in enumerate(self.turn.order_of):
            if number < 0:
                yield self._hold(unit)

    def result(self, number: int) -> OrderResult:
        """Return the result of order `number` of the turn's orders."""
        turn = self.turn
        order, unit, illegal = turn.orders[number], turn.unit_of[number], turn.illegal[number]
        if illegal is not None:
            dislodged = unit >= 0 and turn.order_of[unit] == number and self.attacker(unit) >= 0
            return OrderResult(order, False, Outcome.ILLEGAL, Reason.ILLEGAL, dislodged=dislodged, rule=illegal.value)
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
            )
        kind = turn.rows[unit][0]
        if kind == MOVES:
            return self._move(unit, order)
        if kind == SUPPORTS:
            return self._support(unit, order)
        if kind == CONVOYS:
            return self._convoy(unit, order)
        return self._hold(unit)

    def _void_because(self, unit: int, void: Void) -> tuple[Order, ...]:
        target = self.turn.does[unit].target
        return () if target < 0 or void is Void.CIVIL_DISORDER else (self.order_of(target),)

    def _orders(self, mask: int) -> tuple[Order, ...]:
        return tuple(self.order_of(unit) for unit in bits(mask))

    def _settled(self, unit: int) -> str | None:
        """Return the rule of the paradox that forced this order, if one did."""
        return self._forced.get(unit) if self.solution.paradoxes else None

    @cached_property
    def _forced(self) -> dict[int, str]:
        forced: dict[int, str] = {}
        for paradox in self.solution.paradoxes:
            for unit in bits(paradox.forced_true | paradox.forced_false):
                forced.setdefault(unit, paradox.settled_by)
        return forced

    def _prevents(self, move: int) -> int:
        """Return the prevent strength of a move, found once: many may go to one province."""
        strength = self._prevented.get(move)
        if strength is None:
            strength = prevent_strength(self.turn.rows, move, self.solution.true, self.solution.false)[0]
            self._prevented[move] = strength
        return strength

    def reason(self, unit: int) -> Reason:
        """Return why a legal, matching order came out as it did; paradox rules are set aside."""
        return REASONS[reason_of(self.turn.rows, unit, self.solution.true, self.solution.false)]

    def _hold(self, unit: int) -> OrderResult:
        turn, true, false = self.turn, self.solution.true, self.solution.false
        row = turn.rows[unit]
        order = self.order_of(unit)
        hold = hold_strength(turn.rows, unit, true, false)[0]
        attacker = self.attacker(unit)
        if attacker >= 0:
            attack = attack_strength(turn.rows, attacker, NO, true, false)[0]
            return OrderResult(
                order,
                False,
                Outcome.DISLODGED,
                Reason.DISLODGED,
                self._orders(1 << attacker),
                True,
                (("attack", attack), ("hold", hold)),
            )
        if row[ENTRANTS]:
            return OrderResult(
                order,
                True,
                Outcome.HOLDS,
                Reason.STANDS_FAST,
                self._orders(row[ENTRANTS] | row[HELPERS] & true),
                strengths=(("hold", hold),),
            )
        return OrderResult(order, True, Outcome.HOLDS, Reason.STANDS)

    def _support(self, unit: int, order: Order) -> OrderResult:
        turn, true = self.turn, self.solution.true
        row = turn.rows[unit]
        out = self.attacker(unit) >= 0
        rule = self._settled(unit)
        if rule is not None and not true >> unit & 1:
            outcome = Outcome.UNRESOLVED if rule == "unresolved" else Outcome.CUT
            return OrderResult(order, False, outcome, Reason.PARADOX, dislodged=out, rule=rule)
        reason = self.reason(unit)
        if reason is Reason.GIVEN:
            return OrderResult(order, True, Outcome.SUPPORTS, reason, dislodged=out)
        if reason is Reason.CUT_BY_DISLODGEMENT:
            by = 1 << self.attacker(unit)
        else:
            by = sum(1 << a for a in bits(row[CUTTERS]) if path(turn.rows, a, true))
        return OrderResult(order, False, Outcome.CUT, reason, self._orders(by), out)

    def _convoy(self, unit: int, order: Order) -> OrderResult:
        rule = self._settled(unit)
        attacker = self.attacker(unit)
        if self.solution.true >> unit & 1:
            return OrderResult(order, True, Outcome.CONVOYS, Reason.FLEET_STAYS)
        if rule is not None:
            outcome = Outcome.UNRESOLVED if rule == "unresolved" else Outcome.DISRUPTED
            return OrderResult(order, False, outcome, Reason.PARADOX, dislodged=attacker >= 0, rule=rule)
        return OrderResult(order, False, Outcome.DISRUPTED, Reason.FLEET_DISLODGED, self._orders(1 << attacker), True)

    def _move(self, unit: int, order: Order) -> OrderResult:
        turn, true, false = self.turn, self.solution.true, self.solution.false
        rows, row = turn.rows, turn.rows[unit]
        out = self.attacker(unit) >= 0
        rule = self._settled(unit)
        if rule is not None and rule != "all succeed":
            outcome = Outcome.UNRESOLVED if rule == "unresolved" else Outcome.BOUNCES
            return OrderResult(order, False, outcome, Reason.PARADOX, dislodged=out, rule=rule)
        number, attack, hold, prevent = move_reason(rows, unit, true, false)
        strengths = (("attack", attack), ("hold", hold), ("prevent", prevent))
        opponent = row[DEFENDER]
        there = 0 if opponent < 0 else 1 << opponent
        if rule is not None:
            return OrderResult(order, True, Outcome.MOVES, Reason.CIRCULAR, self._orders(there))
        by = 0
        if number in (settling.WINS_BATTLE, settling.DISLODGES):
            by = there | row[HELPERS] & true
        elif number == settling.OUTNUMBERS:
            by = row[HELPERS] & true | sum(1 << rival for rival in bits(row[RIVALS]) if self._prevents(rival))
        elif number == settling.FOLLOWS:
            by = there
        elif number == settling.CONVOY_DISRUPTED:
            by = row[FLEETS] & false
        elif number == settling.NO_CONVOY_ORDERED:
            by = row[FLEETS]
        elif number == settling.STANDOFF:
            by = sum(1 << rival for rival in bits(row[RIVALS]) if self._prevents(rival) >= attack)
        elif number != settling.MOVES_IN and opponent >= 0:  # repelled
            by = there | rows[opponent][HELPERS] & true
        orders = self._orders(by) if by else ()
        return OrderResult(
            order, bool(true >> unit & 1), MOVE_OUTCOMES[number], REASONS[number], orders, out, strengths
        )
