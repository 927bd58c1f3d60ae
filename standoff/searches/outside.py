"""What no abstract turn has: properties that ask for it are refused, or found with a warning.

Abstract turns have no coasts, and no orders that are illegal or void under the rulebook 2023; a search of all of them
says nothing about turns in which those matter.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..map import ARMY, Position, StandoffError, Unit, load_board
from ..solver import ENUMERATIONS, OPTIONS, Move, Rulebook, UnitName, adjudicate
from .properties import (
    RETREATS,
    Both,
    Described,
    Differ,
    HasOrder,
    Not,
    Predicate,
    Property,
    position_after,
    rules_text,
)


class FindError(StandoffError):
    """What is asked for cannot be searched, or the file of an earlier search does not belong to it.

    >>> from standoff import find
    >>> find("paradox()", units=0)
    Traceback (most recent call last):
        ...
    standoff.searches.outside.FindError: all turns of 0 units: expected 1 to 6; for more, draw samples
    """


def parts_of(wanted: Property) -> Iterator[Property]:
    """Yield the properties that a property is made up of."""
    if isinstance(wanted, Both):
        for part in wanted.parts:
            yield from parts_of(part)
    elif isinstance(wanted, Not):
        yield from parts_of(wanted.part)
    else:
        yield wanted


def required(wanted: Property) -> Iterator[Property]:
    """Yield properties that every turn with a property has."""
    if isinstance(wanted, Both) and wanted.every:
        for part in wanted.parts:
            yield from required(part)
    else:
        yield wanted


def described(wanted: Property, outcome: str) -> Iterator[tuple[Described, Rulebook]]:
    """Yield the orders of an outcome that each turn with a property has, with the rulebook under which it is theirs."""
    for part in required(wanted):
        if isinstance(part, HasOrder):
            yield from ((order, part.rules) for order in part.order.all() if order.outcome == outcome)


def own_functions(wanted: Property) -> Iterator[str]:
    """Yield the names of a user's own functions that a property calls: predicates, and rules in rulebooks."""
    for part in parts_of(wanted):
        if isinstance(part, Predicate):
            yield part.name
        for rules in part.rulebooks:
            yield from rules.own_rules.values()


BEARING = tuple(name for name, option in ENUMERATIONS.items() if option.concerns == "outcomes")
"""The options that make a difference where every unit has one legal order that is written out in full."""

INSTEAD = "ask with --orders FILE (Python: orders=…) or draw samples"


def warnings_for(wanted: Property) -> tuple[str, ...]:
    """Return why a search of all abstract turns may miss turns with a property, in words; empty if nothing is known to.

    Raises:
        FindError: It asks for nothing but what no abstract turn has.

    >>> from standoff.searches.expression import property_of
    >>> warnings_for(property_of("paradox()"))
    ()
    >>> print(*warnings_for(property_of("differ(2023, 1982, 'retreats')")), sep="\\n")
    2023 and 1982 also differ in civil_disorder_distance, on which nothing that was searched depends
    2023 and 1982 differ on A YOR - LON VIA alone, legal where no fleet could carry it under one only: not searched
    retreats were compared among the provinces of the turn only, and where it was placed
    """
    return tuple(dict.fromkeys(_warnings(wanted)))


def without_effect(wanted: Property, *more: str) -> Iterator[str]:
    """Yield which options of rulebooks that a property names have no effect on what is searched.

    Args:
        wanted: The property.
        more: Options that have an effect in addition to `BEARING`.

    Raises:
        FindError: It compares two rulebooks that differ in nothing else.

    >>> from standoff.searches.expression import property_of
    >>> print(*without_effect(property_of("paradox(rules=rules(2023, multiple_orders='last'))")))
    2023 with multiple_orders=last: nothing that was searched depends on multiple_orders
    """
    for part in parts_of(wanted):
        heeded = ("outcomes", "retreats") if isinstance(part, Differ) and part.what == RETREATS else ("outcomes",)
        effect = {name for name, option in ENUMERATIONS.items() if option.concerns in heeded}.union(more)
        if isinstance(part, Differ):
            differing = [o.name for o in OPTIONS if part.one[o.name] != part.two[o.name]]
            idle = [name for name in differing if name not in effect]
            if idle and idle == differing and not part.one.own_rules and not part.two.own_rules:
                raise FindError(
                    f"{part.one.name} and {part.two.name} differ in {', '.join(idle)} only, on which nothing that "
                    "would be searched depends: on turns in which every unit has one legal order, written out in full, "
                    "they agree"
                )
            if idle:
                yield (
                    f"{part.one.name} and {part.two.name} also differ in {', '.join(idle)}, on which nothing that was "
                    "searched depends"
                )
        else:
            for rules in part.rulebooks:
                if idle := [name for name in rules.differences if name not in effect and name not in rules.own_rules]:
                    yield f"{rules.name}: nothing that was searched depends on {', '.join(idle)}"


