"""The outcomes of orders and their reasons, each once, with everything that belongs to it.

A reason is its number, its place among the members of `Reason`: the integer functions return it as it stands.
"""

from __future__ import annotations

from enum import Enum, IntEnum, StrEnum, auto
from typing import NamedTuple

from ..rules.options import Choice
from .faults import Illegal, Void


class Outcome(StrEnum):
    """The outcome of an order, in a word or two.

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


_HOLD, _ATTACK, _ALL = ("hold",), ("attack", "hold"), ("attack", "hold", "prevent")


class Reason(IntEnum):
    """Why an order came out as it did.

    Attributes:
        sentence: What it says to a player. The blanks: the strengths compared (``{attack}``, ``{hold}``,
            ``{prevent}``), the orders behind it (``{by}``; they follow in parentheses where the sentence has no such
            blank), an option's choice (``{rule}``), and the reason of the one order behind it (``{why}``).
        outcome: What became of the order; None where that depends on its kind, or on the phase.
        success: True if it succeeded; False where that depends on the phase.
        sources: Where the rule is written in DATC 3.0; `results.citations` has the paragraphs of the rulebooks.
        compared: The strengths that belong to it.
        option: The option whose choice decided, where the reason is a matter of the rulebook; empty for none.

    >>> from standoff import read
    >>> read("FRANCE: A PAR - BUR").adjudicate()["PAR"].reason
    Reason.MOVES_IN
    >>> Reason.STANDOFF.outcome, Reason.STANDOFF.sources
    (Outcome.BOUNCES, ('DATC 5.B.6',))
    """

    sentence: str
    outcome: Outcome | None
    success: bool
    sources: tuple[str, ...]
    compared: tuple[str, ...]
    option: str

    def __new__(
        cls, sentence: str, outcome: Outcome | None, sources: str = "", compared: tuple[str, ...] = (), option: str = ""
    ) -> Reason:
        """Give the member the next number."""
        number = len(cls.__members__)
        reason = int.__new__(cls, number)
        reason._value_ = number
        reason.sentence, reason.outcome, reason.compared, reason.option = sentence, outcome, compared, option
        reason.success = outcome in (Outcome.HOLDS, Outcome.MOVES, Outcome.SUPPORTS, Outcome.CONVOYS)
        reason.sources = tuple(sources.split("; ")) if sources else ()
        return reason

    STANDS = "nobody attacks it", Outcome.HOLDS, "DATC 5.B.5"
    STANDS_FAST = (
        "hold strength {hold}; no attack overcomes it",
        Outcome.HOLDS,
        "DATC 5.B.5",
        _HOLD,
    )
    DISLODGED = (
        "dislodged by {by}: attack strength {attack} exceeds hold strength {hold}",
        Outcome.DISLODGED,
        "DATC 5.B.1",
        _ATTACK,
    )
    MOVES_IN = (
        "the province is empty, and no other unit gets there",
        Outcome.MOVES,
        "DATC 5.B.1",
        _ALL,
    )
    FOLLOWS = (
        "the unit there leaves, and no other unit gets there",
        Outcome.MOVES,
        "DATC 5.B.5",
        _ALL,
    )
    OUTNUMBERS = (
        "attack strength {attack} exceeds prevent strength {prevent}",
        Outcome.MOVES,
        "DATC 5.B.1",
        _ALL,
    )
    DISLODGES = (
        "attack strength {attack} exceeds hold strength {hold}",
        Outcome.MOVES,
        "DATC 5.B.1",
        _ALL,
    )
    WINS_BATTLE = (
        "attack strength {attack} exceeds defend strength {hold} in a head-to-head battle",
        Outcome.MOVES,
        "DATC 5.B.1; DATC 5.B.7",
        _ALL,
    )
    STANDOFF = (
        "attack strength {attack} does not exceed prevent strength {prevent} of {by}",
        Outcome.BOUNCES,
        "DATC 5.B.6",
        _ALL,
    )
    REPELLED = (
        "attack strength {attack} does not exceed hold strength {hold}",
        Outcome.BOUNCES,
        "DATC 5.B.5",
        _ALL,
    )
    LOSES_BATTLE = (
        "attack strength {attack} does not exceed defend strength {hold} in a head-to-head battle",
        Outcome.BOUNCES,
        "DATC 5.B.7",
        _ALL,
    )
    OWN_UNIT = (
        "a unit of the same power stays there, and no power dislodges its own",
        Outcome.BOUNCES,
        "DATC 5.B.8",
        _ALL,
    )
    BLOCKED = (
        "the unit there cannot leave, because {by} fails: {why}",
        Outcome.BOUNCES,
        "DATC 5.B.5",
        _ALL,
    )
    BARRED = "even if the unit there left, {by} would keep it out", Outcome.BOUNCES, "DATC 5.B.6; DATC 5.B.8", _ALL
    NO_CONVOY_ORDERED = "no chain of fleets is ordered to convoy it", Outcome.NO_CONVOY, "DATC 5.B.4", _ALL
    CONVOY_DISRUPTED = "its convoy is disrupted", Outcome.NO_CONVOY, "DATC 5.B.4", _ALL
    ROUTE_DISRUPTED = (
        "one route of its convoy is disrupted, and under this rulebook that is enough",
        Outcome.NO_CONVOY,
        "DATC 5.B.4; DATC 4.A.1",
        _ALL,
        "multi_route_disruption",
    )
    GIVEN = "nobody cuts it", Outcome.SUPPORTS, "DATC 5.B.2"
    SPARED = (
        "not cut by {by}: a convoyed army never cuts {rule}",
        Outcome.SUPPORTS,
        "DATC 5.B.2; DATC 4.A.2",
        (),
        "paradox_exception",
    )
    CUT_BY_ATTACK = (
        "cut by {by}, from a province that the support is not directed at",
        Outcome.CUT,
        "DATC 5.B.2",
    )
    CUT_BY_TARGET = (
        "cut by {by}, although the support is directed at the province it comes from: {rule}",
        Outcome.CUT,
        "DATC 5.B.2; DATC 4.A.4",
        (),
        "cut_by_own_target",
    )
    CUT_FROM_SEA = (
        "cut by {by}, whose attack comes {rule}",
        Outcome.CUT,
        "DATC 5.B.2; DATC 4.A.4",
        (),
        "convoyed_attack_from",
    )
    CUT_BY_DISLODGEMENT = (
        "cut, because the supporting unit is dislodged by {by}",
        Outcome.CUT,
        "DATC 5.B.2",
    )
    FLEET_STAYS = "the fleet is not dislodged", Outcome.CONVOYS, "DATC 5.B.3"
    FLEET_DISLODGED = "the fleet is dislodged by {by}", Outcome.DISRUPTED, "DATC 5.B.3"
    CIRCULAR = "all units of the circle move", Outcome.MOVES, "DATC 5.B.9"
    SZYKMAN = "Szykman rule: the convoy fails", None, "DATC 4.A.2; DATC 5.B.9", (), "paradox_backup"
    ALL_HOLD = "All Hold rule: the move fails", None, "DATC 4.A.2; DATC 5.B.9", (), "paradox_backup"
    CONSISTENT_OR_HOLD = (
        "rule of the DPTG: the convoys fail if that is consistent, else the moves",
        None,
        "DATC 4.A.2; DATC 5.B.9",
        (),
        "paradox_backup",
    )
    UNRESOLVED = (
        "the rulebook has no rule for this paradox; the order is left unresolved",
        Outcome.UNRESOLVED,
        "DATC 4.A.2; DATC 5.B.9",
        (),
        "paradox_backup",
    )
    ALL_FAIL = "the orders of the core contradict each other without any convoy; all of them fail", None, "DATC 5.B.9"
    PARADOX = "paradox rule: {rule}", None, "DATC 4.A.2; DATC 5.B.9", (), "paradox_backup"
    RETREATS = "no other unit retreats there", None, "DATC 6.H"
    COLLISION = "another unit retreats there too", None, "DATC 6.H"
    DISBANDED_AS_ORDERED = "disbanded as ordered", None
    DISBANDED_WITHOUT_ORDER = "no retreat that counts is ordered", None, "DATC 6.H"
    BUILT = "built as ordered", None, "DATC 6.I"
    BUILT_UNORDERED = "builds cannot be waived; an army is built where no build counts", None, "DATC 4.D.7"
    WAIVED = "the build is waived", None, "DATC 4.D.7"
    SURPLUS = "it exceeds what the power may build or must remove", None, "DATC 4.D.4; DATC 4.D.6"
    REMOVED = (
        "no removal that counts was ordered; the unit farthest from home is removed, measured {rule}",
        None,
        "",
        (),
        "civil_disorder_distance",
    )
    VOID = "void: {rule}", None, "DATC 4.E.1"
    ILLEGAL = "illegal: {rule}", None, "DATC 4.E.1"

    def __repr__(self) -> str:
        return f"Reason.{self.name}"

    __str__ = __repr__


REASONS: tuple[Reason, ...] = tuple(Reason)
"""The reasons by their numbers."""


class Phrase(Enum):
    """Additions to a reason; the value is the sentence.

    >>> english(Phrase.AND_MORE).format(count=3)
    'and 3 more'
    """

    AND_MORE = "and {count} more"
    SPARED_BY_HOUSE_RULE = "a support that the rule {rule!r} spares"
    BY_HOUSE_RULE = "by the rule {rule!r}"


class Note(Enum):
    """Why a support counts in no strength, why a strength is not the sum of its supports, or why a move cuts or not.

    >>> from standoff.text.messages import message
    >>> message(Note.DISLODGES, "en")
    'it dislodges the unit'
    """

    NO_CONVOY = auto()
    OWN_UNIT_STAYS = auto()
    DISLODGED_FROM_THERE = auto()
    VOID_AGAINST_OWN = auto()
    LEAVES = auto()
    WAS_TO_MOVE = auto()
    CUT = auto()
    OF_THE_ATTACKED = auto()
    FROM_ELSEWHERE = auto()
    ALSO_FROM_TARGET = auto()
    FROM_LAST_FLEET = auto()
    FROM_TARGET = auto()
    DISLODGES = auto()
    NEEDS_TARGET = auto()
    OWN_SUPPORT = auto()
    SPARED = auto()
    SPARED_BY_HOUSE_RULE = auto()
    BY_HOUSE_RULE = auto()

    def __repr__(self) -> str:
        return f"Note.{self.name}"


class HouseRule(NamedTuple):
    """The user's house rule that decided an order.

    >>> str(HouseRule("all fail alike"))
    'all fail alike'
    """

    name: str

    def __str__(self) -> str:
        return self.name


Rule = Illegal | Void | Choice | HouseRule
"""What makes an order illegal or void, or the choice of the rulebook that decided it."""

Word = Outcome | Reason | Phrase | Note | Illegal | Void | Choice
"""A value that is put into words in every language."""


def english(word: Word | str) -> str:
    """Return a value in English words; notes appear in explanations only (`standoff.text.messages`).

    >>> english(Reason.STANDS), english(Illegal.NO_UNIT)
    ('nobody attacks it', 'no unit stands there')
    """
    if isinstance(word, Reason):
        return word.sentence
    if isinstance(word, Choice):
        return word.meaning
    return str(word.value) if isinstance(word, Enum) else word
