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
from ...map import PhaseType
from ...solver import Rulebook, option as option_named
from ...text import counted
from ...turn import Turn, rules_object
from ..adapters.peer import HANGS, UNKNOWN, Coverage, Part, Peer, ask_under, declared, takes_rules
from ..comparing.asking import HOPELESS, FailureBudget, convoys_in
from ..comparing.catalog import Attribution, choice_titles, known_differences
from ..comparing.causes import Attributor, Cause, SameShape
from ..comparing.evidence import Weighed
from ..comparing.findings import Finding, found
from ..comparing.judgement import Inexpressible, Judgement, Kind, judgement_of
from .borders import named
from .fitting import LEAST_FIT, Explanation, LibraryEvidence, RulebookFit, departures
from .questions import SECTIONS, SUITES, AskedCase, questions

_MOST_SHOWN = 12  # cases of a fault named on the terminal
_MOST_REDUCED = 3
"""At most this many cases with the same error of the peer are reduced."""


class Mark(StrEnum):
    """The result of a case."""

    PASSED = "passed"
    CHOICE = "choice"
    FAILED = "failed"
    UNSUPPORTED = "not compared"


COLUMNS = ("suite", "section", *(mark.value for mark in Mark))
"""The headings of `Card.rows`."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one case.

    Attributes:
        asked: The case.
        mark: Passed: the same units, retreats, contested provinces and outcomes of orders in every phase, apart from
            parts that the peer declares not to know. Choice: different, but explained by a choice that the peer also
            makes elsewhere. Cannot be asked: the peer cannot express a phase, or omits a part that matters.
        why: The choices that explain the answer; the difference; or why the case cannot be asked.
        seconds: The time that the peer took to answer.
        weighed: The evidence for and against each of the choices in `why`, where it suffices.
        missing: The parts that matter in a phase and that the peer does not report; they were not compared.
        explained: The choices of the rulebook in `why`.
        judged: The judgement of the first phase that differs, under the rulebook under which it does; None if none
            does.
        finding: The reduced difference; None if it was not reproduced.
        cause: The cause of a failure; None if the answer was not reproduced.
        inexpressible: True if a phase cannot be put to the peer at all.
    """

    asked: AskedCase
    mark: Mark
    why: str = ""
    seconds: float = 0.0
    weighed: Mapping[str, Weighed] = field(default_factory=lambda: {})
    missing: frozenset[Part] = frozenset()
    explained: tuple[str, ...] = ()
    judged: Judgement | None = None
    finding: Finding | None = None
    cause: Cause | None = None
    inexpressible: bool = False

    @property
    def group(self) -> str:
        """The name of the cause of a failure."""
        return self.cause.name if self.cause else "not repeated"


class FaultGroup(NamedTuple):
    """Failures of one cause: its name, the cause if the peer repeated its answers, and the failures, smallest first."""

    name: str
    cause: Cause | None
    scores: tuple[Score, ...]

    @property
    def smallest(self) -> Finding | None:
        """The case with the fewest units; None if the peer does not repeat its answer."""
        return self.scores[0].finding


