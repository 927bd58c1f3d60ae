"""The units that orders and lists of units name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..map import ARMY, FLEET, INLAND, SEA, Board, PhaseType, Position, Unit, starting_position
from ..solver import Build, Order, OrderError, Unclear, UnitName, Waive
from .notation.grammar import read_unit


def standing_unit(name: UnitName, power: str, board: Board) -> Unit | None:
    """Return the unit that an order of `power` names; None if its type is unknown.

    The owner is the named power ("German A MUN - RUH" under France), otherwise `power`.
    """
    province = board.province(name.province)
    kind = name.type or {INLAND: ARMY, SEA: FLEET}.get(province.kind)
    if kind is None:
        return None
    place = name.place if kind is FLEET and name.place in board.location_number else province.id
    return Unit(kind, place, name.nationality or power)


class UnitPlace(NamedTuple):
    """The province and the unit that an order names (None if its type is unknown), and why it cannot be there."""

    province: str
    unit: Unit | None = None
    fault: str = ""


@lru_cache(maxsize=10_000)
def unit_place(named: UnitName, power: str, board: Board) -> UnitPlace:
    """Return the unit that an order of `power` names.

    >>> from standoff.map import load_board
    >>> unit_place(UnitName("STP", FLEET), "RUSSIA", load_board()).fault
    'the coast of F STP is missing; expected one of STP/NC, STP/SC, or list it under UNITS'
    """
    known = named.province in board.province_number
    unit = standing_unit(named, power, board) if known else None
    if unit is None:
        return UnitPlace(named.province)
    province, fault = board.province(unit.province), ""
    if unit.type is FLEET and province.kind == "coastal" and unit.location not in province.locations:
        places = ", ".join(province.locations)
        fault = f"the coast of {unit} is missing; expected one of {places}, or list it under UNITS"
    elif unit.type is FLEET and province.kind == INLAND:
        fault = f"{unit}: a fleet cannot stand inland"
    elif unit.type is ARMY and province.kind == SEA:
        fault = f"{unit}: an army cannot stand at sea"
    return UnitPlace(named.province, unit, fault)


def units_of_orders(
    orders: Iterable[tuple[Order, int]],
    board: Board,
    listed: Sequence[Unit] = (),
    empty: Collection[str] = (),
    *,
    at_start: bool = False,
) -> tuple[list[Unit], list[tuple[int, str]]]:
    """Return the listed units and those that orders name, and the faults of orders whose units are uncertain.

    Args:
        orders: The orders, each with its line.
        board: The board.
        listed: The units that are known: their provinces have no others.
        empty: Provinces without a unit.
        at_start: True at the beginning of a game, where fleets stand on known coasts.

    Returns:
        The units, and each fault with the line of its order.

    >>> from standoff.map import load_board
    >>> from standoff.solver import Hold
    >>> units_of_orders([(Hold("FRANCE", UnitName("BRE")), 1), (Hold("ITALY", UnitName("ADR")), 2)], load_board())
    ([Unit(FLEET, 'ADR', 'ITALY')], [(1, "'BRE H': army or fleet? say so in the order, or list the unit under UNITS")])
    """
    units, faults = [*listed], list[tuple[int, str]]()
    known = {unit.province for unit in listed}.union(empty)
    seen = set[Unit]()
    first: dict[str, tuple[Unit, int]] = {}  # the first unit in each province, and its line
    for order, line in orders:
        if isinstance(order, Waive):
            continue
        province, unit, fault = unit_place(order.unit, order.power, board)
        if province in known or province not in board.province_number:
            continue  # for an unclear order, the listed unit decides which one it means
        if unit is None:
            what = f"{order.text or str(order)!r}: army or fleet? say so in the order, or list the unit under UNITS"
            faults.append((line, what))
            continue
        if fault and at_start:
            start = {(one.power, one.province, one.type): one for one in starting_position(board).units}
            if (standing := start.get((unit.power, province, unit.type))) is not None:
                unit, fault = standing, ""
        if unit in seen:
            continue
        seen.add(unit)
        other, above = first.setdefault(province, (unit, line))
        if above < line:
            what = f"two units in one province: {unit.power} {unit}, and {other.power} {other} in line {above}"
            faults.append((line, what))
        elif fault:
            faults.append((line, fault))
        else:
            units.append(unit)
    return units, faults


@lru_cache(maxsize=100_000)
def unit_of_text(text: str, power: str, board: Board) -> Unit:
    """Return the unit of `power` that `text` names, in any notation; `unit_on` reads those of lines and saved games.

    Args:
        text: The unit, in any language; its type may be omitted if only one type is possible.
        power: The id of its power.
        board: The board.

    Raises:
        OrderError: It is not a unit, its type is unknown, or it names another power.

    >>> from standoff.map import load_board
    >>> str(unit_of_text("Fleet St Petersburg (south coast)", "RUSSIA", load_board()))
    'F STP/SC'
    """
    name = read_unit(text, power, board)
    if name.nationality not in (None, power):
        raise OrderError(f"{text.strip()!r} is called a unit of {name.nationality}, but stands among those of {power}")
    unit = standing_unit(name, power, board)
    if unit is None:
        raise OrderError(f"{text.strip()!r} needs A or F")
    return unit


def ordered_units(position: Position) -> tuple[Unit, ...]:
    """Return the units that can be ordered in the phase of a position: in a retreat phase, the dislodged ones."""
    if position.phase_type is PhaseType.RETREAT:
        return tuple(d.unit for d in position.dislodged)
    return position.units


def owner_of(order: Order, units: Iterable[Unit]) -> str | None:
    """Return the owner of the unit of an order; None unless exactly one of `units` matches.

    >>> from standoff.map import starting_position
    >>> from standoff.solver import Hold
    >>> units = starting_position().units
    >>> owner_of(Hold("", UnitName("PAR", ARMY)), units), owner_of(Hold("", UnitName("PAR", FLEET)), units)
    ('FRANCE', None)
    """
    if isinstance(order, (Waive, Build, Unclear)):
        return None
    name = order.unit
    owners = [
        unit.power
        for unit in units
        if unit.province == name.province
        and name.place in (unit.province, unit.location)
        and name.type in (None, unit.type)
        and name.nationality in (None, unit.power)
    ]
    return owners[0] if len(owners) == 1 else None
