"""The subcommands of `standoff`, one module each, and what they share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ...solver import Rulebook
    from ..turn import Turn


def rules_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options ``--rules`` and ``--set`` to a command; `chosen_rules` reads them."""
    command = click.option(
        "--set", "options", multiple=True, metavar="OPTION=CHOICE", help="Override one option of the rulebook."
    )(command)
    return click.option("--rules", default="2023", show_default=True, metavar="NAME", help="The rulebook.")(command)


def file_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--map``, ``--position`` and ``--phase`` to a command that reads a turn with `turn_in`."""
    command = click.option(
        "--phase", default=None, metavar="PHASE", help="One phase of several: F1904M, retreat, or its number."
    )(command)
    command = click.option(
        "--position", default=None, metavar="POSITION", help="Where units stand: a file, or one line."
    )(command)
    return click.option("--map", "map_name", default=None, help="The board; that of the rulebook if left out.")(command)


def picture_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of pictures, by the names that `pictures.draw` has for them."""
    for option in reversed(
        (
            click.option("--theme", default="light", show_default=True, metavar="NAME", help="light, dark or print."),
            click.option(
                "--language", default="en", type=click.Choice(["en", "cs", "ru"]), help="The language of all words."
            ),
            click.option(
                "--names", default="short", type=click.Choice(["short", "long", "none"]), help="Names of provinces."
            ),
            click.option("--width", "width_px", default=None, type=click.IntRange(1, 20000), help="The width in px."),
            click.option(
                "--crop/--whole", "crop", default=None, help="Show a part of the board, or all, whatever the turn."
            ),
            click.option("--title", default="", help="The title."),
        )
    ):
        command = option(command)
    return command


def picture_option(what: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return what adds the option ``--picture`` to a command that can draw what it found."""
    return click.option("--picture", default=None, metavar="FILE", help=f"Draw {what}: .svg, .png or .pdf.")


def phase_file(file: str, name: str) -> str:
    """Return the file of one picture among several: ``turn.svg`` and "F1901R" give ``turn-F1901R.svg``."""
    path = Path(file)
    return str(path.with_name(f"{path.stem}-{name}{path.suffix}"))


def chosen_rules(name: str, options: tuple[str, ...]) -> Rulebook:
    """Return the rulebook that the options ``--rules`` and ``--set`` choose.

    Raises:
        RulebookError: A rulebook, an option or a choice is unknown.
    """
    from ...solver import rulebook

    return rulebook(name, **chosen_options(options))


def chosen_options(options: tuple[str, ...]) -> dict[str, str]:
    """Return the choices that the options ``--set`` make, by the options' names.

    Raises:
        RulebookError: One is not written as ``OPTION=CHOICE``.
    """
    from ...solver import RulebookError

    pairs: dict[str, str] = {}
    for entry in options:
        option, equals, choice = entry.partition("=")
        if not equals:
            raise RulebookError(f"--set {entry}: expected OPTION=CHOICE")
        pairs[option.strip()] = choice.strip()
    return pairs


def turn_in(
    name: str,
    rules: Rulebook,
    map_name: str | None,
    position: str | None,
    phase: str | None = None,
    *,
    only: bool = True,
) -> Turn:
    """Return the turn that `name` stands for.

    Args:
        name: What `book.source` finds: a file, ``-`` for standard input, a case of the library, orders.
        rules: The rulebook, which may have a board of its own and says which of several sets of orders count.
        map_name: The board; None for that of the rulebook.
        position: A position file or one-line position where units stand; None if they follow from the orders.
        phase: Which phase of several; None for the only one.
        only: False for the first of several phases, if none is named.

    Raises:
        StandoffError: Something cannot be read, or the name stands for several turns.
    """
    from ..origins import turn_from

    return turn_from(name, phase=phase, position=position, board=map_name, rules=rules, only=only)
