"""A peer in this process; its module imports little, for the processes of a cross-check."""

from __future__ import annotations

from collections.abc import Callable

from standoff.peers.adapters.peer import Part, PeerAnswer
from standoff.peers.comparing.judgement import answer_by
from standoff.solver import Rulebook, rulebook
from standoff.turn.turn import Turn


class Standin:
    """A peer that answers as standoff does, under a preset with options; `spoilt` may change its answers.

    The arguments of `spoilt` are the number of questions so far, the question and the answer.
    """

    name, version = "standin", "1"
    unreported: frozenset[Part] = frozenset()

    def __init__(
        self, spoilt: Callable[[int, Turn, PeerAnswer], PeerAnswer] | None = None, preset: str = "2023", **options: str
    ) -> None:
        self.rules: Rulebook = rulebook()
        self.own = rulebook(preset, **options)
        self.spoilt = spoilt
        self.question_count = 0

    def unsupported(self, question: Turn) -> str | None:
        return None

    def answer(self, question: Turn) -> PeerAnswer:
        self.question_count += 1
        answer = answer_by(question, self.own)
        return self.spoilt(self.question_count, question, answer) if self.spoilt else answer

    def request_text(self, question: Turn) -> str:
        return "; ".join(map(str, question.orders))

    def close(self) -> None:
        pass
