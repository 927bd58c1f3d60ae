"""The score card: a peer is asked every case of the library, and its answers are scored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from time import perf_counter

from ...solver import Rulebook
from ...turn.turn import Turn
from ..adapters.peer import HANGS, Answer, NotExpressible, Peer, PeerError, ask_under, takes_rules
from ..crosscheck.asking import HOPELESS, Patience
from ..crosscheck.catalog import Attribution, KnownDifference, known_differences, recognized
from ..crosscheck.differences import Kind, answer_by, difference, retreats_told, settled, told
from ..crosscheck.fault_models import models_shown
from ..crosscheck.findings import Finding, Reply, found, masked, reply
from ..crosscheck.question_shape import without_places
from ..crosscheck.weighing import Weighed
from .fitting import Answers, CaseAnswer, Follows
from .questions import AskedCase, questions

_MOST_REDUCED = 3
"""At most this many cases in which a peer fails to answer in the same way are reduced."""


class Mark(StrEnum):
    """The result of a case."""

    PASSED = "passed"
    CHOICE = "choice"
    FAILED = "failed"
    CANNOT = "cannot be asked"


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one case.

    Attributes:
        asked: The case.
        mark: Passed: the same units and retreats in every phase. Choice: not so, but a choice that the peer makes
            elsewhere, too, explains it.
        why: The choices of the rulebook that explain the answer; what differs; or why it cannot be asked.
        weighed: The evidence for each of the choices in `why`, and against it.
        otherwise: True if the peer reports another outcome of an order, though the units are the same.
        entry: The entry of the catalog that a failure belongs to; None if there is none.
        question: The phase that differs, as it was asked; None if none does.
        answer: What the peer answered to it; None if it gave no answer.
        rules: The rulebook under which it differs.
        finding: That phase, under that rulebook, reduced to what still differs; None if it was not.
        reduced: True if the phase was reduced.
        seconds: How long the peer took to answer.
    """

    asked: AskedCase
    mark: Mark
    why: str = ""
    weighed: Mapping[str, Weighed] | None = None
    otherwise: bool = False
    entry: KnownDifference | None = None
    question: Turn | None = None
    answer: Answer | None = None
    rules: Rulebook | None = None
    finding: Finding | None = None
    reduced: bool = False
    seconds: float = 0.0

    @property
    def group(self) -> str:
        """What failures with one cause have in common: the entry of the catalog, else sign and shape."""
        one = self.finding
        if self.entry is not None or one is None:
            return self.entry.name if self.entry else "not repeated"
        if one.kind is Kind.ERROR:
            return one.symptom
        shape = without_places(one.shape).partition(":")[2].strip() if self.reduced else ""
        return f"{one.kind}: {one.symptom}" + f" [{', '.join(shape.splitlines())}]" * bool(shape)


@dataclass(frozen=True, slots=True)
class FaultShown:
    """What failures have in common.

    Attributes:
        name: The name of its entry in the catalog, or else what differs in the answers, its sign and its shape.
        entry: That entry; None if there is none.
        scores: The failures, the one with the fewest units first.
    """

    name: str
    entry: KnownDifference | None
    scores: tuple[Score, ...]

    @property
    def smallest(self) -> Finding | None:
        """The case with the fewest units; None if the peer does not answer the same again."""
        return self.scores[0].finding


