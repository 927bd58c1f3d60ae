"""`standoff play variants`: the ways to play with fewer than seven."""

from __future__ import annotations

import click

from . import language_option


@click.command()
@language_option("The language to print in.")
def variants(language: str) -> None:
    """List the variants for two to seven players.

    \b
    Examples:
      standoff play variants
      standoff play start --variant two-1982
    """
    from ..map import load_board
    from ..solver import variants as all_variants
    from ..text import message

    name = load_board().names.name
    for variant in all_variants().values():
        players = "; ".join("/".join(name(power, language) for power in powers) for powers in variant.players)
        about, source = message(variant.about, language), message(variant.source, language)
        click.echo(f"{variant.name}: {about} ({source})\n    {players}")
