from .backdrop import Style as Style
from .boards.drawings import drawing_now as drawing_now, geometry_of as geometry_of
from .boards.geometry import Anchor as Anchor, Geometry as Geometry
from .dependencies import draw_dependencies as draw_dependencies
from .drawing import Drawing as Drawing, ending_of as ending_of
from .panels import (
    SHOWN as SHOWN,
    chain_of as chain_of,
    keys_of as keys_of,
    scene_of_causes as scene_of_causes,
    scenes_of_resolutions as scenes_of_resolutions,
)
from .positions import open_places as open_places, phase_words as phase_words, scene_of_position as scene_of_position
from .result_scenes import (
    province_of_unit as province_of_unit,
    resolved as resolved,
    scene_of_result as scene_of_result,
)
from .scene import Piece as Piece, Scene as Scene
from .sheets import crop_of as crop_of, sheet as sheet
from .strengths import draw_strengths as draw_strengths
from .subjects import (
    Drawable as Drawable,
    draw as draw,
    inline as inline,
    order_of as order_of,
    title_of as title_of,
)
from .theme import LIGHT as LIGHT, PictureError as PictureError, theme_named as theme_named
