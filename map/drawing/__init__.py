"""The data of a drawn board: where provinces lie, and where units, names and centers stand in them.

Pictures are not drawn here but in `standoff/pictures`.
"""

from .drawings import geometry_of
from .geometry import Anchor, Border, Geometry, Link

__all__ = ["Anchor", "Border", "Geometry", "Link", "geometry_of"]
