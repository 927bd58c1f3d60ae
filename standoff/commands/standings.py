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
    from dataclasses import replace

    from ..cases.position_file import read_position
    from ..map import StandoffError
    from ..solver.variants import Victory, holdings, leaders, sharing_draw, variant, winner

    now, board, named = read_position(position)
    game = variant(variant_name) if variant_name else named or variant("standard")
    strangers = sorted({power for powers in game.players for power in powers} - board.powers.keys())
    if strangers:
        raise StandoffError(
            f"board {board.name} has no {', '.join(strangers)}, which variant {game.name} plays with; choose another "
            "variant with --variant"
        )
    if centers or units:
        game = replace(game, victory=Victory(centers, units))

    def names(powers: tuple[str, ...]) -> str:
        return "/".join(board.powers[power].name for power in powers)

    for powers in game.players:
        owned, standing = holdings(now, powers)
        click.echo(f"{names(powers)}: {owned} centers, {standing} units")
    won = winner(now, game)
    target = f"{game.victory.centers} centers" if game.victory.centers else f"{game.victory.units} units"
    click.echo(f"won ({target}): {names(won) if won else 'nobody yet'}")
    click.echo(f"most units: {', '.join(map(names, leaders(now, game)))}")
    click.echo(f"agreed draw shared by: {', '.join(map(names, sharing_draw(now, game))) or 'nobody'}")
