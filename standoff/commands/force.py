"""`standoff force`: outcomes that a power can force."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from . import json_option, phase_option, print_json, rules_options
from .progress import progress_bar

if TYPE_CHECKING:
    from ..solver import Rulebook


@click.command()
@click.argument("file")
@click.argument("goal")
@click.option("--by", multiple=True, required=True, metavar="POWER", help="Power that forces it (repeatable).")
@click.option("--against", multiple=True, metavar="POWER", help="Opposing power (default: all others).")
@click.option("--cooperative", is_flag=True, help="Ask whether GOAL is possible if the others help.")
@click.option("--given", metavar="FILE", help="Find orders that reach GOAL against those in FILE.")
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
    """Find orders of a power that make GOAL certain, against all legal orders of the others.

    GOAL is a successful order ("A PAR - BUR"), an order that fails if it is tried ("not A MUN - BUR"), a unit that is
    dislodged or not ("A MUN not dislodged"), a power in a province ("ENGLAND in WAR"), or several, joined by and, or.
    If nothing makes it certain, orders that prevent it are shown, and the exit status is 1; 3 if the question is open.
    Irrelevant orders of the others are left out, and listed. FILE names a position: a file, a case of the library, one
    line, start. Units of powers outside --by and --against hold.

    \b
    Examples:
      standoff force start "A PAR - BUR" --by FRANCE
      standoff force 6.D.1 "A VEN dislodged" --by AUSTRIA --against ITALY
      standoff force turn.txt "A SER - RUM" --by TURKEY --cooperative
      standoff force turn.txt "A SER not dislodged and TURKEY in RUM" --by TURKEY
    """
    from ..cases import SourceName, read
    from ..searches import force as forced
    from ..work import Stop, exit_status

    if cooperative and given is not None:
        raise click.UsageError("--cooperative and --given are mutually exclusive")
    position = read(file, phase=phase)
    stop = Stop()
    with progress_bar("searching", None, "{task.fields[found]}") as move:
        outcome = forced(
            position,
            goal,
            by,
            against=against or None,
            rules=rules,
            cooperative=cooperative,
            given=given and SourceName(given),
            progress=lambda what: move(0, total=None, found=what),
            stop=stop,
        )
    if as_json:
        print_json(outcome.to_dict())
    else:
        click.echo(str(outcome))
    if stop.is_set():
        sys.exit(exit_status())
    if not outcome.certain:
        sys.exit(1 if outcome.certain is False else 3)
