"""The pages of the book: one per case, the list of all cases, the paradoxes, the rulebooks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ...cases.case import Case, CasePhase
from ...cases.run import counted_orders, play_case, rulebooks_of
from ...map import Position
from ...map.drawing.geometry import geometry_of
from ...pictures.draw import draw
from ...pictures.paint import Style
from ...pictures.panels import SHOWN
from ...pictures.positions import phase_words, scene_of_position
from ...pictures.result_scenes import scene_of_result
from ...pictures.sheet import crop_of, sheet
from ...pictures.theme import LIGHT
from ...solver import (
    OPTIONS,
    PRESETS,
    Comparison,
    MovementResult,
    Order,
    OrderResult,
    PhaseResult,
    Rulebook,
    compare,
    explain,
    resolutions,
    rulebook,
)
from ...text.counting import counted
from .html import link, listed, page, tag, words


@dataclass(frozen=True, slots=True)
class CaseEntry:
    """A case in the list: its id, its number, its title, the chapter it stands in."""

    id: str
    number: str
    title: str
    chapter: str


_CHAPTERS = {
    "datc-3.0": "DATC 3.0: positions that 3.2 replaced",
    "datc-4": "DATC 4: the examples of its disputable issues",
    "datc-6a": "DATC 6.A: basic checks",
    "datc-6b": "DATC 6.B: coasts",
    "datc-6c": "DATC 6.C: circular movement",
    "datc-6d": "DATC 6.D: supports and dislodgement",
    "datc-6e": "DATC 6.E: head-to-head battles and beleaguered garrisons",
    "datc-6f": "DATC 6.F: convoys",
    "datc-6g": "DATC 6.G: convoys to adjacent provinces",
    "datc-6h": "DATC 6.H: retreats",
    "datc-6i": "DATC 6.I: builds",
    "datc-6j": "DATC 6.J: civil disorder and disbands",
    "czech1962": "The Czech edition of 1962",
    "rules-1982-czech": "The rulebook of 1982",
    "rules-2000-russian": "The rulebook of 2000, Russian edition",
    "sample-game-1982": "Sample game of 1982",
    "sample-game-2000": "Sample game of 2000",
    "variants": "Fewer than seven players",
    "wiki-orders-czech": "A Czech page on orders",
    "writing": "How orders are written",
}


def entry_of(case: Case) -> CaseEntry:
    """Return how a case stands in the list."""
    chapter = case.file.removesuffix(".txt")
    return CaseEntry(case.id, case.id.removeprefix("datc-"), case.title, _CHAPTERS.get(chapter, chapter))


def file_of(case_id: str) -> str:
    """Return the name of a case's page.

    >>> file_of("datc-6.F.14")
    'datc-6.F.14.html'
    """
    return re.sub(r"[^\w.\-]", "_", case_id) + ".html"


# -- a case -----------------------------------------------------------------------------------------------------------


def case_page(case: Case, before: CaseEntry | None, after: CaseEntry | None) -> str:
    """Return the page of a case.

    Args:
        case: The case.
        before, after: Its neighbors in the book.
    """
    entry = entry_of(case)
    rules = rulebook(case.rules[0], **case.options)
    content = [_neighbors(before, after), tag("h1", words(f"{entry.number}: {case.title}")), _facts(case, rules)]
    played = list(play_case(case, rules))
    for number, (phase, result, position) in enumerate(played):
        content.append(_phase(case, phase, result, position, rules, number, several=len(played) > 1))
    content.append(_neighbors(before, after))
    return page(f"{entry.number}: {case.title}", *content, root="../", script=True)


def _neighbors(before: CaseEntry | None, after: CaseEntry | None) -> str:
    one = link(file_of(before.id), f"← {before.number}: {before.title}", rel="prev") if before else tag("span")
    two = link(file_of(after.id), f"{after.number}: {after.title} →", rel="next") if after else tag("span")
    return tag("div", one, two, class_="turns")


def _facts(case: Case, rules: Rulebook) -> str:
    facts: list[str] = []
    source = case.head.get("source", "")
    if source.startswith(("http://", "https://")):
        facts.append("Source: " + link(source, source))
    elif source:
        facts.append(words(f"Source: {source}"))
    facts.append("Rulebook: " + link(f"../options.html#{rules_id(case.rules[0])}", rules.name))
    concerned = _options_of(case)
    if concerned:
        shown = ", ".join(link(f"../options.html#option-{name}", name) for name in concerned)
        facts.append(f"Options concerned: {shown}")
    facts.extend(words(note) for note in case.notes)
    return listed(facts, class_="facts")


def _options_of(case: Case) -> list[str]:
    """Return the options that a case speaks of: those of its disputable issue, and those that it sets."""
    issue = case.head.get("choice", "")
    found = [option.name for option in OPTIONS if issue and option.issue == issue]
    found.extend(case.options)
    for rules, _ in rulebooks_of(case):
        found.extend(re.findall(r"(\w+)=", rules.name))
    known = {option.name for option in OPTIONS}
    return [name for name in dict.fromkeys(found) if name in known]


def rules_id(name: str) -> str:
    """Return the anchor of a rulebook."""
    return f"rules-{name}"


def _phase(
    case: Case,
    phase: CasePhase,
    result: PhaseResult,
    following_position: Position,
    rules: Rulebook,
    number: int,
    *,
    several: bool,
) -> str:
    """Return one phase of a case: the pictures, the orders with results and reasons, the other rulebooks."""
    head = [tag("h2", words(phase_words(result.before.phase)))] if several else []
    heading = "h3" if several else "h2"
    compared = compare(
        result.before,
        lambda under: counted_orders(phase, result.before, under, case.board),
        rules=rules,
        board=case.board,
    )
    return tag(
        "section" if several else "div",
        *head,
        _pictures(case, result, following_position, rules, number),
        _orders(phase, result),
        _others(compared, heading),
        _resolved(case, result, rules, number, heading),
        class_="phase",
    )


def _pictures(case: Case, result: PhaseResult, after: Position, rules: Rulebook, number: int) -> str:
    board, geometry = case.board, geometry_of(case.board)
    heading = phase_words(result.before.phase)
    scene = scene_of_result(result, board, rules=rules, heading=heading)
    # what stands afterwards, and with dislodged units where they may go
    left = replace(after, contested=result.after.contested) if after.dislodged else after
    next_scene = scene_of_position(left, board, rules=rules, heading=f"Afterwards: {phase_words(after.phase)}")
    box = crop_of([scene, next_scene], geometry)
    first = f"p{number}a-"
    shades = LIGHT.shades(board)
    one = sheet([scene], geometry, Style(LIGHT, shades, prefix=first), crop=box, units_of=[next_scene])
    two = sheet([next_scene], geometry, Style(LIGHT, shades, prefix=f"p{number}b-", shared=first), crop=box)
    return tag(
        "div",
        tag("figure", one.svg, tag("figcaption", words("The orders, and what became of them"))),
        tag("figure", two.svg, tag("figcaption", words("The position afterwards"))),
        class_="pair",
    )


def _orders(phase: CasePhase, result: PhaseResult) -> str:
    texts = {written.order: written.text for written in phase.orders}
    reasons: dict[Order, list[str]] = {}
    if isinstance(result, MovementResult):
        explanations = explain(result)
        for explanation in explanations:
            reasons[explanation.result.order] = list(explanation.details())
    rows: list[str] = []
    power = ""
    for found in result:
        own = found.order.power.capitalize()
        rows.append(_row(found, texts.get(found.order), reasons.get(found.order, []), own if own != power else ""))
        power = own
    head = tag("tr", *(tag("th", words(name), scope="col") for name in ("Power", "Order", "Outcome", "Why")))
    return tag("div", tag("table", tag("thead", head), tag("tbody", *rows), class_="orders"), class_="wide")


def _row(found: OrderResult, text: str | None, details: Sequence[str], power: str) -> str:
    outcome = _outcome(found)
    why = words(found.text)
    if details:
        why += tag("details", tag("summary", words("strengths")), tag("pre", words("\n".join(details))))
    written = str(found.order)
    return tag(
        "tr",
        tag("td", words(power)),
        tag("td", words(written), class_="order", title=text if text and text != written else None),
        tag("td", words(outcome), class_="yes" if found.success else "no"),
        tag("td", why),
        data_order=written,
    )


def _others(found: Comparison, heading: str) -> str:
    """Return what other rulebooks and single options make of the phase."""
    if found.agree:
        return tag("p", words("Every rulebook, and every single option, has this outcome."))
    rows: list[str] = []
    for place, verdict in enumerate(found):
        names = [link(f"../options.html#{rules_id(name)}", name) for name in verdict.rulebooks if name in PRESETS]
        names += [words(name) for name in verdict.rulebooks if name not in PRESETS]
        for choice in verdict.choices:
            option = choice.partition("=")[0]
            names.append(link(f"../options.html#option-{option}", choice))
        changes = [
            tag("span", words(str(change.before.order)), class_="order")
            + words(f": {_outcome(change.after)} instead of {_outcome(change.before)}; {change.after.text}")
            for change in verdict.changes
        ]
        changes += [
            words(f"retreats from {one}: {', '.join(new) or 'none'} instead of {', '.join(old) or 'none'}")
            for one, old, new in verdict.retreats
        ]
        told = listed(changes) or words("as above" if not place else "another position afterwards")
        rows.append(tag("tr", tag("td", ", ".join(names)), tag("td", told)))
    head = tag("tr", *(tag("th", words(name), scope="col") for name in ("Rulebooks and options", "Outcome")))
    return tag(heading, words("Under every rulebook")) + tag(
        "div", tag("table", tag("thead", head), tag("tbody", *rows)), class_="wide"
    )


def _outcome(found: OrderResult) -> str:
    return ", ".join(found.words)


def _resolved(case: Case, result: PhaseResult, rules: Rulebook, number: int, heading: str) -> str:
    """Return all resolutions of a movement phase that has a paradox, drawn."""
    if not isinstance(result, MovementResult) or not result.solution.paradoxes:
        return ""
    found = resolutions(result.before, result.orders, rules=rules, board=case.board)
    drawing = draw(found, board=case.board, rules=rules, prefix=f"p{number}r-")
    count = len(found.whole)
    shown = f"{counted(count, 'consistent resolution', 'No')} before any rule for paradoxes"
    if count > SHOWN:
        shown += f"; the first {SHOWN} are drawn"
    return tag(heading, words("All resolutions")) + tag(
        "figure",
        drawing.svg,
        tag("figcaption", words(f"{shown}. Marked: the core; framed: what the rulebook adopts.")),
        class_="maps",
    )


# -- the other pages --------------------------------------------------------------------------------------------------


def index_page(entries: Iterable[CaseEntry], *, atlas: bool = False) -> str:
    """Return the list of all cases, with the search.

    Args:
        entries: The cases.
        atlas: True for a link to the atlas of paradoxes.
    """
    chapters: dict[str, list[CaseEntry]] = {}
    for entry in entries:
        chapters.setdefault(entry.chapter, []).append(entry)
    count = sum(map(len, chapters.values()))
    search = tag(
        "p",
        tag("label", words("Search numbers and titles"), for_="search"),
        "<br>",
        tag("input", type="search", id="search", autocomplete="off"),
        " ",
        tag("span", words(f"{count} cases"), id="count", role="status"),
    )
    sections = [
        tag(
            "section",
            tag("h2", words(chapter)),
            tag(
                "ul",
                *(tag("li", link(f"cases/{file_of(one.id)}", one.number), words(f" {one.title}")) for one in inside),
                class_="cases",
            ),
            class_="chapter",
        )
        for chapter, inside in chapters.items()
    ]
    lead = tag(
        "p",
        words(
            "The cases of the library of standoff: each with its picture, its orders and their results, and what every "
            "rulebook makes of it."
        ),
    )
    if atlas:
        lead += tag("p", link("atlas.html", "The atlas of paradoxes"), words(": all of them, up to a size."))
    return page("The case book", tag("h1", words("The case book")), lead, search, *sections, script=True)


def paradox_section(case: Case) -> str:
    """Return the section of a case in the chapter on paradoxes; nothing if it has none."""
    rules = rulebook(case.rules[0], **case.options)
    for number, (_, result, _) in enumerate(play_case(case, rules)):
        if not isinstance(result, MovementResult) or not result.solution.paradoxes:
            continue
        if all(paradox.kind == "circular movement" for paradox in result.solution.paradoxes):
            continue
        entry = entry_of(case)
        found = resolutions(result.before, result.orders, rules=rules, board=case.board)
        prefix = re.sub(r"\W", "-", f"case-{case.id}-{number}-")
        drawing = draw(found, board=case.board, rules=rules, prefix=prefix)
        names = [component.name for component in found.components if component.name]
        orders = [f"{one.power.capitalize()}: {one}" for one in result.orders]
        return tag(
            "section",
            tag("h2", link(f"cases/{file_of(case.id)}", f"{entry.number}: {case.title}")),
            tag("p", words(", ".join(names).capitalize() + ".")) if names else "",
            listed([tag("span", words(order), class_="order") for order in orders], class_="facts"),
            tag("figure", drawing.svg, class_="maps"),
            id=prefix.strip("-"),
        )
    return ""


def paradoxes_page(sections: Iterable[str]) -> str:
    """Return the chapter on paradoxes."""
    lead = tag(
        "p",
        words(
            "A turn is a set of equations, one for each move, support and convoy. A resolution is an assignment of "
            "success and failure that satisfies all of them; nearly every turn has exactly one. These do not. "
            "Each map shows one resolution: the orders on which they differ, the core, are marked, those that are not "
            "in question are faded, and what the rulebook adopts is framed."
        ),
    )
    return page("Paradoxes", tag("h1", words("Paradoxes")), lead, *sections)


def options_page(cases: Iterable[Case]) -> str:
    """Return the rulebooks and their options, with the cases that concern each."""
    concerned: dict[str, list[CaseEntry]] = {}
    for case in cases:
        for name in _options_of(case):
            concerned.setdefault(name, []).append(entry_of(case))
    presets = [
        tag("h2", words(name), id=rules_id(name))
        + (_departures(rules) or tag("p", words("The first choice of every option.")))
        for name, rules in PRESETS.items()
    ]
    options = [
        tag(
            "section",
            tag("h2", words(option.name), id=f"option-{option.name}"),
            tag("p", words(f"{option.about} ({option.issue})")),
            listed([tag("b", words(choice)) + words(f": {meaning}") for choice, meaning in option.choices.items()]),
            tag(
                "p",
                "Cases: " + ", ".join(link(f"cases/{file_of(one.id)}", one.number) for one in concerned[option.name]),
            )
            if option.name in concerned
            else "",
        )
        for option in OPTIONS
    ]
    return page("Rulebooks and options", tag("h1", words("Rulebooks and options")), *presets, *options)


def _departures(rules: Rulebook) -> str:
    return listed(
        [
            link(f"#option-{option.name}", option.name) + words(f": {rules[option.name]}")
            for option in OPTIONS
            if rules[option.name] != option.default
        ]
    )
