"""A movement phase while it is being drawn: units are put down and given orders until it is full.

Provinces and spots are numbers (`ground`); -1 stands for none to be had.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from ..map import Unit, bits, province_of
from ..solver import Convoy, Hold, Move, Order, Support, UnitName
from .board_index import BoardIndex

T = TypeVar("T")


@dataclass
class Draft:
    """A movement phase that is being drawn.

    Attributes:
        ground: The board.
        chance: Where all draws come from.
        powers: The powers that have units.
        free: Mask of the provinces where a unit may be put.
        left: How many more units may be put.
        spot, power, order: Those of each unit, by its province; `order` only for units that have one.
        goal: For each moving unit the province that it moves to, and how its order names that.
        supports: The provinces of units ordered to support, each with the province that the support acts on.
        convoys: The provinces of fleets ordered to convoy.
        owned: The provinces whose centers each power owns.
    """

    ground: BoardIndex
    chance: Random
    powers: Sequence[str]
    free: int
    left: int
    spot: dict[int, int] = field(default_factory=dict[int, int])
    power: dict[int, str] = field(default_factory=dict[int, str])
    order: dict[int, Order] = field(default_factory=dict[int, Order])
    goal: dict[int, tuple[int, str]] = field(default_factory=dict[int, tuple[int, str]])
    supports: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    convoys: list[int] = field(default_factory=list[int])
    owned: Mapping[str, frozenset[int]] = field(default_factory=dict[str, frozenset[int]])

    # -- drawing ------------------------------------------------------------------------------------

    def pick(self, options: Sequence[T]) -> T:
        """Return one of `options`, each as likely; there must be one."""
        return options[int(self.chance.random() * len(options))]

    def pick_bit(self, mask: int) -> int:
        """Return the number of one of the bits of `mask`, -1 if it has none."""
        return self.pick(bits(mask)) if mask else -1

    def odds(self, share: float) -> bool:
        """Tell whether a draw falls into a `share` of all draws, 0 to 1."""
        return self.chance.random() < share

    def some_power(self, foe: str | None = None) -> str:
        """Return one of the powers, other than `foe` if there is one."""
        power = self.pick(self.powers)
        if power == foe and len(self.powers) > 1:
            power = self.powers[(self.powers.index(power) + 1) % len(self.powers)]
        return power

    # -- units --------------------------------------------------------------------------------------

    def add_unit(self, place: int, power: str | None = None) -> int:
        """Put a unit of `power` (of any, if None) at `place`, which must be free; return its province."""
        province = self.ground.province[place]
        self.free &= ~(1 << province)
        self.left -= 1
        self.spot[province] = place
        self.power[province] = power or self.some_power()
        return province

    def add(self, unit: Unit) -> None:
        """Put a unit that stands on the board already; it does not count among those that may be put."""
        self.left += 1
        self.add_unit(self.ground.place_of(unit), unit.power)

    def reach(self, province: int) -> int:
        """Return where the unit in `province` can move to, as a mask."""
        return self.ground.reach[self.spot[province]]

    def named(self, province: int) -> UnitName:
        """Return the unit in `province` as orders name it."""
        return self.ground.named[self.spot[province]]

    def without_order(self) -> list[int]:
        """Return the provinces of the units without an order."""
        return [province for province in self.spot if province not in self.order]

    def unit_at(self, province: int, power: str | None = None, *, fleet: bool | None = None) -> int:
        """Return `province` if a unit without an order stands there, or after putting one of `power`; else -1.

        Args:
            province: Where.
            power: Only a unit of this power; None for any.
            fleet: Only a fleet (true) or only an army (false); None for either, at sea a fleet, else mostly an army.
        """
        if province < 0:
            return -1
        spot = self.spot.get(province)
        if spot is not None:
            fits = province not in self.order and (fleet is None or fleet == spot & 1)
            return province if fits and power in (None, self.power[province]) else -1
        if not (self.left > 0 and self.free >> province & 1):
            return -1
        spots = self.ground.spots[province]
        if fleet is None:
            fleet = len(spots) > 1 and self.odds(0.35)
            spots = spots[1:] if fleet else spots[:1]
        else:
            spots = [spot for spot in spots if bool(spot & 1) == fleet]
        return self.add_unit(self.pick(spots), power) if spots else -1

    def unowned_centers(self, power: str) -> list[int]:
        """Return the provinces with a supply center that a power does not own."""
        board, owned = self.ground.board, self.owned.get(power, ())
        return [number for number in (board.province_number[center] for center in board.centers) if number not in owned]

    def resisted(self, province: int, power: str) -> bool:
        """Tell whether a unit of another power than this one stands in a province or next to it."""
        near = self.ground.board.around[province] | 1 << province
        return any(near >> there & 1 and owner != power for there, owner in self.power.items())

    def some_unit(self) -> int:
        """Return the province of some unit: mostly of one that stands already, else of a new one."""
        if self.spot and (self.left <= 0 or self.odds(0.6)):
            return self.pick(list(self.spot))
        return self.unit_at(self.pick_bit(self.free)) if self.left > 0 else -1

    def bring(self, province: int, power: str | None = None, foe: str | None = None, avoid: int = 0) -> int:
        """Return the province of a unit without an order that can move to `province`, a new one if need be.

        Args:
            province: Where it is to be able to go.
            power: Only a unit of this power.
            foe: Only a unit of a power other than this one.
            avoid: Mask of provinces that it must not stand in.
        """
        ground, spots = self.ground, list[int]()
        open_ = self.free & ~avoid if self.left > 0 else 0
        for spot in ground.into[province]:
            there = ground.province[spot]
            if open_ >> there & 1:
                spots.append(spot)
            elif self.spot.get(there) == spot and there not in self.order and not avoid >> there & 1:
                owner = self.power[there]
                if owner != foe and (power is None or power == owner):
                    spots.extend((spot, spot))  # units that meet already are more likely to be used
        if not spots:
            return -1
        spot = self.pick(spots)
        there = ground.province[spot]
        return there if there in self.spot else self.add_unit(spot, power or self.some_power(foe))

    # -- orders -------------------------------------------------------------------------------------

    def hold(self, province: int) -> None:
        """Order the unit in `province` to hold."""
        self.order[province] = Hold(self.power[province], self.named(province))

    def move(self, origin: int, destination: int, *, via: bool = False) -> None:
        """Order the unit at `origin` to move; a fleet to one of the coasts that it can reach.

        A destination of -1 means none: there are boards with units that cannot move, armies on islands.
        """
        if destination < 0:
            return
        spot = self.spot[origin]
        goals = self.ground.goals[spot].get(destination)
        place = self.pick(goals) if goals else self.ground.board.provinces[destination].id
        self.order[origin] = Move(self.power[origin], self.ground.named[spot], place, via)
        self.goal[origin] = destination, place

    def support(self, helper: int, target: int) -> None:
        """Order the unit of `helper` to support the one at `target` in its move, or in holding if it has none.

        A coast is named where the supported fleet could reach two, else as often as not.
        """
        destination, place = self.goal.get(target, (target, None))
        if place and "/" in place:
            reached = self.ground.goals[self.spot[target]].get(destination, ())
            if len(reached) == 1 and self.odds(0.5):
                place = province_of(place)
        self.order[helper] = Support(self.power[helper], self.named(helper), self.named(target), place)
        self.supports.append((helper, destination))

    def convoy(self, fleet: int, army: int, destination: int) -> None:
        """Order the fleet of a sea to convoy the army of another province."""
        place = self.ground.board.provinces[destination].id
        self.order[fleet] = Convoy(self.power[fleet], self.named(fleet), self.named(army), place)
        self.convoys.append(fleet)

    # -- several at once ----------------------------------------------------------------------------

    def help(self, target: int, helpers: int, power: str | None = None, avoid: int = 0) -> None:
        """Let up to `helpers` more units support the one at `target` in what it does, units of `power` or of any."""
        destination = self.goal[target][0] if target in self.goal else target
        avoid |= 1 << target | 1 << destination
        for _ in range(helpers):
            helper = self.bring(destination, power if power and self.odds(0.7) else None, avoid=avoid)
            if helper < 0:
                return
            self.support(helper, target)

    def attack(
        self, province: int, helpers: int = 0, power: str | None = None, foe: str | None = None, avoid: int = 0
    ) -> int:
        """Let a unit move to `province` with up to `helpers` supports; return where it comes from."""
        origin = self.bring(province, power, foe, avoid)
        if origin >= 0:
            self.move(origin, province)
            self.help(origin, helpers, self.power[origin], avoid)
        return origin

    def route(self, length: int, *, beside: bool = False, empty: bool = False) -> tuple[int, list[int], int] | None:
        """Find a convoy route on which no fleet is superfluous, put its army and fleets, but give no orders.

        Args:
            length: Most seas that it leads over.
            beside: True if the army must be able to walk to the destination, too.
            empty: True if a unit must have room at the destination.

        Returns:
            The provinces of the army, of the fleets, and of the destination; None if there is no room for it.
        """
        ground, board = self.ground, self.ground.board
        room = self.free if self.left > 0 else 0
        waiting = sum(1 << province for province in self.without_order())
        fleets = sum(1 << province for province in bits(waiting) if self.spot[province] & 1)
        open_ = (room | fleets) & board.seas
        sea = self.pick_bit(open_)
        if sea < 0:
            return None
        seas = [sea]
        barred = 1 << sea
        while len(seas) < length:
            following = self.pick_bit(board.around[seas[-1]] & open_ & ~barred)
            if following < 0:
                break
            barred |= board.around[seas[-1]] | 1 << following
            seas.append(following)
        armies = waiting & ~fleets
        others = 0
        for middle in seas[1:]:
            others |= board.around[middle]
        origin = self.pick_bit(ground.shores[seas[0]] & (room | armies) & ~others)
        if origin < 0:
            return None
        goals = ground.shores[seas[-1]] & ~(1 << origin)
        for middle in seas[:-1]:
            goals &= ~board.around[middle]
        if beside:
            goals &= board.tables.army[origin]
        if empty:
            goals &= self.free
        # where something happens already, if there is such a place
        taken = goals & sum(1 << province for province in self.spot)
        goal = self.pick_bit(taken if taken and self.odds(0.5) else goals)
        new = [province for province in (origin, *seas) if province not in self.spot]
        if goal < 0 or len(new) > self.left:
            return None
        self.unit_at(origin, fleet=False)
        for province in seas:
            own = self.power[origin] if self.odds(0.5) else None
            self.unit_at(province, own if province not in self.spot else None, fleet=True)
        return origin, seas, goal

    def carry(self, origin: int, seas: Iterable[int], goal: int, *, via: float = 0.35) -> None:
        """Order an army to move and fleets to convoy it; in a share `via` of all draws it goes expressly by convoy."""
        self.move(origin, goal, via=self.odds(via))
        for sea in seas:
            self.convoy(sea, origin, goal)
