"""The score card as text, Markdown, a page, JSON, JUnit XML and a badge."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

from ...map import StandoffError
from ...map.json_values import Json
from ...text.counting import counted
from ...text.html import file, filled
from ...text.markdown import block, table
from ...turn.codec import rules_object
from ...work.whole_files import write_whole
from ..adapters.peer import UNKNOWN
from ..crosscheck.case_text import case_text
from ..crosscheck.differences import settled
from .card import Card, FaultShown, Mark, Score
from .questions import SECTIONS, SUITES

SCHEMA = "score.schema.json"
"""The file of the package that describes `as_object`, as a JSON schema."""

_COLUMNS = ("suite", "section", *(mark.value for mark in Mark))


class ScoreError(StandoffError):
    """A baseline cannot be read, or a file cannot be written."""


def title(card: Card) -> str:
    """Return the peer with its version."""
    return card.peer if card.version == UNKNOWN else f"{card.peer} {card.version}"


def share(card: Card, suite: str = "datc") -> str:
    """Return how many cases of a suite are passed, of those that can be asked; a choice is no failure."""
    good = card.count(Mark.PASSED, suite) + card.count(Mark.CHOICE, suite)
    return f"{good} of {good + card.count(Mark.FAILED, suite)}"


def rows(card: Card) -> list[tuple[object, ...]]:
    """Return the rows of the table: suite, section, and the number of cases with each mark."""
    return [
        (suite, f"{section} {SECTIONS.get(section, '')}".strip(), *(card.count(mark, suite, section) for mark in Mark))
        for suite, section in card.sections()
    ]


def departures(card: Card) -> str:
    """Return the rulebook that fits best, with the options in which the peer departs from its preset."""
    shown = rules_object(card.rules)
    options = ", ".join(f"{name}={choice}" for name, choice in shown.get("options", {}).items())
    return f"`{shown['rules']}`" + (f" with `{options}`" if options else "")


def markdown(card: Card) -> str:
    """Return the card for people."""
    return "\n".join(text for text, _ in _parts(card))


def _parts(card: Card) -> Iterator[tuple[str, Sequence[Score]]]:
    """Yield the card as Markdown, and behind each part the failed cases of which a page shows pictures."""
    about = "; ".join(f"{about}: {share(card, suite)}" for suite, about in SUITES.items() if card.asks(suite))
    lines = [
        f"# Score card: {title(card)}\n",
        f"- {about}",
        f"- the rulebook that fits best: {departures(card)}; it has the units and retreats of {card.fits} of "
        f"{counted(card.phases, 'phase')} asked",
        f"- standoff {version('standoff')}\n",
        table(_COLUMNS, rows(card)),
    ]
    yield "\n".join(lines), ()
    faults = card.faults()
    if faults:
        yield "## Failed\n", ()
        for fault in faults:
            yield _fault(fault), fault.scores
    for mark, heading in ((Mark.CHOICE, "Choices"), (Mark.CANNOT, "Not asked")):
        some = [score for score in card.scores if score.mark is mark]
        if some:
            yield f"## {heading}\n\n" + table(("case", "title", "why"), map(_row, some)), ()
    said = [score.asked.id for score in card.scores if score.otherwise]
    if said:
        yield (
            "## In other words\n\nThe units and retreats are the same, but something else is said of an order: "
            f"{', '.join(said)}.\n",
            (),
        )


def _row(score: Score) -> tuple[str, str, str]:
    return score.asked.id, score.asked.title, score.why


def _fault(fault: FaultShown) -> str:
    lines = [f"### {fault.name}\n"]
    if fault.entry is not None:
        lines.append(f"A known fault: {fault.entry.title} ({fault.entry.rule}).\n")
    lines.append(table(("case", "title", "why"), map(_row, fault.scores)))
    if fault.smallest is not None:
        lines.append(f"Reduced to {counted(fault.smallest.units, 'unit')}:\n")
        lines.append(block(_case(fault.scores[0])))
    return "\n".join(lines)


def _case(score: Score) -> str:
    """Return the reduced phase of a failure as a case file."""
    if score.finding is None or score.rules is None:
        return ""
    try:
        return case_text(score.finding.question, id=f"{score.asked.id}-reduced", title=score.why, rules=score.rules)
    except StandoffError as fault:
        return f"# {fault}\n"


def page(card: Card) -> str:
    """Return the card as a page of HTML that needs no other files, with a picture of each failed case."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    parts = [
        {
            "body": reader.render(text),
            "figures": [
                {"caption": f"{score.asked.id}: {score.asked.title}", "source": drawn}
                for score in failed
                if (drawn := _picture(card, score))
            ],
        }
        for text, failed in _parts(card)
    ]
    return filled("score.html", title=title(card), style=file("style.css"), badge=badge(card), parts=parts)


def _picture(card: Card, score: Score) -> str:
    """Return the phase of a failed case, as standoff settles it beside what the peer makes of it, as a data URL."""
    if score.question is None or score.answer is None or score.rules is None:
        return ""
    from ..crosscheck.picture import draw_difference

    result = settled(score.question, score.rules)
    svg = draw_difference(score.question, result, score.answer, score.rules, title(card)).svg
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()


