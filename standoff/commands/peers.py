"""`standoff peers`: the programs that standoff can be compared with."""

from __future__ import annotations

import click


@click.command()
def peers() -> None:
    """List how other adjudicators are named in 'standoff score' and 'standoff crosscheck'.

    To connect one of your own: 'standoff peers new NAME'.

    \b
    Examples:
      standoff peers
    """
    from ..peers import SPECS

    width = max(map(len, SPECS))
    for spec, about in SPECS.items():
        click.echo(f"{spec:{width}}  {about}")
    click.echo("to connect your own program: standoff peers new NAME")
