from .adapters import SPECS as SPECS, open_peer as open_peer
from .adapters.peer import Peer as Peer
from .adapters.saved_answers import PeerWithSavedAnswers as PeerWithSavedAnswers
from .comparing.case_text import case_text as case_text
from .comparing.crosscheck import crosscheck as crosscheck
from .comparing.difference_report import DifferenceReport as DifferenceReport, make_folder as make_folder
from .comparing.minimizer import minimize as minimize
from .comparing.question_shape import shape as shape
from .comparing.record_causes import (
    ReplayReport as ReplayReport,
    fewest as fewest,
    replay_report as replay_report,
    report_on as report_on,
)
from .comparing.sources import (
    Source as Source,
    case_questions as case_questions,
    game_questions as game_questions,
    library_case as library_case,
    one_question as one_question,
    random_questions as random_questions,
    several_sources as several_sources,
    whole_games as whole_games,
)
from .kit import new_program as new_program, template as template
from .score.card import COLUMNS as COLUMNS, Mark as Mark, score_card as score_card
from .score.outputs import marks_in as marks_in, next_step as next_step, write_card as write_card
from .score.questions import SUITES as SUITES
