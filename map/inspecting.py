"""Finds suspicious features of a valid board: one-way borders, places out of reach, ambiguous names."""

from __future__ import annotations

from collections.abc import Iterator

from .board import COASTAL, Board
from .masks import bits
from .routes import joined_seas
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
