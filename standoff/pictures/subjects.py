"""`draw`: a picture of a position, a turn, a result, an explanation, resolutions, or rulebooks compared."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from ..map import LANGUAGES, Board, Position, WrongTypeError, load_board
from ..solver import (
    AdjustmentResult,
    Comparison,
    Explanations,
    MovementResult,
    Order,
    PhaseResult,
    Resolutions,
    RetreatResult,
    Rulebook,
    adjudicate,
    explain,
    rulebook,
)
from ..turn.comparison import TurnComparison
from ..turn.resolutions import TurnResolutions, in_orders
from ..turn.result import Result
from ..turn.turn import Turn
from .drawing import Drawing
from .ground import Style
from .panels import scenes_of_comparison, scenes_of_explanation, scenes_of_resolutions
from .positions import scene_of_position
from .result_scenes import orders_only, scene_of_result
from .scene import Scene
from .sheets import crop_of, sheet
from .theme import PictureError, Theme, theme_named

__all__ = ["Drawable", "draw"]

Drawable = (
    Position
    | Turn
    | Result
    | TurnResolutions
    | MovementResult
    | RetreatResult
    | AdjustmentResult
    | Explanations
    | Resolutions
    | Comparison
)
"""The values that `draw` takes."""


def draw(
    subject: Drawable,
    *,
    board: Board | None = None,
    rules: Rulebook | None = None,
    order: Order | str | None = None,
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
        subject: A position; a turn, whose orders are drawn unjudged; a result, with orders and outcomes; explanations;
            all resolutions of a turn, a map for each; a comparison of rulebooks, a map for each outcome.
        board: The board; that of the subject if left out.
        rules: The rulebook, which says where dislodged units may go; that of the subject, or 2023, if left out.
        order: Of a movement phase, the order (or words that only it has) whose causes are emphasized.
        title: The title above it; the phase if left out.
        theme: ``"light"``, ``"dark"``, ``"print"`` (black and white), or a theme of one's own.
        width_px: Its width; the board's own width in px if left out.
        language: The language of names and words: en, cs, ru.
        names: The names of provinces: short, long, none.
        crop: True to show only the part of the board that matters, False for the whole; small turns only if left out.
        legend: True to name the powers.
        prefix: The prefix of every id of the SVG; pictures on one page need different ones.

    Raises:
        WrongTypeError: The subject is something else.
        PictureError: There is no such theme, language, kind of names, or order; the width or the prefix cannot be.

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
    if not isinstance(chosen, Theme):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise PictureError(f"no theme {theme!r}; expected the name of one, or a Theme")
    if not isinstance(title, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise PictureError(f"expected a title as text, not {title!r}")
    if width_px is not None and (not isinstance(width_px, int) or width_px < 1):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise PictureError(f"a picture {width_px} px wide; expected 1 or more")
    if not isinstance(prefix, str) or not re.fullmatch(r"([A-Za-z_][\w.-]*)?", prefix, re.ASCII):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise PictureError(
            f"prefix {prefix!r}: no id can begin like that; expected a letter, then letters, digits, '-', '_', '.'"
        )
    own_board, own_rules = _known(subject, board)
    board = own_board if board is None else load_board(board)
    rules = own_rules if rules is None else rulebook(rules)
    scenes, notes = _scenes(subject, board, rules, order, language, title)
    several = isinstance(subject, Resolutions | TurnResolutions | Comparison)
    return sheet(
        scenes,
        Style(chosen, language, names, prefix),
        heading=title or ("" if several else scenes[0].heading),
        crop=None if crop is False else crop_of(scenes, always=bool(crop)),
        width_px=width_px,
        legend=legend,
        notes=notes,
        captions=several,
    )


def _known(subject: Drawable, board: Board | None) -> tuple[Board, Rulebook]:
    """Return the board that something is on, or the given one, and its rulebook; 2023 if it knows none.

    Raises:
        WrongTypeError: It cannot be drawn.
    """
    if isinstance(subject, Turn):
        return subject.board, subject.rules
    if isinstance(subject, TurnResolutions):
        subject = _result_of(subject)
    if isinstance(subject, Result):
        return subject.turn.board, subject.rules
    if isinstance(subject, Resolutions):
        return subject.table.board, subject.table.rules
    if isinstance(subject, Comparison):
        own_board, own_rules = _known(subject.outcomes[0].result, board)
        return own_board, subject.rules if isinstance(subject, TurnComparison) else own_rules
    if isinstance(subject, Explanations):
        subject = subject.result
    if isinstance(subject, MovementResult):
        return subject.assignment.board, rulebook()
    before = subject if isinstance(subject, Position) else getattr(subject, "before", None)
    if not isinstance(before, Position):
        raise WrongTypeError(f"expected a position, a turn or a result, not {subject!r}")
    return load_board(before.board if board is None else board), rulebook()


def _result_of(subject: TurnResolutions) -> Result:
    if subject.result is None:
        raise PictureError("these resolutions do not know their turn; expected those of Turn.resolutions")
    return subject.result


def _scenes(
    subject: Drawable, board: Board, rules: Rulebook, order: Order | str | None, language: str, title: str
) -> tuple[list[Scene], list[str]]:
    if isinstance(subject, Position):
        return [scene_of_position(subject, board, rules=rules, language=language, heading=title)], []
    if isinstance(subject, Turn):
        settled = subject.adjudicate(rules).phase_result
        scene = scene_of_result(settled, board, rules=rules, language=language, heading=title)
        return [orders_only(scene)], []
    if isinstance(subject, Resolutions):
        units = replace(Position(), units=subject.table.units, board=board.source)
        result = adjudicate(units, subject.table.orders, rules=rules, board=board)
        return scenes_of_resolutions(in_orders(subject), result, rules, board, language=language)
    if isinstance(subject, TurnResolutions):
        own = _result_of(subject).phase_result
        assert isinstance(own, MovementResult)
        return scenes_of_resolutions(subject, own, rules, board, language=language)
    if isinstance(subject, Comparison):
        return scenes_of_comparison(subject, board, rules=rules, language=language), []
    source = subject.phase_result if isinstance(subject, Result) else subject
    if isinstance(source, Explanations) or order is not None:
        explanations = source if isinstance(source, Explanations) else _explanations(source)
        chosen = None if order is None else _order_of(order, explanations)
        return scenes_of_explanation(explanations, chosen, board, language=language, heading=title)
    return [scene_of_result(source, board, rules=rules, language=language, heading=title)], []


def _explanations(result: PhaseResult) -> Explanations:
    if not isinstance(result, MovementResult):
        raise PictureError("only orders of a movement phase have causes that can be emphasized")
    return explain(result)


def _order_of(key: Order | str, explanations: Explanations) -> Order:
    """Return the order that `key` means: that order, the one with that text, or the only one that contains it."""
    orders = list(dict.fromkeys(explanation.result.order for explanation in explanations))
    if not isinstance(key, str):
        matching = [order for order in orders if order == key]
    else:
        words = " ".join(key.casefold().split())
        matching = [order for order in orders if str(order).casefold() == words]
        matching = matching or [order for order in orders if words in str(order).casefold()]
    if len(matching) != 1:
        choices = "; ".join(map(str, matching or orders))
        raise PictureError(f"{len(matching) or 'no'} orders are {str(key)!r}; expected one of: {choices}")
    return matching[0]
