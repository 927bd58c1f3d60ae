"""Spots for units, dislodged units, names and centers: in their province, and clear of each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely import Polygon, box

from standoff.map.board import SEA, Board, Province
from standoff.map.drawing.geometry import (
    CENTER_HEIGHT,
    CENTER_WIDTH,
    COAST_HEIGHT,
    COAST_WIDTH,
    NAME_HEIGHT,
    NAME_WIDTH,
    UNIT_HEIGHT,
    UNIT_WIDTH,
)

from .faces import Faces
from .projection import Array, Projection

Size = tuple[float, float]
Spots = dict[str, list[float]]

UNIT: Size = (UNIT_WIDTH, UNIT_HEIGHT)
NAME: Size = (NAME_WIDTH, NAME_HEIGHT)
CENTER: Size = (CENTER_WIDTH, CENTER_HEIGHT)
COAST: Size = (COAST_WIDTH, COAST_HEIGHT)
CONVOY: Size = (42, 38)
"""The ring around a fleet that convoys."""
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

    def outside(self, size: Size) -> Array:
        """Return for each spot which share of a box of this size around it lies outside of the province."""
        height, width = self._sums.shape
        low = np.floor(self.spots - np.array(size) / 2 - self._corner).astype(int)
        high = np.ceil(self.spots + np.array(size) / 2 - self._corner).astype(int)
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
    found: dict[str, Spots] = {}
    for province in board.provinces:
        room = Room(faces.provinces[province.id], frame)
        around = [shapely.get_coordinates(faces.provinces[name].centroid)[0] for name in _neighbors(board, province)]
        spots = _province_spots(room, province, np.mean(around, axis=0))
        found[province.id] = _rounded(spots)
        taken = [(spots["unit"], UNIT), (spots["name"], NAME), (spots["dislodged"], UNIT)]
        if "center" in spots:
            taken.append((spots["center"], CENTER))
        for coast, shore in shores(province, faces, board).items():
            here = _coast_spots(room, shore, taken)
            found[coast] = _rounded(here)
            taken += [(here["unit"], UNIT), (here["name"], COAST), (here["dislodged"], UNIT)]
    return {location: found[location] for location in board.locations}


def _rounded(spots: dict[str, Array]) -> Spots:
    return {kind: [round(float(x), 1) for x in spot] for kind, spot in spots.items()}


@dataclass(frozen=True)
class _Layout:
    cost: float
    spots: dict[str, Array]


def _province_spots(room: Room, province: Province, neighbors: Array) -> dict[str, Array]:
    """Return the spots of a province, at sea the unit towards the neighbors, which keeps arrows short."""
    around = CONVOY if province.kind == SEA else UNIT
    outside_unit, outside_name = room.outside(UNIT), room.outside(NAME)
    unit_cost = 60 * outside_unit + 1.5 * np.maximum(0, 16 - room.clearance)
    target = (room.middle + neighbors) / 2 if province.kind == SEA else room.middle
    unit_cost += 0.02 * _far(room.spots, target)
    unit_cost += 30 * room.outside((UNIT_WIDTH + 6, UNIT_HEIGHT + 6))
    name_cost = 90 * outside_name + 40 * room.outside((NAME_WIDTH + 4, NAME_HEIGHT + 3))
    pairs: list[tuple[float, int, int]] = []
    for unit in np.argsort(unit_cost, kind="stable")[:MOST_UNITS]:
        at = room.spots[unit]
        cost = unit_cost[unit] + name_cost + 8 * _lack(room.spots, NAME, at, around)
        cost += 0.12 * _far(room.spots, at) + 0.12 * np.abs(room.spots[:, 0] - at[0])
        cost -= 0.4 * (room.spots[:, 1] > at[1])  # below the unit rather than above
        name = int(cost.argmin())
        pairs.append((float(cost[name]), int(unit), name))
    layouts = [_completed(room, cost, unit, name, province) for cost, unit, name in sorted(pairs)[:MOST_PAIRS]]
    return min(layouts, key=lambda layout: layout.cost).spots


def _completed(room: Room, cost: float, unit: int, name: int, province: Province) -> _Layout:
    """Add the best center and the best spot for a dislodged unit to those of a unit and a name."""
    spots = {"unit": room.spots[unit], "name": room.spots[name]}
    if province.center:
        before = spots["name"] - ((NAME_WIDTH + CENTER_WIDTH) / 2 + GAP_PX, 0)
        costs = 40 * room.outside(CENTER) + 8 * _lack(room.spots, CENTER, spots["name"], NAME)
        costs += 8 * _lack(room.spots, CENTER, spots["unit"], UNIT) + 0.25 * _far(room.spots, before)
        best = int(costs.argmin())
        spots["center"] = room.spots[best]
        cost += float(costs[best])
    costs = 40 * room.outside(UNIT) + 12 * _lack(room.spots, UNIT, spots["unit"], UNIT)
    costs += 2 * _lack(room.spots, UNIT, spots["name"], NAME) + 0.15 * _far(room.spots, spots["unit"])
    if province.center:
        costs += 3 * _lack(room.spots, UNIT, spots["center"], CENTER)
    best = int(costs.argmin())
    spots["dislodged"] = room.spots[best]
    return _Layout(cost + 0.3 * float(costs[best]), spots)


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
    found: dict[str, shapely.Geometry] = {}
    for piece in sorted(pieces, key=lambda piece: -piece.length):
        met = {name for name, other in others.items() if other.distance(piece) < 0.05}
        coast = max(province.locations, key=lambda location: _likeness(met, set(_fleet_neighbors(board, location))))
        found.setdefault(coast, piece)
    return {coast: found[coast] for coast in province.locations}


def _likeness(met: set[str], wanted: set[str]) -> int:
    return len(met & wanted) - len(met - wanted)


def _neighbors(board: Board, province: Province) -> list[str]:
    around = board.around[board.province_number[province.id]]
    return [other.id for n, other in enumerate(board.provinces) if around >> n & 1]


def _fleet_neighbors(board: Board, location: str) -> Iterator[str]:
    for one, two in board.fleet_edges:
        if location in (one, two):
            yield (two if location == one else one).partition("/")[0]
