"""`standoff play standings`: who is ahead, who has won, who shares a draw."""

from __future__ import annotations

import click


@click.command()
@click.argument("position")
@click.option(
    "--variant", "variant_name", default=None, metavar="NAME", help="The variant, if the position names none."
)
@click.option(
    "--centers", type=click.IntRange(1), default=None, help="How many centers win, instead of the variant's number."
)
@click.option("--units", type=click.IntRange(1), default=None, help="How many units win, instead of centers.")
def standings(position: str, variant_name: str | None, centers: int | None, units: int | None) -> None:
    """Show each player's centers and units at POSITION, and how the game would stand if it ended now.

    Shown are the winner, if a player has reached the target; who has the most units, and so wins at an agreed end or
    time limit; and who shares an agreed draw.

    \b
    Examples:
      standoff play standings fall.txt
      standoff play standings fall.txt --centers 15
    """
    from ..cases import standings as standings_at
    from ..solver import variant

    game = variant(variant_name) if variant_name else None
    click.echo(str(standings_at(position, game, centers=centers, units=units)))
