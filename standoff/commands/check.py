"""`standoff check`: what is wrong with a file of orders or cases."""

from __future__ import annotations

import sys

import click

from . import NamedTurn, chosen_options, chosen_rules, turn_options


@click.command()
@turn_options
@click.option("--language", default="en", type=click.Choice(["en", "cs", "ru"]), help="The language of the reasons.")
def check(named: NamedTurn, language: str) -> None:
    """Report what is wrong with the orders in TURN: unreadable text, illegal orders and void ones.

    A support or convoy is void if it matches no order. The exit status is 2 if something cannot be read, 1 if an order
    is illegal or void, and 0 if all is well. A file may hold several cases.

    \b
    Examples:
      standoff check turn.txt
      standoff check --rules 1982 --position start spring.txt
      standoff check 6.B.9
    """
    from ..cases.order_faults import faults_of
    from ..solver import rulebook

    count = 0
    for case in named.cases():
        if named.rules is None:
            rules = rulebook(case.rules[0], **case.options).with_options(**chosen_options(named.options))
        else:
            rules = chosen_rules(named.rules, named.options)
        for fault in faults_of(case, rules):
            count += 1
            click.echo(fault.text(language))
    if count:
        sys.exit(1)
