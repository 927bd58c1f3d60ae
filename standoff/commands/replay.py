"""`standoff replay`: saved games, phase by phase."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import chosen_rules, draw_to, phase_file, picture_option, rules_options

if TYPE_CHECKING:
    from ..solver import PhaseResult


@click.command()
@click.argument("games", nargs=-1, required=True)
@rules_options
@click.option("--verbose", "-v", is_flag=True, help="Also list the phases that agree.")
@picture_option("each phase, in a file of its own")
@click.option("--animate", default=None, metavar="FILE", help="Draw all phases as one moving picture, as SVG.")
def replay(
    games: tuple[str, ...],
    rules: str,
    options: tuple[str, ...],
    verbose: bool,
    picture: str | None,
    animate: str | None,
) -> None:
    """Adjudicate saved games of the diplomacy package phase by phase, and report where the record differs.

    For each phase that differs, the rulebooks, or single options on top of the one chosen, that would agree with the
    record are named. The exit status is 1 if any phase differs.

    \b
    Examples:
      standoff replay game.json
      standoff replay --rules webdiplomacy games/*.json
      standoff replay game.json --animate game.svg
    """
    from ..cases import ReplayCount, replay as phases_of

    rulebook = chosen_rules(rules, options)
    count = ReplayCount(len(games))
    for game in games:
        results: list[PhaseResult] = []
        for phase in phases_of(game, rulebook):
            if picture is not None:
                name = phase.name if len(games) == 1 else f"{Path(game).stem}-{phase.name}"
                draw_to(phase_file(picture, name), phase.result, rules=rulebook)
            if animate is not None:
                results.append(phase.result)
            count.add(phase)
            if phase.differences or verbose:
                click.echo("\n".join(f"{game} {line}" for line in str(phase).splitlines()))
        if animate is not None:
            from ..map import load_board
            from ..pictures import save_animation

            file = animate if len(games) == 1 else phase_file(animate, Path(game).stem)
            save_animation(file, results, load_board(results[0].before.board), rules=rulebook)
    click.echo(str(count))
    if count.differing:
        sys.exit(1)
