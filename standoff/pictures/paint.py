"""Orders, units and signs on the board of a map as SVG, in layers."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from math import hypot

from ..map import province_of
from .backdrop import Backdrop
from .boards.geometry import Anchor
from .curves import Line, length, part, point_at
from .layout import BREAK, REACH, OrderPath, OrderPaths
from .scene import Action, ActionKind, Piece, PieceState, Scene, Status
from .svg import element, group, line_data, shift, title
from .symbols import placed

HEAD = 10.5
"""The length of the head of an arrow, in px."""
ARROWS = (ActionKind.MOVE, ActionKind.RETREAT)
IGNORED = (Status.VOID, Status.ILLEGAL)


def stroked(line: Line, color: str, width: float, **entries: object) -> str:
    """Return a line in a color, with further attributes."""
    return element("path", d=line_data(line), stroke=color, stroke_width=width, **entries)


def cased(line: Line, edge: str, edge_width: float, color: str, width: float, **entries: object) -> str:
    """Return a line in a color with an edge: two paths, the wider one below."""
    return stroked(line, edge, edge_width, **entries) + stroked(line, color, width, **entries)


def dotted(line: Line, color: str) -> str:
    """Return the line of an order that is not carried out: thin dots."""
    return stroked(line, color, 1.6, stroke_dasharray="1.5 4.5")


def head(line: Line, size: float, fill: str, edge: str) -> str:
    """Return the head of an arrow at the end of a line."""
    x, y = line[-1]
    (bx, by), _ = point_at(line, max(0.0, length(line) - size))
    far = hypot(x - bx, y - by) or 1.0
    dx, dy = (x - bx) * size / far, (y - by) * size / far
    points = [
        (x, y),
        (x - dx - dy * 0.5, y - dy + dx * 0.5),
        (x - dx * 0.72, y - dy * 0.72),
        (x - dx + dy * 0.5, y - dy - dx * 0.5),
    ]
    return element("path", d=line_data(points, closed=True), fill=fill, stroke=edge, stroke_width=1.3)


def dot(x: float, y: float, radius: float, fill: str, edge: str, **entries: object) -> str:
    """Return the dot where a line ends or meets another."""
    return element("circle", cx=x, cy=y, r=radius, fill=fill, **entries, stroke=edge, stroke_width=1.3)


def ring(x: float, y: float, radius: float, color: str, width: float, **entries: object) -> str:
    """Return a ring around a unit."""
    return element("circle", cx=x, cy=y, r=radius, fill="none", stroke=color, stroke_width=width, **entries)


class Painter:
    """Makes the layers of one map.

    Args:
        backdrop: Its board.
        scene: The contents.
        suffix: The end of every id.
    """

    def __init__(self, backdrop: Backdrop, scene: Scene, suffix: str = "") -> None:
        self.backdrop, self.scene, self.suffix = backdrop, scene, suffix
        self.theme, self.signs, self.at = backdrop.theme, backdrop.signs, backdrop.geometry.anchor
        self.layout = OrderPaths(scene, backdrop.geometry)

    def colors(self, power: str) -> tuple[str, str]:
        """Return the color of a power's orders, and that of their edges."""
        color = self.theme.casing if self.theme.hatched else self.backdrop.shades[power].unit
        return color, self.theme.edge_of(color)

    def map(self, names: str) -> str:
        """Return everything above the board: orders, `names` (SVG), units and signs."""
        traces: list[str] = []
        lines: list[str] = []
        arrows: list[str] = []
        joints: list[str] = []
        signs: list[str] = []
        rings: dict[str, list[str]] = {}
        for number, path in enumerate(self.layout.paths):
            action = path.action
            if action.kind is ActionKind.ATTACK:
                trace = {"fill": "none", "stroke_opacity": ".35", "stroke_linecap": "round"}
                traces.append(stroked(path.line, self.theme.alarm, 7, **trace))
                continue
            under, over, around, sign = self.order(path)
            opacity = ".3" if self.scene.faded(action.power, action.order) else None
            shaft = element(
                "g",
                title(action.words or action.order),
                under,
                id=f"{self.backdrop.style.prefix}order-{number}{self.suffix}",
                data_order=action.order,
                data_power=action.power,
                data_province=province_of(action.at),
                data_outcome=action.outcome or None,
                class_=f"order {action.kind} {action.status}" + (" core" if self.in_core(action) else ""),
                opacity=opacity,
            )
            (arrows if action.kind in ARROWS else lines).append(shaft)
            for mark, layer in ((over, joints), (sign, signs), (around, rings.setdefault(action.at, []))):
                layer.append(group([mark], data_order=action.order, opacity=opacity))
        signs.extend(self.bursts())
        layers = (
            group(traces, class_="traces"),
            group([*lines, *arrows], class_="orders", fill="none", stroke_linecap="round", stroke_linejoin="round"),
            group(joints, class_="joints"),
            group(chain.from_iterable(rings.values()), class_="rings"),
            names,
            group((self.piece(*entry) for entry in enumerate(self.scene.pieces)), class_="units"),
            group(signs, class_="signs"),
        )
        return "".join(layers)

    def in_core(self, action: Action) -> bool:
        """Return whether an order belongs to the core of a paradox that the scene shows."""
        return (action.power, action.order) in self.scene.core

    # the parts of each order: under the names, above them, around its unit, above everything

    def order(self, path: OrderPath) -> tuple[str, str, str, str]:
        """Return the shaft, the joint, the ring around the unit, and the sign of an order."""
        action = path.action
        under = over = around = ""
        x, y = self.at(action.at, action.anchor)
        if action.kind in ARROWS:
            under = self.arrow(path)
        elif action.kind is ActionKind.OPTION:
            under, over = self.option(path)
        elif action.kind in (ActionKind.SUPPORT_MOVE, ActionKind.SUPPORT_HOLD):
            under, over = self.support(path)
        elif action.kind is ActionKind.CONVOY:
            under, around = self.convoy(path, x, y)
        elif action.kind is ActionKind.HOLD:
            around = ring(x, y, REACH + 3.4, self.theme.casing, 1.3, opacity=".6")
        if self.in_core(action):
            glow = self.theme.mark
            if len(path.line) > 1:
                under = stroked(path.line, glow, 11, opacity=".55") + under
            if action.kind is not ActionKind.MOVE:
                around = ring(x, y, REACH + 5.5, glow, 5, opacity=".5") + around
        if action.dislodged:
            # outside the wave around a convoying fleet
            radius = REACH + (9.5 if action.kind is ActionKind.CONVOY else 6)
            around += ring(x, y, radius, self.theme.alarm, 2.2, stroke_dasharray="4 3", class_="dislodged")
        sign = "" if path.sign is None else self.sign(action, *path.sign)
        if action.destroyed:  # the cross is at its foot, where no other sign is
            sign += self.signs.cross(x + REACH - 2, y + REACH - 4)
        return under, over, around, sign

    def sign(self, action: Action, x: float, y: float) -> str:
        """Return the cross or other sign of an order that does not succeed."""
        kind, status, theme = action.kind, action.status, self.theme
        if status is Status.VOID:
            return self.signs.void(x, y)
        if status is Status.ILLEGAL:
            return self.signs.badge("!", x, y, theme.alarm, "illegal")
        if status is Status.OPEN and kind is not ActionKind.OPTION:
            return self.signs.badge("?", x, y, theme.alarm, "open")
        if kind is ActionKind.BUILD and status is Status.DONE:
            return self.signs.badge("+", x, y, theme.good, "built")
        failed = status is Status.FAILED and kind not in (ActionKind.UNCLEAR, ActionKind.HOLD)
        return self.signs.cross(x, y) if kind is ActionKind.DISBAND or failed else ""

    def arrow(self, path: OrderPath) -> str:
        """Return the arrow of a move or retreat."""
        action, halo, line = path.action, self.theme.halo, path.line
        color, edge = self.colors(action.power)
        if action.status in IGNORED:
            return dotted(line, edge) + head(line, 7.0, halo, edge)
        hollow = action.status is not Status.DONE
        looks: dict[str, object] = {}
        if action.kind is ActionKind.RETREAT:
            looks = {"stroke_dasharray": "2 6"}
        elif action.route or action.outcome == "no convoy":
            looks = {"stroke_dasharray": "10 5", "stroke_linecap": "butt"}
        below, above = "", head(line, HEAD, halo if hollow else color, edge)
        line_length = length(line)
        shaft = part(line, 0, max(line_length - HEAD * 0.75, line_length * 0.2))
        if path.broken:  # up to the first fleet that fails; the rest is dotted
            cut = length(line[: path.broken + 1])
            shaft = part(line, 0, max(cut - BREAK, 6.0))
            rest = part(line, cut + BREAK, max(line_length, cut + BREAK + 9))
            below = cased(rest, edge, 4.4, halo, 2.6, stroke_dasharray="0.1 6") + head(rest, HEAD, halo, edge)
            above = ""
        if action.route:
            below += stroked(shaft, halo, 9, stroke_opacity=".5")
        return below + cased(shaft, edge, 5.4, halo if hollow and self.theme.hatched else color, 3.2, **looks) + above

    def support(self, path: OrderPath) -> tuple[str, str]:
        """Return the dashed line of a support, and its joint with what it supports."""
        status, theme = path.action.status, self.theme
        color, edge = self.colors(path.action.power)
        if status in IGNORED:
            under = dotted(path.line, edge)
        else:
            caps = {"stroke_dasharray": "6.5 4.5", "stroke_linecap": "butt"}
            under = cased(path.line, edge, 3.8, theme.halo if theme.hatched else color, 2.0, **caps)
        fill = color if status is Status.DONE else theme.halo
        if path.shield is not None:
            over = cased(path.shield, edge, 4.8, fill, 2.6)
            return under, group([over], fill="none", stroke_linecap="round")
        return under, "" if path.joint is None else dot(*path.joint, 4.0, fill, edge)

    def convoy(self, path: OrderPath, x: float, y: float) -> tuple[str, str]:
        """Return the line from a convoying fleet to its army's arrow, if it needs one, and the wave around it."""
        status, theme = path.action.status, self.theme
        good = status is Status.DONE
        color = theme.good if good else theme.casing
        under = stroked(path.line, color, 1.8, stroke_dasharray="1.5 4.5") if len(path.line) > 1 else ""
        wave = self.signs.use(
            "wave",
            transform=shift(x, y),
            fill=theme.halo,
            fill_opacity=".35",
            stroke=theme.alarm if status is Status.FAILED else color,
            stroke_width=1.9,
            stroke_dasharray=None if good else "5 3",
        )
        return under, wave

    def option(self, path: OrderPath) -> tuple[str, str]:
        """Return a possible retreat of a dislodged unit: a dotted line to an open circle."""
        color, edge = self.colors(path.action.power)
        under = cased(path.line, edge, 4.0, color, 2.4, stroke_dasharray="0.1 5")
        to = province_of(path.action.to)
        return under, dot(*path.line[-1], 4.6, color, edge, fill_opacity=".8", data_province=to)

    def bursts(self) -> Iterable[str]:
        """Yield the burst of each contested province."""
        for province in self.scene.contested:
            x, y = self.at(province)
            occupied = (province, Anchor.UNIT) in self.layout.units
            yield self.signs.burst(x + occupied * (REACH + 6), y - occupied * REACH)

    def piece(self, number: int, piece: Piece) -> str:
        """Return a unit."""
        kind, power = piece.unit.type.value, piece.unit.power
        drawn = self.signs.use(f"{kind}-{power}")
        removed = piece.state is PieceState.REMOVED
        if piece.state is PieceState.RETREATING or (removed and piece.anchor is Anchor.DISLODGED):
            line = {"stroke": self.theme.alarm, "stroke_width": 2, "stroke_dasharray": "4 3"}
            drawn = element("circle", r=REACH + 4, fill=self.theme.halo, fill_opacity=".4", **line) + drawn
        elif piece.state is PieceState.BUILT:
            drawn = element("circle", r=REACH + 3, fill=self.theme.halo, fill_opacity=".45") + drawn
        faded = bool(piece.order) and self.scene.faded(power, piece.order)
        return placed(
            (title(piece.words) if piece.words else "") + drawn,
            *self.at(piece.unit.location, piece.anchor),
            id=f"{self.backdrop.style.prefix}unit-{number}{self.suffix}",
            class_=f"unit {piece.state}",
            data_unit=str(piece.unit),
            data_power=power,
            data_province=piece.unit.province,
            data_order=piece.order or None,
            opacity=".45" if faded or removed else None,
        )
