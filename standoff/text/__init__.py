"""Reading and writing of orders, tables for the terminal, and messages in each language.

This package does not use files, cases or commands.
"""

from ..map import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
