"""A whole game as one moving picture, phase by phase."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ..map import Board
from ..solver import PhaseResult, Rulebook, rulebook
from .drawing import Drawing, drawing
from .ground import Backdrop, Style
from .result_scenes import scene_of_result
from .sheets import Maps, header
from .svg import element
from .theme import LIGHT, PictureError

SECONDS = 2.5
"""How long a phase is shown."""


def animate(results: Iterable[PhaseResult], board: Board, *, rules: Rulebook | None = None) -> Drawing:
    """Return the phases of a game as one SVG that shows them in turn, in a loop; some viewers show only the first.

    Args:
        results: The settled phases, in their order.
        board: The board.
        rules: The rulebook, which says where dislodged units may go; 2023 if left out.

    Raises:
        PictureError: There are no phases.
    """
    scenes = [scene_of_result(result, board, rules=rules or rulebook()) for result in results]
    if not scenes:
        raise PictureError("nothing to animate: a game without phases")
    maps = Maps(Backdrop(board, Style(LIGHT)))
    _, _, width, height = maps.ground.box
    heads = [header(maps.ground, [scene], scene.heading, width) for scene in scenes]
    top = max(y for _, y in heads)
    frames: list[str] = []
    for place, (scene, (head, _)) in enumerate(zip(scenes, heads, strict=True)):
        times, values = [place / len(scenes), (place + 1) / len(scenes)], ["inline", "none"]
        if place > 0:
            times, values = [0.0, *times], ["none", *values]
        animation = element(
            "animate",
            attributeName="display",
            calcMode="discrete",
            values=";".join(values),
            keyTimes=";".join(f"{time:.5f}" for time in times),
            dur=f"{SECONDS * len(scenes):g}s",
            repeatCount="indefinite",
        )
        picture = maps.add(scene, 0.0, top, framed=False)
        display = "none" if place > 0 else None
        frames.append(element("g", animation, *head, picture, display=display, id=f"frame-{place + 1}"))
    return drawing(
        frames,
        (width, top + height),
        LIGHT,
        heading=f"{scenes[0].heading} – {scenes[-1].heading}",
        words=[f"{scene.heading}: {word}" for scene in scenes for word in scene.words()],
        definitions=maps.ground.definitions(scenes),
    )


def save_animation(path: str, results: Iterable[PhaseResult], board: Board, *, rules: Rulebook | None = None) -> None:
    """Write the phases of a game to an SVG file (`animate`).

    Raises:
        PictureError: The name ends in something else, there are no phases, or nothing can be written there.
    """
    ending = Path(path).suffix.lower()
    if ending != ".svg":
        raise PictureError(f"{path}: an animation file ends in .svg, not in {ending or 'nothing'!r}")
    animate(results, board, rules=rules).save(path)
