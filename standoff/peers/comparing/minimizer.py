"""Reducing a question on which a peer differs to a smallest one on which it still does.

In turn, orders are dropped (the unit holds), units are dropped with their orders, and the rest is simplified: first
many at once (delta debugging: Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002), then
one by one and in pairs. If nothing more can be dropped, units are merged and change owners.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations, permutations, product
from typing import Any

from ...map import ARMY, FLEET, PhaseType, Position, PositionError, Unit, province_of
from ...solver import Build, Convoy, Move, Order, Retreat, Support, Unclear, UnitName, Waive, units_named
from ...turn import Turn
from .question_shape import adjacent, places, shape, units_of

_Part = Collection[object]
"""A removable part, of one or more of: a unit, a dislodged unit, a contested province by its id, a center with its
power, or the `id` of an order (equal orders may be given twice)."""

_FEW_UNITS = 12
"""Only questions with at most this many units are tried with other owners: naming many things takes long."""


def minimize(question: Turn, differs: Callable[[Turn], bool], *, max_questions: int = 2000) -> Turn:
    """Return a smallest question that still differs, made from `question` by dropping parts and simplifying.

    If `max_questions` suffices, no order or unit of the result can be dropped, no pair of them, and no unit after
    another takes its place or owners change. Orders that name a dropped unit are dropped, too. A unit that dislodged
    another stays as long as that one. Nothing `impossible` is tried unless the question itself contains it.

    Args:
        question: A question that differs.
        differs: Returns whether the answers to a question differ; called at most once for each question.
        max_questions: The most calls of `differs`; then the smallest question found is returned.

    Raises:
        ValueError: `question` does not differ.
    """
    if not differs(question):
        raise ValueError("there is no difference to reduce")
    best, left, seen, faults = question, max_questions, {question}, impossible(question)

    def accept(candidate: Turn | None) -> bool:
        """Accept `candidate` if it differs; return whether it was accepted."""
        nonlocal best, left
        if candidate is None or left <= 0 or candidate in seen:
            return False
        seen.add(candidate)
        if not impossible(candidate) <= faults:
            return False
        left -= 1
        if not differs(candidate):
            return False
        best = candidate
        return True

    while True:
        before = best
        for kind in _KINDS[question.type]:
            size = max(len(_parts(best, kind)) // 2, 1)
            while size:  # halves first, then smaller pieces
                start = 0
                while chosen := _parts(best, kind)[start : start + size]:
                    if not accept(_question_without(best, chosen)):
                        start += size
                size //= 2
        while any(map(accept, _simpler(best))):
            pass
        if best is before and not any(map(accept, _last_resorts(before))):
            return best


# -- leaving out ------------------------------------------------------------------------------------


_KINDS: dict[PhaseType, tuple[str, ...]] = {
    PhaseType.MOVEMENT: ("order", "unit", "center"),
    PhaseType.RETREAT: ("order", "dislodged", "unit", "contested", "center"),
    PhaseType.ADJUSTMENT: ("power", "order", "unit and center", "unit", "center"),
}
"""The kinds of parts that are dropped in each type of phase, in order."""


def _parts(question: Turn, kind: str) -> list[_Part]:
    """Return all parts of one kind that can be dropped."""
    position = question.position
    if kind == "order":
        return [{id(order)} for order in question.orders]
    if kind == "unit":
        attacked = {d.unit.province for d in position.dislodged}  # attackers stay as long as these units
        return [{unit} for unit in position.units if unit.province not in attacked]
    if kind == "dislodged":
        return [{d} for d in position.dislodged]
    if kind == "contested":
        return [{province} for province in sorted(position.contested)]
    centers = [(power, center) for power, owned in position.centers.items() for center in owned]
    if kind == "center":
        return [{center} for center in centers]
    if kind == "unit and center":  # dropping both keeps the number of builds or removals
        return [{unit, center} for unit, center in product(position.units, centers) if center[0] == unit.power]
    powers = dict.fromkeys((*position.centers, *(unit.power for unit in position.units)))
    of_powers = (
        {*(unit for unit in position.units if unit.power == power), *(one for one in centers if one[0] == power)}
        for power in powers
    )
    return [of_power for of_power in of_powers if of_power]


def _question_without(question: Turn, parts: Iterable[_Part]) -> Turn | None:
    """Return `question` without `parts`, and without the orders to and about their units."""
    old = question.position
    gone = set[object]().union(*parts)
    units = tuple(unit for unit in old.units if unit not in gone)
    dislodged = tuple(d for d in old.dislodged if d not in gone)
    centers = {
        power: left
        for power, owned in old.centers.items()
        if (left := tuple(center for center in owned if (power, center) not in gone))
    }
    known = centers or dict.fromkeys([*old.centers][:1], ())  # nobody owns any, which is not the same as unknown
    position = replace(old, units=units, dislodged=dislodged, contested=old.contested - gone, centers=known)
    powers = {unit.power for unit in (*units, *(d.unit for d in dislodged))} | centers.keys()
    left = [d.unit for d in dislodged] if question.type is PhaseType.RETREAT else units
    missing = {unit.province for unit in _ordered(question)} - {unit.province for unit in left}
    orders = (
        order
        for order in question.orders
        if id(order) not in gone
        and order.power in powers
        and missing.isdisjoint(named.province for named in units_named(order).values())
    )
    return _turn(question, position, orders)


def _ordered(question: Turn) -> tuple[Unit, ...]:
    """Return the units to which orders may be given."""
    position = question.position
    return tuple(d.unit for d in position.dislodged) if question.type is PhaseType.RETREAT else position.units


def _turn(question: Turn, position: Position, orders: Iterable[Order]) -> Turn | None:
    """Return `question` with another position and other orders; None if the position is impossible."""
    try:
        return Turn(position, tuple(orders), rules=question.rules, board=question.board)
    except PositionError:
        return None


# -- simplifying ------------------------------------------------------------------------------------


def _simpler(question: Turn) -> Iterator[Turn | None]:
    """Yield questions with equally many units that are simpler in one respect; None for impossible ones."""
    position, orders, board = question.position, question.orders, question.board
    for number, order in enumerate(orders):
        for plainer in _plainer(order, question):
            yield replace(question, orders=(*orders[:number], plainer, *orders[number + 1 :]))
    if question.type is PhaseType.MOVEMENT:
        yield from _nearer(question)
    units = units_of(question)
    for unit in units:
        if unit.type is FLEET and board.land >> board.province_number[unit.province] & 1:
            yield _replaced(question, {unit: Unit(ARMY, unit.province, unit.power)})
    for plainer in (
        replace(position, dislodged=tuple(replace(d, by_convoy=False) for d in position.dislodged)),
        replace(position, civil_disorder=frozenset()),
        replace(position, closed=frozenset()),
    ):
        if plainer != position:
            yield replace(question, position=plainer)
    if question.type is PhaseType.ADJUSTMENT:  # in winter, homes make powers unequal
        return
    for one, two in combinations(dict.fromkeys(unit.power for unit in units), 2):
        yield _merged(question, one, two)
    if len(units) <= _FEW_UNITS:
        now = shape(question)  # preferring the owners whose shape sorts first gives fewer minimal cases
        yield from (other for other in _reassigned(question) if other and shape(other) < now)


def _plainer(order: Order, question: Turn) -> Iterator[Order]:
    board = question.board
    if isinstance(order, Move):
        if order.route:
            yield replace(order, route=())
        if order.via_convoy:
            yield replace(order, via_convoy=False)
    elif isinstance(order, Support) and order.destination and "/" in order.destination:
        # the fleet is clear without the coast only if it reaches no other
        province, here = province_of(order.destination), order.supported.place
        reach = board.tables.fleet[board.location_number[here]] if here in board.location_number else 0
        if (reach & board.fleet_locations[board.province_number[province]]).bit_count() == 1:
            yield replace(order, destination=province)
    elif isinstance(order, Build) and order.unit.type is FLEET:
        yield replace(order, unit=replace(order.unit, place=order.unit.province, type=ARMY))


def _nearer(question: Turn) -> Iterator[Turn | None]:
    """Yield questions in which a convoyed army starts next to its destination, or just over one sea."""
    board, used = question.board, set(places(question))
    free = [(number, province.id) for number, province in enumerate(board.provinces) if province.id not in used]
    army_at = {unit.province: unit for unit in question.position.units if unit.type is ARMY}
    for move in question.orders:
        if not isinstance(move, Move) or (army := army_at.get(move.unit.province)) is None:
            continue
        convoys = [o for o in question.orders if isinstance(o, Convoy) and o.convoyed.province == army.province]
        goal = board.province_number[province_of(move.destination)]
        beside = board.tables.army[goal]
        starts: list[tuple[int, list[Order]]] = [(beside, [])] if convoys else []
        if len(convoys) > 1 or beside >> board.province_number[army.province] & 1:
            for last in convoys:
                around = board.around[board.province_number[last.unit.province]]
                if around >> goal & 1:
                    # where the army could not walk, so that it certainly goes by convoy
                    starts.append((around & board.coastal & ~beside, [last]))
        for start, kept in starts:
            orders = [order for order in question.orders if order not in convoys or order in kept]
            for place in [place for number, place in free if start >> number & 1][:1]:
                yield _replaced(question, {army: replace(army, location=place)}, orders)


def _merged(question: Turn, one: str, two: str) -> Turn | None:
    """Return `question` with the units, centers and orders of power `two` given to power `one`."""
    position = question.position
    centers = {power: owned for power, owned in position.centers.items() if power != two}
    if two in position.centers:
        centers[one] = (*centers.get(one, ()), *position.centers[two])
    return _replaced(
        question,
        {unit: replace(unit, power=one) for unit in units_of(question) if unit.power == two},
        [replace(order, power=one) if order.power == two else order for order in question.orders],
        centers=centers,
        civil_disorder=position.civil_disorder - {two},
    )


def _replaced(
    question: Turn, new: Mapping[Unit, Unit], orders: Iterable[Order] | None = None, **position: Any
) -> Turn | None:
    """Return `question` with some units replaced, also in the orders to and about them; None if impossible."""
    old = question.position
    at = {unit.province: (unit, new[unit]) for unit in _ordered(question) if unit in new}

    def renamed(name: UnitName) -> UnitName:
        unit, other = at[name.province]
        if (unit.type, unit.location) != (other.type, other.location):
            name = replace(name, place=other.location, type=other.type)
        return replace(name, nationality=other.power) if name.nationality == unit.power else name

    def changed(order: Order) -> Order:
        if isinstance(order, (Unclear, Waive)):
            return order
        names = {part: renamed(name) for part, name in units_named(order).items() if name.province in at}
        unit, other = at.get(order.unit.province, (None, None))
        power = other.power if unit and other and order.power == unit.power else order.power
        if isinstance(order, (Move, Retreat, Support)) and order.destination:
            goes = names.get("supported" if isinstance(order, Support) else "unit")
            if goes and goes.type is ARMY:
                order = replace(order, destination=province_of(order.destination))
        return replace(order, power=power, **names)

    units = tuple(new.get(unit, unit) for unit in old.units)
    dislodged = tuple(replace(d, unit=new.get(d.unit, d.unit)) for d in old.dislodged)
    changes = map(changed, question.orders if orders is None else orders)
    return _turn(question, replace(old, units=units, dislodged=dislodged, **position), changes)


# -- if nothing more can be dropped ------------------------------------------------------------------


def _last_resorts(question: Turn) -> Iterator[Turn | None]:
    """Yield questions without two parts, with two units merged, and without one unit but with other owners."""
    parts = [part for kind in _KINDS[question.type] for part in _parts(question, kind)]
    yield from (_question_without(question, pair) for pair in combinations(parts, 2))
    # with three units, everything has been tried by then; with many, there are too many combinations
    if question.type is not PhaseType.MOVEMENT or not 3 < len(question.position.units) <= _FEW_UNITS // 2:
        return
    for gone, stays in permutations(question.position.units, 2):
        yield _joined(question, gone, stays)
    swapped = (
        _replaced(question, {one: replace(one, power=two.power), two: replace(two, power=one.power)})
        for one, two in combinations(question.position.units, 2)
        if one.power != two.power
    )
    for other in (*swapped, *_reassigned(question)):
        if other:
            yield from (_question_without(other, [part]) for part in _parts(other, "unit"))


def _joined(question: Turn, gone: Unit, stays: Unit) -> Turn | None:
    """Return `question` with the unit `stays` in the place of `gone`, which is dropped with its order."""
    left = _question_without(question, [{gone}])
    if left is None:
        return None
    orders = [
        order
        for order in question.orders
        if order in left.orders or (isinstance(order, (Support, Convoy)) and order.unit.province != gone.province)
    ]
    return _replaced(left, {stays: replace(gone, power=stays.power)}, orders)


def _reassigned(question: Turn) -> Iterator[Turn | None]:
    """Yield questions in which one unit belongs to another of the powers."""
    units = units_of(question)
    for unit, power in product(units, dict.fromkeys(other.power for other in units)):
        if power != unit.power:
            yield _replaced(question, {unit: replace(unit, power=power)})


# -- possible turns ---------------------------------------------------------------------------------


def impossible(question: Turn) -> set[str]:
    """Return what is impossible in a question in any game, each as a sentence.

    These are, in a retreat phase, units dislodged by their own power, or by a unit that could not come from its stated
    origin. A position with other faults cannot be a `Turn`.
    """
    board, position = question.board, question.position
    sentences: set[str] = set()
    at = {unit.province: unit for unit in position.units}
    for d in position.dislodged:
        attacker = at.get(d.unit.province)
        if attacker is None or d.attacker_from is None:
            continue
        if attacker.power == d.unit.power:
            sentences.add(f"{d.unit} was dislodged by its own power")
        if attacker.type is ARMY and d.by_convoy:
            ends = (d.attacker_from, d.unit.province)
            came = all(board.coastal >> board.province_number[place] & 1 for place in ends)
        else:
            came = not d.by_convoy and adjacent(question, UnitName(attacker.location, attacker.type), d.attacker_from)
        if not came:
            sentences.add(f"{attacker} cannot have come from {d.attacker_from}")
    return sentences
