"""`standoff peers new`: a program that connects another adjudicator, begun."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("name")
@click.option(
    "--language",
    default="python",
    show_default=True,
    type=click.Choice(["python", "javascript", "c"]),
    help="The language of the program.",
)
def new(name: str, language: str) -> None:
    """Write a program that connects your adjudicator, called NAME, into this folder.

    It reads and writes the interchange lines and answers nothing yet; 'standoff score' says each time what to do next.

    \b
    Examples:
      standoff peers new mine
      standoff peers new mine --language javascript
    """
    from ..peers import new_program

    click.echo(new_program(name, language, Path())[1])
