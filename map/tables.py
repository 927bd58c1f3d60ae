"""A board as text: its settings, powers, and provinces with their borders."""

from __future__ import annotations

from collections.abc import Sequence

from .board import Board
from .masks import bits
from .settings import Calendar


def board_tables(board: Board) -> str:
    """Return the description of a board and its variant in tables.

    >>> from standoff.map import load_board
    >>> board_tables(load_board("fleet-rome")).splitlines()[3]
    'begins S1901M; won by 18 centers; builds: home'
    """
    calendar = board.calendar
    lines = [
        f"{board.name}: {len(board.provinces)} provinces, {len(board.centers)} centers, {len(board.powers)} powers"
    ]
    lines += [text for text in (board.about, board.origin and f"source: {board.origin}") if text]
    usual = calendar == Calendar(calendar.begin)
    years = "" if usual else f", {calendar.years} years a round"
    years += f", fall {calendar.fall_after} years after spring" if calendar.fall_after else ""
    years += "" if calendar.spring else ", one movement phase a round"
    lines.append(f"begins {calendar.begin}{years}; won by {board.victory}; builds: {board.builds}")
    if any(len(player) > 1 for player in board.players):
        lines.append(f"players: {'; '.join('/'.join(player) for player in board.players)}")
    for what, names in (("in civil disorder", board.civil_disorder), ("closed", board.closed)):
        if names:
            lines.append(f"{what}: {', '.join(sorted(names))}")
    if board.impassable:
        lines.append(f"impassable: {', '.join(board.impassable.values())}")
    powers = [
        (
            power.id,
            " ".join(power.homes),
            ", ".join(power.units),
            "" if power.centers == power.homes else " ".join(power.centers),
        )
        for power in board.powers.values()
    ]
    lines += ["", *_columns([("power", "home centers", "units", "owns otherwise"), *powers])]
    provinces = [("province", "name", "kind", "armies", "fleets")]
    for number, province in enumerate(board.provinces):
        kind = province.kind + (", center" if province.center else "")
        if province.convoys and province.kind != "sea":
            kind += ", convoys"
        armies = " ".join(board.provinces[other].id for other in bits(board.tables.army[number]))
        fleets = [
            (f"{place.partition('/')[2]}: " if province.coasts else "")
            + " ".join(board.locations[other] for other in bits(board.tables.fleet[board.location_number[place]]))
            for place in province.locations
        ]
        provinces.append((province.id, province.name, kind, armies, "; ".join(fleets)))
    return "\n".join([*lines, "", *_columns(provinces)])


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
