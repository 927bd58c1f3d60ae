"""A whole picture: heading, the powers, one map or several side by side, notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ..map.drawing.geometry import Anchor, Geometry
from . import symbols
from .clipping import Box
from .labels import initials, wrapped
from .layout import spot
from .paint import Painter, Style, board_layers, boxed, names_layer, provinces_in, shapes
from .scene import Scene
from .svg import element, escaped, group, number, shift, text, title
from .theme import Theme

__all__ = ["Drawing"]

MARGIN = 82.0
"""The margin around the units of a crop, in px."""
LEAST_WIDTH, LEAST_HEIGHT = 430.0, 320.0
"""The smallest crop, in px of the board."""
CROP_UNITS = 14
"""With more units than this, the whole board is shown."""
GAP = 14.0
"""Between maps side by side, and around them, in px."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture.

    Attributes:
        svg: The picture as an SVG document.
        width_px, height_px: Its size.
        title: What it shows.
        words: The units or orders in words, one line each.

    >>> from standoff.map import starting_position
    >>> from standoff.pictures import draw
    >>> drawing = draw(starting_position())
    >>> str(drawing).startswith("<svg"), drawing.words[2]
    (True, 'Austria: fleet Trieste')
    """

    svg: str
    width_px: int
    height_px: int
    title: str = ""
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str, *, width_px: int | None = None) -> None:
        """Write the picture to a file, as SVG, TikZ (for LaTeX), PNG or PDF by the ending of its name.

        Args:
            path: The file.
            width_px: The width of a PNG; that of the picture if left out.

        Raises:
            PictureError: The ending is a different one, or a library is missing or cannot write.

        >>> import tempfile
        >>> from standoff import draw, read
        >>> path = f"{tempfile.mkdtemp()}/turn.svg"
        >>> draw(read("FRANCE: A PAR - BUR")).save(path)
        >>> open(path).read(4)
        '<svg'
        """
        from .export import save

        save(self, path, width_px=width_px)


def crop_of(scenes: Sequence[Scene], geometry: Geometry, *, always: bool = False) -> Box | None:
    """Return the part of the board that the units and orders of small turns need; None for the whole board.

    Args:
        scenes: The scenes to show.
        geometry: The geometry of the board.
        always: True to crop any turn, to the emphasized part if there is one.
    """
    places = {place for scene in scenes for place in scene.places(emphasized=always)}
    if not places or (not always and max(len(scene.pieces) for scene in scenes) > CROP_UNITS):
        return None
    points = [spot(geometry, place) for place in sorted(places)]
    points += [
        spot(geometry, piece.unit.location, Anchor.DISLODGED)
        for scene in scenes
        for piece in scene.pieces
        if piece.anchor is Anchor.DISLODGED
    ]
    for scene in scenes:
        points += [spot(geometry, province) for province in scene.contested]
    left, right = min(x for x, _ in points) - MARGIN, max(x for x, _ in points) + MARGIN
    top, bottom = min(y for _, y in points) - MARGIN, max(y for _, y in points) + MARGIN
    width, height = max(right - left, LEAST_WIDTH), max(bottom - top, LEAST_HEIGHT)
    width, height = max(width, height * 0.85), max(height, width * 0.55)
    if not always and width * height > 0.62 * geometry.width * geometry.height:
        return None
    width, height = min(width, geometry.width), min(height, geometry.height)
    x = min(max((left + right - width) / 2, 0.0), geometry.width - width)
    y = min(max((top + bottom - height) / 2, 0.0), geometry.height - height)
    return round(x), round(y), round(x + width), round(y + height)


def fitted(words: str, width: float, size: float) -> tuple[str, ...]:
    """Return words in lines that fit a width in px, at a font size in px."""
    return wrapped(words, max(8, int(width / (size * 0.55))))


def sheet(
    scenes: Sequence[Scene],
    geometry: Geometry,
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
    """Return the picture of one or several maps.

    Args:
        scenes: The scenes of the maps; with several, each map has its heading.
        geometry: The geometry of the board, the same for all.
        style: Colors, names, ids.
        heading: The heading of the whole picture.
        crop: The part of the board that all maps show; None for the whole.
        width_px: The width of the picture; that of the maps in px of the board if left out.
        legend: True to name the powers with their colors.
        notes: Lines below the maps.
        captions: True to put its heading above each map; if left out, only with several maps.
        units_of: Scenes of other pictures on the same page that use this one's definitions.
    """
    theme = style.theme
    box = crop or (0.0, 0.0, float(geometry.width), float(geometry.height))
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    count = len(scenes)
    columns = count if count < 4 and wide * count < 2100 else max(1, min(count, 3, int(1900 // wide)))
    several = count > 1 if captions is None else captions
    heading = heading or ("" if several else scenes[0].heading)
    full = columns * wide + (columns - 1) * GAP + 2 * GAP * several
    words = tuple(dict.fromkeys(word for scene in scenes for word in scene.words()))

    provinces = provinces_in(scenes[0].board, geometry, crop)
    parts = [
        title(heading or scenes[0].heading or "Diplomacy"),
        element("desc", escaped("\n".join((*(s.heading for s in scenes if several and s.heading), *words)))),
        _definitions([*scenes, *units_of], geometry, style, provinces, box),
    ]
    header, y = _header(scenes, style, heading, full, legend)
    maps: list[str] = []
    drawn: dict[str, str] = {}
    row_top = y + GAP * 0.5 * several
    for first in range(0, count, columns):
        row = scenes[first : first + columns]
        row_captions = [fitted(scene.heading, wide - 8, 15) if several else () for scene in row]
        depth = max(map(len, row_captions)) * 19.0 + 6 * several
        for column, (scene, caption) in enumerate(zip(row, row_captions, strict=True)):
            x = GAP * several + column * (wide + GAP)
            maps.append(
                _map(
                    scene, geometry, style, provinces, box, (x, row_top + depth), drawn, first + column, framed=several
                )
            )
            for line_number, line in enumerate(caption):
                weight = "bold" if scene.adopted else None
                maps.append(
                    text(line, x + 2, row_top + 16 + 19 * line_number, font_size=15, fill=theme.ink, font_weight=weight)
                )
        row_top += depth + high + GAP * 0.6 * several
    y = row_top
    below = [*notes, *dict.fromkeys(note for scene in scenes for note in scene.notes)]
    lines = [line for note in below for line in fitted(note, full - 24, 13)]
    if lines:
        maps.extend(text(line, 12, y + 20 + 18 * row, font_size=13, fill=theme.ink) for row, line in enumerate(lines))
        y += 12 + 18 * len(lines)
    height = y + GAP * 0.5 * several + 4 * bool(lines)
    name = heading or scenes[0].heading
    return _drawing(parts, (*header, *maps), (full, height), width_px, theme, name, words)


def film(
    scenes: Sequence[Scene], geometry: Geometry, style: Style, *, width_px: int | None = None, seconds: float = 2.5
) -> Drawing:
    """Return one picture that shows the scenes in turn, in a loop; viewers without animation show the first.

    Args:
        scenes: The scenes, each with its heading.
        geometry: The geometry of the board.
        style: Colors, names, ids.
        width_px: The width; that of the board if left out.
        seconds: How long each is shown.
    """
    theme, prefix = style.theme, style.prefix
    width, high = float(geometry.width), float(geometry.height)
    box = (0.0, 0.0, width, high)
    provinces = provinces_in(scenes[0].board, geometry, None)
    heads = [_header([scene], style, scene.heading, width, legend=True) for scene in scenes]
    top = max(y for _, y in heads)
    drawn: dict[str, str] = {}
    frames: list[str] = []
    total_seconds = seconds * len(scenes)
    for place, (scene, (header, _)) in enumerate(zip(scenes, heads, strict=True)):
        times = [0.0, place / len(scenes), (place + 1) / len(scenes)]
        values = ["none", "inline", "none"]
        if place == 0:
            times, values = times[1:], values[1:]
        animation = element(
            "animate",
            attributeName="display",
            calcMode="discrete",
            values=";".join(values),
            keyTimes=";".join(f"{time:.5f}" for time in times),
            dur=f"{total_seconds:g}s",
            repeatCount="indefinite",
        )
        picture = _map(scene, geometry, style, provinces, box, (0.0, top), drawn, place, framed=False)
        display = None if place == 0 else "none"
        frames.append(element("g", animation, *header, picture, display=display, id=f"{prefix}frame-{place + 1}"))
    words = tuple(f"{scene.heading}: {word}" for scene in scenes for word in scene.words())
    heading = f"{scenes[0].heading} – {scenes[-1].heading}"
    described = [title(heading), element("desc", escaped("\n".join(words)))]
    described.append(_definitions(scenes, geometry, style, provinces, box))
    return _drawing(described, frames, (width, top + high), width_px, theme, heading, words)


def _drawing(
    head: Iterable[str],
    body: Iterable[str],
    size: tuple[float, float],
    width_px: int | None,
    theme: Theme,
    heading: str,
    words: tuple[str, ...],
) -> Drawing:
    """Return a picture: its title and definitions, the paper, and the body on it.

    Args:
        head, body: The elements before the paper and on it.
        size: Width and height in the units of the body.
        width_px: The width of the picture; that of the body if left out.
        theme: The colors.
        heading, words: Its title and description.
    """
    width, height = size
    shown_width = width_px or round(width)
    shown_height = round(height * shown_width / width)
    svg = element(
        "svg",
        *head,
        element("rect", width=width, height=height, fill=theme.paper),
        *body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=shown_width,
        height=shown_height,
        role="img",
        font_family="sans-serif",
        class_=f"standoff {theme.name}",
    )
    return Drawing(svg, shown_width, shown_height, heading, words)


def _definitions(scenes: Sequence[Scene], geometry: Geometry, style: Style, provinces: list[str], box: Box) -> str:
    """Return the definitions for the maps of a picture: signs, units, outlines, the frame that clips them."""
    crop = None if box == (0, 0, geometry.width, geometry.height) else box
    units = {symbols.unit_id(p.unit.type.value, p.unit.power) for scene in scenes for p in scene.pieces}
    letters = initials(scenes[0].board, style.language)
    signs = ""
    if style.shared is None:
        signs = symbols.definitions(style.prefix, style.theme, style.shades, letters, units)
        signs += shapes(scenes[0].board, geometry, provinces, style.prefix, crop)
    return element("defs", signs, element("clipPath", boxed(box), id=f"{style.prefix}frame"))


def _map(
    scene: Scene,
    geometry: Geometry,
    style: Style,
    provinces: list[str],
    box: Box,
    at: tuple[float, float],
    drawn: dict[str, str],
    place: int,
    *,
    framed: bool,
) -> str:
    """Return one map; board and names are reused from an earlier map that has the same."""
    prefix, theme = style.prefix, style.theme
    suffix = f"-{place + 1}" if place else ""

    def once(name: str, about: str, content: Callable[[], str]) -> str:
        key = f"{name} {about}"
        if key in drawn:
            return element("use", href=f"#{drawn[key]}")
        drawn[key] = f"{prefix}{name}{suffix}"
        return element("g", content(), id=drawn[key])

    land = f"{sorted(scene.tints.items())} {sorted(scene.owners.items())}"
    stood = sorted({piece.unit.location for piece in scene.pieces if "/" in piece.unit.location})
    below = once("board", land, lambda: board_layers(scene, geometry, style, provinces, box, suffix))
    names = once("names", f"{land} {stood}", lambda: names_layer(scene, geometry, style, provinces))
    painter = Painter(scene, geometry, style, suffix)
    inside = group([below, painter.map(names)], clip_path=f"url(#{prefix}frame)")
    frame = ""
    if framed:
        frame = boxed(
            box,
            fill="none",
            stroke=theme.mark if scene.adopted else theme.land_line,
            stroke_width=5.0 if scene.adopted else 1.0,
            class_="adopted" if scene.adopted else None,
        )
    return group(
        [inside, frame],
        transform=shift(at[0] - box[0], at[1] - box[1]),
        class_="map",
        id=f"{prefix}map{suffix}",
    )


def _header(scenes: Sequence[Scene], style: Style, heading: str, width: float, legend: bool) -> tuple[list[str], float]:
    """Return the heading and the powers with their colors, and their height."""
    theme, board = style.theme, scenes[0].board
    parts: list[str] = []
    y = 0.0
    lines = fitted(heading, width - 24, 20)
    for number_of_line, line in enumerate(lines):
        parts.append(text(line, 12, 28 + 25 * number_of_line, font_size=20, font_family="serif", fill=theme.ink))
    if lines:
        y = 14 + 25.0 * len(lines)
    powers = list(dict.fromkeys(power for scene in scenes for power in scene.powers()))
    powers = [power for power in board.powers if power in powers]
    if not legend or not powers:
        return parts, y
    entries = [_entry(power, scenes[0], style) for power in powers]
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


def _entry(power: str, scene: Scene, style: Style) -> tuple[str, float]:
    """Return a power's color and name, and their width in px."""
    theme, shade = style.theme, style.shades[power]
    letters = initials(scene.board, style.language)[power]
    name = scene.board.names.name(power, style.language)
    owned = sum(owner == power for owner in scene.owners.values())
    if owned:
        name += f" {owned}"
    tint = f"url(#{style.definitions}hatch-{power})" if theme.hatched else shade.tint
    size = 10.0 * (1.0, 0.85, 0.7)[min(len(letters), 3) - 1]
    drawn = (
        element("rect", y=-9.0, width=26, height=18, rx=3, fill=tint, stroke=theme.land_line)
        + element("circle", cx=13, r=7.4, fill=shade.unit, stroke=theme.casing, stroke_width=1.2)
        + text(letters, 13, size * 0.36, font_size=size, font_weight="bold", text_anchor="middle", fill=shade.letter)
        + text(name, 32, 4.6, font_size=13, fill=theme.ink)
    )
    return drawn, 32 + 7.4 * len(name) + 16
