"""The paths of the orders of a scene: arrows that keep clear of units and of each other, and places for their marks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin

from ..map import province_of
from ..map.drawing.geometry import UNIT_HEIGHT, UNIT_WIDTH, Anchor, Geometry
from .curves import Line, bent, between, box_of, crossings, distance, length, nearest, point_at, through, trimmed
from .scene import Action, ActionKind, Scene, Status
from .svg import Point

REACH = hypot(UNIT_WIDTH, UNIT_HEIGHT) / 2 - 1
"""The distance from a unit's middle to its corners, in px."""
BENDS = (0.04, 0.0, 0.1, -0.06, 0.18, -0.13, 0.28, -0.22, 0.4, -0.34, 0.52, -0.46)
"""The bends that are tried, the nicest first, as fractions of the straight length."""
SHAFTS = (ActionKind.MOVE, ActionKind.RETREAT, ActionKind.ATTACK, ActionKind.OPTION)
"""The kinds whose lines lie by themselves; the others join them, or have none."""
PASS = 15.0
"""The distance between a convoyed army's line and the middle of a fleet that it passes, in px."""
SHIELD = REACH + 6.0
"""The radius of the arc that marks the support of a hold, in px."""


@dataclass(frozen=True, slots=True)
class Path:
    """The path of one order.

    Attributes:
        action: The order.
        line: The shaft, from its unit to the tip or the joint.
        joint: The point where a support meets the arrow it supports.
        shield: The arc before the supported unit, for the support of a hold.
        sign: The place for the sign of its failure.
    """

    action: Action
    line: Line
    joint: Point | None = None
    shield: Line | None = None
    sign: Point | None = None


def spot(geometry: Geometry, location: str, anchor: Anchor = Anchor.UNIT) -> Point:
    """Return the place of a location; that of the province if the drawing has no such coast."""
    place = location if location in geometry.anchors else province_of(location)
    spots = geometry.anchors[place]
    return spots.get(anchor) or spots.get(Anchor.UNIT) or geometry.anchor(province_of(place), anchor)


