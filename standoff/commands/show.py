"""`standoff show`: a case, or one phase of it, as a case file."""

from __future__ import annotations

import click

from . import NamedTurn, turn_options


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
