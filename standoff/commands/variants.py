"""`standoff variants`: the ways to play with fewer than seven."""

from __future__ import annotations

import click


@click.command()
def variants() -> None:
    """List the variants for two to seven players.

    \b
    Example:
      standoff variants
    """
    from ..solver.variants import variants as known

    for variant in known().values():
        players = "; ".join("/".join(power.capitalize() for power in powers) for powers in variant.players)
        click.echo(f"{variant.name}: {variant.about} ({variant.source})\n    {players}")
