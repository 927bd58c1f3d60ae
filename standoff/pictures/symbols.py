"""The signs on the map, drawn around the origin: units, bursts, crosses, waves."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

from .svg import element, group, line_data, shift, text
from .theme import Shade, Theme

ARMY_SHAPE = "M4.4-7.4L13-13.4 16-9.4 8.9-4A10.2 10.2 0 0 1 6.3 8H11V11H-11V8H-6.3A10.2 10.2 0 0 1 4.4-7.4z"
FLEET_SHAPE = "M-14-2.6H-1.6V-12.6L9.6-4.6H1.2V-2.6H14C13 4.4 10.6 7.6 8.4 9.6H-8.4C-10.6 7.6-13 4.4-14-2.6z"


def definitions(prefix: str, theme: Theme, shades: dict[str, Shade], letters: dict[str, str], units: set[str]) -> str:
    """Return the definitions that the signs refer to, with ids beginning with `prefix`.

    Args:
        prefix: The beginning of every id.
        theme: The colors.
        shades: The colors of each power.
        letters: The initials of each power.
        units: The ids of the units that are needed (`unit_id`).
    """
    parts = [
        element("path", id=f"{prefix}army", d=ARMY_SHAPE),
        element("path", id=f"{prefix}fleet", d=FLEET_SHAPE),
        element("path", id=f"{prefix}burst", d=_burst()),
        element("path", id=f"{prefix}wave", d=_wave()),
        element("path", id=f"{prefix}cross", d="M-4.4-4.4L4.4 4.4M-4.4 4.4L4.4-4.4"),
    ]
    for power, shade in shades.items():
        for kind in "AF":
            if unit_id(kind, power) in units:
                sign = unit(prefix, kind, letters[power], shade, theme)
                parts.append(element("g", sign, id=f"{prefix}{unit_id(kind, power)}"))
    if theme.hatched:
        parts.extend(_hatch(prefix, number, power) for number, power in enumerate(shades))
    return "".join(parts)


@cache
def _burst() -> str:
    """Return a star of nine uneven points."""
    points: list[tuple[float, float]] = []
    for corner in range(18):
        radius = (9.6, 4.4, 11.4, 4.2)[corner % 4]
        angle = pi * corner / 9 - pi / 2
        points.append((radius * cos(angle), radius * sin(angle)))
    return line_data(points, closed=True)


@cache
def _wave() -> str:
    """Return a wavy ring around a unit."""
    points: list[tuple[float, float]] = []
    for step in range(72):
        angle = 2 * pi * step / 72
        radius = 18.6 + 1.5 * sin(12 * angle)
        points.append((radius * cos(angle) * 1.08, radius * sin(angle)))
    return line_data(points, closed=True)


_HATCHES = ("M0 0L6 6M-1 5L1 7M5-1L7 1", "M6 0L0 6M-1 1L1-1M5 7L7 5", "M0 3H6", "M3 0V6", "M0 3H6M3 0V6")


def _hatch(prefix: str, count: int, power: str) -> str:
    """Return the pattern of a power's land in black and white: lines, and when these run out, dots."""
    if count < len(_HATCHES):
        inside = element("path", d=_HATCHES[count], stroke="#999", stroke_width=0.8, fill="none")
    elif count == len(_HATCHES):
        inside = ""
    else:
        inside = element("circle", cx=3.0, cy=3.0, r=0.6 + 0.25 * (count - len(_HATCHES)), fill="#888")
    white = element("rect", width=6.0, height=6.0, fill="#fff")
    pattern_id = f"{prefix}hatch-{power}"
    return element("pattern", white, inside, id=pattern_id, width=6, height=6, patternUnits="userSpaceOnUse")


def unit_id(kind: str, power: str) -> str:
    """Return the id of the definition of a power's army or fleet."""
    return f"{kind}-{power}"


def unit(prefix: str, kind: str, letters: str, shade: Shade, theme: Theme) -> str:
    """Return a unit at the origin: its outline in a halo, with the initial of its power inside."""
    name = f"#{prefix}{'army' if kind == 'A' else 'fleet'}"
    size = (12.0 if kind == "A" else 10.0) * (1.0, 0.8, 0.62)[min(len(letters), 3) - 1]
    y = 5.2 if kind == "A" else 6.6
    return (
        element("use", href=name, stroke=theme.halo, stroke_opacity=".85", stroke_width=4.4, stroke_linejoin="round")
        + element("use", href=name, fill=shade.unit, stroke=theme.casing, stroke_width=1.4, stroke_linejoin="round")
        + text(
            letters,
            0.2 if kind == "A" else 0.0,
            y - (11 - size) * 0.3 * (kind == "A"),
            font_size=size,
            font_weight="bold",
            text_anchor="middle",
            fill=shade.letter,
        )
    )


def placed(sign: str, x: float, y: float, **entries: object) -> str:
    """Return a sign moved to a point."""
    return group([sign], transform=shift(x, y), **entries)


def burst(prefix: str, x: float, y: float, theme: Theme) -> str:
    """Return the burst of a standoff."""
    return element(
        "use",
        href=f"#{prefix}burst",
        transform=shift(x, y),
        fill=theme.contested,
        stroke=theme.alarm,
        stroke_width=1.6,
        stroke_linejoin="round",
        class_="burst",
    )


def cross(prefix: str, x: float, y: float, theme: Theme) -> str:
    """Return the cross of an order that fails."""
    name = f"#{prefix}cross"
    under = element("use", href=name, stroke=theme.halo, stroke_width=5.4)
    over = element("use", href=name, stroke=theme.alarm, stroke_width=2.6)
    return placed(under + over, x, y, stroke_linecap="round", class_="cross")


def badge(letter: str, x: float, y: float, color: str, theme: Theme, name: str) -> str:
    """Return a small round sign with a letter: ! illegal, ? open, + built."""
    circle = element("circle", r=6.2, fill=theme.halo, stroke=color, stroke_width=1.6)
    inside = element("text", letter, y=3.6, font_size=10.0, font_weight="bold", text_anchor="middle", fill=color)
    return placed(circle + inside, x, y, class_=f"sign {name}")


def void_sign(x: float, y: float, color: str, theme: Theme) -> str:
    """Return the sign of an order that matches nothing: a struck circle."""
    circle = element("circle", r=5.0, fill=theme.halo, stroke=color, stroke_width=1.8)
    stroke = element("path", d="M-5.8 5.8L5.8-5.8", stroke=color, stroke_width=1.8)
    return placed(circle + stroke, x, y, class_="sign void")
