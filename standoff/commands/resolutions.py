"""`standoff resolutions`: every resolution that the equations admit, before any paradox rule."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import NamedTurn, picture_option, turn_options

if TYPE_CHECKING:
    from ..solver import Order


@click.command()
@turn_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--dot", default=None, metavar="FILE", help="Write the dependency graph of the first paradox as DOT.")
@click.option("--svg", default=None, metavar="FILE", help="Write the same graph as SVG.")
@click.option(
    "--equations",
    type=click.Choice(["text", "dimacs", "smtlib", "asp", "latex"]),
    default=None,
    help="Print the equations instead, to be read or for another solver.",
)
@picture_option("a map for each resolution")
def resolutions(
    named: NamedTurn,
    as_json: bool,
    dot: str | None,
    svg: str | None,
    picture: str | None,
    equations: str | None,
) -> None:
    """Show all resolutions of the turn in TURN before any paradox rule, and the cores.

    Both the whole turn and its components are searched, and must agree. The exit status is 1 if there is not exactly
    one resolution.

    \b
    Examples:
      standoff resolutions turn.txt
      standoff resolutions --rules 1971 --svg core.svg 6.F.20
      standoff resolutions --equations dimacs 6.F.14
    """
    from ..cases.case import CaseError
    from ..text.counting import counted
    from ..work.whole_files import write_whole

    if equations is not None:
        click.echo(named.turn().equations().text(equations), nl=False)
        return
    found = named.turn().resolutions()
    assert found.found is not None
    agree = found.found.whole == found.found.by_components
    if picture is not None:
        from ..pictures import draw

        draw(found).save(picture)
    for path, form in ((dot, "dot"), (svg, "svg")):
        if path is None:
            continue
        if not found.paradoxes:
            raise CaseError(f"{path}: nothing to draw, every component has exactly one resolution")
        try:
            write_whole(Path(path), found.graph(form))
        except OSError as fault:
            raise CaseError(f"{path}: {fault.strerror}") from None

    def texts(orders: Iterable[Order]) -> list[str]:
        return [str(order) for order in orders]

    def those(orders: Iterable[Order], among: frozenset[Order]) -> list[str]:
        return [str(order) for order in orders if order in among]

    if as_json:
        components = [
            {
                "orders": texts(component.orders),
                "resolutions": [those(component.orders, one) for one in component.resolutions],
                "kind": component.kind and str(component.kind),
                "name": component.name,
                "core": texts(component.core),
                "settled_by": component.settled_by,
            }
            for component in found.components
        ]
        shown = {
            "resolutions": [those(found.orders, one) for one in found],
            "agree": agree,
            "differing": texts(found.differing),
            "components": components,
            "remarks": list(found.remarks),
        }
        click.echo(json.dumps(shown, ensure_ascii=False))
    else:
        from ..text.terminal import Terminal

        say = Terminal().print
        count = len(found)
        say(f"{counted(count, 'resolution', 'no')} of the whole turn; by components the same")
        for number, one in enumerate(found, 1):
            chosen = those(found.differing if count > 1 else found.orders, one)
            rest = ", the rest of the core fails" if count > 1 and len(chosen) < len(found.differing) else ""
            verb = "succeeds" if len(chosen) == 1 else "succeed"
            none = "all of the core fails" if count > 1 else "no move, support or convoy succeeds"
            say(f"  {number}: {'; '.join(chosen)} {verb}{rest}" if chosen else f"  {number}: {none}")
        if count > 1:
            say(f"they differ on: {'; '.join(texts(found.differing))}")
        for paradox in found.paradoxes:
            say(
                f"\n{paradox.name or paradox.kind}: {len(paradox.resolutions) or 'no'} resolutions of "
                f"{len(paradox.orders)} orders that depend on each other"
            )
            minimal = "on which they differ" if paradox.resolutions else "a smallest set whose equations clash"
            say(f"  core, {minimal}:")
            for text in texts(paradox.core):
                say(f"    {text}")
            say(f"  settled by: {paradox.settled_by}")
        for remark in found.remarks:
            say(f"\nnote: {remark}")
    if not agree:
        raise CaseError("the whole turn and its components disagree; please report this turn")
    if not found.unique:
        sys.exit(1)
