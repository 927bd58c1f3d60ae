"""`standoff rules`: options and rulebooks."""

from __future__ import annotations

import click


@click.command()
@click.argument("name", required=False)
@click.option("--datc", "version", default=None, metavar="VERSION", help="As this version of the DATC has it: 3.0.")
def rules(name: str | None, version: str | None) -> None:
    """List the options of the rulebooks, or show what rulebook NAME chooses.

    With --datc the numbers of the issues are those of an older version, and where a book is silent its preferences
    count; the --set options that choose them stand below.

    \b
    Examples:
      standoff rules
      standoff rules 1982
      standoff rules --datc 3.0
      standoff rules 1982 --datc 3.0
    """
    from ..solver.rulebook import DATC
    from ..text.table import print_options, print_rulebook

    if name is None and version is None:
        print_options()
    else:
        print_rulebook(name or "2023", version or DATC)
