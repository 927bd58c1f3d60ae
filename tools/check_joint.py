"""Holds `standoff find --position` against a plain enumeration of all joint legal orders, by other code.

    python -m tools.check_joint [PAIRS] [--seed N] [--own]

Small random positions (those of `tools.check_force`) and random properties: every word of the language,
joined by `and`, `or` and `not`, under random rulebooks. Each joint order is adjudicated by itself. What `find` says
must be so to the letter: how many joint orders there are, how many have the property, and in which of them no order
can become a hold.

Only the adjudicator is shared with `standoff find`: which orders are tried and what a property means is written here
once more.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import product
from math import prod
from random import Random
from typing import Any

from standoff import find
from standoff.map import ARMY, Board, Position, load_board
from standoff.searches.expression import property_of
from standoff.searches.outside import FindError
from standoff.searches.properties import rules_text
from standoff.solver import (
    PRESETS,
    Convoy,
    Hold,
    Move,
    MovementResult,
    Order,
    OrderResult,
    Rulebook,
    Support,
    UnitName,
    adjudicate,
    legal_by_place,
    resolutions,
    rulebook,
)
from tools.check_force import draw_position
from tools.shared import Compared, command_line, in_blocks

MOST_JOINT = 1500
"""Positions with more joint orders are not drawn."""

KINDS = {"hold": Hold, "move": Move, "support": Support, "convoy": Convoy}
OUTCOMES = ("bounces", "convoys", "cut", "dislodged", "disrupted", "holds", "moves", "no convoy", "supports", "void")
OPTIONS = {
    "paradox_backup": ("all-hold",),
    "convoyed_attack_from": ("last-fleet",),
    "adjacent_convoy": ("explicit", "swap-only"),
    "cut_by_own_target": ("cut-by-convoy",),
    "paradox_exception": ("attack-on-necessary",),
    "multi_route_disruption": ("all",),
}
OWN = (
    {"circular_movement": "docs.own_rule:circles_stand"},
    {"hold_strength": "docs.own_rule:armies_hold_for_two"},
    {"cut": "docs.own_rule:fleets_are_never_cut"},
)


# -- the orders of a position ---------------------------------------------------------------------------------------


def orders_under_all(position: Position, rulebooks: Sequence[Rulebook], board: Board) -> list[list[Order]]:
    """Return by unit the orders that are legal under every rulebook, the hold first."""
    every: list[list[Order]] = []
    for unit in position.units:
        name = UnitName(unit.location, unit.type)
        tried = dict.fromkeys(
            order for rules in rulebooks for order in legal_by_place(position, rules=rules, board=board)[unit.location]
        )
        if unit.type is ARMY:
            tried |= dict.fromkeys(Move(unit.power, name, there, True) for there in board.army_graph[unit.province])
        legal = [
            order
            for order in tried
            if not any(
                str(one.outcome) == "illegal" and one.order == order
                for rules in rulebooks
                for one in adjudicate(position, [order], rules=rules, board=board)
            )
        ]
        every.append(sorted(legal, key=lambda order: not isinstance(order, Hold)))
    return every


# -- what a property means -------------------------------------------------------------------------------------------


class Seen:
    """A turn under a rulebook, by the numbers of its units."""

    def __init__(self, position: Position, orders: Sequence[Order], rules: Rulebook, board: Board) -> None:
        self.position, self.orders, self.rules, self.board = position, orders, rules, board
        self.where = {unit.province: number for number, unit in enumerate(position.units)}

    @cached_property
    def result(self) -> MovementResult:
        return adjudicate(self.position, self.orders, rules=self.rules, board=self.board)

    @cached_property
    def each(self) -> list[OrderResult]:
        """What became of each order."""
        return list(self.result)

    @cached_property
    def resolutions(self) -> int:
        return len(resolutions(self.position, self.orders, rules=self.rules, board=self.board).whole)

    @cached_property
    def dislodged(self) -> dict[int, int]:
        """By unit that is dislodged, the unit that did it."""
        gone = [self.where[one.unit.province] for one in self.result.after.dislodged]
        into = {
            one.order.destination.partition("/")[0]: number
            for number, one in enumerate(self.each)
            if isinstance(one.order, Move) and one.outcome == "moves"
        }
        return {unit: into[self.position.units[unit].province] for unit in gone}

    def goal(self, unit: int) -> int | None:
        """Return the unit in the province that an order acts on."""
        order = self.orders[unit]
        place = getattr(order, "destination", None)
        if place is None and isinstance(order, Support):
            place = order.supported.place
        return None if place is None else self.where.get(place.partition("/")[0])

    def target(self, unit: int) -> int | None:
        """Return the unit that an order supports or convoys."""
        order = self.orders[unit]
        name = order.supported if isinstance(order, Support) else order.convoyed if isinstance(order, Convoy) else None
        return None if name is None else self.where[name.place.partition("/")[0]]

    def related(self, unit: int, relation: str) -> set[int | None]:
        """Return the units to which one relates."""
        if relation == "by":
            return {self.where[one.unit.place.partition("/")[0]] for one in self.each[unit].by}  # type: ignore[union-attr]
        if relation == "of":
            return {self.target(unit)}
        if relation == "at":
            return {self.goal(unit)}
        if relation == "dislodged_by":
            return {self.dislodged.get(unit)}
        return {other for other, by in self.dislodged.items() if by == unit}


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


@dataclass
class Node:
    """An order as it is described: its traits, its name, and the descriptions or names it relates to."""

    traits: dict[str, Any]
    name: str | None
    others: list[tuple[str, Any]]

    def text(self, rules: Rulebook | None = None) -> str:
        """Return it as an expression."""
        parts = [f"{trait}={value!r}" for trait, value in self.traits.items()]
        parts += [f"name={self.name!r}"] if self.name else []
        parts += [f"{relation}={one.text() if isinstance(one, Node) else repr(one)}" for relation, one in self.others]
        parts += [f"rules={rules_text(rules)}"] if rules is not None else []
        return f"order({', '.join(parts)})"

    def all(self) -> list[Node]:
        """Return it and those that it relates to."""
        return [self, *(node for _, one in self.others if isinstance(one, Node) for node in one.all())]

    def fits(self, seen: Seen, unit: int) -> bool:
        """Tell whether a unit's order has its traits."""
        one, order = seen.each[unit], seen.orders[unit]
        for trait, value in self.traits.items():
            if trait == "kind":
                actual: object = next(name for name, kind in KINDS.items() if isinstance(order, kind))
            elif trait == "outcome":
                actual = "dislodged" if str(one.outcome) == "destroyed" else str(one.outcome)
            elif trait == "convoyed":
                actual = seen.result.came_by_convoy(unit)
            elif trait == "own":
                other = seen.goal(unit) if isinstance(order, Move) else seen.target(unit)
                actual = other is not None and seen.position.units[other].power == seen.position.units[unit].power
            else:
                actual = getattr(one, trait)
            if actual != value:
                return False
        return True

    def there(self, seen: Seen) -> bool:
        """Tell whether a turn has orders as described: all choices of units that fit are tried."""
        nodes = self.all()
        fitting = [[unit for unit in range(len(seen.orders)) if node.fits(seen, unit)] for node in nodes]
        for units in product(*fitting):
            named: dict[str, int] = {}
            if not all(
                node.name is None or named.setdefault(node.name, unit) == unit
                for node, unit in zip(nodes, units, strict=True)
            ):
                continue
            of_node = {id(node): unit for node, unit in zip(nodes, units, strict=True)}
            if all(
                (of_node[id(one)] if isinstance(one, Node) else named[one]) in seen.related(unit, relation)
                for node, unit in zip(nodes, units, strict=True)
                for relation, one in node.others
            ):
                return True
        return False


