"""`standoff map`: boards and variants checked, compared, shown, and read from other programs' files."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import draw_to, json_option, out_option, picture_option, write_out

if TYPE_CHECKING:
    from ..map import Board, Imported


@click.group("map")
def map() -> None:
    """Check, compare, show boards and variants, and read those of other programs.

    A BOARD is one of the package (standard, two-1982), a board file (.json), or a file of another program: a .map of
    the diplomacy package, a .json of diplicity, variants.xml of jDip (FILE#NAME for one of several), Go of godip (a
    file or its folder).

    \b
    Examples:
      standoff map check france-austria
      standoff map diff standard fleet-rome
      standoff map show pure.map --picture pure.svg
      standoff map graph standard --out standard.graphml
      standoff map import ancmed.map --out ancmed.json
    """


def board_at(name: str, borders: str | None = None) -> Board:
    """Return the board that a name on the command line means.

    Raises:
        BoardError: There is none, or it cannot be read.
    """
    from ..map import load_board

    return load_board(name) if borders is None else imported(name, borders)[1]


def imported(name: str, borders: str | None) -> tuple[Imported, Board]:
    """Return what became of a file of another program, and the board; say what was lost.

    Raises:
        BoardError: It cannot be read.
    """
    from ..map import Board, read_variant

    variant = read_variant(name, borders)
    board = Board(variant.data)
    board.lost = variant.lost
    for loss in variant.lost:
        click.echo(f"standoff: {name}: lost: {loss}", err=True)
    return variant, board


_borders = click.option(
    "--borders", metavar="FILE", help="Take borders from this file, where the other has none: diplicity's older JSON."
)


@map.command()
@click.argument("boards", metavar="BOARD...", nargs=-1, required=True)
@_borders
@click.option("--table", is_flag=True, help="Print a table, a line a board: read or refused, and counts.")
def check(boards: tuple[str, ...], borders: str | None, table: bool) -> None:
    """Say what looks wrong with boards: borders of one way, places out of reach, names that clash.

    What a file of another program says and a board cannot is told on standard error. The exit status is 1 if there
    are remarks, 2 if a board cannot be read.

    \b
    Examples:
      standoff map check standard
      standoff map check --table maps/*.map
    """
    from ..map import BoardError, remarks

    status = 0
    if table:
        click.echo("| file | provinces | coasts | centers | powers | one-way borders | remarks | lost | refused |")
        click.echo("|---|---|---|---|---|---|---|---|---|")
    for name in boards:
        try:
            board = board_at(name, borders)
        except BoardError as fault:
            if not table and len(boards) == 1:
                raise
            status = 2
            why = " ".join(str(fault).split()).removeprefix(f"{name.partition('#')[0]}: ")
            click.echo(f"| {Path(name).name} | | | | | | | | {why[:160]} |" if table else f"{name}: refused: {fault}")
            continue
        doubts = remarks(board)
        status = max(status, int(bool(doubts)))
        coasts = sum(len(province.coasts) for province in board.provinces)
        one_way = len(board.army_one_way) + len(board.fleet_one_way)
        if table:
            counts = (
                len(board.provinces),
                coasts,
                len(board.centers),
                len(board.powers),
                one_way,
                len(doubts),
                len(board.lost),
            )
            click.echo(f"| {Path(name).name} | {' | '.join(str(count) for count in counts)} | |")
            continue
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
    """Compare two boards: borders, coasts, centers, units, victory and calendar that differ.

    Provinces are matched by name, abbreviation, spelling, and by their place in the graph. The exit status is 1 if the
    boards differ.

    \b
    Examples:
      standoff map diff standard fleet-rome
      standoff map diff ancmed.map variants.xml
    """
    from ..map import compare_boards

    comparison = compare_boards(board_at(one), board_at(two))
    if as_json:
        entry = {
            "matched": dict(comparison.matched),
            "how": dict(comparison.how),
            "powers": dict(comparison.powers),
            "differences": comparison.differences(),
        }
        click.echo(json.dumps(entry, ensure_ascii=False, indent=2))
    else:
        click.echo(str(comparison))
    sys.exit(1 if comparison.differences() else 0)


@map.command()
@click.argument("name", metavar="BOARD")
@picture_option("the board as the game begins")
@_borders
def show(name: str, picture: str | None, borders: str | None) -> None:
    """Show a board: its settings, powers, and provinces with their borders, as tables; or draw it.

    \b
    Examples:
      standoff map show two-1982
      standoff map show standard --picture standard.svg
    """
    from ..map import board_tables

    board = board_at(name, borders)
    click.echo(board_tables(board))
    if picture is not None:
        from ..map import starting_position

        draw_to(picture, starting_position(board), board=board)


@map.command()
@click.argument("name", metavar="BOARD")
@out_option("GraphML")
@_borders
def graph(name: str, out: str, borders: str | None) -> None:
    """Write a board as GraphML: a node a location, an edge a way of armies or fleets.

    In Python it is `standoff.map.inspecting.graph_of(board)`, a MultiDiGraph of NetworkX.

    \b
    Examples:
      standoff map graph standard --out standard.graphml
    """
    import networkx

    from ..map import graph_of

    board_graph = graph_of(board_at(name, borders))
    write_out("\n".join(networkx.generate_graphml(board_graph)) + "\n", out)


@map.command("import")
@click.argument("file")
@out_option("the board file")
@_borders
def import_(file: str, out: str, borders: str | None) -> None:
    """Make a board file from FILE of another program, and say what was lost.

    \b
    Examples:
      standoff map import ancmed.map --out ancmed.json
      standoff map import hundred.json --borders hundred.go --out hundred.json
    """
    variant, board = imported(file, borders)
    if write_out(variant.text(), out):
        click.echo(f"{board!r}, written to {out}")
