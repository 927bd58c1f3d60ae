from .case import (
    Case as Case,
    CasePhase as CasePhase,
    Expectation as Expectation,
    Expected as Expected,
    ExpectedDislodged as ExpectedDislodged,
    WrittenOrder as WrittenOrder,
    choices_of as choices_of,
    options_of as options_of,
    start_from as start_from,
    units_by_power as units_by_power,
)
from .catalog import (
    DATC_EDITIONS as DATC_EDITIONS,
    datc_numbers as datc_numbers,
    library as library,
    retitled as retitled,
    short_id as short_id,
    title_in as title_in,
)
from .checking import (
    check as check,
    check_case as check_case,
    check_text as check_text,
    legal_orders as legal_orders,
)
from .course import fields_of as fields_of, play_case as play_case, turn_of as turn_of
from .export import as_text as as_text, digest as digest, exported as exported, of_datc as of_datc
from .faults import CaseError as CaseError, SourceError as SourceError, collected_faults as collected_faults
from .formats import (
    FORMATS as FORMATS,
    converted as converted,
    converted_in_parts as converted_in_parts,
    format_named as format_named,
    format_of as format_of,
)
from .library_report import (
    LibraryCount as LibraryCount,
    chosen_cases as chosen_cases,
    library_runs as library_runs,
    outcome_table as outcome_table,
)
from .origins import adjudicate as adjudicate, read as read, turn_from as turn_from
from .playing import play_phase as play_phase, powers_given as powers_given, standings as standings
from .position_file import read_position as read_position, write_position as write_position
from .programs import cases_of_games as cases_of_games, cases_of_lines as cases_of_lines
from .records import game_texts as game_texts, open_games as open_games
from .replaying import (
    RecordedGame as RecordedGame,
    ReplayCount as ReplayCount,
    ReplayedPhase as ReplayedPhase,
    games_of as games_of,
    replay as replay,
)
from .run import (
    given_orders as given_orders,
    paradox_line as paradox_line,
    rulebooks_of as rulebooks_of,
)
from .suites import (
    SUITE_LOG as SUITE_LOG,
    SUITES as SUITES,
    SuiteChange as SuiteChange,
    place_of as place_of,
    suite_changes as suite_changes,
)
from .text_files import (
    SourceName as SourceName,
    boards_of as boards_of,
    file_called as file_called,
    position_named as position_named,
    read_text as read_text,
)
from .turn_names import (
    cases_in as cases_in,
    number_of as number_of,
    one_phase as one_phase,
    read_case as read_case,
    read_source as read_source,
)
from .write import write_cases as write_cases
