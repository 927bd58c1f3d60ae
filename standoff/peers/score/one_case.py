"""One case of the library asked again, judged as the score card judges it, and reported as a cross-check reports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from ...cases import library
from ...solver import Rulebook
from ..adapters.peer import Peer
from ..comparing.asking import AGREE, CANNOT, UNTOLD, Tally
from ..comparing.catalog import Attribution, KnownDifference
from ..comparing.causes import Cause, SameShape, new_entry
from ..comparing.difference_report import DifferenceReport
from ..comparing.findings import Finding, found
from ..comparing.judging import Judgement, Kind
from ..comparing.question_shape import units_in
from .card import Examined, Mark, Score
from .questions import AskedCase


def library_case(name: str) -> str | None:
    """Return the id of the case that `name` is about, or a phase of it; None if there is none of that name, or several.

    >>> library_case("6.H.16"), library_case("datc32-6.H.16, phase 2"), library_case("6.H.*")
    ('datc-6.H.16', 'datc-6.H.17', None)
    """
    ids = [case.id for case in library(name.partition(", phase ")[0])]
    return ids[0] if len(ids) == 1 else None


def case_report(
    peer: Peer,
    id: str,
    *,
    claims: Rulebook | None = None,
    most_tries: int = 300,
    known: str | None = None,
    progress: Callable[[int, int, int], None] | None = None,
) -> DifferenceReport:
    """Ask a peer one case of the library, and report what the score card says of it.

    Whether a difference is a choice is weighed by the whole library: it is asked, too, unless all is right.

    Args:
        peer: The peer.
        id: The case.
        claims: The rulebook that the peer is to follow; the one that the case is about if left out.
        most_tries: How many questions may be asked to reduce a difference.
        known: A file of known differences.
        progress: Called with how many cases were asked, of how many, and how many of them differ.

    Raises:
        PeerUnavailable: The peer can no longer be asked.
        CrosscheckError: The file of known differences cannot be read.
    """

    def told(done: int, total: int) -> None:
        if progress:
            progress(done, total, 0)

    alone = Examined.of(peer, claims=claims, only=id)
    (case,) = alone.cases
    score = alone.right(case)
    if score is None:
        library = Examined.of(peer, claims=claims, known=known, progress=told)
        score = library.score(case, most_tries)
        alone = library
    return report_of(alone, case, score, peer, most_tries)


def report_of(examined: Examined, case: AskedCase, score: Score, peer: Peer, most_tries: int = 300) -> DifferenceReport:
    """Return what a card says of a case as the report of a cross-check."""
    tally = Tally()
    cause: Cause | None = None
    if score.mark in (Mark.CHOICE, Mark.FAILED):
        judged = score.judged
        assert judged is not None
        finding = score.finding or found(judged, peer, name=case.id, most_tries=most_tries)
        if finding is None or score.mark is Mark.CHOICE:
            finding = found(judged, peer, name=case.id, most_tries=0)
        assert finding is not None
        tally.findings.append(finding)
        cause = _cause(score, finding, judged)
    for said in examined.given(case):
        if isinstance(said, str):
            tally.cannot[said] += 1
            tally.counts[_phase(case, tally.done), CANNOT] += 1
            continue
        missing = score.mark is Mark.CANNOT and said.silent
        wrong = cause is not None and said.question is (score.judged and score.judged.question)
        kind = cause.example.kind.value if cause and wrong else UNTOLD if missing else AGREE
        tally.counts[said.question.type.value, kind] += 1
        tally.sizes[said.question.type.value, units_in(said.question)] += 1
        said.count(tally.coverage, examined.without)
    book = score.judged.rules if score.judged else case.rules
    source = f"{case.id} only, as the score card asks it"
    causes = [cause] if cause else []
    return DifferenceReport(peer.name, peer.version, book, source, len(case.questions), tally, causes, peer.wording)


def _phase(case: AskedCase, number: int) -> str:
    return case.questions[number].type.value


def _cause(score: Score, finding: Finding, judged: Judgement) -> Cause:
    """Return what the card attributes a difference to."""
    entry = score.entry
    if score.mark is Mark.CHOICE:
        attribution = Attribution.CHOICE
        made = list(score.explained)
        entry = entry or (
            new_entry(attribution, made[0], finding, judged.rules)
            if len(made) == 1 and "=" in made[0]
            else KnownDifference("in-other-words" if not made else ", ".join(made), attribution, score.why, "")
        )
    elif entry is None:
        attribution = Attribution.ERROR if finding.kind is Kind.ERROR else Attribution.OPEN
        attribution = attribution if score.finding or score.judged else Attribution.UNSTEADY
        entry = new_entry(attribution, score.group, finding, judged.rules)
    else:
        attribution = Attribution.FAULT
    parts: dict[str, Any] = {part.name: getattr(entry, part.name) for part in fields(KnownDifference)}
    parts["attribution"] = attribution
    options = finding.judgement(judged.rules).choices(pairs=False) if finding.peer is not None else ()
    known = score.entry is not None or (score.mark is Mark.CHOICE and not score.explained)
    shape = SameShape(finding.shape, (finding,), options)
    return Cause(**parts, known=known, shapes=(shape,), weighed=dict(score.weighed))
