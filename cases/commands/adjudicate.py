"""`standoff adjudicate`: one turn, or the phases of one file."""

from __future__ import annotations

import json

import click

from . import chosen_rules, file_options, phase_file, picture_option, rules_options, turn_in


@click.command()
@click.argument("file", default="-")
@rules_options
@file_options
@click.option("--language", default="en", type=click.Choice(["en", "cs", "ru"]), help="The language to print in.")
@click.option("--terms", default="standoff", type=click.Choice(["standoff", "datc"]), help="Whose words for outcomes.")
@click.option("--json", "as_json", is_flag=True, help="Print the object of the interchange lines.")
@picture_option("the orders and what became of them; of several phases each in a file of its own")
def adjudicate(
    file: str,
    rules: str,
    options: tuple[str, ...],
    map_name: str | None,
    position: str | None,
    phase: str | None,
    language: str,
    terms: str,
    as_json: bool,
    picture: str | None,
) -> None:
    """Adjudicate the orders in FILE (- for standard input) and print what became of each and why.

    Orders stand under the name of their power; units follow from them, others are listed under UNITS.

    \b
    Example file:
      ENGLAND
        F North Sea Convoys A Yorkshire - Belgium
        A Yorkshire - Belgium
      FRANCE: A Bur S A Par - Mar
      UNITS
        Italy: A Venice, F Naples

    \b
    Examples:
      standoff adjudicate turn.txt
      standoff adjudicate --terms datc turn.txt
      standoff adjudicate --rules 2000 --set adjacent_convoy=explicit turn.txt
    """
    rulebook = chosen_rules(rules, options)
    turn = turn_in(file, rulebook, map_name, position, phase, only=False)
    several = phase is None and bool(turn.later)
    while True:
        result = turn.adjudicate()
        if picture is not None:
            from ..pictures import draw

            draw(result, language=language).save(phase_file(picture, str(turn.phase)) if several else picture)
        if as_json:
            click.echo(json.dumps({"id": turn.id or None, **result.by_line(datc=terms == "datc")}, ensure_ascii=False))
        else:
            from ..text.table import print_result

            print_result(result.found, turn.board, rulebook, language, datc=terms == "datc")
        if phase is not None or not turn.later:
            break
        turn = result.next()