def _warnings(wanted: Property) -> Iterator[str]:
    for rules in wanted.rulebooks:
        yield from _of_rules(rules)
    yield from without_effect(wanted)
    for outcome in ("void", "illegal"):
        for order, rules in described(wanted, outcome):
            if order.kind not in _at_fault(rules, outcome):
                raise FindError(
                    f"{order}: no abstract turn has a {order.kind or 'order'} that is {outcome} under {rules.name}: "
                    f"{INSTEAD}"
                )
    for part in parts_of(wanted):
        if isinstance(part, HasOrder):
            outcomes = {order.outcome for order in part.order.all()}
            if "void" in outcomes:
                yield f"of the orders void under {part.rules.name}, those that match no other order were not searched"
            if "illegal" in outcomes:
                yield f"of the orders illegal under {part.rules.name}, those illegal under 2023, too, were not searched"
        elif isinstance(part, Differ):
            if via_alone_differs(part.one, part.two):
                yield (
                    f"{part.one.name} and {part.two.name} differ on A YOR - LON VIA alone, legal where no fleet could "
                    "carry it under one only: not searched"
                )
            if part.what == RETREATS:
                yield "retreats were compared among the provinces of the turn only, and where it was placed"
    for name in own_functions(wanted):
        yield (
            f"{name} was asked about each abstract turn on a small board made for it, where all units are fleets but "
            "the armies that go by convoy, on coasts where they need not be at sea: what it says of armies, powers, "
            "coasts, centers or neighbors says nothing of real boards"
        )


def _at_fault(rules: Rulebook, outcome: str) -> set[str | None]:
    """Return which kinds of orders are void, or illegal, in some abstract turn under a rulebook; None is "any kind".

    Void are a convoy whose army goes over land; in the Czech edition, an attack on a unit of one's own and a support of
    it; and a support to hold of a unit that convoys and may not be supported. A move that must name seas is illegal.
    """
    if outcome == "illegal":
        return {"move", None} if rules["convoy_path"] == "required" else set()
    kinds: set[str | None] = {"convoy", None}
    if rules["attack_on_own"] == "void":
        kinds |= {"move", "support"}
    if rules["convoy_path"] == "required" or rules["support_of_convoying_fleet"] == "void":
        kinds.add("support")
    return kinds


def _of_rules(rules: Rulebook) -> Iterator[str]:
    if rules["illegal_orders"] == "cannot-be-supported":
        raise FindError(
            f"{rules_text(rules)}: with illegal_orders=cannot-be-supported illegal orders matter, and abstract turns "
            f"have none: {INSTEAD}"
        )
    if rules["convoy_path"] == "required":
        yield f"under {rules.name} the moves by convoy that were searched are illegal: they name no seas (convoy_path)"
    elif rules["convoy_path"] != "ignored":
        yield f"under {rules.name} orders may name the seas of a convoy (convoy_path), and none that were searched do"
    if rules["support_of_convoying_fleet"] == "void":
        yield (
            f"under {rules.name} a void convoy order matters to others (support_of_convoying_fleet=void), and turns "
            "with void orders were not searched"
        )


def via_alone_differs(one: Rulebook, two: Rulebook) -> bool:
    """Tell whether two rulebooks treat "via convoy" differently where no fleet could carry the army.

    >>> from standoff import rulebook
    >>> via_alone_differs(rulebook("2023"), rulebook("1971")), via_alone_differs(rulebook("2023"), rulebook("dptg"))
    (True, False)
    """
    board = load_board()
    position = Position((Unit(ARMY, "YOR", "ENGLAND"),))
    orders = [Move("ENGLAND", UnitName("YOR", ARMY), "LON", True)]
    after = [position_after(adjudicate(position, orders, rules=rules, board=board)) for rules in (one, two)]
    return after[0] != after[1]
