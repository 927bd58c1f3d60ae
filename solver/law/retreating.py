"""The possible retreats of dislodged units, and the outcomes of their retreat orders.

Numba-compatible: integers and arrays only.

Source: DATC 3.0, 6.H; rulebook 1982, XI; 2000, pages 15 and 16.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from ...map import Tables
from ..rules.options import Choices
from .aftermath import retreat_barred
from .state import ProvinceState, State, place_unit


def note_closed(provinces: State, closed: MutableSequence[int]) -> None:
    """Note by province whether it is closed to retreats: a unit stands in it, or it is contested."""
    for p in range(len(provinces)):
        here = provinces[p]
        closed[p] = 1 if here.unit_location >= 0 or here.contested else 0


def may_retreat(tables: Tables, rules: Choices, here: ProvinceState, goal: int, closed: Sequence[int]) -> bool:
    """Return whether the unit dislodged from a province may retreat to the location `goal`, which is near it."""
    return not retreat_barred(tables, rules, goal, closed, here.attacker_from, here.by_convoy != 0)


def carry_out_retreats(
    tables: Tables, provinces: State, left: Sequence[int], goals: MutableSequence[int], entering: MutableSequence[int]
) -> None:
    """Carry out retreats; two or more to one province all fail, and their units are disbanded.

    Args:
        tables: The board.
        provinces: What is in the provinces; units that succeed are put where they go.
        left: The provinces whose dislodged units legally retreat.
        goals: By province, the location that such a unit goes to; becomes -1 if the retreat fails.
        entering: By province, how many units retreat there; filled in for the provinces of `goals`.
    """
    for n in range(len(left)):
        entering[tables.province[goals[left[n]]]] = 0
    for n in range(len(left)):
        entering[tables.province[goals[left[n]]]] += 1
    for n in range(len(left)):
        here, goal = provinces[left[n]], goals[left[n]]
        if entering[tables.province[goal]] == 1:
            place_unit(provinces[tables.province[goal]], goal, here.dislodged_is_fleet, here.dislodged_power)
        else:
            goals[left[n]] = -1