def random_node(random: Random, names: list[str], depth: int = 0) -> Node:
    """Return a description of an order."""
    traits: dict[str, Any] = {}
    if random.random() < 0.8:
        traits["kind"] = random.choice(["move", "support", "convoy", "hold", "move", "support"])
    if random.random() < 0.4:
        traits["outcome"] = random.choice(OUTCOMES)
    for trait in ("success", "dislodged", "convoyed", "own"):
        if random.random() < 0.15:
            traits[trait] = random.random() < 0.6
    name = f"n{len(names)}" if random.random() < 0.3 else None
    names += [name] if name else []
    others: list[tuple[str, Any]] = []
    for relation in ("by", "of", "dislodges", "dislodged_by", "at"):
        if depth < 2 and random.random() < 0.15:
            others.append((relation, random.choice(names) if names and random.random() < 0.3 else None))
    node = Node(traits, name, [])
    node.others = [(relation, one or random_node(random, names, depth + 1)) for relation, one in others]
    return node


Asks = Callable[[Callable[[Rulebook], Seen]], bool]
"""Tells of a turn, given by what it comes to under each rulebook, whether it has a property."""


def random_part(random: Random, rulebooks: Sequence[Rulebook]) -> tuple[str, Asks]:
    """Return a property as an expression, and what it means."""
    rules, other = random.choice(rulebooks), random.choice(rulebooks)
    under = f"rules={rules_text(rules)}"
    word = random.choice(["differ", "paradox", "resolutions", "components", *["order"] * 5, "predicate"])
    if word == "differ" and rules != other:
        what = random.choice(["position", "success", "retreats"])
        return (
            f"differ({rules_text(rules)}, {rules_text(other)}, {what!r})",
            lambda seen: _compared(seen(rules), what) != _compared(seen(other), what),
        )
    if word == "paradox":
        kind = random.choice(["any", "convoy", "circular movement", "other"])
        return f"paradox({kind!r}, {under})", lambda seen: any(
            kind in ("any", str(one.kind)) for one in seen(rules).result.solution.paradoxes
        )
    if word in ("resolutions", "components"):
        number, more = random.choice([0, 1, 2, 4] if word == "resolutions" else [0, 1, 2]), random.random() < 0.4

        def counted(seen: Callable[[Rulebook], Seen]) -> bool:
            one = seen(rules)
            count = one.resolutions if word == "resolutions" else len(one.result.solution.components)
            return count >= number if more else count == number

        return f"{word}({number}, more={more}, {under})", counted
    if word == "predicate":
        return (
            "predicate('tools.check_joint:more_moves_than_holds')",
            lambda seen: more_moves_than_holds(seen(rules)),  # type: ignore[arg-type]
        )
    node = random_node(random, [])
    return node.text(rules), lambda seen: node.there(seen(rules))


