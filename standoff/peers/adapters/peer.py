"""The base of all peers: another adjudicator that is asked for the result of a phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Protocol, cast

from ...map import Json, StandoffError, Unit, load_board, names_a_file
from ...solver import Order, Rulebook, Unclear
from ...text import counted, quoted
from ...turn import Turn


class Part(StrEnum):
    """What an answer may tell besides the units."""

    DISLODGED = "dislodged"
    RETREATS = "retreats"
    CONTESTED = "contested"
    ORDERS = "orders"

    @property
    def about(self) -> str:
        """What it is, in words that follow "it does not say"."""
        return {
            Part.DISLODGED: "which units are dislodged",
            Part.RETREATS: "where dislodged units may retreat",
            Part.CONTESTED: "which provinces are contested",
            Part.ORDERS: "which orders succeed",
        }[self]


@dataclass(frozen=True, slots=True)
class PeerAnswer:
    """What a peer says, which is less than a `Result`: no reasons, and a field is None if it does not say.

    Attributes:
        units: The units on the board afterwards, without dislodged ones.
        dislodged: Each unit dislodged in a movement phase, with the locations that it may retreat to, as standoff
            names them; None where the peer does not say.
        success: For each order whether it succeeds; orders on which the peer is silent are left out.
        centers: The power that owns each supply center; a center that nobody owns is left out.
        contested: The provinces that a standoff left empty in a movement phase.
        attackers: For dislodged units, from where the attacker came and whether by convoy, if it says that.
    """

    units: frozenset[Unit]
    dislodged: Mapping[Unit, frozenset[str] | None] | None = None
    success: Mapping[Order, bool] | None = None
    centers: Mapping[str, str] | None = None
    contested: frozenset[str] | None = None
    attackers: Mapping[Unit, tuple[str | None, bool]] | None = None

    def leaving_out(self, parts: Collection[Part]) -> PeerAnswer:
        """Return the same without some parts."""
        answer = self
        if Part.RETREATS in parts and answer.dislodged is not None:
            answer = replace(answer, dislodged=dict.fromkeys(answer.dislodged))
        if Part.DISLODGED in parts:
            answer = replace(answer, dislodged=None)
        if Part.CONTESTED in parts:
            answer = replace(answer, contested=None)
        return replace(answer, success=None) if Part.ORDERS in parts else answer


class PeerError(StandoffError):
    """The peer crashed, hung or answered nonsense; the next question can still be asked.

    Args:
        message: What is wrong; the same text for the same fault.
        output: The faulty output of the peer, which may differ each time.
        alike: The part of the message that is the same for the same fault, if that is not all of it.
    """

    def __init__(self, message: str, output: str | None = None, *, alike: str = "") -> None:
        super().__init__(message if output is None else f"{message}, it says {quoted(output)}")
        self.message = alike or message


class NotExpressible(PeerError):  # noqa: N818
    """The peer says that it cannot express this question; that counts as not asked."""


class PeerUnavailable(StandoffError):  # noqa: N818
    """The peer cannot be started at all: not installed, no such program, no such folder."""


class Peer(Protocol):
    """Another adjudicator.

    Attributes:
        name: Its name in reports.
        version: Its version, "unknown" if it does not report it.
        rules: The rulebook of standoff that it is compared under.
    """

    name: str
    version: str
    rules: Rulebook

    def unsupported(self, question: Turn) -> str | None:
        """Return why the peer cannot express `question`, None if it can."""
        ...

    def answer(self, question: Turn) -> PeerAnswer:
        """Return what the peer makes of `question`.

        Raises:
            NotExpressible: It says that it cannot express the question.
            PeerError: It crashed, hung or answered nonsense.
        """
        ...

    def request_text(self, question: Turn) -> str:
        """Return what the peer is given when it is asked `question`, in its own notation."""
        ...

    def close(self) -> None:
        """End what runs for the peer; a later question would start it again."""
        ...


HANGS = "it hangs: no answer within"
"""How the error of a peer that took too long begins."""


def declared(peer: Peer) -> frozenset[Part]:
    """Return the parts that a peer says it does not know: they are not compared, and need not be told."""
    parts = frozenset[Part](getattr(peer, "unreported", ()))
    return parts | {Part.RETREATS} if Part.DISLODGED in parts else parts


@dataclass
class Coverage:
    """By part, in how many answers there was something to be said of it.

    Attributes:
        told: And the peer says it.
        untold: And it does not.
        declared: And it does not, and declares that it does not know.
    """

    told: Counter[str] = field(default_factory=Counter)
    untold: Counter[str] = field(default_factory=Counter)
    declared: Counter[str] = field(default_factory=Counter)

    def add(self, other: Coverage) -> None:
        """Add that of other answers."""
        self.told += other.told
        self.untold += other.untold
        self.declared += other.declared

    @property
    def undeclared(self) -> list[Part]:
        """What the peer never says, and does not declare not to know."""
        return [part for part in Part if self.untold[part] and not self.told[part]]

    def as_object(self) -> Json:
        """Return what was not compared, for programs."""
        return {
            "not_told": {part.value: self.untold[part] for part in Part if self.untold[part]},
            "declared_unknown": {part.value: self.declared[part] for part in Part if self.declared[part]},
            "never_told": [part.value for part in self.undeclared],
        }

    def sentences(self, what: str) -> list[str]:
        """Return a sentence on each part that was not compared everywhere; `what` a question is called: "turn"."""
        sentences = [
            f"not compared: in {counted(self.untold[part], what)} it does not say {part.about}"
            for part in Part
            if self.untold[part]
        ]
        sentences += [
            f"not compared: {part.about}, which it declares not to know "
            f"(it matters in {counted(self.declared[part], what)})"
            for part in Part
            if self.declared[part]
        ]
        if self.undeclared:
            names = ", ".join(f'"{part}"' for part in self.undeclared)
            sentences.append(
                f'what it never says cannot be right: it should say so, or declare "unreported": [{names}]'
            )
        return sentences


def parts_named(names: object) -> frozenset[Part]:
    """Return the parts that a peer names.

    Raises:
        PeerError: It names something else.
    """
    try:
        return frozenset(map(Part, cast(list[str], names)))
    except (ValueError, TypeError):
        message = f'expected "unreported" as a list of {", ".join(Part)}'
        raise PeerError(message, str(names)) from None


def takes_rules(peer: Peer) -> bool:
    """Tell whether a peer is given a rulebook with each question, and so may be asked for any."""
    return bool(getattr(peer, "told_rules", False))


def ask_under(peer: Peer, rules: Rulebook) -> Peer:
    """Return `peer`; if it takes a rulebook with the question, it is asked for this one from now on."""
    if takes_rules(peer):
        peer.rules = rules
    return peer


UNKNOWN = "unknown"
"""The version of a peer that does not report its own."""


def beyond_the_standard_game(question: Turn, *, any_board: bool = False) -> str | None:
    """Return what in `question` programs for the standard game cannot express, None if nothing.

    Args:
        question: The question.
        any_board: True for a program that has other boards, too, which can be imported here from its files.
    """
    board = question.board
    if board is not load_board() and not (any_board and names_a_file(board.source)):
        return f"board {board.name}; it knows the standard board {'and its own' if any_board else 'only'}"
    if question.position.civil_disorder:
        return "powers in civil disorder"
    if question.position.closed:
        return "provinces that nobody may enter"
    if any(isinstance(order, Unclear) for order in question.orders):
        return "an order with several meanings"
    return None
