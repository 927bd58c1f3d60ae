"""Studies of a turn: explanations, resolutions, comparisons; and the rulebooks."""

from __future__ import annotations

import sys

import click

from . import (
    NamedTurn,
    answer_options,
    draw_to,
    json_option,
    language_option,
    print_answer,
    print_json,
    turn_options,
    write_out,
)


@click.command()
@turn_options
@click.argument("order", required=False)
@click.option("--full", is_flag=True, help="Follow causes to their own causes.")
@click.option("--what-if", is_flag=True, help="Search for the smallest changes that alter the outcome.")
@click.option("--by", multiple=True, metavar="POWER", help="With --what-if: change only orders of this power.")
@answer_options("the turn, with the causes of the one ORDER emphasized")
def explain(
    named: NamedTurn,
    order: str | None,
    full: bool,
    what_if: bool,
    by: tuple[str, ...],
    language: str,
    as_json: bool,
    picture: str | None,
) -> None:
    """Explain every order in TURN, or only those that contain the words of ORDER.

    \b
    Examples:
      standoff explain turn.txt
      standoff explain --full turn.txt "A SER - RUM"
      standoff explain --what-if --by Italy turn.txt "F BRE - ENG"
      standoff explain 6.F.14
    """
    from ..cases import CaseError
    from ..solver import MovementResult
    from ..text import Terminal

    turn = named.turn()
    result = turn.adjudicate()
    powers = tuple(map(turn.board.power_named, by))
    movement = result.phase_result if isinstance(result.phase_result, MovementResult) else None
    if what_if and movement is None:
        raise click.UsageError("--what-if requires a movement phase")
    chosen = result.orders_with(order or "")
    if picture is not None and movement is not None:
        draw_to(picture, result, order=chosen[0] if len(chosen) == 1 else None, language=language)
    entries = result.explain_orders(
        chosen, full=full, causes=bool(order), what_if=what_if, by=powers, language=language
    )
    if as_json:
        print_json([only.to_dict() for only in entries])
    else:
        out = Terminal()
        for only in entries:
            out.print(str(only))
    if not chosen:
        raise CaseError(f"no order contains {order!r}")


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


@click.command()
@turn_options
@answer_options("a map for each outcome")
def compare(named: NamedTurn, language: str, as_json: bool, picture: str | None) -> None:
    """Adjudicate the phase in TURN under every rulebook and every single option.

    Only differences from the rulebook of --rules are shown, with the reason for each. The exit status is 1 unless all
    of them agree.

    \b
    Examples:
      standoff compare turn.txt
      standoff compare --rules 1982 --json turn.txt
    """
    comparison = named.turn().compare()
    draw_to(picture, comparison, language=language)
    print_answer(comparison, as_json, language)
    if not comparison.agree:
        sys.exit(1)


@click.command()
@click.argument("name", required=False)
@click.option("--datc", "version", default=None, metavar="VERSION", help="Use this version of the DATC: 3.0.")
@language_option("Language of the output.")
@json_option("Print JSON; without NAME and --datc, with all choices.")
def rules(name: str | None, version: str | None, language: str, as_json: bool) -> None:
    """List the options and the rulebooks, or describe rulebook NAME and its choices.

    2023 has the preferences of the DATC; 2023-book is the rulebook of 2023 to the letter.

    With --datc, issues have the numbers of an older version, whose preferences decide where a book is silent; the --set
    options that choose them are listed below.

    \b
    Examples:
      standoff rules
      standoff rules 1982
      standoff rules --datc 3.0
      standoff rules 1982 --datc 3.0
      standoff rules --json
    """
    from ..solver import DATC
    from ..text import all_rules_data, print_options, print_rulebook, rulebook_data

    if name is None and version is None:
        if as_json:
            print_json(all_rules_data(language))
        else:
            print_options(language)
    elif as_json:
        print_json(rulebook_data(name or "2023", version or DATC, language))
    else:
        print_rulebook(name or "2023", version or DATC, language)
