"""`standoff serve`: standoff behind the protocol of another program, on a pipe."""

from __future__ import annotations

import sys

import click

from . import allow, boards_options, chosen_rules


@click.command()
@click.option(
    "--as",
    "protocol",
    type=click.Choice(["cdippy", "lines"]),
    required=True,
    help="The protocol: cdippy's, or the interchange lines.",
)
@click.option("--rules", default=None, metavar="NAME", help="With cdippy: the rulebook; as cdippy itself if left out.")
@click.option("--set", "options", multiple=True, metavar="OPTION=CHOICE", help="Override one option of --rules.")
@boards_options
def serve(
    protocol: str, rules: str | None, options: tuple[str, ...], maps: tuple[str, ...], folders: tuple[str, ...]
) -> None:
    """Stand in for another program: read its questions from standard input, and answer them as it would.

    This is a pipe, not a web server; for the page in a browser see 'standoff page'.

    \b
    Example:
      printf 'PAR A FRANCE\\n\\nPAR - BUR\\n\\n' | standoff serve --as cdippy
    """
    if protocol == "cdippy" and (maps or folders):
        raise click.UsageError("--map and --maps are for --as lines")
    allow(maps, folders)
    if protocol == "lines":
        if rules or options:
            raise click.UsageError("with --as lines each line names its own rules")
        from ..lines.blocks import LINES_IN_BLOCK, answer_waiting
        from ..lines.line_files import open_lines

        good = True
        with open_lines("-") as lines:
            for answers in answer_waiting(lines.blocks(LINES_IN_BLOCK)):
                good = good and not answers.unreadable
                click.echo(answers.text, nl=False)
        sys.exit(not good)
    questions = click.open_file("-", encoding="utf-8", errors="replace")
    from ..peers.adapters.cdippy import RULES
    from ..peers.stand_ins.cdippy_server import CdippySession, cdippy_answers

    if options and rules is None:
        raise click.UsageError("--set changes a rulebook: name the rulebook with --rules")
    chosen = chosen_rules(rules, options) if rules else RULES
    session = CdippySession(chosen, complain=lambda sentence: click.echo(sentence, err=True))
    for text in cdippy_answers(questions, session):
        click.echo(text, nl=False)
