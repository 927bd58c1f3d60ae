"""The board as drawing data: faces, borders, and the spots for units, names and centers.

A drawing file (such as `standard.json`) keeps each stretch of border once, as an *arc*; the face of a
province is a list of rings, and a ring a list of arcs, as in TopoJSON: ``n`` is arc *n* as it stands, ``~n`` the same
arc run backwards. So two provinces touch exactly where they share an arc, and no border is drawn twice.

All lengths are in px of the whole picture; x runs to the right, y down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from ...map import UnknownNameError, province_of
from ..curves import Box, box_of
from ..svg import Point, line_data, steps_data

Arc = tuple[tuple[int, int], ...]
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
    """A dislodged unit, next to the one that came in."""
    NAME = "name"
    """The name of the province, or the mark of the coast."""
    CENTER = "center"
    """The dot of a supply center."""


def spots_around(x: float, y: float) -> dict[Anchor, Point]:
    """Return the spots of a province without a drawing, around where its unit stands."""
    return {
        Anchor.UNIT: (x, y),
        Anchor.DISLODGED: (x, y - 22),
        Anchor.NAME: (x + CENTER_WIDTH / 2, y + 20),
        Anchor.CENTER: (x - NAME_WIDTH / 2 - 2, y + 20),
    }


@dataclass(frozen=True, slots=True)
class Passage:
    """Two locations that are adjacent on the board though their faces do not touch in the drawing, and a line."""

    ends: tuple[str, str]
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Geometry:
    """Where everything of a board lies in a picture of it.

    Attributes:
        board: The name of the board.
        source: Where the lines come from, and under what license, in words.
        width: Of the picture, in px.
        height: Of the picture, in px.
        schematic: True if the board has no drawing of its own and was laid out from its graphs.
        arcs: The stretches of border, each a line of points in steps of a tenth of a px.
        faces: The rings of each province; together they bound it under the even-odd rule.
        neutral: The faces that no unit can enter: neutral land, islands, provinces that the board leaves out.
        lakes: Water that is not a province.
        anchors: By location and what it is for, the middle of the spot.
        seas: The ids of the provinces that are seas.
        passages: Neighbors that do not touch.
    """

    board: str
    source: str
    width: int
    height: int
    arcs: tuple[Arc, ...]
    faces: Mapping[str, Face]
    neutral: tuple[Face, ...]
    lakes: tuple[Face, ...]
    anchors: Mapping[str, Mapping[Anchor, Point]]
    seas: frozenset[str]
    passages: tuple[Passage, ...] = ()
    schematic: bool = False

    def anchor(self, location: str, kind: Anchor | str = Anchor.UNIT) -> Point:
        """Return the middle of a spot, in px; that of the province if the drawing has no such coast.

        Args:
            location: A province, or a coast of it ("SPA/NC"), whose name is its mark.
            kind: What the spot is for. There is a dot of a center for every province.

        Raises:
            UnknownNameError: The board has no such location.

        >>> from standoff.map import load_board
        >>> from standoff.pictures import geometry_of
        >>> x, y = geometry_of(load_board()).anchor("PAR")
        >>> 0 < x < 1400
        True
        """
        spots = self.anchors.get(location) or self.anchors.get(province_of(location))
        if spots is None:
            raise UnknownNameError(f"no location {location!r} in the drawing of board {self.board}")
        spot = spots.get(Anchor(kind))
        if spot is None and kind == Anchor.CENTER:  # one that the drawing did not foresee is placed before the name
            x, y = spots[Anchor.NAME]
            return x - (NAME_WIDTH + CENTER_WIDTH) / 2 - 1, y
        return spot or spots[Anchor.UNIT]

    def outline(self, province: str) -> list[list[Point]]:
        """Return the rings around a province as closed lines of points in px, the last point being the first."""
        return [[(x / STEPS_PER_PX, y / STEPS_PER_PX) for x, y in self._points(ring)] for ring in self.faces[province]]

    @cached_property
    def paths(self) -> Mapping[str, str]:
        """The face of each province as SVG path data, to be filled under the even-odd rule."""
        return {province: self.face_path(face) for province, face in self.faces.items()}

    def face_path(self, *faces: Face) -> str:
        """Return faces as SVG path data."""
        return "".join(_line_path(self._points(ring)) for face in faces for ring in face)

    @cached_property
    def sea_borders(self) -> str:
        """The borders between seas and lakes as SVG path data of open lines, each arc once."""
        waters = [*(self.faces[sea] for sea in self.seas), *self.lakes]
        sides = Counter(arc for face in waters for arc in arcs_used(face))
        least = 1 if self.schematic else 2  # discs touch nothing: theirs are the rims of seas
        return "".join(map(_line_path, _chained(arc for n, arc in enumerate(self.arcs) if sides[n] >= least)))

    def passages_path(self) -> str:
        """Return the lines between neighbors that do not touch as SVG path data."""
        return "".join(line_data(passage.points) for passage in self.passages)

    @cached_property
    def extents(self) -> Mapping[str, Box]:
        """The box around each province, in px."""
        return {name: box_of([point for ring in self.outline(name) for point in ring]) for name in self.faces}

    def _points(self, ring: Ring) -> list[tuple[int, int]]:
        points: list[tuple[int, int]] = []
        for arc in ring:
            line = self.arcs[arc] if arc >= 0 else self.arcs[~arc][::-1]
            points += line[1:] if points else line
        return points


def arcs_used(face: Face) -> set[int]:
    """Return the arcs of a face, however they run in it."""
    return {arc if arc >= 0 else ~arc for ring in face for arc in ring}


def _chained(arcs: Iterable[Sequence[tuple[int, int]]]) -> list[list[tuple[int, int]]]:
    """Return lines, those joined that meet where no third one does, so that a stroke continues without a seam."""
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


def _line_path(points: Sequence[tuple[int, int]]) -> str:
    """Return SVG path data of a line in steps, which is closed if it ends where it begins."""
    closed = points[0] == points[-1]
    return steps_data(points[:-1] if closed else points, closed=closed)
