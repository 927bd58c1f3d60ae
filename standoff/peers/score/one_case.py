"""One case of the library, judged as the score card judges it, and reported as a cross-check reports."""

from __future__ import annotations

from collections.abc import Callable

from ...cases import library
from ...solver import Rulebook
from ..adapters.peer import Peer
from ..comparing.asking import AGREE, UNSUPPORTED, UNTOLD, Tally
from ..comparing.catalog import Attribution, KnownDifference
from ..comparing.causes import Cause, SameShape, new_entry
from ..comparing.difference_report import DifferenceReport
from ..comparing.findings import Finding, found
from ..comparing.judgement import Judgement
from .card import LibraryAnswers, Mark, Score
from .questions import AskedCase


def library_case(name: str) -> str | None:
    """Return the id of the case that `name` names, or a phase of it; None if there is no such case, or several.

    >>> library_case("6.H.16"), library_case("datc32-6.H.16, phase 2"), library_case("6.H.*")
    ('datc-6.H.16', 'datc-6.H.17', None)
    """
    ids = [case.id for case in library(name.partition(", phase ")[0])]
    return ids[0] if len(ids) == 1 else None


def case_report(
    peer: Peer,
    id: str,
    *,
    claimed_rules: Rulebook | None = None,
    max_questions: int = 300,
    known: str | None = None,
    progress: Callable[[int, int, int], None] | None = None,
) -> DifferenceReport:
    """Ask a peer one case of the library, and report its score.

    Unless the answer is right, the whole library is asked, to weigh whether the difference is a choice.

    Args:
        peer: The peer.
        id: The id of the case.
        claimed_rules: The rulebook that the peer is to follow (default: the case's).
        max_questions: The most questions asked to reduce a difference.
        known: A file of known differences.
        progress: Called with the number of cases asked, of all cases, and of differences.

    Raises:
        PeerUnavailable: The peer can no longer be asked.
        CrosscheckError: The file of known differences cannot be read.
    """

    def report_progress(done: int, total: int) -> None:
        if progress:
            progress(done, total, 0)

    examined = LibraryAnswers(peer, claimed_rules=claimed_rules, only=id)
    (case,) = examined.cases
    score = examined.right(case)
    if score is None:
        examined = LibraryAnswers(peer, claimed_rules=claimed_rules, known=known, progress=report_progress)
        score = examined.score(case, max_questions)
    return report_of(examined, case, score, peer)


def report_of(examined: LibraryAnswers, case: AskedCase, score: Score, peer: Peer) -> DifferenceReport:
    """Return the score of a case as the report of a cross-check."""
    (score,) = examined.attributed([score])
    tally, judged = Tally(), score.judged
    causes: list[Cause] = []
    if judged is not None and score.mark in (Mark.CHOICE, Mark.FAILED):
        finding = (score.mark is Mark.FAILED and score.finding) or found(judged, peer, name=case.id, max_questions=0)
        assert finding is not None
        tally.findings.append(finding)
        causes = [score.cause or _choice(score, finding, judged)]
    for question, reply in zip(case.questions, examined.replies(case), strict=True):
        phase = question.type.value
        if isinstance(reply, str):
            tally.unsupported[reply] += 1
            tally.counts[phase, UNSUPPORTED] += 1
            continue
        wrong = judged is not None and question is judged.question
        missing = score.mark is Mark.UNSUPPORTED and reply.silent
        tally.counts[phase, causes[0].example.kind.value if causes and wrong else UNTOLD if missing else AGREE] += 1
        reply.count(tally.coverage, examined.unreported)
    book = judged.rules if judged else case.rules
    source = f"{case.id} only, as the score card asks it"
    return DifferenceReport(
        peer.name, peer.version, book, source, len(case.questions), tally, causes, peer.request_text
    )


def _choice(score: Score, finding: Finding, judged: Judgement) -> Cause:
    """Return the choices that explain an answer as a cause; a failure that was not repeated is open."""
    shape = SameShape(finding.shape, (finding,), score.explained, judged)
    name = score.explained[0] if len(score.explained) == 1 and "=" in score.explained[0] else ""
    attribution = Attribution.CHOICE if score.mark is Mark.CHOICE else Attribution.OPEN
    entry = score.entry or (new_entry(attribution, name, [shape]) if name or not score.explained else None)
    entry = entry or KnownDifference(", ".join(score.explained), attribution, score.why, "")
    if score.mark is Mark.CHOICE and not score.explained:
        entry = KnownDifference("in-other-words", attribution, score.why, "")
    known = score.entry is not None or (score.mark is Mark.CHOICE and not score.explained)
    fields = {name: getattr(entry, name) for name in KnownDifference.__dataclass_fields__}
    return Cause(**fields, known=known, shapes=(shape,), weighed=dict(score.weighed))
