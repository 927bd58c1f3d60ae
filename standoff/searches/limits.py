"""The limits of abstract turns: properties beyond them are refused, or searched with a warning.

Abstract turns have no coasts, and no orders that are illegal or void under the rulebook 2023; a search of all of them
does not cover turns in which those matter. `Found.not_searched` has the limits of each search.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..map import StandoffError
from ..solver import OPTIONS
from .properties import RETREATS, Both, Differ, HasOrder, Not, Predicate, Property, rules_text


class FindError(StandoffError):
    """A search is impossible, or its finds cannot be written."""


def parts_of(query: Property) -> Iterator[Property]:
    """Yield the simple properties of which a property consists."""
    if isinstance(query, Both):
        for part in query.parts:
            yield from parts_of(part)
    elif isinstance(query, Not):
        yield from parts_of(query.part)
    else:
        yield query


def house_functions(query: Property) -> Iterator[str]:
    """Yield the names of the user's functions that a property calls: predicates, and house rules."""
    for part in parts_of(query):
        if isinstance(part, Predicate):
            yield part.name
        for rules in part.rulebooks:
            yield from rules.house_rules.values()


def idle(query: Property, *more: str) -> str:
    """Return why no turn has a property: it compares rulebooks that do not differ in the turns searched.

    Args:
        query: The property.
        more: Options that have an effect besides those that concern outcomes.

    Returns:
        The reason in words; empty if turns may have the property.
    """
    if isinstance(query, Both):
        return next(filter(None, (idle(part, *more) for part in query.parts)), "")
    if not isinstance(query, Differ) or query.one.house_rules or query.two.house_rules:
        return ""
    heeded = ("outcomes", "retreats") if query.what == RETREATS else ("outcomes",)
    differing = [name for name in OPTIONS if query.one[name] != query.two[name]]
    if any(OPTIONS[name].concerns in heeded or name in more for name in differing):
        return ""
    one, two = rules_text(query.one), rules_text(query.two)
    if not differing:
        return f"{one} and {two} are the same"
    return (
        f"{one} and {two} differ in {', '.join(differing)} only, on which nothing that would be searched depends: on "
        "turns in which every unit has one legal order, written out in full, they agree"
    )


def refuse_idle(query: Property, *more: str) -> None:
    """Refuse a property with a part that is `idle`, unless this decides the whole property.

    Raises:
        FindError: It has such a part.
    """
    for part in parts_of(query):
        if why := idle(part, *more):
            raise FindError(why)


_MISSING = (
    ("convoy_path", "ignored", "moves that name the seas of their convoy (convoy_path)"),
    ("support_of_convoying_fleet", "allowed", "void orders to convoy (support_of_convoying_fleet)"),
)
"""By option, its harmless choice, and the feature that matters under other choices and is in no abstract turn."""


def warnings_for(query: Property) -> tuple[str, ...]:
    """Return why a search of all abstract turns may miss turns with a property, in words; empty without a known reason.

    Raises:
        FindError: It compares two rulebooks that would agree, or names one under which illegal orders matter.

    >>> from standoff.searches.expression import property_of
    >>> print(*warnings_for(property_of("paradox(rules='czech1962')")))
    not searched, and could matter under czech1962: void orders to convoy (support_of_convoying_fleet)
    """
    refuse_idle(query)
    texts: list[str] = []
    for rules in query.rulebooks:
        if rules["illegal_orders"] == "cannot-be-supported":
            raise FindError(
                f"{rules_text(rules)}: with illegal_orders=cannot-be-supported illegal orders matter, and abstract "
                "turns have none: ask with --orders FILE (Python: orders=…) or draw samples"
            )
        texts += [
            f"not searched, and could matter under {rules.name}: {what}"
            for option, harmless, what in _MISSING
            if rules[option] != harmless
        ]
    for part in parts_of(query):
        if isinstance(part, HasOrder):
            outcomes = {order.outcome for order in part.order.all()}
            texts += [
                f"of the orders {outcome} under {part.rules.name}, only some were searched"
                for outcome in ("illegal", "void")
                if outcome in outcomes
            ]
        elif isinstance(part, Differ) and part.what == RETREATS:
            texts.append("retreats were compared among the provinces of the turn only, and where it was placed")
    texts += [
        f"{name} was asked about each abstract turn on a small board made for it, where all units are fleets but the "
        "armies that go by convoy, on coasts where they need not be at sea"
        for name in house_functions(query)
    ]
    return tuple(dict.fromkeys(texts))