def more_moves_than_holds(turn: Any) -> bool:
    """Tell whether more units of a turn are ordered to move than are left to hold: it looks at the whole turn."""
    moves = sum(isinstance(order, Move) for order in turn.orders)
    return moves > len(turn.position.units) - sum(not isinstance(order, Hold) for order in turn.orders)


def _compared(seen: Seen, what: str) -> object:
    result = seen.result
    if what == "success":
        return [one.success for one in result]
    return stands(result) if what == "position" else {unit: set(where) for unit, where in result.retreats.items()}


def random_property(random: Random, rulebooks: Sequence[Rulebook], depth: int = 0) -> tuple[str, Asks]:
    """Return an expression, and what it means."""
    if depth > 2 or random.random() < 0.4:
        return random_part(random, rulebooks)
    one, holds = random_property(random, rulebooks, depth + 1)
    join = random.choice(["not", "and", "or"])
    if join == "not":
        return f"not ({one})", lambda seen: not holds(seen)
    two, also = random_property(random, rulebooks, depth + 1)
    if join == "and":
        return f"({one}) and ({two})", lambda seen: holds(seen) and also(seen)
    return f"({one}) or ({two})", lambda seen: holds(seen) or also(seen)


def random_rulebooks(random: Random, own: bool) -> list[Rulebook]:
    """Return two rulebooks, one of them with an option, or a rule of a user's own, of its own."""
    one = rulebook(random.choice(list(PRESETS)))
    if own:
        return [one, rulebook().with_named(**random.choice(OWN))]
    option = random.choice(list(OPTIONS))
    return [one, rulebook("2023", **{option: random.choice(OPTIONS[option])})]


# -- compared --------------------------------------------------------------------------------------------------------


