"""The evidence for an explanation of differences: the peer's answers wherever that would change something.

A single turn is little evidence: a fault often looks like a choice, or like another fault. So an explanation, a choice
of the rulebook or a fault model, is weighed by every turn on which it changes the outcome: those that the peer has
answered, and, as far as they are too few, phases of the library and random turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import islice
from typing import NamedTuple

from ...map import ARMY, PhaseType, load_board, province_of
from ...random_turns import DEMANDING, question as random_question
from ...solver import Move, Rulebook, board_of
from ...turn import Turn
from ..adapters.peer import Peer, PeerAnswer, ask_under
from .judgement import AGREEING_KINDS, Judgement, answer_by, changed, difference, head, judgement_of, side
from .question_shape import adjacent
from .sources import case_questions

DRAWN = 1500
"""The number of random questions searched for those on which an explanation matters."""
LEAST_TURNS = 10
"""The least number of these for attributing a choice to a peer."""
LEAST_SHARE = 0.9
"""The least share of weighed turns in which the peer must agree with an explanation."""
_ENOUGH = 30  # questions on which it matters
_MOST_AGAINST = round(_ENOUGH * (1 - LEAST_SHARE))  # with more contradictions, it cannot hold
_SELDOM = 0.1  # of the questions that could show a symptom; a more frequent one has another cause
_IN_VAIN = 1000  # further questions, none of which matters
_FEW_IN_VAIN = 100  # the same, for a choice, after the library: random turns are not written carelessly
_FIRST_CONVOYS = 700  # further questions, with the library, of whose convoys one must be carried out
_MOST_ALIKE = 40  # questions asked only to see whether they show a symptom

Outcomes = Callable[[Turn, Rulebook], Iterable[PeerAnswer]]
"""Takes a question and a rulebook, and returns the answers that an explanation may lead to."""
Book = Callable[[Rulebook], Rulebook]
"""Returns the rulebook to which an explanation is an exception, for that of a question."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A peer's answers where an explanation matters: those that agree with it, with the rulebook, or with neither.

    `same_symptom` are those with the symptom of an agreeing answer where it does not matter, or, of answers that were
    given, agreeing ones with a symptom that is frequent where it does not matter.
    """

    with_choice: int = 0
    with_rules: int = 0
    neither: int = 0
    same_symptom: int = 0

    @property
    def total(self) -> int:
        """The number of questions on which it matters."""
        return self.with_choice + self.contradictions

    @property
    def contradictions(self) -> int:
        """The number of weighed questions that contradict it."""
        return self.with_rules + self.neither + self.same_symptom

    @property
    def share(self) -> float:
        """The share of weighed questions in which the peer agrees with it; 0 if there are none."""
        return self.with_choice / max(self.total, 1)

    @property
    def holds(self) -> bool | None:
        """True if the peer makes a choice; None if it matters in too few questions."""
        return None if self.total < LEAST_TURNS else self.share >= LEAST_SHARE

    @property
    def plausible(self) -> bool:
        """True if the peer's answers do not refute a fault model: of few questions, all must agree."""
        return self.with_choice > 0 and (self.share >= LEAST_SHARE or (self.contradictions == 1 and self.total > 4))


def carries(question: Turn, answer: PeerAnswer) -> bool:
    """Return whether an army went by convoy to a province that it could not have walked to."""
    before, after = {*question.position.units}, answer.units
    stayed = {unit.province for unit in before & after}
    for order in question.orders:
        if not isinstance(order, Move) or order.unit.type is not ARMY or order.unit.province in stayed:
            continue
        there = (order.power, ARMY, province_of(order.destination))
        came = any((unit.power, unit.type, unit.province) == there for unit in after - before)
        if came and not adjacent(question, order.unit, order.destination):
            return True
    return False


class _Question(NamedTuple):
    """Standoff's answer to a question, a function that returns the peer's, and whether it is asked for the evidence."""

    ours: Judgement
    reply: Callable[[], Judgement | None]
    drawn: bool


