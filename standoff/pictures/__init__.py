"""Pictures: positions, turns, paradoxes and comparisons drawn as SVG, in plain Python.

Nothing is adjudicated here. `draw` draws any subject; for more control, make a `Scene` (of a position, of a result),
and a `sheet` of one or several scenes in a `Style`.
"""

from ..map import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
