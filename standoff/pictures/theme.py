"""Colors: light, dark, and black on white for print.

Color-blind people can tell the seven powers' colors and tints apart: the least color difference (CIE 1976) between two
of them is 18.5 for units and 9 for tints. Initials serve those who see no colors.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..map import Board, StandoffError


class PictureError(StandoffError):
    """Something cannot be drawn, or not like that; the message says what is possible.

    >>> from standoff import draw, starting_position
    >>> draw(starting_position(), theme="sepia")
    Traceback (most recent call last):
        ...
    standoff.pictures.theme.PictureError: no theme 'sepia'; known: light, dark, print
    """


@dataclass(frozen=True, slots=True)
class Shade:
    """The colors of a power: of its units and orders, of the letters on them, of its land."""

    unit: str
    letter: str
    tint: str


_POWERS = {
    "AUSTRIA": ("#c8321f", "#ffffff", "#ea9b80", "#7d3a2c"),
    "ENGLAND": ("#1f3a93", "#ffffff", "#9aa3e6", "#3a447f"),
    "FRANCE": ("#5bb4e5", "#10202c", "#97ccf3", "#3f6f92"),
    "GERMANY": ("#3a3a3a", "#ffffff", "#aba49d", "#4d4a47"),
    "ITALY": ("#3f9b57", "#ffffff", "#a3d4a0", "#3f6b45"),
    "RUSSIA": ("#fdfdf9", "#222222", "#fbf8fa", "#a5a09e"),
    "TURKEY": ("#f0c419", "#2a2200", "#f3d576", "#83701f"),
}
"""Of each power the colors of units, letters and land, and of land on a dark map."""


@dataclass(frozen=True)
class Theme:
    """The colors of a picture.

    Attributes:
        name: Its name.
        paper: Behind header and footer.
        ink: Words on paper.
        sea, sea_line, sea_ink: Water, the borders of seas, their names.
        shores: The water lines along the shore, widest first.
        land, neutral, land_line, land_ink, land_halo: Unowned land, impassable land, borders and coasts, the names of
            provinces and their halo.
        casing: The edge of units, and of arrows in light colors.
        edge: The edge of arrows in dark colors.
        halo: The halo of units and crosses.
        alarm: Failure: crosses, disrupted and dislodged units.
        good: Builds, and the wave around a convoying fleet.
        mark: The core of a paradox, the frame of the adopted resolution.
        contested: The burst of a standoff.
        powers: The colors of powers, by id.
        hatched: True if land is hatched instead of tinted, and orders are black (hollow if they fail).
    """

    name: str
    paper: str
    ink: str
    sea: str
    sea_line: str
    sea_ink: str
    shores: tuple[str, str, str]
    land: str
    neutral: str
    land_line: str
    land_ink: str
    land_halo: str
    casing: str
    edge: str
    halo: str
    alarm: str
    good: str
    mark: str
    contested: str
    powers: dict[str, Shade] = field(default_factory=dict[str, Shade])
    hatched: bool = False

    def edge_of(self, color: str) -> str:
        """Return the color of the edge of an arrow: on a dark map, dark arrows have light edges."""
        red, green, blue = (int(color[n : n + 2], 16) for n in (1, 3, 5))
        return self.edge if 0.3 * red + 0.59 * green + 0.11 * blue < 115 else self.casing

    def shades(self, board: Board) -> dict[str, Shade]:
        """Return the colors of each power of a board; powers that the theme lacks get unused ones."""
        unused = [shade for power, shade in self.powers.items() if power not in board.powers]
        spare = [*unused, *self.powers.values()]
        chosen: dict[str, Shade] = {}
        for power in board.powers:
            chosen[power] = self.powers.get(power) or spare[len(chosen) % len(spare)]
        return chosen


_COLORS: dict[str, tuple[Any, Any, Any]] = {
    "paper": ("#fbf7ee", "#15191d", "#ffffff"),
    "ink": ("#3b3226", "#e9e2d3", "#000000"),
    "sea": ("#c3d6de", "#1d2d38", "#ffffff"),
    "sea_line": ("#7fa3b5", "#4a6678", "#777777"),
    "sea_ink": ("#20475e", "#9fc2d6", "#444444"),
    "shores": (("#b8ced8", "#abc5d1", "#98b7c6"), ("#22343f", "#293e4b", "#334c5b"), ("#f2f2f2", "#e4e4e4", "#cccccc")),
    "land": ("#eedfbf", "#5b5340", "#ffffff"),
    "neutral": ("#cdc2ab", "#3b3831", "#bdbdbd"),
    "land_line": ("#5f523f", "#15120d", "#333333"),
    "land_ink": ("#3b3226", "#f4eddd", "#000000"),
    "land_halo": ("#fffaf0", "#2a251c", "#ffffff"),
    "casing": ("#1c1712", "#0b0906", "#000000"),
    "edge": ("#1c1712", "#e9e2d3", "#000000"),
    "halo": ("#ffffff", "#f4eddd", "#ffffff"),
    "alarm": ("#b3001b", "#ff5a5f", "#000000"),
    "good": ("#1d6fa0", "#6cc4f5", "#000000"),
    "mark": ("#c58a00", "#ffc83d", "#000000"),
    "contested": ("#fff3c9", "#fff3c9", "#ffffff"),
}
"""Every color of the light theme, the dark one, and the one for print."""


def _theme(number: int, name: str, powers: Mapping[str, Shade], *, hatched: bool = False) -> Theme:
    colors = {part: shades[number] for part, shades in _COLORS.items()}
    return Theme(name=name, **colors, powers=dict(powers), hatched=hatched)


LIGHT = _theme(0, "light", {power: Shade(unit, letter, land) for power, (unit, letter, land, _) in _POWERS.items()})
DARK = _theme(1, "dark", {power: Shade(unit, letter, dark) for power, (unit, letter, _, dark) in _POWERS.items()})
PRINT = _theme(2, "print", {power: Shade("#ffffff", "#000000", "#ffffff") for power in _POWERS}, hatched=True)
THEMES = (LIGHT, DARK, PRINT)


def theme_named(name: str) -> Theme:
    """Return a theme.

    Raises:
        PictureError: There is no such theme.
    """
    for theme in THEMES:
        if theme.name == name:
            return theme
    raise PictureError(f"no theme {name!r}; known: {', '.join(theme.name for theme in THEMES)}")
