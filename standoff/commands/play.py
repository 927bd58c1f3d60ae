"""`standoff play`: one phase of a game, from a position and orders to the next position."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import chosen_rules, power_named, rules_options

if TYPE_CHECKING:
    from ..map import Position
    from ..solver.variants import Variant


@click.command()
@click.argument("position")
@click.argument("orders", nargs=-1)
@rules_options
@click.option("--out", default=None, metavar="FILE", help="Write the next position there; printed if left out or -.")
@click.option(
    "--variant", "variant_name", default=None, metavar="NAME", help="Start this variant ('standoff play variants')."
)
@click.option("--year", type=click.IntRange(1), default=None, help="With 'start': the year of the first spring.")
@click.option("--idle", multiple=True, metavar="POWER", help="A power in civil disorder from now on.")
@click.option("--seed", default=0, show_default=True, help="The seed of the lots.")
@click.option("--language", default="en", type=click.Choice(["en", "cs", "ru"]), help="The language to print in.")
@click.option("--quiet", is_flag=True, help="Print only the next position, without the table.")
def play(
    position: str,
    orders: tuple[str, ...],
    rules: str,
    options: tuple[str, ...],
    out: str | None,
    variant_name: str | None,
    year: int | None,
    idle: tuple[str, ...],
    seed: int,
    language: str,
    quiet: bool,
) -> None:
    """Play one phase: adjudicate the ORDERS files at POSITION and write the position that follows.

    POSITION is a file that 'standoff play' has written, 'start', or a position in one line; a file that holds both
    units and orders is played by itself. Each ORDERS file lists powers as headings with their orders below. Units
    without orders hold, or disband if dislodged; powers without orders waive their builds, and lose units as in civil
    disorder.

    Before, during and after a game: 'standoff play variants' lists the variants, 'standoff play powers' gives each
    player a power, 'standoff play standings' shows who is ahead. (A file of such a name: ./standings.)

    \b
    Examples:
      standoff play start spring.txt --out fall.txt
      standoff play fall.txt austria.txt england.txt --out next.txt
      standoff play start spring.txt --variant two-1982 --rules 1982-czech --out fall.txt
    """
    from ..cases.case import CaseError, CasePhase, stand_at
    from ..cases.origins import orders_of
    from ..cases.position_file import holds_orders, read_position, write_position
    from ..cases.read import read_cases, read_text
    from ..map import PhaseType, load_board
    from ..solver import following
    from ..solver.rulebook import board_of
    from ..solver.variants import variant, winner
    from ..turn.turn import Turn
    from ..work.whole_files import write_whole

    rulebook = chosen_rules(rules, options)
    game = variant(variant_name) if variant_name else None
    if game is not None and position == "start":
        now, board = game.start(), load_board(game.board)
    else:
        now, board, named = read_position(position, load_board(board_of(rules)))
        game = game or named
    if year is not None and position != "start":
        raise click.UsageError("--year goes with 'start'; a position names its own year")
    if year is not None and now.phase is not None:
        now = replace(now, phase=replace(now.phase, year=year))
    for power in idle:
        now = replace(now, civil_disorder=now.civil_disorder | {power_named(power, board)})
    together = CasePhase(now.phase.type if now.phase else PhaseType.MOVEMENT, 1)
    if holds_orders(position, board):
        if orders:
            raise CaseError(f"{position}: it holds orders, and so do {', '.join(orders)}; give only one of them")
        orders = (position,)
    for file in orders:
        cases = read_cases(read_text(file), file, board=board, position=now)
        if len(cases) > 1 or len(cases[0].phases) > 1:
            line = cases[1].line if len(cases) > 1 else cases[0].phases[1].line
            raise CaseError(f"{file}, line {line}: a second phase; one phase is played at a time")
        stand_at(cases[0], now)
        (phase,) = cases[0].phases
        together.orders.extend(phase.orders)
        together.sets.update(phase.sets)
        together.lasting.extend(phase.lasting)
        together.proxies.extend(phase.proxies)
    result = Turn(now, rules=rulebook, board=board, **orders_of(together)).adjudicate()
    after = following(result.after, board)
    if game is not None:
        after = _joined(now, after, game, seed)
    text = write_position(after, board, game)
    if not quiet:
        from ..text.table import print_result

        print_result(result.found, board, rulebook, language)
        click.echo()
    if now.phase and now.phase.season != "S" and (won := winner(after, game or variant("standard"))):
        click.echo(f"won by {', '.join(board.powers[power].name for power in won)}\n", err=True)
    if out in (None, "-"):
        click.echo(text, nl=False)
        return
    try:
        write_whole(Path(out), text, synced=True)
    except OSError as fault:
        raise CaseError(f"{out}: {fault.strerror}") from None
    click.echo(f"next: {after.phase}, written to {out}")


def _joined(before: Position, after: Position, game: Variant, seed: int) -> Position:
    """Bring a neutral power into play when its time has come, and say which side it joins by lot."""
    from ..solver.variants import draw_side

    joins = game.joins
    if joins is None or before.phase is None or after.phase is None or joins.power not in after.civil_disorder:
        return after
    if after.phase.year < joins.plays_from.year:
        return after
    side = game.players[draw_side(game, seed)]
    click.echo(f"by lot, {joins.power.capitalize()} joins {', '.join(power.capitalize() for power in side)}", err=True)
    return game.after_lot(after)
