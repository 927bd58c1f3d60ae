"""Ownership of supply centers.

Numba-compatible: integers and arrays only.

Source: rulebook 1982, XIII.1; 2000, page 17.
"""

from __future__ import annotations

from collections.abc import Sequence

from .state import State


def change_hands(center: Sequence[int], provinces: State) -> None:
    """After an autumn's retreats a supply center belongs to the power whose unit stands in it, else to its last owner.

    Args:
        center: By province, 1 for a supply center.
        provinces: What is in the provinces.

    Source: rulebook 1982, XIII.1.
    """
    for p in range(len(provinces)):
        if center[p] and provinces[p].unit_location >= 0:
            provinces[p].owner = provinces[p].power
