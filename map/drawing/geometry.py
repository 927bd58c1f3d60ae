"""The board as drawing data: faces, borders, and the spots for units, names and centers.

A drawing file (`standard.json`, made by `tools/boardmap`) keeps each stretch of border once, as an *arc*; the face of a
province is a list of rings, and a ring a list of arcs, as in TopoJSON: ``n`` is arc *n* as it stands, ``~n`` the same
arc run backwards. So two provinces touch exactly where they share an arc, and no border is drawn twice.

All lengths are in px of the whole picture; x runs to the right, y down.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, cached_property, lru_cache
from importlib import resources
from typing import Any

from ..board import SEA, Board
from ..errors import UnknownNameError

Point = tuple[float, float]
Ring = tuple[int, ...]
Face = tuple[Ring, ...]

# The boxes that the anchors keep clear of each other, in px; an anchor is the middle of its box.
UNIT_WIDTH, UNIT_HEIGHT = 26, 20
NAME_WIDTH, NAME_HEIGHT = 32, 11
CENTER_WIDTH, CENTER_HEIGHT = 10, 10
COAST_WIDTH, COAST_HEIGHT = 12, 9

STEPS_PER_PX = 10
"""Drawing files count in steps of a tenth of a px."""


class Anchor(StrEnum):
    """What a spot of a location is for."""

    UNIT = "unit"
    """The unit there."""
    DISLODGED = "dislodged"
    """A dislodged unit, beside the one that came in."""
    NAME = "name"
    """The name of the province, or the mark of the coast."""
    CENTER = "center"
    """The dot of a supply center."""


class Border(StrEnum):
    """What a stretch of border parts."""

    LAND = "land"
    """Land from land, neutral land included."""
    SEA = "sea"
    """Two seas."""
    SHORE = "shore"
    """Land from a sea or a lake."""


@dataclass(frozen=True, slots=True)
class Link:
    """Two locations that are adjacent on the board though their faces do not touch in the drawing.

    Attributes:
        ends: The two locations.
        army: True if armies go this way.
        fleet: True if fleets go this way.
        points: The line that shows it, from one to the other.
    """

    ends: tuple[str, str]
    army: bool
    fleet: bool
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Geometry:
    """Where everything of a board lies in a picture of it.

    Attributes:
        board: The name of the board.
        source: Where the lines come from, and under which licence, in words.
        width: Of the picture, in px.
        height: Of the picture, in px.
        schematic: True if the board has no drawing of its own and was laid out from its graphs.
        arcs: The stretches of border, each a line of points in steps of a tenth of a px.
        faces: The rings of each province; together they bound it under the even-odd rule.
        neutral: The faces that no unit can enter: neutral land, islands, provinces that the board leaves out.
        lakes: Water that is no province.
        anchors: By location and what it is for, the middle of the spot.
        seas: The ids of the provinces that are seas.
        links: Neighbors that do not touch.
    """

    board: str
    source: str
    width: int
    height: int
    arcs: tuple[tuple[tuple[int, int], ...], ...]
    faces: Mapping[str, Face]
    neutral: tuple[Face, ...]
    lakes: tuple[Face, ...]
    anchors: Mapping[str, Mapping[Anchor, Point]]
    seas: frozenset[str]
    links: tuple[Link, ...] = ()
    schematic: bool = False
    _paths: dict[str, str] = field(default_factory=dict[str, str], init=False, repr=False, compare=False)

    def anchor(self, location: str, kind: Anchor | str) -> Point:
        """Return the middle of a spot, in px.

        Args:
            location: A province, or a coast of it ("SPA/NC"), whose name is its mark.
            kind: What the spot is for. A dot of a center is at hand for every province.

        Raises:
            UnknownNameError: The board has no such location.

        >>> from standoff.map import load_board
        >>> x, y = geometry_of(load_board()).anchor("PAR", "unit")
        >>> 0 < x < 1400
        True
        """
        spots = self.anchors.get(location)
        if spots is None:
            raise UnknownNameError(f"no location {location!r} in the drawing of board {self.board}")
        spot = spots.get(Anchor(kind))
        if spot is not None:
            return spot
        # a center that the drawing did not foresee stands before the name
        x, y = spots[Anchor.NAME]
        return x - (NAME_WIDTH + CENTER_WIDTH) / 2 - 1, y

    def outline(self, province: str) -> list[list[Point]]:
        """Return the rings around a province as closed lines of points in px, the last point being the first.

        Raises:
            UnknownNameError: The board has no such province.
        """
        return [[(x / STEPS_PER_PX, y / STEPS_PER_PX) for x, y in self._points(ring)] for ring in self._face(province)]

    def path(self, province: str) -> str:
        """Return the face of a province as SVG path data, to be filled under the even-odd rule.

        Raises:
            UnknownNameError: The board has no such province.
        """
        if province not in self._paths:
            self._paths[province] = self._face_path(self._face(province))
        return self._paths[province]

    def neutral_paths(self) -> tuple[str, ...]:
        """Return the faces that no unit can enter as SVG path data."""
        return tuple(self._face_path(face) for face in self.neutral)

    def lake_paths(self) -> tuple[str, ...]:
        """Return the water that is no province as SVG path data."""
        return tuple(self._face_path(face) for face in self.lakes)

    def border_path(self, kind: Border | str) -> str:
        """Return all borders of one kind as SVG path data of open lines, each arc once.

        The frame of the picture is no border.
        """
        wanted = Border(kind)
        key = f"border {wanted}"
        if key not in self._paths:
            drawn = [arc for arc, border in zip(self.arcs, self.borders, strict=True) if border is wanted]
            self._paths[key] = "".join(_line_path(line, closed=line[0] == line[-1]) for line in _chained(drawn))
        return self._paths[key]

    def link_path(self) -> str:
        """Return the lines between neighbors that do not touch as SVG path data."""
        return "".join(
            _line_path([(round(x * STEPS_PER_PX), round(y * STEPS_PER_PX)) for x, y in link.points])
            for link in self.links
        )

    @cached_property
    def sides(self) -> tuple[tuple[str | None, str | None], ...]:
        """For each arc the provinces on both sides; None for neutral land, lakes and what lies outside the picture."""
        found: list[list[str | None]] = [[None, None] for _ in self.arcs]
        for province, face in self.faces.items():
            for arc, side in _uses(face):
                found[arc][side] = province
        return tuple((one, two) for one, two in found)

    @cached_property
    def borders(self) -> tuple[Border | None, ...]:
        """For each arc what it parts; None on the frame of the picture and inside of neutral land."""
        kinds: list[list[str | None]] = [[None, None] for _ in self.arcs]
        water = [*(self.faces[sea] for sea in self.faces if sea in self.seas), *self.lakes]
        land = [*(self.faces[province] for province in self.faces if province not in self.seas), *self.neutral]
        for kind, faces in (("water", water), ("land", land)):
            for face in faces:
                for arc, side in _uses(face):
                    kinds[arc][side] = kind
        if self.schematic:  # discs touch nothing
            return tuple(Border.SEA if "water" in pair else Border.LAND for pair in kinds)
        return tuple(_BORDER.get((one, two)) for one, two in kinds)

    def _face(self, province: str) -> Face:
        face = self.faces.get(province)
        if face is None:
            raise UnknownNameError(f"no province {province!r} in the drawing of board {self.board}")
        return face

    def _points(self, ring: Ring) -> list[tuple[int, int]]:
        return _ring_points(self.arcs, ring)

    def _face_path(self, face: Face) -> str:
        return "".join(_line_path(self._points(ring), closed=True) for ring in face)


_BORDER: dict[tuple[str | None, str | None], Border] = {
    ("land", "land"): Border.LAND,
    ("water", "water"): Border.SEA,
    ("land", "water"): Border.SHORE,
    ("water", "land"): Border.SHORE,
}


def _uses(face: Face) -> Iterable[tuple[int, int]]:
    """Yield the arcs of a face, each with the side of it that the face lies on: 0 run forwards, 1 backwards."""
    return ((arc, 0) if arc >= 0 else (~arc, 1) for ring in face for arc in ring)


def _ring_points(arcs: Sequence[Sequence[tuple[int, int]]], ring: Ring) -> list[tuple[int, int]]:
    points: list[tuple[int, int]] = []
    for arc in ring:
        line = arcs[arc] if arc >= 0 else arcs[~arc][::-1]
        points += line[1:] if points else line
    return points


def _chained(arcs: Iterable[Sequence[tuple[int, int]]]) -> list[list[tuple[int, int]]]:
    """Return lines with those made one that meet where no third one does, so that a stroke runs on without a seam."""
    lines = [list(arc) for arc in arcs]
    at: dict[tuple[int, int], list[int]] = {}
    for number, line in enumerate(lines):
        for end in {line[0], line[-1]}:
            at.setdefault(end, []).append(number)
    for end, numbers in at.items():
        one, two = numbers[0], numbers[-1]
        if len(numbers) != 2 or one == two or lines[one][0] == lines[one][-1] or lines[two][0] == lines[two][-1]:
            continue
        before = lines[one] if lines[one][-1] == end else lines[one][::-1]
        after = lines[two] if lines[two][0] == end else lines[two][::-1]
        lines[one], lines[two] = before + after[1:], []
        far = after[-1]
        at[far] = [one if number == two else number for number in at[far]]
    return [line for line in lines if line]


def _line_path(points: Sequence[tuple[int, int]], *, closed: bool = False) -> str:
    """Return SVG path data of a line in steps; written in px, relative to the point before.

    >>> _line_path([(105, 20), (110, 15), (110, 40)])
    'M10.5 2l.5-.5 0 2.5'
    """
    (x, y), *rest = points
    if closed:
        rest = rest[:-1]  # z draws the last line
    words = ["M", _number(x), *_spaced(_number(y)), "l"]
    first = True
    for to_x, to_y in rest:
        across = _number(to_x - x)
        words += (across,) if first else _spaced(across)
        words += _spaced(_number(to_y - y))
        x, y, first = to_x, to_y, False
    return "".join(words) + ("z" if closed else "")


def _number(steps: int) -> str:
    whole, tenths = divmod(abs(steps), STEPS_PER_PX)
    text = (str(whole) if whole or not tenths else "") + (f".{tenths}" if tenths else "")
    return f"-{text}" if steps < 0 else text


def _spaced(number: str) -> tuple[str, ...]:
    """Return a number with the space before it that it needs after another one."""
    return (number,) if number.startswith("-") else (" ", number)


# -- from the drawing files ---------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def geometry_of(board: Board) -> Geometry:
    """Return where everything of a board lies in a picture of it, the same each time.

    A board whose provinces are all in a drawing file, with no border there between provinces that are not adjacent, is
    drawn from that file; so are the boards with fewer provinces. Any other board is laid out from its graphs.

    Raises:
        BoardError: The board has no drawing, and more provinces than a schematic one has room for.

    >>> from standoff.map import load_board
    >>> geometry = geometry_of(load_board())
    >>> geometry.width, len(geometry.faces)
    (1400, 75)
    """
    for name in _drawings():
        data = _drawing(name)
        if _has_all(data, board):
            geometry = drawn(data, board)
            if _agrees(geometry, board):
                return geometry
    from .schematic import schematic

    return schematic(board)


def drawn(data: Mapping[str, Any], board: Board) -> Geometry:
    """Return the geometry of a board that is drawn from the content of a drawing file.

    Args:
        data: The content, with all provinces and coasts of the board.
        board: The board; what it leaves out becomes neutral.
    """
    arcs = tuple(_absolute(arc) for arc in data["arcs"])
    faces = {name: _face(rings) for name, rings in data["faces"].items()}
    kept = {province.id: faces[province.id] for province in board.provinces}
    left_out = [face for name, face in faces.items() if name not in kept]
    return Geometry(
        board=board.name,
        source=data["source"],
        width=data["width"],
        height=data["height"],
        arcs=arcs,
        faces=kept,
        neutral=(_joined(arcs, [*map(_face, data["neutral"]), *left_out]),),
        lakes=tuple(map(_face, data["lakes"])),
        anchors={
            location: {Anchor(kind): (x, y) for kind, (x, y) in data["anchors"][location].items()}
            for location in board.locations
        },
        seas=frozenset(province.id for province in board.provinces if province.kind == SEA),
        links=_links(data, board, kept),
    )


def _drawings() -> list[str]:
    folder = resources.files("standoff.map") / "drawing"
    return sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".json"))


@cache
def _drawing(name: str) -> dict[str, Any]:
    return json.loads((resources.files("standoff.map") / "drawing" / name).read_text(encoding="utf-8"))


def _has_all(data: Mapping[str, Any], board: Board) -> bool:
    """Tell whether a drawing has all provinces and coasts of a board."""
    return all(p.id in data["faces"] for p in board.provinces) and all(
        loc in data["anchors"] for loc in board.locations
    )


def _absolute(deltas: Sequence[int]) -> tuple[tuple[int, int], ...]:
    x = y = 0
    points: list[tuple[int, int]] = []
    for across, down in zip(deltas[::2], deltas[1::2], strict=True):
        x, y = x + across, y + down
        points.append((x, y))
    return tuple(points)


def _face(rings: Iterable[Iterable[int]]) -> Face:
    return tuple(tuple(ring) for ring in rings)


def _touching(faces: Mapping[str, Face]) -> set[tuple[str, str]]:
    """Return the pairs of faces that share an arc, in both orders."""
    at: dict[tuple[int, int], str] = {use: name for name, face in faces.items() for use in _uses(face)}
    return {(name, at[arc, 1 - side]) for (arc, side), name in at.items() if (arc, 1 - side) in at}


def _agrees(geometry: Geometry, board: Board) -> bool:
    """Tell whether the board lets a unit go between all provinces that touch in the drawing."""
    number = board.province_number
    return all(board.around[number[one]] >> number[two] & 1 for one, two in _touching(geometry.faces))


def _links(data: Mapping[str, Any], board: Board, faces: Mapping[str, Face]) -> tuple[Link, ...]:
    """Return the neighbors whose faces do not touch: in 1962 fleets go from the Aegean to the Black Sea."""
    touching = _touching(faces)
    army, fleet = ({frozenset(edge) for edge in edges} for edges in (board.army_edges, board.fleet_edges))
    links: dict[frozenset[str], Link] = {}
    for one, two in board.army_edges + board.fleet_edges:
        edge = frozenset((one, two))
        if (one.partition("/")[0], two.partition("/")[0]) in touching or edge in links:
            continue
        way = data["passages"].get(f"{one} {two}") or [data["anchors"][end]["unit"] for end in (one, two)]
        links[edge] = Link((one, two), edge in army, edge in fleet, tuple((x, y) for x, y in way))
    return tuple(links.values())


def _joined(arcs: Sequence[Sequence[tuple[int, int]]], faces: Sequence[Face]) -> Face:
    """Return faces as one, without the arcs between them."""
    used = {arc if side == 0 else ~arc for face in faces for arc, side in _uses(face)}
    after = {arc: _ring_ends(arcs, arc) for arc in used if ~arc not in used}
    leaving: dict[tuple[int, int], list[int]] = {}
    for arc in sorted(after):
        leaving.setdefault(after[arc][0], []).append(arc)
    rings: list[Ring] = []
    todo = set(after)
    for start in sorted(after):
        if start not in todo:
            continue
        ring, arc = [start], start
        todo.discard(start)
        while after[arc][1] != after[start][0]:
            arc = next(arc for arc in leaving[after[arc][1]] if arc in todo)
            todo.discard(arc)
            ring.append(arc)
        rings.append(tuple(ring))
    return tuple(rings)


def _ring_ends(arcs: Sequence[Sequence[tuple[int, int]]], arc: int) -> tuple[tuple[int, int], tuple[int, int]]:
    line = arcs[arc] if arc >= 0 else arcs[~arc]
    return (line[0], line[-1]) if arc >= 0 else (line[-1], line[0])
