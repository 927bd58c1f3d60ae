"""Other programs: adapters, stand-ins, random turns, the cross-check and the score card.

What belongs to one other program stays in its adapter and its stand-in; nothing of its code is here.
"""

from ..map import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