class Departure(NamedTuple):
    """An option in which a peer departs from a rulebook: its choice, the paragraph, the evidence, and the cases."""

    option: str
    choice: str
    issue: str
    weighed: Weighed
    cases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """The score card of a peer.

    Attributes:
        peer: Its name.
        version: Its version.
        rulebook_fit: The rulebook that it follows.
        scores: The score of each case, in the order of the library.
        datc: The edition whose cases the suite ``datc`` has.
        coverage: The parts that the peer reports, and those that it does not.
        least: The share of all cases that must be compared; None for all movement phases on the standard
            board that can be put to the peer.
        against: The rulebook against which departures were asked for; "" if none was.
        departures: The departures from it.
    """

    peer: str
    version: str
    rulebook_fit: RulebookFit
    scores: tuple[Score, ...]
    coverage: Coverage = field(default_factory=Coverage)
    datc: str = DATC_EDITIONS[-1]
    least: float | None = None
    against: str = ""
    departures: tuple[Departure, ...] = ()

    @property
    def good(self) -> bool:
        """True if no case failed, enough was compared, and the peer omits no part without declaring it."""
        return not self.count(Mark.FAILED) and not self.coverage.undeclared and self.enough

    @property
    def compared(self) -> int:
        """The number of cases that were asked and compared."""
        return len(self.scores) - self.count(Mark.UNSUPPORTED)

    @property
    def enough(self) -> bool:
        """True if as much was compared as must be."""
        if self.least is not None:
            return self.compared >= self.least * len(self.scores)
        return self.compared > 0 and not any(
            score.mark is Mark.UNSUPPORTED and score.asked.is_basic and not score.inexpressible for score in self.scores
        )

    def headline(self) -> str:
        """Return how many cases were asked and compared, of all, and how many of these passed."""
        texts = [f"{self.count(Mark.PASSED)} passed"]
        texts += [counted(self.count(Mark.CHOICE), "choice")] * bool(self.count(Mark.CHOICE))
        texts += [f"{self.count(Mark.FAILED)} failed"] * bool(self.count(Mark.FAILED))
        return f"{self.compared} of {counted(len(self.scores), 'case')} asked and compared: {', '.join(texts)}"

    def not_compared(self) -> list[str]:
        """Return a line for each reason why cases were not asked or not compared, and one if they are too many."""
        reasons = Counter(score.why for score in self.scores if score.mark is Mark.UNSUPPORTED)
        lines = [f"not compared: {counted(number, 'case')}: {why}" for why, number in reasons.most_common()]
        if not self.enough:
            least = "every movement phase" if self.least is None else f"{self.least:.0%} of the cases"
            lines.append(f"too little was compared: expected {least} (--at-least)")
        return lines

    def count(self, mark: Mark, suite: str | None = None, section: str | None = None) -> int:
        """Return the number of cases with a mark, in a suite or section if one is given."""
        return sum(
            score.mark is mark and suite in (None, score.asked.suite) and section in (None, score.asked.section)
            for score in self.scores
        )

    @property
    def title(self) -> str:
        """The peer with its version."""
        return self.peer if self.version == UNKNOWN else f"{self.peer} {self.version}"

    def tally(self, suite: str) -> str:
        """Return how many cases of a suite passed, of all; and how many are choices, failed or not asked, if any."""
        counts = [self.count(mark, suite) for mark in Mark]
        passed, choices, failed, unasked = counts
        texts = [f"{passed} of {sum(counts)} passed"]
        texts += [counted(choices, "choice")] * bool(choices)
        texts += [f"{failed} failed"] * bool(failed)
        texts += [f"{unasked} not compared"] * bool(unasked)
        of_suite = [score for score in self.scores if score.asked.suite == suite and score.mark is not Mark.UNSUPPORTED]
        unseen = {part: sum(part in score.missing for score in of_suite) for part in Part}
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
        """Return a sentence on the rulebook that the peer follows, and how it departs from its preset."""
        fit = self.rulebook_fit
        shown = rules_object(fit.nearest)
        options = options_of(shown.get("options", {}))
        book = f"`{shown['rules']}`" + (f" with `{options}`" if options else "")
        if fit.varies:
            book = "the one given with each question" + (f", with `{options}`" if options else "")
        fitting = fit.fits - fit.incomplete
        fits = f"of {counted(fit.phases, 'phase')} answered, {fitting} have the units and retreats of this rulebook"
        if fit.incomplete:
            fits += f", and {fit.incomplete} more have its units, but the retreats are not all reported"
        if fit.claimed:
            return f"the rulebook that it claims to follow: {book}; {fits}"
        if fit.rules is None:
            return f"no rulebook fits {LEAST_FIT:.0%} of its answers; the nearest: {book}; {fits}"
        return f"the rulebook that fits best, of the choices that it makes throughout: {book}; {fits}"

    def summary(self) -> Iterator[str]:
        """Yield a line for each fault, for the terminal; the files of a report list all of its cases."""
        for fault in self.faults():
            shown = [score.asked.id for score in fault.scores[:_MOST_SHOWN]]
            if len(fault.scores) > _MOST_SHOWN:
                shown.append(f"and {len(fault.scores) - _MOST_SHOWN} more")
            smallest = f"; reduced to {counted(fault.smallest.units, 'unit')}" if fault.smallest else ""
            yield f"failed: {fault.name} ({', '.join(shown)}{smallest})"
            if fault.cause and fault.cause.attribution is Attribution.OPEN:
                yield f"  {fault.cause.remark}"

    def asks(self, suite: str) -> bool:
        """Return whether any case of a suite was asked."""
        return any(score.asked.suite == suite for score in self.scores)

    def sections(self) -> list[tuple[str, str]]:
        """Return suite and section of all cases, in the order of the library."""
        return list(dict.fromkeys((score.asked.suite, score.asked.section) for score in self.scores))

    def choices(self) -> dict[str, Weighed]:
        """Return the choices that explain a case, each with the evidence for and against it."""
        return {name: one for score in self.scores for name, one in score.weighed.items()}

    def faults(self) -> list[FaultGroup]:
        """Return the causes of the failures, most frequent first."""
        groups: dict[str, list[Score]] = {}
        for score in self.scores:
            if score.mark is Mark.FAILED:
                groups.setdefault(score.group, []).append(score)
        for some in groups.values():
            some.sort(key=lambda score: score.finding.units if score.finding else 0)
        faults = [FaultGroup(name, some[0].cause, tuple(some)) for name, some in groups.items()]
        return sorted(faults, key=lambda fault: (-len(fault.scores), fault.name))

    def worse_than(self, before: Mapping[str, str]) -> list[tuple[Score, str]]:
        """Return the scores that are worse than before, each with its earlier mark.

        Args:
            before: The mark of each case in an earlier card, by its id: the name of a `Mark` in lower case.
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
    against: Rulebook | None = None,
    least: float | None = None,
    max_questions: int = 150,
    progress: Callable[[int, int], object] | None = None,
) -> Card:
    """Ask a peer every case of the library, and return its score card.

    A case is passed if the peer agrees with standoff in each of its phases, under the rulebook of the case. Otherwise,
    if a choice explains the difference that the peer makes wherever it is asked about it, the choice is named.

    Args:
        peer: The peer. If it takes a rulebook with each question, it is given that of the case.
        suites: The suites (default: all).
        datc: The edition whose cases the suite ``datc`` has.
        claimed_rules: The rulebook that the peer claims to follow: every difference from it is a failure. By default
            the one that its answers name (``rulebook``), otherwise the nearest one.
        against: A rulebook whose departures are listed.
        least: The share of all cases that must be compared (`Card.least`).
        max_questions: The most questions asked to reduce a failure; 0 leaves it as it is.
        progress: Called with the number of cases asked, and of all cases.

    Raises:
        PeerUnavailable: The peer can no longer be started, answers nothing, or keeps failing.
    """
    examined = LibraryAnswers(peer, suites=suites, datc=datc, claimed_rules=claimed_rules, progress=progress)
    faults: Counter[str] = Counter()
    scores: list[Score] = []
    for case in examined.cases:
        replies = examined.replies(case)
        same = next((one.alike for one in replies if isinstance(one, Judgement) and one.message), "")
        faults[same] += bool(same)
        # a peer that dies must be restarted for each question
        scores.append(examined.score(case, max_questions if faults[same] <= _MOST_REDUCED else 0))
    scores = examined.attributed(scores)
    coverage = Coverage()
    for case in examined.cases:
        for reply in examined.replies(case):
            if isinstance(reply, Judgement) and reply.answer:
                reply.count(coverage, examined.unreported)
    departing = tuple(examined.departures_from(against)) if against else ()
    about = (peer.name, peer.version, examined.rulebook_fit, tuple(scores), coverage, datc, least)
    return Card(*about, against.name if against else "", departing)


class _TimedReply(NamedTuple):
    """The judgement of a peer's answer to a question, or why it cannot be asked, and the time that it took."""

    reply: Judgement | str
    seconds: float


