"""Colors: light, dark, and black on white for print.

Color-blind people can distinguish the colors and tints of the seven powers: the least color difference (CIE 1976)
between two of them is 18.5 for units and 9 for tints. Initials serve readers without color vision.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ..map import Board, StandoffError


class PictureError(StandoffError):
    """A picture is impossible; the message has the possible choices.

    >>> from standoff import draw, starting_position
    >>> draw(starting_position(), theme="sepia")
    Traceback (most recent call last):
        ...
    standoff.pictures.theme.PictureError: no theme 'sepia'; known: light, dark, print
    """


class Shade(NamedTuple):
    """The colors of a power: of its units and orders, of the letters on them, of its land."""

    unit: str
    letter: str
    tint: str


_POWERS = {
    "AUSTRIA": Shade("#c8321f", "#ffffff", "#ea9b80"),
    "ENGLAND": Shade("#1f3a93", "#ffffff", "#9aa3e6"),
    "FRANCE": Shade("#5bb4e5", "#10202c", "#97ccf3"),
    "GERMANY": Shade("#3a3a3a", "#ffffff", "#aba49d"),
    "ITALY": Shade("#3f9b57", "#ffffff", "#a3d4a0"),
    "RUSSIA": Shade("#fdfdf9", "#222222", "#fbf8fa"),
    "TURKEY": Shade("#f0c419", "#2a2200", "#f3d576"),
}
_DARK_LAND = ("#7d3a2c", "#3a447f", "#3f6f92", "#4d4a47", "#3f6b45", "#a5a09e", "#83701f")


@dataclass(frozen=True)
class Theme:
    """The colors of a picture; by default, those of the light theme."""

    name: str = "light"
    paper: str = "#fbf7ee"  # behind header and footer
    ink: str = "#3b3226"  # words on paper
    sea: str = "#c3d6de"
    sea_line: str = "#7fa3b5"  # the borders of seas
    sea_ink: str = "#20475e"
    shores: tuple[str, str, str] = ("#b8ced8", "#abc5d1", "#98b7c6")  # the water lines along the shore, widest first
    land: str = "#eedfbf"  # unowned
    neutral: str = "#cdc2ab"  # impassable
    land_line: str = "#5f523f"  # borders and coasts
    land_ink: str = "#3b3226"  # the names of provinces
    land_halo: str = "#fffaf0"
    casing: str = "#1c1712"  # the edge of units, and of arrows in light colors
    edge: str = "#1c1712"  # of arrows in dark colors
    halo: str = "#ffffff"  # of units and crosses
    alarm: str = "#b3001b"  # failure: crosses, disrupted and dislodged units
    good: str = "#1d6fa0"  # builds, and the wave around a convoying fleet
    mark: str = "#c58a00"  # the core of a paradox, the frame of the adopted resolution
    contested: str = "#fff3c9"  # the burst of a standoff
    powers: dict[str, Shade] = field(default_factory=lambda: _POWERS)
    hatched: bool = False  # true if land is hatched instead of tinted, and orders are black (hollow if they fail)

    def edge_of(self, color: str) -> str:
        """Return the color of the edge of an arrow: on a dark map, dark arrows have light edges."""
        red, green, blue = (int(color[n : n + 2], 16) for n in (1, 3, 5))
        return self.edge if 0.3 * red + 0.59 * green + 0.11 * blue < 115 else self.casing

    def shades(self, board: Board) -> dict[str, Shade]:
        """Return the colors of each power of a board; powers that the theme lacks get unused ones."""
        unused = [shade for power, shade in self.powers.items() if power not in board.powers]
        spare = [*unused, *self.powers.values()]
        return {power: self.powers.get(power) or spare[n % len(spare)] for n, power in enumerate(board.powers)}


LIGHT = Theme()
DARK = Theme(
    name="dark",
    paper="#15191d",
    ink="#e9e2d3",
    sea="#1d2d38",
    sea_line="#4a6678",
    sea_ink="#9fc2d6",
    shores=("#22343f", "#293e4b", "#334c5b"),
    land="#5b5340",
    neutral="#3b3831",
    land_line="#15120d",
    land_ink="#f4eddd",
    land_halo="#2a251c",
    casing="#0b0906",
    edge="#e9e2d3",
    halo="#f4eddd",
    alarm="#ff5a5f",
    good="#6cc4f5",
    mark="#ffc83d",
    powers={power: shade._replace(tint=land) for (power, shade), land in zip(_POWERS.items(), _DARK_LAND, strict=True)},
)
PRINT = Theme(
    name="print",
    sea_line="#777777",
    sea_ink="#444444",
    shores=("#f2f2f2", "#e4e4e4", "#cccccc"),
    neutral="#bdbdbd",
    land_line="#333333",
    **dict.fromkeys(("ink", "land_ink", "casing", "edge", "alarm", "good", "mark"), "#000000"),
    **dict.fromkeys(("paper", "sea", "land", "land_halo", "contested"), "#ffffff"),
    powers=dict.fromkeys(_POWERS, Shade("#ffffff", "#000000", "#ffffff")),
    hatched=True,
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK, PRINT)}


def theme_named(name: str) -> Theme:
    """Return a theme.

    Raises:
        PictureError: There is no such theme.
    """
    if not isinstance(name, str) or name not in THEMES:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise PictureError(f"no theme {name!r}; known: {', '.join(THEMES)}")
    return THEMES[name]
