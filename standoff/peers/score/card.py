"""The score card: a peer is asked every case of the library, and its answers are scored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from time import perf_counter
from typing import NamedTuple

from ...cases import options_of
from ...solver import Rulebook
from ...text import counted
from ...turn import Turn, rules_object
from ..adapters.peer import HANGS, UNKNOWN, UNTOLD, Peer, ask_under, takes_rules
from ..comparing.asking import HOPELESS, Patience
from ..comparing.catalog import Attribution, KnownDifference, known_differences, recognized
from ..comparing.fault_models import models_of
from ..comparing.findings import Finding, found
from ..comparing.judging import Judgement, Kind, asked
from ..comparing.question_shape import without_places
from ..comparing.weighing import Weighed
from .fitting import LEAST_FIT, Evidence, Follows
from .questions import SECTIONS, AskedCase, questions

_MOST_SHOWN = 12  # cases of a fault that are named on the terminal
_MOST_REDUCED = 3
"""At most this many cases in which a peer fails to answer in the same way are reduced."""


class Mark(StrEnum):
    """The result of a case."""

    PASSED = "passed"
    CHOICE = "choice"
    FAILED = "failed"
    CANNOT = "cannot be asked"


COLUMNS = ("suite", "section", *(mark.value for mark in Mark))
"""The headings of `Card.rows`."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one case.

    Attributes:
        asked: The case.
        mark: Passed: the same units and retreats in every phase. Choice: not so, but a choice that the peer makes
            elsewhere, too, explains it.
        why: The choices of the rulebook that explain the answer; what differs; or why it cannot be asked.
        seconds: How long the peer took to answer.
        weighed: The evidence for each of the choices in `why`, and against it.
        otherwise: True if the peer reports another outcome of an order, though the units are the same.
        entry: The entry of the catalog that a failure belongs to; None if there is none.
        judged: What the peer answered to the phase that differs, under the rulebook under which it does; None if none.
        finding: That phase reduced to what still differs; None if it was not.
        reduced: True if the phase was reduced.
    """

    asked: AskedCase
    mark: Mark
    why: str = ""
    seconds: float = 0.0
    weighed: Mapping[str, Weighed] = field(default_factory=lambda: {})
    otherwise: bool = False
    entry: KnownDifference | None = None
    judged: Judgement | None = None
    finding: Finding | None = None
    reduced: bool = False

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

    @property
    def title(self) -> str:
        """The peer with its version."""
        return self.peer if self.version == UNKNOWN else f"{self.peer} {self.version}"

    def tally(self, suite: str) -> str:
        """Return how many cases of a suite are passed, of all; how many are choices, failed and not asked, if any."""
        counts = [self.count(mark, suite) for mark in Mark]
        passed, choices, failed, cannot = counts
        rest = (
            (choices, counted(choices, "choice")),
            (failed, f"{failed} failed"),
            (cannot, f"{cannot} not asked"),
        )
        return ", ".join([f"{passed} of {sum(counts)} passed", *(text for number, text in rest if number)])

    def rows(self) -> list[tuple[object, ...]]:
        """Return the rows of the table: suite, section, and the number of cases with each mark (`COLUMNS`)."""
        table: list[tuple[object, ...]] = []
        for suite, section in self.sections():
            counts = (self.count(mark, suite, section) for mark in Mark)
            table.append((suite, f"{section} {SECTIONS.get(section, '')}".strip(), *counts))
        return table

    def rulebook_line(self) -> str:
        """Return a sentence on the rulebook that the peer follows, and where it departs from its preset."""
        follows = self.follows
        shown = rules_object(follows.nearest)
        options = options_of(shown.get("options", {}))
        book = f"`{shown['rules']}`" + (f" with `{options}`" if options else "")
        if follows.heeds:
            book = "the one given with each question" + (f", with `{options}`" if options else "")
        fits = f"it has the units and retreats of {follows.fits} of {counted(follows.phases, 'phase')} answered"
        if follows.claimed:
            return f"the rulebook that it claims to follow: {book}; {fits}"
        if follows.rules is None:
            return f"no rulebook fits {LEAST_FIT:.0%} of its answers; the nearest: {book}; {fits}"
        return f"the rulebook that fits best: {book}; {fits}"

    def untold_line(self) -> str:
        """Return a sentence on answers that do not tell retreats; "" if there are none."""
        return UNTOLD.format(counted(self.untold, "phase")) if self.untold else ""

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
    given: list[list[_Given]] = []
    patience = Patience(HOPELESS, peer.name)
    for number, case in enumerate(cases):
        given.append([_given(peer, claims or case.rules, question, case, patience) for question in case.questions])
        if progress:
            progress(number + 1, len(cases))
    answered = [one.said for of_case in given for one in of_case if isinstance(one.said, Judgement) and one.said.answer]
    evidence = Evidence(answered)
    claims = claims or getattr(peer, "follows", None)
    follows = evidence.under(claims, claimed=True) if claims else evidence.fitting(heeds=takes_rules(peer))
    judge = _Judge(peer, evidence, follows, known_differences(peer.name, peer.version))
    faults: Counter[str] = Counter()
    scores: list[Score] = []
    for case, of_case in zip(cases, given, strict=True):
        same = next((one.said.alike for one in of_case if isinstance(one.said, Judgement) and one.said.message), "")
        faults[same] += bool(same)
        tries = most_tries if faults[same] <= _MOST_REDUCED else 0  # a peer that dies has to be started for each try
        scores.append(judge.score(case, of_case, tries))
    untold = sum(one.answer is not None and not one.answer.tells_retreats for one in answered)
    return Card(peer.name, peer.version, follows, tuple(scores), untold)


class _Given(NamedTuple):
    """What a peer says to a question of a case, or why it cannot be asked, and how long it took."""

    said: Judgement | str
    seconds: float


def _given(peer: Peer, rules: Rulebook, question: Turn, case: AskedCase, patience: Patience) -> _Given:
    """Ask a question of a case under some rules; it is judged under those of the case."""
    began = perf_counter()
    said = asked(question, ask_under(peer, rules), case.rules)
    seconds = perf_counter() - began
    if isinstance(said, Judgement):
        patience.met(said.message)
    return _Given(said, seconds)


@dataclass(frozen=True)
class _Judge:
    """Scores the answers to a case."""

    peer: Peer
    evidence: Evidence
    follows: Follows
    known: Sequence[KnownDifference]

    def score(self, case: AskedCase, given: Sequence[_Given], most_tries: int) -> Score:
        seconds = sum(one.seconds for one in given)
        weighed: dict[str, Weighed] = {}
        otherwise = False
        for said, _ in given:
            if isinstance(said, str):
                return Score(case, Mark.CANNOT, said, seconds)
            otherwise |= said.kind is Kind.ORDERS
            if said.message or (self.follows.claimed and not said.under(self.follows.nearest).same):
                return self._failed(case, said, most_tries, seconds)
            if said.same:
                continue
            explained = self.evidence.explaining(said, self.follows)
            if explained is None:
                return self._failed(case, said, most_tries, seconds)
            weighed.setdefault(*explained)
        if weighed:
            why = "; ".join(f"{name} ({_shown(one)})" for name, one in sorted(weighed.items()))
            return Score(case, Mark.CHOICE, why, seconds, weighed, otherwise)
        return Score(case, Mark.PASSED, "", seconds, otherwise=otherwise)

    def _failed(self, case: AskedCase, said: Judgement, most_tries: int, seconds: float) -> Score:
        """Return the score of a failure, with the entry of the catalog that it is recognized as.

        It is reported under the rulebook that the peer follows, for the catalog knows faults under that; if nothing
        differs then, and the rulebook is not claimed, under that of the case. The peer is asked again under each.
        """
        hangs = said.message.startswith(HANGS)  # asked again, it would take as long
        for book in (self.follows.book(case.rules), *(() if self.follows.claimed else (case.rules,))):
            again = said.under(book) if hangs else asked(said.question, ask_under(self.peer, book), book)
            finding = None if isinstance(again, str) else found(again, self.peer, name=case.id, most_tries=most_tries)
            if isinstance(again, str) or finding is None:
                continue
            # a choice that explains one turn is not what the program does elsewhere: choices are weighed
            faults = {one.name for one in self.known if one.attribution is Attribution.FAULT}
            models = faults.intersection(models_of(finding.judgement(book)))
            entry = recognized(self.known, finding, models=models)
            if entry is not None and entry.attribution is Attribution.CHOICE and not self.follows.claimed:
                return Score(case, Mark.CHOICE, entry.title, seconds, entry=entry)
            why = again.wrong if again.answer else finding.message if hangs else f"no answer: {finding.message}"
            return Score(case, Mark.FAILED, why, seconds, {}, False, entry, again, finding, most_tries > 0)
        why = said.message or "it does not answer the same again"
        return Score(case, Mark.FAILED, why, seconds, judged=said)


def _shown(weighed: Weighed) -> str:
    return f"{weighed.with_choice} for, {weighed.against} against"
