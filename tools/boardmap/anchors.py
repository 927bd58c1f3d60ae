"""Spots for units, dislodged units, names and centers: in their province, and clear of each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely import Polygon, box

from standoff.map import province_of
from standoff.map.board import SEA, Board, Province
from standoff.map.masks import bits
from standoff.pictures.boards.geometry import (
    CENTER_HEIGHT,
    CENTER_WIDTH,
    COAST_HEIGHT,
    COAST_WIDTH,
    NAME_HEIGHT,
    NAME_WIDTH,
    UNIT_HEIGHT,
    UNIT_WIDTH,
)

from .checks import likeness
from .faces import Faces
from .projection import Array, Projection

Size = tuple[float, float]
Spots = dict[str, list[float]]

UNIT: Size = (UNIT_WIDTH, UNIT_HEIGHT)
NAME: Size = (NAME_WIDTH, NAME_HEIGHT)
CENTER: Size = (CENTER_WIDTH, CENTER_HEIGHT)
COAST: Size = (COAST_WIDTH, COAST_HEIGHT)
CONVOY: Size = (50, 48)
"""The rings around a fleet that convoys and is dislodged."""
GAP_PX = 2.0
"""Between two boxes."""
EDGE_PX = 5.0
"""Kept free along the frame of the picture."""
MOST_CELLS, MOST_UNITS, MOST_PAIRS = 1600, 240, 16
"""How many spots of a province are looked at; for a unit; for a unit with its name."""


class Room:
    """A province as cells of 1 px, some of which are looked at as spots.

    Args:
        face: The province in px.
        frame: The part of the picture that anchors may use.
    """

    def __init__(self, face: shapely.Geometry, frame: Polygon) -> None:
        parts = [part for part in shapely.get_parts(face.intersection(frame)) if isinstance(part, Polygon)]
        self.main = max(parts, key=lambda part: part.area)
        west, north, east, south = (int(bound) for bound in self.main.bounds)
        xs, ys = np.meshgrid(np.arange(west, east + 1) + 0.5, np.arange(north, south + 1) + 0.5)
        shapely.prepare(self.main)
        inside = shapely.contains_xy(self.main, xs, ys)
        self._corner = (west, north)
        self._sums = np.pad(inside.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
        spots = np.stack((xs[inside], ys[inside]), axis=1)
        step = max(1, round(float(np.sqrt(len(spots) / MOST_CELLS))))
        on_grid = ((spots - 0.5).astype(int) % step == 0).all(axis=1)
        #: The spots, shape (n, 2), and how far each lies from the border.
        self.spots: Array = spots[on_grid]
        self.clearance: Array = shapely.distance(shapely.points(self.spots), self.main.boundary)
        middle = self.main.centroid
        self.middle = np.array([middle.x, middle.y])

    def outside(self, size: Size, spots: Array | None = None) -> Array:
        """Return for each spot which share of a box of this size around it lies outside of the province."""
        spots = self.spots if spots is None else spots
        height, width = self._sums.shape
        low = np.floor(spots - np.array(size) / 2 - self._corner).astype(int)
        high = np.ceil(spots + np.array(size) / 2 - self._corner).astype(int)
        west, east = np.clip(low[:, 0], 0, width - 1), np.clip(high[:, 0], 0, width - 1)
        north, south = np.clip(low[:, 1], 0, height - 1), np.clip(high[:, 1], 0, height - 1)
        sums = self._sums
        filled = sums[south, east] - sums[north, east] - sums[south, west] + sums[north, west]
        return 1 - filled / ((high - low).prod(axis=1))


def _lack(spots: Array, size: Size, other: Array, other_size: Size) -> Array:
    """Return how much boxes around spots lack to be clear of another box, in px; 0 where they are."""
    apart = np.abs(spots - other) - (np.array(size) + np.array(other_size)) / 2
    return np.maximum(0, GAP_PX - apart.max(axis=1))


def _far(spots: Array, other: Array) -> Array:
    return np.hypot(*(spots - other).T)


def anchors_of(faces: Faces, board: Board, projection: Projection) -> dict[str, Spots]:
    """Return the anchors of each province and coast."""
    frame = box(EDGE_PX, EDGE_PX, projection.width - EDGE_PX, projection.height - EDGE_PX)
    anchors: dict[str, Spots] = {}
    for province in board.provinces:
        room = Room(faces.provinces[province.id], frame)
        around = [shapely.get_coordinates(faces.provinces[name].centroid)[0] for name in _neighbors(board, province)]
        spots = _province_spots(room, province, np.mean(around, axis=0))
        anchors[province.id] = _rounded(spots)
        taken = [(spots["unit"], UNIT), (spots["name"], NAME), (spots["dislodged"], UNIT)]
        if "center" in spots:
            taken.append((spots["center"], CENTER))
        for coast, shore in shores(province, faces, board).items():
            here = _coast_spots(room, shore, taken)
            anchors[coast] = _rounded(here)
            taken += [(here["unit"], UNIT), (here["name"], COAST), (here["dislodged"], UNIT)]
    return {location: anchors[location] for location in board.locations}


def _rounded(spots: dict[str, Array]) -> Spots:
    return {kind: [round(float(x), 1) for x in spot] for kind, spot in spots.items()}


@dataclass(frozen=True)
class _Layout:
    """Spots of a province, and how bad they are."""

    cost: float
    spots: dict[str, Array]

    def added(self, kind: str, spots: Array, costs: Array, weight: float = 1.0) -> _Layout:
        """Return this layout with the cheapest of some spots."""
        best = int(costs.argmin())
        return _Layout(self.cost + weight * float(costs[best]), {**self.spots, kind: spots[best]})


def _province_spots(room: Room, province: Province, neighbors: Array) -> dict[str, Array]:
    """Return the spots of a province, at sea the unit towards the neighbors, which keeps arrows short."""
    around = CONVOY if province.kind == SEA else UNIT
    unit_cost = 60 * room.outside(UNIT) + 30 * room.outside(_wider(UNIT, 6))
    unit_cost += 1.5 * np.maximum(0, 16 - room.clearance)
    target = (room.middle + neighbors) / 2 if province.kind == SEA else room.middle
    unit_cost += 0.02 * _far(room.spots, target)
    layouts: list[_Layout] = []
    for cost, unit in sorted(zip(unit_cost.tolist(), room.spots.tolist(), strict=True))[:MOST_UNITS]:
        layouts.append(_with_name(room, _Layout(cost, {"unit": np.array(unit)}), province, around))
    best = sorted(layouts, key=lambda layout: layout.cost)[:MOST_PAIRS]
    if province.center:
        best = [_with_center(room, layout) for layout in best]
    return min((_with_dislodged(room, layout) for layout in best), key=lambda layout: layout.cost).spots


def _wider(size: Size, px: float) -> Size:
    return size[0] + px, size[1] + px


def _with_name(room: Room, layout: _Layout, province: Province, around: Size) -> _Layout:
    """Add the best spot for a name: under the unit, in the middle together with the dot of a center."""
    unit = layout.spots["unit"]
    aside = (CENTER_WIDTH + GAP_PX) / 2 if province.center else 0
    ideal = unit + np.array([aside, (around[1] + NAME_HEIGHT) / 2 + GAP_PX])
    spots = np.vstack([ideal, room.spots])
    costs = 90 * room.outside(NAME, spots) + 40 * room.outside(_wider(NAME, 4), spots)
    costs += 8 * _lack(spots, NAME, unit, around) + 0.12 * _far(spots, ideal) + 0.12 * np.abs(spots[:, 0] - ideal[0])
    return layout.added("name", spots, costs)


def _with_center(room: Room, layout: _Layout) -> _Layout:
    """Add the best spot for the dot of a center: before the name."""
    unit, name = layout.spots["unit"], layout.spots["name"]
    ideal = name - np.array([(NAME_WIDTH + CENTER_WIDTH) / 2 + 1, 0])
    spots = np.vstack([ideal, room.spots])
    costs = 40 * room.outside(_wider(CENTER, 2), spots) + 8 * _lack(spots, CENTER, unit, UNIT)
    costs += 8 * np.maximum(0, _lack(spots, CENTER, name, NAME) - GAP_PX) + 0.25 * _far(spots, ideal)
    return layout.added("center", spots, costs)


def _with_dislodged(room: Room, layout: _Layout) -> _Layout:
    """Add the best spot for a dislodged unit: above the unit, in no need to be all in the province."""
    unit, name = layout.spots["unit"], layout.spots["name"]
    ideal = unit - np.array([0, UNIT_HEIGHT + GAP_PX])
    spots = np.vstack([ideal, room.spots])
    costs = 40 * room.outside(UNIT, spots) + 12 * _lack(spots, UNIT, unit, UNIT)
    costs += 2 * _lack(spots, UNIT, name, NAME) + 0.15 * _far(spots, ideal)
    if "center" in layout.spots:
        costs += 3 * _lack(spots, UNIT, layout.spots["center"], CENTER)
    return layout.added("dislodged", spots, costs, weight=0.3)


def _coast_spots(room: Room, shore: shapely.Geometry, taken: Sequence[tuple[Array, Size]]) -> dict[str, Array]:
    from_shore = shapely.distance(shapely.points(room.spots), shore)
    middle = shapely.get_coordinates(shapely.line_interpolate_point(shore, 0.5, normalized=True))[0]
    along = 0.04 * _far(room.spots, middle)

    def clear_of(size: Size, weight: float) -> Array:
        return weight * sum((_lack(room.spots, size, spot, other) for spot, other in taken), np.zeros(len(room.spots)))

    spots: dict[str, Array] = {}
    costs = np.abs(from_shore - 13) + along + 15 * room.outside(UNIT) + clear_of(UNIT, 3)
    spots["unit"] = room.spots[costs.argmin()]
    near = 0.15 * _far(room.spots, spots["unit"])
    costs = np.abs(from_shore - 8) + near + 60 * room.outside((COAST_WIDTH + 4, COAST_HEIGHT + 4)) + clear_of(COAST, 3)
    costs += 8 * _lack(room.spots, COAST, spots["unit"], UNIT)
    spots["name"] = room.spots[costs.argmin()]
    costs = near + 40 * room.outside(UNIT) + clear_of(UNIT, 2) + 12 * _lack(room.spots, UNIT, spots["unit"], UNIT)
    costs += 2 * _lack(room.spots, UNIT, spots["name"], COAST)
    spots["dislodged"] = room.spots[costs.argmin()]
    return spots


def shores(province: Province, faces: Faces, board: Board) -> dict[str, shapely.Geometry]:
    """Return the longest stretch of shore of each coast of a province that has several, by the coast's location."""
    if not province.coasts:
        return {}
    face = faces.provinces[province.id]
    others = {other.id: faces.provinces[other.id] for other in board.provinces if other is not province}
    seas = [other.id for other in board.provinces if other.kind == SEA]
    wet = shapely.union_all([face.intersection(others[sea]) for sea in seas])
    pieces = [part for part in shapely.get_parts(shapely.line_merge(wet)) if part.length > 0]
    by_coast: dict[str, shapely.Geometry] = {}
    for piece in sorted(pieces, key=lambda piece: -piece.length):
        met = {name for name, other in others.items() if other.distance(piece) < 0.05}
        coast = max(province.locations, key=lambda coast: likeness(met, {*map(province_of, board.fleet_graph[coast])}))
        by_coast.setdefault(coast, piece)
    return {coast: by_coast[coast] for coast in province.locations}


def _neighbors(board: Board, province: Province) -> list[str]:
    return [board.provinces[number].id for number in bits(board.around[board.province_number[province.id]])]
