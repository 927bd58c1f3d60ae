"""A difference as plain data: all that it takes to report it without asking again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from ...map import PhaseType, StandoffError
from ...map.json_values import Json
from ...solver import Rulebook
from ...turn.turn import Turn
from ..adapters.exchange import answer_of, object_of, request_of
from ..adapters.peer import HANGS, Answer, NotExpressible, Peer, PeerError
from .differences import Kind, Leaning, answer_by, difference, leaning, leans_alike, symptom
from .minimizer import minimize
from .question_shape import shape, units_in

_LONGEST = 600  # characters of a message
_MOST_ERRORS = 3  # of a peer while one difference is reduced


class CrosscheckError(StandoffError):
    """A cross-check cannot continue: its state file or its file of known differences does not fit."""


class Stopped(Exception):  # noqa: N818
    """The reduction of a difference was cut short, because the run is to end."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A difference.

    Attributes:
        number: The number of the question.
        name: Its name: seed and number, case or phase of a game.
        phase: The type of the phase.
        kind: What the answers differ in.
        request: The minimal question, as a request of the interchange lines.
        shape: Its shape.
        symptom: What the difference looks like; for a peer that gives no answer, what it says, numbers masked.
        units: How many units it has.
        peer: The peer's answer to the minimal question, as in the interchange lines; None if it gave none.
        message: What a peer that gave none says instead.
    """

    number: int
    name: str
    phase: PhaseType
    kind: Kind
    request: Json
    shape: str
    symptom: str
    units: int
    peer: Json | None
    message: str = ""

    def as_object(self) -> Json:
        """Return it as a JSON object."""
        return asdict(self)

    @classmethod
    def from_object(cls, data: Json) -> Finding:
        """Return what `as_object` wrote.

        Raises:
            AttributeError, KeyError, TypeError, ValueError, StandoffError: It is something else.
        """
        fields: dict[str, Any] = {**data, "phase": PhaseType(data["phase"]), "kind": Kind(data["kind"])}
        one = cls(**fields)
        one.answer(one.question)  # can both be read?
        return one

    @property
    def question(self) -> Turn:
        """The minimal question."""
        return Turn.from_dict(self.request)

    def answer(self, question: Turn) -> Answer | None:
        """Return the peer's answer to the minimal `question`, None if it gave none."""
        return None if self.peer is None else answer_of(question, self.peer)


@dataclass(frozen=True, slots=True)
class Reply:
    """What a peer says to a question, compared with standoff.

    Attributes:
        kind: What they differ in; None if they agree.
        answer: What the peer answered; None if it gave no answer.
        message: What it said instead.
        alike: The message without what varies between questions.
    """

    kind: Kind | None
    answer: Answer | None = None
    message: str = ""
    alike: str = ""

    def same_as(self, other: Reply) -> bool:
        """Tell whether both differ, and in the same way."""
        return self.kind is not None and (self.kind, self.alike) == (other.kind, other.alike)


def reply(question: Turn, peer: Peer, rules: Rulebook) -> Reply:
    """Ask `peer`, and compare its answer with standoff's.

    Raises:
        NotExpressible: The peer says that it cannot express the question.
        PeerUnavailable: It can no longer be started.
    """
    try:
        answer = peer.answer(question)
    except NotExpressible:
        raise
    except PeerError as fault:
        return Reply(Kind.ERROR, None, _line(str(fault)), masked(fault.message))
    return Reply(difference(answer_by(question, rules), answer), answer)


def masked(message: str) -> str:
    """Return what a peer says as one line, without the numbers that vary between questions."""
    return re.sub(r"\d+", "…", _line(message))


def _line(message: str) -> str:
    """Return what a peer says as one line, short enough for a report and without characters that a file cannot hold."""
    line = "".join(c if c.isprintable() else "\ufffd" for c in " ".join(message.split()))
    return line if len(line) <= _LONGEST else line[:_LONGEST] + "…"


def found(
    number: int,
    name: str,
    question: Turn,
    peer: Peer,
    rules: Rulebook,
    *,
    most_tries: int = 300,
    stopped: Callable[[], bool] = lambda: False,
    first: Reply | None = None,
) -> Finding | None:
    """Ask `peer` and return the difference from standoff, reduced; None if there is none.

    A difference that is reduced keeps its kind and the way that it goes: what standoff carries out and the peer does
    not never becomes what the peer carries out and standoff does not.

    Args:
        number: The number of the question.
        name: Its name.
        question: A question that the peer can express.
        peer: The peer.
        rules: The rulebook of standoff.
        most_tries: How many questions may be asked to reduce a difference; 0 leaves it as it is.
        stopped: Tells whether to stop.
        first: Its reply to the question, if it was asked already.

    Raises:
        NotExpressible: The peer says that it cannot express the question.
        PeerUnavailable: The peer can no longer be started.
        Stopped: `stopped` returned True before the difference was reduced; what is left would not be what a
            whole run finds.
    """
    first = first or reply(question, peer, rules)
    if first.kind is None:
        return None
    kind, goes, errors = first.kind, _leaning(question, rules, first), 0

    def alike(other: Turn, there: Reply) -> bool:
        return there.same_as(first) and leans_alike(_leaning(other, rules, there), goes)

    def differs(other: Turn) -> bool:
        nonlocal errors
        if stopped():
            raise Stopped
        if other is question:
            return True
        if errors >= _MOST_ERRORS or peer.cannot(other) is not None:
            return False
        there = _reply_if_any(other, peer, rules)
        if there is None:
            return False
        errors += there.message.startswith(HANGS) or (bool(there.message) and first.kind is not Kind.ERROR)
        return alike(other, there)

    smallest, its_reply = question, first
    recorded: Callable[[], Iterable[Turn]] | None = getattr(peer, "recorded", None)
    if most_tries > 0 and recorded is not None:  # it can answer nothing else
        look = _look(question, rules, first)
        for other in sorted(recorded(), key=_size):
            if _size(other) >= _size(question):
                break
            if other.type is question.type and other.board is question.board and peer.cannot(other) is None:
                there = _reply_if_any(other, peer, rules)
                if there is not None and alike(other, there) and _look(other, rules, there) == look:
                    smallest, its_reply = other, there
                    break
    elif most_tries > 0 and not first.message.startswith(HANGS):
        smallest = minimize(question, differs, most_tries=most_tries)
    if smallest is not question:
        its_reply = reply(smallest, peer, rules)
        if not alike(smallest, its_reply):  # its answers to the same question vary
            smallest, its_reply = question, first
    return Finding(
        number,
        name,
        question.type,
        kind,
        request_of(smallest, rules),
        shape(smallest),
        _look(smallest, rules, its_reply),
        units_in(smallest),
        None if its_reply.answer is None else object_of(smallest, its_reply.answer),
        its_reply.message,
    )


def _look(question: Turn, rules: Rulebook, its_reply: Reply) -> str:
    """Return what a difference looks like; for a peer that gives no answer, what it says."""
    if its_reply.answer is None or its_reply.kind is None:
        return its_reply.alike
    return symptom(question, rules, its_reply.answer, its_reply.kind)


def _size(question: Turn) -> tuple[int, int]:
    return units_in(question), len(question.orders)


def _reply_if_any(question: Turn, peer: Peer, rules: Rulebook) -> Reply | None:
    try:
        return reply(question, peer, rules)
    except NotExpressible:
        return None


def _leaning(question: Turn, rules: Rulebook, its_reply: Reply) -> Leaning:
    if its_reply.answer is None or its_reply.kind is None:
        return frozenset()
    return leaning(question, rules, its_reply.answer, its_reply.kind)
