"""Holds the lists of `standoff find` against a plain enumeration of all turns in a region, by other code.

    python -m tools.check_find [UNITS] [--region PLACES]

Every position of up to UNITS units in the region (3; 4 takes some minutes) is given every legal order that stays in it:
holds alone, and units that have nothing to do with each other, among them. Turns that are the same but for names are
put together, the units are divided among powers in every way, and each property is asked of each turn, and of what is
left when a unit is taken away or an order replaced by a hold. What is left over must be what `find` lists as placed in
the region, shape by shape and with as many ways to divide the units.

Only the adjudicator is shared with `standoff find`: what a shape is, which turns there are, what a property means
and what can be left out is written here once more.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations, permutations, product

from standoff import find
from standoff.map import ARMY, FLEET, Board, Position, Unit, load_board
from standoff.solver import (
    Convoy,
    Hold,
    Move,
    MovementResult,
    Order,
    Rulebook,
    Support,
    adjudicate,
    legal_by_place,
    resolutions,
    rulebook,
)
from standoff.solver.order import units_named
from tools.shared import command_line, seconds

REGION = ("NTH", "ENG", "LON", "YOR", "WAL", "EDI")
"""Two seas and four coasts: two of them neighbors by sea only, and an exchange by convoy."""

Does = tuple[str, object, object, frozenset[frozenset[int]]]
"""What a unit does: a letter; whose order it serves or where it goes; the kind of way; the routes of its army."""

Shape = tuple[object, ...]


# -- turns as shapes -------------------------------------------------------------------------------------------------


def beside(board: Board, one: str, two: str) -> bool:
    """Tell whether two provinces touch for fleets."""
    return any(
        place.partition("/")[0] == two for here in board.province(one).locations for place in board.fleet_graph[here]
    )


def routes(board: Board, origin: str, goal: str, seas: Sequence[str]) -> frozenset[frozenset[int]]:
    """Return the sets of seas, by number, that link two shores and of which no part does."""
    begin, end = ({n for n, sea in enumerate(seas) if beside(board, sea, shore)} for shore in (origin, goal))
    near = {(n, m) for n, m in combinations(range(len(seas)), 2) if beside(board, seas[n], seas[m])}
    return chains(len(seas), near, begin, end)


def chains(count: int, near: Set[tuple[int, int]], begin: Set[int], end: Set[int]) -> frozenset[frozenset[int]]:
    """Return the sets of seas that link two shores and of which no part does.

    Args:
        count: How many seas there are.
        near: Those that touch, the smaller number first.
        begin, end: Those that touch the one shore, and the other.
    """
    links: list[frozenset[int]] = []
    for size in range(1, count + 1):
        for some in map(frozenset, combinations(range(count), size)):
            reached = {min(some)}
            while more := {n for n in some - reached if any((min(n, m), max(n, m)) in near for m in reached)}:
                reached |= more
            if reached == some and some & begin and some & end and not any(less < some for less in links):
                links.append(some)
    return frozenset(links)


def does(position: Position, orders: Sequence[Order], board: Board) -> list[Does]:
    """Return what the units of a turn of legal orders do; void orders hold, and so do armies that nobody carries."""
    where = {unit.province: n for n, unit in enumerate(position.units)}
    out: list[Does] = [("hold", None, None, frozenset())] * len(orders)
    for n, order in enumerate(orders):
        if not isinstance(order, Move):
            continue
        origin, goal = position.units[n].province, order.destination
        place = where.get(goal, goal)
        if position.units[n].type is FLEET:
            out[n] = ("move", place, None, frozenset())
            continue
        near = goal in board.army_graph[origin]
        fleets = [
            m
            for m, other in enumerate(orders)
            if isinstance(other, Convoy) and other.convoyed.place == origin and other.destination == goal
        ]
        if not fleets and near and not order.via_convoy:
            out[n] = ("move", place, None, frozenset())
        elif fleets or (near and order.via_convoy):
            ways = routes(board, origin, goal, [position.units[m].province for m in fleets])
            made = frozenset(frozenset(fleets[i] for i in way) for way in ways)
            out[n] = ("sail", place, "far" if not near else "via" if order.via_convoy else "near", made)
            for m in fleets:
                out[m] = ("convoy", n, None, frozenset())
    for n, order in enumerate(orders):
        if isinstance(order, Support):
            helped = where[order.supported.place]
            target = orders[helped]
            if out[helped][0] in ("move", "sail"):
                if isinstance(target, Move) and order.destination == target.destination:
                    out[n] = ("support", helped, None, frozenset())
            elif order.destination is None and not isinstance(target, Move):
                out[n] = ("support", helped, None, frozenset())
    return out


def as_given(orders: Sequence[Order], done: Sequence[Does]) -> list[Order]:
    """Return the orders with holds for those that come to nothing."""
    return [
        Hold(order.power, order.unit) if what[0] == "hold" else order  # type: ignore[union-attr]
        for order, what in zip(orders, done, strict=True)
    ]


@cache
def shape(done: tuple[Does, ...], powers: tuple[object, ...]) -> Shape:
    """Return what stands for a turn whatever its units, powers and empty provinces are called: the least numbering."""
    count = len(done)
    serving = [sum(what[1] == n and isinstance(what[1], int) for what in done) for n in range(count)]
    color = [(what[0], str(what[2]), serving[n], isinstance(what[1], int), len(what[3])) for n, what in enumerate(done)]
    groups = [[n for n in range(count) if color[n] == one] for one in sorted(set(color))]
    return min(_numbered(done, powers, sum(order, ())) for order in product(*(permutations(group) for group in groups)))


def _numbered(done: Sequence[Does], powers: Sequence[object], order: tuple[int, ...]) -> Shape:
    new = {old: n for n, old in enumerate(order)}
    empty: dict[object, int] = {}
    sides: dict[object, int] = {}
    out: list[object] = []
    for old in order:
        kind, aim, way, made = done[old]
        if aim is None:
            place = -1
        elif isinstance(aim, int):
            place = new[aim]
        else:
            place = empty.setdefault(aim, len(order) + len(empty))
        out.append((kind, place, str(way), tuple(sorted(tuple(sorted(new[n] for n in one)) for one in made))))
    return (*out, tuple(sides.setdefault(powers[old], len(sides)) for old in order))


def divided(count: int) -> list[tuple[int, ...]]:
    """Return the ways to divide units among powers."""
    ways: list[tuple[int, ...]] = [()]
    for _ in range(count):
        ways = [(*one, power) for one in ways for power in range(len(set(one)) + 1)]
    return ways


# -- what is asked ---------------------------------------------------------------------------------------------------


def stands(result: MovementResult) -> object:
    """Return where each unit stands afterwards, by where it stood; dislodged units stand nowhere."""
    moved = {
        order_result.order.unit.place.partition("/")[0]: order_result.order.destination
        for order_result in result
        if isinstance(order_result.order, Move) and order_result.outcome == "moves"
    }
    gone = {one.unit.province for one in result.after.dislodged}
    return {
        unit.province: None if unit.province in gone else moved.get(unit.province, unit.province)
        for unit in result.before.units
    }


def differ(position: Position, orders: Sequence[Order], one: str, two: str | Rulebook) -> bool:
    """Tell whether two rulebooks leave something else standing."""
    return stands(adjudicate(position, orders, rules=rulebook(one))) != stands(
        adjudicate(position, orders, rules=rulebook(two))
    )


def a_hold_is_supported(position: Position, orders: Sequence[Order]) -> bool:
    """Tell whether a support of a unit that holds succeeds."""
    holding = {order.unit.place for order in orders if isinstance(order, Hold)}
    return any(
        one.success and isinstance(one.order, Support) and one.order.supported.place in holding
        for one in adjudicate(position, orders)
    )


def fares(position: Position, orders: Sequence[Order], kind: type, outcome: str, rules: str = "2023") -> bool:
    """Tell whether an order of a kind has an outcome."""
    results = adjudicate(position, orders, rules=rulebook(rules))
    return any(isinstance(one.order, kind) and one.outcome == outcome for one in results)


Holds = Callable[[Position, Sequence[Order]], bool]

PROPERTIES: dict[str, Holds] = {
    "differ(1971, 1982)": lambda position, orders: differ(position, orders, "1971", "1982"),
    "differ(2023, rules(2023, circular_movement='docs.own_rule:circles_stand'))": lambda position, orders: differ(
        position, orders, "2023", rulebook().with_named(circular_movement="docs.own_rule:circles_stand")
    ),
    "order('convoy', outcome='void', rules=1982)": lambda position, orders: fares(
        position, orders, Convoy, "void", "1982"
    ),
    "paradox()": lambda position, orders: bool(adjudicate(position, orders).solution.paradoxes),
    "resolutions(2)": lambda position, orders: len(resolutions(position, orders).whole) == 2,
    "order('support', success=True, of=order('hold'))": a_hold_is_supported,
    "order('support', outcome='cut') and not order('move', outcome='moves')": lambda position, orders: (
        fares(position, orders, Support, "cut") and not fares(position, orders, Move, "moves")
    ),
}
"""Each property as `find` reads it, and what it means."""


# -- the enumeration -------------------------------------------------------------------------------------------------


@dataclass
class Turn:
    """A turn of one power, and what is left of it without a unit, and with a hold for an order.

    Attributes:
        position, orders: It, with holds for orders that come to nothing.
        does: What its units do.
        smaller: The smaller turns likewise, each with the units that are left, by their numbers.
    """

    position: Position
    orders: list[Order]
    does: tuple[Does, ...]
    smaller: list[tuple[tuple[int, ...], Turn]] = field(default_factory=list[tuple[tuple[int, ...], "Turn"]])


@dataclass
class Enumerated:
    """All turns of a region.

    Attributes:
        board: The board.
        tried: How many turns there are, of one power each.
        turns: By shape without powers, turns that have it, with holds for orders that come to nothing: one for each way
            in which fleets at sea lie around the armies that go by convoy, if something else is left where a unit goes.
    """

    board: Board
    tried: int = 0
    turns: dict[Shape, list[Turn]] = field(default_factory=dict[Shape, list[Turn]])


def enumerate_turns(region: Sequence[str], units: int, board: Board) -> Enumerated:
    """Return all turns of up to this many units that stay in a region."""
    every = Enumerated(board)
    seen: set[object] = set()
    different: set[object] = set()
    for count in range(1, units + 1):
        for position in positions(region, count, board):
            legal = [
                [order for order in orders if stays(order, region)]
                for orders in legal_by_place(position, board=board).values()
            ]
            for orders in product(*legal):
                every.tried += 1
                done = does(position, orders, board)
                if (raw := (*done, lie(position, orders, done, board))) not in seen:
                    seen.add(raw)
                    turn = Turn(position, as_given(orders, done), tuple(done))
                    turn.smaller = list(smaller(turn, board))
                    if (left := (turn.does, *(less.does for _, less in turn.smaller))) not in different:
                        different.add(left)
                        every.turns.setdefault(shape(turn.does, (0,) * count), []).append(turn)
    return every


def smaller(turn: Turn, board: Board) -> Iterator[tuple[tuple[int, ...], Turn]]:
    """Yield a turn with one hold more, and with one unit less; what comes to nothing then holds."""
    position, orders = turn.position, turn.orders
    every = tuple(range(len(orders)))
    for n, order in enumerate(orders):
        if not isinstance(order, Hold):
            held = [Hold(o.power, o.unit) if m == n else o for m, o in enumerate(orders)]  # type: ignore[union-attr]
            done = does(position, held, board)
            yield every, Turn(position, as_given(held, done), tuple(done))
    for n, gone in enumerate(position.units):
        if len(every) == 1:
            return
        fewer = Position(tuple(unit for m, unit in enumerate(position.units) if m != n))
        left = [without(order, gone.province) for m, order in enumerate(orders) if m != n]
        illegal = [str(one.outcome) == "illegal" for one in adjudicate(fewer, left)]
        legal = [Hold(o.power, o.unit) if bad else o for o, bad in zip(left, illegal, strict=True)]  # type: ignore[union-attr]
        done = does(fewer, legal, board)
        yield tuple(m for m in every if m != n), Turn(fewer, as_given(legal, done), tuple(done))


def lie(position: Position, orders: Sequence[Order], done: Sequence[Does], board: Board) -> object:
    """Return which units are fleets at sea, and what their seas touch of each other and of the shores of convoys."""
    shores = [
        (unit.province, order.destination)
        for unit, order, what in zip(position.units, orders, done, strict=True)
        if what[0] == "sail" and isinstance(order, Move)
    ]
    if not shores:
        return None
    seas = [(n, unit.province) for n, unit in enumerate(position.units) if board.province(unit.province).kind == "sea"]
    return tuple(
        (n, *(beside(board, sea, place) for place in (*(other for _, other in seas), *sum(shores, ()))))
        for n, sea in seas
    )


def positions(region: Sequence[str], count: int, board: Board) -> Iterator[Position]:
    """Yield all positions of this many units of one power."""
    power = next(iter(board.powers))
    for provinces in combinations(region, count):
        types = [
            [kind for kind, stand in ((ARMY, board.army_stands), (FLEET, board.fleet_stands)) if place in stand]
            for place in provinces
        ]
        for chosen in product(*types):
            yield Position(tuple(Unit(kind, place, power) for kind, place in zip(chosen, provinces, strict=True)))


def stays(order: Order, region: Sequence[str]) -> bool:
    """Tell whether an order acts on the region only."""
    goal = getattr(order, "destination", None)
    return goal is None or goal.partition("/")[0] in region


def owned(
    position: Position, orders: Sequence[Order], sides: Sequence[int], board: Board
) -> tuple[Position, list[Order]]:
    """Return a turn with its units divided among powers."""
    names = list(board.powers)
    units = tuple(Unit(unit.type, unit.location, names[side]) for unit, side in zip(position.units, sides, strict=True))
    return Position(units), [redone(order, unit.power) for order, unit in zip(orders, units, strict=True)]


def redone(order: Order, power: str) -> Order:
    """Return an order as another power's; whom it names is named by place and type alone."""
    named = {part: replace(name, nationality=None) for part, name in units_named(order).items()}
    return replace(order, power=power, **named)


