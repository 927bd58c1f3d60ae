"""`draw`: a picture of a position, a settled phase, an explanation, resolutions, or rulebooks compared."""

from __future__ import annotations

import re
from typing import Literal

from ...map import Board, Position, load_board
from ...map.drawing.geometry import geometry_of
from ...map.names import LANGUAGES
from ...solver import (
    AdjustmentResult,
    Comparison,
    Explanations,
    MovementResult,
    Order,
    Resolutions,
    RetreatResult,
    Rulebook,
    rulebook,
)
from .paint import Style
from .panels import scenes_of_comparison, scenes_of_explanation, scenes_of_resolutions
from .positions import scene_of_position
from .results import scene_of_result
from .scene import Scene
from .sheet import Drawing, crop_of, sheet
from .theme import PictureError, Theme, theme_named

Drawable = Position | MovementResult | RetreatResult | AdjustmentResult | Explanations | Resolutions | Comparison
"""What `draw` makes pictures of."""


def draw(
    subject: Drawable,
    *,
    board: Board | None = None,
    rules: Rulebook | None = None,
    order: Order | None = None,
    title: str = "",
    theme: str | Theme = "light",
    width_px: int | None = None,
    language: str = "en",
    names: Literal["short", "long", "none"] = "short",
    crop: bool | None = None,
    legend: bool = True,
    prefix: str = "",
) -> Drawing:
    """Return a picture as SVG.

    Args:
        subject: A position; a result, with its orders and outcomes; the explanations of a result; all resolutions of a
            turn, a map for each; a comparison of rulebooks, a map for each outcome.
        board: The board; that of the result, or the standard one, if left out.
        rules: The rulebook, which says where dislodged units may go; 2023 if left out.
        order: Of explanations, the order whose causes are emphasized; all orders if left out.
        title: What stands above it; the phase if left out.
        theme: ``"light"``, ``"dark"``, ``"print"`` (black and white), or a theme of one's own.
        width_px: Its width; as wide as the board's own px if left out.
        language: The language of names and words: en, cs, ru.
        names: The names of provinces: short, long, none.
        crop: True to show only the part of the board that matters, False for the whole; small turns only if left out.
        legend: True to name the powers.
        prefix: What every id of the SVG begins with; pictures on one page need different ones.

    Raises:
        PictureError: There is no such theme, language or kind of names; the width or the prefix cannot be.
        KeyError: `order` is none of the turn.

    >>> from standoff.map import starting_position
    >>> drawing = draw(starting_position(), width_px=700)
    >>> drawing.width_px, drawing.svg.count('class="unit stands"')
    (700, 22)
    """
    chosen = theme_named(theme) if isinstance(theme, str) else theme
    if language not in LANGUAGES:
        raise PictureError(f"no language {language!r}; known: {', '.join(LANGUAGES)}")
    if names not in ("short", "long", "none"):
        raise PictureError(f"no names {names!r}; known: short, long, none")
    if width_px is not None and width_px < 1:
        raise PictureError(f"a picture {width_px} px wide; expected 1 or more")
    if not re.fullmatch(r"([A-Za-z_][\w.-]*)?", prefix, re.ASCII):
        raise PictureError(f"prefix {prefix!r}: no id can begin so; expected a letter, then letters, digits, '-', '_', '.'")
    board = board or board_of(subject)
    scenes, notes = _scenes(subject, board, rules or rulebook(), order, language, title)
    geometry = geometry_of(board)
    style = Style(chosen, chosen.shades(board), language, names, prefix)
    box = None if crop is False else crop_of(scenes, geometry, always=bool(crop))
    return sheet(
        scenes,
        geometry,
        style,
        heading=title or _heading(subject, scenes),
        crop=box,
        width_px=width_px,
        legend=legend,
        notes=notes,
        captions=len(scenes) > 1 or isinstance(subject, Resolutions | Comparison),
    )


def board_of(subject: Drawable) -> Board:
    """Return the board that a position or result is of."""
    if isinstance(subject, MovementResult | Resolutions):
        return subject.turn.board
    if isinstance(subject, Explanations):
        return subject.result.turn.board
    if isinstance(subject, Comparison):
        return board_of(subject.verdicts[0].result)
    return load_board((subject if isinstance(subject, Position) else subject.before).board)


def _heading(subject: Drawable, scenes: list[Scene]) -> str:
    """Return what stands above a picture without a title; maps that bear their own headings need nothing."""
    return "" if isinstance(subject, Resolutions | Comparison) else scenes[0].heading


def _scenes(
    subject: Drawable, board: Board, rules: Rulebook, order: Order | None, language: str, title: str
) -> tuple[list[Scene], list[str]]:
    if isinstance(subject, Position):
        return [scene_of_position(subject, board, rules=rules, language=language, heading=title)], []
    if isinstance(subject, Explanations):
        return scenes_of_explanation(subject, order, board, language=language, heading=title)
    if isinstance(subject, Resolutions):
        return scenes_of_resolutions(subject, board, language=language)
    if isinstance(subject, Comparison):
        return scenes_of_comparison(subject, board, rules=rules, language=language), []
    return [scene_of_result(subject, board, rules=rules, language=language, heading=title)], []
