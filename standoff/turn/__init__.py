"""Turns, their results and games: `Turn`, `Result`, `Game`, and their forms as text and data.

Rules, printing and drawing belong to other packages.
"""

from ..map import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
