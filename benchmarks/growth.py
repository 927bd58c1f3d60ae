"""The growth of the time of a turn with its units: `python -m benchmarks.growth`.

Synthetic boards of 10 to 10,000 units in plain Python. Each family of turns has a known outcome, which is compared
before anything is timed. The exponent is the slope between the turn of 100 units and the largest one, both axes
logarithmic: 1 if twice the units take twice the time, 2 if they take four times as long.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from math import log
from typing import Any

from benchmarks.measuring import BenchmarkError, Options, Row, Section, command_line
from standoff.map import Board
from standoff.solver import adjudicate
from tests.helpers.boards import FAMILIES, Family

SIZES, QUICK_SIZES = (10, 30, 100, 300, 1000, 3000, 10_000), (10, 40)
UNITS_IN_ROUND = 1000
"""The number of units of a round; small turns are repeated."""

ROUNDS = 3
FAMILY_NAMES = ("chain", "circle", "circles", "supports", "nested convoys", "paradoxes", "rivals", "ferries")
EXPONENT_FROM = 100
"""Below this many units, the constant part of the time dominates."""


def row(family: Family, size: int, units_in_round: int) -> Row:
    """Return the row of a family of turns at a size.

    Raises:
        BenchmarkError: The turn has a wrong outcome.
    """
    board, known = Board(family.board(size)), family.lay(size)

    def solve() -> Any:
        return adjudicate(known.position, known.orders, board=board)

    if faults := known.faults(solve()):
        raise BenchmarkError(f"{family.name} of {size} units: {'; '.join(faults[:5])}")
    units = len(known.position.units)
    times = max(1, units_in_round // units)

    def run() -> None:
        for _ in range(times):
            solve()

    return Row(f"{family.name}, {units:,} units", run, times, about={"family": family.name, "units": units})


def exponent(rows: list[dict[str, Any]]) -> float | None:
    """Return the exponent of the growth of a family, from its least times; None for a single size."""
    counted = [one for one in rows if one["units"] >= EXPONENT_FROM] or rows
    first, last = counted[0], counted[-1]
    if first["units"] == last["units"]:
        return None
    times = log(last["microseconds"]["minimum"] / first["microseconds"]["minimum"])
    return times / log(last["units"] / first["units"])


def exponents(section: dict[str, Any]) -> dict[str, float]:
    """Return the exponent of each family in the section of a run."""
    families = groupby(section["rows"], key=lambda one: one["family"])
    found = {name: exponent(list(rows)) for name, rows in families}
    return {name: value for name, value in found.items() if value is not None}


def sections(options: Options) -> Iterator[Section]:
    """Yield the families, each at all sizes."""
    sizes = QUICK_SIZES if options.quick else SIZES
    families = {family.name: family for family in FAMILIES}
    in_round = options.of(UNITS_IN_ROUND, 1)
    rows = [row(families[name], size, in_round) for name in FAMILY_NAMES for size in sizes]
    title = f"turns of {sizes[0]} to {sizes[-1]:,} units on synthetic boards, plain"
    yield Section("growth", title, "turn", rows, rounds=min(options.rounds, ROUNDS), compared=False)


if __name__ == "__main__":
    measured, _ = command_line(__doc__, "benchmarks.growth", [sections])
    for name, power in exponents(measured["sections"]["growth"]).items():
        print(f"{name:20} grows with the power {power:.2f}")
