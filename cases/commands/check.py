"""`standoff check`: what is wrong with a file of orders or cases."""

from __future__ import annotations

import sys

import click

from . import chosen_rules, rules_options


@click.command()
@click.argument("file", default="-")
@rules_options
@click.option("--position", default=None, metavar="POSITION", help="Where units stand: a file, or one line.")
@click.option("--language", default="en", type=click.Choice(["en", "cs", "ru"]), help="The language of the reasons.")
def check(file: str, rules: str, options: tuple[str, ...], position: str | None, language: str) -> None:
    """Report what is wrong with FILE (- for standard input): what cannot be read, illegal orders, void ones.

    Void are supports and convoys that match no order. The exit status is 2 if something cannot be read, 1 if an order
    is illegal or void, 0 if all is well.

    \b
    Examples:
      standoff check turn.txt
      standoff check --rules 1982 --position start turn.txt
    """
    from ...map import load_board
    from ...solver.orders import Unclear
    from ...solver.rulebook import board_of
    from ..book.case import kind_of, stand_at
    from ..book.faults import faults_of
    from ..book.position_file import read_position
    from ..book.read import read_cases, read_text
    from ..text.messages import meanings_text, message

    rulebook = chosen_rules(rules, options)
    name = "standard input" if file == "-" else file
    board, start = load_board(board_of(rules)), None
    if position is not None:
        start, board, _ = read_position(position, board)
    cases = read_cases(read_text(file), name, board=board, position_known=start is not None, kind=kind_of(start))
    count = 0
    for case in cases:
        if start is not None:
            stand_at(case, start)
        for written, fault in faults_of(case, rulebook):
            count += 1
            kind, _, reason = fault.partition(": ")
            said = f"{message(kind, language)}: {message(reason, language)}"
            if isinstance(written.order, Unclear):
                said += f": {meanings_text(written.order, case.board, language)}"
            click.echo(f"{name}, line {written.line}: {written.text!r}: {said}")
    if count:
        sys.exit(1)