@dataclass(frozen=True, slots=True)
class Card:
    """The score card of a peer.

    Attributes:
        peer: Its name.
        version: Its version.
        follows: The rulebook that it follows.
        scores: The score of each case, in the order of the library.
        untold: How many answers name a dislodged unit without where it may retreat, so that only units were compared.
    """

    peer: str
    version: str
    follows: Follows
    scores: tuple[Score, ...]
    untold: int = 0

    def count(self, mark: Mark, suite: str | None = None, section: str | None = None) -> int:
        """Return how many cases have a mark, in a suite or section if one is given."""
        return sum(
            score.mark is mark and suite in (None, score.asked.suite) and section in (None, score.asked.section)
            for score in self.scores
        )

    def asks(self, suite: str) -> bool:
        """Tell whether any case of a suite was asked."""
        return any(score.asked.suite == suite for score in self.scores)

    def sections(self) -> list[tuple[str, str]]:
        """Return suite and section of all cases, in the order of the library."""
        return list(dict.fromkeys((score.asked.suite, score.asked.section) for score in self.scores))

    def choices(self) -> dict[str, Weighed]:
        """Return the choices that explain a case, each with the evidence for and against it."""
        return {name: one for score in self.scores for name, one in (score.weighed or {}).items()}

    def faults(self) -> list[FaultShown]:
        """Return what the failures have in common, those with the most failures first."""
        groups: dict[str, list[Score]] = {}
        for score in self.scores:
            if score.mark is Mark.FAILED:
                groups.setdefault(score.group, []).append(score)
        for some in groups.values():
            some.sort(key=lambda score: score.finding.units if score.finding else 0)
        faults = [FaultShown(name, some[0].entry, tuple(some)) for name, some in groups.items()]
        return sorted(faults, key=lambda fault: (-len(fault.scores), fault.name))

    def worse_than(self, before: Mapping[str, str]) -> list[tuple[Score, str]]:
        """Return the scores that are worse than before, each with the mark that it had.

        Args:
            before: The mark of each case in an earlier card, by its id: the name of a `Mark` in small letters.
        """
        rank = {mark.name.lower(): number for number, mark in enumerate((Mark.PASSED, Mark.CHOICE))}
        return [
            (score, was)
            for score in self.scores
            if (was := before.get(score.asked.id)) in rank and rank.get(score.mark.name.lower(), len(rank)) > rank[was]
        ]


def score_card(
    peer: Peer,
    *,
    suites: Sequence[str] = (),
    claims: Rulebook | None = None,
    most_tries: int = 150,
    progress: Callable[[int, int], object] | None = None,
) -> Card:
    """Ask a peer every case of the library, and return its score card.

    A case is passed if in each of its phases the peer leaves the same units, dislodges the same, and has the same
    retreats as standoff under the rulebook of the case, which is that of the DATC's preferences (``2023``) for the
    DATC. If not, but a choice explains it that the peer makes wherever the library asks about it, the choice is named.

    Args:
        peer: The peer. One that takes a rulebook with the question is given that of the case.
        suites: Only these suites; all if left out.
        claims: The rulebook that the peer claims to follow, if it does: whatever differs from it is a failure. If left
            out, it is the one that its answers name (``follows``), or else found.
        most_tries: How many questions may be asked to reduce a failure; 0 leaves it as it is.
        progress: Called with how many cases were asked, and how many there are.

    Raises:
        PeerUnavailable: The peer can no longer be started, answers nothing, or fails again and again.
    """
    cases = [case for case in questions() if not suites or case.suite in suites]
    given: list[list[CaseAnswer]] = []
    patience = Patience(HOPELESS, peer.name)
    for number, case in enumerate(cases):
        given.append([_given(peer, claims or case.rules, question, case, patience) for question in case.questions])
        if progress:
            progress(number + 1, len(cases))
    answers = Answers([one for of_case in given for one in of_case])
    claims = claims or getattr(peer, "follows", None)
    follows = answers.under(claims, claimed=True) if claims else answers.fitting(heeds=takes_rules(peer))
    judge = _Judge(peer, answers, follows, known_differences(peer.name, peer.version))
    faults: Counter[str] = Counter()
    scores: list[Score] = []
    for case, of_case in zip(cases, given, strict=True):
        same = next((one.alike for one in of_case if one.fault), "")
        faults[same] += bool(same)
        tries = most_tries if faults[same] <= _MOST_REDUCED else 0  # a peer that dies has to be started for each try
        scores.append(judge.score(case, of_case, tries))
    untold = sum(one.answer is not None and not one.answer.tells_retreats for of_case in given for one in of_case)
    return Card(peer.name, peer.version, follows, tuple(scores), untold)


def _given(peer: Peer, rules: Rulebook, question: Turn, case: AskedCase, patience: Patience) -> CaseAnswer:
    ask_under(peer, rules)
    missing = peer.cannot(question)
    if missing is not None:
        return CaseAnswer(question, case.rules, None, cannot=missing)
    began, answer, fault, alike = perf_counter(), None, "", ""
    try:
        answer = peer.answer(question)
    except NotExpressible as why:
        return CaseAnswer(question, case.rules, None, cannot=str(why), seconds=perf_counter() - began)
    except PeerError as error:
        fault, alike = str(error), masked(error.message)
    seconds = perf_counter() - began
    patience.met(fault)
    return CaseAnswer(question, case.rules, answer, fault=fault, alike=alike, seconds=seconds)


