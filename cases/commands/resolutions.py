"""`standoff resolutions`: every resolution that the equations admit, before any paradox rule."""

from __future__ import annotations

import json
from pathlib import Path

import click

from . import NamedTurn, picture_option, turn_options


@click.command()
@turn_options
@click.option("--json", "as_json", is_flag=True, help="Print an object.")
@click.option("--dot", default=None, metavar="FILE", help="Write the dependency graph of the first paradox as DOT.")
@click.option("--svg", default=None, metavar="FILE", help="Write the same graph as SVG.")
@picture_option("a map for each resolution")
def resolutions(
    named: NamedTurn,
    as_json: bool,
    dot: str | None,
    svg: str | None,
    picture: str | None,
) -> None:
    """Show all resolutions of the turn in TURN before any paradox rule, and the cores.

    The whole turn is searched, and its components; they must agree. Ends with status 1 if there is not exactly one
    resolution.

    \b
    Examples:
      standoff resolutions turn.txt
      standoff resolutions --rules 1971 --svg core.svg turn.txt
    """
    import sys

    from ...map.masks import bits
    from ...solver.ambiguity import Component, Resolutions, graph_dot, resolutions_of
    from ...solver.turn import turn_of
    from ..book.case import CaseError

    case, start, orders, rulebook = named.turn()
    found = resolutions_of(turn_of(case.board, start, orders, rulebook))
    if picture is not None:
        from ..pictures import draw

        draw(found, rules=rulebook).save(picture)
    strange = [component for component in found.components if component.paradox is not None]

    def graph_svg(found: Resolutions, component: Component) -> str:
        from ..pictures.dependencies import draw_dependencies

        return draw_dependencies(found, component).svg + "\n"

    for path, write in ((dot, graph_dot), (svg, graph_svg)):
        if path is None:
            continue
        if not strange:
            raise CaseError(f"{path}: nothing to draw, every component has exactly one resolution")
        try:
            Path(path).write_text(write(found, strange[0]), encoding="utf-8")
        except OSError as fault:
            raise CaseError(f"{path}: {fault.strerror}") from None

    def texts(mask: int) -> list[str]:
        return [str(found.order(order)) for order in bits(mask)]

    if as_json:
        components = [
            {
                "orders": texts(component.orders),
                "resolutions": [texts(one) for one in component.resolutions],
                "kind": str(component.paradox.kind) if component.paradox else None,
                "name": component.name,
                "core": texts(component.paradox.core) if component.paradox else [],
                "settled_by": component.paradox.settled_by if component.paradox else None,
            }
            for component in found.components
        ]
        shown = {
            "resolutions": [texts(one) for one in found.whole],
            "agree": found.whole == found.by_components,
            "differing": texts(found.differing),
            "components": components,
            "remarks": list(found.remarks),
        }
        click.echo(json.dumps(shown, ensure_ascii=False))
    else:
        from ..text.layout import Sheet

        say = Sheet().print
        count = len(found.whole)
        say(f"{count or 'no'} resolution{'s' * (count != 1)} of the whole turn; by components the same")
        for number, one in enumerate(found.whole, 1):
            differing = texts(one & found.differing) if count > 1 else texts(one)
            say(
                f"  {number}: {'succeed' if count == 1 else 'of the differing succeed'} "
                f"{'; '.join(differing) or 'none'}"
            )
        if count > 1:
            say(f"they differ on: {'; '.join(texts(found.differing))}")
        for component in strange:
            paradox = component.paradox
            assert paradox is not None
            say(
                f"\n{component.name or paradox.kind}: {len(paradox.resolutions) or 'no'} resolutions of "
                f"{component.orders.bit_count()} orders that depend on each other"
            )
            minimal = "on which they differ" if paradox.resolutions else "a smallest set whose equations clash"
            say(f"  core, {minimal}:")
            for text in texts(paradox.core):
                say(f"    {text}")
            say(f"  settled by: {paradox.settled_by}")
        for remark in found.remarks:
            say(f"\nnote: {remark}")
    if found.whole != found.by_components:
        raise CaseError("the whole turn and its components disagree; please report this turn")
    if not found.unique:
        sys.exit(1)
