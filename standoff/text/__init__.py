"""Text in and out: reading and writing orders, tables for the terminal, what is printed in each language.

Nothing here knows files, cases or commands.
"""

from ..map import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
