"""What becomes of an order, and why: every outcome and every reason once, with its name and its sentence.

The integer functions know a reason by its number, its place among the members of `Reason`.
"""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import NamedTuple

from .columns import ATTACK, HOLD, PREVENT


class Outcome(StrEnum):
    """What became of an order, in a word or two.

    >>> from standoff import read
    >>> read("FRANCE: A PAR - BUR").adjudicate()["PAR"].outcome is Outcome.MOVES
    True
    """

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
    """Why an order came out as it did; the value is a sentence with blanks.

    The blanks: the strengths compared (``{attack}``, ``{hold}``, ``{prevent}``), the orders behind it (``{by}``; they
    follow in parentheses where the sentence has no such blank), an option's choice (``{rule}``), and the reason of the
    one order behind it (``{why}``).

    >>> from standoff import read
    >>> read("FRANCE: A PAR - BUR").adjudicate()["PAR"].reason
    Reason.MOVES_IN
    """

    number: int

    def __new__(cls, sentence: str) -> Reason:
        """Give the member the next number."""
        reason = object.__new__(cls)
        reason._value_ = sentence
        reason.number = len(cls.__members__)
        return reason

    STANDS = "nobody attacks it"
    STANDS_FAST = "hold strength {hold}; no attack overcomes it"
    DISLODGED = "dislodged by {by}: attack strength {attack} exceeds hold strength {hold}"
    MOVES_IN = "the province is empty, and no other unit gets there"
    FOLLOWS = "the unit there leaves, and no other unit gets there"
    OUTNUMBERS = "attack strength {attack} exceeds prevent strength {prevent}"
    DISLODGES = "attack strength {attack} exceeds hold strength {hold}"
    WINS_BATTLE = "attack strength {attack} exceeds defend strength {hold} in a head-to-head battle"
    STANDOFF = "attack strength {attack} does not exceed prevent strength {prevent} of {by}"
    REPELLED = "attack strength {attack} does not exceed hold strength {hold}"
    LOSES_BATTLE = "attack strength {attack} does not exceed defend strength {hold} in a head-to-head battle"
    OWN_UNIT = "a unit of the same power stays there, and no power dislodges its own"
    BLOCKED = "the unit there cannot leave, because {by} fails: {why}"
    BARRED = "even if the unit there left, {by} would keep it out"
    NO_CONVOY_ORDERED = "no chain of fleets is ordered to convoy it"
    CONVOY_DISRUPTED = "its convoy is disrupted"
    ROUTE_DISRUPTED = "one route of its convoy is disrupted, and under this rulebook that is enough"
    GIVEN = "nobody cuts it"
    SPARED = "not cut by {by}: a convoyed army never cuts {rule}"
    CUT_BY_ATTACK = "cut by {by}, from a province that the support is not directed at"
    CUT_BY_TARGET = "cut by {by}, although the support is directed at the province it comes from: {rule}"
    CUT_BY_DISLODGEMENT = "cut, because the supporting unit is dislodged by {by}"
    FLEET_STAYS = "the fleet is not dislodged"
    FLEET_DISLODGED = "the fleet is dislodged by {by}"
    CIRCULAR = "all units of the circle move"
    SZYKMAN = "Szykman rule: the convoy fails"
    ALL_HOLD = "All Hold rule: the move fails"
    UNRESOLVED = "the rulebook has no rule for this paradox; the order is left unresolved"
    ALL_FAIL = "the orders of the core contradict each other without any convoy; all of them fail"
    PARADOX = "paradox rule: {rule}"
    RETREATS = "no other unit retreats there"
    COLLISION = "another unit retreats there too"
    DISBANDED_AS_ORDERED = "disbanded as ordered"
    DISBANDED_WITHOUT_ORDER = "no retreat is ordered"
    BUILT = "built as ordered"
    BUILT_UNORDERED = "builds cannot be waived; an army is built where none was ordered"
    WAIVED = "the build is waived"
    SURPLUS = "more than the power may or must do"
    REMOVED = "no removal was ordered; the unit farthest from home is removed, measured {rule}"
    VOID = "void: {rule}"
    ILLEGAL = "illegal: {rule}"

    def __repr__(self) -> str:
        return f"Reason.{self.name}"


REASONS: tuple[Reason, ...] = tuple(Reason)
"""The reasons by their numbers."""


class Meaning(NamedTuple):
    """What a reason says of an order.

    Attributes:
        outcome: What became of it; None where that depends on the kind of order.
        success: True if it succeeded.
        compared: The strengths that belong to it, each with its column.

    >>> MEANINGS[Reason.STANDOFF].outcome
    Outcome.BOUNCES
    """

    outcome: Outcome | None
    success: bool
    compared: tuple[tuple[str, int], ...] = ()


