"""A board as text: its settings, powers and provinces; and its suspicious features, such as one-way borders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .board import COASTAL, Board
from .masks import bits
from .routes import joined_seas
from .settings import Calendar
from .spelling import simplified
from .units import province_of


def remarks(board: Board) -> list[str]:
    """Return a sentence for each feature that may be a mistake, in a fixed order.

    >>> from standoff.map import load_board
    >>> remarks(load_board())[-1]
    "'nor' may mean NAF or NAO or NTH or NWG or NWY"
    """
    return [*_one_way(board), *_fleets_only(board), *_out_of_reach(board), *_names(board), *_settings(board)]


def _one_way(board: Board) -> Iterator[str]:
    for kind, edges, both in (
        ("armies", board.army_one_way, board.fleet_edges),
        ("fleets", board.fleet_one_way, board.army_edges),
    ):
        other = {frozenset(province_of(place) for place in edge) for edge in both}
        for one, two in edges:
            pair = frozenset((province_of(one), province_of(two)))
            units = "fleets" if kind == "armies" else "armies"
            more = f", but {units} cross it both ways" if pair in other else ""
            yield f"{kind} cross {one} - {two} one way only{more}"


def _fleets_only(board: Board) -> Iterator[str]:
    kind = {province.id: province.kind for province in board.provinces}
    army_borders = {frozenset(edge) for edge in board.army_edges}
    for one, two in board.fleet_edges:
        ends = province_of(one), province_of(two)
        if kind[ends[0]] == kind[ends[1]] == COASTAL and frozenset(ends) not in army_borders:
            yield f"fleets cross {one} - {two} along a coast, but armies do not"


def _out_of_reach(board: Board) -> Iterator[str]:
    alone = [p.id for n, p in enumerate(board.provinces) if not board.around[n]]
    yield from (f"{pid} has no borders" for pid in alone)
    for number, place in enumerate(board.locations):
        if place in board.fleet_stands and place not in alone:
            province = board.provinces[board.tables.province[number]]
            entered = any(reach >> number & 1 for reach in board.tables.fleet)
            if not board.tables.fleet[number] and province.coasts:
                yield f"no fleet can leave {place}"
            if not entered and province.coasts:
                yield f"no fleet can enter {place}"
    start = {board.province_of_place[unit[2:]] for power in board.powers.values() for unit in power.units}
    start |= {board.province_number[home] for power in board.powers.values() for home in power.builds}
    if not start:
        return
    reached = _reached(board, start)
    for number, province in enumerate(board.provinces):
        if not reached >> number & 1 and province.id not in alone:
            what = "supply center " if province.center else ""
            yield f"no unit can come to {what}{province.id} from where units start or are built"


def _reached(board: Board, start: set[int]) -> int:
    """Return the provinces that some unit can reach, including by convoy, as a mask."""
    todo, reached = list(start), sum(1 << number for number in start)
    while todo:
        here = todo.pop()
        beyond = board.tables.army[here]
        for location in bits(board.fleet_locations[here]):
            beyond |= board.tables.fleet_to[location]
        if board.coastal >> here & 1:
            beyond |= sum(1 << p for p in _convoyed(board, here))
        for number in bits(beyond & ~reached):
            todo.append(number)
        reached |= beyond
    return reached


def _convoyed(board: Board, origin: int) -> list[int]:
    shore = board.tables.shore
    joined = joined_seas(board.tables.near, -1, shore[origin])
    return [p for p in bits(board.coastal) if shore[p] & joined]


def _names(board: Board) -> Iterator[str]:
    own: dict[str, list[str]] = {}
    for province in board.provinces:
        for name in dict.fromkeys(map(simplified, (province.id, province.name, *province.aliases))):
            own.setdefault(name, []).append(province.id)
    yield from (f"{name!r} may mean {' or '.join(meant)}" for name, meant in sorted(own.items()) if len(meant) > 1)
    of_adjective: dict[str, list[str]] = {}
    for power in board.powers.values():
        of_adjective.setdefault(simplified(power.adjective), []).append(power.id)
    yield from (f"{name!r} may mean {' or '.join(ids)}" for name, ids in of_adjective.items() if len(ids) > 1)
    powers = board.names.powers
    for province in board.provinces:
        for name in dict.fromkeys((simplified(province.id), simplified(province.name))):
            if name in powers:
                yield f"{name!r} is a province, {province.id}, and a power, {powers[name]}"


def _settings(board: Board) -> Iterator[str]:
    centers = len(board.centers)
    needed = board.victory.centers
    if needed is not None and needed > centers:
        yield f"{needed} centers win, but there are only {centers}"
    elif needed is not None and 2 * needed <= centers and len(board.players) > 1:
        yield f"{needed} centers win, which two can have at once: there are {centers}"
    for power in board.powers.values():
        if not power.units and not power.centers:
            yield f"{power.id} begins with neither units nor centers"
        elif not power.builds and power.id not in board.civil_disorder:
            yield f"{power.id} can build nowhere"


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
