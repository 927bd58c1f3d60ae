"""Pictures: positions, turns, paradoxes and comparisons drawn as SVG, in plain Python.

A picture shows what it is given; nothing is adjudicated here. `draw` draws anything; whoever needs more makes a `Scene`
(of a position, of a result), and a `sheet` of one or several of them in a `Style`.
"""

# pyright: basic
# lazy_loader does not declare its types; the stub beside this file says what is offered.
import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
