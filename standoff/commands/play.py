"""`standoff play`: a phase of a game, from a position and orders to the next position; and powers and standings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from . import claim, language_option, out_option, rules_options, seed_option, write_out

if TYPE_CHECKING:
    from ..solver import Rulebook, Variant


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
    help="Variant to start ('standoff play variants'), or a board file.",
)
@click.option("--year", type=click.IntRange(1), default=None, help="Year of the first spring, with 'start'.")
@click.option("--civil-disorder", multiple=True, metavar="POWER", help="Power in civil disorder from now on.")
@seed_option("the lots", 0)
@language_option("Language of the output.")
@click.option("--quiet", is_flag=True, help="Print only the next position.")
def play(
    position: str,
    orders: tuple[str, ...],
    rules: Rulebook,
    out: str,
    variant_name: str | None,
    year: int | None,
    civil_disorder: tuple[str, ...],
    seed: int,
    language: str,
    quiet: bool,
) -> None:
    """Play one phase: adjudicate the ORDERS files at POSITION and write the next position.

    POSITION is a file from 'standoff play', 'start', or a position in one line; a file with both units and orders needs
    no ORDERS. Each ORDERS file lists orders under the names of their powers. Units without orders hold, or disband if
    dislodged; powers without orders waive their builds, and lose units as in civil disorder.

    'standoff play variants' lists the variants, 'standoff play powers' gives each player a power, 'standoff play
    standings' shows who is ahead. For a file named standings: ./standings.

    \b
    Examples:
      standoff play start spring.txt --out fall.txt
      standoff play fall.txt austria.txt england.txt --out next.txt
      standoff play start spring.txt --variant two-1982 --rules 1982-czech --out fall.txt
      standoff play start ancient.txt --map ancmed.map --out fall.txt
    """
    from ..cases import play_phase, write_position

    game = _variant(variant_name)
    if year is not None and position != "start":
        raise click.UsageError("--year requires 'start'")
    claim(out, position, *orders)
    played = play_phase(position, orders, rules, game=game, year=year, civil_disorder=civil_disorder, seed=seed)
    (last,) = played.played
    if last.joined:
        click.echo(last.joined, err=True)
    if not quiet:
        from ..text import print_result

        print_result(last.result.phase_result, played.board, rules, language)
        click.echo()
    if ending := last.ending(language):
        click.echo(f"{ending}\n", err=True)
    if write_out(write_position(played.position, played.board, played.variant), out):
        click.echo(f"next: {played.phase}, written to {out}")


def _variant(name: str | None) -> Variant | None:
    """Return the named variant, from the package or a board's file; None if none is named."""
    from pathlib import Path

    from ..map import names_a_file
    from ..solver import variant

    return variant(Path(name) if names_a_file(name) else name) if name else None


@click.command()
@click.argument("file", default="-")
@seed_option("the lots", 0)
def powers(file: str, seed: int) -> None:
    """Give each player a power. FILE (- for standard input) has one line per player.

    A line is a name, or a name and a list of powers, most wanted first. Without lists, all powers are drawn by lot.
    With lists, a power that only one player wants is granted; the other players draw lots, down the lists place by
    place.

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


@click.command()
@click.argument("position")
@click.option("--variant", "variant_name", default=None, metavar="NAME", help="Variant, if the position names none.")
@click.option(
    "--centers", type=click.IntRange(1), default=None, help="Number of centers that wins (default: the variant's)."
)
@click.option("--units", type=click.IntRange(1), default=None, help="Number of units that wins, instead of centers.")
def standings(position: str, variant_name: str | None, centers: int | None, units: int | None) -> None:
    """Show each player's centers and units at POSITION, and the result if the game ended now.

    This names the winner, if a player has reached the target; the leader, who wins at an agreed end or time limit; and
    the players who share an agreed draw.

    \b
    Examples:
      standoff play standings fall.txt
      standoff play standings fall.txt --centers 15
    """
    from ..cases import standings as standings_at

    game = _variant(variant_name)
    click.echo(str(standings_at(position, game, centers=centers, units=units)))


@click.command()
@language_option("Language of the output.")
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
