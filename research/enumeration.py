"""All abstract turns of up to so many units, and the paradoxes among them, by other code: nothing of the solver is used.

    python -m research.enumeration [UNITS]     3 if left out; 4 takes most of a minute

A turn is listed by trying everything: what each unit does, which are fleets at sea, how their seas and the shores lie,
whose they are. Its resolutions are counted by trying every assignment of success and failure to its orders, and a turn
is minimal if none of its units can go, and none of its orders be a hold, so that it still has no or several ones. What
comes out are the shapes of the atlas and the numbers of `standoff find` (`tests/research/test_enumeration.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from typing import NamedTuple

from tools.shared import command_line

HOLD, MOVE, FAR, NEAR, VIA, SUPPORT, CONVOY = "hold", "move", "far", "near", "via", "support", "convoy"
SAILS = (FAR, NEAR, VIA)
GOES = (MOVE, *SAILS)

Does = tuple[str, int]
"""What a unit does, and to whom or where; unit *i* stands in place *i*, and empty places have larger numbers."""

Routes = frozenset[frozenset[int]]
"""The sets of fleets that link two shores and of which no part does."""


class Turn(NamedTuple):
    """The order of each unit, and the routes of each convoyed army over all fleets at sea; None for a removed unit."""

    does: tuple[Does | None, ...]
    routes: dict[int, Routes]

    def ordered(self, army: int) -> Routes:
        """Return the routes that its own convoys make."""
        fleets = {unit for unit, does in enumerate(self.does) if does == (CONVOY, army)}
        return frozenset(route for route in self.routes[army] if route <= fleets)

    def legal(self) -> Turn:
        """Return the turn with holds for what is illegal or void, and a move by land for who need not sail."""
        does = list(self.does)
        while True:
            before = list(does)
            for unit, one in enumerate(before):
                if one is not None:
                    does[unit] = self._legal(unit, *one, before)
            if does == before:
                return Turn(tuple(does), self.routes)

    def _legal(self, unit: int, kind: str, aim: int, does: Sequence[Does | None]) -> Does:
        if kind in (SUPPORT, CONVOY):
            other = does[aim]
            if other is None or (kind == CONVOY and other[0] not in SAILS):
                return HOLD, -1
            if kind == CONVOY and not any(unit in route for route in self.routes[aim]):
                return HOLD, -1
            if kind == SUPPORT and (other[0] in GOES) != (self.does[aim] is not None and self.does[aim][0] in GOES):
                return HOLD, -1
            if kind == SUPPORT and other[0] == FAR and all(unit in route for route in self.routes[aim]):
                return HOLD, -1
        if kind in SAILS:
            convoyed = any(one == (CONVOY, unit) for one in does)
            if kind == NEAR and not convoyed:
                return MOVE, aim
            if (kind == FAR and not convoyed) or (kind != NEAR and not self.routes[unit]):
                return HOLD, -1
        return kind, aim


# -- listing ---------------------------------------------------------------------------------------------------------


def turns(units: int) -> Iterator[list[Turn]]:
    """Yield the turns of this many units, each once up to renaming, in all the ways in which seas and shores can lie."""
    seen: set[object] = set()
    for does in _orders(units):
        ways: dict[object, list[Turn]] = {}
        for routes in _lying(does):
            turn = Turn(does, routes)
            if turn.legal().does == does:
                ways.setdefault(tuple(sorted((army, turn.ordered(army)) for army in routes)), []).append(turn)
        for lying in ways.values():
            if (name := shape(lying[0])) not in seen:
                seen.add(name)
                yield lying


def _orders(units: int) -> Iterator[tuple[Does, ...]]:
    """Yield what the units may do, with those of the same kind together, and empty places as they first appear."""
    options: list[list[Does]] = []
    for unit in range(units):
        others = [other for other in range(units) if other != unit]
        places = [*others, *range(units, 2 * units)]
        options.append(
            [(HOLD, -1), *((kind, place) for kind in GOES for place in places)]
            + [(kind, other) for kind in (SUPPORT, CONVOY) for other in others]
        )
    for does in product(*options):
        kinds = [kind for kind, _ in does]
        empty = [aim for kind, aim in does if kind in GOES and aim >= units]
        if kinds == sorted(kinds) and list(dict.fromkeys(empty)) == list(range(units, units + len(set(empty)))):
            sails = [(frozenset((unit, aim)), kind == FAR) for unit, (kind, aim) in enumerate(does) if kind in SAILS]
            if len(dict(sails)) == len(set(sails)) and all(_matches(does, unit) for unit in range(units)):
                yield does


def _matches(does: Sequence[Does], unit: int) -> bool:
    kind, aim = does[unit]
    if kind == CONVOY:
        return does[aim][0] in SAILS and does[aim][1] != unit
    if kind == SUPPORT:
        return not (does[aim][0] in GOES and does[aim][1] == unit)
    return True


def _lying(does: Sequence[Does]) -> Iterator[dict[int, Routes]]:
    """Yield the routes of all armies that sail, for all fleets at sea and all ways in which these may lie."""
    armies = [unit for unit, (kind, _) in enumerate(does) if kind in SAILS]
    shores = sorted({shore for army in armies for shore in (army, does[army][1])})
    convoying = [unit for unit, (kind, _) in enumerate(does) if kind == CONVOY]
    if set(convoying) & set(shores):
        return
    free = [unit for unit in range(len(does)) if unit not in shores and unit not in convoying]
    ends = tuple((shores.index(army), shores.index(does[army][1])) for army in armies)
    for size in range(len(free) + 1 if armies else 1):
        for some in combinations(free, size):
            seas = [*convoying, *some]
            places = {**{sea: number for number, sea in enumerate(seas)}, **{shore: ~n for n, shore in enumerate(shores)}}
            must = {_pair(places[a], places[b]) for a, b in _touching(does) if a in places and b in places}
            for families in _families(len(seas), len(shores), ends, frozenset(pair for pair in must if pair[0] >= 0)):
                named = (frozenset(frozenset(seas[sea] for sea in route) for route in family) for family in families)
                yield dict(zip(armies, named, strict=True))


def _touching(does: Sequence[Does]) -> Iterator[tuple[int, int]]:
    """Yield the places that touch because of an order that needs no convoy."""
    for unit, (kind, aim) in enumerate(does):
        if kind == MOVE:
            yield unit, aim
        if kind == SUPPORT:
            yield unit, does[aim][1] if does[aim][0] in GOES else aim


def _pair(one: int, two: int) -> tuple[int, int]:
    """Return two seas in order, or a sea and a shore."""
    return (min(one, two), max(one, two)) if one >= 0 and two >= 0 else (max(one, two), min(one, two))


@cache
def _families(
    seas: int, shores: int, ends: tuple[tuple[int, int], ...], must: frozenset[tuple[int, int]]
) -> frozenset[tuple[Routes, ...]]:
    """Return the routes between pairs of shores, for every way in which seas and shores may touch; some pairs must."""
    pairs = [*combinations(range(seas), 2), *((sea, ~shore) for sea in range(seas) for shore in range(shores))]
    every = [frozenset(some) for size in range(1, seas + 1) for some in combinations(range(seas), size)]
    found: set[tuple[Routes, ...]] = set()
    for touching in product((False, True), repeat=len(pairs)):
        near = {pair for pair, touch in zip(pairs, touching, strict=True) if touch}
        if not must <= near:
            continue
        linked = [some for some in every if hangs_together(some, near)]
        families: list[Routes] = []
        for start, end in ends:
            links = [o for o in linked if any((s, ~start) in near for s in o) and any((s, ~end) in near for s in o)]
            families.append(frozenset(link for link in links if not any(less < link for less in links)))
        found.add(tuple(families))
    return frozenset(found)


def hangs_together(some: frozenset[int], near: set[tuple[int, int]]) -> bool:
    reached = {min(some)}
    while more := {b for b in some - reached if any((min(a, b), max(a, b)) in near for a in reached)}:
        reached |= more
    return reached == some


def shape(turn: Turn, powers: Sequence[int] = ()) -> tuple[object, ...]:
    """Return what is the same for all numberings of the units, the powers and the empty places of a turn."""
    return min(_renamed(turn, powers, order) for order in permutations(range(len(turn.does))))


def _renamed(turn: Turn, powers: Sequence[int], order: Sequence[int]) -> tuple[object, ...]:
    new = {old: number for number, old in enumerate(order)}
    out: list[object] = []
    for old in order:
        kind, aim = turn.does[old] or (HOLD, -1)
        place = -1 if aim < 0 else new.setdefault(aim, len(new))
        routes = turn.ordered(old) if kind in SAILS else ()
        out.append((kind, place, tuple(sorted(tuple(sorted(new[fleet] for fleet in route)) for route in routes))))
    renamed: dict[int, int] = {}
    return *out, *(renamed.setdefault(powers[old], len(renamed)) for old in order if powers)


def divided(units: int) -> list[tuple[int, ...]]:
    """Return the ways to divide units among powers."""
    ways: list[tuple[int, ...]] = [()]
    for _ in range(units):
        ways = [(*one, power) for one in ways for power in range(len(set(one)) + 1)]
    return ways


# -- resolving -------------------------------------------------------------------------------------------------------


class _Equations:
    """The equations of DATC 5.B, for one assignment of success and failure to the orders at a time."""

    def __init__(self, turn: Turn, powers: Sequence[int]) -> None:
        self.powers = powers
        self.does = [one or (HOLD, -1) for one in turn.does]
        self.there = [one is not None for one in turn.does]
        self.units = range(len(self.does))
        self.moves = [unit for unit in self.units if self.does[unit][0] in GOES]
        self.routes: dict[int, Routes] = {}
        for army in self.moves:
            kind = self.does[army][0]
            own = any(self.does[unit] == (CONVOY, army) and powers[unit] == powers[army] for unit in self.units)
            if kind in (FAR, VIA) or (kind == NEAR and own):
                self.routes[army] = turn.ordered(army)
        self.yes: tuple[bool, ...] = ()

    def resolutions(self) -> int:
        """Return how many assignments satisfy all equations."""
        count = 0
        for self.yes in product(*((True, False) if does[0] != HOLD else (False,) for does in self.does)):
            count += all(self.succeeds(unit) is self.yes[unit] for unit in self.units if self.does[unit][0] != HOLD)
        return count

    def succeeds(self, unit: int) -> bool:
        """Return whether the order of a unit succeeds if the others come out as assumed."""
        kind, aim = self.does[unit]
        if kind in GOES:
            return self.arrives(unit)
        coming = [move for move in self.moves if self.does[move][1] == unit]
        if any(self.yes[move] for move in coming):
            return False
        target = self.does[aim][1] if self.does[aim][0] in GOES else aim
        cut = (move for move in coming if move != target and self.powers[move] != self.powers[unit] and self.path(move))
        return kind == CONVOY or not any(cut)

    def path(self, move: int) -> bool:
        routes = self.routes.get(move)
        return routes is None or any(all(self.yes[fleet] for fleet in route) for route in routes)

    def supports(self, unit: int, against: int = -1) -> int:
        """Return 1 and the supports given to a unit, without those of the power `against`."""
        given = [other for other in self.units if self.does[other] == (SUPPORT, unit) and self.yes[other]]
        return 1 + sum(self.powers[other] != against for other in given)

    def defender(self, move: int) -> int:
        aim = self.does[move][1]
        return aim if aim in self.units and self.there[aim] else -1

    def opponent(self, move: int) -> int:
        other = self.defender(move)
        opposite = other in self.moves and self.does[other][1] == move
        return other if opposite and move not in self.routes and other not in self.routes else -1

    def prevents(self, move: int) -> int:
        opponent = self.opponent(move)
        beaten = opponent >= 0 and self.yes[opponent]
        return 0 if beaten or not self.path(move) else self.supports(move)

    def arrives(self, move: int) -> bool:
        if not self.path(move):
            return False
        defender, opponent = self.defender(move), self.opponent(move)
        leaves = defender < 0 or (defender in self.moves and self.yes[defender] and opponent < 0)
        if leaves:
            attack, resists = self.supports(move), 0
        elif self.powers[defender] == self.powers[move]:
            return False
        else:
            attack = self.supports(move, self.powers[defender])
            held = 1 if defender in self.moves else self.supports(defender)
            resists = self.supports(opponent) if opponent >= 0 else held
        rivals = [other for other in self.moves if other != move and self.does[other][1] == self.does[move][1]]
        return attack > max([resists, *map(self.prevents, rivals)])


Wanted = Callable[[int], bool]
"""What is looked for: tells it by the number of resolutions."""


def has(wanted: Wanted, turn: Turn, powers: Sequence[int]) -> bool:
    """Return whether a turn has as many resolutions as are wanted."""
    return wanted(_Equations(turn.legal(), powers).resolutions())


def is_minimal(wanted: Wanted, lying: Sequence[Turn], powers: Sequence[int]) -> bool:
    """Return whether no order can be a hold, and, for some way to lie, no unit can go."""
    units = range(len(powers))

    def put(turn: Turn, unit: int, does: Does | None) -> Turn:
        routes = turn.routes
        if does is None:
            routes = {army: frozenset(one for one in some if unit not in one) for army, some in routes.items()}
        return Turn((*turn.does[:unit], does, *turn.does[unit + 1 :]), routes)

    moving = [unit for unit in units if lying[0].does[unit] != (HOLD, -1)]
    if any(has(wanted, put(lying[0], unit, (HOLD, -1)), powers) for unit in moving):
        return False
    return any(not any(has(wanted, put(turn, unit, None), powers) for unit in units) for turn in lying)


def enumerate_turns(units: int, wanted: Wanted = lambda count: count != 1) -> tuple[int, Counter[tuple[object, ...]]]:
    """Return how many turns of exactly so many units there are, and what is wanted of them, by default paradoxes.

    Of these, the shapes of those from which nothing can be left out, each with the number of ways to divide its units
    among powers.
    """
    count = 0
    found: Counter[tuple[object, ...]] = Counter()
    for lying in turns(units):
        names = {shape(lying[0], powers): powers for powers in divided(units)}
        count += len(names)
        ways = [one for one in names.values() if has(wanted, lying[0], one) and is_minimal(wanted, lying, one)]
        if ways:
            found[shape(lying[0])] = len(ways)
    return count, found


def main() -> None:
    parser = command_line(__doc__)
    parser.add_argument("units", type=int, nargs="?", default=3)
    for units in range(1, parser.parse_args().units + 1):
        count, found = enumerate_turns(units)
        print(f"{units} units: {count:,} turns, {len(found)} minimal paradoxes")
        for one, ways in found.items():
            print(f"    {ways} ways to divide the units of", one)


if __name__ == "__main__":
    main()
