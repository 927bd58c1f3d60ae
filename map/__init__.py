"""The board: provinces, coasts, graphs, names in every language, units and positions.

It states no orders and no rules, and imports no other package.
"""

from time import time

from .lazy import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)

STARTED = time()
"""Time of the first use, in seconds since the epoch: later changes of a source file do not run."""
