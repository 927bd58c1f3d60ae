"""The fewest units of a line of holds and supports, for given centers or a number of them, and proofs of it.

    python -m research.stalemates.fewest            # write fewest.jsonl (an hour)
    python -m research.stalemates.fewest --proofs FOLDER

`fewest.lp` states which lines hold, by the theorem of README.md; a SAT solver finds lines with fewer and fewer units,
and, in the end, that there are none. Each line found is asked of `standoff line`, which knows nothing of the theorem.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from research.stalemates import FOLDER, rows, units_of
from standoff import line, load_board
from standoff.map import SEA, has, province_of
from standoff.searches.programs import tagged
from standoff.searches.proofs import Completion, proof_text
from tools.shared import command_line, say

COUNTS = range(1, 19)
"""Numbers of centers of which any are kept."""

SIDES = ("sharp-3-east", "sharp-3-west", "verheiden-east-1-gre", "verheiden-south-4", "beshera-2")
"""Lines in print whose centers are kept."""

SOUTH = "ANK CON SMY BUD TRI VIE NAP ROM VEN BUL GRE RUM SER TUN SEV SPA POR MAR"
"""The centers of the south, 18 with Marseilles."""


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


PAIR = """
1 { keep_a(P); keep_b(P) } 1 :- center(P).
:- line_a(P), not outside_b(P).
:- line_b(P), not outside_a(P).
outside_a(P) :- enemy_a(T,L), stand(T,L,P).
outside_b(P) :- enemy_b(T,L), stand(T,L,P).
"""
"""Two lines keep all centers, and each stands where the enemy of the other may be."""


def program_of(
    keep: int | Collection[str],
    units: int,
    kept: Collection[str] = (),
    others: Collection[str] = (),
    pair: bool = False,
) -> str:
    """Return the program of lines with at most so many units that keep a number of centers, or these.

    Args:
        keep: The number, or the centers.
        units: The number of units.
        kept, others: Centers that are kept in any case, and centers that are not.
        pair: True for two lines with so many units together, of which the second keeps all other centers.
    """
    law = (FOLDER / "fewest.lp").read_text(encoding="utf-8")
    if pair:
        board = ("province", "center", "sea", "stand", "step", "off", "near")
        law = "\n".join([tagged(law, "a", board), tagged(law, "b", board), PAIR])
    tag, more = ("_a", "; line_b(P) : province(P)") if pair else ("", "")
    if isinstance(keep, int):
        centers = f"{{ keep{tag}(P) : center(P) }}. :- not {keep} {{ keep{tag}(P) : center(P) }} {keep}."
    else:
        centers = "".join(f'keep{tag}("{one}").' for one in keep)
    centers += "".join(f':- not keep{tag}("{one}").' for one in kept)
    centers += "".join(f':- keep{tag}("{one}").' for one in others)
    return "\n".join([law, *board_facts(), centers, f":- {units + 1} {{ line{tag}(P) : province(P){more} }}."])


def lines_of(**question: Any) -> list[dict[str, Any]]:
    """Return the line, or the pair, that answers a question (`program_of`): its orders, what it keeps; [] if none does."""
    from pysat.solvers import Solver

    program = Completion(program_of(**question))
    with Solver(name="cadical195", bootstrap_with=program.clauses) as solver:
        symbols = program.symbols(solver.get_model()) if solver.solve() else []
    found: dict[tuple[str, int], list[Any]] = {}
    for symbol in symbols:
        found.setdefault((symbol.name, len(symbol.arguments)), []).append(symbol.arguments)
    return [_line(found, tag) for tag in ("", "_a", "_b") if (f"line{tag}", 2) in found]


def _line(found: Mapping[tuple[str, int], Sequence[Any]], tag: str) -> dict[str, Any]:
    """Return a line in an answer set, of which the arguments of each predicate are given."""
    unit = {
        province_of(place.string): f"{'A' if kind.name == 'army' else 'F'} {place.string}"
        for kind, place in found[f"line{tag}", 2]
    }
    supported = {one.string: unit[other.string] for one, other in found.get((f"support{tag}", 2), ())}
    orders = [f"{unit[one]} {f'S {supported[one]}' if one in supported else 'H'}" for one in sorted(unit)]
    return {"orders": f"AUSTRIA: {', '.join(orders)}", "keeps": sorted(one.string for (one,) in found[f"keep{tag}", 1])}


def fewest(units: int, **question: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the question with the most units that has no answer, and an answer to that with one more.

    Args:
        units: With how many units to begin.
        question: What is asked besides (`program_of`).
    """
    best, found = [], lines_of(units=units, **question) or lines_of(units=MOST, **question)
    while found:
        best = found
        found = lines_of(units=sum(units_of(one["orders"]) for one in best) - 1, **question)
    return {**question, "units": sum(units_of(one["orders"]) for one in best) - 1 if best else MOST}, best


MOST = 34
"""Where no line has so few units, as there are centers, none is looked for."""


def table() -> Iterator[dict[str, Any]]:
    """Yield the fewest units, and lines with them, for each question; then which centers lines of 17 can keep."""
    questions: dict[str, dict[str, Any]] = {
        row["id"]: {"keep": sorted(row["keep"])} for row in rows() if row["id"] in SIDES
    }
    centers, south = sorted(load_board().centers), SOUTH.split()
    questions["south, without MAR"] = {"keep": sorted({*south} - {"MAR"})}
    questions["south"] = {"keep": sorted(south)}
    questions["all but the south"] = {"keep": [one for one in centers if one not in south]}
    questions |= {f"any {number}": {"keep": number} for number in COUNTS} | {"17 and 17": {"keep": 17, "pair": True}}
    before = {row["question"]: row["proved"]["units"] + 1 for row in rows("fewest.jsonl") if row["proved"]}
    for name, question in questions.items():
        yield row_of(name, *fewest(before.get(name, 16), **question))
    undecided = [(center, is_kept) for center in centers for is_kept in (True, False)]
    while undecided:
        center, is_kept = undecided[0]
        question = {"keep": 17, "units": 17, "kept" if is_kept else "others": [center]}
        found = lines_of(**question)
        yield row_of(f"17 with{'out' * (not is_kept)} {center}", None if found else question, found)
        keeps = found[0]["keeps"] if found else []
        undecided = [one for one in undecided[1:] if not found or (one[0] in keeps) is not one[1]]


def row_of(name: str, proved: dict[str, Any] | None, lines: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return a row of the table: which question has no line for an answer, and the lines found."""
    for one in lines:
        if not line(one["orders"], one["keeps"]).holds:
            raise AssertionError(f"the theorem is wrong: {one}")
    return {"question": name, "proved": proved, "lines": lines}


def main() -> int:
    parser = command_line(__doc__)
    parser.add_argument("--proofs", type=Path, metavar="FOLDER", help="write a proof for each line of the table here")
    folder = parser.parse_args().proofs
    if folder is not None:
        for row in rows("fewest.jsonl"):
            if (proved := row["proved"]) is not None:
                file = folder / f"{row['question'].replace(' ', '-')}.proof"
                file.write_text(proof_text({"proved": proved}, program_of(**proved), 3600), encoding="utf-8")
                say(f"{file.name}: {file.stat().st_size:,} bytes")
        return 0
    lines = list[str]()
    for row in table():
        lines.append(json.dumps(row))
        say(f"{row['question']}: {[one['orders'] for one in row['lines']]}")
    (FOLDER / "fewest.jsonl").write_text("\n".join([*lines, ""]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
