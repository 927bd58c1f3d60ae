"""A movement phase in numbers, as the law takes it: its units, and their orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...map import Tables
from ..rules.options import Choices
from .records import LegalOrders


class Placement(NamedTuple):
    """The units of a movement phase; unit *i* is entry *i* of each list and bit *i* of every mask.

    Attributes:
        province: The number of the province of each unit.
        location: The number of the location of each unit.
        fleet: 1 for a fleet, 0 for an army.
        allies: The units of the same power as each unit, itself among them, as a mask.
        at: By province, the number of the unit in it, -1 for none.
        at_sea: The seas that hold a fleet, as a mask over the numbers of the seas.
    """

    province: Sequence[int]
    location: Sequence[int]
    fleet: Sequence[int]
    allies: Sequence[int]
    at: Sequence[int]
    at_sea: int


class Turn(NamedTuple):
    """The legal orders of a movement phase under a rulebook.

    Attributes:
        tables, rules, placement: The board, the rulebook, the units.
        legal_orders: The legal order of each unit: a hold for an illegal one; a void one is kept.
    """

    tables: Tables
    rules: Choices
    placement: Placement
    legal_orders: LegalOrders


def sea_held(tables: Tables, province: int, fleet: int) -> int:
    """Return the sea that a unit holds, a fleet in the water that armies can be convoyed over; -1 for any other."""
    return tables.sea[province] if fleet else -1
