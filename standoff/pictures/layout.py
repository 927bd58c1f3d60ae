"""The paths of the orders of a scene: arrows that avoid units and each other, and the positions of their marks."""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, cos, dist, hypot, pi, sin
from typing import NamedTuple

from ..map import province_of
from .boards.geometry import UNIT_HEIGHT, UNIT_WIDTH, Anchor, Geometry
from .curves import (
    Box,
    Line,
    box_of,
    crossings,
    curved,
    length,
    nearest,
    overlap,
    point_at,
    through,
    trimmed,
)
from .scene import Action, ActionKind, Scene, Status
from .svg import Point

REACH = hypot(UNIT_WIDTH, UNIT_HEIGHT) / 2 - 1
"""The distance from a unit's middle to its corners, in px."""
BENDS = (0.04, 0.0, 0.1, -0.06, 0.18, -0.13, 0.28, -0.22, 0.4, -0.34, 0.52, -0.46)
"""The bends to try, the nicest first, as fractions of the straight length."""
SHAFTS = (ActionKind.MOVE, ActionKind.RETREAT, ActionKind.ATTACK, ActionKind.OPTION)
"""The kinds with independent lines; the others join them, or have none."""
BREAK = REACH + 9.0
"""The distance from the middle of a fleet whose convoy fails to where the line of its army ends and begins, in px."""
SHIELD = REACH + 6.0
"""The radius of the arc that marks the support of a hold, in px."""


class OrderPath(NamedTuple):
    """The path of one order."""

    action: Action
    line: Line  # the shaft, from its unit to the tip or the joint
    joint: Point | None = None  # where a support meets the arrow it supports
    shield: Line | None = None  # the arc before the supported unit, for the support of a hold
    sign: Point | None = None  # the place for the sign of its failure
    broken: int = 0  # the point of the line at the first fleet whose convoy fails; 0 for none


def ends_of(action: Action) -> tuple[str, str]:
    """Return the provinces that the arrow of an order joins, or of the order that it supports or convoys."""
    return province_of(action.target or action.at), province_of(action.to)


