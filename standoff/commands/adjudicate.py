"""`standoff adjudicate`: one turn, or all phases of a file."""

from __future__ import annotations

import click

from . import NamedTurn, answer_options, draw_to, phase_file, print_json, turn_options


@click.command()
@turn_options
@answer_options(
    "the orders and their outcomes, each phase in its own file",
    "Print JSON, as in the interchange lines.",
)
@click.option("--terms", default="standoff", type=click.Choice(["standoff", "datc"]), help="Terms for outcomes.")
def adjudicate(named: NamedTurn, language: str, terms: str, as_json: bool, picture: str | None) -> None:
    """Adjudicate the orders in TURN, and print the outcome of each with the reason.

    List orders under each power. Units are inferred from orders; list units without an order under UNITS.

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
    turn = named.turn(only=False)
    several = named.phase is None and bool(turn.later)
    for number, result in enumerate(turn.course() if several else (turn.adjudicate(),)):
        turn = result.turn
        draw_to(phase_file(picture, str(turn.phase)) if picture and several else picture, result, language=language)
        if as_json:
            entry: dict[str, object] = {"id": turn.id or None}
            if several:
                entry["season"] = str(turn.phase)
            print_json(entry | result.by_line(datc=terms == "datc"))
        else:
            from ..text import Terminal, print_result

            out = Terminal(at_once=True)
            if several:
                out.print("\n" * (number > 0) + f"PHASE {turn.phase}" + "\n", "bold")
            print_result(result.phase_result, turn.board, turn.rules, language, datc=terms == "datc", out=out)
