"""Drawing the board: where its provinces lie in a picture, and where units, names and centers stand in them."""

from .drawings import geometry_of
from .geometry import Anchor, Border, Geometry, Link

__all__ = ["Anchor", "Border", "Geometry", "Link", "geometry_of"]
