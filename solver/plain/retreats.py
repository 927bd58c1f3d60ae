"""Where dislodged units may go.

Source: DATC 3.0, 6.H; rulebook 1982, XI; 2000, pages 15 and 16.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from ...map import FLEET, Board, Dislodged, Position
from ...map.masks import bits
from ...map.position import on_board
from ..law.aftermath import retreat_barred
from ..law.faults import Illegal
from ..law.reasons import Outcome, Reason
from ..orders.legality import check_order, named_right
from ..orders.order import Disband, Move, Order, Retreat, Unclear, UnitName, Waive
from ..orders.order_sets import orders_for
from ..results.results import OrderResult, Results
from ..rulebook import Rulebook, rulebook


def legal_retreats(board: Board, position: Position, dislodged: Dislodged, rules: Rulebook) -> tuple[str, ...]:
    """Return the locations that a dislodged unit may retreat to, in the order of the board.

    A retreat goes over land or along the coast to an adjacent province that is not occupied, not contested, and not
    the one that the attacker came from; one dislodged by a convoyed army may go there if the rulebook says so (4.A.5).

    Args:
        board: The board.
        position: The position after the movement phase: its units and contested provinces close provinces.
        dislodged: The unit.
        rules: The rulebook.

    Returns:
        Province ids for an army; for a fleet locations, with the coast where a province has several.

    >>> from standoff.map import Position, load_board
    >>> position = Position.parse("standard S1901R GERMANY:AMUN - FRANCE:ABUR<MUN GAS")
    >>> legal_retreats(load_board(), position, position.dislodged[0], rulebook())
    ('BEL', 'MAR', 'PAR', 'PIC', 'RUH')
    """
    if dislodged.unit.power in position.civil_disorder:
        return ()  # rulebook 1982, XIV.3: units in civil disorder are disbanded when dislodged
    closed = [0] * len(board.provinces)
    for province in (*position.closed, *(unit.province for unit in position.units), *position.contested):
        closed[board.province_number[province]] = 1
    origin = -1 if dislodged.attacker_from is None else board.number_of(dislodged.attacker_from)
    unit = dislodged.unit
    if unit.type is FLEET:
        reached = board.fleet_reach[board.location_number[unit.location]]
    else:
        reached = board.army_reach[board.province_number[unit.province]]
    tables, numbers = board.tables, rules.numbers
    return tuple(
        board.locations[goal]
        for goal in bits(reached)
        if not retreat_barred(tables, numbers, goal, closed, origin, dislodged.by_convoy)
    )


def examine_retreat(
    board: Board,
    dislodged: Mapping[str, Dislodged],
    legal: Mapping[str, tuple[str, ...]],
    order: Order,
    rules: Rulebook,
) -> tuple[str | Illegal, bool]:
    """Return where an order of a retreat phase sends its unit, or why it is illegal.

    Args:
        board: The board.
        dislodged: The dislodged units, by the province that each stood in.
        legal: Where each may retreat to, likewise.
        order: The order; a move is read as a retreat.
        rules: The rulebook.

    Returns:
        The location, "" for disbanding, or the fault; and True if an order to the unit that is better named takes
        precedence (DATC 4.C).

    >>> from standoff.map import ARMY, Unit, load_board
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
    doubtful = named_right(board, rules, one.unit, order.unit)
    if isinstance(doubtful, Illegal):
        return doubtful, False
    if isinstance(order, Disband):
        return "", doubtful
    return read_retreat(board, one, order.destination, legal[province], rules), doubtful


def read_retreat(
    board: Board, dislodged: Dislodged, place: str, legal: tuple[str, ...], rules: Rulebook
) -> str | Illegal:
    """Return the location that a written destination means for a dislodged unit, or why it may not go there.

    >>> from standoff.map import Unit, load_board
    >>> beaten = Dislodged(Unit(FLEET, "MAO", "FRANCE"), "IRI")
    >>> read_retreat(load_board(), beaten, "POR", ("GAS", "POR"), rulebook())
    'POR'
    """
    province, _, coast = place.partition("/")
    unit = dislodged.unit
    if coast and (unit.type is not FLEET or place not in board.location_number):
        if rules["irrelevant_coast"] == "fails":
            return Illegal.NO_SUCH_COAST
        coast = ""
    if coast:
        if place in legal:
            return place
        if rules["impossible_coast"] == "illegal":
            return Illegal.CLOSED
    open_ = [location for location in legal if location.partition("/")[0] == province]
    if not open_:
        return Illegal.CLOSED
    if len(open_) > 1:
        return Illegal.COAST_OPEN if rules["omitted_coast_two"] == "fails" else open_[0]
    if not coast and open_[0] != province and rules["omitted_coast_one"] == "fails":
        return Illegal.COAST_OMITTED
    return open_[0]


