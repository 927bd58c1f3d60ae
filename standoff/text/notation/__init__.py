"""Orders as people and programs write them: one grammar per notation, and the same order objects from all of them."""

from .reader import NOTATIONS, read_order, read_orders, read_place, read_unit
from .writer import WRITTEN, NotationError, text_of, write_order, write_place

__all__ = [
    "NOTATIONS",
    "WRITTEN",
    "NotationError",
    "read_order",
    "read_orders",
    "read_place",
    "read_unit",
    "text_of",
    "write_order",
    "write_place",
]
