"""The board: provinces, coasts, graphs, names in every language, units, positions and drawing data.

No orders and no rules are stated here, and no other room is imported.
"""

from .board import Board, Power, Province, load_board
from .errors import ArrayError, BoardError, BoardWarning, PositionError, StandoffError, UnknownNameError, WrongTypeError
from .phases import Phase, PhaseType
from .position import Position, starting_position
from .units import ARMY, FLEET, Dislodged, Unit, UnitType, province_of

__all__ = [
    "ARMY",
    "FLEET",
    "ArrayError",
    "Board",
    "BoardError",
    "BoardWarning",
    "Dislodged",
    "Phase",
    "PhaseType",
    "Position",
    "PositionError",
    "Power",
    "Province",
    "StandoffError",
    "Unit",
    "UnitType",
    "UnknownNameError",
    "WrongTypeError",
    "load_board",
    "province_of",
    "starting_position",
]
