from .board import Board as Board
from .board_data import (
    INLAND as INLAND,
    SEA as SEA,
    is_file_name as is_file_name,
    names_a_file as names_a_file,
    split_name as split_name,
)
from .comparing import compare_boards as compare_boards
from .errors import (
    MOST_FAULTS as MOST_FAULTS,
    ArrayError as ArrayError,
    BoardError as BoardError,
    BoardWarning as BoardWarning,
    PositionError as PositionError,
    StandoffError as StandoffError,
    UnknownNameError as UnknownNameError,
    UnreadWarning as UnreadWarning,
    WrongTypeError as WrongTypeError,
    at_most as at_most,
    install_command as install_command,
    shortened as shortened,
    warn_unread as warn_unread,
)
from .files import MOST_BYTES as MOST_BYTES, read_file as read_file
from .former_keys import FormerNameWarning as FormerNameWarning, current_keys as current_keys
from .importers.reading import Imported as Imported, read_variant as read_variant
from .inspecting import board_tables as board_tables, remarks as remarks
from .json_schema import schema_faults as schema_faults
from .json_text import (
    Json as Json,
    JsonError as JsonError,
    JsonSyntaxError as JsonSyntaxError,
    json_object as json_object,
    json_value as json_value,
    known_keys as known_keys,
    list_of_texts as list_of_texts,
    object_at as object_at,
    objects_at as objects_at,
    package_json as package_json,
    shown as shown,
    text_at as text_at,
    whole_number as whole_number,
)
from .lazy import attach_stub as attach_stub
from .loading import (
    allow_boards as allow_boards,
    allowed_boards as allowed_boards,
    board_names as board_names,
    boards_within as boards_within,
    is_allowed as is_allowed,
    load_board as load_board,
    named_board as named_board,
)
from .masks import (
    bit_of as bit_of,
    bits as bits,
    count as count,
    has as has,
    in_words as in_words,
    lowest as lowest,
    members as members,
)
from .names import (
    COASTS as COASTS,
    LANGUAGES as LANGUAGES,
    Names as Names,
    known_language as known_language,
    language_data as language_data,
)
from .phases import Phase as Phase, PhaseType as PhaseType
from .position import (
    Position as Position,
    changed_position as changed_position,
    on_board as on_board,
    starting_position as starting_position,
    unchecked_position as unchecked_position,
    unit_faults as unit_faults,
)
from .position_text import (
    POSITION_KEYS as POSITION_KEYS,
    by_power as by_power,
    fields_of_object as fields_of_object,
    is_position_string as is_position_string,
    unit_on as unit_on,
)
from .provinces import Power as Power, Province as Province, Tables as Tables
from .routes import (
    UNDECIDED as UNDECIDED,
    chordless_chain as chordless_chain,
    joined_seas as joined_seas,
    linked as linked,
    short_chordless_chain as short_chordless_chain,
    shortest as shortest,
)
from .settings import Joining as Joining, Victory as Victory
from .spelling import (
    power_title as power_title,
    simplified as simplified,
    unaccented as unaccented,
    visible as visible,
)
from .units import (
    ARMY as ARMY,
    FLEET as FLEET,
    Dislodged as Dislodged,
    Unit as Unit,
    UnitType as UnitType,
    location_and_fleet as location_and_fleet,
    province_of as province_of,
    unit_key as unit_key,
)
from .values import (
    Picture as Picture,
    Printed as Printed,
    ReadOnlyDict as ReadOnlyDict,
    Table as Table,
    Value as Value,
    repr_as as repr_as,
    short_repr as short_repr,
)

STARTED: float
