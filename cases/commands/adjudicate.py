"""`standoff adjudicate`: one turn, or the phases of one file."""

from __future__ import annotations

import json

import click

from . import NamedTurn, phase_file, picture_option, turn_options


@click.command()
@turn_options
@click.option("--language", default="en", type=click.Choice(["en", "cs", "ru"]), help="The language to print in.")
@click.option("--terms", default="standoff", type=click.Choice(["standoff", "datc"]), help="Whose words for outcomes.")
@click.option("--json", "as_json", is_flag=True, help="Print the object of the interchange lines.")
@picture_option("the orders and what became of them; of several phases each in a file of its own")
def adjudicate(
    named: NamedTurn,
    language: str,
    terms: str,
    as_json: bool,
    picture: str | None,
) -> None:
    """Adjudicate the orders in TURN and print what became of each and why.

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
      standoff adjudicate 6.F.14
      standoff adjudicate game.json --phase F1904M
    """
    from ..book.run import play_case, texts_of
    from ..lines.codec import result_object

    case, rulebook = named.case()
    several = len(case.phases) > 1
    for number, (played, result, _) in enumerate(play_case(case, rulebook)):
        phase = result.before.phase
        if picture is not None:
            from ..pictures import draw

            file_of_phase = phase_file(picture, str(phase)) if several else picture
            draw(result, board=case.board, rules=rulebook, language=language).save(file_of_phase)
        if as_json:
            shown: dict[str, object] = {"id": case.id or None}
            if several:
                shown["season"] = str(phase)
            shown |= result_object(result, texts_of(played, result), case.board, datc=terms == "datc")
            click.echo(json.dumps(shown, ensure_ascii=False))
        else:
            from ..text.table import print_result

            if several:
                click.echo("\n" * (number > 0) + click.style(f"PHASE {phase}", bold=True) + "\n")
            print_result(result, case.board, rulebook, language, datc=terms == "datc")
