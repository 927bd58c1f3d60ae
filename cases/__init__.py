"""The case book: the library, sample turns, and reading, running and writing cases.

Case files of other programs are in `formats`; how a single order is read is not here but in `text`.
"""

from ..map import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
