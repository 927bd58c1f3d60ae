from .boards import tangled_board as tangled_board
from .generator import (
    DEMANDING as DEMANDING,
    demanding_question as demanding_question,
    game as game,
    games as games,
    question as question,
    questions as questions,
)
from .interactions import INTERACTIONS as INTERACTIONS
from .profiles import PROFILES as PROFILES, ProfileError as ProfileError
