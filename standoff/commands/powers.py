"""`standoff play powers`: who plays what, by lot or by lists of preference."""

from __future__ import annotations

import click


@click.command()
@click.argument("file", default="-")
@click.option("--seed", default=0, show_default=True, help="The seed of the lots.")
def powers(file: str, seed: int) -> None:
    """Give each player a power. FILE (- for standard input) has one line per player.

    A line is a name, or a name and a list of powers, the most wanted first. Without lists all powers are drawn by lot.
    With lists, a power that only one player wants is granted to that player; the others are drawn by lot, going down
    the lists place by place.

    \b
    Example file:
      Anna: Austria, England, France, Russia, Germany, Turkey, Italy
      Ben: England, France, Turkey, Russia, Italy, Germany, Austria

    \b
    Example:
      standoff play powers lists.txt --seed 7
    """
    from ..cases.case import CaseError
    from ..cases.read import read_text
    from ..map import UnknownNameError, load_board
    from ..solver.variants import choose_powers, draw_powers

    board = load_board()
    name = "standard input" if file == "-" else file
    lists: dict[str, list[str]] = {}
    faults: list[str] = []
    for number, line in enumerate(read_text(file).splitlines(), 1):
        player, _, wanted = line.partition(":")
        if not player.strip():
            continue
        if player.strip() in lists:
            faults.append(f"{name}, line {number}: player {player.strip()!r} is named twice")
        chosen = lists.setdefault(player.strip(), [])
        for text in wanted.split(",") if wanted.strip() else ():
            try:
                chosen.append(board.power_named(text.strip()))
            except UnknownNameError as fault:
                faults.append(f"{name}, line {number}: {fault}")
    if faults:
        raise CaseError("\n".join(faults))
    given = choose_powers(lists, seed) if any(lists.values()) else draw_powers(list(lists), board, seed)
    for player, power in given.items():
        place = f" (choice {lists[player].index(power) + 1})" if lists[player] else ""
        click.echo(f"{player}: {board.powers[power].name}{place}")
