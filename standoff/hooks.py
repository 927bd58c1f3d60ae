"""What values ask of rooms above theirs: a picture for a notebook, or orders to be read from any source.

Imports nothing of the project; the front door says who draws and who reads.
"""

from __future__ import annotations

from collections.abc import Callable
from time import time
from typing import Any

STARTED = time()
"""When the first module of standoff was read, in seconds since the epoch: what was changed later is not what runs."""

DRAWS: dict[str, Callable[..., str]] = {}
"""What returns SVG: ``"value"`` of a value, ``"dependencies"`` of resolutions and one of their components."""


READS: dict[str, Callable[..., Any]] = {}
"""What reads: ``"orders"`` those for a position, ``"following"`` the turn that follows one."""


class Picture:
    """Base of values that a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return DRAWS["value"](self)


__all__ = ["DRAWS", "READS", "STARTED", "Picture"]
