"""Synthetic boards and turns of growing size, with known outcomes.

Boards are data for `standoff.map.Board` (`docs/boards.md`): `grid`, inland provinces for armies; `archipelago`, rows of
seas with islands in and between them; `harbor`, seas around one port. A *family* is a kind of turn in any size: chains,
circles, convoys, paradoxes. Each layout states for each order whether it must succeed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from standoff.map import ARMY, FLEET, Position, Unit, UnitType
from standoff.solver import Convoy, Hold, Move, MovementResult, Order, Support, UnitName

POWERS = ("AMBER", "BROWN", "CORAL", "DENIM", "EBONY", "FAWN", "GREEN")
ONE, TWO, THREE = POWERS[:3]


# -- boards -------------------------------------------------------------------------------------------------------


def _data(name: str, provinces: dict[str, str], army: dict[str, str], fleet: dict[str, str]) -> dict[str, Any]:
    return {
        "name": name,
        "powers": {
            power: {"name": power.title(), "adjective": power.title(), "homes": [], "units": []} for power in POWERS
        },
        "provinces": {pid: {"name": f"{kind} {pid}", "kind": kind} for pid, kind in provinces.items()},
        "army": army,
        "fleet": fleet,
    }


def land(x: int, y: int = 0) -> str:
    """Return the id of a province of a grid."""
    return f"L{x}Y{y}"


def grid(width: int, height: int) -> dict[str, Any]:
    """Return a board of `width` times `height` inland provinces, each adjacent to those beside, above and below it."""
    army: dict[str, str] = {}
    for y in range(height):
        for x in range(width):
            near = [land(x + 1, y)] if x + 1 < width else []
            if y + 1 < height:
                near.append(land(x, y + 1))
            if near:
                army[land(x, y)] = " ".join(near)
    provinces = {land(x, y): "inland" for y in range(height) for x in range(width)}
    return _data(f"grid {width} x {height}", provinces, army, {})


def sea(x: int, y: int = 0) -> str:
    """Return the id of a sea of an archipelago."""
    return f"S{x}Y{y}"


def island(x: int, number: int, y: int = 0) -> str:
    """Return the id of an island in the sea of column `x` and row `y`."""
    return f"I{x}Y{y}N{number}"


def strait(x: int, y: int = 0) -> str:
    """Return the id of the island between the sea of column `x` and the next one in its row."""
    return f"T{x}Y{y}"


def archipelago(width: int, height: int = 1, *, islands: int = 5, round_world: bool = False) -> dict[str, Any]:
    """Return a board of `width` times `height` seas, each adjacent to those beside, above and below it.

    Args:
        width, height: How many seas.
        islands: How many islands lie in each sea. Another lies between any two neighbors of a row.
        round_world: The last sea of a row is a neighbor of the first one; at least three seas are needed.
    """
    provinces: dict[str, str] = {}
    fleet: dict[str, str] = {}
    for y in range(height):
        for x in range(width):
            provinces[sea(x, y)] = "sea"
            near = [island(x, number, y) for number in range(islands)]
            follows = x + 1 < width or round_world
            if follows:
                near.append(strait(x, y))
            provinces.update((place, "coastal") for place in near)
            if follows:
                near.append(sea((x + 1) % width, y))
                fleet[strait(x, y)] = sea((x + 1) % width, y)
            if y + 1 < height:
                near.append(sea(x, y + 1))
            if near:
                fleet[sea(x, y)] = " ".join(near)
    return _data(f"archipelago {width} x {height}", provinces, {}, fleet)


PORT = "PORT"


def harbor(seas: int) -> dict[str, Any]:
    """Return a board of `seas` separate seas around one port, each with an island."""
    provinces = (
        {PORT: "coastal"} | {sea(x): "sea" for x in range(seas)} | {island(x, 0): "coastal" for x in range(seas)}
    )
    return _data(f"harbor of {seas} seas", provinces, {}, {sea(x): f"{PORT} {island(x, 0)}" for x in range(seas)})


# -- layouts ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class KnownTurn:
    """A turn and its outcome.

    Attributes:
        position: The units.
        orders: One order for each unit.
        succeeds: For each order whether it must succeed.
        paradoxes: How many components must have several resolutions or none.
    """

    position: Position
    orders: tuple[Order, ...]
    succeeds: tuple[bool, ...]
    paradoxes: int = 0

    def faults(self, result: MovementResult) -> list[str]:
        """Return the faults of `result`, a line each."""
        wrong = [
            f"{order}: {outcome.outcome}"
            for order, outcome, right in zip(self.orders, result, self.succeeds, strict=True)
            if outcome.success is not right
        ]
        paradoxes = len(result.solution.paradoxes)
        if paradoxes != self.paradoxes:
            wrong.append(f"{paradoxes} components without exactly one resolution instead of {self.paradoxes}")
        after = [unit.province for unit in result.after.units]
        if len(after) != len(set(after)):
            wrong.append("two units in one province")
        return wrong


class Pieces:
    """A turn under construction: units, and orders with their required success."""

    def __init__(self) -> None:
        self.units: list[Unit] = []
        self.orders: list[Order] = []
        self.succeeds: list[bool] = []

    def _put(self, kind: UnitType, place: str, power: str) -> UnitName:
        self.units.append(Unit(kind, place, power))
        return UnitName(place, kind)

    def _order(self, order: Order, right: bool) -> None:
        self.orders.append(order)
        self.succeeds.append(right)

    def hold(self, kind: UnitType, place: str, power: str, right: bool) -> None:
        """Let a unit hold."""
        self._order(Hold(power, self._put(kind, place, power)), right)

    def move(self, kind: UnitType, place: str, goal: str, power: str, right: bool) -> None:
        """Let a unit move."""
        self._order(Move(power, self._put(kind, place, power), goal), right)

    def support(
        self,
        kind: UnitType,
        place: str,
        supported: tuple[UnitType, str],
        goal: str | None,
        power: str,
        right: bool,
    ) -> None:
        """Let a unit support another."""
        self._order(Support(power, self._put(kind, place, power), UnitName(supported[1], supported[0]), goal), right)

    def convoy(self, place: str, army: str, goal: str, power: str, right: bool) -> None:
        """Let a fleet convoy an army."""
        self._order(Convoy(power, self._put(FLEET, place, power), UnitName(army, ARMY), goal), right)

    def layout(self, *, paradoxes: int = 0) -> KnownTurn:
        """Return the turn, with units and orders shuffled separately."""
        random, numbers = Random(1), list(range(len(self.orders)))
        units = random.sample(self.units, len(self.units))
        random.shuffle(numbers)
        return KnownTurn(
            Position(units=tuple(units)),
            tuple(self.orders[number] for number in numbers),
            tuple(self.succeeds[number] for number in numbers),
            paradoxes,
        )


@dataclass(frozen=True)
class Family:
    """Turns of one kind in any size.

    Attributes:
        name: Its name.
        board: Returns the data of a board for about the given number of units.
        lay: Returns a turn of about that many units on the board.
    """

    name: str
    board: Callable[[int], dict[str, Any]]
    lay: Callable[[int], KnownTurn]


def _side(provinces: int) -> tuple[int, int]:
    """Return an even width and height, at least two, of a nearly square grid with at least `provinces` provinces."""
    height = max(2, 2 * round(math.sqrt(provinces) / 2))
    return max(2, -(-provinces // height)), height


def _square(provinces: int) -> dict[str, Any]:
    return grid(*_side(provinces))


def _snake(provinces: int) -> list[str]:
    """Return the provinces of `_square`, each adjacent to the next."""
    width, height = _side(provinces)
    return [land(x if y % 2 == 0 else width - 1 - x, y) for y in range(height) for x in range(width)]


def _ring(provinces: int) -> list[str]:
    """Return all provinces of `_square` as a circle: back and forth, then home through the first column."""
    width, height = _side(provinces)
    path = [land(x if y % 2 == 0 else width - x, y) for y in range(height) for x in range(1, width)]
    return [*path, *(land(0, y) for y in reversed(range(height)))]


# -- moves --------------------------------------------------------------------------------------------------------


def chain(size: int, *, head: str = "moves") -> KnownTurn:
    """A chain of armies, each moving to the next one's province; a unit that holds may block the head."""
    path = _snake(size + 1)
    pieces = Pieces()
    goes = head == "moves"
    length = size if goes else size - 1
    for number in range(length):
        pieces.move(ARMY, path[number], path[number + 1], POWERS[number % len(POWERS)], goes)
    if not goes:
        pieces.hold(ARMY, path[length], POWERS[length % len(POWERS)], True)
    return pieces.layout()


