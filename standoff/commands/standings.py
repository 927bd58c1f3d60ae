"""`standoff standings`: who is ahead, who has won, who shares a draw."""

from __future__ import annotations

import click


@click.command()
@click.argument("position")
@click.option(
    "--variant", "variant_name", default=None, metavar="NAME", help="The variant, if the position names none."
)
@click.option(
    "--centers", type=click.IntRange(1), default=None, help="Supply centers that win, instead of the variant's."
)
@click.option("--units", type=click.IntRange(1), default=None, help="Units on the board that win, instead of centers.")
def standings(position: str, variant_name: str | None, centers: int | None, units: int | None) -> None:
    """Show centers and units of each player at POSITION, and how the game stands if it ends now.

    Named are the winner, if somebody has reached the target; who wins by most units when an agreed end or a time limit
    is reached; and who shares an agreed draw.

    \b
    Examples:
      standoff standings fall.txt
      standoff standings fall.txt --centers 15
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
            f"board {board.name} has no {', '.join(strangers)}, whom variant {game.name} plays with; name another with "
            "--variant"
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
