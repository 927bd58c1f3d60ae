"""Other programs: adapters, stand-ins, the cross-check and the score card.

Code about one other program stays in its adapter and its stand-in; none of that program's code is here.
"""

from ..map import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
