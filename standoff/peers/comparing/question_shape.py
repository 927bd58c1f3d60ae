"""The shape of a question: the question without powers and geography.

Two minimal questions of the same shape show the same kind of difference. Provinces become letters and powers numbers,
in an order that does not depend on the question's. Only for one or two units, provinces are named: the fault may be a
border of the board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, permutations
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
_FEW = 2  # units; for at most this many, the shape names provinces


class _Name(NamedTuple):
    """A province, a coast or a power that is to be renamed."""

    kind: str
    id: str


_Line = tuple[str | _Name, ...]
"""A line of a shape: text, and things to be renamed."""


def shape(question: Turn) -> str:
    """Return the shape of a question: equal for two that differ only in powers, provinces, order and writing.

    A line states the order of one unit: ``1 a - b`` moves, ``1 a ~ b`` moves but could not without a convoy, ``S``
    supports, ``C`` convoys, ``R`` retreats; ``<`` and ``>`` precede a place that the convoying fleet is adjacent to;
    ``a + b`` are two adjacent convoying fleets; an order that is illegal under the 2023 rulebook is followed by the
    reason. Armies and fleets differ only in what they do. For adjustments, a line states how many units a power has to
    build or remove, its units where removals are due, those nearest to home as ``A1`` or ``F1``, and the results of its
    orders. For one or two units, the first line has the board and the provinces.

    Args:
        question: The question, preferably a minimal one.
    """
    lines = _adjustments(question) if question.type is PhaseType.ADJUSTMENT else _named(list(_lines(question)))
    few = len(units_of(question)) <= _FEW
    first = f"{question.type}, {question.board.name}, {' '.join(places(question))}:" if few else f"{question.type}:"
    return "\n".join([first, *sorted(lines)])


def without_places(shape: str) -> str:
    """Return a shape without the board and the provinces in its first line.

    >>> without_places("movement, standard, GAL UKR:\\n1 a - b")
    'movement:\\n1 a - b'
    """
    first, colon, rest = shape.partition(":")
    return first.partition(",")[0] + colon + rest


def units_of(question: Turn) -> tuple[Unit, ...]:
    """Return the units of a question, dislodged ones last."""
    return (*question.position.units, *(d.unit for d in question.position.dislodged))


def place_of(order: Order) -> str:
    """Return the province of the unit that an order is given to, "" if there is none."""
    return getattr(getattr(order, "unit", None), "province", "")


def places(question: Turn) -> list[str]:
    """Return the provinces in a question, in alphabetical order."""
    provinces = {unit.province for unit in units_of(question)}
    for order in question.orders:
        provinces.update(unit.province for unit in units_named(order).values())
        provinces.add(province_of(getattr(order, "destination", None) or ""))
    return sorted(provinces & question.board.province_number.keys())


def adjacent(question: Turn, named: UnitName, place: str) -> bool:
    """Return whether the named unit could move to a place without a convoy."""
    board = question.board
    if named.type is FLEET and named.place in board.location_number:
        reach = board.tables.fleet_to[board.location_number[named.place]]
    else:
        reach = board.tables.army[board.province_number[named.province]]
    return bool(reach >> board.province_number[province_of(place)] & 1)


# -- lines ------------------------------------------------------------------------------------------


def _lines(question: Turn) -> Iterator[_Line]:
    """Yield the orders and the remaining units of a movement or retreat phase."""
    position, board = question.position, question.board
    idle = dict(enumerate(position.units))
    if question.type is PhaseType.MOVEMENT:
        field = Legality(board, position.units, _RULES, position.civil_disorder, position.closed)
        for order in question.orders:
            unit, examined = field.examine(order)
            idle.pop(unit, None)
            yield (*_ordered(order, question), f" !{examined.name.lower()}" if isinstance(examined, Illegal) else "")
    else:
        result = adjudicate_retreats(position, question.orders, rules=_RULES, board=board)
        for one in islice(result, result.given):
            yield (*_ordered(one.order, question), f" !{one.rule}" if one.rule else "")
    for one, two in permutations([order for order in question.orders if isinstance(order, Convoy)], 2):
        if one.convoyed == two.convoyed and adjacent(question, one.unit, two.unit.place):
            yield (*_place(one.unit.place), " + ", *_place(two.unit.place))
    for unit in idle.values():
        yield _unit_places(unit.power, unit.province)
    for d in position.dislodged:
        origin = _place(d.attacker_from) if d.attacker_from else ("nowhere",)
        yield (
            *_unit_places(d.unit.power, d.unit.province),
            " out, from ",
            *origin,
            " by convoy" if d.by_convoy else "",
        )
    for power in position.civil_disorder:
        yield (_Name("power", power), " in civil disorder")
    for province in position.closed:
        yield (*_place(province), " closed")
    for province in position.contested:
        yield (*_place(province), " contested")


def _place(place: str) -> _Line:
    province, _, coast = place.partition("/")
    here = _Name("province", province)
    return (here, "/", _Name("coast", place)) if coast else (here,)


def _unit_places(power: str, province: str) -> _Line:
    """Return a unit's power and province; its coast is geography."""
    return (_Name("power", power), " ", *_place(province))


