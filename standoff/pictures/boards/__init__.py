"""The data of a drawn board: where provinces lie, and where units, names and centers stand in them."""

from .drawings import drawing_now, geometry_of
from .geometry import Anchor, Geometry, Passage

__all__ = ["Anchor", "Geometry", "Passage", "drawing_now", "geometry_of"]
