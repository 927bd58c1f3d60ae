"""Pictures: positions, turns, paradoxes and comparisons drawn as SVG, in plain Python.

A picture shows what it is given; nothing is adjudicated here. `draw` draws anything; whoever needs more makes a `Scene`
(of a position, of a result), and a `sheet` of one or several of them in a `Style`.
"""

from .animation import animate, save_animation
from .boards import Anchor, Geometry, drawing_now, geometry_of
from .dependencies import draw_dependencies
from .drawing import Drawing
from .ground import Style
from .notebook import inline
from .panels import SHOWN, chain_of, keys_of, scenes_of_resolutions
from .positions import phase_words, scene_of_position
from .result_scenes import orders_only, resolved, scene_of_movement, scene_of_result
from .scene import Piece, Scene
from .sheets import crop_of, sheet
from .subjects import Drawable, draw, title_of
from .theme import LIGHT, THEMES, PictureError, Theme, theme_named

__all__ = [
    "LIGHT",
    "SHOWN",
    "THEMES",
    "Anchor",
    "Drawable",
    "Drawing",
    "Geometry",
    "PictureError",
    "Piece",
    "Scene",
    "Style",
    "Theme",
    "animate",
    "chain_of",
    "crop_of",
    "draw",
    "draw_dependencies",
    "drawing_now",
    "geometry_of",
    "inline",
    "keys_of",
    "orders_only",
    "phase_words",
    "resolved",
    "save_animation",
    "scene_of_movement",
    "scene_of_position",
    "scene_of_result",
    "scenes_of_resolutions",
    "sheet",
    "theme_named",
    "title_of",
]
