"""The Welfare variant: in winter a power may disband units that it need not.

A power may do one of the two, build or disband: what it orders first decides. Nobody wins; each winter a power gains a
point for each center that it has beyond the number of its units.

Source: G. Mukobi et al., Welfare Diplomacy: Benchmarking Language Model Cooperation, 2023 (arXiv:2310.08901).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...map import Position
from ...solver import Build, Disband, Order, Waive


def disbanding(position: Position, orders: Iterable[Order]) -> tuple[Position, list[Order], dict[str, bool]]:
    """Return a winter without the units that are disbanded, the orders that are left, and what became of the others.

    Args:
        position: An adjustment phase.
        orders: What the powers order, each in their sequence.

    Returns:
        The position; the orders to be adjudicated in it; and for each unit that another of the orders names, whether it
        disbands; an order of the kind that its power did not order first is void.

    >>> from standoff import Position, read
    >>> winter = Position.parse("standard W1901A FRANCE:APAR,ABUR FRANCE:PAR,MAR,BRE")
    >>> after, left, disbands = disbanding(winter, read("FRANCE: A BUR D, A MAR B", position=winter).orders)
    >>> [str(unit) for unit in after.units], left, disbands
    (['A PAR'], [], {'A BUR': True, 'A MAR': False})
    """
    first: dict[str, type[Order]] = {}
    left: list[Order] = []
    disbands: dict[str, bool] = {}
    gone: set[str] = set()
    for order in orders:
        if isinstance(order, Waive) or not isinstance(order, (Build, Disband)):
            left.append(order)
            continue
        counts = first.setdefault(order.power, type(order)) is type(order)
        if isinstance(order, Disband) or not counts:
            disbands[str(order.unit)] = counts
            gone |= {order.unit.province} if counts else set()
        else:
            left.append(order)
    return replace(position, units=tuple(unit for unit in position.units if unit.province not in gone)), left, disbands
