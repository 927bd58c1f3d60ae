"""Reading orders, units and places: what the other modules use of `notation`."""

from __future__ import annotations

from .notation.reader import (
    exact_order,
    read_each,
    read_order,
    read_orders,
    read_place,
    read_unit,
    readable,
    split_orders,
)

__all__ = [
    "exact_order",
    "read_each",
    "read_order",
    "read_orders",
    "read_place",
    "read_unit",
    "readable",
    "split_orders",
]
