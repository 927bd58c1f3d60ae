"""Compare the theorem on stalemate lines with `standoff line`: `python -m research.proof.compare_lines`.

Asked are lines of holds and supports: those of the tables of `research/stalemates`, the same with one support less, and
random ones, of one power or of two allies. The program extracted from `Lines.v` decides them by groups
(`make -C research/proof` makes it), `standoff line` by clingo. Where the enemy may be, and which provinces touch the line,
is computed by `tools.check_lines`, apart from the search. Needs the extra ``search``.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from research.stalemates import rows
from standoff import Hold, Support, line, load_board, read, rulebook
from standoff.map import Board, Position, Unit, province_of
from standoff.searches import LineError
from standoff.solver import PRESETS, Order, legal_by_place
from tools.check_lines import drawn_line, possible, stands_in, touching
from tools.shared import command_line, say, seconds

PROGRAM = Path(__file__).parent / "run"

KINDS = ("printed", "fewest", "weakened", "random")


class Question(NamedTuple):
    """A line of holds and supports.

    Attributes:
        name: How it is called in what is printed.
        units, orders: Its units and, in the same order, their orders.
        keep: The provinces that it keeps.
        no_fleets: Provinces where the enemy has no fleet.
        rules: The name of a rulebook.
    """

    name: str
    units: tuple[Unit, ...]
    orders: tuple[Order, ...]
    keep: tuple[str, ...]
    no_fleets: tuple[str, ...] = ()
    rules: str = "2023"

    @property
    def text(self) -> str:
        """The orders, each with its power."""
        return "\n".join(f"{order.power}: {order}" for order in self.orders)


def is_static(orders: Collection[Order]) -> bool:
    """Return whether all orders are holds, and supports of holds."""
    return all(isinstance(one, Hold) or (isinstance(one, Support) and one.destination is None) for one in orders)


def tabled(table: str) -> Iterator[Question]:
    """Yield the static lines of a table of `research.stalemates`: ``lines.jsonl`` or ``fewest.jsonl``."""
    for row in rows(table):
        name = row["id"] if "id" in row else row["question"]
        for one in row.get("lines", [row]):
            orders = one["orders"] if isinstance(one["orders"], str) else "\n".join(one["orders"])
            keep, no_fleets = one["keep"] if "keep" in one else one["keeps"], one.get("no_fleets", [])
            turn = read(orders)
            if is_static(turn.orders):
                yield Question(name, turn.position.units, turn.orders, tuple(keep), tuple(no_fleets))


def weakened(draw: Random) -> Iterator[Question]:
    """Yield each line of the tables that has a support with one, drawn, made a hold."""
    for question in [*tabled("lines.jsonl"), *tabled("fewest.jsonl")]:
        numbers = [n for n, order in enumerate(question.orders) if isinstance(order, Support)]
        if numbers:
            number, orders = draw.choice(numbers), list(question.orders)
            orders[number] = Hold(orders[number].power, orders[number].unit)
            yield question._replace(name=f"{question.name}, {orders[number]}", orders=tuple(orders))


def pocket(draw: Random, board: Board, rules: str) -> tuple[list[Unit], list[Order], list[str]]:
    """Return a line around one to four provinces, which keeps all others; few random lines in the open hold.

    Returns:
        Its units, most where they can be attacked; their orders, most of them supports; the provinces kept.
    """
    region = {draw.choice(sorted(board.centers))}
    for _ in range(draw.randint(0, 3)):
        region.add(draw.choice(sorted({n for one in region for n in board.province_graph[one]} - region)))
    keep = sorted({one.id for one in board.provinces} - region)
    enemies = possible(board, set(), {*keep})
    front = sorted(one for one, some in touching(board, enemies, keep).items() if some)
    behind = sorted({n for one in front for n in board.province_graph[one]} - region - {*front})
    there = draw.sample(front, len(front) - (draw.random() < 0.1))
    there += draw.sample(behind, min(len(behind), draw.randint(0, 4)))
    units = [Unit(*draw.choice(stands_in(board, one)), "AUSTRIA") for one in there]
    orders = list[Order]()
    for some in legal_by_place(Position(units), rules=rulebook(rules), board=board).values():
        stays = [one for one in some if is_static([one])]
        useful = [one for one in stays if isinstance(one, Support) and province_of(one.supported.place) in front]
        orders.append(draw.choice(useful if useful and draw.random() < 0.6 else stays))
    return units, orders, keep


def drawn(draw: Random) -> Iterator[Question]:
    """Yield random static lines, without end: of five, one is of `tools.check_lines`, the others lie around a pocket."""
    board, number = load_board(), 0
    while True:
        rules, allied = draw.choice([*PRESETS]), draw.random() < 0.3
        units, orders, keep = (drawn_line if number % 5 == 0 else pocket)(draw, board, rules)
        powers = [draw.choice(("AUSTRIA", "ITALY")) if allied else "AUSTRIA" for _ in units]
        # an order counts for nothing if the supported unit is not the line's
        supports = {one.supported.place for one in orders if isinstance(one, Support)}
        if is_static(orders) and supports <= {unit.location for unit in units}:
            units = [replace(unit, power=power) for unit, power in zip(units, powers, strict=True)]
            orders = [replace(order, power=power) for order, power in zip(orders, powers, strict=True)]
            yield Question(f"random {number}", tuple(units), tuple(orders), tuple(keep), (), rules)
            number += 1


def described(question: Question, board: Board) -> str:
    """Return a line as a row of numbers for the program; provinces have the board's numbers."""
    number, powers = board.province_number, sorted(board.powers)
    there = dict[int, tuple[int, int]]()
    for unit, order in zip(question.units, question.orders, strict=True):
        whom = province_of(order.supported.place) if isinstance(order, Support) else unit.province
        there[number[unit.province]] = powers.index(unit.power), number[whom]
    stands = {unit.province for unit in question.units}
    enemies = possible(board, stands, {*question.keep}, question.no_fleets)
    reached = sorted({number[province_of(place)] for _, place in enemies})
    touches = touching(board, enemies, {*stands, *question.keep})
    pairs = sorted((number[one], number[here]) for here, some in touches.items() for one in some)
    squares = [there.get(n, (-1, 0)) for n in range(len(board.provinces))]
    kept = sorted(number[one] for one in question.keep)
    numbers = [len(squares), *(n for square in squares for n in square), len(kept), *kept]
    return " ".join(map(str, [*numbers, len(reached), *reached, len(pairs), *(n for pair in pairs for n in pair)]))


