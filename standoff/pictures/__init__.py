"""Pictures: positions, turns, paradoxes and comparisons drawn as SVG, in plain Python."""

from .draw import Drawable, draw
from .sheet import Drawing
from .theme import THEMES, PictureError, Theme

__all__ = ["THEMES", "Drawable", "Drawing", "PictureError", "Theme", "draw"]