def as_object(card: Card) -> Json:
    """Return the card for programs, as the schema `SCHEMA` describes it."""
    return {
        "standoff": version("standoff"),
        "peer": {"name": card.peer, "version": card.version},
        **rules_object(card.rules),
        "fits": card.fits,
        "phases": card.phases,
        "sections": [
            {
                "suite": suite,
                "section": section,
                **{mark.name.lower(): card.count(mark, suite, section) for mark in Mark},
            }
            for suite, section in card.sections()
        ],
        "cases": [_score_object(score) for score in card.scores],
    }


def _score_object(score: Score) -> Json:
    asked, finding = score.asked, score.finding
    return {
        "id": asked.id,
        "title": asked.title,
        "suite": asked.suite,
        "section": asked.section,
        **rules_object(asked.rules),
        "mark": score.mark.name.lower(),
        "why": score.why,
        "said_otherwise": score.otherwise,
        "fault": score.entry.name if score.entry else None,
        "reduced": None if finding is None else {"units": finding.units, "request": finding.request},
    }


def as_json(card: Card) -> str:
    """Return `as_object` as text."""
    return json.dumps(as_object(card), ensure_ascii=False, indent=1) + "\n"


def junit(card: Card) -> str:
    """Return the card as JUnit XML: a case of the library is a test case, its section the class."""
    root = ElementTree.Element("testsuites")
    for suite in dict.fromkeys(score.asked.suite for score in card.scores):
        some = [score for score in card.scores if score.asked.suite == suite]
        node = ElementTree.SubElement(
            root,
            "testsuite",
            name=suite,
            tests=str(len(some)),
            failures=str(card.count(Mark.FAILED, suite)),
            errors="0",
            skipped=str(card.count(Mark.CANNOT, suite)),
        )
        for score in some:
            case = ElementTree.SubElement(
                node, "testcase", classname=f"{suite}.{score.asked.section}", name=score.asked.id, time="0"
            )
            if score.mark is Mark.FAILED:
                failure = ElementTree.SubElement(case, "failure", message=_xml(score.why))
                failure.text = _xml(_case(score))
            elif score.mark is Mark.CANNOT:
                ElementTree.SubElement(case, "skipped", message=_xml(score.why))
            elif score.why:
                ElementTree.SubElement(case, "system-out").text = _xml(f"{score.mark}: {score.why}")
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _xml(text: str) -> str:
    return "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in text)


def badge(card: Card) -> str:
    """Return a badge as SVG: how many cases of the DATC are passed; gray if none was asked."""
    asked = sum(card.count(mark, "datc") for mark in (Mark.PASSED, Mark.CHOICE, Mark.FAILED))
    about, number = "DATC", share(card) if asked else "not asked"
    color = "#999" if not asked else "#c80" if card.count(Mark.FAILED, "datc") else "#4c1"
    left, right = 8 * len(about) + 12, 7 * len(number) + 14
    return filled("badge.svg", about=about, number=number, color=color, left=left, right=right)


FILES: dict[str, Callable[[Card], str]] = {
    "score.md": markdown,
    "score.html": page,
    "score.json": as_json,
    "junit.xml": junit,
    "badge.svg": badge,
}
"""The files of a score card, and what each holds."""


def write(card: Card, folder: Path) -> None:
    """Write the `FILES` of a card into a folder.

    Raises:
        ScoreError: They cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in FILES.items():
            write_whole(folder / name, text(card))
    except OSError as fault:
        raise ScoreError(f"{folder}: {fault.strerror}") from None


def passed_in(baseline: Path) -> list[str]:
    """Return the ids of the cases that an earlier ``score.json`` has not as failed.

    Raises:
        ScoreError: It is not such a file.
    """
    try:
        data: Any = json.loads(baseline.read_text(encoding="utf-8"))
        cases = cast(Sequence[Json], data["cases"])
        return [str(case["id"]) for case in cases if case["mark"] in ("passed", "choice")]
    except OSError as fault:
        raise ScoreError(f"{baseline}: {fault.strerror}") from None
    except (ValueError, KeyError, TypeError) as fault:
        raise ScoreError(f"{baseline}: not an earlier score.json ({type(fault).__name__}: {fault})") from None


MOST_SHOWN = 12
"""So many cases of a fault are named on the terminal; the files of a report name all."""


def summary(card: Card) -> Iterable[str]:
    """Yield a line for each fault, for the terminal."""
    for fault in card.faults():
        shown = [score.asked.id for score in fault.scores[:MOST_SHOWN]]
        if len(fault.scores) > MOST_SHOWN:
            shown.append(f"and {len(fault.scores) - MOST_SHOWN} more")
        ids = ", ".join(shown)
        smallest = f"; reduced to {counted(fault.smallest.units, 'unit')}" if fault.smallest else ""
        yield f"failed: {fault.name} ({ids}{smallest})"
