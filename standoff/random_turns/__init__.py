"""Random turns and games: one generator with profiles (`docs/generator.md`).

What others use is named here: `question` and `questions` draw turns, `game` and `games` whole games, `tangled_board`
a board on which paradoxes are frequent; `PROFILES` are the profiles.
"""

# pyright: basic
# lazy_loader does not declare its types; the stub beside this file says what is offered.
import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
