"""The result of a phase: an outcome and a reason for each order, and the position afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from ...map import Position, power_title, repr_as
from ..law.reasons import HouseRule, Outcome, Phrase, Reason, Rule, Word, english
from ..order import Order

MOST_NAMED = 24
"""Of the orders that decided an order, the first this many are named; the others are only counted."""


class OrderResult(NamedTuple):
    """The result of one order.

    Attributes:
        order: The order as given; for a unit without one, a hold.
        success: True for a move that arrives, a support or convoy that stands, a unit that holds and stays.
        outcome: What became of it.
        reason: Why.
        by: The orders that decided it, in the order of the turn: the first `MOST_NAMED`.
        dislodged: True if the unit was dislodged, whether it may retreat or not.
        strengths: The strengths that the reason compares, by name, in units.
        rule: What makes the order illegal or void (an `Illegal` or a `Void`), or the choice of the rulebook that
            decided it; None for neither.
        destroyed: True if the unit was dislodged and can retreat nowhere.
        root: Of a unit that cannot leave: what became of the order that stops it in the end.
        more: How many orders decided it besides those in `by`.

    >>> from standoff import read
    >>> order_result = read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - BUR").adjudicate()["PAR"]
    >>> order_result.success, order_result.outcome, dict(order_result.strengths)
    (False, Outcome.BOUNCES, {'attack': 1, 'hold': 0, 'prevent': 1})
    >>> print(order_result)
    A PAR - BUR: bounces; attack strength 1 does not exceed prevent strength 1 of A MUN - BUR (Germany)
    """

    order: Order
    success: bool
    outcome: Outcome
    reason: Reason
    by: tuple[Order, ...] = ()
    dislodged: bool = False
    strengths: tuple[tuple[str, int], ...] = ()
    rule: Rule | None = None
    destroyed: bool = False
    root: OrderResult | None = None
    more: int = 0

    @property
    def unit_outcome(self) -> Outcome | None:
        """`DISLODGED` or `DESTROYED` for a unit that lost its place in a movement phase, else None.

        Source: DATC 3.2, 4.E.2.
        """
        if not self.dislodged:
            return None
        return Outcome.DESTROYED if self.destroyed else Outcome.DISLODGED

    @property
    def words(self) -> tuple[Outcome, ...]:
        """The outcome, followed by that of the unit unless that is the outcome itself."""
        of_unit = self.unit_outcome
        return (self.outcome,) if of_unit is None or of_unit is self.outcome else (self.outcome, of_unit)

    @property
    def text(self) -> str:
        """The reason as a sentence; powers are named after their ids."""
        return self.text_with(power_title)

    def text_with(self, power: Callable[[str], str]) -> str:
        """Return the reason as a sentence in English.

        Args:
            power: Names a power: `Names.name` of the board, as an order knows only the ids of powers.
        """
        return self.sentence(english, str, power)

    def sentence(
        self,
        say: Callable[[Word], str],
        written: Callable[[Order], str],
        power: Callable[[str], str],
        *,
        after_outcome: bool = False,
    ) -> str:
        """Return the reason as a sentence in some language.

        Args:
            say: Says a reason, a fault or an option's choice.
            written: Writes an order.
            power: Names a power.
            after_outcome: True where the outcome comes first, and "illegal: …" would say it twice.

        >>> from standoff import read
        >>> order_result = read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - BUR").adjudicate()["PAR"]
        >>> order_result.sentence(english, str, str.lower)
        'attack strength 1 does not exceed prevent strength 1 of A MUN - BUR (germany)'
        """
        said_before = after_outcome and self.reason in (Reason.ILLEGAL, Reason.VOID)
        template = "{rule}" if said_before else say(self.reason)
        rule = self._rule_in(say) if self.rule else ""
        if "{by}" in template:
            by = self._joined([f"{written(order)} ({power(order.power)})" for order in self.by], say)
            why = self.root.sentence(say, written, power) if self.root else ""
            return template.format(**dict(self.strengths), rule=rule, by=by, why=why)
        sentence = _filled_in(template, self.strengths, rule)
        if self.by:
            sentence += f" ({self._joined([f'{power(order.power)}: {written(order)}' for order in self.by], say)})"
        return sentence

    def _rule_in(self, say: Callable[[Word], str]) -> str:
        rule = self.rule
        if not isinstance(rule, HouseRule):
            return say(rule) if rule else ""
        if self.reason is Reason.PARADOX:
            return rule.name
        phrase = Phrase.BY_HOUSE_RULE if self.reason is Reason.CUT_BY_TARGET else Phrase.SPARED_BY_HOUSE_RULE
        return say(phrase).format(rule=rule.name)

    def _joined(self, orders: list[str], say: Callable[[Word], str]) -> str:
        if self.more:
            orders.append(say(Phrase.AND_MORE).format(count=self.more))
        return "; ".join(orders)

    def __str__(self) -> str:
        return self.line_with(power_title)

    def line_with(self, power: Callable[[str], str]) -> str:
        """Return the order, its outcome and the reason on a line in English (`text_with`)."""
        out = ", dislodged" if self.dislodged and self.outcome is not Outcome.DISLODGED else ""
        why = self.sentence(english, str, power, after_outcome=True)
        return f"{self.order}: {self.outcome}{out}; {why}"

    def __repr__(self) -> str:
        return repr_as(self, f"{self.order.power} {self}")


@lru_cache(maxsize=10_000)
def _filled_in(template: str, strengths: tuple[tuple[str, int], ...], rule: str) -> str:
    return template.format(**dict(strengths), rule=rule)


@dataclass(frozen=True)
class Results:
    """The results of a phase; `len` and iteration go over the orders as given, then over what happened without one.

    Attributes:
        results: The results.
        given: How many of them belong to orders given, the first ones.
        before: The position that the phase started from.
        after: The position after it.

    >>> from standoff import read
    >>> retreats = read("6.H.2").next().adjudicate().phase_result
    >>> len(retreats), retreats.given
    (4, 3)
    """

    results: tuple[OrderResult, ...]
    given: int
    before: Position
    after: Position

    def __len__(self) -> int:
        return len(self.results)

    def __iter__(self) -> Iterator[OrderResult]:
        return iter(self.results)
