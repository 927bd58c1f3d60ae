"""A schematic picture of a board that has no drawing: its provinces as discs, their adjacency as lines.

The discs are laid out so that their distances follow the number of moves between them (stress majorization: Gansner,
Koren and North 2004), from the board's graph alone and the same each time.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import networkx

from ...map import SEA, Board, BoardError, Province, province_of
from .geometry import STEPS_PER_PX, Anchor, Arc, Geometry, Passage, Point, spots_around

MOST_PROVINCES = 300
"""A board with more is not drawn."""
RADIUS_PX, RADIUS_WITH_COASTS_PX, GAP_PX, MARGIN_PX = 36, 64, 26, 24
"""Of a disc, of one with several coasts; between two discs, and around all of them."""
CORNERS = 36
"""Of the polygon that stands for a disc."""
MOST_ROUNDS, MOST_STEPS = 80, 1_500_000
"""Of the layout: rounds over all provinces, and pairs of provinces looked at altogether."""
TURN = math.pi * (3 - math.sqrt(5))
"""The golden angle: no two points that turn by it coincide."""


def schematic(board: Board, data: Mapping[str, Any] | None = None) -> Geometry:
    """Return a schematic geometry of a board.

    Args:
        board: The board.
        data: Where its discs and their spots lie, and the size of the picture, as a drawing file has it; laid out if
            left out.

    Raises:
        BoardError: The board has more than `MOST_PROVINCES` provinces.
    """
    count = len(board.provinces)
    if count > MOST_PROVINCES:
        raise BoardError(f"board {board.name} has {count} provinces; a schematic picture has room for {MOST_PROVINCES}")
    data = _laid_out(board) if data is None else data
    anchors: dict[str, dict[Anchor, Point]] = {
        location: {Anchor(kind): (x, y) for kind, (x, y) in data["anchors"][location].items()}
        for location in board.locations
    }
    return Geometry(
        board=board.name,
        source=data["source"],
        width=data["width"],
        height=data["height"],
        arcs=tuple(_disc(*anchors[p.id][Anchor.UNIT], _radius(p)) for p in board.provinces),
        faces={p.id: ((number,),) for number, p in enumerate(board.provinces)},
        neutral=(),
        lakes=(),
        anchors=anchors,
        seas=frozenset(p.id for p in board.provinces if p.kind == SEA),
        passages=_passages(board, anchors),
        schematic=True,
    )


def _laid_out(board: Board) -> dict[str, Any]:
    """Return what a drawing file says of discs: where they and their spots lie, and the size of the picture."""
    radius = {p.id: _radius(p) for p in board.provinces}
    middles = _spread(_layout(board.province_graph), radius)
    left = min(middles[name][0] - r for name, r in radius.items()) - MARGIN_PX
    top = min(middles[name][1] - r for name, r in radius.items()) - MARGIN_PX
    middles = {name: (round(x - left, 1), round(y - top, 1)) for name, (x, y) in middles.items()}
    anchors = {p.id: spots_around(*middles[p.id]) for p in board.provinces}
    for province in board.provinces:
        if province.coasts:
            anchors.update(_coast_anchors(board, province, middles))
    return {
        "source": "laid out from the board's graphs",
        "width": round(max(middles[name][0] + r for name, r in radius.items()) + MARGIN_PX),
        "height": round(max(middles[name][1] + r for name, r in radius.items()) + MARGIN_PX),
        "anchors": anchors,
    }


def _radius(province: Province) -> int:
    return RADIUS_WITH_COASTS_PX if province.coasts else RADIUS_PX


def _layout(graph: networkx.Graph[str]) -> dict[str, Point]:
    """Return points whose distances follow the numbers of moves between the nodes, one move being 1."""
    names = list(graph)
    moves = dict(networkx.all_pairs_shortest_path_length(graph))
    apart = 2 + max((max(row.values()) for row in moves.values()), default=0)  # parts that no move joins
    distance = [[float(moves[one].get(two, apart)) for two in names] for one in names]
    xs, ys = _start(distance)
    rounds = min(MOST_ROUNDS, MOST_STEPS // max(1, len(names) ** 2))
    for _ in range(rounds):
        for one, row in enumerate(distance):
            _settle(one, row, xs, ys)
    return {name: (xs[n], ys[n]) for n, name in enumerate(names)}


def _start(distance: Sequence[Sequence[float]]) -> tuple[list[float], list[float]]:
    """Return where the layout starts: along two long ways through the graph, crosswise."""
    count = len(distance)
    if not count:
        return [], []
    west = max(range(count), key=lambda n: distance[0][n])
    east = max(range(count), key=lambda n: distance[west][n])
    north = max(range(count), key=lambda n: min(distance[west][n], distance[east][n]))
    south = max(range(count), key=lambda n: distance[north][n] - abs(distance[west][n] - distance[east][n]))
    # a little off, so that no two coincide
    xs = [(distance[west][n] - distance[east][n]) / 2 + 0.2 * math.cos(TURN * n) for n in range(count)]
    ys = [(distance[north][n] - distance[south][n]) / 2 + 0.2 * math.sin(TURN * n) for n in range(count)]
    return xs, ys


def _settle(one: int, row: Sequence[float], xs: list[float], ys: list[float]) -> None:
    """Move a point to where the others want it, each at its distance and the nearer ones with more weight."""
    x, y = xs[one], ys[one]
    total = sum_x = sum_y = 0.0
    for wanted, other_x, other_y in zip(row, xs, ys, strict=True):
        if not wanted:
            continue
        weight = 1 / (wanted * wanted)
        across, down = x - other_x, y - other_y
        pull = wanted / (math.sqrt(across * across + down * down) or 1.0)
        total += weight
        sum_x += weight * (other_x + across * pull)
        sum_y += weight * (other_y + down * pull)
    if total:
        xs[one], ys[one] = sum_x / total, sum_y / total


def _spread(points: dict[str, Point], radius: Mapping[str, int]) -> dict[str, Point]:
    """Return a layout in px, with discs pushed apart until they keep their distance."""
    scale = 2 * RADIUS_PX + GAP_PX
    names = list(points)
    xs = [points[name][0] * scale for name in names]
    ys = [points[name][1] * scale for name in names]
    pushed, rounds = True, 0
    while pushed and rounds < MOST_ROUNDS:
        pushed, rounds = False, rounds + 1
        for one in range(len(names)):
            for two in range(one):
                room = radius[names[one]] + radius[names[two]] + GAP_PX
                across, down = xs[one] - xs[two], ys[one] - ys[two]
                if abs(across) >= room or abs(down) >= room:
                    continue
                length = math.hypot(across, down)
                if length >= room - 1:
                    continue
                if not length:
                    across, down, length = math.cos(TURN * one), math.sin(TURN * one), 1.0
                push = (room - length) / 2 / length
                xs[one], ys[one] = xs[one] + across * push, ys[one] + down * push
                xs[two], ys[two] = xs[two] - across * push, ys[two] - down * push
                pushed = True
    return {name: (xs[n], ys[n]) for n, name in enumerate(names)}


def _disc(x: float, y: float, radius: float) -> Arc:
    turns = [2 * math.pi * (corner % CORNERS) / CORNERS for corner in range(CORNERS + 1)]
    return tuple(
        (round(STEPS_PER_PX * (x + radius * math.cos(turn))), round(STEPS_PER_PX * (y + radius * math.sin(turn))))
        for turn in turns
    )


def _coast_anchors(board: Board, province: Province, middles: Mapping[str, Point]) -> dict[str, dict[Anchor, Point]]:
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

    def out(turn: float, distance: float) -> Point:
        return round(x + math.cos(turn) * distance, 1), round(y + math.sin(turn) * distance, 1)

    return {
        location: {
            Anchor.UNIT: out(turn, RADIUS_WITH_COASTS_PX - 17),
            Anchor.DISLODGED: out(turn + math.radians(42), RADIUS_WITH_COASTS_PX - 17),
            Anchor.NAME: out(turn - math.radians(30), RADIUS_WITH_COASTS_PX - 10),
        }
        for location, turn in zip(province.locations, best, strict=True)
    }


def _passages(board: Board, anchors: Mapping[str, Mapping[Anchor, Point]]) -> tuple[Passage, ...]:
    """Return a line for each two adjacent locations, from rim to rim, or from the spot of a coast."""

    def start(location: str, other: str) -> Point:
        (x, y), (to_x, to_y) = anchors[location][Anchor.UNIT], anchors[province_of(other)][Anchor.UNIT]
        if "/" in location:
            return x, y
        length = math.hypot(to_x - x, to_y - y) or 1.0
        radius = _radius(board.province(location))
        return round(x + (to_x - x) * radius / length, 1), round(y + (to_y - y) * radius / length, 1)

    edges = {tuple(sorted(edge)) for edge in board.army_edges + board.fleet_edges}
    return tuple(Passage((one, two), (start(one, two), start(two, one))) for one, two in sorted(edges))
