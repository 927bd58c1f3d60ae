"""The subcommands of `standoff`, one module each, and what they share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ...map import Position
    from ...solver import Order, Rulebook
    from ..book.case import Case


def rules_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options ``--rules`` and ``--set`` to a command; `chosen_rules` reads them."""
    command = click.option(
        "--set", "options", multiple=True, metavar="OPTION=CHOICE", help="Override one option of the rulebook."
    )(command)
    return click.option("--rules", default="2023", show_default=True, metavar="NAME", help="The rulebook.")(command)


def file_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--map`` and ``--position`` to a command that reads an orders file with `turn_in`."""
    command = click.option(
        "--position", default=None, metavar="POSITION", help="Where units stand: a file, or one line."
    )(command)
    return click.option("--map", "map_name", default=None, help="The board; that of the rulebook if left out.")(command)


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
    file: str, rules: Rulebook, map_name: str | None, position: str | None
) -> tuple[Case, Position, list[Order]]:
    """Return the first phase of an orders file: the case, the position that it starts from, and its orders.

    Args:
        file: The file; ``-`` for standard input.
        rules: The rulebook, which may have a board of its own and says which of several sets of orders count.
        map_name: The board; None for that of the rulebook.
        position: A position file or one-line position where units stand; None if they follow from the orders.

    Raises:
        StandoffError: Something cannot be read, or the file holds several cases.
    """
    from ...map import load_board
    from ...solver.rulebook import board_of
    from ..book.case import CaseError
    from ..book.read import read_cases, read_text
    from ..book.run import counted_orders, start_of
    from ..text.position_file import read_position, stand_at

    name = "standard input" if file == "-" else file
    board, start = load_board(map_name or board_of(rules.name)), None
    if position is not None:
        start, board, _ = read_position(position, board)
    cases = read_cases(read_text(file), name, board=board, position_known=start is not None)
    if len(cases) > 1:
        raise CaseError(f"{name}, line {cases[1].line}: one turn is expected, this is a file of {len(cases)} cases")
    case = cases[0]
    if start is not None:
        stand_at(case, start)
    start_position = start_of(case)
    return case, start_position, counted_orders(case.phases[0], start_position, rules, case.board)
