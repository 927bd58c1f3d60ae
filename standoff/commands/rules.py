"""`standoff rules`: options and rulebooks."""

from __future__ import annotations

import click


@click.command()
@click.argument("name", required=False)
@click.option("--datc", "version", default=None, metavar="VERSION", help="As this version of the DATC has it: 3.0.")
def rules(name: str | None, version: str | None) -> None:
    """List the options of the rulebooks, or show what rulebook NAME chooses.

    With --datc, the issues have the numbers of an older version, whose preferences count where a book is silent; the
    --set options that choose them are listed below.

    \b
    Examples:
      standoff rules
      standoff rules 1982
      standoff rules --datc 3.0
      standoff rules 1982 --datc 3.0
    """
    from ..solver import DATC
    from ..text import print_options, print_rulebook

    if name is None and version is None:
        print_options()
    else:
        print_rulebook(name or "2023", version or DATC)
