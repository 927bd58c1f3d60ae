"""Reading orders, units and places: what the other modules use of `notation`."""

from __future__ import annotations

from .notation.reader import read_order, read_orders, read_place, read_unit, split_orders

__all__ = ["read_order", "read_orders", "read_place", "read_unit", "split_orders"]
