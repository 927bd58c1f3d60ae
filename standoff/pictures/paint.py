"""From a scene to SVG: the board, the orders, the names and the units of one map, in layers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot

from ..map import Board, province_of
from ..map.board import SEA
from ..map.drawing.geometry import Anchor, Border, Geometry
from . import symbols
from .clipping import Box, clipped
from .curves import Line, box_of, length, part, point_at
from .labels import short_names, wrapped
from .layout import REACH, OrderPaths, Path, spot
from .scene import Action, ActionKind, Piece, PieceState, Scene, Status
from .svg import element, group, line_data, shift, text, title
from .theme import Shade, Theme

LETTERS = 11
"""A line of a long name has about this many letters."""


@dataclass(frozen=True)
class Style:
    """The style of all maps of a picture.

    Attributes:
        theme: The colors.
        shades: The colors of each power.
        language: The language of names.
        names: ``"short"``, ``"long"`` or ``"none"``.
        prefix: The beginning of every id.
        shared: The prefix of the ids of signs and outlines, if an earlier picture on the same page defines them; None
            for `prefix`.
    """

    theme: Theme
    shades: dict[str, Shade]
    language: str = "en"
    names: str = "short"
    prefix: str = ""
    shared: str | None = None

    @property
    def definitions(self) -> str:
        """The prefix of the ids of signs and outlines."""
        return self.prefix if self.shared is None else self.shared


def provinces_in(board: Board, geometry: Geometry, box: Box | None) -> list[str]:
    """Return the provinces that lie at least partly in the box; all for None."""
    if box is None:
        return [province.id for province in board.provinces]
    left, top, right, bottom = box
    visible: list[str] = []
    for province in board.provinces:
        x0, y0, x1, y1 = extent(geometry, province.id)
        if x0 < right and x1 > left and y0 < bottom and y1 > top:
            visible.append(province.id)
    return visible


_EXTENTS: dict[tuple[int, str], Box] = {}


def extent(geometry: Geometry, province: str) -> Box:
    """Return the box around a province, in px."""
    key = (id(geometry), province)  # each board's geometry is made once, and kept
    if key not in _EXTENTS:
        points = [point for ring in geometry.outline(province) for point in ring]
        _EXTENTS[key] = box_of(points)
    return _EXTENTS[key]


def boxed(box: Box, **entries: object) -> str:
    """Return a rectangle around a part of the board."""
    left, top, right, bottom = box
    return element("rect", x=left, y=top, width=right - left, height=bottom - top, **entries)


# -- the board --------------------------------------------------------------------------------------------------------


def shapes(board: Board, geometry: Geometry, provinces: Iterable[str], prefix: str, crop: Box | None = None) -> str:
    """Return the definitions of the outlines, one path per province, land in a group with impassable areas."""
    water: list[str] = []
    land: list[str] = []
    for province in provinces:
        path = element("path", id=f"{prefix}shape-{province}", d=clipped(geometry.path(province), crop))
        (water if board.province(province).kind == SEA else land).append(path)
    if geometry.neutral:
        neutral = clipped("".join(geometry.neutral_paths()), crop) or "M0 0"
        land.append(element("path", id=f"{prefix}neutral", d=neutral))
    return element("g", *land, id=f"{prefix}lands", fill_rule="evenodd") + "".join(water)


def board_layers(
    scene: Scene, geometry: Geometry, style: Style, provinces: list[str], box: Box, suffix: str = ""
) -> str:
    """Return sea, land, borders and coasts; every province is an element whose id ends with `suffix`."""
    crop = None if box == (0, 0, geometry.width, geometry.height) else box
    theme, shared, board = style.theme, style.definitions, scene.board

    def area(province: str, owner: str | None = None, fill: str | None = None) -> str:
        return element(
            "use",
            title(board.names.name(province, style.language)),
            id=f"{style.prefix}province-{province}{suffix}",
            data_province=province,
            data_owner=owner,
            href=f"#{shared}shape-{province}",
            fill=fill,
        )

    sea = {province for province in provinces if board.province(province).kind == SEA}
    parts = [
        boxed(box, fill=theme.sea),
        group(
            (area(province) for province in provinces if province in sea),
            fill=theme.sea,
            fill_rule="evenodd",
            class_="seas",
        ),
    ]
    shores = "".join(
        element("use", href=f"#{shared}lands", stroke=color, stroke_width=width)
        for color, width in zip(theme.shores, (15.0, 9.0, 4.6), strict=True)
    )
    parts.append(element("g", shores, fill="none", stroke_linejoin="round", class_="shores"))
    parts.append(
        element(
            "path",
            d=clipped(geometry.border_path(Border.SEA), crop),
            fill="none",
            stroke=theme.sea_line,
            stroke_width=1.3,
            stroke_dasharray="7 4",
            class_="sea-borders",
        )
    )
    lands = [
        *([element("use", href=f"#{shared}neutral", fill=theme.neutral)] if geometry.neutral else []),
        *(
            area(province, scene.owners.get(province), _tint(scene, province, style))
            for province in provinces
            if province not in sea
        ),
    ]
    parts.append(group(lands, stroke=theme.land_line, stroke_width=1.1, stroke_linejoin="round", class_="lands"))
    lakes = clipped("".join(geometry.lake_paths()), crop)
    if lakes:
        parts.append(element("path", d=lakes, fill=theme.sea, stroke=theme.land_line, stroke_width=0.8))
    links = geometry.link_path()
    if links:
        parts.append(
            element("path", d=links, fill="none", stroke=theme.sea_line, stroke_width=2.0, stroke_dasharray="2 4")
        )
    return group(parts, class_="board")


def _tint(scene: Scene, province: str, style: Style) -> str:
    power = scene.tints.get(province)
    if power is None:
        return style.theme.land
    if style.theme.hatched:
        return f"url(#{style.definitions}hatch-{power})"
    return style.shades[power].tint


def names_layer(scene: Scene, geometry: Geometry, style: Style, provinces: list[str]) -> str:
    """Return the names of provinces with the dots of supply centers, and the marks of coasts."""
    theme, board = style.theme, scene.board
    dots: list[str] = []
    land: list[str] = []
    sea: list[str] = []
    shorts = short_names(board, style.language)
    stood = {piece.unit.location for piece in scene.pieces}
    for pid in provinces:
        province = board.province(pid)
        if province.center:
            x, y = geometry.anchor(pid, Anchor.CENTER)
            if style.names == "long":  # the dot keeps its place before the name
                lines = wrapped(board.names.name(pid, style.language), LETTERS)
                x, y = geometry.anchor(pid, Anchor.NAME)
                x -= 2.95 * max(map(len, lines)) + 8
            owner = scene.owners.get(pid)
            color = style.shades[owner].unit if owner in style.shades and not theme.hatched else theme.halo
            dots.append(
                element("circle", cx=x, cy=y, r=4.2, fill=color, data_center=pid, data_owner=owner)
                + element("circle", cx=x, cy=y, r=1.2, fill=theme.casing, stroke="none")
            )
        if style.names == "none":
            continue
        x, y = geometry.anchor(pid, Anchor.NAME)
        lines = (shorts[pid],) if style.names == "short" else wrapped(board.names.name(pid, style.language), LETTERS)
        step = 11.5 if style.names == "short" else 9.6
        for row, line in enumerate(lines):
            down = y + 4 + step * (row - (len(lines) - 1) / 2)
            (sea if province.kind == SEA else land).append(text(line, x, down))
        for location in province.locations:
            if "/" in location and location not in stood:
                cx, cy = geometry.anchor(location, Anchor.NAME)
                mark = location.partition("/")[2].lower()
                land.append(text(mark, cx, cy + 3, font_size=9, font_weight="normal", font_style="italic"))
    size = 11.5 if style.names == "short" else 9.0
    words = "".join(land)
    border = {"stroke_width": 2.6, "stroke_linejoin": "round", "aria_hidden": "true"}
    halo = group([words], fill="none", stroke=theme.land_halo, stroke_opacity=".75", **border)
    return group(
        [
            group(dots, stroke=theme.casing, stroke_width=1.2),
            group(
                sea, font_style="italic", fill=theme.sea_ink, font_size=size, text_anchor="middle", class_="sea-names"
            ),
            group(
                [halo, words],
                font_weight="bold",
                fill=theme.land_ink,
                font_size=size,
                text_anchor="middle",
            ),
        ],
        class_="names",
    )


# -- orders -----------------------------------------------------------------------------------------------------------


def identifier(words: str) -> str:
    """Return words as part of an id.

    >>> identifier("F STP/SC - BOT")
    'F-STP-SC-BOT'
    """
    return re.sub(r"[^A-Za-z0-9]+", "-", words).strip("-")


def cased(data: str, edge: str, edge_width: float, color: str, width: float, **entries: object) -> str:
    """Return a line in a color with an edge: two paths, the wider one below."""
    return "".join(
        element("path", d=data, stroke=stroke, stroke_width=stroke_width, **entries)
        for stroke, stroke_width in ((edge, edge_width), (color, width))
    )


class Painter:
    """Makes the layers of one map; repeated ids of its orders and units get numbers."""

    def __init__(self, scene: Scene, geometry: Geometry, style: Style, suffix: str = "") -> None:
        self.scene, self.geometry, self.style = scene, geometry, style
        self.theme = style.theme
        self.layout = OrderPaths(scene, geometry)
        self.suffix = suffix
        self.ids: set[str] = set()

    def color(self, power: str) -> str:
        """Return the color of a power's orders."""
        return self.theme.casing if self.theme.hatched else self.style.shades[power].unit

    def unique(self, words: str) -> str:
        """Return an id that is not yet in the picture."""
        name = base = f"{self.style.prefix}{identifier(words)}{self.suffix}"
        count = 1
        while name in self.ids:
            count += 1
            name = f"{base}-{count}"
        self.ids.add(name)
        return name

    def opacity(self, action: Action) -> str | None:
        """Return the opacity of an order that is not emphasized."""
        return ".3" if self.scene.faded(action.power, action.order) else None

    def map(self, names: str) -> str:
        """Return everything above the board: orders, `names` (SVG), units and signs."""
        traces: list[str] = []
        lines: list[str] = []
        arrows: list[str] = []
        joints: list[str] = []
        signs: list[str] = []
        rings: dict[str, list[str]] = {}
        for path in self.layout.paths:
            action = path.action
            if action.kind is ActionKind.ATTACK:
                traces.append(self.trace(path))
                continue
            under, over, ring, sign = self.order(path)
            entries = {
                "data_order": action.order,
                "data_power": action.power,
                "data_province": province_of(action.at),
                "data_outcome": action.outcome or None,
                "class_": f"order {action.kind} {action.status}" + (" core" if self.in_core(action) else ""),
                "opacity": self.opacity(action),
            }
            (arrows if action.kind in (ActionKind.MOVE, ActionKind.RETREAT) else lines).append(
                element(
                    "g", title(action.words or action.order), under, id=self.unique(f"order-{action.order}"), **entries
                )
            )
            marks = {"data_order": action.order, "opacity": entries["opacity"]}
            if over:
                joints.append(group([over], **marks))
            if ring:
                rings.setdefault(action.at, []).append(group([ring], **marks))
            if sign:
                signs.append(group([sign], **marks))
        signs.extend(self.bursts())
        around = [ring for rings_of_unit in rings.values() for ring in rings_of_unit]
        return "".join(
            (
                group(traces, class_="traces"),
                group([*lines, *arrows], class_="orders", fill="none", stroke_linecap="round", stroke_linejoin="round"),
                group(joints, class_="joints"),
                group(around, class_="rings"),
                names,
                group(map(self.piece, self.scene.pieces), class_="units"),
                group(signs, class_="signs"),
            )
        )

    def in_core(self, action: Action) -> bool:
        """Return whether an order belongs to the core of a paradox that the scene shows."""
        return (action.power, action.order) in self.scene.core

    # the parts of each order: under the names, above them, around its unit, above everything

    def order(self, path: Path) -> tuple[str, str, str, str]:
        """Return the shaft, the joint, the ring around the unit, and the sign of an order."""
        action = path.action
        under = over = ring = ""
        x, y = spot(self.geometry, action.at, action.anchor)
        if action.kind in (ActionKind.MOVE, ActionKind.RETREAT):
            under = self.arrow(path)
        elif action.kind is ActionKind.OPTION:
            under, over = self.option(path)
        elif action.kind in (ActionKind.SUPPORT_MOVE, ActionKind.SUPPORT_HOLD):
            under, over = self.support(path)
        elif action.kind is ActionKind.CONVOY:
            under, ring = self.convoy(path, x, y)
        elif action.kind is ActionKind.HOLD:
            ring = self.ring(x, y, REACH + 3.4, self.theme.casing, 1.3, opacity=".6")
        if self.in_core(action):
            glow = self.theme.mark
            if len(path.line) > 1:
                data = line_data(path.line)
                under = element("path", d=data, stroke=glow, stroke_width=11, opacity=".55") + under
            if action.kind is not ActionKind.MOVE:
                ring = self.ring(x, y, REACH + 5.5, glow, 5, opacity=".5") + ring
        if action.dislodged:
            # outside the wave around a fleet that was to convoy
            radius = REACH + (9.5 if action.kind is ActionKind.CONVOY else 6)
            ring += self.ring(x, y, radius, self.theme.alarm, 2.2, stroke_dasharray="4 3", class_="dislodged")
        sign = self.sign(path)
        if action.destroyed:  # the cross is at its foot, where no other sign is
            sign += symbols.cross(self.style.definitions, x + REACH - 2, y + REACH - 4, self.theme)
        return under, over, ring, sign

    def ring(self, x: float, y: float, radius: float, color: str, width: float, **entries: object) -> str:
        """Return a ring around a unit."""
        line = {"stroke": color, "stroke_width": float(width)}
        return element("circle", cx=x, cy=y, r=radius, fill="none", **line, **entries)

    def sign(self, path: Path) -> str:
        """Return the cross or other sign of an order that does not succeed."""
        action, theme = path.action, self.theme
        if path.sign is None:
            return ""
        x, y = path.sign
        if action.status is Status.VOID:
            return symbols.void_sign(x, y, theme.alarm, theme)
        if action.status is Status.ILLEGAL:
            return symbols.badge("!", x, y, theme.alarm, theme, "illegal")
        if action.status is Status.OPEN and action.kind is not ActionKind.OPTION:
            return symbols.badge("?", x, y, theme.alarm, theme, "open")
        if action.kind is ActionKind.BUILD and action.status is Status.DONE:
            return symbols.badge("+", x, y, theme.good, theme, "built")
        failed = action.status is Status.FAILED and action.kind not in (ActionKind.UNCLEAR, ActionKind.HOLD)
        if action.kind is ActionKind.DISBAND or failed:
            return symbols.cross(self.style.definitions, x, y, theme)
        return ""

    def arrow(self, path: Path) -> str:
        """Return the arrow of a move or retreat."""
        action, theme = path.action, self.theme
        color = self.color(action.power)
        edge = theme.edge_of(color)
        size = 10.5
        shaft_length = length(path.line)
        if action.status in (Status.VOID, Status.ILLEGAL):
            return element(
                "path", d=line_data(path.line), stroke=edge, stroke_width=1.6, stroke_dasharray="1.5 4.5"
            ) + self.head(path.line, 7.0, theme.halo, edge)
        hollow = action.status is not Status.DONE
        dash = None
        if action.kind is ActionKind.RETREAT:
            dash = "2 6"
        elif action.route or action.outcome == "no convoy":
            dash = "10 5"
        fading = ""
        line = path.line
        if action.broken:
            line, fading_line = self.broken_at(path)
            fading = element(
                "path", d=line_data(fading_line), stroke=color, stroke_width=2.2, stroke_dasharray="2 6", opacity=".7"
            ) + self.head(fading_line, size - 2, theme.halo, edge)
        shaft = line if fading else part(line, 0, max(shaft_length - size * 0.75, shaft_length * 0.2))
        data = line_data(shaft)
        inner = theme.halo if hollow and theme.hatched else color
        caps = {"stroke_linecap": "butt"} if dash == "10 5" else {}
        lines = cased(data, edge, 5.4, inner, 3.2, stroke_dasharray=dash, **caps)
        if action.route:
            lines = element("path", d=data, stroke=theme.halo, stroke_opacity=".5", stroke_width=9) + lines
        if fading:
            return fading + lines
        return lines + self.head(line, size, theme.halo if hollow else color, edge)

    def broken_at(self, path: Path) -> tuple[Line, Line]:
        """Return the line of a convoyed army up to the first fleet that fails, and the rest of it."""
        cut = max(1, min(self.layout.break_of(path.action, path.line), len(path.line) - 2))
        return path.line[: cut + 1], path.line[cut:]

    def head(self, line: Line, size: float, fill: str, edge: str) -> str:
        """Return the head of an arrow at the end of a line."""
        x, y = line[-1]
        (bx, by), _ = point_at(line, max(0.0, length(line) - size))
        far = hypot(x - bx, y - by) or 1.0
        dx, dy = (x - bx) / far, (y - by) / far
        points = [
            (x, y),
            (x - dx * size - dy * size * 0.5, y - dy * size + dx * size * 0.5),
            (x - dx * size * 0.72, y - dy * size * 0.72),
            (x - dx * size + dy * size * 0.5, y - dy * size - dx * size * 0.5),
        ]
        return element("path", d=line_data(points, closed=True), fill=fill, stroke=edge, stroke_width=1.3)

    def support(self, path: Path) -> tuple[str, str]:
        """Return the dashed line of a support, and its joint with what it supports."""
        action, theme = path.action, self.theme
        color = self.color(action.power)
        edge = theme.edge_of(color)
        data = line_data(path.line)
        if action.status in (Status.VOID, Status.ILLEGAL):
            under = element("path", d=data, stroke=edge, stroke_width=1.6, stroke_dasharray="1.5 4.5")
            fill = theme.halo
        else:
            caps = {"stroke_dasharray": "6.5 4.5", "stroke_linecap": "butt"}
            under = cased(data, edge, 3.8, theme.halo if theme.hatched else color, 2.0, **caps)
            fill = theme.halo if action.status is not Status.DONE else color
        if path.shield is not None:
            over = cased(line_data(path.shield), edge, 4.8, fill, 2.6)
            return under, group([over], fill="none", stroke_linecap="round")
        if path.joint is None:
            return under, ""
        x, y = path.joint
        return under, element("circle", cx=x, cy=y, r=4.0, fill=fill, stroke=edge, stroke_width=1.3)

    def convoy(self, path: Path, x: float, y: float) -> tuple[str, str]:
        """Return the line from a convoying fleet to its army's arrow, if it needs one, and the wave around it."""
        action, theme = path.action, self.theme
        good = action.status is Status.DONE
        under = ""
        if len(path.line) > 1:
            under = element(
                "path",
                d=line_data(path.line),
                stroke=theme.good if good else theme.casing,
                stroke_width=1.8,
                stroke_dasharray="1.5 4.5",
            )
        wave = element(
            "use",
            href=f"#{self.style.definitions}wave",
            transform=shift(x, y),
            fill=theme.halo,
            fill_opacity=".35",
            stroke=theme.good if good else theme.alarm if action.status is Status.FAILED else theme.casing,
            stroke_width=1.9,
            stroke_dasharray=None if good else "5 3",
        )
        return under, wave

    def option(self, path: Path) -> tuple[str, str]:
        """Return a possible retreat of a dislodged unit: a dotted line to an open circle."""
        color = self.color(path.action.power)
        edge = self.theme.edge_of(color)
        x, y = path.line[-1]
        under = cased(line_data(path.line), edge, 4.0, color, 2.4, stroke_dasharray="0.1 5")
        return under, element("circle", cx=x, cy=y, r=4.6, fill=color, fill_opacity=".8", stroke=edge, stroke_width=1.3)

    def trace(self, path: Path) -> str:
        """Return the pale line of an attacker that dislodged a unit."""
        return element(
            "path",
            d=line_data(path.line),
            fill="none",
            stroke=self.theme.alarm,
            stroke_opacity=".35",
            stroke_width=7,
            stroke_linecap="round",
        )

    def bursts(self) -> Iterable[str]:
        """Yield the burst of each contested province."""
        for province in self.scene.contested:
            x, y = spot(self.geometry, province)
            occupied = f"{province} {Anchor.UNIT}" in self.layout.units
            yield symbols.burst(self.style.definitions, x + occupied * (REACH + 6), y - occupied * REACH, self.theme)

    def piece(self, piece: Piece) -> str:
        """Return a unit."""
        x, y = spot(self.geometry, piece.unit.location, piece.anchor)
        power = piece.unit.power
        drawn = element("use", href=f"#{self.style.definitions}{symbols.unit_id(piece.unit.type.value, power)}")
        if piece.state is PieceState.RETREATING or (
            piece.state is PieceState.REMOVED and piece.anchor is Anchor.DISLODGED
        ):
            ring = {"stroke": self.theme.alarm, "stroke_width": 2, "stroke_dasharray": "4 3"}
            drawn = element("circle", r=REACH + 4, fill=self.theme.halo, fill_opacity=".4", **ring) + drawn
        elif piece.state is PieceState.BUILT:
            drawn = element("circle", r=REACH + 3, fill=self.theme.halo, fill_opacity=".45") + drawn
        faded = self.scene.emphasis is not None and bool(piece.order) and self.scene.faded(power, piece.order)
        return symbols.placed(
            (title(piece.words) if piece.words else "") + drawn,
            x,
            y,
            id=self.unique(f"unit-{piece.unit.type.value}-{piece.unit.location}"),
            class_=f"unit {piece.state}",
            data_unit=str(piece.unit),
            data_power=power,
            data_province=piece.unit.province,
            data_order=piece.order or None,
            opacity=".45" if faded or piece.state is PieceState.REMOVED else None,
        )
