"""A difference that was found, as plain data: what it takes to report it without asking again."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from ...map import PhaseType, StandoffError, Unit, UnitType
from ...solver import Order, Rulebook
from ..lines.codec import Request, request_of
from ..lines.json_lines import Json
from ..peers.peer import Answer, Peer, PeerError, Question
from .compare import Kind, answer_by, difference, symptom
from .minimiser import minimise, shape

HANGS = "no answer within"
"""How the error of a peer begins that took too long; such a question is not reduced, each try would take as long."""

_LONGEST = 400  # characters of a message
_MOST_ERRORS = 3  # of a peer while one difference is reduced


@dataclass(frozen=True, slots=True)
class Finding:
    """A difference.

    Attributes:
        number: The number of the question.
        name: Its name: seed and number, case or phase of a game.
        phase: The type of the phase.
        kind: In what the answers differ.
        request: The minimal question, as a request of the interchange lines.
        shape: Its shape.
        symptom: What the difference looks like.
        units: How many units it has.
        peer: The peer's answer to the minimal question, as `answer_object` writes it; None if it gave none.
        message: What a peer says that gave none.
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
    def question(self) -> Question:
        """The minimal question."""
        return question_from(self.request)

    def answer(self, question: Question) -> Answer | None:
        """Return the peer's answer to the minimal `question`, None if it gave none."""
        return None if self.peer is None else answer_from(question, self.peer)


def found(
    number: int,
    name: str,
    question: Question,
    peer: Peer,
    rules: Rulebook,
    *,
    most_tries: int = 300,
    stopped: Callable[[], bool] = lambda: False,
) -> Finding | None:
    """Ask `peer` and return the difference from standoff, reduced; None if there is none.

    Args:
        number: The number of the question.
        name: Its name.
        question: What the peer can express.
        peer: The peer.
        rules: The rulebook of standoff.
        most_tries: How many questions may be asked to reduce a difference; 0 leaves it as it is.
        stopped: Tells whether to come to an end.

    Raises:
        PeerUnavailable: The peer cannot be started any more.
        Stopped: `stopped` said so before the difference was reduced; what is left would not be what a whole run finds.
    """
    kind, message, answer = _kind_of(question, peer, rules)
    if kind is None:
        return None
    errors = 0

    def differs(other: Question) -> bool:
        nonlocal errors
        if stopped():
            raise Stopped
        if errors >= _MOST_ERRORS or peer.cannot(other) is not None:
            return False
        there, said, _ = _kind_of(other, peer, rules)
        errors += said.startswith(HANGS) or (bool(said) and kind is not Kind.ERROR)
        return there is kind and _alike(said) == _alike(message)

    smallest = question
    if most_tries > 0 and not message.startswith(HANGS):
        first = [question]  # the minimiser asks about the question itself first, which was done
        smallest = minimise(question, lambda q: bool(first and first.pop()) or differs(q), most_tries=most_tries)
    if smallest is not question:
        again, _, smaller = _kind_of(smallest, peer, rules)
        if again is kind:
            answer = smaller
        else:  # it does not say the same whenever it is asked
            smallest = question
    return Finding(
        number,
        name,
        question.type,
        kind,
        object_of(smallest, rules),
        shape(smallest),
        _alike(message) if answer is None else symptom(smallest, rules, answer, kind),
        len(smallest.position.units) + len(smallest.position.dislodged),
        None if answer is None else answer_object(answer),
        message,
    )


def _kind_of(question: Question, peer: Peer, rules: Rulebook) -> tuple[Kind | None, str, Answer | None]:
    """Return in what peer and standoff differ, what the peer says if it gives no answer, and its answer."""
    try:
        there = peer.answer(question)
    except PeerError as fault:
        return Kind.ERROR, _readable(str(fault)), None
    return difference(answer_by(question, rules), there), "", there


def _readable(message: str) -> str:
    """Return what a peer says as one line, short enough for a report and with nothing in it that no file can hold."""
    line = "".join(c if c.isprintable() else "\ufffd" for c in " ".join(message.split()))
    return line if len(line) <= _LONGEST else line[:_LONGEST] + "…"


def _alike(message: str) -> str:
    """Return a message without what differs from one question to the next."""
    return re.sub(r"'[^']*'|\"[^\"]*\"|\d+", "…", message)


# -- plain data -------------------------------------------------------------------------------------


def object_of(question: Question, rules: Rulebook) -> Json:
    """Return a question as a request of the interchange lines, closed provinces added."""
    request = {**request_of(question, rules), "map": question.board.name}
    return {**request, "closed": sorted(question.position.closed)} if question.position.closed else request


def question_from(data: Json) -> Question:
    """Return the question that `object_of` wrote.

    Raises:
        StandoffError: It is something else.
    """
    request = Request({key: value for key, value in data.items() if key != "closed"})
    position = replace(request.position, closed=frozenset(data.get("closed", ())))
    return Question(request.board, position, tuple(request.orders))


def answer_object(answer: Answer) -> Json:
    """Return an answer as a JSON object."""
    success = {_order_text(order): good for order, good in (answer.success or {}).items()}
    return {
        "units": sorted(_unit_text(unit) for unit in answer.units),
        "dislodged": None
        if answer.dislodged is None
        else {_unit_text(unit): sorted(places) for unit, places in sorted(answer.dislodged.items(), key=str)},
        "success": None if answer.success is None else success,
    }


def answer_from(question: Question, data: Json) -> Answer:
    """Return the answer that `answer_object` wrote."""
    dislodged: dict[str, Any] | None = data["dislodged"]
    success: dict[str, bool] | None = data["success"]
    said: dict[Order, bool] | None = None
    if success is not None:
        said = {order: success[_order_text(order)] for order in question.orders if _order_text(order) in success}
    return Answer(
        frozenset(map(_unit, data["units"])),
        None if dislodged is None else {_unit(text): frozenset(places) for text, places in dislodged.items()},
        said,
    )


def _order_text(order: Order) -> str:
    return f"{order.power}: {order}"


def _unit_text(unit: Unit) -> str:
    return f"{unit.power} {unit}"


def _unit(text: str) -> Unit:
    power, kind, place = text.rsplit(" ", 2)
    return Unit(UnitType(kind), place, power)


class Stopped(Exception):  # noqa: N818
    """A difference was not reduced to its end, because the run is to come to its own."""


class CrosscheckError(StandoffError):
    """A cross-check cannot go on: its state file or its file of known differences does not fit."""
