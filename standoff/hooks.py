"""What a notebook shows of a value: values ask here for their picture, and know nothing of how it is drawn.

Imports nothing of the project; the front door says what draws.
"""

from __future__ import annotations

from collections.abc import Callable

DRAWS: dict[str, Callable[..., str]] = {}
"""What returns SVG: ``"value"`` of a value, ``"dependencies"`` of resolutions and one of their components."""


class Picture:
    """Base of values that a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return DRAWS["value"](self)


__all__ = ["DRAWS", "Picture"]
