from .code import digest_of as digest_of, digest_of_functions as digest_of_functions
from .locks import only_run as only_run
from .processes import (
    Stop as Stop,
    Worker as Worker,
    interrupt_sets as interrupt_sets,
    interrupt_waits as interrupt_waits,
)
from .state_file import StateFile as StateFile
from .whole_files import (
    UNFINISHED as UNFINISHED,
    errors_as as errors_as,
    real_path as real_path,
    whole_file as whole_file,
    write_whole as write_whole,
)
from .workers import (
    Keeper as Keeper,
    Limit as Limit,
    WorkersError as WorkersError,
    in_threads as in_threads,
    over_blocks as over_blocks,
)
