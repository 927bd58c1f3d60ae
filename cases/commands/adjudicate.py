"""`standoff adjudicate`: one turn, or the phases of one file."""

from __future__ import annotations

import json

import click

from . import chosen_rules, rules_options


@click.command()
@click.argument("file", default="-")
@rules_options
@click.option("--map", "map_name", default=None, help="The board; that of the rulebook if left out.")
@click.option("--position", default=None, metavar="POSITION", help="Where units stand: a file, or one line.")
@click.option("--language", default="en", type=click.Choice(["en", "cs", "ru"]), help="The language to print in.")
@click.option("--json", "as_json", is_flag=True, help="Print the object of the interchange lines.")
def adjudicate(
    file: str,
    rules: str,
    options: tuple[str, ...],
    map_name: str | None,
    position: str | None,
    language: str,
    as_json: bool,
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
      standoff adjudicate --rules 2000 --set adjacent_convoy=explicit turn.txt
    """
    from ...map import load_board
    from ...solver.rulebook import board_of
    from ..casefile import CaseError, read_cases, read_text
    from ..interchange import result_object
    from ..position_file import read_position, stand_at
    from ..runner import play_case

    rulebook = chosen_rules(rules, options)
    name = "standard input" if file == "-" else file
    board, start = load_board(map_name or board_of(rules)), None
    if position is not None:
        start, board, _ = read_position(position, board)
    cases = read_cases(read_text(file), name, board=board, position_known=start is not None)
    if len(cases) > 1:
        raise CaseError(
            f"{name}, line {cases[1].line}: one turn is expected here, this is a file of {len(cases)} cases"
        )
    case = cases[0]
    if start is not None:
        stand_at(case, start)
    for phase, result, _ in play_case(case, rulebook):
        if as_json:
            texts = [written.text for written in phase.orders]
            shown = {"id": case.id or None, **result_object(result, texts, case.board)}
            click.echo(json.dumps(shown, ensure_ascii=False))
        else:
            from ..table import print_result

            print_result(result, case.board, rulebook, language)
