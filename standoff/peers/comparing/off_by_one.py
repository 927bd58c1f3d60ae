"""Detecting a peer that answers the previous question, or hangs after a fixed number of questions."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...turn import Turn
from ..adapters.peer import HANGS, Peer, PeerAnswer, PeerError, PeerUnavailable

_LATE = 5  # consecutive answers to the previous question
_TRIED_AGAIN = 3  # hangs for which the question is put to a fresh process


@dataclass
class OffByOneDetector:
    """The last question to a peer, and the irregularities of its answers."""

    _question: Turn | None = None
    _right: PeerAnswer | None = None
    _late: int = 0
    _tried_again: int = 0
    _hung_at: list[int] = field(default_factory=lambda: [])

    def answer(self, peer: Peer, question: Turn) -> PeerAnswer:
        """Ask the peer; if it hangs, put the question to a fresh process.

        Raises:
            PeerError: It gives no answer.
            PeerUnavailable: After each start it hangs at the same number, on questions that it can answer.
        """
        try:
            return peer.answer(question)
        except PeerError as fault:
            at: int = getattr(peer, "since_start", 0)
            if at < 2 or not fault.message.startswith(HANGS) or self._tried_again >= _TRIED_AGAIN:
                raise
            self._tried_again += 1
            try:
                peer.answer(question)
            except PeerError:
                raise fault from None
            if at in self._hung_at:
                raise PeerUnavailable(
                    f"{peer.name} hangs at question {at} after each start, whichever it is: "
                    "a fresh process answers the same question"
                ) from None
            self._hung_at.append(at)
            raise PeerError(f"{fault}; a fresh process answers the same question", alike=fault.message) from None

    def record(self, peer: Peer, question: Turn, right: PeerAnswer, answer: PeerAnswer | None) -> None:
        """Record an answer.

        Args:
            peer: The peer.
            question: The question.
            right: Standoff's answer.
            answer: The peer's answer; None if there is none.

        Raises:
            PeerUnavailable: It repeatedly answered the previous question.
        """
        before, self._question = self._question, question
        right_before, self._right = self._right, right
        if answer is None or before is None or right_before is None or right.units == right_before.units:
            return
        if frozenset(question.position.units) in (answer.units, right_before.units):
            return  # the next phase of a game begins with the previous answer: nothing need have moved
        late = answer.units == right_before.units and question.position.units != before.position.units
        self._late = self._late + 1 if late else 0
        if self._late >= _LATE:
            raise PeerUnavailable(
                f"{peer.name} is one answer late: {self._late} times in a row it answered the question before"
            )
