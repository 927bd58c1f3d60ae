"""Weighing a choice that explains a difference: does the peer make it elsewhere, too?

A single turn that a choice explains says little: a fault often looks like a choice there. So the peer is asked random
questions. It makes the choice if it agrees with it wherever the choice matters, and does not show the same symptom
where the choice does not matter.
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
"""How many random questions are searched for those on which a choice matters."""
LEAST_TURNS = 10
"""On how many of them a choice must matter to be attributed to a peer."""
LEAST_SHARE = 0.9
"""In what share of the turns weighed the peer must agree with it."""
_ENOUGH = 30  # questions on which the choice matters
_MOST_AGAINST = round(_ENOUGH * (1 - LEAST_SHARE))  # with more against it, a choice can no longer hold


@dataclass(frozen=True, slots=True)
class Weighed:
    """Which side a peer takes in random questions.

    Attributes:
        with_choice: Of those where the choice matters, in how many its answer is the one under the choice.
        with_rules: In how many of them it is that of the rulebook.
        neither: In how many of them it is neither.
        parted: Of those where the choice does not matter, in how many the peer shows the same symptom nevertheless.
    """

    with_choice: int
    with_rules: int
    neither: int
    parted: int

    @property
    def total(self) -> int:
        """On how many questions the choice matters."""
        return self.with_choice + self.with_rules + self.neither

    @property
    def contradictions(self) -> int:
        """How many of all questions weighed speak against the choice."""
        return self.with_rules + self.neither + self.parted

    @property
    def share(self) -> float:
        """The share of all questions weighed in which the peer agrees with the choice; 0 if there are none."""
        return self.with_choice / max(self.total + self.parted, 1)

    @property
    def holds(self) -> bool | None:
        """Tell whether the peer makes the choice; None if it matters in too few questions to tell."""
        return None if self.total < LEAST_TURNS else self.share >= LEAST_SHARE


def with_choice(rules: Rulebook, text: str) -> Rulebook:
    """Return a rulebook with the choices in `text` made: ``"option=choice"``, or several with commas between."""
    return rules.with_options(**choices_of(text))


class ChoiceWeigher:
    """Weighs choices.

    Args:
        peer: The peer.
        rules: The rulebook that standoff is read under.
        drawn: How many random questions of a phase are searched for those on which a choice matters.
    """

    def __init__(self, peer: Peer, rules: Rulebook, drawn: int = DRAWN) -> None:
        self.peer, self.rules, self.drawn = peer, rules, drawn
        self._ours = cache(self._of_standoff)
        self._asked = cache(self._of_the_peer)

    def weigh(self, choice: str, phase: PhaseType, kind: Kind, symptoms: Iterable[str]) -> Weighed:
        """Return which side the peer takes.

        Args:
            choice: The choice, or several.
            phase: The type of the phases to ask about.
            kind: The kind of the differences that it explains.
            symptoms: What the differences that it explains look like.

        Raises:
            PeerUnavailable: The peer can no longer be started.
        """
        changed = with_choice(self.rules, choice)
        looks = {sign for symptom in symptoms for sign in symptom.split(" | ")}
        sides, parted = [0, 0, 0], 0
        for number in range(self.drawn):
            weighed = Weighed(sides[2], sides[1], sides[0], parted)
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
                parted += 1
        return Weighed(sides[2], sides[1], sides[0], parted)

    def _of_standoff(self, phase: PhaseType, number: int) -> Judgement:
        """Return what standoff says to a random question."""
        return Judgement(_drawn(board_of(self.rules.name), phase, number), self.rules, None)

    def _of_the_peer(self, phase: PhaseType, number: int) -> Judgement | str:
        """Return what the peer says to a random question, or why it cannot be asked."""
        return judgement_of(self._ours(phase, number).question, self.peer, self.rules)


@lru_cache(maxsize=2 * DRAWN)
def _drawn(board: str, phase: PhaseType, number: int) -> Turn:
    """Return a random question about a phase."""
    return random_question(0, number, board=load_board(board), phase=phase)
