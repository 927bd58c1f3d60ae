"""The worst turns, searched for: `python -m tools.worst`.

For each rulebook and number of units it climbs: an order of a turn is changed, or a unit put elsewhere, and what takes
longer is kept; the turns grow from those found before. Measured is the processor time of a whole line, from its text to
its answer, without compiled code, the least of several runs. Printed is a table in Markdown; --lines writes the turns
as lines for `standoff batch`; --memory searches for texts that take most memory instead.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random
from typing import NamedTuple

from standoff.lines.answering import answer_line
from standoff.map import ARMY, FLEET, Board, Position, StandoffError, Unit, load_board
from standoff.solver import PRESETS
from standoff.solver.orders.possible import possible_orders
from standoff.solver.rulebook import board_of
from standoff.turn.codec import turn_object
from tools.shared import command_line

SIZES = (4, 8, 16, 34, 62)
"""Numbers of units."""

RUNS = 3
"""A turn that may be worse is measured so often; the least time counts."""


class Climb:
    """A search under one rulebook.

    Attributes:
        tried: How many turns were measured.
    """

    def __init__(self, rules: str, seed: int) -> None:
        self.rules = rules
        self.board: Board = load_board(board_of(rules))
        self.chance = Random(f"{seed} {rules}")
        self.tried = 0

    def unit(self, taken: set[str]) -> Unit:
        """Return a unit in a province that is not taken."""
        while True:
            place = self.chance.choice(list(self.board.location_number))
            if place.partition("/")[0] in taken:
                continue
            try:
                unit = Unit(self.chance.choice((ARMY, FLEET)), place, self.chance.choice(list(self.board.powers)))
                Position((unit,)).check(self.board)
            except (StandoffError, TypeError, ValueError):
                continue
            return unit

    def order(self, units: list[Unit], unit: Unit, orders: list[str]) -> str:
        """Return an order for a unit, more likely one that has to do with the orders there are."""
        every = [str(order) for order in possible_orders(self.board, Position(tuple(units)), unit.location, self.rules)]
        about = [order for order in every if any(order.endswith(other) for other in orders)]
        return self.chance.choice(about if about and self.chance.random() < 0.7 else every)

    def turn(self, count: int, begun: tuple[list[Unit], list[str]] | None) -> tuple[list[Unit], list[str]]:
        """Return a turn of this many units, grown from a smaller one."""
        units, orders = ([*begun[0]], [*begun[1]]) if begun else ([], [])
        while len(units) < count:
            units.append(self.unit({unit.location.partition("/")[0] for unit in units}))
            orders.append(self.order(units, units[-1], orders))
        return units, orders

    def changed(self, units: list[Unit], orders: list[str]) -> tuple[list[Unit], list[str]]:
        """Return a turn with one to three orders or units changed."""
        units, orders = [*units], [*orders]
        for _ in range(self.chance.randint(1, 3)):
            at = self.chance.randrange(len(units))
            if self.chance.random() < 0.15:
                others = units[:at] + units[at + 1 :]
                units[at] = self.unit({unit.location.partition("/")[0] for unit in others})
            orders[at] = self.order(units, units[at], orders[:at] + orders[at + 1 :])
        return units, orders

    def line(self, units: list[Unit], orders: list[str]) -> str:
        """Return a turn as a line."""
        given = [(unit.power, order) for unit, order in zip(units, orders, strict=True)]
        turn = turn_object(Position(tuple(units)), given, self.board.name, self.rules)
        return json.dumps({"id": f"{self.rules} {len(units)}", "rules": self.rules, **turn})

    def milliseconds(self, line: str, least: float = 0.0) -> float:
        """Return what the answer takes; measured once only if that is less than `least`."""
        self.tried += 1
        best = float("inf")
        for _ in range(RUNS):
            start = time.process_time()
            answer_line(line)
            best = min(best, (time.process_time() - start) * 1000)
            if best <= least:
                break
        return best

    def climb(self, count: int, seconds: float, begun: tuple[list[Unit], list[str]] | None) -> Worst:
        """Return the worst turn of this many units that is found within some seconds."""
        best = self.turn(count, begun)
        worst = common = self.milliseconds(self.line(*self.turn(count, None)))
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            one = self.changed(*best)
            taken = self.milliseconds(self.line(*one), worst)
            if taken > worst:
                best, worst = one, taken
        return Worst(best, self.line(*best), worst, common)


class Worst(NamedTuple):
    """The worst turn that was found: its line, and its time and that of a random one, in milliseconds."""

    turn: tuple[list[Unit], list[str]]
    line: str
    worst_ms: float
    random_ms: float


def main() -> None:
    """Search, and print the table."""
    parser = command_line(__doc__, seed=1)
    parser.add_argument("rulebooks", nargs="*", help="all if left out")
    parser.add_argument("--seconds", type=float, default=20.0, help="for each rulebook and number of units")
    parser.add_argument("--lines", type=Path, help="write the worst turns here")
    parser.add_argument(
        "--memory", type=int, metavar="TRIES", help="texts that take most memory, so many tries for each"
    )
    chosen = parser.parse_args()
    if chosen.memory is not None:
        from tools.worst_memory import table

        for row in table(chosen.memory, chosen.seed):
            print(row, flush=True)
        return
    print(f"| rulebook | turns tried | {' | '.join(f'{size} units' for size in SIZES)} |")
    print("|---|---|" + "---|" * len(SIZES))
    lines: list[str] = []
    for rules in chosen.rulebooks or PRESETS:
        search, begun, cells = Climb(rules, chosen.seed), None, list[str]()
        for size in SIZES:
            if size > len(search.board.provinces):
                cells.append("–")
                continue
            worst = search.climb(size, chosen.seconds, begun)
            begun = worst.turn
            lines.append(worst.line)
            cells.append(f"{worst.worst_ms:.1f} ({worst.random_ms:.1f})")
        print(f"| `{rules}` | {search.tried} | {' | '.join(cells)} |", flush=True)
    if chosen.lines:
        chosen.lines.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
