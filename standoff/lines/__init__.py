"""The interchange lines: one JSON object in, one out; in blocks, on all cores, on many machines.

What a line says is decided in `codec`; the compiled reading of lines may only be faster, never different.
"""

from ..map import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
