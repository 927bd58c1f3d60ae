"""The base of all peers: other adjudicators that are asked for the result of a phase."""

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
    """A part of an answer beside the units."""

    DISLODGED = "dislodged"
    RETREATS = "retreats"
    CONTESTED = "contested"
    ORDERS = "orders"

    @property
    def about(self) -> str:
        """A clause that follows "it does not say"."""
        return {
            Part.DISLODGED: "which units are dislodged",
            Part.RETREATS: "where dislodged units may retreat",
            Part.CONTESTED: "which provinces are contested",
            Part.ORDERS: "which orders succeed",
        }[self]


@dataclass(frozen=True, slots=True)
class PeerAnswer:
    """A peer's answer. It has less than a `Result`: no reasons, and fields that the peer does not report are None.

    Attributes:
        units: The units on the board afterwards, without dislodged ones.
        dislodged: Each unit dislodged in a movement phase, with the locations that it may retreat to, as standoff names
            them; None where they are not reported.
        success: Whether each order succeeds; unreported orders are left out.
        centers: The power that owns each supply center; unowned centers are left out.
        contested: The provinces that a standoff left empty in a movement phase.
        attackers: For dislodged units, the attacker's origin and whether it came by convoy, where reported.
    """

    units: frozenset[Unit]
    dislodged: Mapping[Unit, frozenset[str] | None] | None = None
    success: Mapping[Order, bool] | None = None
    centers: Mapping[str, str] | None = None
    contested: frozenset[str] | None = None
    attackers: Mapping[Unit, tuple[str | None, bool]] | None = None

    def leaving_out(self, parts: Collection[Part]) -> PeerAnswer:
        """Return the answer without some parts."""
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
        message: The fault, in the same words each time it occurs.
        output: The faulty output of the peer, which may differ each time.
        alike: The constant part of the message, if the message varies.
    """

    def __init__(self, message: str, output: str | None = None, *, alike: str = "") -> None:
        super().__init__(message if output is None else f"{message}, it says {quoted(output)}")
        self.message = alike or message


class NotExpressible(PeerError):  # noqa: N818
    """The peer declares that it cannot express this question; it counts as not asked."""


class PeerUnavailable(StandoffError):  # noqa: N818
    """The peer cannot be started: not installed, no such program, no such folder."""


class Peer(Protocol):
    """Another adjudicator.

    Attributes:
        name: Its name in reports.
        version: Its version, "unknown" if it does not report it.
        rules: The rulebook of standoff that it is compared with.
    """

    name: str
    version: str
    rules: Rulebook

    def unsupported(self, question: Turn) -> str | None:
        """Return why the peer cannot express `question`, None if it can."""
        ...

    def answer(self, question: Turn) -> PeerAnswer:
        """Return the peer's answer to `question`.

        Raises:
            NotExpressible: It declares that it cannot express the question.
            PeerError: It crashed, hung or answered nonsense.
        """
        ...

    def request_text(self, question: Turn) -> str:
        """Return the peer's input for `question`, in its own notation."""
        ...

    def close(self) -> None:
        """End the peer's process; a later question restarts it."""
        ...


HANGS = "it hangs: no answer within"
"""The beginning of the error of a peer that took too long."""


def declared(peer: Peer) -> frozenset[Part]:
    """Return the parts that a peer declares not to know: they are not compared, and may be missing."""
    parts = frozenset[Part](getattr(peer, "unreported", ()))
    return parts | {Part.RETREATS} if Part.DISLODGED in parts else parts


@dataclass
class Coverage:
    """By part, the number of answers in which it matters.

    Attributes:
        reported: Those in which the peer reports it.
        missing: Those in which it does not.
        declared: Those in which it does not, and declares not to know it.
    """

    reported: Counter[str] = field(default_factory=Counter)
    missing: Counter[str] = field(default_factory=Counter)
    declared: Counter[str] = field(default_factory=Counter)

    def add(self, other: Coverage) -> None:
        """Add the counts of other answers."""
        self.reported += other.reported
        self.missing += other.missing
        self.declared += other.declared

    @property
    def undeclared(self) -> list[Part]:
        """The parts that the peer never reports, and does not declare not to know."""
        return [part for part in Part if self.missing[part] and not self.reported[part] and not self.declared[part]]

    def as_object(self) -> Json:
        """Return the parts that were not compared, for programs."""
        return {
            "not_told": {part.value: self.missing[part] for part in Part if self.missing[part]},
            "declared_unknown": {part.value: self.declared[part] for part in Part if self.declared[part]},
            "never_told": [part.value for part in self.undeclared],
        }

    def sentences(self, what: str) -> list[str]:
        """Return a sentence on each part that was not compared everywhere; `what` names a question: "turn"."""
        sentences: list[str] = []
        if parts := ", ".join(f'"{part}"' for part in self.undeclared):
            sentences.append(f'what it never says cannot be right: let it say so, or declare "unreported": [{parts}]')
        sentences += [
            f"not compared: in {counted(self.missing[part], what)} it does not say {part.about}"
            for part in Part
            if self.missing[part] and not self.declared[part]
        ]
        return sentences + [
            f"not compared: {part.about}, which it declares not to know "
            f"(it matters in {counted(self.declared[part] + self.missing[part], what)})"
            for part in Part
            if self.declared[part]
        ]


def parts_named(names: object) -> frozenset[Part]:
    """Return the parts that a peer names.

    Raises:
        PeerError: A name is not a part.
    """
    try:
        return frozenset(map(Part, cast(list[str], names)))
    except (ValueError, TypeError):
        message = f'expected "unreported" as a list of {", ".join(Part)}'
        raise PeerError(message, str(names)) from None


def takes_rules(peer: Peer) -> bool:
    """Return whether a peer is given a rulebook with each question, and can therefore be asked under any."""
    return bool(getattr(peer, "claims_rules", False))


def ask_under(peer: Peer, rules: Rulebook) -> Peer:
    """Return `peer`; if it takes a rulebook with each question, it is asked under this one from now on."""
    if takes_rules(peer):
        peer.rules = rules
    return peer


UNKNOWN = "unknown"
"""The version of a peer that does not report one."""


def beyond_the_standard_game(question: Turn, *, any_board: bool = False) -> str | None:
    """Return the part of `question` that programs for the standard game cannot express, None if there is none.

    Args:
        question: The question.
        any_board: True for a program with further boards, which can be imported here from its files.
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
