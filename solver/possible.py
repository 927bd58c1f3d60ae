"""Every order that a unit could legally be given, knowing no other order.

Source: DATC 3.0, 4.E.1.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..map import ARMY, FLEET, Board, Dislodged, PhaseType, Position
from .adjustments import balance, free_homes
from .legality import Field, Illegal
from .orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, Support, UnitName, Waive
from .retreats import legal_retreats
from .rulebook import Rulebook, rulebook


def possible_orders(board: Board, position: Position, place: str, rules: Rulebook | None = None) -> Iterator[Order]:
    """Yield the legal orders of the unit in the province of `place`: hold, moves, supports, convoys, in that order.

    Moves of armies to neighbours appear a second time with ``via convoy`` where that is legal and could matter;
    supports of a fleet's move to a province with several coasts appear without the coast only.

    Args:
        board: The board.
        position: The units of a movement phase.
        place: A location of the unit, or its province.
        rules: The rulebook; 2023 if left out.

    Raises:
        UnknownNameError: There is no such place on the board.
        ValueError: No unit stands there.
    """
    field = Field(board, position.units, rules or rulebook(), position.idle, position.closed)
    here = board.province_number[board.province(place).id]
    number = field.at[here]
    if number < 0:
        raise ValueError(f"no unit stands in {place}")
    unit = field.units[number]
    power, named = unit.power, UnitName(unit.location, unit.type)

    def legal(order: Order) -> bool:
        return not isinstance(field.examine(order)[1], Illegal)

    yield Hold(power, named)
    provinces = [province.id for province in board.provinces]
    for goal in board.locations if unit.type is FLEET else provinces:
        if "/" not in goal and unit.type is FLEET and board.province(goal).coasts:
            continue
        move = Move(power, named, goal)
        if legal(move):
            yield move
            via = Move(power, named, goal, via_convoy=True)
            adjacent = board.army_reach[here] >> board.province_number[goal.partition("/")[0]] & 1
            if unit.type is not FLEET and adjacent and field.can_convoy(here, board.province_number[goal]):
                yield via
    for other in field.units:
        target = UnitName(other.location, other.type, other.power if other.power != power else None)
        hold = Support(power, named, target)
        if legal(hold):
            yield hold
        for goal in provinces:
            support = Support(power, named, target, goal)
            if legal(support):
                yield support
    for other in field.units:
        target = UnitName(other.location, other.type, other.power if other.power != power else None)
        for goal in provinces:
            convoy = Convoy(power, named, target, goal)
            if legal(convoy):
                yield convoy


def possible_in_phase(board: Board, position: Position, rules: Rulebook | None = None) -> dict[str, tuple[Order, ...]]:
    """Return every legal order of the phase that `position` stands at, by the province of the unit or of the build.

    Where a build may be waived, that stands among the orders of each province where the power could build.

    Args:
        board: The board.
        position: The position; a movement phase if it names none.
        rules: The rulebook; 2023 if left out.

    >>> from standoff.map import Position, load_board
    >>> position = Position.parse("standard W1901A FRANCE:AMAR FRANCE:MAR,PAR")
    >>> found = possible_in_phase(load_board(), position)
    >>> {province: [str(order) for order in orders] for province, orders in found.items()}
    {'PAR': ['A PAR B', 'WAIVE']}
    """
    rules = rulebook(rules)
    kind = position.phase.type if position.phase else PhaseType.MOVEMENT
    if kind is PhaseType.MOVEMENT:
        ordered = [unit for unit in position.units if unit.power not in position.idle]
        return {unit.province: tuple(possible_orders(board, position, unit.location, rules)) for unit in ordered}
    if kind is PhaseType.RETREAT:
        return {d.unit.province: _retreats(board, position, d, rules) for d in position.dislodged}
    found: dict[str, tuple[Order, ...]] = {}
    for power in board.powers.values():
        difference = balance(position, power.id)
        if difference < 0:
            for unit in position.units:
                if unit.power == power.id:
                    found[unit.province] = (Disband(power.id, UnitName(unit.location, unit.type)),)
        elif difference > 0 and power.id not in position.idle:
            for home in free_homes(board, position, power.id):
                fleets = [UnitName(place, FLEET) for place in board.province(home).locations]
                waived = [Waive(power.id)] if rules["waiving"] == "allowed" else []
                builds = [Build(power.id, unit) for unit in (UnitName(home, ARMY), *fleets)]
                found[home] = (*builds, *waived)
    return found


def _retreats(board: Board, position: Position, dislodged: Dislodged, rules: Rulebook) -> tuple[Order, ...]:
    unit = dislodged.unit
    named = UnitName(unit.location, unit.type)
    places = legal_retreats(board, position, dislodged, rules)
    return (*(Retreat(unit.power, named, place) for place in places), Disband(unit.power, named))
