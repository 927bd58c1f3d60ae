"""Faces of the picture: the land and the sea, cut into provinces by the border lines."""

from __future__ import annotations

import math
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import shapely
from shapely import LineString, MultiPolygon, Point, Polygon, box

from standoff.map.board import COASTAL, SEA, Board

from .description import Description, Line
from .projection import Array, Projection

GRID_PX = 0.01
"""Lines meet on this grid."""
ON_COAST_PX = 0.02
WAVES = ((1.5, 47), (1.0, 26), (0.8, 14), (0.5, 9))
"""Height and length, in px, of the waves that make a border on land look like one."""
ISLAND_REACH_PX, LARGEST_ISLAND, LARGEST_ISLAND_OF_TWO_SEAS = 45.0, 900.0, 260.0
"""How far from its province an island can lie, and how large it can be (px²), also where two seas wash it."""


@dataclass(frozen=True)
class Faces:
    """The faces of a picture, in px, that cover it without gaps.

    Attributes:
        provinces: By province, with the islands that belong to it.
        neutral: Land that is not a province.
        lakes: Water that is not a province.
    """

    provinces: Mapping[str, shapely.Geometry]
    neutral: tuple[shapely.Geometry, ...]
    lakes: tuple[shapely.Geometry, ...]


class FaultyDrawingError(Exception):
    """A description that makes no picture: a point outside of every face, two provinces in one face."""


def faces_of(description: Description, projection: Projection, land: MultiPolygon, board: Board) -> Faces:
    """Cut the picture into faces, and find out which province each of them belongs to.

    Raises:
        FaultyDrawingError: The lines and points do not give each province a face; all faults are listed.
    """
    frame = box(0, 0, projection.width, projection.height)
    land = shapely.set_precision(land, GRID_PX)
    shapely.prepare(land)
    parts = shapely.get_parts(_cut(description, projection, land, frame))
    faces = [face for face in parts if frame.contains(face.point_on_surface())]
    dry = [bool(land.contains(face.point_on_surface())) for face in faces]
    owners, faults = _owners(description, projection, faces)
    if faults:
        raise FaultyDrawingError("; ".join(faults))
    neutral_points = [Point(spot) for spot in projection.points(description.neutral)]
    neutral = {n for n, face in enumerate(faces) if any(face.contains(point) for point in neutral_points)}
    _join_rest(faces, dry, owners, neutral)
    provinces: dict[str, list[Polygon]] = {}
    for n, owner in owners.items():
        provinces.setdefault(owner, []).append(faces[n])
    whole = {name: shapely.union_all(parts) for name, parts in provinces.items()}
    nobodys: list[Polygon] = [faces[n] for n in sorted(neutral)]
    lakes: list[Polygon] = []
    for n, face in enumerate(faces):
        if n in owners or n in neutral:
            continue
        if not dry[n]:
            lakes.append(face)
            continue
        home = _home_of_island(face, whole, board)
        if home is None:
            nobodys.append(face)
        else:
            provinces[home].append(face)
    names = list(provinces)
    coverage = [shapely.union_all(provinces[name]) for name in names] + nobodys + lakes
    simple = shapely.coverage_simplify(coverage, description.tolerance)
    return Faces(
        provinces=dict(zip(names, simple, strict=False)),
        neutral=tuple(simple[len(names) : len(names) + len(nobodys)]),
        lakes=tuple(simple[len(names) + len(nobodys) :]),
    )


def _cut(
    description: Description, projection: Projection, land: shapely.Geometry, frame: Polygon
) -> shapely.GeometryCollection:
    """Return the faces between the coasts, the border lines and the frame.

    Each line overshoots the coast. It is cut by the coast together with all others, at once and on one grid, and the
    pieces on the wrong side are dropped: lines clipped to the land beforehand would end beside the coast.
    """
    coast = land.boundary
    kept: list[shapely.Geometry] = []
    for lines, dry in ((description.land_lines, True), (description.sea_lines, False)):
        drawn = [LineString(_drawn(line, projection, wavy=dry)) for line in lines]
        pieces = shapely.get_parts(shapely.union_all([*drawn, coast], grid_size=GRID_PX))
        middles = shapely.line_interpolate_point(pieces, 0.5, normalized=True)
        right = shapely.contains(land, middles) == dry
        right |= shapely.distance(coast, middles) < ON_COAST_PX
        kept += list(pieces[right])
    edges = shapely.union_all([*kept, frame.boundary], grid_size=GRID_PX)
    return shapely.polygonize(shapely.get_parts(edges))


