"""The board: provinces, coasts, graphs, names in every language, units and positions.

No orders and no rules are stated here, and no other room is imported.
"""

from time import time

from .board import INLAND, SEA, Board, Power, Province, board_names, load_board
from .board_data import names_a_file, read_board_json, split_name
from .errors import (
    ArrayError,
    BoardError,
    BoardWarning,
    PositionError,
    StandoffError,
    UnknownNameError,
    WrongTypeError,
    install_command,
)
from .files import read_file
from .json_schema import schema_faults
from .names import LANGUAGES
from .phases import Phase, PhaseType
from .position import Position, starting_position
from .units import ARMY, FLEET, Dislodged, Unit, UnitType, province_of

__all__ = [
    "ARMY",
    "FLEET",
    "INLAND",
    "LANGUAGES",
    "SEA",
    "STARTED",
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
    "board_names",
    "install_command",
    "load_board",
    "names_a_file",
    "province_of",
    "read_board_json",
    "read_file",
    "schema_faults",
    "split_name",
    "starting_position",
]

STARTED = time()
"""When the package was first used, in seconds since the epoch: what was changed in a source later does not run."""
