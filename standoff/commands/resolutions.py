"""`standoff resolutions`: all resolutions that satisfy the equations, before any paradox rule."""

from __future__ import annotations

import sys

import click

from . import NamedTurn, answer_options, draw_to, print_answer, turn_options, write_out


@click.command()
@turn_options
@click.option("--count", is_flag=True, help="Print only their number, counted by components.")
@click.option("--dot", default=None, metavar="FILE", help="Write the dependency graph of the first paradox as DOT.")
@click.option("--svg", default=None, metavar="FILE", help="Write that graph as SVG.")
@click.option(
    "--equations",
    type=click.Choice(["text", "dimacs", "asp"]),
    default=None,
    help="Print the equations instead, as text or for a solver.",
)
@answer_options("a map for each resolution")
def resolutions(
    named: NamedTurn,
    count: bool,
    language: str,
    as_json: bool,
    dot: str | None,
    svg: str | None,
    picture: str | None,
    equations: str | None,
) -> None:
    """Show all resolutions of TURN before any paradox rule, and the cores.

    The complete turn and its components are searched separately, and must agree; a turn too large for the former is
    searched by components alone, with a notice. The exit status is 1 unless there is exactly one resolution.

    \b
    Examples:
      standoff resolutions turn.txt
      standoff resolutions --count turn.txt
      standoff resolutions --rules 1971 --svg core.svg 6.F.20
      standoff resolutions --equations dimacs 6.F.14
    """
    from ..cases import CaseError

    if equations is not None:
        click.echo(named.turn().equations().text(equations), nl=False)
        return
    solved = named.turn().resolutions()
    if count:
        click.echo(solved.count)
        for doubt in solved.undecided_convoys:
            click.echo(f"undecided: {doubt}", err=True)
        sys.exit(0 if solved.unique else 1)
    draw_to(picture, solved, language=language)
    for path, form in ((dot, "dot"), (svg, "svg")):
        if path is None:
            continue
        if not solved.paradoxes:
            raise CaseError(f"{path}: nothing to draw, every component has exactly one resolution")
        write_out(solved.graph(form), path)
    print_answer(solved, as_json, language)
    if solved.agree is False:
        raise CaseError("the whole turn and its components disagree; please report this turn")
    if not solved.unique:
        sys.exit(1)
