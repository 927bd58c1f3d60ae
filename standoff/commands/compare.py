"""`standoff compare`: one phase under every rulebook, and under every single option."""

from __future__ import annotations

import sys

import click

from . import NamedTurn, answer_options, draw_to, print_answer, turn_options


@click.command()
@turn_options
@answer_options("a map for each outcome")
def compare(named: NamedTurn, language: str, as_json: bool, picture: str | None) -> None:
    """Adjudicate the phase in TURN under every rulebook and every single option.

    Only differences from the rulebook of --rules are shown, with the reason for each. The exit status is 1 unless all
    of them agree.

    \b
    Examples:
      standoff compare turn.txt
      standoff compare --rules 1982 --json turn.txt
    """
    comparison = named.turn().compare()
    draw_to(picture, comparison, language=language)
    print_answer(comparison, as_json, language)
    if not comparison.agree:
        sys.exit(1)
