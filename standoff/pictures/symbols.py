"""The signs on the map, drawn around the origin: units, bursts, crosses, waves."""

from __future__ import annotations

from collections.abc import Container, Mapping

from .svg import element, group, shift, text
from .theme import Shade, Theme

SHAPES = {
    "army": "M4.4-7.4L13-13.4 16-9.4 8.9-4A10.2 10.2 0 0 1 6.3 8H11V11H-11V8H-6.3A10.2 10.2 0 0 1 4.4-7.4z",
    "fleet": "M-14-2.6H-1.6V-12.6L9.6-4.6H1.2V-2.6H14C13 4.4 10.6 7.6 8.4 9.6H-8.4C-10.6 7.6-13 4.4-14-2.6z",
    "burst": (
        "M0-9.6l1.5 5.5 5.8-4.6-3.7 6.6 5.9.4-5.2 2.5 5.6 4.9-7.2-2.5.6 5.8-3.3-4.6-3.9 6.3 1.2-7.5-5.6 1.6 4-4"
        "-6.9-2.8 7.6-.1-2.6-5.3 4.7 3.3z"
    ),
    "wave": (
        "M20.1 0l1.3 1.7-.2 1.8-1.8 1.3-1.8 1.1-.7 1.4.5 2 .2 2.1-1.1 1.4-2.3.4-2.2.1-1.3.9-.7 1.9-.9 1.9-1.7.7-2."
        "2-.7-2-1-1.6.2-1.6 1.4-1.9 1.2-1.8-.2-1.5-1.6-1.2-1.7-1.5-.6-2.1.4-2.3.2-1.5-1.1-.4-2-.1-2.1-1-1.2-2.1-.6"
        "-2.1-.9-.7-1.6.8-2 1-1.8-.2-1.5-1.5-1.5-1.3-1.7.2-1.8 1.8-1.3 1.8-1.1.7-1.4-.5-2-.2-2.1 1.1-1.4 2.3-.4 2."
        "2-.1 1.3-.9.7-1.9.9-1.9 1.7-.7 2.2.7 2 1 1.6-.2 1.6-1.4 1.9-1.2 1.8.2 1.5 1.6 1.2 1.7 1.5.6 2.1-.4 2.3-.2"
        " 1.5 1.1.4 2 .1 2.1 1 1.2 2.1.6 2.1.9.7 1.6-.8 2-1 1.8.2 1.5z"
    ),
    "cross": "M-4.4-4.4L4.4 4.4M-4.4 4.4L4.4-4.4",
}
_HATCHES = ("M0 0L6 6M-1 5L1 7M5-1L7 1", "M6 0L0 6M-1 1L1-1M5 7L7 5", "M0 3H6", "M3 0V6", "M0 3H6M3 0V6")


def placed(sign: str, x: float, y: float, **entries: object) -> str:
    """Return a sign moved to a point."""
    return group([sign], transform=shift(x, y), **entries)


def smaller(size: float, letters: str) -> float:
    """Return the font size of initials, by their number of letters."""
    return size * (1.0, 0.8, 0.62)[min(len(letters), 3) - 1]


class Signs:
    """The signs of one picture, in the colors of its theme.

    Args:
        prefix: The beginning of the ids that they refer to.
        theme: The colors.
    """

    def __init__(self, prefix: str, theme: Theme) -> None:
        self.prefix, self.theme = prefix, theme

    def use(self, name: str, **entries: object) -> str:
        """Return a defined sign."""
        return element("use", href=f"#{self.prefix}{name}", **entries)

    def definitions(
        self, shades: Mapping[str, Shade], letters: Mapping[str, str], units: Container[tuple[str, str]]
    ) -> str:
        """Return the definitions that the signs refer to.

        Args:
            shades: The colors of each power.
            letters: The initials of each power.
            units: The units to define, each ``A`` or ``F``, and its power.
        """
        parts = [element("path", id=f"{self.prefix}{name}", d=data) for name, data in SHAPES.items()]
        parts += [
            element("g", self._unit(kind, letters[power], shade), id=f"{self.prefix}{kind}-{power}")
            for power, shade in shades.items()
            for kind in "AF"
            if (kind, power) in units
        ]
        if self.theme.hatched:
            parts += [self._hatch(number, power) for number, power in enumerate(shades)]
        return "".join(parts)

    def _hatch(self, count: int, power: str) -> str:
        """Return the pattern of a power's land in black and white: lines, and when these run out, dots."""
        inside = ""
        if count < len(_HATCHES):
            inside = element("path", d=_HATCHES[count], stroke="#999", stroke_width=0.8, fill="none")
        elif count > len(_HATCHES):
            inside = element("circle", cx=3.0, cy=3.0, r=0.6 + 0.25 * (count - len(_HATCHES)), fill="#888")
        white = element("rect", width=6.0, height=6.0, fill="#fff")
        pattern_id = f"{self.prefix}hatch-{power}"
        return element("pattern", white, inside, id=pattern_id, width=6, height=6, patternUnits="userSpaceOnUse")

    def _unit(self, kind: str, letters: str, shade: Shade) -> str:
        """Return a unit at the origin: its outline in a halo, with the initial of its power inside."""
        name, x, y, size = "fleet", 0.0, 6.6, smaller(10, letters)
        if kind == "A":
            name, x, size = "army", 0.2, smaller(12, letters)
            y = 5.2 - (11 - size) * 0.3
        edge = {"stroke": self.theme.halo, "stroke_opacity": ".85", "stroke_width": 4.4, "stroke_linejoin": "round"}
        pale = min(int(shade.unit[n : n + 2], 16) for n in (1, 3, 5)) > 230 and not self.theme.hatched  # as its land is
        line = {"stroke": self.theme.casing, "stroke_width": 2.4 if pale else 1.4, "stroke_linejoin": "round"}
        words = {"font_size": size, "font_weight": "bold", "text_anchor": "middle", "fill": shade.letter}
        return self.use(name, **edge) + self.use(name, fill=shade.unit, **line) + text(letters, x, y, **words)

    def burst(self, x: float, y: float) -> str:
        """Return the burst of a standoff."""
        line = {"stroke": self.theme.alarm, "stroke_width": 1.6, "stroke_linejoin": "round"}
        return self.use("burst", transform=shift(x, y), fill=self.theme.contested, **line, class_="burst")

    def cross(self, x: float, y: float) -> str:
        """Return the cross of an order that fails."""
        under = self.use("cross", stroke=self.theme.halo, stroke_width=5.4)
        over = self.use("cross", stroke=self.theme.alarm, stroke_width=2.6)
        return placed(under + over, x, y, stroke_linecap="round", class_="cross")

    def badge(self, letter: str, x: float, y: float, color: str, name: str) -> str:
        """Return a small round sign with a letter: ! illegal, ? open, + built."""
        circle = element("circle", r=6.2, fill=self.theme.halo, stroke=color, stroke_width=1.6)
        inside = text(letter, 0, 3.6, font_size=10.0, font_weight="bold", text_anchor="middle", fill=color)
        return placed(circle + inside, x, y, class_=f"sign {name}")

    def void(self, x: float, y: float) -> str:
        """Return the sign of an order that matches nothing: a struck circle."""
        line = {"stroke": self.theme.alarm, "stroke_width": 1.8}
        circle = element("circle", r=5.0, fill=self.theme.halo, **line)
        return placed(circle + element("path", d="M-5.8 5.8L5.8-5.8", **line), x, y, class_="sign void")
