"""`draw`: a picture of a position, a turn, a result, resolutions, or rulebooks compared."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Literal

from ..map import LANGUAGES, SEA, Board, Position, WrongTypeError, named_board, starting_position
from ..solver import AdjustmentResult, MovementResult, Order, RetreatResult, Rulebook, rulebook
from ..turn import Comparison, DecidingStrengths, Dependencies, Resolutions, Result, Turn
from .backdrop import Style
from .dependencies import draw_dependencies
from .drawing import Drawing
from .panels import scene_of_causes, scenes_of_comparison, scenes_of_resolutions
from .positions import open_places, phase_words, scene_of_position
from .result_scenes import scene_of_result
from .scene import Scene
from .sheets import crop_of, sheet
from .strengths import draw_strengths
from .theme import PictureError, theme_named

Drawable = (
    str
    | Path
    | Board
    | Position
    | Turn
    | Result
    | Resolutions
    | Comparison
    | MovementResult
    | RetreatResult
    | AdjustmentResult
)
"""The subjects of `draw`."""

NOTEBOOK_PX = 760
"""The greatest width of a picture in a notebook."""


def draw(
    subject: Drawable,
    *,
    board: Board | None = None,
    rules: Rulebook | None = None,
    order: Order | str | None = None,
    title: str = "",
    theme: str = "light",
    width_px: int | None = None,
    language: str = "en",
    names: Literal["short", "long", "none"] = "short",
    crop: bool | None = None,
    legend: bool = True,
    tints: Mapping[str, str] | None = None,
    prefix: str = "",
) -> Drawing:
    """Return a picture as SVG.

    Args:
        subject: A position; a board, with its starting position; a turn, whose orders are drawn unjudged; a result,
            with orders and outcomes; all resolutions of a turn, a map for each; a comparison of rulebooks, a map for
            each outcome. A case, the `Path` of a file, or orders as text are drawn with their outcomes.
        board: The board; that of the subject if left out.
        rules: The rulebook, for possible retreats; that of the subject, or 2023, if left out.
        order: Of a result, the order (or words that only it has) whose causes are emphasized.
        title: The title above it; the phase, or the name of the case, if left out.
        theme: ``"light"``, ``"dark"``, or ``"print"`` (black and white).
        width_px: Its width; the board's own width in px if left out.
        language: The language of names and words: en, cs, ru.
        names: The names of provinces: short, long, none.
        crop: True to show only the relevant part of the board, False for the whole; if left out, true for small turns.
        legend: True to name the powers.
        tints: By province, the power whose color its land has; if left out, its unit's, owner's or country's.
        prefix: The prefix of every id of the SVG; pictures on one page need different ones.

    Raises:
        WrongTypeError: The subject is something else.
        PictureError: There is no such theme, language, kind of names, or order; or the width or prefix is impossible.
        StandoffError: The text cannot be read.

    >>> drawing = draw("6.F.14", width_px=700)
    >>> drawing.width_px, drawing.title
    (700, 'datc-6.F.14: An army whose landing would save its fleet')
    """
    chosen = theme_named(theme)
    for what, value, known in (("language", language, LANGUAGES), ("names", names, ("short", "long", "none"))):
        if value not in known:
            raise PictureError(f"no {what} {value!r}; known: {', '.join(known)}")
    if not isinstance(title, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise PictureError(f"expected a title as text, not {title!r}")
    if width_px is not None and (not isinstance(width_px, int) or width_px < 1):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise PictureError(f"a picture {width_px} px wide; expected 1 or more")
    if not re.fullmatch(r"([A-Za-z_][\w.-]*)?", str(prefix), re.ASCII):
        raise PictureError(
            f"prefix {prefix!r}: no id can begin like that; expected a letter, then letters, digits, '-', '_', '.'"
        )
    board = None if board is None else named_board(board)
    rules = None if rules is None else rulebook(rules)
    if isinstance(subject, (str, Path)):
        from ..cases import turn_from

        turn = turn_from(subject, board=board, rules=rules)
        subject, title = turn.adjudicate(), title or title_of(turn, language)
    if isinstance(subject, Board):
        board, subject = subject, starting_position(subject)
    scenes, notes = _scenes(subject, board, rules, order, language, title)
    if tints is not None:
        land = {province.id for province in scenes[0].board.provinces if province.kind != SEA}
        colors = {place: power for place, power in tints.items() if place in land}
        scenes = [replace(scene, tints=colors) for scene in scenes]
    also = open_places(subject, scenes[0].board, rules or rulebook()) if isinstance(subject, Position) else ()
    return sheet(
        scenes,
        Style(chosen, language, names, prefix),
        heading=title,
        crop=None if crop is False else crop_of(scenes, always=bool(crop), also=also),
        width_px=width_px,
        legend=legend,
        notes=notes,
        captions=isinstance(subject, Resolutions | Comparison),
    )


def inline(subject: Drawable | Dependencies | DecidingStrengths) -> str:
    """Return the picture of a subject for a notebook as SVG, with unique ids derived from its content."""
    if isinstance(subject, Dependencies):
        return f"{draw_dependencies(subject.masks, subject.component).svg}\n"
    if isinstance(subject, DecidingStrengths):
        return draw_strengths(subject.explanation, subject.board, language=subject.language).svg
    plain = draw(subject)
    prefix = f"s{zlib.crc32(plain.svg.encode()):08x}-"
    return draw(subject, prefix=prefix, width_px=min(plain.width_px, NOTEBOOK_PX)).svg


def title_of(turn: Turn, language: str) -> str:
    """Return the title of a picture of a turn: its case, or otherwise its phase."""
    if not turn.id:
        return phase_words(turn.phase, language)
    from ..cases import title_in

    return f"{turn.id}: {title_in(turn.id, turn.title, language)}"


def _scenes(
    subject: object, board: Board | None, rules: Rulebook | None, order: Order | str | None, language: str, title: str
) -> tuple[list[Scene], list[str]]:
    """Return the scenes of a subject, on the given board and under the given rulebook if any, and notes on them.

    Raises:
        WrongTypeError: `draw` does not take it.
    """
    if isinstance(subject, Resolutions):
        return scenes_of_resolutions(subject, language=language)
    if isinstance(subject, Comparison):
        return scenes_of_comparison(subject, language=language), []
    judged = not isinstance(subject, Turn)
    if isinstance(subject, Turn):
        subject, order = subject.adjudicate(rules), None
    chosen = None if order is None else order_of(subject, order)
    if isinstance(subject, Result):
        board, rules, subject = board or subject.turn.board, rules or subject.rules, subject.phase_result
    rules = rules or rulebook()
    if isinstance(subject, Position):
        board = board or named_board(subject.board)
        return [scene_of_position(subject, board, rules=rules, language=language, heading=title)], []
    if not isinstance(subject, MovementResult | RetreatResult | AdjustmentResult):
        raise WrongTypeError(f"expected a position, a turn or a result, not {subject!r}")
    board = board or named_board(subject.before.board)
    if chosen is not None and isinstance(subject, MovementResult):
        scene, lines = scene_of_causes(subject, chosen, board, rules, language, title)
        return [scene], lines
    return [scene_of_result(subject, board, rules=rules, language=language, heading=title, judged=judged)], []


def order_of(subject: object, order: Order | str) -> Order:
    """Return the order of a result that a text names.

    Raises:
        PictureError: There is none, or several; or the result has none whose causes are known.

    >>> from standoff import read
    >>> str(order_of(read("FRANCE: A PAR - BUR, A MAR H").adjudicate(), "mar"))
    'A MAR H'
    """
    if not isinstance(subject, Result) or not isinstance(subject.phase_result, MovementResult):
        raise PictureError("only orders in the result of a movement phase have causes that can be emphasized")
    found = subject.orders_with(" ".join(order.split())) if isinstance(order, str) else [order]
    matching = [each.order for each in subject if each.order in found]
    if len(found) != 1 or not matching:
        choices = "; ".join(dict.fromkeys(str(one) for one in matching or (each.order for each in subject)))
        raise PictureError(f"{len(matching) or 'no'} orders are {str(order)!r}; expected one of: {choices}")
    return matching[0]
