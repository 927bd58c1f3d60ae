"""The score card as Markdown and JSON, and the next step that it suggests."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import cast

from ...cases import exported, library
from ...map import Json, JsonError, StandoffError, json_object, read_file
from ...text import counted, escaped, markdown_filled, markdown_table
from ...turn import rules_object
from ...work import write_whole
from ..adapters.peer import Part
from ..comparing.case_text import case_text
from .card import COLUMNS, Card, Mark, Score
from .questions import SUITES

SCHEMA = "score.schema.json"
"""The file in the package with the JSON schema of `as_object`."""
VERSION = 6
"""The version of that schema."""


class ScoreError(StandoffError):
    """A baseline cannot be read, or a file cannot be written."""


def markdown(card: Card) -> str:
    """Return the card for people."""
    marked = {mark: [score for score in card.scores if score.mark is mark] for mark in Mark}
    text = markdown_filled(
        "score.md",
        title=card.title,
        suites=[
            (f"{about} {card.datc}" if suite == "datc" else about, card.tally(suite))
            for suite, about in SUITES.items()
            if card.asks(suite)
        ],
        rulebook=card.rulebook_line(),
        headline=card.headline(),
        not_compared=card.not_compared(),
        against=card.against,
        departures=[
            (f"`{d.option}={d.choice}`", d.issue, d.weighed.with_choice, d.weighed.contradictions, ", ".join(d.cases))
            for d in card.departures
        ],
        silences=card.coverage.sentences("phase"),
        standoff=version("standoff"),
        columns=COLUMNS,
        rows=card.rows(),
        faults=card.faults(),
        choices=[(f"`{name}`", one.with_choice, one.contradictions) for name, one in sorted(card.choices().items())],
        chosen=_cells(marked[Mark.CHOICE]),
        unasked=_cells(marked[Mark.UNSUPPORTED]),
        table=markdown_table,
        cells=_cells,
        case=_case,
    )
    return text.rstrip() + "\n"


def _cells(scores: Iterable[Score]) -> list[tuple[str, str, str]]:
    return [(escaped(score.asked.id), escaped(score.asked.title), escaped(score.why)) for score in scores]


def _case(score: Score) -> str:
    """Return the reduced phase of a failure as a case file."""
    if score.finding is None or score.judged is None:
        return ""
    question, rules = score.finding.question, score.judged.rules
    try:
        return case_text(question, id=f"{score.asked.id}-reduced", title=score.why, rules=rules)
    except StandoffError as fault:
        return f"# {' '.join(str(fault).split())}\n"


def as_object(card: Card) -> Json:
    """Return the card for programs (`SCHEMA`)."""
    fit = card.rulebook_fit

    def counts(suite: str, section: str | None = None) -> Json:
        return {mark.name.lower(): card.count(mark, suite, section) for mark in Mark}

    return {
        "version": VERSION,
        "standoff": version("standoff"),
        "peer": {"name": card.peer, "version": card.version},
        "datc": card.datc,
        "rulebook": {
            **rules_object(fit.nearest),
            "named": fit.rules is not None,
            "claimed": fit.claimed,
            "heeds": fit.varies,
            "fits": fit.fits,
            "phases": fit.phases,
        },
        "good": card.good,
        "compared": {"cases": card.compared, "of": len(card.scores), "enough": card.enough},
        "departures": [
            {
                "option": one.option,
                "choice": one.choice,
                "issue": one.issue,
                "for": one.weighed.with_choice,
                "against": one.weighed.contradictions,
                "cases": list(one.cases),
            }
            for one in card.departures
        ],
        **card.coverage.as_object(),
        "choices": [
            {"choice": name, "for": one.with_choice, "against": one.contradictions}
            for name, one in sorted(card.choices().items())
        ],
        "suites": {suite: counts(suite) for suite in SUITES if card.asks(suite)},
        "sections": [
            {"suite": suite, "section": section, **counts(suite, section)} for suite, section in card.sections()
        ],
        "cases": [_score_object(score) for score in card.scores],
    }


def _score_object(score: Score) -> Json:
    case, finding = score.asked, score.finding
    return {
        "id": case.id,
        "title": case.title,
        "suite": case.suite,
        "section": case.section,
        **rules_object(case.rules),
        "mark": score.mark.name.lower(),
        "why": score.why,
        "seconds": round(score.seconds, 3),
        "not_compared": [part.value for part in Part if part in score.missing],
        "fault": score.cause.name if score.cause and score.cause.known else None,
        "group": score.group if score.mark is Mark.FAILED else None,
        "reduced": None if finding is None else {"units": finding.units, "request": finding.request},
    }


def write_card(card: Card, folder: Path) -> None:
    """Write ``score.md`` and ``score.json`` into a folder.

    Raises:
        ScoreError: They cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / "score.md", markdown(card))
        write_whole(folder / "score.json", json.dumps(as_object(card), ensure_ascii=False, indent=1) + "\n")
    except OSError as fault:
        raise ScoreError(f"{folder}: {fault.strerror}") from None


