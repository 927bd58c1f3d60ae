"""The board of a map as SVG: sea, land, borders, coasts, names; and the definitions shared by all maps of a picture."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..map import SEA, Board
from . import symbols
from .boards.drawings import geometry_of
from .boards.geometry import Anchor, lines_data
from .curves import Box, overlap
from .labels import initials, short_names, wrapped
from .scene import Scene
from .svg import element, group, text, title
from .theme import Theme

LETTERS = 11
"""The approximate number of letters in a line of a long name."""


@dataclass(frozen=True)
class Style:
    """The style of all maps of a picture.

    Attributes:
        theme: The colors.
        language: The language of names.
        names: ``"short"``, ``"long"`` or ``"none"``.
        prefix: The beginning of every id.
        shared: The prefix of the ids of signs and outlines, if an earlier picture on the same page defines them; None
            for `prefix`.
    """

    theme: Theme
    language: str = "en"
    names: str = "short"
    prefix: str = ""
    shared: str | None = None


def boxed(box: Box, **entries: object) -> str:
    """Return a rectangle around a part of the board."""
    left, top, right, bottom = box
    return element("rect", x=left, y=top, width=right - left, height=bottom - top, **entries)


class Backdrop:
    """The common features of all maps of a picture: the board, the part of it shown (None: all), the style."""

    def __init__(self, board: Board, style: Style, crop: Box | None = None) -> None:
        self.board, self.style, self.theme = board, style, style.theme
        self.geometry = geometry = geometry_of(board)
        self.shades = style.theme.shades(board)
        self.box = crop or (0.0, 0.0, float(geometry.width), float(geometry.height))
        extents = geometry.extents
        self.provinces = [one for one in board.provinces if crop is None or overlap(extents[one.id], crop)]
        self.signs = symbols.Signs(style.prefix if style.shared is None else style.shared, style.theme)

    def definitions(self, scenes: Iterable[Scene]) -> str:
        """Return the definitions for the maps of some scenes: signs, units, outlines, the frame that clips them."""
        parts: list[str] = []
        if self.style.shared is None:
            units = {(piece.unit.type.value, piece.unit.power) for scene in scenes for piece in scene.pieces}
            letters = initials(self.board, self.style.language)
            parts = [self.signs.definitions(self.shades, letters, units), *self._outlines()]
        return element("defs", *parts, element("clipPath", boxed(self.box), id=f"{self.style.prefix}frame"))

    def _outlines(self) -> Iterable[str]:
        """Return the definitions of the outlines, one path per province, land in a group with impassable areas."""
        prefix, geometry = self.style.prefix, self.geometry
        paths = {one: element("path", id=f"{prefix}shape-{one.id}", d=geometry.paths[one.id]) for one in self.provinces}
        land = [path for province, path in paths.items() if province.kind != SEA]
        if geometry.neutral:
            land.append(element("path", id=f"{prefix}neutral", d=lines_data(geometry.neutral)))
        water = [path for province, path in paths.items() if province.kind == SEA]
        return element("g", *land, id=f"{prefix}lands", fill_rule="evenodd"), *water

    def tint(self, power: str) -> str:
        """Return the color of a power's land, or its hatching."""
        return f"url(#{self.signs.prefix}hatch-{power})" if self.theme.hatched else self.shades[power].tint

    def land(self, scene: Scene, suffix: str = "") -> str:
        """Return sea, land, borders and coasts; every province is an element whose id ends with `suffix`."""
        theme, geometry, signs = self.theme, self.geometry, self.signs
        seas: list[str] = []
        lands = [signs.use("neutral", fill=theme.neutral)] if geometry.neutral else []
        for province in self.provinces:
            name, power, at_sea = province.id, scene.tints.get(province.id), province.kind == SEA
            area = element(
                "use",
                title(self.board.names.name(name, self.style.language)),
                id=f"{self.style.prefix}province-{name}{suffix}",
                data_province=name,
                data_owner=None if at_sea else scene.owners.get(name),
                href=f"#{signs.prefix}shape-{name}",
                fill=None if at_sea else theme.land if power is None else self.tint(power),
            )
            (seas if at_sea else lands).append(area)
        shores = [
            signs.use("lands", stroke=color, stroke_width=width)
            for color, width in zip(theme.shores, (15.0, 9.0, 4.6), strict=True)
        ]
        borders = {"fill": "none", "stroke": theme.sea_line}
        dashes = {"stroke_width": 1.3, "stroke_dasharray": "7 4"}
        parts = [
            boxed(self.box, fill=theme.sea),
            group(seas, fill=theme.sea, fill_rule="evenodd", class_="seas"),
            group(shores, fill="none", stroke_linejoin="round", class_="shores"),
            element("path", d=geometry.sea_borders, **borders, **dashes, class_="sea-borders"),
            group(lands, stroke=theme.land_line, stroke_width=1.1, stroke_linejoin="round", class_="lands"),
        ]
        if geometry.lakes:
            lakes = lines_data(geometry.lakes)
            parts.append(element("path", d=lakes, fill=theme.sea, stroke=theme.land_line, stroke_width=0.8))
        if geometry.passages:
            passages = lines_data(geometry.passages.values())
            parts.append(element("path", d=passages, **borders, stroke_width=2.0, stroke_dasharray="2 4"))
        return group(parts, class_="board")

    def names(self, scene: Scene) -> str:
        """Return the names of provinces with the dots of supply centers, and the marks of coasts."""
        theme, names, at = self.theme, self.style.names, self.geometry.anchor
        size, step = (11.5, 11.5) if names == "short" else (9.0, 9.6)
        dots: list[str] = []
        land: list[str] = []
        sea: list[str] = []
        stood = {piece.unit.location for piece in scene.pieces}
        for province in self.provinces:
            x, y = at(province.id, Anchor.NAME)
            lines = self._lines(province.id)
            if province.center:
                owner = scene.owners.get(province.id)
                color = self.shades[owner].unit if owner in self.shades and not theme.hatched else theme.halo
                cx, cy = at(province.id, Anchor.CENTER)
                if names == "long":  # the dot stays before the name
                    cx, cy = x - (2.95 * max(map(len, lines)) + 8), y
                dots += (
                    element("circle", cx=cx, cy=cy, r=4.2, fill=color, data_center=province.id, data_owner=owner),
                    element("circle", cx=cx, cy=cy, r=1.2, fill=theme.casing, stroke="none"),
                )
            if names == "none":
                continue
            written = sea if province.kind == SEA else land
            for row, line in enumerate(lines):
                written.append(text(line, x, y + 4 + step * (row - (len(lines) - 1) / 2)))
            for location in province.locations:
                if "/" in location and location not in stood:
                    cx, cy = at(location, Anchor.NAME)
                    mark = location.partition("/")[2].lower()
                    land.append(text(mark, cx, cy + 3, font_size=9, font_weight="normal", font_style="italic"))
        border = {"stroke_width": 2.6, "stroke_linejoin": "round", "aria_hidden": "true"}
        halo = group(land, fill="none", stroke=theme.land_halo, stroke_opacity=".75", **border)
        written_out = {"font_size": size, "text_anchor": "middle"}
        return group(
            [
                group(dots, stroke=theme.casing, stroke_width=1.2),
                group(sea, font_style="italic", fill=theme.sea_ink, **written_out, class_="sea-names"),
                group([halo, *land], font_weight="bold", fill=theme.land_ink, **written_out),
            ],
            class_="names",
        )

    def _lines(self, province: str) -> tuple[str, ...]:
        """Return the lines of a province's name."""
        if self.style.names == "long":
            return wrapped(self.board.names.name(province, self.style.language), LETTERS)
        return (short_names(self.board, self.style.language)[province],)
