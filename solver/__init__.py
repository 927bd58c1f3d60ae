"""The rules: orders, legality, rulebooks, the equations, the search, paradoxes and results.

Nothing here reads or writes files, and no text but that of orders and reasons; only `map` is imported.
"""

# pyright: basic
# lazy_loader does not declare its types; the stub beside this file says what is offered.
import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
