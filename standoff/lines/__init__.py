"""The interchange lines: one JSON object in, one out; in blocks, on all cores, on many machines.

What a line says is decided in `codec`; the compiled reading of lines may only be faster, never different.
"""

# pyright: basic
# lazy_loader does not declare its types; the stub beside this file says what is offered.
import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
