"""What values ask of rooms above theirs: a picture for a notebook, or orders to be read from any source.

Imports nothing of the project; the front door says who draws and who reads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

READS: dict[str, Callable[..., Any]] = {}
"""What reads: ``"orders"`` those for a position, ``"following"`` the turn that follows one."""
