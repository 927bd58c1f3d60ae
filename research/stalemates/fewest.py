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
from standoff.searches.proofs import Completion, proof_text
from tools.shared import command_line, say

COUNTS = range(1, 23)
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


def fewer_units_program(keep: int | Collection[str], units: int) -> str:
    """Return the program of lines with at most so many units that keep a number of centers, or these."""
    centers = (
        f"{{ keep(P) : center(P) }} = {keep}." if isinstance(keep, int) else "".join(f'keep("{p}").' for p in keep)
    )
    law = (FOLDER / "fewest.lp").read_text(encoding="utf-8")
    return "\n".join([law, *board_facts(), centers, f":- {units + 1} {{ line(P) : province(P) }}."])


def line_of(keep: int | Collection[str], units: int) -> tuple[list[str], list[str]] | None:
    """Return the orders of a line with at most so many units, and the centers that it keeps; None if there is none."""
    from pysat.solvers import Solver

    program = Completion(fewer_units_program(keep, units))
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


def fewest(keep: int | Collection[str]) -> tuple[list[str], list[str]] | None:
    """Return a line with the fewest units that keeps a number of centers, or these; None if there is no line."""
    best, units = line_of(keep, 16) or line_of(keep, 34), 0
    found = best
    while found is not None:
        best, units = found, len(found[0]) - 1
        found = line_of(keep, units)
    return best


def table() -> Iterator[dict[str, Any]]:
    """Yield the fewest units, and a line with them, for each question."""
    sides = {row["id"]: sorted(row["keep"]) for row in rows() if row["id"] in SIDES}
    for name, keep in [*sides.items(), *((f"any {number}", number) for number in COUNTS)]:
        found = fewest(keep)
        row = {"question": name, "keep": keep, "units": None, "orders": None, "kept": None}
        if found is not None:
            orders, kept = found
            row |= {"units": len(orders), "orders": f"AUSTRIA: {', '.join(orders)}", "kept": kept}
            if not line(row["orders"], kept).holds:
                raise AssertionError(f"the theorem is wrong: {row}")
        yield row


def main() -> int:
    parser = command_line(__doc__)
    parser.add_argument("--proofs", type=Path, metavar="FOLDER", help="write a proof for each line of the table here")
    folder = parser.parse_args().proofs
    if folder is not None:
        for row in known():
            units = 34 if row["units"] is None else row["units"] - 1
            question = {"keep": row["keep"], "units": units}
            file = folder / f"{row['question'].replace(' ', '-')}.proof"
            file.write_text(proof_text(question, fewer_units_program(**question), 3600), encoding="utf-8")
            say(f"{file.name}: {file.stat().st_size:,} bytes")
        return 0
    with (FOLDER / "fewest.jsonl").open("w", encoding="utf-8") as file:
        for row in table():
            print(json.dumps(row), file=file, flush=True)
            say(f"{row['question']}: {row['units']}")
    return 0


def known() -> list[dict[str, Any]]:
    """Return the rows of `fewest.jsonl`."""
    return [json.loads(text) for text in (FOLDER / "fewest.jsonl").read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    sys.exit(main())