class OrderPaths:
    """The paths of all orders of a scene, in the order of its actions."""

    def __init__(self, scene: Scene, geometry: Geometry) -> None:
        self.scene = scene
        self.geometry = geometry
        self.units: dict[str, Point] = {}
        for piece in scene.pieces:
            self.units.setdefault(
                f"{piece.unit.province} {piece.anchor}", spot(geometry, piece.unit.location, piece.anchor)
            )
        self.opposite = {(province_of(a.at), province_of(a.to)) for a in scene.actions if a.kind is ActionKind.MOVE}
        self.drawn_lines: list[tuple[Line, tuple[float, float, float, float]]] = []
        paths: dict[int, Path] = {}
        numbered = list(enumerate(scene.actions))
        # convoyed moves go first, as their lines are fixed; then the others, then the lines that join them
        moves = [entry for entry in numbered if entry[1].kind in SHAFTS]
        moves.sort(key=lambda entry: (not entry[1].route, entry[1].kind is ActionKind.OPTION, entry[0]))
        for number, action in moves:
            paths[number] = self._arrow(action)
        self.moves = list(paths.values())
        self.shafts = {(province_of(p.action.at), province_of(p.action.to)): p.line for p in paths.values()}
        for number, path in self._supports(numbered):
            paths[number] = path
        self.paths = [paths[number] for number in sorted(paths)]

    # -- moves ----------------------------------------------------------------------------------------

    def _arrow(self, action: Action) -> Path:
        start = spot(self.geometry, action.at, action.anchor)
        end = spot(self.geometry, action.to)
        if distance(start, end) < 1:  # an illegal move to its own province
            return Path(action, [start, (start[0] + 0.1, start[1] - REACH)], sign=(start[0] + REACH, start[1] - REACH))
        if action.route:
            line = self._past(action, start, end)
        else:
            first = 0.15 if (province_of(action.to), province_of(action.at)) in self.opposite else 0.0
            ends = (f"{province_of(action.at)} {action.anchor}", f"{province_of(action.to)} {Anchor.UNIT}")
            line = self._bent(start, end, ends, first)
        occupied = f"{province_of(action.to)} {Anchor.UNIT}" in self.units
        if action.kind is ActionKind.ATTACK:
            line = trimmed(line, 4.0, REACH + 3)
        elif action.kind is ActionKind.OPTION:
            line = trimmed(line, REACH + 1, 4.0)
        else:
            fails = action.status is not Status.DONE
            back = REACH + 3 if occupied else 2.0
            if action.into_contested:
                back = REACH + 1
            elif fails and not occupied:
                back = REACH + 4
            line = trimmed(line, REACH + 1, back)
        self._keep(line)
        return Path(action, line, sign=self._sign_of(action, line))

    def _sign_of(self, action: Action, line: Line) -> Point | None:
        line_length = length(line)
        if (
            action.kind not in (ActionKind.MOVE, ActionKind.RETREAT)
            or action.status is Status.DONE
            or action.into_contested
        ):
            return None
        if action.broken:
            along = length(line[: self.break_of(action, line) + 1])
            return point_at(line, min(along + REACH + 10, line_length - 14))[0]
        if action.status in (Status.VOID, Status.ILLEGAL, Status.OPEN):
            return point_at(line, min(max(0.45 * line_length, 10.0), line_length))[0]
        return point_at(line, max(line_length - 15.0, 0.4 * line_length))[0]

    def break_of(self, action: Action, line: Line) -> int:
        """Return the number of the point of a convoyed army's line that is nearest to the first fleet that fails."""
        fleet = spot(self.geometry, next(sea for sea in action.route if sea in action.broken))
        return min(range(len(line)), key=lambda number: distance(line[number], fleet))

    def _past(self, action: Action, start: Point, end: Point) -> Line:
        """Return a smooth line past the fleets of a convoy, on the nearer side of each."""
        stops = [spot(self.geometry, sea) for sea in action.route]
        around = [start, *stops, end]
        points: list[Point] = [start]
        for number, (x, y) in enumerate(stops, 1):
            before, after = points[-1], around[number + 1]
            middle = between(
                before, after, distance(before, (x, y)) / (distance(before, (x, y)) + 1e-6 + distance((x, y), after))
            )
            dx, dy = middle[0] - x, middle[1] - y
            far = hypot(dx, dy)
            if far < 1:
                dx, dy = -(after[1] - before[1]), after[0] - before[0]
                far = hypot(dx, dy) or 1.0
            points.append((x + dx / far * PASS, y + dy / far * PASS))
        points.append(end)
        return through(points)

    def _bent(self, start: Point, end: Point, ends: tuple[str, ...], first: float) -> Line:
        """Return the line from `start` to `end` that disturbs least: away from units except those of `ends`."""
        reach = distance(start, end)
        left, top, right, bottom = box_of((start, end))
        spare = 0.3 * reach + REACH + 8
        avoid = [
            point
            for key, point in self.units.items()
            if key not in ends and left - spare < point[0] < right + spare and top - spare < point[1] < bottom + spare
        ]
        near = [
            line
            for line, (x0, y0, x1, y1) in self.drawn_lines
            if x0 < right + spare and x1 > left - spare and y0 < bottom + spare and y1 > top - spare
        ]
        best: Line = []
        least = 1e9
        for bend in BENDS:
            bulge = bend + first
            cost = 70 * abs(bend - BENDS[0]) + 12 * max(0.0, abs(bulge) - 0.3)
            if cost >= least:
                continue
            rough = bent(start, end, bulge, 7)
            for point in avoid:
                gap = REACH + 7 - nearest(rough, point)
                if gap > 0:
                    cost += gap**1.5
            if cost < least and near:
                cost += 16 * sum(crossings(rough, drawn) for drawn in near)
                cost += sum(_along(rough, drawn) for drawn in near)
            if cost < least:
                least, best = cost, bent(start, end, bulge, max(6, min(16, int(reach / 12))))
                if cost < 0.5:
                    break
        return best

    def _keep(self, line: Line) -> None:
        step = max(1, len(line) // 7)
        rough = [*line[:-1:step], line[-1]]
        self.drawn_lines.append((rough, box_of(rough)))

    # -- supports and convoys ---------------------------------------------------------------------------

    def _supports(self, numbered: list[tuple[int, Action]]) -> Iterable[tuple[int, Path]]:
        joining: dict[tuple[str, str], list[tuple[int, Action]]] = {}
        for number, action in numbered:
            if action.kind is ActionKind.SUPPORT_MOVE:
                joining.setdefault((province_of(action.target), province_of(action.to)), []).append((number, action))
            elif action.kind is ActionKind.SUPPORT_HOLD:
                yield number, self._guard(action)
            elif action.kind is ActionKind.CONVOY:
                yield number, self._convoy(action)
            elif action.kind not in SHAFTS:
                x, y = spot(self.geometry, action.at, action.anchor)
                yield number, Path(action, [(x, y)], sign=(x + REACH - 1, y - REACH + 2))
        for ends, supports in joining.items():
            shaft = self.shafts.get(ends) or bent(
                spot(self.geometry, supports[0][1].target), spot(self.geometry, supports[0][1].to), 0.0
            )
            shaft_length = length(shaft)
            # units nearer to its beginning join it nearer to its beginning
            supports.sort(key=lambda entry: self._along_shaft(entry[1], shaft))
            apart = min(13.0, shaft_length * 0.5 / len(supports))
            convoyed = any(path.action.route for path in self.moves if path.line is shaft)
            middle = shaft_length * (0.8 if convoyed else 0.47)
            for place, (number, action) in enumerate(supports):
                joint = point_at(shaft, middle + apart * (place - (len(supports) - 1) / 2))[0]
                yield number, self._support(action, joint, ends)

    def _along_shaft(self, action: Action, shaft: Line) -> float:
        x, y = spot(self.geometry, action.at)
        (ax, ay), (bx, by) = shaft[0], shaft[-1]
        return (x - ax) * (bx - ax) + (y - ay) * (by - ay)

    def _support(self, action: Action, joint: Point, ends: tuple[str, str]) -> Path:
        start = spot(self.geometry, action.at)
        own = (f"{province_of(action.at)} {Anchor.UNIT}", f"{ends[0]} {Anchor.UNIT}")
        line = trimmed(self._bent(start, joint, own, 0.0), REACH + 1, 2.0)
        self._keep(line)
        return Path(action, line, joint=joint, sign=self._support_sign(line))

    def _guard(self, action: Action) -> Path:
        start, end = spot(self.geometry, action.at), spot(self.geometry, action.target)
        if distance(start, end) < 1:
            return Path(action, [start, (start[0] + 0.1, start[1])], sign=(start[0] + REACH, start[1] - REACH))
        own = (f"{province_of(action.at)} {Anchor.UNIT}", f"{province_of(action.target)} {Anchor.UNIT}")
        line = trimmed(self._bent(start, end, own, 0.0), REACH + 1, SHIELD)
        self._keep(line)
        x, y = line[-1]
        angle = atan2(y - end[1], x - end[0])
        arc = [
            (end[0] + SHIELD * cos(angle + turn * pi / 180), end[1] + SHIELD * sin(angle + turn * pi / 180))
            for turn in range(-40, 41, 10)
        ]
        return Path(action, line, shield=arc, sign=self._support_sign(line))

    def _support_sign(self, line: Line) -> Point:
        line_length = length(line)
        return point_at(line, min(0.4 * line_length, 17.0))[0]

    def _convoy(self, action: Action) -> Path:
        """Return the path of a convoy order: no line for a fleet on its army's path, else a line to that path."""
        x, y = spot(self.geometry, action.at)
        sign = (x + REACH + 1, y - REACH - 1)
        shaft = self.shafts.get((province_of(action.target), province_of(action.to)))
        if shaft is not None and min(distance(point, (x, y)) for point in shaft) < PASS + 9:
            return Path(action, [(x, y)], sign=sign)
        if shaft is None:
            shaft = bent(spot(self.geometry, action.target), spot(self.geometry, action.to), 0.0)
        goal = point_at(shaft, length(shaft) * 0.5)[0]
        if distance(goal, (x, y)) < REACH + 6:
            return Path(action, [(x, y)], sign=sign)
        line = trimmed(self._bent((x, y), goal, (f"{province_of(action.at)} {Anchor.UNIT}",), 0.0), REACH + 7, 1.0)
        self._keep(line)
        return Path(action, line, joint=goal, sign=sign)


def _along(first: Line, second: Line) -> float:
    """Return the penalty for two lines that run close together."""
    close = sum(1 for point in first[1:-1] if nearest(second, point) < 5.0)
    return 5.0 * max(0, close - 1)
