"""`standoff adjudicate`: one turn, or the phases of one file."""

from __future__ import annotations

import json

import click

from . import case_in, chosen_rules, file_options, phase_file, picture_option, rules_options


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
    from ..book.run import play_case, texts_of
    from ..lines.codec import result_object

    rulebook = chosen_rules(rules, options)
    case = case_in(file, rulebook, map_name, position, phase)
    for played, result, _ in play_case(case, rulebook):
        if picture is not None:
            from ..pictures import draw

            file_of_phase = phase_file(picture, str(result.before.phase)) if len(case.phases) > 1 else picture
            draw(result, board=case.board, rules=rulebook, language=language).save(file_of_phase)
        if as_json:
            texts = texts_of(played, result)
            shown = {"id": case.id or None, **result_object(result, texts, case.board, datc=terms == "datc")}
            click.echo(json.dumps(shown, ensure_ascii=False))
        else:
            from ..text.table import print_result

            print_result(result, case.board, rulebook, language, datc=terms == "datc")
