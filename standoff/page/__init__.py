"""The page in a browser, where a turn is set up, solved and shared as a link, and the static site.

It answers messages through the package's public functions; it has no rules and reads no orders of its own.
"""

# pyright: basic
# lazy_loader does not declare its types; the stub beside this file says what is offered.
import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