class Enumerated:
    """All joint orders of a position that are legal under some rulebooks, each adjudicated once."""

    def __init__(self, position: Position, board: Board) -> None:
        self.position, self.board = position, board
        self.seen: dict[tuple[Rulebook, tuple[Order, ...]], Seen] = {}
        self.legal: dict[frozenset[Rulebook], list[list[Order]]] = {}

    def under(self, rules: Rulebook, orders: tuple[Order, ...]) -> Seen:
        """Return what joint orders come to under a rulebook."""
        key = rules, orders
        if key not in self.seen:
            self.seen[key] = Seen(self.position, orders, rules, self.board)
        return self.seen[key]

    def found(self, asks: Asks, rulebooks: Sequence[Rulebook]) -> tuple[int, int, set[frozenset[str]]]:
        """Return how many joint orders there are, how many have the property, and the smallest of these."""
        under = frozenset(rulebooks)
        if under not in self.legal:
            self.legal[under] = orders_under_all(self.position, rulebooks, self.board)
        legal = self.legal[under]
        has = {
            which: asks(lambda rules, which=which: self.under(rules, tuple(map(list.__getitem__, legal, which))))
            for which in product(*(range(len(orders)) for orders in legal))
        }
        smallest = {
            frozenset(str(legal[unit][order]) for unit, order in enumerate(which) if order)
            for which, holds in has.items()
            if holds
            and not any(has[(*which[:unit], 0, *which[unit + 1 :])] for unit, order in enumerate(which) if order)
        }
        return len(has), sum(has.values()), smallest


def differences(text: str, asks: Asks, enumerated: Enumerated) -> str:
    """Return how what `find` says differs from the enumeration, empty if it does not."""
    wanted = property_of(text)
    found = find(wanted, position=enumerated.position, board=enumerated.board)
    rulebooks = wanted.rulebooks if "predicate" not in text else (*wanted.rulebooks, rulebook())
    exist, having, smallest = enumerated.found(asks, rulebooks)
    listed = [frozenset(map(str, one.turn.orders)) for one in found if one.turn is not None]
    fault = ""
    if len(listed) != len(set(listed)):
        fault = "a turn is listed twice"
    elif f"all {exist:,} joint legal orders" not in found.summary() or not found.complete:
        fault = f"{exist:,} joint orders exist: {found.summary()}"
    elif (found.examined, found.having) != (exist, having):
        fault = f"{found.examined, found.having} for {exist, having}"
    elif sorted(map(len, listed)) != list(map(len, listed)):
        fault = "they are not in the order of their number of orders"
    elif set(listed) != smallest:
        fault = f"other turns: {set(listed) ^ smallest}"
    return fault


def block(seed: int, own: bool, number: int, each: int = 20) -> Compared:
    """Compare a position, and so many properties."""
    board, random = load_board(), Random(f"{seed} {number}")
    position = draw_position(random, board)
    while prod(map(len, orders_under_all(position, [rulebook("1982")], board))) > MOST_JOINT:
        position = draw_position(random, board)
    enumerated, rulebooks = Enumerated(position, board), random_rulebooks(random, own)
    wrong, counts = list[str](), Counter[str]()
    for _ in range(each):
        text, asks = random_property(random, rulebooks)
        try:
            fault = differences(text, asks, enumerated)
        except FindError as refusal:
            if "they agree" not in str(refusal):  # two rulebooks that differ in nothing that matters here
                raise
            continue
        counts["pairs of a position and a property"] += 1
        wrong += [f"{text}\n  {position}\n  {fault}"] if fault else []
    counts["turns adjudicated"] = len(enumerated.seen)
    return wrong, counts


def main() -> int:
    parser = command_line(__doc__, seed=1, jobs=1)
    parser.add_argument("pairs", type=int, nargs="?", default=1000, help="how many pairs of position and property")
    parser.add_argument("--own", action="store_true", help="with rules of a user's own")
    given = parser.parse_args()
    compare = partial(block, given.seed, given.own)
    return in_blocks(compare, lambda done: done["pairs of a position and a property"] >= given.pairs, given.jobs)


if __name__ == "__main__":
    sys.exit(main())
