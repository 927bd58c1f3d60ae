"""Path data without the parts outside of a crop: a picture of a fifth of the board need not hold all coasts."""

from __future__ import annotations

import re
from functools import lru_cache

from .curves import Box, box_of
from .svg import Point, line_data

_NUMBER = re.compile(r"-?\d*\.?\d+")
_REACH = 12.0
"""How far strokes reach beyond a line, in px."""


@lru_cache(maxsize=1024)
def _lines(data: str) -> tuple[tuple[tuple[Point, ...], bool], ...]:
    """Return the lines of path data made of ``M``, ``l`` and ``z``: their points, and whether they are closed."""
    lines: list[tuple[tuple[Point, ...], bool]] = []
    for part in data.split("M")[1:]:
        numbers = [float(number) for number in _NUMBER.findall(part)]
        x, y = numbers[0], numbers[1]
        points = [(x, y)]
        for across, down in zip(numbers[2::2], numbers[3::2], strict=True):
            x, y = x + across, y + down
            points.append((x, y))
        lines.append((tuple(points), part.endswith("z")))
    return tuple(lines)


def clipped(data: str, box: Box | None) -> str:
    """Return path data that looks the same inside a box; all of it for None.

    Of consecutive points beyond the same side of the box, only the first and the last are kept: neither the points
    between them nor the line that replaces these can be seen.

    >>> clipped("M0 0l5 0 50 0 0 5 9 0 0-9 9 9-60 9z", (0, 0, 10, 10))
    'M0 0l5 0 50 0 18 5-60 9z'
    """
    if box is None:
        return data
    left, top, right, bottom = box_of((box[:2], box[2:]), spare=_REACH)
    paths: list[str] = []
    for points, closed in _lines(data):
        sides = [(x < left) | (x > right) << 1 | (y < top) << 2 | (y > bottom) << 3 for x, y in points]
        common = 15
        for side in sides:
            common &= side
        if common:  # all of it lies beyond one side
            continue
        line = [points[0]]
        beyond = sides[0]  # the sides beyond which all points lie since the last one kept
        for number in range(1, len(points) - 1):
            beyond &= sides[number]
            if not beyond & sides[number + 1]:
                line.append(points[number])
                beyond = sides[number]
        line.append(points[-1])
        paths.append(line_data(line, closed=closed))
    return "".join(paths)
