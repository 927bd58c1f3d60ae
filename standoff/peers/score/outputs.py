"""The score card as text, Markdown, a page, JSON, JUnit XML, TAP and a badge."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

from ...cases.case import options_of
from ...map import StandoffError
from ...map.files import read_file
from ...map.json_values import Json
from ...text.counting import counted
from ...text.html import file, filled
from ...text.markdown import block, escaped, table
from ...turn.codec import rules_object
from ...work.whole_files import write_whole
from ..adapters.peer import UNKNOWN, UNTOLD
from ..crosscheck.case_text import case_text
from ..crosscheck.differences import settled
from .card import Card, FaultShown, Mark, Score
from .fitting import LEAST_FIT
from .questions import DATC, SECTIONS, SUITES

SCHEMA = "score.schema.json"
"""The file of the package that describes `as_object`, as a JSON schema."""
VERSION = 2
"""The version of that form."""

_COLUMNS = ("suite", "section", *(mark.value for mark in Mark))


class ScoreError(StandoffError):
    """A baseline cannot be read, or a file cannot be written."""


def title(card: Card) -> str:
    """Return the peer with its version."""
    return card.peer if card.version == UNKNOWN else f"{card.peer} {card.version}"


def tally(card: Card, suite: str = DATC) -> str:
    """Return how many cases of a suite are passed, of all; and how many are choices, failed and not asked, if any."""
    counts = {mark: card.count(mark, suite) for mark in Mark}
    words = {
        Mark.CHOICE: counted(counts[Mark.CHOICE], "choice"),
        Mark.FAILED: f"{counts[Mark.FAILED]} failed",
        Mark.CANNOT: f"{counts[Mark.CANNOT]} not asked",
    }
    rest = [text for mark, text in words.items() if counts[mark]]
    return ", ".join([f"{counts[Mark.PASSED]} of {sum(counts.values())} passed", *rest])


def rows(card: Card) -> list[tuple[object, ...]]:
    """Return the rows of the table: suite, section, and the number of cases with each mark."""
    return [
        (suite, f"{section} {SECTIONS.get(section, '')}".strip(), *(card.count(mark, suite, section) for mark in Mark))
        for suite, section in card.sections()
    ]


def rulebook_line(card: Card) -> str:
    """Return a sentence on the rulebook that the peer follows, with the options in which it departs from its preset."""
    follows = card.follows
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


def untold_line(card: Card) -> str:
    """Return a sentence on answers that do not tell retreats; "" if there are none."""
    return UNTOLD.format(counted(card.untold, "phase")) if card.untold else ""


def markdown(card: Card) -> str:
    """Return the card for people."""
    return "\n".join(text for text, _ in _parts(card))


def _parts(card: Card) -> Iterator[tuple[str, Sequence[Score]]]:
    """Yield the card as Markdown, and with each part the failed cases of which a page shows pictures."""
    lines = [
        f"# Score card: {escaped(title(card))}\n",
        *(f"- {about}: {tally(card, suite)}" for suite, about in SUITES.items() if card.asks(suite)),
        f"- {rulebook_line(card)}",
        *([f"- {untold_line(card)}"] if card.untold else []),
        f"- standoff {version('standoff')}\n",
        table(_COLUMNS, rows(card)),
    ]
    yield "\n".join(lines), ()
    faults = card.faults()
    if faults:
        yield "## Failed\n", ()
        for fault in faults:
            yield _fault(fault), fault.scores
    for mark, heading, about in ((Mark.CHOICE, "Choices", _choices(card)), (Mark.CANNOT, "Not asked", "")):
        some = [score for score in card.scores if score.mark is mark]
        if some:
            yield f"## {heading}\n\n{about}" + table(("case", "title", "why"), map(_row, some)), ()
    otherwise = [score.asked.id for score in card.scores if score.otherwise]
    if otherwise:
        yield (
            "## In other words\n\nThe units and retreats are the same, but something else is said of an order: "
            f"{', '.join(otherwise)}.\n",
            (),
        )


def _choices(card: Card) -> str:
    """Return the evidence for each choice and against it."""
    rows = [(f"`{name}`", one.with_choice, one.against) for name, one in sorted(card.choices().items())]
    about = (
        "Of the questions that would come out otherwise without a choice, and of those where it changes nothing and "
        "the answer looks the same: how many speak for it, how many against it.\n\n"
    )
    return about + table(("choice", "for", "against"), rows) + "\n" if rows else ""


def _row(score: Score) -> tuple[str, str, str]:
    return escaped(score.asked.id), escaped(score.asked.title), escaped(score.why)


def _fault(fault: FaultShown) -> str:
    lines = [f"### {escaped(fault.name)}\n"]
    if fault.entry is not None:
        where = f", found in {', '.join(sorted(fault.entry.found))}" if fault.entry.found else ""
        lines.append(f"A known fault{where}: {fault.entry.title} ({fault.entry.rule}).\n")
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
        return f"# {' '.join(str(fault).split())}\n"


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
    """Return a picture of a failed phase, as standoff settles it and as the peer does, as a data URL."""
    if score.question is None or score.answer is None or score.rules is None:
        return ""
    from ..crosscheck.picture import draw_difference

    result = settled(score.question, score.rules)
    svg = draw_difference(score.question, result, score.answer, score.rules, title(card)).svg
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()


def as_object(card: Card) -> Json:
    """Return the card for programs, as the schema `SCHEMA` describes it."""
    follows = card.follows

    def counts(suite: str, section: str | None = None) -> Json:
        return {mark.name.lower(): card.count(mark, suite, section) for mark in Mark}

    return {
        "version": VERSION,
        "standoff": version("standoff"),
        "peer": {"name": card.peer, "version": card.version},
        "follows": {
            **rules_object(follows.nearest),
            "named": follows.rules is not None,
            "claimed": follows.claimed,
            "heeds": follows.heeds,
            "fits": follows.fits,
            "phases": follows.phases,
        },
        "retreats_not_told": card.untold,
        "choices": [
            {"choice": name, "for": one.with_choice, "against": one.against}
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
        "said_otherwise": score.otherwise,
        "fault": score.entry.name if score.entry else None,
        "group": score.group if score.mark is Mark.FAILED else None,
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
            skipped=str(card.count(Mark.CANNOT, suite) + card.count(Mark.CHOICE, suite)),
            time=f"{sum(score.seconds for score in some):.3f}",
        )
        for score in some:
            case, seconds = score.asked, f"{score.seconds:.3f}"
            element = ElementTree.SubElement(
                node, "testcase", classname=f"{suite}.{case.section}", name=case.id, time=seconds
            )
            if score.mark is Mark.FAILED:
                failure = ElementTree.SubElement(element, "failure", type=_xml(score.group), message=_xml(score.why))
                failure.text = _xml(_case(score))
            elif score.mark is not Mark.PASSED:  # a choice is neither passed nor failed
                message = f"{score.mark}: {score.why}"
                ElementTree.SubElement(element, "skipped", type=score.mark.name.lower(), message=_xml(message))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def tap(card: Card) -> str:
    """Return the card in the Test Anything Protocol, version 14: a choice is a case to be done, not a failure."""
    lines = ["TAP version 14", f"1..{len(card.scores)}"]
    for number, score in enumerate(card.scores, 1):
        good = score.mark in (Mark.PASSED, Mark.CANNOT)
        note = {Mark.CHOICE: f" # TODO choice: {score.why}", Mark.CANNOT: f" # SKIP {score.mark}: {score.why}"}
        name = re.sub(r"([\\#])", r"\\\1", f"{score.asked.id}: {score.asked.title}")
        lines.append(_line(f"{'' if good else 'not '}ok {number} - {name}" + note.get(score.mark, "")))
        lines += ["  ---", f"  duration_ms: {1000 * score.seconds:.3f}"]
        if score.mark is Mark.FAILED:
            lines += [f"  message: {_quoted(score.why)}", f"  group: {_quoted(score.group)}"]
            turn = _case(score)
            lines += ["  turn: |", *(f"    {_line(line)}".rstrip() for line in turn.splitlines())] if turn else []
        lines.append("  ...")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """Return a text as YAML reads it."""
    return json.dumps(_line(text), ensure_ascii=False)


def _line(text: str) -> str:
    return _xml(" ".join(text.split("\n")))


def _xml(text: str) -> str:
    return "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in text)


def badge(card: Card) -> str:
    """Return a badge as SVG: how many cases of the DATC are passed, of all; gray if none was asked.

    It is green only if all are passed, yellow if none failed.
    """
    passed, choices, failed, cannot = (card.count(mark, DATC) for mark in Mark)
    total = passed + choices + failed
    about, number = "DATC", f"{passed} of {total + cannot} passed" if total else "not asked"
    color = "#999" if not total else "#c80" if failed else "#a4a61d" if choices or cannot else "#4c1"
    left, right = 8 * len(about) + 12, 7 * len(number) + 14
    return filled("badge.svg", about=about, number=number, color=color, left=left, right=right)


FILES: dict[str, Callable[[Card], str]] = {
    "score.md": markdown,
    "score.html": page,
    "score.json": as_json,
    "junit.xml": junit,
    "score.tap": tap,
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


def marks_in(baseline: Path) -> dict[str, str]:
    """Return the mark of each case in an earlier ``score.json``, by its id.

    Raises:
        ScoreError: It is not such a file.
    """
    try:
        data: Any = json.loads(read_file(baseline).decode("utf-8"))
        cases = cast(Sequence[Json], data["cases"])
        return {str(case["id"]): str(case["mark"]) for case in cases}
    except OSError as fault:
        raise ScoreError(f"{baseline}: {fault.strerror}") from None
    except (ValueError, KeyError, TypeError, RecursionError) as fault:
        raise ScoreError(f"{baseline}: not an earlier score.json ({type(fault).__name__}: {fault})") from None


MOST_SHOWN = 12
"""This many cases of a fault are named on the terminal; the files of a report name all."""


def summary(card: Card) -> Iterable[str]:
    """Yield a line for each fault, for the terminal."""
    for fault in card.faults():
        shown = [score.asked.id for score in fault.scores[:MOST_SHOWN]]
        if len(fault.scores) > MOST_SHOWN:
            shown.append(f"and {len(fault.scores) - MOST_SHOWN} more")
        ids = ", ".join(shown)
        smallest = f"; reduced to {counted(fault.smallest.units, 'unit')}" if fault.smallest else ""
        yield f"failed: {fault.name} ({ids}{smallest})"