def marks_in(baseline: Path) -> dict[str, str]:
    """Return the mark of each case in an earlier ``score.json``, by its id.

    Raises:
        ScoreError: It is not such a file.
    """
    try:
        data = json_object(read_file(baseline))
        cases = cast(Sequence[Json], data["cases"])
        return {str(case["id"]): str(case["mark"]) for case in cases}
    except OSError as fault:
        raise ScoreError(f"{baseline}: {fault.strerror}") from None
    except (JsonError, KeyError, TypeError) as fault:
        raise ScoreError(f"{baseline}: not an earlier score.json ({type(fault).__name__}: {fault})") from None


# -- the next step ----------------------------------------------------------------------------------


_PHASES = ("movement phases", "retreat phases", "adjustment phases")
"""What the templates declare as unsupported."""


def next_step(card: Card, spec: str) -> str:
    """Return the next step for the author of an adjudicator.

    Args:
        card: The card.
        spec: The name of the peer on the command line.
    """
    unasked = [score for score in card.scores if score.mark is Mark.UNSUPPORTED]
    if len(unasked) == len(card.scores):
        first = min(unasked, key=lambda score: not score.asked.id.startswith("datc-6."))
        what = f"let it answer {first.why}" if first.why in _PHASES else f"no case is asked, because of: {first.why}"
        return f"next: {what}\n{_question(first)}"
    faults = card.faults()
    if faults:
        first = faults[0]
        again = f"standoff crosscheck {shlex.quote(spec)} --question {first.scores[0].asked.id}"
        return f"next: {counted(len(first.scores), 'failure')} of one kind; one of them, order by order: {again}"
    if (missing := _lacking_a_phase_type(unasked)) is not None:
        return f"next: {missing.why}; such a case is {missing.asked.id}\n{_question(missing)}"
    return f"next: random turns and whole games: standoff crosscheck {shlex.quote(spec)} --random 2000 --whole-games 20"


def _lacking_a_phase_type(unasked: list[Score]) -> Score | None:
    """Return a case that only lacks support for a phase type, retreats first; None if there is none."""
    some = [score for score in unasked if score.why in _PHASES]
    return min(some, key=lambda score: _PHASES.index(score.why), default=None)


def _question(score: Score) -> str:
    """Return the first question of a case that the peer does not answer, and its answer, as lines."""
    entries = exported(library(score.asked.id), score.asked.rules.preset, choices=False)["cases"]
    kind = score.why.removesuffix(" phases")
    one = next((entry for entry in entries if entry["phase"] == kind), entries[0])
    answer = {"id": one["id"], **one["required"]}
    return "\n".join(["it is asked", f"  {json.dumps(one['request'])}", "and should answer", f"  {json.dumps(answer)}"])
