"""The pages of the book: one per case, the list of all, the paradoxes, the rulebooks; templates define the layout."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ...cases import Case, CasePhase, fields_of, play_case, rulebooks_of, title_in
from ...map import LANGUAGES, Position
from ...pictures import (
    LIGHT,
    SHOWN,
    Style,
    crop_of,
    draw,
    draw_strengths,
    phase_words,
    scene_of_position,
    scene_of_result,
    sheet,
)
from ...solver import (
    OPTIONS,
    PRESETS,
    MovementResult,
    PhaseResult,
    Rulebook,
    explain,
    rulebook,
)
from ...text import Translator, counted, details, html_filled, message, titles_of, translator_for
from ...turn import Comparison, Resolutions, Turn, change_in_words, settled_in_words
from ..gallery import CHAPTERS, chapter_of
from ..opening import of_case
from ..start import fragment_of

Values = dict[str, Any]
"""The values of a template."""


class Link(NamedTuple):
    """A text and its target; `spoken` is the text in other languages."""

    text: str
    href: str = ""
    spoken: Mapping[str, str] = {}


class CaseEntry(NamedTuple):
    """A case in the list: its file name, number, title and chapter.

    `spoken` is the title in other languages.
    """

    file: str
    number: str
    title: str
    chapter: str
    spoken: Mapping[str, str]

    @property
    def link(self) -> Link:
        """The number and the title, with a link to the page."""
        spoken = {language: f"{self.number}: {title}" for language, title in self.spoken.items()}
        return Link(f"{self.number}: {self.title}", self.file, spoken)


_FOREIGN = [language for language in LANGUAGES if language != "en"]


def entry_of(case: Case) -> CaseEntry:
    """Return the entry of a case in the list."""
    chapter = chapter_of(case)
    file = re.sub(r"[^\w.\-]", "_", case.id) + ".html"
    spoken = {language: title_in(case.id, case.title, language) for language in _FOREIGN}
    return CaseEntry(file, case.id.removeprefix("datc-"), case.title, CHAPTERS.get(chapter, chapter), spoken)


# -- a case -----------------------------------------------------------------------------------------------------------


def case_page(case: Case, before: CaseEntry | None, after: CaseEntry | None, *, site: tuple[str, ...] = ()) -> str:
    """Return the page of a case.

    Args:
        case: The case.
        before, after: Its neighbors in the book.
        site: What is in the folder above the book: nothing, or ``page``, perhaps ``docs``.
    """
    entry = entry_of(case)
    rules = rulebook(case.rules[0], **case.options)
    return html_filled(
        "case.html",
        title=entry.link.text,
        spoken=entry.link.spoken,
        source=case.head.get("source", ""),
        rules=Link(rules.name, f"../options.html#{rules_id(case.rules[0])}"),
        concerned=[Link(name, f"../options.html#option-{name}") for name in _options_of(case)],
        notes=case.notes,
        site=site,
        open=site and f"../../index.html{fragment_of(of_case(case))}",
        phases=[
            _phase(case, phase, result, position, rules, number)
            for number, (phase, result, position) in enumerate(play_case(case, rules))
        ],
        before=before and before.link,
        after=after and after.link,
    )


def _options_of(case: Case) -> list[str]:
    """Return the options that concern a case: those of its disputed issue, and those that it sets."""
    issue = case.head.get("choice", "")
    named = [name for name, option in OPTIONS.items() if issue and option.issue == issue]
    named.extend(case.options)
    for rules, _ in rulebooks_of(case):
        named.extend(re.findall(r"(\w+)=", rules.name))
    return [name for name in dict.fromkeys(named) if name in OPTIONS]


def rules_id(name: str) -> str:
    """Return the anchor of a rulebook."""
    return f"rules-{name}"


def preset_links(names: Iterable[str]) -> list[Link]:
    """Return links to rulebooks from a page in a subfolder of the site; a user's own rulebook has none."""
    return [Link(name, f"../options.html#{rules_id(name)}" if name in PRESETS else "") for name in names]


def _phase(case: Case, phase: CasePhase, result: PhaseResult, after: Position, rules: Rulebook, number: int) -> Values:
    """Return one phase of a case: the pictures, the orders with results and reasons, the other rulebooks."""
    compared = Turn(result.before, board=case.board, **fields_of(phase)).compare(rules)
    orders_svg, after_svg = _pictures(case, result, after, rules, number)
    resolutions = _resolutions_of(case, result, rules)
    return {
        "name": phase_words(result.before.phase),
        "orders_svg": orders_svg,
        "after_svg": after_svg,
        "rows": list(_rows(phase, result)),
        "verdicts": list(_verdicts(compared, translator_for("en", case.board))),
        "resolutions": None if resolutions is None else _how_many(resolutions),
        "resolutions_svg": None if resolutions is None else draw(resolutions, prefix=f"p{number}r-").svg,
    }


def _pictures(case: Case, result: PhaseResult, after: Position, rules: Rulebook, number: int) -> tuple[str, str]:
    board = case.board
    heading = phase_words(result.before.phase)
    scene = scene_of_result(result, board, rules=rules, heading=heading)
    # the position afterwards, with retreats if units are dislodged
    left = replace(after, contested=result.after.contested) if after.dislodged else after
    next_scene = scene_of_position(left, board, rules=rules, heading=f"Afterwards: {phase_words(after.phase)}")
    box = crop_of([scene, next_scene])
    first = f"p{number}a-"
    one = sheet([scene], Style(LIGHT, prefix=first), crop=box, units_of=[next_scene])
    two = sheet([next_scene], Style(LIGHT, prefix=f"p{number}b-", shared=first), crop=box)
    return one.svg, two.svg


