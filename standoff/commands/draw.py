"""`standoff draw`: a picture of a turn, a position or a paradox."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from . import NamedTurn, picture_options, turn_options

if TYPE_CHECKING:
    from ..pictures import Drawable, Drawing
    from ..turn import Turn

VIEWS = ("orders", "before", "after", "resolutions", "compare")
"""The parts of a phase that a picture can show."""


@click.command()
@turn_options
@picture_options
@click.option("--output", "-o", metavar="FILE", help="Output: .svg, .png or .pdf (default: SVG to a pipe).")
@click.option(
    "--show", type=click.Choice(VIEWS), default="orders", show_default=True, help="Part of the phase to show."
)
@click.option("--order", default=None, metavar="ORDER", help="Emphasize this order and its causes.")
@click.option("--explain", default=None, metavar="ORDER", help="Draw the strengths that decided this move, as bars.")
def draw(
    named: NamedTurn,
    output: str | None,
    show: str,
    order: str | None,
    explain: str | None,
    **picture: Any,
) -> None:
    """Draw TURN as SVG, PNG or PDF.

    Orders are drawn with their outcomes. PNG and PDF require `pip install '.[pictures]'`.

    \b
    Examples:
      standoff draw turn.txt -o turn.svg
      standoff draw 6.F.16 --show resolutions -o pandin.png
      standoff draw turn.txt --order "A SER - RUM" --theme dark -o why.svg
      standoff draw turn.txt --explain "A SER - RUM" -o strengths.svg
    """
    from ..pictures import draw as drawn, title_of

    turn = named.turn()
    if explain is not None:
        if order is not None or show != "orders":
            raise click.UsageError("--explain cannot be combined with --order or --show")
        _save(_strengths(turn, explain, **picture), output)
        return
    picture["title"] = picture["title"] or title_of(turn, picture["language"])
    drawing = drawn(_subject(show, turn), board=turn.board, rules=turn.rules, order=order, **picture)
    _save(drawing, output)


def _save(drawing: Drawing, output: str | None) -> None:
    """Write a picture to a file, or to a pipe as SVG."""
    from ..pictures import PictureError

    if output is None and sys.stdout.isatty():
        raise PictureError("a picture is not printed on a terminal; name a file: -o turn.svg")
    if output is None:
        click.echo(drawing.svg)
    else:
        drawing.save(output)


def _strengths(turn: Turn, words: str, *, title: str, language: str, theme: str, width_px: int, **_: Any) -> Drawing:
    """Return the strengths that decided the move that the words name, as bars."""
    from ..pictures import draw_strengths, order_of
    from ..solver import MovementResult, explain

    result = turn.adjudicate()
    order, phase_result = order_of(result, words), result.phase_result
    assert isinstance(phase_result, MovementResult)  # order_of has refused others
    looks: Any = {"theme": theme, "language": language, "heading": title, "width_px": width_px}
    return draw_strengths(explain(phase_result)[order], turn.board, **looks)


def _subject(show: str, turn: Turn) -> Drawable:
    """Return the value to draw.

    Raises:
        PhaseError: Resolutions of a phase that is not a movement phase.
    """
    if show == "before":
        return turn.position
    if show == "compare":
        return turn.compare()
    if show == "resolutions":
        return turn.resolutions()
    result = turn.adjudicate()
    return result.next(()).position if show == "after" else result
