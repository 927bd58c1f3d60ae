"""The board: provinces, coasts, graphs, names in every language, units and positions.

No orders and no rules are stated here, and no other room is imported.
"""

from time import time

from .lazy import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)

STARTED = time()
"""When the package was first used, in seconds since the epoch: what was changed in a source later does not run."""
