"""`standoff draw`: a picture of a turn, a position or a paradox."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import chosen_rules, file_options, picture_options, rules_options, turn_in

if TYPE_CHECKING:
    from ...map import Board, Position
    from ...solver import Order, Rulebook
    from ..book.case import Case
    from ..pictures import Drawable

VIEWS = ("orders", "before", "after", "resolutions", "compare")
"""What a picture can show of a phase."""


@click.command()
@click.argument("file", default="-")
@rules_options
@file_options
@picture_options
@click.option("--output", "-o", default=None, metavar="FILE", help="Where to: .svg, .png or .pdf; printed if left out.")
@click.option("--phase", default=None, metavar="PHASE", help="Which phase of a case: its name (F1901R) or number.")
@click.option("--show", type=click.Choice(VIEWS), default="orders", show_default=True, help="What to show of it.")
@click.option("--order", "words", default=None, metavar="ORDER", help="Emphasize this order and its causes.")
def draw(
    file: str,
    rules: str,
    options: tuple[str, ...],
    map_name: str | None,
    position: str | None,
    output: str | None,
    phase: str | None,
    show: str,
    words: str | None,
    **picture: Any,
) -> None:
    """Draw the turn in FILE (- for standard input), or the case of the library with that id, as SVG, PNG or PDF.

    Shown are the orders of the first phase with what became of them. PNG and PDF need `pip install 'standoff[pictures]'`.

    \b
    Examples:
      standoff draw turn.txt -o turn.svg
      standoff draw 6.F.16 --show resolutions -o pandin.png
      standoff draw turn.txt --order "A SER - RUM" --theme dark -o why.svg
    """
    from ..pictures import draw as drawn

    rulebook = chosen_rules(rules, options)
    case, start, orders = _phase_of(file, rulebook, map_name, position, phase)
    subject, chosen = _subject(show, words, start, orders, rulebook, case.board)
    if not picture.get("title"):
        picture["title"] = _title(case, start)
    drawing = drawn(subject, board=case.board, rules=rulebook, order=chosen, **picture)
    if output is None:
        click.echo(drawing.svg)
    else:
        drawing.save(output)


def _title(case: Case, start: Position) -> str:
    from ..pictures.positions import phase_words

    return f"{case.id}: {case.title}" if case.id else phase_words(start.phase)


def _phase_of(
    file: str, rules: Rulebook, map_name: str | None, position: str | None, phase: str | None
) -> tuple[Case, Position, list[Order]]:
    """Return a case, the position before the phase that is asked for, and the orders of that phase.

    Raises:
        CaseError: There is no such case or phase.
    """
    from ..book.case import CaseError
    from ..book.library import library
    from ..book.run import counted_orders, play_case, start_of

    if file == "-" or Path(file).exists():
        case, start, orders = turn_in(file, rules, map_name, position)
    else:
        wanted = file.casefold()
        found = [case for case in library() if case.id.casefold() in (wanted, f"datc-{wanted}")]
        if not found:
            near = ", ".join(case.id for _, case in zip(range(3), library(file), strict=False))
            hint = f"; in their id or title: {near}" if near else ""
            raise CaseError(f"{file}: neither a file nor the id of a case in the library{hint}")
        case = found[0]
        start = start_of(case)
        orders = counted_orders(case.phases[0], start, rules, case.board)
    if phase is None:
        return case, start, orders
    names: list[str] = []
    for number, (one, result, _) in enumerate(play_case(case, rules), 1):
        names.append(str(result.before.phase))
        if phase.upper() == names[-1] or phase == str(number):
            return case, result.before, counted_orders(one, result.before, rules, case.board)
    raise CaseError(f"{file}: no phase {phase}; it has {', '.join(names)}")


def _subject(
    show: str, words: str | None, start: Position, orders: list[Order], rules: Rulebook, board: Board
) -> tuple[Drawable, Order | None]:
    """Return what is to be drawn, and the order to be emphasized.

    Raises:
        CaseError: No order, or more than one, contains the words; or the phase has no resolutions.
    """
    from ...solver import MovementResult, adjudicate_phase, compare, explain, following, resolutions
    from ..book.case import CaseError

    if show == "before":
        return start, None
    if show == "compare":
        return compare(start, orders, rules=rules, board=board), None
    result = adjudicate_phase(start, orders, rules=rules, board=board)
    if show == "after":
        return following(result.after, board), None
    if not isinstance(result, MovementResult):
        if show == "resolutions" or words:
            raise CaseError("resolutions and causes are those of a movement phase")
        return result, None
    if show == "resolutions":
        return resolutions(start, result.turn.orders, rules=rules, board=board), None
    if words is None:
        return result, None
    wanted = words.casefold()
    exact = [found.order for found in result if str(found.order).casefold() == wanted]
    found = exact or [found.order for found in result if wanted in str(found.order).casefold()]
    if len(found) != 1:
        raise CaseError(f"{'no order contains' if not found else 'several orders contain'} {words!r}; expected one")
    return explain(result), found[0]