def _ordered(order: Order, question: Turn) -> _Line:
    if isinstance(order, (Unclear, Waive)):
        return (_Name("power", order.power), " ", str(order))
    start = _unit_places(order.power, order.unit.province)
    if isinstance(order, (Move, Retreat)):
        ways = (" ~ ", " - ") if isinstance(order, Move) else (" R ~ ", " R ")
        via = " VIA" if isinstance(order, Move) and order.via_convoy else ""
        return (*start, ways[adjacent(question, order.unit, order.destination)], *_place(order.destination), via)
    if isinstance(order, Support):
        goal = (" - ", *_place(order.destination)) if order.destination else ()
        return (*start, " S ", *_place(order.supported.province), *goal)
    if isinstance(order, Convoy):
        first, last = order.convoyed.province, order.destination
        shores = ["<" * adjacent(question, order.unit, first), ">" * adjacent(question, order.unit, last)]
        return (*start, " C ", shores[0], *_place(first), " - ", shores[1], *_place(last))
    return (*start, " ", str(order)[-1])


def _adjustments(question: Turn) -> Iterator[str]:
    """Yield what each power has to do and does, without names of provinces and powers."""
    board, position = question.board, question.position
    result = adjudicate_adjustments(position, question.orders, rules=_RULES, board=board)
    for power in dict.fromkeys((*position.centers, *(unit.power for unit in position.units))):
        difference = balance(position, power)
        units = [unit for unit in position.units if unit.power == power] if difference < 0 else []
        far = {unit: distance_from_home(board, unit, position.centers.get(power, ()), _RULES) for unit in units}
        ranks = sorted(set(far.values()))
        standing = sorted(f" {unit.type}{ranks.index(far[unit]) + 1}" for unit in units)
        orders: list[str] = []
        for one in result:
            if one.order.power == power:
                named = units_named(one.order).get("unit")
                kind = f" {named.type}" if named and named.type else ""
                why = f" ({one.rule})" if one.rule else ""
                orders.append(f"{type(one.order).__name__.lower()}{kind} {one.outcome}{why}")
        yield f"{difference:+d}{''.join(standing)}: {'; '.join(orders) or 'nothing'}"


# -- names ------------------------------------------------------------------------------------------


def _named(lines: Sequence[_Line]) -> Iterator[str]:
    """Yield lines as text, with the things in them named in an order that does not depend on their names.

    If several cannot be distinguished, any may come first: this affects the text only if there are many, in circles of
    different lengths.
    """
    things = sorted({part for line in lines for part in line if isinstance(part, _Name)})
    kinds = sorted({thing.kind for thing in things})
    colors = _refined(lines, {thing: kinds.index(thing.kind) for thing in things})
    while several := [color for color, number in Counter(colors.values()).items() if number > 1]:
        first = next(thing for thing in things if colors[thing] == min(several))
        colors = _refined(lines, {thing: 2 * color - (thing == first) for thing, color in colors.items()})
    names: dict[_Name, str] = {}
    count: Counter[str] = Counter()
    for thing in sorted(things, key=lambda thing: colors[thing]):
        number = count[thing.kind]
        count[thing.kind] += 1
        letter = chr(ord("a") + number % 26) + "'" * (number // 26)
        names[thing] = letter if thing.kind == "province" else str(number + 1)
    for line in lines:
        yield "".join(names[part] if isinstance(part, _Name) else part for part in line)


def _refined(lines: Sequence[_Line], colors: dict[_Name, int]) -> dict[_Name, int]:
    """Distinguish things of one color by the lines that contain them (Weisfeiler and Lehman), as far as possible."""
    while True:
        seen: dict[_Name, list[tuple[int, tuple[tuple[int, str], ...]]]] = {thing: [] for thing in colors}
        for line in lines:
            text = tuple((colors[part], "") if isinstance(part, _Name) else (-1, part) for part in line)
            for thing in {part for part in line if isinstance(part, _Name)}:
                where = sum(1 << n for n, part in enumerate(line) if part == thing)
                seen[thing].append((where, text))
        signatures = {thing: (color, tuple(sorted(seen[thing]))) for thing, color in colors.items()}
        ranks = sorted(set(signatures.values()))
        finer = {thing: ranks.index(signature) for thing, signature in signatures.items()}
        if len(ranks) == len(set(colors.values())):
            return finer
        colors = finer
