"""Compare `standoff find --position` with an enumeration of all joint legal orders by independent code.

    python -m tools.check_joint [--pairs N] [--seed N] [--own]

Positions are small and random (those of `tools.check_force`). Random properties use every word of the language, joined
by `and`, `or` and `not`, under random rulebooks. Each joint order is adjudicated separately. `find` must report exactly
the number of joint orders, the number with the property, and those in which no order can become a hold.

The check shares only the adjudicator with `standoff find`. It lists the orders itself, and Python evaluates a property,
which is written like Python, with the definitions of `words`.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, cached_property, partial
from itertools import product
from math import prod
from random import Random
from typing import Any
from unittest.mock import patch

from standoff import find
from standoff.map import Board, Position, load_board, province_of
from standoff.searches import half_given
from standoff.searches.expression import property_of
from standoff.searches.limits import FindError
from standoff.searches.programs import why_unsolvable
from standoff.searches.properties import rules_text
from standoff.searches.stated import why_unstated
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
    adjudicate,
    resolutions,
    rulebook,
)
from tools.check_force import draw_position, legal_orders
from tools.shared import Compared, command_line, in_blocks_until

MOST_JOINT = 1500
"""Positions with more joint orders are skipped."""

OUTCOMES = ("bounces", "convoys", "cut", "dislodged", "disrupted", "holds", "moves", "no convoy", "supports", "void")
RELATIONS = ("by", "of", "dislodges", "dislodged_by", "at")
OPTIONS = {
    "paradox_backup": "all-hold",
    "convoyed_attack_from": "last-fleet",
    "adjacent_convoy": ("explicit", "swap-only"),
    "cut_by_own_target": "cut-by-convoy",
    "paradox_exception": "attack-on-necessary",
    "multi_route_disruption": "all",
}
OWN = (
    {"circular_movement": "docs.house_rule:circles_stand"},
    {"hold_strength": "docs.house_rule:armies_hold_for_two"},
    {"cut": "docs.house_rule:fleets_are_never_cut"},
)


# -- random properties ------------------------------------------------------------------------------------------------


def random_rulebooks(random: Random, own: bool) -> list[Rulebook]:
    """Return two rulebooks, one of them with an option or a house rule."""
    one = rulebook(random.choice(list(PRESETS)))
    if own:
        return [one, rulebook().with_named(**random.choice(OWN))]
    option = random.choice(list(OPTIONS))
    choices = OPTIONS[option]
    return [one, rulebook("2023", **{option: choices if isinstance(choices, str) else random.choice(choices)})]


def random_property(random: Random, rulebooks: Sequence[Rulebook], depth: int = 0) -> str:
    """Return an expression."""
    if depth > 2 or random.random() < 0.4:
        return random_part(random, [rules_text(rules) for rules in rulebooks])
    one = random_property(random, rulebooks, depth + 1)
    join = random.choice(["not", "and", "or"])
    return f"not ({one})" if join == "not" else f"({one}) {join} ({random_property(random, rulebooks, depth + 1)})"


def random_part(random: Random, rulebooks: Sequence[str]) -> str:
    """Return a property without `and`, `or` and `not`."""
    rules = random.choice(rulebooks)
    word = random.choice(["differ", "paradox", "resolutions", "components", *["order"] * 5, "predicate"])
    if word == "differ":
        return f"differ({', '.join(rulebooks)}, {random.choice(['position', 'success', 'retreats'])!r})"
    if word == "paradox":
        return f"paradox({random.choice(['any', 'convoy', 'circular movement', 'other'])!r}, rules={rules})"
    if word == "predicate":
        return "predicate('tools.check_joint:more_moves_than_holds')"
    if word == "order":
        return f"{random_order(random, [])[:-1]}, rules={rules})"
    number = random.choice([0, 1, 2, 4] if word == "resolutions" else [0, 1, 2])
    return f"{word}({number}, more={random.random() < 0.4}, rules={rules})"


def random_order(random: Random, names: list[str], depth: int = 0) -> str:
    """Return a description of an order, which may refer to earlier names."""
    parts = {"kind": repr(random.choice(["move", "support", "convoy", "hold", "move", "support"]))}
    if random.random() < 0.4:
        parts["outcome"] = repr(random.choice(OUTCOMES))
        if random.random() < 0.5:
            del parts["kind"]
    for trait in ("success", "dislodged", "convoyed", "own"):
        if random.random() < 0.15:
            parts[trait] = repr(random.random() < 0.6)
    if random.random() < 0.3:
        names.append(f"n{len(names)}")
        parts["name"] = repr(names[-1])
    for relation in RELATIONS:
        if depth < 2 and random.random() < 0.15:
            known = names and random.random() < 0.3
            parts[relation] = repr(random.choice(names)) if known else random_order(random, names, depth + 1)
    return f"order({', '.join(f'{name}={value}' for name, value in parts.items())})"


def more_moves_than_holds(turn: Any) -> bool:
    """Return whether a turn has more moves than units that hold; a predicate of whole turns."""
    moves = sum(isinstance(order, Move) for order in turn.orders)
    return moves > len(turn.position.units) - sum(not isinstance(order, Hold) for order in turn.orders)


# -- meaning of a property --------------------------------------------------------------------------------------------

Under = Callable[[Rulebook], "Seen"]
"""A turn's result by rulebook."""