_HOLD = (("hold", HOLD),)
_DISLODGED = (("attack", ATTACK), ("hold", HOLD))
_MOVE = (("attack", ATTACK), ("hold", HOLD), ("prevent", PREVENT))

MEANINGS: dict[Reason, Meaning] = {
    Reason.STANDS: Meaning(Outcome.HOLDS, True),
    Reason.STANDS_FAST: Meaning(Outcome.HOLDS, True, _HOLD),
    Reason.DISLODGED: Meaning(Outcome.DISLODGED, False, _DISLODGED),
    Reason.MOVES_IN: Meaning(Outcome.MOVES, True, _MOVE),
    Reason.FOLLOWS: Meaning(Outcome.MOVES, True, _MOVE),
    Reason.OUTNUMBERS: Meaning(Outcome.MOVES, True, _MOVE),
    Reason.DISLODGES: Meaning(Outcome.MOVES, True, _MOVE),
    Reason.WINS_BATTLE: Meaning(Outcome.MOVES, True, _MOVE),
    Reason.STANDOFF: Meaning(Outcome.BOUNCES, False, _MOVE),
    Reason.REPELLED: Meaning(Outcome.BOUNCES, False, _MOVE),
    Reason.LOSES_BATTLE: Meaning(Outcome.BOUNCES, False, _MOVE),
    Reason.OWN_UNIT: Meaning(Outcome.BOUNCES, False, _MOVE),
    Reason.BLOCKED: Meaning(Outcome.BOUNCES, False, _MOVE),
    Reason.BARRED: Meaning(Outcome.BOUNCES, False, _MOVE),
    Reason.NO_CONVOY_ORDERED: Meaning(Outcome.NO_CONVOY, False, _MOVE),
    Reason.CONVOY_DISRUPTED: Meaning(Outcome.NO_CONVOY, False, _MOVE),
    Reason.ROUTE_DISRUPTED: Meaning(Outcome.NO_CONVOY, False, _MOVE),
    Reason.GIVEN: Meaning(Outcome.SUPPORTS, True),
    Reason.SPARED: Meaning(Outcome.SUPPORTS, True),
    Reason.CUT_BY_ATTACK: Meaning(Outcome.CUT, False),
    Reason.CUT_BY_TARGET: Meaning(Outcome.CUT, False),
    Reason.CUT_BY_DISLODGEMENT: Meaning(Outcome.CUT, False),
    Reason.FLEET_STAYS: Meaning(Outcome.CONVOYS, True),
    Reason.FLEET_DISLODGED: Meaning(Outcome.DISRUPTED, False),
    Reason.CIRCULAR: Meaning(Outcome.MOVES, True),
    Reason.SZYKMAN: Meaning(None, False),
    Reason.ALL_HOLD: Meaning(None, False),
    Reason.UNRESOLVED: Meaning(Outcome.UNRESOLVED, False),
    Reason.ALL_FAIL: Meaning(None, False),
    Reason.PARADOX: Meaning(None, False),
}
"""What the reasons of a movement phase say."""

OPTION_OF: dict[Reason, str] = {
    Reason.ROUTE_DISRUPTED: "multi_route_disruption",
    Reason.SPARED: "paradox_exception",
    Reason.CUT_BY_TARGET: "cut_by_own_target",
    Reason.SZYKMAN: "paradox_backup",
    Reason.ALL_HOLD: "paradox_backup",
    Reason.UNRESOLVED: "paradox_backup",
    Reason.PARADOX: "paradox_backup",
    Reason.REMOVED: "civil_disorder_distance",
}
"""The option whose choice decided, where the reason is a matter of the rulebook; the choice's sentence is the rule."""


class Told(NamedTuple):
    """A reason with all that belongs to it.

    Attributes:
        reason: The reason.
        outcome: What became of the order; None where that depends on its kind.
        success: True if it succeeded.
        compared: The strengths that the sentence compares, each with its column.
        option: The option whose choice decided, empty for none.

    >>> told = TOLD[Reason.STANDOFF.number]
    >>> told.outcome, told.success
    (Outcome.BOUNCES, False)
    """

    reason: Reason
    outcome: Outcome | None
    success: bool
    compared: tuple[tuple[str, int], ...]
    option: str


TOLD: tuple[Told | None, ...] = tuple(
    Told(reason, *MEANINGS[reason], OPTION_OF.get(reason, "")) if reason in MEANINGS else None for reason in Reason
)
"""By the number of the reason; None for those of other phases."""