class OrderPaths:
    """The paths of all orders of a scene, in the order of its actions."""

    def __init__(self, scene: Scene, geometry: Geometry) -> None:
        self.at = geometry.anchor
        pieces = reversed(scene.pieces)  # of several in one place, the first counts
        self.units = {(one.unit.province, one.anchor): self.at(one.unit.location, one.anchor) for one in pieces}
        self.opposite = {ends_of(action)[::-1] for action in scene.actions if action.kind is ActionKind.MOVE}
        joined = (ActionKind.SUPPORT_MOVE, ActionKind.CONVOY)
        self.joined = {ends_of(action) for action in scene.actions if action.kind in joined}
        self.drawn_lines: list[tuple[Line, Box]] = []
        paths: dict[int, OrderPath] = {}
        # convoyed moves go first, as their lines are fixed; then the others, then the lines that join them
        moves = [entry for entry in enumerate(scene.actions) if entry[1].kind in SHAFTS]
        moves.sort(key=lambda entry: (not entry[1].route, entry[1].kind is ActionKind.OPTION, entry[0]))
        for number, action in moves:
            paths[number] = self._arrow(action)
        self.shafts = {(province_of(p.action.at), province_of(p.action.to)): p for p in paths.values()}
        paths.update(self._joining(scene))
        self.paths = [paths[number] for number in sorted(paths)]

    # -- moves ----------------------------------------------------------------------------------------

    def _arrow(self, action: Action) -> OrderPath:
        start, end = self.at(action.at, action.anchor), self.at(action.to)
        if dist(start, end) < 1:  # an illegal move to its own province
            x, y = start
            return OrderPath(action, [start, (x + 0.1, y - REACH)], sign=(x + REACH, y - REACH))
        goal = province_of(action.to), Anchor.UNIT
        if action.route:
            line = through([start, *map(self.at, action.route), end])  # the units of its fleets are drawn over it
        else:
            first = 0.15 if ends_of(action) in self.opposite else 0.0
            line = self._least_disturbing(start, end, first, (province_of(action.at), action.anchor), goal)
        ahead, back = REACH + 1, REACH + 3 if goal in self.units else 2.0
        if action.kind is ActionKind.ATTACK:
            ahead, back = 4.0, REACH + 3
        elif action.kind is ActionKind.OPTION:
            back = 4.0
        elif action.into_contested:
            back = REACH + 1
        elif action.status is not Status.DONE and goal not in self.units:
            back = REACH + 4
        line = self._reserved(trimmed(line, ahead, back))
        last = self._last_fleet(action, line)
        return OrderPath(action, line, sign=self._sign_of(action, line, last), broken=last if action.broken else 0)

    def _last_fleet(self, action: Action, line: Line) -> int:
        """Return the point of a line at the last fleet that its army reaches, or at which it breaks; 0 for none."""
        if not action.route:
            return 0
        fleet = self.at(next((sea for sea in action.route if sea in action.broken), action.route[-1]))
        near = min(range(len(line)), key=lambda number: dist(line[number], fleet))
        return max(1, min(near, len(line) - 2))

    def _sign_of(self, action: Action, line: Line, last: int) -> Point | None:
        """Return the middle of a failing order's line, of its part beyond the last fleet, or beyond its supports."""
        shown = action.kind in (ActionKind.MOVE, ActionKind.RETREAT) and not action.into_contested
        if not shown or action.status is Status.DONE:
            return None
        line_length = length(line)
        if last:
            along = (length(line[: last + 1]) + BREAK + line_length) / 2
        elif ends_of(action) in self.joined:
            along = 0.72 * line_length
        else:
            along = 0.5 * line_length
        return point_at(line, along)[0]

    def _least_disturbing(self, start: Point, end: Point, first: float, *own: tuple[str, Anchor]) -> Line:
        """Return the best line from `start` to `end`: away from other units than its own.

        Args:
            start, end: Its ends.
            first: The bend that is preferred.
            own: The points of the units at its ends.
        """
        reach = dist(start, end)
        around = box_of((start, end), spare=0.3 * reach + REACH + 8)
        avoid = [at for place, at in self.units.items() if place not in own and overlap((*at, *at), around)]
        near = [line for line, box in self.drawn_lines if overlap(box, around)]
        best: Line = []
        least = 1e9
        for bend in BENDS:
            bulge = bend + first
            cost = 70 * abs(bend - BENDS[0]) + 12 * max(0.0, abs(bulge) - 0.3)
            if cost >= least:
                continue
            rough = curved(start, end, bulge, 7)
            for point in avoid:
                gap = REACH + 7 - nearest(rough, point)
                if gap > 0:
                    cost += gap**1.5
            if cost < least and near:
                cost += 16 * sum(crossings(rough, drawn) for drawn in near)
                cost += sum(_parallel_penalty(rough, drawn) for drawn in near)
            if cost < least:
                least, best = cost, curved(start, end, bulge, max(6, min(16, int(reach / 12))))
                if cost < 0.5:
                    break
        return best

    def _reserved(self, line: Line) -> Line:
        """Return a line that later ones must avoid."""
        rough = [*line[: -1 : max(1, len(line) // 7)], line[-1]]
        self.drawn_lines.append((rough, box_of(rough)))
        return line

    # -- supports and convoys ---------------------------------------------------------------------------

    def _joining(self, scene: Scene) -> Iterable[tuple[int, OrderPath]]:
        """Yield the paths of the orders that are not moves, each with its number."""
        joining: dict[tuple[str, str], list[tuple[int, Action]]] = {}
        for number, action in enumerate(scene.actions):
            if action.kind is ActionKind.SUPPORT_MOVE:
                joining.setdefault(ends_of(action), []).append((number, action))
            elif action.kind is ActionKind.SUPPORT_HOLD:
                yield number, self._guard(action)
            elif action.kind is ActionKind.CONVOY:
                yield number, self._convoy(action)
            elif action.kind not in SHAFTS:
                x, y = self.at(action.at, action.anchor)
                yield number, OrderPath(action, [(x, y)], sign=(x + REACH - 1, y - REACH + 2))
        for supports in joining.values():
            shaft, convoyed, failed = self._shaft(supports[0][1])
            shaft_length = length(shaft)
            # units nearer to its beginning join it nearer to its beginning
            supports.sort(key=lambda entry: _progress(self.at(entry[1].at), shaft))
            apart = min(13.0, shaft_length * 0.4 / len(supports))
            middle = shaft_length * (0.8 if convoyed else 0.36 if failed else 0.47)  # the cross is beyond
            for place, (number, action) in enumerate(supports):
                joint = point_at(shaft, middle + apart * (place - (len(supports) - 1) / 2))[0]
                line = self._line_to(joint, 2.0, action)
                yield number, OrderPath(action, line, joint=joint, sign=_support_sign(line))

    def _shaft(self, action: Action) -> tuple[Line, bool, bool]:
        """Return the arrow that an order is for, or a straight line; whether it is convoyed, and fails."""
        path = self.shafts.get(ends_of(action))
        if path is None:
            return curved(self.at(action.target), self.at(action.to), 0.0), False, False
        return path.line, bool(path.action.route), path.sign is not None

    def _line_to(self, goal: Point, back: float, action: Action) -> Line:
        """Return the line of a support to a point, as far as `back` px before it."""
        own = ((province_of(place), Anchor.UNIT) for place in (action.at, action.target))
        return self._reserved(trimmed(self._least_disturbing(self.at(action.at), goal, 0.0, *own), REACH + 1, back))

    def _guard(self, action: Action) -> OrderPath:
        start, end = self.at(action.at), self.at(action.target)
        if dist(start, end) < 1:
            return OrderPath(action, [start, (start[0] + 0.1, start[1])], sign=(start[0] + REACH, start[1] - REACH))
        line = self._line_to(end, SHIELD, action)
        x, y = line[-1]
        angle = atan2(y - end[1], x - end[0])
        turns = (angle + pi / 180 * turn for turn in range(-40, 41, 10))
        arc = [(end[0] + SHIELD * cos(turn), end[1] + SHIELD * sin(turn)) for turn in turns]
        return OrderPath(action, line, shield=arc, sign=_support_sign(line))

    def _convoy(self, action: Action) -> OrderPath:
        """Return the path of a convoy order: no line for a fleet on its army's path, else a line to that path."""
        x, y = self.at(action.at)
        shaft, _, _ = self._shaft(action)
        goal = point_at(shaft, length(shaft) * 0.5)[0]
        army = self.shafts.get(ends_of(action))
        if army and action.at in army.action.route and action.status is Status.FAILED:
            return OrderPath(action, [(x, y)])  # the break of the army's line shows it
        if (army and action.at in army.action.route) or dist(goal, (x, y)) < REACH + 6:
            return OrderPath(action, [(x, y)], sign=(x + REACH + 1, y - REACH - 1))
        line = trimmed(self._least_disturbing((x, y), goal, 0.0, (province_of(action.at), Anchor.UNIT)), REACH + 7, 1.0)
        return OrderPath(action, self._reserved(line), sign=_support_sign(line))


def _progress(point: Point, shaft: Line) -> float:
    """Return the position of a point along a line, as a sort key."""
    (ax, ay), (bx, by) = shaft[0], shaft[-1]
    return (point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)


def _support_sign(line: Line) -> Point:
    return point_at(line, 0.5 * length(line))[0]


def _parallel_penalty(first: Line, second: Line) -> float:
    """Return the penalty for two lines that run close together."""
    close = sum(1 for point in first[1:-1] if nearest(second, point) < 5.0)
    return 5.0 * max(0, close - 1)
