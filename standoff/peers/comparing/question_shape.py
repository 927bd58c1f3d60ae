"""The shape of a question: what is left of it without powers and geography.

Two minimal questions of the same shape show the same kind of difference. The provinces become letters and the powers
numbers, named so that of all texts that such a naming gives, this one comes first in alphabetical order; then neither
which powers and provinces they were nor the order in which they are written matters. Only with one or two
units does it matter where they are: what goes wrong there may be a border of the board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

from ...map import FLEET, PhaseType, Unit, province_of
from ...solver import (
    Convoy,
    Illegal,
    Legality,
    Move,
    Order,
    Retreat,
    Support,
    Unclear,
    UnitName,
    Waive,
    adjudicate_adjustments,
    adjudicate_retreats,
    balance,
    distance_from_home,
    rulebook,
    units_named,
)
from ...turn import Turn

_RULES = rulebook()
_MOST_NAMINGS = 500
_FEW = 2  # units; of this many the shape says where they are


class _Thing(NamedTuple):
    """A province, a coast or a power, to be renamed."""

    kind: str
    id: str


_Line = tuple[str | _Thing, ...]
"""A line of a shape: text and things in between."""


def shape(question: Turn) -> str:
    """Return the shape of a question; for one or two units, the board and the provinces are in its first line.

    Args:
        question: The question, best a minimal one.
    """
    text = pattern(question)
    if units_in(question) > _FEW:
        return text
    first, _, rest = text.partition(":")
    return f"{first}, {question.board.name}, {' '.join(places(question))}:{rest}"


def units_in(question: Turn) -> int:
    """Return how many units a question has, dislodged ones included."""
    return len(units_of(question))


def units_of(question: Turn) -> tuple[Unit, ...]:
    """Return the units of a question, those that stand first, then dislodged ones."""
    return (*question.position.units, *(d.unit for d in question.position.dislodged))


def places(question: Turn) -> list[str]:
    """Return the provinces that a question is about, in alphabetical order."""
    provinces = {unit.province for unit in units_of(question)}
    for order in question.orders:
        provinces.update(unit.province for unit in units_named(order).values())
        provinces.add(province_of(getattr(order, "destination", None) or ""))
    return sorted(provinces & question.board.province_number.keys())


def without_places(shape: str) -> str:
    """Return a shape without the board and the provinces in its first line.

    >>> without_places("movement, standard, GAL UKR:\\n1 a - b")
    'movement:\\n1 a - b'
    """
    first, colon, rest = shape.partition(":")
    return first.partition(",")[0] + colon + rest


def pattern(question: Turn) -> str:
    """Return the shape of a question without places: equal for two that differ in powers, provinces, writing only.

    A line says what one unit is ordered: ``1 a - b`` moves, ``1 a ~ b`` likewise, but could not go without a convoy,
    ``S`` supports, ``C`` convoys, ``R`` retreats; ``<`` and ``>`` stand before the place at whose shore a convoying
    fleet is, ``a + b`` for two adjacent ones; an order that is illegal under the 2023 rulebook is followed by why.
    Armies and fleets are told apart only by what they do. For adjustments a shape says how many units each power has to
    build or to remove, its units where removals are due, those nearest to home as ``A1`` or ``F1``, and what becomes of
    its orders.

    Args:
        question: The question, best a minimal one: one with many units alike takes long to name, and beyond 500
            namings the first of them stands for all.
    """
    kind = question.type
    if kind is PhaseType.MOVEMENT:
        lines = _movement(question)
    elif kind is PhaseType.RETREAT:
        lines = _retreats(question)
    else:
        return "\n".join([f"{kind}:", *sorted(_adjustments(question))])
    return "\n".join([f"{kind}:", *_named(lines)])


# -- lines ------------------------------------------------------------------------------------------


def _place(place: str) -> _Line:
    province, _, coast = place.partition("/")
    here = _Thing("province", province)
    return (here, "/", _Thing("coast", place)) if coast else (here,)


def _stands(power: str, place: str) -> _Line:
    """Return whose unit stands where; on which coast it does is geography."""
    return (_Thing("power", power), " ", _Thing("province", province_of(place)))


def _movement(question: Turn) -> list[_Line]:
    board, position = question.board, question.position
    field = Legality(board, position.units, _RULES, position.civil_disorder, position.closed)
    lines: list[_Line] = []
    ordered: set[int] = set()
    carrying: dict[UnitName, list[int]] = {}
    for order in question.orders:
        unit, examined = field.examine(order)
        ordered.add(unit)
        lines.append(
            (*_ordered(order, question), f" !{examined.name.lower()}" if isinstance(examined, Illegal) else "")
        )
        if isinstance(order, Convoy) and unit >= 0:
            carrying.setdefault(order.convoyed, []).append(field.province[unit])
    lines.extend(
        (*_place(board.provinces[one].id), " + ", *_place(board.provinces[two].id))
        for fleets in carrying.values()
        for one, two in product(fleets, fleets)
        if board.around[one] >> two & 1
    )
    lines.extend(_stands(u.power, u.location) for n, u in enumerate(position.units) if n not in ordered)
    lines.extend((_Thing("power", power), " in civil disorder") for power in position.civil_disorder)
    lines.extend((_Thing("province", province), " closed") for province in position.closed)
    return lines


def _ordered(order: Order, question: Turn) -> _Line:
    if isinstance(order, (Unclear, Waive)):
        return (_Thing("power", order.power), " ", str(order))
    start = _stands(order.power, order.unit.place)
    if isinstance(order, Move):
        way = " - " if adjacent(question, order.unit, order.destination) else " ~ "
        return (*start, way, *_place(order.destination), " VIA" if order.via_convoy else "")
    if isinstance(order, Retreat):
        way = " R " if adjacent(question, order.unit, order.destination) else " R ~ "
        return (*start, way, *_place(order.destination))
    if isinstance(order, Support):
        target = (" S ", _Thing("province", order.supported.province))
        return (*start, *target, " - ", *_place(order.destination)) if order.destination else (*start, *target)
    if isinstance(order, Convoy):
        board = question.board
        around = board.around[board.province_number[order.unit.province]]
        first, last = (
            mark if around >> board.province_number[province_of(place)] & 1 else ""
            for mark, place in (("<", order.convoyed.place), (">", order.destination))
        )
        goes = _Thing("province", order.convoyed.province)
        return (*start, " C ", first, goes, " - ", last, *_place(order.destination))
    return (*start, " ", str(order)[-1])


def adjacent(question: Turn, named: UnitName, place: str) -> bool:
    """Tell whether the named unit could go to a place without a convoy."""
    board = question.board
    if named.type is FLEET and named.place in board.location_number:
        reach = board.fleet_reach_provinces[board.location_number[named.place]]
    else:
        reach = board.army_reach[board.province_number[named.province]]
    return bool(reach >> board.province_number[province_of(place)] & 1)


def _retreats(question: Turn) -> list[_Line]:
    position = question.position
    result = adjudicate_retreats(position, question.orders, rules=_RULES, board=question.board)
    given = list(result)[: result.given]
    lines: list[_Line] = [(*_ordered(one.order, question), f" !{one.rule}" if one.rule else "") for one in given]
    lines.extend(_stands(unit.power, unit.location) for unit in position.units)
    for d in position.dislodged:
        origin = _place(d.attacker_from) if d.attacker_from else ("nowhere",)
        convoy = " by convoy" if d.by_convoy else ""
        lines.append((*_stands(d.unit.power, d.unit.location), " out, from ", *origin, convoy))
    lines.extend((_Thing("province", province), " contested") for province in position.contested)
    return lines


def _adjustments(question: Turn) -> Iterable[str]:
    """Yield what each power has to do and does; nothing in it names a province or a power."""
    board, position = question.board, question.position
    result = adjudicate_adjustments(position, question.orders, rules=_RULES, board=board)
    for power in dict.fromkeys((*position.centers, *(unit.power for unit in position.units))):
        difference = balance(position, power)
        units = [unit for unit in position.units if unit.power == power] if difference < 0 else []
        owned = position.centers.get(power, ())
        far = {unit: distance_from_home(board, unit, owned, _RULES) for unit in units}
        ranks = sorted(set(far.values()))
        standing = sorted(f"{unit.type.value}{ranks.index(far[unit]) + 1}" for unit in units)
        orders: list[str] = []
        for order_result in result:
            order = order_result.order
            if order.power == power:
                unit = getattr(order, "unit", None)
                kind = f" {unit.type}" if isinstance(unit, UnitName) and unit.type else ""
                why = f" ({order_result.rule})" if order_result.rule else ""
                orders.append(f"{type(order).__name__.lower()}{kind} {order_result.outcome}{why}")
        yield f"{difference:+d}{''.join(f' {one}' for one in standing)}: {'; '.join(orders) or 'nothing'}"


# -- names ------------------------------------------------------------------------------------------


def _named(lines: Sequence[_Line]) -> list[str]:
    """Return the lines, sorted, with their things named so that they come first in alphabetical order."""
    things = sorted({part for line in lines for part in line if isinstance(part, _Thing)})
    all_lines = Counter(lines)
    best: list[list[str]] = []
    left = _MOST_NAMINGS

    def name(colors: dict[_Thing, int]) -> None:
        nonlocal left
        colors = _refined(lines, colors)
        alike = Counter(colors.values())
        several = [color for color, number in alike.items() if number > 1]
        if not several:
            left -= 1
            best.append(_written(lines, things, colors))
            best[:] = [min(best)]
            return
        color = min(several)
        tried: list[_Thing] = []
        for thing in things:
            if colors[thing] != color or left <= 0 or any(_twins(all_lines, thing, other) for other in tried):
                continue
            tried.append(thing)
            # this one before the others of its kind
            name({t: 2 * c + (c == color and t != thing) for t, c in colors.items()})

    kinds = sorted({thing.kind for thing in things})
    name({thing: kinds.index(thing.kind) for thing in things})
    return best[0]


def _twins(lines: Counter[_Line], one: _Thing, two: _Thing) -> bool:
    """Tell whether the lines stay the same when two things change places; then either may be named first."""
    swapped = {one: two, two: one}
    return lines == Counter(
        tuple(swapped.get(part, part) if isinstance(part, _Thing) else part for part in line)
        for line in lines.elements()
    )


def _refined(lines: Sequence[_Line], colors: dict[_Thing, int]) -> dict[_Thing, int]:
    """Tell things of one color apart by the lines that they occur in, until no more can be told apart."""
    while True:
        seen: dict[_Thing, list[tuple[int, tuple[tuple[int, str], ...]]]] = {thing: [] for thing in colors}
        for line in lines:
            pattern = tuple((colors[part], "") if isinstance(part, _Thing) else (-1, part) for part in line)
            for place, part in enumerate(line):
                if isinstance(part, _Thing):
                    # where in the line it stands, and where else it stands in the same line
                    again = sum(1 << n for n, other in enumerate(line) if other == part)
                    seen[part].append((place + (again << 8), pattern))
        signatures = {thing: (color, tuple(sorted(seen[thing]))) for thing, color in colors.items()}
        ranks = sorted(set(signatures.values()))
        finer = {thing: ranks.index(signature) for thing, signature in signatures.items()}
        if len(ranks) == len(set(colors.values())):
            return finer
        colors = finer


def _written(lines: Sequence[_Line], things: Sequence[_Thing], colors: dict[_Thing, int]) -> list[str]:
    names: dict[_Thing, str] = {}
    count: Counter[str] = Counter()
    for thing in sorted(things, key=lambda thing: colors[thing]):
        number = count[thing.kind]
        count[thing.kind] += 1
        if thing.kind == "province":
            names[thing] = chr(ord("a") + number % 26) + "'" * (number // 26)
        else:
            names[thing] = str(number + 1)
    return sorted("".join(names[part] if isinstance(part, _Thing) else part for part in line) for line in lines)