def circle(size: int) -> KnownTurn:
    """All armies of a full grid in one circle: two resolutions; all move."""
    path = _ring(size)
    pieces = Pieces()
    for number, place in enumerate(path):
        pieces.move(ARMY, place, path[(number + 1) % len(path)], POWERS[number % len(POWERS)], True)
    return pieces.layout(paradoxes=1)


def circles(size: int) -> KnownTurn:
    """Many circles of four armies."""
    count = max(1, size // 4)
    width, _ = _side(count)
    pieces = Pieces()
    for number in range(count):
        x, y = 2 * (number % width), 2 * (number // width)
        path = [land(x, y), land(x + 1, y), land(x + 1, y + 1), land(x, y + 1)]
        for step in range(4):
            pieces.move(ARMY, path[step], path[(step + 1) % 4], POWERS[step], True)
    return pieces.layout(paradoxes=count)


def _circles_board(size: int) -> dict[str, Any]:
    width, height = _side(max(1, size // 4))
    return grid(2 * width, 2 * height)


# -- convoys ------------------------------------------------------------------------------------------------------


def rivals(size: int) -> KnownTurn:
    """Armies convoyed to one port, each over its own sea: all bounce."""
    pieces = Pieces()
    for x in range(max(2, size // 2)):
        pieces.move(ARMY, island(x, 0), PORT, POWERS[x % len(POWERS)], False)
        pieces.convoy(sea(x), island(x, 0), PORT, POWERS[x % len(POWERS)], True)
    return pieces.layout()


def _landing(pieces: Pieces, x: int, goal: str, convoyed: bool) -> None:
    """Lay out a convoy over the sea `x` to `goal`, where the army bounces off a unit."""
    pieces.convoy(sea(x), island(x, 0), goal, ONE, convoyed)
    pieces.move(ARMY, island(x, 0), goal, ONE, False)


def _attack(pieces: Pieces, x: int, supporter: str, *, uncut: bool, dislodged: bool) -> None:
    """Lay out an attack on the fleet in the sea `x`, supported from `supporter`."""
    pieces.move(FLEET, island(x, 2), sea(x), TWO, dislodged)
    pieces.support(FLEET, supporter, (FLEET, island(x, 2)), sea(x), TWO, uncut)


def _counter_attack(pieces: Pieces, x: int) -> None:
    """Lay out a second supported attack on the sea `x`: the two bounce while both supports hold."""
    pieces.move(FLEET, island(x, 3), sea(x), THREE, False)
    pieces.support(FLEET, island(x, 4), (FLEET, island(x, 3)), sea(x), THREE, True)


def supports(size: int) -> KnownTurn:
    """A chain of armies, each supported, against a unit that holds and is dislodged."""
    length = max(1, (size - 1) // 2)
    pieces = Pieces()
    for x in range(length):
        pieces.move(ARMY, land(x), land(x + 1), ONE, True)
        pieces.support(ARMY, land(x + 1, 1), (ARMY, land(x)), land(x + 1), ONE, True)
    pieces.hold(ARMY, land(length), TWO, False)
    return pieces.layout()


def ferries(size: int) -> KnownTurn:
    """A rectangle of seas, each with a fleet that convoys an army from one island to another."""
    width, height = _side(max(1, size // 2))
    pieces = Pieces()
    for y in range(height):
        for x in range(width):
            pieces.move(ARMY, island(x, 0, y), island(x, 1, y), ONE, True)
            pieces.convoy(sea(x, y), island(x, 0, y), island(x, 1, y), ONE, True)
    return pieces.layout()


def nested_convoys(size: int) -> KnownTurn:
    """Convoys that depend on each other: each landing would cut the support of the attack on the next fleet.

    The first fleet is dislodged, so its army does not land, so the next fleet is dislodged, and so on.
    """
    length = max(2, size // 4)
    pieces = Pieces()
    for x in range(length):
        _landing(pieces, x, strait(x) if x + 1 < length else island(x, 1), False)
        _attack(pieces, x, strait(x - 1) if x else island(0, 4), uncut=True, dislodged=True)
    pieces.hold(FLEET, island(length - 1, 1), TWO, True)
    return pieces.layout()


def paradoxes(size: int) -> KnownTurn:
    """Many separate convoy paradoxes, alternately with two resolutions (DATC 6.F.14) and with none (6.F.16)."""
    count = max(1, size // 5)
    pieces = Pieces()
    for x in range(count):
        pandin = x % 2 == 1
        _landing(pieces, x, island(x, 1), False)
        _attack(pieces, x, island(x, 1), uncut=True, dislodged=not pandin)
        if pandin:
            _counter_attack(pieces, x)
    return pieces.layout(paradoxes=count)


def convoy_circle(size: int, *, contradictory: bool = False) -> KnownTurn:
    """Nested convoys in a circle around the world: one cyclic component that grows with the turn.

    It has two resolutions: all convoys succeed or none. If `contradictory`, a second attack at one sea inverts the
    effect of the cut, and it has none. The rulebook's backup (Szykman) makes all convoys fail.
    """
    length = max(3, size // 4)
    pieces = Pieces()
    for x in range(length):
        pandin = contradictory and x == 0
        _landing(pieces, x, strait(x), False)
        _attack(pieces, x, strait((x - 1) % length), uncut=True, dislodged=not pandin)
        if pandin:
            _counter_attack(pieces, x)
    return pieces.layout(paradoxes=1)


FAMILIES: tuple[Family, ...] = (
    Family("chain", lambda n: _square(n + 1), chain),
    Family("chain, bouncing", lambda n: _square(n + 1), lambda n: chain(n, head="bounces")),
    Family("circle", _square, circle),
    Family("circles", _circles_board, circles),
    Family("supports", lambda n: grid(max(1, (n - 1) // 2) + 1, 2), supports),
    Family("ferries", lambda n: archipelago(*_side(max(1, n // 2)), islands=2), ferries),
    Family("rivals", lambda n: harbor(max(2, n // 2)), rivals),
    Family("nested convoys", lambda n: archipelago(max(2, n // 4)), nested_convoys),
    Family("paradoxes", lambda n: archipelago(max(1, n // 5)), paradoxes),
    Family("convoy circle", lambda n: archipelago(max(3, n // 4), round_world=True), convoy_circle),
    Family(
        "convoy circle, odd",
        lambda n: archipelago(max(3, n // 4), round_world=True),
        lambda n: convoy_circle(n, contradictory=True),
    ),
)
