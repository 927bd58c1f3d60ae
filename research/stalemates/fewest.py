"""The fewest units of a line of holds and supports, for given centers or a number of them, and proofs of it.

    python -m research.stalemates.fewest            # write fewest.jsonl (an hour)
    python -m research.stalemates.fewest --proofs FOLDER

`fewest.lp` states which lines hold, by the theorem of README.md; a SAT solver finds lines with fewer and fewer units,
and, in the end, that there are none. Each line found is asked of `standoff line`, which knows nothing of the theorem.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from research.stalemates import FOLDER, rows
from standoff import line, load_board
from standoff.map import SEA, has, province_of
from standoff.searches.programs import tagged
from standoff.searches.proofs import Completion, proof_text
from tools.shared import command_line, say

COUNTS = range(1, 19)
"""Numbers of centers of which any are kept."""

SIDES = ("sharp-3-east", "sharp-3-west", "verheiden-east-1-gre", "verheiden-south-4", "beshera-2")
"""Lines in print whose centers are kept."""


def board_facts() -> Iterator[str]:
    """Yield what lies where on the standard board, for `fewest.lp`."""
    board = load_board()
    tables, seas = board.tables, {n: one for n, one in enumerate(board.provinces) if one.kind == SEA}
    for number, one in enumerate(board.provinces):
        yield f'province("{one.id}").' + f'center("{one.id}").' * (one.id in board.centers)
        for n, sea in seas.items():
            if has(tables.shore, number, tables.sea[n]):
                yield f'off("{sea.id}","{one.id}").'
    for n, sea in seas.items():
        yield f'sea("{sea.id}").'
        yield from (f'near("{sea.id}","{seas[m].id}").' for m in seas if has(tables.near, tables.sea[n], tables.sea[m]))
    places = {"army": (board.army_graph, {one: one for one in board.army_stands})}
    places["fleet"] = board.fleet_graph, dict(board.fleet_stands)
    for kind, (graph, stands) in places.items():
        for place, province in stands.items():
            yield f'stand({kind},"{place}","{province}").'
            yield from (f'step({kind},"{place}","{near}").' for near in graph[place])


def fewer_units_program(
    keep: int | Collection[str], units: int, kept: Collection[str] = (), others: Collection[str] = ()
) -> str:
    """Return the program of lines with at most so many units that keep a number of centers, or these.

    Args:
        keep: The number, or the centers.
        units: The number of units.
        kept, others: Centers that are kept in any case, and centers that are not.
    """
    centers = (
        f"{{ keep(P) : center(P) }} = {keep}." if isinstance(keep, int) else "".join(f'keep("{p}").' for p in keep)
    )
    law = (FOLDER / "fewest.lp").read_text(encoding="utf-8")
    centers += "".join(f':- not keep("{p}").' for p in kept) + "".join(f':- keep("{p}").' for p in others)
    return "\n".join([law, *board_facts(), centers, f":- {units + 1} {{ line(P) : province(P) }}."])


BOTH = """
1 { keep_a(P); keep_b(P) } 1 :- center(P).
:- line_a(P), not outside_b(P).
:- line_b(P), not outside_a(P).
outside_a(P) :- enemy_a(T,L), stand(T,L,P).
outside_b(P) :- enemy_b(T,L), stand(T,L,P).
"""
"""Two lines keep all centers, and each stands where the enemy of the other may be."""


def pair_program(keep: int, units: int) -> str:
    """Return the program of two lines with at most so many units together that keep a number of centers, and the rest."""
    law = (FOLDER / "fewest.lp").read_text(encoding="utf-8")
    board = ("province", "center", "sea", "stand", "step", "off", "near")
    most = f":- {units + 1} {{ line_a(P) : province(P); line_b(P) : province(P) }}."
    counted = f":- not {keep} {{ keep_a(P) : center(P) }} {keep}."
    return "\n".join([tagged(law, "a", board), tagged(law, "b", board), *board_facts(), BOTH, counted, most])


def line_of(**question: Any) -> tuple[list[str], list[str]] | None:
    """Return the orders of a line (`fewer_units_program`), and the centers that it keeps; None if there is none."""
    from pysat.solvers import Solver

    program = Completion(fewer_units_program(**question))
    with Solver(name="cadical195", bootstrap_with=program.clauses) as solver:
        if not solver.solve():
            return None
        symbols = program.symbols(solver.get_model())
    found: dict[str, list[Any]] = {"line": [], "support": [], "keep": []}
    for symbol in symbols:
        if symbol.name in found and not (symbol.name == "line" and len(symbol.arguments) == 1):
            found[symbol.name].append(symbol.arguments)
    unit = {
        province_of(place.string): f"{'A' if kind.name == 'army' else 'F'} {place.string}"
        for kind, place in found["line"]
    }
    supported = {one.string: other.string for one, other in found["support"]}
    orders = [f"{unit[one]} {f'S {unit[supported[one]]}' if one in supported else 'H'}" for one in sorted(unit)]
    return orders, sorted(one.string for (one,) in found["keep"])


def fewest(keep: int | Collection[str], units: int = 16) -> tuple[list[str], list[str]] | None:
    """Return a line with the fewest units that keeps a number of centers, or these; None if there is no line.

    Args:
        keep: The number, or the centers.
        units: With how many units to begin.
    """
    best = found = line_of(keep=keep, units=units) or line_of(keep=keep, units=34)
    while found is not None:
        best = found
        found = line_of(keep=keep, units=len(found[0]) - 1)
    return best


def table() -> Iterator[dict[str, Any]]:
    """Yield the fewest units, and a line with them, for each question; then which centers lines of 17 can keep."""
    sides = {row["id"]: sorted(row["keep"]) for row in rows() if row["id"] in SIDES}
    before = {row["question"]: row["orders"].count(",") + 1 for row in known() if row["orders"]}
    for name, keep in [*sides.items(), *((f"any {number}", number) for number in COUNTS)]:
        found = fewest(keep, before.get(name, 16))
        yield answered(name, {"keep": keep, "units": 34 if found is None else len(found[0]) - 1}, found)
    undecided = [(center, is_kept) for center in sorted(load_board().centers) for is_kept in (True, False)]
    while undecided:
        center, is_kept = undecided[0]
        question = {"keep": 17, "units": 17, "kept" if is_kept else "others": [center]}
        found = line_of(**question)
        yield answered(f"17 with{'out' * (not is_kept)} {center}", None if found else question, found)
        keeps = found[1] if found else []
        undecided = [one for one in undecided[1:] if found is None or (one[0] in keeps) is not one[1]]


def answered(name: str, proved: dict[str, Any] | None, found: tuple[list[str], list[str]] | None) -> dict[str, Any]:
    """Return a row of the table: which question has no line for an answer, and the line found."""
    if found is None:
        return {"question": name, "proved": proved, "orders": None, "keeps": None}
    orders, keeps = f"AUSTRIA: {', '.join(found[0])}", found[1]
    if not line(orders, keeps).holds:
        raise AssertionError(f"the theorem is wrong: {orders} keep {keeps}")
    return {"question": name, "proved": proved, "orders": orders, "keeps": keeps}


def main() -> int:
    parser = command_line(__doc__)
    parser.add_argument("--proofs", type=Path, metavar="FOLDER", help="write a proof for each line of the table here")
    folder = parser.parse_args().proofs
    if folder is not None:
        for row in known():
            if (proved := row["proved"]) is not None:
                file = folder / f"{row['question'].replace(' ', '-')}.proof"
                file.write_text(proof_text({"proved": proved}, fewer_units_program(**proved), 3600), encoding="utf-8")
                say(f"{file.name}: {file.stat().st_size:,} bytes")
        return 0
    lines = list[str]()
    for row in table():
        lines.append(json.dumps(row))
        say(f"{row['question']}: {row['orders']}")
    (FOLDER / "fewest.jsonl").write_text("\n".join([*lines, ""]), encoding="utf-8")
    return 0


def known() -> list[dict[str, Any]]:
    """Return the rows of `fewest.jsonl`."""
    return [json.loads(text) for text in (FOLDER / "fewest.jsonl").read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    sys.exit(main())
