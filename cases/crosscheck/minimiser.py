"""Reducing a question that comes out differently elsewhere to a smallest one that still does.

By turns orders are dropped (the unit holds), units with their orders, and what is left is made plainer, first many at
a time (delta debugging: Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002), at last one
by one and in pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from ...map import ARMY, FLEET, PhaseType, PositionError, Unit
from ...map.masks import bits
from ...solver import Build, Convoy, Move, Order, Retreat, Support, Waive
from ...solver.orders import Unclear, UnitName
from ..peers.peer import Question
from .question_shape import pattern


@dataclass(frozen=True, slots=True)
class _Part:
    """Something of a question that can be left out.

    Attributes:
        kind: What it is: order, unit, dislodged, contested, center, unit and center, power.
        name: The power of a center or the power itself, else the province.
        order: The order.
        place: The province of a center, or of the unit beside it.
        center: The center left out with a unit.
    """

    kind: str
    name: str = ""
    order: Order | None = None
    place: str = ""
    center: str = ""


_FEW_UNITS = 12
"""Units are given to other powers only in questions with as many units or fewer: naming many takes long."""


def minimise(question: Question, differs: Callable[[Question], bool], *, most_tries: int = 2000) -> Question:
    """Return a smallest question, got from `question` by leaving out and simplifying, that still differs.

    Nothing single, and if the tries suffice no pair of things, can be left out of what is returned. Orders that name
    a unit left out are left out, too; a unit that dislodged another stays while that one does; nothing `impossible` is
    tried that the question does not hold.

    Args:
        question: A question that differs.
        differs: Tells whether a question still comes out differently; it is asked about each question at most once.
        most_tries: How often `differs` may be called; when they are used up, the smallest one found is returned.

    Raises:
        ValueError: `question` does not differ.
    """
    search = _Search(question, differs, most_tries)
    if not differs(question):
        raise ValueError("the question to be minimised does not differ")
    search.run()
    return search.best


class _Search:
    def __init__(self, question: Question, differs: Callable[[Question], bool], most_tries: int) -> None:
        self.best = question
        self.differs = differs
        self.left = most_tries
        self.seen = {_key(question)}
        self.impossible = impossible(question)

    def tried(self, candidate: Question | None) -> bool:
        """Take `candidate` if it differs; tell whether it was taken."""
        if candidate is None or self.left <= 0:
            return False
        key = _key(candidate)
        if key in self.seen:
            return False
        self.seen.add(key)
        if not impossible(candidate) <= self.impossible:
            return False
        self.left -= 1
        if not self.differs(candidate):
            return False
        self.best = candidate
        return True

    def run(self) -> None:
        while self.singles() or self.pairs():
            pass

    def singles(self) -> bool:
        """Leave out and simplify until nothing single works any more; tell whether anything did."""
        changed, again = False, True
        while again:
            again = False
            for parts_of in _STAGES[_kind(self.best)]:
                again |= self.drop(parts_of)
            again |= self.simplify()
            changed |= again
        return changed

    def drop(self, parts_of: Callable[[Question], list[_Part]]) -> bool:
        """Leave out parts, in halves first, then in ever smaller pieces; tell whether any was left out."""
        changed = False
        size = max(len(parts_of(self.best)) // 2, 1)
        while True:
            parts = parts_of(self.best)
            start, dropped = 0, False
            while start < len(parts):
                if self.tried(_without(self.best, parts[start : start + size])):
                    parts = parts_of(self.best)
                    dropped = True
                else:
                    start += size
            changed |= dropped
            if size > 1:
                size //= 2
            elif not dropped:
                return changed

    def simplify(self) -> bool:
        """Take plainer questions of as many units as long as there are any; tell whether there were."""
        changed = False
        while any(self.tried(candidate) for candidate in _simpler(self.best)) or self.reassign():
            changed = True
        return changed

    def reassign(self) -> bool:
        """Give one unit to another power where that makes the shape come first: it tells fewer minimal cases apart."""
        if _kind(self.best) is PhaseType.ADJUSTMENT or len(self.best.position.units) > _FEW_UNITS:
            return False
        now = pattern(self.best)
        return any(pattern(other) < now and self.tried(other) for other in _reassigned(self.best))

    def pairs(self) -> bool:
        """Leave out the first two parts that can be left out together; tell whether there were any."""
        parts = [part for parts_of in _STAGES[_kind(self.best)] for part in parts_of(self.best)]
        return any(self.tried(_without(self.best, pair)) for pair in combinations(parts, 2))


def _kind(question: Question) -> PhaseType:
    phase = question.position.phase
    return phase.type if phase else PhaseType.MOVEMENT


def _key(question: Question) -> object:
    """Return something that only equal questions have in common."""
    p = question.position
    return question.orders, p.units, tuple(sorted(p.centers.items())), p.dislodged, p.contested, p.idle, p.closed


# -- leaving out ------------------------------------------------------------------------------------


def _orders(question: Question) -> list[_Part]:
    return [_Part("order", order=order) for order in question.orders]


def _units(question: Question) -> list[_Part]:
    # who dislodged a unit stays while it waits for its retreat
    attackers = {d.unit.province for d in question.position.dislodged}
    return [_Part("unit", u.province) for u in question.position.units if u.province not in attackers]


def _dislodged(question: Question) -> list[_Part]:
    return [_Part("dislodged", d.unit.province) for d in question.position.dislodged]


def _contested(question: Question) -> list[_Part]:
    return [_Part("contested", province) for province in sorted(question.position.contested)]


def _centers(question: Question) -> list[_Part]:
    centers = question.position.centers
    return [_Part("center", power, place=place) for power in centers for place in centers[power]]


def _units_and_centers(question: Question) -> list[_Part]:
    """Return each unit together with each center of its power: without both as much is to be built or removed."""
    position = question.position
    return [
        _Part("unit and center", unit.power, place=unit.province, center=center)
        for unit in position.units
        for center in position.centers.get(unit.power, ())
    ]


def _powers(question: Question) -> list[_Part]:
    position = question.position
    return [_Part("power", p) for p in dict.fromkeys((*position.centers, *(u.power for u in position.units)))]


_STAGES: dict[PhaseType, tuple[Callable[[Question], list[_Part]], ...]] = {
    PhaseType.MOVEMENT: (_orders, _units, _centers),
    PhaseType.RETREAT: (_orders, _dislodged, _units, _contested, _centers),
    PhaseType.ADJUSTMENT: (_powers, _orders, _units_and_centers, _units, _centers),
}


def _without(question: Question, parts: Sequence[_Part]) -> Question:
    """Return `question` without `parts`, and without the orders to and about units that are among them."""
    position = question.position
    orders = {id(part.order) for part in parts if part.kind == "order"}
    powers = {part.name for part in parts if part.kind == "power"}
    gone = {part.name for part in parts if part.kind == "unit"}
    gone.update(part.place for part in parts if part.kind == "unit and center")
    fled = {part.name for part in parts if part.kind == "dislodged"}
    open_ = {part.name for part in parts if part.kind == "contested"}
    lost = {(part.name, part.place) for part in parts if part.kind == "center"}
    lost.update((part.name, part.center) for part in parts if part.kind == "unit and center")
    centers = {
        power: tuple(place for place in owned if (power, place) not in lost)
        for power, owned in position.centers.items()
        if power not in powers
    }
    centers = {power: owned for power, owned in centers.items() if owned}
    units = tuple(u for u in position.units if u.province not in gone and u.power not in powers)
    dislodged = tuple(d for d in position.dislodged if d.unit.province not in fled)
    there = {unit.power for unit in (*units, *(d.unit for d in dislodged))} | set(centers)
    missing = fled if _kind(question) is PhaseType.RETREAT else gone
    return Question(
        question.board,
        replace(position, units=units, dislodged=dislodged, contested=position.contested - open_, centers=centers),
        tuple(
            order
            for order in question.orders
            if id(order) not in orders and order.power in there and not missing & _named_in(order)
        ),
    )


def _named_in(order: Order) -> set[str]:
    """Return the provinces of the units that an order names."""
    if isinstance(order, Waive):
        return set()
    found = {order.unit.province}
    if isinstance(order, Support):
        found.add(order.supported.province)
    elif isinstance(order, Convoy):
        found.add(order.convoyed.province)
    return found


# -- simplifying ------------------------------------------------------------------------------------


def _simpler(question: Question) -> Iterator[Question]:
    """Yield questions of as many units that are plainer in one point."""
    position, orders = question.position, question.orders
    for number, order in enumerate(orders):
        for plainer in _plainer(order, question):
            yield replace(question, orders=(*orders[:number], plainer, *orders[number + 1 :]))
    yield from _nearer(question)
    for unit in (*position.units, *(d.unit for d in position.dislodged)):
        if unit.type is FLEET and question.board.land >> question.board.province_number[unit.province] & 1:
            yield _as_army(question, unit)
    for d in position.dislodged:
        if d.by_convoy:
            others = tuple(replace(o, by_convoy=False) if o is d else o for o in position.dislodged)
            yield replace(question, position=replace(position, dislodged=others))
    if position.idle:
        yield replace(question, position=replace(position, idle=frozenset()))
    if position.closed:
        yield replace(question, position=replace(position, closed=frozenset()))
    if _kind(question) is not PhaseType.ADJUSTMENT:  # homes make the powers of a winter unequal
        units = (*position.units, *(d.unit for d in position.dislodged))
        powers = list(dict.fromkeys(unit.power for unit in units))
        for one, two in combinations(powers, 2):
            yield _merged(question, one, two)


def _plainer(order: Order, question: Question) -> Iterator[Order]:
    if isinstance(order, Move):
        if order.route:
            yield replace(order, route=())
        if order.via_convoy:
            yield replace(order, via_convoy=False)
    elif isinstance(order, Support) and order.destination and "/" in order.destination:
        # what fleet is meant is clear without the coast only if it reaches no other
        board = question.board
        province, here = order.destination.partition("/")[0], order.supported.place
        reach = board.fleet_reach[board.location_number[here]] if here in board.location_number else 0
        if (reach & board.fleet_locations[board.province_number[province]]).bit_count() == 1:
            yield replace(order, destination=province)
    elif isinstance(order, Build) and order.unit.type is FLEET:
        yield replace(order, unit=replace(order.unit, place=order.unit.province, type=ARMY))


def _renamed(order: Order, rename: Callable[[UnitName], UnitName]) -> Order:
    """Return `order` with the units that it names renamed."""
    if isinstance(order, (Waive, Unclear)):
        return order
    named = {name: rename(getattr(order, name)) for name in ("unit", "supported", "convoyed") if hasattr(order, name)}
    return replace(order, **named)


def _with(question: Question, change: Callable[[Unit], Unit], orders: Iterable[Order], **position: Any) -> Question:
    """Return `question` with every unit, dislodged ones too, changed by `change`, and with other orders."""
    old = question.position
    units = tuple(map(change, old.units))
    dislodged = tuple(replace(d, unit=change(d.unit)) for d in old.dislodged)
    return Question(question.board, replace(old, units=units, dislodged=dislodged, **position), tuple(orders))


def _as_army(question: Question, fleet: Unit) -> Question:
    """Return `question` with an army in place of a fleet on the coast, in all orders, too."""
    province = fleet.province
    army = Unit(ARMY, province, fleet.power)

    def rewritten(order: Order) -> Order:
        order = _renamed(
            order, lambda named: replace(named, place=province, type=ARMY) if named.province == province else named
        )
        if isinstance(order, (Move, Retreat, Support)) and order.destination:
            goes = order.supported if isinstance(order, Support) else order.unit
            if goes.province == province:
                return replace(order, destination=order.destination.partition("/")[0])
        return order

    # in retreats, orders are to the unit that was dislodged there
    stays = _kind(question) is PhaseType.RETREAT and any(unit is fleet for unit in question.position.units)
    orders = question.orders if stays else map(rewritten, question.orders)
    return _with(question, lambda unit: army if unit is fleet else unit, orders)


def _nearer(question: Question) -> Iterator[Question]:
    """Yield questions in which a convoyed army starts elsewhere: next to its destination, or just over one sea."""
    board, position = question.board, question.position
    if _kind(question) is not PhaseType.MOVEMENT:
        return
    used = {unit.province for unit in position.units}
    for order in question.orders:
        used |= _named_in(order)
        if isinstance(order, (Move, Support, Convoy)) and order.destination:
            used.add(order.destination.partition("/")[0])
    free = [(n, p.id) for n, p in enumerate(board.provinces) if p.id not in used]
    for order in question.orders:
        if not isinstance(order, Move) or order.unit.type is not ARMY:
            continue
        convoys = [o for o in question.orders if isinstance(o, Convoy) and o.convoyed.province == order.unit.province]
        if not convoys:
            continue
        goal = board.province_number[order.destination.partition("/")[0]]
        beside = board.army_reach[goal]
        yield from (_started_at(question, order.unit, p, []) for p in [p for n, p in free if beside >> n & 1][:1])
        walks = bool(beside >> board.province_number[order.unit.province] & 1)
        for last in convoys:
            around = board.around[board.province_number[last.unit.province]]
            if around >> goal & 1 and (walks or len(convoys) > 1):
                # best where the army could not walk: then nobody can doubt that it goes by convoy
                shores = [p for n, p in free if (around & board.coastal & ~beside) >> n & 1]
                yield from (_started_at(question, order.unit, p, [last]) for p in shores[:1])


def _started_at(question: Question, army: UnitName, start: str, convoys: Sequence[Convoy]) -> Question:
    """Return `question` with an army in another province, of the convoy orders for it only `convoys` left."""

    def there(named: UnitName) -> UnitName:
        return replace(named, place=start) if named.province == army.province else named

    kept = [
        order
        for order in question.orders
        if not isinstance(order, Convoy) or order.convoyed.province != army.province or order in convoys
    ]
    return _with(
        question,
        lambda unit: replace(unit, location=start) if unit.province == army.province else unit,
        (_renamed(order, there) for order in kept),
    )


def _reassigned(question: Question) -> Iterator[Question]:
    """Yield questions in which one unit belongs to another of the powers."""
    position = question.position
    every = (*position.units, *(d.unit for d in position.dislodged))
    ordered = [d.unit for d in position.dislodged] or position.units
    for unit in every:
        its_orders = [
            order for order in question.orders if any(unit is other for other in ordered) and _orders_it(order, unit)
        ]
        for power in dict.fromkeys(other.power for other in every):
            if power != unit.power:
                changed = replace(unit, power=power)
                yield _with(
                    question,
                    lambda other, unit=unit, changed=changed: changed if other is unit else other,
                    [replace(order, power=power) if order in its_orders else order for order in question.orders],
                )


def _orders_it(order: Order, unit: Unit) -> bool:
    return not isinstance(order, Waive) and order.unit.province == unit.province and order.power == unit.power


def _merged(question: Question, one: str, two: str) -> Question:
    """Return `question` with the units, centers and orders of power `two` given to power `one`."""
    position = question.position

    def named(name: UnitName) -> UnitName:
        return replace(name, nationality=one) if name.nationality == two else name

    centers = {power: places for power, places in position.centers.items() if power != two}
    if two in position.centers:
        centers[one] = (*centers.get(one, ()), *position.centers[two])
    orders = [replace(order, power=one) if order.power == two else order for order in question.orders]
    return _with(
        question,
        lambda unit: replace(unit, power=one) if unit.power == two else unit,
        (_renamed(order, named) for order in orders),
        centers=centers,
        idle=position.idle - {two},
    )


# -- what can be ------------------------------------------------------------------------------------


def impossible(question: Question) -> set[str]:
    """Return what of a question can come about in no game, each in a sentence.

    Those are the faults of its position and, in a retreat phase, a unit that was dislodged by its own power, or by one
    that could not have come from where it is said to have come.
    """
    board, position = question.board, question.position
    found: set[str] = set()
    try:
        position.check(board)
    except PositionError as fault:
        found.update(str(fault).splitlines())
    at = {unit.province: unit for unit in position.units}
    for d in position.dislodged:
        attacker = at.get(d.unit.province)
        if attacker is None or d.attacker_from is None:
            continue
        if attacker.power == d.unit.power:
            found.add(f"{d.unit} was dislodged by its own power")
        here, origin = (board.province_number[province] for province in (d.unit.province, d.attacker_from))
        if attacker.type is ARMY:
            reach = board.coastal if d.by_convoy and board.coastal >> origin & 1 else board.army_reach[origin]
            came = bool(reach >> here & 1)
        else:
            starts = board.fleet_locations[origin]
            ends = board.location_number[attacker.location]
            came = not d.by_convoy and any(board.fleet_reach[start] >> ends & 1 for start in bits(starts))
        if not came:
            found.add(f"{attacker} cannot have come from {d.attacker_from}")
    return found
