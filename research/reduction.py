"""Clauses in, a board and a turn out: `python -m research.reduction FILE.cnf [--kind resolution] [--out NAME]`.

FILE is in DIMACS. The turn of kind *resolution* has a consistent resolution exactly if the clauses can be satisfied,
that of kind *move* has a move, A FROM - GOAL, that succeeds exactly if they cannot: what the proof in `theory.md`
says, as a file. NAME.json is the board, NAME.txt the orders; `standoff resolutions --map NAME.json NAME.txt` answers.

Without a file, random clauses of growing size are measured, each answer compared with a search for a model: the family
that the hard part of adjudication, which convoy orders are legal, grows with.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, product
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from pysat.solvers import Minisat22

from standoff import read
from standoff.map import Board, Position
from standoff.solver import Order, adjudicate, resolutions
from tools.shared import command_line

Clauses = Sequence[Sequence[int]]

ONE, TWO, THREE = "AMBER", "BROWN", "CORAL"
"""The powers."""

KINDS = ("resolution", "move")

START, GOAL, MIDDLE = "FROM", "GOAL", "MID"

RING = (
    (TWO, "F SEA C A EAST - RING"),
    (TWO, "A EAST - RING"),
    (THREE, "F FOE - SEA"),
    (THREE, "F ALLY S F FOE - SEA"),
    (ONE, "F RING S F SEA"),
    (TWO, f"F {GOAL} S F SEA"),
)
"""A ring whose support protects the fleet; the last support keeps it from being a paradox."""


class Reduced(NamedTuple):
    """A board, as its data, too, and a turn on it, as its text, too."""

    data: dict[str, Any]
    board: Board
    text: str
    position: Position
    orders: tuple[Order, ...]


# -- the formula -----------------------------------------------------------------------------------------------------


def _value(variable: int, true: bool, track: str) -> str:
    return f"{'T' if true else 'N'}{variable}{track}"


def layers_and_borders(clauses: Clauses) -> tuple[list[list[str]], list[tuple[str, str]]]:
    """Return the seas of clauses, layer by layer, and where fleets go.

    A route without superfluous fleets over the middle leads outward through the values of some assignment, through a
    true literal of each clause, over the middle, and back through the same values.

    Raises:
        ValueError: There is no clause, a clause is empty, or a variable between the first and the last is not in use.
    """
    used = {abs(literal) for clause in clauses for literal in clause}
    if not clauses or not all(clauses) or used != set(range(1, len(used) + 1)):
        raise ValueError("expected clauses that are not empty, over variables 1, 2, ... without a gap")
    out, back = ([[_value(i, true, track) for true in (True, False)] for i in sorted(used)] for track in ("A", "B"))
    literals = [[f"C{j}L{k}" for k in range(1, len(clause) + 1)] for j, clause in enumerate(clauses, 1)]
    layers = [*out, *literals, [MIDDLE], *reversed(back)]
    borders = [*product([START], out[0]), *product([GOAL], back[0])]
    for layer, following in pairwise(layers):
        borders += product(layer, following)
    for outward, homeward in zip(out, back, strict=True):
        borders += [(outward[0], homeward[1]), (outward[1], homeward[0])]
    for seas, clause in zip(literals, clauses, strict=True):
        for sea, literal in zip(seas, clause, strict=True):
            borders += [(sea, _value(abs(literal), literal < 0, track)) for track in ("A", "B")]
    return layers, borders


def reduced(clauses: Clauses, kind: str = "resolution") -> Reduced:
    """Return the turn of a kind for clauses, lists of literals as in DIMACS.

    Each sea has a fleet; only that in the middle is ordered to convoy A FROM - GOAL, and may if the clauses can be
    satisfied. If it may, the army goes by sea, and as nobody else convoys it, it does not arrive; if not, it walks. In
    a turn with a resolution the unit in GOAL supports a fleet that would else be part of a paradox without one (a ring
    whose support protects the fleet), unless the army cuts it.

    Raises:
        ValueError: The kind is unknown, or the clauses are not as `layers_and_borders` expects them.
    """
    if kind not in KINDS:
        raise ValueError(f"kind {kind!r}; expected {' or '.join(KINDS)}")
    layers, borders = layers_and_borders(clauses)
    seas = [sea for layer in layers for sea in layer]
    orders = [(THREE, f"F {sea} H") for sea in seas if sea != MIDDLE]
    orders += [(ONE, f"F {MIDDLE} C A {START} - {GOAL}"), (ONE, f"A {START} - {GOAL}")]
    if kind == "resolution":
        seas.append("SEA")
        borders += product(["SEA"], ["EAST", "FOE", "ALLY", "RING", GOAL])
        orders += RING
    fleet: dict[str, set[str]] = {}
    for border in borders:
        one, other = sorted(border)
        fleet.setdefault(one, set()).add(other)
    places = dict.fromkeys((*seas, *(place for border in borders for place in border)))
    powers = sorted({power for power, _ in orders})
    data = {
        "name": f"reduction, {kind}",
        "powers": {
            power: {"name": power.title(), "adjective": power.title(), "homes": [], "units": []} for power in powers
        },
        "provinces": {
            place: {"name": f"Place {place}", "kind": "sea" if place in seas else "coastal"} for place in places
        },
        "army": {START: GOAL},
        "fleet": {one: " ".join(sorted(others)) for one, others in fleet.items()},
    }
    text = "".join(f"{power}: {order}\n" for power, order in orders)
    turn = read(text, board=Board(data))
    return Reduced(data, turn.board, text, turn.position, turn.orders)


# -- clauses ---------------------------------------------------------------------------------------------------------


def read_dimacs(text: str) -> list[list[int]]:
    """Return the clauses of a text in DIMACS.

    Raises:
        ValueError: A word is no number.
    """
    clauses: list[list[int]] = [[]]
    for number, line in enumerate(text.splitlines(), 1):
        if line[:1] in ("c", "p", "%"):
            continue
        for word in line.split():
            if not word.lstrip("-").isdecimal():
                raise ValueError(f"line {number}: {word!r}; expected a literal, a number, or 0 at the end of a clause")
            if int(word):
                clauses[-1].append(int(word))
            else:
                clauses.append([])
    return [clause for clause in clauses if clause]


def random_clauses(draw: Random, variables: int, clauses: int) -> list[list[int]]:
    """Return random clauses of three literals, fewer of fewer variables; variables that none has are left out."""
    drawn = [
        [draw.choice((1, -1)) * variable for variable in draw.sample(range(1, variables + 1), min(3, variables))]
        for _ in range(clauses)
    ]
    number = {used: n for n, used in enumerate(sorted({abs(literal) for clause in drawn for literal in clause}), 1)}
    return [[number[abs(literal)] * (1 if literal > 0 else -1) for literal in clause] for clause in drawn]


def says_satisfiable(turn: Reduced, kind: str) -> bool | None:
    """Return what a turn says about its clauses; None if the legality of the convoy order could not be decided."""
    if kind == "move":
        result = adjudicate(turn.position, turn.orders, board=turn.board)
        arrives = next(each.success for each in result if each.order.unit.place == START)
        return None if result.undecided else not arrives
    solved = resolutions(turn.position, turn.orders, board=turn.board)
    return None if solved.table.undecided else solved.count == 1


# -- the command -----------------------------------------------------------------------------------------------------


def measure(most: int, seed: int) -> bool:
    """Print sizes and times of random clauses, 4.25 times as many as variables; return whether all is right."""
    wrong = 0
    print("variables clauses units kind           right satisfiable  median, longest")
    for variables, kind in product(range(2, most + 1), KINDS):
        times: list[float] = []
        counts: Counter[str] = Counter()
        size, units = round(4.25 * variables), 0
        for number in range(10):
            clauses = random_clauses(Random(f"{seed} {variables} {number}"), variables, size)
            turn = reduced(clauses, kind)
            with Minisat22(bootstrap_with=clauses) as solver:
                expected = solver.solve()
            units = max(units, len(turn.position.units))
            start = process_time()
            answer = says_satisfiable(turn, kind)
            times.append(process_time() - start)
            counts.update(right=answer is expected, undecided=answer is None, satisfiable=expected)
        right, undecided, yes = (counts[what] for what in ("right", "undecided", "satisfiable"))
        wrong += 10 - right - undecided
        agreement = f"{right} of 10" + (f", {undecided} undecided" if undecided else "")
        spent = f"{median(times) * 1000:.1f} ms, {max(times) * 1000:.1f} ms"
        print(f"{variables:9} {size:7} {units:5} {kind:10} {agreement:>9} {yes:11}  {spent}", flush=True)
    return not wrong


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the turn of a file, or measure."""
    parser = command_line(__doc__, seed=1)
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="clauses in DIMACS")
    parser.add_argument("--kind", choices=KINDS, default="resolution", help="what is asked of the turn (resolution)")
    parser.add_argument("--out", type=Path, metavar="NAME", help="where to, without .json and .txt (FILE's name)")
    parser.add_argument("--most", type=int, default=10, help="variables, where random clauses are measured (10)")
    args = parser.parse_args(arguments)
    if args.file is None:
        return int(not measure(args.most, args.seed))
    try:
        turn = reduced(read_dimacs(args.file.read_text(encoding="utf-8")), args.kind)
    except (OSError, ValueError) as fault:
        parser.error(f"{args.file}: {fault}")
    out = args.out or args.file.with_suffix("")
    out.with_suffix(".json").write_text(json.dumps(turn.data, indent=1), encoding="utf-8")
    out.with_suffix(".txt").write_text(turn.text, encoding="utf-8")
    print(f"{out}.json, {out}.txt: {len(turn.data['provinces'])} provinces, {len(turn.position.units)} units")
    return 0


if __name__ == "__main__":
    sys.exit(main())
