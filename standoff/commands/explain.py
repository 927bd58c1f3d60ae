"""`standoff explain`: why each order came out as it did, and what would change it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from . import NamedTurn, picture_option, power_named, turn_options

if TYPE_CHECKING:
    from ..solver import Order


@click.command()
@turn_options
@click.argument("order", required=False)
@click.option("--full", is_flag=True, help="Follow every cause to its own causes.")
@click.option("--change", is_flag=True, help="Search for the smallest changes that would turn the order's outcome.")
@click.option("--by", multiple=True, metavar="POWER", help="With --change: change only orders of this power.")
@click.option("--language", default="en", type=click.Choice(["en", "cs", "ru"]), help="The language to print in.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@picture_option("the turn, with the causes of the one ORDER emphasized")
def explain(
    named: NamedTurn,
    order: str | None,
    full: bool,
    change: bool,
    by: tuple[str, ...],
    language: str,
    as_json: bool,
    picture: str | None,
) -> None:
    """Explain every order in TURN, or only ORDER, or those that contain its words.

    \b
    Examples:
      standoff explain turn.txt
      standoff explain --full turn.txt "A SER - RUM"
      standoff explain --change --by Italy turn.txt "F BRE - ENG"
      standoff explain 6.F.14
    """
    from ..cases.case import CaseError
    from ..solver import MovementResult
    from ..solver.results.explanation import explain as explained
    from ..solver.studies.counterfactuals import Counterfactuals
    from ..text.messages import wording_in
    from ..text.terminal import Terminal

    turn = named.turn()
    given = turn.adjudicate()
    result = given.found

    words = (order or "").casefold()
    names = {r.order: {str(r.order).casefold(), given.written(r.order).casefold()} for r in result}
    exact = {given for given, own in names.items() if words in own}

    def wanted(given: Order) -> bool:
        return given in exact if exact else any(words in name for name in names[given])

    powers = tuple(power_named(name, turn.board) for name in by)
    out = Terminal()
    objects: list[dict[str, object]] = []
    chosen: list[object] = []
    if not isinstance(result, MovementResult):
        if change:
            raise click.UsageError("--change is for movement phases")
        for found in result:
            if wanted(found.order):
                chosen.append(found)
                objects.append({"order": str(found.order), "outcome": str(found.outcome), "reason": found.text})
                if not as_json:
                    out.print(f"{found.order}: {found.outcome}, {found.text}")
    else:
        explanations = explained(result)
        chosen_here = [found for found in explanations if wanted(found.result.order)]
        chosen.extend(chosen_here)
        if picture is not None:
            from ..pictures import draw

            one = chosen_here[0].result.order if len(chosen_here) == 1 else None
            draw(explanations, board=turn.board, order=one, rules=turn.rules, language=language).save(picture)
        for explanation in chosen_here:
            asked = explanation.result.order
            turned = Counterfactuals()
            if change and asked in turn.orders:
                turned = turn.counterfactuals(asked, by=powers)
            if as_json:
                shown = explanations.as_object(explanation)
                changes = {"turned_by": [one.to_dict() for one in turned], "searched": turned.searched}
                objects.append({**shown, **changes} if change else shown)
                continue
            lines = explanations.tree(explanation, full=full, wording=wording_in(language, turn.board))
            out.print("\n".join(lines if full or order else lines[: 1 + len(explanation.details())]))
            for one in turned:
                out.print(f"  turned by: {one}")
            if change and not turned:
                whose = f" (units of {', '.join(powers)})" if powers else ""
                out.print(f"  turned by: nothing; tried: {turned.searched}{whose}")
    if as_json:
        click.echo(json.dumps(objects, ensure_ascii=False))
    if not chosen:
        raise CaseError(f"no order contains {order!r}")
