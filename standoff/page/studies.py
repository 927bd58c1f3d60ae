"""The views *Resolutions* and *Compare* of a turn, ready for display: maps, names of tabs, lines of text.

Both have ``shown``, a list of objects with ``tab`` (a few words), ``heading``, ``lines`` (pairs of bold text and the
rest) and ``picture``; ``lines`` about them all; and ``box``, the part of the map to show.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import zip_longest

from ..map import Board, Json
from ..pictures import Scene, crop_of, scene_of_result, scenes_of_resolutions
from ..solver import OPTIONS, Rulebook, rulebook
from ..text import Translator, message, order_text, translator_for
from ..turn import (
    Comparison,
    Paradox,
    Turn,
    change_in_words,
    paradox_sentence,
    rules_object,
    settled_in_words,
)
from .maps import picture, place_in

NAMES = {
    "2023-book": "2023 to the letter",
    "2025EE": "Era of Empire",
    "dptg": "DPTG",
    "webdiplomacy": "webDiplomacy",
    "1982-czech": "1982 in Czech",
    "2000-russian": "2000 in Russian",
    "czech1962": "1962 in Czech",
}
"""Readers' names of the rulebooks with technical names."""

MOST_IN_A_TAB = 3
"""The most rulebooks and choices that a tab names."""


def resolutions(turn: Turn, theme: str, language: str) -> Json:
    """Return all resolutions of a turn, each with its map, and the cores of its paradoxes.

    >>> from standoff import read
    >>> [one["tab"] for one in resolutions(read("6.F.14"), "light", "en")["shown"]]
    ['Resolution 1 / 2 · adopted', 'Resolution 2 / 2']
    """
    found, translator = turn.resolutions(), translator_for(language, turn.board)
    scenes, _ = scenes_of_resolutions(found, language=language)
    shown: list[Json] = []
    for scene, succeeding in zip_longest(scenes, found.resolutions[: len(scenes)]):
        succeed = [order_text(one, turn.board, language) for one in found.differing if one in (succeeding or ())]
        differs = succeeding is not None and found.count > 1
        shown.append({
            "tab": scene.heading.partition(":")[0] + (f" · {translator.say('adopted')}" if scene.adopted else ""),
            "heading": scene.heading,
            "lines": [["", f"{translator.say('succeed')}: {'; '.join(succeed) or '–'}"]] if differs else [],
            "picture": picture(replace(scene, adopted=False), theme, language),
        })  # fmt: skip
    lines = [paradox_title_and_text(one, translator) for one in found.paradoxes]
    if len(lines) != 1:
        lines.insert(0, ("", f"{translator.say('consistent resolutions')}: {found.count or translator.say('none')}"))
    return {"shown": shown, "lines": lines, "box": crop_of(scenes, always=True)}


def paradox_title_and_text(paradox: Paradox, translator: Translator) -> tuple[str, str]:
    """Return the name and description of a paradox."""
    title, _, description = paradox_sentence(paradox, translator.say, translator.order).partition("; ")
    return f"{title}: ", description


def compared(turn: Turn, theme: str, language: str) -> Json:
    """Return the outcomes of a turn under every rulebook and every single choice, each next to the present one.

    Returns:
        Also ``marked``, the orders that differ, and for each outcome the ``rules`` and ``options`` that lead to it.

    >>> from standoff import read
    >>> [one["tab"] for one in compared(read("6.F.14"), "light", "en")["shown"]][:2]
    ['as now: 2023', '4.A.2: the moves in it fail']
    """
    comparison, translator = turn.compare(), translator_for(language, turn.board)
    changes = [change for outcome in comparison for change in outcome.changes]
    sides = [side.order for change in changes for side in (change.before, change.after) if side]
    marked = frozenset((order.power, str(order)) for order in sides)
    shown: list[Json] = []
    scenes: list[Scene] = []
    for number, outcome in enumerate(comparison):
        rules = _rules_to(outcome.rulebooks, outcome.choices, turn.rules) if number else turn.rules
        scene = scene_of_result(outcome.result, turn.board, rules=rules, language=language)
        scenes.append(replace(scene, emphasis=marked))
        names = [rulebook_title(one, language) for one in outcome.rulebooks]
        brief = names + [_choice(one, language) for one in outcome.choices]
        more = f" + {len(brief) - MOST_IN_A_TAB}" if len(brief) > MOST_IN_A_TAB else ""
        now = f"{translator.say('as now')}: {rulebook_title(turn.rules.preset, language)}"
        shown.append({
            "tab": ", ".join(brief[:MOST_IN_A_TAB]) + more if number else now,
            "heading": "; ".join(names + [_choice(one, language, whole=True) for one in outcome.choices]),
            "lines": list(_lines(comparison, number, turn.board, language)),
            "picture": picture(scenes[-1], theme, language, "w-"),
            "options": {},
            **rules_object(rules),
        })  # fmt: skip
    agree = [["", translator.say("All rulebooks agree.")]] if comparison.agree else []
    return {"shown": shown, "lines": agree, "box": crop_of(scenes, always=True), "marked": sorted(map(list, marked))}


def _rules_to(rulebooks: tuple[str, ...], choices: tuple[str, ...], base: Rulebook) -> Rulebook:
    """Return the first rules that lead to an outcome: a rulebook, or one changed choice."""
    if rulebooks:
        return base if base.preset in rulebooks else rulebook(rulebooks[0])
    name, _, choice = choices[0].partition("=")
    return rulebook(base.preset, **{**base.differences, name: choice})


def rulebook_title(name: str, language: str) -> str:
    """Return the name of a rulebook for readers of a language.

    >>> rulebook_title("2023-book", "en"), rulebook_title("2023-book", "cs")
    ('2023 to the letter', '2023 doslova')
    """
    return message(NAMES.get(name, name), language)


def _choice(choice: str, language: str, *, whole: bool = False) -> str:
    name, _, value = choice.partition("=")
    option = OPTIONS[name]
    about = message(option.choices[value], language)
    return f"{message(option.about, language)}: {about} ({choice})" if whole else f"{option.issue}: {about}"


def _lines(comparison: Comparison, number: int, board: Board, language: str) -> Iterator[tuple[str, str]]:
    """Yield the description of an outcome: the differences, how it is settled, and the choices that cause it."""
    outcome, translator = comparison.outcomes[number], translator_for(language, board)
    say = translator.say
    for change in outcome.changes:
        order, text = change_in_words(change, translator)
        yield order, text + (f" – {translator.reason(change.after)}" if change.after else "")
    place_name = partial(place_in, board=board, language=language)
    for place, *retreats in outcome.retreats:
        before, after = (", ".join(map(place_name, places)) or say("none") for places in retreats)
        text = say("retreats from {place}: {after} instead of {before}")
        yield "", text.format(place=place_name(place), before=before, after=after)
    ways = [(way, "; ".join(settled_in_words((way,), translator))) for way in outcome.settled]
    if any(text for _, text in ways):
        for way, text in ways:
            names = [rulebook_title(one, language) for one in way.rulebooks]
            names += [_choice(one, language) for one in way.choices]
            yield f"{', '.join(names)}: " if len(ways) > 1 else "", text or say("exactly one resolution")
    for choices in dict.fromkeys(choices for _, choices in outcome.because):
        yield f"{say('because of')}: ", f"{', '.join(_choice(one, language, whole=True) for one in choices)}"
