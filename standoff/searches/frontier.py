"""Where the enemy of a stalemate line may be, and which of his orders act on it.

The enemy's units are variables, too: where each province outside has one, of which type, and its order. Only what acts
on the line matters: on where it stands, where it moves to, and on the kept provinces that he could enter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from typing import NamedTuple

from ..map import ARMY, FLEET, SEA, Board, UnitType, has, members, province_of
from ..solver import CONVOYS, HOLDS, MOVES, SUPPORTS
from .programs import text_of


class EnemyUnit(NamedTuple):
    """A unit that the enemy may have: its type and location."""

    type: UnitType
    location: str

    @property
    def province(self) -> str:
        """The id of its province."""
        return province_of(self.location)

    def __str__(self) -> str:
        return f"{'A' if self.type is ARMY else 'F'} {self.location}"


class EnemyOrder(NamedTuple):
    """An order that an enemy may give: of whom (a province), where to, and what it makes true."""

    kind: int
    target: str = ""
    destination: str = ""
    via: bool = False
    true: tuple[str, ...] = ()


class Frontier:
    """Where a line stands, what it keeps, and what the enemy may have and order.

    Args:
        board: The board.
        provinces: The provinces where the line has units.
        moves: The moves that units of the line may make: of which type, from and to which province.
        keep: The provinces that it keeps.
        no_fleets: Provinces where the enemy has no fleet.

    Attributes:
        possible: The units that the enemy may have.
        entries: The provinces behind the line that he could enter.
    """

    def __init__(
        self,
        board: Board,
        provinces: Collection[str],
        moves: Collection[tuple[UnitType, str, str]],
        keep: Collection[str],
        no_fleets: Collection[str],
    ) -> None:
        self.board, self.provinces, self.moves = board, set(provinces), moves
        self.moves_to = {destination for _, _, destination in moves} - self.provinces
        self.no_fleets = frozenset(no_fleets)
        self.coast = {one.id for n, one in enumerate(board.provinces) if board.coastal >> n & 1}
        self.seas = {one.id for one in board.provinces if one.kind == SEA}
        self.of_province = {one.id: list(self._units_in(one.id)) for one in board.provinces}
        walls = self.provinces | set(keep)
        self.closed = self.no_fleets - walls
        self.possible = self._reachable(walls)
        self.free = {one.province for one in self.possible}
        self.groups = _joined(board, self.free & self.seas)
        # an army of the line may be carried by fleets of both
        self.shared_groups = _joined(board, (self.free | self.provinces) & self.seas)
        inside = {one.id for one in board.provinces} - self.free - self.provinces
        reached = {province_of(place) for one in self.possible for place in self.reach(one)}
        self.entries = {one for one in inside if one in reached or (one in self.coast and self.landings(one))}
        self.acted_on = self.provinces | self.moves_to | self.entries

    def _units_in(self, province: str) -> Iterator[EnemyUnit]:
        if province in self.board.army_stands:
            yield EnemyUnit(ARMY, province)
        for place, home in self.board.fleet_stands.items():
            if home == province and province not in self.no_fleets:
                yield EnemyUnit(FLEET, place)

    def near(self, unit: EnemyUnit) -> list[str]:
        """Return the locations next to a unit, into which it can support."""
        ways = self.board.tables.army if unit.type is ARMY else self.board.tables.fleet
        return [self.board.locations[n] for n in members(ways, self.board.location_number[unit.location])]

    def reach(self, unit: EnemyUnit) -> list[str]:
        """Return the locations that a unit may move to without a convoy; a fleet, none where the enemy has no fleet."""
        return [one for one in self.near(unit) if unit.type is ARMY or province_of(one) not in self.closed]

    def landings(self, province: str) -> list[frozenset[str]]:
        """Return the groups of joined seas, open to the enemy's fleets, that lie off a coast."""
        return [group for group in self.groups if any(self.off(sea, province) for sea in group)]

    def off(self, sea: str, province: str) -> bool:
        """Return whether a sea lies off a province."""
        tables, number = self.board.tables, self.board.province_number
        return bool(has(tables.shore, number[province], tables.sea[number[sea]]))

    def _reachable(self, walls: set[str]) -> set[EnemyUnit]:
        """Return the units that come from outside, from any center that is not kept, without passing the walls."""
        seen: set[EnemyUnit] = set()
        new = {one for center in self.board.centers if center not in walls for one in self.of_province[center]}
        while new:
            seen |= new
            near = {EnemyUnit(one.type, place) for one in new for place in self.reach(one)}
            if not near - seen:
                for group in _joined(self.board, {one.location for one in seen if one.type is FLEET} & self.seas):
                    beach = {one for one in self.coast if any(self.off(sea, one) for sea in group)}
                    if any(EnemyUnit(ARMY, one) in seen for one in beach):
                        near |= {EnemyUnit(ARMY, one) for one in beach}
            new = {one for one in near if one.province not in walls} - seen
        return seen

    @cached_property
    def orders(self) -> dict[EnemyUnit, list[EnemyOrder]]:
        """By unit, the orders of the enemy that act on the line, the hold first."""
        moves = {one: list(self._moves(one)) for one in sorted(self.possible)}
        movers: dict[str, set[str]] = {}
        for one, orders in moves.items():
            for order in orders:
                movers.setdefault(province_of(order.destination), set()).add(one.province)
        for _, origin, destination in self.moves:
            movers.setdefault(destination, set()).add(origin)
        more = {one: self._supports_and_convoys(one, movers) for one in moves}
        return {one: [EnemyOrder(HOLDS), *orders, *more[one]] for one, orders in moves.items()}

    def _moves(self, one: EnemyUnit) -> Iterator[EnemyOrder]:
        here, near = text_of(one.province), {province_of(place) for place in self.reach(one)}
        for place in self.reach(one):
            # a unit where the line moves to may leave by any way; if it goes by convoy, it is as if it were not there
            if province_of(place) in self.acted_on or one.province in self.moves_to:
                coast = [f"coast({here},{text_of(place)})"] if "/" in place else []
                true = [f"move({here},{text_of(province_of(place))})", f"by_land({here})", *coast]
                yield EnemyOrder(MOVES, "", place, False, tuple(true))
        if one.type is ARMY and one.location in self.coast:
            for place in sorted(self.acted_on & self.coast - {one.location}):
                if {*self.landings(place)} & {*self.landings(one.location)}:
                    true = [f"move({here},{text_of(place)})"]
                    true += [f"by_land({here})", f"via({here})"] * (place in near)
                    yield EnemyOrder(MOVES, "", place, place in near, tuple(true))

    def _supports_and_convoys(self, one: EnemyUnit, movers: dict[str, set[str]]) -> Iterator[EnemyOrder]:
        here = text_of(one.province)
        for place in sorted({province_of(place) for place in self.near(one)} & self.acted_on):
            for mover in sorted(movers.get(place, set()) - {one.province}):
                true = f"support({here},{text_of(mover)},{text_of(place)})"
                yield EnemyOrder(SUPPORTS, mover, place, False, (true,))
            if place in self.free or place in self.provinces:
                yield EnemyOrder(SUPPORTS, place, "", False, (f"support({here},{text_of(place)})",))
        if one.type is FLEET and one.location in self.seas:
            start = [place for place in self.coast & self.free if EnemyUnit(ARMY, place) in self.possible]
            pairs = {(army, place) for army in start for place in self.coast & self.acted_on if army != place}
            own = {(origin, end) for kind, origin, end in self.moves if kind is ARMY and {origin, end} <= self.coast}
            for armies, groups in ((pairs, self.groups), (own, self.shared_groups)):
                (group,) = (group for group in groups if one.location in group)
                for army, place in sorted(armies):
                    if all(any(self.off(sea, end) for sea in group) for end in (army, place)):
                        true = f"convoy({here},{text_of(army)},{text_of(place)})"
                        yield EnemyOrder(CONVOYS, army, place, False, (true,))

    def facts(self) -> Iterator[str]:
        """Yield what lies where, and what each order of the enemy makes true: ``does(P,S,N)``."""
        for province in self.board.province_number:
            if province not in self.acted_on:
                yield f"away({text_of(province)})."
        yield from (f"line({text_of(one)})." for one in sorted(self.provinces))
        yield from (f"kept({text_of(one)})." for one in sorted(self.provinces | self.entries))
        for sea in sorted((self.free | self.provinces) & self.seas):
            yield from (
                f"off({text_of(sea)},{text_of(one)})." for one in self.board.province_number if self.off(sea, one)
            )
        by_province: dict[str, list[str]] = {}
        for one, orders in self.orders.items():
            for number, order in enumerate(orders):
                atom = f"does({text_of(one.province)},{text_of(str(one))},{number})"
                by_province.setdefault(one.province, []).append(atom)
                yield from (f"{fact} :- {atom}." for fact in order.true)
        yield from (f"{{ {'; '.join(atoms)} }} 1." for atoms in by_province.values())


def _joined(board: Board, seas: Collection[str]) -> list[frozenset[str]]:
    """Return seas in groups that are joined through each other."""
    tables, number, left, groups = board.tables, board.province_number, set(seas), list[frozenset[str]]()
    while left:
        group, new = set[str](), {min(left)}
        while new:
            group |= new
            near = {tables.sea_province[n] for sea in new for n in members(tables.near, tables.sea[number[sea]])}
            new = {one for one in left if number[one] in near} - group
        left -= group
        groups.append(frozenset(group))
    return groups
