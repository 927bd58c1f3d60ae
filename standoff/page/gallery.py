"""The library as thumbnails: by chapter, and its paradoxes by class."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache

from ..cases import Case, fields_of, library, play_case, title_in
from ..map import Json, StandoffError
from ..pictures import Style, crop_of, sheet, theme_named
from ..solver import Convoy, ParadoxKind, rulebook
from ..text import message, paradox_title, translator_for
from ..turn import Result, Turn
from .maps import SHARED_PREFIX, scene_of

CHAPTERS = {
    "datc-2.4": "DATC 2.4: choices that later versions dropped",
    "datc-3.0": "DATC 3.0: positions that 3.2 replaced",
    "datc-3.2": "DATC 3.2: cases that 3.3 replaced or dropped",
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
    "separating": "Separating cases: faults",
    "separating-faults": "Separating cases: faults found in programs",
    "separating-rare": "Separating cases: rare orders",
    "separating-readings": "Separating cases: rules read wrongly",
    "stalemates": "Stalemate lines",
    "variants": "Fewer than seven players",
    "wiki-orders-czech": "A Czech page on orders",
    "writing": "How orders are written",
}
"""The titles of the chapters, the files of the library, by their names without the ending."""

PARADOXES = "paradoxes"
"""The name of the chapter of all convoy paradoxes."""

WIDTH_PX = 220
"""The width of a thumbnail."""


def chapter_of(case: Case) -> str:
    """Return the name of the chapter of a case.

    >>> (case,) = library("6.F.14")
    >>> CHAPTERS[chapter_of(case)]
    'DATC 6.F: convoys'
    """
    return case.file.removesuffix(".txt")


def chapters(language: str) -> list[Json]:
    """Return the names and titles of the chapters in a language; the paradoxes come first."""
    titles = {PARADOXES: "Paradoxes by class", **CHAPTERS}
    return [{"name": name, "title": message(title, language)} for name, title in titles.items()]


@lru_cache(maxsize=32)
def gallery(chapter: str, theme: str, language: str, board: str) -> Json:
    """Return the thumbnails of a chapter.

    Args:
        chapter: Its name.
        theme, language: The names of the theme and the language.
        board: The board whose definitions the page has.

    Returns:
        ``groups``: the ``name`` of each and its ``cards``, with ``id``, ``title`` and ``picture``.

    >>> groups = gallery("datc-6c", "light", "en", "standard")["groups"]
    >>> groups[0]["name"], groups[0]["cards"][0]["id"]
    ('DATC 6.C: circular movement', 'datc-6.C.1')
    """
    groups: dict[str, list[Json]] = {}
    for case, result in _first_phases(chapter):
        names = [message(CHAPTERS.get(chapter, chapter), language)]
        if chapter == PARADOXES:
            say = translator_for(language, case.board).say
            paradoxes = [one for one in result.paradoxes if one.kind is ParadoxKind.CONVOY]
            names = [*dict.fromkeys(paradox_title(one, say) for one in paradoxes)]
        card = {"id": case.id, "title": title_in(case.id, case.title, language)}
        for name in names:
            cards = groups.setdefault(name, [])
            prefix = f"t{len(groups)}x{len(cards)}-"
            cards.append({**card, "picture": _thumbnail(result, theme, language, prefix, board)})
    return {"groups": [{"name": name, "cards": groups[name]} for name in sorted(groups)]}


def _first_phases(chapter: str) -> Iterator[tuple[Case, Result]]:
    """Yield the cases of a chapter, each with the result of its first phase."""
    if chapter not in (PARADOXES, *CHAPTERS):
        return
    for case in library(file="" if chapter == PARADOXES else chapter):
        convoys = case.phases and any(isinstance(one.order, Convoy) for one in case.phases[0].orders)
        if chapter == PARADOXES and not convoys:
            continue
        rules = rulebook(case.rules[0], **case.options)
        with suppress(StandoffError):
            played, result, _ = next(iter(play_case(case, rules)))
            turn = Turn(result.before, rules=rules, board=case.board, **fields_of(played))
            yield case, turn.adjudicate()


def _thumbnail(result: Result, theme: str, language: str, prefix: str, board: str) -> str:
    """Return a small picture of a result; on the page's board it refers to its definitions."""
    shared = SHARED_PREFIX if result.turn.board.source == board else None
    scene = scene_of(result, language)
    style = Style(theme_named(theme), language, "none", prefix=prefix, shared=shared)
    crop = crop_of([scene], always=True)
    return sheet([scene], style, heading=" ", crop=crop, legend=False, width_px=WIDTH_PX).svg
