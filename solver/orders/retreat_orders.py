"""Legality of orders in a retreat phase: the destination of the dislodged unit, or the reason why an order is illegal.

Source: DATC 3.0, 6.H; rulebook 1982, XI; 2000, pages 15 and 16.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...map import FLEET, Board, Dislodged, Position
from ..law.aftermath import near
from ..law.faults import Illegal
from ..law.reach import COAST_OMITTED, COAST_OPEN, fleet_fault
from ..law.retreating import may_retreat, note_closed
from ..law.state import ProvinceState, State, state_of
from ..order import Disband, Move, Order, Retreat, Unclear
from ..rules.rulebook import Rulebook
from .legality import check_unit_name, coast_fault, place_meant


def closed_to_retreats(board: Board, position: Position, provinces: State | None = None) -> list[int]:
    """Return by province whether it is closed to retreats (1) or not (0), including provinces that nobody may enter.

    Args:
        board, position: The position after the movement phase.
        provinces: The result of `state_of` for it, if known.

    >>> from standoff.map import Position, load_board
    >>> board = load_board()
    >>> after = Position.parse("standard S1901R FRANCE:ABUR;GERMANY:ARUH - GERMANY:ABUR<PAR PIC - -")
    >>> sum(closed_to_retreats(board, after))
    3
    """
    closed = [0] * len(board.provinces)
    note_closed(provinces or state_of(board, position), closed)
    for province in position.closed:
        closed[board.province_number[province]] = 1
    return closed


def legal_retreats(
    board: Board, position: Position, dislodged: Dislodged, rules: Rulebook, closed: Sequence[int] | None = None
) -> tuple[str, ...]:
    """Return the locations that a dislodged unit may retreat to, in the order of the board.

    A retreat goes to an adjacent province, without convoy, that is not occupied, not contested, and not the origin of
    the attacker. Under some rulebooks, a unit dislodged by a convoyed army may retreat to that origin (4.A.5).

    Args:
        board: The board.
        position: The position after the movement phase; occupied and contested provinces are closed.
        dislodged: The unit.
        rules: The rulebook.
        closed: The result of `closed_to_retreats`, if known.

    Returns:
        Province ids for an army; for a fleet locations, with the coast where a province has several.

    >>> from standoff.map import Position, load_board
    >>> from standoff.solver import rulebook
    >>> position = Position.parse("standard S1901R GERMANY:AMUN - FRANCE:ABUR<MUN GAS")
    >>> legal_retreats(load_board(), position, position.dislodged[0], rulebook())
    ('BEL', 'MAR', 'PAR', 'PIC', 'RUH')
    """
    unit = dislodged.unit
    if unit.power in position.civil_disorder:
        return ()  # rulebook 1982, XIV.3: units in civil disorder are disbanded when dislodged
    if closed is None:
        closed = closed_to_retreats(board, position)
    here = ProvinceState()
    here.attacker_from = -1 if dislodged.attacker_from is None else board.number_of(dislodged.attacker_from)
    here.by_convoy = int(dislodged.by_convoy)
    tables, numbers = board.tables, rules.numbers
    goals = near(tables, board.location_number[unit.location], int(unit.type is FLEET))
    return tuple([board.locations[goal] for goal in goals if may_retreat(tables, numbers, here, goal, closed)])


def examine_retreat(
    board: Board,
    dislodged: Mapping[str, Dislodged],
    legal: Mapping[str, tuple[str, ...]],
    order: Order,
    rules: Rulebook,
) -> tuple[str | Illegal, bool]:
    """Return the destination of an order in a retreat phase, or the reason why it is illegal.

    Args:
        board: The board.
        dislodged: The dislodged units, by the province that each lost.
        legal: The locations that each may retreat to, likewise.
        order: The order; a move is read as a retreat.
        rules: The rulebook.

    Returns:
        The location, "" for a disbandment, or the fault; and True if a more exact order takes precedence (DATC 4.C).

    >>> from standoff.map import ARMY, Unit, load_board
    >>> from standoff.solver import UnitName, rulebook
    >>> beaten = Dislodged(Unit(ARMY, "BUR", "FRANCE"), "MUN")
    >>> order = Retreat("FRANCE", UnitName("BUR", ARMY), "GAS")
    >>> examine_retreat(load_board(), {"BUR": beaten}, {"BUR": ("GAS", "PIC")}, order, rulebook())
    ('GAS', False)
    """
    if not isinstance(order, (Move, Retreat, Disband)):
        return (Illegal.UNREADABLE if isinstance(order, Unclear) else Illegal.WRONG_PHASE), False
    province = order.unit.province
    one = dislodged.get(province)
    if one is None or one.unit.power != order.power:
        return Illegal.NOT_DISLODGED, False
    doubtful = check_unit_name(board, rules, one.unit, order.unit)
    if isinstance(doubtful, Illegal):
        return doubtful, False
    if isinstance(order, Disband):
        return "", doubtful
    return read_retreat(board, one, order.destination, legal[province], rules), doubtful


def read_retreat(
    board: Board, dislodged: Dislodged, place: str, legal: tuple[str, ...], rules: Rulebook
) -> str | Illegal:
    """Return the location that a written destination means for a dislodged unit, or the reason why it may not go there.

    >>> from standoff.map import Unit, load_board
    >>> from standoff.solver import rulebook
    >>> beaten = Dislodged(Unit(FLEET, "MAO", "FRANCE"), "IRI")
    >>> read_retreat(load_board(), beaten, "POR", ("GAS", "POR"), rulebook())
    'POR'
    """
    place_or_fault = place_meant(board, rules, place, dislodged.unit.type is FLEET)
    if isinstance(place_or_fault, Illegal):
        return place_or_fault
    written, place = place, place_or_fault
    province = place.partition("/")[0]
    numbers = [board.location_number[location] for location in legal if location.partition("/")[0] == province]
    goals = (numbers[0] if numbers else -1), len(numbers) > 1
    coast = board.location_number[place] if place != province else -1
    fault, goal = fleet_fault(rules.numbers, goals, board.province_number.get(province, -1), coast, coast in numbers)
    if not fault:
        return board.locations[goal]
    return coast_fault(fault, written, board) if fault in (COAST_OMITTED, COAST_OPEN) else Illegal.CLOSED
