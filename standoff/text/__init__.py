"""Text in and out: reading and writing orders, tables for the terminal, what is printed in each language.

Nothing here knows files, cases or commands.
"""

# pyright: basic
# lazy_loader does not declare its types; the stub beside this file says what is offered.
import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
