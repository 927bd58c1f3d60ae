"""Random turns and games: one generator with profiles (`docs/generator.md`).

What others use is named here: `question` and `questions` draw turns, `game` and `games` whole games, `tangled_board`
a board on which paradoxes are frequent; `PROFILES` are the profiles.
"""

from .boards import tangled_board
from .generator import game, games, question, questions
from .ingredients import INGREDIENTS
from .profiles import PROFILES, ProfileError

__all__ = [
    "INGREDIENTS",
    "PROFILES",
    "ProfileError",
    "game",
    "games",
    "question",
    "questions",
    "tangled_board",
]
