"""`standoff line`: whether a stalemate line holds."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from . import NamedTurn, claim, json_option, print_json, turn_options
from .progress import progress_bar


@click.command()
@turn_options
@click.option("--keep", metavar="CENTERS", help="Provinces that it keeps: ANK,CON (default: owned centers).")
@click.option("--enemy", type=click.IntRange(1), metavar="UNITS", help="The most units that the enemy has.")
@click.option("--no-fleets", default="", metavar="PROVINCES", help="Provinces where the enemy has no fleet.")
@click.option("--orders", is_flag=True, help="Find holds and supports for units without an order.")
@click.option("--spare", is_flag=True, help="Find the units that can be left out.")
@click.option("--repair", is_flag=True, help="Find lines that hold with one unit elsewhere.")
@click.option("--draw", "picture", metavar="FILE", help="Draw the break, or the line: .svg, .png or .pdf.")
@click.option("--save", metavar="FILE", help="Write the break, or the line, to this case file.")
@click.option("--proof", metavar="FILE", help="Write a proof that it holds to this file.")
@click.option("--seconds", default=120.0, show_default=True, type=click.FloatRange(0), help="Time for each answer.")
@json_option()
def line(
    named: NamedTurn, picture: str | None, save: str | None, proof: str | None, as_json: bool, **asked: Any
) -> None:
    """Say whether a stalemate line holds, whatever the enemy has outside and whatever he orders.

    TURN has the units of the line and their orders; its powers are allies. The enemy comes from every center that is
    not kept, and may have any units that can get where they stand without passing the line. The line is broken if a
    unit of it is dislodged, or an enemy enters what it keeps; a turn that breaks it is shown. All that is assumed is
    printed. The exit status is 1 if the line does not hold, and 3 if that, or what else is asked, is open.

    \b
    Examples:
      standoff line "TURKEY: A CON H, A ARM H" --keep CON,ANK,SMY
      standoff line "TURKEY: A CON H, A ARM H" --keep CON,ANK,SMY --no-fleets AEG,BLA,EAS --spare
      standoff line "TURKEY: A CON H, A ARM H" --keep CON,ANK,SMY --draw break.svg --save break.txt
    """
    from ..peers import case_text
    from ..searches import line as line_of
    from ..work import write_whole

    turn = named.turn()
    for target in (picture, save, proof):
        claim(target, named.name)
    with progress_bar("searching", None, "{task.fields[what]}") as move:
        asked["progress"] = lambda done, total, what: move(done, total=total, what=what)
        found = line_of(turn, proof=proof is not None, **asked)
    if as_json:
        print_json(found.to_dict())
    else:
        click.echo(str(found))
    if picture:
        found.picture().save(picture)
    if save:
        shown, notes = found.breaks or found.turn, str(found).splitlines()
        write_whole(Path(save), case_text(shown, id="line", title=notes[0], rules=shown.rules, notes=notes[1:]))
    if proof and found.proof:
        write_whole(Path(proof), found.proof)
    if not found.holds or found.why_open:
        sys.exit(1 if found.holds is False else 3)
