from .code import (
    digest_of as digest_of,
    digest_of_functions as digest_of_functions,
    digest_of_packages as digest_of_packages,
)
from .outputs import (
    UNFINISHED as UNFINISHED,
    errors_as as errors_as,
    is_regular as is_regular,
    output_lock as output_lock,
    real_path as real_path,
    whole_file as whole_file,
    write_whole as write_whole,
)
from .processes import (
    Stop as Stop,
    Worker as Worker,
)
from .signals import (
    ending_words as ending_words,
    exit_status as exit_status,
    interrupt_sets as interrupt_sets,
    interrupt_waits as interrupt_waits,
    signals_interrupt as signals_interrupt,
)
from .state_file import StateFile as StateFile, checksum_of as checksum_of
from .workers import (
    Limit as Limit,
    WorkersError as WorkersError,
    WorkerSupervisor as WorkerSupervisor,
    in_threads as in_threads,
    over_blocks as over_blocks,
)
