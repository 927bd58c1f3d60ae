"""Turns to measure with: seeded games on the standard board, crowded shores, and saved games that the user names.

`python -m benchmarks.turns --kind greedy --seed 1 --turns 1000 FILE` writes them as interchange lines
(`docs/interchange.md`), one a line, compressed if the name ends in ``.gz``. The same seed gives the same games.

Three kinds, all of legal orders only. *Random*: moves anywhere, over sea too, and supports and convoys that
mostly match them. *Greedy*: each power makes for the nearest centers that it does not own, supports its attacks with
the units left over, and now and then takes an army across the sea. *Tangled* turns belong to no game: crowded shores,
with armies that land on supports of attacks on the fleets that bring them.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import IO, cast

from standoff.cases.replay import read_game, recorded_orders, recorded_position
from standoff.map import ARMY, FLEET, Board, Phase, PhaseType, Position, Unit, load_board, starting_position
from standoff.map.board import INLAND, SEA
from standoff.map.masks import bits
from standoff.map.units import province_of
from standoff.solver import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    Support,
    UnitName,
    adjudicate_phase,
    following,
    legal_retreats,
    rulebook,
)
from standoff.solver.orders.adjustment_orders import balance, free_homes
from standoff.solver.orders.legality import Illegal, Legality
from standoff.turn.codec import content_of_turn, turn_object

Turn = tuple[Position, list[Order]]
YEARS = (6, 16)
"""A game that nobody wins ends after so many years, at least and at most."""


# -- the play of one turn -------------------------------------------------------------------------------------------


@cache
def _neighbors(board: Board) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return where armies ("A") and fleets ("F") go in a step, by the location that they stand in."""
    provinces, locations = board.provinces, board.locations
    return {
        "A": {p.id: tuple(provinces[goal].id for goal in bits(board.army_reach[n])) for n, p in enumerate(provinces)},
        "F": {
            place: tuple(locations[goal] for goal in bits(board.fleet_reach[n])) for n, place in enumerate(locations)
        },
    }


class _Play:
    """The orders of one movement phase while they are chosen; a unit without a legal order holds."""

    def __init__(self, board: Board, position: Position, random: Random) -> None:
        self.board, self.random = board, random
        self.units = position.units
        self.province = [board.province_number[unit.province] for unit in self.units]
        at_sea = {number for number, unit in zip(self.province, self.units, strict=True) if unit.type is FLEET}
        self.fleets_at_sea = sum(1 << number for number in at_sea) & board.seas
        self._field = Legality(board, self.units, rulebook())
        self.position = position
        self.neighbors = _neighbors(board)
        self.goals: dict[int, str] = {}
        self.orders: dict[int, Order] = {}

    def steps(self, unit: int) -> tuple[str, ...]:
        """Return where `unit` can go without a convoy."""
        mover = self.units[unit]
        return self.neighbors[mover.type][mover.location]

    def reach(self, unit: int) -> set[str]:
        """Return the provinces that `unit` can go to without a convoy."""
        return {province_of(place) for place in self.steps(unit)}

    def supportable(self, unit: int, among: Iterable[int]) -> list[int]:
        """Return those of other units whose move, or whose hold, `unit` could support as far as it reaches."""
        reach = self.reach(unit)
        goals = ((other, self.goals.get(other, self.units[other].location)) for other in among if other != unit)
        return [other for other, goal in goals if province_of(goal) in reach]

    def overseas(self, unit: int) -> list[str]:
        """Return the coasts that the fleets now at sea could bring army `unit` to."""
        board, fleets = self.board, self.fleets_at_sea
        start = self.province[unit]
        if self.units[unit].type is FLEET or not board.coastal >> start & 1:
            return []
        todo = seas = board.around[start] & fleets
        coasts = 0
        while todo:
            sea = (todo & -todo).bit_length() - 1
            todo &= todo - 1
            coasts |= board.around[sea]
            new = board.around[sea] & fleets & ~seas
            seas |= new
            todo |= new
        return [board.provinces[n].id for n in bits(coasts & board.coastal & ~(1 << start))]

    def named(self, unit: int) -> UnitName:
        """Return `unit` as orders name it."""
        return UnitName(self.units[unit].location, self.units[unit].type)

    def give(self, unit: int, order: Order) -> bool:
        """Give `unit` an order if it is legal; return whether it is."""
        if isinstance(self._field.examine(order)[1], Illegal):
            return False
        self.orders[unit] = order
        return True

    def move(self, unit: int, goal: str, via: bool = False) -> bool:
        """Move `unit` if that is legal; return whether it is."""
        if not self.give(unit, Move(self.units[unit].power, self.named(unit), goal, via)):
            return False
        self.goals[unit] = goal
        return True

    def support(self, unit: int, supported: int) -> bool:
        """Let `unit` support the move of `supported`, or else its hold."""
        goal = self.goals.get(supported)
        order = Support(self.units[unit].power, self.named(unit), self.named(supported), goal and province_of(goal))
        return self.give(unit, order)

    def convoy(self, unit: int, army: int) -> bool:
        """Let `unit` convoy the move of `army`."""
        return self.give(unit, Convoy(self.units[unit].power, self.named(unit), self.named(army), self.goals[army]))

    def done(self) -> list[Order]:
        """Return one order for each unit; those without one hold."""
        for number, unit in enumerate(self.units):
            if number not in self.orders:
                self.orders[number] = Hold(unit.power, self.named(number))
        return [self.orders[number] for number in range(len(self.units))]


