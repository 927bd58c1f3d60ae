"""The score card: a peer is asked every case of the library, and its answers are scored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, partial
from time import perf_counter
from typing import NamedTuple

from ...cases import DATC_EDITIONS, options_of
from ...solver import Move, Rulebook
from ...text import counted
from ...turn import Turn, rules_object
from ..adapters.peer import HANGS, UNKNOWN, Coverage, Part, Peer, ask_under, declared, takes_rules
from ..comparing.asking import HOPELESS, FailureBudget
from ..comparing.catalog import Attribution, KnownDifference, known_differences, recognized
from ..comparing.findings import Finding, found
from ..comparing.judgement import Judgement, Kind, judgement_of
from ..comparing.question_shape import without_places
from ..comparing.weighing import Weighed
from .borders import named
from .fitting import LEAST_FIT, Evidence, Explanation, RulebookFit
from .questions import SECTIONS, SUITES, AskedCase, questions

_MOST_SHOWN = 12  # cases of a fault that are named on the terminal
_MOST_REDUCED = 3
"""At most this many cases in which a peer fails to answer in the same way are reduced."""


class Mark(StrEnum):
    """The result of a case."""

    PASSED = "passed"
    CHOICE = "choice"
    FAILED = "failed"
    UNSUPPORTED = "cannot be asked"


COLUMNS = ("suite", "section", *(mark.value for mark in Mark))
"""The headings of `Card.rows`."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one case.

    Attributes:
        asked: The case.
        mark: Passed: in every phase the same units, and the same retreats, contested provinces and outcomes of orders,
            unless the peer declares not to know them. Choice: not so, but a choice that the peer makes elsewhere,
            too, explains it. Cannot be asked: the peer cannot express a phase, or does not say what matters there.
        why: The choices of the rulebook that explain the answer; what differs; or why it cannot be asked.
        seconds: How long the peer took to answer.
        weighed: The evidence for each of the choices in `why`, and against it, where it suffices.
        silent: What matters in a phase, and the peer does not say: it was not compared.
        entry: The entry of the catalog that a failure belongs to; None if there is none.
        explained: The choices of the rulebook in `why`.
        border: The border that the peer's board lacks, if that explains the failure, in words.
        judged: What the peer answered to the phase that differs, under the rulebook under which it does; None if none.
        finding: That phase reduced to what still differs; None if it was not.
        reduced: True if the phase was reduced.
    """

    asked: AskedCase
    mark: Mark
    why: str = ""
    seconds: float = 0.0
    weighed: Mapping[str, Weighed] = field(default_factory=lambda: {})
    silent: frozenset[Part] = frozenset()
    entry: KnownDifference | None = None
    explained: tuple[str, ...] = ()
    judged: Judgement | None = None
    finding: Finding | None = None
    reduced: bool = False
    border: str = ""

    @property
    def group(self) -> str:
        """What failures with one cause have in common: the entry of the catalog, else what differs, and the shape."""
        one = self.finding
        if self.border:
            return self.border
        if self.entry is not None or one is None:
            return self.entry.name if self.entry else "not repeated"
        if one.kind is Kind.ERROR:
            return one.symptom
        shape = without_places(one.shape).partition(":")[2].strip() if self.reduced else ""
        return one.title + f" [{', '.join(shape.splitlines())}]" * bool(shape)


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
        rulebook_fit: The rulebook that it fit.
        scores: The score of each case, in the order of the library.
        datc: The edition whose cases the suite ``datc`` has.
        coverage: What the peer says and does not say.
    """

    peer: str
    version: str
    rulebook_fit: RulebookFit
    scores: tuple[Score, ...]
    coverage: Coverage = field(default_factory=Coverage)
    datc: str = DATC_EDITIONS[-1]

    @property
    def good(self) -> bool:
        """True if no case failed, and there is nothing that the peer never says without declaring it."""
        return not self.count(Mark.FAILED) and not self.coverage.undeclared

    def count(self, mark: Mark, suite: str | None = None, section: str | None = None) -> int:
        """Return how many cases have a mark, in a suite or section if one is given."""
        return sum(
            score.mark is mark and suite in (None, score.asked.suite) and section in (None, score.asked.section)
            for score in self.scores
        )

    @property
    def title(self) -> str:
        """The peer with its version."""
        return self.peer if self.version == UNKNOWN else f"{self.peer} {self.version}"

    def tally(self, suite: str) -> str:
        """Return how many cases of a suite are passed, of all; how many are choices, failed and not asked, if any."""
        counts = [self.count(mark, suite) for mark in Mark]
        passed, choices, failed, cannot = counts
        texts = [f"{passed} of {sum(counts)} passed"]
        texts += [counted(choices, "choice")] * bool(choices)
        texts += [f"{failed} failed"] * bool(failed)
        texts += [f"{cannot} not asked"] * bool(cannot)
        of_suite = [score for score in self.scores if score.asked.suite == suite and score.mark is not Mark.UNSUPPORTED]
        unseen = {part: sum(part in score.silent for score in of_suite) for part in Part}
        texts += [f"{part} not compared in {counted(number, 'case')}" for part, number in unseen.items() if number]
        return ", ".join(texts)

    def rows(self) -> list[tuple[object, ...]]:
        """Return the rows of the table: suite, section, and the number of cases with each mark (`COLUMNS`)."""
        table: list[tuple[object, ...]] = []
        for suite, section in self.sections():
            counts = (self.count(mark, suite, section) for mark in Mark)
            table.append((suite, f"{section} {SECTIONS.get(section, '')}".strip(), *counts))
        return table

    def rulebook_line(self) -> str:
        """Return a sentence on the rulebook that the peer fit, and where it departs from its preset."""
        fit = self.rulebook_fit
        shown = rules_object(fit.nearest)
        options = options_of(shown.get("options", {}))
        book = f"`{shown['rules']}`" + (f" with `{options}`" if options else "")
        if fit.heeds:
            book = "the one given with each question" + (f", with `{options}`" if options else "")
        told = fit.fits - fit.untold
        fits = f"of {counted(fit.phases, 'phase')} answered, {told} have the units and retreats of this rulebook"
        if fit.untold:
            fits += f", and {fit.untold} more have its units, but the retreats are not all reported"
        if fit.claimed:
            return f"the rulebook that it claims to follow: {book}; {fits}"
        if fit.rules is None:
            return f"no rulebook fits {LEAST_FIT:.0%} of its answers; the nearest: {book}; {fits}"
        return f"the rulebook that fits best, of the choices that it makes throughout: {book}; {fits}"

    def summary(self) -> Iterator[str]:
        """Yield a line for each fault, for the terminal; the files of a report name all of its cases."""
        for fault in self.faults():
            shown = [score.asked.id for score in fault.scores[:_MOST_SHOWN]]
            if len(fault.scores) > _MOST_SHOWN:
                shown.append(f"and {len(fault.scores) - _MOST_SHOWN} more")
            smallest = f"; reduced to {counted(fault.smallest.units, 'unit')}" if fault.smallest else ""
            yield f"failed: {fault.name} ({', '.join(shown)}{smallest})"

    def asks(self, suite: str) -> bool:
        """Tell whether any case of a suite was asked."""
        return any(score.asked.suite == suite for score in self.scores)

    def sections(self) -> list[tuple[str, str]]:
        """Return suite and section of all cases, in the order of the library."""
        return list(dict.fromkeys((score.asked.suite, score.asked.section) for score in self.scores))

    def choices(self) -> dict[str, Weighed]:
        """Return the choices that explain a case, each with the evidence for and against it."""
        return {name: one for score in self.scores for name, one in score.weighed.items()}

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
    datc: str = DATC_EDITIONS[-1],
    claimed_rules: Rulebook | None = None,
    max_questions: int = 150,
    progress: Callable[[int, int], object] | None = None,
) -> Card:
    """Ask a peer every case of the library, and return its score card.

    A case is passed if in each of its phases the peer leaves the same units, dislodges the same, and has the same
    retreats as standoff under the rulebook of the case, which is that of the DATC's preferences (``2023``) for the
    DATC. If not, but a choice explains it that the peer makes wherever the library asks about it, the choice is named.

    Args:
        peer: The peer. One that takes a rulebook with the question is given that of the case.
        suites: Only these suites; all if left out.
        datc: The edition whose cases the suite ``datc`` has.
        claimed_rules: The rulebook that the peer claims to follow: every difference from it is a failure. By default
            the one that its answers name (``rulebook``), otherwise the nearest one.
        max_questions: How many questions may be asked to reduce a failure; 0 leaves it as it is.
        progress: Called with how many cases were asked, and how many there are.

    Raises:
        PeerUnavailable: The peer can no longer be started, answers nothing, or fails again and again.
    """
    examined = Examined(peer, suites=suites, datc=datc, claimed_rules=claimed_rules, progress=progress)
    faults: Counter[str] = Counter()
    scores: list[Score] = []
    for case in examined.cases:
        said = examined.replies(case)
        same = next((one.alike for one in said if isinstance(one, Judgement) and one.message), "")
        faults[same] += bool(same)
        # a peer that dies must be restarted for each question
        scores.append(examined.score(case, max_questions if faults[same] <= _MOST_REDUCED else 0))
    failed = [(n, one.judged) for n, one in enumerate(scores) if one.mark is Mark.FAILED and one.judged]
    for place, border in named([one for _, one in failed], examined.answered, peer).items():
        number = failed[place][0]
        scores[number] = replace(scores[number], border=border, entry=None)
    coverage = Coverage()
    for one in examined.answered:
        one.count(coverage, examined.unreported)
    return Card(peer.name, peer.version, examined.rulebook_fit, tuple(scores), coverage, datc)


