"""Does the drawing show the board? Borders against the graphs, in plain Python, exact because borders are shared arcs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from standoff.map.board import COASTAL, SEA, Board
from standoff.map.drawing.geometry import STEPS_PER_PX, Border, Geometry, Point

LEAST_CONTACT_PX = 10.0
"""A shorter common border is not seen."""
LARGEST_ISLAND = 900.0
"""A province may have islands up to this size, px²; more must hang together by land."""

Pair = frozenset[str]
Node = tuple[int, int]


class Contacts:
    """Who touches whom in a drawing.

    Args:
        geometry: The drawing.
    """

    def __init__(self, geometry: Geometry) -> None:
        #: By two provinces, the length of their common border in px.
        self.border: dict[Pair, float] = {}
        #: By province, the ends of its stretches of shore with the sea on the other side.
        self.shore: dict[str, list[tuple[str, Node, Node]]] = {name: [] for name in geometry.faces}
        at_node: dict[Node, set[str]] = {}
        for arc, (one, two) in zip(geometry.arcs, geometry.sides, strict=True):
            for name in (one, two):
                if name is not None:
                    at_node.setdefault(arc[0], set()).add(name)
                    at_node.setdefault(arc[-1], set()).add(name)
            if one is None or two is None:
                continue
            length = sum(itertools.starmap(math.dist, itertools.pairwise(arc))) / STEPS_PER_PX
            pair = frozenset((one, two))
            self.border[pair] = self.border.get(pair, 0.0) + length
            for land, sea in ((one, two), (two, one)):
                if sea in geometry.seas and land not in geometry.seas:
                    self.shore[land].append((sea, arc[0], arc[-1]))
        #: Two provinces with a point in common.
        self.point: set[Pair] = {
            frozenset(pair) for names in at_node.values() for pair in itertools.combinations(sorted(names), 2)
        }

    def meetings(self, one: str, two: str) -> set[str]:
        """Return the seas at whose shore two coastal provinces meet."""
        ends = [{(sea, node) for sea, *nodes in self.shore[name] for node in nodes} for name in (one, two)]
        return {sea for sea, _ in ends[0] & ends[1]}

    def pieces(self, province: str) -> list[set[str]]:
        """Return for each connected piece of a province's shore the provinces that a fleet there touches."""
        pieces: list[tuple[set[Node], set[str], set[tuple[str, Node]]]] = []
        for sea, start, end in self.shore[province]:
            nodes, seas, ends = {start, end}, {sea}, {(sea, start), (sea, end)}
            for piece in [piece for piece in pieces if piece[0] & nodes]:
                pieces.remove(piece)
                nodes, seas, ends = nodes | piece[0], seas | piece[1], ends | piece[2]
            pieces.append((nodes, seas, ends))
        others = [
            (name, {(sea, node) for sea, *nodes in stretches for node in nodes})
            for name, stretches in self.shore.items()
            if name != province
        ]
        return [seas | {name for name, theirs in others if theirs & ends} for _, seas, ends in pieces]


def disagreements(geometry: Geometry, board: Board) -> list[str]:
    """Return where a drawing shows another board than the one given, in words; nothing if it is right.

    Land borders on land where an army can go, a sea on a sea and on a coast where a fleet can go, each coast of its own
    along one shore; two coastal provinces meet at the shore of a common sea where a fleet can go between them.
    """
    contacts = Contacts(geometry)
    return [
        *_borders(contacts, geometry, board),
        *_meetings(contacts, geometry, board),
        *_coasts(contacts, geometry, board),
        *_outlying(geometry),
    ]


def _pairs(edges: Iterable[tuple[str, str]]) -> set[Pair]:
    return {frozenset(location.partition("/")[0] for location in edge) for edge in edges}


def _linked(geometry: Geometry) -> set[Pair]:
    return _pairs(link.ends for link in geometry.links)


def _borders(contacts: Contacts, geometry: Geometry, board: Board) -> Iterator[str]:
    kind = {province.id: province.kind for province in board.provinces}
    army, fleet = _pairs(board.army_edges), _pairs(board.fleet_edges)
    linked = _linked(geometry)
    for one, two in itertools.combinations(kind, 2):
        pair = frozenset((one, two))
        at_sea = SEA in (kind[one], kind[two])
        adjacent = pair in (fleet if at_sea else army)
        length = contacts.border.get(pair, 0.0)
        if adjacent and not length and pair not in linked:
            yield f"{one} and {two} are adjacent and do not touch"
        elif length and not adjacent:
            yield f"{one} and {two} touch along {length:.0f} px and are not adjacent"
        elif pair in contacts.point and not length:
            yield f"{one} and {two} meet in a single point"
        elif 0 < length < LEAST_CONTACT_PX:
            yield f"{one} and {two} touch along {length:.0f} px only"


def _meetings(contacts: Contacts, geometry: Geometry, board: Board) -> Iterator[str]:
    fleet, linked = _pairs(board.fleet_edges), _linked(geometry)
    coastal = [province.id for province in board.provinces if province.kind == COASTAL]
    for one, two in itertools.combinations(coastal, 2):
        seas = contacts.meetings(one, two)
        pair = frozenset((one, two))
        if seas and pair not in fleet:
            yield f"{one} and {two} meet at the shore of {', '.join(sorted(seas))}, and no fleet can go between them"
        elif pair in fleet and not seas and pair not in linked:
            yield f"fleets can go between {one} and {two}, which do not meet at any shore"


def _coasts(contacts: Contacts, geometry: Geometry, board: Board) -> Iterator[str]:
    reach: dict[str, set[str]] = {}
    linked = {frozenset(link.ends) for link in geometry.links}
    for one, two in board.fleet_edges:
        if frozenset((one, two)) not in linked:
            reach.setdefault(one, set()).add(two.partition("/")[0])
            reach.setdefault(two, set()).add(one.partition("/")[0])
    for province in board.provinces:
        if province.kind != COASTAL:
            continue
        met: dict[str, set[str]] = {location: set() for location in province.locations}
        for piece in contacts.pieces(province.id):
            met[_nearest(piece, met, reach)] |= piece
        for location, seen in met.items():
            wanted = reach.get(location, set())
            if seen != wanted:
                yield f"the shore of {location} meets {_list(seen)}; fleets there can go to {_list(wanted)}"


def _nearest(piece: set[str], coasts: Iterable[str], reach: Mapping[str, set[str]]) -> str:
    """Return the coast whose neighbors are most like those of a piece of shore."""

    def likeness(coast: str) -> int:
        wanted = reach.get(coast, set())
        return len(piece & wanted) - len(piece - wanted)

    return max(coasts, key=likeness)


def _list(names: set[str]) -> str:
    return " ".join(sorted(names)) or "nothing"


def _outlying(geometry: Geometry) -> Iterator[str]:
    """Yield the parts of provinces, cut off by the sea, that are too large for islands."""
    for name, face in geometry.faces.items():
        for ring, line in zip(face, geometry.outline(name), strict=True):
            washed = all(geometry.borders[arc if arc >= 0 else ~arc] is Border.SHORE for arc in ring)
            if name not in geometry.seas and len(face) > 1 and washed and outer(line) and area(line) > LARGEST_ISLAND:
                yield f"{name} has a part of {area(line):.0f} px² across the sea"


def area(line: Sequence[Point]) -> float:
    """Return the area inside of a closed line."""
    return abs(_signed(line))


def outer(line: Sequence[Point]) -> bool:
    """Tell whether a ring of a face is its outside; the rings of holes run the other way."""
    return _signed(line) > 0


def _signed(line: Sequence[Point]) -> float:
    return sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in itertools.pairwise(line)) / 2
