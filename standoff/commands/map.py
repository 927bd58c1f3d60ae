"""`standoff map`: checks, compares, shows and imports boards and variants."""

from __future__ import annotations

import sys

import click

from . import claim, draw_to, json_option, out_option, picture_option, print_json, print_notice, write_out


@click.group("map")
def map() -> None:
    """Check, compare and show boards and variants, and import those of other programs.

    A BOARD is one of the package (standard, two-1982), a board file (.json), or another program's file: a .map of the
    diplomacy package, a .json of diplicity, variants.xml of jDip (FILE#NAME for one of several).

    \b
    Examples:
      standoff map check france-austria
      standoff map diff standard fleet-rome
      standoff map review mine.json standard --out review.html
      standoff map show pure.map --picture pure.svg
      standoff map import ancmed.map --out ancmed.json
    """


@map.command()
@click.argument("boards", metavar="BOARD...", nargs=-1, required=True)
def check(boards: tuple[str, ...]) -> None:
    """Report suspicious data of boards: one-way borders, unreachable places, conflicting names.

    Unsupported content of other programs' files is reported on standard error. The exit status is 1 if there are
    remarks, 2 if a board cannot be read.

    \b
    Examples:
      standoff map check standard
      standoff map check maps/*.map
    """
    from ..map import BoardError, load_board, remarks

    status = 0
    for name in boards:
        try:
            board = load_board(name)
        except BoardError as fault:
            if len(boards) == 1:
                raise
            status = 2
            click.echo(f"{name}: refused: {fault}")
            continue
        doubts = remarks(board)
        status = max(status, int(bool(doubts)))
        coasts = sum(len(province.coasts) for province in board.provinces)
        click.echo(
            f"{board.name}: {len(board.provinces)} provinces, {coasts} coasts, {len(board.centers)} centers, "
            f"{len(board.powers)} powers, {len(board.army_edges)} borders of armies, {len(board.fleet_edges)} of fleets"
        )
        for remark in doubts or ["no remarks"]:
            click.echo(f"  {remark}")
    sys.exit(status)


@map.command()
@click.argument("one", metavar="A")
@click.argument("two", metavar="B")
@json_option("Print matched provinces, powers and differences as JSON.")
def diff(one: str, two: str, as_json: bool) -> None:
    """Compare two boards: borders, coasts, centers, units, victory and calendar.

    Provinces are matched by name, abbreviation, spelling, and place in the graph. The exit status is 1 if the boards
    differ.

    \b
    Examples:
      standoff map diff standard fleet-rome
      standoff map diff ancmed.map variants.xml
    """
    from ..map import compare_boards, load_board

    comparison = compare_boards(load_board(one), load_board(two))
    if as_json:
        entry = {
            "matched": dict(comparison.matched),
            "how": dict(comparison.how),
            "powers": dict(comparison.powers),
            "differences": comparison.differences(),
        }
        print_json(entry, indent=2)
    else:
        click.echo(str(comparison))
    sys.exit(1 if comparison.differences() else 0)


@map.command()
@click.argument("board", metavar="BOARD")
@click.argument("other", metavar="[OTHER]", required=False)
@out_option("the page, .html or .md,")
def review(board: str, other: str | None, out: str) -> None:
    """List the borders of BOARD by province as a checklist, with differences from OTHER marked.

    An .html page also has the drawing; otherwise the list is Markdown. The exit status is 1 if the boards differ.

    \b
    Examples:
      standoff map review mine.json
      standoff map review mine.json standard --out review.html
    """
    from ..map import load_board
    from .review import review_of

    claim(out, board, other)
    found = review_of(load_board(board), load_board(other) if other else None)
    write_out(found.text(html=out.lower().endswith(".html")), out)
    sys.exit(1 if found.differences else 0)


@map.command()
@click.argument("name", metavar="BOARD")
@picture_option("the board as the game begins")
def show(name: str, picture: str | None) -> None:
    """Show a board as tables (settings, powers, provinces with their borders), or draw it.

    \b
    Examples:
      standoff map show two-1982
      standoff map show standard --picture standard.svg
    """
    from ..map import board_tables, load_board

    board = load_board(name)
    click.echo(board_tables(board))
    if picture is not None:
        from ..map import starting_position

        draw_to(picture, starting_position(board), board=board)


@map.command("import")
@click.argument("file")
@out_option("the board file")
def import_(file: str, out: str) -> None:
    """Convert FILE of another program into a board file, and report losses.

    \b
    Examples:
      standoff map import ancmed.map --out ancmed.json
    """
    from ..map import Board, BoardError, read_variant

    claim(out, file)
    variant = read_variant(file)
    try:
        board = Board(variant.data)
    except BoardError as fault:
        raise BoardError(f"{file}: {fault}") from None
    for loss in variant.lost:
        print_notice(f"{file}: lost: {loss}")
    if write_out(variant.text(), out):
        click.echo(f"{board!r}, written to {out}")