class Asking:
    """Asks a property of turns, of each shape once.

    Args:
        property_holds: Tells of a turn whether it has the property.
        board: The board.
    """

    def __init__(self, property_holds: Holds, board: Board) -> None:
        self.property_holds, self.board = property_holds, board
        self.known: dict[Shape, bool] = {}

    def holds(self, turn: Turn, sides: tuple[int, ...]) -> bool:
        """Tell whether a turn has the property when its units are so divided."""
        key = shape(turn.does, sides)
        if key not in self.known:
            self.known[key] = self.property_holds(*owned(turn.position, turn.orders, sides, self.board))
        return self.known[key]

    def minimal(self, turn: Turn, sides: tuple[int, ...]) -> bool:
        """Tell whether nothing can be left out of a turn that has the property."""
        return not any(self.holds(less, tuple(sides[n] for n in left)) for left, less in turn.smaller)


def without(order: Order, place: str) -> Order:
    """Return an order as it is when the unit of a province is gone."""
    other = getattr(order, "supported", None) or getattr(order, "convoyed", None)
    if other is not None and other.place == place:
        return Hold(order.power, order.unit)  # type: ignore[union-attr]
    return order


def listed(property_holds: Holds, turns: Enumerated) -> dict[Shape, int]:
    """Return the minimal shapes, without powers, and in how many ways the units of each can be divided."""
    asking = Asking(property_holds, turns.board)
    minimal_ways: dict[Shape, int] = {}
    for key, every in turns.turns.items():
        minimal: set[Shape] = set()
        for sides in divided(len(every[0].orders)):
            minimal |= {
                shape(turn.does, sides) for turn in every if asking.holds(turn, sides) and asking.minimal(turn, sides)
            }
        if minimal:
            minimal_ways[key] = len(minimal)
    return minimal_ways


