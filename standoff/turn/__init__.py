"""A turn and what becomes of it: `Turn`, `Result`, and the ways in from texts, files, cases and values.

No rule is stated here, and nothing is printed or drawn.
"""

# pyright: basic
# lazy_loader does not declare its types; the stub beside this file says what is offered.
import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
