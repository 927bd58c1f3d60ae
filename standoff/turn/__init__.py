"""A turn and what becomes of it: `Turn`, `Result`, and the ways in from texts, files, cases and values.

No rule is stated here, and nothing is printed or drawn.
"""

from ..map import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
