"""`standoff serve`: standoff behind the protocol of another program."""

from __future__ import annotations

import sys

import click


@click.command()
@click.option(
    "--as",
    "protocol",
    type=click.Choice(["cdippy", "lines"]),
    required=True,
    help="The protocol: that of cdippy, or the interchange lines.",
)
@click.option("--rules", default=None, metavar="NAME", help="With cdippy: the rulebook; what cdippy does if left out.")
@click.option("--set", "options", multiple=True, metavar="OPTION=CHOICE", help="Override one option of --rules.")
def serve(protocol: str, rules: str | None, options: tuple[str, ...]) -> None:
    """Answer on standard output what another program would, so that standoff can take its place.

    \b
    Example:
      printf 'PAR A FRANCE\\n\\nPAR - BUR\\n\\n' | standoff serve --as cdippy
    """
    from . import chosen_rules

    if protocol == "lines":
        if rules or options:
            raise click.UsageError("with --as lines each request says its own rules")
        from ..lines.blocks import LINES_IN_BLOCK, answer_waiting
        from ..lines.line_files import open_lines

        good = True
        with open_lines("-") as lines:
            for told in answer_waiting(lines.blocks(LINES_IN_BLOCK)):
                good = good and not told.unreadable
                click.echo(told.text, nl=False)
        sys.exit(not good)
    read = click.open_file("-", encoding="utf-8", errors="replace")
    from ..peers.adapters.cdippy import RULES
    from ..peers.stand_ins.cdippy_server import CdippySession, cdippy_answers

    if options and rules is None:
        raise click.UsageError("--set changes a rulebook: name it with --rules")
    chosen = chosen_rules(rules, options) if rules else RULES
    session = CdippySession(chosen, complain=lambda sentence: click.echo(sentence, err=True))
    for text in cdippy_answers(read, session):
        click.echo(text, nl=False)
