"""A whole picture: heading, powers, one or several maps, notes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .backdrop import Backdrop, Style, boxed
from .boards.drawings import geometry_of
from .boards.geometry import Anchor
from .curves import Box, box_of
from .drawing import Drawing, drawing
from .labels import initials, wrapped
from .paint import Painter
from .scene import Scene
from .svg import element, group, shift, text
from .symbols import smaller

MARGIN = 82.0
"""The margin around the units of a crop, in px."""
LEAST_WIDTH, LEAST_HEIGHT = 430.0, 320.0
"""The smallest crop, in px of the board."""
CROP_UNITS = 14
"""With more units than this, the whole board is shown."""
GAP = 14.0
"""Between maps side by side, and around them, in px."""


def crop_of(scenes: Sequence[Scene], *, always: bool = False, also: Iterable[str] = ()) -> Box | None:
    """Return the part of the board with the units and orders of a small turn; None for the whole board.

    Args:
        scenes: The scenes to show.
        always: True to crop any turn, to the emphasized part if there is one.
        also: Further locations to show, such as destinations.
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
    captions: bool = False,
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
        captions: True to frame a single map too, and put its heading above it.
        units_of: Scenes of other pictures on the same page that use this one's definitions.
    """
    backdrop, ink = Backdrop(scenes[0].board, style, crop), style.theme.ink
    left, top, right, bottom = backdrop.box
    wide, high = right - left, bottom - top
    count = len(scenes)
    columns = count if count < 4 and wide * count < 2100 else max(1, min(count, 3, int(1900 // wide)))
    several = captions or count > 1
    gap = GAP * several
    heading = heading or ("" if several else scenes[0].heading)
    full = columns * wide + (columns - 1) * GAP + 2 * gap

    parts, y = header(backdrop, scenes, heading, full, legend=legend)
    y += gap * 0.5
    drawn: dict[str, str] = {}
    for first in range(0, count, columns):
        row = scenes[first : first + columns]
        row_captions = [fitted(scene.heading, wide - 8, 15) if several else () for scene in row]
        depth = max(map(len, row_captions)) * 19.0 + 6 * several
        for column, (scene, caption) in enumerate(zip(row, row_captions, strict=True)):
            x = gap + column * (wide + GAP)
            suffix = f"-{first + column + 1}" if first + column else ""
            whole = [_map(backdrop, scene, suffix, drawn), _frame(backdrop, adopted=scene.adopted) if several else ""]
            looks = {"class_": "map", "id": f"{style.prefix}map{suffix}"}
            parts.append(group(whole, transform=shift(x - left, y + depth - top), **looks))
            weight = "bold" if scene.adopted else None
            for number, line in enumerate(caption):
                parts.append(text(line, x + 2, y + 16 + 19 * number, font_size=15, fill=ink, font_weight=weight))
        y += depth + high + gap * 0.6
    below = [*notes, *dict.fromkeys(note for scene in scenes for note in scene.notes)]
    lines = [line for note in below for line in fitted(note, full - 24, 13)]
    parts += [text(line, 12, y + 20 + 18 * number, font_size=13, fill=ink) for number, line in enumerate(lines)]
    height = y + gap * 0.5 + (16 + 18 * len(lines) if lines else 0)
    return drawing(
        parts,
        (full, height),
        style.theme,
        heading=heading or scenes[0].heading,
        words=dict.fromkeys(word for scene in scenes for word in scene.words()),
        described=[scene.heading for scene in scenes if several and scene.heading],
        definitions=backdrop.definitions([*scenes, *units_of]),
        width_px=width_px,
    )


def _map(backdrop: Backdrop, scene: Scene, suffix: str, drawn: dict[str, str]) -> str:
    """Return a map; its board and its names refer to those of an earlier map with equal contents.

    Args:
        backdrop: Its board.
        scene: The contents.
        suffix: The end of its ids.
        drawn: The ids of the boards and names of earlier maps, by contents; receives those of this one.
    """
    land = f"{sorted(scene.tints.items())} {sorted(scene.owners.items())}"
    stood = sorted({piece.unit.location for piece in scene.pieces if "/" in piece.unit.location})
    parts: list[str] = []
    for name, about in (("board", land), ("names", f"{land} {stood}")):
        own = f"{backdrop.style.prefix}{name}{suffix}"
        earlier = drawn.setdefault(f"{name} {about}", own)
        if earlier != own:
            parts.append(element("use", href=f"#{earlier}"))
        else:
            parts.append(
                element("g", backdrop.land(scene, suffix) if name == "board" else backdrop.names(scene), id=own)
            )
    board, names = parts
    clip = f"url(#{backdrop.style.prefix}frame)"
    return group([board, Painter(backdrop, scene, suffix).map(names)], clip_path=clip)


def _frame(backdrop: Backdrop, *, adopted: bool) -> str:
    """Return the frame of a map: a golden one for the adopted resolution."""
    if adopted:
        return boxed(backdrop.box, fill="none", stroke=backdrop.theme.mark, stroke_width=5.0, class_="adopted")
    return boxed(backdrop.box, fill="none", stroke=backdrop.theme.land_line, stroke_width=1.0)


def header(
    backdrop: Backdrop, scenes: Sequence[Scene], heading: str, width: float, *, legend: bool
) -> tuple[list[str], float]:
    """Return the heading and the powers with their colors, and their height."""
    lines = fitted(heading, width - 24, 20)
    looks = {"font_size": 20, "font_family": "serif", "fill": backdrop.theme.ink}
    parts = [text(line, 12, 28 + 25 * number, **looks) for number, line in enumerate(lines)]
    y = 14 + 25.0 * len(lines) if lines else 0.0
    shown = {power for scene in scenes for power in scene.powers()}
    entries = [_entry(power, scenes[0], backdrop) for power in backdrop.board.powers if power in shown and legend]
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


def _entry(power: str, scene: Scene, backdrop: Backdrop) -> tuple[str, float]:
    """Return a power's color and name, and their width in px."""
    theme, shade, language = backdrop.theme, backdrop.shades[power], backdrop.style.language
    letters = initials(scene.board, language)[power]
    owned = sum(owner == power for owner in scene.owners.values())
    name = scene.board.names.name(power, language) + (f" {owned}" if owned else "")
    size = smaller(10, letters)
    drawn = (
        element("rect", y=-9.0, width=26, height=18, rx=3, fill=backdrop.tint(power), stroke=theme.land_line)
        + element("circle", cx=13, r=7.4, fill=shade.unit, stroke=theme.casing, stroke_width=1.2)
        + text(letters, 13, size * 0.36, font_size=size, font_weight="bold", text_anchor="middle", fill=shade.letter)
        + text(name, 32, 4.6, font_size=13, fill=theme.ink)
    )
    return drawn, 32 + 7.4 * len(name) + 16
