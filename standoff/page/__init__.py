"""The page in a browser, where a turn is set up, solved and shared as a link, and the static site.

It answers messages through the package's public functions; it has no rules and reads no orders of its own.
"""

from ..map import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
