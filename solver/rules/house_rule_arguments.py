"""The arguments of house rules' functions (`Rulebook.with_rule`): orders and units, never masks.

`house_rules` and `house_equations` in `solver.plain` fill these in.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...map import Unit
from ..order import Convoy, Move, Order, Support


@dataclass(frozen=True, slots=True)
class Cut:
    """A move into the province of a supporting unit: does it cut the support?

    Attributes:
        support: The support.
        move: The move.
        default: Whether it cuts by the rulebook.
        arrives: Whether it gets to the province at all: over land, or by a convoy that is not disrupted.
        dislodges: Whether it succeeds, and so dislodges the unit.
        by_convoy: Whether it comes by convoy.
        own: Whether its unit is of the supporter's power.
        from_target: Whether it comes from the province that the support acts on.
    """

    support: Support
    move: Move
    default: bool
    arrives: bool
    dislodges: bool
    by_convoy: bool
    own: bool
    from_target: bool


@dataclass(frozen=True, slots=True)
class Strength:
    """A strength of one unit (DATC 5.B.5 to 5.B.8).

    Attributes:
        kind: ``"attack"``, ``"hold"``, ``"prevent"`` or ``"defend"``.
        unit: The unit.
        order: Its order; a hold if that is illegal or void.
        default: The strength by the rulebook.
        supports: The supports for it that stand.
        cut: Those that do not.
        there: The unit at the destination of a move, None for none, and for a unit that does not move.
        by_convoy: Whether it moves by convoy; not if it falls back to land.
        arrives: Whether it gets to its destination's border, if it moves. An attack strength of an army whose convoy is
            disrupted should be 0: what gets it there all the same is refused.
    """

    kind: str
    unit: Unit
    order: Order
    default: int
    supports: tuple[Support, ...]
    cut: tuple[Support, ...]
    there: Unit | None
    by_convoy: bool
    arrives: bool


@dataclass(frozen=True, slots=True)
class DislodgedMove:
    """A move that fails while its unit is dislodged from where it goes: does it keep others out of there?

    Attributes:
        move: The move.
        attacker: The move that dislodges its unit, the opposite way.
        default: Whether it does by the rulebook.
        by_convoy: Whether either goes by convoy, so that they fight no head-to-head battle.
    """

    move: Move
    attacker: Move
    default: bool
    by_convoy: bool


@dataclass(frozen=True, slots=True)
class ConvoyedCut:
    """An army that moves by convoy into the province of a supporting unit: does it cut the support?

    An army that may fall back to land is one, too. What is answered is about its coming by convoy: over land it cuts as
    any move does.

    Attributes:
        support: The support.
        move: The move of the army.
        attacked: The unit in the province that the support acts on, None for none.
        attacked_order: The order of that unit; a hold if that is illegal or void.
        convoys: The orders to convoy the army.
        necessary: Those of them without which the army has no route.
        orders: The order of every unit, in the order of the position; a hold for one that is illegal or void.
        units: The units, in the same order.
    """

    support: Support
    move: Move
    attacked: Unit | None
    attacked_order: Order | None
    convoys: tuple[Convoy, ...]
    necessary: tuple[Convoy, ...]
    orders: tuple[Order, ...]
    units: tuple[Unit, ...]

    @property
    def acts_on(self) -> str:
        """The province that the support acts on: where the supported unit moves to, or stands."""
        place = self.support.destination or self.support.supported.place
        return place.partition("/")[0]


@dataclass(frozen=True, slots=True)
class OpenParadox:
    """A convoy paradox, or another one that is not a circular movement, before a rule settles it.

    Attributes:
        core: The orders on which the resolutions differ; without any, a smallest set whose equations clash.
        orders: The orders that depend on each other, the core among them.
        resolutions: Their consistent resolutions: the orders that succeed.
        convoys: The convoys in the core.
        pending: Its orders, and those open ones that are not in another paradox beside it: they wait for it.
    """

    core: tuple[Order, ...]
    orders: tuple[Order, ...]
    resolutions: tuple[frozenset[Order], ...]
    convoys: tuple[Convoy, ...]
    pending: tuple[Order, ...]


__all__ = ["ConvoyedCut", "Cut", "DislodgedMove", "OpenParadox", "Strength"]