class Seen:
    """A turn under a rulebook, by the numbers of its units."""

    def __init__(self, position: Position, board: Board, orders: Sequence[Order], rules: Rulebook) -> None:
        self.position, self.board, self.orders, self.rules = position, board, orders, rules
        self.where = {unit.province: number for number, unit in enumerate(position.units)}

    @cached_property
    def result(self) -> MovementResult:
        return adjudicate(self.position, self.orders, rules=self.rules, board=self.board)

    @cached_property
    def each(self) -> list[OrderResult]:
        """The result of each order."""
        return list(self.result)

    @cached_property
    def moved(self) -> dict[int, str]:
        """The new location of each unit that moved."""
        return {
            number: one.order.destination
            for number, one in enumerate(self.each)
            if isinstance(one.order, Move) and one.outcome == "moves"
        }

    @cached_property
    def dislodged(self) -> dict[int, int]:
        """The attacker of each dislodged unit."""
        into = {province_of(place): number for number, place in self.moved.items()}
        gone = [one.unit.province for one in self.result.after.dislodged]
        return {self.where[province]: into[province] for province in gone}

    def compared(self, what: str) -> object:
        """Return the value that `differ` compares; dislodged units have no location."""
        if what == "success":
            return [one.success for one in self.each]
        if what == "retreats":
            return {unit: set(where) for unit, where in self.result.retreats.items()}
        units = enumerate(self.position.units)
        return [None if n in self.dislodged else self.moved.get(n, unit.province) for n, unit in units]

    def goal(self, unit: int) -> int | None:
        """Return the unit in the province that an order acts on."""
        order = self.orders[unit]
        place = getattr(order, "destination", None)
        if place is None and isinstance(order, Support):
            place = order.supported.place
        return None if place is None else self.where.get(province_of(place))

    def target(self, unit: int) -> int | None:
        """Return the unit that an order supports or convoys."""
        order = self.orders[unit]
        name = order.supported if isinstance(order, Support) else order.convoyed if isinstance(order, Convoy) else None
        return None if name is None else self.where[province_of(name.place)]

    def trait(self, unit: int, trait: str) -> object:
        """Return the value of a trait of a unit's order."""
        one, order = self.each[unit], self.orders[unit]
        if trait == "kind":
            return type(order).__name__.lower()
        if trait == "outcome":
            return "dislodged" if str(one.outcome) == "destroyed" else str(one.outcome)
        if trait == "convoyed":
            return self.result.came_by_convoy(unit)
        if trait == "own":
            other = self.goal(unit) if isinstance(order, Move) else self.target(unit)
            return other is not None and self.position.units[other].power == self.position.units[unit].power
        return getattr(one, trait)

    def related(self, unit: int, relation: str) -> set[int | None]:
        """Return the units that have a relation to a unit."""
        if relation == "by":
            return {self.where[province_of(one.unit.place)] for one in self.each[unit].by}
        if relation == "dislodges":
            return {other for other, by in self.dislodged.items() if by == unit}
        one = {"of": self.target, "at": self.goal, "dislodged_by": self.dislodged.get}[relation]
        return {one(unit)}

    def has(self, described: dict[str, Any]) -> bool:
        """Return whether the turn has orders as described; all choices of units are tried."""
        orders = _all_of(described)
        fitting = [[unit for unit in range(len(self.orders)) if self.fits(unit, one)] for one in orders]
        return any(self.relate(list(zip(orders, units, strict=True))) for units in product(*fitting))

    def fits(self, unit: int, described: dict[str, Any]) -> bool:
        """Return whether a unit's order has the traits of a description."""
        traits = described.keys() - {"name", *RELATIONS}
        return all(self.trait(unit, trait) == described[trait] for trait in traits)

    def relate(self, chosen: list[tuple[dict[str, Any], int]]) -> bool:
        """Return whether the units chosen for descriptions have the described relations; a name is one unit."""
        named: dict[object, int] = {id(one): unit for one, unit in chosen}
        if any(named.setdefault(one["name"], unit) != unit for one, unit in chosen if "name" in one):
            return False
        return all(
            named[other if isinstance(other, str) else id(other)] in self.related(unit, relation)
            for one, unit in chosen
            for relation, other in one.items()
            if relation in RELATIONS
        )


