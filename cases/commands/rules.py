"""`standoff rules`: options and rulebooks."""

from __future__ import annotations

import click


@click.command()
@click.argument("name", required=False)
def rules(name: str | None) -> None:
    """List the options of the rulebooks, or show what rulebook NAME chooses.

    \b
    Examples:
      standoff rules
      standoff rules 1982
    """
    from ..text.table import print_options, print_rulebook

    if name is None:
        print_options()
    else:
        print_rulebook(name)
