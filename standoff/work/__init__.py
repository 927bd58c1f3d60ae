"""Long runs: processes side by side, files that are written whole, and files from which a run resumes.

Nothing here knows what the work is about.
"""

# pyright: basic
# lazy_loader does not declare its types; the stub beside this file says what is offered.
import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