def _all_of(described: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a description and all descriptions in it."""
    inner = [_all_of(described[one]) for one in RELATIONS if isinstance(described.get(one), dict)]
    return [described, *(one for several in inner for one in several)]


def words(under: Under) -> dict[str, Any]:
    """Return the meaning of the language's words for a turn."""

    def of(rules: object) -> Seen:
        return under(rules if isinstance(rules, Rulebook) else rulebook(str(rules)))

    def fits(number: int, least: int, more: bool) -> bool:
        return number >= least if more else number == least

    def order(rules: object = None, **described: Any) -> object:
        return described if rules is None else of(rules).has(described)

    return {
        "rules": lambda preset, **options: rulebook(str(preset)).with_named(**options),
        "differ": lambda one, two, what: of(one).compared(what) != of(two).compared(what),
        "paradox": lambda kind, rules: any(
            kind in ("any", str(one.kind)) for one in of(rules).result.solution.paradoxes
        ),
        "components": lambda least, more, rules: fits(len(of(rules).result.solution.components), least, more),
        "resolutions": lambda least, more, rules: fits(_resolutions(of(rules)), least, more),
        "predicate": lambda _: more_moves_than_holds(under(rulebook())),
        "order": order,
    }


def _resolutions(seen: Seen) -> int:
    return len(resolutions(seen.position, seen.orders, rules=seen.rules, board=seen.board).by_search)


# -- compared ---------------------------------------------------------------------------------------------------------


def orders_under_all(position: Position, board: Board, rulebooks: Sequence[Rulebook]) -> list[list[Order]]:
    """Return for each unit the orders that are legal under every rulebook, the hold first."""

    listed = [legal_orders(position, board, rules) for rules in rulebooks]
    every = [[one for one in legal[0] if all(one in other for other in legal)] for legal in zip(*listed, strict=True)]
    return [sorted(legal, key=lambda order: not isinstance(order, Hold)) for legal in every]


def enumerated(
    text: str, seen: Callable[[tuple[Order, ...], Rulebook], Seen], legal: Sequence[Sequence[Order]]
) -> tuple[int, int, set[frozenset[str]]]:
    """Return the number of joint orders, the number with the property, and the smallest of these."""
    meaning = compile(text, "property", "eval")
    has: dict[tuple[int, ...], bool] = {}
    for which in product(*(range(len(orders)) for orders in legal)):
        orders = tuple(map(list.__getitem__, legal, which))
        has[which] = bool(eval(meaning, words(partial(seen, orders))))
    smallest = {
        frozenset(str(legal[unit][order]) for unit, order in enumerate(which) if order)
        for which, holds in has.items()
        if holds and not any(has[(*which[:unit], 0, *which[unit + 1 :])] for unit, order in enumerate(which) if order)
    }
    return len(has), sum(has.values()), smallest


def block(seed: int, own: bool, number: int, each: int = 20) -> Compared:
    """Compare `each` properties of a position."""
    board, random = load_board(), Random(f"{seed} {number}")
    position = draw_position(random, board)
    while prod(map(len, orders_under_all(position, board, [rulebook("1982")]))) > MOST_JOINT:
        position = draw_position(random, board)
    seen, legal_under = cache(partial(Seen, position, board)), cache(partial(orders_under_all, position, board))
    rulebooks = random_rulebooks(random, own)
    wrong, counts = list[str](), Counter[str]()
    for _ in range(each):
        text = random_property(random, rulebooks)
        wanted = property_of(text)
        try:
            found = find(wanted, position=position, board=board)
        except FindError as refusal:
            if not re.search("they agree|are the same", str(refusal)):  # the two rulebooks cannot differ here
                raise
            continue
        looked_at = wanted.rulebooks if "predicate" not in text else (*wanted.rulebooks, rulebook())
        exist, having, smallest = enumerated(text, seen, legal_under(looked_at))
        counts["pairs"] += 1
        listed = [frozenset(map(str, one.turn.orders)) for one in found if one.turn is not None]
        checks = {
            f"{exist:,} joint orders exist": found.complete and f"all {exist:,} joint legal orders" in found.summary(),
            f"{having} of {exist} have it": (found.examined, found.matches) == (exist, having),
            "a turn is listed twice": len(listed) == len(smallest),
            "not in the order of their number of orders": sorted(map(len, listed)) == list(map(len, listed)),
            f"other turns: {set(listed) ^ smallest}": set(listed) == smallest,
        }
        if not why_unstated(wanted) and not any(why_unsolvable(board, rules) for rules in wanted.rulebooks):
            with patch.object(half_given, "MOST_TURNS", 0):
                first = [frozenset(map(str, one.turn.orders)) for one in find(wanted, position=position) if one.turn]
            counts.update(f"asked of a solver: {word}" for word in ("all", *{*re.findall(r"[a-z]+(?=\()", text)}))
            checks |= {f"by a solver: {first}": set(first) <= smallest and bool(first) == bool(smallest)}
        wrong += [f"{text}\n  {position}\n  {found.summary()}: {fault}" for fault, good in checks.items() if not good]
    counts["turns adjudicated"] = seen.cache_info().currsize
    return wrong, counts


def main() -> int:
    parser = command_line(__doc__, seed=1, jobs=1)
    parser.add_argument("--own", action="store_true", help="with house rules")
    return in_blocks_until(parser, lambda given: partial(block, given.seed, given.own), pairs=1000)


if __name__ == "__main__":
    sys.exit(main())