class LibraryAnswers:
    """A peer's answers to the library, and their scores; the arguments are those of `score_card`.

    Raises:
        PeerUnavailable: The peer can no longer be started, answers nothing, or keeps failing.

    Attributes:
        cases: The cases that are scored.
        answered: All answers, each judged under the rulebook of its case.
    """

    def __init__(
        self,
        peer: Peer,
        *,
        suites: Sequence[str] = (),
        datc: str = DATC_EDITIONS[-1],
        claimed_rules: Rulebook | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> None:
        self._peer = peer
        among = suites or SUITES
        every = questions(datc)
        self.cases = [case for case in every if case.suite in among]
        self._given: dict[str, list[_TimedReply]] = {}
        failures = FailureBudget(HOPELESS, peer.name)
        # explanations are weighed by the whole library, whichever suites are scored
        for number, case in enumerate(sorted(every, key=lambda case: convoys_in(case.questions)), 1):
            rules = claimed_rules or case.rules
            self._given[case.id] = [_timed_reply(peer, rules, question, case, failures) for question in case.questions]
            if progress:
                progress(number, len(every))
        self._claimed_rules = claimed_rules or getattr(peer, "rulebook", None)
        self._known = known_differences(peer.name, peer.version)
        replies = [one.reply for of_case in self._given.values() for one in of_case]
        self.answered = [reply for reply in replies if isinstance(reply, Judgement) and reply.answer]

    @cached_property
    def evidence(self) -> LibraryEvidence:
        """The evidence for the choices that the peer makes, and for its faults."""
        return LibraryEvidence(self._peer, self.answered, self._claimed_rules)

    @cached_property
    def rulebook_fit(self) -> RulebookFit:
        """The rulebook that the peer follows."""
        if self._claimed_rules:
            return self.evidence.fit_of(self._claimed_rules, claimed=True)
        return self.evidence.fitting(varies=takes_rules(self._peer))

    @property
    def unreported(self) -> frozenset[Part]:
        """The parts that the peer declares not to know."""
        return declared(self._peer)

    def replies(self, case: AskedCase) -> list[Judgement | str]:
        """Return the judgement of the peer's answer to each phase of a case, or why it cannot be asked."""
        return [one.reply for one in self._given[case.id]]

    def score(self, case: AskedCase, max_questions: int) -> Score:
        """Return the score of a case.

        Raises:
            PeerUnavailable: The peer can no longer be started.
        """
        fit, omissible = self.rulebook_fit, self.unreported | self.evidence.sometimes_reported
        seconds = sum(one.seconds for one in self._given[case.id])
        judgements = [reply for reply in self.replies(case) if isinstance(reply, Judgement)]
        for reply in self.replies(case):
            if isinstance(reply, str):
                unable = isinstance(reply, Inexpressible)
                return Score(case, Mark.UNSUPPORTED, reply, seconds, inexpressible=unable)
        missing = frozenset[Part]().union(*(reply.missing for reply in judgements))
        scored = partial(Score, case, seconds=seconds, missing=missing)
        explained: dict[str, Explanation] = {}
        reasons: dict[str, str] = {}
        differs: Judgement | None = None
        for reply in judgements:
            claimed = reply.under_rulebook(fit.nearest).kind is None if fit.claimed else True
            if reply.kind is None and claimed:
                continue
            differs = differs or reply
            one = self.evidence.explaining(reply, fit) if claimed and not reply.message else None
            if one is not None:
                explained.setdefault(one.name, one)
                if one.under.kind is None:
                    continue
            follows = fit.rules is not None and not fit.claimed and not reply.message
            if follows and reply.under_rulebook(fit.book(case.rules)).kind is None:
                reasons[f"rulebook {fit.nearest.name}"] = "which it follows throughout"
                continue
            failed = self._failed(case, reply, max_questions, scored)
            if failed.mark is Mark.FAILED:
                return failed
            reasons.setdefault(failed.why, "")
        left_open = frozenset[Part]().union(*(reply.left_open(omissible) for reply in judgements))
        if left_open:
            omitted = ", nor ".join(part.about for part in Part if part in left_open)
            return scored(Mark.UNSUPPORTED, f"it does not say {omitted}")
        if differs is None:
            return scored(Mark.PASSED)
        reasons |= {
            name: one.reason or f"{one.weighed.with_choice} for, {one.weighed.contradictions} against"
            for name, one in explained.items()
        }
        why = "; ".join(f"{name} ({reason})" if reason else name for name, reason in sorted(reasons.items()))
        weighed = {name: one.weighed for name, one in explained.items() if not one.reason}
        return scored(Mark.CHOICE, why, weighed=weighed, explained=tuple(explained), judged=differs)

    def _failed(self, case: AskedCase, judgement: Judgement, max_questions: int, scored: Callable[..., Score]) -> Score:
        """Return the score of a failure, under the rulebook that the peer follows or else under that of the case."""
        fit = self.rulebook_fit
        hangs = judgement.message.startswith(HANGS)  # asking again would take as long
        for book in (fit.book(case.rules), *(() if fit.claimed else (case.rules,))):
            again = (
                judgement.under_rulebook(book)
                if hangs
                else judgement_of(judgement.question, ask_under(self._peer, book), book)
            )
            if isinstance(again, str):
                continue
            if again.kind is Kind.ORDERS and not fit.claimed and (words := choice_titles(self._known, again.signs)):
                return scored(Mark.CHOICE, words)
            finding = found(again, self._peer, name=case.id, max_questions=max_questions)
            if finding is None:
                continue
            why = again.wrong if again.answer else finding.message if hangs else f"no answer: {finding.message}"
            return scored(Mark.FAILED, why, judged=again, finding=finding)
        return scored(Mark.FAILED, judgement.message or "it does not answer the same again", judged=judgement)

    def attributed(self, scores: Sequence[Score]) -> list[Score]:
        """Return scores with the causes of the failures; one that a choice explains is a choice, unless one is claimed.

        Raises:
            PeerUnavailable: The peer can no longer be started.
        """
        fit, attributed = self.rulebook_fit, list(scores)
        self.evidence.book = fit.book
        shapes = {
            n: SameShape(one.finding.shape, (one.finding,), (), one.judged)
            for n, one in enumerate(scores)
            if one.mark is Mark.FAILED and one.judged and one.finding
        }
        borders = named([shape.judged for shape in shapes.values()], self.evidence)
        findings: list[Finding] = []
        for place, (number, shape) in enumerate(shapes.items()):
            if border := borders.get(place):
                cause = Cause(border, Attribution.FAULT, border, "The map", shapes=(shape,))
                attributed[number] = replace(scores[number], cause=cause)
            else:
                findings.append(replace(shape.example, number=number))
        for cause in Attributor(self.evidence, self._known).causes(findings):
            for finding in cause.findings:
                one = attributed[finding.number]
                if not cause.excused or fit.claimed:
                    attributed[finding.number] = replace(one, cause=cause)
                    continue
                weighed = {name: w for name, w in cause.weighed.items() if w is not None and name == cause.name}
                attributed[finding.number] = replace(
                    one, mark=Mark.CHOICE, why=cause.title, explained=(cause.option,), weighed=weighed
                )
        return attributed

    def departures_from(self, rules: Rulebook) -> Iterator[Departure]:
        """Yield the options in which the peer departs from a rulebook, with the cases that show it."""
        for option, choice in departures(rules.with_options(**self.rulebook_fit.nearest.choices), rules).items():
            without = ((option, rules[option]),)
            weigh = partial(self.evidence.departing, self.rulebook_fit, without)
            found_in = (weigh(phase, words=words) for phase in PhaseType for words in (False, True))
            weighed = max(found_in, key=lambda one: (one.share, one.with_choice))
            shown = [case.id for case in self.cases if self._shows(case, rules, {option: choice})]
            if weighed.with_choice or shown:
                yield Departure(option, choice, option_named(option).issue, weighed, tuple(shown))

    def _shows(self, case: AskedCase, rules: Rulebook, choice: Mapping[str, str]) -> bool:
        """Return whether a peer's answer to a case is that of a choice, and not that of a rulebook."""
        made = rules.with_options(**choice)
        return any(
            isinstance(reply, Judgement)
            and not reply.message
            and reply.under_rulebook(rules).kind is not None
            and reply.under_rulebook(made).kind in (None, Kind.ORDERS)
            and reply.under_rulebook(made).kind is not reply.under_rulebook(rules).kind
            for reply in self.replies(case)
        )


def _timed_reply(peer: Peer, rules: Rulebook, question: Turn, case: AskedCase, budget: FailureBudget) -> _TimedReply:
    """Ask a question of a case under some rules; the answer is judged under those of the case."""
    began = perf_counter()
    reply = judgement_of(question, ask_under(peer, rules), case.rules)
    seconds = perf_counter() - began
    if isinstance(reply, Judgement):
        budget.count(reply.message)
    return _TimedReply(reply, seconds)