def _drawn(line: Line, projection: Projection, *, wavy: bool) -> Array:
    points = _spline(projection.points(line.points))
    if wavy:
        points = _waved(points, " ".join(line.provinces))
    return np.round(points, 2)


def _spline(points: Array, steps: int = 8) -> Array:
    """Return a smooth line through all points (centripetal Catmull-Rom)."""
    if len(points) < 3:
        return points
    around = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    smooth = [points[0]]
    for a, b, c, d in zip(around, around[1:], around[2:], around[3:], strict=False):
        t1, t2, t3 = np.cumsum([max(float(np.hypot(*(q - p))) ** 0.5, 1e-6) for p, q in ((a, b), (b, c), (c, d))])
        for t in np.linspace(t1, t2, steps + 1)[1:]:
            ab = a + (b - a) * t / t1
            bc = b + (c - b) * (t - t1) / (t2 - t1)
            cd = c + (d - c) * (t - t2) / (t3 - t2)
            abc = ab + (bc - ab) * t / t2
            bcd = bc + (cd - bc) * (t - t1) / (t3 - t1)
            smooth.append(abc + (bcd - abc) * (t - t1) / (t2 - t1))
    return np.array(smooth)


def _waved(points: Array, seed: str) -> Array:
    """Return a line with small waves across it, none at its ends; the same for the same seed."""
    random = np.random.default_rng(zlib.crc32(seed.encode()))
    line = LineString(points)
    along = np.linspace(0, line.length, max(4, int(line.length / 3)) + 1)
    spots = shapely.get_coordinates(shapely.line_interpolate_point(line, along))
    ahead = np.gradient(spots, axis=0)
    ahead /= np.hypot(*ahead.T)[:, None]
    waves = sum(high * np.sin(2 * math.pi * (along / length + random.random())) for high, length in WAVES)
    waves = 0.75 * waves * np.minimum(1, np.minimum(along, line.length - along) / 12)
    return spots + np.stack((-ahead[:, 1], ahead[:, 0]), axis=1) * waves[:, None]


def _owners(description: Description, projection: Projection, faces: list[Polygon]) -> tuple[dict[int, str], list[str]]:
    """Return the provinces of the faces that their points are in, and what is wrong with the points."""
    owners: dict[int, str] = {}
    faults: list[str] = []
    for name, degrees in description.provinces.items():
        point = Point(projection.points([degrees])[0])
        hit = next((n for n, face in enumerate(faces) if face.contains(point)), None)
        if hit is None:
            faults.append(f"the point of {name} is outside of the picture")
        elif hit in owners:
            faults.append(f"no border between {owners[hit]} and {name}")
        else:
            owners[hit] = name
    return owners, faults


def _join_rest(faces: list[Polygon], dry: list[bool], owners: dict[int, str], neutral: set[int]) -> None:
    """Give each face without a name to the neighbor of its kind with the longest common border, if there is one."""
    joined = True
    while joined:
        joined = False
        for n, face in enumerate(faces):
            if n in owners or n in neutral:
                continue
            beside = [m for m in owners if dry[m] == dry[n] and face.intersects(faces[m])]
            lengths = {m: face.intersection(faces[m]).length for m in beside}
            if lengths and max(lengths.values()) > 0:
                owners[n] = owners[max(lengths, key=lengths.__getitem__)]
                joined = True


def _home_of_island(island: Polygon, provinces: Mapping[str, shapely.Geometry], board: Board) -> str | None:
    """Return the province that an island belongs to: near, and adjacent to every sea that the island touches."""
    kind = {province.id: province.kind for province in board.provinces}
    seas = [name for name, face in provinces.items() if kind[name] == SEA and face.distance(island) < 5 * GRID_PX]
    near = [
        (face.distance(island), name)
        for name, face in provinces.items()
        if kind[name] == COASTAL and all(board.province_graph.has_edge(name, sea) for sea in seas)
    ]
    largest = LARGEST_ISLAND if len(seas) == 1 else LARGEST_ISLAND_OF_TWO_SEAS
    if not near or min(near)[0] > ISLAND_REACH_PX or island.area > largest:
        return None
    return min(near)[1]
