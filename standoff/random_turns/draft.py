"""A movement phase while it is drawn: units are placed and ordered until it is full.

Provinces and keys are numbers (`boards`); -1 means that there is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import TypeVar

from ..map import Unit, bits, province_of
from ..solver import Convoy, Hold, Move, Order, Support, UnitName
from .boards import BoardIndex

T = TypeVar("T")


@dataclass
class Draft:
    """A movement phase while it is drawn.

    Attributes:
        index: The board.
        random: The source of all draws.
        powers: The powers that have units.
        free: Mask of the provinces where a unit may be placed.
        left: The number of units that may still be placed.
        owned: By power: the provinces whose centers it owns.
        units: By province: the key of its unit.
        power: By province: the power of its unit.
        order: By province: the order of its unit, if it has one.
        goal: By province of a moving unit: the province that it moves to, and the location that its order names.
        supports: Provinces of supporting units, each with the province that the support acts on.
        convoys: Provinces of convoying fleets.
    """

    index: BoardIndex
    random: Random
    powers: Sequence[str]
    free: int
    left: int
    owned: Mapping[str, frozenset[int]] = field(default_factory=dict[str, frozenset[int]])
    units: dict[int, int] = field(default_factory=dict[int, int])
    power: dict[int, str] = field(default_factory=dict[int, str])
    order: dict[int, Order] = field(default_factory=dict[int, Order])
    goal: dict[int, tuple[int, str]] = field(default_factory=dict[int, tuple[int, str]])
    supports: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    convoys: list[int] = field(default_factory=list[int])

    # -- drawing ------------------------------------------------------------------------------------

    def pick(self, options: Sequence[T]) -> T:
        """Return one of `options`, all equally likely; there must be one."""
        return options[int(self.random.random() * len(options))]

    def pick_bit(self, mask: int) -> int:
        """Return the number of one of the bits of `mask`, -1 if it has none."""
        return self.pick(bits(mask)) if mask else -1

    def odds(self, share: float) -> bool:
        """Return true in a `share` of all draws, 0 to 1."""
        return self.random.random() < share

    def pick_power(self, foe: str | None = None) -> str:
        """Return one of the powers, not `foe` if there is another."""
        return self.pick([power for power in self.powers if power != foe] or self.powers)

    # -- units --------------------------------------------------------------------------------------

    def place_unit(self, key: int, power: str | None = None) -> int:
        """Place a unit of `power` (of any, if None) at a free key; return its province."""
        province = self.index.province[key]
        self.free &= ~(1 << province)
        self.left -= 1
        self.units[province] = key
        self.power[province] = power or self.pick_power()
        return province

    def add_unit(self, unit: Unit) -> None:
        """Add a unit that is on the board already; it does not count as placed."""
        self.left += 1
        self.place_unit(self.index.key_of(unit), unit.power)

    def reach(self, province: int) -> int:
        """Return the provinces that the unit in `province` can move to, as a mask."""
        return self.index.reach[self.units[province]]

    def named(self, province: int) -> UnitName:
        """Return the unit in `province` as orders name it."""
        return self.index.named[self.units[province]]

    def without_order(self) -> list[int]:
        """Return the provinces of the units without an order."""
        return [province for province in self.units if province not in self.order]

    def has_no_order(self, province: int) -> bool:
        """Return whether a unit without an order is in `province`."""
        return province in self.units and province not in self.order

    @property
    def open(self) -> int:
        """The provinces that a unit without an order is in, or may be placed in, as a mask."""
        return (self.free if self.left > 0 else 0) | sum(1 << province for province in self.without_order())

    def unit_at(self, province: int, power: str | None = None, *, fleet: bool | None = None) -> int:
        """Return `province` if it has a unit without an order, placing one if necessary; else -1.

        Args:
            province: The province, or -1.
            power: The power of the unit; None for any.
            fleet: True for a fleet, false for an army; None for either: a fleet at sea, mostly an army elsewhere.
        """
        if province < 0 or not self.open >> province & 1:
            return -1
        key = self.units.get(province)
        if key is not None:
            return (
                province if fleet in (None, self.index.is_fleet(key)) and power in (None, self.power[province]) else -1
            )
        keys = self.index.keys[province]
        if fleet is None:
            fleet = len(keys) > 1 and self.odds(0.35)
            keys = keys[1:] if fleet else keys[:1]
        else:
            keys = tuple(key for key in keys if self.index.is_fleet(key) == fleet)
        return self.place_unit(self.pick(keys), power) if keys else -1

    def any_unit(self) -> int:
        """Return the province of a unit: mostly of one that is there already, else of a new one."""
        if self.units and (self.left <= 0 or self.odds(0.6)):
            return self.pick(list(self.units))
        return self.unit_at(self.pick_bit(self.free))

    def unit_near(self, province: int, power: str | None = None, foe: str | None = None, avoid: int = 0) -> int:
        """Return the province of a unit without an order that can move to `province`, placing one if necessary.

        Args:
            province: The province.
            power: Only a unit of this power.
            foe: Only a unit of a power other than this one.
            avoid: Mask of provinces that the unit must not be in.
        """
        keys: list[int] = []
        options = self.open & ~avoid
        for key in self.index.into[province]:
            origin = self.index.province[key]
            if not options >> origin & 1:
                continue
            if origin not in self.units:
                keys.append(key)
            elif self.units[origin] == key and self.power[origin] != foe and power in (None, self.power[origin]):
                keys.extend((key, key))  # units that meet already are more likely to be used
        if not keys:
            return -1
        key = self.pick(keys)
        origin = self.index.province[key]
        return origin if origin in self.units else self.place_unit(key, power or self.pick_power(foe))

    # -- orders -------------------------------------------------------------------------------------

    def hold(self, province: int) -> None:
        """Order the unit in `province` to hold."""
        self.order[province] = Hold(self.power[province], self.named(province))

    def move(self, origin: int, destination: int, *, via: bool = False, place: str = "") -> None:
        """Order the unit at `origin` to move to `destination`, or to the location `place` in it.

        A destination of -1 means none: on some boards, units such as armies on islands cannot move.
        """
        if destination < 0:
            return
        goals = self.index.goals[self.units[origin]].get(destination)
        place = place or (self.pick(goals) if goals else self.index.board.provinces[destination].id)
        self.order[origin] = Move(self.power[origin], self.named(origin), place, via)
        self.goal[origin] = destination, place

    def support(self, helper: int, target: int) -> None:
        """Order the unit at `helper` to support the one at `target` in its move, or in holding if it has none.

        The order names a coast if the supported fleet can reach two coasts, otherwise half of the time.
        """
        destination, place = self.goal.get(target, (target, None))
        if place and "/" in place:
            reached = self.index.goals[self.units[target]].get(destination, ())
            if len(reached) == 1 and self.odds(0.5):
                place = province_of(place)
        self.order[helper] = Support(self.power[helper], self.named(helper), self.named(target), place)
        self.supports.append((helper, destination))

    def convoy(self, fleet: int, army: int, destination: int) -> None:
        """Order the fleet at `fleet` to convoy the army at `army` to `destination`."""
        place = self.index.board.provinces[destination].id
        self.order[fleet] = Convoy(self.power[fleet], self.named(fleet), self.named(army), place)
        self.convoys.append(fleet)

    # -- several orders at once ---------------------------------------------------------------------

    def add_supports(self, target: int, most: int, power: str | None = None, avoid: int = 0) -> None:
        """Let up to `most` more units, mostly of `power`, support the one at `target` in its move or in holding."""
        destination = self.goal[target][0] if target in self.goal else target
        avoid |= 1 << target | 1 << destination
        for _ in range(most):
            helper = self.unit_near(destination, power if power and self.odds(0.7) else None, avoid=avoid)
            if helper < 0:
                return
            self.support(helper, target)

    def add_attack(
        self, province: int, supports: int = 0, power: str | None = None, foe: str | None = None, avoid: int = 0
    ) -> int:
        """Let a unit move to `province` with at most `supports` supports; return its province (`unit_near`)."""
        origin = self.unit_near(province, power, foe, avoid)
        if origin >= 0:
            self.move(origin, province)
            self.add_supports(origin, supports, self.power[origin], avoid)
        return origin

    def place_route(
        self, length: int, *, beside: bool = False, empty: bool = False
    ) -> tuple[int, list[int], int] | None:
        """Place an army and the fleets of a minimal convoy route, without orders.

        Args:
            length: The maximum number of seas.
            beside: True if the army must be able to walk to the destination, too.
            empty: True if the destination must be free.

        Returns:
            The provinces of the army, of the fleets, and of the destination; None if there is no room for it.
        """
        board, shores = self.index.board, self.index.shores
        armies = fleets = self.open
        for province in self.without_order():
            if self.index.is_fleet(self.units[province]):
                armies &= ~(1 << province)
        fleets &= board.seas
        sea = self.pick_bit(fleets)
        if sea < 0:
            return None
        seas = [sea]
        barred = 1 << sea
        while len(seas) < length:
            sea = self.pick_bit(board.around[seas[-1]] & fleets & ~barred)
            if sea < 0:
                break
            barred |= board.around[seas[-1]] | 1 << sea
            seas.append(sea)
        origins, goals = armies & shores[seas[0]], shores[seas[-1]]
        for before, after in pairwise(seas):
            origins &= ~board.around[after]
            goals &= ~board.around[before]
        origin = self.pick_bit(origins)
        if origin < 0:
            return None
        goals &= (board.tables.army[origin] if beside else -1) & (self.free if empty else -1) & ~(1 << origin)
        occupied = goals & sum(1 << province for province in self.units)
        goal = self.pick_bit(occupied if occupied and self.odds(0.5) else goals)
        if goal < 0 or sum(province not in self.units for province in (origin, *seas)) > self.left:
            return None
        self.unit_at(origin, fleet=False)
        for province in seas:
            self.unit_at(province, self.power[origin] if province not in self.units and self.odds(0.5) else None)
        return origin, seas, goal

    def order_convoy(self, origin: int, seas: Sequence[int], goal: int, *, via: float = 0.35) -> None:
        """Order an army to move and fleets to convoy it; a share `via` of these moves is expressly by convoy."""
        self.move(origin, goal, via=self.odds(via))
        for sea in seas:
            self.convoy(sea, origin, goal)
