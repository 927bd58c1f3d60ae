"""`standoff play variants`: the ways to play with fewer than seven."""

from __future__ import annotations

import click


@click.command()
def variants() -> None:
    """List the variants for two to seven players.

    \b
    Examples:
      standoff play variants
      standoff play start --variant two-1982
    """
    from ..solver import variants as all_variants

    for variant in all_variants().values():
        players = "; ".join("/".join(power.capitalize() for power in powers) for powers in variant.players)
        click.echo(f"{variant.name}: {variant.about} ({variant.source})\n    {players}")
