"""`standoff draw`: a picture of a turn, a position or a paradox."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from . import NamedTurn, picture_options, turn_options

if TYPE_CHECKING:
    from ...map import Board, Position
    from ...solver import Order, Rulebook
    from ..book.case import Case
    from ..pictures import Drawable

VIEWS = ("orders", "before", "after", "resolutions", "compare")
"""What a picture can show of a phase."""


@click.command()
@turn_options
@picture_options
@click.option("--output", "-o", default=None, metavar="FILE", help="Where to: .svg, .png or .pdf; printed if left out.")
@click.option("--show", type=click.Choice(VIEWS), default="orders", show_default=True, help="What to show of it.")
@click.option("--order", default=None, metavar="ORDER", help="Emphasize this order and its causes.")
def draw(
    named: NamedTurn,
    output: str | None,
    show: str,
    order: str | None,
    **picture: Any,
) -> None:
    """Draw TURN as SVG, PNG or PDF.

    Shown are the orders with what became of them. PNG and PDF need `pip install 'standoff[pictures]'`.

    \b
    Examples:
      standoff draw turn.txt -o turn.svg
      standoff draw 6.F.16 --show resolutions -o pandin.png
      standoff draw turn.txt --order "A SER - RUM" --theme dark -o why.svg
    """
    from ..pictures import draw as drawn

    case, start, orders, rulebook = named.turn()
    subject = _subject(show, start, orders, rulebook, case.board)
    picture["title"] = picture["title"] or _title(case, start, picture["language"])
    drawing = drawn(subject, board=case.board, rules=rulebook, order=order, **picture)
    if output is None:
        click.echo(drawing.svg)
    else:
        drawing.save(output)


def _title(case: Case, start: Position, language: str) -> str:
    from ..pictures.positions import phase_words

    return f"{case.id}: {case.title}" if case.id else phase_words(start.phase, language)


def _subject(show: str, start: Position, orders: list[Order], rules: Rulebook, board: Board) -> Drawable:
    """Return what is to be drawn.

    Raises:
        PhaseError: Resolutions are asked for, and it is no movement phase.
    """
    from ...map import PhaseType
    from ...solver import adjudicate_phase, compare, following, resolutions
    from ..turn import PhaseError

    if show == "before":
        return start
    if show == "compare":
        return compare(start, orders, rules=rules, board=board)
    if show == "resolutions":
        if start.phase is not None and start.phase.type is not PhaseType.MOVEMENT:
            raise PhaseError(f"{start.phase} is no movement phase: only movement phases have resolutions")
        return resolutions(start, orders, rules=rules, board=board)
    result = adjudicate_phase(start, orders, rules=rules, board=board)
    return following(result.after, board) if show == "after" else result
