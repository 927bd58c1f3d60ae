"""Resolves players' orders to the orders of a turn: unclear orders, several sets, implicit, perpetual and proxy orders.

Each rule depends on an option of the rulebook. The results are plain orders; `legality` checks them, and `plain`
chooses among several legal orders to one unit (DATC 4.D.3).

Source: DATC 3.0, 4.D.1, 4.D.2, 4.E.2 to 4.E.5; rulebook 1982, VII.4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ...map import ARMY, FLEET, Board, PhaseType, Position, WrongTypeError
from ..order import UNKNOWN_UNIT, Build, Convoy, Hold, Move, Order, Retreat, Support, Unclear, UnitName, Waive
from ..rules.rulebook import Rulebook
from .adjustment_orders import Adjustments
from .legality import Illegal, Legality, check_order
from .retreat_orders import closed_to_retreats, examine_retreat, legal_retreats

# -- meanings ---------------------------------------------------------------------------------------


def _reach(named: UnitName, board: Board) -> int:
    """Return the provinces that the named unit could reach without a convoy from any of its coasts, as a mask."""
    province = board.province_number[named.province]
    reach = 0
    if named.type is not FLEET:
        reach |= board.tables.army[province]
    if named.type is not ARMY:
        for location, of in enumerate(board.tables.province):
            if of == province:
                reach |= board.tables.fleet_to[location]
    return reach


def _can_occupy(named: UnitName, board: Board) -> bool:
    """Return whether a unit of the named type can stand in its province."""
    province = board.province_number[named.province]
    return (named.type is not FLEET and bool(board.land >> province & 1)) or (
        named.type is not ARMY and bool((board.coastal | board.seas) >> province & 1)
    )


def _can_reach(named: UnitName, place: str, board: Board) -> bool:
    """Return whether the named unit can go to `place` in some position, possibly by convoy."""
    origin = board.province_number[named.province]
    destination = board.province_number[place.partition("/")[0]]
    if origin == destination:
        return False
    if _reach(named, board) >> destination & 1:
        return True
    return named.type is not FLEET and bool(board.coastal >> origin & board.coastal >> destination & 1)


def is_well_formed(order: Order, board: Board) -> bool:
    """Return whether some position on `board` makes `order` legal, judged by geography and unit types alone.

    Args:
        order: An order with places of the board.
        board: The board.
    """
    if isinstance(order, (Waive, Unclear)):
        return True
    if isinstance(order, Build):
        power = board.powers.get(order.power)
        return _can_occupy(order.unit, board) and (power is None or order.unit.province in power.builds)
    if not _can_occupy(order.unit, board):
        return False
    if isinstance(order, Move):
        return _can_reach(order.unit, order.destination, board)
    if isinstance(order, Retreat):
        province = board.province_number[order.destination.partition("/")[0]]
        return bool(_reach(order.unit, board) >> province & 1)
    if isinstance(order, Support):
        if not _can_occupy(order.supported, board) or order.supported.province == order.unit.province:
            return False
        place = order.destination or order.supported.place
        if not _reach(order.unit, board) >> board.province_number[place.partition("/")[0]] & 1:
            return False
        return order.destination is None or _can_reach(order.supported, order.destination, board)
    if isinstance(order, Convoy):
        sea = board.province_number[order.unit.province]
        army = replace(order.convoyed, type=ARMY)
        return board.tables.sea[sea] >= 0 and _can_occupy(army, board) and _can_reach(army, order.destination, board)
    return True


def _legal(position: Position, order: Order, legality: Legality, board: Board, rules: Rulebook) -> bool:
    """Return whether `order` is legal in the phase of `position`."""
    kind = position.phase_type
    if kind is PhaseType.MOVEMENT:
        return not isinstance(legality.examine(order)[1], Illegal)
    if kind is PhaseType.RETREAT:
        dislodged = {d.unit.province: d for d in position.dislodged}
        closed = closed_to_retreats(board, position)
        places = {province: legal_retreats(board, position, d, rules, closed) for province, d in dislodged.items()}
        return not isinstance(examine_retreat(board, dislodged, places, order, rules)[0], Illegal)
    return not isinstance(Adjustments(board, position, rules).read(order), Illegal)


def _goal(one: Order) -> tuple[str, str | None] | None:
    """Return the move or hold that an order is or serves: the province of the unit, and where it goes."""
    if isinstance(one, Move):
        return one.unit.province, one.destination.partition("/")[0]
    if isinstance(one, Support):
        return one.supported.province, one.destination.partition("/")[0] if one.destination else None
    if isinstance(one, Convoy):
        return one.convoyed.province, one.destination.partition("/")[0]
    return (one.unit.province, None) if isinstance(one, Hold) else None


def _as_hold(order: Order) -> Order:
    """Return a support of a move of a unit to where it stands as one to hold, if people wrote it so.

    Another coast is elsewhere. Programs that write the canonical notation have such supports as illegal.
    """
    if type(order) is not Support or order.destination not in (order.supported.place, order.supported.province):
        return order
    own = order.unit.province == order.supported.province
    return order if own or order.text in ("", str(order)) else replace(order, destination=None)


def _is_matched(order: Order, others: Sequence[Order]) -> bool:
    """Return whether another order of the same set matches `order`: a support or convoy of the same move or hold."""
    mine = _goal(order)
    return mine is not None and any(_goal(other) == mine for other in others)


def clarified(position: Position, orders: Iterable[Order], *, rules: Rulebook, board: Board) -> tuple[Order, ...]:
    """Return the orders, with each `Unclear` one replaced by its meaning if exactly one is legal in the position.

    With option ``poorly_written=with-the-set`` (DATC 4.E.2), one of several legal meanings is taken if it alone matches
    other orders of the power. A support that people write for a move to where the unit stands ("F Tys S F Ion-Ion") is
    one to hold, unless that unit is ordered there (6.A.5).

    Args:
        position: The position, with its phase.
        orders: The orders of all powers.
        rules: The rulebook.
        board: The board.

    Returns:
        As many orders, in the same order.
    """
    all_orders = tuple(orders)
    if any(type(order) is Support and _as_hold(order) is not order for order in all_orders):
        ordered = {_goal(order) for order in all_orders if isinstance(order, Move | Convoy)}
        all_orders = tuple(order if _goal(order) in ordered else _as_hold(order) for order in all_orders)
    if Unclear not in map(type, all_orders):
        return all_orders
    legality = Legality(board, position.units, rules, position.civil_disorder, position.closed)
    out: list[Order] = []
    for order in all_orders:
        if not isinstance(order, Unclear):
            out.append(order)
            continue
        legal = [meaning for meaning in order.meanings if _legal(position, meaning, legality, board, rules)]
        if len(legal) > 1 and rules["poorly_written"] == "with-the-set":
            clear = [o for o in all_orders if o.power == order.power and not isinstance(o, Unclear)]
            legal = [meaning for meaning in legal if _is_matched(meaning, clear)] or legal
        out.append(legal[0] if len(legal) == 1 else order)
    return tuple(out)


def _change_meanings(order: Order, change: Callable[[Order], Order | None]) -> Order | None:
    """Return the changed order; in an unclear one, each meaning is changed, and a single remaining one replaces it."""
    if not isinstance(order, Unclear):
        return change(order)
    changed = (_change_meanings(meaning, change) for meaning in order.meanings)
    meanings = tuple(meaning for meaning in changed if meaning is not None)
    if len(meanings) < 2 or meanings == order.meanings:
        return order if len(meanings) > 1 else next(iter(meanings), None)
    powers = {meaning.power for meaning in meanings}
    return replace(order, power=powers.pop() if len(powers) == 1 else order.power, meanings=meanings)


def ordered_unit(order: Order) -> tuple[str, str] | None:
    """Return the power of an order and the province of its unit, None if the unit is unknown."""
    return None if isinstance(order, Waive) or order.unit == UNKNOWN_UNIT else (order.power, order.unit.province)


# -- sets -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OrderSet:
    """A set of orders that a power submitted.

    Attributes:
        power: The power.
        orders: Its orders.
        number: Its place in the sequence of the power's sets; None if unknown.
        keeps: Provinces whose units keep their orders from earlier sets, as the set states.
        replaces: True if the set states that it replaces all earlier ones.
    """

    power: str
    orders: tuple[Order, ...]
    number: int | None = None
    keeps: frozenset[str] = frozenset()
    replaces: bool = False


def merged(sets: Iterable[OrderSet], rules: Rulebook) -> tuple[Order, ...]:
    """Return the orders of several sets that count.

    If a later set orders a unit again, its order counts, even if the sets are combined: the earlier order is
    withdrawn, and not a second order to the unit.

    Source: DATC 3.0, 4.D.1 (options ``order_sets``), 4.D.2 (``unordered_sets``).
    """
    out: list[Order] = []
    by_power: dict[str, list[OrderSet]] = {}
    for one in sets:
        by_power.setdefault(one.power, []).append(one)
    for of_power in by_power.values():
        if len(of_power) > 1 and any(one.number is None for one in of_power):
            if rules["unordered_sets"] == "combined":
                out.extend(order for one in of_power for order in one.orders)
            continue
        ordered = sorted(of_power, key=lambda one: one.number or 0)
        latest = ordered[-1]
        choice = rules["order_sets"]
        if choice == "latest" or (choice == "combined-unless-clear" and latest.replaces):
            out.extend(latest.orders)
        elif choice == "latest-unless-clear":
            out.extend(_overridden(ordered, latest.keeps))
        else:
            out.extend(_overridden(ordered, None))
    return tuple(out)


def _overridden(ordered: Sequence[OrderSet], keeps: frozenset[str] | None) -> list[Order]:
    """Return the latest orders, and earlier ones to units without a later order (all, or those in `keeps`)."""
    kept: list[Order] = []
    seen: set[str] = set()

    def still_counts(order: Order) -> Order | None:
        unit = ordered_unit(order)
        return order if unit is None or (unit[1] not in seen and (keeps is None or unit[1] in keeps)) else None

    for one in reversed(ordered):
        now = one.orders if one is ordered[-1] else [_change_meanings(order, still_counts) for order in one.orders]
        left = [order for order in now if order is not None]
        seen.update(unit[1] for unit in map(ordered_unit, left) if unit is not None)
        kept[:0] = left
    return kept


# -- orders not written for this turn ---------------------------------------------------------


def implied(position: Position, orders: Sequence[Order], *, rules: Rulebook, board: Board) -> tuple[Order, ...]:
    """Return the moves that a power's supports and convoys imply for its own units without an order.

    Only the power's own orders count: a written order to the unit takes precedence, and contradictory orders imply
    nothing.

    Source: DATC 3.0, 4.E.3 (option ``implicit_orders``).
    """
    if rules["implicit_orders"] == "not-allowed" or (position.phase and position.phase.type != PhaseType.MOVEMENT):
        return ()
    legality = Legality(board, position.units, rules, position.civil_disorder, position.closed)
    for order in orders:
        check_order(order, board)
    ordered = set(map(ordered_unit, orders))
    moves: list[Order] = []
    for unit in position.units:
        if (unit.power, unit.province) in ordered:
            continue
        presumed: dict[str, Move] = {}
        for order in orders:
            if order.power != unit.power:
                continue
            named = order.supported if isinstance(order, Support) else getattr(order, "convoyed", None)
            place = getattr(order, "destination", None)
            if isinstance(named, UnitName) and named.province == unit.province and place:
                convoyed = isinstance(order, Convoy)
                old = presumed.get(place)
                via = convoyed or (old is not None and old.via_convoy)
                presumed[place] = Move(unit.power, UnitName(unit.location, unit.type), place, via_convoy=via)
        if len(presumed) == 1:
            move = next(iter(presumed.values()))
            if not isinstance(legality.examine(move)[1], Illegal):
                moves.append(move)
    return tuple(moves)


def perpetual(position: Position, orders: Sequence[Order], lasting: Iterable[Order], rules: Rulebook) -> list[Order]:
    """Return the lasting orders of units that their power did not order this turn and that are still in place.

    Source: DATC 3.0, 4.E.4 (option ``perpetual_orders``).
    """
    if rules["perpetual_orders"] == "not-allowed":
        return []
    ordered = set(map(ordered_unit, orders))
    units = {(unit.province, unit.power, unit.type) for unit in position.units}
    return [
        order
        for order in lasting
        if not isinstance(order, Waive)
        and ordered_unit(order) not in ordered
        and any(
            (order.unit.province, order.power, kind) in units
            for kind in ((order.unit.type,) if order.unit.type else (ARMY, FLEET))
        )
    ]


@dataclass(frozen=True, slots=True)
class Proxy:
    """A unit handed over to another power, which then gives its order.

    Attributes:
        power: The owner.
        province: The province of the unit.
        to: The power that orders it.
        announced: True if announced before orders were written; False if handed over by an order.
    """

    power: str
    province: str
    to: str
    announced: bool = False


def with_proxies(orders: Iterable[Order], proxies: Iterable[Proxy], rules: Rulebook) -> tuple[Order, ...]:
    """Return the orders; those to a unit handed over are given in its owner's name and replace the owner's own.

    In an unclear order, each meaning is treated so.

    Source: DATC 3.0, 4.E.5 (option ``proxy_orders``).
    """
    choice = rules["proxy_orders"]
    valid = {p.province: p for p in proxies if choice == ("announced" if p.announced else "in-orders")}

    def with_owner(order: Order) -> Order | None:
        if isinstance(order, (Waive, Unclear)):
            return order
        proxy = valid.get(order.unit.province)
        if proxy is None or order.power not in (proxy.power, proxy.to):
            return order
        if order.power == proxy.power:
            return None
        own = order.unit if order.unit.nationality != proxy.power else replace(order.unit, nationality=None)
        return replace(order, power=proxy.power, unit=own)

    counted = (_change_meanings(order, with_owner) for order in orders)
    return tuple(order for order in counted if order is not None)


def orders_for(position: Position, orders: Iterable[Order], rules: Rulebook, board: Board) -> tuple[Order, ...]:
    """Return the orders that count in a phase: the given ones, clarified (4.E.2), followed by implied ones (4.E.3).

    Every adjudication of a phase calls it.
    """
    if not isinstance(orders, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise WrongTypeError(f"expected orders, not {orders!r}")
    orders = clarified(position, orders, rules=rules, board=board)
    return (*orders, *implied(position, orders, rules=rules, board=board))


def orders_of_turn(
    position: Position,
    sets: Iterable[OrderSet],
    *,
    rules: Rulebook,
    board: Board,
    lasting: Iterable[Order] = (),
    proxies: Iterable[Proxy] = (),
) -> tuple[Order, ...]:
    """Return the orders of a turn from all sets of orders, lasting orders and proxies, by the rulebook.

    Args:
        position: The position, with its phase.
        sets: The sets of orders.
        rules: The rulebook.
        board: The board.
        lasting: Orders given earlier for all turns to come.
        proxies: Units handed over.

    Source: DATC 3.0, 4.D.1, 4.D.2, 4.E.2 to 4.E.5.
    """

    def clear(orders: Iterable[Order]) -> tuple[Order, ...]:
        return clarified(position, orders, rules=rules, board=board)

    # unclear orders must be resolved before later sets and lasting orders can be compared with them
    orders = merged([replace(one, orders=clear(with_proxies(one.orders, proxies, rules))) for one in sets], rules)
    orders = clear(orders)
    return orders_for(position, (*orders, *perpetual(position, orders, clear(lasting), rules)), rules, board)