class _TimedReply(NamedTuple):
    """What a peer says to a question of a case, or why it cannot be asked, and how long it took."""

    said: Judgement | str
    seconds: float


class Examined:
    """What a peer says to cases of the library, and the judge of it: one judgement for card and cross-check.

    Args:
        peer: The peer.
        suites: Only these suites; all if left out.
        datc: The edition whose cases the suite ``datc`` has.
        claimed_rules: The rulebook that it claims to follow.
        only: Only the case of this id.
        known: A file of known differences.
        progress: Called with how many cases were asked, and how many there are.

    Raises:
        PeerUnavailable: The peer can no longer be started, answers nothing, or fails again and again.

    Attributes:
        cases: The cases.
        answered: The answers, each judged under the rulebook of its case.
    """

    def __init__(
        self,
        peer: Peer,
        *,
        suites: Sequence[str] = (),
        datc: str = DATC_EDITIONS[-1],
        claimed_rules: Rulebook | None = None,
        only: str = "",
        known: str | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> None:
        self._peer = peer
        among = suites or SUITES
        self.cases = [case for case in questions(datc) if case.suite in among and only in ("", case.id)]
        self._given: dict[str, list[_TimedReply]] = {}
        patience = FailureBudget(HOPELESS, peer.name)
        for number, case in enumerate(self.cases, 1):
            rules = claimed_rules or case.rules
            self._given[case.id] = [_timed_reply(peer, rules, question, case, patience) for question in case.questions]
            if progress:
                progress(number, len(self.cases))
        self._claimed_rules = claimed_rules or getattr(peer, "rulebook", None)
        self._known = known_differences(peer.name, peer.version, known)
        every = [one.said for of_case in self._given.values() for one in of_case]
        self.answered = [said for said in every if isinstance(said, Judgement) and said.answer]

    @cached_property
    def evidence(self) -> Evidence:
        """The evidence for the choices that the peer makes."""
        evidence = Evidence(self.answered)
        return evidence if evidence.convoys else Evidence([*self.answered, *self._convoys_written_out()])

    @cached_property
    def rulebook_fit(self) -> RulebookFit:
        """The rulebook that the peer fit."""
        if self._claimed_rules:
            return self.evidence.fit_of(self._claimed_rules, claimed=True)
        return self.evidence.fitting(heeds=takes_rules(self._peer))

    def _convoys_written_out(self) -> Iterator[Judgement]:
        """Yield what the peer says to further cases of the library that write the way of a convoy.

        A program that has no convoys and one that requires their ways differ there only.
        """
        for case in questions(DATC_EDITIONS[-1]):
            if case.id in self._given:
                continue
            for question in case.questions:
                if any(isinstance(order, Move) and order.route for order in question.orders):
                    rules = self._claimed_rules or case.rules
                    said = judgement_of(question, ask_under(self._peer, rules), case.rules)
                    if isinstance(said, Judgement) and said.answer:
                        yield said

    @property
    def unreported(self) -> frozenset[Part]:
        """What the peer declares not to know."""
        return declared(self._peer)

    def replies(self, case: AskedCase) -> list[Judgement | str]:
        """Return what the peer says to each phase of a case."""
        return [one.said for one in self._given[case.id]]

    def right(self, case: AskedCase) -> Score | None:
        """Return the score of a case that is passed whatever the peer says to others; None if that is not so."""
        books = (case.rules, self._claimed_rules or case.rules)
        for said in self.replies(case):
            if isinstance(said, str) or said.left_open(self.unreported):
                return None
            if any(said.under_rulebook(book).kind is not None for book in books):
                return None
        return Score(case, Mark.PASSED)

    def score(self, case: AskedCase, max_questions: int) -> Score:
        """Return the score of a case.

        Raises:
            PeerUnavailable: The peer can no longer be started.
        """
        fit, without = self.rulebook_fit, self.unreported | self.evidence.sometimes_reported
        seconds = sum(one.seconds for one in self._given[case.id])
        said_to = [said for said in self.replies(case) if isinstance(said, Judgement)]
        for said in self.replies(case):
            if isinstance(said, str):
                return Score(case, Mark.UNSUPPORTED, said, seconds)
        silent = frozenset[Part]().union(*(said.silent for said in said_to))
        scored = partial(Score, case, seconds=seconds, silent=silent)
        explained: dict[str, Explanation] = {}
        reasons: dict[str, str] = {}
        entry: KnownDifference | None = None
        differs: Judgement | None = None
        for said in said_to:
            claimed = said.under_rulebook(fit.nearest).kind is None if fit.claimed else True
            if said.kind is None and claimed:
                continue
            differs = differs or said
            one = self.evidence.explaining(said, fit) if claimed and not said.message else None
            if one is not None:
                explained.setdefault(one.name, one)
                if one.under.kind is None:
                    continue
            if self._follows_otherwise(case, said):
                reasons[f"rulebook {fit.nearest.name}"] = "which it follows throughout"
                continue
            failed = self._failed(case, said, max_questions, scored)
            if failed.mark is Mark.FAILED:
                return failed
            entry = entry or failed.entry
            reasons.setdefault(failed.why, "")
        left_open = frozenset[Part]().union(*(said.left_open(without) for said in said_to))
        if left_open:
            said_nothing = ", nor ".join(part.about for part in Part if part in left_open)
            return scored(Mark.UNSUPPORTED, f"it does not say {said_nothing}")
        if differs is None:
            return scored(Mark.PASSED)
        reasons |= {
            name: one.reason or f"{one.weighed.with_choice} for, {one.weighed.contradictions} against"
            for name, one in explained.items()
        }
        why = "; ".join(f"{name} ({reason})" if reason else name for name, reason in sorted(reasons.items()))
        weighed = {name: one.weighed for name, one in explained.items() if not one.reason}
        made = tuple(explained)
        return scored(Mark.CHOICE, why, weighed=weighed, entry=entry, explained=made, judged=differs)

    def _follows_otherwise(self, case: AskedCase, judgement: Judgement) -> bool:
        """Tell whether an answer is to the letter that of the rulebook that the peer is found to follow."""
        fit = self.rulebook_fit
        named = fit.rules is not None and not fit.claimed
        return named and not judgement.message and judgement.under_rulebook(fit.book(case.rules)).kind is None

    def _failed(self, case: AskedCase, judgement: Judgement, max_questions: int, scored: Callable[..., Score]) -> Score:
        """Return the score of a failure, with the entry of the catalog that it is recognized as.

        It is reported under the rulebook that the peer fit, for the catalog knows faults under that; if nothing
        differs then, and the rulebook is not claimed, under that of the case. The peer is asked again under each.
        """
        fit = self.rulebook_fit
        hangs = judgement.message.startswith(HANGS)  # asked again, it would take as long
        for book in (fit.book(case.rules), *(() if fit.claimed else (case.rules,))):
            again = (
                judgement.under_rulebook(book)
                if hangs
                else judgement_of(judgement.question, ask_under(self._peer, book), book)
            )
            if isinstance(again, str):
                continue
            if again.kind is Kind.ORDERS and (words := self._other_words(again)):
                return scored(Mark.CHOICE, words)
            finding = found(again, self._peer, name=case.id, max_questions=max_questions)
            if finding is None:
                continue
            # a choice that explains one turn is not what the program does elsewhere: choices are weighed
            choices = finding.judgement(book).choices(pairs=False)
            # a reading that nobody was found to have is named only where no choice may explain the difference
            known = [one for one in self._known if not (choices and one.reading)]
            faults = {one.name for one in known if one.attribution is Attribution.FAULT}
            led = {name: answers for name, answers in finding.models.items() if name in faults}
            entry = recognized(known, finding, "", choices, led)
            if entry is not None and entry.attribution is Attribution.CHOICE and not fit.claimed:
                return scored(Mark.CHOICE, entry.title, entry=entry)
            why = again.wrong if again.answer else finding.message if hangs else f"no answer: {finding.message}"
            return scored(Mark.FAILED, why, entry=entry, judged=again, finding=finding, reduced=max_questions > 0)
        return scored(Mark.FAILED, judgement.message or "it does not answer the same again", judged=judgement)

    def _other_words(self, judged: Judgement) -> str:
        """Return which choices of words of the catalog account for all that is said otherwise; "" if they do not."""
        named = {
            sign: one.title
            for one in self._known
            if one.attribution is Attribution.CHOICE
            for seen in one.signs
            if seen.kind is Kind.ORDERS and not (seen.shape or seen.option)
            for sign in seen.symptom.split(" | ")
        }
        return "; ".join(sorted({named[sign] for sign in judged.signs})) if judged.signs <= named.keys() else ""


def _timed_reply(peer: Peer, rules: Rulebook, question: Turn, case: AskedCase, budget: FailureBudget) -> _TimedReply:
    """Ask a question of a case under some rules; it is judged under those of the case."""
    began = perf_counter()
    said = judgement_of(question, ask_under(peer, rules), case.rules)
    seconds = perf_counter() - began
    if isinstance(said, Judgement):
        budget.count(said.message)
    return _TimedReply(said, seconds)
