"""The board: provinces, coasts, graphs, names in every language, units and positions.

No orders and no rules are stated here, and no other room is imported.
"""

# pyright: basic
# lazy_loader does not declare its types; the stub beside this file says what is offered.

from time import time

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

STARTED = time()
"""When the package was first used, in seconds since the epoch: what was changed in a source later does not run."""
