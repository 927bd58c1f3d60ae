"""`standoff replay`: recorded games, phase by phase."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import draw_to, phase_file, picture_option, rules_options

if TYPE_CHECKING:
    from ..solver import Rulebook


@click.command()
@click.argument("games", nargs=-1, required=True)
@rules_options
@click.option("--verbose", "-v", is_flag=True, help="Also list the phases that agree.")
@picture_option("each phase, in its own file")
def replay(games: tuple[str, ...], rules: Rulebook, verbose: bool, picture: str | None) -> None:
    """Adjudicate recorded games phase by phase, and report where the record differs.

    Games are saved games of the diplomacy package, or games of webDiplomacy or DiploBN (JSON).

    For each differing phase, the rulebooks or single options that would agree with the record are listed. The exit
    status is 1 if any phase differs.

    \b
    Examples:
      standoff replay game.json
      standoff replay --rules webdiplomacy games/*.json
      standoff replay game.json --picture game.svg
    """
    from ..cases import ReplayCount, replay as phases_of

    count = ReplayCount(len(games))
    for game in games:
        for phase in phases_of(game, rules):
            if picture is not None:
                name = phase.name if len(games) == 1 else f"{Path(game).stem}-{phase.name}"
                draw_to(phase_file(picture, name), phase.result, rules=rules)
            count.add(phase)
            if phase.differences or verbose:
                click.echo("\n".join(f"{game} {line}" for line in str(phase).splitlines()))
    click.echo(str(count))
    if count.differing:
        sys.exit(1)
