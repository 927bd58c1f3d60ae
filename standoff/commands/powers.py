"""`standoff play powers`: who plays what, by lot or by lists of preference."""

from __future__ import annotations

import click

from . import seed_option


@click.command()
@click.argument("file", default="-")
@seed_option("the lots", 0)
def powers(file: str, seed: int) -> None:
    """Give each player a power. FILE (- for standard input) has one line per player.

    A line is a name, or a name and a list of powers, the most wanted first. Without lists all powers are drawn by lot.
    With lists, a power that only one player wants is granted to that player; the others are drawn by lot, going down
    the lists place by place.

    \b
    Example file:
      Anna: Austria, England, France, Russia, Germany, Turkey, Italy
      Ben: England, France, Turkey, Russia, Italy, Germany, Austria

    \b
    Example:
      standoff play powers lists.txt --seed 7
    """
    from ..cases import powers_given, read_text
    from ..map import load_board

    power_of = powers_given(read_text(file), "standard input" if file == "-" else file, seed)
    for player, (power, place) in power_of.items():
        click.echo(f"{player}: {load_board().powers[power].name}" + (f" (choice {place})" if place else ""))
