"""A whole game as one animation, phase by phase: SVG or GIF."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ..map import Board
from ..map.drawing.drawings import geometry_of
from ..map.errors import install_command
from ..solver import PhaseResult, Rulebook, rulebook
from ..work.whole_files import errors_as, whole_file
from .export import converted
from .paint import Style
from .result_scenes import scene_of_result
from .scene import Scene
from .sheet import Drawing, film, sheet
from .theme import LIGHT, PictureError, theme_named

SECONDS = 2.5
"""How long a phase is shown."""


def animate(
    results: Iterable[PhaseResult],
    board: Board,
    *,
    rules: Rulebook | None = None,
    theme: str = "light",
    width_px: int | None = None,
    language: str = "en",
    seconds: float = SECONDS,
) -> Drawing:
    """Return the phases of a game as one SVG that shows them in turn, in a loop.

    Args:
        results: The settled phases, in their order.
        board: The board.
        rules: The rulebook, which says where dislodged units may go; 2023 if left out.
        theme: The colors, by name.
        width_px: The width; as wide as the board's own px if left out.
        language: The language of names and words.
        seconds: How long each phase is shown.

    Raises:
        PictureError: There are no phases, or no such theme.
    """
    scenes = _scenes(results, board, rules or rulebook(), language)
    chosen = theme_named(theme)
    style = Style(chosen, chosen.shades(board), language)
    return film(scenes, geometry_of(board), style, width_px=width_px, seconds=seconds)


def save_animation(
    path: str,
    results: Iterable[PhaseResult],
    board: Board,
    *,
    rules: Rulebook | None = None,
) -> None:
    """Write the phases of a game to a file (`animate`), as SVG or GIF by the ending of its name.

    Raises:
        PictureError: The ending is a different one, there are no phases, or a library is missing.
    """
    ending = Path(path).suffix.lower()
    if ending == ".svg":
        animate(results, board, rules=rules).save(path)
        return
    if ending != ".gif":
        raise PictureError(f"{path}: an animation file ends in .svg or .gif, not in {ending or 'nothing'!r}")
    try:
        from PIL import Image
    except ImportError as fault:
        raise PictureError(f"GIF needs Pillow: {install_command('pictures')} ({fault})") from None
    style = Style(LIGHT, LIGHT.shades(board))
    geometry = geometry_of(board)
    frames: list[Any] = []
    for scene in _scenes(results, board, rules or rulebook()):
        drawing = sheet([scene], geometry, style, width_px=900)
        image = Image.open(io.BytesIO(converted(drawing, ".png"))).convert("RGB")
        # all frames are as high as the first: notes below the map are cut off
        frames.append(image if not frames else image.crop((0, 0, *frames[0].size)))
    with errors_as(PictureError, path), whole_file(Path(path), synced=False) as part:
        frames[0].save(
            part,
            format="GIF",
            save_all=True,
            append_images=frames[1:],
            duration=round(1000 * SECONDS),
            loop=0,
            optimize=True,
        )


def _scenes(results: Iterable[PhaseResult], board: Board, rules: Rulebook, language: str = "en") -> Sequence[Scene]:
    scenes = [scene_of_result(result, board, rules=rules, language=language) for result in results]
    if not scenes:
        raise PictureError("nothing to animate: a game without phases")
    return scenes
