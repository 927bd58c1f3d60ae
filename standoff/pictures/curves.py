"""Lines of points in px: bending, cutting, measuring. x runs to the right, y down."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist

from .svg import Point

Line = list[Point]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in px."""


def interpolated(start: Point, end: Point, part: float) -> Point:
    """Return the point at `part` (0 to 1) of the way from one point to another."""
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def curved(start: Point, end: Point, bulge: float, steps: int = 14) -> Line:
    """Return a line from `start` to `end` that bends aside, to the left if `bulge` is positive.

    Args:
        start, end: Its ends.
        bulge: The distance of its control point from the straight line, as a fraction of its length.
        steps: The number of its pieces.

    >>> curved((0, 0), (8, 0), 0.5, 2)
    [(0.0, 0.0), (4.0, 2.0), (8.0, 0.0)]
    """
    (ax, ay), (bx, by) = start, end
    cx, cy = (ax + bx) / 2 - (by - ay) * bulge, (ay + by) / 2 + (bx - ax) * bulge
    line: Line = []
    for step in range(steps + 1):
        t = step / steps
        s = 1 - t
        line.append((s * s * ax + 2 * s * t * cx + t * t * bx, s * s * ay + 2 * s * t * cy + t * t * by))
    return line


def through(points: Sequence[Point]) -> Line:
    """Return a smooth line (Catmull-Rom) through `points`, two or more."""
    steps = 10  # from one to the next
    if len(points) == 2:
        return curved(points[0], points[1], 0.0, steps)
    first, last = points[0], points[-1]
    around = [
        (2 * first[0] - points[1][0], 2 * first[1] - points[1][1]),
        *points,
        (2 * last[0] - points[-2][0], 2 * last[1] - points[-2][1]),
    ]
    line: Line = [first]
    for number in range(1, len(around) - 2):
        p0, p1, p2, p3 = around[number - 1 : number + 3]
        # tension .5: no loops where a short step follows a long one
        reach = 0.5 * min(1.0, dist(p1, p2) / max(1.0, dist(p0, p1), dist(p2, p3)) + 0.35)
        m1 = ((p2[0] - p0[0]) * reach, (p2[1] - p0[1]) * reach)
        m2 = ((p3[0] - p1[0]) * reach, (p3[1] - p1[1]) * reach)
        for step in range(1, steps + 1):
            t = step / steps
            a, b, c, d = 2 * t**3 - 3 * t**2 + 1, t**3 - 2 * t**2 + t, 3 * t**2 - 2 * t**3, t**3 - t**2
            line.append((a * p1[0] + b * m1[0] + c * p2[0] + d * m2[0], a * p1[1] + b * m1[1] + c * p2[1] + d * m2[1]))
    return line


def length(line: Line) -> float:
    """Return the length of a line, in px."""
    return sum(dist(start, end) for start, end in pairwise(line))


def point_at(line: Line, along: float) -> tuple[Point, Point]:
    """Return the point after `along` px of a line, and the direction there as a vector of length 1."""
    for start, end in pairwise(line):
        piece = dist(start, end)
        if along <= piece and piece:
            point = interpolated(start, end, max(0.0, along / piece))
            return point, ((end[0] - start[0]) / piece, (end[1] - start[1]) / piece)
        along -= piece
    start, end = line[-2], line[-1]
    piece = dist(start, end) or 1.0
    return end, ((end[0] - start[0]) / piece, (end[1] - start[1]) / piece)


def part(line: Line, start: float, end: float) -> Line:
    """Return the line from `start` to `end` px along it."""
    points: Line = [point_at(line, start)[0]]
    along = 0.0
    for before, after in pairwise(line):
        along += dist(before, after)
        if start < along < end - 0.01:
            points.append(after)
    points.append(point_at(line, end)[0])
    return points


def trimmed(line: Line, start: float, end: float, least: float = 9.0) -> Line:
    """Return the line without `start` px at its beginning and `end` px at its end, but at least `least` px of it."""
    line_length = length(line)
    spare = max(0.0, line_length - least)
    if start + end > spare:
        share = spare / (start + end)
        start, end = start * share, end * share
    return part(line, start, line_length - end)


def nearest(line: Line, point: Point) -> float:
    """Return the distance of `point` from a line, in px."""
    x, y = point
    best = 1e9
    for (ax, ay), (bx, by) in pairwise(line):
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        t = ((x - ax) * dx + (y - ay) * dy) / square if square else 0.0
        t = 0.0 if t < 0 else 1.0 if t > 1 else t
        ex, ey = ax + dx * t - x, ay + dy * t - y
        best = min(best, ex * ex + ey * ey)
    return best**0.5


def crossings(first: Line, second: Line) -> int:
    """Return the number of crossings of two lines."""
    count = 0
    for (ax, ay), (bx, by) in pairwise(first):
        for (cx, cy), (dx, dy) in pairwise(second):
            abx, aby, cdx, cdy = bx - ax, by - ay, dx - cx, dy - cy
            if (abx * (cy - ay) - aby * (cx - ax)) * (abx * (dy - ay) - aby * (dx - ax)) < 0 and (
                cdx * (ay - cy) - cdy * (ax - cx)
            ) * (cdx * (by - cy) - cdy * (bx - cx)) < 0:
                count += 1
    return count


def box_of(points: Sequence[Point], *, spare: float = 0.0) -> Box:
    """Return the box around `points`, and `spare` px more on each side."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - spare, min(ys) - spare, max(xs) + spare, max(ys) + spare


def overlap(one: Box, two: Box) -> bool:
    """Return whether the interiors of two boxes overlap."""
    return one[0] < two[2] and one[2] > two[0] and one[1] < two[3] and one[3] > two[1]
