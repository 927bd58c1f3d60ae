"""`standoff show`: a case, or one phase of it, as it is written."""

from __future__ import annotations

import click

from . import NamedTurn, turn_options


@click.command()
@turn_options
def show(named: NamedTurn) -> None:
    """Show TURN as a case file: where units stand, the orders, and what is expected of them.

    With --phase, only that phase is shown, with the position at its start. A name with wildcards shows several cases.

    \b
    Examples:
      standoff show 6.F.14
      standoff show '6.F.*'
      standoff show game.json --phase F1904M
    """
    from ..cases import write_cases
    from ..map import is_position_string

    if named.name == "start" or is_position_string(named.name.partition("\n")[0]):
        click.echo(str(named.turn()))
        return
    text, losses = write_cases(named.cases())
    click.echo(text, nl=False)
    for loss in losses:
        click.echo(f"cannot be shown: {loss}", err=True)