class Evidence:
    """The answers of a peer, as evidence.

    Args:
        peer: The peer; without one, nothing further is asked.
        rules: The rulebook of standoff for further questions.
        given: Answers that the peer has given, judged under the rulebooks of their questions.
        drawn: The number of random questions of a phase searched for those on which an explanation matters.

    Attributes:
        book: The rulebook to which explanations are exceptions, for that of a question (default: the same).
    """

    def __init__(self, peer: Peer | None, rules: Rulebook, given: Sequence[Judgement] = (), drawn: int = DRAWN) -> None:
        self.peer, self.rules, self.given, self.drawn = peer, rules, given, drawn
        self.book: Book = lambda rules: rules
        self._standoff: dict[tuple[PhaseType, int], Judgement] = {}
        self._replies: dict[tuple[PhaseType, int], Judgement | None] = {}

    @cached_property
    def convoys(self) -> bool:
        """True if any army went by convoy in answers to questions in which one should."""
        first = islice(self._questions_of(PhaseType.MOVEMENT), 0 if self.given else _FIRST_CONVOYS)
        asked = (one.reply() for one in first if carries(one.ours.question, one.ours.own))
        given: Iterable[Judgement | None] = self.given or asked
        return any(one and one.answer and carries(one.question, one.answer) for one in given)

    def weigh_choice(
        self, choices: Mapping[str, str], phase: PhaseType, *, book: Book | None = None, words: bool = False
    ) -> Weighed:
        """Return the evidence for choices, by option; the arguments are those of `weigh`."""
        items = tuple(choices.items())
        return self.weigh(
            lambda question, rules: (answer_by(question, changed(rules, items)),), phase, book=book, words=words
        )

    def weigh(
        self,
        outcomes: Outcomes,
        phase: PhaseType,
        *,
        book: Book | None = None,
        words: bool = False,
        fault: bool = False,
    ) -> Weighed:
        """Return the evidence for an explanation, from one type of phase: rules for moves may not hold for retreats.

        Args:
            outcomes: Its outcomes.
            phase: The type of the phases examined.
            book: Another rulebook to which it is an exception.
            words: True to count reported orders and contested provinces, too.
            fault: True for a fault model: its symptoms are not compared with those elsewhere.

        Raises:
            PeerUnavailable: The peer can no longer be started.
        """
        book = book or self.book
        sides, looks, alike = [0, 0, 0], list[set[str]](), list[_Question]()
        enough, failures_allowed = (LEAST_TURNS, _FEW_IN_VAIN) if self.given and not fault else (_ENOUGH, _IN_VAIN)
        in_vain = 0
        for asked in self._questions_of(phase):
            ours, reply, drawn = asked
            total = sum(sides)
            refuted = total >= LEAST_TURNS and sides[0] + sides[1] > _MOST_AGAINST
            if drawn and (total >= enough or refuted or in_vain > failures_allowed):
                break
            in_vain += drawn
            rules = book(ours.rules)
            own = answer_by(ours.question, rules)
            others = [other for other in outcomes(ours.question, rules) if other != own]
            kinds = [kind for other in others if (kind := difference(own, other))]
            if not kinds or not (words or any(kind not in AGREEING_KINDS for kind in kinds)):
                alike.append(asked)
                continue
            there = reply()
            if there is None or there.answer is None:
                continue
            sided = [
                0 if not fault and taken == 2 and self._unlike_its_convoys(ours.question, own, other) else taken
                for other in others
                if (kind := difference(own, other)) and (taken := side(own, other, there.answer, kind)) is not None
            ]
            if not sided:
                continue
            in_vain = 0
            taken = 2 if 2 in sided else min(sided, key=lambda one: one != 1)
            sides[taken] += 1
            if taken == 2 and not fault:
                looks.append(_shown(there.under_rulebook(rules)))
        often, elsewhere = self._frequent(looks, alike, book) if looks else (set[str](), 0)
        same_symptom = sum(bool(often & look) for look in looks) if self.given else elsewhere
        return Weighed(sides[2] - same_symptom * bool(self.given), sides[1], sides[0], same_symptom)

    def _unlike_its_convoys(self, question: Turn, own: PeerAnswer, other: PeerAnswer) -> bool:
        """Return whether an answer lets an army go by convoy, of a peer that has no convoys: that is no choice."""
        return not self.convoys and carries(question, own) and not carries(question, other)

    def _frequent(self, looks: Sequence[set[str]], alike: Sequence[_Question], book: Book) -> tuple[set[str], int]:
        """Return the signs of agreeing answers that are frequent elsewhere, and how many answers there have one."""
        signs = set[str]().union(*looks)
        could, shown, asked, elsewhere = Counter[str](), Counter[str](), 0, 0
        for ours, reply, drawn in alike:
            if not ours.may_show(signs):
                continue
            if drawn:
                asked += 1
                if asked > _MOST_ALIKE:
                    break
            there = reply()
            if there is not None and there.answer is not None:
                could.update(ours.heads)
                signs_there = _shown(there.under_rulebook(book(ours.rules)))
                shown.update(signs_there)
                elsewhere += bool(signs & signs_there)
        return {sign for sign in signs if shown[sign] > _SELDOM * could[head(sign)]}, elsewhere

    # -- questions ------------------------------------------------------------------------------------

    def _questions_of(self, phase: PhaseType) -> Iterator[_Question]:
        """Yield questions of a phase.

        First those that the peer has answered; if there are none, those of the library; then random ones.
        """
        for one in self.given:
            if one.question.type is phase and one.answer is not None:
                yield _Question(one, partial(_itself, one), False)
        if self.peer is None:
            return
        library = () if self.given else _library(self.rules, phase)
        for number in range(len(library) + self.drawn):
            key = phase, number
            if key not in self._standoff:
                random = number - len(library)
                question = library[number] if random < 0 else _drawn(board_of(self.rules.name), phase, random)
                self._standoff[key] = Judgement(question, self.rules, None)
            yield _Question(self._standoff[key], partial(self._reply, key), drawn=True)

    def _reply(self, key: tuple[PhaseType, int]) -> Judgement | None:
        """Return the judgement of the peer's answer to a question, None if it cannot be asked."""
        if key not in self._replies:
            assert self.peer is not None
            reply = judgement_of(self._standoff[key].question, ask_under(self.peer, self.rules), self.rules)
            self._replies[key] = None if isinstance(reply, str) else reply
        return self._replies[key]


def _itself(one: Judgement) -> Judgement:
    return one


def _shown(judgement: Judgement) -> set[str]:
    """Return the signs of a difference in units or retreats; none if nothing differs."""
    return set() if judgement.agrees_on_position else judgement.signs


@lru_cache(maxsize=8)
def _library(rules: Rulebook, phase: PhaseType) -> Sequence[Turn]:
    """Return the questions of the library about a phase."""
    source = case_questions(rules)
    return [question for _, question in map(source.ask, range(len(source))) if question.type is phase]


@lru_cache(maxsize=3 * DRAWN)
def _drawn(board: str, phase: PhaseType, number: int) -> Turn:
    """Return a random question about a phase."""
    return random_question(0, number, board=load_board(board), phase=phase, profile=DEMANDING)