def _rows(phase: CasePhase, result: PhaseResult) -> Iterator[Values]:
    texts = {written.order: written.text for written in phase.orders}
    strengths: dict[object, Sequence[str]] = {}
    bars: dict[object, str] = {}
    if isinstance(result, MovementResult):
        translator = translator_for("en", result.assignment.board)
        titles = titles_of(result, translator)
        for one in explain(result):
            strengths[one.result.order] = details(one, translator, titles)
            if one.versus:
                bars[one.result.order] = draw_strengths(one, result.assignment.board).svg
    power = ""
    for order_result in result:
        own, order, text = order_result.order.power.capitalize(), str(order_result.order), texts.get(order_result.order)
        yield {
            "power": own if own != power else "",
            "order": order,
            "written": text if text != order else None,
            "outcome": ", ".join(order_result.words),
            "success": order_result.success,
            "why": order_result.text,
            "strengths": strengths.get(order_result.order, ()),
            "bars": bars.get(order_result.order, ""),
        }
        power = own


def _verdicts(comparison: Comparison, translator: Translator) -> Iterator[Values]:
    """Yield the outcomes of the phase under other rulebooks and single options; nothing if all agree."""
    alike = comparison.agree and len(comparison.outcomes[0].settled) == 1
    for verdict in () if alike else comparison:
        yield {
            "names": [
                *preset_links(verdict.rulebooks),
                *(Link(one, f"../options.html#option-{one.partition('=')[0]}") for one in verdict.choices),
            ],
            "settled": [*settled_in_words(verdict.settled, translator)],
            "changes": [
                {"text": change_in_words(change, translator), "why": change.after and change.after.text}
                for change in verdict.changes
            ],
            "retreats": verdict.retreats,
        }


def _resolutions_of(case: Case, result: PhaseResult, rules: Rulebook) -> Resolutions | None:
    """Return all resolutions of a movement phase that has a paradox."""
    if not isinstance(result, MovementResult) or not result.solution.paradoxes:
        return None
    return Turn(result.before, result.orders, rules, board=case.board).resolutions()


def _how_many(resolutions: Resolutions) -> str:
    count = resolutions.count
    shown = f"{counted(count, 'consistent resolution', 'No')} before any rule for paradoxes"
    return shown if count <= SHOWN else f"{shown}; the first {SHOWN} are drawn"


# -- the other pages --------------------------------------------------------------------------------------------------


def index_page(entries: Iterable[CaseEntry], *, atlas: bool = False, site: tuple[str, ...] = ()) -> str:
    """Return the list of all cases, with the search.

    Args:
        entries: The cases.
        atlas: True for a link to the atlas of paradoxes.
        site: What is in the folder above the book: nothing, or ``page``, perhaps ``docs``.
    """
    chapters: dict[str, list[CaseEntry]] = {}
    for entry in entries:
        chapters.setdefault(entry.chapter, []).append(entry)
    spoken = {chapter: {language: message(chapter, language) for language in _FOREIGN} for chapter in chapters}
    return html_filled("index.html", chapters=chapters, spoken=spoken, atlas=atlas, site=site)


def paradox_section(case: Case) -> Values | None:
    """Return the section of a case in the chapter on paradoxes, with all resolutions drawn; None if there is none."""
    rules = rulebook(case.rules[0], **case.options)
    for number, (_, result, _) in enumerate(play_case(case, rules)):
        resolutions = _resolutions_of(case, result, rules)
        if resolutions is None or not isinstance(result, MovementResult):
            continue
        if all(paradox.kind == "circular movement" for paradox in resolutions.paradoxes):
            continue
        prefix = re.sub(r"\W", "-", f"case-{case.id}-{number}-")
        return {
            "id": prefix.strip("-"),
            "entry": entry_of(case),
            "names": [paradox.title for paradox in resolutions.paradoxes],
            "orders": [f"{one.power.capitalize()}: {one}" for one in result.orders],
            "svg": draw(resolutions, prefix=prefix).svg,
        }
    return None


def paradoxes_page(sections: Iterable[Values], *, site: tuple[str, ...] = ()) -> str:
    """Return the chapter on paradoxes."""
    return html_filled("paradoxes.html", sections=list(sections), site=site)


def options_page(cases: Iterable[Case], *, site: tuple[str, ...] = ()) -> str:
    """Return the rulebooks and their options, with the cases that concern each."""
    concerned: dict[str, list[Link]] = {}
    for case in cases:
        entry = entry_of(case)
        for name in _options_of(case):
            concerned.setdefault(name, []).append(Link(entry.number, f"cases/{entry.file}"))
    presets = [
        {
            "id": rules_id(name),
            "name": name,
            "departures": [(option, word) for option, word in rules.items() if word != OPTIONS[option].default],
        }
        for name, rules in PRESETS.items()
    ]
    return html_filled("options.html", presets=presets, options=OPTIONS, concerned=concerned, site=site)
