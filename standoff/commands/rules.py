"""`standoff rules`: options and rulebooks."""

from __future__ import annotations

import click

from . import json_option, language_option, print_json


@click.command()
@click.argument("name", required=False)
@click.option("--datc", "version", default=None, metavar="VERSION", help="Use this version of the DATC: 3.0.")
@language_option("Language of the output.")
@json_option("Print JSON; without NAME and --datc, with all choices.")
def rules(name: str | None, version: str | None, language: str, as_json: bool) -> None:
    """List the options and the rulebooks, or describe rulebook NAME and its choices.

    2023 has the preferences of the DATC; 2023-book is the rulebook of 2023 to the letter.

    With --datc, issues have the numbers of an older version, whose preferences decide where a book is silent; the --set
    options that choose them are listed below.

    \b
    Examples:
      standoff rules
      standoff rules 1982
      standoff rules --datc 3.0
      standoff rules 1982 --datc 3.0
      standoff rules --json
    """
    from ..solver import DATC
    from ..text import all_rules_data, print_options, print_rulebook, rulebook_data

    if name is None and version is None:
        if as_json:
            print_json(all_rules_data(language))
        else:
            print_options(language)
    elif as_json:
        print_json(rulebook_data(name or "2023", version or DATC, language))
    else:
        print_rulebook(name or "2023", version or DATC, language)
