"""Does the drawing show the board? Borders against the graphs, exact because neighbors share arcs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from standoff.map.board import COASTAL, SEA, Board
from standoff.pictures.boards.geometry import STEPS_PER_PX, Anchor, Border, Geometry, Point

LEAST_CONTACT_PX = 10.0
"""A shorter common border is not seen."""
LARGEST_ISLAND = 900.0
"""A province may have islands up to this size, px²; more must hang together by land."""

Pair = frozenset[str]
Node = tuple[int, int]


@dataclass(frozen=True)
class Stretch:
    """An arc of shore, with the sea on its other side."""

    arc: int
    sea: str
    ends: tuple[Node, Node]

    def corners(self) -> set[tuple[str, Node]]:
        """Return its ends, each with the sea: where another province has the same, a fleet can go along the shore."""
        return {(self.sea, end) for end in self.ends}


class Contacts:
    """Who touches whom in a drawing.

    Args:
        geometry: The drawing.
    """

    def __init__(self, geometry: Geometry) -> None:
        #: By two provinces, the length of their common border in px.
        self.border: dict[Pair, float] = {}
        #: By province, its shore.
        self.shore: dict[str, list[Stretch]] = {name: [] for name in geometry.faces}
        at_node: dict[Node, set[str]] = {}
        for number, (arc, (one, two)) in enumerate(zip(geometry.arcs, geometry.sides, strict=True)):
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
                    self.shore[land].append(Stretch(number, sea, (arc[0], arc[-1])))
        #: By province, where its shore ends or another sea begins, each time with the sea.
        self.corners: dict[str, set[tuple[str, Node]]] = {
            name: {corner for stretch in stretches for corner in stretch.corners()}
            for name, stretches in self.shore.items()
        }
        #: Two provinces with a point in common.
        self.point: set[Pair] = {
            frozenset(pair) for names in at_node.values() for pair in itertools.combinations(sorted(names), 2)
        }

    def pieces(self, province: str) -> list[list[Stretch]]:
        """Return the connected pieces of a province's shore."""
        pieces: list[list[Stretch]] = []
        for stretch in self.shore[province]:
            joined = [piece for piece in pieces if any(set(other.ends) & set(stretch.ends) for other in piece)]
            pieces = [piece for piece in pieces if piece not in joined]
            pieces.append([stretch, *itertools.chain(*joined)])
        return pieces

    def met(self, province: str, piece: Iterable[Stretch]) -> set[str]:
        """Return the seas along a piece of a province's shore, and the provinces where it ends."""
        piece = list(piece)
        corners = {corner for stretch in piece for corner in stretch.corners()}
        beside = {name for name in self.shore if name != province and self.corners[name] & corners}
        return beside | {stretch.sea for stretch in piece}


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
        seas = {sea for sea, _ in contacts.corners[one] & contacts.corners[two]}
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
        shore: dict[str, list[Stretch]] = {location: [] for location in province.locations}
        for piece in contacts.pieces(province.id):
            shore[_nearest(contacts.met(province.id, piece), shore, reach)] += piece
        for location, stretches in shore.items():
            seen, wanted = contacts.met(province.id, stretches), reach.get(location, set())
            if seen != wanted:
                yield f"the shore of {location} meets {_list(seen)}; fleets there can go to {_list(wanted)}"
            at = _shore_of_unit(geometry, location, shore)
            if at != location:
                yield f"the unit of {location} stands at the shore of {at}"


def _shore_of_unit(geometry: Geometry, location: str, shore: Mapping[str, Sequence[Stretch]]) -> str:
    """Return the coast of the same province that the spot for a unit on a coast is nearest to."""
    if len(shore) == 1:
        return location
    x, y = geometry.anchor(location, Anchor.UNIT)
    spot = (x * STEPS_PER_PX, y * STEPS_PER_PX)

    def distance(coast: str) -> float:
        return min(
            (math.dist(spot, p) for stretch in shore[coast] for p in geometry.arcs[stretch.arc]), default=math.inf
        )

    return min(shore, key=distance)


def _nearest(piece: set[str], coasts: Iterable[str], reach: Mapping[str, set[str]]) -> str:
    """Return the coast whose neighbors are most like those of a piece of shore."""
    return max(coasts, key=lambda coast: likeness(piece, reach.get(coast, set())))


def likeness(met: set[str], wanted: set[str]) -> int:
    """Return how much the provinces that a piece of shore meets are like the neighbors of a coast."""
    return len(met & wanted) - len(met - wanted)


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
