from .answering import LineReplies as LineReplies
from .blocks import (
    LINES_IN_BLOCK as LINES_IN_BLOCK,
    answer_in_blocks as answer_in_blocks,
    compile_for as compile_for,
)
from .cluster import (
    ClusterError as ClusterError,
    answer_files as answer_files,
    answers_of as answers_of,
    expected_lines as expected_lines,
    remove_unfinished as remove_unfinished,
)
from .form import AnswerForm as AnswerForm
from .line_files import LineFile as LineFile, open_lines as open_lines
from .resume import NOTHING as NOTHING, RunRecord as RunRecord, left_to_do as left_to_do
from .rows import heading as heading
