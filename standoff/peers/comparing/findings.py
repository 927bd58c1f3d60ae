"""A difference as plain data, complete enough to report it without asking again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from ...map import Json, PhaseType, StandoffError
from ...solver import Rulebook
from ...turn import Turn
from ..adapters.exchange import answer_of, object_of, request_of
from ..adapters.peer import HANGS, Peer
from .judgement import Judgement, Kind, judgement_of
from .minimizer import minimize
from .question_shape import shape, units_of

_MOST_ERRORS = 3  # of a peer during one reduction


class CrosscheckError(StandoffError):
    """A cross-check cannot continue: its state file or its file of known differences is not usable."""


class Stopped(Exception):  # noqa: N818
    """The reduction of a difference was interrupted, because the run is to end."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A difference.

    Attributes:
        number: The number of the question.
        name: Its name: seed and number, case or phase of a game.
        phase: The type of the phase.
        kind: The kind of difference.
        request: The minimal question, as a request of the interchange lines.
        shape: Its shape (`question_shape.shape`).
        symptom: Its symptom (`Judgement.symptom`); if the peer gives no answer, its message with numbers masked.
        units: The number of its units.
        peer: The peer's answer to the minimal question, as in the interchange lines; None if there is none.
        message: The peer's error if there is no answer.
        later: In a whole game, the difference in the peer's own position; the question alone may then come out right.
        minimal: True if no unit or order of the question can be dropped.
        title: A description of the difference.
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
    later: str = ""
    minimal: bool = False
    title: str = ""

    def as_object(self) -> Json:
        """Return the difference as a JSON object."""
        return asdict(self)

    @classmethod
    def from_object(cls, data: Json) -> Finding:
        """Return what `as_object` wrote.

        Raises:
            AttributeError, KeyError, TypeError, ValueError, StandoffError: `data` is something else.
        """
        fields: dict[str, Any] = {**data, "phase": PhaseType(data["phase"]), "kind": Kind(data["kind"])}
        one = cls(**fields)
        one.judgement(one.question.rules)  # raises if either cannot be read
        return one

    @property
    def question(self) -> Turn:
        """The minimal question."""
        return Turn.from_dict(self.request)

    def judgement(self, rules: Rulebook) -> Judgement:
        """Return the judgement of the peer's answer to the minimal question under a rulebook."""
        question = self.question
        answer = None if self.peer is None else answer_of(question, self.peer)
        return Judgement(question, rules, answer, self.message, self.symptom if answer is None else "")


def found(
    first: Judgement,
    peer: Peer,
    *,
    number: int = 0,
    name: str = "",
    max_questions: int = 300,
    stopped: Callable[[], bool] = lambda: False,
) -> Finding | None:
    """Return the difference that a judgement shows, reduced; None if there is none.

    The reduced difference has the same kind.

    Args:
        first: The judgement of the answer of `peer` to a question (`judgement_of`).
        peer: The peer.
        number: The number of the question.
        name: Its name.
        max_questions: The most questions asked to reduce the difference; 0 leaves it as it is.
        stopped: Returns whether to stop.

    Raises:
        PeerUnavailable: The peer can no longer be started.
        Stopped: `stopped` returned True before the reduction was complete; its result would differ from that of a
            complete run.
    """
    if first.kind is None:
        return None
    question, errors, tries = first.question, 0, 0

    def differs(other: Turn) -> bool:
        nonlocal errors, tries
        if stopped():
            raise Stopped
        if other is question:
            return True
        tries += 1
        there = judgement_of(other, peer, first.rules) if errors < _MOST_ERRORS else ""
        if isinstance(there, str):
            return False
        errors += there.message.startswith(HANGS) or (bool(there.message) and first.kind is not Kind.ERROR)
        return there.differs_alike(first)

    shown, minimal = first, False
    recorded: Callable[[], Iterable[Turn]] | None = getattr(peer, "recorded", None)
    if max_questions > 0 and recorded is not None:  # a peer of recorded answers has no others
        smaller = (one for one in sorted(recorded(), key=_size) if _size(one) < _size(question))
        alike = (one for one in smaller if one.type is question.type and one.board is question.board)
        answered = (judgement_of(one, peer, first.rules) for one in alike)
        judged = (one for one in answered if isinstance(one, Judgement))
        shown = next((one for one in judged if one.differs_alike(first) and one.symptom == first.symptom), first)
    elif max_questions > 0 and not first.message.startswith(HANGS):
        smallest = minimize(question, differs, max_questions=max_questions)
        minimal = tries < max_questions and errors < _MOST_ERRORS
        if smallest is not question:
            again = judgement_of(smallest, peer, first.rules)  # its answers to one question may vary
            if isinstance(again, Judgement) and again.differs_alike(first):
                shown = again
            else:
                minimal = False
    return Finding(
        number,
        name,
        question.type,
        first.kind,
        request_of(shown.question, first.rules),
        shape(shown.question),
        shown.symptom,
        len(units_of(shown.question)),
        None if shown.answer is None else object_of(shown.question, shown.answer),
        shown.message,
        minimal=minimal,
        title=shown.title,
    )


def _size(question: Turn) -> tuple[int, int]:
    return len(units_of(question)), len(question.orders)
