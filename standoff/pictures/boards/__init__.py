"""The data of a drawn board: where provinces lie, and where units, names and centers stand in them."""

from .drawings import drawing_now, geometry_of
from .geometry import Anchor, Border, Geometry, Link

__all__ = ["Anchor", "Border", "Geometry", "Link", "drawing_now", "geometry_of"]
