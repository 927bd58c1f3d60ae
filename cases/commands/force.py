"""`standoff force`: what a power can make certain."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from . import chosen_rules, rules_options

if TYPE_CHECKING:
    from ...map import Board
    from ...solver import Order


@click.command()
@click.argument("file")
@click.argument("goal")
@click.option("--by", multiple=True, required=True, metavar="POWER", help="A power that forces it; may be repeated.")
@click.option(
    "--against", multiple=True, metavar="POWER", help="A power that orders what it likes; all others if left out."
)
@click.option("--at-best", is_flag=True, help="Ask whether it can come about at all, if those others help.")
@click.option("--given", metavar="FILE", help="Find orders that do it against the orders in FILE.")
@click.option("--phase", default=None, metavar="PHASE", help="One phase of several: F1904M, or its number.")
@click.option("--json", "as_json", is_flag=True, help="Print an object.")
@rules_options
def force(
    file: str,
    goal: str,
    by: tuple[str, ...],
    against: tuple[str, ...],
    at_best: bool,
    given: str | None,
    phase: str | None,
    as_json: bool,
    rules: str,
    options: tuple[str, ...],
) -> None:
    """Find orders of a power that make GOAL certain in the position of FILE, whatever the others order.

    GOAL is an order that succeeds ("A PAR - BUR"), one that does not ("not A MUN - BUR"), or a unit that is dislodged
    ("A MUN dislodged"). Otherwise the answer that stops it is shown, and the status is 1. FILE is anything that
    names a position: a file, a case of the library, one line, start. Powers in neither option hold.

    \b
    Examples:
      standoff force start "A PAR - BUR" --by FRANCE
      standoff force 6.D.1 "A VEN dislodged" --by AUSTRIA --against ITALY
      standoff force turn.txt "A SER - RUM" --by TURKEY --at-best
    """
    from ..find.forcing import ForceError
    from ..find.forcing import force as forced
    from ..turn import read

    if at_best and given is not None:
        raise click.UsageError("--at-best asks for the others' help, --given says what they order")
    chosen = chosen_rules(rules, options)
    turn = read(file, phase=phase)
    if turn.type.name != "MOVEMENT":
        raise ForceError(f"{turn.phase} is not a movement phase")

    def powers(names: Sequence[str]) -> list[str]:
        return [turn.board.names.power(name) or name for name in names]

    orders = read(given, position=turn.position).orders if given is not None else None
    found = forced(
        turn.position,
        goal,
        powers(by),
        board=turn.board,
        against=powers(against) if against else None,
        rules=chosen,
        at_best=at_best,
        given=orders,
    )
    if as_json:
        click.echo(
            json.dumps(
                {
                    "goal": goal,
                    "certain": found.certain,
                    "orders": [str(order) for order in found.orders],
                    "answer": [str(order) for order in found.answer],
                    "candidates": found.candidates,
                    "tried": found.answers,
                }
            )
        )
    else:
        what = "possible" if at_best else "certain"
        click.echo(f"{goal}: {what if found.certain else 'not ' + what}")
        _show("with" if found.certain else "for example, with", found.orders, turn.board)
        if found.certain and at_best:
            _show("and", found.answer, turn.board)
        elif not found.certain and not at_best:
            _show("stopped by", found.answer, turn.board)
        click.echo(f"{found.candidates:,} joint orders can matter; {found.answers:,} turns under {chosen.name} tried")
    if not found.certain:
        sys.exit(1)


def _show(heading: str, orders: Sequence[Order], board: Board) -> None:
    click.echo(f"  {heading}:")
    for order in orders:
        click.echo(f"    {board.powers[order.power].name}: {order}")
    if not orders:
        click.echo("    no order that matters")
