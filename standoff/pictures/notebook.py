"""Pictures in notebooks, of which there may be many on one page."""

from __future__ import annotations

import zlib

from .draw import Drawable, draw

WIDTH_PX = 760
"""The width of a picture in a notebook; narrower ones keep theirs."""


def inline(subject: Drawable) -> str:
    """Return the picture of a subject as SVG whose ids go by its content, so that no other picture has the same."""
    plain = draw(subject)
    prefix = f"s{zlib.crc32(plain.svg.encode()):08x}-"
    return draw(subject, prefix=prefix, width_px=min(plain.width_px, WIDTH_PX)).svg
