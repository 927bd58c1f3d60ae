"""`standoff replay`: saved games, phase by phase."""

from __future__ import annotations

import sys

import click

from . import chosen_rules, rules_options


@click.command()
@click.argument("games", nargs=-1, required=True)
@rules_options
@click.option("--verbose", "-v", is_flag=True, help="List the phases that agree, too.")
def replay(games: tuple[str, ...], rules: str, options: tuple[str, ...], verbose: bool) -> None:
    """Adjudicate saved games of the diplomacy package phase by phase; report where the record differs.

    Ends with status 1 if any phase differs.

    \b
    Examples:
      standoff replay game.json
      standoff replay --rules webdiplomacy games/*.json
    """
    from ..book.replay import replay as phases_of

    rulebook = chosen_rules(rules, options)
    count = differing = 0
    for game in games:
        for phase in phases_of(game, rulebook):
            count += phase.compared
            differing += bool(phase.differences)
            if phase.differences:
                for difference in phase.differences:
                    click.echo(f"{game} {phase.name}: {difference}")
            elif verbose:
                click.echo(f"{game} {phase.name}: {'agrees' if phase.compared else 'last phase, nothing to compare'}")
    click.echo(f"{len(games)} games, {count} phases compared: {count - differing} agree, {differing} differ")
    if differing:
        sys.exit(1)
