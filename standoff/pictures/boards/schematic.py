"""A schematic picture of a board that has no drawing: its provinces as discs, their adjacency as lines.

The discs are laid out so that their distances follow the number of moves between them (stress majorization: Gansner,
Koren and North 2004), from the board's graph alone and the same each time. What the file says of places turns the whole
the right way: names of coasts (NC), of provinces ("North Sea"), and names that the standard board has too.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

import networkx

from ...map import FLEET, SEA, Board, BoardError, Province, province_of
from ..curves import through
from ..svg import Point
from .geometry import Anchor, AnchorPoints, Geometry, anchors_around, anchors_of

MOST_PROVINCES = 300
"""A board with more is not drawn."""
RADIUS_PX, RADIUS_WITH_COASTS_PX, GAP_PX, MARGIN_PX = 36, 64, 26, 24
"""Of a disc, of one with several coasts; between two discs, and around all of them."""
MOVE_PX = 130
"""How far apart neighbors are wanted."""
CORNERS = 36
"""Of the polygon that stands for a disc."""
MOST_ROUNDS, MOST_STEPS = 80, 1_500_000
"""Of the layout: rounds over all provinces, and pairs of provinces looked at altogether."""
MOST_BENDS = 4
"""How often a line is divided to lead it around discs."""
TURN = math.pi * (3 - math.sqrt(5))
"""The golden angle: no two points that turn by it coincide."""
COMPASS = {"N": -1j, "S": 1j, "E": 1 + 0j, "W": -1 + 0j}
"""The directions of the compass, by their first letters; points of the layout are complex numbers, y down."""


def schematic(board: Board, known: Mapping[str, Point], data: Mapping[str, Any] | None = None) -> Geometry:
    """Return a schematic geometry of a board.

    Args:
        board: The board.
        known: Where provinces lie on another board, by name: a layout is turned like that.
        data: Where its discs and their points lie, and the size of the picture, as a drawing file has it; laid out if
            left out.

    Raises:
        BoardError: The board has more than `MOST_PROVINCES` provinces.
    """
    count = len(board.provinces)
    if count > MOST_PROVINCES:
        raise BoardError(f"board {board.name} has {count} provinces; a schematic picture has room for {MOST_PROVINCES}")
    data = _disc_layout(board, known) if data is None else data
    anchors = anchors_of(data, board)
    return Geometry(
        width=data["width"],
        height=data["height"],
        outlines={p.id: (_disc(*anchors[p.id][Anchor.UNIT], _radius(p)),) for p in board.provinces},
        anchors=anchors,
        seas=frozenset(p.id for p in board.provinces if p.kind == SEA),
        passages=_passages(board, anchors),
        schematic=True,
    )


def _disc_layout(board: Board, known: Mapping[str, Point]) -> dict[str, Any]:
    """Return what a drawing file says of discs: where they and their points lie, and the size of the picture."""
    radius = {p.id: _radius(p) for p in board.provinces}
    shared = {p.id: complex(*known[p.name]) for p in board.provinces if p.name in known}
    layout = _spread(_turned(_layout(board.province_graph), board, shared), radius, board.province_graph)
    left = min(layout[name].real - r for name, r in radius.items()) - MARGIN_PX
    top = min(layout[name].imag - r for name, r in radius.items()) - MARGIN_PX
    middles = {name: (round(at.real - left, 1), round(at.imag - top, 1)) for name, at in layout.items()}
    anchors = {p.id: anchors_around(*middles[p.id]) for p in board.provinces}
    for province in board.provinces:
        if province.coasts:
            anchors.update(_coast_anchors(board, province, middles))
    return {
        "width": round(max(middles[name][0] + r for name, r in radius.items()) + MARGIN_PX),
        "height": round(max(middles[name][1] + r for name, r in radius.items()) + MARGIN_PX),
        "anchors": anchors,
    }


def _radius(province: Province) -> int:
    return RADIUS_WITH_COASTS_PX if province.coasts else RADIUS_PX


def _layout(graph: networkx.Graph[str]) -> dict[str, complex]:
    """Return points whose distances follow the numbers of moves between the nodes, one move being 1."""
    names = list(graph)
    moves = dict(networkx.all_pairs_shortest_path_length(graph))
    apart = 2 + max((max(row.values()) for row in moves.values()), default=0)  # parts that no move joins
    distance = [[moves[one].get(two, apart) for two in names] for one in names]
    # it starts along two long ways through the graph, crosswise; a little off, so that no two coincide
    count = len(names)
    west = max(range(count), key=lambda n: distance[0][n])
    east = max(range(count), key=lambda n: distance[west][n])
    north = max(range(count), key=lambda n: min(distance[west][n], distance[east][n]))
    south = max(range(count), key=lambda n: distance[north][n] - abs(distance[west][n] - distance[east][n]))
    points = [
        complex(distance[west][n] - distance[east][n], distance[north][n] - distance[south][n]) / 2 + 0.2 * _toward(n)
        for n in range(count)
    ]
    for _ in range(min(MOST_ROUNDS, MOST_STEPS // max(1, count**2))):
        for one, row in enumerate(distance):
            # a point goes where the others want it, each at its distance and the nearer ones with more weight
            total, wanted = 0.0, 0j
            for moves_between, other in zip(row, points, strict=True):
                if moves_between:
                    weight = moves_between**-2
                    away = points[one] - other
                    total += weight
                    wanted += weight * (other + away * (moves_between / (abs(away) or 1.0)))
            points[one] = wanted / (total or 1.0)
    return dict(zip(names, points, strict=True))


def _toward(number: int) -> complex:
    return complex(math.cos(TURN * number), math.sin(TURN * number))


def _turned(layout: dict[str, complex], board: Board, known: Mapping[str, complex]) -> dict[str, complex]:
    """Return a layout turned, and mirrored if need be, so that what is said of places holds best."""
    turn = mirrored = 0j
    for now, wanted in _preferred_directions(layout, board, known):
        turn += now.conjugate() * wanted
        mirrored += now * wanted
    if abs(mirrored) > abs(turn):
        return {name: at.conjugate() * mirrored / abs(mirrored) for name, at in layout.items()}
    return {name: at * turn / abs(turn) for name, at in layout.items()} if turn else layout


def _preferred_directions(
    layout: dict[str, complex], board: Board, known: Mapping[str, complex]
) -> Iterator[tuple[complex, complex]]:
    """Yield directions of a layout, each with the direction (of length 1) that it should be."""
    middle = sum(layout.values()) / len(layout)
    for province in board.provinces:
        for coast in province.coasts:
            place, toward = f"{province.id}/{coast}", COMPASS.get(coast[0])
            beside = [*map(province_of, board.neighbors(place, FLEET))]
            if toward and beside:
                yield sum(layout[other] for other in beside) / len(beside) - layout[province.id], toward
        for north, east in re.findall(r"\b(north|south)?[ -]?(east|west)?(?:ern)?\b", province.name.lower()):
            toward = sum(COMPASS[word[0].upper()] for word in (north, east) if word)
            if toward:
                yield layout[province.id] - middle, toward / abs(toward)
    if known:
        here, there = (sum(at[name] for name in known) / len(known) for at in (layout, known))
        for name, at in known.items():
            if at != there:
                yield layout[name] - here, (at - there) / abs(at - there)


def _spread(layout: dict[str, complex], radius: Mapping[str, int], graph: networkx.Graph[str]) -> dict[str, complex]:
    """Return a layout in px, with discs pushed apart until they keep their distance, and clear of others' lines."""
    names = list(layout)
    number = {name: n for n, name in enumerate(names)}
    points = [layout[name] * MOVE_PX for name in names]
    radii = [radius[name] for name in names]
    lines = [(number[one], number[two]) for one, two in graph.edges]
    rounds_of_lines = min(MOST_ROUNDS * 3 // 4, MOST_STEPS // max(1, len(lines) * len(points)))
    for rounds in range(MOST_ROUNDS):
        crossed = [_pushed_aside(points, radii, *line) for line in lines] if rounds < rounds_of_lines else []
        pushed = any(crossed)
        for one in range(len(points)):
            for two in range(one):
                room, away = radii[one] + radii[two] + GAP_PX, points[one] - points[two]
                if abs(away) < room - 1:
                    push = (away / abs(away) if away else _toward(one)) * (room - abs(away)) / 2
                    points[one] += push
                    points[two] -= push
                    pushed = True
        if not pushed:
            break
    return dict(zip(names, points, strict=True))


def _pushed_aside(points: list[complex], radii: list[int], one: int, two: int) -> bool:
    """Push apart discs and a line that runs through them; return whether there were any."""
    start, along = points[one], points[two] - points[one]
    length = abs(along) or 1.0
    along /= length
    across = along.conjugate()
    pushed = False
    for third, at in enumerate(points):
        aside = (at - start) * across  # along the line, and away from it
        room = radii[third] + GAP_PX / 2 - abs(aside.imag)
        if room > 1 and 0 < aside.real < length and third not in (one, two):
            push = along * complex(0, math.copysign(room / 4, aside.imag))
            points[third] += push
            points[one] -= push / 2
            points[two] -= push / 2
            pushed = True
    return pushed


def _disc(x: float, y: float, radius: float) -> list[Point]:
    turns = [2 * math.pi * (corner % CORNERS) / CORNERS for corner in range(CORNERS + 1)]
    return [(round(x + radius * math.cos(turn), 1), round(y + radius * math.sin(turn), 1)) for turn in turns]


def _coast_anchors(board: Board, province: Province, middles: Mapping[str, Point]) -> dict[str, AnchorPoints]:
    """Return the anchors of the coasts of a province, evenly around its disc, and towards their neighbors."""
    x, y = middles[province.id]
    toward: list[float] = []
    for location in province.locations:
        edges = [edge for edge in board.fleet_edges if location in edge]
        near = [middles[board.province(two if location == one else one).id] for one, two in edges]
        toward.append(math.atan2(sum(other[1] - y for other in near), sum(other[0] - x for other in near)))
    apart = 2 * math.pi / len(toward)
    place = [sorted(toward).index(turn) for turn in toward]
    turns = [[start + apart * (own - shift) for own in place] for start in toward for shift in place]
    best = max(turns, key=lambda turn: sum(math.cos(one - two) for one, two in zip(turn, toward, strict=True)))

    def outward(turn: float, distance: float) -> Point:
        return round(x + math.cos(turn) * distance, 1), round(y + math.sin(turn) * distance, 1)

    return {
        location: {
            Anchor.UNIT: outward(turn, RADIUS_WITH_COASTS_PX - 17),
            Anchor.DISLODGED: outward(turn + math.radians(42), RADIUS_WITH_COASTS_PX - 17),
            Anchor.NAME: outward(turn - math.radians(30), RADIUS_WITH_COASTS_PX - 10),
        }
        for location, turn in zip(province.locations, best, strict=True)
    }


def _passages(board: Board, anchors: Mapping[str, AnchorPoints]) -> dict[tuple[str, str], list[Point]]:
    """Return a line for each two adjacent locations, from its rim or the spot of its coast, around other discs."""
    discs = {p.id: (complex(*anchors[p.id][Anchor.UNIT]), _radius(p)) for p in board.provinces}
    middles = {location: complex(*anchors[location][Anchor.UNIT]) for location in board.locations}
    passages: dict[tuple[str, str], list[Point]] = {}
    for one, two in sorted({(min(edge), max(edge)) for edge in board.army_edges + board.fleet_edges}):
        others = [disc for name, disc in discs.items() if name not in (province_of(one), province_of(two))]
        line = _around(middles[one], middles[two], others)
        for end, after, location in ((0, 1, one), (-1, -2, two)):
            if "/" not in location:
                out = line[after] - line[end]
                line[end] += out / (abs(out) or 1.0) * discs[location][1]
        points = [(round(at.real, 1), round(at.imag, 1)) for at in line]
        passages[one, two] = through(points) if len(points) > 2 else points
    return passages


def _around(start: complex, end: complex, discs: list[tuple[complex, int]], bends: int = MOST_BENDS) -> list[complex]:
    """Return the points of a line that leads around discs, as far as a few bends can."""
    along = (end - start) / (abs(end - start) or 1.0)
    best, deepest = None, 2.0
    for at, radius in discs:
        aside = (at - start) * along.conjugate()
        depth = radius + 4 - abs(aside.imag)
        if depth > deepest and 0 < aside.real < abs(end - start):
            best, deepest = (at, radius, aside.imag), depth
    if best is None or not bends:
        return [start, end]
    at, radius, side = best

    def crowded(point: complex) -> float:
        return sum(max(0.0, own + 4 - abs(point - other)) for other, own in discs)

    ways = [at + along * complex(0, sign * (radius + GAP_PX / 2)) for sign in ((-1, 1) if side >= 0 else (1, -1))]
    via = min(ways, key=crowded)
    return [*_around(start, via, discs, bends - 1)[:-1], *_around(via, end, discs, bends - 1)]
