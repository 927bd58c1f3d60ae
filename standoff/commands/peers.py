"""`standoff peers`: the programs that standoff can be compared with, and how to connect further ones."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
def peers() -> None:
    """List how 'standoff score' and 'standoff crosscheck' name other adjudicators.

    To connect your own: 'standoff peers new NAME'.

    \b
    Examples:
      standoff peers
    """
    from ..peers import SPECS

    width = max(map(len, SPECS))
    for spec, about in SPECS.items():
        click.echo(f"{spec:{width}}  {about}")
    click.echo("to connect your own program: standoff peers new NAME")


@click.command()
@click.argument("name")
@click.option(
    "--language",
    default="python",
    show_default=True,
    type=click.Choice(["python", "javascript", "c"]),
    help="Language of the program.",
)
def new(name: str, language: str) -> None:
    """Write a program NAME that connects your adjudicator, into the current folder.

    It reads and writes the interchange lines and answers nothing yet; 'standoff score' states the next step each time.

    \b
    Examples:
      standoff peers new mine
      standoff peers new mine --language javascript
    """
    from ..peers import new_program

    click.echo(new_program(name, language, Path())[1])
