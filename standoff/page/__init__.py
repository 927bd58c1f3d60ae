"""The page in a browser, where a turn is set up, solved and shared as a link; and the static site.

It answers messages through the public functions of other packages; it has no rules and reads no orders itself.
"""

from ..map import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
