"""One turn: adjudicated, checked, shown, drawn."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from . import (
    NamedTurn,
    answer_options,
    board_and_position,
    chosen_options,
    chosen_rules,
    draw_to,
    is_watched,
    json_option,
    language_option,
    phase_file,
    picture_options,
    print_json,
    turn_options,
)

if TYPE_CHECKING:
    from ..pictures import Drawable, Drawing
    from ..turn import CheckedOrder, Turn


@click.command()
@turn_options
@answer_options(
    "the orders and their outcomes, each phase in its own file",
    "Print JSON, as in the interchange lines.",
)
@click.option("--terms", default="standoff", type=click.Choice(["standoff", "datc"]), help="Terms for outcomes.")
def adjudicate(named: NamedTurn, language: str, terms: str, as_json: bool, picture: str | None) -> None:
    """Adjudicate the orders in TURN, and print the outcome of each with the reason.

    List orders under each power. Units are inferred from orders; list units without an order under UNITS.

    \b
    Example file:
      ENGLAND
        F North Sea Convoys A Yorkshire - Belgium
        A Yorkshire - Belgium
      FRANCE: A Bur S A Par - Mar
      UNITS
        Italy: A Venice, F Naples

    \b
    Examples:
      standoff adjudicate turn.txt
      standoff adjudicate --terms datc turn.txt
      standoff adjudicate --rules 2000 --set adjacent_convoy=explicit turn.txt
      standoff adjudicate 6.F.14
      standoff adjudicate game.json --phase F1904M
    """
    turn = named.turn(only=False)
    several = named.phase is None and bool(turn.later)
    for number, result in enumerate(turn.course() if several else (turn.adjudicate(),)):
        turn = result.turn
        draw_to(phase_file(picture, str(turn.phase)) if picture and several else picture, result, language=language)
        if as_json:
            entry: dict[str, object] = {"id": turn.id or None}
            if several:
                entry["season"] = str(turn.phase)
            print_json(entry | result.by_line(datc=terms == "datc"))
        else:
            from ..text import Terminal, print_result

            out = Terminal(at_once=True)
            if several:
                out.print("\n" * (number > 0) + f"PHASE {turn.phase}" + "\n", "bold")
            print_result(result.phase_result, turn.board, turn.rules, language, datc=terms == "datc", out=out)


@click.command()
@turn_options
@language_option("Language of the reasons.")
@click.option("--power", metavar="POWER", help="Power of orders without a heading.")
@click.option(
    "--notation", default="package", metavar="NOTATION", help="Notation of orders in --json: package, datc, daide, …"
)
@json_option("Print every order as JSON, including unreadable ones.")
def check(named: NamedTurn, language: str, power: str | None, notation: str, as_json: bool) -> None:
    """Report faults of the orders in TURN: unreadable text, illegal orders and void ones.

    Each comes with its rule and the nearest legal orders. A support or convoy is void if it matches no order. The exit
    status is 2 if anything is unreadable, 1 if an order is illegal or void, otherwise 0. A file may hold several cases.
    With --position, readable orders are checked beside unreadable ones.

    \b
    Examples:
      standoff check turn.txt
      standoff check --rules 1982 --position start spring.txt
      standoff check --json --position start "FRANCE: A PAR - MUN"
    """
    from ..text import counted
    from ..turn import Verdict

    checked = [*_checked(named, power)]
    if as_json:
        print_json({"orders": [order.to_dict(language=language, notation=notation) for _, order in checked]}, indent=1)
    wrong = [(file, order) for file, order in checked if order.verdict not in (Verdict.LEGAL, Verdict.REMARK)]
    if not as_json:
        for file, order in checked:
            if order.inferred or order.verdict not in (Verdict.LEGAL, Verdict.REMARK):
                click.echo(f"{file}, line {order.line}: {order.in_words(language)}")
    legal = sum(order.verdict is Verdict.LEGAL for _, order in checked)
    if not wrong and not as_json and is_watched():
        click.echo(f"{counted(legal, 'order')}, nothing wrong", err=True)
    if wrong:
        sys.exit(2 if any(order.verdict is Verdict.UNREADABLE for _, order in wrong) else 1)


def _checked(named: NamedTurn, power: str | None) -> Iterator[tuple[str, CheckedOrder]]:
    """Yield each order with the name of its file."""
    from ..cases import SourceName, check_case, check_text, collected_faults
    from ..solver import rulebook

    board, start = board_and_position(named.rules or "2023", named.map_name, named.position)
    if start is not None and named.phase is None:
        yield from check_text(
            SourceName(named.name), start, board, chosen_rules(named.rules or "2023", named.options), power
        )
        return
    if power is not None:
        raise click.UsageError("--power requires --position")
    with collected_faults() as errors:
        cases = named.cases()
    for case in cases:
        if named.rules is None:
            rules = rulebook(case.rules[0], **case.options).with_named(**chosen_options(named.options))
        else:
            rules = chosen_rules(named.rules, named.options)
        yield from ((case.file, order) for order in check_case(case, rules, errors))


@click.command()
@turn_options
def show(named: NamedTurn) -> None:
    """Show TURN as a case file: units, orders and expectations.

    With --phase, only that phase is shown, from the position at its start. A name with wildcards shows several cases.

    \b
    Examples:
      standoff show 6.F.14
      standoff show '6.F.*'
      standoff show game.json --phase F1904M
    """
    from ..cases import position_named, write_cases

    if position_named(named.name) is not None:
        click.echo(str(named.turn()))
        return
    text, losses = write_cases(named.cases())
    click.echo(text, nl=False)
    for loss in losses:
        click.echo(f"cannot be shown: {loss}", err=True)


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
