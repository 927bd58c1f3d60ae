"""The words of minimal convoy paradoxes: listed, counted by a formula, and laid on a board.

    python -m research.words                 how many classes there are, of 4 to 12 units
    python -m research.words UNITS           the words of so many units
    python -m research.words UNITS --laid    each with its orders on a small board of its own

What a word is, and why there are no other minimal convoy paradoxes, is in `paradoxes.md`. A word of n units is read
off a turn by the solver (`solver/studies/words.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import gcd
from typing import NamedTuple, TypeVar

from standoff.map import Position, province_of
from standoff.searches.abstract import CONVOYS, FAR, HOLDS, MOVES, NEAR, NEAR_VIA, SAILS, SUPPORTS, Pattern
from standoff.searches.deciding import AbstractTurn, on_its_board
from standoff.searches.embedding import Adjacency, needed
from standoff.solver import Hold, ParadoxKind, Stage, Stages, first_rotation
from standoff.text.markdown import markdown_table
from standoff.turn.turn import Turn
from tools.shared import command_line

Part = TypeVar("Part")

# -- classes ---------------------------------------------------------------------------------------------------------


def stages(units: int) -> list[Stage]:
    """Return the stages of exactly this many units.

    >>> [str(stage) for n in (4, 5, 6) for stage in stages(n)]
    ['A', 'A~2', 'H', 'A~3', 'A+1', 'H~2', 'R']
    """
    found: list[Stage] = []
    for letter in "ABHR":
        for more in range(letter == "B", units):
            for fleets in range(1, units):
                left = units - Stage(letter, more, fleets).units
                found += [Stage(letter, more, fleets, guards) for guards in _guards(left, fleets - 1)]
    return sorted(found)


def _guards(units: int, fleets: int, least: int = 1) -> list[tuple[int, ...]]:
    """Return the ways to guard at most so many fleets with so many units in all."""
    if not units:
        return [()]
    if not fleets:
        return []
    firsts = range(least, units // 2)
    return [(first, *rest) for first in firsts for rest in _guards(units - 2 - 2 * first, fleets - 1, first)]


def words(units: int) -> list[Stages]:
    """Return the words of exactly this many units, shortest first, made by trying all sequences of stages.

    >>> ["".join(map(str, word)) for word in words(8)]
    ['A~5', 'A+1~3', 'A+2', 'B+1~2', 'H~4', 'H+1~2', 'R~3', 'R+1', 'AA']
    """
    return sorted({first_rotation(each) for each in _sequences(units, stages)}, key=lambda word: (len(word), word))


def _sequences(units: int, parts: Callable[[int], Iterable[Part]]) -> Iterator[tuple[Part, ...]]:
    """Yield the sequences of so many units; `parts` gives what there is of each number of units."""
    for first in range(4, units + 1):
        for part in parts(first):
            if first == units:
                yield (part,)
            for rest in _sequences(units - first, parts):
                yield (part, *rest)


def resolutions(word: Stages) -> int:
    """Return how many resolutions a paradox of this word has: none if an odd number of stages hinder."""
    return 0 if sum(stage.hinders for stage in word) % 2 else 2


# -- counting --------------------------------------------------------------------------------------------------------


def counted(most: int) -> list[tuple[int, int]]:
    """Return by units, from 0 to `most`, how many words there are without a resolution, and with two.

    They are counted by the generating function of `paradoxes.md`.

    >>> [sum(each) for each in counted(12)[4:]]
    [1, 2, 4, 6, 9, 13, 21, 33, 55]
    """
    guards = [1] + [0] * most
    for size in range(5, most + 1, 2):  # each other fleet of a route with a guard, beside those without
        guards = [sum(guards[n - size * times] for times in range(n // size + 1)) for n in range(most + 1)]
    over = [(n // 2 + 1) for n in range(most + 1)]  # 1 / (1 - z^2)(1 - z): supports on either side, more fleets
    more = _times(guards, over)
    plain = _necklaces(_times([0, 0, 0, 0, 1, 1, 1, 1], more, most))
    signed = _necklaces(_times([0, 0, 0, 0, 1, -1, -1, 1], more, most))
    found: list[tuple[int, int]] = []
    for units in range(most + 1):
        parts = [d for d in range(1, units + 1) if units % d == 0]
        every = sum(_totient(d) * plain[units // d] for d in parts)
        balance = sum(_totient(d) * (signed if d % 2 else plain)[units // d] for d in parts)
        found.append(((every - balance) // (2 * units or 1), (every + balance) // (2 * units or 1)))
    return found


def _times(one: Sequence[int], two: Sequence[int], most: int | None = None) -> list[int]:
    """Return the product of two power series, up to the power `most`."""
    most = len(one) - 1 if most is None else most
    return [sum(one[i] * two[n - i] for i in range(min(n + 1, len(one)))) for n in range(most + 1)]


def _necklaces(letters: Sequence[int]) -> list[int]:
    """Return n times the coefficients of log 1/(1 - L), L being the series of the letters."""
    found = [0] * len(letters)
    for n in range(1, len(letters)):
        found[n] = n * letters[n] + sum(letters[i] * found[n - i] for i in range(1, n))
    return found


def _totient(number: int) -> int:
    return sum(gcd(each, number) == 1 for each in range(1, number + 1))


# -- shapes ----------------------------------------------------------------------------------------------------------

COST = {"f": 0, "n": 0, "v": 0, "l": 1, "d": 3}
"""How an army is meant to go by convoy, and how many units that takes: far; neighbor by a fleet of its own on the route;
neighbor "via convoy"; neighbor by a loose fleet; neighbor by a dead one."""


class Link(NamedTuple):
    """A stage, and how its army is meant to go by convoy.

    Attributes:
        stage: The stage.
        intent: One of the letters of `COST`.
        around: With a dead fleet, how many fleets of the route its own way leaves out: the attacked one among them.
    """

    stage: Stage
    intent: str = "f"
    around: int = 0

    def __str__(self) -> str:
        return f"{self.stage}{self.intent}{self.around or ''}"


class Shape(NamedTuple):
    """A word with an intent for each army, and with idle fleets that keep the orders of loose ones legal."""

    links: tuple[Link, ...]
    idle: int = 0

    @property
    def word(self) -> Stages:
        """The word."""
        return first_rotation(tuple(link.stage for link in self.links))

    def __str__(self) -> str:
        return "".join(map(str, self.links)) + (f" and {self.idle} idle" if self.idle else "")


def shapes(units: int) -> list[Shape]:
    """Return the shapes of exactly this many units, of fewer than 13: beyond, guards on a dead fleet's way differ.

    >>> [str(shape) for shape in shapes(5)]
    ['Al', 'A~2f', 'A~2n', 'A~2v', 'Hf', 'Hn', 'Hv']
    """
    if units > 12:
        raise ValueError("shapes: of up to 12 units")
    found: set[Shape] = set()
    for idle in range(max(1, units - 4)):
        for links in _sequences(units - idle, _links):
            if not idle or any(link.intent == "l" for link in links):
                found.add(Shape(min(links[n:] + links[:n] for n in range(len(links))), idle))
    return sorted(found)


def _links(units: int) -> Iterator[Link]:
    for intent, cost in COST.items():
        for stage in stages(units - cost):
            for around in range(1, stage.fleets + 1) if intent == "d" else (0,):
                yield Link(stage, intent, around)


# -- laid on a board -------------------------------------------------------------------------------------------------

ARMIES, ATTACKERS, CARRIERS, OTHERS = range(4)
"""Who is whose, such that nothing can be left out: the armies and, but for loose and dead ones, the fleets of routes;
attacks, and the supports of the ring; fleets of foreign routes; and supports of rivals."""


class Laid:
    """The units of a turn that is being laid, by name: what each does, whose it is, and how fleets at sea lie.

    Attributes:
        units: By name, what the unit does, to whom, how its army is meant to go, and which power's it is.
        routes: The fleets of each route.
        chains: The places of each, from shore to shore.
    """

    def __init__(self) -> None:
        self.units: dict[str, tuple[int, str, int, int]] = {}
        self.routes: list[list[str]] = []
        self.chains: list[list[str]] = []

    def add(self, name: str, kind: int, aim: str, power: int, note: int = 0) -> None:
        self.units[name] = kind, aim, note, power

    def supports(self, name: str, count: int, aim: str, power: int) -> None:
        for number in range(count):
            self.add(f"{name} {number}", SUPPORTS, aim, power)

    @property
    def names(self) -> list[str]:
        """The units by what they do, as they are numbered in `turn`."""
        return sorted(self.units, key=lambda name: self.units[name][0])

    def turn(self) -> tuple[AbstractTurn, Adjacency]:
        """Return the turn, and how its places lie: at sea only those touch that must."""
        new = {name: number for number, name in enumerate(self.names)}
        kinds, aims, notes, powers = zip(*(self.units[name] for name in new), strict=True)
        routes = tuple(sorted(tuple(sorted(new[name] for name in route)) for route in self.routes))
        numbers: dict[int, int] = {}
        sides = tuple(numbers.setdefault(power, len(numbers)) for power in powers)
        pattern = Pattern(kinds, tuple(new.get(aim, -1) for aim in aims), notes, routes)
        seas = {new[name] for chain in self.chains for name in chain[1:-1]}
        touch = {tuple(sorted((new[a], new[b]))) for chain in self.chains for a, b in pairwise(chain)}
        pairs = {(min(sea, place), max(sea, place)) for sea in seas for place in seas | pattern.shores if sea != place}
        return AbstractTurn(pattern, sides), Adjacency(frozenset(seas), frozenset(pairs - touch - needed(pattern)))


def laid(shape: Shape) -> tuple[AbstractTurn, Adjacency]:
    """Return the abstract turn of a shape, its units divided among powers so that nothing can be left out; how it lies.

    >>> print(laid(Shape((Link(Stage("A")),)))[0])
    0 convoys 1; 1 to 3 by convoy (0); 2 to 0; 3 supports 2; powers 0, 0, 1, 1
    """
    return by_name(shape).turn()


def by_name(shape: Shape) -> Laid:
    """Return the units of a shape by name, divided among powers so that nothing can be left out.

    >>> sorted(by_name(Shape((Link(Stage("A")),))).units)
    ['army 0', 'attack 0', 'fleet 0 0', 'support 0']
    """
    every = Laid()
    idle = [f"idle {number}" for number in range(shape.idle)]
    for name in idle:
        every.add(name, HOLDS, "", ARMIES)
    for number, link in enumerate(shape.links):
        keeping = idle if link.intent == "l" else []
        _lay(every, link, number, (number + 1) % len(shape.links), keeping)
        if keeping:
            idle = []
    return every


def _lay(every: Laid, link: Link, here: int, following: int, idle: list[str]) -> None:
    """Add the units of a stage.

    Args:
        every: Where to.
        link: The stage.
        here, following: Its number, and that of the stage where its army lands.
        idle: The fleets that keep the order of its loose fleet legal; without any, the attacking fleet does.
    """
    letter, more, fleets, guards = link.stage
    carrier = CARRIERS if link.intent in "ld" else ARMIES
    army, attack, rival = f"army {here}", f"attack {here}", f"rival {here}"
    route = [f"fleet {here} {number}" for number in range(fleets)]
    fleet = route[0]
    for name in route:
        every.add(name, CONVOYS, army, carrier)
    every.routes.append(route)
    goal = f"support {following}"
    every.chains.append([army, *reversed(route), goal])  # the support where it lands may act on the last sea
    note = {"f": FAR, "v": NEAR_VIA}.get(link.intent, NEAR)
    every.add(army, SAILS, goal, ARMIES, note)
    every.add(attack, MOVES, fleet, ATTACKERS)
    every.supports(f"of {attack}", more + (letter in "HR"), attack, ATTACKERS)
    if letter in "BR":
        every.add(rival, MOVES, fleet, carrier)  # of the power of the fleet: it can keep others out, and not get in
        every.supports(f"of {rival}", more, rival, OTHERS)
    else:
        every.supports(f"of {fleet}", more, fleet, carrier)
    every.add(f"support {here}", SUPPORTS, {"H": fleet, "R": rival}.get(letter, attack), ATTACKERS)
    for name, guard in zip(route[1:], guards, strict=False):
        for side, power in (("one", ATTACKERS), ("other", OTHERS)):
            every.add(f"{side} on {name}", MOVES, name, power)
            every.supports(f"of {side} on {name}", guard, f"{side} on {name}", ATTACKERS)
    if link.intent in "ld":
        own = f"own {here}"
        every.add(own, CONVOYS, army, ARMIES)
        if link.intent == "l":
            every.chains.append([army, own, *(idle or [attack]), goal])
        else:
            every.chains.append([army, *reversed(route[link.around :]), own, goal])
            every.routes.append([*route[link.around :], own])
            every.add(f"on {own}", MOVES, own, ATTACKERS)
            every.supports(f"of on {own}", 1, f"on {own}", ATTACKERS)


def turn_of(shape: Shape) -> Turn:
    """Return a turn of a shape on a small board of its own.

    >>> [str(order) for order in turn_of(Shape((Link(Stage("A")),))).orders]
    ['F P0 C A P1 - P3', 'A P1 - P3', 'F P2 - P0', 'F P3 S F P2 - P0']
    """
    return on_its_board(*laid(shape))


# -- what can be left out --------------------------------------------------------------------------------------------


def is_paradox(turn: Turn) -> bool:
    """Return whether a turn is a convoy paradox under the rulebook 2023."""
    return any(one.kind is ParadoxKind.CONVOY for one in turn.adjudicate().phase_result.solution.paradoxes)


def smaller(turn: Turn) -> Iterator[Turn]:
    """Yield the turn with a hold for each of its orders, and without each of its units.

    >>> [len(one.position.units) for one in smaller(turn_of(Shape((Link(Stage("A")),))))]
    [4, 4, 4, 4, 3, 3, 3, 3]
    """
    orders, units = turn.orders, turn.position.units
    for number, order in enumerate(orders):
        if not isinstance(order, Hold):
            held = (*orders[:number], Hold(order.power, order.unit), *orders[number + 1 :])
            yield Turn(turn.position, held, board=turn.board)
    for unit in units:
        left = tuple(order for order in orders if province_of(order.unit.place) != unit.province)
        yield Turn(Position(tuple(one for one in units if one != unit)), left, board=turn.board)


# -- on the command line ---------------------------------------------------------------------------------------------


def table(most: int = 12) -> str:
    """Return how many classes there are by units, as a table."""
    rows = [(units, *each, sum(each)) for units, each in enumerate(counted(most)) if units >= 4]
    return markdown_table(("units", "no resolution", "two resolutions", "classes"), rows)


def main() -> None:
    """Read the command line, and print."""
    parser = command_line(__doc__)
    parser.add_argument("units", type=int, nargs="?")
    parser.add_argument("--laid", action="store_true")
    given = parser.parse_args()
    if given.units is None:
        print(table())
        return
    for word in words(given.units):
        print("".join(map(str, word)), resolutions(word) or "no", "resolutions", sep="\t")
        if given.laid:
            print("   ", "; ".join(map(str, turn_of(Shape(tuple(map(Link, word)))).orders)))


if __name__ == "__main__":
    main()
