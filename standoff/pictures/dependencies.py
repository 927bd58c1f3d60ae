"""The dependency graph of orders without a unique resolution: the orders that help or hinder each other."""

from __future__ import annotations

from math import cos, inf, pi, sin
from typing import NamedTuple

from ..solver import Component, ResolutionMasks, influences
from ..text import paradox_title
from .curves import Line, box_of, curved, length, point_at
from .drawing import Drawing, drawing
from .svg import Point, element, group, line_data, text, title
from .theme import LIGHT

WIDTH_PX = 680
"""The width of the picture."""
BOX_HEIGHT = 34.0
"""The height of a box, in px; its width depends on its words."""
SIGNS = {"+": "helps", "−": "hinders", "±": "helps or hinders"}
"""The effect of an order's success on another's, by the sign on the arrow."""


class _Box(NamedTuple):
    """The box of an order: its words and its middle."""

    name: str
    x: float
    y: float

    @property
    def width(self) -> float:
        return 8.6 * len(self.name) + 34

    def reached_from(self, point: Point) -> float:
        """Return where the way from its middle to a point crosses its border, as a fraction; 1 or more inside it."""
        dx, dy = abs(point[0] - self.x), abs(point[1] - self.y)
        return min((self.width / 2 + 2) / (dx or 1e-9), (BOX_HEIGHT / 2 + 2) / (dy or 1e-9))


def draw_dependencies(resolutions: ResolutionMasks, component: Component) -> Drawing:
    """Return the dependency graph of a component: boxes for orders, arrows where one's success affects another's.

    Args:
        resolutions: The resolutions of a turn.
        component: One of its components; the orders of its core are framed bold.
    """
    arrows = influences(resolutions.table, component.orders)
    orders = _along_arrows(arrows)
    width, height, boxes = _placed({order: str(resolutions.order(order)) for order in orders})
    drawn = [_arrow(boxes[start], boxes[end], sign) for start, end, sign in arrows]
    shades = LIGHT.shades(resolutions.table.board)
    for order, box in boxes.items():
        drawn.append(_drawn(box, bool(component.core >> order & 1), shades[resolutions.order(order).power].unit))
    words = "+ helps   \u2003− hinders"
    legend = [text(words, 16, height + 18, fill=LIGHT.ink)]
    if component.core:
        x = 8.2 * len(words) + 40
        legend += [_frame(x, height + 5, 24, 16, core=True), text("core", x + 32, height + 18, fill=LIGHT.ink)]
    return drawing(
        [*drawn, group(legend, class_="legend")],
        (width, height + 34),
        LIGHT,
        heading=paradox_title(component) if component.kind else "dependencies",
        words=[f"{boxes[start].name} {SIGNS[sign]} {boxes[end].name}" for start, end, sign in arrows],
        width_px=WIDTH_PX,
        kind="dependencies",
        font_size=14,
    )


def _along_arrows(arrows: list[tuple[int, int, str]]) -> list[int]:
    """Return the orders so that each precedes one that it affects, if possible; then few arrows cross."""
    remaining = sorted({order for start, end, _ in arrows for order in (start, end)})
    ordered: list[int] = []
    while remaining:
        following = [end for start, end, _ in arrows if ordered and start == ordered[-1] and end in remaining]
        ordered.append(following[0] if following else remaining[0])
        remaining.remove(ordered[-1])
    return ordered


def _placed(names: dict[int, str]) -> tuple[float, float, dict[int, _Box]]:
    """Return the size of the picture and the boxes, on an ellipse wide enough for them."""
    widest = max((_Box(name, 0, 0).width for name in names.values()), default=100.0)
    count = max(len(names), 2)
    across = max(widest * 0.66, widest * count * 0.19)
    down = max(96.0, BOX_HEIGHT * count * 0.62)
    turns = [2 * pi * number / count for number in range(len(names))]
    middles = [(across * sin(turn), -down * cos(turn)) for turn in turns]
    left, top, right, bottom = box_of(middles)
    x, y = 30 + widest / 2 - left, 30 + BOX_HEIGHT / 2 - top
    boxes = {order: _Box(name, x + dx, y + dy) for (order, name), (dx, dy) in zip(names.items(), middles, strict=True)}
    return right - left + widest + 60, bottom - top + BOX_HEIGHT + 60, boxes


def _drawn(box: _Box, core: bool, color: str) -> str:
    left, weight = box.x - box.width / 2, "bold" if core else None
    return group(
        [
            _frame(left, box.y - BOX_HEIGHT / 2, box.width, BOX_HEIGHT, core=core),
            element("circle", cx=left + 14, cy=box.y, r=5.5, fill=color, stroke=LIGHT.casing),
            text(box.name, box.x + 8, box.y + 5, text_anchor="middle", fill=LIGHT.land_ink, font_weight=weight),
        ],
        data_order=box.name,
        class_="box core" if core else "box",
    )


def _frame(x: float, y: float, width: float, height: float, *, core: bool) -> str:
    stroke, stroke_width = (LIGHT.mark, 3.0) if core else (LIGHT.land_line, 1.2)
    looks = {"rx": 6, "fill": LIGHT.land_halo, "stroke": stroke, "stroke_width": stroke_width}
    return element("rect", x=x, y=y, width=width, height=height, **looks)


def _arrow(start: _Box, end: _Box, sign: str) -> str:
    color = {"−": LIGHT.alarm, "+": LIGHT.good}.get(sign, LIGHT.ink)
    dash = "7 4" if sign == "−" else None
    _, x, y = end
    if start == end:
        top = y - BOX_HEIGHT / 2
        line: Line = [(x + 26 - 26 * cos(pi * step / 12), top - 30 * sin(pi * step / 12)) for step in range(13)]
    else:
        # arrows bend, so that opposite ones are apart; they start under the boxes
        curve = curved(start[1:], (x, y), 0.14, 24)
        line = [point for point in curve if end.reached_from(point) < 1] or curve[:16]
        px, py = line[-1]
        reach = end.reached_from(line[-1])
        line.append((x + (px - x) * reach, y + (py - y) * reach))
    (x, y), (dx, dy) = point_at(line, inf)
    head = [(x, y), (x - dx * 11 - dy * 5, y - dy * 11 + dx * 5), (x - dx * 11 + dy * 5, y - dy * 11 - dx * 5)]
    seen = [point for point in line if start == end or start.reached_from(point) < 1] or line
    (sx, sy), _ = point_at(seen, 0.5 * length(seen)) if len(seen) > 1 else (seen[0], None)
    return group(
        [
            title(f"{start.name} {SIGNS[sign]} {end.name}"),
            element("path", d=line_data(line), fill="none", stroke=color, stroke_width=2.0, stroke_dasharray=dash),
            element("path", d=line_data(head, closed=True), fill=color),
            element("circle", cx=sx, cy=sy, r=9, fill=LIGHT.paper, stroke=color, stroke_width=1.4),
            text(sign, sx, sy + 5, text_anchor="middle", fill=color, font_weight="bold"),
        ],
        class_="influence",
        data_sign=sign,
    )
