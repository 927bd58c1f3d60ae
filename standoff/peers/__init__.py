"""Other programs: adapters, stand-ins, random turns, the cross-check and the score card.

What belongs to one other program stays in its adapter and its stand-in; nothing of its code is here.
"""

# pyright: basic
# lazy_loader does not declare its types; the stub beside this file says what is offered.
import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
