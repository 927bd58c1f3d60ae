"""`standoff play`: one phase of a game, from a position and orders to the next position."""

from __future__ import annotations

import click

from . import chosen_rules, claim, language_option, out_option, rules_options, seed_option, write_out


@click.command()
@click.argument("position")
@click.argument("orders", nargs=-1)
@rules_options
@out_option("the next position")
@click.option(
    "--variant",
    "--map",
    "variant_name",
    metavar="NAME",
    help="Start this variant ('standoff play variants'), or the board of a file.",
)
@click.option("--year", type=click.IntRange(1), default=None, help="With 'start': the year of the first spring.")
@click.option("--idle", multiple=True, metavar="POWER", help="A power in civil disorder from now on.")
@seed_option("the lots", 0)
@language_option("The language to print in.")
@click.option("--quiet", is_flag=True, help="Print only the next position, without the table.")
def play(
    position: str,
    orders: tuple[str, ...],
    rules: str,
    options: tuple[str, ...],
    out: str,
    variant_name: str | None,
    year: int | None,
    idle: tuple[str, ...],
    seed: int,
    language: str,
    quiet: bool,
) -> None:
    """Play one phase: adjudicate the ORDERS files at POSITION and write the position that follows.

    POSITION is a file that 'standoff play' has written, 'start', or a position in one line; a file that holds both
    units and orders needs no ORDERS. Each ORDERS file lists powers as headings with their orders below. Units
    without orders hold, or disband if dislodged; powers without orders waive their builds, and lose units as in civil
    disorder.

    Before, during and after a game: 'standoff play variants' lists the variants, 'standoff play powers' gives each
    player a power, 'standoff play standings' shows who is ahead. (A file of such a name: ./standings.)

    \b
    Examples:
      standoff play start spring.txt --out fall.txt
      standoff play fall.txt austria.txt england.txt --out next.txt
      standoff play start spring.txt --variant two-1982 --rules 1982-czech --out fall.txt
      standoff play start ancient.txt --map ancmed.map --out fall.txt
    """
    from ..cases import play_phase, write_position
    from ..map import load_board, names_a_file
    from ..solver import variant, variant_of

    rulebook = chosen_rules(rules, options)
    game = None
    if variant_name:
        game = variant_of(load_board(variant_name)) if names_a_file(variant_name) else variant(variant_name)
    if year is not None and position != "start":
        raise click.UsageError("--year goes with 'start'; a position names its own year")
    claim(out)
    played = play_phase(position, orders, rulebook, game=game, year=year, idle=idle, seed=seed)
    (last,) = played.played
    if last.joined:
        click.echo(last.joined, err=True)
    if not quiet:
        from ..text import print_result

        print_result(last.result.phase_result, played.board, rulebook, language)
        click.echo()
    if ending := last.ending(language):
        click.echo(f"{ending}\n", err=True)
    if write_out(write_position(played.position, played.board, played.variant), out):
        click.echo(f"next: {played.phase}, written to {out}")
