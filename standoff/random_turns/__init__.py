"""Random turns and games: one generator with profiles (`docs/crosscheck.md`).

What others use is named here: `question` and `questions` draw turns, `game` and `games` whole games, `tangled_board`
a board on which paradoxes are frequent; `PROFILES` are the profiles.
`demanding_question` draws what other programs are asked.
"""

from ..map import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
