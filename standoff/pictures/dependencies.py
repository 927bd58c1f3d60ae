"""The dependency graph of orders without a single resolution: which of them help or hinder each other."""

from __future__ import annotations

from math import cos, inf, pi, sin

from ..solver import Component, Resolutions, influences
from ..text import paradox_title
from .curves import Line, bent, box_of, length, point_at
from .drawing import Drawing, drawing
from .svg import Point, element, group, line_data, text, title
from .theme import LIGHT

WIDTH_PX = 680
"""The width of the picture."""
BOX_HEIGHT = 34.0
"""The height of a box, in px; its width depends on its words."""
SIGNS = {"+": "helps", "−": "hinders", "±": "helps or hinders"}
"""The effect of an order's success on another's, by the sign on the arrow."""


def draw_dependencies(resolutions: Resolutions, component: Component) -> Drawing:
    """Return the dependency graph of a component: boxes for orders, arrows where one's success affects another's.

    Args:
        resolutions: The resolutions of a turn.
        component: One of its components; the orders of its core are framed bold.
    """
    arrows = influences(resolutions.table, component.orders)
    orders = _along_arrows(arrows)
    names = {order: str(resolutions.order(order)) for order in orders}
    width, height, at = _places(orders, names)
    drawn = [_arrow(at, names, start, end, sign) for start, end, sign in arrows]
    shades = LIGHT.shades(resolutions.table.board)
    for order in orders:
        shade = shades[resolutions.order(order).power]
        drawn.append(_box(at[order], names[order], bool(component.core >> order & 1), shade.unit))
    drawn.append(_legend(height, core=bool(component.core)))
    return drawing(
        drawn,
        (width, height + 34),
        LIGHT,
        heading=paradox_title(component) if component.kind else "dependencies",
        words=[f"{names[start]} {SIGNS[sign]} {names[end]}" for start, end, sign in arrows],
        width_px=WIDTH_PX,
        kind="dependencies",
        font_size=14,
    )


def _along_arrows(arrows: list[tuple[int, int, str]]) -> list[int]:
    """Return the orders so that each stands before one that it affects, where possible; then few arrows cross."""
    remaining = sorted({start for start, _, _ in arrows} | {end for _, end, _ in arrows})
    ordered: list[int] = []
    while remaining:
        following = [end for start, end, _ in arrows if ordered and start == ordered[-1] and end in remaining]
        ordered.append(following[0] if following else remaining[0])
        remaining.remove(ordered[-1])
    return ordered


def _places(orders: list[int], names: dict[int, str]) -> tuple[float, float, dict[int, Point]]:
    """Return the size of the picture and the middles of the boxes, on an ellipse wide enough for them."""
    widest = max((_width(name) for name in names.values()), default=100.0)
    count = max(len(orders), 2)
    across = max(widest * 0.66, widest * count * 0.19)
    down = max(96.0, BOX_HEIGHT * count * 0.62)
    middles = {
        order: (across * sin(2 * pi * number / count), -down * cos(2 * pi * number / count))
        for number, order in enumerate(orders)
    }
    left, top, right, bottom = box_of(list(middles.values()))
    x, y = 30 + widest / 2 - left, 30 + BOX_HEIGHT / 2 - top
    width, height = right - left + widest + 60, bottom - top + BOX_HEIGHT + 60
    places = {order: (x + across, y + down) for order, (across, down) in middles.items()}
    return width, height, places


def _width(name: str) -> float:
    return 8.6 * len(name) + 34


def _box(at: Point, name: str, core: bool, color: str) -> str:
    x, y = at
    width = _width(name)
    return group(
        [
            _frame(x - width / 2, y - BOX_HEIGHT / 2, width, BOX_HEIGHT, 6, core=core),
            element("circle", cx=x - width / 2 + 14, cy=y, r=5.5, fill=color, stroke=LIGHT.casing),
            text(name, x + 8, y + 5, text_anchor="middle", fill=LIGHT.land_ink, font_weight="bold" if core else None),
        ],
        data_order=name,
        class_="box core" if core else "box",
    )


def _frame(x: float, y: float, width: float, height: float, round_px: int, *, core: bool) -> str:
    stroke, stroke_width = (LIGHT.mark, 3.0) if core else (LIGHT.land_line, 1.2)
    size = {"width": width, "height": height, "rx": round_px}
    return element("rect", x=x, y=y, **size, fill=LIGHT.land_halo, stroke=stroke, stroke_width=stroke_width)


def _at_border(from_: Point, middle: Point, name: str) -> Point:
    """Return where the line from a point to the middle of a box meets the border of that box."""
    dx, dy = from_[0] - middle[0], from_[1] - middle[1]
    half_width, half_height = _width(name) / 2 + 2, BOX_HEIGHT / 2 + 2
    scale = min(half_width / abs(dx) if dx else 1e9, half_height / abs(dy) if dy else 1e9)
    return middle[0] + dx * scale, middle[1] + dy * scale


def _arrow(at: dict[int, Point], names: dict[int, str], start: int, end: int, sign: str) -> str:
    color = {"−": LIGHT.alarm, "+": LIGHT.good}.get(sign, LIGHT.ink)
    dash = "7 4" if sign == "−" else None
    if start == end:
        x, y = at[start]
        top = y - BOX_HEIGHT / 2
        line: Line = [(x + 26 - 26 * cos(pi * step / 12), top - 30 * sin(pi * step / 12)) for step in range(13)]
    else:
        # arrows bend aside, so that opposite ones lie apart
        curve = bent(at[start], at[end], 0.14, 24)
        boxes = ((at[start], names[start]), (at[end], names[end]))
        outside = [point for point in curve if not any(_within(point, *box) for box in boxes)] or [curve[8], curve[16]]
        line = [_at_border(outside[0], at[start], names[start]), *outside, _at_border(outside[-1], at[end], names[end])]
    (x, y), (dx, dy) = point_at(line, inf)
    head = [(x, y), (x - dx * 11 - dy * 5, y - dy * 11 + dx * 5), (x - dx * 11 + dy * 5, y - dy * 11 - dx * 5)]
    (sx, sy), _ = point_at(line, 0.5 * length(line))
    return group(
        [
            title(f"{names[start]} {SIGNS[sign]} {names[end]}"),
            element("path", d=line_data(line), fill="none", stroke=color, stroke_width=2.0, stroke_dasharray=dash),
            element("path", d=line_data(head, closed=True), fill=color),
            element("circle", cx=sx, cy=sy, r=9, fill=LIGHT.paper, stroke=color, stroke_width=1.4),
            text(sign, sx, sy + 5, text_anchor="middle", fill=color, font_weight="bold"),
        ],
        class_="influence",
        data_sign=sign,
    )


def _within(point: Point, middle: Point, name: str) -> bool:
    return abs(point[0] - middle[0]) < _width(name) / 2 + 3 and abs(point[1] - middle[1]) < BOX_HEIGHT / 2 + 3


def _legend(y: float, *, core: bool) -> str:
    """Return the legend of the signs: the effect of the order where an arrow begins on the one where it ends."""
    words = "+ helps   \u2003− hinders"
    parts = [text(words, 16, y + 18, fill=LIGHT.ink)]
    if core:
        x = 8.2 * len(words) + 40
        parts.append(_frame(x, y + 5, 24, 16, 4, core=True))
        parts.append(text("core", x + 32, y + 18, fill=LIGHT.ink))
    return group(parts, class_="legend")
