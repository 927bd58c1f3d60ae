"""`standoff explain`: the reason for each order's outcome, and changes that would alter it."""

from __future__ import annotations

import click

from . import NamedTurn, answer_options, draw_to, print_json, turn_options


@click.command()
@turn_options
@click.argument("order", required=False)
@click.option("--full", is_flag=True, help="Follow causes to their own causes.")
@click.option("--what-if", is_flag=True, help="Search for the smallest changes that alter the outcome.")
@click.option("--by", multiple=True, metavar="POWER", help="With --what-if: change only orders of this power.")
@answer_options("the turn, with the causes of the one ORDER emphasized")
def explain(
    named: NamedTurn,
    order: str | None,
    full: bool,
    what_if: bool,
    by: tuple[str, ...],
    language: str,
    as_json: bool,
    picture: str | None,
) -> None:
    """Explain every order in TURN, or only those that contain the words of ORDER.

    \b
    Examples:
      standoff explain turn.txt
      standoff explain --full turn.txt "A SER - RUM"
      standoff explain --what-if --by Italy turn.txt "F BRE - ENG"
      standoff explain 6.F.14
    """
    from ..cases import CaseError
    from ..solver import MovementResult
    from ..text import Terminal

    turn = named.turn()
    result = turn.adjudicate()
    powers = tuple(map(turn.board.power_named, by))
    movement = result.phase_result if isinstance(result.phase_result, MovementResult) else None
    if what_if and movement is None:
        raise click.UsageError("--what-if requires a movement phase")
    chosen = result.orders_with(order or "")
    if picture is not None and movement is not None:
        draw_to(picture, result, order=chosen[0] if len(chosen) == 1 else None, language=language)
    entries = result.explain_orders(
        chosen, full=full, causes=bool(order), what_if=what_if, by=powers, language=language
    )
    if as_json:
        print_json([only.to_dict() for only in entries])
    else:
        out = Terminal()
        for only in entries:
            out.print(str(only))
    if not chosen:
        raise CaseError(f"no order contains {order!r}")