@dataclass(frozen=True)
class _Judge:
    """Judges the answers to a case."""

    peer: Peer
    answers: Answers
    follows: Follows
    known: Sequence[KnownDifference]

    def score(self, case: AskedCase, given: Sequence[CaseAnswer], most_tries: int) -> Score:
        seconds = sum(one.seconds for one in given)
        weighed: dict[str, Weighed] = {}
        otherwise = False
        for one in given:
            if one.fault:
                return self._failed(case, one, most_tries, seconds)
            if one.answer is None:
                return Score(case, Mark.CANNOT, one.cannot, seconds=seconds)
            kind = difference(answer_by(one.question, case.rules), one.answer)
            otherwise |= kind is Kind.ORDERS
            if self.follows.claimed:
                claimed = difference(answer_by(one.question, self.follows.nearest), one.answer)
                if claimed not in (None, Kind.ORDERS):
                    return self._failed(case, one, most_tries, seconds)
            if kind in (None, Kind.ORDERS):
                continue
            explained = self.answers.explaining(one, self.follows)
            if explained is None:
                return self._failed(case, one, most_tries, seconds)
            weighed.setdefault(*explained)
        if weighed:
            why = "; ".join(f"{name} ({_shown(one)})" for name, one in sorted(weighed.items()))
            return Score(case, Mark.CHOICE, why, weighed, otherwise, seconds=seconds)
        return Score(case, Mark.PASSED, otherwise=otherwise, seconds=seconds)

    def _books(self, case: AskedCase) -> Iterator[Rulebook]:
        """Yield the rulebooks under which a failure is reported, the one that the peer follows first.

        The catalog knows faults under that. If nothing differs then, it is reported under the rulebook of the case.
        """
        yield self.follows.book(case.rules)
        if not self.follows.claimed:
            yield case.rules

    def _failed(self, case: AskedCase, given: CaseAnswer, most_tries: int, seconds: float) -> Score:
        """Return the score of a failure, with the entry of the catalog that it is recognized as.

        A peer that takes a rulebook is asked again under each.
        """
        first = None
        if given.fault.startswith(HANGS):  # asked again, it would take as long
            first = Reply(Kind.ERROR, None, given.fault, given.alike)
        for book in self._books(case):
            ask_under(self.peer, book)
            if self.peer.cannot(given.question) is not None:
                continue
            try:
                asks = takes_rules(self.peer) and first is None
                answer = reply(given.question, self.peer, book).answer if asks else given.answer
                finding = found(0, case.id, given.question, self.peer, book, most_tries=most_tries, first=first)
            except NotExpressible:
                continue
            if finding is not None:
                why = _no_answer(finding) if answer is None else _differing(given.question, book, answer)
                # a choice that explains one turn is not what the program does elsewhere: choices are weighed
                faults = {one.name for one in self.known if one.attribution is Attribution.FAULT}
                models = faults.intersection(models_shown(finding, book))
                entry = recognized(self.known, finding, models=models)
                if entry is not None and entry.attribution is Attribution.CHOICE and not self.follows.claimed:
                    return Score(case, Mark.CHOICE, entry.title, entry=entry, seconds=seconds)
                return Score(
                    *(case, Mark.FAILED, why, None, False, entry, given.question, answer, book, finding),
                    reduced=most_tries > 0,
                    seconds=seconds,
                )
        why = given.fault or "it does not answer the same again"
        last = (given.question, given.answer, case.rules)
        return Score(case, Mark.FAILED, why, None, False, None, *last, seconds=seconds)


def _no_answer(finding: Finding) -> str:
    return finding.message if finding.message.startswith(HANGS) else f"no answer: {finding.message}"


def _shown(weighed: Weighed) -> str:
    return f"{weighed.with_choice} for, {weighed.against} against"


def _differing(question: Turn, rules: Rulebook, answer: Answer) -> str:
    result = settled(question, rules)
    rows = told(question, result, answer)
    differing = [f"{row.name[1]}: {row.peer} (expected: {row.own})" for row in rows if row.differs is Kind.POSITION]
    return "; ".join(differing) or "; ".join(
        f"retreats of {unit}: {theirs} (expected: {mine})" for unit, mine, theirs in retreats_told(result, answer)
    )
