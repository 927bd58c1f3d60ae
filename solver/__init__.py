"""The rules: orders, legality, rulebooks, the equations, the search, paradoxes and results.

Nothing here reads or writes files, and no text but that of orders and reasons; only `map` is imported.
"""

from ..map import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