def listed_by_find(expression: str, region: Sequence[str], units: int, board: Board) -> dict[Shape, int]:
    """Return what `find` lists as placed in the region, in the same form."""
    ways: dict[Shape, int] = {}
    for one in find(expression, units=units, region=region, board=board).placed:
        assert one.turn is not None
        done = tuple(does(one.turn.position, one.turn.orders, board))
        ways[shape(done, (0,) * len(done))] = len(one.ways)
    return ways


def main() -> int:
    """Read the command line, and compare; return 1 if anything differs."""
    parser = command_line(__doc__)
    parser.add_argument("units", type=int, nargs="?", default=3)
    parser.add_argument("--region", default=",".join(REGION))
    given = parser.parse_args()
    board, region = load_board(), given.region.split(",")
    turns = enumerate_turns(region, given.units, board)
    print(
        f"{turns.tried:,} turns of up to {given.units} units in {given.region}: "
        f"{len(turns.turns):,} patterns; {seconds():.0f} s"
    )
    wrong = 0
    for expression, holds in PROPERTIES.items():
        here, there = listed(holds, turns), listed_by_find(expression, region, given.units, board)
        same = here == there
        wrong += not same
        ways = sum(here.values())
        print(f"{'same' if same else 'DIFFERS'}: {expression}: {len(here)} shapes, {ways} with powers", flush=True)
        for name, one, two in (("only enumerated", here, there), ("only found", there, here)):
            for key in one:
                if one[key] != two.get(key):
                    print(f"  {name}, {one[key]} ways: {key}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
