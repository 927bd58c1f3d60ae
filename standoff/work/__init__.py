"""Long runs: processes side by side, files that are written whole, and files from which a run resumes.

Nothing here knows what the work is about.
"""

from ..map import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
