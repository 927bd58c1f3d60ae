"""`standoff force`: what a power can make certain."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from . import json_option, phase_option, print_json, rules_options

if TYPE_CHECKING:
    from ..solver import Rulebook


@click.command()
@click.argument("file")
@click.argument("goal")
@click.option("--by", multiple=True, required=True, metavar="POWER", help="A power that forces it; may be repeated.")
@click.option(
    "--against", multiple=True, metavar="POWER", help="A power that orders what it likes; all others if left out."
)
@click.option("--cooperative", is_flag=True, help="Ask whether it is possible at all, if the others help.")
@click.option("--given", metavar="FILE", help="Find orders that do it against the orders in FILE.")
@phase_option
@json_option()
@rules_options
def force(
    file: str,
    goal: str,
    by: tuple[str, ...],
    against: tuple[str, ...],
    cooperative: bool,
    given: str | None,
    phase: str | None,
    as_json: bool,
    rules: Rulebook,
) -> None:
    """Find orders of a power that make GOAL certain, whatever legal orders the others give.

    GOAL is an order that succeeds ("A PAR - BUR"), one that fails if it is tried ("not A MUN - BUR"), or a unit that is
    dislodged ("A MUN dislodged"). If nothing makes it certain, an answer that stops it is shown, and the exit status
    is 1. Orders of the others that cannot bear on the goal are left out, and listed. FILE is anything that names a
    position: a file, a case of the library, one line, start. The units of powers named by neither --by nor --against
    hold.

    \b
    Examples:
      standoff force start "A PAR - BUR" --by FRANCE
      standoff force 6.D.1 "A VEN dislodged" --by AUSTRIA --against ITALY
      standoff force turn.txt "A SER - RUM" --by TURKEY --cooperative
    """
    from ..cases import SourceName, read
    from ..searches import force as forced

    if cooperative and given is not None:
        raise click.UsageError("--cooperative and --given are mutually exclusive")
    position = read(file, phase=phase)
    outcome = forced(
        position,
        goal,
        by,
        against=against or None,
        rules=rules,
        cooperative=cooperative,
        given=given and SourceName(given),
    )
    if as_json:
        print_json(outcome.to_dict())
    else:
        click.echo(str(outcome))
    if not outcome.certain:
        sys.exit(1)
