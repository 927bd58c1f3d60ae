"""Pictures: positions, turns, paradoxes and comparisons drawn as SVG, in plain Python.

A picture shows what it is given; nothing is adjudicated here. `draw` draws anything; whoever needs more makes a `Scene`
(of a position, of a result), and a `sheet` of one or several of them in a `Style`.
"""

from ..map import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