@dataclass(frozen=True)
class RetreatResult(Results):
    """A retreat phase: what became of each order and each dislodged unit, and the position afterwards.

    >>> from standoff import read
    >>> result = read("6.H.1").next().adjudicate().found
    >>> type(result).__name__, len(result)
    ('RetreatResult', 3)
    """


def adjudicate_retreats(
    position: Position, orders: Iterable[Order], *, rules: Rulebook | str | None = None, board: Board | None = None
) -> RetreatResult:
    """Adjudicate a retreat phase.

    Args:
        position: The position after the movement phase, with its dislodged units and contested provinces.
        orders: Retreats and disbandings; a move order is read as a retreat. Units without a legal one disband.
        rules: The rulebook; 2023 if left out.
        board: The board; the standard one if left out.

    Raises:
        PositionError: The position is impossible.

    Source: DATC 3.0, 6.H; rulebook 1982, XI.2.

    >>> from standoff.map import ARMY, Position
    >>> position = Position.parse("standard S1901R GERMANY:AMUN - FRANCE:ABUR<MUN GAS")
    >>> result = adjudicate_retreats(position, [Retreat("FRANCE", UnitName("BUR", ARMY), "PIC")])
    >>> [str(unit) for unit in result.after.units]
    ['A MUN', 'A PIC']
    """
    (position, board), rules = on_board(position, board), rulebook(rules)
    given = orders_for(position, orders, rules, board)
    at = {d.unit.province: d for d in position.dislodged}
    legal = {province: legal_retreats(board, position, d, rules) for province, d in at.items()}
    read: list[str | Illegal] = []  # the location, "" for disbanding, or the fault of each order
    orders_of: dict[str, list[int]] = {}
    doubtful: set[int] = set()  # orders that a better named one displaces (4.C)
    for number, order in enumerate(given):
        check_order(order, board)
        found, badly_named = examine_retreat(board, at, legal, order, rules)
        if not isinstance(found, Illegal) and not isinstance(order, Waive):
            orders_of.setdefault(order.unit.province, []).append(number)
            if badly_named:
                doubtful.add(number)
        read.append(found)
    target: dict[str, tuple[str, int]] = {}
    for province, legal_orders in orders_of.items():
        numbers = [number for number in legal_orders if number not in doubtful] or legal_orders
        for number in legal_orders:
            if number not in numbers:
                read[number] = Illegal.SEVERAL_ORDERS
        chosen = _chosen(numbers, read, rules["multiple_orders"])
        for number in numbers:
            if chosen < 0 or read[number] != read[chosen]:
                read[number] = Illegal.SEVERAL_ORDERS
        if chosen >= 0:
            target[province] = (str(read[chosen]), chosen)
    goals = [place.partition("/")[0] for place, _ in target.values() if place]
    results: list[OrderResult] = []
    for number, order in enumerate(given):
        found = read[number]
        if isinstance(found, Illegal):
            results.append(OrderResult(order, False, Outcome.ILLEGAL, Reason.ILLEGAL, rule=found.value))
        elif not found:
            results.append(OrderResult(order, True, Outcome.DISBANDS, Reason.DISBANDED_AS_ORDERED))
        elif goals.count(found.partition("/")[0]) > 1:
            others = tuple(
                given[n]
                for p, n in target.values()
                if p and n != number and p.partition("/")[0] == found.partition("/")[0]
            )
            results.append(OrderResult(order, False, Outcome.BOUNCES, Reason.COLLISION, others))
        else:
            results.append(OrderResult(order, True, Outcome.RETREATS, Reason.RETREATS))
    stay = list(position.units)
    for province, d in at.items():
        place = target.get(province, ("", -1))[0]
        if place and goals.count(place.partition("/")[0]) == 1:
            stay.append(replace(d.unit, location=place))
        if province not in orders_of:
            disband = Disband(d.unit.power, UnitName(d.unit.location, d.unit.type))
            results.append(OrderResult(disband, False, Outcome.DISBANDS, Reason.DISBANDED_WITHOUT_ORDER))
    after = replace(position, units=tuple(stay), dislodged=(), contested=frozenset())
    return RetreatResult(tuple(results), len(given), position, after)


def _chosen(numbers: list[int], read: list[str | Illegal], choice: str) -> int:
    """Return which of several legal orders to one unit counts (DATC 4.D.3), -1 if none does."""
    if len({read[number] for number in numbers}) == 1 or choice == "first":
        return numbers[0]
    return numbers[-1] if choice == "last" else -1
