"""`standoff compare`: one phase under every rulebook, and under every single choice."""

from __future__ import annotations

import json
import sys

import click

from . import NamedTurn, picture_option, turn_options


@click.command()
@turn_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@picture_option("a map for each outcome")
def compare(named: NamedTurn, as_json: bool, picture: str | None) -> None:
    """Adjudicate the phase in TURN under every rulebook and every single option.

    Only the differences from the rulebook of --rules are shown, with the reason for each. The exit status is 1 if not
    all of them agree.

    \b
    Examples:
      standoff compare turn.txt
      standoff compare --rules 1982 --json turn.txt
    """
    found = named.turn().compare()
    if picture is not None:
        from ..pictures import draw

        draw(found).save(picture)
    if as_json:
        verdicts = [
            {
                "rulebooks": list(verdict.rulebooks),
                "choices": list(verdict.choices),
                "because": {name: list(choices) for name, choices in verdict.because},
                "changes": [
                    {
                        "order": str(change.before.order),
                        "power": change.before.order.power,
                        "from": {"outcome": str(change.before.outcome), "reason": change.before.text},
                        "to": {"outcome": str(change.after.outcome), "reason": change.after.text},
                    }
                    for change in verdict.changes
                ],
                "retreats": {place: {"from": list(one), "to": list(two)} for place, one, two in verdict.retreats},
            }
            for verdict in found
        ]
        click.echo(json.dumps({"agree": found.agree, "verdicts": verdicts}, ensure_ascii=False))
    else:
        from ..text.terminal import Terminal

        Terminal().print(str(found))
    if not found.agree:
        sys.exit(1)
