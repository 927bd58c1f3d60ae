"""Random house rules: small functions that differ from the rulebook's rule.

A function depends on its argument only, and not on the order of its orders; so its answer does not depend on who is
named first or on when it is called. It is a value: it can be compared and pickled.

>>> from standoff import rulebook
>>> one, same = drawn(random.Random(1), rulebook()), drawn(random.Random(1), rulebook())
>>> one == same, one != rulebook()
(True, True)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from standoff.map import FLEET
from standoff.solver import Convoy, Hold, Move, Order, Rulebook
from standoff.solver.rules.house_rule_arguments import ConvoyedCut, Cut, DislodgedMove, OpenParadox, Strength


def _odd(name: str) -> bool:
    """Divide powers, or provinces, by their names."""
    return sum(map(ord, name)) % 2 == 1


def _foreign(strength: Strength) -> int:
    return sum(one.power != strength.unit.power for one in strength.supports)


def _first(orders: Collection[Order]) -> Order:
    return min(orders, key=str)


def _a_resolution(paradox: OpenParadox) -> dict[Order, bool] | None:
    """Return the first resolution in the order of its texts, None if there is none."""
    ordered = sorted(sorted(map(str, one)) for one in paradox.resolutions)
    return {order: str(order) in ordered[0] for order in paradox.orders} if ordered else None


def _fail(orders: Collection[Order]) -> dict[Order, bool] | None:
    return dict.fromkeys(orders, False) or None


STRENGTH: Mapping[str, Callable[[Strength], int]] = {
    "0": lambda _: 0,
    "2": lambda _: 2,
    "default + supports": lambda one: one.default + len(one.supports),
    "default + cut": lambda one: one.default + len(one.cut),
    "1 + foreign supports": lambda one: 1 + _foreign(one),
    "3 less default": lambda one: max(0, 3 - one.default),
    "fleets 0": lambda one: 0 if one.unit.type is FLEET else one.default,
    "odd powers 1 more": lambda one: one.default + _odd(one.unit.power),
    "odd provinces 1 more": lambda one: one.default + _odd(one.unit.province),
    "2 if it arrives": lambda one: 2 * one.arrives,
    "1 more if it does not arrive": lambda one: one.default + (not one.arrives),
    "by convoy 0": lambda one: 0 if one.by_convoy else one.default,
    "1 against an own unit": lambda one: (
        1 if one.there is not None and one.there.power == one.unit.power else one.default
    ),
    "holding 1 more": lambda one: one.default + isinstance(one.order, Hold),
}

CUT: Mapping[str, Callable[[Cut], bool]] = {
    "always": lambda _: True,
    "never": lambda _: False,
    "dislodging": lambda cut: cut.dislodges,
    "arriving from elsewhere": lambda cut: cut.arrives and not cut.from_target,
    "from the target": lambda cut: (cut.arrives and cut.from_target) or cut.default,
    "own": lambda cut: cut.default or (cut.own and cut.arrives),
    "by convoy": lambda cut: cut.by_convoy or cut.dislodges,
    "the opposite": lambda cut: not cut.default,
    "fleets are dislodged": lambda cut: cut.dislodges if cut.support.unit.type is FLEET else cut.default,
    "odd powers": lambda cut: cut.arrives if _odd(cut.move.power) else cut.dislodges,
}

DISLODGED_EFFECT: Mapping[str, Callable[[DislodgedMove], bool]] = {
    "always": lambda _: True,
    "never": lambda _: False,
    "by convoy": lambda one: one.by_convoy,
    "over land": lambda one: not one.by_convoy,
    "the opposite": lambda one: not one.default,
    "against fleets": lambda one: one.attacker.unit.type is FLEET,
    "odd powers": lambda one: _odd(one.move.power),
}

SUPPORT_EXCEPTION: Mapping[str, Callable[[ConvoyedCut], Any]] = {
    "always": lambda _: True,
    "attacks on its convoy": lambda cut: cut.support.destination is not None and cut.attacked_order in cut.convoys,
    "actions on convoys": lambda cut: isinstance(cut.attacked_order, Convoy),
    "without the attacked": lambda cut: [cut.attacked_order] if cut.attacked_order in cut.convoys else False,
    "without those needed": lambda cut: cut.necessary,
    "without the first": lambda cut: [_first(cut.convoys)] if cut.convoys else True,
    "supports of holds": lambda cut: cut.support.destination is None,
    "odd powers": lambda cut: _odd(cut.move.power),
    "many units or convoys": lambda cut: len(cut.units) > 8 or sum(isinstance(one, Convoy) for one in cut.orders) > 1,
}

SETTLEMENT: Mapping[str, Callable[[OpenParadox], Mapping[Order, bool] | None]] = {
    "the core fails": lambda paradox: _fail(paradox.core),
    "all of it fails": lambda paradox: _fail(paradox.orders),
    "everything fails": lambda paradox: _fail(paradox.pending),
    "one fails": lambda paradox: _fail([_first(paradox.core)]),
    "convoys succeed": lambda paradox: dict.fromkeys(paradox.convoys, True) or None,
    "moves fail": lambda paradox: _fail([one for one in paradox.core if isinstance(one, Move)]),
    "a resolution": _a_resolution,
}

CIRCULAR_MOVEMENT: Mapping[str, Callable[[OpenParadox], Mapping[Order, bool] | None]] = {
    "all fail": lambda circle: _fail(circle.core),
    "one fails": lambda circle: _fail([_first(circle.core)]),
    "long ones fail": lambda circle: _fail(circle.core) if len(circle.core) > 2 else None,
    "odd powers fail": lambda circle: _fail(circle.core) if any(_odd(one.power) for one in circle.core) else None,
    "all of it fails": lambda circle: _fail(circle.orders),
}

FUNCTIONS: Mapping[str, Mapping[str, Callable[[Any], Any]]] = {
    "support_exception": SUPPORT_EXCEPTION,
    "settlement": SETTLEMENT,
    "circular_movement": CIRCULAR_MOVEMENT,
    "cut": CUT,
    "attack_strength": STRENGTH,
    "hold_strength": STRENGTH,
    "prevent_strength": STRENGTH,
    "defend_strength": STRENGTH,
    "dislodged_effect": DISLODGED_EFFECT,
}
"""The functions by hook and name."""


@dataclass(frozen=True, slots=True)
class Function:
    """One of `FUNCTIONS`.

    >>> Function("cut", "never")(None)
    False
    """

    hook: str
    word: str

    def __call__(self, about: Any) -> Any:
        """Return the function's answer."""
        return FUNCTIONS[self.hook][self.word](about)


def drawn(chance: random.Random, base: Rulebook) -> Rulebook:
    """Return `base` with house rules for one to three hooks, or for all.

    >>> from standoff import rulebook
    >>> drawn(random.Random(8), rulebook()).house_rules
    {'hold_strength': 'hold_strength: 3 less default'}
    """
    rules = base
    for hook in sorted(chance.sample(sorted(FUNCTIONS), chance.choice((1, 1, 1, 2, 2, 3, len(FUNCTIONS))))):
        one = Function(hook, chance.choice(sorted(FUNCTIONS[hook])))
        rules = rules.with_rule(f"{hook}: {one.word}", **{hook: one})
    return rules
