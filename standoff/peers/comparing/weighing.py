"""Weighing a choice that explains a difference: does the peer make it in other turns, too?

A single turn is little evidence: faults often look like choices. So the peer is asked random questions. It makes the
choice if it agrees with it wherever the choice matters, and does not show the same symptom where it does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from ...cases import choices_of
from ...map import PhaseType, load_board
from ...random_turns import question as random_question
from ...solver import Rulebook, board_of
from ...turn import Turn
from ..adapters.peer import Peer
from .judgement import Judgement, Kind, answer_by, judgement_of, side

DRAWN = 1500
"""The number of random questions searched for those on which a choice matters."""
LEAST_TURNS = 10
"""The least number of these for attributing a choice to a peer."""
LEAST_SHARE = 0.9
"""The least share of weighed turns in which the peer must agree with the choice."""
_ENOUGH = 30  # questions on which the choice matters
_MOST_AGAINST = round(_ENOUGH * (1 - LEAST_SHARE))  # with more contradictions, a choice cannot hold


@dataclass(frozen=True, slots=True)
class Weighed:
    """A peer's answers to random questions, counted for and against a choice.

    Attributes:
        with_choice: Questions where the choice matters and the answer agrees with it.
        with_rules: Questions where it matters and the answer agrees with the rulebook.
        neither: Questions where it matters and the answer agrees with neither.
        same_symptom: Questions where it does not matter and the peer shows the same symptom all the same.
    """

    with_choice: int
    with_rules: int
    neither: int
    same_symptom: int

    @property
    def total(self) -> int:
        """The number of questions on which the choice matters."""
        return self.with_choice + self.with_rules + self.neither

    @property
    def contradictions(self) -> int:
        """The number of weighed questions that contradict the choice."""
        return self.with_rules + self.neither + self.same_symptom

    @property
    def share(self) -> float:
        """The share of weighed questions in which the peer agrees with the choice; 0 if there are none."""
        return self.with_choice / max(self.total + self.same_symptom, 1)

    @property
    def holds(self) -> bool | None:
        """True if the peer makes the choice; None if it matters in too few questions."""
        return None if self.total < LEAST_TURNS else self.share >= LEAST_SHARE


def with_choice(rules: Rulebook, text: str) -> Rulebook:
    """Return a rulebook with the choices in `text`: ``"option=choice"``, or several separated by commas."""
    return rules.with_options(**choices_of(text))


class ChoiceWeigher:
    """Weighs choices.

    Args:
        peer: The peer.
        rules: The rulebook of standoff.
        drawn: The number of random questions of a phase searched for those on which a choice matters.
    """

    def __init__(self, peer: Peer, rules: Rulebook, drawn: int = DRAWN) -> None:
        self.peer, self.rules, self.drawn = peer, rules, drawn
        self._ours = cache(self._of_standoff)
        self._asked = cache(self._of_the_peer)

    def weigh(self, choice: str, phase: PhaseType, kind: Kind, symptoms: Iterable[str]) -> Weighed:
        """Return how often the peer agrees with a choice.

        Args:
            choice: The choice, or several.
            phase: The type of the phases to ask about.
            kind: The kind of the differences that it explains.
            symptoms: The symptoms of these differences.

        Raises:
            PeerUnavailable: The peer can no longer be started.
        """
        changed = with_choice(self.rules, choice)
        looks = {sign for symptom in symptoms for sign in symptom.split(" | ")}
        sides, same_symptom = [0, 0, 0], 0
        for number in range(self.drawn):
            weighed = Weighed(sides[2], sides[1], sides[0], same_symptom)
            if weighed.total >= _ENOUGH or (weighed.total >= LEAST_TURNS and weighed.contradictions > _MOST_AGAINST):
                break
            ours = self._ours(phase, number)
            other = answer_by(ours.question, changed)
            if other == ours.own and not ours.may_show(looks):
                continue
            base = self._asked(phase, number)
            if isinstance(base, str) or base.answer is None:
                continue
            taken = side(base.own, other, base.answer, kind) if other != base.own else None
            if taken is not None:
                sides[taken] += 1
            elif base.kind is kind and looks & base.signs:
                same_symptom += 1
        return Weighed(sides[2], sides[1], sides[0], same_symptom)

    def _of_standoff(self, phase: PhaseType, number: int) -> Judgement:
        """Return standoff's answer to a random question, as a judgement without a peer."""
        return Judgement(_drawn(board_of(self.rules.name), phase, number), self.rules, None)

    def _of_the_peer(self, phase: PhaseType, number: int) -> Judgement | str:
        """Return the judgement of the peer's answer to a random question, or why it cannot be asked."""
        return judgement_of(self._ours(phase, number).question, self.peer, self.rules)


@lru_cache(maxsize=2 * DRAWN)
def _drawn(board: str, phase: PhaseType, number: int) -> Turn:
    """Return a random question about a phase."""
    return random_question(0, number, board=load_board(board), phase=phase)
