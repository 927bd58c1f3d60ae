"""Pictures in notebooks, often many on one page."""

from __future__ import annotations

import zlib

from ..turn import Dependencies
from .dependencies import draw_dependencies
from .subjects import Drawable, draw

WIDTH_PX = 760
"""The greatest width of a picture in a notebook."""


def inline(subject: Drawable | Dependencies) -> str:
    """Return the picture of a subject as SVG, with ids derived from its content, unlike any other picture's."""
    if isinstance(subject, Dependencies):
        return f"{draw_dependencies(subject.solved, subject.component).svg}\n"
    plain = draw(subject)
    prefix = f"s{zlib.crc32(plain.svg.encode()):08x}-"
    return draw(subject, prefix=prefix, width_px=min(plain.width_px, WIDTH_PX)).svg
