"""The board: provinces, coasts, graphs, names, units and positions."""

from .board import Board, Power, Province, load_board
from .errors import ArrayError, BoardError, PositionError, StandoffError, UnknownNameError, WrongTypeError
from .position import (
    ARMY,
    FLEET,
    Dislodged,
    Phase,
    PhaseType,
    Position,
    Unit,
    UnitType,
    province_of,
    starting_position,
)

__all__ = [
    "ARMY",
    "FLEET",
    "ArrayError",
    "Board",
    "BoardError",
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
