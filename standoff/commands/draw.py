"""`standoff draw`: a picture of a turn, a position or a paradox."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from . import NamedTurn, picture_options, turn_options

if TYPE_CHECKING:
    from ..pictures import Drawable
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
def draw(
    named: NamedTurn,
    output: str | None,
    show: str,
    order: str | None,
    **picture: Any,
) -> None:
    """Draw TURN as SVG, PNG or PDF.

    Orders are drawn with their outcomes. PNG and PDF require `pip install '.[pictures]'`.

    \b
    Examples:
      standoff draw turn.txt -o turn.svg
      standoff draw 6.F.16 --show resolutions -o pandin.png
      standoff draw turn.txt --order "A SER - RUM" --theme dark -o why.svg
    """
    from ..pictures import PictureError, draw as drawn, title_of

    turn = named.turn()
    picture["title"] = picture["title"] or title_of(turn, picture["language"])
    drawing = drawn(_subject(show, turn), board=turn.board, rules=turn.rules, order=order, **picture)
    if output is None and sys.stdout.isatty():
        raise PictureError("a picture is not printed on a terminal; name a file: -o turn.svg")
    if output is None:
        click.echo(drawing.svg)
    else:
        drawing.save(output)


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
