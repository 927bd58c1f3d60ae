"""A peer in this process; a module of its own, so that the processes of a cross-check load little."""

from __future__ import annotations

from collections.abc import Callable

from standoff.peers.adapters.peer import Part, PeerAnswer
from standoff.peers.comparing.judgement import answer_by
from standoff.solver import Rulebook, rulebook
from standoff.turn.turn import Turn


class Standin:
    """A peer that is standoff, but for the options given and what `spoilt` makes of its answers.

    `spoilt` is given how many questions there have been, the question and the answer.
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
