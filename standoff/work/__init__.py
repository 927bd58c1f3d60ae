"""Long runs: parallel processes, files that are written whole, and files from which a run resumes.

Nothing here depends on Diplomacy.
"""

from ..map import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