def verdicts(questions: Sequence[Question], board: Board) -> list[bool]:
    """Return whether the lines hold, by the program."""
    text = "".join(f"{described(one, board)}\n" for one in questions)
    run = subprocess.run([str(PROGRAM), "lines"], input=text, capture_output=True, text=True, check=True)
    return [{"1": True, "0": False}[answer] for answer in run.stdout.splitlines()]


def compared(questions: Sequence[Question]) -> tuple[Counter[str], list[str]]:
    """Return counts of what was compared, and the names of the lines on which the two differ."""
    counts, differ = Counter[str](), list[str]()
    for question, holds in zip(questions, verdicts(questions, load_board()), strict=True):
        try:
            said = line(question.text, keep=question.keep, no_fleets=question.no_fleets, rules=question.rules).holds
        except LineError as error:
            raise AssertionError(f"{question.name}: {error}") from error
        counts.update(lines=1, hold=int(holds))
        if said is not holds:
            differ.append(f"{question.name}: {said}, by the theorem {holds}: {question}")
    return counts, differ


def asked(kind: str, number: int, seed: int) -> list[Question]:
    """Return the questions of one of `KINDS`, of random ones so many."""
    if kind in ("printed", "fewest"):
        return [*tabled("lines.jsonl" if kind == "printed" else "fewest.jsonl")]
    draw = Random(f"{seed} {kind}")
    return [*weakened(draw)] if kind == "weakened" else [*islice(drawn(draw), number)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 1 if the two differ."""
    parser = command_line(__doc__, seed=1)
    parser.add_argument("--lines", type=int, default=500, help="random lines (500)")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS, help="of lines (all)")
    given = parser.parse_args(arguments)
    if given.lines < 0:
        parser.error(f"--lines: expected a number, 0 or more, not {given.lines}")
    if not PROGRAM.exists():
        print("make -C research/proof makes the program; it needs Coq", file=sys.stderr)
        return 2
    wrong = 0
    for kind in given.kinds:
        counts, differ = compared(asked(kind, given.lines, given.seed))
        wrong += len(differ)
        print(f"{kind}: {counts['lines']} lines, {counts['hold']} hold, {len(differ)} differ")
        print(*differ[:5], sep="\n", end="\n" if differ else "")
        say(kind)
    print(f"{wrong} lines differ; {seconds():.0f} s")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
