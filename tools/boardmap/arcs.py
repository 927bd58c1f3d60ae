"""Faces as rings of arcs: each stretch of border once, its points in steps of a tenth of a px."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import shapely
from shapely import Polygon

from standoff.pictures.boards.geometry import STEPS_PER_PX

Step = tuple[int, int]
Ring = list[int]


class Arcs:
    """The arcs of faces that cover a picture.

    Args:
        faces: Polygons and multipolygons in px, without gaps or overlaps, that share the points of their borders.
    """

    def __init__(self, faces: Sequence[shapely.Geometry]) -> None:
        outlines = [_outlines(face) for face in faces]
        beside: dict[Step, set[Step]] = {}
        for ring in (ring for rings in outlines for ring in rings):
            for one, two in itertools.pairwise(ring):
                beside.setdefault(one, set()).add(two)
                beside.setdefault(two, set()).add(one)
        self._nodes = {point for point, others in beside.items() if len(others) != 2}
        self.arcs: list[list[Step]] = []
        self._number: dict[tuple[Step, Step], int] = {}  # by the first step along it
        #: For each face its rings.
        self.faces: list[list[Ring]] = [[self._ring(ring) for ring in rings] for rings in outlines]

    def _ring(self, ring: list[Step]) -> Ring:
        """Return a closed line of points as arcs, new ones where no face before had them."""
        points = ring[:-1]
        starts = [n for n, point in enumerate(points) if point in self._nodes]
        first = starts[0] if starts else points.index(min(points))
        points = points[first:] + points[: first + 1]
        cuts = [n for n, point in enumerate(points) if point in self._nodes] if starts else [0, len(points) - 1]
        return [self._arc(points[one : two + 1]) for one, two in itertools.pairwise(cuts)]

    def _arc(self, line: list[Step]) -> int:
        number = self._number.get((line[0], line[1]))
        if number is None:
            number = len(self.arcs)
            self.arcs.append(line)
            self._number[line[0], line[1]] = number
            self._number[line[-1], line[-2]] = ~number
        return number

    def deltas(self) -> list[list[int]]:
        """Return for each arc its first point and the steps from there, in one row."""
        return [
            [*line[0], *(step for one, two in itertools.pairwise(line) for step in _delta(one, two))]
            for line in self.arcs
        ]


def _delta(one: Step, two: Step) -> Step:
    return two[0] - one[0], two[1] - one[1]


def _outlines(face: shapely.Geometry) -> list[list[Step]]:
    """Return the rings of a face: outer ones run one way, holes the other."""
    rings: list[list[Step]] = []
    for polygon in shapely.get_parts(face):
        if not isinstance(polygon, Polygon):
            continue
        turned = shapely.orient_polygons(polygon)
        for ring in (turned.exterior, *turned.interiors):
            rounded = np.rint(shapely.get_coordinates(ring) * STEPS_PER_PX).astype(int).tolist()
            points = [(x, y) for x, y in rounded]
            kept = [point for n, point in enumerate(points) if n == 0 or point != points[n - 1]]
            if len(kept) > 3:
                rings.append(kept)
    return rings
