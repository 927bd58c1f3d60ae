"""Where dislodged units may go.

Source: DATC 3.0, 6.H; rulebook 1982, XI; 2000, pages 15 and 16.
"""

from __future__ import annotations

from ..map import FLEET, Board, Dislodged, Position
from .rulebook import Rulebook


def legal_retreats(board: Board, position: Position, dislodged: Dislodged, rules: Rulebook) -> tuple[str, ...]:
    """Return the locations that a dislodged unit may retreat to, in the order of the board.

    A retreat goes over land or along the coast to an adjacent province that is not occupied, not contested, and not
    the one that the attacker came from; one dislodged by a convoyed army may go there if the rulebook says so (4.A.5).

    Args:
        board: The board.
        position: The position after the movement phase: its units and contested provinces close provinces.
        dislodged: The unit.
        rules: The rulebook.

    Returns:
        Province ids for an army; for a fleet locations, with the coast where a province has several.
    """
    closed = 0
    for unit in position.units:
        closed |= 1 << board.province_number[unit.province]
    for province in position.contested:
        closed |= 1 << board.province_number[province]
    allowed = dislodged.by_convoy and rules["retreat_to_convoyed_attacker"] == "allowed"
    if dislodged.attacker_from is not None and not allowed:
        closed |= 1 << board.province_number[dislodged.attacker_from]
    unit = dislodged.unit
    if unit.type is FLEET:
        reach = board.fleet_reach[board.location_number[unit.location]]
        return tuple(
            board.locations[n]
            for n in range(len(board.locations))
            if reach >> n & 1 and not closed >> board.province_of_location[n] & 1
        )
    reach = board.army_reach[board.province_number[unit.province]] & ~closed
    return tuple(province.id for n, province in enumerate(board.provinces) if reach >> n & 1)
