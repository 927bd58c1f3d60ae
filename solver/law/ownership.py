"""Ownership of supply centers, and victory by their number.

Numba-compatible: integers and arrays only.

Source: rulebook 1982, II and XIII.1; 2000, pages 3 and 17.
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


def winning_player(enough: Sequence[int]) -> int:
    """Return the number of the player who has won, -1 if nobody has: if two have enough, neither has won.

    Args:
        enough: By player, true if they have what it takes.

    Source: rulebook 1982, II; 2000, page 3.

    >>> winning_player([0, 1, 0]), winning_player([0, 1, 1]), winning_player([0, 0])
    (1, -1, -1)
    """
    winner = -1
    for player in range(len(enough)):
        if enough[player]:
            if winner >= 0:
                return -1
            winner = player
    return winner