def _random_orders(play: _Play) -> list[Order]:
    random, units = play.random, play.units
    numbers = list(range(len(units)))
    at_sea = [n for n in numbers if play.fleets_at_sea >> play.province[n] & 1]
    sailing: list[int] = []
    for n in numbers:
        if random.random() < (0.35 if n in at_sea else 0.6):
            coasts = play.overseas(n) if random.random() < 0.35 else []
            if coasts:
                if play.move(n, random.choice(coasts), random.random() < 0.3):
                    sailing.append(n)
            else:
                play.move(n, random.choice(play.steps(n)))
    for n in numbers:
        if n in play.goals:
            continue
        chance = random.random()
        if n in at_sea and sailing and chance < 0.6 and play.convoy(n, random.choice(sailing)):
            continue
        acts = play.supportable(n, numbers)
        if acts and chance < 0.9:
            play.support(n, random.choice(acts))
        elif chance < 0.95:  # a support that may be void
            supported = random.choice(numbers)
            goal = random.choice((None, *sorted(play.reach(n))))
            play.give(n, Support(units[n].power, play.named(n), play.named(supported), goal))
    return play.done()


def _distances(neighbors: dict[str, tuple[str, ...]], goals: Iterable[str]) -> dict[str, int]:
    """Return how many steps each place is away from the nearest of `goals`."""
    steps = dict.fromkeys(goals, 0)
    edge = list(steps)
    while edge:
        further: list[str] = []
        for place in edge:
            for near in neighbors[place]:
                if near not in steps:
                    steps[near] = steps[place] + 1
                    further.append(near)
        edge = further
    return steps


def _greedy_orders(play: _Play) -> list[Order]:
    board, random, units = play.board, play.random, play.units
    for power in board.powers:
        own = [n for n, unit in enumerate(units) if unit.power == power]
        random.shuffle(own)
        owned = play.position.centers.get(power, ())
        goals = [center for center in board.centers if center not in owned]
        away = {
            ARMY: _distances(play.neighbors["A"], goals),
            FLEET: _distances(play.neighbors["F"], [place for c in goals for place in board.province(c).locations]),
        }
        _ship(play, own, goals)
        destinations = {province_of(play.goals[n]) for n in own if n in play.goals}
        autumn = play.position.phase is not None and play.position.phase.season == "F"
        far = len(board.provinces)
        own.sort(key=lambda n: away[units[n].type].get(units[n].location, far))
        for n in own:
            unit = units[n]
            if n in play.orders:
                continue
            table = away[unit.type]
            if table.get(unit.location, far) == 0 and autumn:
                destinations.add(unit.province)
                continue  # it stays to take the center
            reach = play.reach(n)
            contested = [
                m
                for m in own
                if m in play.goals and province_of(play.goals[m]) in reach and _defended(play, play.goals[m], power)
            ]
            if contested and random.random() < 0.85 and play.support(n, random.choice(contested)):
                destinations.add(unit.province)
                continue
            steps = [place for place in play.steps(n) if province_of(place) not in destinations]
            goal = min(steps, key=lambda place: (table.get(place, far), random.random()), default=None)
            if goal is not None and random.random() < 0.1:
                goal = random.choice(steps)
            if goal is None or (
                _defended(play, goal, power) and not _helped(play, n, goal, own) and random.random() < 0.6
            ):
                destinations.add(unit.province)  # alone it would not get in
            elif play.move(n, goal):
                destinations.add(province_of(goal))
        for n in own:  # those that stay help each other
            if n not in play.orders and (acts := play.supportable(n, own)):
                play.support(n, random.choice(acts))
    return play.done()


def _defended(play: _Play, goal: str, power: str) -> bool:
    """Return whether a unit of another power stands in `goal` or could go there."""
    number = play.board.province_number[province_of(goal)]
    near = play.board.around[number] | 1 << number
    return any(unit.power != power and near >> play.province[n] & 1 for n, unit in enumerate(play.units))


def _helped(play: _Play, unit: int, goal: str, own: list[int]) -> bool:
    """Return whether another unit of the power, still without an order, could support a move of `unit` to `goal`."""
    province = province_of(goal)
    return any(
        ally != unit and ally not in play.orders and province in map(province_of, play.steps(ally)) for ally in own
    )


