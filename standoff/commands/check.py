"""`standoff check`: faults in a file of orders or cases."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from . import (
    NamedTurn,
    board_and_position,
    chosen_options,
    chosen_rules,
    is_watched,
    json_option,
    language_option,
    print_json,
    turn_options,
)

if TYPE_CHECKING:
    from ..turn import CheckedOrder


@click.command()
@turn_options
@language_option("Language of the reasons.")
@click.option("--power", metavar="POWER", help="Power of orders without a heading.")
@click.option(
    "--notation", default="package", metavar="NOTATION", help="Notation of orders in --json: package, datc, daide, …"
)
@json_option("Print every order as JSON, including unreadable ones.")
def check(named: NamedTurn, language: str, power: str | None, notation: str, as_json: bool) -> None:
    """Report faults of the orders in TURN: unreadable text, illegal orders and void ones.

    Each comes with its rule and the nearest legal orders. A support or convoy is void if it matches no order. The exit
    status is 2 if anything is unreadable, 1 if an order is illegal or void, otherwise 0. A file may hold several cases.
    With --position, readable orders are checked beside unreadable ones.

    \b
    Examples:
      standoff check turn.txt
      standoff check --rules 1982 --position start spring.txt
      standoff check --json --position start "FRANCE: A PAR - MUN"
    """
    from ..text import counted
    from ..turn import Verdict

    checked = [*_checked(named, power)]
    if as_json:
        print_json({"orders": [order.to_dict(language=language, notation=notation) for _, order in checked]}, indent=1)
    wrong = [(file, order) for file, order in checked if order.verdict not in (Verdict.LEGAL, Verdict.REMARK)]
    if not as_json:
        for file, order in checked:
            if order.inferred or order.verdict not in (Verdict.LEGAL, Verdict.REMARK):
                click.echo(f"{file}, line {order.line}: {order.in_words(language)}")
    legal = sum(order.verdict is Verdict.LEGAL for _, order in checked)
    if not wrong and not as_json and is_watched():
        click.echo(f"{counted(legal, 'order')}, nothing wrong", err=True)
    if wrong:
        sys.exit(2 if any(order.verdict is Verdict.UNREADABLE for _, order in wrong) else 1)


def _checked(named: NamedTurn, power: str | None) -> Iterator[tuple[str, CheckedOrder]]:
    """Yield each order with the name of its file."""
    from ..cases import SourceName, check_case, check_text, collected_faults
    from ..solver import rulebook

    board, start = board_and_position(named.rules or "2023", named.map_name, named.position)
    if start is not None and named.phase is None:
        yield from check_text(
            SourceName(named.name), start, board, chosen_rules(named.rules or "2023", named.options), power
        )
        return
    if power is not None:
        raise click.UsageError("--power requires --position")
    with collected_faults() as errors:
        cases = named.cases()
    for case in cases:
        if named.rules is None:
            rules = rulebook(case.rules[0], **case.options).with_named(**chosen_options(named.options))
        else:
            rules = chosen_rules(named.rules, named.options)
        yield from ((case.file, order) for order in check_case(case, rules, errors))
