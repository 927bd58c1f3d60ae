"""`standoff compare`: one phase under every rulebook, and under every single choice."""

from __future__ import annotations

import json
import sys

import click

from . import NamedTurn, picture_option, turn_options


@click.command()
@turn_options
@click.option("--json", "as_json", is_flag=True, help="Print an object.")
@picture_option("a map for each outcome")
def compare(named: NamedTurn, as_json: bool, picture: str | None) -> None:
    """Settle the phase in TURN under every rulebook and every single option.

    Shown are only the differences from the rulebook of --rules, with the reason of each. Ends with status 1 if not all
    agree.

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

        say = Terminal().print
        first, *others = found
        say(f"{', '.join(first.rulebooks)}: agree")
        for verdict in others:
            say(f"\n{', '.join((*verdict.rulebooks, *verdict.choices))}:")
            for choices in dict.fromkeys(choices for _, choices in verdict.because):
                names = ", ".join(name for name, own in verdict.because if own == choices)
                say(f"  {names}: because of {' and '.join(map(_with_issue, choices))}")
            for change in verdict.changes:
                one, two = change.before, change.after
                shown = [", ".join(r.words) for r in (one, two)]
                say(f"  {one.order}: {shown[1]} instead of {shown[0]}")
                say(f"      {two.text}")
            for place, before, after in verdict.retreats:
                say(f"  retreats from {place}: {', '.join(after) or 'none'} instead of {', '.join(before) or 'none'}")
    if not found.agree:
        sys.exit(1)


def _with_issue(text: str) -> str:
    """Return a choice with the place of its rule: "paradox_exception=any-action (DATC 4.A.2; 1982 XII.5)"."""
    from ...solver.explanation import sources_of_choice

    name, _, choice = text.partition("=")
    return f"{text} ({'; '.join(sources_of_choice(name, choice))})"
