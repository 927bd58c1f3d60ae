"""The score card: every case of the library asked of a peer, and what its answers amount to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ...cases.case import choices_of
from ...solver import Rulebook, rulebook
from ...turn.turn import Turn
from ..adapters.lines import LinesPeer, ask_under
from ..adapters.peer import Answer, NotExpressible, Peer, PeerError
from ..crosscheck.asking import HOPELESS, Patience
from ..crosscheck.causes import explaining
from ..crosscheck.differences import Kind, answer_by, difference, retreats_told, settled, told
from ..crosscheck.findings import Finding, found, masked, reply
from ..crosscheck.register import Attribution, KnownDifference, known_differences, recognized
from .fitting import CaseAnswer, agrees, fitting
from .questions import AskedCase, questions

_MOST_REDUCED = 3
"""So many cases to which a peer says the same that is no answer are reduced."""


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
        mark: Passed: the same units and retreats in every phase. Choice: not so, but the rules leave it open.
        why: The choices of the rulebook that explain the answer; what differs; or why it cannot be asked.
        otherwise: True if something is said of an order that differs, though the units are the same.
        entry: The entry of the register that a failure belongs to; None if there is none.
        question: The phase that differs, as it was asked; None if none does.
        answer: What the peer answered to it; None if it gave no answer.
        rules: The rulebook under which it differs.
        finding: That phase, under that rulebook, reduced to what still differs; None if it was not.
    """

    asked: AskedCase
    mark: Mark
    why: str = ""
    otherwise: bool = False
    entry: KnownDifference | None = None
    question: Turn | None = None
    answer: Answer | None = None
    rules: Rulebook | None = None
    finding: Finding | None = None


@dataclass(frozen=True, slots=True)
class FaultShown:
    """What failures have in common.

    Attributes:
        name: The name of its entry in the register, else in what the answers differ and what that looks like.
        entry: That entry; None if there is none.
        scores: The failures, that with the fewest units first.
    """

    name: str
    entry: KnownDifference | None
    scores: tuple[Score, ...]

    @property
    def smallest(self) -> Finding | None:
        """The case of the fewest units; None if the peer does not answer the same again."""
        return self.scores[0].finding


@dataclass(frozen=True, slots=True)
class Card:
    """The score card of a peer.

    Attributes:
        peer: Its name.
        version: Its version.
        rules: The rulebook that fits it best.
        fits: In how many of the phases asked its units and retreats are those of that rulebook.
        phases: How many phases it was asked.
        scores: The score of each case, in the order of the library.
    """

    peer: str
    version: str
    rules: Rulebook
    fits: int
    phases: int
    scores: tuple[Score, ...]

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

    def faults(self) -> list[FaultShown]:
        """Return what the failures have in common, those with the most failures first."""
        groups: dict[str, list[Score]] = {}
        for score in self.scores:
            if score.mark is Mark.FAILED:
                one = score.finding
                name = score.entry.name if score.entry else f"{one.kind}: {one.symptom}" if one else "not repeated"
                groups.setdefault(name, []).append(score)
        for some in groups.values():
            some.sort(key=lambda score: score.finding.units if score.finding else 0)
        faults = [FaultShown(name, some[0].entry, tuple(some)) for name, some in groups.items()]
        return sorted(faults, key=lambda fault: (-len(fault.scores), fault.name))

    def worse_than(self, passed: Iterable[str]) -> list[Score]:
        """Return the scores of cases that fail here, or can no longer be asked, among those that `passed` before."""
        before, worse = set(passed), (Mark.FAILED, Mark.CANNOT)
        return [score for score in self.scores if score.mark in worse and score.asked.id in before]


def score_card(
    peer: Peer,
    *,
    suites: Sequence[str] = (),
    most_tries: int = 150,
    progress: Callable[[int, int], object] | None = None,
) -> Card:
    """Ask a peer every case of the library, and return its score card.

    A case is passed if in each of its phases the peer leaves the same units, dislodges the same, and has the same
    retreats as standoff under the rulebook of the case, which is that of the DATC's preferences (``2023``) for the
    DATC. If not, but under the rulebook that fits the peer best, the choice that makes the difference is named.

    Args:
        peer: The peer. One that takes a rulebook with the question is told that of the case.
        suites: Only these suites; all if left out.
        most_tries: How many questions may be asked to reduce a failure; 0 leaves it as it is.
        progress: Told how many cases were asked, of how many.

    Raises:
        PeerUnavailable: The peer can no longer be started, answers nothing, or fails again and again.
    """
    cases = [asked for asked in questions() if not suites or asked.suite in suites]
    answers: list[list[CaseAnswer]] = []
    patience = Patience(HOPELESS, peer.name)
    for number, asked in enumerate(cases):
        answers.append([_given(peer, asked, question, patience) for question in asked.questions])
        if progress:
            progress(number + 1, len(cases))
    given = [one for of_case in answers for one in of_case if one.answer is not None]
    if isinstance(peer, LinesPeer):  # it was told another rulebook with the other cases
        given = [one for one in given if one.rules == rulebook()]
    rules, fits = fitting(given) if given else (rulebook(), 0)
    known = known_differences(peer.name, peer.version)
    faults: Counter[str] = Counter()
    scores: list[Score] = []
    for asked, of_case in zip(cases, answers, strict=True):
        same = next((one.alike for one in of_case if one.fault), "")
        faults[same] += bool(same)
        tries = most_tries if faults[same] <= _MOST_REDUCED else 0  # a peer that dies has to be started for each try
        scores.append(_score(asked, of_case, peer, rules, known, tries))
    return Card(peer.name, peer.version, rules, fits, len(given), tuple(scores))


