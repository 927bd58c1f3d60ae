"""Pictures: positions, turns, paradoxes and comparisons drawn as SVG, in plain Python.

A picture shows what it is given; nothing is adjudicated here.
"""

from .draw import Drawable, draw
from .sheet import Drawing
from .theme import THEMES, PictureError, Theme

__all__ = ["THEMES", "Drawable", "Drawing", "PictureError", "Theme", "draw"]
