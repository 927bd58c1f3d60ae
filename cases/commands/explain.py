"""`standoff explain`: why each order came out as it did, and what would change it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from . import chosen_rules, file_options, picture_option, rules_options, turn_in

if TYPE_CHECKING:
    from ...solver import Order


@click.command()
@click.argument("file")
@click.argument("order", required=False)
@rules_options
@file_options
@click.option("--full", is_flag=True, help="Follow every cause to its own causes.")
@click.option("--change", is_flag=True, help="Search for the smallest changes that would turn the order's outcome.")
@click.option("--language", default="en", type=click.Choice(["en", "cs", "ru"]), help="The language to print in.")
@click.option("--json", "as_json", is_flag=True, help="Print objects.")
@picture_option("the turn, with the causes of the one ORDER emphasized")
def explain(
    file: str,
    order: str | None,
    rules: str,
    options: tuple[str, ...],
    map_name: str | None,
    position: str | None,
    phase: str | None,
    full: bool,
    change: bool,
    language: str,
    as_json: bool,
    picture: str | None,
) -> None:
    """Explain every order in FILE (- for standard input), or ORDER, or those that contain its words.

    \b
    Examples:
      standoff explain turn.txt
      standoff explain --full turn.txt "A RUH - BEL"
      standoff explain --change turn.txt "F BRE - ENG"
    """
    from ...solver import MovementResult
    from ...solver.explain import explain as explained
    from ..book.case import CaseError
    from ..text.messages import wording_in

    rulebook = chosen_rules(rules, options)
    turn = turn_in(file, rulebook, map_name, position, phase)
    given = turn.adjudicate()
    result = given.found

    words = (order or "").casefold()
    names = {r.order: {str(r.order).casefold(), given.written(r.order).casefold()} for r in result}
    exact = {given for given, own in names.items() if words in own}

    def wanted(given: Order) -> bool:
        return given in exact if exact else any(words in name for name in names[given])

    if not isinstance(result, MovementResult):
        chosen = [found for found in result if wanted(found.order)]
        for found in chosen:
            shown = {"order": str(found.order), "outcome": str(found.outcome), "reason": found.text}
            click.echo(json.dumps(shown) if as_json else f"{found.order}: {found.outcome}, {found.text}")
    else:
        explanations = explained(result)
        chosen = [found for found in explanations if wanted(found.result.order)]
        objects = []
        if picture is not None:
            from ..pictures import draw

            one = chosen[0].result.order if len(chosen) == 1 else None
            draw(explanations, board=turn.board, order=one, rules=rulebook, language=language).save(picture)
        for explanation in chosen:
            turned = []
            if change:
                turned = turn.turnings(explanation.result.order) if explanation.result.order in turn.orders else []
            if as_json:
                shown = explanations.as_object(explanation)
                objects.append({**shown, "turned_by": [str(one) for one in turned]} if change else shown)
                continue
            lines = explanations.tree(explanation, full=full, wording=wording_in(language, turn.board))
            click.echo("\n".join(lines if full or order else lines[: 1 + len(explanation.details())]))
            for one in turned:
                click.echo(f"  turned by: {one}")
            if change and not turned:
                click.echo("  turned by: nothing that was tried (one other order, or two orders less or two supports)")
        if as_json:
            click.echo(json.dumps(objects, ensure_ascii=False))
    if not chosen:
        raise CaseError(f"no order contains {order!r}")
