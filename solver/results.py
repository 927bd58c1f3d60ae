"""What every phase gives back: an outcome and a reason for each order, and the position afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import lru_cache
from typing import NamedTuple

from ..map import Position
from .orders import Order


class Outcome(StrEnum):
    """What became of an order, in a word or two."""

    HOLDS = "holds"
    MOVES = "moves"
    SUPPORTS = "supports"
    CONVOYS = "convoys"
    BOUNCES = "bounces"
    NO_CONVOY = "no convoy"
    CUT = "cut"
    DISRUPTED = "disrupted"
    DISLODGED = "dislodged"
    DESTROYED = "destroyed"
    VOID = "void"
    ILLEGAL = "illegal"
    UNRESOLVED = "unresolved"
    RETREATS = "retreats"
    DISBANDS = "disbands"
    BUILDS = "builds"
    WAIVES = "waives"
    SURPLUS = "surplus"

    def __repr__(self) -> str:
        return f"Outcome.{self.name}"


class Reason(Enum):
    """Why an order came out as it did; the value is a sentence, with the strengths to be filled in."""

    STANDS = "nobody moves in"
    STANDS_FAST = "held with {hold}; no attack exceeds that or gets past the others"
    DISLODGED = "the attack with {attack} exceeds the hold strength of {hold}"
    DISLODGED_IN_BATTLE = "the attack with {attack} exceeds the defence with {hold} in a head-to-head battle"
    MOVES_IN = "the province is empty and nobody else gets there"
    FOLLOWS = "the unit there leaves, and nobody else gets there"
    OUTNUMBERS = "attack {attack} exceeds what the others going there prevent with, {prevent}"
    DISLODGES = "attack {attack} exceeds hold strength {hold}"
    WINS_BATTLE = "attack {attack} exceeds the defence of {hold} in a head-to-head battle"
    STANDOFF = "attack {attack} does not exceed the {prevent} that another move to the province prevents with"
    REPELLED = "attack {attack} does not exceed hold strength {hold}"
    LOSES_BATTLE = "attack {attack} does not exceed the defence of {hold} in a head-to-head battle"
    OWN_UNIT = "a unit of the same power stays there, and cannot be dislodged by its own"
    NO_CONVOY_ORDERED = "no chain of fleets is ordered to convoy it"
    CONVOY_DISRUPTED = "its convoy is disrupted"
    GIVEN = "nobody cuts it"
    CUT_BY_ATTACK = "attacked from a province that it does not act on"
    CUT_BY_DISLODGEMENT = "the supporting unit is dislodged"
    FLEET_STAYS = "the fleet keeps its place"
    FLEET_DISLODGED = "the fleet is dislodged"
    CIRCULAR = "all units of the circle move"
    PARADOX = "settled by the paradox rule: {rule}"
    RETREATS = "it gets there"
    COLLISION = "another unit retreats there too"
    DISBANDED_AS_ORDERED = "disbanded as ordered"
    DISBANDED_WITHOUT_ORDER = "no retreat is ordered"
    BUILT = "built as ordered"
    WAIVED = "the build is waived"
    SURPLUS = "more than the power may or must do"
    REMOVED = "removed as in civil disorder: {rule}"
    VOID = "void: {rule}"
    ILLEGAL = "illegal: {rule}"

    def __repr__(self) -> str:
        return f"Reason.{self.name}"


class OrderResult(NamedTuple):
    """What became of one order.

    Attributes:
        order: The order as given; for a unit without one, the hold that it did.
        success: True for a move that arrives, a support or convoy that stands, a unit that holds and stays.
        outcome: What became of it.
        reason: Why.
        by: The orders that decided it, in the order of the turn.
        dislodged: True if the unit was dislodged, whether it may retreat or not.
        strengths: The strengths that the reason compares, by name, in units.
        rule: What makes the order illegal or void, or settles its paradox.
        destroyed: True if the unit was dislodged and can retreat nowhere.
    """

    order: Order
    success: bool
    outcome: Outcome
    reason: Reason
    by: tuple[Order, ...] = ()
    dislodged: bool = False
    strengths: tuple[tuple[str, int], ...] = ()
    rule: str = ""
    destroyed: bool = False

    @property
    def fate(self) -> Outcome | None:
        """`DISLODGED` or `DESTROYED` for a unit that lost its place in a movement phase, else None.

        Source: DATC 3.2, 4.E.2.
        """
        if not self.dislodged:
            return None
        return Outcome.DESTROYED if self.destroyed else Outcome.DISLODGED

    @property
    def words(self) -> tuple[Outcome, ...]:
        """The outcome, and the fate of the unit behind it unless that is the outcome itself."""
        fate = self.fate
        return (self.outcome,) if fate is None or fate is self.outcome else (self.outcome, fate)

    @property
    def text(self) -> str:
        """The reason as a sentence."""
        sentence = _filled_in(self.reason, self.strengths, self.rule)
        if self.by:
            sentence += f" ({'; '.join([f'{order.power.capitalize()}: {order}' for order in self.by])})"
        return sentence

    def __str__(self) -> str:
        out = ", dislodged" if self.dislodged and self.outcome is not Outcome.DISLODGED else ""
        return f"{self.order}: {self.outcome}{out}; {self.text.removeprefix(f'{self.outcome}: ')}"


@lru_cache(maxsize=10_000)
def _filled_in(reason: Reason, strengths: tuple[tuple[str, int], ...], rule: str) -> str:
    return reason.value.format(**dict(strengths), rule=rule)


@dataclass(frozen=True)
class Results:
    """The results of a phase; `len` and iteration go over the orders as given, then over what happened without one.

    Attributes:
        results: The results.
        given: How many of them belong to orders given, the first ones.
        before: The position that the phase started from.
        after: The position after it.
    """

    results: tuple[OrderResult, ...]
    given: int
    before: Position
    after: Position

    def __len__(self) -> int:
        return len(self.results)

    def __iter__(self) -> Iterator[OrderResult]:
        return iter(self.results)
