"""The case book: the library, sample turns, and reading, running and writing cases.

Case files of other programs are in `formats`; how a single order is read is not here but in `text`.
"""

# pyright: basic
# lazy_loader does not declare its types; the stub beside this file says what is offered.
import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
