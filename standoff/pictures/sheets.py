"""A whole picture: heading, the powers, one map or several side by side, notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from .boards.drawings import geometry_of
from .boards.geometry import Anchor
from .curves import Box, box_of
from .drawing import Drawing, drawing
from .ground import Backdrop, Style, boxed
from .labels import initials, wrapped
from .paint import Painter
from .scene import Scene
from .svg import element, group, shift, text

MARGIN = 82.0
"""The margin around the units of a crop, in px."""
LEAST_WIDTH, LEAST_HEIGHT = 430.0, 320.0
"""The smallest crop, in px of the board."""
CROP_UNITS = 14
"""With more units than this, the whole board is shown."""
GAP = 14.0
"""Between maps side by side, and around them, in px."""


def crop_of(scenes: Sequence[Scene], *, always: bool = False, also: Iterable[str] = ()) -> Box | None:
    """Return the part of the board that the units and orders of small turns need; None for the whole board.

    Args:
        scenes: The scenes to show.
        always: True to crop any turn, to the emphasized part if there is one.
        also: Further locations to show, as those where units may go.
    """
    geometry = geometry_of(scenes[0].board)
    places = {place for scene in scenes for place in scene.places(emphasized=always)}
    if not places or (not always and max(len(scene.pieces) for scene in scenes) > CROP_UNITS):
        return None
    points = [geometry.anchor(place) for place in (*places, *also)]
    for scene in scenes:
        dislodged = [piece.unit.location for piece in scene.pieces if piece.anchor is Anchor.DISLODGED]
        points += [geometry.anchor(place, Anchor.DISLODGED) for place in dislodged]
        points += [geometry.anchor(province) for province in scene.contested]
    left, top, right, bottom = box_of(points)
    width = max(right - left + 2 * MARGIN, LEAST_WIDTH)
    height = max(bottom - top + 2 * MARGIN, LEAST_HEIGHT)
    width, height = max(width, height * 0.85), max(height, width * 0.55)
    if not always and width * height > 0.62 * geometry.width * geometry.height:
        return None

    def within(middle: float, size: float, whole: float) -> tuple[float, float]:
        size = min(size, whole)
        start = min(max(middle - size / 2, 0.0), whole - size)
        return round(start), round(start + size)

    left, right = within((left + right) / 2, width, geometry.width)
    top, bottom = within((top + bottom) / 2, height, geometry.height)
    return left, top, right, bottom


def fitted(words: str, width: float, size: float) -> tuple[str, ...]:
    """Return words in lines that fit a width in px, at a font size in px."""
    return wrapped(words, max(8, int(width / (size * 0.55))))


def sheet(
    scenes: Sequence[Scene],
    style: Style,
    *,
    heading: str = "",
    crop: Box | None = None,
    width_px: int | None = None,
    legend: bool = True,
    notes: Sequence[str] = (),
    captions: bool | None = None,
    units_of: Sequence[Scene] = (),
) -> Drawing:
    """Return the picture of one or several maps of a board.

    Args:
        scenes: The scenes of the maps; with several, each map has its heading.
        style: Colors, names, ids.
        heading: The heading of the whole picture.
        crop: The part of the board that all maps show; None for the whole.
        width_px: The width of the picture; that of the maps in px of the board if left out.
        legend: True to name the powers with their colors.
        notes: Lines below the maps.
        captions: True to put its heading above each map; if left out, only with several maps.
        units_of: Scenes of other pictures on the same page that use this one's definitions.
    """
    maps = Maps(Backdrop(scenes[0].board, style, crop))
    left, top, right, bottom = maps.ground.box
    wide, high = right - left, bottom - top
    count = len(scenes)
    columns = count if count < 4 and wide * count < 2100 else max(1, min(count, 3, int(1900 // wide)))
    several = count > 1 if captions is None else captions
    gap = GAP * several
    heading = heading or ("" if several else scenes[0].heading)
    full = columns * wide + (columns - 1) * GAP + 2 * gap

    parts, y = header(maps.ground, scenes, heading, full, legend=legend)
    y += gap * 0.5
    for first in range(0, count, columns):
        row = scenes[first : first + columns]
        row_captions = [fitted(scene.heading, wide - 8, 15) if several else () for scene in row]
        depth = max(map(len, row_captions)) * 19.0 + 6 * several
        for column, (scene, caption) in enumerate(zip(row, row_captions, strict=True)):
            x = gap + column * (wide + GAP)
            parts.append(maps.add(scene, x, y + depth, framed=several))
            looks = {"font_size": 15, "fill": style.theme.ink, "font_weight": "bold" if scene.adopted else None}
            parts += [text(line, x + 2, y + 16 + 19 * number, **looks) for number, line in enumerate(caption)]
        y += depth + high + gap * 0.6
    below = [*notes, *dict.fromkeys(note for scene in scenes for note in scene.notes)]
    lines = [line for note in below for line in fitted(note, full - 24, 13)]
    for number, line in enumerate(lines):
        parts.append(text(line, 12, y + 20 + 18 * number, font_size=13, fill=style.theme.ink))
    height = y + gap * 0.5 + (16 + 18 * len(lines) if lines else 0)
    return drawing(
        parts,
        (full, height),
        style.theme,
        heading=heading or scenes[0].heading,
        words=dict.fromkeys(word for scene in scenes for word in scene.words()),
        described=[scene.heading for scene in scenes if several and scene.heading],
        definitions=maps.ground.definitions([*scenes, *units_of]),
        width_px=width_px,
    )


class Maps:
    """Makes the maps of one picture; board and names are reused from an earlier map that has the same."""

    def __init__(self, ground: Backdrop) -> None:
        self.ground = ground
        self._drawn: dict[str, str] = {}
        self._count = 0

    def add(self, scene: Scene, x: float, y: float, *, framed: bool) -> str:
        """Return one more map, with its upper left corner at a point.

        Args:
            scene: What it shows.
            x, y: The point.
            framed: True for a frame around it, a golden one for the adopted resolution.
        """
        self._count += 1
        suffix = f"-{self._count}" if self._count > 1 else ""
        ground, theme, prefix = self.ground, self.ground.theme, self.ground.style.prefix
        land = f"{sorted(scene.tints.items())} {sorted(scene.owners.items())}"
        stood = sorted({piece.unit.location for piece in scene.pieces if "/" in piece.unit.location})
        below = self._once(f"board{suffix}", f"board {land}", lambda: ground.land(scene, suffix))
        names = self._once(f"names{suffix}", f"names {land} {stood}", lambda: ground.names(scene))
        parts = [group([below, Painter(ground, scene, suffix).map(names)], clip_path=f"url(#{prefix}frame)")]
        if framed:
            color, width = (theme.mark, 5.0) if scene.adopted else (theme.land_line, 1.0)
            line = {"stroke": color, "stroke_width": width, "class_": "adopted" if scene.adopted else None}
            parts.append(boxed(ground.box, fill="none", **line))
        left, top, _, _ = ground.box
        return group(parts, transform=shift(x - left, y - top), class_="map", id=f"{prefix}map{suffix}")

    def _once(self, name: str, about: str, content: Callable[[], str]) -> str:
        """Return a part of a map, or a reference to an earlier one that shows the same."""
        if about in self._drawn:
            return element("use", href=f"#{self._drawn[about]}")
        self._drawn[about] = f"{self.ground.style.prefix}{name}"
        return element("g", content(), id=self._drawn[about])


def header(
    ground: Backdrop, scenes: Sequence[Scene], heading: str, width: float, *, legend: bool = True
) -> tuple[list[str], float]:
    """Return the heading and the powers with their colors, and their height."""
    lines = fitted(heading, width - 24, 20)
    looks = {"font_size": 20, "font_family": "serif", "fill": ground.theme.ink}
    parts = [text(line, 12, 28 + 25 * number, **looks) for number, line in enumerate(lines)]
    y = 14 + 25.0 * len(lines) if lines else 0.0
    shown = {power for scene in scenes for power in scene.powers()}
    entries = [_entry(power, scenes[0], ground) for power in ground.board.powers if power in shown and legend]
    if not entries:
        return parts, y
    entries_width = sum(size for _, size in entries) + 14
    title_width = max((len(line) for line in lines), default=0) * 12 + 24
    beside = len(lines) <= 1 and title_width + entries_width < width
    x, line_y = (width - entries_width, y - 18 if lines else 20.0) if beside else (12.0, y + 12)
    for drawn, size in entries:
        if x + size > width and x > 12:
            x, line_y = 12.0, line_y + 22
        parts.append(group([drawn], transform=shift(x, line_y)))
        x += size
    return parts, max(y, line_y + 16)


def _entry(power: str, scene: Scene, ground: Backdrop) -> tuple[str, float]:
    """Return a power's color and name, and their width in px."""
    theme, shade, language = ground.theme, ground.shades[power], ground.style.language
    letters = initials(scene.board, language)[power]
    name = scene.board.names.name(power, language)
    owned = sum(owner == power for owner in scene.owners.values())
    if owned:
        name += f" {owned}"
    size = 10.0 * (1.0, 0.85, 0.7)[min(len(letters), 3) - 1]
    drawn = (
        element("rect", y=-9.0, width=26, height=18, rx=3, fill=ground.tint(power), stroke=theme.land_line)
        + element("circle", cx=13, r=7.4, fill=shade.unit, stroke=theme.casing, stroke_width=1.2)
        + text(letters, 13, size * 0.36, font_size=size, font_weight="bold", text_anchor="middle", fill=shade.letter)
        + text(name, 32, 4.6, font_size=13, fill=theme.ink)
    )
    return drawn, 32 + 7.4 * len(name) + 16
