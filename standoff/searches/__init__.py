"""Searches: all turns with a property up to a size, and the orders that force an outcome.

A search asks the solver and states no rule; every answer says what was searched and what was not.
"""

from ..map import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