def _ship(play: _Play, own: list[int], goal_centers: list[str]) -> None:
    """Take an army of a power across the sea, if a fleet of its own is there to do it; one in three times."""
    board, random = play.board, play.random
    armies = [n for n in own if play.units[n].type is ARMY]
    for fleet in own:
        sea = play.province[fleet]
        if not play.fleets_at_sea >> sea & 1 or random.random() > 0.35:
            continue
        for army in armies:
            if army in play.orders or not board.around[sea] >> play.province[army] & 1:
                continue
            coasts = [board.provinces[n].id for n in bits(board.around[sea] & board.coastal)]
            goals = [place for place in coasts if place in goal_centers and place not in play.steps(army)]
            if not goals:
                continue
            goal = random.choice(goals)
            if play.move(army, goal) and play.convoy(fleet, army):
                break


def _tangled_orders(play: _Play) -> list[Order]:
    """Let armies land on units that support attacks on convoying fleets, and fleets attack these seas."""
    random, units, board = play.random, play.units, play.board
    numbers = list(range(len(units)))
    at_sea = [n for n in numbers if play.fleets_at_sea >> play.province[n] & 1]
    sailing: list[int] = []
    for fleet in at_sea:  # an army beside each fleet crosses over it, to where somebody stands if it can
        if random.random() < 0.25:
            continue
        beside = board.around[play.province[fleet]]
        near = [n for n in numbers if units[n].type is ARMY and n not in play.goals and beside >> play.province[n] & 1]
        if not near:
            continue
        army = random.choice(near)
        goals = [goal for goal in play.overseas(army) if beside >> board.province_number[goal] & 1]
        occupied = [goal for goal in goals if any(unit.province == goal for unit in units)]
        if occupied and random.random() < 0.8:
            goals = occupied
        if goals and play.move(army, random.choice(goals)) and play.convoy(fleet, army):
            sailing.append(army)
    seas = {units[fleet].province for fleet in play.orders if fleet in at_sea}
    for n in numbers:
        if n in play.orders:
            continue
        attacked = [place for place in play.steps(n) if place in seas]
        if attacked and units[n].type is FLEET and random.random() < 0.4:
            play.move(n, random.choice(attacked))
    for n in numbers:
        if n in play.orders:
            continue
        if n in at_sea and sailing and random.random() < 0.4 and play.convoy(n, random.choice(sailing)):
            continue
        acts = play.supportable(n, numbers)
        attacks = [m for m in acts if m in play.goals and province_of(play.goals[m]) in seas]
        if attacks and random.random() < 0.7:
            play.support(n, random.choice(attacks))
        elif random.random() < 0.25:
            play.move(n, random.choice(play.steps(n)))
        elif acts:
            play.support(n, random.choice(acts))
    return play.done()


def _crowd(board: Board, random: Random) -> Position:
    """Return a position with units of few powers on most seas and coasts of a part of the board."""
    powers = random.sample(list(board.powers), random.randint(2, 4))
    part = {random.choice([province.id for province in board.provinces if province.kind == SEA])}
    size = random.randint(8, 30)
    while len(part) < size:
        place = random.choice(sorted(part))
        near = [board.provinces[n] for n in bits(board.around[board.province_number[place]])]
        part.add(random.choice([province.id for province in near if province.kind != INLAND]))
    units: list[Unit] = []
    for place in sorted(part):
        province = board.province(place)
        if random.random() < 0.15:
            continue
        fleet = province.kind == SEA or random.random() < 0.55
        location = random.choice(province.locations) if fleet else place
        units.append(Unit(FLEET if fleet else ARMY, location, random.choice(powers)))
    units.sort(key=lambda unit: list(board.powers).index(unit.power))
    return Position(units=tuple(units), phase=Phase("S", board.first_year, PhaseType.MOVEMENT))


# -- games ----------------------------------------------------------------------------------------------------------


def _retreats(board: Board, position: Position, random: Random) -> list[Order]:
    orders: list[Order] = []
    rules = rulebook()
    for dislodged in position.dislodged:
        name = UnitName(dislodged.unit.location, dislodged.unit.type)
        places = legal_retreats(board, position, dislodged, rules)
        if places and random.random() < 0.9:
            orders.append(Retreat(dislodged.unit.power, name, random.choice(places)))
        else:
            orders.append(Disband(dislodged.unit.power, name))
    return orders


