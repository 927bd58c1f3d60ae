"""Reducing a question on which a peer differs to a smallest one on which it still does.

In turn, orders are dropped (the unit holds), units are dropped with their orders, and what is left is simplified, first
many at a time (delta debugging: Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002), at
last one by one and in pairs. Where nothing more can go, units are merged and change owners.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, permutations, product
from typing import Any

from ...map import ARMY, FLEET, Board, PhaseType, Position, PositionError, Unit, bits, province_of
from ...solver import Build, Convoy, Move, Order, Retreat, Support, UnitName, Waive, units_named
from ...turn import Turn
from .question_shape import pattern, places, units_of

_Part = frozenset[tuple[str, object]]
"""Something that can be left out: ``("order", order)`` or ``("unit", "PAR")``, several things that go together.

A center is ``("center", ("FRANCE", "PAR"))``, a power ``("power", "FRANCE")``; for dislodged units and contested
provinces it is the province, too. Orders are told apart as objects: one may be given twice.
"""

_FEW_UNITS = 12
"""Units are given to other powers only in questions with as many units or fewer: naming many takes long."""


def minimize(question: Turn, differs: Callable[[Turn], bool], *, most_tries: int = 2000) -> Turn:
    """Return a smallest question that still differs, made from `question` by leaving out and simplifying.

    If the tries suffice, no unit or order can be left out of what is returned, no two of them, and no unit once another
    takes its place or owners change. Orders that name
    a unit left out are left out, too; a unit that dislodged another stays while that one does; nothing `impossible` is
    tried unless the question itself holds it.

    Args:
        question: A question that differs.
        differs: Tells whether a question still comes out differently; it is called at most once for each question.
        most_tries: How often `differs` may be called; when they are used up, the smallest one found is returned.

    Raises:
        ValueError: `question` does not differ.
    """
    search = _Search(question, differs, most_tries)
    if not differs(question):
        raise ValueError("there is no difference to be reduced")
    search.run()
    return search.best


class _Search:
    def __init__(self, question: Turn, differs: Callable[[Turn], bool], most_tries: int) -> None:
        self.best = question
        self.differs = differs
        self.left = most_tries
        self.seen = {question}
        self.impossible = impossible(question)

    def tried(self, candidate: Turn | None) -> bool:
        """Take `candidate` if it differs; tell whether it was taken."""
        if candidate is None or self.left <= 0 or candidate in self.seen:
            return False
        self.seen.add(candidate)
        if not impossible(candidate) <= self.impossible:
            return False
        self.left -= 1
        if not self.differs(candidate):
            return False
        self.best = candidate
        return True

    def run(self) -> None:
        while self.singles() or any(map(self.tried, self.last_resorts())):
            pass

    def last_resorts(self) -> Iterator[Turn | None]:
        """Yield questions with two parts less, with two units made one, and with one unit less and other owners."""
        question = self.best
        parts = [part for kind in _STAGES[question.type] for part in _parts(question, kind)]
        yield from (_without(question, pair) for pair in combinations(parts, 2))
        # with three units all is said by then, and for many units there are too many ways
        if question.type is not PhaseType.MOVEMENT or not 3 < len(question.position.units) <= _FEW_UNITS // 2:
            return
        yield from _joined(question)
        for other in (*_swapped(question), *_reassigned(question)):
            if other:
                yield from (_without(other, [part]) for part in _parts(other, "unit"))

    def singles(self) -> bool:
        """Leave out and simplify until no single step works any longer; tell whether any did."""
        changed, again = False, True
        while again:
            again = False
            for kind in _STAGES[self.best.type]:
                again |= self.drop(kind)
            again |= self.simplify()
            changed |= again
        return changed

    def drop(self, kind: str) -> bool:
        """Leave out parts of a kind, in halves first, then in ever smaller pieces; tell whether any was left out."""
        changed = False
        size = max(len(_parts(self.best, kind)) // 2, 1)
        while True:
            parts = _parts(self.best, kind)
            start, dropped = 0, False
            while start < len(parts):
                if self.tried(_without(self.best, parts[start : start + size])):
                    parts = _parts(self.best, kind)
                    dropped = True
                else:
                    start += size
            changed |= dropped
            if size > 1:
                size //= 2
            elif not dropped:
                return changed

    def simplify(self) -> bool:
        """Take simpler questions with the same number of units as long as there are any; tell whether there were."""
        changed = False
        while any(self.tried(candidate) for candidate in _simpler(self.best)) or self.reassign():
            changed = True
        return changed

    def reassign(self) -> bool:
        """Give one unit to another power where the shape then sorts first: that leaves fewer minimal cases."""
        if self.best.type is PhaseType.ADJUSTMENT or len(self.best.position.units) > _FEW_UNITS:
            return False
        now = pattern(self.best)
        return any(other and pattern(other) < now and self.tried(other) for other in _reassigned(self.best))


# -- leaving out ------------------------------------------------------------------------------------


_STAGES: dict[PhaseType, tuple[str, ...]] = {
    PhaseType.MOVEMENT: ("order", "unit", "center"),
    PhaseType.RETREAT: ("order", "dislodged", "unit", "contested", "center"),
    PhaseType.ADJUSTMENT: ("power", "order", "unit and center", "unit", "center"),
}
"""What is left out of each type of phase, in turn."""


def _parts(question: Turn, kind: str) -> list[_Part]:
    """Return everything of one kind that can be left out."""
    units, centers, dislodged = question.position.units, question.position.centers, question.position.dislodged
    if kind == "unit and center":  # without both, as much is to be built or removed as before
        return [
            frozenset((("unit", unit.province), ("center", (unit.power, center))))
            for unit in units
            for center in centers.get(unit.power, ())
        ]
    attackers = {d.unit.province for d in dislodged}  # they stay while the dislodged unit waits for its retreat
    things: dict[str, Iterable[object]] = {
        "order": map(id, question.orders),
        "unit": (unit.province for unit in units if unit.province not in attackers),
        "dislodged": (d.unit.province for d in dislodged),
        "contested": sorted(question.position.contested),
        "center": ((power, place) for power, owned in centers.items() for place in owned),
        "power": dict.fromkeys((*centers, *(unit.power for unit in units))),
    }
    return [frozenset(((kind, thing),)) for thing in things[kind]]


def _without(question: Turn, parts: Iterable[_Part]) -> Turn | None:
    """Return `question` without `parts`, and without the orders to and about units that are among them."""
    position = question.position
    gone = frozenset[tuple[str, object]]().union(*parts)

    def stays(unit: Unit, kind: str) -> bool:
        return (kind, unit.province) not in gone and ("power", unit.power) not in gone

    centers = {
        power: tuple(place for place in owned if ("center", (power, place)) not in gone)
        for power, owned in position.centers.items()
        if ("power", power) not in gone
    }
    centers = {power: owned for power, owned in centers.items() if owned}
    units = tuple(unit for unit in position.units if stays(unit, "unit"))
    dislodged = tuple(d for d in position.dislodged if ("dislodged", d.unit.province) not in gone)
    contested = frozenset(place for place in position.contested if ("contested", place) not in gone)
    there = {unit.power for unit in (*units, *(d.unit for d in dislodged))} | set(centers)
    missing = "dislodged" if question.type is PhaseType.RETREAT else "unit"
    return _turn(
        question,
        replace(position, units=units, dislodged=dislodged, contested=contested, centers=centers),
        tuple(
            order
            for order in question.orders
            if ("order", id(order)) not in gone
            and order.power in there
            and not any((missing, named.province) in gone for named in units_named(order).values())
        ),
    )


def _turn(question: Turn, position: Position, orders: tuple[Order, ...]) -> Turn | None:
    """Return `question` with another position and other orders; None if the position is impossible."""
    try:
        return Turn(position, orders, rules=question.rules, board=question.board)
    except PositionError:
        return None


# -- simplifying ------------------------------------------------------------------------------------


def _simpler(question: Turn) -> Iterator[Turn | None]:
    """Yield questions with the same number of units that are simpler in one point; None for impossible ones."""
    position, orders = question.position, question.orders
    for number, order in enumerate(orders):
        for plainer in _plainer(order, question.board):
            yield replace(question, orders=(*orders[:number], plainer, *orders[number + 1 :]))
    if question.type is PhaseType.MOVEMENT:
        yield from _nearer(question)
    units = units_of(question)
    for unit in units:
        if unit.type is FLEET and question.board.land >> question.board.province_number[unit.province] & 1:
            yield _as_army(question, unit)
    over_land = tuple(replace(d, by_convoy=False) for d in position.dislodged)
    for plainer in (
        replace(position, dislodged=over_land),
        replace(position, civil_disorder=frozenset()),
        replace(position, closed=frozenset()),
    ):
        if plainer != position:
            yield replace(question, position=plainer)
    if question.type is not PhaseType.ADJUSTMENT:  # homes make the powers of a winter unequal
        for one, two in combinations(dict.fromkeys(unit.power for unit in units), 2):
            yield _merged(question, one, two)


def _plainer(order: Order, board: Board) -> Iterator[Order]:
    if isinstance(order, Move):
        if order.route:
            yield replace(order, route=())
        if order.via_convoy:
            yield replace(order, via_convoy=False)
    elif isinstance(order, Support) and order.destination and "/" in order.destination:
        # what fleet is meant is clear without the coast only if it reaches no other
        province, here = province_of(order.destination), order.supported.place
        reach = board.fleet_reach[board.location_number[here]] if here in board.location_number else 0
        if (reach & board.fleet_locations[board.province_number[province]]).bit_count() == 1:
            yield replace(order, destination=province)
    elif isinstance(order, Build) and order.unit.type is FLEET:
        yield replace(order, unit=replace(order.unit, place=order.unit.province, type=ARMY))


def _changed(
    question: Turn,
    orders: Iterable[Order],
    unit: Callable[[Unit], Unit],
    named: Callable[[UnitName], UnitName] = lambda name: name,
    **position: Any,
) -> Turn | None:
    """Return `question` with other orders, and every unit changed: dislodged ones and those named in orders, too."""
    old = question.position
    units, dislodged = tuple(map(unit, old.units)), tuple(replace(d, unit=unit(d.unit)) for d in old.dislodged)
    renamed = tuple(
        replace(order, **{part: named(name) for part, name in units_named(order).items()}) for order in orders
    )
    return _turn(question, replace(old, units=units, dislodged=dislodged, **position), renamed)


def _as_army(question: Turn, fleet: Unit) -> Turn | None:
    """Return `question` with an army in place of a fleet on the coast, in all orders, too."""
    province = fleet.province
    army = Unit(ARMY, province, fleet.power)

    def without_coast(order: Order) -> Order:
        if isinstance(order, (Move, Retreat, Support)) and order.destination:
            goes = order.supported if isinstance(order, Support) else order.unit
            if goes.province == province:
                return replace(order, destination=province_of(order.destination))
        return order

    def there(unit: Unit) -> Unit:
        return army if unit is fleet else unit

    # in retreats, orders are to the unit that was dislodged there
    if question.type is PhaseType.RETREAT and any(unit is fleet for unit in question.position.units):
        return _changed(question, question.orders, there)
    return _changed(
        question,
        map(without_coast, question.orders),
        there,
        lambda name: replace(name, place=province, type=ARMY) if name.province == province else name,
    )


def _nearer(question: Turn) -> Iterator[Turn | None]:
    """Yield questions in which a convoyed army starts elsewhere: next to its destination, or just over one sea."""
    board, used = question.board, set(places(question))
    free = [(n, p.id) for n, p in enumerate(board.provinces) if p.id not in used]
    for order in question.orders:
        if not isinstance(order, Move) or order.unit.type is not ARMY:
            continue
        convoys = [o for o in question.orders if isinstance(o, Convoy) and o.convoyed.province == order.unit.province]
        if not convoys:
            continue
        goal = board.province_number[province_of(order.destination)]
        beside = board.army_reach[goal]
        yield from (_started_at(question, order.unit, p, []) for p in [p for n, p in free if beside >> n & 1][:1])
        walks = bool(beside >> board.province_number[order.unit.province] & 1)
        for last in convoys:
            around = board.around[board.province_number[last.unit.province]]
            if around >> goal & 1 and (walks or len(convoys) > 1):
                # preferably where the army could not walk: then there is no doubt that it goes by convoy
                shores = [p for n, p in free if (around & board.coastal & ~beside) >> n & 1]
                yield from (_started_at(question, order.unit, p, [last]) for p in shores[:1])


def _started_at(question: Turn, army: UnitName, start: str, convoys: Sequence[Convoy]) -> Turn | None:
    """Return `question` with an army in another province, and only `convoys` left of the convoy orders for it."""
    others = [o for o in question.orders if isinstance(o, Convoy) and o.convoyed.province == army.province]
    return _changed(
        question,
        [order for order in question.orders if order not in others or order in convoys],
        lambda unit: replace(unit, location=start) if unit.province == army.province else unit,
        lambda name: replace(name, place=start) if name.province == army.province else name,
    )


def _reassigned(question: Turn) -> Iterator[Turn | None]:
    """Yield questions in which one unit belongs to another of the powers."""
    every = units_of(question)
    for unit, power in product(every, dict.fromkeys(other.power for other in every)):
        if power != unit.power:
            yield _owned(question, {unit: power})


def _swapped(question: Turn) -> Iterator[Turn | None]:
    """Yield questions in which two units of different powers have changed owners."""
    for one, two in combinations(question.position.units, 2):
        if one.power != two.power:
            yield _owned(question, {one: two.power, two: one.power})


def _owned(question: Turn, owner: Mapping[Unit, str]) -> Turn | None:
    """Return `question` with other owners of some units, who give their orders."""
    ordered = [d.unit for d in question.position.dislodged] or question.position.units
    orders = list(question.orders)
    for unit in owner.keys() & set(ordered):
        orders = [replace(order, power=owner[unit]) if _orders_it(order, unit) else order for order in orders]
    return _changed(question, orders, lambda unit: replace(unit, power=owner.get(unit, unit.power)))


def _joined(question: Turn) -> Iterator[Turn | None]:
    """Yield questions in which one unit stands in the place of another, which is gone with its order."""
    for gone, stays in permutations(question.position.units, 2):
        left = _without(question, [frozenset((("unit", gone.province),))])
        if left is None:
            continue
        about_gone = [
            order
            for order in question.orders
            if order not in left.orders and not _orders_it(order, gone) and not isinstance(order, Waive)
        ]
        both = replace(left, orders=(*left.orders, *about_gone))
        yield _changed(
            both,
            both.orders,
            lambda unit, gone=gone, stays=stays: (
                replace(unit, location=gone.location, type=gone.type) if unit is stays else unit
            ),
            lambda name, gone=gone, stays=stays: (
                replace(name, place=gone.location, type=gone.type)
                if name.province in (stays.province, gone.province)
                else name
            ),
        )


def _orders_it(order: Order, unit: Unit) -> bool:
    return not isinstance(order, Waive) and order.unit.province == unit.province and order.power == unit.power


def _merged(question: Turn, one: str, two: str) -> Turn | None:
    """Return `question` with the units, centers and orders of power `two` given to power `one`."""
    position = question.position
    centers = {power: owned for power, owned in position.centers.items() if power != two}
    if two in position.centers:
        centers[one] = (*centers.get(one, ()), *position.centers[two])
    return _changed(
        question,
        [replace(order, power=one) if order.power == two else order for order in question.orders],
        lambda unit: replace(unit, power=one) if unit.power == two else unit,
        lambda name: replace(name, nationality=one) if name.nationality == two else name,
        centers=centers,
        civil_disorder=position.civil_disorder - {two},
    )


# -- what can be ------------------------------------------------------------------------------------


def impossible(question: Turn) -> set[str]:
    """Return what in a question cannot occur in any game, each in a sentence.

    These are, in a retreat phase, units that were dislodged by their own power, or by one that could not have come from
    where it is said to have come. A position with a fault is not a `Turn` at all.
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
        here, origin = (board.province_number[province] for province in (d.unit.province, d.attacker_from))
        if attacker.type is ARMY:
            reach = board.coastal if d.by_convoy and board.coastal >> origin & 1 else board.army_reach[origin]
            came = bool(reach >> here & 1)
        else:
            starts = board.fleet_locations[origin]
            ends = board.location_number[attacker.location]
            came = not d.by_convoy and any(board.fleet_reach[start] >> ends & 1 for start in bits(starts))
        if not came:
            sentences.add(f"{attacker} cannot have come from {d.attacker_from}")
    return sentences
