"""The result of a movement phase, read off its record: what became of each order, why and through whom."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache

from ...map import Dislodged, Position, ReadOnlyDict, Unit, bits, changed_position
from ..law.aftermath import came_from
from ..law.faults import VOIDS
from ..law.matching import superfluous_fleets_matter
from ..law.reasons import REASONS, HouseRule, Outcome, Reason
from ..law.records import OrderRecord
from ..order import Convoy, Move, Order, Support
from ..plain.house_table import order_table
from ..plain.order_table import Assignment, OrderTable
from ..plain.paradox import Component, Solution
from ..rules.options import OPTIONS, Choice
from .record import Record, named, record_of
from .results import MOST_NAMED, OrderResult

_BY_RULE: dict[type, tuple[Outcome, Outcome]] = {
    Move: (Outcome.BOUNCES, Outcome.MOVES),
    Support: (Outcome.CUT, Outcome.SUPPORTS),
    Convoy: (Outcome.DISRUPTED, Outcome.CONVOYS),
}
"""The outcomes of orders that a paradox rule makes fail, or succeed."""


@lru_cache(maxsize=4096)
def _strengths(reason: int, attack: int, hold: int, prevent: int) -> tuple[tuple[str, int], ...]:
    """Return the strengths that a reason compares, each with its name."""
    values = {"attack": attack, "hold": hold, "prevent": prevent}
    return tuple([(strength, values[strength]) for strength in REASONS[reason].compared])


class MovementResult:
    """A solved movement phase.

    `len` and iteration go over the results of the orders as given, then of the units without an order.

    Args:
        assignment: The orders, and the units that they are for; their table, where there is no record yet.
        before: The position that the phase started from.
        solution: Which orders succeed, and the paradoxes.
        record: The record, if an engine has filled it already.

    >>> from standoff import read
    >>> result = read("FRANCE: A PAR - BUR").adjudicate().phase_result
    >>> result
    <MovementResult: 1 orders, 1 moved, 0 dislodged, 0 not unique>
    >>> [str(unit) for unit in result.after.units]
    ['A BUR']
    """

    def __init__(
        self, assignment: Assignment, before: Position, solution: Solution, record: Record | None = None
    ) -> None:
        self.assignment = assignment
        self.before = before
        self.solution = solution
        if record is not None:
            self.record = record

    @cached_property
    def record(self) -> Record:
        """The outcome of every unit."""
        return record_of(self.table, self.solution, self.before)

    @cached_property
    def table(self) -> OrderTable:
        """The table that the equations read; worked out from the orders where compiled code had it."""
        given, before = self.assignment, self.before
        if isinstance(given, OrderTable):
            return given
        return order_table(given.board, given.units, given.orders, given.rules, before.civil_disorder, before.closed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MovementResult) and self._content() == other._content()

    def __hash__(self) -> int:
        return hash(self._content())

    def _content(self) -> tuple[object, ...]:
        """The input of the result."""
        return self.before, self.orders, self.assignment.rules

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders as given."""
        return self.assignment.orders

    @cached_property
    def undecided(self) -> tuple[Order, ...]:
        """The convoy orders of which it could not be told whether they are legal: too many ways lead over the fleets.

        They count as legal. What became of other orders may rest on that, but not where a fleet that no route needs
        bears on nothing else, as under ``webdiplomacy``.
        """
        given = self.assignment
        return tuple(map(given.order, given.undecided)) if isinstance(given, OrderTable) else ()

    @property
    def undecided_convoys(self) -> tuple[str, ...]:
        """For each of these orders, in words, what is not known and what may rest on it."""
        matter = superfluous_fleets_matter(self.assignment.rules.numbers)
        rest = "what became of other orders may rest on that" if matter else "nothing else rests on that"
        return tuple(
            f"{order.power}: {order}: too many ways lead over the fleets at sea to tell whether a route needs "
            f"this one; its order counts as legal, and {rest}"
            for order in self.undecided
        )

    @property
    def paradoxes(self) -> tuple[Component, ...]:
        """The circular movements and paradoxes, in masks over the units."""
        return self.solution.paradoxes

    # -- units --------------------------------------------------------------------------------------

    def attacker(self, unit: int) -> int:
        """Return the number of the unit that dislodged `unit`, -1 if none did."""
        return self.record.outcomes()[unit].attacker

    def came_by_convoy(self, unit: int) -> bool:
        """Return whether the move of `unit` went by convoy."""
        return bool(self.record.outcomes()[unit].convoyed)

    def order_of(self, unit: int) -> Order:
        """Return the order that unit number `unit` follows, a hold if it has none."""
        return self.assignment.order(unit)

    @cached_property
    def after(self) -> Position:
        """The position after the phase: units, dislodged units with their attackers, contested provinces."""
        units, board, outcomes = self.assignment.units, self.assignment.board, self.record.outcomes()
        provinces = [board.province_of_place[unit.location] for unit in units] if self.record.dislodged else []
        stay: list[Unit] = []
        out: list[Dislodged] = []
        locations = board.locations
        for i, (unit, outcome) in enumerate(zip(units, outcomes, strict=True)):
            if outcome.place < 0:
                origin, by_convoy = came_from(provinces, outcomes, i)
                out.append(Dislodged(unit, board.provinces[origin].id, by_convoy))
            else:
                location = locations[outcome.place]
                stay.append(unit if location == unit.location else Unit(unit.type, location, unit.power))
        contested = frozenset(named(self.record.contested(), board))
        return changed_position(self.before, units=tuple(stay), dislodged=tuple(out), contested=contested)

    @cached_property
    def retreats(self) -> dict[str, tuple[str, ...]]:
        """The retreats of each dislodged unit, by the province that it stood in, in the order of the board."""
        units, words, board = self.assignment.units, self.record.retreats(), self.assignment.board
        return ReadOnlyDict({units[i].province: tuple(named(words[i], board)) for i in bits(self.record.dislodged)})

    def __repr__(self) -> str:
        locations, outcomes = (
            self.assignment.board.locations,
            zip(self.assignment.units, self.record.outcomes(), strict=True),
        )
        moved = sum(outcome.place >= 0 and locations[outcome.place] != unit.location for unit, outcome in outcomes)
        counts = f"{len(self)} orders, {moved} moved, {len(self.after.dislodged)} dislodged"
        return f"<MovementResult: {counts}, {len(self.solution.paradoxes)} not unique>"

    def success(self, order: Order) -> bool:
        """Return whether an order of the turn succeeds, without computing anything else.

        Raises:
            ValueError: It is not an order of the turn.
        """
        number = self.assignment.orders.index(order)
        unit = self.assignment.unit_of[number]
        return unit >= 0 and self.assignment.illegal[number] is None and self._succeeds(unit)

    def _succeeds(self, unit: int) -> bool:
        return bool(self.record.outcomes()[unit].succeeds)

    def _destroyed(self, unit: int) -> bool:
        """Return whether a dislodged unit has no retreat."""
        return not any(self.record.retreats()[unit])

    # -- orders -------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.assignment.orders) + self.assignment.order_of.count(-1)

    def __iter__(self) -> Iterator[OrderResult]:
        given = self.assignment
        illegal, unit_of = given.illegal, given.unit_of
        answers, decided_by = self.record.reasons()
        dislodged = self.record.dislodged
        for number, order in enumerate(given.orders):
            if illegal[number] is None:
                unit = unit_of[number]
                yield self._order_result(unit, order, answers[unit], decided_by[unit], dislodged)
            else:
                yield self._illegal(number)
        for unit, number in enumerate(given.order_of):
            if number < 0:
                yield self._order_result(unit, given.order(unit), answers[unit], decided_by[unit], dislodged)

    def _illegal(self, number: int) -> OrderResult:
        given = self.assignment
        order, unit, rule = given.orders[number], given.unit_of[number], given.illegal[number]
        dislodged = unit >= 0 and given.order_of[unit] == number and bool(self.record.dislodged >> unit & 1)
        gone = dislodged and self._destroyed(unit)
        return OrderResult(order, False, Outcome.ILLEGAL, Reason.ILLEGAL, (), dislodged, rule=rule, destroyed=gone)

    def _order_result(self, unit: int, order: Order, row: OrderRecord, by: int, dislodged: int) -> OrderResult:
        """Return the result of a legal order from what became of its unit, who decided it, and the dislodged units."""
        out = gone = False
        if dislodged >> unit & 1:
            out, gone = True, self._destroyed(unit)
        behind, more = self._named(by) if by else ((), 0)
        if row.void:
            void = VOIDS[row.void]
            return OrderResult(
                order, False, Outcome.VOID, Reason.VOID, behind, out, rule=void, destroyed=gone, more=more
            )
        number = row.reason
        reason = REASONS[number]
        outcome, success, name = reason.outcome, reason.success, reason.option
        strengths = _strengths(number, row.attack, row.hold, row.prevent) if reason.compared else ()
        rule: Choice | HouseRule | None = None
        root = None
        if gone and reason is Reason.DISLODGED:
            outcome = Outcome.DESTROYED
        elif name:
            rule = self._rule(name, reason, unit)
        elif reason is Reason.BLOCKED:
            stopper = by.bit_length() - 1
            answers, decided_by = self.record.reasons()
            root = self._order_result(stopper, self.order_of(stopper), answers[stopper], decided_by[stopper], dislodged)
        if outcome is None:
            success = self._succeeds(unit)
            outcome = _BY_RULE[type(order)][success]
        return OrderResult._make((order, success, outcome, reason, behind, out, strengths, rule, gone, root, more))

    def _named(self, by: int) -> tuple[tuple[Order, ...], int]:
        """Return the orders of the first units of a mask, and how many more there are."""
        order, last = self.assignment.order, by.bit_length() - 1
        if by == 1 << last:
            return (order(last),), 0
        more = by.bit_count() - MOST_NAMED
        if more <= 0:
            return tuple([order(other) for other in bits(by)]), 0
        first: list[Order] = []
        while len(first) < MOST_NAMED:
            bit = by & -by
            by ^= bit
            first.append(order(bit.bit_length() - 1))
        return tuple(first), more

    def _rule(self, name: str, reason: Reason, unit: int) -> Choice | HouseRule:
        """Return the choice of the rulebook for option `name` that a reason goes by, or the house rule in its place."""
        rules = self.assignment.rules
        own = set(rules.house_rules.values())
        if reason is Reason.PARADOX:  # what a house rule settled
            settled = (p for p in self.solution.paradoxes if (p.forced_true | p.forced_false) >> unit & 1)
            if rule := next((p.settled_by for p in settled if p.settled_by in own), None):
                return HouseRule(rule)
        if reason is Reason.CUT_BY_TARGET and "cut" in rules.functions:
            return HouseRule(rules.functions["cut"][0])
        choice = rules[name]
        return HouseRule(choice) if name in rules.house_rules else OPTIONS[name].choices[choice]