def _adjustments(board: Board, position: Position, random: Random) -> list[Order]:
    orders: list[Order] = []
    for power in board.powers.values():
        difference = balance(position, power.id)
        if difference < 0:
            own = [unit for unit in position.units if unit.power == power.id]
            orders.extend(Disband(power.id, UnitName(u.location, u.type)) for u in random.sample(own, -difference))
        elif difference > 0:
            free = free_homes(board, position, power.id)
            for home in random.sample(free, min(difference, len(free))):
                places = board.province(home).locations
                fleet = bool(places) and random.random() < 0.45
                orders.append(
                    Build(power.id, UnitName(random.choice(places), FLEET) if fleet else UnitName(home, ARMY))
                )
    return orders


def _games(seed: int, orders_of: Callable[[_Play], list[Order]]) -> Iterator[Turn]:
    """Yield the movement phases of one game after the other, without end."""
    board, random = load_board(), Random(seed)
    powers = list(board.powers)
    while True:
        position = starting_position(board)
        last_year = board.first_year + random.randint(*YEARS)
        while position.phase is not None and position.phase.year < last_year:
            kind = position.phase.type
            if kind is PhaseType.MOVEMENT:
                orders = orders_of(_Play(board, position, random))
                yield position, orders
            elif kind is PhaseType.RETREAT:
                orders = _retreats(board, position, random)
            else:
                orders = _adjustments(board, position, random)
            position = following(adjudicate_phase(position, orders, board=board).after, board)
            # power by power, as lines list them
            position = replace(position, units=tuple(sorted(position.units, key=lambda unit: powers.index(unit.power))))
            if any(len(owned) >= board.victory_centers for owned in position.centers.values()):
                break


def random_games(seed: int, turns: int) -> Iterator[Turn]:
    """Yield `turns` movement phases of games by random play: position and orders, one for each unit."""
    return islice(_games(seed, _random_orders), turns)


def greedy_games(seed: int, turns: int) -> Iterator[Turn]:
    """Yield `turns` movement phases of games by greedy play: position and orders, one for each unit."""
    return islice(_games(seed, _greedy_orders), turns)


def tangled_turns(seed: int, turns: int) -> Iterator[Turn]:
    """Yield `turns` movement phases, each by itself, that hold far more convoys and paradoxes than games do."""
    board, random = load_board(), Random(seed)
    for _ in range(turns):
        play = _Play(board, _crowd(board, random), random)
        yield play.position, _tangled_orders(play)


KINDS: dict[str, Callable[[int, int], Iterator[Turn]]] = {
    "random": random_games,
    "greedy": greedy_games,
    "tangled": tangled_turns,
}


# -- files ----------------------------------------------------------------------------------------------------------


def as_line(position: Position, orders: Iterable[Order], identity: object = None) -> str:
    """Return a turn as an interchange line."""
    entry: dict[str, object] = {} if identity is None else {"id": identity}
    entry |= turn_object(position, ((order.power, str(order)) for order in orders))
    return json.dumps(entry, separators=(",", ":"))


def _opened(path: Path, mode: str) -> IO[str]:
    if path.suffix == ".gz":
        return cast("IO[str]", gzip.open(path, mode + "t", encoding="utf-8"))
    return path.open(mode, encoding="utf-8", newline="\n")


def save(path: str | Path, turns: Iterable[Turn]) -> int:
    """Write turns to a file, one interchange line a turn with its number as ``id``; return how many.

    The lines are compressed if the name ends in ``.gz``.

    Raises:
        OSError: The file cannot be written.
    """
    count = 0
    with _opened(Path(path), "w") as file:
        for count, (position, orders) in enumerate(turns, 1):
            file.write(as_line(position, orders, count) + "\n")
    return count


def load(path: str | Path) -> Iterator[Turn]:
    """Yield the turns of a file of interchange lines.

    Raises:
        StandoffError: A line is not an interchange line.
        OSError: The file cannot be read.
    """
    with _opened(Path(path), "r") as file:
        for line in file:
            content = content_of_turn(json.loads(line))
            yield content["position"], list(content["orders"])


def saved_games(paths: Iterable[str | Path]) -> Iterator[Turn]:
    """Yield the movement phases of saved games of the `diplomacy` package, as they are recorded.

    Raises:
        StandoffError: A file is not a saved game, or an order in it cannot be read.
    """
    from standoff.text.reading import read_order

    for path in paths:
        board, phases = read_game(str(path))
        for entry in phases:
            position = recorded_position(board, entry)
            if position.phase is not None and position.phase.type is PhaseType.MOVEMENT:
                yield position, [read_order(text, power, board) for power, text in recorded_orders(entry)]


def main() -> None:
    """Write turns to a file."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.turns", description=__doc__)
    parser.add_argument("--kind", choices=sorted(KINDS), default="greedy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("file", type=Path, help="written as interchange lines; compressed if it ends in .gz")
    args = parser.parse_args()
    count = save(args.file, KINDS[args.kind](args.seed, args.turns))
    print(f"{count} movement phases, {args.kind}, seed {args.seed}: {args.file}")


if __name__ == "__main__":
    main()
