"""The subcommands of `standoff`, one module each, and what they share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ...solver import Rulebook


def rules_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options ``--rules`` and ``--set`` to a command; `chosen_rules` reads them."""
    command = click.option(
        "--set", "options", multiple=True, metavar="OPTION=CHOICE", help="Override one option of the rulebook."
    )(command)
    return click.option("--rules", default="2023", show_default=True, metavar="NAME", help="The rulebook.")(command)


def chosen_rules(name: str, options: tuple[str, ...]) -> Rulebook:
    """Return the rulebook that the options ``--rules`` and ``--set`` choose.

    Raises:
        RulebookError: A rulebook, an option or a choice is unknown.
    """
    from ...solver import RulebookError, rulebook

    pairs: dict[str, str] = {}
    for entry in options:
        option, equals, choice = entry.partition("=")
        if not equals:
            raise RulebookError(f"--set {entry}: expected OPTION=CHOICE")
        pairs[option.strip()] = choice.strip()
    return rulebook(name, **pairs)
