"""The land of the picture, from the coasts of Natural Earth."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely import MultiPolygon, Polygon, box

from .description import Degrees, Description
from .projection import Projection

WINDOW = box(-40, 18, 70, 83)
"""The part of the world that is looked at, in degrees."""
LEAST_ISLAND, LEAST_LAKE = 18.0, 120.0
"""Smaller ones are left out; px²."""
MARGIN_PX = 60.0
"""How far outside of the picture land is kept, so that lines there find their coast."""


def land_of(description: Description, projection: Projection, atlas: Path) -> MultiPolygon:
    """Return the land in px, with bridges and straits, without islands, lakes and inlets too small to see.

    Args:
        description: What is put in, taken out and left out.
        projection: To the picture.
        atlas: A file `land-50m.json` of the npm package `world-atlas`.
    """
    pieces: list[shapely.Geometry] = []
    for rings in _polygons(json.loads(atlas.read_text(encoding="utf-8"))):
        part = shapely.make_valid(Polygon(rings[0], rings[1:])).intersection(WINDOW)
        if any(shapely.contains_xy(part, lon, lat) for lon, lat in description.drop):
            continue
        pieces += [_projected(polygon, projection) for polygon in _parts(part)]
    land = shapely.union_all([*pieces, *(area(points, projection) for points in description.add.values())])
    land = land.difference(shapely.union_all([area(points, projection) for points in description.dig.values()]))
    land = land.intersection(box(0, 0, projection.width, projection.height).buffer(MARGIN_PX))
    return _without_specks(_calmed(_without_specks(land), description.calm))


def area(points: Sequence[Degrees], projection: Projection) -> Polygon:
    """Return a polygon given in degrees as one in px, its sides bent as the projection bends them."""
    return Polygon(projection.points(_dense([*points, points[0]], 0.2)))


def _polygons(topology: dict[str, Any]) -> Iterator[list[list[Degrees]]]:
    """Yield the rings of each polygon of a TopoJSON file with one object, `land`."""
    scale, shift = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = [np.cumsum(np.array(arc, float), axis=0) * scale + shift for arc in topology["arcs"]]

    def ring(numbers: Sequence[int]) -> list[Degrees]:
        lines = [arcs[number] if number >= 0 else arcs[~number][::-1] for number in numbers]
        points = np.concatenate([lines[0], *(line[1:] for line in lines[1:])])
        points[1:, 0] -= 360 * np.cumsum(np.round(np.diff(points[:, 0]) / 360))  # over the antimeridian
        if points[:, 0].mean() < -180:
            points[:, 0] += 360
        return [(float(lon), float(lat)) for lon, lat in points]

    for geometry in topology["objects"]["land"]["geometries"]:
        polygons = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        for rings in polygons:
            polygon = [ring(numbers) for numbers in rings]
            if len(polygon[0]) >= 4:
                yield polygon


def _projected(polygon: Polygon, projection: Projection) -> shapely.Geometry:
    rings = [projection.points(_dense(list(ring.coords), 1.0)) for ring in (polygon.exterior, *polygon.interiors)]
    return shapely.make_valid(Polygon(rings[0], rings[1:]))


def _dense(points: Sequence[Sequence[float]], step: float) -> list[Degrees]:
    """Return a line in degrees with a point at least every `step` degrees."""
    dense = [(points[0][0], points[0][1])]
    for one, two in itertools.pairwise(points):
        pieces = max(1, int(np.hypot(two[0] - one[0], two[1] - one[1]) / step))
        shares = [k / pieces for k in range(1, pieces + 1)]
        dense += [(one[0] + (two[0] - one[0]) * share, one[1] + (two[1] - one[1]) * share) for share in shares]
    return dense


def _parts(geometry: shapely.Geometry) -> list[Polygon]:
    return [part for part in shapely.get_parts(geometry) if isinstance(part, Polygon) and not part.is_empty]


def _without_specks(land: shapely.Geometry) -> MultiPolygon:
    kept: list[Polygon] = []
    for polygon in _parts(land):
        holes = [hole for hole in polygon.interiors if Polygon(hole).area >= LEAST_LAKE]
        if polygon.area >= LEAST_ISLAND:
            kept.append(Polygon(polygon.exterior, holes))
    return MultiPolygon(kept)


def _calmed(land: MultiPolygon, width: float) -> shapely.Geometry:
    """Return land without inlets narrower than `width` px, and without spits narrower than half of that."""
    filled = land.buffer(width / 2).buffer(-width / 2)
    return filled.buffer(-width / 4).buffer(width / 4)
