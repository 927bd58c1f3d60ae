"""Searches: all turns with a property up to a size, and the orders that force an outcome.

A search asks the solver and states no rule; every answer says what was searched and what was not.
"""

# pyright: basic
# lazy_loader does not declare its types; the stub beside this file says what is offered.
import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