def _given(peer: Peer, asked: AskedCase, question: Turn, patience: Patience) -> CaseAnswer:
    ask_under(peer, asked.rules)
    missing = peer.cannot(question)
    if missing is not None:
        return CaseAnswer(question, asked.rules, None, cannot=missing)
    try:
        answer = peer.answer(question)
    except NotExpressible as why:
        return CaseAnswer(question, asked.rules, None, cannot=str(why))
    except PeerError as fault:
        patience.met(str(fault))
        return CaseAnswer(question, asked.rules, None, fault=str(fault), alike=masked(fault.message))
    patience.met("")
    return CaseAnswer(question, asked.rules, answer)


def _score(
    asked: AskedCase,
    given: Sequence[CaseAnswer],
    peer: Peer,
    rules: Rulebook,
    known: Sequence[KnownDifference],
    most_tries: int,
) -> Score:
    choices: Counter[str] = Counter()
    otherwise = False
    for one in given:
        if one.fault:
            return _failed(asked, one, peer, rules, known, most_tries)
        if one.answer is None:
            return Score(asked, Mark.CANNOT, one.cannot)
        kind = difference(answer_by(one.question, asked.rules), one.answer)
        otherwise |= kind is Kind.ORDERS
        if kind in (None, Kind.ORDERS):
            continue
        if not agrees(one.question, one.answer, rules):
            return _failed(asked, one, peer, rules, known, most_tries)
        choices[_likeliest(explaining(one.question, one.answer, asked.rules, kind), rules)] += 1
    if choices:
        return Score(asked, Mark.CHOICE, "; ".join(sorted(choices)), otherwise)
    return Score(asked, Mark.PASSED, otherwise=otherwise)


def _likeliest(options: Sequence[str], rules: Rulebook) -> str:
    """Return that of some choices that agrees best with the rulebook of the peer; its name if there are none."""

    def agreed(option: str) -> float:
        choices = choices_of(option)
        return sum(rules[name] == choice for name, choice in choices.items()) / len(choices)

    return max(options, key=agreed, default=f"rulebook {rules.name}")


def _differing(question: Turn, rules: Rulebook, answer: Answer) -> str:
    result = settled(question, rules)
    rows = told(question, result, answer)
    differing = [f"{row.name[1]}: {row.peer} (expected: {row.own})" for row in rows if row.differs is Kind.POSITION]
    return "; ".join(differing) or "; ".join(
        f"retreats of {unit}: {theirs} (expected: {mine})" for unit, mine, theirs in retreats_told(result, answer)
    )


def _failed(
    asked: AskedCase, given: CaseAnswer, peer: Peer, rules: Rulebook, known: Sequence[KnownDifference], most_tries: int
) -> Score:
    """Return the score of a failure, with the entry of the register that it is recognized as.

    What is wrong is said under the rulebook that fits the peer best: the register knows it under that. If nothing
    differs then, it is said under the rulebook of the case. A peer that takes a rulebook is asked again under each.
    """
    finding = None
    for book in (rules, asked.rules):
        ask_under(peer, book)
        if peer.cannot(given.question) is not None:
            continue
        try:
            answer = reply(given.question, peer, book).answer if isinstance(peer, LinesPeer) else given.answer
            finding = found(0, asked.id, given.question, peer, book, most_tries=most_tries)
        except NotExpressible:
            continue
        if finding is not None:
            why = f"no answer: {finding.message}" if answer is None else _differing(given.question, book, answer)
            entry = recognized(known, finding)
            if entry is not None and entry.attribution is Attribution.CHOICE:
                return Score(asked, Mark.CHOICE, entry.title, entry=entry)
            return Score(asked, Mark.FAILED, why, False, entry, given.question, answer, book, finding)
    why = given.fault or "it does not answer the same again"
    return Score(asked, Mark.FAILED, why, question=given.question, answer=given.answer, rules=asked.rules)
